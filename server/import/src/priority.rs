//! Priorities of cases if their file has none: from the customer's tier and the sentiment of the case's messages, or
//! without messages of its own text (requirement A-114).

use std::collections::{BTreeSet, HashMap};

use model::record::{Case, Sentiment, Tier, priority};

use super::mood::Judge;
use store::write::Batch;
use store::{Db, Result, imports};

/// Sentiments of cases, by id.
#[derive(Debug, Default)]
pub struct Moods {
    by_messages: HashMap<String, Sentiment>,
    by_words: HashMap<String, Sentiment>,
}

impl Moods {
    /// From the messages of a batch, which are already judged.
    pub fn judge(batch: &Batch, judge: &Judge) -> Self {
        let mut by_messages = HashMap::new();
        for message in &batch.communications {
            if let (Some(case), Some(sentiment)) = (&message.case_id, message.sentiment) {
                hear(&mut by_messages, case, sentiment);
            }
        }
        let alone: Vec<&Case> = batch.cases.iter().filter(|case| !by_messages.contains_key(&case.id)).collect();
        let texts: Vec<String> = alone.iter().map(|case| format!("{}\n{}", case.title, case.description)).collect();
        let judged = alone.iter().zip(judge.judge_texts(&texts));
        let by_words = judged.filter_map(|(case, judged)| Some((case.id.clone(), judged?.0))).collect();
        Self { by_messages, by_words }
    }

    /// Adds stored messages of cases without messages in the batch; messages count more than a case's own text.
    async fn with_stored(mut self, db: &Db, cases: &[Case]) -> Result<Self> {
        let silent = cases.iter().map(|case| case.id.as_str()).filter(|id| !self.by_messages.contains_key(*id));
        let ids: Vec<&str> = silent.collect();
        for (case, sentiment) in imports::moods_of_cases(db, &ids).await? {
            hear(&mut self.by_messages, &case, sentiment);
        }
        Ok(self)
    }

    fn of_case(&self, id: &str) -> Option<Sentiment> {
        self.by_messages.get(id).or_else(|| self.by_words.get(id)).copied()
    }
}

/// One angry message makes the case angry.
fn hear(moods: &mut HashMap<String, Sentiment>, case: &str, sentiment: Sentiment) {
    let known = moods.entry(case.to_owned()).or_insert(sentiment);
    if sentiment == Sentiment::Negative {
        *known = sentiment;
    }
}

/// Sets the priorities of a batch's cases. If file and store disagree on a customer's tier, the higher one counts;
/// without a tier in the file, the stored one does.
pub async fn settle(db: &Db, batch: &mut Batch, moods: Moods) -> Result<()> {
    let moods = moods.with_stored(db, &batch.cases).await?;
    let named = batch.customers.iter().map(|c| c.id.as_str());
    let ids: BTreeSet<&str> = named.chain(batch.cases.iter().map(|case| case.customer_id.as_str())).collect();
    let tiers = imports::tiers_of(db, &ids.into_iter().collect::<Vec<_>>()).await?;
    let stored = |id: &str| tiers.get(id).copied().unwrap_or(Tier::Standard);
    for customer in batch.customers.iter_mut().filter(|c| c.tier == Tier::Standard) {
        customer.tier = stored(&customer.id);
    }
    for case in &mut batch.cases {
        // The reader's priority is based on the file's tier.
        let (tier, by_file) = (stored(&case.customer_id), case.priority);
        let tier = TIERS.into_iter().find(|t| *t == tier || priority(*t, None) == by_file).unwrap_or(tier);
        case.priority = priority(tier, moods.of_case(&case.id));
    }
    Ok(())
}

/// The tiers in order, highest first.
const TIERS: [Tier; 3] = [Tier::Platinum, Tier::Gold, Tier::Standard];

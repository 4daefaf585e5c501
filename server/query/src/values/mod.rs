//! From words to the values in the data: products, customers, channels, categories and the rest. Unknown values
//! are not found; the caller suggests close ones.

mod events;
mod further;
mod index;
mod known;
mod memo;
mod mention;
pub mod pick;
mod synonyms;
mod taught;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::str::FromStr;
use std::sync::{Arc, OnceLock};

use chrono::NaiveDate;
use model::analysis::Event;
use model::record::{Channel, Kind, Product, Sentiment, Tier};
use model::session::taught::TaughtWord;
use model::time::DateRange;
use tokio::sync::RwLock;

use super::declared::Opened;

pub use further::{Further, Value};
pub use known::{ADJECTIVES, adjective};
use memo::Memo;
pub use mention::{How, Mention, Slot};
pub use synonyms::states;
use synonyms::{Synonyms, TABLES, each};
pub use taught::MINE;

pub use store::analytics::values::Field;
use store::analytics::values::{self as stored, Label};
use store::analytics::{Attribute, Data};
use store::{self, Db, StoreError, changes, imports, records, taught as words};

/// The statuses of finished cases.
pub const FINISHED: [&str; 2] = ["resolved", "closed"];
/// Statuses of messages that nobody answered yet; those handed over to another channel go on there.
pub const UNANSWERED: [&str; 2] = ["open", "in_progress"];

/// The values in the data at one change number.
#[derive(Default)]
pub struct Vocabulary {
    /// [`changes::latest`] when it was read.
    pub change: i64,
    pub products: Vec<Product>,
    /// Id and display name, by name.
    pub customers: Vec<(String, String)>,
    /// The addresses of customers known only by address, by id: their names are self-given.
    pub senders: HashMap<String, String>,
    pub categories: Vec<String>,
    pub subcategories: Vec<String>,
    /// The further fields of archives, each with its values. Empty fields are left out.
    pub attributes: Vec<(Attribute, Vec<String>)>,
    /// Every further field of records and of customers.
    pub fields: Vec<Field>,
    /// Tags of cases, if not a further field of an archive.
    pub case_tags: Vec<String>,
    /// Whether there are documents.
    pub documents: bool,
    /// What the firm published in the last year of the data, by day.
    pub events: Vec<Event>,
    /// The statuses of cases in the data.
    pub case_statuses: Vec<String>,
    /// Names in the customers' own columns, and of people working on cases, by column.
    pub people: Vec<(&'static str, Vec<String>)>,
    /// The last day of the data, over all archived data sets.
    pub last_day: Option<NaiveDate>,
    /// The first and the last day with a record.
    pub days: Vec<(Data, DateRange)>,
    /// Active taught words.
    pub taught: Vec<TaughtWord>,
    /// The declared sources, in order of declaration.
    pub sources: Arc<Vec<Arc<Opened>>>,
    /// Questions that this data can answer, once requested.
    pub examples: OnceLock<Vec<String>>,
    /// Readings of standalone questions.
    pub(crate) readings: Memo,
    index: Arc<Indexed>,
    further: OnceLock<Further>,
}

/// Indices of the names: built once, and kept while they stay the same.
#[derive(Default)]
struct Indexed {
    phrases: mention::Phrases,
    customers: index::Customers,
}

impl Indexed {
    fn of(v: &Vocabulary) -> Self {
        Self { phrases: mention::Phrases::new(v), customers: index::Customers::new(v) }
    }
}

impl Vocabulary {
    /// Loads it; `before` is the last loaded one.
    async fn load(db: &Db, before: Option<Arc<Self>>, sources: Arc<Vec<Arc<Opened>>>) -> store::Result<Self> {
        let change = changes::latest(db).await?;
        let mut attributes = Vec::new();
        for attribute in Attribute::ALL {
            let values = stored::attribute_values(db, *attribute).await?;
            if !values.is_empty() {
                attributes.push((*attribute, values));
            }
        }
        let fields = stored::fields(db).await?;
        let kept = fields.iter().any(|f| f.key == "tags");
        let last_day = changes::last_day(db).await?;
        let mut vocabulary = Self {
            change,
            products: records::products(db).await?,
            customers: records::customer_names(db).await?,
            senders: imports::addresses(db).await?.into_iter().collect(),
            categories: stored::labels(db, Label::Category).await?,
            subcategories: stored::labels(db, Label::Subcategory).await?,
            attributes,
            case_tags: if kept { Vec::new() } else { stored::case_tags(db).await? },
            documents: stored::has_documents(db).await?,
            events: events::load(db, last_day).await?,
            case_statuses: stored::case_statuses(db).await?,
            fields,
            people: stored::people(db).await?,
            last_day,
            days: days(db, last_day).await?,
            taught: words::in_use(db).await?,
            sources,
            ..Self::default()
        };
        // With many names this takes too long for an async thread.
        let indexed = tokio::task::spawn_blocking(move || {
            let same = |b: &Arc<Self>| {
                b.customers == vocabulary.customers
                    && b.products == vocabulary.products
                    && b.categories == vocabulary.categories
                    && b.subcategories == vocabulary.subcategories
                    && b.attributes == vocabulary.attributes
            };
            match before.filter(same) {
                Some(before) => vocabulary.index = before.index.clone(),
                None => vocabulary.index(),
            }
            vocabulary.further();
            vocabulary
        });
        indexed.await.map_err(|e| StoreError::Other(sqlx::Error::Io(e.into())))
    }

    /// Builds the indices of names; needed once after setting fields manually.
    pub fn index(&mut self) {
        self.index = Arc::new(Indexed::of(self));
        self.further = OnceLock::new();
    }

    /// Further names, for the translator of questions.
    pub(super) fn further(&self) -> &Further {
        self.further.get_or_init(|| Further::new(self))
    }

    /// The customers whose names contain a plain word, in order.
    pub fn with_word(&self, word: &str) -> impl Iterator<Item = &(String, String)> + Clone {
        self.index.customers.with_word(word).iter().map(|at| &self.customers[*at as usize])
    }

    /// The customers whose plain names are these words, or begin with them and continue with another word, and fit; in
    /// order, and `None` if there are more than `most`.
    pub fn called(&self, phrase: &str, most: usize, fits: impl Fn(&str) -> bool) -> Option<Vec<&(String, String)>> {
        let longer = self.index.customers.phrases.beginning(&format!("{phrase} ")).iter().map(|(_, at)| *at);
        let all = self.index.customers.phrases.whole(phrase).chain(longer);
        let mut places: Vec<u32> = all.filter(|at| fits(&self.customers[*at as usize].1)).take(most + 1).collect();
        places.sort_unstable();
        (places.len() <= most).then(|| places.into_iter().map(|at| &self.customers[at as usize]).collect())
    }

    /// A customer's name without its distinguishing suffix.
    pub fn plain_name<'a>(&self, (id, told): &'a (String, String)) -> &'a str {
        let detail = self.senders.get(id).map_or_else(|| format!(" ({id})"), |address| format!(" <{address}>"));
        told.strip_suffix(&detail).unwrap_or(told)
    }

    /// Customers whose plain names begin with these letters.
    pub fn beginning(&self, phrase: &str, most: usize) -> impl Iterator<Item = &(String, String)> {
        let found = self.index.customers.phrases.beginning(phrase).iter().take(most);
        found.map(|(_, at)| &self.customers[*at as usize])
    }

    /// The name of the customer with exactly this id.
    pub fn customer_name(&self, id: &str) -> Option<&str> {
        let mut all = self.index.customers.written(id).iter().map(|at| &self.customers[*at as usize]);
        all.find(|(own, _)| own == id).map(|(_, name)| name.as_str())
    }

    pub fn product(&self, text: &str) -> Option<&Product> {
        product(&self.products, self.meant(text))
    }

    /// Id and name of the customer that a text means, by id or name; "Northgate" is enough if unique. A sender with a
    /// self-given name is not meant by it.
    pub fn customer(&self, text: &str) -> Option<&(String, String)> {
        let text = self.meant(text.trim());
        let mut written = self.index.customers.written(text).iter().map(|at| &self.customers[*at as usize]);
        let exact = written.clone().find(|(id, name)| id == text || name == text);
        exact.or_else(|| written.next()).or_else(|| self.customers.get(self.index.customers.pick(text)? as usize))
    }

    /// The statuses of unfinished cases.
    pub fn unfinished(&self) -> impl Iterator<Item = &String> {
        self.case_statuses.iter().filter(|status| !FINISHED.contains(&status.as_str()))
    }

    pub fn category(&self, text: &str) -> Option<&str> {
        label(&self.categories, self.meant(text))
    }

    pub fn subcategory(&self, text: &str) -> Option<&str> {
        label(&self.subcategories, self.meant(text))
    }

    /// The period with records, if a range extends beyond it.
    pub fn beyond(&self, data: Data, asked: DateRange) -> Option<DateRange> {
        let (_, known) = self.days.iter().find(|(of, _)| *of == data)?;
        exceeds(*known, asked)
    }

    /// The values of a further field; empty if the data has no such field.
    pub fn attribute_values(&self, attribute: Attribute) -> &[String] {
        self.attributes.iter().find(|(a, _)| *a == attribute).map_or(&[], |(_, values)| values)
    }

    /// The value with this phrase of plain words as its whole name.
    pub fn named(&self, phrase: &str) -> Option<Mention> {
        self.index.phrases.named(phrase, 0..phrase.len())
    }

    /// The value whose name is within a small typo of a phrase.
    pub fn misspelt(&self, phrase: &str) -> Option<Mention> {
        self.index.phrases.misspelt(phrase, 0..phrase.len())
    }

    /// All values named in a sentence, in order: longest names first, without overlaps.
    pub fn find_in(&self, question: &str) -> Vec<Mention> {
        self.index.phrases.find_in(question)
    }
}

/// The known days, if a range extends beyond them.
pub fn exceeds(known: DateRange, asked: DateRange) -> Option<DateRange> {
    let early = asked.from.is_some_and(|from| known.from.is_some_and(|first| from < first));
    let late = asked.to.is_some_and(|to| known.to.is_some_and(|last| to > last));
    (early || late).then_some(known)
}

/// From the first record of either kind to the last day of the data: days before the first case, or after the last one,
/// are not unknown.
async fn days(db: &Db, end: Option<NaiveDate>) -> store::Result<Vec<(Data, DateRange)>> {
    let mut found = Vec::new();
    for data in [Data::Communications, Data::Cases] {
        found.extend(stored::days(db, data).await?.map(|days| (data, days)));
    }
    let Some(first) = found.iter().map(|(_, (first, _))| *first).min() else { return Ok(Vec::new()) };
    let last = found.iter().map(|(_, (_, last))| *last).chain(end).max().unwrap_or(first);
    Ok(found.into_iter().map(|(data, _)| (data, DateRange::new(first, last))).collect())
}

/// The vocabulary of this process: loaded once, and again when the store has changed.
#[derive(Default)]
pub struct SharedVocabulary {
    current: RwLock<Option<Arc<Vocabulary>>>,
    sources: std::sync::RwLock<Arc<Vec<Arc<Opened>>>>,
    /// Whether a taught word's meaning is known; without it all taught words apply.
    knows: Option<fn(&Vocabulary, &str) -> bool>,
}

impl SharedVocabulary {
    /// For restricted access: a taught word that names anything outside of it neither applies nor is shown.
    pub fn hearing(knows: fn(&Vocabulary, &str) -> bool) -> Self {
        Self { knows: Some(knows), ..Self::default() }
    }

    /// Fixed names, whatever the database contains.
    pub fn fixed(names: Arc<Vocabulary>) -> Self {
        let sources = std::sync::RwLock::new(names.sources.clone());
        Self { current: RwLock::new(Some(names)), sources, knows: None }
    }

    /// Replaces the declared sources; running runs continue with theirs.
    pub fn declare(&self, sources: Vec<Arc<Opened>>) {
        *self.sources.write().unwrap_or_else(std::sync::PoisonError::into_inner) = Arc::new(sources);
    }

    /// The declared sources.
    pub fn sources(&self) -> Arc<Vec<Arc<Opened>>> {
        self.sources.read().unwrap_or_else(std::sync::PoisonError::into_inner).clone()
    }

    pub async fn get(&self, db: &Db) -> store::Result<Arc<Vocabulary>> {
        let latest = changes::latest(db).await?;
        let sources = self.sources();
        let fits = |current: &Arc<Vocabulary>| current.change >= latest && Arc::ptr_eq(&current.sources, &sources);
        if let Some(current) = self.current.read().await.as_ref().filter(|current| fits(current)) {
            return Ok(current.clone());
        }
        let mut slot = self.current.write().await;
        match slot.as_ref() {
            Some(current) if fits(current) => Ok(current.clone()),
            _ => {
                let mut fresh = Vocabulary::load(db, slot.clone(), sources).await?;
                if let Some(knows) = self.knows {
                    let mut taught = std::mem::take(&mut fresh.taught);
                    taught.retain(|word| knows(&fresh, &word.meaning));
                    fresh.taught = taught;
                }
                let fresh = Arc::new(fresh);
                *slot = Some(fresh.clone());
                Ok(fresh)
            }
        }
    }
}

/// The product that a text means, by slug, name or alias.
pub fn product<'a>(products: &'a [Product], text: &str) -> Option<&'a Product> {
    let exact = products.iter().find(|p| p.slug == text.trim());
    let by_words = || {
        let wanted = pick::phrase(text);
        let same = products.iter().find(|p| pick::phrase(&p.slug) == wanted || pick::phrase(&p.name) == wanted);
        same.or_else(|| {
            let (_, targets) = each(&TABLES.products).find(|(alias, _)| pick::phrase(alias) == wanted)?;
            targets.split('|').find_map(|slug| products.iter().find(|p| p.slug == slug))
        })
    };
    let by_likeness = || {
        let name = pick::pick(text, products.iter().map(|p| p.name.as_str()));
        name.or_else(|| pick::pick(text, products.iter().map(|p| p.slug.as_str()))).map(|i| &products[i])
    };
    exact.or_else(by_words).or_else(by_likeness)
}

/// The label that a text means.
pub fn label<'a>(labels: &'a [String], text: &str) -> Option<&'a str> {
    let at =
        labels.iter().position(|l| l == text.trim()).or_else(|| pick::pick(text, labels.iter().map(String::as_str)));
    at.and_then(|at| labels.get(at)).map(String::as_str)
}

pub fn channel(text: &str) -> Option<Channel> {
    named(text, &TABLES.channels)
}

pub fn kind(text: &str) -> Option<Kind> {
    named(text, &TABLES.kinds)
}

pub fn sentiment(text: &str) -> Option<Sentiment> {
    named(text, &TABLES.sentiments)
}

pub fn tier(text: &str) -> Option<Tier> {
    named(text, &[])
}

/// The name of a status of communications or cases.
pub fn status(text: &str) -> Option<&'static str> {
    let wanted = pick::phrase(text);
    let alias = each(&TABLES.statuses).find(|(alias, _)| pick::phrase(alias) == wanted);
    let alias = alias.map(|(_, name)| name);
    alias.or_else(|| STATUSES.iter().copied().find(|s| pick::phrase(s) == wanted))
}

/// Every status that a communication or a case can have.
pub const STATUSES: &[&str] = &["open", "in_progress", "resolved", "escalated", "pending", "closed"];

/// Postal code and name of a US state, by either.
pub fn state(text: &str) -> Option<(&'static str, &'static str)> {
    let wanted = pick::phrase(text);
    let by_code = || states().find(|(code, _)| code.eq_ignore_ascii_case(text.trim()));
    let by_name = || {
        let (_, code) = each(&TABLES.states).find(|(name, _)| pick::phrase(name) == wanted)?;
        states().find(|(own, _)| *own == code)
    };
    let alike = || {
        let mut all = states().filter(|(_, name)| pick::alike(&pick::phrase(name), &wanted));
        all.next().filter(|_| all.next().is_none())
    };
    by_code().or_else(by_name).or_else(alike)
}

/// A value of a closed set, by name, ignoring case and number, or by a synonym.
fn named<T: FromStr>(text: &str, also: &'static [Synonyms]) -> Option<T> {
    let wanted = pick::phrase(text);
    let also = each(also).find(|(alias, _)| pick::phrase(alias) == wanted);
    let name = also.map_or(wanted.as_str(), |(_, name)| name);
    name.parse().ok()
}

//! Pinned questions: asked again when the data has changed, with a summary of what changed since their owner last
//! looked.

use std::collections::HashMap;
use std::time::Duration;

use model::answer::ClaimKind;
use model::error::AppError;
use model::run::figure::FigureAt;
use model::run::{Run, Strategy};
use model::session::home::Pin;
use model::session::{Ask, ConversationItem};
use model::time::DateRange;

use super::super::Api;
use super::super::figures::FigureSource;
use crate::agent::cite::settle;
use crate::query::check::{Checked, GroupKey};
use crate::query::presets;
use crate::query::run::lines;
use crate::store::sessions::keep::{self, Change};
use crate::store::{changes, runs};

/// Maximum number of pins shown, and of values that explain a change.
const MAX_PINS: usize = 6;
const MAX_EXPLAINING_VALUES: usize = 3;
/// Time limit of one statement.
const STATEMENT_TIMEOUT: Duration = Duration::from_secs(10);

/// The first figure of an answer: its text, its value and its location.
fn figure(run: &Run) -> Option<(String, f64, FigureAt)> {
    let claims = run.grounding.iter().flat_map(|grounding| &grounding.claims);
    claims.filter(|claim| claim.kind == ClaimKind::Number).find_map(|claim| {
        let found = claim.found.as_ref().filter(|found| found.operands.is_empty() && !found.path.is_empty())?;
        let value = claim.text.replace('−', "-").replace([',', '%', ' '], "").parse().ok()?;
        Some((claim.text.clone(), value, FigureAt::new(&run.id, &found.call, &found.path)))
    })
}

/// The first paragraph of an answer, without its citations.
fn says(run: &Run) -> String {
    let text = run.answer.as_ref().map(|answer| answer.text.as_str()).unwrap_or_default();
    let first = text.split("\n\n").next().unwrap_or_default();
    settle::without(first).replace(" .", ".").trim().to_owned()
}

/// The main contributions to a change, largest first.
pub(in crate::api) fn largest(changes: HashMap<String, i64>) -> Vec<(String, i64)> {
    let mut parts: Vec<(String, i64)> = changes.into_iter().filter(|(_, change)| *change != 0).collect();
    parts.sort_by(|a, b| b.1.abs().cmp(&a.1.abs()).then_with(|| a.0.cmp(&b.0)));
    parts.truncate(MAX_EXPLAINING_VALUES);
    parts
}

impl Api {
    /// Records that the answers of a pinned conversation were viewed.
    pub(in crate::api) async fn pin_seen(&self, id: &str, all: &[Run]) -> Result<(), AppError> {
        let Some(newest) = all.iter().rev().find(|run| run.answer.is_some()) else { return Ok(()) };
        Ok(keep::change(&self.services.db, id, Change::PinSeen(&newest.id)).await?)
    }

    /// The pinned ones among the caller's conversations.
    pub(super) async fn pins(&self, own: &[ConversationItem]) -> Result<Vec<Pin>, AppError> {
        let mut pins = Vec::new();
        for item in own.iter().filter(|item| item.pinned).take(MAX_PINS) {
            pins.extend(self.pin(&item.id).await?);
        }
        Ok(pins)
    }

    async fn pin(&self, id: &str) -> Result<Option<Pin>, AppError> {
        let db = &self.services.db;
        let mut all = runs::of_session(db, id).await?;
        let Some(first) = all.first().cloned() else { return Ok(None) };
        let (knows, seen) = keep::pin(db, id).await?;
        let latest = changes::latest(db).await?;
        // Without a model, so that opening the desk spends nothing.
        if knows < latest && all.iter().all(|run| run.status.is_over()) {
            keep::change(db, id, Change::PinKnows(latest)).await?;
            let (context, strategy) = (Some(first.scope.clone()).filter(|s| !s.is_empty()), Some(Strategy::Rules));
            let session_id = Some(id.to_owned());
            let ask = Ask { query: first.question.clone(), session_id, context, strategy, ..Ask::default() };
            let asked = self.services.agent.ask(ask, &self.caller.name, self.channel).await?;
            all.push(self.services.agent.finish(&asked.run_id).await?);
        }
        let answers = || all.iter().filter(|run| run.question == first.question && run.answer.is_some());
        let Some(now) = answers().next_back() else { return Ok(None) };
        let before = seen.and_then(|seen| answers().find(|run| run.id == seen)).filter(|run| run.id != now.id);
        let mut pin = Pin {
            session: id.to_owned(),
            question: first.question.clone(),
            says: says(now),
            figure: None,
            before: None,
            change: None,
            why: Vec::new(),
        };
        if let Some((text, value, at)) = figure(now) {
            if let Some((run, (then, was, from))) = before.and_then(|run| Some((run, figure(run)?))) {
                pin.before = Some((then, run.started_at));
                pin.change = Some(value - was).filter(|change| *change != 0.0);
                if pin.change.is_some() {
                    pin.why = self.why((now, &at), (run, &from)).await?;
                }
            }
            pin.figure = Some((text, at));
        }
        Ok(Some(pin))
    }

    /// What accounts for most of the difference between two counts.
    async fn why(&self, now: (&Run, &FigureAt), then: (&Run, &FigureAt)) -> Result<Vec<(String, i64)>, AppError> {
        let (Some(now), Some(mut was)) = (self.behind(now.0, now.1).await?, self.behind(then.0, then.1).await?) else {
            return Ok(Vec::new());
        };
        if now.query.source.is_some() || was.query.dataset != now.query.dataset {
            return Ok(Vec::new());
        }
        // For the same days, only records added since make the difference: then the older answer is evaluated as of its
        // own day.
        if was.query.range == now.query.range {
            was.query.range = DateRange { to: Some(was.query.as_of), ..was.query.range };
        }
        let mut topics = self.by_topic(&now).await?;
        for (topic, count) in self.by_topic(&was).await? {
            *topics.entry(topic).or_default() -= count;
        }
        Ok(largest(topics))
    }

    /// The number of records by topic.
    pub(in crate::api) async fn by_topic(&self, behind: &FigureSource) -> Result<HashMap<String, i64>, AppError> {
        let query = Checked { keys: vec![GroupKey::Column(presets::topic())], ..behind.query.clone() };
        let (found, _) = lines(&self.services.db, &query, STATEMENT_TIMEOUT).await?;
        let named = |line: crate::query::run::ResultRow| {
            let topic = line.key.first().cloned().flatten().unwrap_or_else(|| "no topic".to_owned());
            (topic, line.count as i64)
        };
        Ok(found.into_iter().map(named).collect())
    }
}

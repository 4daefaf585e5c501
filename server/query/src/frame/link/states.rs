//! States of records that no stored value is named after: overdue, unfinished, unanswered, late, without an owner.

use super::Linker;
use super::nouns::{ANSWERED, OVERDUE, STATES, UNANSWERED, UNFINISHED, UNFINISHED_LABEL, holds};
use super::slot;
use crate::ast::{Dataset, Op};
use crate::frame::types::FilterSlot;
use crate::values::{self, pick};

impl Linker<'_> {
    /// The conditions of the state that a phrase of plain words names; empty if the data has no value for it.
    pub(super) fn state(&self, dataset: Dataset, phrase: &str) -> Option<Vec<FilterSlot>> {
        let overdue = holds(OVERDUE, phrase);
        if dataset == Dataset::Cases && (overdue || holds(UNFINISHED, phrase)) {
            let late = overdue.then(|| slot("sla_breached", Op::Is, "yes", "yes", ""));
            return Some(self.unfinished().into_iter().chain(late).collect());
        }
        let answered = holds(ANSWERED, phrase);
        if dataset == Dataset::Communications && (answered || holds(UNANSWERED, phrase)) {
            return Some(vec![FilterSlot { negated: answered, ..unanswered() }]);
        }
        let fits = |(names, column, _): &&(&str, &str, _)| holds(names, phrase) && self.has_column(dataset, column);
        let (_, column, value) = STATES.iter().find(fits)?;
        Some(vec![match value {
            Some(value) => slot(column, Op::Is, value, value, ""),
            None => FilterSlot { column: (*column).into(), op: Op::Missing, ..FilterSlot::default() },
        }])
    }

    /// Unfinished work, by the statuses in the data.
    pub fn unfinished(&self) -> Option<FilterSlot> {
        let values: Vec<String> = self.v.unfinished().cloned().collect();
        let labels = vec![UNFINISHED_LABEL.to_owned()];
        (!values.is_empty()).then(|| FilterSlot { column: "status".into(), values, labels, ..FilterSlot::default() })
    }
}

/// Whether a name says itself that something lacks: "no answer" is unanswered, and no negation of it.
pub fn says_none(text: &str) -> bool {
    let phrase = pick::phrase(text);
    let first = phrase.split(' ').next().unwrap_or_default();
    matches!(first, "no" | "not" | "without") && holds(UNANSWERED, &phrase)
}

/// The condition that nobody answered a message yet.
fn unanswered() -> FilterSlot {
    let values = values::UNANSWERED.map(str::to_owned).to_vec();
    FilterSlot { column: "status".into(), values, labels: vec!["unanswered".to_owned()], ..FilterSlot::default() }
}

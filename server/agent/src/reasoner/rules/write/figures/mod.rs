//! Answers to questions translated into queries: first the figure, then what it covers, then how the question was
//! understood.

mod compared;
mod listed;
mod sentences;

pub use self::listed::case_table;
use self::sentences::FigureSentences;
use super::super::figures;
use super::super::plan::made;
use super::CitationIndex;
use crate::view::{Draft, View};
use query::ast::{Bucket, Dataset};
use query::declared::RowCount;
use query::frame::{Group, QueryIntent};

/// The answer, one or two paragraphs per query.
pub fn answer(plans: &[QueryIntent], view: &View<'_>) -> Draft {
    let mut draft = Draft::default();
    let cites = CitationIndex::for_view(view);
    let mut paragraphs: Vec<String> = Vec::new();
    for plan in plans {
        let call = made(view, &figures::planned(plan));
        let Some(output) = call.and_then(|call| call.outcome.as_ref()?.output()) else {
            paragraphs.push(super::not_counted(call));
            continue;
        };
        let data = &output.data;
        let it = FigureSentences::new(plan, data, &cites);
        if plan.against.is_some() {
            paragraphs.extend(compared::paragraphs(data, &cites));
            continue;
        }
        if figures::is_list(plan) {
            paragraphs.extend(listed::paragraphs(plan, data, (it.nouns(), it.when()), &cites));
            continue;
        }
        match it.unknown() {
            Some(text) => paragraphs.push(text),
            None => {
                paragraphs.push(it.lead());
                paragraphs.extend(it.list().into_iter().flatten());
            }
        }
        paragraphs.extend(it.understood());
        for note in &plan.notes {
            if !draft.notes.contains(note) {
                draft.notes.push(note.clone());
            }
        }
    }
    draft.unknown = plans.iter().flat_map(|plan| plan.frame.unused.iter().cloned()).collect();
    draft.text = paragraphs.join("\n\n");
    draft.follow_ups = plans.last().map(|plan| further(plan, view)).unwrap_or_default();
    super::finish(view, &cites, &mut draft);
    draft
}

/// Follow-ups: other groupings or filters for the query.
fn further(plan: &QueryIntent, view: &View<'_>) -> Vec<String> {
    let said = &plan.frame;
    let free = |name: &str| {
        !said.groups.contains(&Group::Column(name.into())) && said.filters.iter().all(|f| f.column != name)
    };
    let by = |name: &str| format!("And by {name}?");
    let in_time = said.groups.iter().any(|g| matches!(g, Group::Time(_)));
    // A declared source: by its first dimensions with few values, and over time.
    if matches!(plan.query.dataset, Dataset::Source(_)) {
        let Some(opened) = view.vocabulary.source(plan.query.dataset.as_str()) else { return Vec::new() };
        // A column that tells each row apart groups nothing.
        let rows = opened.rows.map_or(u64::MAX, |rows| match rows {
            RowCount::Exactly(n) | RowCount::MoreThan(n) => n,
        });
        let few = |name: &str| {
            let values = opened.values_of(name).filter(|(_, all)| *all).map_or(0, |(values, _)| values.len());
            (2..=50).contains(&values) && values as u64 * 2 <= rows
        };
        let dimensions = opened.source.dimensions.iter().filter(|d| few(&d.name) && free(&d.name));
        let by_month = (!in_time && opened.source.time.is_some()).then(|| by("month"));
        return by_month.into_iter().chain(dimensions.map(|d| by(&d.says))).take(3).collect();
    }
    // Customers are grouped by their attributes; a list of them is not grouped further.
    if plan.query.dataset == Dataset::Customers {
        let counted = said.groups.is_empty() && plan.query.group_by.is_empty();
        return ["tier", "segment", "region"]
            .into_iter()
            .filter(|name| counted && free(name))
            .map(by)
            .take(2)
            .collect();
    }
    let month =
        said.time.as_ref().is_some_and(|time| Bucket::Month.is_whole(time.time.range)) && said.against.is_none();
    let by_month = (!in_time && !month).then(|| by("month"));
    let before = (month && !in_time).then(|| "And the month before?".to_owned());
    let others = ["product", "channel", "category"].into_iter().filter(|name| free(name)).map(by);
    by_month.into_iter().chain(before).chain(others).take(3).collect()
}

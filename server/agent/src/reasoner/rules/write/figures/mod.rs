//! Answers to questions translated into queries: first the figure, then what it covers, then how the question was
//! understood.

mod compared;
mod listed;
mod sentences;

use model::run::Outcome;

pub use self::listed::case_table;
use self::sentences::FigureSentences;
use super::super::figures;
use super::CitationIndex;
use crate::view::{Draft, View};
use query::ast::{Bucket, Dataset};
use query::frame::{Group, QueryIntent};

/// The answer, one or two paragraphs per query.
pub fn answer(plans: &[QueryIntent], view: &View<'_>) -> Draft {
    let mut draft = Draft::default();
    let cites = CitationIndex::for_view(view);
    let mut paragraphs: Vec<String> = Vec::new();
    for plan in plans {
        let Some(data) = figures::data(view, plan) else {
            paragraphs.push(super::not_counted(figures::call(view, plan)));
            continue;
        };
        let it = FigureSentences { plan, data, cites: &cites };
        if plan.against.is_some() {
            paragraphs.extend(compared::paragraphs(data, &cites));
            continue;
        }
        if figures::is_list(plan) {
            paragraphs.extend(listed::paragraphs(plan, data, it.nouns(), &cites));
            continue;
        }
        match it.unknown() {
            Some(text) => paragraphs.push(text),
            None => {
                paragraphs.push(it.lead());
                paragraphs.extend(it.list());
            }
        }
        if let Some(output) = figures::call(view, plan).and_then(|c| c.outcome.as_ref()).and_then(Outcome::output) {
            let newest: Vec<String> =
                output.sources.iter().map(|source| format!("{}{}", source.id, cites.record(source))).collect();
            if !newest.is_empty() {
                paragraphs.push(format!("The newest: {}.", newest.join(", ")));
            }
        }
        let understood = data["understood"].as_str().unwrap_or_default();
        let told = match understood.strip_prefix("Count of ") {
            Some(rest) => format!("Counted: {rest}"),
            None => format!("Understood as: {understood}"),
        };
        paragraphs.push(format!("{told}.{}", cites.rows([data])));
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
    let by =
        |name: &str| said.groups.contains(&Group::Column(name.into())) || said.filters.iter().any(|c| c.column == name);
    if matches!(plan.query.dataset, Dataset::Source(_)) {
        return of_source(plan, view);
    }
    // Customers are grouped by their attributes; a list of them is not grouped further.
    if plan.query.dataset == Dataset::Customers {
        let counted = said.groups.is_empty() && plan.query.group_by.is_empty();
        let names = ["tier", "segment", "region"].into_iter().filter(|name| counted && !by(name));
        return names.map(|name| format!("And by {name}?")).take(2).collect();
    }
    let in_time = said.groups.iter().any(|g| matches!(g, Group::Time(_)));
    let month =
        said.time.as_ref().is_some_and(|time| Bucket::Month.is_whole(time.time.range)) && said.against.is_none();
    let by =
        ["product", "channel", "category"].into_iter().filter(|name| !by(name)).map(|name| format!("And by {name}?"));
    let by_month = (!in_time && !month).then(|| "And by month?".to_owned());
    let before = (month && !in_time).then(|| "And the month before?".to_owned());
    by_month.into_iter().chain(before).chain(by).take(3).collect()
}

/// The same for a declared source: by its first dimensions with few values, and over time.
fn of_source(plan: &QueryIntent, view: &View<'_>) -> Vec<String> {
    let Some(opened) = view.vocabulary.source(plan.query.dataset.as_str()) else { return Vec::new() };
    let said = &plan.frame;
    let by =
        |name: &str| said.groups.contains(&Group::Column(name.into())) || said.filters.iter().any(|c| c.column == name);
    let in_time = said.groups.iter().any(|g| matches!(g, Group::Time(_)));
    let few = |name: &str| opened.values_of(name).is_some_and(|(values, all)| all && (2..=50).contains(&values.len()));
    let dimensions = opened.source.dimensions.iter().filter(|d| few(&d.name) && !by(&d.name));
    let by_month = (!in_time && opened.source.time.is_some()).then(|| "And by month?".to_owned());
    by_month.into_iter().chain(dimensions.map(|d| format!("And by {}?", d.says))).take(3).collect()
}

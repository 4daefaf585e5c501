//! How a question was understood, in parts for the line above its answer: records, conditions, time, grouping.

use model::run::{Origin, Part, Role};
use model::time::DateRange;
use reader::{Aggregation, Keep};

use super::intent::IntentMatch;
use super::reading::Interpretation;
use super::{asked, plans};
use crate::view::View;
use query::ast::{Dataset, Op};
use query::catalog::Catalog;
use query::describe;
use query::frame::{AnswerKind, FilterSlot, Frame, Group, QueryIntent, RECORDS, part_column};

/// The parts, and the words left out; both empty for a question that needs no records or was not understood.
pub fn from_readings(all: &[Interpretation], view: &View<'_>) -> (Vec<Part>, Vec<String>) {
    let (mut parts, mut left_out) = (Vec::new(), Vec::new());
    for reading in all {
        let more = match reading {
            Interpretation::Planned(u) if !plans::acts(u.plan.act) => {
                left_out.extend(u.frame.unused.iter().cloned().chain(u.not_applied()));
                of_plan(u, view)
            }
            Interpretation::Figures(list) => {
                left_out.extend(list.iter().flat_map(|intent| intent.frame.unused.iter().cloned()));
                of_figures(list, view)
            }
            Interpretation::Tools(calls) => {
                asked::parts(calls).map(|label| part(Role::Measure, label, Origin::Asked)).collect()
            }
            Interpretation::Deals(deals) => {
                let about = deals.about.iter().map(String::as_str);
                [deals.plan.says.as_str()]
                    .into_iter()
                    .chain(about)
                    .map(|label| part(Role::Measure, label, Origin::Asked))
                    .collect()
            }
            _ => Vec::new(),
        };
        for part in more {
            let there = |p: &Part| p.role == part.role && p.column == part.column && p.label == part.label;
            if !parts.iter().any(there) {
                parts.push(part);
            }
        }
    }
    if let Some(change) = &view.run.change
        && let Some(to) = &change.to
        && let Some(before) = view.earlier.iter().find(|run| run.id == change.run)
        && let Some(part) = before.route.as_ref().and_then(|route| route.understood.get(change.part))
    {
        let known =
            |p: &Part| before.route.as_ref().is_some_and(|route| route.understood.iter().any(|b| b.label == p.label));
        let fits = |p: &&mut Part| p.role == part.role && (!known(p) || p.label == *to);
        parts.iter_mut().filter(fits).for_each(|p| p.origin = Origin::Changed);
    }
    left_out.dedup();
    (parts, left_out)
}

fn part(role: Role, label: impl Into<String>, origin: Origin) -> Part {
    Part { role, column: String::new(), label: label.into(), origin, values: Vec::new(), range: None }
}

fn period(range: DateRange, origin: Origin) -> Part {
    Part { range: Some(range), ..part(Role::Period, range.label(), origin) }
}

fn origin(carried: bool) -> Origin {
    if carried { Origin::Carried } else { Origin::Asked }
}

fn of_plan(u: &IntentMatch, view: &View<'_>) -> Vec<Part> {
    let catalog = Catalog::of(view.vocabulary);
    let mut parts = vec![part(Role::Measure, &u.plan.says, Origin::Asked)];
    if u.frame.filter("kind").is_some() && u.frame.act != reader::Act::Why {
        parts.push(part(Role::Records, records(&u.frame), Origin::Asked));
    }
    let dataset = u.frame.dataset.unwrap_or_default();
    parts.extend(u.frame.filters.iter().filter(|f| f.column != "kind").map(|f| filter(f, dataset, &catalog)));
    if let Some(record) = &u.frame.id {
        parts.push(part(Role::Measure, record.clone(), Origin::Asked));
        return parts;
    }
    parts.push(match (&u.frame.time, view.run.scope.time_window) {
        (Some(time), _) => period(time.time.range, origin(time.carried)),
        (None, Some(window)) => period(window, Origin::Assumed),
        (None, None) => period(u.usual, Origin::Assumed),
    });
    parts
}

fn of_figures(all: &[QueryIntent], view: &View<'_>) -> Vec<Part> {
    let Some(intent) = all.first() else { return Vec::new() };
    let (frame, catalog) = (&intent.frame, Catalog::of(view.vocabulary));
    let dataset = intent.query.dataset;
    let mut parts: Vec<Part> =
        measure(intent).map(|label| part(Role::Measure, label, Origin::Asked)).into_iter().collect();
    let label = records(frame);
    let role = if RECORDS.iter().any(|(name, ..)| *name == label) { Role::Records } else { Role::Measure };
    let kept = frame.goes_on && (frame.reading.keeps(Keep::Subject) || frame.reading.keeps(Keep::Rows));
    parts.push(part(role, label, origin(kept)));
    for other in all {
        let slots = other.frame.filters.iter().filter(|f| f.column != "kind" || f.part || f.negated);
        let of_records = other.frame.records.iter().map(|r| part(Role::Measure, r.words.clone(), Origin::Asked));
        for filter in slots.map(|f| filter(f, dataset, &catalog)).chain(of_records) {
            if !parts.iter().any(|p| p.column == filter.column && p.label == filter.label) {
                parts.push(filter);
            }
        }
    }
    let mut times: Vec<Part> = Vec::new();
    for time in all.iter().flat_map(|intent| intent.frame.time.iter().chain(&intent.frame.against)) {
        if !times.iter().any(|p| p.range == Some(time.time.range)) {
            times.push(period(time.time.range, origin(time.carried)));
        }
    }
    let timeless = match dataset {
        Dataset::Customers => true,
        Dataset::Source(name) => view.vocabulary.source(name.as_str()).is_none_or(|s| s.source.time.is_none()),
        _ => false,
    };
    if times.is_empty() && !timeless && !frame.is_dated() {
        times.push(period(view.run.scope.time_window.unwrap_or(DateRange::ALL), Origin::Assumed));
    }
    parts.append(&mut times);
    for group in frame.groups.iter().filter(|group| !(dataset == Dataset::Customers && group.name() == "name")) {
        let name = group.name();
        let says = match group {
            Group::Column(name) => catalog.column(dataset, name).map(|c| c.says.to_string()),
            Group::Time(_) => None,
        };
        let column = part_column(dataset, name);
        let label = says.unwrap_or_else(|| name.replace('_', " "));
        parts.push(Part { column, ..part(Role::Grouping, label, origin(frame.group_carried)) });
    }
    parts
}

/// The kind of records, as in their menu.
fn records(frame: &Frame) -> String {
    let kind =
        frame.filter("kind").filter(|f| !f.negated && !f.part && f.values.len() == 1).map(|f| f.values[0].as_str());
    match frame.dataset.unwrap_or_default() {
        Dataset::Customers => "customers".to_owned(),
        Dataset::Documents => "documents".to_owned(),
        dataset @ Dataset::Source(_) => describe::noun(dataset).1.to_owned(),
        dataset => {
            let named = |(_, d, k): &&(&str, Dataset, Option<model::record::Kind>)| {
                *d == dataset && (dataset == Dataset::Cases || k.map(|k| k.to_string()).as_deref() == kind)
            };
            RECORDS.iter().find(named).map_or("messages", |(name, ..)| name).to_owned()
        }
    }
}

/// "Mobile banking", "not phone or chat", "resolution time over 48".
fn filter(slot: &FilterSlot, dataset: Dataset, catalog: &Catalog) -> Part {
    let declared = catalog.column(dataset, &slot.column).filter(|_| matches!(dataset, Dataset::Source(_)));
    let own = || Dataset::ALL.iter().find_map(|d| catalog.column(*d, &slot.column));
    let says = declared.or_else(own).map(|c| c.says.to_string());
    let says = says.unwrap_or_else(|| slot.column.replace('_', " "));
    let labels = slot.labels.join(" or ");
    let label = match slot.op {
        Op::Is if labels == "yes" || labels == "no" => format!("{says}: {labels}"),
        Op::Is => labels,
        Op::Missing => format!("without {says}"),
        Op::Contains => format!("with the words {labels}"),
        Op::More => format!("{says} over {labels}"),
        Op::AtLeast => format!("{says} of at least {labels}"),
        Op::Less => format!("{says} under {labels}"),
        Op::AtMost => format!("{says} of at most {labels}"),
        Op::Between => format!("{says} from {}", slot.labels.join(" to ")),
        Op::Starts => format!("{says} beginning with {labels}"),
    };
    let label = match (slot.negated, slot.op) {
        (true, Op::Missing) => format!("with {says}"),
        (true, _) => format!("not {label}"),
        (false, _) => label,
    };
    // Both possible meanings.
    let label = match &slot.other {
        Some((_, _, other)) if *other != label => format!("{label} (or {other})"),
        _ => label,
    };
    let column = part_column(dataset, &slot.column);
    Part { column, values: slot.values.clone(), ..part(Role::Filter, label, origin(slot.carried)) }
}

/// What is asked about the records, if more than their number.
fn measure(intent: &QueryIntent) -> Option<String> {
    let frame = &intent.frame;
    let number = frame.measure.as_deref().unwrap_or_default().replace('_', " ");
    let named = |lead: &str| format!("{lead} {number}").trim().to_owned();
    Some(match (intent.kind, frame.aggregation) {
        (AnswerKind::Share, _) | (_, Some(Aggregation::Share)) => "share".to_owned(),
        (AnswerKind::Per(bucket), _) => format!("average per {}", bucket.as_str()),
        (AnswerKind::PerGroup, _) => "average per group".to_owned(),
        (AnswerKind::Change, None) if frame.measure.is_none() => "change".to_owned(),
        _ if super::figures::is_list(intent) => "list".to_owned(),
        (_, Some(Aggregation::Distinct)) => "number of different values".to_owned(),
        (_, Some(Aggregation::Average)) => named("average"),
        (_, Some(Aggregation::Median)) => named("median"),
        (_, Some(Aggregation::Max)) => named("largest"),
        (_, Some(Aggregation::Min)) => named("smallest"),
        (_, Some(Aggregation::Sum)) => named("sum of"),
        (_, Some(Aggregation::Percentile)) => named("percentile of"),
        (_, Some(Aggregation::Rate)) | (_, None) if number.is_empty() => return None,
        _ => number,
    })
}

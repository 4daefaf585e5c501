//! How a question was understood, in parts for the line above its answer: which records, narrowed to what, when, by what.

use app::model::record::Kind;
use app::model::run::{Origin, Part, Role};
use app::model::time::DateRange;

use super::asked;
use super::understand::{Reading, Understood};
use crate::agent::view::View;
use crate::query::ast::{Dataset, Figure, Op};
use crate::query::catalog::Catalog;
use crate::query::values::Slot;
use crate::query::words::{Asked, Cond, Group, Parse, RECORDS, Want, name_of, part_column};
use crate::query::{describe, range};

/// The parts, and the words that were left out. None for a question that needs no records or was not understood.
pub fn of(reading: &Reading, parse: &Parse, view: &View<'_>) -> (Vec<Part>, Vec<String>) {
    let mut parts = match reading {
        Reading::Understood(u) if !super::acts::acts(u.intent.goal) => of_row(u, view),
        Reading::Figures(all) => of_figures(all, parse, view),
        Reading::Asked(all) => asked::parts(all).map(|label| part(Role::Measure, label, Origin::Asked)).collect(),
        Reading::Deals(deals) => {
            let about = deals.about.iter().map(String::as_str);
            [deals.row.says].into_iter().chain(about).map(|label| part(Role::Measure, label, Origin::Asked)).collect()
        }
        Reading::Understood(_) | Reading::Abilities | Reading::Method(_) | Reading::Unclear(_) => Vec::new(),
    };
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
    let left_out = match reading {
        Reading::Figures(all) => all.iter().flat_map(|asked| asked.left_out.iter().cloned()).collect(),
        _ => Vec::new(),
    };
    (parts, left_out)
}

fn part(role: Role, label: impl Into<String>, origin: Origin) -> Part {
    Part { role, column: String::new(), label: label.into(), origin, values: Vec::new(), range: None }
}

fn period(range: DateRange, origin: Origin) -> Part {
    Part { range: Some(range), ..part(Role::Period, range.label(), origin) }
}

fn of_row(u: &Understood, view: &View<'_>) -> Vec<Part> {
    let mut parts = Vec::new();
    if !u.intent.goal.counts() {
        parts.push(part(Role::Measure, u.intent.says, Origin::Asked));
    }
    let carried = |label: &str| if u.carried.iter().any(|c| c == label) { Origin::Carried } else { Origin::Asked };
    let kind = u.slots.iter().find(|m| m.slot == Slot::Kind);
    if u.intent.goal.counts() || kind.is_some() {
        parts.push(part(Role::Records, records(u.data == "cases", kind.map(|m| m.value.as_str())), Origin::Asked));
    }
    for mention in u.slots.iter().filter(|m| m.slot != Slot::Kind) {
        parts.push(Part {
            column: mention.slot.column().to_owned(),
            values: vec![mention.value.clone()],
            ..part(Role::Filter, mention.label.clone(), carried(&mention.label))
        });
    }
    if let Some(record) = &u.record {
        parts.push(part(Role::Measure, record.clone(), Origin::Asked));
        return parts;
    }
    parts.push(match (&u.range, view.run.scope.time_window) {
        (Some((time, _)), _) => period(time.range, carried(&time.label)),
        (None, Some(window)) => period(window, Origin::Assumed),
        (None, None) => {
            let usual = range::parse(u.intent.range, view.as_of).map_or(DateRange::ALL, |time| time.range);
            period(usual, Origin::Assumed)
        }
    });
    if let Some(group) = u.group_by {
        parts.push(grouping(group, group.replace('_', " "), Origin::Asked));
    }
    parts
}

fn of_figures(all: &[Asked], parse: &Parse, view: &View<'_>) -> Vec<Part> {
    let Some(asked) = all.first() else { return Vec::new() };
    let (said, catalog) = (&asked.said, Catalog::of(view.vocabulary));
    let mut parts: Vec<Part> =
        measure(asked).map(|label| part(Role::Measure, label, Origin::Asked)).into_iter().collect();
    let kind = said.conds.iter().find(|c| is_noun(c));
    let label = match asked.query.dataset {
        Dataset::Customers => "customers".to_owned(),
        Dataset::Documents => "documents".to_owned(),
        dataset @ Dataset::Source(_) => describe::noun(dataset).1.to_owned(),
        dataset => records(dataset == Dataset::Cases, kind.and_then(|c| c.values.first()).map(String::as_str)),
    };
    let here =
        said.noun_at.is_some_and(|at| at > 0) || kind.is_some_and(|c| !c.carried) || parse.said.noun_at.is_some();
    let role = if RECORDS.iter().any(|(name, ..)| *name == label) { Role::Records } else { Role::Measure };
    parts.push(part(role, label, if here || parse.earlier.before.is_none() { Origin::Asked } else { Origin::Carried }));
    for other in all {
        for cond in other.said.conds.iter().filter(|c| !is_noun(c)) {
            let filter = filter(cond, asked.query.dataset, &catalog);
            if !parts.iter().any(|p| p.column == filter.column && p.label == filter.label) {
                parts.push(filter);
            }
        }
    }
    let mut times: Vec<Part> = Vec::new();
    for (time, _) in all.iter().flat_map(|asked| &asked.said.times) {
        let own = parse.said.times.iter().any(|(t, _)| t.range == time.range)
            || parse.times.iter().any(|(t, _)| t.range == time.range);
        let origin = if own || parse.earlier.before.is_none() { Origin::Asked } else { Origin::Carried };
        if !times.iter().any(|p| p.range == Some(time.range)) {
            times.push(period(time.range, origin));
        }
    }
    let timeless = match asked.query.dataset {
        Dataset::Customers => true,
        Dataset::Source(name) => view.vocabulary.source(name.as_str()).is_none_or(|s| s.source.time.is_none()),
        _ => false,
    };
    if times.is_empty() && !timeless {
        times.push(period(view.run.scope.time_window.unwrap_or(DateRange::ALL), Origin::Assumed));
    }
    parts.append(&mut times);
    for group in &said.groups {
        let name = name_of(group);
        let says = match group {
            Group::Column(name) => catalog.column(asked.query.dataset, name).map(|c| c.says.to_string()),
            Group::Time(_) => None,
        };
        let own = parse.said.groups.contains(group) || parse.said.spare.contains(group);
        let origin = if own || parse.earlier.before.is_none() { Origin::Asked } else { Origin::Carried };
        let column = part_column(asked.query.dataset, name);
        parts.push(grouping(&column, says.unwrap_or_else(|| name.replace('_', " ")), origin));
    }
    parts
}

/// A kind of message that says which records are meant.
fn is_noun(c: &Cond) -> bool {
    c.column == "kind" && c.op == Op::Is && !c.negated && c.values.len() == 1 && !c.part
}

fn records(cases: bool, kind: Option<&str>) -> String {
    let dataset = if cases { Dataset::Cases } else { Dataset::Communications };
    let kind = kind.and_then(|kind| kind.parse::<Kind>().ok());
    let known = RECORDS.iter().find(|(_, d, k)| *d == dataset && (*k == kind || cases));
    known.map_or("messages", |(name, ..)| name).to_owned()
}

fn grouping(column: &str, says: String, origin: Origin) -> Part {
    Part { column: column.to_owned(), ..part(Role::Grouping, says, origin) }
}

/// "Mobile banking", "not phone or chat", "resolution time over 48".
fn filter(cond: &Cond, dataset: Dataset, catalog: &Catalog) -> Part {
    let declared = catalog.column(dataset, &cond.column).filter(|_| matches!(dataset, Dataset::Source(_)));
    let own = || Dataset::ALL.iter().find_map(|d| catalog.column(*d, &cond.column));
    let says = declared.or_else(own).map(|c| c.says.to_string());
    let says = says.unwrap_or_else(|| cond.column.replace('_', " "));
    let labels = cond.labels.join(" or ");
    let label = match cond.op {
        Op::Is if labels == "yes" || labels == "no" => format!("{says}: {labels}"),
        Op::Is => labels,
        Op::Missing => format!("without {says}"),
        Op::Contains => format!("with the words {labels}"),
        Op::More => format!("{says} over {labels}"),
        Op::AtLeast => format!("{says} of at least {labels}"),
        Op::Less => format!("{says} under {labels}"),
        Op::AtMost => format!("{says} of at most {labels}"),
        Op::Between => format!("{says} from {}", cond.labels.join(" to ")),
        Op::Starts => format!("{says} beginning with {labels}"),
    };
    let label = match (cond.negated, cond.op) {
        (true, Op::Missing) => format!("with {says}"),
        (true, _) => format!("not {label}"),
        (false, _) => label,
    };
    let origin = if cond.carried { Origin::Carried } else { Origin::Asked };
    let column = part_column(dataset, &cond.column);
    Part { column, values: cond.values.clone(), ..part(Role::Filter, label, origin) }
}

/// What is asked of the records, where it is more than how many.
fn measure(asked: &Asked) -> Option<String> {
    let said = &asked.said;
    let number = || said.number.as_deref().unwrap_or_default().replace('_', " ");
    let name = |group: &Option<Group>| group.as_ref().map_or(String::new(), |g| name_of(g).replace('_', " "));
    Some(match asked.want {
        Want::Share => "share".to_owned(),
        Want::Change => "change".to_owned(),
        Want::Per(bucket) => format!("average per {}", bucket.as_str()),
        Want::PerGroup => "average per group".to_owned(),
        Want::List => "list".to_owned(),
        _ if said.distinct.is_some() && said.groups.is_empty() => {
            format!("number of different values of {}", name(&said.distinct))
        }
        _ => match said.figure.filter(|_| said.number.is_some()) {
            Some(Figure::Avg) => format!("average {}", number()),
            Some(Figure::Median) => format!("median {}", number()),
            Some(Figure::Max) => format!("largest {}", number()),
            Some(Figure::Min) => format!("smallest {}", number()),
            Some(Figure::Sum) => format!("sum of {}", number()),
            Some(_) => number(),
            None if said.number.is_some() && !said.count => format!("average {}", number()),
            None => return None,
        },
    })
}

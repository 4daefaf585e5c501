//! From what a question says of a source to the query that it means.

use super::super::asked::{Asked, Refusal, Want};
use super::super::lexicon::Act;
use super::super::said::{Cond, Group, Said};
use crate::query::ast::{
    self, Bucket, By, Compare, Condition, Dataset, Figure, Filter, Measure, Op, Order, Query, Threshold,
};
use crate::query::declared::Source;

/// The query that is meant.
///
/// # Errors
/// What is missing, or cannot be told.
pub fn build(said: Said, source: &Source) -> Result<Asked, Refusal> {
    let mut notes = said.notes.clone();
    if said.number.is_none()
        && said.noun_at.is_none()
        && !said.count
        && said.groups.is_empty()
        && said.conds.is_empty()
        && said.distinct.is_none()
    {
        return Err(Refusal::Silent);
    }
    let mut query = Query { dataset: Dataset::Source(source.name), ..Query::default() };
    when(&said, source, &mut query)?;
    let own = said.number.as_deref().and_then(|name| source.measure(name));
    let superlative = said.most || said.least;
    let grouped = !said.groups.is_empty();
    let (mut conds, mut part) = (said.conds.clone(), None);
    query.measures = match (own, said.figure) {
        _ if said.share_at.is_some() && own.is_some() => {
            return Err(Refusal::Ask(
                "I can tell the share of rows, not of a sum. Ask for the sums by what you compare.".into(),
            ));
        }
        _ if said.share_at.is_some() => {
            // Of what was named last: "what share of orders from France was shipped late".
            part = conds.pop();
            let Some(only) = part.as_ref().map(filter) else {
                return Err(Refusal::Ask("A share of what? Name the value whose share is meant.".into()));
            };
            let measure = |of| Measure { of, only: Some(only.clone()), ..Measure::default() };
            vec![measure(Figure::Share), measure(Figure::Count)]
        }
        (Some(measure), figure) => {
            let usual = if superlative && !grouped && said.bound.is_none() && figure.is_none() {
                if said.most { Figure::Max } else { Figure::Min }
            } else {
                measure.aggregation
            };
            vec![Measure { of: figure.unwrap_or(usual), column: Some(measure.name.clone()), ..Measure::default() }]
        }
        (None, Some(Figure::Avg | Figure::Median)) if !grouped => {
            let names: Vec<&str> = source.measures.iter().map(|m| m.says.as_str()).collect();
            return Err(Refusal::Ask(format!("An average of what? There is {}.", names.join(", "))));
        }
        (None, _) => match &said.distinct {
            Some(Group::Column(column)) if !grouped && !column.is_empty() => {
                vec![Measure { of: Figure::Distinct, column: Some(column.clone()), ..Measure::default() }]
            }
            _ => Vec::new(),
        },
    };
    // Of single rows a bound is a condition; of groups it is one on their figure.
    if let Some((op, value)) = said.bound {
        if grouped {
            query.having.push(Threshold { measure: 0, op, value });
        } else if let Some(measure) = own {
            conds.push(Cond {
                column: measure.name.clone(),
                op,
                values: vec![value.to_string()],
                labels: vec![value.to_string()],
                ..Cond::default()
            });
            if said.figure.is_none() {
                query.measures = Vec::new();
            }
        } else {
            return Err(Refusal::Ask("I see a bound, but not of what. Name a measure, or what to group by.".into()));
        }
    }
    query.filter = together(&conds);
    query.group_by = said
        .groups
        .iter()
        .map(|group| match group {
            Group::Column(name) => ast::Group::Column(name.clone()),
            Group::Time(bucket) => ast::Group::Time(*bucket),
        })
        .collect();
    if query.group_by.len() > 2 {
        return Err(Refusal::Ask("I can group by two things at once. Say which.".into()));
    }
    if grouped
        && query.compare.is_some()
        && matches!(said.groups.first(), Some(Group::Time(b)) if *b != Bucket::Weekday)
    {
        query.compare = None;
        notes.push("The figures by time are of all the times that you named.".into());
    }
    let want = want(&said, &query, part.is_some());
    order(&said, &mut query, want);
    let left_out = said.unread.clone();
    Ok(Asked { said, query, want, notes, left_out, simple: false, against: None })
}

/// The time, and the one that it is compared with.
fn when(said: &Said, source: &Source, query: &mut Query) -> Result<(), Refusal> {
    let moves = said.compare || said.change.is_some() || said.previous || said.year_before;
    if source.time.is_none() {
        return if said.times.is_empty() && said.change.is_none() {
            Ok(())
        } else {
            Err(Refusal::Ask(format!("{} have no time.", source.name.as_str())))
        };
    }
    match said.times.as_slice() {
        [] if (said.previous || said.year_before || said.change.is_some()) && said.groups.is_empty() => {
            return Err(Refusal::Ask("Compared with when? Say from when to when.".into()));
        }
        [] => {}
        [(time, text)] => {
            query.time_range = Some(written(time, text));
            // Values against each other are no times.
            let of_values = said.compare && !said.groups.is_empty();
            if moves && !of_values {
                query.compare = Some(if said.year_before { Compare::PreviousYear } else { Compare::PreviousPeriod });
            }
        }
        [(a, a_text), (b, b_text)] => {
            // The later one is what is asked, the earlier what it is compared with.
            let (now, before) =
                if a.range.from >= b.range.from { ((a, a_text), (b, b_text)) } else { ((b, b_text), (a, a_text)) };
            query.time_range = Some(written(now.0, now.1));
            query.compare = Some(Compare::With(written(before.0, before.1)));
        }
        _ => return Err(Refusal::Ask("That is more than two times. Ask by month or by year.".into())),
    }
    Ok(())
}

/// A time as its days, so that it means the same on another day.
fn written(time: &crate::query::range::Resolved, text: &str) -> String {
    match (time.range.from, time.range.to) {
        (Some(from), Some(to)) => format!("{from} to {to}"),
        (Some(from), None) => format!("since {from}"),
        (None, Some(_)) | (None, None) => text.to_owned(),
    }
}

fn want(said: &Said, query: &Query, share: bool) -> Want {
    match () {
        () if share && said.groups.is_empty() => Want::Share,
        () if query.compare.is_some() && said.groups.is_empty() => Want::Change,
        () if said.groups.is_empty() => Want::Total,
        () if said.bound.is_some() => Want::GroupCount,
        () if (said.most || said.least) && said.top.is_none_or(|n| n == 1) => Want::Extreme,
        () if said.compare && query.compare.is_none() => Want::Versus,
        () => Want::Groups,
    }
}

fn order(said: &Said, query: &mut Query, want: Want) {
    if query.group_by.is_empty() {
        return;
    }
    let in_time = matches!(said.groups.first(), Some(Group::Time(_)));
    if query.compare.is_some() && said.change.is_some() {
        query.order = Some(Order { by: By::Change, ascending: said.change == Some(Act::Fell) });
    } else if said.most || said.least || said.top.is_some() {
        query.order = Some(Order { by: By::Measure(0), ascending: said.least });
    }
    query.limit = match (want, said.top) {
        (Want::GroupCount, _) => Some(20),
        (_, Some(n)) if n > 1 => Some(n),
        (Want::Versus, _) => Some(20),
        _ if in_time && query.order.is_none() => Some(120),
        _ => None,
    };
}

/// One condition as the query language has it.
fn filter(cond: &Cond) -> Filter {
    let is = Filter::Is(Condition { column: cond.column.clone(), op: cond.op, values: cond.values.clone() });
    if cond.negated { is.negated() } else { is }
}

/// All conditions: values of one column are one of each other, different columns must all fit.
fn together(conds: &[Cond]) -> Option<Filter> {
    let mut list: Vec<Filter> = Vec::new();
    let mut done: Vec<&str> = Vec::new();
    for cond in conds {
        if cond.op != Op::Is || cond.negated {
            list.push(filter(cond));
        } else if !done.contains(&cond.column.as_str()) {
            done.push(&cond.column);
            let same = conds.iter().filter(|c| c.column == cond.column && c.op == Op::Is && !c.negated);
            let values = same.flat_map(|c| c.values.clone()).collect();
            list.push(Filter::Is(Condition { column: cond.column.clone(), op: Op::Is, values }));
        }
    }
    Filter::all(list)
}

//! From a frame to its query, and to what its answer must say first. The same for the firm's own records and for
//! declared sources.

use reader::{Act, Aggregation as AggregationSlot, Order};

use super::grammar::pointers::vague;
use super::types::{AnswerKind, FilterSlot, Frame, Group, QueryIntent, RecordsSlot};
use crate::ast::{
    self, Aggregation, Bucket, By, Compare, Condition, Dataset, Filter, Measure, Op, Order as Sorting, Query, Records,
    Threshold,
};
use crate::catalog::{Catalog, ColumnType};
use crate::check::previous;
use crate::values::Vocabulary;
use model::time::full_date;

/// Builds the query of a frame.
///
/// # Errors
/// A message for people: what is missing or cannot be computed, and what to ask instead.
pub fn build(frame: &Frame, v: &Vocabulary) -> Result<QueryIntent, String> {
    let catalog = Catalog::of(v);
    let mut frame = frame.clone();
    if let Some(dataset) = frame.source.take() {
        let mut intent = build(&frame, v)?;
        intent.against = Some(dataset);
        return Ok(intent);
    }
    if let Some(problem) = &frame.problem {
        return Err(problem.clone());
    }
    if let Some(words) = frame.unknown.first() {
        return Err(not_called(words));
    }
    let Some(dataset) = frame.dataset else {
        return Err("I cannot tell which records you mean. Name them: complaints, messages, cases, customers.".into());
    };
    let mut query = Query { dataset, ..Query::default() };
    let one = |f: &FilterSlot| f.carried && f.column == "customer" && f.values.len() == 1 && !f.negated;
    if dataset == Dataset::Customers && !frame.records.is_empty() && frame.filters.iter().any(one) {
        return Err("The question names one customer: ask for the messages or the cases themselves.".into());
    }
    times(&mut frame, &mut query, v);
    if let Some(problem) = &frame.problem {
        return Err(problem.clone());
    }
    measures(&mut frame, &mut query, v, &catalog)?;
    filters(&frame, &mut query)?;
    query.group_by = frame
        .groups
        .iter()
        .map(|group| match group {
            Group::Column(name) => ast::Group::Column(name.clone()),
            Group::Time(bucket) => ast::Group::Time(*bucket),
        })
        .collect();
    let kind = kind(&frame, &query);
    if let AnswerKind::Per(_) = kind {
        query.group_by.clear();
    }
    bounds(&frame, &mut query)?;
    // One figure has no first few, and none has the most.
    let counts = frame.act == Act::Figure && query.measures.is_empty() && query.compare.is_none();
    if counts && query.group_by.is_empty() && matches!(frame.order, Some(Order::Most | Order::Least)) {
        return Err("Who or what has the most or the least of them? Name it: customers, products, months.".into());
    }
    if let Some(limit) = frame.limit.filter(|n| *n > 1 && query.group_by.is_empty() && frame.act != Act::List) {
        return Err(format!("The first {limit} of what? Name what is to be ranked: customers, products, months."));
    }
    order(&frame, &mut query, kind);
    let notes = frame.notes.clone();
    Ok(QueryIntent { query, kind, notes, against: None, frame })
}

/// The message that nothing in the data has this name.
pub fn not_called(words: &str) -> String {
    format!("Nothing in the data is called “{words}”.")
}

/// Sets the period, and the one to compare with.
fn times(frame: &mut Frame, query: &mut Query, v: &Vocabulary) {
    let timeless = match query.dataset {
        // A period applies to the records of customers; they themselves have only the day `since`.
        Dataset::Customers => !frame.records.is_empty() || frame.filters.iter().all(|f| f.column != "since"),
        Dataset::Source(name) => v.source(name.as_str()).is_none_or(|opened| opened.source.time.is_none()),
        _ => false,
    };
    if timeless {
        // "These days" says nothing of records that have no days.
        if frame.time.as_ref().is_some_and(|time| vague(&time.words).is_some()) {
            frame.time = None;
        }
        if query.dataset != Dataset::Customers {
            frame.unused.extend(frame.time.take().map(|time| time.words));
        } else if frame.records.is_empty() {
            frame.unused.extend(frame.time.as_ref().map(|time| time.words.clone()));
        }
        return;
    }
    query.time_range = frame.time.as_ref().map(|time| time.time.label.clone());
    // No record is in the future.
    let ahead = frame.time.as_ref().and_then(|time| time.time.range.from).zip(last_day(query.dataset, v));
    if let Some((from, last)) = ahead.filter(|(from, last)| from > last) {
        frame.problem = Some(format!("{} is after {}, the last day of the data.", full_date(from), full_date(last)));
        return;
    }
    let in_time = frame.groups.iter().any(|g| matches!(g, Group::Time(b) if *b != Bucket::Weekday));
    if in_time {
        return;
    }
    query.compare = match (&frame.against, &frame.time) {
        (Some(against), Some(time)) => {
            // The later period is the one asked about; the earlier is what it is compared with.
            let (now, then) =
                if against.time.range.from > time.time.range.from { (against, time) } else { (time, against) };
            query.time_range = Some(now.time.label.clone());
            Some(Compare::With(then.time.label.clone()))
        }
        (Some(against), None) => {
            query.time_range = Some(against.time.label.clone());
            None
        }
        (None, Some(_)) if frame.previous && !frame.versus => Some(Compare::PreviousPeriod),
        _ => None,
    };
    // A comparison with a period that has no data says nothing.
    let time = frame.time.as_ref().map(|time| time.time.range);
    let earlier = match &query.compare {
        Some(Compare::With(_)) => {
            let both = [&frame.against, &frame.time].into_iter().flatten().min_by_key(|t| t.time.range.from);
            both.map(|slot| (slot.time.range, slot.words.as_str()))
        }
        Some(Compare::PreviousPeriod) => time.and_then(|time| previous(time, false)).map(|r| (r, "the time before")),
        Some(Compare::PreviousYear) => time.and_then(|time| previous(time, true)).map(|r| (r, "the year before")),
        None => None,
    };
    if let (Some((earlier, words)), Some(first)) = (earlier, first_day(query.dataset, v))
        && earlier.to.is_some_and(|to| to < first)
    {
        query.compare = None;
        frame.not_compared = Some(format!("There is no data for {words}, so nothing is compared."));
    }
}

/// The first day for which a dataset has records.
fn first_day(dataset: Dataset, v: &Vocabulary) -> Option<chrono::NaiveDate> {
    match dataset {
        Dataset::Source(name) => v.source(name.as_str())?.days?.from,
        _ => v.days.iter().filter_map(|(_, days)| days.from).min(),
    }
}

/// The last day for which a dataset has records.
fn last_day(dataset: Dataset, v: &Vocabulary) -> Option<chrono::NaiveDate> {
    match dataset {
        Dataset::Source(name) => v.source(name.as_str())?.days?.to,
        _ => v.days.iter().filter_map(|(_, days)| days.to).max(),
    }
}

/// Sets the measures.
fn measures(frame: &mut Frame, query: &mut Query, v: &Vocabulary, catalog: &Catalog) -> Result<(), String> {
    let dataset = query.dataset;
    let opened = match dataset {
        Dataset::Source(name) => v.source(name.as_str()),
        _ => None,
    };
    let grouped = !frame.groups.is_empty();
    if frame.measure.is_none()
        && dataset == Dataset::Cases
        && matches!(frame.order, Some(Order::Longest | Order::Shortest))
    {
        frame.measure = Some("resolution_hours".into());
    }
    if frame.aggregation == Some(AggregationSlot::Share) {
        let part = together(frame.filters.iter().filter(|f| f.part));
        let has = frame.records.iter().filter(|_| has_part(frame)).map(|r| has(r, frame));
        let part = Filter::all(part.into_iter().map(Ok).chain(has).collect::<Result<Vec<_>, String>>()?);
        if part.is_none() && !grouped {
            return Err("A share of what? Name the value or the records whose share is meant.".into());
        }
        if let Some(measure) = &frame.measure {
            let measure = measure.replace('_', " ");
            return Err(format!(
                "I can compute shares of records, not of {measure}. Ask for the total {measure} by group instead."
            ));
        }
        let share = Measure { of: Aggregation::Share, only: part.clone(), ..Measure::default() };
        let counted = Measure { only: part.clone(), ..Measure::default() };
        query.measures = if part.is_none() { vec![Measure::default(), share] } else { vec![share, counted] };
        return Ok(());
    }
    if frame.aggregation == Some(AggregationSlot::Distinct) {
        let named = frame.groups.iter().position(|g| matches!(g, Group::Column(_))).map(|at| frame.groups.remove(at));
        if let Some(Group::Column(column)) = named {
            query.measures = vec![Measure { of: Aggregation::Distinct, column: Some(column), ..Measure::default() }];
            return Ok(());
        }
        return Err("Distinct values of what? Name the column whose values are to be counted.".into());
    }
    let wanted = match frame.aggregation {
        Some(AggregationSlot::Average) => Some(Aggregation::Avg),
        Some(AggregationSlot::Median) => Some(Aggregation::Median),
        Some(AggregationSlot::Sum) => Some(Aggregation::Sum),
        Some(AggregationSlot::Min) => Some(Aggregation::Min),
        Some(AggregationSlot::Max) => Some(Aggregation::Max),
        Some(AggregationSlot::Percentile) => Some(Aggregation::Percentile),
        _ => None,
    };
    if frame.aggregation == Some(AggregationSlot::Rate) {
        frame.unused.push("rate".into());
    }
    if frame.measure.is_none() && wanted.is_some() && !grouped {
        // If the records have exactly one number, that one is meant.
        let numbers: Vec<&str> = catalog
            .columns(dataset)
            .iter()
            .filter(|c| matches!(c.kind, ColumnType::Number(_)))
            .map(|c| c.name.as_ref())
            .collect();
        match numbers.as_slice() {
            // An average of counts is one per day or per month.
            _ if dataset == Dataset::Communications && wanted == Some(Aggregation::Avg) => {
                let days = frame.time.as_ref().and_then(|t| Some((t.time.range.to? - t.time.range.from?).num_days()));
                let bucket = if days.is_some_and(|days| days < 62) { Bucket::Day } else { Bucket::Month };
                frame.groups.push(Group::Time(bucket));
                return Ok(());
            }
            [one] if wanted != Some(Aggregation::Sum) => frame.measure = Some((*one).to_owned()),
            _ => {
                let says: Vec<String> = numbers.iter().map(|n| n.replace('_', " ")).collect();
                let there =
                    if says.is_empty() { "no numbers".into() } else { format!("the numbers {}", says.join(", ")) };
                return Err(format!("Which number is meant? These records have {there}."));
            }
        }
    }
    if frame.measure.is_none()
        && let Some(aggregation @ (AggregationSlot::Median | AggregationSlot::Percentile | AggregationSlot::Sum)) =
            frame.aggregation
    {
        return Err(format!("I cannot compute the {} of a count. Name a number.", aggregation.as_str()));
    }
    let Some(column) = frame.measure.clone() else { return Ok(()) };
    let own = opened.and_then(|opened| opened.source.measure(&column)).map(|measure| measure.aggregation);
    let extreme = match frame.order {
        Some(Order::Most | Order::Longest | Order::Worst) if frame.one && !grouped => Some(Aggregation::Max),
        Some(Order::Least | Order::Shortest | Order::Best) if frame.one && !grouped => Some(Aggregation::Min),
        _ => None,
    };
    let of = wanted.or(extreme).or(own).unwrap_or(Aggregation::Avg);
    let percentile = (of == Aggregation::Percentile).then(|| percentile(&frame.text));
    query.measures = vec![Measure { of, column: Some(column), percentile, ..Measure::default() }];
    Ok(())
}

/// The percentile that a question names; the 90th if it names none.
fn percentile(text: &str) -> u8 {
    let digits =
        |word: &str| word.trim_start_matches('p').trim_end_matches(|c: char| c.is_alphabetic()).parse::<u8>().ok();
    text.to_lowercase()
        .split(|c: char| !c.is_alphanumeric())
        .filter_map(digits)
        .find(|n| (1..=99).contains(n))
        .unwrap_or(90)
}

/// Sets the conditions on the records.
fn filters(frame: &Frame, query: &mut Query) -> Result<(), String> {
    let share = frame.aggregation == Some(AggregationSlot::Share);
    let customers = query.dataset == Dataset::Customers;
    let own = frame.filters.iter().filter(|f| !f.part).map(|f| match f.column.as_str() {
        // The dataset of customers has the name in another column.
        "customer" if customers => FilterSlot { column: "name".into(), ..f.clone() },
        _ => f.clone(),
    });
    let own: Vec<FilterSlot> = own.collect();
    let mut all: Vec<Filter> = together(own.iter()).into_iter().collect();
    // A share of late cases is taken of those for which it is known whether they are late.
    if frame.filters.iter().any(|f| f.part && f.column == "sla_breached") {
        let missing = Condition { column: "sla_breached".into(), op: Op::Missing, values: Vec::new() };
        all.push(Filter::Is(missing).negated());
    }
    if customers && !(share && has_part(frame)) {
        for records in &frame.records {
            all.push(has(records, frame)?);
        }
    }
    query.filter = Filter::all(all);
    Ok(())
}

/// Whether the numerator of a customers' share is the records they have, rather than a value.
fn has_part(frame: &Frame) -> bool {
    frame.dataset == Some(Dataset::Customers) && !frame.filters.iter().any(|f| f.part)
}

/// The conjunction of several slots.
pub fn together<'a>(slots: impl Iterator<Item = &'a FilterSlot>) -> Option<Filter> {
    let filter = |slot: &FilterSlot| {
        let is = Filter::Is(Condition { column: slot.column.clone(), op: slot.op, values: slot.values.clone() });
        if slot.negated { is.negated() } else { is }
    };
    let mut all: Vec<Filter> = Vec::new();
    for slot in slots {
        match (slot.or, all.pop()) {
            (true, Some(Filter::Or(mut list))) => {
                list.push(filter(slot));
                all.push(Filter::Or(list));
            }
            (true, Some(before)) => all.push(Filter::Or(vec![before, filter(slot)])),
            (_, before) => {
                all.extend(before);
                all.push(filter(slot));
            }
        }
    }
    Filter::all(all)
}

/// "with five complaints or more", "without a case": the records that customers must have.
fn has(slot: &RecordsSlot, frame: &Frame) -> Result<Filter, String> {
    let time_range = frame.time.as_ref().map(|time| time.time.label.clone());
    let filter = together(slot.filters.iter()).map(Box::new);
    let records = Records { of: slot.of, time_range, filter, at_least: None };
    let at_least = |least: f64| Filter::Has(Records { at_least: Some(least as u32), ..records.clone() });
    if slot.value == 0.0 && matches!(slot.op, Op::AtLeast | Op::Is | Op::AtMost) {
        return Ok(at_least(1.0).negated());
    }
    if !(0.0..=1e9).contains(&slot.value) {
        return Err("Every customer meets that bound, or none does. Give the minimum number of records.".into());
    }
    Ok(match slot.op {
        Op::More => at_least(slot.value.floor() + 1.0),
        Op::Less => at_least(slot.value.ceil().max(1.0)).negated(),
        Op::AtMost => at_least(slot.value.floor() + 1.0).negated(),
        Op::Is => Filter::And(vec![at_least(slot.value.max(1.0)), at_least(slot.value + 1.0).negated()]),
        _ => at_least(slot.value.ceil().max(1.0)),
    })
}

fn kind(frame: &Frame, query: &Query) -> AnswerKind {
    let one_of_them = frame.ranks() && (frame.one || frame.limit == Some(1));
    let plain = query.measures.is_empty() && frame.aggregation == Some(AggregationSlot::Average);
    match frame.groups.as_slice() {
        [Group::Time(bucket)] if plain && *bucket != Bucket::Weekday && frame.order.is_none() => {
            AnswerKind::Per(*bucket)
        }
        [_, ..] if plain => AnswerKind::PerGroup,
        [] if frame.aggregation == Some(AggregationSlot::Share) && query.compare.is_none() => AnswerKind::Share,
        [] if query.compare.is_some() => AnswerKind::Change,
        [] => AnswerKind::Total,
        _ if !frame.bounds.is_empty() && frame.act == Act::Figure && !frame.names() => AnswerKind::GroupCount,
        _ if one_of_them => AnswerKind::Extreme,
        _ if frame.versus && query.compare.is_none() => AnswerKind::Versus,
        _ => AnswerKind::Groups,
    }
}

fn bounds(frame: &Frame, query: &mut Query) -> Result<(), String> {
    if frame.bounds.is_empty() {
        return Ok(());
    }
    if query.group_by.is_empty() {
        return Err("I cannot tell what the bound applies to. Name the groups: customers, products, months.".into());
    }
    for (op, value) in &frame.bounds {
        // "exactly one" becomes "at least one" and "at most one".
        let ends: &[Op] = if *op == Op::Is { &[Op::AtLeast, Op::AtMost] } else { std::slice::from_ref(op) };
        query.having.extend(ends.iter().map(|op| Threshold { measure: 0, op: *op, value: *value }));
    }
    query.limit = Some(100);
    Ok(())
}

fn order(frame: &Frame, query: &mut Query, kind: AnswerKind) {
    if query.group_by.is_empty() {
        return;
    }
    let in_time = matches!(frame.groups.first(), Some(Group::Time(_)));
    let by = if query.compare.is_some() && frame.ranks() { By::Change } else { By::Measure(0) };
    if frame.ranks() && frame.order.is_some() || kind == AnswerKind::Extreme {
        query.order = Some(Sorting { by, ascending: frame.ascending() });
    } else if in_time && matches!(frame.order, Some(Order::Newest)) {
        query.order = Some(Sorting { by: By::Group, ascending: false });
    }
    // A superlative ("which product has the most") does not limit the list: the runners-up are shown as well.
    let few = frame.limit.filter(|n| *n > 1);
    query.limit = few.or(query.limit).or((query.dataset == Dataset::Customers && !in_time).then_some(20));
}

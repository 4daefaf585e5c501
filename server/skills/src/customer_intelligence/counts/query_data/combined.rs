//! A question in words together with the tool's fields: one query of both, or what they disagree about.

use chrono::NaiveDate;
use model::run::Scope;

use query::ast::{Dataset, Filter, Op, Query};
use query::check::{self, Predicate};
use query::range;
use query::values::Vocabulary;
use tools::ToolError;

/// The fields, with what only the words say. `named` says that the fields name the dataset.
///
/// # Errors
/// What the words and the fields say differently.
pub(super) fn combined(
    fields: Query,
    named: bool,
    words: Query,
    vocabulary: &Vocabulary,
    as_of: NaiveDate,
) -> Result<Query, ToolError> {
    let dataset = dataset(&fields, named, &words)?;
    let (fields, words) = (Query { dataset, ..fields }, Query { dataset, ..words });
    let whole = |query: &Query| check::check(query, vocabulary, &Scope::default(), as_of);
    let (of_fields, of_words) = (whole(&fields)?, whole(&words).map_err(|error| differs(&error.message))?);
    if let (Some(a), Some(b)) = (&fields.time_range, &words.time_range)
        && range::parse(a, as_of).map(|meant| meant.range).ok() != range::parse(b, as_of).map(|meant| meant.range).ok()
    {
        return Err(differs(&format!("timeRange is \"{a}\", and the words mean \"{b}\".")));
    }
    if let Some((column, a, b)) = contradiction(of_fields.filter.as_ref(), of_words.filter.as_ref()) {
        return Err(differs(&format!("{column} is {a} in the conditions and {b} in the words.")));
    }
    if !(fields.measures.is_empty() || words.measures.is_empty()) && of_fields.measures != of_words.measures {
        return Err(differs("They ask for two measures."));
    }
    let mut group_by = fields.group_by;
    for group in words.group_by {
        if !group_by.contains(&group) {
            group_by.push(group);
        }
    }
    let parts = |filter: &Option<Filter>| filter.iter().flat_map(|f| f.parts()).cloned().collect::<Vec<_>>();
    let own = parts(&fields.filter);
    // The fields say more exactly what both say of one column.
    let new = |part: &Filter| column(part).is_none_or(|name| own.iter().all(|known| column(known) != Some(name)));
    let further: Vec<Filter> =
        parts(&words.filter).into_iter().filter(|part| new(part) && !own.contains(part)).collect();
    Ok(Query {
        dataset,
        time_range: fields.time_range.or(words.time_range),
        filter: Filter::all(own.iter().cloned().chain(further).collect()),
        group_by,
        measures: if fields.measures.is_empty() { words.measures } else { fields.measures },
        having: if fields.having.is_empty() { words.having } else { fields.having },
        order: fields.order.or(words.order),
        limit: fields.limit.or(words.limit),
        compare: fields.compare.or(words.compare),
    })
}

/// The dataset of both. Words that name none are read as about the default one.
fn dataset(fields: &Query, named: bool, words: &Query) -> Result<Dataset, ToolError> {
    match (named, fields.dataset == words.dataset || words.dataset == Dataset::default()) {
        (false, _) => Ok(words.dataset),
        (true, true) => Ok(fields.dataset),
        (true, false) => {
            let (a, b) = (fields.dataset.as_str(), words.dataset.as_str());
            Err(differs(&format!("dataset is {a}, and the words are about {b}.")))
        }
    }
}

fn differs(why: &str) -> ToolError {
    ToolError::new(format!("`query` and the fields do not go together: {why} Leave one of them out."))
}

fn column(part: &Filter) -> Option<&str> {
    match part {
        Filter::Is(condition) => Some(&condition.column),
        _ => None,
    }
}

/// A column that both limit to values, without one in common; with the values.
fn contradiction(a: Option<&Predicate>, b: Option<&Predicate>) -> Option<(String, String, String)> {
    fn parts(test: Option<&Predicate>) -> Vec<&Predicate> {
        match test {
            Some(Predicate::And(list)) => list.iter().flat_map(|test| parts(Some(test))).collect(),
            other => other.into_iter().collect(),
        }
    }
    let (a, b) = (parts(a), parts(b));
    let pairs = a.iter().flat_map(|a| b.iter().map(move |b| (*a, *b)));
    pairs.into_iter().find_map(|pair| match pair {
        (
            Predicate::Is { column: a, op: Op::Is, values: own },
            Predicate::Is { column: b, op: Op::Is, values: other },
        ) if a == b && own.iter().all(|value| !other.contains(value)) => {
            let text = |values: &[check::Scalar]| {
                let text = |value: &check::Scalar| match value {
                    check::Scalar::Text(text) => text.clone(),
                    check::Scalar::Number(number) => number.to_string(),
                };
                values.iter().map(text).collect::<Vec<_>>().join(" or ")
            };
            Some((a.name.to_string(), text(own), text(other)))
        }
        _ => None,
    })
}

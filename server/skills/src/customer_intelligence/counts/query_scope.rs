//! The caller's scope in a typed query: what is outside of it, what it adds to a result's words, and the scope that a
//! chart of groups passes on to the next question.

use model::run::{Bubble, FIELDS, Records, Scope, SourceValue};
use model::time::DateRange;

use crate::figures;
use query::ast::{Dataset, Op, Query};
use query::catalog;
use query::check::{self, Checked, GroupKey, Predicate, Scalar};
use query::describe;
use query::values::Vocabulary;
use tools::{ToolContext, ToolError};

/// A query that was checked, within the caller's scope.
///
/// # Errors
/// What does not exist, naming the closest; a value outside of the scope.
pub fn checked(ctx: &ToolContext, query: &Query, vocabulary: &Vocabulary) -> Result<Checked, ToolError> {
    let checked = check::check(query, vocabulary, &ctx.scope, ctx.as_of)?;
    within(&checked, vocabulary)?;
    Ok(checked)
}

/// Rejects a query for a value outside of the scope: its figure would be 0 and meaningless.
pub fn within(query: &Checked, vocabulary: &Vocabulary) -> Result<(), ToolError> {
    let scope = &query.scope;
    let table = query.source.as_ref().map(|opened| opened.source.name.as_str());
    if let Some(mark) = scope.source_value.as_ref().filter(|mark| table != Some(mark.table.as_str())) {
        return Err(ToolError::outside(&format!("{} of {}", mark, mark.table), describe::noun(query.dataset).1));
    }
    if let Some(opened) = &query.source {
        let known = |field: &str| opened.source.scope.iter().any(|(own, _)| own == field);
        let values = scope.values();
        let other = values.iter().find(|(field, _)| !known(field)).map(|(field, value)| {
            format!(
                "{} {}",
                catalog::of_scope(field).replace('_', " "),
                vocabulary.readable(catalog::of_scope(field), value)
            )
        });
        let other =
            other.or_else(|| (!scope.selected_items.is_empty()).then(|| figures::any_of(&scope.selected_items)));
        return match other {
            Some(limit) => Err(ToolError::outside(&limit, describe::noun(query.dataset).1)),
            None => Ok(()),
        };
    }
    for (field, limit) in scope.values() {
        let asked = wanted(query, catalog::of_scope(field));
        if let Some(other) = asked.filter(|values| !values.iter().any(|v| v.eq_ignore_ascii_case(limit))) {
            let readable = |value: &str| vocabulary.readable(catalog::of_scope(field), value);
            return Err(ToolError::outside(&readable(limit), &readable(other[0])));
        }
    }
    let items = &scope.selected_items;
    if let Some(asked) = wanted(query, "subcategory").filter(|_| !items.is_empty())
        && !asked.iter().any(|value| items.iter().any(|item| item.eq_ignore_ascii_case(value)))
    {
        return Err(ToolError::outside(&figures::any_of(items), asked[0]));
    }
    Ok(())
}

/// The values of a column of which one must match, if there is such a condition.
fn wanted<'a>(query: &'a Checked, name: &str) -> Option<Vec<&'a str>> {
    let parts: &[Predicate] = match query.filter.as_ref()? {
        Predicate::And(list) => list,
        one => std::slice::from_ref(one),
    };
    parts.iter().find_map(|part| match part {
        Predicate::Is { column, op: Op::Is, values } if column.name == name => {
            let texts = values.iter().filter_map(|v| match v {
                Scalar::Text(text) => Some(text.as_str()),
                Scalar::Number(_) => None,
            });
            Some(texts.collect()).filter(|all: &Vec<&str>| !all.is_empty())
        }
        _ => None,
    })
}

/// "product is Mobile banking and topic is Login failures": what the scope adds to the query's own words.
pub(super) fn words(query: &Checked, vocabulary: &Vocabulary) -> Option<String> {
    let scope = &query.scope;
    if let Some(opened) = &query.source {
        let dimension =
            |field: &str| opened.source.scope.iter().find(|(own, _)| own == field).map(|(_, d)| d.replace('_', " "));
        let all: Vec<String> = scope
            .values()
            .into_iter()
            .filter_map(|(field, value)| Some(format!("{} is {value}", dimension(field)?)))
            .chain(scope.source_value.iter().map(|m| format!("{} is {}", m.dimension.replace('_', " "), m.value)))
            .collect();
        return (!all.is_empty()).then(|| all.join(" and "));
    }
    let says = |(field, value): (&str, &str)| {
        let name = catalog::of_scope(field);
        let said = wanted(query, name).is_some_and(|values| values.len() == 1);
        let none = query.dataset == Dataset::Documents && field != "product";
        let called = if field == "topic" { "topic" } else { name }.replace('_', " ");
        (!said && !none).then(|| format!("{called} is {}", vocabulary.readable(name, value)))
    };
    let mut all: Vec<String> = scope.values().into_iter().filter_map(says).collect();
    if !scope.selected_items.is_empty() && query.dataset != Dataset::Documents {
        all.push(format!("topic is {}", figures::any_of(&scope.selected_items)));
    }
    (!all.is_empty()).then(|| all.join(" and "))
}

/// The scope of a whole chart: that of the query, and those conditions of the query that a scope can express.
pub(super) fn of_chart(query: &Checked, vocabulary: &Vocabulary) -> Scope {
    let scope = &query.scope;
    let records = match query.dataset {
        Dataset::Communications => Records::Communications,
        Dataset::Cases => Records::Cases,
        Dataset::Source(_) => {
            let window = (query.range != DateRange::ALL).then_some(query.range);
            return Scope { selected_bubble: None, time_window: window, ..scope.clone() };
        }
        _ => return scope.clone(),
    };
    let mut all = Scope { selected_bubble: None, name: None, ..scope.clone() };
    for (field, column) in FIELDS {
        if let Some([value]) = wanted(query, column).as_deref() {
            all.set(field, value);
        }
    }
    let named: Vec<String> =
        all.values().into_iter().map(|(field, value)| vocabulary.readable(catalog::of_scope(field), value)).collect();
    let window = (query.range != DateRange::ALL).then_some(query.range);
    Scope { records: Some(records), name: (!named.is_empty()).then(|| named.join(", ")), time_window: window, ..all }
}

/// The scope of a group; `None` if no scope can express it.
pub(super) fn of_group(query: &Checked, key: &GroupKey, value: Option<&str>) -> Option<Scope> {
    let value = value?;
    match key {
        GroupKey::Column(column) if query.source.is_some() => {
            let mark = SourceValue {
                table: query.dataset.as_str().to_owned(),
                dimension: column.name.to_string(),
                value: value.to_owned(),
            };
            Some(Scope { name: Some(mark.to_string()), source_value: Some(mark), ..Scope::default() })
        }
        GroupKey::Column(column) => {
            let (field, _) = FIELDS.iter().find(|(_, name)| *name == column.name)?;
            let mut scope = Scope::default();
            scope.set(field, value);
            (!scope.is_empty()).then_some(scope)
        }
        GroupKey::Time(bucket) => {
            let range = bucket.days(value)?;
            Some(Scope { selected_bubble: Some(Bubble::spanning(range.from?, range.to?)), ..Scope::default() })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use query::ast::Bucket;

    #[test]
    fn stretches_of_time_are_the_days_they_stand_for() {
        let all = Checked::listing(Dataset::Cases, None, Scope::default(), Default::default(), Vec::new());
        for (bucket, value, label) in [
            (Bucket::Day, "2026-01-15", "15 January 2026"),
            (Bucket::Week, "2026-01-11", "11 to 17 January 2026"),
            (Bucket::Month, "2025-10", "October 2025"),
            (Bucket::Quarter, "2025-Q4", "Q4 2025"),
            (Bucket::Year, "2014", "1 January to 31 December 2014"),
        ] {
            let scope = of_group(&all, &GroupKey::Time(bucket), Some(value)).unwrap();
            assert_eq!(scope.selected_bubble.unwrap().label(), label);
        }
        assert_eq!(of_group(&all, &GroupKey::Time(Bucket::Weekday), Some("0")), None);
        assert_eq!(of_group(&all, &GroupKey::Time(Bucket::Month), Some("no month")), None);
    }
}

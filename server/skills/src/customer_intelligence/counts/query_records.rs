//! The records behind the figures of a typed query.

use model::run::drill_through::{DrillThrough, FigureRule, SharedValue as RowKey};
use model::text::capital;

use query::ast::Aggregation;
use query::check::{Checked, CheckedMeasure, GroupKey, Predicate};
use query::subset::filled;
use query::{drill_through, filter_codec};

/// The drill-through of a result's figures. `names` are the fields of its measures.
pub(super) fn counts(query: &Checked, names: &[String]) -> DrillThrough {
    let mut figures = vec![FigureRule::count("/total"), FigureRule::at("/all")];
    figures.extend(
        ["Day", "Week", "Month", "Quarter", "Year", "Group"].map(|per| FigureRule::at(&format!("/averagePer{per}"))),
    );
    let row = keyed("/groups/*", &query.keys);
    let groups = (!query.keys.is_empty()).then_some(row);
    figures.extend(groups.clone().map(|row| row.counts("/count")));
    if let Some(range) = query.against {
        figures.push(FigureRule::count("/all/previousCount").on(range));
        figures.extend(groups.clone().map(|row| under(row, "/previousCount").counts("").on(range)));
    }
    for (measure, name) in query.measures.iter().zip(names) {
        let Some((test, is_count)) = behind(measure) else { continue };
        let only = filter_codec::json(&test);
        for (field, range) in [(name.clone(), None), (format!("previous{}", capital(name)), query.against)] {
            if field.starts_with("previous") && range.is_none() {
                continue;
            }
            let all = Some(FigureRule::at(&format!("/all/{field}")));
            for rule in all.into_iter().chain(groups.clone().map(|row| under(row, &format!("/{field}")))) {
                let rule = if is_count { rule.counts("") } else { rule };
                figures.push(FigureRule { range, ..rule.only(only.clone()) });
            }
        }
    }
    drill_through::of_query(query, figures)
}

/// A figure of a row.
fn under(row: FigureRule, field: &str) -> FigureRule {
    FigureRule { path: format!("{}{field}", row.path), ..row }
}

/// The records of a measure, if not all; and whether the measure is their number.
fn behind(measure: &CheckedMeasure) -> Option<(Predicate, bool)> {
    let known = measure.column.clone().map(filled);
    let tests: Vec<Predicate> = measure.only.clone().into_iter().chain(known).collect();
    (!tests.is_empty()).then(|| (Predicate::And(tests), measure.of == Aggregation::Count))
}

/// The rule of a row: its records have its keys' values.
fn keyed(path: &str, keys: &[GroupKey]) -> FigureRule {
    let mut rule = FigureRule::at(path);
    for key in keys {
        rule = rule.key(match keys.len() {
            1 => RowKey {
                column: filter_codec::key(key),
                value: vec![format!("{path}/value"), format!("{path}/label")],
                missing: None,
            },
            _ => shared(path, key),
        });
    }
    rule
}

/// The field of a group's name.
pub(super) fn field(key: &GroupKey) -> &str {
    match key {
        GroupKey::Column(column) => &column.name,
        GroupKey::Time(bucket) => bucket.as_str(),
    }
}

/// The field of a group's stored value, where that differs from its name.
pub(super) fn stored_field(key: &GroupKey) -> String {
    format!("{}Id", field(key))
}

/// The rule's key for the records of a row whose names stand under their fields.
pub(super) fn shared(path: &str, key: &GroupKey) -> RowKey {
    let value = vec![format!("{path}/{}", stored_field(key)), format!("{path}/{}", field(key))];
    RowKey { column: filter_codec::key(key), value, missing: None }
}

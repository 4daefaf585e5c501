//! The records behind the figures of a typed query.

use model::run::Scope;
use model::run::counted::{Counted, Key as RowKey, Rule};
use model::text::capital;

use query::ast::Figure;
use query::check::{Checked, Figures, Key, Test};
use query::subset::filled;
use query::{counted, written};

/// What a result says of the records that its figures count. `names` are the fields of its measures.
pub(super) fn counts(query: &Checked, scope: &Scope, names: &[String]) -> Counted {
    let mut figures = vec![Rule::count("/total"), Rule::at("/all")];
    figures
        .extend(["Day", "Week", "Month", "Quarter", "Year", "Group"].map(|per| Rule::at(&format!("/averagePer{per}"))));
    let row = keyed("/groups/*", &query.keys);
    let groups = (!query.keys.is_empty()).then_some(row);
    figures.extend(groups.clone().map(|row| row.counts("/count")));
    if let Some(range) = query.against {
        figures.push(Rule::count("/all/previousCount").on(range));
        figures.extend(groups.clone().map(|row| under(row, "/previousCount").counts("").on(range)));
    }
    for (measure, name) in query.measures.iter().zip(names) {
        let Some((test, is_count)) = behind(measure) else { continue };
        let only = written::json(&test);
        for (field, range) in [(name.clone(), None), (format!("previous{}", capital(name)), query.against)] {
            if field.starts_with("previous") && range.is_none() {
                continue;
            }
            let all = Some(Rule::at(&format!("/all/{field}")));
            for rule in all.into_iter().chain(groups.clone().map(|row| under(row, &format!("/{field}")))) {
                let rule = if is_count { rule.counts("") } else { rule };
                figures.push(Rule { range, ..rule.only(only.clone()) });
            }
        }
    }
    let tests: &[Test] = query.filter.as_slice();
    counted::of(query.dataset, scope, query.range, tests, figures)
}

/// A figure of a row.
fn under(row: Rule, field: &str) -> Rule {
    Rule { path: format!("{}{field}", row.path), ..row }
}

/// The records that a measure is worked out of, where those are not all; and whether it is their number.
fn behind(measure: &Figures) -> Option<(Test, bool)> {
    let known = measure.column.clone().map(filled);
    let tests: Vec<Test> = measure.only.clone().into_iter().chain(known).collect();
    (!tests.is_empty()).then(|| (Test::And(tests), measure.of == Figure::Count))
}

/// The rule of a row: its records share the values of its keys.
fn keyed(path: &str, keys: &[Key]) -> Rule {
    let mut rule = Rule::at(path);
    for (at, key) in keys.iter().enumerate() {
        let column = match key {
            Key::Column(column) => written::name(column),
            Key::Time(bucket) => format!("@{}", bucket.as_str()),
        };
        let fields: &[String] = &match keys.len() {
            1 => [format!("{path}/value"), format!("{path}/label")].to_vec(),
            _ => vec![format!("{path}/value/{at}")],
        };
        rule = rule.key(RowKey { column, value: fields.to_vec(), missing: None });
    }
    rule
}

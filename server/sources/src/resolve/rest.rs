//! Properties of a whole source: its time, its clock, its scope fields, its comparison.

use serde_saphyr::Spanned;

use super::super::declaration::{ComparisonText, SourceText, Text, line};
use super::Resolver;
use model::run::FIELDS;
use query::catalog::ColumnType;
use query::declared::{Comparison, Dimension, Today};

impl Resolver<'_> {
    pub(super) fn time(&mut self, text: Option<&Text>, dimensions: &[Dimension]) -> Option<String> {
        let text = text?;
        match dimensions.iter().find(|d| d.name == text.value) {
            Some(d) if d.kind == ColumnType::Day => return Some(d.name.clone()),
            Some(d) => self.wrong(line(text), format!("{} is not a date. Give it \"type: date\".", d.name)),
            None => {
                let days = dimensions.iter().filter(|d| d.kind == ColumnType::Day).map(|d| &d.name);
                self.unknown(line(text), "dimension of days", &text.value, days);
            }
        }
        None
    }

    pub(super) fn today(&mut self, text: Option<&Text>) -> Today {
        let Some(text) = text else { return Today::Clock };
        match (text.value.as_str(), text.value.parse()) {
            ("now", _) => Today::Now,
            ("last_day", _) => Today::LastDay,
            (_, Ok(day)) => Today::On(day),
            (other, Err(_)) => {
                self.wrong(line(text), format!("\"{other}\" is not now, last_day, or a day such as 2026-01-31."));
                Today::Clock
            }
        }
    }

    pub(super) fn scope(&mut self, text: &SourceText, dimensions: &[Dimension]) -> Vec<(String, String)> {
        let mut scope = Vec::new();
        for (field, dimension) in &text.scope {
            if !FIELDS.iter().any(|(known, _)| known == field) {
                self.unknown(line(dimension), "field of the scope", field, FIELDS.iter().map(|(field, _)| field));
            } else if !dimensions.iter().any(|d| d.name == dimension.value) {
                self.unknown(line(dimension), "dimension", &dimension.value, dimensions.iter().map(|d| &d.name));
            } else {
                scope.push((field.clone(), dimension.value.clone()));
            }
        }
        scope
    }

    pub(super) fn comparison(&mut self, text: &ComparisonText, dimensions: &[Dimension]) -> Comparison {
        let usual = Comparison::default();
        for name in &text.align_on {
            if !dimensions.iter().any(|d| d.name == name.value) {
                self.unknown(line(name), "dimension", &name.value, dimensions.iter().map(|d| &d.name));
            }
        }
        for (name, threshold) in &text.thresholds {
            if !matches!(name.as_str(), "match" | "minor") {
                self.wrong(line(threshold), format!("No threshold \"{name}\". There is: match, minor."));
            }
        }
        let threshold = |name: &str, usual| {
            text.thresholds.get(name).map_or(usual, |t: &Spanned<_>| (t.value.absolute, t.value.percent))
        };
        Comparison {
            align_on: text.align_on.iter().map(|name| name.value.clone()).collect(),
            matches: threshold("match", usual.matches),
            minor: threshold("minor", usual.minor),
            cache_s: text.cache_ttl_seconds.unwrap_or(usual.cache_s),
        }
    }
}

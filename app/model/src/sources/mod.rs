//! Declared sources on the pages: what can be compared, and a comparison.

pub mod declared;
pub mod pipeline;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// A source that can be compared with others.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SourceBrief {
    pub name: String,
    pub measures: Vec<String>,
    /// Each with its values if there are few, for menus.
    pub dimensions: Vec<(String, Vec<String>)>,
}

/// A comparison request, as in the URL.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CompareAsk {
    pub a: String,
    pub b: String,
    pub measure: String,
    /// Dimensions by which rows are matched; default: the source's own choice.
    pub by: Vec<String>,
    pub filters: BTreeMap<String, String>,
    /// "match", "minor_diff", "major_diff", "missing_in_a" or "missing_in_b"; empty for all.
    pub status: String,
    /// From 1.
    pub page: usize,
}

/// Two rows with the same key.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CompareRow {
    pub key: Vec<String>,
    pub a: Option<f64>,
    pub b: Option<f64>,
    /// The first minus the second.
    pub difference: f64,
    pub percent: Option<f64>,
    /// "match", "minor_diff" or "major_diff".
    pub status: String,
    pub because: Option<String>,
}

/// A comparison and a page of its rows.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CompareResult {
    pub unit: String,
    pub by: Vec<String>,
    pub interpretation: Vec<String>,
    pub total_a: f64,
    pub total_b: f64,
    pub rows: usize,
    pub matches: usize,
    pub minor: usize,
    pub major: usize,
    pub missing_in_a: usize,
    pub missing_in_b: usize,
    /// Rows with the chosen status.
    pub found: usize,
    pub listed: Vec<CompareRow>,
    /// The largest difference of all rows, for bars.
    pub largest: f64,
    pub size: usize,
}

/// What the page shows.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ComparePage {
    pub sources: Vec<SourceBrief>,
    /// As understood, with defaults filled in.
    pub ask: CompareAsk,
    pub result: Option<CompareResult>,
    /// Why there is no result.
    pub problem: Option<String>,
}

impl CompareAsk {
    /// Parses a URL; `pairs` are its query parameters.
    pub fn read<'a>(pairs: impl Iterator<Item = (&'a str, &'a str)>) -> Self {
        let mut ask = Self { page: 1, ..Self::default() };
        for (name, value) in pairs.filter(|(_, value)| !value.trim().is_empty()) {
            let value = value.trim().to_owned();
            match name {
                "a" => ask.a = value,
                "b" => ask.b = value,
                "measure" => ask.measure = value,
                "by" => ask.by.extend(value.split(',').map(|part| part.trim().to_owned())),
                "status" => ask.status = value,
                "page" => ask.page = value.parse().unwrap_or(1).max(1),
                other => {
                    if let Some(dimension) = other.strip_prefix("f.") {
                        ask.filters.insert(dimension.to_owned(), value);
                    }
                }
            }
        }
        ask
    }

    /// As a URL.
    pub fn address(&self) -> String {
        let mut pairs = vec![
            ("a".to_owned(), self.a.clone()),
            ("b".into(), self.b.clone()),
            ("measure".into(), self.measure.clone()),
        ];
        pairs.push(("by".into(), self.by.join(",")));
        pairs.extend(self.filters.iter().map(|(name, value)| (format!("f.{name}"), value.clone())));
        pairs.push(("status".into(), self.status.clone()));
        if self.page > 1 {
            pairs.push(("page".into(), self.page.to_string()));
        }
        let segment = crate::text::segment;
        let all: Vec<String> = pairs
            .iter()
            .filter(|(_, v)| !v.is_empty())
            .map(|(n, v)| format!("{}={}", segment(n), segment(v)))
            .collect();
        format!("/compare?{}", all.join("&"))
    }

    /// The equivalent question for the desk.
    pub fn question(&self) -> String {
        let filters: Vec<String> =
            self.filters.iter().map(|(name, value)| format!("{} {value}", name.replace('_', " "))).collect();
        let only = if filters.is_empty() { String::new() } else { format!(" for {}", filters.join(" and ")) };
        format!("Compare {} between {} and {}{only}", self.measure.replace('_', " "), self.a, self.b)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_keeps_a_comparison() {
        let mut ask =
            CompareAsk { a: "fi".into(), b: "bpc".into(), measure: "amount".into(), page: 2, ..CompareAsk::default() };
        ask.by = vec!["company".into(), "period".into()];
        ask.filters.insert("company".into(), "10 & 1".into());
        let address = ask.address();
        assert_eq!(address, "/compare?a=fi&b=bpc&measure=amount&by=company%2Cperiod&f.company=10%20%26%201&page=2");
        let pairs = [
            ("a", "fi"),
            ("b", "bpc"),
            ("measure", "amount"),
            ("by", "company,period"),
            ("f.company", "10 & 1"),
            ("page", "2"),
        ];
        assert_eq!(CompareAsk::read(pairs.into_iter()), ask);
        assert_eq!(ask.question(), "Compare amount between fi and bpc for company 10 & 1");
    }
}

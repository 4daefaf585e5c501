//! The figures of two sources, paired by their keys, judged and described.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::classes::{self, Class, Judged};
use crate::figures::round2;
use query::declared::Comparison;
use query::describe::number;

/// Maximum differences at the top of a result (C-035).
const MAX_DIFFERENCES: usize = 5;

/// The values of the dimensions that rows are compared by.
pub type Key = Vec<Option<String>>;

/// Which rows of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Only {
    Match,
    MinorDiff,
    MajorDiff,
    MissingInA,
    MissingInB,
}

/// Two rows of the same key.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    pub key: Key,
    /// `None` if the source has no such row.
    pub a: Option<f64>,
    pub b: Option<f64>,
    pub judged: Judged,
}

impl Pair {
    /// The first minus the second; missing counts as 0.
    pub fn difference(&self) -> f64 {
        self.a.unwrap_or(0.0) - self.b.unwrap_or(0.0)
    }

    /// As a row of a result: `by` and `values` are the fields of its key and of its two figures.
    pub fn row(&self, by: &[String], values: [&str; 2]) -> Value {
        let mut map: Map<String, Value> =
            by.iter().zip(&self.key).map(|(name, value)| (name.clone(), json!(value))).collect();
        for (field, value) in values.into_iter().zip([self.a, self.b]) {
            map.insert(field.into(), json!(round2(value.unwrap_or(0.0))));
        }
        map.insert("absoluteDiff".into(), json!(round2(self.difference().abs())));
        map.insert("percentageDiff".into(), json!(self.judged.percent.map(round2)));
        map.insert("status".into(), json!(self.judged.class));
        map.extend(self.judged.because.clone().map(|because| ("because".to_owned(), because.into())));
        let missing = self.a.is_none().then_some("missing_in_a").or(self.b.is_none().then_some("missing_in_b"));
        map.extend(missing.map(|missing| ("missing".to_owned(), missing.into())));
        map.into()
    }
}

/// Two sources, row by row.
#[derive(Clone, Debug, PartialEq)]
pub struct Pairs {
    pub sources: [String; 2],
    /// The largest difference first.
    pub all: Vec<Pair>,
}

impl Pairs {
    /// Sums the figures of each source by key, and judges the pairs.
    pub fn new(sources: [&str; 2], figures: [Vec<(Key, f64)>; 2], limits: &Comparison) -> Self {
        let mut sums: BTreeMap<Key, [Option<f64>; 2]> = BTreeMap::new();
        for (side, rows) in figures.into_iter().enumerate() {
            for (key, value) in rows {
                *sums.entry(key).or_default()[side].get_or_insert(0.0) += value;
            }
        }
        let pair = |(key, [a, b]): (Key, [Option<f64>; 2])| {
            let judged = classes::judge(a.unwrap_or(0.0), b.unwrap_or(0.0), limits);
            Pair { key, a, b, judged }
        };
        let mut all: Vec<Pair> = sums.into_iter().map(pair).collect();
        all.sort_by(|x, y| y.difference().abs().total_cmp(&x.difference().abs()).then_with(|| x.key.cmp(&y.key)));
        Self { sources: sources.map(str::to_owned), all }
    }

    /// The selected rows; all without a selection.
    pub fn only(&self, only: Option<Only>) -> Vec<&Pair> {
        let fits = |pair: &&Pair| match only {
            None => true,
            Some(Only::Match) => pair.judged.class == Class::Match,
            Some(Only::MinorDiff) => pair.judged.class == Class::MinorDiff,
            Some(Only::MajorDiff) => pair.judged.class == Class::MajorDiff,
            Some(Only::MissingInA) => pair.a.is_none(),
            Some(Only::MissingInB) => pair.b.is_none(),
        };
        self.all.iter().filter(fits).collect()
    }

    /// Matches, minor and major differences.
    pub fn counts(&self) -> (usize, usize, usize) {
        let count = |only| self.only(Some(only)).len();
        (count(Only::Match), count(Only::MinorDiff), count(Only::MajorDiff))
    }

    /// Rows missing in the first, and in the second source.
    pub fn missing(&self) -> (usize, usize) {
        let count = |only| self.only(Some(only)).len();
        (count(Only::MissingInA), count(Only::MissingInB))
    }

    /// The sums of both sources.
    pub fn totals(&self) -> (f64, f64) {
        let sum = |of: fn(&Pair) -> Option<f64>| self.all.iter().filter_map(of).sum();
        (sum(|pair| pair.a), sum(|pair| pair.b))
    }

    /// How well they agree, sentence by sentence.
    pub fn interpretation(&self) -> Vec<String> {
        let (matches, minor, major) = self.counts();
        let mut all = classes::interpretation(self.all.len(), matches, minor, major);
        let (in_a, in_b) = self.missing();
        for (many, name) in [in_a, in_b].into_iter().zip(&self.sources) {
            if many > 0 {
                let rows = if many == 1 { "1 row is".to_owned() } else { format!("{many} rows are") };
                all.push(format!("{rows} missing in {name} and counted as 0"));
            }
        }
        all
    }

    /// The counts as a part of a result: `totals` are the fields of the two sums.
    pub fn summary(&self, totals: [&str; 2]) -> Value {
        let (matches, minor, major) = self.counts();
        let (in_a, in_b) = self.missing();
        let (a, b) = self.totals();
        json!({
            "totalRows": self.all.len(),
            "matches": matches,
            "minorDifferences": minor,
            "majorDifferences": major,
            "missingInA": in_a,
            "missingInB": in_b,
            totals[0]: round2(a),
            totals[1]: round2(b),
            "totalDiff": round2(a - b),
            "totalDiffPercent": (a != 0.0).then(|| round2((a - b).abs() / a.abs() * 100.0)),
        })
    }

    /// The largest differences as rows, see [`Pair::row`].
    pub fn largest(&self, by: &[String], values: [&str; 2]) -> Vec<Value> {
        let different = self.all.iter().filter(|pair| pair.difference() != 0.0);
        different.take(MAX_DIFFERENCES).map(|pair| pair.row(by, values)).collect()
    }

    /// A sentence about a measure of both.
    pub fn sentence(&self, measure: &str) -> String {
        let ([a, b], (total_a, total_b)) = (&self.sources, self.totals());
        let difference = (total_a - total_b).abs();
        let percent = match total_a {
            0.0 => String::new(),
            of => format!(" ({}%)", number(round2(difference / of.abs() * 100.0))),
        };
        format!(
            "{measure} of {a} against {b}: {}. {} against {}, a difference of {}{percent}.",
            self.interpretation().join("; "),
            number(round2(total_a)),
            number(round2(total_b)),
            number(round2(difference))
        )
    }
}

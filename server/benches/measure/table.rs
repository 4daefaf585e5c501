//! Formats figures for people.

use serde::{Deserialize, Serialize};

/// Times of one tool, of one kind of search, or of a page.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Timed {
    pub name: String,
    /// Calls that returned a result; the times are theirs.
    pub calls: usize,
    /// Calls whose generated arguments contradicted each other or the data.
    pub refused: usize,
    pub p50_ms: f64,
    pub p95_ms: f64,
    pub p99_ms: f64,
    /// The arguments of the slowest.
    pub slowest: String,
}

impl Timed {
    /// From these times, with the arguments of the slowest.
    pub fn of(name: String, times: &[f64], refused: usize, slowest: String) -> Self {
        let [p50_ms, p95_ms, p99_ms] = [0.5, 0.95, 0.99].map(|p| percentile(times, p));
        Self { name, calls: times.len(), refused, p50_ms, p95_ms, p99_ms, slowest }
    }
}

/// The value below which the share `p` (0 to 1) of the values lies, by nearest rank; 0 without values.
pub fn percentile(values: &[f64], p: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let rank = (p * sorted.len() as f64).ceil() as usize;
    sorted.get(rank.saturating_sub(1).min(sorted.len().saturating_sub(1))).copied().unwrap_or_default()
}

/// Columns as wide as their longest cell; the first aligned left, the others right.
pub fn table(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width =
        |n: usize| rows.iter().filter_map(|r| r.get(n)).map(|cell| cell.chars().count()).max().unwrap_or_default();
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let cells = row
            .iter()
            .zip(&widths)
            .enumerate()
            .map(|(n, (cell, width))| if n == 0 { format!("{cell:<width$}") } else { format!("{cell:>width$}") });
        text.push_str(cells.collect::<Vec<_>>().join("  ").trim_end());
        text.push('\n');
    }
    text
}

//! Lists whose rows are ranges, "0-7d", "8-15d", ">60d": their limits, and what lies within or beyond one.
//!
//! Deliberately not here: limits that the answer draws itself (`bounded`).

use crate::agent::ground::figures::derive::{Derived, accepts};
use crate::agent::ground::index::field::Kind;
use crate::agent::ground::index::{Index, Origin, RowSet};
use crate::agent::ground::read::figure::{Figure, Unit};
use crate::agent::ground::scene::Scene;

/// A range of a list and what it holds: from, to, number, node.
type Bucket = (f64, f64, f64, u32);

/// A limit of such a list, or the sum of its ranges on one side of a limit of the sentence, or that sum's part of all.
pub fn find(scene: &Scene<'_>, index: &Index<'_>, figure: &Figure) -> Option<Derived> {
    const BESIDE: [&str; 18] = [
        "within", "older", "younger", "more", "less", "longer", "over", "under", "past", "beyond", "than", "least",
        "most", "to", "between", "above", "below", "after",
    ];
    let sentence = scene.sentence(figure.first);
    let near = (figure.first.saturating_sub(3).max(sentence.0), figure.first);
    let lists = index.sets.iter().filter(|s| s.required && (3..=24).contains(&s.rows.len()));
    lists.into_iter().find_map(|set| {
        let buckets = ranges(index, set)?;
        let edge = |v: f64| buckets.iter().any(|b| b.0 == v || b.1 == v || b.0 == v + 1.0);
        if matches!(figure.unit, Unit::Plain | Unit::Time(_)) && edge(figure.value()) && scene.says_word(near, &BESIDE)
        {
            return Some((set.node, "equal"));
        }
        if !matches!(figure.unit, Unit::Plain | Unit::Percent) {
            return None;
        }
        let all: f64 = buckets.iter().map(|b| b.2).sum();
        let limits = scene
            .figures
            .iter()
            .filter(|f| f.first >= sentence.0 && f.first < sentence.1 && f.first != figure.first && edge(f.value()));
        let sums = limits.flat_map(|limit| {
            let k = limit.value();
            let sum = |keep: &dyn Fn(&Bucket) -> bool| buckets.iter().filter(|b| keep(b)).map(|b| b.2).sum::<f64>();
            [sum(&|b| b.1 <= k), sum(&|b| b.0 >= k)]
        });
        let hit = |sum: f64| match figure.unit {
            Unit::Percent => all > 0.0 && accepts(figure, 100.0 * sum / all),
            _ => accepts(figure, sum),
        };
        let mut sums = sums.filter(|sum| *sum > 0.0);
        sums.any(hit).then_some((buckets[0].3, "sum"))
    })
}

/// The ranges of a list with their counts; `None` where a row has none.
fn ranges(index: &Index<'_>, set: &RowSet) -> Option<Vec<Bucket>> {
    let of = |row: &u32| {
        let (from, to) = range(index.rows[*row as usize].title)?;
        let cells = index.cells.get(row)?.iter().map(|f| &index.facts[*f as usize]);
        let mut counts = cells.filter(|f| f.kind == Kind::Count && f.origin == Origin::Given);
        counts.next().map(|f| (from, to, f.value, f.node))
    };
    set.rows.iter().map(of).collect()
}

/// "8-15d", "0–7 days", ">60d", "<1h", "60+", "31 to 60".
fn range(name: &str) -> Option<(f64, f64)> {
    let numbers: Vec<f64> = name
        .split(|c: char| !c.is_ascii_digit() && c != '.')
        .filter(|part| !part.is_empty())
        .map(|part| part.trim_matches('.').parse().ok())
        .collect::<Option<_>>()?;
    let says = |marks: &[&str]| marks.iter().any(|m| name.to_lowercase().contains(m));
    match numbers.as_slice() {
        [n] if says(&[">", "+", "over", "more", "older", "above"]) => Some((*n, f64::INFINITY)),
        [n] if says(&["<", "under", "less", "younger", "below", "up to"]) => Some((0.0, *n)),
        [a, b] if a < b && says(&["-", "–", " to ", "_"]) => Some((*a, *b)),
        _ => None,
    }
}

//! Accumulates figures over the rows of a group.

use std::collections::HashSet;

use super::rows::{Field, Rows};
use super::table::{NONE, day_of};

/// The aggregations; those of scores skip rows without one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Aggregate {
    Count,
    /// Percentage of the group.
    Share,
    Sum,
    Mean,
    Least,
    Most,
    /// The given percentile of scores, interpolated as `percentile_cont` does.
    Percentile(i64),
    Distinct(Field),
    /// As a number: 20260131.
    FirstDay,
    LastDay,
}

/// One group.
pub struct Group {
    pub count: u64,
    pub tallies: Vec<Tally>,
}

impl Group {
    pub fn new(of: &[Aggregate]) -> Self {
        Self { count: 0, tallies: of.iter().map(|of| Tally::new(*of)).collect() }
    }
}

/// The state of one figure: small, because every group has one per figure and rows come in mixed order.
pub struct Tally {
    of: Aggregate,
    state: State,
}

enum State {
    Number(u64),
    Sum {
        n: u64,
        sum: f64,
    },
    /// Minimum and maximum.
    Ends(Option<(f64, f64)>),
    Scores(Vec<f64>),
    Codes(HashSet<u32>),
}

impl Tally {
    fn new(of: Aggregate) -> Self {
        let state = match of {
            Aggregate::Count | Aggregate::Share => State::Number(0),
            Aggregate::Sum | Aggregate::Mean => State::Sum { n: 0, sum: 0.0 },
            Aggregate::Least | Aggregate::Most | Aggregate::FirstDay | Aggregate::LastDay => State::Ends(None),
            Aggregate::Percentile(_) => State::Scores(Vec::new()),
            Aggregate::Distinct(_) => State::Codes(HashSet::new()),
        };
        Self { of, state }
    }

    pub fn take(&mut self, rows: &Rows, at: usize) {
        let table = rows.table;
        // A missing score is NaN.
        let score = || Some(table.score[at]).filter(|score| !score.is_nan());
        match &mut self.state {
            State::Number(n) => *n += 1,
            State::Sum { n, sum } => {
                if let Some(score) = score() {
                    *n += 1;
                    *sum += score;
                }
            }
            State::Ends(ends) => {
                let day = matches!(self.of, Aggregate::FirstDay | Aggregate::LastDay);
                if let Some(value) = if day { Some(f64::from(table.day[at])) } else { score() } {
                    *ends = Some(ends.map_or((value, value), |(least, most)| (least.min(value), most.max(value))));
                }
            }
            State::Scores(scores) => scores.extend(score()),
            State::Codes(codes) => {
                if let Aggregate::Distinct(field) = self.of {
                    let code = field.code(rows, at);
                    if code != NONE && code != table.empty() {
                        codes.insert(code);
                    }
                }
            }
        }
    }

    /// The figure for a group of this many records.
    pub fn value(self, records: f64) -> Option<f64> {
        match self.state {
            State::Number(n) if self.of == Aggregate::Share => (records > 0.0).then(|| 100.0 * n as f64 / records),
            State::Number(n) => Some(n as f64),
            State::Sum { n: 0, .. } => None,
            State::Sum { n, sum } => Some(if self.of == Aggregate::Mean { sum / n as f64 } else { sum }),
            State::Ends(ends) => {
                let (least, most) = ends?;
                match self.of {
                    Aggregate::Least => Some(least),
                    Aggregate::Most => Some(most),
                    Aggregate::FirstDay => as_number(least),
                    _ => as_number(most),
                }
            }
            State::Codes(codes) => Some(codes.len() as f64),
            State::Scores(mut scores) => {
                let Aggregate::Percentile(percent) = self.of else { return None };
                scores.sort_unstable_by(f64::total_cmp);
                // Integer ranks, as in the SQL statement.
                let at = (scores.len().checked_sub(1)?) * usize::try_from(percent).ok()?;
                let low = scores.get(at / 100)?;
                let high = scores.get(at.div_ceil(100))?;
                Some(low + (high - low) * ((at % 100) as f64 / 100.0))
            }
        }
    }
}

/// Days since 1970 as 20260131.
fn as_number(day: f64) -> Option<f64> {
    day_of(day as i64)?.format("%Y%m%d").to_string().parse().ok()
}

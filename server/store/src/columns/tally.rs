//! What figures are made of while the rows of a group go by.

use std::collections::HashSet;

use super::rows::{Field, Rows};
use super::table::{NONE, day_of};

/// What is worked out; figures of scores leave out what has none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Of {
    Count,
    /// In percent of the group.
    Share,
    Sum,
    Mean,
    Least,
    Most,
    /// The score below which so many of a hundred lie, between its neighbours as `percentile_cont` has it.
    Percentile(i64),
    Distinct(Field),
    /// 20260131 for a day.
    FirstDay,
    LastDay,
}

/// One group.
pub struct Group {
    pub count: u64,
    pub tallies: Vec<Tally>,
}

impl Group {
    pub fn new(of: &[Of]) -> Self {
        Self { count: 0, tallies: of.iter().map(|of| Tally::new(*of)).collect() }
    }
}

/// What a figure is made of: small, for there is one for each figure of each group, and rows of all groups come mixed.
pub struct Tally {
    of: Of,
    state: State,
}

enum State {
    Number(u64),
    Sum {
        n: u64,
        sum: f64,
    },
    /// The least and the most.
    Ends(Option<(f64, f64)>),
    Scores(Vec<f64>),
    Codes(HashSet<u32>),
}

impl Tally {
    fn new(of: Of) -> Self {
        let state = match of {
            Of::Count | Of::Share => State::Number(0),
            Of::Sum | Of::Mean => State::Sum { n: 0, sum: 0.0 },
            Of::Least | Of::Most | Of::FirstDay | Of::LastDay => State::Ends(None),
            Of::Percentile(_) => State::Scores(Vec::new()),
            Of::Distinct(_) => State::Codes(HashSet::new()),
        };
        Self { of, state }
    }

    pub fn take(&mut self, rows: &Rows, at: usize) {
        let table = rows.table;
        // What has no score is not a number.
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
                let day = matches!(self.of, Of::FirstDay | Of::LastDay);
                if let Some(value) = if day { Some(f64::from(table.day[at])) } else { score() } {
                    *ends = Some(ends.map_or((value, value), |(least, most)| (least.min(value), most.max(value))));
                }
            }
            State::Scores(scores) => scores.extend(score()),
            State::Codes(codes) => {
                if let Of::Distinct(field) = self.of {
                    let code = field.code(rows, at);
                    if code != NONE && code != table.empty() {
                        codes.insert(code);
                    }
                }
            }
        }
    }

    /// Of a group of so many records.
    pub fn value(self, records: f64) -> Option<f64> {
        match self.state {
            State::Number(n) if self.of == Of::Share => (records > 0.0).then(|| 100.0 * n as f64 / records),
            State::Number(n) => Some(n as f64),
            State::Sum { n: 0, .. } => None,
            State::Sum { n, sum } => Some(if self.of == Of::Mean { sum / n as f64 } else { sum }),
            State::Ends(ends) => {
                let (least, most) = ends?;
                match self.of {
                    Of::Least => Some(least),
                    Of::Most => Some(most),
                    Of::FirstDay => as_number(least),
                    _ => as_number(most),
                }
            }
            State::Codes(codes) => Some(codes.len() as f64),
            State::Scores(mut scores) => {
                let Of::Percentile(percent) = self.of else { return None };
                scores.sort_unstable_by(f64::total_cmp);
                // Ranks in whole numbers, as the statement for the databases has them.
                let at = (scores.len().checked_sub(1)?) * usize::try_from(percent).ok()?;
                let low = scores.get(at / 100)?;
                let high = scores.get(at.div_ceil(100))?;
                Some(low + (high - low) * ((at % 100) as f64 / 100.0))
            }
        }
    }
}

/// 20260131 of days since 1970.
fn as_number(day: f64) -> Option<f64> {
    day_of(day as i64)?.format("%Y%m%d").to_string().parse().ok()
}

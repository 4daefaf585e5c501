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

/// What a figure is made of.
pub struct Tally {
    of: Of,
    /// Records, or those with a score.
    n: u64,
    sum: f64,
    ends: Option<(f64, f64)>,
    scores: Vec<f64>,
    codes: HashSet<u32>,
}

impl Tally {
    fn new(of: Of) -> Self {
        Self { of, n: 0, sum: 0.0, ends: None, scores: Vec::new(), codes: HashSet::new() }
    }

    pub fn take(&mut self, rows: &Rows, at: usize) {
        let table = rows.table;
        let value = match self.of {
            Of::Count | Of::Share => {
                self.n += 1;
                return;
            }
            Of::Distinct(field) => {
                let code = field.code(rows, at);
                if code != NONE && code != table.empty() {
                    self.codes.insert(code);
                }
                return;
            }
            Of::FirstDay | Of::LastDay => f64::from(table.day[at]),
            _ => table.score[at],
        };
        if value.is_nan() {
            return;
        }
        self.n += 1;
        self.sum += value;
        self.ends = Some(self.ends.map_or((value, value), |(least, most)| (least.min(value), most.max(value))));
        if matches!(self.of, Of::Percentile(_)) {
            self.scores.push(value);
        }
    }

    /// Of a group of so many records.
    pub fn value(mut self, records: f64) -> Option<f64> {
        let n = self.n as f64;
        match self.of {
            Of::Count => Some(n),
            Of::Share => (records > 0.0).then(|| 100.0 * n / records),
            Of::Distinct(_) => Some(self.codes.len() as f64),
            Of::Sum => (self.n > 0).then_some(self.sum),
            Of::Mean => (self.n > 0).then(|| self.sum / n),
            Of::Least => self.ends.map(|(least, _)| least),
            Of::Most => self.ends.map(|(_, most)| most),
            Of::FirstDay => self.ends.and_then(|(first, _)| as_number(first)),
            Of::LastDay => self.ends.and_then(|(_, last)| as_number(last)),
            Of::Percentile(percent) => {
                self.scores.sort_unstable_by(f64::total_cmp);
                // Ranks in whole numbers, as the statement for the databases has them.
                let at = (self.scores.len().checked_sub(1)?) * usize::try_from(percent).ok()?;
                let low = self.scores.get(at / 100)?;
                let high = self.scores.get(at.div_ceil(100))?;
                Some(low + (high - low) * ((at % 100) as f64 / 100.0))
            }
        }
    }
}

/// 20260131 of days since 1970.
fn as_number(day: f64) -> Option<f64> {
    day_of(day as i64)?.format("%Y%m%d").to_string().parse().ok()
}

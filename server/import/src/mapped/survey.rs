//! What a file holds, as far as a look at each of its rows tells.

use base::tabular::{Orders, Seen, Type};

/// What a look at every row of a file shows.
#[derive(Clone, Debug, Default)]
pub struct Survey {
    pub columns: Vec<String>,
    /// Some values of each column, no two alike.
    pub samples: Vec<Vec<String>>,
    /// In which orders the days of each column can be read.
    pub orders: Vec<Orders>,
    /// What all values of each column are.
    pub seen: Vec<Seen>,
    /// The file parts its values by semicolons.
    pub semicolons: bool,
    pub rows: u64,
}

/// Values of a column that are shown, and the characters of each.
const SAMPLES: usize = 3;
const SAMPLE_WIDTH: usize = 40;

impl Survey {
    /// The type of each column.
    pub fn types(&self) -> Vec<Type> {
        self.seen.iter().map(|seen| seen.of_text(self.semicolons)).collect()
    }

    pub fn look(&mut self, cells: &[String]) {
        self.rows += 1;
        if self.samples.len() < cells.len() {
            self.samples.resize(cells.len(), Vec::new());
            self.orders.resize(cells.len(), Orders::default());
            self.seen.resize(cells.len(), Seen::default());
        }
        self.seen.iter_mut().zip(cells).for_each(|(seen, cell)| seen.look(cell));
        for ((samples, orders), cell) in self.samples.iter_mut().zip(&mut self.orders).zip(cells) {
            orders.look(cell);
            let cell = cell.trim();
            if samples.len() < SAMPLES && !cell.is_empty() {
                let head = model::text::head(cell, SAMPLE_WIDTH);
                let short = if head.len() < cell.len() { format!("{head}…") } else { head.to_owned() };
                if !samples.contains(&short) {
                    samples.push(short);
                }
            }
        }
    }
}

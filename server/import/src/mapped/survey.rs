//! Facts about a file from scanning every row.

use base::tabular::{Orders, Seen, Type};

/// The result of scanning every row of a file.
#[derive(Clone, Debug, Default)]
pub struct Survey {
    pub columns: Vec<String>,
    /// Distinct sample values per column.
    pub samples: Vec<Vec<String>>,
    /// The possible orders of each column's days.
    pub orders: Vec<Orders>,
    /// The types of each column's values.
    pub seen: Vec<Seen>,
    /// The file is delimited by semicolons.
    pub semicolons: bool,
    pub rows: u64,
}

/// Samples per column, and their length in characters.
const MAX_SAMPLES: usize = 3;
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
            if samples.len() < MAX_SAMPLES && !cell.is_empty() {
                let head = model::text::head(cell, SAMPLE_WIDTH);
                let short = if head.len() < cell.len() { format!("{head}…") } else { head.to_owned() };
                if !samples.contains(&short) {
                    samples.push(short);
                }
            }
        }
    }
}

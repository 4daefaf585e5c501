//! Tables that a tool prints as text: rows of cells parted by bars, tabs or commas under a header, and lines of
//! "name: number". Each cell is read as the field that it stands for; all lead to the text that holds them.
//!
//! Deliberately not here: tables that are JSON (`table`).

use super::leaf;
use super::walk::{At, Walk};
use super::*;

/// The cells of a line, or none where it only rules off ("|---|---|").
fn cells(line: &str, mark: char) -> Vec<&str> {
    let line = line.trim().trim_matches('|');
    if line.chars().all(|c| matches!(c, '-' | '|' | '+' | ':' | '=' | ' ')) {
        return vec![];
    }
    line.split(mark).map(str::trim).collect()
}

/// A header of names and the rows under it, all of one width, some cell of which is a number.
fn table(text: &str, mark: char) -> Option<(Vec<&str>, Vec<Vec<&str>>)> {
    let lines = || text.lines().map(|l| cells(l, mark)).filter(|c| !c.is_empty());
    let header =
        lines().next().filter(|h| h.len() > 1 && h.iter().all(|c| leaf::numeral(c).is_none() && c.len() <= 40))?;
    let rows: Vec<Vec<&str>> = lines().skip(1).take_while(|c| c.len() == header.len()).collect();
    let figures = rows.iter().flatten().any(|c| leaf::numeral(c).is_some());
    (!rows.is_empty() && figures).then_some((header, rows))
}

impl<'a> Walk<'a> {
    /// Reads a text as a table; false where it is none.
    pub(super) fn text_table(&mut self, text: &'a str, at: At<'a>) -> bool {
        if !text.contains('\n') || text.len() > 200_000 {
            return false;
        }
        let Some((header, rows)) = ['|', '\t', ',', ';'].into_iter().find_map(|mark| table(text, mark)) else {
            return self.named_lines(text, at);
        };
        let field = self.field(at.key);
        let set = self.set(at.node, field, true);
        for cells in rows {
            let node = self.node(at.node, Step::Inside);
            let row = self.row(set, at.row, "");
            for (name, cell) in header.iter().copied().zip(cells) {
                if let Some(date) = DateValue::from_field(cell) {
                    self.index.rows[row as usize].date.get_or_insert(date);
                    self.index.dates.push(DateFact { value: date, node, row, end: End::Single });
                } else if leaf::numeral(cell).is_some() {
                    self.string(cell, At { node, holder: node, row, key: name, record: false, ..at });
                } else if !cell.is_empty() && cell.len() <= speech::NAME {
                    self.label(row, name, cell, node);
                    let row = &mut self.index.rows[row as usize];
                    if row.title.is_empty() {
                        row.title = cell;
                    }
                    self.id(cell, Place::Node(node));
                }
            }
        }
        self.mark_series(set);
        true
    }

    /// "Orders: 412" and "Refunds: 12" on lines of their own.
    fn named_lines(&mut self, text: &'a str, at: At<'a>) -> bool {
        let pair = |line: &'a str| {
            let (name, value) = line.trim().trim_start_matches(['-', '*', '•', ' ']).split_once(':')?;
            let (name, value) = (name.trim().trim_matches('*'), value.trim().trim_matches('*').trim());
            (name.len() <= 40 && leaf::numeral(value).is_some()).then_some((name, value))
        };
        let pairs: Vec<(&str, &str)> = text.lines().filter_map(pair).collect();
        if pairs.len() < 2 {
            return false;
        }
        let node = self.node(at.node, Step::Inside);
        for (name, value) in pairs {
            self.string(value, At { node, holder: node, key: name, record: false, ..at });
        }
        // What else the text says is prose.
        false
    }
}

//! Derives a table's columns from a file's values.

use base::tabular::{DayOrder, Seen, Type, free};
use store::foreign::Cell;

/// The SQLite type.
pub const fn sql(kind: Type) -> &'static str {
    match kind {
        Type::Text | Type::Either => "TEXT",
        Type::Flag => "BOOLEAN",
        Type::Whole => "INTEGER",
        Type::Number(_) => "REAL",
        Type::Date | Type::Local(_) => "DATE",
    }
}

/// A value as its column stores it.
pub fn cell(kind: Type, value: Option<&str>) -> Cell {
    let Some(value) = value.map(str::trim).filter(|value| !value.is_empty()) else { return Cell::None };
    let text = || Cell::Text(value.to_owned());
    match kind {
        Type::Text | Type::Date => text(),
        Type::Flag => Cell::Whole(i64::from(value == "true")),
        Type::Whole => value.parse().map_or_else(|_| text(), Cell::Whole),
        Type::Number(_) => kind.number(value).map_or_else(text, Cell::Number),
        Type::Local(order) => order.iso(value).map_or_else(text, Cell::Text),
        Type::Either => DayOrder::padded(value).map_or_else(text, Cell::Text),
    }
}

/// A file's columns in order of appearance, with distinct names.
#[derive(Clone, Debug, Default)]
pub struct Shape {
    pub names: Vec<String>,
    pub seen: Vec<Seen>,
    /// The file is delimited by semicolons, usual where the comma is the decimal mark.
    pub semicolons: bool,
    /// Its values have types of their own, so that numbers and flags are not guessed.
    pub typed: bool,
}

impl Shape {
    /// Adds a row; `names` are the columns so far.
    pub fn look(&mut self, names: &[String], values: &[Option<String>]) {
        while self.names.len() < names.len().max(values.len()) {
            let name = free(&self.names, names.get(self.names.len()).map_or("", String::as_str));
            self.names.push(name);
            self.seen.push(Seen::default());
        }
        for (seen, value) in self.seen.iter_mut().zip(values) {
            value.iter().for_each(|value| seen.look(value));
        }
    }

    /// Adds another file of the same table and returns each column's place in it; the first file, called `first`,
    /// determines the columns.
    ///
    /// # Errors
    /// The missing or extra column.
    pub fn add(&mut self, other: Self, first: &str) -> Result<Vec<usize>, String> {
        if self.names.is_empty() {
            *self = other;
            return Ok((0..self.names.len()).collect());
        }
        let place = |name: &String| other.names.iter().position(|own| own.eq_ignore_ascii_case(name));
        let find = |name: &String| place(name).ok_or_else(|| format!("has no column {name}, which {first} has"));
        let places = self.names.iter().map(find).collect::<Result<Vec<usize>, String>>()?;
        if let Some(more) = (0..other.names.len()).find(|place| !places.contains(place)) {
            return Err(format!("has a column {}, which {first} has not", other.names[more]));
        }
        self.seen.iter_mut().zip(&places).for_each(|(seen, place)| *seen = seen.and(other.seen[*place]));
        self.semicolons &= other.semicolons;
        self.typed &= other.typed;
        Ok(places)
    }

    /// Each column's type, and notes on ambiguous choices.
    pub fn types(&self) -> (Vec<Type>, Vec<String>) {
        let mut notes = Vec::new();
        let types = self.names.iter().zip(&self.seen).map(|(name, seen)| match seen.of_text(self.semicolons) {
            Type::Text if self.typed && seen.flags() => Type::Flag,
            Type::Number(mark) if !self.typed && seen.doubtful() => {
                notes.push(format!("The numbers of {name} can be read in two ways; \"{mark}\" was \
                    taken for the decimal mark."));
                Type::Number(mark)
            }
            Type::Either => {
                notes.push(format!("Day or month first? The days of {name} can be read both ways; say \"format: dmy\" or \"format: mdy\"."));
                Type::Either
            }
            other => other,
        });
        (types.collect(), notes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_kept_as_their_column_is() {
        for (kind, value, want) in [
            (Type::Number('.'), " 2.5", Cell::Number(2.5)),
            (Type::Number(','), "1.234,5 €", Cell::Number(1_234.5)),
            (Type::Whole, "", Cell::None),
            (Type::Local(DayOrder::DayFirst), "3.4.2026", Cell::Text("2026-04-03".into())),
            (Type::Either, "3.4.26 9:05", Cell::Text("03.04.2026 9:05".into())),
        ] {
            assert_eq!(cell(kind, Some(value)), want, "{value}");
        }
    }

    #[test]
    fn rows_longer_than_the_header_lose_nothing() {
        let mut shape = Shape::default();
        shape.look(&["a".into(), "A".into(), String::new()], &[]);
        shape.look(&["a".into()], &[None, None, None, Some("4".into())]);
        assert_eq!(shape.names, ["a", "A_2", "column_3", "column_4"]);
    }
}

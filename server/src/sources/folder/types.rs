//! What all values of a column are: the narrowest type that fits each of them.

use crate::store::foreign::Cell;

/// The type of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    Text,
    Whole,
    Number,
    /// ISO days, with a time behind or not; kept as text.
    Date,
}

impl Type {
    /// As SQLite is told.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Text => "TEXT",
            Self::Whole => "INTEGER",
            Self::Number => "REAL",
            Self::Date => "DATE",
        }
    }

    pub fn cell(self, value: Option<&str>) -> Cell {
        let Some(value) = value.filter(|value| !value.is_empty()) else { return Cell::None };
        let text = || Cell::Text(value.to_owned());
        match self {
            Self::Text | Self::Date => text(),
            Self::Whole => value.trim().parse().map_or_else(|_| text(), Cell::Whole),
            Self::Number => value.trim().parse().map_or_else(|_| text(), Cell::Number),
        }
    }
}

/// What was seen of a column.
#[derive(Clone, Copy, Debug)]
pub struct Seen {
    any: bool,
    whole: bool,
    number: bool,
    date: bool,
}

impl Default for Seen {
    fn default() -> Self {
        Self { any: false, whole: true, number: true, date: true }
    }
}

impl Seen {
    pub fn look(&mut self, value: &str) {
        let value = value.trim();
        if value.is_empty() {
            return;
        }
        self.any = true;
        self.number &= is_number(value);
        self.whole &= self.number && value.parse::<i64>().is_ok();
        self.date = self.date && is_day(value);
    }

    pub const fn of(self) -> Type {
        match self {
            Self { any: false, .. } => Type::Text,
            Self { whole: true, .. } => Type::Whole,
            Self { number: true, .. } => Type::Number,
            Self { date: true, .. } => Type::Date,
            _ => Type::Text,
        }
    }
}

/// Whether a value is a number and not a code: "01581" and "+49" are none.
fn is_number(value: &str) -> bool {
    let digits = value.strip_prefix('-').unwrap_or(value);
    let mut chars = digits.chars();
    let code = chars.next() == Some('0') && chars.next().is_some_and(|c| c.is_ascii_digit());
    let plain = digits.starts_with(|c: char| c.is_ascii_digit() || c == '.');
    plain && !code && value.len() <= 40 && value.parse::<f64>().is_ok_and(f64::is_finite)
}

/// "2026-01-31", and what begins so and goes on with a time.
fn is_day(value: &str) -> bool {
    let day = value.get(..10).is_some_and(|day| day.parse::<chrono::NaiveDate>().is_ok());
    day && value.as_bytes().get(10).is_none_or(|c| matches!(c, b' ' | b'T'))
}

/// The columns of a file in the order in which they came, under names that differ.
#[derive(Clone, Debug, Default)]
pub struct Shape {
    pub columns: Vec<(String, Seen)>,
}

impl Shape {
    /// Looks at a row; `names` are the columns so far.
    pub fn look(&mut self, names: &[String], values: &[Option<String>]) {
        while self.columns.len() < names.len() {
            let name = self.free(&names[self.columns.len()]);
            self.columns.push((name, Seen::default()));
        }
        for ((_, seen), value) in self.columns.iter_mut().zip(values) {
            if let Some(value) = value {
                seen.look(value);
            }
        }
    }

    /// A name that no column before has; SQLite does not tell capitals apart.
    fn free(&self, name: &str) -> String {
        let plain =
            if name.trim().is_empty() { format!("column_{}", self.columns.len() + 1) } else { name.trim().to_owned() };
        let taken = |name: &str| self.columns.iter().any(|(own, _)| own.eq_ignore_ascii_case(name));
        let numbered = (2..).map(|n| format!("{plain}_{n}"));
        std::iter::once(plain.clone()).chain(numbered).find(|name| !taken(name)).unwrap_or(plain)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_has_the_narrowest_type_of_all_its_values() {
        for (values, want) in [
            (&["1", "-20", ""][..], Type::Whole),
            (&["1", "2.5", ".0000", "1e3"], Type::Number),
            (&["01581", "2"], Type::Text),
            (&["2026-01-31", "2026-02-01 10:00:00"], Type::Date),
            (&["2026-13-31"], Type::Text),
            (&["12", "n/a"], Type::Text),
            (&["", ""], Type::Text),
            (&["inf", "NaN"], Type::Text),
        ] {
            let mut seen = Seen::default();
            values.iter().for_each(|value| seen.look(value));
            assert_eq!(seen.of(), want, "{values:?}");
        }
        assert_eq!(Type::Number.cell(Some(" 2.5")), Cell::Number(2.5));
        assert_eq!(Type::Whole.cell(Some("")), Cell::None);
    }

    #[test]
    fn names_differ() {
        let mut shape = Shape::default();
        shape.look(&["a".into(), "A".into(), String::new()], &[]);
        let names: Vec<&str> = shape.columns.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["a", "A_2", "column_3"]);
    }
}

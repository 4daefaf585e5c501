//! A column: its name, its content, and its place.

use std::borrow::Cow;
use std::sync::Arc;

use super::declared::formula::Formula;
use super::declared::source_field::Field;

#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    pub name: Cow<'static, str>,
    /// As used in a sentence: "company response".
    pub says: Cow<'static, str>,
    /// Synonyms.
    pub also: &'static [&'static str],
    pub kind: ColumnType,
    pub place: ColumnExpr,
}

/// The content of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnType {
    /// One of a limited number of values.
    Category,
    /// Free text.
    Text,
    /// In this unit.
    Number(&'static str),
    /// ISO.
    Day,
    /// "yes" or "no".
    Flag,
    /// Several names in one, separated by commas; `is` asks whether one of them is present.
    List,
}

impl ColumnType {
    /// Its name in declarations and descriptions.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Category => "text",
            Self::Text => "note",
            Self::Number(_) => "number",
            Self::Day => "date",
            Self::Flag => "flag",
            Self::List => "list",
        }
    }
}

/// The place of a column, seen from the dataset's table.
#[derive(Clone, Debug, PartialEq)]
pub enum ColumnExpr {
    Own(&'static str),
    /// In the customer's row.
    Customer(&'static str),
    /// Cases only: in their original communications. For filters only.
    Message(&'static str),
    /// A further field; the key consists of lower-case letters, digits and `_`.
    Attribute(String),
    CustomerAttribute(String),
    /// Hours between two times; the first is the later.
    Hours(&'static str, &'static str),
    /// The name of its day of the week.
    Weekday,
    /// Whether its day is at the weekend.
    PartOfWeek,
    /// The subcategory, or the category of records without one.
    Topic,
    /// Cases only: in the first communication that belongs to it.
    FirstMessage(&'static str),
    /// Communications only: their stage in the life of their case.
    Stage,
    /// Cases only: the day of an optional time.
    DayOf(&'static str),
    /// Cases only, a flag: resolved before they were opened.
    Wrong,
    /// In a declared source: a field of it, or arithmetic over its fields.
    Declared(Arc<Formula<Field>>),
}

impl Column {
    /// A column that cannot be queried by name.
    pub const fn at(place: ColumnExpr, kind: ColumnType) -> Self {
        Self { name: Cow::Borrowed(""), says: Cow::Borrowed(""), also: &[], kind, place }
    }

    /// The same for a category column in the records' own table.
    pub const fn own(name: &'static str) -> Self {
        Self::at(ColumnExpr::Own(name), ColumnType::Category)
    }
}

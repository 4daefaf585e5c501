//! A column: what it is called, what it holds, and where it stands.

use std::borrow::Cow;
use std::sync::Arc;

use super::declared::source_field::Told;

/// A column.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    pub name: Cow<'static, str>,
    /// As a sentence names it: "company response".
    pub says: Cow<'static, str>,
    /// What else people call it.
    pub also: &'static [&'static str],
    pub kind: ColumnType,
    pub place: ColumnExpr,
}

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnType {
    /// One of not too many values.
    Category,
    /// Anything.
    Text,
    /// In this unit.
    Number(&'static str),
    /// ISO.
    Day,
    /// "yes" or "no".
    Flag,
    /// Several names in one, parted by commas; `is` asks whether one of them is there.
    List,
}

impl ColumnType {
    /// The name by which declarations and descriptions say it.
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

/// Where a column stands, seen from the dataset's table.
#[derive(Clone, Debug, PartialEq)]
pub enum ColumnExpr {
    Own(&'static str),
    /// In the customer's row.
    Customer(&'static str),
    /// Cases only: in the communications that they were opened from. Filters only.
    Message(&'static str),
    /// A further field; the key is made of small letters, digits and `_`.
    Attribute(String),
    CustomerAttribute(String),
    /// Hours between two times; the first is the later.
    Hours(&'static str, &'static str),
    /// The name of the day of the week, of its day.
    Weekday,
    /// Whether its day is at the weekend.
    PartOfWeek,
    /// The subcategory, or the category of records without one.
    Topic,
    /// Cases only: in the first of the communications that belong to it.
    FirstMessage(&'static str),
    /// Communications only: where they stand in the life of their case.
    Stage,
    /// Cases only: the day of a time, which need not be there.
    DayOf(&'static str),
    /// Cases only, a flag: they were resolved before they were opened.
    Wrong,
    /// In a declared source.
    Declared(Arc<Told>),
}

impl Column {
    /// A column of a dataset that is not asked for by its name.
    pub const fn at(place: ColumnExpr, kind: ColumnType) -> Self {
        Self { name: Cow::Borrowed(""), says: Cow::Borrowed(""), also: &[], kind, place }
    }

    /// The same of one of not too many values in the records' own table.
    pub const fn own(name: &'static str) -> Self {
        Self::at(ColumnExpr::Own(name), ColumnType::Category)
    }
}

//! The columns: one code per value of each record.

use chrono::{Datelike, NaiveDate};
use sqlx::{ColumnIndex, Decode, FromRow, Type};

use super::interner::Interner;
use crate::analytics::{Attribute, Data};

model::named! {
    /// The columns of communications and cases, each by its name in the store.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Column {
        Customer = "customer_id",
        Product = "product",
        Category = "category",
        Subcategory = "subcategory",
        Channel = "channel",
        Kind = "kind",
        Status = "status",
        Sentiment = "sentiment",
        EscalatedFrom = "escalated_from",
        ChatMode = "chat_mode",
        Priority = "priority",
        AssignedTo = "assigned_to",
        State = "state",
        Tags = "tags",
        SubProduct = "sub_product",
        CompanyResponse = "company_response",
    }
}

pub const COLUMNS: usize = Column::ALL.len();

impl Column {
    /// The column of this name.
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|column| column.as_str() == name)
    }

    /// What it is in a statement over these records; of the others' own columns they have no value.
    fn sql(self, data: Data) -> String {
        let name = self.as_str();
        match (self, data) {
            _ if Attribute::find(name).is_some() => format!("attributes->>'{name}' AS {name}"),
            (Self::Priority | Self::AssignedTo, Data::Communications)
            | (Self::Channel | Self::Kind | Self::Sentiment | Self::EscalatedFrom | Self::ChatMode, Data::Cases) => {
                format!("CAST(NULL AS TEXT) AS {name}")
            }
            _ => name.to_owned(),
        }
    }

    /// All of them as a statement selects them.
    pub(super) fn selected(data: Data) -> String {
        Self::ALL.iter().map(|column| column.sql(data)).collect::<Vec<_>>().join(", ")
    }
}

/// The columns of a communication's customer, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OfCustomer {
    Tier,
    Segment,
    Region,
    RelationshipManager,
}

pub const OF_CUSTOMER: usize = 4;

/// The code for no value. Other codes are indices into the word list.
pub const NONE: u32 = u32::MAX;

/// The values of a row, in the order of its columns.
#[derive(Debug)]
pub struct Values(pub [Option<String>; COLUMNS]);

impl<'r, R: sqlx::Row> FromRow<'r, R> for Values
where
    &'static str: ColumnIndex<R>,
    Option<String>: Decode<'r, R::Database> + Type<R::Database>,
{
    fn from_row(row: &'r R) -> sqlx::Result<Self> {
        let mut values = [const { None }; COLUMNS];
        for (value, column) in values.iter_mut().zip(Column::ALL) {
            *value = row.try_get(column.as_str())?;
        }
        Ok(Self(values))
    }
}

/// A row as it is read from the store.
#[derive(Debug)]
pub struct Row {
    pub id: String,
    pub values: Values,
    /// The case it belongs to.
    pub case: Option<String>,
    /// Days since 1970.
    pub day: i32,
    /// UTC milliseconds.
    pub at: i64,
    /// A communication's sentiment, or a case's hours to resolution.
    pub score: Option<f64>,
    /// Without text.
    pub bare: bool,
}

/// All communications, column by column.
#[derive(Debug, Default)]
pub struct Table {
    /// The values by code.
    pub(super) words: Interner,
    empty: Option<u32>,
    columns: [Vec<u32>; COLUMNS],
    /// The archive fields that queries asked for.
    attributes: Vec<Vec<u32>>,
    pub(super) day: Vec<i32>,
    at: Vec<i64>,
    /// NaN if missing.
    pub(super) score: Vec<f64>,
    pub(super) bare: Vec<bool>,
    pub(super) gone: Vec<bool>,
    pub(super) ids: Interner,
    /// The ids of the cases that they belong to, and each row's number among these.
    pub(super) case_ids: Interner,
    pub(super) case: Vec<u32>,
    /// By the customer's code.
    of_customer: [Vec<u32>; OF_CUSTOMER],
}

impl Table {
    /// The code of a value, if it occurs.
    pub fn code(&self, text: &str) -> Option<u32> {
        self.words.find(text)
    }

    pub fn word(&self, code: u32) -> Option<&str> {
        self.words.get(code as usize)
    }

    /// The stored text of a code; `None` for no value.
    pub fn text(&self, code: u32) -> Option<String> {
        self.word(code).map(str::to_owned)
    }

    /// The code of each row.
    pub fn column(&self, column: Column) -> &[u32] {
        &self.columns[column as usize]
    }

    /// The code of each row in an archive field, by its index.
    pub fn attribute(&self, index: usize) -> &[u32] {
        &self.attributes[index]
    }

    /// Adds an archive field with the codes of its rows, of which the last may be missing; returns its index.
    pub fn add_attribute(&mut self, mut codes: Vec<u32>) -> usize {
        codes.resize(self.ids.len(), NONE);
        self.attributes.push(codes);
        self.attributes.len() - 1
    }

    /// Sets a row's value of an archive field; an unknown row is left out.
    pub fn set_attribute(&mut self, index: usize, id: &str, value: &str) {
        let code = self.learn(value);
        if let Some(at) = self.place(id) {
            self.attributes[index][at] = code;
        }
    }

    pub(super) fn learn(&mut self, text: &str) -> u32 {
        let code = self.words.insert(text);
        if text.is_empty() {
            self.empty = Some(code);
        }
        code
    }

    /// Adds a row or replaces the one with the same id, without archive fields; returns its place.
    pub fn put(&mut self, row: &Row) -> usize {
        let codes = row.values.0.each_ref().map(|v| v.as_deref().map_or(NONE, |text| self.learn(text)));
        let score = row.score.unwrap_or(f64::NAN);
        let case = row.case.as_deref().map_or(NONE, |id| self.case_ids.insert(id));
        let at = self.ids.insert(&row.id) as usize;
        if at < self.day.len() {
            self.columns.iter_mut().zip(codes).for_each(|(column, code)| column[at] = code);
            self.attributes.iter_mut().for_each(|codes| codes[at] = NONE);
            (self.day[at], self.at[at], self.score[at]) = (row.day, row.at, score);
            (self.case[at], self.bare[at], self.gone[at]) = (case, row.bare, false);
        } else {
            self.columns.iter_mut().zip(codes).for_each(|(column, code)| column.push(code));
            self.attributes.iter_mut().for_each(|codes| codes.push(NONE));
            self.day.push(row.day);
            self.at.push(row.at);
            self.score.push(score);
            self.case.push(case);
            self.bare.push(row.bare);
            self.gone.push(false);
        }
        at
    }

    /// The place of the row with this id.
    pub fn place(&self, id: &str) -> Option<usize> {
        self.ids.find(id).map(|at| at as usize)
    }

    /// UTC milliseconds.
    pub fn at(&self, place: usize) -> i64 {
        self.at[place]
    }

    pub fn remove(&mut self, id: &str) {
        if let Some(at) = self.place(id) {
            self.gone[at] = true;
        }
    }

    pub fn set_customer(&mut self, id: &str, values: &[Option<String>; OF_CUSTOMER]) {
        let customer = self.learn(id) as usize;
        let codes = values.each_ref().map(|value| value.as_deref().map_or(NONE, |text| self.learn(text)));
        for (list, code) in self.of_customer.iter_mut().zip(codes) {
            if list.len() <= customer {
                list.resize(customer + 1, NONE);
            }
            list[customer] = code;
        }
    }

    /// A column of the customer with this code.
    pub fn of_customer(&self, what: OfCustomer, customer: u32) -> u32 {
        self.of_customer[what as usize].get(customer as usize).copied().unwrap_or(NONE)
    }

    /// The code of the empty text, which the store distinguishes from no value.
    pub fn empty(&self) -> u32 {
        self.empty.unwrap_or(NONE)
    }

    /// A record's most specific label.
    pub fn topic(&self, at: usize, empty: u32) -> u32 {
        let labels = [Column::Subcategory, Column::Category].map(|column| self.column(column)[at]);
        labels.into_iter().find(|code| *code != NONE && *code != empty).unwrap_or(NONE)
    }

    /// The non-empty values of a column among communications, sorted.
    pub fn values(&self, column: Column) -> Vec<String> {
        let mut has = vec![false; self.words.len()];
        for (code, gone) in self.column(column).iter().zip(&self.gone) {
            if *code != NONE && !gone {
                has[*code as usize] = true;
            }
        }
        let words = self.words.iter().zip(has).filter(|(word, has)| *has && !word.is_empty());
        let mut values: Vec<String> = words.map(|(word, _)| word.to_owned()).collect();
        values.sort_unstable();
        values
    }
}

/// Days since 1970.
pub fn day_number(day: NaiveDate) -> i32 {
    day.num_days_from_ce() - EPOCH_DAYS
}

pub fn day_of(number: i64) -> Option<NaiveDate> {
    NaiveDate::from_num_days_from_ce_opt(i32::try_from(number).ok()? + EPOCH_DAYS)
}

/// Days from the start of the common era to 1970.
const EPOCH_DAYS: i32 = 719_163;

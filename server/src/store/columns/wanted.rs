//! What is wanted of the columns: a filter and a grouping, told in codes.

use chrono::{Datelike, NaiveDate};

use super::table::{Column, NONE, Table};
use crate::store::analytics::{Attribute, Filter, GroupBy};

/// A filter in codes. Everything must hold.
#[derive(Debug)]
pub struct Wanted {
    /// Days since 1970, both included.
    pub from: i32,
    pub to: i32,
    pub equal: Vec<(Column, u32)>,
    pub tier: Option<u32>,
    /// [`NONE`] for records without a label.
    pub topic: Option<u32>,
    /// Whether each row may be counted at all.
    pub only: Option<Vec<bool>>,
}

/// What is counted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// All in one.
    All,
    Day,
    Topic,
    Tier,
    Plain(Column),
    /// The same where no word at all counts as no value.
    Filled(Column),
}

impl Wanted {
    /// `None` where the columns cannot tell: what became of a case, further fields.
    pub fn of(filter: &Filter, table: &Table) -> Option<Self> {
        let Filter { range, customer_id, product, category, subcategory, topic, status, .. } = filter;
        let Filter { tier, channel, kind, sentiment, attributes, ids, breached, carries, .. } = filter;
        if breached.is_some() || !carries.is_empty() {
            return None;
        }
        let only = ids.as_ref().map(|ids| {
            let mut only = vec![false; table.ids.len()];
            ids.iter().filter_map(|id| table.place(id)).for_each(|at| only[at] = true);
            only
        });
        // A value that no communication has: no row has this code.
        let code = |text: &str| table.code(text).unwrap_or(NONE - 1);
        let texts = [
            (Column::Customer, customer_id.as_deref()),
            (Column::Product, product.as_deref()),
            (Column::Category, category.as_deref()),
            (Column::Subcategory, subcategory.as_deref()),
            (Column::Status, status.as_deref()),
            (Column::Channel, channel.map(|c| c.as_str())),
            (Column::Kind, kind.map(|k| k.as_str())),
            (Column::Sentiment, sentiment.map(|s| s.as_str())),
        ];
        let texts = texts.into_iter().filter_map(|(column, text)| Some((column, code(text?))));
        let attributes = attributes.iter().map(|(attribute, text)| (column(*attribute), code(text)));
        Some(Self {
            from: range.from.map_or(i32::MIN, day_number),
            to: range.to.map_or(i32::MAX, day_number),
            equal: texts.chain(attributes).collect(),
            tier: tier.map(|t| code(t.as_str())),
            topic: topic.as_deref().map(|t| if t.is_empty() { NONE } else { code(t) }),
            only,
        })
    }
}

impl Key {
    /// The key that stands for a grouping; months are put together from days.
    pub fn of(by: GroupBy) -> Self {
        match by {
            GroupBy::Category => Self::Filled(Column::Category),
            GroupBy::Topic => Self::Topic,
            GroupBy::Product => Self::Plain(Column::Product),
            GroupBy::Customer => Self::Plain(Column::Customer),
            GroupBy::Tier => Self::Tier,
            GroupBy::Status => Self::Plain(Column::Status),
            GroupBy::Month | GroupBy::Day => Self::Day,
            GroupBy::Channel => Self::Plain(Column::Channel),
            GroupBy::Kind => Self::Plain(Column::Kind),
            GroupBy::Sentiment => Self::Plain(Column::Sentiment),
            GroupBy::Attribute(attribute) => Self::Filled(column(attribute)),
        }
    }
}

pub const fn column(attribute: Attribute) -> Column {
    match attribute {
        Attribute::State => Column::State,
        Attribute::Tags => Column::Tags,
        Attribute::SubProduct => Column::SubProduct,
        Attribute::CompanyResponse => Column::CompanyResponse,
    }
}

/// Days since 1970.
pub fn day_number(day: NaiveDate) -> i32 {
    day.num_days_from_ce() - EPOCH
}

pub fn day_of(number: i64) -> Option<NaiveDate> {
    NaiveDate::from_num_days_from_ce_opt(i32::try_from(number).ok()? + EPOCH)
}

/// Days from the first of the common era to 1970.
const EPOCH: i32 = 719_163;

//! Counting and averaging records: the figures behind the tools. One SQL text for both databases; what is filtered or
//! grouped by comes from closed enums, and every value is bound.
//!
//! No rates, shares or words here: the tools make them from these numbers.

pub mod bounded;
mod counts;
mod escalations;
pub mod evaluate;
mod evidence;
mod feeling;
mod lives;
mod problems;
mod screens;
pub mod sla;
mod sql;
pub mod values;

use app::model::analysis::Stage;
use app::model::record::{Channel, Kind, Sentiment, Tier};
use app::model::time::DateRange;
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

pub use counts::{Pair, SlaRow, by_day, by_group, by_pair, count, extent, sla};
pub use escalations::{Escalation, by_mode, escalated_ids, escalations};
pub use evidence::{Order, Sampled, cases, cases_by_id, communication_ids, customer_names_of, ids_of_topics, sample};
pub use feeling::{Feeling, bands as feeling_bands, by as feeling_by};
pub use lives::{Resolution, Standing, first_channels, resolutions, slowest, standing, took};
pub use problems::{Problems, id_from, latest_scores, problems};
pub use screens::{DAY, StageRow, events, open_changes, sla_by_day, stage, stages};

/// Which records are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Data {
    Communications,
    Cases,
}

impl Data {
    /// "communications" or "cases".
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Communications => "communications",
            Self::Cases => "cases",
        }
    }
}

/// The further fields of archives that may be filtered and grouped by; no other key ever reaches SQL text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Attribute {
    State,
    Tags,
    SubProduct,
    CompanyResponse,
}

impl Attribute {
    pub const ALL: &'static [Self] = &[Self::State, Self::Tags, Self::SubProduct, Self::CompanyResponse];

    /// The key in [`app::model::record::Attributes`].
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::State => "state",
            Self::Tags => "tags",
            Self::SubProduct => "sub_product",
            Self::CompanyResponse => "company_response",
        }
    }
}

/// What records are grouped by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupBy {
    Category,
    /// The subcategory, or the category of records without one.
    Topic,
    Product,
    Customer,
    Tier,
    Status,
    Month,
    Day,
    /// Communications only.
    Channel,
    /// Communications only.
    Kind,
    /// Communications only.
    Sentiment,
    Attribute(Attribute),
}

/// Which records are meant. Everything that is given must hold.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Filter {
    pub range: DateRange,
    pub customer_id: Option<String>,
    /// Slug.
    pub product: Option<String>,
    pub category: Option<String>,
    pub subcategory: Option<String>,
    /// Subcategory, or category where there is none; `""` for records that have neither.
    pub topic: Option<String>,
    /// One of these is the topic, where there are any.
    pub topics: Vec<String>,
    /// Name of a [`app::model::record::CommunicationStatus`] or [`app::model::record::CaseStatus`].
    pub status: Option<String>,
    pub tier: Option<Tier>,
    /// A case has this through the communications that it was opened from; so the next two.
    pub channel: Option<Channel>,
    pub kind: Option<Kind>,
    pub sentiment: Option<Sentiment>,
    pub attributes: Vec<(Attribute, String)>,
    /// Only communications that carry one of these further fields; a case has it through them. Keys that could not be
    /// names of columns are none.
    pub carries: Vec<String>,
    /// Where a communication stands in the life of its case; a case has it through them.
    pub journey_stage: Option<Stage>,
    /// True for cases that missed their SLA only, false for the others; a communication has it of its case.
    pub breached: Option<bool>,
    /// The day from which deadlines are looked at; without one, only what is stored as late is late.
    pub as_of: Option<NaiveDate>,
    /// Only these communications, at most 10,000.
    pub ids: Option<Vec<String>>,
}

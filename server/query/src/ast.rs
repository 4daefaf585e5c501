//! The query language: what can be asked of the records, as a type that a model fills by its JSON schema and that the
//! rules translate words into. Says nothing of SQL; `check` says whether a query makes sense, `sql` compiles it.

use std::borrow::Cow;

use chrono::{Datelike, Days, Months, NaiveDate};
use model::time::{self, DateRange};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::declared::kept::SourceName;
use super::range::whole_months;

/// A question to one dataset.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Query {
    /// What is counted.
    pub dataset: Dataset,
    /// When: "November 2014", "last 30 days", "2026-01-02 to 2026-01-31", "since 15 January 2026", "all". Without it, all
    /// dates.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_range: Option<String>,
    /// Which records; without it, all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub filter: Option<Filter>,
    /// At most two.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub group_by: Vec<Group>,
    /// What is worked out for all records and for each group; the count if not given. At most six.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub measures: Vec<Measure>,
    /// Only groups whose measure is within bounds.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub having: Vec<Threshold>,
    /// Without it, the largest first measure leads, and times come in their order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<Order>,
    /// How many groups to list: 1 to 500; 10 if not given, 60 for times.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
    /// The same again for another time, beside it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compare: Option<Compare>,
}

/// What a query reads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Dataset {
    /// Messages of customers: complaints, enquiries, requests, feedback.
    #[default]
    Communications,
    /// Work that the firm opened for them, with deadlines.
    Cases,
    Customers,
    /// The firm's own articles, release notes, policies, notices.
    Documents,
    /// A source that somebody declared.
    Source(SourceName),
}

impl Dataset {
    /// Those of the firm's own records.
    pub const ALL: &'static [Self] = &[Self::Communications, Self::Cases, Self::Customers, Self::Documents];

    /// Also the name of the table, of the firm's own records.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Communications => "communications",
            Self::Cases => "cases",
            Self::Customers => "customers",
            Self::Documents => "documents",
            Self::Source(name) => name.as_str(),
        }
    }

    /// The dataset of this name: one of the firm's own, or one that was declared.
    pub fn find(name: &str) -> Option<Self> {
        let own = Self::ALL.iter().copied().find(|dataset| dataset.as_str() == name);
        own.or_else(|| SourceName::find(name).map(Self::Source))
    }
}

impl Serialize for Dataset {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Dataset {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let name = Cow::<'_, str>::deserialize(from)?;
        Self::find(&name).ok_or_else(|| {
            let shown: String = name.chars().take(60).collect();
            let own = Self::ALL.iter().map(|d| d.as_str()).collect::<Vec<_>>().join(", ");
            D::Error::custom(format!("no dataset \"{shown}\"; there is {own}, or a source that list_sources names"))
        })
    }
}

impl JsonSchema for Dataset {
    fn schema_name() -> Cow<'static, str> {
        "Dataset".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "description": "communications, cases, customers, documents, or a declared source." })
    }
}

/// A condition on records.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Filter {
    /// All of them hold.
    And(Vec<Filter>),
    /// At least one holds.
    Or(Vec<Filter>),
    /// It does not hold; records without a value count.
    Not(Box<Filter>),
    /// A column compared with values.
    Is(Condition),
    /// Of customers: those who have such records.
    Has(Records),
}

/// Records of a customer's own.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Records {
    /// communications or cases.
    pub of: Dataset,
    /// When, as in the query; without it, all dates.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_range: Option<String>,
    /// Which of them; without it, all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub filter: Option<Box<Filter>>,
    /// How many at least; 1 if not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_least: Option<u32>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Condition {
    /// Name of a column of the dataset.
    pub column: String,
    #[serde(default)]
    pub op: Op,
    /// Text, or a number as text; none for `missing`, two for `between`, one or more for `is`, one for the others.
    #[serde(default)]
    pub values: Vec<String>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Op {
    /// One of the values.
    #[default]
    Is,
    /// Holds the text, whatever its case.
    Contains,
    /// Begins with the text, whatever its case.
    Starts,
    Less,
    AtMost,
    More,
    AtLeast,
    /// Both ends included.
    Between,
    /// Has no value.
    Missing,
}

/// What groups are made by.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Group {
    /// The values of a column.
    Column(String),
    /// Stretches of time.
    Time(Bucket),
}

model::named! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
    #[serde(rename_all = "snake_case")]
    pub enum Bucket {
        Day = "day",
        /// From Monday on, as ISO 8601 has them.
        Week = "week",
        Month = "month",
        Quarter = "quarter",
        Year = "year",
        /// Monday to Sunday, whatever the week.
        Weekday = "weekday",
    }
}

impl Bucket {
    /// The stretch of time of this name.
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|bucket| bucket.as_str() == name)
    }

    /// Whether these days are one whole month, quarter or year.
    pub fn is_whole(self, range: DateRange) -> bool {
        let (Some(from), Some(months)) = (range.from, whole_months(range)) else { return false };
        match self {
            Self::Month => months == 1,
            Self::Quarter => months == 3 && from.month0().is_multiple_of(3),
            Self::Year => months == 12 && from.month() == 1,
            Self::Day | Self::Week | Self::Weekday => false,
        }
    }

    /// The days of a stretch of time, as groups are keyed by it; a month also by its first day.
    pub fn days(self, value: &str) -> Option<DateRange> {
        let first = |text: &str| text.parse::<NaiveDate>().ok();
        let to_end = |from: NaiveDate, months: u32| {
            Some(DateRange::new(from, from.checked_add_months(Months::new(months))?.pred_opt()?))
        };
        match self {
            Self::Day => first(value).map(|day| DateRange::new(day, day)),
            Self::Week => first(value).and_then(|day| Some(DateRange::new(day, day.checked_add_days(Days::new(6))?))),
            Self::Month => time::month_of(first(value).or_else(|| first(&format!("{value}-01")))?),
            Self::Quarter => {
                let (year, quarter) = value.split_once("-Q")?;
                let month = quarter.parse::<u32>().ok()?.checked_sub(1)? * 3 + 1;
                to_end(NaiveDate::from_ymd_opt(year.parse().ok()?, month, 1)?, 3)
            }
            Self::Year => to_end(NaiveDate::from_ymd_opt(value.parse().ok()?, 1, 1)?, 12),
            Self::Weekday => None,
        }
    }
}

/// A figure.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Measure {
    pub of: Aggregation,
    /// A column of numbers (of any kind for `distinct`, of days for `min` and `max`); none for `count` and `share`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<String>,
    /// For `percentile`: 1 to 99.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub percentile: Option<u8>,
    /// Only these records; for `share`, the records whose share it is.
    #[serde(rename = "where", skip_serializing_if = "Option::is_none")]
    pub only: Option<Filter>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Aggregation {
    #[default]
    Count,
    Sum,
    Avg,
    Min,
    Max,
    Median,
    Percentile,
    /// In percent: with `where`, of the group's records; without, of all records that the query is about.
    Share,
    /// How many different values.
    Distinct,
}

/// A bound on a measure of a group.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Threshold {
    /// Its place in `measures`, from 0.
    #[serde(default)]
    pub measure: usize,
    /// less, at_most, more, at_least.
    pub op: Op,
    pub value: f64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Order {
    pub by: By,
    /// Smallest first.
    #[serde(default)]
    pub ascending: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum By {
    /// Place in `measures`, from 0.
    Measure(usize),
    /// The groups themselves.
    Group,
    /// With `compare`: the difference of the first measure.
    Change,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Compare {
    /// The time before, as long.
    PreviousPeriod,
    /// The same days a year earlier.
    PreviousYear,
    /// Another time range.
    With(String),
}

impl Filter {
    /// A column is one of the values.
    pub fn is(column: impl Into<String>, values: impl IntoIterator<Item = impl Into<String>>) -> Self {
        let values = values.into_iter().map(Into::into).collect();
        Self::Is(Condition { column: column.into(), op: Op::Is, values })
    }

    pub fn negated(self) -> Self {
        match self {
            Self::Not(inner) => *inner,
            other => Self::Not(Box::new(other)),
        }
    }

    /// All of them together; `None` of none.
    pub fn all(mut list: Vec<Self>) -> Option<Self> {
        match list.len() {
            0 => None,
            1 => list.pop(),
            _ => Some(Self::And(list)),
        }
    }

    /// The conditions that must all hold at the top, one by one.
    pub fn parts(&self) -> Vec<&Self> {
        match self {
            Self::And(list) => list.iter().flat_map(Self::parts).collect(),
            other => vec![other],
        }
    }
}

//! The query language: what can be asked of the records, as a type that a model fills by its JSON schema and that the
//! rules translate words into. Knows no SQL: `check` validates a query, `sql` compiles it.

use std::borrow::Cow;

use chrono::{Datelike, Days, Months, NaiveDate};
use model::time::{self, DateRange};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::declared::kept::SourceName;
use super::range::whole_months;

/// A query over one dataset.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Query {
    /// The records to read.
    pub dataset: Dataset,
    /// The period: "November 2014", "last 30 days", "2026-01-02 to 2026-01-31", "since 15 January 2026", "all". All
    /// dates if not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_range: Option<String>,
    /// Conditions on the records; all records if not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub filter: Option<Filter>,
    /// What to group by; at most three.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub group_by: Vec<Group>,
    /// Figures for all records and for each group; the count if not given. At most six.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub measures: Vec<Measure>,
    /// Keeps only groups whose measure is within these bounds.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub having: Vec<Threshold>,
    /// If not given, groups come by the first measure, largest first, and periods by date.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<Order>,
    /// How many groups to list: 1 to 500; 10 if not given, 60 for times.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
    /// A second period to compare with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compare: Option<Compare>,
}

/// What a query reads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Dataset {
    /// Messages of customers: complaints, enquiries, requests, feedback.
    #[default]
    Communications,
    /// Work that the firm opened for customers, with deadlines.
    Cases,
    Customers,
    /// The firm's own articles, release notes, policies, notices.
    Documents,
    /// A declared source.
    Source(SourceName),
}

impl Dataset {
    /// The datasets of the firm's own records.
    pub const ALL: &'static [Self] = &[Self::Communications, Self::Cases, Self::Customers, Self::Documents];

    /// The name, which for the firm's own records is also that of the table.
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
    /// All of these must hold.
    And(Vec<Filter>),
    /// At least one must hold.
    Or(Vec<Filter>),
    /// This must not hold; records without a value match.
    Not(Box<Filter>),
    /// A column compared with values.
    Is(Condition),
    /// Customers that have such records; rows of a source that have such rows of another one.
    Has(Records),
}

/// Records that a customer, or a row of a source, has.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Records {
    /// `communications` or `cases`; of a source, another one that joins its table.
    pub of: Dataset,
    /// The period, as in the query; all dates if not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_range: Option<String>,
    /// Conditions on these records; all of them if not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub filter: Option<Box<Filter>>,
    /// The minimum number of records; 1 if not given.
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
    /// Equals one of the values.
    #[default]
    Is,
    /// Contains the text, ignoring case.
    Contains,
    /// Begins with the text, ignoring case.
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

impl Op {
    /// Whether a value is on the right side of a bound; only of the four that compare.
    pub fn holds(self, value: f64, bound: f64) -> bool {
        match self {
            Self::Less => value < bound,
            Self::AtMost => value <= bound,
            Self::More => value > bound,
            _ => value >= bound,
        }
    }
}

/// What to group by.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Group {
    /// The values of a column.
    Column(String),
    /// Periods of time.
    Time(Bucket),
}

model::named! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
    #[serde(rename_all = "snake_case")]
    pub enum Bucket {
        Day = "day",
        /// Begins on Monday, as in ISO 8601.
        Week = "week",
        Month = "month",
        Quarter = "quarter",
        Year = "year",
        /// The day of the week, over all weeks.
        Weekday = "weekday",
    }
}

impl Bucket {
    /// The bucket of this name.
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|bucket| bucket.as_str() == name)
    }

    /// Whether the range is exactly one month, quarter or year, as the bucket says.
    pub fn is_whole(self, range: DateRange) -> bool {
        let (Some(from), Some(months)) = (range.from, whole_months(range)) else { return false };
        match self {
            Self::Month => months == 1,
            Self::Quarter => months == 3 && from.month0().is_multiple_of(3),
            Self::Year => months == 12 && from.month() == 1,
            Self::Day | Self::Week | Self::Weekday => false,
        }
    }

    /// The days of a bucket, read from the key of its group; a month also from its first day.
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

/// A figure to compute.
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
    /// Conditions on the records; for `share`, the measure is the percentage of records that satisfy them.
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
    /// A percentage: with `where`, of the group's records; without, of all records of the query.
    Share,
    /// The number of distinct values.
    Distinct,
}

/// A bound on a measure of a group.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Threshold {
    /// Index in `measures`, from 0.
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
    /// Index in `measures`, from 0.
    Measure(usize),
    /// The keys of the groups.
    Group,
    /// With `compare`: the change of the first measure.
    Change,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Compare {
    /// The preceding period of the same length.
    PreviousPeriod,
    /// The same days a year earlier.
    PreviousYear,
    /// Another time range.
    With(String),
}

impl Filter {
    /// The condition that a column equals one of the values.
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

    /// The filters joined by "and"; `None` if there are none.
    pub fn all(mut list: Vec<Self>) -> Option<Self> {
        match list.len() {
            0 => None,
            1 => list.pop(),
            _ => Some(Self::And(list)),
        }
    }

    /// The conditions at the top level, all of which must hold.
    pub fn parts(&self) -> Vec<&Self> {
        match self {
            Self::And(list) => list.iter().flat_map(Self::parts).collect(),
            other => vec![other],
        }
    }
}

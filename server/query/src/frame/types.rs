//! The types of a frame.

use reader::{Act, Aggregation, Order, Reading, Role};
use serde::{Deserialize, Serialize};

use super::grammar::numbers::number_in;
use crate::ast::{Bucket, Dataset, Op, Query};
use crate::describe;
use crate::range::Resolved;

/// The key of groups.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Group {
    Column(String),
    Time(Bucket),
}

impl Group {
    /// The column or the time bucket.
    pub fn name(&self) -> &str {
        match self {
            Self::Column(name) => name,
            Self::Time(bucket) => bucket.as_str(),
        }
    }
}

/// How sure a reading is, by the probability of its act. The bounds were chosen on held-out questions; `evals reader`
/// prints what is on either side of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Certainty {
    /// Asked back, with readings that can be answered.
    Unsure,
    /// Answered, with how it was read and the second reading.
    Likely,
    Sure,
}

impl Certainty {
    pub const SURE: f32 = 0.90;
    pub const LIKELY: f32 = 0.40;

    pub const fn from_probability(probability: f32) -> Self {
        if probability >= Self::SURE {
            Self::Sure
        } else if probability >= Self::LIKELY {
            Self::Likely
        } else {
            Self::Unsure
        }
    }
}

/// How words of a question were linked to the data, surest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Link {
    /// By name, ignoring case and number.
    #[default]
    Exact,
    /// By a synonym.
    Synonym,
    /// By a name shared by several records: all of them.
    Family,
    /// By a unique part of a name.
    Part,
    /// By a name with a small typo.
    Typo,
    /// By what the words mean.
    Meaning,
}

/// Words of the question that became a part of the frame.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Derived {
    /// Bytes of [`Frame::text`].
    pub start: usize,
    pub end: usize,
    pub role: Role,
    pub link: Link,
    /// The columns that they filter, group by or measure.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub columns: Vec<String>,
}

/// A condition on the records, with its words.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct FilterSlot {
    pub column: String,
    pub op: Op,
    /// As stored.
    pub values: Vec<String>,
    /// For display.
    pub labels: Vec<String>,
    pub negated: bool,
    /// For shares: the numerator's filter.
    pub part: bool,
    /// Carried over from the previous turn.
    pub carried: bool,
    /// Joined by "or" to the one before.
    pub or: bool,
    /// The words of the question.
    pub words: String,
    /// The byte of [`Frame::text`] where they begin; 0 if not in it.
    pub start: usize,
    pub link: Link,
    /// The words are not its name, but a part of it, a similar spelling, or nearly a synonym: the note on that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub near: Option<String>,
    /// The other possible meaning: column, stored value, label.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other: Option<(String, String, String)>,
}

/// A condition on the number of customers' own records.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RecordsSlot {
    pub of: Dataset,
    pub filters: Vec<FilterSlot>,
    /// At least, more, less …; `None` with 0 for "none", at least 1 for "any".
    pub op: Op,
    pub value: f64,
    pub words: String,
}

/// A time with its words.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TimeSlot {
    pub time: Resolved,
    pub words: String,
    #[serde(default)]
    pub carried: bool,
}

/// A question, linked to the data.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Frame {
    /// The question, or its part for this frame.
    pub text: String,
    pub reading: Reading,
    /// The act; the reader's, or another that a person chose.
    pub act: Act,
    /// What is counted or listed. `None` if the question names nothing in any dataset.
    pub dataset: Option<Dataset>,
    /// The words for it.
    #[serde(default)]
    pub subject: String,
    /// The subject was named or carried over, not guessed from conditions.
    #[serde(default)]
    pub named: bool,
    /// The kinds of records that these words name alike; none if it is clear which are meant.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub kinds: Vec<Dataset>,
    #[serde(default)]
    pub filters: Vec<FilterSlot>,
    #[serde(default)]
    pub records: Vec<RecordsSlot>,
    #[serde(default)]
    pub groups: Vec<Group>,
    #[serde(default)]
    pub group_carried: bool,
    /// A numeric column.
    #[serde(default)]
    pub measure: Option<String>,
    #[serde(default)]
    pub aggregation: Option<Aggregation>,
    /// Bounds on a group's figure.
    #[serde(default)]
    pub bounds: Vec<(Op, f64)>,
    #[serde(default)]
    pub time: Option<TimeSlot>,
    /// The time to compare with.
    #[serde(default)]
    pub against: Option<TimeSlot>,
    /// Compared with the previous period, implicitly.
    #[serde(default)]
    pub previous: bool,
    /// Values are compared.
    #[serde(default)]
    pub versus: bool,
    #[serde(default)]
    pub order: Option<Order>,
    #[serde(default)]
    pub one: bool,
    #[serde(default)]
    pub limit: Option<u32>,
    /// The other source, if two are compared.
    #[serde(default)]
    pub source: Option<Dataset>,
    #[serde(default)]
    pub about: Option<String>,
    #[serde(default)]
    pub to: Option<String>,
    #[serde(default)]
    pub id: Option<String>,
    /// Condition words that match nothing in the data.
    #[serde(default)]
    pub unused: Vec<String>,
    /// Words for the subject or measure that match nothing in the data: a figure would be about something else.
    #[serde(default)]
    pub unknown: Vec<String>,
    /// Why the named time is invalid.
    #[serde(default)]
    pub problem: Option<String>,
    /// Notes on the reading for readers of the answer.
    #[serde(default)]
    pub notes: Vec<String>,
    /// Why nothing is compared, although requested.
    #[serde(default)]
    pub not_compared: Option<String>,
    /// It builds on the previous turn.
    #[serde(default)]
    pub goes_on: bool,
    /// Which words became which part, unordered.
    #[serde(default)]
    pub derivation: Vec<Derived>,
    /// Content words without a part.
    #[serde(default)]
    pub dropped: Vec<String>,
    /// How sure the reading is, 0 to 1: the reader's probability of its act, lowered by open items in the derivation.
    #[serde(default = "full")]
    pub certainty: f32,
    /// The likeliest reading that asks for something else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rival: Option<Box<Frame>>,
}

/// The certainty of a frame stored without one.
const fn full() -> f32 {
    1.0
}

/// What an answer states first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum AnswerKind {
    /// One figure.
    Total,
    Groups,
    /// Which group has the most or the least.
    Extreme,
    /// The mean of a count per time bucket.
    Per(Bucket),
    /// The mean of a count per group.
    PerGroup,
    /// How many groups there are.
    GroupCount,
    /// Groups compared.
    Versus,
    Share,
    /// Now compared with before.
    Change,
    /// The records themselves.
    List,
}

/// The query of a frame, and how its answer begins.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct QueryIntent {
    pub frame: Frame,
    pub query: Query,
    pub kind: AnswerKind,
    pub notes: Vec<String>,
    /// The source to compare with the query's own, row by row.
    #[serde(default)]
    pub against: Option<Dataset>,
}

impl Frame {
    /// What a reading says by itself, before anything is linked.
    pub fn of_reading(reading: Reading, text: &str) -> Self {
        let of = |role: Role| {
            let bare = |text: &'_ str| {
                text.trim_matches(|c: char| c.is_whitespace() || matches!(c, ':' | ';' | ',' | '.' | '“' | '”' | '"'))
                    .to_owned()
            };
            let all: Vec<String> = reading.with_role(role).map(|span| bare(&span.text)).collect();
            (!all.is_empty()).then(|| all.join(" "))
        };
        Self {
            text: text.to_owned(),
            act: reading.act,
            subject: of(Role::Subject).unwrap_or_default(),
            aggregation: reading.aggregation,
            order: reading.order,
            one: reading.one,
            limit: reading
                .first(Role::Limit)
                .and_then(number_in)
                .map(|(n, _)| n as u32)
                .filter(|n| (1..=500).contains(n)),
            about: of(Role::About),
            to: of(Role::To),
            id: of(Role::Id).map(|id| id.rsplit(' ').next().unwrap_or_default().trim_start_matches('#').to_owned()),
            goes_on: !reading.keep.is_empty(),
            certainty: reading.probability,
            reading,
            ..Self::default()
        }
    }

    /// The first filter of a column.
    pub fn filter(&self, column: &str) -> Option<&FilterSlot> {
        self.filters.iter().find(|f| f.column == column)
    }

    /// Its customer: id and name.
    pub fn customer(&self) -> Option<(&str, &str)> {
        let one =
            |f: &&FilterSlot| matches!(f.column.as_str(), "customer" | "name") && !f.negated && f.values.len() == 1;
        let slot = self.filters.iter().find(one)?;
        Some((slot.values.first()?, slot.labels.first()?))
    }

    /// Whether it counts all records of a kind, without any condition, group or number of its own.
    pub fn is_bare(&self) -> bool {
        self.filters.iter().all(|f| f.words.is_empty())
            && self.records.is_empty()
            && self.groups.is_empty()
            && self.measure.is_none()
            && self.time.is_none()
            && self.about.is_none()
            && self.id.is_none()
    }

    /// Its columns, each with the number of its values.
    pub fn columns(&self) -> Vec<(String, usize)> {
        let filters = self.filters.iter().map(|f| (f.column.clone(), f.values.len() + 1));
        let groups = self.groups.iter().map(|group| (group.name().to_owned(), 0));
        filters.chain(groups).chain(self.measure.iter().map(|name| (name.clone(), 0))).collect()
    }

    /// Whether only late cases are meant.
    pub fn late(&self) -> bool {
        self.filters.iter().any(|f| f.column == "sla_breached" && !f.part)
    }

    /// Whether a condition is on another day of its own records than the one when they came: "resolved in January".
    pub fn is_dated(&self) -> bool {
        !self.of_source() && self.filters.iter().any(|f| describe::event(&f.column).is_some())
    }

    /// Whether its records are a declared source's.
    pub fn of_source(&self) -> bool {
        matches!(self.dataset, Some(Dataset::Source(_)))
    }

    /// Whether the smallest comes first.
    pub fn ascending(&self) -> bool {
        let feeling = self.measure.as_deref() == Some("sentiment_score");
        match self.order {
            Some(Order::Least | Order::Shortest | Order::Soonest | Order::Oldest) => true,
            // The worst sentiment is the lowest score; the worst of counted things has the most.
            Some(Order::Worst) => feeling,
            Some(Order::Best) => !feeling,
            _ => false,
        }
    }

    /// Whether a maximum or minimum is asked for.
    pub fn ranks(&self) -> bool {
        self.order.is_some_and(|order| !matches!(order, Order::Newest | Order::Oldest | Order::Soonest)) || self.one
    }

    /// Its subject, as input for the reader of the next question; `train.py` has the same.
    pub fn context(&self) -> String {
        let with = |lead: &str, text: &str| format!("{lead}{text}");
        let aggregation = self.aggregation.map_or("", Aggregation::as_str);
        let measure = self.measure.as_deref().unwrap_or_default().replace('_', " ");
        let mut parts = vec![self.subject.clone(), format!("{aggregation} {measure}").trim().to_owned()];
        parts.extend(self.groups.iter().map(|group| with("by ", &group.name().replace('_', " "))));
        parts.extend(self.filters.iter().map(|f| with(if f.negated { "not " } else { "" }, &f.words)));
        parts.extend(self.records.iter().map(|r| with(if r.value == 0.0 { "no " } else { "" }, &r.words)));
        parts.extend(self.time.iter().map(|time| time.words.clone()));
        parts.extend(self.about.clone());
        parts.retain(|part| !part.is_empty());
        format!("{}: {}", self.act.as_str().replace('_', " "), parts.join("; "))
    }
}

/// A row of an answer that the next question may refer to by position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Listed {
    /// "customer", a grouping column, or "id" of a record.
    pub column: String,
    pub value: String,
    pub label: String,
}

/// The last understood turn.
#[derive(Clone, Debug)]
pub struct DialogueState {
    pub frame: Frame,
    /// What its answer listed, in order.
    pub listed: Vec<Listed>,
}

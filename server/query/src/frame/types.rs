//! What a frame holds.

use reader::{Act, Aggregation, Order, Reading, Role};
use serde::{Deserialize, Serialize};

use crate::ast::{Bucket, Dataset, Op, Query};
use crate::range::Resolved;

/// What groups are made by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Group {
    Column(String),
    Time(Bucket),
}

impl Group {
    /// The column or the stretch of time.
    pub fn name(&self) -> &str {
        match self {
            Self::Column(name) => name,
            Self::Time(bucket) => bucket.as_str(),
        }
    }
}

/// How the words of a question were linked to what they mean in the data, the surest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Link {
    /// By its name, but for case and number.
    #[default]
    Exact,
    /// By what people call it.
    Synonym,
    /// By a name that several records share: all of them.
    Family,
    /// By a part of a name that no other has.
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
    /// The columns that they narrow, group by or measure.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub columns: Vec<String>,
}

/// A condition on the records, with the words that say it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct FilterSlot {
    pub column: String,
    pub op: Op,
    /// As stored.
    pub values: Vec<String>,
    /// As people read them.
    pub labels: Vec<String>,
    pub negated: bool,
    /// Of a share: the part, not the whole.
    pub part: bool,
    /// Taken over from the turn before.
    pub carried: bool,
    /// It, or what stands before it.
    pub or: bool,
    /// The words of the question.
    pub words: String,
    /// The byte of [`Frame::text`] that they begin at; 0 for what was not said in it.
    pub start: usize,
    pub link: Link,
    /// The words are not what it is called, but a part of it, alike in spelling, or nearly the same: what to tell of that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub near: Option<String>,
    /// What else the words may mean: column, stored value, label.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other: Option<(String, String, String)>,
}

/// A condition on how many records of their own customers have.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RecordsSlot {
    pub of: Dataset,
    pub filters: Vec<FilterSlot>,
    /// At least, more, less …; `None` with 0 for "none", at least 1 for "any".
    pub op: Op,
    pub value: f64,
    pub words: String,
}

/// A time with the words that say it.
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
    /// The question, or the part of it that asks this.
    pub text: String,
    pub reading: Reading,
    /// What is asked; the reader's, or another that a person chose.
    pub act: Act,
    /// What is counted or listed. `None` where the question names nothing of any dataset.
    pub dataset: Option<Dataset>,
    /// The words for it.
    #[serde(default)]
    pub subject: String,
    /// The subject was said or taken over, not guessed from what narrows it.
    #[serde(default)]
    pub named: bool,
    #[serde(default)]
    pub filters: Vec<FilterSlot>,
    #[serde(default)]
    pub records: Vec<RecordsSlot>,
    #[serde(default)]
    pub groups: Vec<Group>,
    #[serde(default)]
    pub group_carried: bool,
    /// A column of numbers.
    #[serde(default)]
    pub measure: Option<String>,
    #[serde(default)]
    pub aggregation: Option<Aggregation>,
    /// Bounds on the figure of a group.
    #[serde(default)]
    pub bounds: Vec<(Op, f64)>,
    #[serde(default)]
    pub time: Option<TimeSlot>,
    /// The time that it is held against.
    #[serde(default)]
    pub against: Option<TimeSlot>,
    /// Held against the time before, which nobody named.
    #[serde(default)]
    pub previous: bool,
    /// Values that are held against each other.
    #[serde(default)]
    pub versus: bool,
    #[serde(default)]
    pub order: Option<Order>,
    #[serde(default)]
    pub one: bool,
    #[serde(default)]
    pub limit: Option<u32>,
    /// The other source, of two that are held against each other.
    #[serde(default)]
    pub source: Option<Dataset>,
    #[serde(default)]
    pub about: Option<String>,
    #[serde(default)]
    pub to: Option<String>,
    #[serde(default)]
    pub id: Option<String>,
    /// Words that narrow the question and that nothing in the data is called by.
    #[serde(default)]
    pub unused: Vec<String>,
    /// Words for what is counted or measured that nothing in the data is called by: a figure would be of something else.
    #[serde(default)]
    pub unknown: Vec<String>,
    /// Why the time that is named is none.
    #[serde(default)]
    pub problem: Option<String>,
    /// What a reader of the answer must know of how it was understood.
    #[serde(default)]
    pub notes: Vec<String>,
    /// Why nothing is compared, though that was asked.
    #[serde(default)]
    pub not_compared: Option<String>,
    /// The turn before is gone on from.
    #[serde(default)]
    pub goes_on: bool,
    /// Which words became which part, in no order.
    #[serde(default)]
    pub derivation: Vec<Derived>,
    /// Words that say something and became no part.
    #[serde(default)]
    pub dropped: Vec<String>,
    /// How sure it is that this is what was asked, 0 to 1: the reader's probability of its act, lowered by what the
    /// derivation leaves open.
    #[serde(default = "full")]
    pub certainty: f32,
    /// The likeliest reading that asks for something else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rival: Option<Box<Frame>>,
}

/// The certainty of a frame that was stored without one.
const fn full() -> f32 {
    1.0
}

/// What an answer says first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum AnswerKind {
    /// One figure.
    Total,
    Groups,
    /// Which group has the most or the least.
    Extreme,
    /// The mean of a count per stretch of time.
    Per(Bucket),
    /// The mean of a count per group.
    PerGroup,
    /// How many groups there are.
    GroupCount,
    /// Groups against each other.
    Versus,
    Share,
    /// Now against before.
    Change,
    /// The records themselves.
    List,
}

/// A query that a frame means, and how its answer begins.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct QueryIntent {
    pub frame: Frame,
    pub query: Query,
    pub kind: AnswerKind,
    pub notes: Vec<String>,
    /// The source that the query's own is held against, row by row.
    #[serde(default)]
    pub against: Option<Dataset>,
}

impl Frame {
    /// The first filter of a column.
    pub fn filter(&self, column: &str) -> Option<&FilterSlot> {
        self.filters.iter().find(|f| f.column == column)
    }

    /// The customer that it is about: id and name.
    pub fn customer(&self) -> Option<(&str, &str)> {
        let one =
            |f: &&FilterSlot| matches!(f.column.as_str(), "customer" | "name") && !f.negated && f.values.len() == 1;
        let slot = self.filters.iter().find(one)?;
        Some((slot.values.first()?, slot.labels.first()?))
    }

    /// Whether only what was late is meant.
    pub fn late(&self) -> bool {
        self.filters.iter().any(|f| f.column == "sla_breached" && !f.part)
    }

    /// Whether the records of a declared source are meant.
    pub fn of_source(&self) -> bool {
        matches!(self.dataset, Some(Dataset::Source(_)))
    }

    /// Whether the smallest comes first.
    pub fn ascending(&self) -> bool {
        let feeling = self.measure.as_deref() == Some("sentiment_score");
        match self.order {
            Some(Order::Least | Order::Shortest | Order::Soonest | Order::Oldest) => true,
            // The worst mood is the lowest score; the worst of what is counted has the most of it.
            Some(Order::Worst) => feeling,
            Some(Order::Best) => !feeling,
            _ => false,
        }
    }

    /// Whether a largest or smallest is asked for.
    pub fn ranks(&self) -> bool {
        self.order.is_some_and(|order| !matches!(order, Order::Newest | Order::Oldest | Order::Soonest)) || self.one
    }

    /// What it is about, as the reader of the question after it sees it; `train.py` has the same.
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

/// A row of an answer that the next question may mean by its place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Listed {
    /// "customer", a column that groups were made by, or "id" of a record.
    pub column: String,
    pub value: String,
    pub label: String,
}

/// The last turn that was understood.
#[derive(Clone, Debug)]
pub struct DialogueState {
    pub frame: Frame,
    /// What its answer listed, in order.
    pub listed: Vec<Listed>,
}

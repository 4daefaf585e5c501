//! What a person reads at the end of a run: the text, what it rests on, and how far to trust it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::chart::Chart;
use super::record::Sentiment;
use super::support::Turn;
use super::time::DateRange;

/// An answer. Its text is the Markdown subset that `components::answer` renders: paragraphs, `- ` lists,
/// `### ` headings and `[n]` citations; anything else is shown as it stands, never as HTML.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Answer {
    pub text: String,
    /// What the text cites, rows of results and records alike: `[1]` is the first.
    pub citations: Vec<Citation>,
    /// How many records the run read in all.
    pub records_read: i64,
    /// At most three.
    pub charts: Vec<Chart>,
    /// Why it ended before it was done, or why it is no answer: one sentence each.
    #[serde(default)]
    pub reasons: Vec<String>,
    /// What the answer does not cover, one sentence each.
    pub gaps: Vec<String>,
    /// What else a reader should know of how it was made; nothing is missing for it.
    #[serde(default)]
    pub notes: Vec<String>,
    /// Words of the question that it says it did not understand, as they were written.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unknown: Vec<String>,
    /// Other readings of the question, the likeliest first; they are among the follow-up questions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub offers: Vec<Offer>,
    /// The days that the figures are about.
    pub range: Option<DateRange>,
    /// True when a limit, a failure or a stop ended the run early.
    pub partial: bool,
    /// What a reply to a caller leaves behind for the next turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<Turn>,
}

impl Answer {
    /// The records among what is cited, with their numbers.
    pub fn records(&self) -> impl Iterator<Item = (usize, &Source)> {
        self.citations.iter().enumerate().filter_map(|(i, c)| match c {
            Citation::Record(source) => Some((i + 1, source)),
            Citation::Row(_) => None,
        })
    }

    /// The rows among what is cited, with their numbers.
    pub fn rows(&self) -> impl Iterator<Item = (usize, &CitedRow)> {
        self.citations.iter().enumerate().filter_map(|(i, c)| match c {
            Citation::Row(row) => Some((i + 1, row)),
            Citation::Record(_) => None,
        })
    }

    /// True for an answer that says that it is none.
    pub fn declines(&self) -> bool {
        let no =
            |p: &str| ["I cannot answer", "I can't answer", "I did not understand"].iter().any(|no| p.starts_with(no));
        self.text.split("\n\n").any(no)
    }

    /// All that it says of its own limits.
    pub fn caveats(&self) -> impl Iterator<Item = &String> {
        self.reasons.iter().chain(&self.gaps).chain(&self.notes)
    }
}

/// A question that may have been meant, as the desk reads it back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Offer {
    pub question: String,
    /// What it counts or tells, in words: "Counts complaints about Mortgage, 1 to 31 January 2026".
    pub counts: String,
}

impl Offer {
    /// In one line of text.
    pub fn line(&self) -> String {
        format!("{} ({})", self.question, self.counts)
    }
}

/// What a number in square brackets leads to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Citation {
    Row(CitedRow),
    Record(Source),
}

/// A row of a result, as [`super::rows::tables`] walks it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CitedRow {
    /// [`super::run::Call::id`].
    pub call: String,
    /// JSON pointer into that call's result.
    pub path: String,
    /// The row in words, for readers who do not have the result.
    pub text: String,
}

text_enum! {
    /// What a source is; with the id it makes the source's address, `/records/{kind}/{id}`.
    #[derive(Default)]
    SourceKind { #[default] Communication = "communication", Case = "case", Document = "document", Customer = "customer" }
}

/// What is said of a letter whose sender nothing proves.
pub const SENDER_MARK: &str = ", sender not authenticated";

/// A record that a tool read and an answer may cite (requirement A-051).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Source {
    #[serde(rename = "type")]
    pub kind: SourceKind,
    pub id: String,
    /// The customer's name, or the document's title.
    pub title: String,
    /// 0 to 1, the best match of its search being 1; absent when it was not found by search.
    pub relevance: Option<f64>,
    /// What it says, word for word. Untrusted text.
    pub excerpt: String,
    /// Characters of its text that the excerpt leaves out.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub more: usize,
    /// ISO day of the record.
    pub day: Option<chrono::NaiveDate>,
    /// "email", "release_note" …
    pub channel: Option<String>,
    pub sentiment: Option<Sentiment>,
    /// Of a letter: nothing shows that it comes from whom it names.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unauthenticated: bool,
}

impl Source {
    /// What stands beside the name of whoever wrote it, wherever it is quoted.
    pub fn mark(&self) -> &'static str {
        if self.unauthenticated { SENDER_MARK } else { "" }
    }

    /// The same record with another part of its text.
    pub fn showing(self, excerpt: String) -> Self {
        let all = self.more + self.excerpt.chars().count();
        Self { more: all.saturating_sub(excerpt.chars().count()), excerpt, ..self }
    }
}

fn is_zero(n: &usize) -> bool {
    *n == 0
}

/// How much of what there is a tool has read.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Coverage {
    /// Records that went into the result.
    pub read: i64,
    /// Records that the question was about.
    pub available: i64,
    /// "communications", "cases", "documents".
    pub unit: String,
    pub range: DateRange,
}

/// What checking an answer against the tools' results found. Made by code, never by a model.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Grounding {
    pub claims: Vec<Claim>,
}

impl Grounding {
    /// How many claims were checked.
    pub fn checked(&self) -> usize {
        self.claims.len()
    }

    /// How many of them stand in a result: cited or matched.
    pub fn grounded(&self) -> usize {
        self.claims.iter().filter(|c| c.found.is_some()).count()
    }

    /// How many of them have this grade.
    pub fn graded(&self, grade: Grade) -> usize {
        self.claims.iter().filter(|c| c.grade() == grade).count()
    }
}

text_enum! {
    /// What a claim is.
    ClaimKind {
        Number = "number", Percent = "percent", Amount = "amount", Date = "date", Id = "id",
        Quotation = "quotation", Citation = "citation", Name = "name",
    }
}

text_enum! {
    /// How well a claim is backed.
    Grade {
        /// It stands in a row or record that its sentence cites, or follows from those by one operation.
        Cited = "cited",
        /// The value stands in a result of the run, or follows by one operation from the sentence's other figures.
        Matched = "matched",
        Unverified = "not verified",
    }
}

/// One thing in an answer that can be true or false by the records.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Claim {
    pub kind: ClaimKind,
    /// Byte offsets into the answer's text, `start` included, `end` not; always on character boundaries.
    pub start: usize,
    pub end: usize,
    /// The words as they stand there.
    pub text: String,
    /// Where it came from; `None` is "not verified".
    pub found: Option<Found>,
    /// What is not right with it, for people and for the reasoner's one repair; a matched claim may have one, too.
    pub problem: Option<String>,
}

impl Claim {
    pub const fn grade(&self) -> Grade {
        match &self.found {
            Some(found) if found.cited => Grade::Cited,
            Some(_) => Grade::Matched,
            None => Grade::Unverified,
        }
    }
}

/// Where a claim's value stands in the results of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Found {
    /// The call whose result holds it: [`super::run::Call::id`]; "question" for what the question itself says, "answer"
    /// for what the sentence's other figures give.
    pub call: String,
    /// JSON pointer into that result (RFC 6901), e.g. `/topTopics/0/share`; one that begins with `/args` leads into the
    /// call's arguments, one with `/sources` into its sources.
    pub path: String,
    pub how: How,
    /// Whether the sentence cites what holds it.
    pub cited: bool,
    /// What it was worked out from, as "label value"; empty where it simply stands there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub operands: Vec<String>,
}

text_enum! {
    /// The way from the value that was found to the one that is told.
    How {
        Equal = "equal", Rounded = "rounded", Sum = "sum", Difference = "difference", Share = "share",
        Change = "change", Ratio = "ratio", Mean = "mean", PerDay = "per day", Count = "count",
    }
}

/// A score with the account that makes it up.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Score {
    /// 0 to 1.
    pub value: f64,
    /// "high", "medium" or "low"; empty for a score without tiers.
    pub tier: String,
    pub parts: Vec<ScorePart>,
}

/// A line of that account.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScorePart {
    /// "Volume: 23 records".
    pub label: String,
    /// "0.7 × 0.25", where the part is a product.
    pub working: Option<String>,
    pub adds: f64,
}

/// What a reader must know before trusting an answer (D-027).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RiskFlag {
    /// "ERROR", "UNVERIFIED", "TOOL_FAILED" …
    pub code: String,
    pub message: String,
}

/// What a run cost.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Receipt {
    pub iterations: u32,
    pub tool_calls: u32,
    pub failed_calls: u32,
    pub tokens_prompt: u64,
    pub tokens_completion: u64,
    /// US dollars, by the price table; 0 without a model.
    pub cost_usd: f64,
    pub duration_ms: i64,
    /// "rules", or the model's name.
    pub model: String,
}

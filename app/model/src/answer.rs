//! The end of a run as a person reads it: the text, its evidence, and how far to trust it.

pub mod citations;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::chart::Chart;
use super::record::Sentiment;
use super::support::Turn;
use super::text::excerpt;
use super::time::DateRange;

/// An answer. Its text is the Markdown subset that `components::answer` renders: paragraphs, `- ` lists, `### `
/// headings and `[n]` citations; anything else is shown literally, never as HTML.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Answer {
    pub text: String,
    /// The cited rows and records: `[1]` is the first.
    pub citations: Vec<Citation>,
    /// Records read by the run in total.
    pub records_read: i64,
    /// At most three.
    pub charts: Vec<Chart>,
    /// Why the run ended early or declined, one sentence each.
    #[serde(default)]
    pub reasons: Vec<String>,
    /// What the answer does not cover, one sentence each.
    pub gaps: Vec<String>,
    /// Further notes on how it was made; nothing is missing because of them.
    #[serde(default)]
    pub notes: Vec<String>,
    /// Words of the question it did not understand, as written.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unknown: Vec<String>,
    /// Other readings of the question, likeliest first; also among the follow-up questions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub offers: Vec<Offer>,
    /// The days the figures cover.
    pub range: Option<DateRange>,
    /// True if a limit, failure or stop ended the run early.
    pub partial: bool,
    /// State that a reply to a caller leaves for the next turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<Turn>,
}

impl Answer {
    /// The cited records with their numbers.
    pub fn records(&self) -> impl Iterator<Item = (usize, &Source)> {
        self.citations.iter().enumerate().filter_map(|(i, c)| match c {
            Citation::Record(source) => Some((i + 1, source)),
            Citation::Row(_) => None,
        })
    }

    /// The cited rows with their numbers.
    pub fn rows(&self) -> impl Iterator<Item = (usize, &CitedRow)> {
        self.citations.iter().enumerate().filter_map(|(i, c)| match c {
            Citation::Row(row) => Some((i + 1, row)),
            Citation::Record(_) => None,
        })
    }

    /// Whether it declines to answer.
    pub fn declines(&self) -> bool {
        let no =
            |p: &str| ["I cannot answer", "I can't answer", "I did not understand"].iter().any(|no| p.starts_with(no));
        self.text.split("\n\n").any(no)
    }

    /// Everything it says about its limits.
    pub fn caveats(&self) -> impl Iterator<Item = &String> {
        self.reasons.iter().chain(&self.gaps).chain(&self.notes)
    }
}

/// An alternative reading of the question, in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Offer {
    pub question: String,
    /// What it counts or shows: "Counts complaints about Mortgage, 1 to 31 January 2026".
    pub counts: String,
}

impl Offer {
    /// As one line of text.
    pub fn line(&self) -> String {
        format!("{} ({})", self.question, self.counts)
    }
}

/// What a number in square brackets refers to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Citation {
    Row(CitedRow),
    Record(Source),
}

/// A row of a result, as [`super::rows::tables`] yields it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CitedRow {
    /// [`super::run::Call::id`].
    pub call: String,
    /// JSON pointer into that call's result.
    pub path: String,
    /// The row in words, for readers without the result.
    pub text: String,
}

text_enum! {
    /// The kind of a source; with the id it forms its address, `/records/{kind}/{id}`.
    #[derive(Default)]
    SourceKind { #[default] Communication = "communication", Case = "case", Document = "document", Customer = "customer" }
}

/// The mark of a letter whose sender is unproven.
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
    /// 0 to 1, relative to the best match of its search; absent if not found by search.
    pub relevance: Option<f64>,
    /// Quoted verbatim. Untrusted text.
    pub excerpt: String,
    /// Characters of the record's text before the excerpt.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub start: usize,
    /// Characters of the record's text after the excerpt, to its end.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub more: usize,
    /// ISO day of the record.
    pub day: Option<chrono::NaiveDate>,
    /// "email", "release_note" …
    pub channel: Option<String>,
    pub sentiment: Option<Sentiment>,
    /// For letters: nothing proves the named sender.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unauthenticated: bool,
}

impl Source {
    /// The mark beside the author's name, wherever it is quoted.
    pub fn mark(&self) -> &'static str {
        if self.unauthenticated { SENDER_MARK } else { "" }
    }

    /// The excerpt with "…" at an end where a sentence of the record goes on.
    pub fn quoted(&self) -> String {
        let bare = self.excerpt.trim_end_matches(['"', '\'', '”', '’', ')', '*']);
        let opens = self.start == 0 || self.excerpt.starts_with(char::is_uppercase);
        let closes = self.more == 0 || bare.ends_with(['.', '!', '?', '…', ':']);
        format!("{}{}{}", if opens { "" } else { "… " }, self.excerpt, if closes { "" } else { " …" })
    }

    /// The same record with another excerpt: a part of its text.
    pub fn showing(self, text: &str, part: &str) -> Self {
        let (start, more) = excerpt::around(text, part);
        Self { start, more, excerpt: part.to_owned(), ..self }
    }
}

fn is_zero(n: &usize) -> bool {
    *n == 0
}

/// How much of the available records a tool read.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Coverage {
    /// Records included in the result.
    pub read: i64,
    /// Records the question was about.
    pub available: i64,
    /// "communications", "cases", "documents".
    pub unit: String,
    pub range: DateRange,
}

/// The result of checking an answer against the tools' results. Made by code, never by a model.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Grounding {
    pub claims: Vec<Claim>,
}

impl Grounding {
    /// Number of claims checked.
    pub fn checked(&self) -> usize {
        self.claims.len()
    }

    /// Number of claims found in a result: cited or matched.
    pub fn grounded(&self) -> usize {
        self.claims.iter().filter(|c| c.found.is_some()).count()
    }

    /// Number of claims with this grade.
    pub fn graded(&self, grade: Grade) -> usize {
        self.claims.iter().filter(|c| c.grade() == grade).count()
    }
}

text_enum! {
    /// The kind of a claim.
    ClaimKind {
        Number = "number", Percent = "percent", Amount = "amount", Date = "date", Id = "id",
        Quotation = "quotation", Citation = "citation", Name = "name",
    }
}

text_enum! {
    /// How well a claim is supported.
    Grade {
        /// In a row or record that its sentence cites, or derived from those by one operation.
        Cited = "cited",
        /// In some result of the run, or derived by one operation from the sentence's other figures.
        Matched = "matched",
        Unverified = "not verified",
    }
}

/// Something in an answer that the records can prove or refute.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Claim {
    pub kind: ClaimKind,
    /// Byte offsets into the answer's text, `start` inclusive, `end` exclusive, on character boundaries.
    pub start: usize,
    pub end: usize,
    /// The words as written.
    pub text: String,
    /// Its source; `None` is "not verified".
    pub found: Option<Found>,
    /// The problem, for people and for the reasoner's one repair; even a matched claim may have one.
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

/// Where the run's results contain a claim's value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Found {
    /// The call with the result: [`super::run::Call::id`]; "question" if the question itself says it, "answer" if
    /// derived from the sentence's other figures.
    pub call: String,
    /// JSON pointer into that result (RFC 6901), e.g. `/topTopics/0/share`; one that begins with `/args` points into
    /// the call's arguments, with `/sources` into its sources.
    pub path: String,
    pub how: How,
    /// Whether the sentence cites it.
    pub cited: bool,
    /// Its inputs if computed, as "label value"; empty if found as is.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub operands: Vec<String>,
}

text_enum! {
    /// How the claim's value follows from the one found.
    How {
        Equal = "equal", Rounded = "rounded", Sum = "sum", Difference = "difference", Share = "share",
        Change = "change", Ratio = "ratio", Mean = "mean", PerDay = "per day", Count = "count",
    }
}

/// A score with its breakdown.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Score {
    /// 0 to 1.
    pub value: f64,
    /// "high", "medium" or "low"; empty for scores without tiers.
    pub tier: String,
    pub parts: Vec<ScorePart>,
}

/// A line of the breakdown.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScorePart {
    /// "Volume: 23 records".
    pub label: String,
    /// "0.7 × 0.25", if the part is a product.
    pub working: Option<String>,
    pub adds: f64,
}

/// A warning before trusting an answer (D-027).
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

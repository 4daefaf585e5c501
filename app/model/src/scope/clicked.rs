//! What a person clicked: a group of a declared table, a point of the event timeline, an event.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::record::Sentiment;
use crate::time::DateRange;

/// The rows of a declared table with this value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SourceValue {
    /// The name of the declared table, "deals".
    pub table: String,
    /// A dimension of the table, "region".
    pub dimension: String,
    /// As spelled in the table.
    pub value: String,
}

impl fmt::Display for SourceValue {
    /// "region EMEA".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.dimension.replace('_', " "), self.value)
    }
}

/// A point of the event timeline.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(from = "DrawnBubble")]
pub struct Bubble {
    pub date: chrono::NaiveDate,
    /// The last day, if the point spans several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<chrono::NaiveDate>,
    pub sentiment: Option<Sentiment>,
    /// The product and channel of the chart, used when the question's scope has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub product: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub channel: Option<String>,
}

/// A point as clients send it: all that their chart says of it is accepted, anything else is refused by name.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "Bubble")]
#[expect(dead_code, reason = "the chart's own figures are accepted and ignored")]
struct DrawnBubble {
    date: chrono::NaiveDate,
    /// The last day, if the point spans several.
    to: Option<chrono::NaiveDate>,
    sentiment: Option<Sentiment>,
    /// The product and channel of the chart, used when the question's scope has none.
    product: Option<String>,
    channel: Option<String>,
    /// This and the following are ignored: they are figures of the chart.
    #[serde(default)]
    id: Value,
    #[serde(default)]
    volume: Value,
    #[serde(default)]
    social_sentiment: Value,
    #[serde(default)]
    themes: Value,
    #[serde(default)]
    nps_score: Value,
    #[serde(default)]
    promoter_pct: Value,
    #[serde(default)]
    passive_pct: Value,
    #[serde(default)]
    detractor_pct: Value,
}

impl From<DrawnBubble> for Bubble {
    fn from(drawn: DrawnBubble) -> Self {
        let DrawnBubble { date, to, sentiment, product, channel, .. } = drawn;
        Self { date, to, sentiment, product, channel }
    }
}

/// An event on the timeline.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Happening {
    /// The id of a release note, notice or policy; then nothing else is needed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<chrono::NaiveDate>,
    /// Its name: "Mobile banking 6.2".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// "outage", "launch", "issue" …
    #[serde(default, rename = "type", skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub severity: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub product: Option<String>,
}

impl Happening {
    /// "Mobile banking 6.2, outage, high".
    pub fn name(&self) -> Option<String> {
        let parts = [&self.label, &self.kind, &self.severity].into_iter().flatten();
        let parts: Vec<&str> = parts.map(|part| part.trim()).filter(|part| !part.is_empty()).collect();
        (!parts.is_empty()).then(|| parts.join(", "))
    }
}

impl Bubble {
    /// A point for these days.
    pub fn spanning(date: chrono::NaiveDate, to: chrono::NaiveDate) -> Self {
        Self { date, to: (to > date).then_some(to), sentiment: None, product: None, channel: None }
    }

    /// Its days.
    pub fn range(&self) -> DateRange {
        DateRange::new(self.date, self.to.filter(|to| *to >= self.date).unwrap_or(self.date))
    }

    pub fn label(&self) -> String {
        self.range().name()
    }
}

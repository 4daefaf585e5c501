//! The analysis pages: their queries and data, shared by the pages and REST.
//!
//! **Net sentiment** is the one measure on all of these pages: each message that has a direction counts +1, 0 or −1,
//! and the mean is from −1 to 1. It does not depend on how finely a method scores. From 0.2 it is called positive, from
//! −0.2 down negative (the bands of A-107).

use chrono::NaiveDate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::number::hundredths;
use super::record::{DocumentKind, Sentiment};
use super::scope::Scope;
pub use super::stage::{Quadrant, Stage};
use super::time::DateRange;

/// A mean has a direction from this value up, or from its negative down.
pub const DIRECTION: f64 = 0.2;

/// Which communications to analyse, and what is selected. REST takes the same fields.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct AnalysisQuery {
    /// Inclusive. Default: the last 31 days with data.
    pub from: Option<NaiveDate>,
    pub to: Option<NaiveDate>,
    /// Slug or name.
    pub product: Option<String>,
    pub channel: Option<String>,
    pub surveys: Option<Surveys>,
}

text_enum! {
    /// Restricts to communications that belong to a survey.
    Surveys { Only = "only" }
}

/// The selection on the page: days, a topic or quadrant of them, a stage of the journey.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Picked {
    pub day: Option<NaiveDate>,
    /// The last day, if several are selected.
    pub last_day: Option<NaiveDate>,
    pub topic: Option<String>,
    pub stage: Option<Stage>,
    pub quadrant: Option<Quadrant>,
    /// The product (slug) of the selected topic, stage or quadrant.
    pub of: Option<String>,
}

impl Picked {
    /// Whether `chosen` has this selection's topic, stage and quadrant, of the same product if it names one.
    pub fn is_in(&self, chosen: &Self) -> bool {
        (self.topic.is_none() || self.topic == chosen.topic)
            && (self.stage.is_none() || self.stage == chosen.stage)
            && (self.quadrant.is_none() || self.quadrant == chosen.quadrant)
            && (chosen.of.is_none() || self.of == chosen.of)
    }

    /// Whether it selects some of the messages, and not only days.
    pub const fn is_part(&self) -> bool {
        self.topic.is_some() || self.stage.is_some() || self.quadrant.is_some()
    }

    /// The selected days.
    pub fn range(&self) -> Option<DateRange> {
        let day = self.day?;
        Some(DateRange::new(day, self.last_day.filter(|last| *last > day).unwrap_or(day)))
    }
}

/// Sentiment of some communications.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Mood {
    pub volume: i64,
    pub positive: i64,
    pub neutral: i64,
    pub negative: i64,
    /// How many have a score, and the sum of the scores, each from −1 to 1.
    pub scored: i64,
    pub score_sum: f64,
    /// Net sentiment, from −1 to 1, two decimals: positive minus negative messages, divided by those with a direction.
    pub net: Option<f64>,
}

impl Mood {
    pub fn from_counts(volume: i64, positive: i64, neutral: i64, negative: i64) -> Self {
        let judged = positive + neutral + negative;
        let net = (judged > 0).then(|| hundredths((positive - negative) as f64 / judged as f64));
        Self { volume, positive, neutral, negative, net, ..Self::default() }
    }

    /// With this many scored messages and this sum.
    pub fn scored(self, scored: i64, score_sum: f64) -> Self {
        Self { scored, score_sum, ..self }
    }

    /// The mean score, from −1 to 1, two decimals: shown as the average score.
    pub fn mean_score(&self) -> Option<f64> {
        (self.scored > 0).then(|| hundredths(self.score_sum / self.scored as f64))
    }

    /// How many have a direction.
    pub const fn judged(&self) -> i64 {
        self.positive + self.neutral + self.negative
    }

    /// The direction of the mean.
    pub fn tone(&self) -> Option<Sentiment> {
        self.net.map(|net| match net {
            m if m >= DIRECTION => Sentiment::Positive,
            m if m <= -DIRECTION => Sentiment::Negative,
            _ => Sentiment::Neutral,
        })
    }

    pub fn plus(&self, other: &Self) -> Self {
        Self::from_counts(
            self.volume + other.volume,
            self.positive + other.positive,
            self.neutral + other.neutral,
            self.negative + other.negative,
        )
        .scored(self.scored + other.scored, self.score_sum + other.score_sum)
    }
}

text_enum! {
    /// The period of a bubble: days up to 62 of them, weeks from Monday up to 62, then months.
    Unit { Day = "day", Week = "week", Month = "month" }
}

text_enum! {
    /// Bubbles 1.5 standard deviations or more from the mean of all: the best and worst mean sentiment with at least
    /// five judged messages, and otherwise every large volume.
    Badge { Peak = "peak", Trough = "trough", Outlier = "outlier" }
}

/// The communications of a day, week or month.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TimelineBubble {
    pub from: NaiveDate,
    pub to: NaiveDate,
    #[cfg_attr(not(target_family = "wasm"), serde(flatten))]
    #[cfg_attr(target_family = "wasm", serde(rename = "*"))]
    pub mood: Mood,
    pub tone: Option<Sentiment>,
    /// In pixels: proportional to the square root of the volume, at most 30, at least 4.
    pub radius: f64,
    /// How many belong to a survey.
    pub surveys: i64,
    pub badge: Option<Badge>,
}

impl TimelineBubble {
    pub const fn range(&self) -> DateRange {
        DateRange { from: Some(self.from), to: Some(self.to) }
    }

    /// The selection it makes.
    pub fn picked(&self) -> Picked {
        Picked { day: Some(self.from), last_day: (self.to > self.from).then_some(self.to), ..Picked::default() }
    }
}

/// The firm's release note, notice or policy: the only stored events.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Event {
    /// The document's id.
    pub id: String,
    pub kind: DocumentKind,
    pub title: String,
    pub product: Option<String>,
    pub day: NaiveDate,
}

/// Number of communications in a period.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Stretch {
    pub from: NaiveDate,
    pub to: NaiveDate,
    pub volume: i64,
}

/// The bubbles of a range by day, and the events in it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Timeline {
    pub range: DateRange,
    /// First to last day with a communication, whatever the filter; `None` without data.
    pub extent: Option<DateRange>,
    pub unit: Option<Unit>,
    /// The whole range.
    pub total: Mood,
    pub bubbles: Vec<TimelineBubble>,
    pub events: Vec<Event>,
    /// All days with data under the same filter, in at most about 130 periods.
    pub overview: Vec<Stretch>,
    /// Whether any communication belongs to a survey.
    pub has_surveys: bool,
}

/// A key figure with its trend.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Tile {
    pub name: String,
    /// As displayed: "1,360", "87.2".
    pub value: String,
    /// "%" or empty.
    pub unit: String,
    /// The change and its baseline.
    pub change: String,
    pub against: String,
    /// In time order, without periods that lack a value.
    pub course: Vec<f64>,
}

/// Sentiment of a product's messages along the stages of their cases, in order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Journey {
    /// Slug.
    pub product: Option<String>,
    pub name: String,
    pub stages: Vec<StageMood>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct StageMood {
    pub stage: Stage,
    #[cfg_attr(not(target_family = "wasm"), serde(flatten))]
    #[cfg_attr(target_family = "wasm", serde(rename = "*"))]
    pub mood: Mood,
}

/// A topic of a product.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct QuadrantItem {
    pub topic: String,
    #[cfg_attr(not(target_family = "wasm"), serde(flatten))]
    #[cfg_attr(target_family = "wasm", serde(rename = "*"))]
    pub mood: Mood,
    pub quadrant: Quadrant,
}

/// The topics of a product, largest first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct QuadrantGroup {
    /// Slug.
    pub product: Option<String>,
    pub name: String,
    pub items: Vec<QuadrantItem>,
}

/// Volume against sentiment per product, with common midlines.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Quadrants {
    /// The largest volume.
    pub axis: i64,
    /// Volumes from here on are large: the mean of all topics, or 0.4 of the axis, whichever is larger.
    pub volume_midline: f64,
    /// Sentiment below this is bad.
    pub sentiment_midline: f64,
    pub groups: Vec<QuadrantGroup>,
}

/// A product or channel to filter by: its value in the URL and its display name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Choice {
    pub value: String,
    pub name: String,
}

/// The page without details of the selection.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Screen {
    /// Normalised to the stored values.
    pub query: AnalysisQuery,
    pub products: Vec<Choice>,
    pub channels: Vec<Choice>,
    pub tiles: Vec<Tile>,
    pub timeline: Timeline,
    pub journeys: Vec<Journey>,
    pub quadrants: Quadrants,
}

/// A line about the selection.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Fact {
    pub name: String,
    pub value: String,
    pub note: String,
    /// The record it links to.
    pub href: Option<String>,
}

impl Fact {
    pub fn new(name: String, value: impl Into<String>, note: impl Into<String>) -> Self {
        Self { name, value: value.into(), note: note.into(), href: None }
    }
}

/// Details of the selection: facts, warnings, and suggested questions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Selection {
    /// "16 January 2026, negative".
    pub title: String,
    pub facts: Vec<Fact>,
    /// More than 40% detractors.
    pub alert: Option<String>,
    /// More than 50% promoters.
    pub praise: Option<String>,
    /// How the NPS was estimated.
    pub method: String,
    pub questions: Vec<String>,
    /// The scope of questions about it.
    pub scope: Scope,
    /// The parts of the selection that a question's scope cannot express.
    pub unlimited: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_counts_directions() {
        let mood = Mood::from_counts(10, 1, 3, 4);
        assert_eq!((mood.net, mood.tone(), mood.judged()), (Some(-0.38), Some(Sentiment::Negative), 8));
        assert_eq!(Mood::from_counts(3, 1, 0, 1).net.map(f64::is_sign_negative), Some(false));
        assert_eq!(
            (Mood::from_counts(3, 0, 0, 0).net, Mood::from_counts(5, 1, 4, 0).tone()),
            (None, Some(Sentiment::Positive))
        );
        assert_eq!(mood.plus(&Mood::from_counts(2, 2, 0, 0)), Mood::from_counts(12, 3, 3, 4));
    }

    #[test]
    fn chosen_days_begin_with_the_first() {
        let day = |text: &str| text.parse().ok();
        let picked = Picked { day: day("2026-01-15"), last_day: day("2026-01-12"), ..Picked::default() };
        assert_eq!(picked.range().and_then(|r| r.days()), Some(1));
        assert_eq!(Picked { last_day: day("2026-01-21"), ..picked }.range().and_then(|r| r.days()), Some(7));
        assert_eq!(Picked::default().range(), None);
    }
}

//! The charts that tools may ask for: a closed type that the pages draw. Nothing that a model writes is executed.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

/// A chart with the finding as its caption.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Chart {
    /// What the chart shows, as a sentence: "Login failures lead".
    pub finding: String,
    /// What is drawn, with its unit and its absolute dates: "Complaints a day, 2 to 31 January 2026".
    pub subtitle: String,
    pub drawing: Drawing,
}

/// How it is drawn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Drawing {
    /// Horizontal bars, largest first.
    Bars { unit: String, bars: Vec<Bar> },
    /// One value a day, in date order.
    Days { unit: String, points: Vec<Point> },
    /// Parts of a whole; drawn as one divided bar, which people read better than a pie.
    Parts { unit: String, parts: Vec<Part> },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bar {
    pub label: String,
    pub value: f64,
    /// Share of the whole, 0 to 1, where there is a whole.
    pub share: Option<f64>,
    /// True for the bar that sums up what is not shown.
    pub rest: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Point {
    pub day: NaiveDate,
    pub value: f64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Part {
    pub label: String,
    pub value: f64,
    pub tone: Tone,
}

text_enum! {
    /// What a part means, never how it looks.
    Tone { Positive = "positive", Neutral = "neutral", Negative = "negative", Plain = "plain" }
}

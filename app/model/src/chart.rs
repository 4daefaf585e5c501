//! The charts that tools may return: a closed type that the pages draw. Nothing written by a model is executed.

use chrono::{Datelike, Days, NaiveDate};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::scope::{Bubble, Scope};
use super::time::{self, DateRange};

/// A chart with the finding as its caption.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Chart {
    /// The finding, as a sentence: "Login failures lead".
    pub finding: String,
    /// What is shown, with unit and absolute dates: "Complaints a day, 2 to 31 January 2026".
    pub subtitle: String,
    pub drawing: Drawing,
    /// The chart's scope: clicking a mark uses it, narrowed by the mark's own filter, as the scope of the next
    /// question. `None` if nothing is clickable.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scope: Option<Scope>,
}

impl Chart {
    /// Makes the marks clickable: the chart's scope, and the scope of each bar or part by its index. The bar of the
    /// rest has none. Points need no filter: each is its own period.
    pub fn about(mut self, scope: Scope, mark: impl Fn(usize) -> Option<Scope>) -> Self {
        let named = |place: usize, label: &str| {
            mark(place).map(|filter| Scope { name: filter.name.or_else(|| Some(label.to_owned())), ..filter })
        };
        match &mut self.drawing {
            Drawing::Bars { bars, .. } => {
                bars.iter_mut().enumerate().filter(|(_, b)| !b.rest).for_each(|(i, b)| b.filter = named(i, &b.label));
            }
            Drawing::Parts { parts, .. } => {
                parts.iter_mut().enumerate().for_each(|(i, p)| p.filter = named(i, &p.label));
            }
            Drawing::Days { .. } => {}
        }
        self.scope = Some(scope);
        self
    }

    /// Adds markers of documents within the days of the chart, without duplicates; other charts stay unchanged.
    pub fn marked(mut self, more: impl Iterator<Item = Marker>) -> Self {
        if let Drawing::Days { points, markers, .. } = &mut self.drawing
            && let (Some(first), Some(last)) = (points.first(), points.last())
        {
            for marker in more.filter(|m| first.day <= m.day && m.day <= last.day) {
                if markers.iter().all(|known| known.document != marker.document) {
                    markers.push(marker);
                }
            }
            markers.sort_by_key(|marker| marker.day);
        }
        self
    }

    /// The scope of a question about a mark.
    pub fn picked(&self, mark: &Scope) -> Option<Scope> {
        self.scope.as_ref().map(|scope| scope.and(mark))
    }
}

/// The type of chart.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(not(target_family = "wasm"), serde(tag = "type"))]
#[serde(rename_all = "camelCase")]
pub enum Drawing {
    /// Horizontal bars, largest first.
    Bars { unit: String, bars: Vec<Bar> },
    /// One value per day, week or month, by date.
    Days {
        unit: String,
        points: Vec<Point>,
        /// What the firm announced in this period, by day.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        markers: Vec<Marker>,
        /// The period of a point; absent in old charts, whose points imply it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        step: Option<Step>,
        /// The available periods, including the current one; empty if there is no choice.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        steps: Vec<Step>,
    },
    /// Parts of a whole; drawn as one divided bar, which is easier to read than a pie.
    Parts { unit: String, parts: Vec<Part> },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Bar {
    pub label: String,
    pub value: f64,
    /// Share of the whole, 0 to 1, if there is a whole.
    pub share: Option<f64>,
    /// True for the bar that sums up the rest.
    pub rest: bool,
    /// Its own scope, which narrows the chart's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub filter: Option<Scope>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Point {
    pub day: NaiveDate,
    pub value: f64,
}

/// A document of the firm on its day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Marker {
    pub day: NaiveDate,
    pub title: String,
    /// "release note".
    pub kind: String,
    /// The document's id.
    pub document: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Part {
    pub label: String,
    pub value: f64,
    pub tone: Tone,
    /// Its own scope, which narrows the chart's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub filter: Option<Scope>,
}

impl Drawing {
    /// Points without a choice of periods.
    pub const fn days(unit: String, points: Vec<Point>) -> Self {
        Self::Days { unit, points, markers: Vec::new(), step: None, steps: Vec::new() }
    }
}

impl Chart {
    /// Sets the period of the points and the other periods on offer.
    pub fn stepped(mut self, by: Step, others: Vec<Step>) -> Self {
        if let Drawing::Days { step, steps, .. } = &mut self.drawing {
            (*step, *steps) = (Some(by), others);
        }
        self
    }
}

impl Point {
    /// The scope of its period: the clicked bubble of A-058, which never limits the days.
    pub fn filter(&self, step: Step) -> Scope {
        let last = step.last(self.day).unwrap_or(self.day);
        Scope { selected_bubble: Some(Bubble::spanning(self.day, last)), ..Scope::default() }
    }
}

text_enum! {
    /// The period of a point; its day is the period's first.
    #[schemars(rename = "ChartStep")]
    Step { Day = "day", Week = "week", Month = "month" }
}

/// Most points of a line.
const MAX_LINE_POINTS: i64 = 400;

impl Step {
    /// The last day of the period that starts on `day`.
    fn last(self, day: NaiveDate) -> Option<NaiveDate> {
        match self {
            Self::Day => Some(day),
            Self::Week => day.checked_add_days(Days::new(6)),
            Self::Month => time::month_of(day).and_then(|month| month.to),
        }
    }

    /// The first day of the next period.
    pub fn next(self, day: NaiveDate) -> Option<NaiveDate> {
        self.last(day)?.succ_opt()
    }

    /// The periods that give a readable line for a range; empty if only one does.
    pub fn for_range(range: DateRange) -> Vec<Self> {
        let (Some(from), Some(to)) = (range.from, range.to) else { return Vec::new() };
        let days = (to - from).num_days() + 1;
        let month = |day: NaiveDate| (day.year(), day.month());
        let fits = |step: &Self| match step {
            Self::Day => (2..=MAX_LINE_POINTS).contains(&days),
            Self::Week => (14..=MAX_LINE_POINTS * 7).contains(&days),
            Self::Month => month(from) != month(to),
        };
        let all: Vec<Self> = Self::ALL.iter().copied().filter(fits).collect();
        if all.len() > 1 { all } else { Vec::new() }
    }
}

text_enum! {
    /// The meaning of a part, never its look.
    Tone { Positive = "positive", Neutral = "neutral", Negative = "negative", Plain = "plain" }
}

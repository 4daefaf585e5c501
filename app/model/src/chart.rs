//! The charts that tools may ask for: a closed type that the pages draw. Nothing that a model writes is executed.

use chrono::{Datelike, Days, NaiveDate};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::run::{Bubble, Scope};
use super::time::{self, DateRange};

/// A chart with the finding as its caption.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Chart {
    /// What the chart shows, as a sentence: "Login failures lead".
    pub finding: String,
    /// What is drawn, with its unit and its absolute dates: "Complaints a day, 2 to 31 January 2026".
    pub subtitle: String,
    pub drawing: Drawing,
    /// What all of it is about: a click on a mark makes this, narrowed by the mark's own filter, the scope of the next
    /// question. `None` where nothing of it can be clicked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scope: Option<Scope>,
}

impl Chart {
    /// The chart with its marks made clickable: what all of it is about, and what each bar or part, by its place, stands
    /// for. The bar of the rest stands for nothing. The points of days need no filter: each is its own day.
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

    /// The chart with further markers of documents, each once, as far as its days reach; a chart of anything else stays
    /// as it is.
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

    /// The scope of a question about one of its marks.
    pub fn picked(&self, mark: &Scope) -> Option<Scope> {
        self.scope.as_ref().map(|scope| scope.and(mark))
    }
}

/// How it is drawn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(not(target_family = "wasm"), serde(tag = "type"))]
#[serde(rename_all = "camelCase")]
pub enum Drawing {
    /// Horizontal bars, largest first.
    Bars { unit: String, bars: Vec<Bar> },
    /// One value a day, a week or a month, in date order.
    Days {
        unit: String,
        points: Vec<Point>,
        /// What the firm announced on days of it, in the order of their days.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        markers: Vec<Marker>,
        /// What a point stands for; charts made before it was kept say it by their points.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        step: Option<Step>,
        /// The steps that its query can be asked by, this one among them; empty where there is nothing to choose.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        steps: Vec<Step>,
    },
    /// Parts of a whole; drawn as one divided bar, which people read better than a pie.
    Parts { unit: String, parts: Vec<Part> },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Bar {
    pub label: String,
    pub value: f64,
    /// Share of the whole, 0 to 1, where there is a whole.
    pub share: Option<f64>,
    /// True for the bar that sums up what is not shown.
    pub rest: bool,
    /// What it stands for, as a scope that holds nothing else.
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
    /// Its id.
    pub document: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Part {
    pub label: String,
    pub value: f64,
    pub tone: Tone,
    /// What it stands for, as a scope that holds nothing else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub filter: Option<Scope>,
}

impl Drawing {
    /// Points of days, which are of one step only.
    pub const fn days(unit: String, points: Vec<Point>) -> Self {
        Self::Days { unit, points, markers: Vec::new(), step: None, steps: Vec::new() }
    }
}

impl Chart {
    /// The chart with what its points stand for, and what else its query can be asked by.
    pub fn stepped(mut self, by: Step, others: Vec<Step>) -> Self {
        if let Drawing::Days { step, steps, .. } = &mut self.drawing {
            (*step, *steps) = (Some(by), others);
        }
        self
    }
}

impl Point {
    /// What it stands for: the clicked bubble of A-058, which never bounds the days.
    pub fn filter(&self, step: Step) -> Scope {
        let last = step.last(self.day).unwrap_or(self.day);
        Scope { selected_bubble: Some(Bubble::of(self.day, last)), ..Scope::default() }
    }
}

text_enum! {
    /// The stretch of time that a point stands for; its day is the first of it.
    #[schemars(rename = "ChartStep")]
    Step { Day = "day", Week = "week", Month = "month" }
}

/// Most points of a line.
const POINTS: i64 = 400;

impl Step {
    /// The last day of the stretch that begins on a day.
    fn last(self, day: NaiveDate) -> Option<NaiveDate> {
        match self {
            Self::Day => Some(day),
            Self::Week => day.checked_add_days(Days::new(6)),
            Self::Month => time::month_of(day).and_then(|month| month.to),
        }
    }

    /// The first day of the stretch that follows.
    pub fn next(self, day: NaiveDate) -> Option<NaiveDate> {
        self.last(day)?.succ_opt()
    }

    /// Those by which a range makes a line, and one that can be read; none where that is one alone.
    pub fn of(range: DateRange) -> Vec<Self> {
        let (Some(from), Some(to)) = (range.from, range.to) else { return Vec::new() };
        let days = (to - from).num_days() + 1;
        let month = |day: NaiveDate| (day.year(), day.month());
        let fits = |step: &Self| match step {
            Self::Day => (2..=POINTS).contains(&days),
            Self::Week => (14..=POINTS * 7).contains(&days),
            Self::Month => month(from) != month(to),
        };
        let all: Vec<Self> = Self::ALL.iter().copied().filter(fits).collect();
        if all.len() > 1 { all } else { Vec::new() }
    }
}

text_enum! {
    /// What a part means, never how it looks.
    Tone { Positive = "positive", Neutral = "neutral", Negative = "negative", Plain = "plain" }
}

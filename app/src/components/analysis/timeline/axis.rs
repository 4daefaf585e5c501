//! The layout of the drawing: days along, net sentiment from +1 to −1 up and down.

use chrono::{Datelike, NaiveDate, Weekday};
use leptos::prelude::*;

use crate::components::chart::frame::gridline;
use crate::components::chart::scale::at;
use crate::i18n::locale;
use crate::model::analysis::{Timeline, TimelineBubble, Unit};
use crate::model::time::DateRange;
use crate::t;

/// Height of a row of event names.
pub const ROW: f64 = 18.0;

pub struct Plot {
    pub left: f64,
    pub right: f64,
    pub top: f64,
    pub bottom: f64,
    pub height: f64,
    first: NaiveDate,
    span: f64,
}

impl Plot {
    /// With `rows` of event names above it.
    pub fn new(range: DateRange, width: f64, rows: usize) -> Self {
        let first = range.from.unwrap_or_default();
        let days = range.days().unwrap_or(1).max(1) as f64;
        let narrow = width < 560.0;
        let top = 22.0 + ROW * rows as f64;
        let bottom = top + if narrow { 300.0 } else { 280.0 };
        Self {
            left: if narrow { 34.0 } else { 48.0 },
            right: width,
            top,
            bottom,
            height: bottom + 28.0,
            first,
            span: days,
        }
    }

    /// The middle of a day, or the position between two.
    pub fn at_day(&self, day: NaiveDate) -> f64 {
        let inset = 14.0;
        let along = ((day - self.first).num_days() as f64 + 0.5) / self.span;
        self.left + inset + along * (self.right - self.left - 2.0 * inset)
    }

    pub fn x(&self, bubble: &TimelineBubble) -> f64 {
        f64::midpoint(self.at_day(bubble.from), self.at_day(bubble.to))
    }

    pub fn of_value(&self, value: f64) -> f64 {
        self.top + (1.0 - value) / 2.0 * (self.bottom - self.top)
    }

    /// Unjudged bubbles are on the zero line.
    pub fn y(&self, bubble: &TimelineBubble) -> f64 {
        self.of_value(bubble.mood.net.unwrap_or(0.0))
    }

    /// The radius, reduced where bubbles are close: area stays proportional to volume.
    pub fn radius(&self, timeline: &Timeline, bubble: &TimelineBubble) -> f64 {
        let room = (self.right - self.left) / timeline.bubbles.len().max(1) as f64;
        (bubble.radius * (room * 0.85 / 30.0).clamp(0.3, 1.0)).max(4.0)
    }
}

/// The gridlines.
pub fn lines(plot: &Plot) -> Vec<AnyView> {
    let line = |value: f64| {
        let name = format!("{}{}", if value > 0.0 { "+" } else { "" }, locale().exact(value));
        gridline(value, name, plot.of_value(value), (plot.left, plot.right), 8.0)
    };
    [1.0, 0.5, 0.0, -0.5, -1.0].into_iter().map(line).collect()
}

/// Labels under the axis, as many as fit.
pub fn days(timeline: &Timeline, plot: &Plot) -> Vec<AnyView> {
    let (Some(first), Some(last)) = (timeline.range.from, timeline.range.to) else { return Vec::new() };
    let monthly = timeline.unit != Some(Unit::Day);
    let short = (last - first).num_days() <= 10;
    let wanted = |day: &NaiveDate| match monthly {
        true => day.day() == 1,
        false => short || day.weekday() == Weekday::Mon,
    };
    // There is no data outside these years, and a range may be long.
    let (room, mut free) = (if monthly { 66.0 } else { 52.0 }, plot.left);
    let mut out = Vec::new();
    for day in first.iter_days().take_while(|d| *d <= last).filter(wanted) {
        let x = plot.at_day(day);
        if x < free || x > plot.right - 18.0 {
            continue;
        }
        free = x + room;
        let text = match monthly {
            true => t!("analysis-axis-month", month = day.month(), year = day.year().to_string()),
            false => t!("analysis-axis-day", day = day.day().to_string(), month = day.month()),
        };
        out.push(
            view! {
                <text x=at(x) y=at(plot.bottom + 22.0) text-anchor="middle">
                    {text}
                </text>
            }
            .into_any(),
        );
    }
    out
}

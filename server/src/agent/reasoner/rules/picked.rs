//! What a person clicked before asking: "that day" is the day they clicked, "they" are the records of the chart.

use std::borrow::Cow;

use app::model::record::Kind;
use app::model::run::{Bubble, Records};
use app::model::time::{DateRange, full_date, month_of};

use crate::agent::view::View;

/// Words for what was clicked, the longest first, and whether they mean its month.
const THAT: &[(&str, bool)] = &[
    ("at that time", false),
    ("on that day", false),
    ("on this day", false),
    ("on the same day", false),
    ("in that month", true),
    ("that month", true),
    ("that day", false),
    ("this day", false),
];

/// The question with the clicked time in the place of the words for it.
pub fn question<'a>(view: &View<'a>) -> Cow<'a, str> {
    let asked = view.run.question.as_str();
    match &view.run.scope.selected_bubble {
        Some(bubble) => told(asked, bubble).map_or(Cow::Borrowed(asked), Cow::Owned),
        None => Cow::Borrowed(asked),
    }
}

fn told(question: &str, bubble: &Bubble) -> Option<String> {
    let lower = question.to_ascii_lowercase();
    let whole = |at: usize, end: usize| {
        let edge = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
        edge(lower[..at].chars().next_back()) && edge(lower[end..].chars().next())
    };
    let (at, words, month) = THAT.iter().find_map(|(words, month)| {
        let at = lower.find(words).filter(|at| whole(*at, at + words.len()))?;
        Some((at, words, *month))
    })?;
    let range = if month { month_of(bubble.date)? } else { bubble.range() };
    Some(format!("{}{}{}", &question[..at], time(range)?, &question[at + words.len()..]))
}

/// Days in words that the grammar of time reads.
fn time(range: DateRange) -> Option<String> {
    let (from, to) = (range.from?, range.to?);
    Some(if from == to {
        format!("on {}", full_date(from))
    } else if month_of(from) == Some(range) {
        format!("in {}", from.format("%B %Y"))
    } else {
        format!("from {from} to {to}")
    })
}

/// A question that asks for the records of the clicked chart: what the conversation was about before the click no longer
/// matters. `None` when no chart was clicked.
pub fn before(view: &View<'_>) -> Option<&'static str> {
    let scope = &view.run.scope;
    Some(match (scope.records?, scope.kind) {
        (Records::Cases, _) => "How many cases were there?",
        (Records::Communications, Some(Kind::Complaint)) => "How many complaints were there?",
        (Records::Communications, _) => "How many communications were there?",
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn that_day_is_the_day_that_was_clicked() {
        let day = |text: &str| text.parse().unwrap();
        let one = Bubble::of(day("2026-01-15"), day("2026-01-15"));
        let month = Bubble::of(day("2025-10-01"), day("2025-10-31"));
        let week = Bubble::of(day("2025-10-05"), day("2025-10-11"));
        for (question, bubble, want) in [
            ("What was reported on that day?", &one, Some("What was reported on 15 January 2026?")),
            ("How many that month by phone", &one, Some("How many in January 2026 by phone")),
            ("How many came by phone that month?", &month, Some("How many came by phone in October 2025?")),
            ("And That day?", &week, Some("And from 2025-10-05 to 2025-10-11?")),
            ("How many CDD cases per day?", &one, None),
            ("What is that daylight about?", &one, None),
        ] {
            assert_eq!(told(question, bubble).as_deref(), want, "{question}");
        }
    }
}

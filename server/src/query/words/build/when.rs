//! The times of a question: of all of it, compared, or from one to the other.

use chrono::Datelike;

use crate::query::ast::{Compare, Query};
use crate::query::range;
use crate::query::words::asked::Refusal;
use crate::query::words::said::{Group, Said};

/// "from 2014 to 2015" is a comparison where a change is asked for.
pub(super) fn times(said: &mut Said) {
    if said.together
        && let [(first, words), (second, more)] = said.times.as_slice()
        && let (Some(end), Some(from)) = (first.range.to, second.range.from)
        && end.succ_opt() == Some(from)
    {
        let both = app::model::time::DateRange { from: first.range.from, to: second.range.to };
        said.times = vec![(range::Resolved::new(both), format!("{words} and {more}"))];
    }
    if let [(one, words), (other, more)] = said.times.as_slice() {
        let begins = |text: &str| ["since ", "from ", "starting ", "beginning "].iter().any(|w| text.starts_with(w));
        let ends = |text: &str| ["up to ", "until ", "till ", "through "].iter().any(|w| text.starts_with(w));
        let (from, to) = if begins(words) && ends(more) { (one, other) } else { (other, one) };
        if (begins(words) && ends(more) || begins(more) && ends(words)) && from.range.from <= to.range.to {
            let both = app::model::time::DateRange { from: from.range.from, to: to.range.to };
            said.times = vec![(range::Resolved::new(both), format!("{words} {more}"))];
        }
    }
    // "the gap between 2014 and 2023: how many fewer in 2023".
    // "by quarter for 2023, the second and the third": the year holds them, and the list shows them.
    let in_time = said.groups.iter().any(|g| matches!(g, Group::Time(_)));
    if in_time && said.times.len() > 1 {
        let holds = |outer: &range::Resolved, inner: &range::Resolved| {
            outer.range.from <= inner.range.from && inner.range.to <= outer.range.to && outer.range.from.is_some()
        };
        let outer = said.times.iter().find(|(o, _)| said.times.iter().all(|(i, _)| holds(o, i))).cloned();
        said.times = outer.map_or_else(|| std::mem::take(&mut said.times), |outer| vec![outer]);
    }
    if said.change.is_some() && said.times.len() == 2 && said.times.iter().any(|(_, text)| text.starts_with("between "))
    {
        said.times.retain(|(_, text)| text.starts_with("between "));
    }
    // "how did it develop month by month from January to April" is told month by month.
    if said.change.is_none() || said.times.len() != 1 || in_time {
        return;
    }
    let text = said.times[0].1.trim_start_matches("from ").trim_start_matches("between ").to_owned();
    let parts = text.split_once(" to ").or_else(|| text.split_once(" and "));
    let Some((a, b)) = parts else { return };
    let to = said.times[0].0.range.to;
    let year = to.map(|d| d.format("%Y").to_string()).unwrap_or_default();
    let day = to.unwrap_or_default();
    let parse = |text: &str| {
        let full = if text.chars().any(|c| c.is_ascii_digit()) { text.to_owned() } else { format!("{text} {year}") };
        range::parse(&full, day).ok()
    };
    let earlier = |first: range::Resolved, second: &range::Resolved| match first.range.from > second.range.from {
        true => range::parse(&format!("{a} {}", to?.year() - 1), day).ok(),
        false => Some(first),
    };
    if let (Some(first), Some(second)) = (parse(a), parse(b))
        // "from December to January".
        && let Some(first) = earlier(first, &second)
    {
        said.times = vec![(first, a.to_owned()), (second, b.to_owned())];
    }
}

pub(super) fn when(said: &Said, query: &mut Query, notes: &mut Vec<String>) -> Result<(), Refusal> {
    let mut times: Vec<&range::Resolved> = said.times.iter().map(|(r, _)| r).collect();
    times.dedup_by(|a, b| a == b);
    let in_time = said.groups.iter().any(|g| matches!(g, Group::Time(_)));
    match times.as_slice() {
        [] => {}
        [one] => query.time_range = Some(one.label.clone()),
        [a, b] => {
            let (first, second) = if a.range.from <= b.range.from { (a, b) } else { (b, a) };
            if in_time {
                return Err(Refusal::Ask("I see two times and a grouping by time. Ask for one of them.".into()));
            }
            query.time_range = Some(second.label.clone());
            query.compare = Some(Compare::With(first.label.clone()));
        }
        _ => return Err(Refusal::Ask("I can compare two times, not more. Ask for them by month or by year.".into())),
    }
    let change = said.change.is_some() && query.compare.is_none();
    if query.compare.is_none() && !in_time && (said.previous || said.year_before || change) {
        if query.time_range.is_none() {
            return Err(Refusal::Ask(
                "A change from when to when? Say which month or year, and compared with what.".into(),
            ));
        }
        query.compare = Some(if said.year_before { Compare::PreviousYear } else { Compare::PreviousPeriod });
        if change && !said.previous && !said.year_before {
            notes.push("The change is from the time before, as long.".into());
        }
    }
    Ok(())
}

//! Days that what the firm published stands for: "since the last release", "before the new price list".

use std::borrow::Cow;
use std::ops::Range;

use chrono::{Days, NaiveDate};
use model::analysis::Event;
use model::record::DocumentKind;
use model::session::taught::{BY_EVENT, TaughtWord};
use model::time::{DateRange, full_date};

use super::{Vocabulary, pick};
use crate::range;
use store::{Db, analytics};

/// Words before such a day.
const LEADS: [&str; 5] = ["since", "after", "before", "until", "till"];
/// Words that say no more than which of several.
const BARE: [&str; 12] =
    ["the", "our", "this", "last", "latest", "newest", "most", "recent", "new", "current", "app", "version"];
/// What documents of a kind are called, in plain words.
const KINDS: [(&[&str], DocumentKind); 2] = [
    (&["release", "update", "version", "rollout", "upgrade"], DocumentKind::ReleaseNote),
    (&["notice", "announcement"], DocumentKind::Notice),
];
/// Titles that one word is enough to name.
const TITLES: [&str; 5] = ["outage", "breakdown", "price", "fee", "term"];
/// Maximum words of a name.
const MOST_WORDS: usize = 6;

/// How far back from the last day of the data events are known, in days.
const LOOKBACK_DAYS: u64 = 366;

/// The events of the last year of the data.
pub(super) async fn load(db: &Db, last_day: Option<NaiveDate>) -> store::Result<Vec<Event>> {
    let from = last_day.and_then(|day| day.checked_sub_days(Days::new(LOOKBACK_DAYS)));
    analytics::events(db, DateRange { from, to: None }, None).await
}

impl Vocabulary {
    /// A text with such names replaced by their days, and what each was taken for.
    pub fn with_days<'t>(&self, text: Cow<'t, str>, as_of: NaiveDate) -> (Cow<'t, str>, Vec<TaughtWord>) {
        let words = pick::words(&text);
        let leads = (0..words.len()).filter(|at| LEADS.contains(&words[*at].0.as_str()));
        let found: Vec<(Range<usize>, NaiveDate, &Event)> = leads
            .filter_map(|lead| {
                let longest = words.len().min(lead + 1 + MOST_WORDS);
                (lead + 2..=longest).rev().find_map(|end| {
                    let name = &words[lead + 1..end];
                    let (day, event) = self.named_event(name, as_of)?;
                    Some((name[0].1.start..name[name.len() - 1].1.end, day, event))
                })
            })
            .collect();
        let (mut out, mut taken) = (text.to_string(), Vec::new());
        for (at, day, event) in found.into_iter().rev() {
            taken.push(TaughtWord {
                id: BY_EVENT.to_owned(),
                word: text[at.clone()].to_owned(),
                meaning: format!("{}, the day of “{}”", full_date(day), event.title),
                own: true,
                ..TaughtWord::default()
            });
            out.replace_range(at, &full_date(day));
        }
        if taken.is_empty() { (text, taken) } else { (Cow::Owned(out), taken) }
    }

    /// The newest event with such a name, and its day: the one in its title, else when it was published.
    fn named_event(&self, name: &[(String, Range<usize>)], as_of: NaiveDate) -> Option<(NaiveDate, &Event)> {
        let last = name.last()?.0.as_str();
        let kind = KINDS.iter().find(|(names, _)| names.contains(&last)).map(|(_, kind)| *kind);
        let says = |word: &&str| !(BARE.contains(word) || kind.is_some() && *word == last);
        let own: Vec<&str> = name.iter().map(|(word, _)| word.as_str()).filter(says).collect();
        let product = self.product(&own.join(" ")).map(|product| product.slug.as_str());
        let enough = kind.is_some() || own.len() > 1 || own.first().is_some_and(|word| TITLES.contains(word));
        let fits = |event: &&Event| {
            let title = pick::words(&event.title);
            let titled = own.iter().all(|word| title.iter().any(|(other, _)| other == word));
            let of_product = product.is_some() && event.product.as_deref() == product;
            event.day <= as_of && kind.is_none_or(|kind| event.kind == kind) && (titled || of_product && kind.is_some())
        };
        let event = self.events.iter().filter(fits).max_by_key(|event| event.day).filter(|_| enough)?;
        // "From 1 October", "of 11 November", and no season.
        let exact = |range: DateRange| range.days() == Some(1) || range.to.is_none_or(|to| to == as_of);
        let titled = range::find_all(&event.title, as_of).into_iter().map(|(time, _)| time.range);
        let day = titled.filter(|range| exact(*range)).find_map(|range| range.from);
        Some((day.filter(|day| *day <= as_of).unwrap_or(event.day), event))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_published_stands_for_its_day() {
        let event = |title: &str, kind, product: Option<&str>, day: &str| Event {
            id: title.into(),
            kind,
            title: title.into(),
            product: product.map(str::to_owned),
            day: day.parse().unwrap(),
        };
        let events = vec![
            event("Mobile banking 6.1", DocumentKind::ReleaseNote, Some("mobile"), "2025-09-09"),
            event("Mobile banking 6.2", DocumentKind::ReleaseNote, Some("mobile"), "2026-01-15"),
            event("Online banking, autumn 2025", DocumentKind::ReleaseNote, Some("online"), "2025-10-14"),
            event("Fee schedule from 1 October 2025", DocumentKind::Policy, None, "2025-09-15"),
            event("Handling complaints", DocumentKind::Policy, None, "2025-02-20"),
        ];
        let v = Vocabulary { events, ..Vocabulary::default() };
        let as_of = "2026-01-31".parse().unwrap();
        for (text, want) in [
            ("complaints since the last release", "complaints since 15 January 2026"),
            ("complaints since the latest version by week", "complaints since 15 January 2026 by week"),
            ("after the online banking release", "after 14 October 2025"),
            ("after version 6.1", "after 9 September 2025"),
            ("before the new fee schedule", "before 1 October 2025"),
            ("since the last app update?", "since 15 January 2026?"),
            ("since the complaint", "since the complaint"),
            ("since May", "since May"),
            ("the last release", "the last release"),
        ] {
            assert_eq!(v.with_days(Cow::Borrowed(text), as_of).0, want, "{text}");
        }
    }
}

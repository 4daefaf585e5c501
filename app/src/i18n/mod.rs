//! The texts of the pages, in the reader's language. They are Fluent files in `app/locales`, one folder per language,
//! with the same names in each. The server has them all; the browser fetches those of the page's language once, before
//! hydrating the page.
//!
//! What the server writes for a page (`server/src/api`) uses these texts too, in the caller's language.
//!
//! Deliberately not here: answers, tools' texts and records' contents. They stay as they are.

pub mod messages;

use chrono::{Datelike, NaiveDate};
pub use fluent_bundle::FluentArgs;
use fluent_bundle::FluentError;
use leptos::prelude::*;
use model::locale::Locale;
use model::time::{self, DateRange};

use crate::live;

/// The text with a name, in the page's language: `t!("rail-new")`, `t!("rail-count", count = 3)`.
#[macro_export]
macro_rules! t {
    ($id:expr) => { $crate::i18n::text($id, None) };
    ($id:expr, $($name:ident = $value:expr),+ $(,)?) => {{
        let mut args = $crate::i18n::FluentArgs::new();
        $(args.set(stringify!($name), $value);)+
        $crate::i18n::text($id, Some(&args))
    }};
}

/// A name for [`t!`] that is used elsewhere than in the call, such as in a table of constants.
#[macro_export]
macro_rules! id {
    ($id:literal) => {
        $id
    };
}

/// The language of the current page; English by default.
pub fn locale() -> Locale {
    use_context().unwrap_or_else(live::page_locale)
}

/// The text with this `id`; the id itself if there is none, which a test rules out.
pub fn text(id: &str, args: Option<&FluentArgs>) -> String {
    let messages = live::messages(locale());
    let Some(pattern) = messages.get_message(id).and_then(|message| message.value()) else { return id.to_owned() };
    messages.format_pattern(pattern, args, &mut Vec::<FluentError>::new()).into_owned()
}

/// A whole number with its thousands grouped.
pub fn whole(value: impl TryInto<i64>) -> String {
    locale().whole(value.try_into().unwrap_or(i64::MAX))
}

/// "16 January 2026".
pub fn full_date(day: NaiveDate) -> String {
    t!("date-full", day = day.day().to_string(), month = day.month(), year = day.year().to_string())
}

/// "January 2026".
pub fn month(day: NaiveDate) -> String {
    t!("month-of-year", month = day.month(), year = day.year().to_string())
}

/// "16 Jan 2026".
pub fn short_date(day: NaiveDate) -> String {
    t!("date-short", day = day.day().to_string(), month = day.month(), year = day.year().to_string())
}

/// "31 January 2026, 09:14 UTC" of a time in UTC milliseconds.
pub fn full_time(at_ms: i64) -> String {
    t!("time-full", date = full_date(time::day_of(at_ms)), time = time::clock(at_ms))
}

/// "31 Jan 09:14" of a time in UTC milliseconds.
pub fn short_time(at_ms: i64) -> String {
    let day = time::day_of(at_ms);
    t!("time-short", day = day.day().to_string(), month = day.month(), time = time::clock(at_ms))
}

/// "2 to 31 January 2026".
pub fn range(days: &DateRange) -> String {
    match (days.from, days.to) {
        _ if locale() == Locale::English => days.label(),
        (None, None) => t!("range-all"),
        (Some(from), None) => t!("range-from", from = full_date(from)),
        (None, Some(to)) => t!("range-until", to = full_date(to)),
        (Some(from), Some(to)) if from == to => full_date(from),
        (Some(from), Some(to)) => t!("range", from = full_date(from), to = full_date(to)),
    }
}

/// "January 2026" of a whole month, else as [`range`].
pub fn range_name(days: &DateRange) -> String {
    match days.from {
        Some(first) if Some(*days) == time::month_of(first) => month(first),
        _ => range(days),
    }
}

#[cfg(test)]
mod tests;

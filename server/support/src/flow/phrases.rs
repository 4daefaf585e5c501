//! Times and services as callers hear them.

use std::time::Duration;

use chrono::{Datelike, NaiveDate};
use model::support::Language;

use crate::tools::say::{self, Id};

/// A time as people say it; other text is unchanged.
pub(super) fn moment(text: &str, language: Language, today: Option<NaiveDate>) -> String {
    /// In the genitive: "sausio 31 d.".
    const MONTHS: [&str; 12] = [
        "sausio", "vasario", "kovo", "balandžio", "gegužės", "birželio", "liepos", "rugpjūčio", "rugsėjo", "spalio",
        "lapkričio", "gruodžio",
    ];
    let month = |at: NaiveDate| MONTHS[at.month0() as usize];
    let Ok(at) = chrono::DateTime::parse_from_rfc3339(text) else {
        // A day without a time.
        return match (text.parse::<NaiveDate>(), language) {
            (Ok(day), Language::Lt) => format!("{} {} d.", month(day), day.day()),
            (Ok(day), Language::En) => day.format("%-d %B").to_string(),
            (Err(_), _) => text.to_owned(),
        };
    };
    if today == Some(at.date_naive()) {
        let day = if language == Language::Lt { "šiandien" } else { "today at" };
        return at.format(&format!("{day} %H:%M")).to_string();
    }
    match language {
        Language::Lt => {
            let month = month(at.date_naive());
            at.format(&format!("%Y m. {month} %-d d. %H:%M")).to_string()
        }
        Language::En => at.format("%-d %B %Y, %H:%M").to_string(),
    }
}

/// Within which time a colleague calls: "per 4 valandas"; empty if none is set.
pub(super) fn within(time: Duration, language: Language) -> String {
    let minutes = time.as_secs() / 60;
    let (count, hours) =
        if minutes >= 60 && minutes.is_multiple_of(60) { (minutes / 60, true) } else { (minutes, false) };
    if count == 0 {
        return String::new();
    }
    match language {
        Language::En => {
            let unit = if hours { "hour" } else { "minute" };
            format!("within {count} {unit}{}", if count == 1 { "" } else { "s" })
        }
        Language::Lt => {
            let ending = match (count % 10, count % 100) {
                (0, _) | (_, 11..=19) => "ų",
                (1, _) => "ą",
                _ => "as",
            };
            let stem = if hours { "valand" } else { "minuč" };
            let (stem, ending) = match (hours, ending) {
                (false, "ą") => ("minut", "ę"),
                (false, "as") => ("minut", "es"),
                (false, _) => (stem, "ių"),
                _ => (stem, ending),
            };
            format!("per {count} {stem}{ending}")
        }
    }
}

/// Services in words, joined by commas.
pub(super) fn services(list: &[String], language: Language) -> String {
    let name = |service: &String| {
        let id = match service.as_str() {
            "internet" => Id::ServiceInternet,
            "tv" => Id::ServiceTv,
            "phone" => Id::ServicePhone,
            "bundle" => {
                let both = [Id::ServiceInternet, Id::ServiceTv].map(|id| say::text(language, false, id, &[]));
                return both.join(", ");
            }
            // A code of the records is not spoken.
            _ => return String::new(),
        };
        say::text(language, false, id, &[])
    };
    list.iter().map(name).filter(|name| !name.is_empty()).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_and_times_are_said_as_people_say_them() {
        let said = |text, language| moment(text, language, "2026-01-31".parse().ok());
        assert_eq!(said("2026-01-05", Language::Lt), "sausio 5 d.");
        assert_eq!(said("2026-01-05", Language::En), "5 January");
        assert_eq!(said("2026-01-31T22:00:00+02:00", Language::En), "today at 22:00");
        let within = |minutes: u64, language| within(Duration::from_secs(minutes * 60), language);
        assert_eq!(
            (within(240, Language::Lt), within(240, Language::En)),
            ("per 4 valandas".into(), "within 4 hours".into())
        );
        assert_eq!(
            (within(60, Language::Lt), within(1440, Language::Lt)),
            ("per 1 valandą".into(), "per 24 valandas".into())
        );
        assert_eq!(
            (within(30, Language::Lt), within(1, Language::En)),
            ("per 30 minučių".into(), "within 1 minute".into())
        );
        assert_eq!((within(720, Language::Lt), within(0, Language::Lt)), ("per 12 valandų".into(), String::new()));
    }
}

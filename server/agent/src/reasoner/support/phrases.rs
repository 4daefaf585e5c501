//! Times and services as callers hear them.

use chrono::{Datelike, NaiveDate};
use model::support::Language;

use skills::support::say::{self, Id};

/// A time as people say it; other text is unchanged.
pub(super) fn moment(text: &str, language: Language, today: Option<NaiveDate>) -> String {
    /// In the genitive: "sausio 31 d.".
    const MONTHS: [&str; 12] = [
        "sausio", "vasario", "kovo", "balandžio", "gegužės", "birželio", "liepos", "rugpjūčio", "rugsėjo", "spalio",
        "lapkričio", "gruodžio",
    ];
    let Ok(at) = chrono::DateTime::parse_from_rfc3339(text) else { return text.to_owned() };
    if today == Some(at.date_naive()) {
        let day = if language == Language::Lt { "šiandien" } else { "today at" };
        return at.format(&format!("{day} %H:%M")).to_string();
    }
    match language {
        Language::Lt => {
            let month = MONTHS[at.month0() as usize];
            at.format(&format!("%Y m. {month} %-d d. %H:%M")).to_string()
        }
        Language::En => at.format("%-d %B %Y, %H:%M").to_string(),
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
            _ => return service.clone(),
        };
        say::text(language, false, id, &[])
    };
    list.iter().map(name).collect::<Vec<_>>().join(", ")
}

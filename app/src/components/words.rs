//! How the pages print figures, times and names in the reader's language: the same on server and browser, so that
//! nothing changes during hydration.

use crate::i18n;
pub use crate::i18n::whole;
use crate::model::answer::SourceKind;
use crate::model::session::SearchMode;
use crate::model::text::excerpt;
use crate::{id, t};
pub use model::text::segment;

/// "6.0", "0.0012": with a fixed number of decimals.
pub fn fixed(value: f64, decimals: usize) -> String {
    format!("{value:.decimals$}").replace('.', &t!("decimal-mark"))
}

/// "214 ms", "6.2 s", "2 min 5 s".
pub fn duration(ms: i64) -> String {
    match ms {
        ..1_000 => format!("{ms} ms"),
        1_000..60_000 => format!("{} s", fixed(ms as f64 / 1_000.0, 1)),
        _ if ms % 60_000 < 1_000 => format!("{} min", ms / 60_000),
        _ => format!("{} min {} s", ms / 60_000, ms % 60_000 / 1_000),
    }
}

/// "0.0012 US dollars", "0.0012 US dollars, price unknown for 1 call", "price unknown for 3 calls".
pub fn cost(usd: f64, calls: u32, unpriced: u32) -> String {
    match unpriced {
        0 => t!("cost", usd = dollars(usd)),
        n if n >= calls => t!("cost-unknown", count = n),
        n => t!("cost-partly", usd = dollars(usd), count = n),
    }
}

/// "0.0012", "1.20": four decimals below a dollar, two above; "0" for zero.
pub fn dollars(usd: f64) -> String {
    match usd {
        0.0 => "0".to_owned(),
        _ if usd < 0.000_05 => t!("cost-under", usd = fixed(0.000_1, 4)),
        _ if usd < 1.0 => fixed(usd, 4),
        _ => fixed(usd, 2),
    }
}

/// A time for the trace's narrow column: "86", "1.4 s", "2:05".
pub fn offset(ms: i64) -> String {
    match ms {
        ..1_000 => ms.to_string(),
        1_000..60_000 => format!("{} s", fixed(ms as f64 / 1_000.0, 1)),
        _ => format!("{}:{:02}", ms / 60_000, ms % 60_000 / 1_000),
    }
}

/// How texts are searched: "Searched by keywords and meaning".
pub fn search_mode(mode: SearchMode) -> String {
    match mode {
        SearchMode::Keywords => t!("search-keywords"),
        SearchMode::Fetching { done_mb, all_mb } => t!("search-fetching", done = done_mb, all = all_mb),
        SearchMode::NotFetched => t!("search-not-fetched"),
        SearchMode::SoFarMeaning { percent } => t!("search-so-far", percent = percent),
        SearchMode::KeywordsAndMeaning => t!("search-meaning"),
    }
}

/// "12 days overdue", "due today", "3 days left"; nothing without a deadline.
pub fn due(days_overdue: Option<i64>, days_left: Option<i64>) -> Option<String> {
    match (days_overdue, days_left) {
        (Some(days), _) => Some(t!("record-overdue", count = days)),
        (None, Some(0)) => Some(t!("record-due-today")),
        (None, left) => left.map(|days| t!("record-days-left", count = days)),
    }
}

/// "+0.30", "−0.10".
pub fn signed(value: f64) -> String {
    format!("{}{}", if value < 0.0 { "" } else { "+" }, i18n::locale().score(value))
}

/// "Two", "Three" … up to ten; digits beyond.
pub fn counted(n: usize) -> String {
    t!("counted", count = n)
}

/// "21 figures cited, 3 matched, 1 not verified": the number with each grade, without zeros. `None` without any
/// figures.
pub fn graded(cited: usize, matched: usize, unverified: usize) -> Option<String> {
    let parts = [
        (cited, id!("figures-cited"), id!("figures-cited")),
        (matched, id!("figures-matched"), id!("figures-also-matched")),
        (unverified, id!("figures-unverified"), id!("figures-also-unverified")),
    ];
    let mut parts = parts.into_iter().filter(|(n, ..)| *n > 0);
    let (n, alone, _) = parts.next()?;
    Some(parts.fold(t!(alone, count = n), |told, (n, _, also)| format!("{told}, {}", t!(also, count = n))))
}

/// A tool's or a field's name in words: `analyze_trends` is "analyze trends".
pub fn plain_name(name: &str) -> String {
    name.replace('_', " ")
}

/// The name of a field as a heading: `customer_id` and `customerId` are "Customer id".
pub fn heading(field: &str) -> String {
    let mut out = String::new();
    for c in field.chars() {
        match c {
            '_' => out.push(' '),
            c if out.is_empty() => out.extend(c.to_uppercase()),
            c if c.is_uppercase() => {
                out.push(' ');
                out.extend(c.to_lowercase());
            }
            c => out.push(c),
        }
    }
    out
}

/// The address of a record. A part of a document (`note-0611#3`) is an anchor on the document's page.
pub fn record_href(kind: SourceKind, id: &str) -> String {
    match id.split_once('#') {
        Some((document, part)) if kind == SourceKind::Document => {
            format!("/records/{kind}/{}#chunk-{}", segment(document), segment(part))
        }
        _ => format!("/records/{kind}/{}", segment(id)),
    }
}

/// The anchor of a call on the page.
pub fn call_anchor(run: &str, call: &str) -> String {
    format!("call-{run}-{call}")
}

/// The anchor of a citation's row or card on the page.
pub fn evidence_anchor(run: &str, n: usize) -> String {
    format!("evidence-{run}-{n}")
}

/// The anchor of an answer's chart on the page.
pub fn chart_anchor(run: &str, i: usize) -> String {
    format!("chart-{run}-{i}-figure")
}

/// Cuts a text after at most `limit` characters, at the end of a sentence or word. `None` if it is short enough.
pub fn cut(text: &str, limit: usize) -> Option<(&str, &str)> {
    Some(text.split_at(excerpt::end(text, 0, limit))).filter(|(_, rest)| !rest.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_have_their_sign() {
        assert_eq!((signed(-0.1), signed(0.3)), ("−0.10".into(), "+0.30".into()));
    }

    #[test]
    fn grades_that_no_figure_has_are_left_out() {
        assert_eq!(graded(21, 3, 1).as_deref(), Some("21 figures cited, 3 matched, 1 not verified"));
        assert_eq!(graded(1, 0, 2).as_deref(), Some("1 figure cited, 2 not verified"));
        assert_eq!(graded(0, 0, 1).as_deref(), Some("1 figure not verified"));
        assert_eq!(graded(0, 0, 0), None);
    }

    #[test]
    fn times_have_the_unit_that_fits() {
        for (ms, want) in [(96, "96 ms"), (6_240, "6.2 s"), (125_000, "2 min 5 s"), (60_090, "1 min")] {
            assert_eq!(duration(ms), want);
        }
        assert_eq!((offset(86), offset(125_000)), ("86".into(), "2:05".into()));
    }

    #[test]
    fn a_price_that_is_not_known_is_never_nothing() {
        assert_eq!(cost(0.0012, 4, 0), "0.0012 US dollars");
        assert_eq!(cost(0.0012, 4, 1), "0.0012 US dollars, price unknown for 1 call");
        assert_eq!(cost(0.0, 3, 3), "price unknown for 3 calls");
        assert_eq!(
            (dollars(0.0), dollars(0.000_01), dollars(12.345)),
            ("0".into(), "under 0.0001".into(), "12.35".into())
        );
    }

    #[test]
    fn an_id_is_one_part_of_a_path() {
        assert_eq!(record_href(SourceKind::Communication, "a/b c?"), "/records/communication/a%2Fb%20c%3F");
        assert_eq!(record_href(SourceKind::Document, "note-0611#3"), "/records/document/note-0611#chunk-3");
        assert_eq!(record_href(SourceKind::Case, "c#3"), "/records/case/c%233");
    }

    #[test]
    fn a_cut_keeps_every_character() {
        assert_eq!(cut("short", 200), None);
        let text = "wörter ".repeat(60);
        let (head, rest) = cut(&text, 200).unwrap();
        assert_eq!(format!("{head}{rest}"), text);
        assert!(head.chars().count() <= 200 && rest.starts_with(' '));
    }
}

//! Masks personal data in log lines: the same kinds that models read as pseudonyms. What makes a line useful stays:
//! ids, times, dates, host addresses, amounts.

use std::sync::LazyLock;

use model::run::StandKind;
use model::support::Caller;
use regex::Regex;

use crate::personal_data;

/// Terminal colour codes.
#[expect(clippy::expect_used, reason = "the text is fixed; no input reaches it")]
static COLOUR: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"\x1b\[[0-9;]*m").expect("a fixed pattern"));

/// Text as one line: external text can neither start another line nor move a terminal's cursor. Colours stay.
pub fn one_line(text: &str) -> String {
    let (line, end) = text.strip_suffix('\n').map_or((text, ""), |line| (line, "\n"));
    let breaks = |c: char| c != '\t' && (c.is_control() || matches!(c, '\u{2028}' | '\u{2029}'));
    let mut out = String::with_capacity(text.len());
    let mut rest = line;
    while let Some(at) = rest.find(breaks) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        match COLOUR.find(rest).filter(|colour| colour.start() == 0) {
            Some(colour) => {
                out.push_str(colour.as_str());
                rest = &rest[colour.end()..];
            }
            None => {
                let mut chars = rest.chars();
                out.extend(chars.next().into_iter().flat_map(char::escape_default));
                rest = chars.as_str();
            }
        }
    }
    out + rest + end
}

/// The line with its personal data hidden.
pub fn line(text: &str) -> String {
    // With the same length, so that offsets match.
    let plain = COLOUR.replace_all(text, |colour: &regex::Captures<'_>| " ".repeat(colour[0].len()));
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for (kind, place) in personal_data::find(&plain) {
        out.push_str(&text[done..place.start]);
        let hidden = hidden(kind, &text[place.clone()]);
        // A JSON number becomes a string, to keep the line valid.
        match text[..place.start].ends_with("\":") {
            true => out.push_str(&format!("\"{hidden}\"")),
            false => out.push_str(&hidden),
        }
        done = place.end;
    }
    out.push_str(&text[done..]);
    out
}

/// The replacement of a value.
fn hidden(kind: StandKind, value: &str) -> String {
    match kind {
        StandKind::Email => "•••@•••".to_owned(),
        StandKind::Phone => Caller::masked(value),
        // An IBAN keeps its country.
        _ => {
            let country: String = value.chars().take_while(char::is_ascii_alphabetic).collect();
            let last: String = value.chars().skip(value.chars().count().saturating_sub(2)).collect();
            format!("{country}••••{last}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::line;

    #[test]
    fn personal_data_is_hidden() {
        for (text, want) in [
            ("from ann.o'neil+x@mail.bank.example now", "from •••@••• now"),
            ("to=žygis@bankas.lt,", "to=•••@•••,"),
            ("phone=\"+37060012345\"", "phone=\"+•••••••2345\""),
            ("+370 600 12345 called", "+••• ••• •2345 called"),
            ("+44 (20) 7946 0958.", "+•• (••) •••• 0958."),
            ("8 600 12345", "• ••• •2345"),
            ("8-600-12345;", "•-•••-•2345;"),
            ("860012345", "•••••2345"),
            ("0037060012345", "•••••••••2345"),
            ("(020) 7946 0958", "(•••) •••• 0958"),
            ("555-123-4567", "•••-•••-4567"),
            ("LT121000011101001000", "LT••••00"),
            ("GB29 NWBK 6016 1331 9268 19, paid", "GB••••19, paid"),
            ("card 4111 1111 1111 1111", "card ••••11"),
            ("card 4111-1111-1111-1111", "card ••••11"),
            ("3782 822463 10005", "••••05"),
            ("account 5105105105105100", "account ••••00"),
            ("{\"n\":5105105105105100,\"m\":1}", "{\"n\":\"••••00\",\"m\":1}"),
            ("said\\n860012345", "said\\n•••••2345"),
            ("\u{1b}[2m=\u{1b}[0mann@bank.example", "\u{1b}[2m=\u{1b}[0m•••@•••"),
        ] {
            assert_eq!(line(text), want);
        }
    }

    #[test]
    fn what_a_line_needs_stays() {
        for text in [
            "2026-01-31T09:14:07.123456Z  INFO request{request_id=0192f7c0-4a3b-7d11-9c55-0242ac120002 caller=ann}",
            "run_id=01927000-1234-7000-8000-123456789012",
            "comm-00012 case-0893 doc-001#2 cust-00000123456789",
            "sha256 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
            "http://127.0.0.1:3000 and [::1]:3000 and 10.0.0.12:54321",
            "at 1764100000000 until 1764100060000",
            "1,234,567.89 euros; -1500; +0.30; 1234567.50; 60012345 rows in 5300 ms",
            "2 to 31 January 2026, 09:14 UTC; 16 Jan 09:14; 2026-01",
            "version 0.16.0-alpha.4, 100%, 3/4, HTTP 404",
            "\u{1b}[2m2026-01-31T09:14:07Z\u{1b}[0m \u{1b}[32m INFO\u{1b}[0m",
        ] {
            assert_eq!(line(text), text);
        }
    }
}

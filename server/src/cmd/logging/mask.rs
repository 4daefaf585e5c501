//! Personal data in a line of the log: e-mail addresses, phone numbers, IBANs, card and account numbers. What a line needs to
//! be of use stays: ids, times, dates, addresses of machines, amounts.

use std::sync::LazyLock;

use app::model::support::Caller;
use regex::{Captures, Regex};

/// Digits of a phone number, by E.164 and with a little less.
const PHONE: std::ops::RangeInclusive<usize> = 8..=15;

/// What stands in a line, piece by piece, the first alternative that fits. The groups without a name stay as they are, and
/// keep those below them from looking inside.
static PIECES: LazyLock<Regex> = LazyLock::new(|| {
    let alternatives = [
        // What colours a terminal; what stands for a line break.
        r"\x1b\[[0-9;]*m",
        r"\\[nrt]",
        r"(?P<mail>[\p{L}\p{N}._%+\-]+@[\p{L}\p{N}\-]+(?:\.[\p{L}\p{N}\-]+)*\.\p{L}{2,})",
        r"(?P<iban>[A-Z]{2}[0-9]{2}(?:[A-Z0-9]{11,30}| ?[A-Z0-9]{4}(?: ?[0-9]{4}){1,6}(?: ?[0-9]{1,3})?)\b)",
        // A UUID, also one whose first group has digits alone.
        r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\b",
        // A day, with a time of the day.
        r"[0-9]{4}-[0-9]{2}-[0-9]{2}(?:[T ][0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]+)?)?)?",
        r"(?P<phone>\+[0-9]{8,15}\b|\+[0-9]{1,3}(?:[ .\-]?\(?[0-9]{2,5}\)?){2,5})",
        // Amounts, times of the day, addresses of machines with their ports, versions.
        r"[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?\b",
        r"[0-9]+(?:[.:][0-9]+)+\b",
        // Words and ids: with letters in them.
        r"[\p{L}_][\p{L}\p{N}_]*(?:-[\p{L}\p{N}_]+)*",
        r"[0-9]+[\p{L}_][\p{L}\p{N}_]*(?:-[\p{L}\p{N}_]+)*",
        r"(?P<card>[0-9]{4}(?:[ \-][0-9]{4}){2}[ \-][0-9]{1,7}\b|[0-9]{4}[ \-][0-9]{6}[ \-][0-9]{5}\b)",
        // As it is dialled within a country: with a 0, or with the 8 of Lithuania.
        r"(?P<dialled>\(?0[0-9]{1,4}\)?[ \-/][0-9]{3,8}(?:[ \-][0-9]{2,5})?\b|\(?8[ \-]\(?[0-9]{3}\)?[ \-]?[0-9]{2,3}[ \-]?[0-9]{2,3}\b|[0-9]{3}-[0-9]{3}-[0-9]{4}\b)",
        r"(?P<bare>(?:0[0-9]{8,14}|86[0-9]{7}|370[0-9]{8})\b)",
        r"(?P<long>[0-9]{12,34}\b)",
        // Any other number, whole.
        r"[0-9]+",
    ];
    pattern(&alternatives.join("|"))
});

/// A pattern of this program's own: that it can be read, its tests say.
#[expect(clippy::expect_used, reason = "the text is fixed; no input reaches it")]
fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("a fixed pattern")
}

/// The line with its personal data hidden.
pub fn line(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for found in PIECES.captures_iter(text) {
        let (Some(whole), Some(hidden)) = (found.get(0), hidden(&found)) else { continue };
        out.push_str(&text[done..whole.start()]);
        // A number of JSON becomes a text, or the line could not be read any more.
        match text[..whole.start()].ends_with("\":") {
            true => out.push_str(&format!("\"{hidden}\"")),
            false => out.push_str(&hidden),
        }
        done = whole.end();
    }
    out.push_str(&text[done..]);
    out
}

/// What is written in the place of a piece; `None` for what stays.
fn hidden(found: &Captures<'_>) -> Option<String> {
    if found.name("mail").is_some() {
        return Some("•••@•••".to_owned());
    }
    if let Some(iban) = found.name("iban") {
        let (country, rest) = iban.as_str().split_at(2);
        return Some(format!("{country}{}", short(rest)));
    }
    for name in ["phone", "dialled"] {
        if let Some(number) = found.name(name) {
            let digits = number.as_str().chars().filter(char::is_ascii_digit).count();
            return PHONE.contains(&digits).then(|| Caller::masked(number.as_str()));
        }
    }
    if let Some(number) = found.name("bare") {
        return Some(Caller::masked(number.as_str()));
    }
    if let Some(card) = found.name("card") {
        return Some(short(card.as_str()));
    }
    let long = found.name("long")?.as_str();
    (!is_time(long)).then(|| short(long))
}

/// A number by its last two characters.
fn short(number: &str) -> String {
    let last: String = number.chars().rev().take(2).collect();
    format!("••••{}", last.chars().rev().collect::<String>())
}

/// Milliseconds, microseconds or nanoseconds since 1970, of our days. No card begins with a 1.
fn is_time(digits: &str) -> bool {
    digits.starts_with('1') && matches!(digits.len(), 13 | 16 | 19)
}

#[cfg(test)]
mod tests {
    use super::line;

    #[test]
    fn personal_data_is_hidden() {
        for (text, want) in [
            ("from ann.o'neil+x@mail.bank.example now", "from ann.o'•••@••• now"),
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

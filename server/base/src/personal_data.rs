//! Detects phone numbers, e-mail addresses, account and card numbers by their form: these are kept from models and
//! logs. Times, dates, amounts and record ids have other forms; an ambiguous number is a phone or account only after a
//! word that says so ("account 12345678", `"phone":"60012345"`).

use std::borrow::Cow;
use std::cmp::Reverse;
use std::ops::Range;
use std::sync::LazyLock;

use model::run::StandKind;
use regex::Regex;

use crate::pattern;

static EMAIL: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"[\p{L}\p{N}][\p{L}\p{N}._%+'-]*@(?:[\p{L}\p{N}][\p{L}\p{N}-]*\.)+\p{L}{2,}"));

/// An IBAN, unspaced or in groups of four; verified by country and check digits.
static IBAN: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"(?i)\b[a-z]{2}\d{2}(?:(?:[ -][a-z0-9]{4}){2,7}(?:[ -]\d[a-z0-9]{0,2}\b)?|[a-z0-9]{11,30})\b")
});

/// A card number, unspaced or grouped as printed; verified by its check digit.
static CARD: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"\b(?:[2-6]\d{12,18}|[2-6]\d{3}(?:[ -]\d{4}){3}(?:[ -]?\d{3})?|3\d{3}[ -]\d{6}[ -]\d{5})\b")
});

/// A number grouped like a card number, even if mistyped, or any number of that length.
static LONG: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\b(?:\d{4}(?:[ -]\d{4}){2}[ -]\d{1,7}|\d{4}[ -]\d{6}[ -]\d{5}|\d{12,34})\b"));

/// A number after a word for its kind.
static ACCOUNT: LazyLock<Regex> = LazyLock::new(|| {
    let words = r"account|acct|a/c|iban|card|sort code|sąskait\p{L}*|kortel\p{L}*";
    pattern(&format!(
        r#"(?i)(?:\b|_)(?:{words})(?:[ _-]?(?:number|no|nr|num|ending in|ending))?\.?["':=#\s]{{0,6}}(\d[\d -]{{4,18}}\d)"#
    ))
});
static TELEPHONE: LazyLock<Regex> = LazyLock::new(|| {
    let words = r"phone|telephone|tel|mobile|fax|telefonas|telefono|telefonu";
    pattern(&format!(
        r#"(?i)(?:\b|_)(?:{words})(?:[ _-]?(?:number|no|nr|num))?\.?["':=#\s]{{0,6}}(\(?\d[\d ()./-]{{5,17}}\d)"#
    ))
});

/// Phone numbers by form alone, with their minimum and maximum digits.
static PHONES: LazyLock<[(Regex, Range<usize>); 6]> = LazyLock::new(|| {
    [
        // +370 600 12345, 0044 20 7946 0958
        (pattern(r"(?:\+|\b00)[1-9](?:[ ./()-]{0,2}\d){7,14}"), 8..18),
        // (555) 123-4567
        (pattern(r"(?:\([2-9]\d{2}\) ?|\b[2-9]\d{2}[ .-])\d{3}[ .-]\d{4}\b"), 10..11),
        // 020 7946 0958
        (pattern(r"(?:\(0\d{1,4}\)|\b0\d{1,4})[ /.-]\d{3,4}(?:[ .-]?\d{2,4}){1,3}\b"), 9..13),
        // 07911123456
        (pattern(r"\b0[1-9]\d{7,9}\b"), 9..12),
        // 8 600 12345, as written in Lithuania
        (pattern(r"\b8(?:[ -]\(?\d{1,3}\)?(?:[ -]?\d{2,5}){1,3}|6\d{7})\b"), 9..10),
        // 37060012345
        (pattern(r"\b370\d{8}\b"), 11..12),
    ]
});

/// The non-overlapping matches in a text, in order.
pub fn find(text: &str) -> Vec<(StandKind, Range<usize>)> {
    let mut places = all(text);
    places.sort_by_key(|(_, range)| (range.start, Reverse(range.end)));
    apart(&mut places, |(_, range)| range.clone());
    places
}

/// Of overlapping ranges, given in order, keeps the first.
pub fn apart<T>(places: &mut Vec<T>, range: impl Fn(&T) -> Range<usize>) {
    let mut end = 0;
    places.retain(|place| {
        let range = range(place);
        let free = range.start >= end;
        if free {
            end = range.end;
        }
        free
    });
}

/// All matches, most certain kinds first.
fn all(text: &str) -> Vec<(StandKind, Range<usize>)> {
    // In JSON a line break is a backslash and a letter, which does not belong to what follows. Offsets stay the same.
    let text = ["\\n", "\\r", "\\t"].iter().fold(Cow::Borrowed(text), |text, escaped| match text.contains(escaped) {
        true => Cow::Owned(text.replace(escaped, "\n\n")),
        false => text,
    });
    let text: &str = &text;
    let mut found = Vec::new();
    if text.contains('@') {
        found.extend(EMAIL.find_iter(text).map(|m| (StandKind::Email, m.range())));
    }
    // All others contain digits.
    if !text.bytes().any(|b| b.is_ascii_digit()) {
        return found;
    }
    // A four-letter word after an IBAN looks like one more group of it.
    let ibans = IBAN.find_iter(text).filter_map(|m| {
        let shorter = m.as_str().rmatch_indices([' ', '-']).map(|(at, _)| at);
        let end = std::iter::once(m.len()).chain(shorter).find(|end| is_iban(&m.as_str()[..*end]))?;
        Some(m.start()..m.start() + end)
    });
    let cards = CARD.find_iter(text).filter(|m| is_card(m.as_str())).map(|m| m.range());
    let accounts = ibans.chain(cards).filter(|range| stands_alone(text, range));
    found.extend(accounts.map(|range| (StandKind::Account, range)));
    for (regex, kind, least) in [(&ACCOUNT, StandKind::Account, 6), (&TELEPHONE, StandKind::Phone, 7)] {
        let all = regex.captures_iter(text).filter_map(|c| Some(c.get(1)?.range()));
        let is_one = |range: &Range<usize>| {
            let value = &text[range.clone()];
            digits(value) >= least && !is_day(value) && stands_alone(text, range)
        };
        found.extend(all.filter(is_one).map(|range| (kind, range)));
    }
    for (regex, digits_of) in PHONES.iter() {
        let all = regex
            .find_iter(text)
            .map(|m| m.range())
            .filter(|range| digits_of.contains(&digits(&text[range.clone()])) && stands_alone(text, range));
        found.extend(all.map(|range| (StandKind::Phone, range)));
    }
    let long = LONG.find_iter(text).filter(|m| !is_time(m.as_str())).map(|m| m.range());
    found.extend(long.filter(|range| stands_alone(text, range)).map(|range| (StandKind::Account, range)));
    found
}

/// A present-day timestamp in milli-, micro- or nanoseconds since 1970. No card begins with a 1.
fn is_time(digits: &str) -> bool {
    digits.starts_with('1') && matches!(digits.len(), 13 | 16 | 19)
}

/// Whether no letter or digit adjoins either end. In JSON a line break is a backslash and a letter, which does not
/// belong to the next word.
pub fn is_word(text: &str, range: &Range<usize>) -> bool {
    let before = &text[..range.start];
    let begins = match before.chars().next_back() {
        Some('n' | 'r' | 't') if before[..before.len() - 1].ends_with('\\') => true,
        before => !before.is_some_and(char::is_alphanumeric),
    };
    begins && !text[range.end..].chars().next().is_some_and(char::is_alphanumeric)
}

/// Whether it is not part of a longer number, id or path.
fn stands_alone(text: &str, range: &Range<usize>) -> bool {
    let before = &text[..range.start];
    let left = match before.chars().next_back() {
        Some(c) => {
            let goes_on = c.is_alphanumeric() || matches!(c, '-' | '_' | '/' | '+');
            let number = matches!(c, '.' | ',') && before[..before.len() - 1].ends_with(|c: char| c.is_ascii_digit());
            !goes_on && !number
        }
        None => true,
    };
    let mut rest = text[range.end..].chars();
    let right = match rest.next() {
        Some('.' | ',' | ':') => !rest.next().is_some_and(|c| c.is_ascii_digit()),
        Some('-') => !rest.next().is_some_and(char::is_alphanumeric),
        Some(c) => !(c.is_alphanumeric() || c == '_'),
        None => true,
    };
    left && right
}

fn digits(text: &str) -> usize {
    text.bytes().filter(u8::is_ascii_digit).count()
}

/// 2026-01-31, optionally with a time.
fn is_day(text: &str) -> bool {
    text.get(..10).is_some_and(|day| chrono::NaiveDate::parse_from_str(day, "%Y-%m-%d").is_ok())
}

/// Countries with IBANs, and their lengths.
const LENGTHS: &str = "AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DK18 DO28 EE20 EG29 \
    ES24 FI18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 \
    LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MR27 MT31 MU30 NL18 NO15 PK24 PL28 PS29 PT25 QA29 RO24 RS22 SA24 SC31 SD18 \
    SE24 SI19 SK24 SM27 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20";

/// A valid IBAN, or a mistyped one of the right length.
pub fn is_iban(text: &str) -> bool {
    let plain: String = text.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_uppercase()).collect();
    if !(15..=34).contains(&plain.len()) {
        return false;
    }
    let known = LENGTHS.split_whitespace().any(|known| {
        known.get(..2) == plain.get(..2) && known.get(2..).and_then(|n| n.parse().ok()) == Some(plain.len())
    });
    let turned = plain.bytes().skip(4).chain(plain.bytes().take(4));
    let rest = turned.fold(0_u32, |rest, b| match b {
        b'0'..=b'9' => (rest * 10 + u32::from(b - b'0')) % 97,
        _ => (rest * 100 + u32::from(b - b'A') + 10) % 97,
    });
    known || rest == 1
}

/// The Luhn check.
pub fn is_card(text: &str) -> bool {
    let digits: Vec<u32> = text.chars().filter_map(|c| c.to_digit(10)).collect();
    let sum: u32 = digits
        .iter()
        .rev()
        .enumerate()
        .map(|(n, digit)| match (n % 2, digit * 2) {
            (0, _) => *digit,
            (_, double) if double > 9 => double - 9,
            (_, double) => double,
        })
        .sum();
    (13..=19).contains(&digits.len()) && sum.is_multiple_of(10)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<(StandKind, &str)> {
        let mut all: Vec<_> = find(text).into_iter().map(|(kind, range)| (kind, &text[range])).collect();
        all.sort();
        all.dedup();
        all
    }

    #[test]
    fn personal_data_is_known_by_its_form() {
        use StandKind::{Account, Email, Phone};
        for (text, kind, value) in [
            ("Write to jonas.petraitis@paštas.lt, please", Email, "jonas.petraitis@paštas.lt"),
            (r#"{"body":"Regards\nann@osei.example"}"#, Email, "ann@osei.example"),
            ("call +370 600 12345.", Phone, "+370 600 12345"),
            (r#"{"phone":"+37060012345"}"#, Phone, "+37060012345"),
            ("(555) 123-4567", Phone, "(555) 123-4567"),
            ("ring 020 7946 0958 at noon", Phone, "020 7946 0958"),
            ("07911123456", Phone, "07911123456"),
            ("8 600 12345", Phone, "8 600 12345"),
            (r#""phone": "60012345""#, Phone, "60012345"),
            ("from LT12 1000 0111 0100 1000 into ours", Account, "LT12 1000 0111 0100 1000"),
            (r#"{"body":"Pay to\nLT121000011101001000"}"#, Account, "LT121000011101001000"),
            ("LT121000011101001000", Account, "LT121000011101001000"),
            ("GB82WEST12345698765432", Account, "GB82WEST12345698765432"),
            ("card 4111 1111 1111 1111", Account, "4111 1111 1111 1111"),
            (r#"{"account_number":"12345678"}"#, Account, "12345678"),
            ("a card with a slip: 4111 1111 1111 1112", Account, "4111 1111 1111 1112"),
            ("37060012345", Phone, "37060012345"),
            ("(020) 7946 0958", Phone, "(020) 7946 0958"),
        ] {
            assert!(found(text).contains(&(kind, value)), "{text}: {:?}", found(text));
        }
    }

    #[test]
    fn other_numbers_stay() {
        for text in [
            "2026-01-31 and 2026-01-31T09:15:00Z", "1790000000000", "0192f3a1-0123-7456-8901-0123456789ab",
            "CASE-000123, COM-0001234", "EUR 1,234,567.89 and 0.123456789012345",
            "140 messages by phone, 1,234 by mail", "| phone | 1402 | 34% |", "the account of 2026-01-31",
            "from 2025 to 2026", "[41] 12 34 56 78 90 12 34",
        ] {
            assert!(found(text).is_empty(), "{text}: {:?}", found(text));
        }
    }
}

//! Numbers as people print them: `1,234.5`, `1.234,5`, `34%`, `EUR 1.2m`, `12 hours`. By form alone.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use base::pattern;

/// A number in a text, with every value it may mean.
#[derive(Clone, Debug, PartialEq)]
pub struct Number {
    /// Bytes of the text: the digits with their sign, `%` and scale.
    pub at: Range<usize>,
    pub readings: Vec<Reading>,
    /// `%`, "percent", "points": it may be a share, which results hold as a fraction.
    pub percent: bool,
    /// It has a currency.
    pub amount: bool,
    /// Seconds in its unit, if a unit of time follows: results may use another one.
    pub seconds: Option<f64>,
    pub negative: bool,
}

/// One possible value of a printed number, and its tolerance: half of the last printed digit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reading {
    pub value: f64,
    pub within: f64,
}

impl Reading {
    /// The relative width of the range in which a value would match by chance.
    pub fn breadth(self) -> f64 {
        if self.value == 0.0 { 1.0 } else { (2.0 * self.within / self.value).min(1.0) }
    }

    /// Whether a value, rounded like the printed one, equals it.
    pub fn fits(self, value: f64) -> bool {
        (value - self.value).abs() <= self.within * (1.0 + 1e-9) + value.abs() * 1e-9
    }
}

/// Seconds per unit of time.
const UNITS: [(&[&str], f64); 4] = [
    (&["minute", "minutes", "min", "mins"], 60.0),
    (&["hour", "hours", "h", "hrs"], 3_600.0),
    (&["day", "days", "d"], 86_400.0),
    (&["week", "weeks"], 604_800.0),
];

/// Factors of scale suffixes.
const SCALES: [(&[&str], f64); 3] =
    [(&["k", "K", "thousand"], 1e3), (&["m", "M", "mn", "million", "Mio"], 1e6), (&["bn", "B", "billion", "Mrd"], 1e9)];

static DIGITS: LazyLock<Regex> = LazyLock::new(|| {
    let groups = r"[0-9]+(?:[.,'’\u{a0}\u{202f}][0-9]+)*";
    let scale = r"(?:\s?(?:thousand|million|billion|Mio|Mrd|mn|bn)(?-u:\b)|[kKmMB](?-u:\b))?";
    let percent =
        r"(?:\s?%|\s(?:percent|per cent|Prozent|proc)(?-u:\b)|\s(?:percentage )?points?(?-u:\b)|\spp(?-u:\b))?";
    pattern(&format!(r"(?P<digits>{groups})(?P<scale>{scale})(?P<percent>{percent})"))
});

static MONEY: LazyLock<Regex> = LazyLock::new(|| {
    let codes = "EUR|USD|GBP|CHF|SEK|NOK|DKK|PLN|JPY";
    pattern(&format!(r"(?:[€$£¥]|\b(?:{codes}))\s?$|^\s?(?:[€£¥]|(?:{codes}|euros?|dollars?|pounds?)\b)"))
});

/// The numbers of a text outside of the masked ranges, in order.
pub fn find(text: &str, masked: &[Range<usize>]) -> Vec<Number> {
    let mut out = Vec::new();
    let mut masked: Vec<&Range<usize>> = masked.iter().collect();
    masked.sort_by_key(|m| (m.end, m.start));
    for found in DIGITS.captures_iter(text) {
        let (Some(whole), Some(digits)) = (found.get(0), found.name("digits")) else { continue };
        let whole = whole.range();
        let next = masked.partition_point(|m| m.end <= whole.start);
        let free = masked[next..].first().is_none_or(|m| m.start >= whole.end);
        let before = text[..whole.start].chars().next_back();
        // "v6", "CUST001" and "#12" are names.
        if !free || before.is_some_and(|c| c.is_alphanumeric() || matches!(c, '_' | '#')) {
            continue;
        }
        let after = &text[whole.end..];
        let negative = matches!(before, Some('-' | '−'))
            && !text[..whole.start].trim_end_matches(['-', '−']).ends_with(|c: char| c.is_alphanumeric());
        let scale = factor(found["scale"].trim());
        let mut readings = readings(digits.as_str(), scale);
        // A result may use the scale that the answer spells out.
        if scale > 1.0 {
            readings.extend(self::readings(digits.as_str(), 1.0));
        }
        if readings.is_empty()
            || after.starts_with(|c: char| c.is_alphabetic()) && found["scale"].is_empty() && !suffix(after)
        {
            continue;
        }
        let word: String = after.trim_start_matches([' ', '-']).chars().take_while(|c| c.is_alphabetic()).collect();
        let word = word.to_lowercase();
        out.push(Number {
            readings,
            percent: !found["percent"].is_empty(),
            amount: MONEY.is_match(end_of(&text[..whole.start])) || MONEY.is_match(begin_of(after)),
            seconds: UNITS.iter().find(|(names, _)| names.contains(&word.as_str())).map(|u| u.1),
            negative,
            at: whole,
        });
    }
    out
}

/// The last characters of a text, as long as a currency.
fn end_of(text: &str) -> &str {
    let from = text.char_indices().rev().nth(6).map_or(0, |(at, _)| at);
    &text[from..]
}

/// The first characters of a text, likewise.
fn begin_of(text: &str) -> &str {
    &text[..text.char_indices().nth(10).map_or(text.len(), |(at, _)| at)]
}

/// "30h", "12d", "3x": an attached unit. "5th" and "2nd" are ordinals, not numbers.
fn suffix(after: &str) -> bool {
    let word: String = after.chars().take_while(|c| c.is_alphanumeric()).collect();
    matches!(word.as_str(), "h" | "d" | "x" | "hrs" | "min")
}

fn factor(scale: &str) -> f64 {
    SCALES.iter().find(|(names, _)| names.contains(&scale)).map_or(1.0, |s| s.1)
}

/// `1,234` may be a thousand, or one and a bit with a decimal comma; the results decide.
fn readings(digits: &str, scale: f64) -> Vec<Reading> {
    let marks: Vec<(usize, char)> = digits.char_indices().filter(|(_, c)| !c.is_ascii_digit()).collect();
    let plain = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
    let make = |whole: &str, places: &str| {
        let value: f64 = format!("{}.{}", plain(whole), if places.is_empty() { "0" } else { places }).parse().ok()?;
        let within = 0.5 * 10f64.powi(-i32::try_from(places.len()).ok()?);
        Some(Reading { value: value * scale, within: within * scale })
    };
    let grouped = || {
        let parts: Vec<&str> = digits.split(|c: char| !c.is_ascii_digit()).collect();
        parts[0].len() <= 3 && parts[1..].iter().all(|p| p.len() == 3)
    };
    let Some((at, last)) = marks.last().copied() else { return make(digits, "").into_iter().collect() };
    let (whole, places) = (&digits[..at], &digits[at + last.len_utf8()..]);
    let decimal = matches!(last, '.' | ',')
        && marks[..marks.len() - 1].iter().all(|(_, c)| *c != last)
        && (marks.len() == 1 || whole.split(|c: char| !c.is_ascii_digit()).skip(1).all(|p| p.len() == 3));
    let as_decimal = if decimal { make(whole, places) } else { None };
    let one_mark = marks.iter().all(|(_, c)| *c == last);
    let as_groups = if one_mark && grouped() { make(digits, "") } else { None };
    [as_groups, as_decimal].into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(text: &str) -> Vec<Vec<f64>> {
        find(text, &[]).into_iter().map(|n| n.readings.iter().map(|r| r.value).collect()).collect()
    }

    #[test]
    fn prints_of_several_lands() {
        for (text, want) in [
            ("412 complaints", vec![vec![412.0]]),
            ("1,234", vec![vec![1234.0, 1.234]]),
            ("1.234,5 and 1,234.5", vec![vec![1234.5], vec![1234.5]]),
            ("12,5 %", vec![vec![12.5]]),
            ("1\u{a0}234 567", vec![vec![1234.0], vec![567.0]]),
            ("1.2k, 3 million, 4bn", vec![vec![1200.0, 1.2], vec![3e6, 3.0], vec![4e9, 4.0]]),
            ("6.2.1 and v6 and CUST001 and 5th", vec![]),
            ("30h, 0.45.", vec![vec![30.0], vec![0.45]]),
            ("1,900 (34%)", vec![vec![1900.0, 1.9], vec![34.0]]),
        ] {
            assert_eq!(values(text), want, "{text}");
        }
    }

    #[test]
    fn what_stands_beside_a_number() {
        let one = |text: &str| find(text, &[]).remove(0);
        assert!(one("34 percent").percent && one("10.3 percentage points").percent && !one("34 people").percent);
        assert!(one("€ 4.12").amount && one("12 EUR").amount && one("$3").amount && !one("12 Europeans").amount);
        assert_eq!((one("1.5 days").seconds, one("30h").seconds), (Some(86_400.0), Some(3_600.0)));
        assert!(one("−0.29").negative && one("(-3)").negative && !one("2-3").negative);
        let reading = one("33.5%").readings[0];
        assert!(reading.fits(33.46) && reading.fits(33.55) && !reading.fits(33.56));
    }
}

//! Number formatting: grouped thousands, no meaningless decimals, a true minus sign. Shared, so that answers, tool
//! summaries, charts and pages print a value the same way.
//!
//! Deliberately not here: parsing numbers in text (`agent::ground`), and money and times (`components::words`).

use crate::locale::Locale;

/// A non-breaking space.
const SPACE: char = '\u{a0}';

impl Locale {
    const fn decimal_mark(self) -> char {
        match self {
            Self::English => '.',
            Self::Lithuanian | Self::German => ',',
        }
    }

    const fn group_mark(self) -> char {
        match self {
            Self::English => ',',
            Self::Lithuanian => SPACE,
            Self::German => '.',
        }
    }

    /// Rounded half away from zero to at most `most` decimals, without trailing zeros.
    pub fn decimals(self, value: f64, most: u32) -> String {
        let power = 10f64.powi(most.min(9) as i32);
        let scaled = value * power;
        // Larger numbers have no decimals to round.
        let rounded = if scaled.abs() < 1e15 { scaled.round() / power } else { value };
        let text = format!("{:.*}", most.min(9) as usize, rounded.abs());
        let (whole, decimals) = text.split_once('.').unwrap_or((&text, ""));
        let decimals = decimals.trim_end_matches('0');
        let mut out = String::with_capacity(text.len() + 4);
        // No minus sign before zero.
        if rounded < 0.0 {
            out.push('−');
        }
        self.group(whole, &mut out);
        if !decimals.is_empty() {
            out.push(self.decimal_mark());
            out.push_str(decimals);
        }
        out
    }

    fn group(self, digits: &str, out: &mut String) {
        for (i, digit) in digits.chars().enumerate() {
            if i > 0 && (digits.len() - i).is_multiple_of(3) {
                out.push(self.group_mark());
            }
            out.push(digit);
        }
    }

    /// "12,345".
    pub fn whole(self, value: i64) -> String {
        let mut out = if value < 0 { "−".to_owned() } else { String::new() };
        self.group(&value.unsigned_abs().to_string(), &mut out);
        out
    }

    /// "1,234", "26.68", "−0.02": at most two decimals.
    pub fn exact(self, value: f64) -> String {
        self.decimals(value, 2)
    }

    /// "13.7": at most one decimal, for counts and their means.
    pub fn count(self, value: f64) -> String {
        self.decimals(value, 1)
    }

    /// A count; below one with two decimals, so that a small value does not show as 0.
    pub fn fine(self, value: f64) -> String {
        let below = (value * 100.0).round().abs() < 100.0;
        self.decimals(value, if below { 2 } else { 1 })
    }

    /// "−0.42", "0.30": always two decimals, for columns of small scores.
    pub fn score(self, value: f64) -> String {
        let rounded = hundredths(value);
        let sign = if rounded < 0.0 { "−" } else { "" };
        format!("{sign}{:.2}", rounded.abs()).replace('.', &self.decimal_mark().to_string())
    }

    /// "34%" for a share of 0 to 1; below one percent with a decimal, so that it does not show as 0%.
    pub fn percent(self, share: f64) -> String {
        let percent = share * 100.0;
        let text = match percent > 0.0 && percent < 1.0 {
            // The zero in "1.0%" shows that it is slightly less.
            true => format!("{percent:.1}").replace('.', &self.decimal_mark().to_string()),
            false => self.decimals(percent, 0),
        };
        self.marked(&text)
    }

    /// "23.6%" for a share of 0 to 1, "24%" if that is exact.
    pub fn finer(self, share: f64) -> String {
        self.marked(&self.decimals(share * 100.0, 1))
    }

    fn marked(self, number: &str) -> String {
        match self {
            Self::English => format!("{number}%"),
            Self::Lithuanian | Self::German => format!("{number}{SPACE}%"),
        }
    }
}

/// To two decimals, halves away from zero. Summing in another order changes the last bits, which must not decide: a
/// value within that margin of a half counts as a half. Never −0.
pub fn hundredths(value: f64) -> f64 {
    (value * 100.0 + value.signum() * 1e-7).round() / 100.0 + 0.0
}

/// [`Locale::whole`] in English.
pub fn whole(value: i64) -> String {
    Locale::English.whole(value)
}

/// [`Locale::exact`] in English.
pub fn exact(value: f64) -> String {
    Locale::English.exact(value)
}

/// [`Locale::count`] in English.
pub fn count(value: f64) -> String {
    Locale::English.count(value)
}

/// [`Locale::fine`] in English.
pub fn fine(value: f64) -> String {
    Locale::English.fine(value)
}

/// [`Locale::score`] in English.
pub fn score(value: f64) -> String {
    Locale::English.score(value)
}

/// [`Locale::percent`] in English.
pub fn percent(share: f64) -> String {
    Locale::English.percent(share)
}

/// [`Locale::finer`] in English.
pub fn finer(share: f64) -> String {
    Locale::English.finer(share)
}

/// "+12", "−3", "0": at most two decimals.
pub fn signed(value: f64) -> String {
    format!("{}{}", if value > 0.0 { "+" } else { "" }, exact(value))
}

/// Mean and population standard deviation; zeros for an empty slice.
pub fn spread(values: &[f64]) -> (f64, f64) {
    let n = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / n;
    (mean, (values.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / n).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_say_something() {
        let table = [
            (0.0, "0", "0", "0"),
            (-0.004, "0", "0", "0"),
            (0.05, "0.1", "0.05", "0.05"),
            (13.733, "13.7", "13.7", "13.73"),
            (-0.714, "−0.7", "−0.71", "−0.71"),
            (0.999, "1", "1", "1"),
            (1234.5, "1,234.5", "1,234.5", "1,234.5"),
            (49_995.0, "49,995", "49,995", "49,995"),
            (1_000_000.0, "1,000,000", "1,000,000", "1,000,000"),
        ];
        for (value, coarse, small, all) in table {
            assert_eq!((count(value), fine(value), exact(value)), (coarse.into(), small.into(), all.into()));
        }
        assert_eq!((whole(-12_345), whole(i64::MIN)), ("−12,345".into(), "−9,223,372,036,854,775,808".into()));
    }

    #[test]
    fn shares_are_percentages() {
        for (value, want, more) in [
            (0.3398, "34%", "34%"),
            (0.0, "0%", "0%"),
            (0.004, "0.4%", "0.4%"),
            (1.0, "100%", "100%"),
            (0.236, "24%", "23.6%"),
        ] {
            assert_eq!((percent(value), finer(value)), (want.into(), more.into()));
        }
    }

    #[test]
    fn languages_have_their_own_marks() {
        use Locale::{German, Lithuanian};
        assert_eq!((Lithuanian.exact(-1234.56), German.exact(1234.56)), ("−1\u{a0}234,56".into(), "1.234,56".into()));
        assert_eq!((Lithuanian.percent(0.34), German.percent(0.004)), ("34\u{a0}%".into(), "0,4\u{a0}%".into()));
        assert_eq!((Lithuanian.whole(1_234_567), German.fine(0.25)), ("1\u{a0}234\u{a0}567".into(), "0,25".into()));
    }

    #[test]
    fn scores_that_round_to_nothing_have_no_sign() {
        assert_eq!([-0.004, -0.42, 0.161].map(score), ["0.00", "−0.42", "0.16"]);
    }

    #[test]
    fn no_number_breaks_it() {
        for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX, f64::MIN_POSITIVE] {
            assert!(!exact(value).is_empty() && !fine(value).is_empty() && !percent(value).is_empty());
        }
    }
}

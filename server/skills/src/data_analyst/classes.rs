//! When two figures match (C-033, X-24, X-25), and the words for it. Percent is the absolute difference
//! over the absolute value of the first source; unknown if that is 0 or has no row.

use serde::Serialize;

use crate::figures::round2;
use query::declared::Comparison;

model::named! {
    /// How far apart two figures are.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Class {
        Match = "match",
        MinorDiff = "minor_diff",
        MajorDiff = "major_diff",
    }
}

/// A class, with the limit that decided it, unless it is a match.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    pub class: Class,
    /// In percent of the first source; `None` if that is 0.
    pub percent: Option<f64>,
    /// "8,000 is more than 5,000".
    pub because: Option<String>,
}

/// Judges two figures; a missing one counts as 0.
pub fn judge(a: f64, b: f64, limits: &Comparison) -> Judged {
    let absolute = (a - b).abs();
    let percent = (a != 0.0).then(|| absolute / a.abs() * 100.0);
    // Without a percentage, only an equal value is within the limit.
    let within =
        |(most, most_percent): (f64, f64)| absolute <= most && percent.map_or(absolute == 0.0, |p| p <= most_percent);
    let fired = |(most, most_percent): (f64, f64)| {
        let number = model::number::exact;
        match percent {
            _ if absolute > most => {
                format!("the difference of {} is more than {}", number(round2(absolute)), number(most))
            }
            Some(percent) => format!("{}% is more than {}%", number(round2(percent)), number(most_percent)),
            None => "the first source has nothing, so there is no percentage".to_owned(),
        }
    };
    let (class, because) = if within(limits.matches) {
        (Class::Match, None)
    } else if within(limits.minor) {
        (Class::MinorDiff, Some(fired(limits.matches)))
    } else {
        (Class::MajorDiff, Some(fired(limits.minor)))
    };
    Judged { class, percent, because }
}

/// The sentences about a comparison: how well the sources agree, and what does not (C-015, C-034).
pub fn interpretation(rows: usize, matches: usize, minor: usize, major: usize) -> Vec<String> {
    if rows == 0 {
        return vec!["Neither source has a row for these filters.".into()];
    }
    let percent = matches as f64 / rows as f64 * 100.0;
    let shown = (percent * 10.0).round() / 10.0;
    let first = match percent {
        _ if matches == rows => "The sources match perfectly".to_owned(),
        // A share of one row says nothing about the sources.
        _ if rows == 1 => "Only one row was compared".to_owned(),
        p if p >= 90.0 => format!("Good alignment ({shown:.1}%)"),
        p if p >= 50.0 => format!("Moderate alignment ({shown:.1}%)"),
        _ => format!("Poor alignment ({shown:.1}%)"),
    };
    let rows_of = |n: usize, what: &str| match n {
        0 => None,
        1 => Some(format!("1 row with {what} difference")),
        n => Some(format!("{n} rows with {what} differences")),
    };
    [Some(first), rows_of(minor, "minor"), rows_of(major, "major")].into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_limits_must_hold() {
        use Class::*;
        for (a, b, want, percent) in [
            (100_000.0, 100_000.0, Match, Some(0.0)),
            (100_000.0, 99_000.0, Match, Some(1.0)),
            // Within 1%, but not within 1,000.
            (1_000_000.0, 998_900.0, MinorDiff, Some(0.11)),
            // Within 1,000, but not within 1%.
            (10_000.0, 9_800.0, MinorDiff, Some(2.0)),
            (100_000.0, 95_000.0, MinorDiff, Some(5.0)),
            (1_500_000.0, 1_492_000.0, MajorDiff, Some(8_000.0 / 1_500_000.0 * 100.0)),
            (1_000.0, 900.0, MajorDiff, Some(10.0)),
            (0.0, 10.0, MajorDiff, None),
            (0.0, 0.0, Match, None),
            (-1_000.0, -1_005.0, Match, Some(0.5)),
        ] {
            let judged = judge(a, b, &Comparison::default());
            assert_eq!(judged.class, want, "{a} {b}");
            assert_eq!(judged.percent.map(|p| (p * 1e6).round()), percent.map(|p: f64| (p * 1e6).round()), "{a} {b}");
        }
        let major = judge(1_500_000.0, 1_492_000.0, &Comparison::default());
        assert_eq!(major.because.as_deref(), Some("the difference of 8,000 is more than 5,000"));
        let small = judge(1_000.0, 900.0, &Comparison::default());
        assert_eq!(small.because.as_deref(), Some("10% is more than 5%"));
    }

    #[test]
    fn words_follow_the_counts() {
        assert_eq!(
            interpretation(90, 87, 2, 1),
            ["Good alignment (96.7%)", "2 rows with minor differences", "1 row with major difference"]
        );
        assert_eq!(interpretation(3, 3, 0, 0), ["The sources match perfectly"]);
        assert_eq!(interpretation(3, 2, 0, 1)[0], "Moderate alignment (66.7%)");
        assert_eq!(interpretation(3, 1, 2, 0)[0], "Poor alignment (33.3%)");
        assert_eq!(interpretation(1, 0, 1, 0), ["Only one row was compared", "1 row with minor difference"]);
    }
}

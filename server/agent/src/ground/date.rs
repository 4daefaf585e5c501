//! Dates as people print them: "16 January 2026", "Jan 16", "2 to 31 January 2026", "November 2014", "Q1 2026", ISO days.
//!
//! Deliberately not here: relative days ("yesterday"), which name no day that a record could have.

use std::ops::Range;
use std::sync::LazyLock;

use chrono::{Datelike, NaiveDate};
use regex::{Captures, Regex};

use base::pattern;
use query::range::month_number;

/// A day or period, as precisely as printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Date {
    pub year: Option<i32>,
    /// First and last month, 1 to 12.
    pub months: (u32, u32),
    pub day: Option<u32>,
}

/// A date of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    pub at: Range<usize>,
    pub date: Date,
    /// One end of "2 to 31 January": the writer may have chosen it.
    pub end: bool,
}

impl Date {
    /// Whether it includes a day.
    pub fn holds(self, day: NaiveDate) -> bool {
        self.year.is_none_or(|y| y == day.year())
            && (self.months.0..=self.months.1).contains(&day.month())
            && self.day.is_none_or(|d| d == day.day())
    }

    /// Whether the two may be the same, or the other is part of this.
    pub fn covers(self, other: Self) -> bool {
        let years = match (self.year, other.year) {
            (Some(a), Some(b)) => a == b,
            _ => true,
        };
        let days = match (self.day, other.day) {
            (Some(a), Some(b)) => a == b,
            (Some(_), None) => false,
            _ => true,
        };
        years && days && self.months.0 <= other.months.0 && other.months.1 <= self.months.1
    }

    /// The day, if it is printed in full.
    pub fn full(self) -> Option<NaiveDate> {
        NaiveDate::from_ymd_opt(self.year?, self.months.0, self.day?)
    }

    fn valid(self) -> Option<Self> {
        let day = |d| NaiveDate::from_ymd_opt(self.year.unwrap_or(2024), self.months.0, d).is_some();
        let months = 1 <= self.months.0 && self.months.0 <= self.months.1 && self.months.1 <= 12;
        (months && self.day.is_none_or(day)).then_some(self)
    }
}

impl From<NaiveDate> for Date {
    fn from(day: NaiveDate) -> Self {
        Self { year: Some(day.year()), months: (day.month(), day.month()), day: Some(day.day()) }
    }
}

// ASCII word boundaries: the Unicode ones are slow on any text with other letters.
static PRINTED: LazyLock<Regex> = LazyLock::new(|| {
    let month = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|January|February|March|April|June|July|August|September|October|November|December|Januar|Februar|März|Mai|Juni|Juli|Oktober|Dezember)";
    let day = r"[0-9]{1,2}(?:st|nd|rd|th)?";
    let year = r"(?:,?\s(?P<YEAR>(?:19|20)[0-9][0-9])(?-u:\b))?";
    let named = |n: usize| year.replace("YEAR", &format!("y{n}"));
    let to = r"(?:\s?[-–—]\s?|\s(?:to|until|and|through|bis|und)\s)";
    let forms = [
        r"(?P<iso>(?-u:\b)(?:19|20)[0-9][0-9]-[0-9][0-9]-[0-9][0-9])(?:T[0-9:.]+Z?)?".to_owned(),
        r"(?P<isomonth>(?-u:\b)(?:19|20)[0-9][0-9]-(?:0[1-9]|1[0-2]))(?-u:\b)".to_owned(),
        r"(?-u:\b)(?P<dots>[0-9]{1,2}[./][0-9]{1,2}[./](?:19|20)[0-9][0-9])(?-u:\b)".to_owned(),
        // "2 to 31 January 2026", "22, 24 and 26 January", "14 to 17 and 20 to 23 January"
        format!(
            r"(?-u:\b)(?P<list>(?:[0-9]{{1,2}}(?:,\s(?:and\s)?|\sand\s|\sor\s|{to}))*)(?P<d2>{day}\.?)\s(?:of\s)?(?P<m2>{month})(?-u:\b){}",
            named(2)
        ),
        // "January 2 to 31, 2026"
        format!(r"(?-u:\b)(?P<m3>{month})\s(?P<d3>{day})(?-u:\b)(?:{to}(?P<until>{day})(?-u:\b))?{}", named(3)),
        format!(r"(?-u:\b)(?P<m4>{month})\s(?P<y4>(?:19|20)[0-9][0-9])(?-u:\b)"),
        r"(?-u:\b)(?P<q>[QH])(?P<n>[1-4])(?:\s(?P<y5>(?:19|20)[0-9][0-9])(?-u:\b))?".to_owned(),
        r"(?-u:\b)(?P<y6>(?:19|20)[0-9][0-9])-(?P<q6>[QH])(?P<n6>[1-4])(?-u:\b)".to_owned(),
        // "May" and "March" alone are also ordinary words.
        r"(?-u:\b)(?P<m7>January|February|April|June|July|August|September|October|November|December|Januar|Februar|März|Juni|Juli|Oktober|Dezember|Jan|Feb|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)(?-u:\b)"
            .to_owned(),
    ];
    pattern(&forms.join("|"))
});

static ENDS: LazyLock<Regex> = LazyLock::new(|| pattern(r"^(?:\s?[-–—]\s?|\s(?:to|until|through|bis)\s)$"));

/// The number of a month by its English or German name.
pub fn month_named(word: &str) -> Option<u32> {
    let word = word.to_lowercase();
    month_number(&word).or_else(|| {
        const GERMAN: [(&str, u32); 8] = [
            ("januar", 1),
            ("februar", 2),
            ("märz", 3),
            ("mai", 5),
            ("juni", 6),
            ("juli", 7),
            ("oktober", 10),
            ("dezember", 12),
        ];
        GERMAN.iter().find(|(name, _)| *name == word).map(|(_, number)| *number)
    })
}

/// The dates of a text outside of the masked ranges, in order.
pub fn find(text: &str, masked: &[Range<usize>]) -> Vec<Found> {
    let mut out: Vec<Found> = Vec::new();
    for found in PRINTED.captures_iter(text) {
        let Some(whole) = found.get(0).map(|m| m.range()) else { continue };
        // "October 10,234" is a month and a number.
        let mut next = text[whole.end..].chars();
        let goes_on = matches!(next.next(), Some('.' | ',')) && next.next().is_some_and(|c| c.is_ascii_digit());
        let free = !masked.iter().any(|m| m.start < whole.end && whole.start < m.end);
        if goes_on && found.name("d3").is_some() {
            let month = found.name("m3").map(|m| (m.range(), month_named(m.as_str())));
            if let Some((at, Some(month))) = month.filter(|_| free) {
                out.push(Found { at, date: Date { year: None, months: (month, month), day: None }, end: false });
            }
        } else if free {
            read(&found, &mut out);
        }
    }
    // Two dates with a joining word between them are the ends of a range; the first borrows the year of the second.
    for i in 1..out.len() {
        let (first, gap) = (out[i - 1].at.start, &text[out[i - 1].at.end..out[i].at.start]);
        let between = gap == " and " && text[..first].to_lowercase().ends_with("between ");
        if between || ENDS.is_match(gap) {
            out[i - 1].date.year = out[i - 1].date.year.or(out[i].date.year);
            (out[i - 1].end, out[i].end) = (true, true);
        }
    }
    out
}

fn read(found: &Captures<'_>, out: &mut Vec<Found>) {
    let get = |name: &str| found.name(name);
    let number = |name: &str| {
        let digits: String = get(name)?.as_str().chars().take_while(char::is_ascii_digit).collect();
        digits.parse::<u32>().ok()
    };
    let year = |name: &str| number(name).and_then(|y| i32::try_from(y).ok());
    let month = |name: &str| month_named(get(name)?.as_str());
    let mut add = |at: Range<usize>, year, month: u32, day, end| {
        let date = Date { year, months: (month, month), day }.valid();
        out.extend(date.map(|date| Found { at, date, end }));
    };
    let Some(whole) = found.get(0).map(|m| m.range()) else { return };
    if let Some(iso) = get("iso") {
        if let Ok(day) = iso.as_str().parse::<NaiveDate>() {
            out.push(Found { at: whole, date: day.into(), end: false });
        }
    } else if let Some(iso) = get("isomonth") {
        let (y, m) = iso.as_str().split_once('-').unwrap_or_default();
        add(whole, y.parse().ok(), m.parse().unwrap_or(0), None, false);
    } else if let Some(dots) = get("dots") {
        let parts: Vec<u32> = dots.as_str().split(['.', '/']).filter_map(|p| p.parse().ok()).collect();
        if let [a, b, y] = parts[..] {
            let year = i32::try_from(y).ok();
            let (day, month) = if b <= 12 { (a, b) } else { (b, a) };
            add(whole, year, month, Some(day), false);
        }
    } else if let (Some(m), Some(last)) = (month("m2"), get("d2")) {
        let list = get("list").map_or("", |l| l.as_str());
        let joins = |text: &str| {
            text.contains(['-', '–', '—']) || text.contains("to") || text.contains("un") || text.contains("th")
        };
        // Each number of the list with its separator.
        let mut at = whole.start;
        let mut ranged = false;
        let mut rest = list;
        while !rest.is_empty() {
            let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            let after = &rest[digits..];
            let gap = after.find(|c: char| c.is_ascii_digit()).unwrap_or(after.len());
            let to = joins(&after[..gap]);
            add(at..at + digits, year("y2"), m, rest[..digits].parse().ok(), ranged || to);
            ranged = to;
            at += digits + gap;
            rest = &after[gap..];
        }
        add(last.start()..whole.end, year("y2"), m, number("d2"), ranged);
    } else if let (Some(m), Some(first)) = (month("m3"), get("d3")) {
        match get("until") {
            Some(until) => {
                add(whole.start..first.end(), year("y3"), m, number("d3"), true);
                add(until.start()..whole.end, year("y3"), m, number("until"), true);
            }
            None => add(whole, year("y3"), m, number("d3"), false),
        }
    } else if let Some(m) = month("m4") {
        add(whole, year("y4"), m, None, false);
    } else if let Some(m) = month("m7") {
        add(whole, None, m, None, false);
    } else {
        let (kind, n, year) = if get("q").is_some() { ("q", "n", year("y5")) } else { ("q6", "n6", year("y6")) };
        let long = if get(kind).is_some_and(|k| k.as_str() == "H") { 6 } else { 3 };
        let first = number(n).map_or(0, |n| (n - 1) * long + 1);
        let date = Date { year, months: (first, first + long - 1), day: None }.valid();
        out.extend(date.map(|date| Found { at: whole, date, end: false }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> Date {
        text.parse::<NaiveDate>().unwrap().into()
    }

    fn part(year: Option<i32>, first: u32, last: u32, day: Option<u32>) -> Date {
        Date { year, months: (first, last), day }
    }

    #[test]
    fn digits_of_other_scripts_are_no_dates() {
        for text in ["20२६-01 and 20٢٦-٠١", "१२ January २०२६", "20२६-01-१५"] {
            find(text, &[]);
        }
        assert_eq!(find("20२६-01", &[]).len(), 0);
    }

    #[test]
    fn printed_forms() {
        for (text, want) in [
            ("on 16 January 2026.", vec![day("2026-01-16")]),
            ("on 16 Jan 2026", vec![day("2026-01-16")]),
            ("the 16th of January", vec![part(None, 1, 1, Some(16))]),
            ("January 16, 2026", vec![day("2026-01-16")]),
            ("2026-01-16T09:00:00Z was busy", vec![day("2026-01-16")]),
            ("2 to 31 January 2026", vec![day("2026-01-02"), day("2026-01-31")]),
            ("on 5, 22 and 29 January", [5, 22, 29].map(|d| part(None, 1, 1, Some(d))).to_vec()),
            ("14 to 17 and 20 to 23 May", [14, 17, 20, 23].map(|d| part(None, 5, 5, Some(d))).to_vec()),
            ("2–31 January", vec![part(None, 1, 1, Some(2)), part(None, 1, 1, Some(31))]),
            ("January 2 to 31, 2026", vec![day("2026-01-02"), day("2026-01-31")]),
            ("2 October to 31 December 2025", vec![day("2025-10-02"), day("2025-12-31")]),
            ("In October 10,234 people", vec![part(None, 10, 10, None)]),
            ("November 2014", vec![part(Some(2014), 11, 11, None)]),
            ("May I ask; march on", vec![]),
            ("in Q1 2026 and 2025-Q4", vec![part(Some(2026), 1, 3, None), part(Some(2025), 10, 12, None)]),
            ("H2 2025", vec![part(Some(2025), 7, 12, None)]),
            (
                "2025-06 and 16.01.2026 and 1/31/2026",
                vec![part(Some(2025), 6, 6, None), day("2026-01-16"), day("2026-01-31")],
            ),
            ("31 February 2026; 30 days; 12 of 40", vec![]),
        ] {
            let found: Vec<Date> = find(text, &[]).into_iter().map(|f| f.date).collect();
            // What is left of "31 February" still reads as a month.
            let found: Vec<Date> = found.into_iter().filter(|d| *d != part(Some(2026), 2, 2, None)).collect();
            assert_eq!(found, want, "{text}");
        }
    }

    #[test]
    fn ends_of_ranges_are_known() {
        let ends = |text: &str| find(text, &[]).iter().map(|f| f.end).collect::<Vec<_>>();
        assert_eq!(ends("15 to 26 January, then 28 January"), [true, true, false]);
        assert_eq!(ends("between 3 January and 5 March 2026"), [true, true]);
        assert_eq!(ends("14 to 17, 19 and 20 to 23 May"), [true, true, false, true, true]);
        assert!(part(Some(2026), 1, 3, None).covers(day("2026-02-01")));
        assert!(!day("2026-02-01").covers(part(Some(2026), 2, 2, None)));
    }
}

//! Tokens for the time grammar: words, numbers, days, quarters and the signs between them. Knows nothing of their
//! combined meaning.

use std::ops::Range;
use std::sync::LazyLock;

use chrono::NaiveDate;
use regex::Regex;

/// A token with its bytes in the text.
#[derive(Clone, Debug, PartialEq)]
pub struct Token {
    pub kind: Kind,
    pub span: Range<usize>,
    /// False if attached to the previous word, as in "case-2026-01-15": no time begins there.
    pub free: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// "2026-01-15".
    Day(NaiveDate),
    /// In the form of a day, but nonexistent: "2026-02-31".
    NoDay,
    /// "2026-01": year and month.
    Month(i32, u32),
    /// A number of at most six digits, with the number of digits.
    Number(u32, usize),
    /// "15th".
    Ordinal(u32),
    /// "Q3".
    Quarter(u32),
    /// "H1": a half of a year.
    Half(u32),
    /// A word in lower case, without a possessive "'s".
    Word(String),
    /// "-", "–", "—".
    Dash,
    /// "..".
    Dots,
    Comma,
    Other,
}

impl Token {
    /// The word, or "" for anything else.
    pub fn word(&self) -> &str {
        match &self.kind {
            Kind::Word(word) => word,
            _ => "",
        }
    }
}

/// The tokens of a text. The pattern is constant; an invalid one would give none, and the tests would fail.
pub fn tokens(text: &str) -> Vec<Token> {
    static PIECE: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(
            r"(?x) (?P<day>[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}\b) | (?P<month>[0-9]{4}-[0-9]{2}\b) | (?P<ordinal>[0-9]{1,3}(?i:st|nd|rd|th)\b)
            | (?P<number>[0-9]+) | (?P<quarter>[qQ][1-4]\b) | (?P<half>[hH][12]\b) | (?P<word>\p{L}+(?:['’]\p{L}+)?) | (?P<dots>\.{2,}|…)
            | (?P<dash>[-–—]) | (?P<comma>,) | (?P<other>\S)",
        )
        .ok()
    });
    let Some(pattern) = PIECE.as_ref() else { return Vec::new() };
    let mut out: Vec<Token> = Vec::new();
    for found in pattern.captures_iter(text) {
        let Some(all) = found.get(0) else { continue };
        let piece = all.as_str();
        let is = |name: &str| found.name(name).is_some();
        let kind = if is("day") {
            piece.parse().map_or(Kind::NoDay, Kind::Day)
        } else if is("month") {
            month(piece)
        } else if is("ordinal") {
            piece[..piece.len() - 2].parse().map_or(Kind::Other, Kind::Ordinal)
        } else if is("number") {
            number(piece)
        } else if is("quarter") {
            piece[1..].parse().map_or(Kind::Other, Kind::Quarter)
        } else if is("half") {
            piece[1..].parse().map_or(Kind::Other, Kind::Half)
        } else if is("word") {
            let word = piece.to_lowercase();
            Kind::Word(word.strip_suffix("'s").or(word.strip_suffix("’s")).unwrap_or(&word).to_owned())
        } else if is("dots") {
            Kind::Dots
        } else if is("dash") {
            Kind::Dash
        } else if is("comma") {
            Kind::Comma
        } else {
            Kind::Other
        };
        let before = text[..all.start()].chars().next_back();
        let free = !before.is_some_and(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '#' | '/' | '$' | '€' | '£'));
        out.push(Token { kind, span: all.range(), free });
    }
    out
}

/// A vague time: "early 2025", "mid November", "the end of 2019". "Since the end of 2019" is exact.
pub fn about(text: &str, tokens: &[Token]) -> Option<String> {
    const ABOUT: [&str; 7] = ["early", "late", "mid", "middle", "end", "beginning", "start"];
    const EXACT: [&str; 12] =
        ["since", "until", "till", "to", "by", "before", "after", "from", "through", "up", "as", "at"];
    let is_time = |t: &Token| {
        matches!(t.kind, Kind::Number(1990..=2099, 4) | Kind::Month(..) | Kind::Quarter(_) | Kind::Half(_))
            || super::calendar::month_number(t.word()).is_some() && t.word() != "may"
    };
    (0..tokens.len()).find_map(|at| {
        let word = tokens[at].word();
        if !ABOUT.contains(&word) {
            return None;
        }
        let skipped = tokens[at + 1..]
            .iter()
            .take_while(|t| t.kind == Kind::Dash || matches!(t.word(), "of" | "in" | "the" | "year"))
            .count();
        let time = tokens.get(at + 1 + skipped).filter(|t| is_time(t))?;
        // "late in 2025", "the end in January" mean something else.
        let led = tokens[..at].iter().rev().map(Token::word).find(|w| *w != "the").unwrap_or_default();
        let joined = skipped == 0 || tokens[at + 1].kind == Kind::Dash || tokens[at + 1].word() == "of";
        // "cases that were late 2025" would be odd, "late 2025" is vague.
        let fits = joined
            && !EXACT.contains(&led)
            && (word != "late" || skipped == 0 && matches!(led, "in" | "of" | "during" | "from"));
        fits.then(|| text[tokens[at].span.start..time.span.end].to_owned())
    })
}

/// A week, month or quarter with an impossible number: "week 60", "Q5".
pub fn numbered(text: &str, tokens: &[Token]) -> Option<String> {
    let led = |at: usize| {
        let word = at.checked_sub(1).and_then(|i| tokens.get(i)).map_or("", Token::word);
        matches!(word, "per" | "a" | "each" | "every" | "by" | "last" | "this" | "past" | "the" | "one")
    };
    tokens.windows(2).enumerate().find_map(|(at, pair)| {
        let (Kind::Word(word), Kind::Number(_, 1 | 2)) = (&pair[0].kind, &pair[1].kind) else { return None };
        let beside = pair[0].span.end == pair[1].span.start;
        let unit = matches!(word.as_str(), "week" | "month" | "quarter") && !led(at) && !beside;
        let quarter = word == "q" && beside && pair[0].free;
        let day = |n: u32| (1..=31).contains(&n);
        // "in week 1 January began" names a day.
        let dated = matches!(pair[1].kind, Kind::Number(n, 1 | 2) if day(n))
            && tokens.get(at + 2).is_some_and(|t| super::calendar::month_number(t.word()).is_some());
        ((unit && !dated) || quarter).then(|| text[pair[0].span.start..pair[1].span.end].to_owned())
    })
}

fn month(piece: &str) -> Kind {
    match piece.split_once('-').map(|(year, month)| (year.parse(), month.parse())) {
        Some((Ok(year), Ok(month @ 1..=12))) => Kind::Month(year, month),
        _ => Kind::NoDay,
    }
}

fn number(piece: &str) -> Kind {
    match piece.parse() {
        Ok(value) if piece.len() <= 6 => Kind::Number(value, piece.len()),
        _ => Kind::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_of_other_scripts_are_no_times() {
        for text in ["२०२६-०१", "٢٠٢٦-٠١", "20२६-01-१५"] {
            assert!(tokens(text).iter().all(|t| !matches!(t.kind, Kind::Month(..) | Kind::Day(_))), "{text}");
        }
    }

    #[test]
    fn pieces_know_what_they_are_and_where() {
        let text = "Today’s 2026-01-15..2026-01, Q3 15th";
        let all = tokens(text);
        let kinds: Vec<_> = all.iter().map(|t| t.kind.clone()).collect();
        assert_eq!(
            kinds,
            vec![
                Kind::Word("today".into()),
                Kind::Day(NaiveDate::from_ymd_opt(2026, 1, 15).unwrap()),
                Kind::Dots,
                Kind::Month(2026, 1),
                Kind::Comma,
                Kind::Quarter(3),
                Kind::Ordinal(15),
            ]
        );
        assert_eq!(&text[all[0].span.clone()], "Today’s");
    }

    #[test]
    fn what_hangs_on_a_word_is_not_free() {
        let all = tokens("case-2026-01-15 in $2014");
        assert!(!all[2].free && all[3].free && !all[5].free, "{all:?}");
    }
}

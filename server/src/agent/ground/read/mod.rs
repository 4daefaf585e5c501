//! Reads a text as tokens with sentences, the first step of grounding: the answer and the tools' own prose go through it.
//!
//! Deliberately not here: what a token claims (`extract`), and any knowledge of the results.

pub mod date;
pub mod date_value;
pub mod extract;
pub mod figure;
pub mod grid;
mod money;
pub mod number;
pub mod ordinal;
mod part;
pub mod stem;
mod year;

use stem::{Stem, stem};

/// What a token looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    Word,
    /// Digits with their separators: `1,234.5`.
    Number,
    /// `2026-01-16`, with a time of day or without; `2026-01`.
    Iso,
    /// `14:05`.
    Clock,
    /// Letters and digits as one name: `comm-00123`, `CUST001`, `Q1`.
    Code,
    Mark,
}

/// One token. Offsets are bytes into the text that was read.
#[derive(Clone, Debug)]
pub struct Token<'a> {
    pub text: &'a str,
    pub start: usize,
    pub end: usize,
    pub shape: Shape,
    pub stem: Stem,
    /// Nothing stands between this token and the one before it.
    pub glued: bool,
    /// Inside a quotation, which is checked as a whole.
    pub quoted: bool,
    pub sentence: u32,
    /// Blank lines and headings separate paragraphs; a list belongs to the line that leads it in.
    pub paragraph: u32,
}

impl Token<'_> {
    /// True for this one punctuation mark.
    pub fn is(&self, mark: &str) -> bool {
        self.shape == Shape::Mark && self.text == mark
    }

    /// True for this word in any case.
    pub fn word(&self, word: &str) -> bool {
        self.shape == Shape::Word && self.text.eq_ignore_ascii_case(word)
    }

    /// True for any of these words.
    pub fn any(&self, words: &[&str]) -> bool {
        self.shape == Shape::Word && words.iter().any(|w| self.text.eq_ignore_ascii_case(w))
    }

    /// True when its first letter is a capital.
    pub fn capital(&self) -> bool {
        self.text.chars().next().is_some_and(char::is_uppercase)
    }
}

/// Words before a full stop that end no sentence.
const ABBREVIATIONS: [&str; 18] = [
    "approx", "ca", "incl", "vs", "no", "nr", "mr", "mrs", "dr", "e.g", "i.e", "etc", "mio", "mrd", "tsd", "bzw",
    "avg", "est",
];

/// Splits a text into tokens. `quotes` are the byte ranges of quotations; no sentence ends inside one.
pub fn tokens<'a>(text: &'a str, quotes: &[(usize, usize)]) -> Vec<Token<'a>> {
    let mut out: Vec<Token<'a>> = Vec::with_capacity(text.len() / 5);
    let (mut sentence, mut paragraph, mut base) = (0u32, 0u32, 0usize);
    let mut after_heading = false;
    for line in text.split('\n') {
        let body = line.trim_start();
        let heading = body.trim_start_matches('#').starts_with(' ') && body.starts_with('#');
        if body.is_empty() || heading || after_heading {
            paragraph += 1;
        }
        after_heading = false;
        let open = quotes.iter().any(|&(s, e)| s < base && base < e);
        if !open {
            sentence += 1;
        }
        let mut at = line.len() - body.len() + marker(body);
        let from = out.len();
        while let Some((start, end, shape)) = next(line, at) {
            let (s, e) = (base + start, base + end);
            let quoted = quotes.iter().any(|&(qs, qe)| qs <= s && e <= qe);
            let piece = &line[start..end];
            let stem = if shape == Shape::Mark { 0 } else { stem(piece) };
            let glued = out.len() > from && out.last().is_some_and(|t| t.end == s);
            out.push(Token { text: piece, start: s, end: e, shape, stem, glued, quoted, sentence, paragraph });
            if !quoted && ends_sentence(line, &out, end) {
                sentence += 1;
            }
            at = end;
        }
        base += line.len() + 1;
    }
    out
}

/// The time of day at token `i`, in minutes after midnight: "14:05", "2:05 pm", with seconds or without.
pub fn clock(t: &[Token<'_>], i: usize) -> Option<u32> {
    let token = t.get(i).filter(|x| x.shape == Shape::Clock)?;
    let mut parts = token.text.split(':').map(str::parse::<u32>);
    let (hours, minutes) = (parts.next()?.ok()?, parts.next()?.ok()?);
    let next = t.get(i + 1);
    let hours = match hours {
        12 if next.is_some_and(|x| x.any(&["am", "a"])) => 0,
        1..=11 if next.is_some_and(|x| x.any(&["pm", "p"])) => hours + 12,
        _ => hours,
    };
    (hours < 24 && minutes < 60).then_some(60 * hours + minutes)
}

/// How many bytes of list or heading marker a line begins with: `- `, `* `, `1. `, `2) `, `### `.
fn marker(body: &str) -> usize {
    let bytes = body.as_bytes();
    let hashes = bytes.iter().take_while(|b| **b == b'#').count();
    if hashes > 0 && bytes.get(hashes) == Some(&b' ') {
        return hashes;
    }
    for bullet in ["- ", "* ", "• ", "– "] {
        if body.starts_with(bullet) {
            return bullet.len();
        }
    }
    let digits = bytes.iter().take_while(|b| b.is_ascii_digit()).count();
    match bytes.get(digits..digits + 2) {
        Some([b'.' | b')', b' ']) if (1..=2).contains(&digits) => digits + 2,
        _ => 0,
    }
}

fn ends_sentence(line: &str, out: &[Token<'_>], end: usize) -> bool {
    let Some(last) = out.last() else { return false };
    if !matches!(last.text, "." | "!" | "?") {
        return false;
    }
    let rest = &line[end..];
    let rest = rest.trim_start_matches(['"', '”', '’', ')', '*']);
    if rest.trim().is_empty() {
        // The end of the line ends the sentence.
        return false;
    }
    if !rest.starts_with([' ', '[']) {
        return false;
    }
    // "approx. five", "Inc. has": a sentence begins with no small letter. Nor does one end in "i.e.".
    if last.text == "." && rest.trim_start().starts_with(char::is_lowercase) {
        return false;
    }
    let before = out.len().checked_sub(2).map(|i| &out[i]);
    let dotted = before.is_some_and(|t| t.shape == Shape::Word && t.text.len() == 1 && t.glued)
        && out.len().checked_sub(3).is_some_and(|i| out[i].is("."));
    if dotted {
        return false;
    }
    let short = before.is_some_and(|t| {
        t.shape == Shape::Word
            && (ABBREVIATIONS.contains(&t.text.to_lowercase().as_str())
                || (t.text.len() == 1 && t.text != "I" && t.capital()))
    });
    !(short && last.text == ".")
}

/// The next token of a line at or after byte `at`.
fn next(line: &str, at: usize) -> Option<(usize, usize, Shape)> {
    let start = at + line.get(at..)?.find(|c: char| !c.is_whitespace())?;
    let rest = &line[start..];
    let first = rest.chars().next()?;
    let (len, shape) = if first.is_ascii_digit() {
        digits(rest)
    } else if first.is_alphabetic() {
        letters(rest)
    } else {
        (first.len_utf8(), Shape::Mark)
    };
    Some((start, start + len, shape))
}

fn digits(rest: &str) -> (usize, Shape) {
    let b = rest.as_bytes();
    let pattern = |p: &[u8]| {
        b.len() >= p.len() && p.iter().zip(b).all(|(p, c)| if *p == b'0' { c.is_ascii_digit() } else { p == c })
    };
    if pattern(b"0000-00-00") {
        let mut end = 10;
        if b.get(10) == Some(&b'T') {
            end += rest[10..].find(|c: char| !(c.is_ascii_digit() || "TZ:.+".contains(c))).unwrap_or(rest.len() - 10);
        }
        return (end, Shape::Iso);
    }
    let more = |c: Option<&u8>| c.is_some_and(|c| c.is_ascii_alphanumeric() || matches!(c, b'-' | b'_'));
    let century = rest.starts_with("19") || rest.starts_with("20");
    if century
        && pattern(b"0000-00")
        && matches!(&b[5..7], [b'0', b'1'..=b'9'] | [b'1', b'0'..=b'2'])
        && !more(b.get(7))
    {
        return (7, Shape::Iso);
    }
    let run = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '-')).unwrap_or(rest.len());
    if run == 36 && b[..36].iter().filter(|c| **c == b'-').count() == 4 {
        return (36, Shape::Code);
    }
    if pattern(b"00:00") || pattern(b"0:00") {
        let end = rest.find(|c: char| !(c.is_ascii_digit() || c == ':')).unwrap_or(rest.len());
        return (end, Shape::Clock);
    }
    if let Some(end) = code(rest) {
        return (end, Shape::Code);
    }
    let mut end = 0;
    let mut chars = rest.char_indices().peekable();
    while let Some((i, c)) = chars.next() {
        let joined = matches!(c, '.' | ',' | '\'' | '’' | '\u{a0}' | '\u{202f}')
            && chars.peek().is_some_and(|(_, n)| n.is_ascii_digit());
        if !c.is_ascii_digit() && !joined {
            break;
        }
        end = i + c.len_utf8();
    }
    (end, Shape::Number)
}

/// A name that begins with a digit: `40_00062`, `9BZBU2GY`. "64GB" and "1H2025" are none.
fn code(rest: &str) -> Option<usize> {
    let run = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
    let b = &rest.as_bytes()[..run];
    let parted = b[..run - 1].contains(&b'_') && b[run - 1].is_ascii_alphanumeric();
    let capitals = b.iter().all(|c| c.is_ascii_digit() || c.is_ascii_uppercase());
    let changes = b.windows(2).filter(|w| w[0].is_ascii_digit() != w[1].is_ascii_digit()).count();
    let half = run == 6 && matches!(b[1], b'H' | b'Q');
    (parted || run >= 6 && capitals && changes >= 2 && !half).then_some(run)
}

/// Prefixes that make a date or a number of what follows, not a name: "mid-2026", "pre-2020".
const PREFIXES: [&str; 6] = ["mid", "pre", "post", "early", "late", "non"];

fn letters(rest: &str) -> (usize, Shape) {
    let word = rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len());
    let run = rest.find(|c: char| !(c.is_alphanumeric() || matches!(c, '-' | '_' | '#'))).unwrap_or(rest.len());
    let run = rest[..run].trim_end_matches(['-', '_', '#']).len();
    let code = rest[..run].bytes().any(|b| b.is_ascii_digit());
    if code && !PREFIXES.contains(&rest[..word].to_lowercase().as_str()) {
        return (run, Shape::Code);
    }
    let tail = &rest[word..];
    for mark in ["'", "’"] {
        if let Some(more) = tail.strip_prefix(mark) {
            let len = more.find(|c: char| !c.is_alphabetic()).unwrap_or(more.len());
            if (1..=2).contains(&len) {
                return (word + mark.len() + len, Shape::Word);
            }
        }
    }
    (word, Shape::Word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shapes(text: &str) -> Vec<(String, Shape)> {
        tokens(text, &[]).into_iter().map(|t| (t.text.to_owned(), t.shape)).collect()
    }

    #[test]
    fn each_shape_is_told_apart() {
        use Shape::*;
        for (text, shape) in [
            ("1,234.5", Number),
            ("2026-01-16", Iso),
            ("2026-01-16T09:14:00Z", Iso),
            ("2026-01", Iso),
            ("14:05", Clock),
            ("comm-00123", Code),
            ("doc-notice-7#2", Code),
            ("CUST001", Code),
            ("40_00062", Code),
            ("9BZBU2GY", Code),
            ("customer's", Word),
            ("0190b5a2-1111-7222-8333-444455556666", Code),
        ] {
            assert_eq!(shapes(text), [(text.to_owned(), shape)]);
        }
        assert_eq!(shapes("30-day")[0], ("30".into(), Number));
        assert_eq!(shapes("1.2k")[1], ("k".into(), Word));
        assert_eq!(shapes("mid-2026")[2], ("2026".into(), Number));
    }

    #[test]
    fn markers_are_no_tokens_and_sentences_end_where_they_end() {
        let text = "### 3 topics\n1. Crashes: 28%. It rose.\n2) approx. 5 days";
        let read = tokens(text, &[]);
        let words: Vec<&str> = read.iter().map(|t| t.text).collect();
        assert_eq!(&words[..4], ["3", "topics", "Crashes", ":"]);
        let last = read.last().unwrap();
        assert_eq!(last.sentence - read[0].sentence, 3, "heading, two sentences, one list item");
        assert!(!read[0].glued);
        assert_eq!(&text[last.start..last.end], "days");
    }
}

//! What an answer claims besides its figures and dates: quotations, citations and identifiers.
//!
//! Deliberately not here: whether any of it is true.

use super::{Shape, Token};

/// A stretch of the answer that stands for one claim; offsets are bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    pub start: usize,
    pub end: usize,
}

/// A quotation: `span` with its marks, `inner` without.
#[derive(Clone, Copy, Debug)]
pub struct Quote {
    pub span: Span,
    pub inner: Span,
}

/// Fewer words than this between quotation marks are a name or a turn of phrase, not a quotation.
const QUOTED_WORDS: usize = 3;

/// All quotations of a text: “…”, „…“, «…», "…", and ‘…’ that opens after a space.
pub fn quotes(text: &str) -> Vec<Quote> {
    let mut out = Vec::new();
    let mut skip_to = 0;
    for (at, open) in text.char_indices() {
        if at < skip_to {
            continue;
        }
        let inside = at + open.len_utf8();
        let closers: &[char] = match open {
            // A straight mark closes a curly one only where no curly one does: `“For "fees" I need more”` is one quotation.
            '“' if closes_curly(text, inside) => &['”'],
            '“' => &['”', '"'],
            '„' => &['“', '”'],
            '«' => &['»'],
            '"' => &['"'],
            '‘' if text[..at].ends_with([' ', '\n', '(']) => &['’'],
            _ => continue,
        };
        let Some(close) = closing(text, inside, closers, open == '‘') else { continue };
        let close_len = text[close..].chars().next().map_or(1, char::len_utf8);
        let words = text[inside..close].split_whitespace().filter(|w| w.chars().any(char::is_alphanumeric)).count();
        if words >= QUOTED_WORDS {
            let span = Span { start: at, end: close + close_len };
            out.push(Quote { span, inner: Span { start: inside, end: close } });
        }
        skip_to = close + close_len;
    }
    out
}

/// True when the curly quotation that opened before `from` closes with its own mark before the next one opens.
fn closes_curly(text: &str, from: usize) -> bool {
    let end = text[from..].find("\n\n").map_or(text.len(), |i| from + i);
    text[from..end].find(['“', '”']).is_some_and(|i| text[from + i..].starts_with('”'))
}

/// Where a quotation that opened before `from` closes; never beyond its paragraph.
fn closing(text: &str, from: usize, closers: &[char], single: bool) -> Option<usize> {
    let end = text[from..].find("\n\n").map_or(text.len(), |i| from + i);
    text[from..end].char_indices().map(|(i, c)| (from + i, c)).find_map(|(i, c)| {
        // An apostrophe inside a word closes nothing.
        let apostrophe = single && text[i + c.len_utf8()..].starts_with(char::is_alphanumeric);
        (closers.contains(&c) && !apostrophe).then_some(i)
    })
}

/// One number of a citation `[n]`: its place in the text and what it points to, from 1.
#[derive(Clone, Copy, Debug)]
pub struct Cite {
    pub span: Span,
    pub number: usize,
    /// First and last token of the whole bracket.
    pub tokens: (usize, usize),
}

/// All citations: `[1]`, `[1, 4]`, `[1-3]` (its two ends).
pub fn cites(t: &[Token<'_>]) -> Vec<Cite> {
    let mut out = Vec::new();
    for open in (0..t.len()).filter(|&i| t[i].is("[") && !t[i].quoted) {
        let Some(len) = t[open..].iter().take(24).position(|x| x.is("]")) else { continue };
        let close = open + len;
        let inside = &t[open + 1..close];
        let clean = inside.iter().all(|x| x.shape == Shape::Number || x.is(",") || x.is("-") || x.is("–"));
        // "[3908814]" is a record and no place in a list of sources.
        let record = inside.len() == 1 && inside[0].text.len() > 3 && !inside[0].text.contains(',');
        if inside.is_empty() || !clean || record {
            continue;
        }
        // The tokenizer reads "1,4" as one numeral; in brackets it is two citations.
        for token in inside.iter().filter(|x| x.shape == Shape::Number) {
            let mut at = token.start;
            for part in token.text.split(',') {
                let span = Span { start: at, end: at + part.len() };
                let span = if inside.len() == 1 && part.len() == token.text.len() {
                    Span { start: t[open].start, end: t[close].end }
                } else {
                    span
                };
                out.push(Cite { span, number: part.parse().unwrap_or(usize::MAX), tokens: (open, close) });
                at += part.len() + 1;
            }
        }
    }
    out
}

/// An identifier at token `at`.
#[derive(Clone, Copy, Debug)]
pub struct IdAt {
    pub at: usize,
    /// True when the words before it say that it is an identifier ("complaint 1234567", "#1234567").
    pub announced: bool,
}

/// All tokens that may be identifiers: `comm-00123`, `CUST001`, and long numerals that are announced as one.
pub fn ids(t: &[Token<'_>]) -> Vec<IdAt> {
    const ANNOUNCE: [&str; 8] = ["complaint", "case", "ticket", "id", "number", "no", "record", "reference"];
    const OWNERS: [&str; 8] = ["customer", "account", "client", "supplier", "vendor", "order", "opportunity", "code"];
    let bracketed = |i: usize| i > 0 && t[i - 1].is("[") && t.get(i + 1).is_some_and(|x| x.is("]"));
    let announced = |i: usize| {
        (1..=3).take_while(|k| *k <= i).any(|k| {
            let x = &t[i - k];
            (x.any(&ANNOUNCE) || x.is("#"))
                && t[i - k + 1..i].iter().all(|y| y.shape == Shape::Mark || y.any(&ANNOUNCE))
        })
    };
    let id = |i: usize| match t[i].shape {
        Shape::Code => is_id(t[i].text).then_some(IdAt { at: i, announced: bracketed(i) }),
        // "[PWKFVQFA]", "customer SUPRD".
        Shape::Word => {
            let capitals = t[i].text.len() >= 4 && t[i].text.bytes().all(|b| b.is_ascii_uppercase());
            let owned = i > 0 && t[i - 1].any(&OWNERS);
            let announced = bracketed(i) && t[i].text.len() >= 6;
            (capitals && (announced || owned)).then_some(IdAt { at: i, announced })
        }
        Shape::Number => {
            let bare = t[i].text.bytes().all(|b| b.is_ascii_digit());
            let long = t[i].text.len() >= 5 && announced(i) || t[i].text.len() >= 4 && bracketed(i);
            (bare && long).then_some(IdAt { at: i, announced: true })
        }
        _ => None,
    };
    (0..t.len()).filter(|&i| !t[i].quoted).filter_map(id).collect()
}

fn is_id(code: &str) -> bool {
    let digits = code.bytes().filter(u8::is_ascii_digit).count();
    // "POL-7" may be one; "PSD2" is a name.
    let parted = code.bytes().any(|b| matches!(b, b'-' | b'_' | b'#'));
    digits >= 2 && code.len() >= 4 || digits > 0 && parted || in_capitals(code)
}

/// "GGPSSI5Q": capitals and digits in no order.
fn in_capitals(code: &str) -> bool {
    let digit = code.bytes().any(|b| b.is_ascii_digit());
    digit && code.len() >= 6 && code.bytes().all(|b| b.is_ascii_digit() || b.is_ascii_uppercase())
}

/// What an identifier looks like: "00_00000" for "40_00062", "AAAAA" for "SUPRD"; capitals and digits in no order are all
/// alike.
pub fn shape(code: &str) -> String {
    let mixed = in_capitals(code);
    let of = |c: char| match c {
        _ if mixed => '?',
        '0'..='9' => '0',
        'A'..='Z' => 'A',
        'a'..='z' => 'a',
        other => other,
    };
    code.chars().map(of).collect()
}

/// The first part of an identifier of several: "doc_" of "doc_savings_account_003".
pub fn lead(code: &str) -> Option<&str> {
    let end = code.find(['_', '-'])?;
    (end > 1 && code[..end].bytes().all(|b| b.is_ascii_alphabetic())).then(|| &code[..=end])
}

/// The letters and marks that an identifier begins with: "comm-" of "comm-00123".
pub fn prefix(code: &str) -> &str {
    let end = code.find(|c: char| c.is_ascii_digit()).unwrap_or(code.len());
    &code[..end]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::ground::read::tokens;

    #[test]
    fn quotations_and_what_is_none() {
        for (text, want) in [
            ("One says “it closes again”.", vec!["it closes again"]),
            ("One says \"it closes again\" and \"it is the code\".", vec!["it closes again", "it is the code"]),
            (
                "One: “For \"fees\" I need more” [1], two: “it is the code”",
                vec!["For \"fees\" I need more", "it is the code"],
            ),
            ("mixed “it closes again\" and “it is the code”", vec!["it closes again", "it is the code"]),
            ("the so-called “soft block”", vec![]),
            ("they said ‘we can’t sign in’ today", vec!["we can’t sign in"]),
            ("a lone \" mark of inches here", vec![]),
            ("„das geht nicht mehr“", vec!["das geht nicht mehr"]),
        ] {
            let found: Vec<&str> = quotes(text).iter().map(|q| &text[q.inner.start..q.inner.end]).collect();
            assert_eq!(found, want, "{text}");
        }
    }

    #[test]
    fn citations() {
        for (text, want) in [
            ("so [1].", vec![("[1]", 1)]),
            ("so [1, 4].", vec![("1", 1), ("4", 4)]),
            ("so [1,4].", vec![("1", 1), ("4", 4)]),
            ("so [1][12].", vec![("[1]", 1), ("[12]", 12)]),
            ("an [aside] here", vec![]),
        ] {
            let t = tokens(text, &[]);
            let found: Vec<_> = cites(&t).iter().map(|c| (&text[c.span.start..c.span.end], c.number)).collect();
            assert_eq!(found, want, "{text}");
        }
    }

    #[test]
    fn identifiers() {
        for (text, want) in [
            ("see comm-00123 and case-0042", vec!["comm-00123", "case-0042"]),
            ("complaint 1234567", vec!["1234567"]),
            ("complaint no. 1234567", vec!["1234567"]),
            ("#1234567", vec!["1234567"]),
            ("about 1234567 complaints", vec![]),
            ("in Q1", vec![]),
        ] {
            let t = tokens(text, &[]);
            let found: Vec<&str> = ids(&t).iter().map(|i| t[i.at].text).collect();
            assert_eq!(found, want, "{text}");
        }
    }
}

//! Text helpers: capitalisation, folding, truncation, lines, HTML and path segments.

pub mod excerpt;

use std::ops::Range;

/// Capitalised, for the start of a sentence or a heading.
pub fn capital(text: &str) -> String {
    let mut rest = text.chars();
    rest.next().map(|first| first.to_uppercase().chain(rest).collect()).unwrap_or_default()
}

/// "a complaint", "an article", and "feedback", which is never one.
pub fn one(noun: &str) -> String {
    match noun.chars().next() {
        _ if noun == "feedback" => noun.to_owned(),
        Some('a' | 'e' | 'i' | 'o' | 'u') => format!("an {noun}"),
        _ => format!("a {noun}"),
    }
}

/// "states", "companies", "branches", "months".
pub fn plural(noun: &str) -> String {
    match noun.strip_suffix('y') {
        Some(stem) if !stem.ends_with(['a', 'e', 'o', 'u']) => format!("{stem}ies"),
        _ if noun.ends_with(['s', 'x']) || noun.ends_with("ch") || noun.ends_with("sh") => format!("{noun}es"),
        _ => format!("{noun}s"),
    }
}

/// "a, b and c".
pub fn and(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// For the middle of a sentence: "Login failures" is "login failures"; "CDD" and "iPhone" stay as they are.
pub fn inner(text: &str) -> String {
    let mut rest = text.chars();
    match rest.next() {
        Some(first) if !rest.clone().next().is_some_and(char::is_uppercase) => {
            first.to_lowercase().chain(rest).collect()
        }
        _ => text.to_owned(),
    }
}

/// Lower case without diacritics, as many people type: "Šeškinė" is "seskine".
pub fn fold(text: &str) -> String {
    let plain = |c: char| match c {
        'ą' | 'á' | 'à' | 'ä' => 'a',
        'č' => 'c',
        'ę' | 'ė' | 'é' | 'è' => 'e',
        'į' | 'í' => 'i',
        'š' => 's',
        'ų' | 'ū' | 'ú' | 'ü' => 'u',
        'ž' => 'z',
        'ł' => 'l',
        'ó' | 'ö' => 'o',
        other => other,
    };
    text.chars().flat_map(char::to_lowercase).map(plain).collect()
}

/// At most the first `most` bytes, cut at a character boundary.
pub fn head(text: &str, most: usize) -> &str {
    let end = (0..=most.min(text.len())).rev().find(|i| text.is_char_boundary(*i)).unwrap_or(0);
    &text[..end]
}

/// The byte ranges of a text's lines, without trailing blanks.
pub fn lines(text: &str) -> impl Iterator<Item = Range<usize>> {
    text.split_inclusive('\n').scan(0, |start, line| {
        let at = *start..*start + line.trim_end().len();
        *start += line.len();
        Some(at)
    })
}

/// Text as HTML.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Text as one path segment (RFC 3986).
pub fn segment(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_beginning_ends_at_a_character() {
        assert_eq!((head("äöü", 3), head("ab", 10)), ("ä", "ab"));
    }

    #[test]
    fn nouns_have_their_article() {
        assert_eq!(["complaint", "article", "feedback"].map(one), ["a complaint", "an article", "feedback"]);
    }

    #[test]
    fn only_the_first_letter_changes() {
        assert_eq!((capital("ürgent case"), capital("")), ("Ürgent case".into(), String::new()));
        assert_eq!(
            (inner("Login failures"), inner("CDD"), inner("")),
            ("login failures".into(), "CDD".into(), String::new())
        );
    }
}

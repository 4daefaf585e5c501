//! Matches a word or phrase to one of several names, ignoring case, plural and small typos. Never a guess: a text that
//! fits two names equally well fits none.

use std::ops::Range;

/// A word in its base form: lower case, singular.
pub fn plain(word: &str) -> String {
    let word = word.to_lowercase();
    let ends = |end: &str| word.ends_with(end);
    if word.len() > 4 && ends("ies") {
        return format!("{}y", &word[..word.len() - 3]);
    }
    if word.len() > 4 && (ends("sses") || ends("xes") || ends("ches") || ends("shes")) {
        return word[..word.len() - 2].to_owned();
    }
    if word.len() > 3 && ends("s") && !ends("ss") && !ends("us") && !ends("is") {
        return word[..word.len() - 1].to_owned();
    }
    word
}

/// The plain words of a text, each with its bytes. A possessive "'s" is dropped.
pub fn words(text: &str) -> Vec<(String, Range<usize>)> {
    let mut out: Vec<(String, Range<usize>)> = Vec::new();
    let mut start = None;
    let ends = text.char_indices().chain([(text.len(), ' ')]);
    for (at, c) in ends {
        match (start, c.is_alphanumeric()) {
            (None, true) => start = Some(at),
            (Some(from), false) => {
                let word = &text[from..at];
                let possessive = word.eq_ignore_ascii_case("s") && text[..from].ends_with(['\'', '’']);
                if !possessive {
                    out.push((plain(word), from..at));
                }
                start = None;
            }
            _ => {}
        }
    }
    out
}

/// A text as plain words separated by single spaces.
pub fn phrase(text: &str) -> String {
    words(text).into_iter().map(|(word, _)| word).collect::<Vec<_>>().join(" ")
}

/// How many letters a phrase of this many bytes may differ by: one from five bytes on, two from nine on.
pub fn typos(bytes: usize) -> usize {
    match bytes {
        0..=4 => 0,
        5..=8 => 1,
        _ => 2,
    }
}

/// Whether two phrases differ only by a small typo: as many letters as the shorter one allows, never the first, and no
/// digit, because ACC-109 and ACC-199 are two accounts.
pub fn alike(a: &str, b: &str) -> bool {
    let allowed = typos(a.len().min(b.len()));
    allowed > 0
        && a.len().abs_diff(b.len()) <= 2 * allowed
        && a.chars().next() == b.chars().next()
        && digits(a).eq(digits(b))
        && within(a, b, allowed)
}

fn digits(text: &str) -> impl Iterator<Item = u8> {
    text.bytes().filter(u8::is_ascii_digit)
}

/// Whether this many insertions, deletions, changes or transpositions turn one text into the other. Common beginnings
/// need none; so this examines a few positions instead of filling a table of distances.
fn within(a: &str, b: &str, edits: usize) -> bool {
    let (mut a, mut b) = (a.chars(), b.chars());
    loop {
        let (rest_a, rest_b) = (a.clone(), b.clone());
        match (a.next(), b.next()) {
            (Some(x), Some(y)) if x == y => {}
            (Some(x), Some(y)) => {
                let crossed = || {
                    let (mut a, mut b) = (a.clone(), b.clone());
                    a.next() == Some(y) && b.next() == Some(x) && within(a.as_str(), b.as_str(), edits - 1)
                };
                return edits > 0
                    && (within(a.as_str(), b.as_str(), edits - 1)
                        || within(a.as_str(), rest_b.as_str(), edits - 1)
                        || within(rest_a.as_str(), b.as_str(), edits - 1)
                        || crossed());
            }
            _ => return rest_a.chain(rest_b).take(edits + 1).count() <= edits,
        }
    }
}

/// The index of the one name that a text means: the same words; else the only name with all its words; else the only
/// name within a small typo.
pub fn pick<'a>(text: &str, names: impl Iterator<Item = &'a str> + Clone) -> Option<usize> {
    let wanted = phrase(text);
    if wanted.is_empty() {
        return None;
    }
    let phrases: Vec<String> = names.map(phrase).collect();
    if let Some(same) = phrases.iter().position(|p| *p == wanted) {
        return Some(same);
    }
    let parts: Vec<&str> = wanted.split(' ').collect();
    let holds_all = |p: &String| {
        let have: Vec<&str> = p.split(' ').collect();
        parts.iter().all(|part| have.contains(part))
    };
    only(&phrases, holds_all).or_else(|| only(&phrases, |p| alike(p, &wanted)))
}

fn only(phrases: &[String], fits: impl Fn(&String) -> bool) -> Option<usize> {
    let mut all = phrases.iter().enumerate().filter(|(_, p)| fits(p));
    let first = all.next()?;
    all.next().is_none().then_some(first.0)
}

/// The candidate closest to a misspelt name, if close enough to be meant.
pub fn closest<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let wanted = name.to_lowercase().replace(['_', ' '], "-");
    candidates
        .map(|c| {
            let have = c.to_lowercase().replace(['_', ' '], "-");
            let inside = have.len() >= 4 && wanted.len() >= 4 && (have.contains(&wanted) || wanted.contains(&have));
            (c, if inside { 0.95 } else { strsim::jaro_winkler(&wanted, &have) })
        })
        .filter(|(_, score)| *score >= 0.8)
        .max_by(|a, b| a.1.total_cmp(&b.1))
        .map(|(c, _)| c)
}

/// The message for an unknown name, with the closest if any is close.
pub fn unknown(what: &str, name: &str, known: &[String]) -> (String, Option<String>) {
    let shown: String = name.chars().take(60).collect();
    let close = closest(name, known.iter().map(String::as_str)).map(str::to_owned);
    let message = match &close {
        Some(close) => format!("No {what} \"{shown}\". Closest: {close}."),
        None if known.is_empty() => format!("No {what} \"{shown}\": the data holds none."),
        None => {
            let list: Vec<&str> = known.iter().take(12).map(String::as_str).collect();
            format!("No {what} \"{shown}\". There is: {}.", list.join(", "))
        }
    };
    (message, close)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_words() {
        for (word, want) in [
            ("Mortgages", "mortgage"),
            ("Fees", "fee"),
            ("crashes", "crash"),
            ("enquiries", "enquiry"),
            ("business", "business"),
            ("status", "status"),
            ("bus", "bus"),
            ("gas", "gas"),
        ] {
            assert_eq!(plain(word), want);
        }
        assert_eq!(phrase("  Northgate’s Foods, Ltd. "), "northgate food ltd");
    }

    #[test]
    fn picks_what_is_meant_and_never_guesses() {
        let names = ["Credit card", "Credit reporting", "Mortgage", "Login failures", "Payment processing"];
        let pick = |text| pick(text, names.into_iter()).map(|i| names[i]);
        for (text, want) in [
            ("credit CARDS", Some("Credit card")),
            ("morgage", Some("Mortgage")),
            ("mortgages", Some("Mortgage")),
            ("login failure", Some("Login failures")),
            ("login-failures", Some("Login failures")),
            ("lgoin failures", Some("Login failures")),
            ("reporting", Some("Credit reporting")),
            ("credit", None),
            ("weather", None),
            ("", None),
        ] {
            assert_eq!(pick(text), want, "{text:?}");
        }
    }

    #[test]
    fn a_digit_is_no_typo() {
        for (a, b, want) in
            [("acc 109", "acc 199", false), ("acc 109", "acd 109", true), ("case 1090", "case 109", false)]
        {
            assert_eq!(alike(a, b), want, "{a} {b}");
        }
    }
}

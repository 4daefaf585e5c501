//! Parts of a text, verbatim: they begin and end at a sentence, or else at a word, and never within a word, a number
//! or an amount.
//!
//! Deliberately not here: which part of a text a query asks for (the server's `search::words`).

/// The beginning of a text, trimmed, in at most `most` characters.
pub fn beginning(text: &str, most: usize) -> &str {
    let text = text.trim();
    text[..end(text, 0, most)].trim_end()
}

/// The end, in bytes, of at most `most` characters from `start`: of a sentence in the second half, else of a word.
pub fn end(text: &str, start: usize, most: usize) -> usize {
    let rest = &text[start..];
    let Some((limit, _)) = rest.char_indices().nth(most) else { return text.len() };
    let half = rest.char_indices().nth(most / 2).map_or(0, |(at, _)| at);
    let ends = |at: &usize| ends_sentence(rest, *at);
    let boundaries = |from: usize| (from..=limit).rev().filter(|at| rest.is_char_boundary(*at));
    let end = boundaries(half + 1).find(ends).or_else(|| boundaries(1).find(|at| ends_word(rest, *at)));
    start + end.unwrap_or(limit)
}

/// Where the sentence of the byte `at` begins, or a word of it, at most `near` bytes before.
pub fn start(text: &str, at: usize, near: usize) -> usize {
    let from = (at.saturating_sub(near)..=at).find(|i| text.is_char_boundary(*i)).unwrap_or(at);
    let boundaries = || (from..=at).filter(|i| text.is_char_boundary(*i));
    let sentence = boundaries().rev().find(|i| *i == 0 || ends_sentence(text, *i));
    let cut = sentence.or_else(|| boundaries().find(|i| ends_word(text, *i))).unwrap_or(at);
    at - text[cut..at].trim_start().len()
}

/// A part with "…" at each end that stands within a sentence of the text.
pub fn marked(text: &str, part: &str) -> String {
    let part = part.trim();
    let Some(at) = text.find(part).filter(|_| !part.is_empty()) else { return part.to_owned() };
    let (before, after) = (&text[..at], &text[at + part.len()..]);
    let ahead = before.trim_end().len();
    let opens = ahead == 0 || ends_sentence(text, ahead);
    let closes = after.trim().is_empty() || ends_sentence(text, at + part.len());
    format!("{}{part}{}", if opens { "" } else { "… " }, if closes { "" } else { " …" })
}

/// How many characters of a text, trimmed, stand before a part and after it.
pub fn around(text: &str, part: &str) -> (usize, usize) {
    let text = text.trim();
    let start = text.find(part).map_or(0, |at| text[..at].chars().count());
    (start, (text.chars().count() - start).saturating_sub(part.chars().count()))
}

/// Lines from this length on may be wrapped within a sentence.
const MIN_WRAPPED_LINE_BYTES: usize = 50;

/// Whether a sentence ends at this byte: after its full stop and what closes it, or with its line.
fn ends_sentence(text: &str, at: usize) -> bool {
    let (before, after) = (&text[..at], &text[at..]);
    let next = after.trim_start();
    let goes_on = next.starts_with(char::is_lowercase);
    if before.trim().is_empty() || before.ends_with(char::is_whitespace) {
        return false;
    }
    if next.is_empty() {
        return true;
    }
    let gap = &after[..after.len() - next.len()];
    let wrapped = || before.len() - before.rfind('\n').map_or(0, |line| line + 1) >= MIN_WRAPPED_LINE_BYTES;
    if gap.contains('\n') && (!goes_on || gap.matches('\n').count() > 1 || !wrapped()) {
        return true;
    }
    let bare = before.trim_end_matches(['"', '\'', '”', '’', '»', ')', ']', '*']);
    let stops = !gap.is_empty() && bare.ends_with(['.', '!', '?', '…']) || bare.ends_with(['。', '！', '？']);
    // "5. January", "J. Fox" and "e.g." do not end one.
    let word = bare.trim_end_matches('.').rsplit(|c: char| c.is_whitespace() || c == '.').next().unwrap_or_default();
    let short = bare.ends_with('.') && word.chars().count() < 2;
    stops && !goes_on && !short
}

/// Whether a word ends at this byte, and no number or amount goes on after it ("2 050,57", "EUR 5", "5 %").
fn ends_word(text: &str, at: usize) -> bool {
    let (before, after) = (&text[..at], &text[at..]);
    let next = after.trim_start();
    if next.len() == after.len() || before.is_empty() || before.ends_with(char::is_whitespace) {
        return false;
    }
    let word = |text: &str| text.split_whitespace().next().unwrap_or_default().to_owned();
    let (left, right) = (before.rsplit(char::is_whitespace).next().unwrap_or_default(), word(next));
    let number = |c: char| c.is_ascii_digit() || is_currency_sign(c) || c == '%';
    let code = |word: &str| {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric());
        word.len() == 3 && word.bytes().all(|b| b.is_ascii_uppercase())
    };
    let (ends, begins) = (left.ends_with(number), right.starts_with(number));
    !((ends && (begins || code(&right))) || (code(left) && begins))
}

fn is_currency_sign(c: char) -> bool {
    c == '$' || ('\u{a2}'..='\u{a5}').contains(&c) || ('\u{20a0}'..='\u{20cf}').contains(&c)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LETTER: &str = "Dear Sir,\nthe fee of €2,050.57 to Lumen Energy went out twice. We pressed send once, on 5. January. \
        Please pay back EUR 2 050,57 and say why.";

    #[test]
    fn a_text_ends_at_a_sentence_or_at_a_word() {
        assert_eq!(beginning(" short ", 30), "short");
        assert!(beginning(LETTER, 90).ends_with("went out twice."));
        for most in 5..LETTER.len() {
            let part = beginning(LETTER, most);
            assert!(part.chars().count() <= most && LETTER.starts_with(part), "{part}");
            let next = LETTER[part.len()..].chars().next();
            assert!(next.is_none_or(char::is_whitespace), "within a word: {part}");
            for amount in ["EUR 2 050,57", "€2,050.57"] {
                let at = LETTER.find(amount).unwrap();
                assert!(!(at + 1..at + amount.len()).contains(&part.len()), "within an amount: {part}");
            }
        }
        assert_eq!(beginning(&"w".repeat(50), 10).len(), 10);
        assert_eq!(beginning("žžžž žžžž", 6), "žžžž");
    }

    #[test]
    fn a_text_begins_at_its_sentence_or_at_a_word() {
        let at = |word: &str| LETTER.find(word).unwrap();
        assert!(LETTER[start(LETTER, at("Lumen"), 60)..].starts_with("the fee of €2,050.57"));
        assert!(LETTER[start(LETTER, at("Lumen"), 12)..].starts_with("to Lumen"), "not within the amount");
        assert!(LETTER[start(LETTER, at("once"), 60)..].starts_with("We pressed"));
        assert!(
            LETTER[start(LETTER, at("January"), 60)..].starts_with("We pressed"),
            "a day's number ends no sentence"
        );
        assert_eq!(start(LETTER, 0, 10), 0);
    }

    #[test]
    fn marks_stand_where_a_sentence_goes_on() {
        let marked = |part: &str| super::marked(LETTER, part);
        assert_eq!(marked("to Lumen Energy went"), "… to Lumen Energy went …");
        assert_eq!(marked("We pressed send once, on 5."), "We pressed send once, on 5. …");
        assert_eq!(
            marked("the fee of €2,050.57 to Lumen Energy went out twice."),
            "the fee of €2,050.57 to Lumen Energy went out twice."
        );
        assert_eq!(marked(LETTER), LETTER);
        assert_eq!((marked(""), marked("not of it")), (String::new(), "not of it".into()));
    }

    #[test]
    fn what_stands_around_a_part_is_counted_to_the_ends_of_the_text() {
        assert_eq!(around(" one two three ", "two"), (4, 6));
        assert_eq!(around("one", "one"), (0, 0));
    }
}

//! Small typos in the words of asking, put right.

use super::super::lexicon;
use super::token::words;
use crate::query::values::{Further, How, Mention, Vocabulary, pick};

/// English words that are near to a word of asking or of a value, and none of them.
const WORDS: &str = "three seven eight eleven twelve chart charts court courts county counties latter causes caused sitting stated spare shape shame party parties \
    trial trail mouth mouths charge charged charges stage stages store stores scale casual claims claim chase";

const MONTHS: &str = "january february august september october november december";

/// The question with small typos in the words of asking put right; words that the data holds stay.
pub(super) fn corrected(question: &str, v: &Vocabulary, names: &Further) -> String {
    let known = lexicon::known();
    let named = v.find_in(question);
    let mut out = String::with_capacity(question.len());
    let mut last = 0;
    for (span, word) in words(question) {
        let plain = pick::plain(&word);
        let long = word.chars().count() >= 5 && word.chars().all(char::is_alphabetic) && word.is_ascii();
        let begins =
            matches!(question[..span.start].trim_end().chars().next_back(), None | Some('.' | '?' | '!' | ';'));
        let capital = question[span.clone()].chars().next().is_some_and(char::is_uppercase) && !begins;
        let is_known = known.contains(word.as_str())
            || known.contains(plain.as_str())
            || v.in_label(&plain)
            || v.with_word(&plain).next().is_some()
            || names.words.contains(&plain)
            || crate::search::words::is_stop(&word)
            || WORDS.split_whitespace().any(|w| w == word)
            || crate::query::values::state(&word).is_some();
        let within = |m: &&Mention| m.span.start <= span.start && span.end <= m.span.end;
        let in_name = named.iter().filter(within).any(|m| m.how != How::Typo);
        // What is near to a part of a name, too, must be nearer to the word of asking: "recieved".
        let like_name = named.iter().any(|m| within(&m));
        // A month is a month in capitals, too: "Januray".
        let month = |w: &&str| w.len() >= 6 && strsim::osa_distance(w, &word) == 1;
        if let Some(month) = MONTHS.split(' ').find(month).filter(|_| capital && long && !is_known && !in_name) {
            out.push_str(&question[last..span.start]);
            out.push_str(month);
            last = span.end;
            continue;
        }
        if !long || capital || is_known || in_name {
            continue;
        }
        let allowed = if word.len() >= 8 && !like_name { 2 } else { 1 };
        let near = |w: &&&str| {
            w.len() >= 4 && w.chars().next() == word.chars().next() && w.len().abs_diff(word.len()) <= allowed
        };
        // "court" is no slip of "count": one other letter in a short word makes another word.
        let other = |w: &str| w.len() == word.len() && word.len() < 6 && strsim::hamming(w, &word) == Ok(1);
        let of_values = names.words.iter().map(String::as_str).filter(|w| w.len() >= 7 && word.len() >= 7);
        let mut close: Vec<(usize, &str)> = lexicon::targets()
            .iter()
            .filter(near)
            .map(|w| (strsim::osa_distance(w, &word), *w))
            .filter(|(d, w)| *d <= allowed && !other(w))
            .chain(of_values.map(|w| (strsim::osa_distance(w, &word), w)).filter(|(d, _)| *d == 1))
            .collect();
        close.sort_unstable();
        close.dedup();
        let best = match close.as_slice() {
            [(_, word)] => Some(*word),
            // Singular and plural of one word.
            [(a, first), (b, second), ..] if a < b || pick::plain(first) == pick::plain(second) => Some(*first),
            _ => None,
        };
        if let Some(best) = best {
            out.push_str(&question[last..span.start]);
            out.push_str(best);
            last = span.end;
        }
    }
    out.push_str(&question[last..]);
    out
}

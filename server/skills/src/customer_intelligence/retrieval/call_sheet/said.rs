//! Words of messages: what they ask for, and what somebody was promised, verbatim.

use chrono::{Days, NaiveDate};

use base::own_words;
use model::text::excerpt;
use query::range;

/// Maximum length of a quoted wish or promise, in characters.
const WORDS: usize = 160;

/// Words that mention a promise. Not "guarantee", which is a banking product.
pub const PROMISE: [&str; 5] = ["promised", "guaranteed", "you said you would", "we will call", "committed to"];
/// Words that express a wish.
const WISH: [&str; 9] =
    ["please", "could you", "can you", "i want", "we want", "wants ", "i expect", "asked for", "need to know"];

/// The sentences of a text; a line without closing punctuation counts as one.
fn sentences(text: &str) -> impl Iterator<Item = &str> {
    let long = |part: &&str| part.split_whitespace().count() > 2;
    text.lines().flat_map(|line| own_words::sentences(line, usize::MAX)).filter(long)
}

pub fn first_words(body: &str) -> String {
    let tells = |part: &&str| part.split_whitespace().count() > 5;
    sentences(body).find(tells).or_else(|| sentences(body).next()).map(cut).unwrap_or_default()
}

/// What a message asks for, verbatim: the last sentence that asks or wishes, else its first.
pub fn wish(body: &str) -> String {
    let asks = |part: &&str| part.ends_with('?') || holds(part, &WISH);
    sentences(body).filter(asks).last().map_or_else(|| first_words(body), cut)
}

/// The sentence with most of what `shared` counts, of equals one with a figure, else the first words.
pub fn telling(body: &str, shared: impl Fn(&str) -> usize) -> String {
    let weight = |part: &str| (shared(part), part.contains(|c: char| c.is_ascii_digit()));
    let all: Vec<&str> = sentences(body).collect();
    let best = all.iter().rev().max_by_key(|part| weight(part)).filter(|part| shared(part) > 0);
    best.map_or_else(|| first_words(body), |part| cut(part))
}

fn holds(text: &str, all: &[&str]) -> bool {
    let text = text.to_lowercase();
    all.iter().any(|words| text.contains(words))
}

/// A sentence, with "…" where it is too long to quote whole.
pub fn cut(sentence: &str) -> String {
    excerpt::marked(sentence, excerpt::beginning(sentence, WORDS))
}

/// The sentence that mentions a promise; not if it is negated within the two words before, or was kept ("as promised").
pub fn promised(body: &str) -> Option<&str> {
    const DENIES: [&str; 6] = ["no", "not", "never", "without", "nobody", "as"];
    let said = |text: &str, at: usize| !text[..at].split_whitespace().rev().take(2).any(|word| DENIES.contains(&word));
    sentences(body).find(|part| {
        let text = part.to_lowercase();
        PROMISE.iter().any(|words| text.find(words).is_some_and(|at| said(&text, at)))
    })
}

/// The date that a sentence names, if within three months of the sentence's own day.
pub fn day_in(sentence: &str, said: NaiveDate) -> Option<NaiveDate> {
    let latest = said.checked_add_days(Days::new(90))?;
    let mut named = range::find_all(sentence, latest).into_iter().filter_map(|(resolved, _)| resolved.range.to);
    named.rfind(|day| (*day - said).num_days().abs() <= 90)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_promise_is_quoted_word_for_word_and_none_is_none() {
        let body = "Dear Ann,\n\nHello there. You PROMISED a call by Friday! Nothing came.";
        assert_eq!(promised(body), Some("You PROMISED a call by Friday! Nothing came."));
        assert_eq!(promised("Recall raised, no promise given."), None);
        assert_eq!(promised("They have never promised us a day."), None);
        assert_eq!(promised("For one guarantee we have spoken with four departments."), None);
        assert_eq!(promised("The card came in two days, as promised."), None);
        assert_eq!(
            day_in("Call backs promised 24 and 26 November, none made.", "2025-12-04".parse().unwrap()),
            "2025-11-26".parse().ok()
        );
    }

    #[test]
    fn what_tells_most_is_quoted() {
        let body =
            "Dear Sir,\nI write again today. The payment of 4,200 EUR is late. A payment is late. Regards, Ann Lee.";
        let shared = |text: &str| ["payment", "late"].iter().filter(|word| text.contains(**word)).count();
        assert_eq!(telling(body, shared), "The payment of 4,200 EUR is late.");
        assert_eq!(telling("Good day to all of you here.", shared), "Good day to all of you here.");
    }

    #[test]
    fn a_wish_is_the_last_that_is_said_of_it() {
        let body = "Dear Sir,\nthe fee is wrong. Can you tell me why? It was 5 pounds. Correct it, please.\n\nM. Lee";
        assert_eq!(wish(body), "Correct it, please.");
        assert_eq!(wish("It is 16:05 and nothing came."), "It is 16:05 and nothing came.");
        assert_eq!(
            wish("Please undo the transfer of 9.450,42 € to them."),
            "Please undo the transfer of 9.450,42 € to them."
        );
    }
}

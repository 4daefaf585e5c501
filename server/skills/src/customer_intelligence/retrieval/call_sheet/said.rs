//! Words of messages: what they ask for, and what somebody was promised, verbatim.

use chrono::{Days, NaiveDate};

use model::text::excerpt;
use query::range;

use crate::quote;

/// Maximum length of a quoted wish or promise, in characters.
const MAX_QUOTE_CHARS: usize = 160;

/// Words that mention a promise. Not "guarantee", which is a banking product.
pub const PROMISE: [&str; 5] = ["promised", "guaranteed", "you said you would", "we will call", "committed to"];
/// Words that express a wish.
const WISH: [&str; 9] =
    ["please", "could you", "can you", "i want", "we want", "wants ", "i expect", "asked for", "need to know"];

/// The sentences of a text that say something.
fn sentences(text: &str) -> impl Iterator<Item = &str> {
    quote::sentences(text).into_iter().filter(|part| part.split_whitespace().count() > 2)
}

/// What a message asks for, verbatim: the last sentence that asks or wishes.
pub fn wish(body: &str) -> Option<String> {
    sentences(body).filter(|part| part.ends_with('?') || holds(part, &WISH)).last().map(str::to_owned)
}

fn holds(text: &str, all: &[&str]) -> bool {
    let text = text.to_lowercase();
    all.iter().any(|words| text.contains(words))
}

/// A sentence, with "…" where it is too long to quote whole.
pub fn cut(sentence: &str) -> String {
    excerpt::marked(sentence, excerpt::beginning(sentence, MAX_QUOTE_CHARS))
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
    fn a_wish_is_the_last_that_is_said_of_it() {
        let body = "Dear Sir,\nthe fee is wrong. Can you tell me why? It was 5 pounds. Correct it, please.\n\nM. Lee";
        assert_eq!(wish(body).as_deref(), Some("Correct it, please."));
        assert_eq!(wish("It is 16:05 and nothing came."), None);
        let undo = "Please undo the transfer of 9.450,42 € to them.";
        assert_eq!(wish(undo).as_deref(), Some(undo));
    }
}

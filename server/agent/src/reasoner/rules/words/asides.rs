//! A sentence that asks, among others that only tell: "Board page time again. What did they complain about most?" What
//! is told names nothing in the data, or is an opinion; the answer says that it was left aside.

use query::frame::{Frame, Parse};

use super::super::reading::Interpretation;
use super::super::{parsed_as, understand};
use crate::view::View;

/// How a sentence begins that asks without a question mark.
const ASKS: [&str; 20] = [
    "what", "which", "who", "whose", "how", "when", "where", "why", "show", "list", "give", "tell", "count", "compare",
    "split", "draft", "write", "find", "break", "and",
];
/// How a sentence begins that says what somebody thinks.
const OPINIONS: [&str; 12] = [
    "my hunch", "my guess", "my feeling", "my impression", "my theory", "i think", "i guess", "i believe", "i suspect",
    "i assume", "i bet", "i reckon",
];

/// A question that was not understood, read by the one sentence of it that asks; as it was, if others may narrow it.
pub fn apart(parse: Parse, parts: Vec<Interpretation>, view: &View<'_>) -> (Parse, Vec<Interpretation>) {
    let refused = parts.iter().all(|part| matches!(part, Interpretation::Unclear(_)));
    if !refused || view.run.change.is_some() {
        return (parse, parts);
    }
    let sentences = sentences(&parse.text);
    let (asking, told): (Vec<&str>, Vec<&str>) = sentences.into_iter().partition(|sentence| asks(sentence));
    let [question] = asking[..] else { return (parse, parts) };
    if told.is_empty() || told.iter().any(|sentence| parse.frames.iter().any(|frame| narrows(sentence, frame, view))) {
        return (parse, parts);
    }
    let mut alone = parsed_as(question, parse.taught.clone(), view);
    alone.asides = told.into_iter().map(str::to_owned).collect();
    let parts = understand::serve(&alone, view);
    (alone, parts)
}

fn sentences(text: &str) -> Vec<&str> {
    let ends = |pair: &(usize, char)| matches!(pair.1, '.' | '!' | '?' | ';');
    let blank = |at: usize| text[at..].chars().nth(1).is_some_and(char::is_whitespace);
    let cuts = text.char_indices().filter(ends).map(|(at, _)| at).filter(|at| blank(*at)).map(|at| at + 1);
    let mut all = Vec::new();
    let mut from = 0;
    for cut in cuts.chain([text.len()]) {
        all.extend(Some(text[from..cut].trim()).filter(|sentence| !sentence.is_empty()));
        from = cut;
    }
    all
}

fn asks(sentence: &str) -> bool {
    let first = sentence.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default().to_lowercase();
    sentence.ends_with('?') || ASKS.contains(&first.as_str())
}

/// Whether what a sentence tells may narrow the question: it has one of the conditions that were read, or their days.
fn narrows(sentence: &str, frame: &Frame, view: &View<'_>) -> bool {
    let lower = sentence.to_lowercase();
    if OPINIONS.iter().any(|opinion| lower.starts_with(opinion)) {
        return false;
    }
    let time = frame.time.iter().filter(|time| time.time.range.from.is_none_or(|from| from <= view.as_of));
    let words = frame.filters.iter().map(|slot| &slot.words).chain(time.map(|time| &time.words));
    words.filter(|words| !words.is_empty()).any(|words| lower.contains(&words.to_lowercase()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_sentence_asks_and_the_others_tell() {
        let all = |text| sentences(text).into_iter().filter(|sentence| asks(sentence)).collect::<Vec<_>>();
        assert_eq!(all("Board page time again. What did they complain about?"), ["What did they complain about?"]);
        assert_eq!(all("Split by tier pls. My hunch is fees, but check"), ["Split by tier pls."]);
        assert_eq!(all("Which manager has most? Not to name, she wants to move some."), ["Which manager has most?"]);
        assert_eq!(all("version 6.2.1 is out. who wrote about it"), ["who wrote about it"]);
        assert_eq!(all("How many? And why?").len(), 2);
    }
}

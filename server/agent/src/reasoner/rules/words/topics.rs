//! Words that nothing is called by, linked to the topic whose messages speak of the like: "cannot log in" is "Login
//! failures". The answer says so; where no topic is clearly ahead, questions on the nearest ones are offered.

use std::ops::Range;

use model::answer::Offer;
use model::session::taught::{BY_MESSAGES, TaughtWord};
use query::ast::Dataset;
use query::frame::{self, Certainty, Frame, Parse};
use search::words::is_stop;

use super::super::reading::{Interpretation, Unclear};
use super::super::{offer, parsed_as, understand};
use crate::view::View;

/// Minimum similarity of a topic that words may be about, and its minimum lead over the next to be taken for it. Of 90
/// everyday phrases for 69 topics 30 are this clear, 26 of them rightly, and none of 30 phrases for no topic; of all 90
/// the right topic is first for 51 and among the first three for 71.
const MIN_SIMILARITY: f32 = 0.40;
const MIN_MARGIN: f32 = 0.05;
/// Maximum number of topics offered.
const MAX_OFFERS: usize = 3;

/// The question with its unknown words read as the topic that they are about, or with such topics offered; as it was, if
/// there are none.
pub fn linked(parse: Parse, mut parts: Vec<Interpretation>, view: &View<'_>) -> (Parse, Vec<Interpretation>) {
    let Some(at) = unknown(&parse).filter(|_| view.run.change.is_none()) else { return (parse, parts) };
    let words = &parse.text[at.clone()];
    let near: Vec<(String, f32)> =
        view.search.topics_like(words).into_iter().filter(|(_, near)| *near >= MIN_SIMILARITY).collect();
    let lead = match near.as_slice() {
        [] => return (parse, parts),
        [(_, only)] => *only,
        [(_, best), (_, next), ..] => best - next,
    };
    let read = |topic: &str| {
        let text = format!("{}{topic}{}", &parse.text[..at.start], &parse.text[at.end..]);
        let word = TaughtWord {
            id: BY_MESSAGES.to_owned(),
            word: words.to_owned(),
            meaning: topic.to_owned(),
            own: true,
            ..TaughtWord::default()
        };
        let taught = parse.taught.iter().cloned().chain([word]).collect();
        let parse = parsed_as(&text, taught, view);
        let sure = |frame: &Frame| frame.sureness() != Certainty::Unsure && frame.not_understood().is_empty();
        let parts = parse.frames.iter().all(sure).then(|| understand::serve(&parse, view))?;
        parts.iter().all(|part| part.is_linked()).then_some((text, parse, parts))
    };
    if lead >= MIN_MARGIN
        && let Some((_, parse, parts)) = read(&near[0].0)
    {
        return (parse, parts);
    }
    if let [Interpretation::Unclear(Unclear { words: true, offers, .. })] = parts.as_mut_slice() {
        let readings = near.iter().take(MAX_OFFERS).filter_map(|(topic, _)| read(topic));
        offers.extend(readings.filter_map(|(question, _, parts)| {
            let counts = parts.iter().map(|part| offer::counts(part, view)).collect::<Option<Vec<_>>>()?.join("; ");
            Some(Offer { question, counts })
        }));
    }
    (parse, parts)
}

/// Where the unknown words of a question on messages stand, if they are one phrase and no topic is named beside it.
fn unknown(parse: &Parse) -> Option<Range<usize>> {
    let [frame] = parse.frames.as_slice() else { return None };
    let topical = frame.filters.iter().any(|slot| matches!(slot.column.as_str(), "category" | "subcategory"));
    if topical || !matches!(frame.dataset, None | Some(Dataset::Communications | Dataset::Customers)) {
        return None;
    }
    let words = frame::that_matter(&frame.not_understood());
    let places: Option<Vec<Range<usize>>> =
        words.iter().map(|word| parse.text.find(word.as_str()).map(|at| at..at + word.len())).collect();
    let mut places = places.filter(|places| !places.is_empty())?;
    places.sort_by_key(|at| at.start);
    let apart = |pair: &[Range<usize>]| {
        let between = parse.text.get(pair[0].end..pair[1].start).unwrap_or_default();
        between.split_whitespace().any(|word| !is_stop(&word.to_lowercase()))
    };
    let (start, end) = (places[0].start, places.iter().map(|at| at.end).max()?);
    (!places.windows(2).any(apart)).then_some(start..end)
}

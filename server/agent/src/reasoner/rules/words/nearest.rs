//! Which question that every desk answers an everyday one comes nearest to in meaning: by a linear classifier over its
//! embedding, which `evals train-offers` trains and measures. A question that is not understood is answered as that one
//! where it is clear, else such questions are offered, each with the conditions that were understood.

use std::sync::LazyLock;

use embed::head::Head;
use query::ast::Op;
use query::catalog::Catalog;
use query::frame::{self, Certainty, FilterSlot, Frame, Parse, TimeSlot};
use reader::{Act, Reading};
use search::embed::Tier;

use super::super::reading::Interpretation;
use super::super::{plans, understand};
use crate::view::View;

/// The class of questions that come near none.
const NONE: &str = "none";
/// From here a question is answered as the nearest one, by the form of the model: of 302 everyday questions held out 155
/// are so clear with the network, 147 of them rightly, and none of 156 that no question serves; with the static vectors
/// 67, 66 of them rightly, and none.
const CLEAR: [(Tier, f32); 2] = [(Tier::Full, 0.6), (Tier::Static, 0.8)];
/// Maximum number of questions offered.
const MAX_OFFERS: usize = 3;

static HEADS: LazyLock<Vec<Head>> =
    LazyLock::new(|| serde_json::from_str(include_str!("offers.json")).unwrap_or_default());

/// The questions that a text comes nearest to, with their probabilities, likeliest first; none without an embedder.
/// Blocking.
pub fn nearest(text: &str, view: &View<'_>) -> Vec<(&'static str, f32)> {
    let vectors = view.search.vectors();
    let head = vectors.status().model.and_then(|model| HEADS.iter().find(|head| head.model == model));
    let vector = head.and_then(|_| vectors.meanings(&[text])?.pop());
    let Some((head, vector)) = head.zip(vector) else { return Vec::new() };
    let all = head.classes.iter().map(String::as_str).zip(head.probabilities(&vector));
    let mut all: Vec<(&'static str, f32)> = all.filter(|(class, _)| *class != NONE).collect();
    all.sort_by(|a, b| b.1.total_cmp(&a.1));
    all.truncate(MAX_OFFERS);
    all
}

/// The one that a text comes nearest to, if that is clear.
pub fn clear(text: &str, view: &View<'_>) -> Option<(&'static str, f32)> {
    let model = view.search.vectors().status().model?;
    let (_, least) = CLEAR.iter().find(|(tier, _)| tier.id() == model)?;
    nearest(text, view).into_iter().next().filter(|(_, p)| p >= least)
}

/// Whether a question of the list is answered from documents.
pub fn is_to_documents(question: &str, view: &View<'_>) -> bool {
    Parse::alone(question, view.vocabulary, view.as_of).first().act == Act::Document
}

/// A question of the list with the conditions of another frame; `None` if its records cannot have them all.
pub fn with_conditions(question: &str, own: &Frame, view: &View<'_>) -> Option<Frame> {
    let parse = Parse::alone(question, view.vocabulary, view.as_of);
    let [frame] = parse.frames.as_slice() else { return None };
    let catalog = Catalog::of(view.vocabulary);
    let dataset = frame.dataset.unwrap_or_default();
    let known = |slot: &FilterSlot| slot.column == "customer" || catalog.column(dataset, &slot.column).is_some();
    let new = |slot: &&FilterSlot| frame.filters.iter().all(|f| f.column != slot.column);
    let further: Vec<FilterSlot> = own.filters.iter().filter(|f| !f.words.is_empty()).filter(new).cloned().collect();
    if !further.iter().all(known) || further.iter().any(|slot| slot.op == Op::Contains) {
        return None;
    }
    let filters = frame.filters.iter().cloned().chain(further).collect();
    // "I see them next week" says nothing of the records.
    let past = |time: &&TimeSlot| time.time.range.from.is_none_or(|from| from <= view.as_of);
    let time = own.time.as_ref().filter(past).or(frame.time.as_ref()).cloned();
    Some(Frame { text: own.text.clone(), filters, time, limit: own.limit.or(frame.limit), ..frame.clone() })
}

/// Answers a question as the one that it comes nearest to, if that is clear: one that was not understood, or was read as
/// something else with less certainty.
pub fn instead(parse: Parse, parts: Vec<Interpretation>, view: &View<'_>) -> (Parse, Vec<Interpretation>) {
    let refused = parts.iter().all(|part| matches!(part, Interpretation::Unclear(_)));
    let [own] = parse.frames.as_slice() else { return (parse, parts) };
    let acts = plans::acts(own.act) || matches!(own.act, Act::Help | Act::Thanks | Act::Method);
    // What a follow-up points at is in none of these questions.
    let alone = !own.goes_on && !frame::points_back(&own.text) && own.records.is_empty();
    let open = alone && (refused || own.sureness() == Certainty::Likely);
    if !open || acts || view.run.change.is_some() || !own.may_narrow().is_empty() {
        return (parse, parts);
    }
    let clear = clear(&own.text, view).filter(|(question, _)| !is_to_documents(question, view));
    // The reader's doubt of a plan says less than what these questions mean.
    let doubted = refused || own.queried().is_none();
    let read = clear.filter(|(_, p)| doubted || *p > own.certainty).and_then(|(question, p)| {
        let borne_out = own.borne_out();
        let frame = with_conditions(question, &borne_out, view)?;
        // Another way to the same question is none.
        if !refused && frame.act == own.act {
            return None;
        }
        let reading = Reading { spans: Vec::new(), ..frame.reading.clone() };
        // However clear, the answer says how the question was read.
        let certainty = p.min(Certainty::SURE - 0.01);
        let frame = Frame { reading, certainty, goes_on: own.goes_on, ..frame };
        let parse = Parse { frames: vec![frame], ..parse.clone() };
        let parts = understand::serve(&parse, view);
        let answers = |part: &Interpretation| part.needs_data() || matches!(part, Interpretation::Method(_));
        parts.iter().all(answers).then_some((parse, parts))
    });
    read.unwrap_or((parse, parts))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_a_head_for_each_form_of_the_model() {
        let models: Vec<&str> = HEADS.iter().map(|head| head.model.as_str()).collect();
        assert_eq!(models, CLEAR.map(|(tier, _)| tier.id()));
        for head in HEADS.iter() {
            assert!(head.classes.len() > 50 && head.weights.len() == head.classes.len());
            assert!(head.classes.iter().any(|class| class == NONE));
        }
    }
}

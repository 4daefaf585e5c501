//! From the possible readings to the frame to answer: each is corrected by grammar and the data's names, linked and
//! built; a logistic regression over the features of [`account`](super::account) ranks them. Its weights are trained on
//! questions with known figures (`make ranker`).

use std::collections::HashMap;
use std::sync::LazyLock;

use reader::{Act, Aggregation, Keep, Reading, Role, Span};
use serde::Deserialize;

use super::account::{Changes, FEATURES, Features, features};
use super::fill::fill;
use super::grammar::pointers::counts;
use super::grammar::{Mark, Operator, corrected, is_function, is_verb, marks, narrows, words};
use super::link::Linker;
use super::link::dated::with_names;
use super::link::nouns::holds;
use super::types::{AnswerKind, Certainty, DialogueState, FilterSlot, Frame, QueryIntent};
use crate::ast::Query;
use crate::values::ADJECTIVES;

/// Maximum candidates linked.
const MAX_CANDIDATES: usize = 32;
/// The likelihood from which a word is a condition, without which there is no figure ([`narrows`]).
const NARROWS: f32 = 0.5;
/// A reading this much less likely than the first ([`Reading::cost`]) is no rival.
const MAX_RIVAL_COST_GAP: f32 = 1.5;
/// The probability that a closed account is right, measured on held-out splits.
const CLOSED_PROBABILITY: f32 = 0.97;
/// The reader's probability from which a plan counts, and the certainty below it: of everyday questions with less,
/// two of three asked for something else.
const MIN_PLAN_PROBABILITY: f32 = 0.6;
const UNSURE_CERTAINTY: f32 = Certainty::LIKELY - 0.01;
/// The likelihood from which a word behind an adjective of a condition is its noun.
const NOUN: f32 = 0.3;
/// How many of the reader's own readings are also tried with the data's names.
const MAX_NAMED_READINGS: usize = 4;

/// A linked reading with its features.
#[derive(Clone, Debug)]
pub struct Candidate {
    pub frame: Frame,
    /// Its query, if it is one.
    pub built: Option<Result<QueryIntent, String>>,
    pub features: Features,
    /// The rank of candidates: a logit.
    pub score: f32,
}

/// The weights as written by `server/reader/rank.py`.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Weights {
    bias: f32,
    /// By [`FEATURES`] name.
    weights: HashMap<String, f32>,
    /// For the score itself, and for its lead over the next: for the certainty.
    score: f32,
    lead: f32,
    certainty: Option<Box<Weights>>,
}

static WEIGHTS: LazyLock<Weights> =
    LazyLock::new(|| serde_json::from_str(include_str!("ranker.json")).unwrap_or_default());
/// Maximum lead considered.
const MAX_LEAD: f32 = 6.0;

impl Weights {
    fn sum(&self, features: &Features) -> f32 {
        let weight = |name: &str| self.weights.get(name).copied().unwrap_or(0.0);
        self.bias + FEATURES.iter().zip(features).map(|(name, f)| f * weight(name)).sum::<f32>()
    }
}

fn score(features: &Features) -> f32 {
    WEIGHTS.sum(features)
}

/// The probability that the first candidate's figure is right, 0 to 1.
fn certainty(first: &Candidate, next: Option<&Candidate>) -> f32 {
    let Some(weights) = &WEIGHTS.certainty else { return 0.0 };
    let lead = next.map_or(MAX_LEAD, |next| (first.score - next.score).min(MAX_LEAD));
    let sum = weights.sum(&first.features) + weights.score * first.score + weights.lead * lead;
    1.0 / (1.0 + (-sum).exp())
}

/// The candidates for a question, best first; at least one if there is a reading. With `early`, the first suffices if
/// its account is closed and no other reading is near.
pub fn candidates(
    linker: &Linker<'_>,
    readings: Vec<Reading>,
    text: &str,
    before: Option<&DialogueState>,
    early: bool,
) -> Vec<Candidate> {
    let marks = marks(text);
    let dated = linker.dated_names(text);
    let readings: Vec<Reading> = readings.into_iter().map(|reading| with_names(text, reading, &dated)).collect();
    let named = linker.names_in(text);
    let mut tried: Vec<(Reading, Changes)> = Vec::new();
    let near = readings.get(1).is_some_and(|next| next.cost < MAX_RIVAL_COST_GAP);
    if let Some(first) =
        readings.first().filter(|first| early && !near && before.is_none() && corrected(text, &marks, first) == **first)
    {
        let only = candidate(
            linker,
            fill(linker, first.clone(), (text, &marks), before),
            &marks,
            &named,
            (Changes::default(), before),
        );
        if only.is_closed(0.0) {
            return vec![only];
        }
    }
    let columns = linker.columns_in(text, &named);
    let readings = kept_whole(readings, text, before);
    for (at, reading) in readings.into_iter().enumerate() {
        for (other, changes) in variants(text, &marks, (&named, &columns), reading, at < MAX_NAMED_READINGS) {
            let same = |(own, _): &(Reading, Changes)| {
                own.act == other.act
                    && own.aggregation == other.aggregation
                    && own.order == other.order
                    && own.one == other.one
                    && own.keep == other.keep
                    && own.spans == other.spans
            };
            if !tried.iter().any(same) {
                tried.push((other, changes));
            }
        }
    }
    tried.truncate(MAX_CANDIDATES);
    let mut all: Vec<Candidate> = Vec::new();
    let filled = tried.into_iter().flat_map(|(reading, changes)| {
        let frame = fill(linker, reading, (text, &marks), before);
        parts(frame).into_iter().map(move |frame| (frame, changes))
    });
    for (frame, changes) in filled.take(MAX_CANDIDATES) {
        all.push(candidate(linker, frame, &marks, &named, (changes, before)));
    }
    // Ties stay in the reader's order.
    all.sort_by(|a, b| b.score.total_cmp(&a.score));
    all
}

/// A frame with its query and account.
fn candidate(
    linker: &Linker<'_>,
    mut frame: Frame,
    marks: &[Mark],
    named: &[Span],
    (changes, before): (Changes, Option<&DialogueState>),
) -> Candidate {
    // Judgements of deals have their own tools.
    let asked = frame.queried().filter(|asked| asked.act != Act::Deals);
    let built = asked.map(|asked| asked.intent(linker.v));
    let features = features(linker, &frame, marks, named, built.as_ref(), changes, before);
    // The words of an act with a plan express the act.
    if built.is_some() {
        // Without any condition, a word that may be one is not passed over, and never a comparison by a number:
        // "quicker", "happier".
        let least = if frame.is_bare() { NARROWS / 2.0 } else { NARROWS };
        let compares = |word: &str| {
            word.ends_with("er") && frame.dataset.is_some_and(|dataset| linker.measure(dataset, word).is_some())
        };
        let narrow = |word: &str| narrows(word) >= if is_verb(word) { NARROWS } else { least };
        // "High risk customers": an adjective belongs to the noun behind it, so that noun is no word to pass over.
        let adjective = |before: &str| {
            let own = |slot: &&FilterSlot| !slot.carried && ADJECTIVES.contains(&slot.column.as_str());
            frame.filters.iter().filter(own).any(|slot| before.eq_ignore_ascii_case(&slot.words))
        };
        let noun =
            |word: &str, at: usize| !is_verb(word) && narrows(word) >= NOUN && adjective(word_before(&frame.text, at));
        let drops = |(word, at): &(String, std::ops::Range<usize>)| {
            let word = word.to_lowercase();
            narrow(&word) || compares(&word) || noun(&word, at.start)
        };
        let left = frame.words_left(linker, marks).into_iter();
        frame.dropped = left.filter(drops).map(|(word, _)| word).collect();
    } else if counts(frame.act) {
        // Verbs and known words may express the act; an unknown noun behind a preposition narrows its figure.
        let narrow = |word: &str| !is_verb(word) && narrows(word) >= NARROWS;
        let left = frame.words_left(linker, marks).into_iter();
        // "The broken mobile app": an adjective of what is counted narrows nothing.
        let adjective = |end: usize| frame.used().any(|(start, _)| start == end + 1);
        let narrows = |(word, at): &(String, std::ops::Range<usize>)| {
            follows_preposition(&frame.text, at.start) && !adjective(at.end) && narrow(&word.to_lowercase())
        };
        frame.dropped = left.filter(narrows).map(|(word, _)| word).collect();
    }
    Candidate { score: score(&features), frame, built, features }
}

impl Frame {
    /// Words without a meaning in the data that may be conditions: names, and what stands behind a preposition.
    pub fn may_narrow(&self) -> Vec<&str> {
        let narrows = |word: &&str| {
            let at = self.text.find(*word).unwrap_or_default();
            let named = at > 0 && word.starts_with(char::is_uppercase);
            named || word.bytes().any(|b| b.is_ascii_digit()) || follows_preposition(&self.text, at)
        };
        self.not_understood().into_iter().filter(narrows).collect()
    }
}

/// "From pensioners", "of a fraud wave": what stands behind a preposition narrows the records.
fn follows_preposition(text: &str, at: usize) -> bool {
    const PREPOSITIONS: &str = "from|of|in|at|among|for|with|by|on|about|to|without";
    let before = word_before(text, at);
    let article = ["a", "an", "the"].iter().any(|own| before.eq_ignore_ascii_case(own));
    let before = if article { word_before(text, at - before.len() - 1) } else { before };
    holds(PREPOSITIONS, &before.to_lowercase())
}

/// The word directly before a place, after one blank.
fn word_before(text: &str, at: usize) -> &str {
    let before = text[..at].strip_suffix(' ').unwrap_or_default();
    before.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default()
}

/// The best candidate's frame, with its certainty and the likeliest rival that asks for something else.
pub fn choose(linker: &Linker<'_>, readings: Vec<Reading>, text: &str, before: Option<&DialogueState>) -> Frame {
    let mut all = candidates(linker, readings, text, before, true);
    if all.is_empty() {
        return Frame { text: text.to_owned(), ..Frame::default() };
    }
    // A plan whose act the reader itself doubts gives way to a query that takes up each word of its first reading.
    if all[0].built.is_none() && Certainty::from_probability(all[0].frame.reading.probability) == Certainty::Unsure {
        let whole =
            |one: &Candidate| matches!(one.built, Some(Ok(_))) && one.uses_all() && one.frame.reading.cost == 0.0;
        if let Some(at) = all.iter().position(whole) {
            all.swap(0, at);
        }
    }
    let best = all.remove(0);
    // Readings that ask for the same are as likely as the likeliest of them.
    let (same, others): (Vec<Candidate>, Vec<Candidate>) = all.into_iter().partition(|other| best.same(other));
    let cost = same.iter().chain([&best]).map(|one| one.frame.reading.cost).fold(f32::INFINITY, f32::min);
    let rival = others.into_iter().next();
    let near = |rival: &Candidate| rival.frame.reading.cost - cost < MAX_RIVAL_COST_GAP;
    let certainty = match &best.built {
        // Nothing in the account of a plan's figures shows that another question was meant: the reader must be sure enough.
        None if counts(best.frame.act) && best.frame.reading.probability < MIN_PLAN_PROBABILITY => {
            best.frame.reading.probability.min(UNSURE_CERTAINTY)
        }
        None => best.frame.reading.probability,
        // Closed accounts without a near rival were right in 97% of cases, whatever the regression says.
        Some(_) if best.is_closed(cost) && !rival.as_ref().is_some_and(near) => CLOSED_PROBABILITY,
        Some(_) => certainty(&best, rival.as_ref()),
    };
    let rival = rival.map(|rival| Box::new(Frame { certainty: 1.0 / (1.0 + (-rival.score).exp()), ..rival.frame }));
    Frame { certainty, rival, ..best.frame }
}

impl Candidate {
    /// Whether every content word became a part of it.
    pub fn uses_all(&self) -> bool {
        let frame = &self.frame;
        frame.dropped.is_empty() && frame.unused.is_empty() && frame.unknown.is_empty()
    }

    /// Whether its account has no open items: each word is used, each small word explained, each link by name; and the
    /// reader had nothing likelier, where `cost` is that of the likeliest equivalent reading.
    fn is_closed(&self, cost: f32) -> bool {
        const SAY_NOTHING: [&str; 5] = ["synonym", "not_named", "kept", "planned", "carried"];
        let within = |(name, value): (&&str, &f32)| match *name {
            "act_doubt" => *value < 0.1,
            "span_doubt" => *value < 0.7,
            "cost" => cost == 0.0,
            // With records named, it need not build on the previous turn.
            "stands_alone" => *value == 0.0 || self.frame.named,
            name => *value == 0.0 || SAY_NOTHING.contains(&name),
        };
        FEATURES.iter().zip(&self.features).all(within)
    }

    /// Whether two ask for the same.
    fn same(&self, other: &Self) -> bool {
        let query = |one: &Self| -> Option<(Query, AnswerKind)> {
            one.built.as_ref()?.as_ref().ok().map(|intent| (intent.query.clone(), intent.kind))
        };
        match (query(self), query(other)) {
            (Some(a), Some(b)) => a == b,
            (None, None) => self.frame.act == other.frame.act,
            _ => false,
        }
    }
}

/// The order of values does not always tell a share's numerator: "% negative emails".
fn parts(frame: Frame) -> Vec<Frame> {
    let own: Vec<usize> = (0..frame.filters.len())
        .filter(|at| !frame.filters[*at].carried && !frame.filters[*at].words.is_empty())
        .collect();
    if frame.aggregation != Some(Aggregation::Share) || !frame.records.is_empty() || own.len() < 2 || own.len() > 4 {
        return vec![frame];
    }
    let others = own.iter().map(|part| {
        let mut other = frame.clone();
        for at in &own {
            other.filters[*at].part = at == part;
        }
        other
    });
    let others: Vec<Frame> = others.filter(|other| other.filters != frame.filters).collect();
    [frame].into_iter().chain(others).collect()
}

/// A few words without records of their own follow up on the whole previous question: besides the reader's choice,
/// carrying over everything is tried.
fn kept_whole(readings: Vec<Reading>, text: &str, before: Option<&DialogueState>) -> Vec<Reading> {
    const MAX_FOLLOW_UP_WORDS: usize = 8;
    let Some(first) = readings.first().filter(|_| before.is_some() && words(text).len() <= MAX_FOLLOW_UP_WORDS) else {
        return readings;
    };
    let own = first.spans.iter().any(|span| matches!(span.role, Role::Subject | Role::Measure));
    if own || first.keep.is_empty() || first.keeps(Keep::Rows) {
        return readings;
    }
    let timed = first.spans.iter().any(|span| span.role == Role::Time);
    let keep: Vec<Keep> =
        Keep::ALL.iter().copied().filter(|keep| *keep != Keep::Rows && !(timed && *keep == Keep::Time)).collect();
    let all = Reading { keep, ..first.clone() };
    let mut readings = readings;
    readings.insert(1, all);
    readings
}

/// A reading as it is, corrected by grammar, and with the data's names.
fn variants(
    text: &str,
    marks: &[Mark],
    (named, columns): (&[Span], &[Span]),
    reading: Reading,
    names: bool,
) -> Vec<(Reading, Changes)> {
    let right = corrected(text, marks, &reading);
    let by_grammar = right != reading;
    let mut all = vec![(right.clone(), Changes { corrected: by_grammar, ..Changes::default() })];
    if by_grammar {
        all.push((reading, Changes::default()));
    }
    // "Which customers have an open case": customers are listed, not counted.
    let whole = right.aggregation.is_none() && right.order.is_none() && right.with_role(Role::Group).next().is_none();
    if right.act == Act::Figure && whole && marks.iter().any(|mark| mark.operator == Operator::Which) {
        let listed = Reading { act: Act::List, ..right.clone() };
        all.push((listed, Changes { corrected: true, ..Changes::default() }));
    }
    if !names {
        return all;
    }
    let finish = |spans: Vec<Span>| {
        let mut other = Reading { spans, ..right.clone() };
        other.spans.sort_by_key(|span| span.start);
        corrected(text, marks, &other)
    };
    let overlaps = |a: &Span, b: &Span| a.start < b.start + b.text.len() && b.start < a.start + a.text.len();
    // A text to search for or to write is the person's own, whatever names it contains: "a note: checked on the phone".
    let is_text = |span: &&Span| matches!(span.role, Role::About | Role::To | Role::Id);
    let named: Vec<Span> = named
        .iter()
        .filter(|name| !right.spans.iter().filter(is_text).any(|span| overlaps(span, name)))
        .cloned()
        .collect();
    let free: Vec<Span> =
        named.iter().filter(|name| !right.spans.iter().any(|span| overlaps(span, name))).cloned().collect();
    if !free.is_empty() {
        let spans = right.spans.iter().cloned().chain(free).collect();
        all.push((finish(spans), Changes { corrected: by_grammar, added: true, replaced: false }));
    }
    // A named column that was not copied: a grouping, or the measure.
    let other: Vec<Span> =
        columns.iter().filter(|name| !right.spans.iter().any(|span| overlaps(span, name))).cloned().collect();
    let counts = matches!(right.act, Act::Figure | Act::List | Act::Trend | Act::Compare);
    if counts && !other.is_empty() && !right.spans.iter().any(|span| matches!(span.role, Role::Group | Role::Measure)) {
        let spans = right.spans.iter().cloned().chain(other).collect();
        all.push((finish(spans), Changes { corrected: by_grammar, added: true, replaced: false }));
    }
    // A name in the data that is longer than what was copied, or splits it differently, small words around it aside.
    let bare = |span: &Span| {
        let all = words(&span.text).into_iter().map(|word| word.text);
        all.filter(|word| !is_function(word)).collect::<Vec<_>>().join(" ")
    };
    let other = |name: &&Span| {
        right.spans.iter().any(|span| overlaps(span, name) && (span.role != name.role || bare(span) != bare(name)))
            && !right.spans.iter().any(|span| span.start == name.start && span.text == name.text)
    };
    let instead: Vec<Span> = named.iter().filter(other).cloned().collect();
    if !instead.is_empty() {
        let kept = right.spans.iter().filter(|span| !instead.iter().any(|name| overlaps(span, name)));
        let mut spans: Vec<Span> = kept.chain(&instead).cloned().collect();
        let free: Vec<Span> =
            named.iter().filter(|name| !spans.iter().any(|span| overlaps(span, name))).cloned().collect();
        spans.extend(free);
        all.push((finish(spans), Changes { corrected: by_grammar, added: false, replaced: true }));
    }
    all
}

//! The account of a reading: which words it uses, which small words it explains, and what in its query comes from no
//! word. Open items lower its certainty; the ranker weighs them by [`FEATURES`].

use std::ops::Range;

use reader::{Act, Aggregation, Order, Role};

use super::grammar::{Mark, Operator, is_adverb, is_function, narrows, of_another, words};
use super::link::Linker;
use super::link::nouns::{further_names, says_nothing};
use super::types::{AnswerKind, DialogueState, Frame, Group, Link, QueryIntent};
use crate::ast::Op;
use crate::values::pick;

/// The features of a candidate, each counted from 0. The names are those in the file of weights.
pub const FEATURES: &[&str] = &[
    "cost", "act_doubt", "span_doubt", "dropped", "unused", "unknown", "not", "aggregate", "rank", "place", "each",
    "bound", "against", "count", "others", "no_not", "no_aggregate", "no_each", "no_rank", "part", "typo", "meaning",
    "family", "synonym", "carried", "kept", "time_left", "value_left", "refused", "notes", "other", "planned",
    "no_dataset", "not_named", "stands_alone", "corrected", "added", "replaced", "share_whole", "pointer", "mention",
    "change", "lost", "part_first", "part_last", "part_all", "which", "rule",
];

/// The features of one candidate.
pub type Features = [f32; FEATURES.len()];

/// How a reading was changed before linking.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// By grammar rules.
    pub corrected: bool,
    /// With added spans for names in the data.
    pub added: bool,
    /// With spans replaced by names in the data.
    pub replaced: bool,
}

/// Whether a range is within one of several.
fn within<'a>(at: &Range<usize>, mut ranges: impl Iterator<Item = (usize, usize)> + 'a) -> bool {
    ranges.any(|(start, end)| start <= at.start && at.end <= end)
}

impl Frame {
    pub(super) fn used(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.derivation.iter().map(|d| (d.start, d.end))
    }

    /// The content words of its question that it does not use.
    pub fn words_left(&self, linker: &Linker<'_>, marks: &[Mark]) -> Vec<(String, Range<usize>)> {
        let known = self.known_words(linker);
        let says = |word: &str| {
            let plain = pick::phrase(word);
            let letter = word.len() == 1 && !word.chars().all(|c| c.is_ascii_digit());
            let empty = is_function(word) || is_adverb(&word.to_lowercase()) || says_nothing(word);
            !(letter || empty || known.contains(&plain) || plain.is_empty())
        };
        let marked = |at: &Range<usize>| within(at, marks.iter().map(|mark| (mark.at.start, mark.at.end)));
        // Text before the question itself is no part of it: "Preparing the review. How many …".
        let begins =
            self.text.trim_end().trim_end_matches(['.', '?', '!']).rfind(['.', '!', ':']).map_or(0, |at| at + 1);
        let asked = self.used().all(|(start, _)| start >= begins);
        words(&self.text)
            .into_iter()
            .filter(|word| !asked || word.at.start >= begins)
            .filter(|word| says(&word.text) && !within(&word.at, self.used()))
            .filter(|word| !marked(&word.at) && !of_another(&self.text, &word.at))
            .map(|word| (self.text[word.at.clone()].to_owned(), word.at))
            .collect()
    }

    /// Plain words that name what it counts, measures or groups by, or the column of a filter value: beside those they
    /// add nothing.
    fn known_words(&self, linker: &Linker<'_>) -> Vec<String> {
        let mut known: Vec<String> = Vec::new();
        let dataset = self.dataset.unwrap_or_default();
        let columns = self.filters.iter().map(|f| f.column.as_str());
        let columns = columns.chain(self.measure.as_deref()).chain(self.groups.iter().map(Group::name));
        columns.for_each(|column| known.extend(linker.name_words(dataset, column)));
        known.extend(linker.nouns_of(self, dataset));
        self.records.iter().for_each(|records| known.extend(linker.nouns_of(self, records.of)));
        if self.act == Act::Sla {
            known.extend(further_names("sla_breached").flat_map(|name| pick::words(&name)).map(|(word, _)| word));
        }
        known
    }
}

impl Operator {
    /// Whether a frame has the field that explains the mark.
    fn explained(self, frame: &Frame, intent: Option<&QueryIntent>) -> bool {
        let kind = intent.map(|intent| intent.kind);
        match self {
            Self::Not | Self::NotBefore => {
                frame.filters.iter().any(|f| f.negated && !f.carried || f.op == Op::Missing)
                    || frame.records.iter().any(|r| r.value == 0.0)
                    || frame.filters.iter().any(|f| f.values == ["no"])
            }
            Self::Aggregate(Aggregation::Share) => {
                frame.aggregation == Some(Aggregation::Share) || kind == Some(AnswerKind::Change)
            }
            Self::Aggregate(Aggregation::Sum) => true,
            Self::Aggregate(Aggregation::Rate) => {
                matches!(frame.aggregation, Some(Aggregation::Share | Aggregation::Rate | Aggregation::Average))
            }
            Self::Aggregate(Aggregation::Distinct) => {
                frame.aggregation == Some(Aggregation::Distinct)
                    || matches!(kind, Some(AnswerKind::GroupCount | AnswerKind::Groups | AnswerKind::Extreme))
            }
            Self::Aggregate(Aggregation::Average) => {
                frame.aggregation == Some(Aggregation::Average)
                    || frame.act == Act::Resolution
                    || matches!(kind, Some(AnswerKind::Per(_) | AnswerKind::PerGroup))
            }
            Self::Aggregate(aggregation) => frame.aggregation == Some(aggregation),
            Self::Rank(_, place) if place > 1 => frame.limit.is_some_and(|limit| limit as usize >= place),
            Self::Rank(..) => {
                frame.order.is_some()
                    || matches!(frame.aggregation, Some(Aggregation::Max | Aggregation::Min))
                    || !frame.bounds.is_empty()
                    || frame.records.iter().any(|r| r.value > 0.0)
                    || frame.filters.iter().any(|f| f.op != Op::Is)
            }
            Self::Each => !frame.groups.is_empty() || kind.is_some_and(|kind| matches!(kind, AnswerKind::Per(_))),
            Self::Count => kind.is_some_and(|kind| kind != AnswerKind::List) && frame.act != Act::List,
            Self::Against => frame.against.is_some() || frame.previous || frame.versus || frame.groups.len() == 1,
            Self::Bound(..) => {
                !frame.bounds.is_empty()
                    || !frame.records.is_empty()
                    || frame.filters.iter().any(|f| matches!(f.op, Op::More | Op::AtLeast | Op::Less | Op::AtMost))
                    || frame.time.is_some()
            }
            Self::Which => {
                frame.act == Act::List
                    || kind.is_none_or(|kind| {
                        use AnswerKind::*;
                        matches!(kind, Groups | Extreme | GroupCount | Versus | List)
                    })
            }
            Self::Future => !matches!(frame.act, Act::Figure | Act::List | Act::Sla | Act::Trend | Act::Compare),
            Self::Rule => !matches!(frame.act, Act::Figure | Act::List | Act::Resolution | Act::Sla | Act::Trend),
            Self::Ratio | Self::Relative => false,
            Self::Past => true,
            Self::Mention => frame.filters.iter().any(|f| f.op == Op::Contains) || frame.about.is_some(),
            Self::Change => {
                kind == Some(AnswerKind::Change)
                    || frame.groups.iter().any(|group| matches!(group, Group::Time(_)))
                    || frame.versus
                    || intent.is_some_and(|intent| intent.query.compare.is_some())
            }
            Self::Others => frame.goes_on,
        }
    }
}

/// Counts the open items in a candidate's account. `named` are the times and values that the question names exactly.
pub fn features(
    linker: &Linker<'_>,
    frame: &Frame,
    marks: &[Mark],
    named: &[reader::Span],
    built: Option<&Result<QueryIntent, String>>,
    changes: Changes,
    before: Option<&DialogueState>,
) -> Features {
    let follows = before.is_some();
    let mut f = [0.0; FEATURES.len()];
    let mut add = |name: &str, value: f32| {
        if let Some(at) = FEATURES.iter().position(|own| *own == name) {
            f[at] += value;
        }
    };
    let reading = &frame.reading;
    let intent = built.and_then(|built| built.as_ref().ok());
    add("cost", reading.cost.min(8.0));
    add("act_doubt", -reading.probability.max(0.01).ln());
    let doubts = reading.spans.iter().map(|span| -span.probability.max(0.05).ln());
    add("span_doubt", doubts.sum::<f32>().min(8.0));
    let left: f32 = frame.words_left(linker, marks).iter().map(|(word, _)| narrows(&word.to_lowercase())).sum();
    add("dropped", left.min(4.0));
    add("unused", frame.unused.len() as f32);
    add("unknown", frame.unknown.len() as f32);
    // A mark within words that were linked as a whole belongs to them: "not closed", "consent not provided".
    let own = |mark: &Mark| {
        within(&mark.at, frame.derivation.iter().filter(|d| d.end - d.start > mark.at.len()).map(|d| (d.start, d.end)))
    };
    for mark in marks.iter().filter(|mark| !own(mark) && !mark.operator.explained(frame, intent)) {
        let name = match mark.operator {
            Operator::Not | Operator::NotBefore => "not",
            Operator::Aggregate(_) => "aggregate",
            Operator::Rank(_, 1) => "rank",
            Operator::Rank(..) => "place",
            Operator::Each => "each",
            Operator::Bound(..) => "bound",
            Operator::Against | Operator::Ratio | Operator::Relative => "against",
            Operator::Count => "count",
            Operator::Which => "which",
            Operator::Rule | Operator::Future | Operator::Past => "rule",
            Operator::Others => "others",
            Operator::Mention => "mention",
            Operator::Change => "change",
        };
        add(name, 1.0);
    }
    let has = |fits: &dyn Fn(Operator) -> bool| marks.iter().any(|mark| fits(mark.operator));
    let negates = has(&|o| matches!(o, Operator::Not | Operator::NotBefore));
    if !negates && frame.filters.iter().any(|f| f.negated && !f.carried && f.op == Op::Is) {
        add("no_not", 1.0);
    }
    let needs_word = frame.aggregation.filter(|_| !reading.keeps(reader::Keep::Measure));
    if needs_word.is_some_and(|a| {
        let implied = matches!(a, Aggregation::Max | Aggregation::Min | Aggregation::Sum);
        let counted = a == Aggregation::Distinct && has(&|o| o == Operator::Count);
        !(implied || counted || has(&|o| o == Operator::Aggregate(a)) || frame.act == Act::Resolution)
    }) {
        add("no_aggregate", 1.0);
    }
    let parted = has(&|o| matches!(o, Operator::Each | Operator::Against | Operator::Rank(..)))
        || matches!(frame.act, Act::Trend | Act::Compare | Act::When | Act::Topics)
        || frame.group_carried
        || reading.with_role(Role::Group).any(|span| !says_nothing(&span.text));
    if !frame.groups.is_empty() && frame.act != Act::List && !parted {
        add("no_each", 1.0);
    }
    if frame.order.is_some_and(|o| !matches!(o, Order::Newest | Order::Oldest))
        && !has(&|o| matches!(o, Operator::Rank(..)))
    {
        add("no_rank", 1.0);
    }
    for slot in frame.filters.iter().filter(|f| !f.carried) {
        match slot.link {
            Link::Part => add("part", 1.0),
            Link::Typo => add("typo", 1.0),
            Link::Meaning => add("meaning", 1.0),
            Link::Family => add("family", 1.0),
            Link::Synonym => add("synonym", 1.0),
            Link::Exact => {}
        }
        if slot.other.is_some() {
            add("other", 1.0);
        }
    }
    add("carried", frame.filters.iter().filter(|f| f.carried).count() as f32);
    add("kept", reading.keep.len() as f32);
    for span in named {
        let at = span.start..span.start + span.text.len();
        let overlaps = frame.derivation.iter().any(|d| d.start < at.end && at.start < d.end);
        if !overlaps {
            add(if span.role == Role::Time { "time_left" } else { "value_left" }, 1.0);
        }
    }
    match built {
        Some(Err(_)) => add("refused", 1.0),
        None => add("planned", 1.0),
        Some(Ok(_)) => {}
    }
    add("notes", frame.notes.len() as f32);
    if frame.dataset.is_none() {
        add("no_dataset", 1.0);
    }
    if !frame.named {
        add("not_named", 1.0);
    }
    if follows && !frame.goes_on {
        add("stands_alone", 1.0);
    }
    for (name, changed) in [("corrected", changes.corrected), ("added", changes.added), ("replaced", changes.replaced)]
    {
        if changed {
            add(name, 1.0);
        }
    }
    if intent.is_some_and(|intent| intent.kind == AnswerKind::Share) && frame.filters.iter().all(|f| !f.part) {
        add("share_whole", 1.0);
    }
    let pointer = words(&frame.text).iter().any(|w| {
        matches!(
            w.text.as_str(),
            "those" | "these" | "them" | "that" | "it" | "they" | "their" | "ones" | "same" | "of them"
        )
    });
    if pointer && follows && reading.keep.is_empty() {
        add("pointer", 1.0);
    }
    // Conditions of the previous turn that are gone without replacement.
    if let Some(then) =
        before.map(|before| &before.frame).filter(|_| frame.goes_on && !reading.keeps(reader::Keep::Rows))
    {
        let gone = |column: &str| !frame.filters.iter().any(|f| f.column == column);
        let filters = then.filters.iter().filter(|f| !f.words.is_empty() && gone(&f.column)).count();
        let measure = usize::from(
            (then.measure.is_some() || then.aggregation.is_some())
                && frame.measure.is_none()
                && frame.aggregation.is_none(),
        );
        let time = usize::from(then.time.is_some() && frame.time.is_none());
        let group = usize::from(!then.groups.is_empty() && frame.groups.is_empty());
        add("lost", (filters + measure + time + group) as f32);
    }
    let own: Vec<bool> = frame.filters.iter().filter(|f| !f.carried && !f.words.is_empty()).map(|f| f.part).collect();
    if frame.aggregation == Some(Aggregation::Share) && own.len() > 1 {
        match (own.first(), own.last()) {
            _ if own.iter().all(|part| *part) => add("part_all", 1.0),
            (Some(true), Some(false)) => add("part_first", 1.0),
            (Some(false), Some(true)) => add("part_last", 1.0),
            _ => {}
        }
    }
    f
}

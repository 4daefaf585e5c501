//! What a plan of an intent would pass over: a second value where it takes one, a value that is left out rather than
//! asked for, an alternative, a number that counts nothing. An answer that ignores a word of the question is a wrong
//! answer, so such a question is translated into a query, or declined with the reason.

use super::intents::Goal;
use super::paths;
use crate::query::values::{Mention, Slot};
use crate::query::words::{Cond, Parse, Word};

/// What may stand between two values that "or" joins: "by chat or from platinum customers".
const BETWEEN: &[&str] = &[
    "the",
    "a",
    "an",
    "on",
    "in",
    "of",
    "from",
    "by",
    "via",
    "about",
    "for",
    "with",
    "our",
    "any",
    "those",
    "tier",
    "channel",
    "product",
    "customers",
    "messages",
    "per",
    "at",
    "all",
    "be",
    "being",
    "come",
    "coming",
    "came",
    "to",
];
/// Why the plan of an intent would not answer this question, if there is a reason.
pub fn passed_over(goal: Goal, all: &[Word], parse: &Parse) -> Option<String> {
    if parse.said.future {
        return Some("I do not forecast.".into());
    }
    let reads_texts = matches!(goal, Goal::Find | Goal::Ask);
    let told = |m: &&Mention| {
        // Which kind of message is meant says little where texts are looked for, and reasons are those of complaints.
        let kind = m.slot == Slot::Kind && (reads_texts || matches!(goal, Goal::Drivers | Goal::Topics | Goal::When));
        let mood = m.slot == Slot::Sentiment && goal == Goal::Sentiment;
        !kind && !mood && !first_tool(goal).is_some_and(|tool| paths::told(tool, m.slot))
    };
    let values: Vec<&Mention> = parse.values.iter().filter(told).collect();
    if let Some(out) = values.iter().find(|m| m.slot != Slot::Sentiment && left_out(parse, m)) {
        return Some(format!("I can look at {} here, not at everything else. Ask for a count instead.", out.label));
    }
    for pair in values.windows(2) {
        let between: Vec<&str> = all
            .iter()
            .filter(|w| w.start >= pair[0].span.end && w.end <= pair[1].span.start)
            .map(|w| &*w.text)
            .collect();
        let joined = |joint: &str| {
            between.contains(&joint) && between.iter().all(|w| *w == joint || BETWEEN.contains(w) || *w == "either")
        };
        if !reads_texts && pair[0].slot != pair[1].slot && joined("or") {
            let (a, b) = (&pair[0].label, &pair[1].label);
            return Some(format!("I can look at {a} and at {b} only one after the other here. Ask for one of them."));
        }
    }
    let several = |m: &&&Mention| values.iter().any(|other| other.slot == m.slot && other.value != m.value);
    if !reads_texts && let Some(first) = values.iter().find(several) {
        let mut labels: Vec<&str> = values.iter().filter(|m| m.slot == first.slot).map(|m| m.label.as_str()).collect();
        labels.dedup();
        return Some(format!(
            "I can narrow this to one {} at a time, and the question names {}. Ask for one of them.",
            slot_name(first.slot),
            labels.join(" and ")
        ));
    }
    None
}

/// One record is read at a time.
pub fn several_records(goal: Goal, named: &[(String, std::ops::Range<usize>)]) -> Option<String> {
    let (first, _) = named.first()?;
    let other = named.iter().find(|(id, _)| !id.eq_ignore_ascii_case(first)).filter(|_| goal == Goal::Record)?;
    Some(format!("I can read one record at a time: {first} or {}.", other.0))
}

/// Slots of which a search is told more than one value: it finds them by their words, and filters by none.
pub fn by_words(goal: Goal, values: &[Mention]) -> Vec<Slot> {
    if !matches!(goal, Goal::Find | Goal::Ask) {
        return Vec::new();
    }
    let several = |m: &&Mention| values.iter().any(|other| other.slot == m.slot && other.value != m.value);
    values.iter().filter(several).map(|m| m.slot).collect()
}

/// Whether a number says how many are wanted: "top 5", "the 3 largest".
pub fn counts(all: &[Word], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|i| all.get(i)).map_or("", |w| w.text.as_str());
    let after = all.get(at + 1).map_or("", |w| w.text.as_str());
    let superlative = |w: &str| {
        matches!(
            w,
            "top" | "largest" | "biggest" | "most" | "main" | "best" | "worst" | "highest" | "common" | "examples"
        )
    };
    superlative(before) || superlative(after) || matches!(before, "first" | "last" | "show" | "find" | "list")
}

/// What to say of numbers that stand for nothing that is known.
pub fn nothing_numbered(numbers: &[String]) -> String {
    format!("I do not know what {} stands for here: no record, day or count that I could use.", numbers.join(" and "))
}

fn first_tool(goal: Goal) -> Option<&'static str> {
    let intent = super::intents::of(goal)?;
    Some(intent.plan.first()?.calls.first()?.tool)
}

/// Whether a value is left out rather than asked for.
pub fn left_out(parse: &Parse, m: &Mention) -> bool {
    let column = |c: &Cond| c.column == m.slot.column() || c.column == "chat_mode" && m.slot == Slot::Channel;
    parse
        .said
        .conds
        .iter()
        .any(|c| c.negated && column(c) && (c.values.contains(&m.value) || c.labels.contains(&m.label)))
}

fn slot_name(slot: Slot) -> &'static str {
    match slot {
        Slot::Kind => "kind of message",
        Slot::Sentiment => "mood",
        Slot::Attribute(_) => "value",
        other => other.column(),
    }
}

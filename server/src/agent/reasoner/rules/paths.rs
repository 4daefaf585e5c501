//! What a question says about single messages and about the way of a conversation: ids, and from where to where.

use std::ops::Range;

use super::words::words;
use crate::query::values::Slot;

/// Before a name of letters and digits: then it is that of a record.
const NOUNS: [&str; 12] = [
    "case",
    "cases",
    "ticket",
    "message",
    "communication",
    "complaint",
    "record",
    "id",
    "number",
    "no",
    "nr",
    "reference",
];
/// How the ids of this desk begin.
const KINDS: [&str; 5] = ["comm", "cfpb", "mail", "case", "doc"];

/// The record that is named, and where: "comm-00123", "case-0123", "ticket TCK-88".
pub fn record(question: &str) -> Option<(&str, Range<usize>)> {
    records(question).into_iter().next()
}

/// All records that are named.
pub fn records(question: &str) -> Vec<(&str, Range<usize>)> {
    let mut out = Vec::new();
    let mut from = 0;
    let mut before = String::new();
    for word in question.split_whitespace() {
        let Some(start) = question[from..].find(word).map(|i| i + from) else { break };
        from = start + word.len();
        let numbered = word.trim_start_matches(['(', '"', '“', '\'']).starts_with('#');
        let id = word.trim_matches(|c: char| !c.is_alphanumeric());
        let id = id.strip_suffix("'s").or(id.strip_suffix("’s")).unwrap_or(id);
        let Some(at) = word.find(id).map(|i| i + start).filter(|_| !id.is_empty()) else { continue };
        let digit = id.chars().any(|c| c.is_ascii_digit());
        let letter = id.starts_with(|c: char| c.is_alphabetic());
        let kind = id.split('-').next().unwrap_or_default();
        let own = id.contains('-') && KINDS.iter().any(|k| kind.eq_ignore_ascii_case(k));
        let named = NOUNS.contains(&before.as_str());
        // "case 4711", "ticket #88", "message ZD-17", but not "cases 2025" nor "case 3-5 days".
        let bare = id.chars().all(|c| c.is_ascii_digit()) && (id.len() > 4 || numbered);
        let plain = id.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '.'));
        if digit && plain && (own || named && (bare || letter && id.len() > 2 && !quarter(id))) {
            out.push((id, at..at + id.len()));
        }
        before = id.to_lowercase();
    }
    out
}

/// "Q3", "Q3-2025": a time, no name.
fn quarter(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(|c| c.eq_ignore_ascii_case(&'q')) && chars.next().is_some_and(|c| c.is_ascii_digit())
}

/// Slots that a tool is told in another way: channels are the way of an escalation, and what is resolved is what
/// resolution times are about.
pub fn told(tool: &str, slot: Slot) -> bool {
    match tool {
        "analyze_channel_escalation" => matches!(slot, Slot::Channel | Slot::Status),
        "analyze_resolution_times" => slot == Slot::Status,
        // "after changing their phone": what is asked of texts stands in the question itself.
        "ask_question" => matches!(slot, Slot::Channel | Slot::Status | Slot::Sentiment | Slot::Kind | Slot::Category),
        _ => false,
    }
}

/// Channels as people name them, by the beginning of the word.
const CHANNELS: [(&str, &str); 13] = [
    ("chatbot", "chatbot"),
    ("bot", "chatbot"),
    ("assistant", "chatbot"),
    ("chat", "chat"),
    ("email", "email"),
    ("mail", "email"),
    ("phone", "phone"),
    ("call", "phone"),
    ("telephone", "phone"),
    ("human", "human-agent"),
    ("agent", "human-agent"),
    ("letter", "letter"),
    ("social", "social"),
];

/// Whether a word names a channel.
pub fn is_channel(word: &str) -> bool {
    CHANNELS.iter().any(|(begin, _)| word.starts_with(begin))
}

/// Where conversations began and where they went, as `analyze_channel_escalation` names them.
pub fn read(question: &str) -> (Option<&'static str>, Option<&'static str>) {
    let words: Vec<String> = words(question).into_iter().map(|w| w.text).collect();
    let channel = |word: &String| CHANNELS.iter().find(|(begin, _)| word.starts_with(begin)).map(|(_, name)| *name);
    let after = |from: usize, cue: &str| -> Option<&'static str> {
        let at = words.iter().skip(from).position(|w| w == cue)? + from;
        words.iter().skip(at + 1).take(4).find_map(channel)
    };
    let moved = ["escalat", "hand", "pass", "end", "switch", "move"];
    let verb = words.iter().position(|w| moved.iter().any(|m| w.starts_with(m)));
    let before = words.iter().take(verb.unwrap_or(0)).rev().find_map(channel);
    let from = after(0, "from");
    let to = after(verb.unwrap_or(0), "to").filter(|to| Some(*to) != from || verb.is_some());
    match (from, to) {
        // "What share of phone calls are escalations from chat?"
        (Some(from), None) => (Some(from), before),
        (None, to) => (before.filter(|b| ["chatbot", "chat", "email"].contains(b)), to),
        both => both,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_of_a_conversation() {
        for (question, want) in [
            ("How many chats escalate to phone calls?", (Some("chat"), Some("phone"))),
            ("How many chatbot conversations escalate to human agents?", (Some("chatbot"), Some("human-agent"))),
            ("What percentage of phone calls are escalations from chat?", (Some("chat"), Some("phone"))),
            ("escalations from the chatbot to the phone this month", (Some("chatbot"), Some("phone"))),
            ("How many conversations were escalated?", (None, None)),
            ("Escalations per day", (None, None)),
        ] {
            assert_eq!(read(question), want, "{question}");
        }
    }

    #[test]
    fn records_by_their_ids() {
        let question = "Show me messages similar to (comm-00123), please";
        let (id, span) = record(question).unwrap();
        assert_eq!((id, &question[span]), ("comm-00123", "comm-00123"));
        for (question, want) in [
            ("What about CFPB-2302?", "CFPB-2302"),
            ("Show me case case-0123", "case-0123"),
            ("status of ticket TCK-88?", "TCK-88"),
            ("what became of case #17", "17"),
            ("case-zendesk-4711's status", "case-zendesk-4711"),
        ] {
            assert_eq!(record(question).map(|(id, _)| id), Some(want), "{question}");
        }
        for question in [
            "",
            "comm-",
            "e-mail",
            "x-ray 7",
            "cases 2025",
            "case Q3-2025",
            "a case 3-5 days old",
            "top issues for account 5441",
        ] {
            assert_eq!(record(question), None, "{question}");
        }
    }
}

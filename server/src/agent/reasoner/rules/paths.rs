//! What a question says about the way of a conversation: from where to where.

use crate::query::values::Slot;
use crate::query::words::Word;

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
pub fn way(all: &[Word]) -> (Option<&'static str>, Option<&'static str>) {
    let words: Vec<&str> = all.iter().map(|w| w.text.as_str()).collect();
    let channel = |word: &&str| CHANNELS.iter().find(|(begin, _)| word.starts_with(begin)).map(|(_, name)| *name);
    let after = |from: usize, cue: &str| -> Option<&'static str> {
        let at = words.iter().skip(from).position(|w| *w == cue)? + from;
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
    use crate::query::words::words;

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
            assert_eq!(way(&words(question)), want, "{question}");
        }
    }
}

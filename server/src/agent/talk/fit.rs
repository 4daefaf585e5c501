//! Tools that fit a question by the words of their descriptions.

use crate::agent::view::View;
use crate::query::words::words;
use crate::tools::Tool;

/// All tools with how many of the words they share, the most first.
pub fn ranked<'a>(words: &[String], view: &View<'a>) -> Vec<(usize, &'a Tool)> {
    let shared = |text: String| {
        let long = words.iter().filter(|w| w.chars().count() > 4);
        long.filter(|w| text.contains(&w[..w.char_indices().nth(5).map_or(w.len(), |(at, _)| at)])).count()
    };
    let said = |tool: &Tool| shared(format!("{} {}", tool.name, tool.description).to_lowercase());
    let mut list: Vec<(usize, &Tool)> = view.offered().map(|tool| (said(tool), tool)).collect();
    list.sort_by_key(|(n, _)| std::cmp::Reverse(*n));
    list
}

/// From outside, so many are named where all tools are.
const FROM_OUTSIDE: usize = 24;

/// The tools by name, in the order of the list: all that are built in, and of those from outside the ones that fit best.
pub fn listed<'a>(view: &View<'a>) -> Vec<&'a Tool> {
    let outside = |tool: &&Tool| tool.teller.is_some();
    let words: Vec<String> = words(&view.run.question).into_iter().map(|word| word.text).collect();
    let fit: Vec<&Tool> = ranked(&words, view).into_iter().map(|(_, t)| t).filter(outside).take(FROM_OUTSIDE).collect();
    view.offered().filter(|t| !outside(t) || fit.iter().any(|f| f.name == t.name)).collect()
}

/// Whether a question asks for something to be done: a word of doing, and the thing that it is done to.
pub fn asks_to_act(question: &str) -> bool {
    let all: Vec<String> = words(question).into_iter().map(|word| word.text.to_lowercase()).collect();
    let has = |list: &[&str]| list.iter().any(|one| all.iter().any(|word| word == one));
    let to_do = [
        "open", "create", "file", "raise", "log", "start", "assign", "reassign", "give", "hand", "add", "write",
        "leave", "put", "draft", "schedule", "arrange", "prepare", "send", "invite",
    ];
    // "How many cases did we open?" asks for what was done.
    let asks = ["many", "much", "which", "when", "why", "who", "were", "was", "did", "what"];
    has(&to_do)
        && has(&[
            "case",
            "ticket",
            "note",
            "comment",
            "email",
            "mail",
            "meeting",
            "letter",
            "memo",
            "document",
            "quote",
            "invitation",
        ])
        && !has(&asks)
}

/// The tools whose description shares words with a question, the most first.
pub fn by_question<'a>(question: &str, view: &View<'a>) -> Vec<&'a Tool> {
    let words: Vec<String> = words(question).into_iter().map(|word| word.text).collect();
    ranked(&words, view).into_iter().filter(|(n, _)| *n > 1).map(|(_, tool)| tool).take(3).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_asks_to_act_is_told_from_what_asks_for_figures() {
        for question in [
            "Please open a case for Hartmann about the app",
            "Assign the case to Okafor",
            "add a note to case-0012: call back",
            "Draft an email to Hartmann about the outage",
        ] {
            assert!(asks_to_act(question), "{question}");
        }
        for question in [
            "How many cases did we open in May?",
            "Which cases are open?",
            "When was the case assigned?",
            "Open questions of May",
        ] {
            assert!(!asks_to_act(question), "{question}");
        }
    }
}

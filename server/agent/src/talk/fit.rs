//! Tools matched to a question by the words of their descriptions.

use crate::view::View;
use query::values::pick;
use tools::Tool;

/// All tools with the number of shared words, most first.
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

/// The words of a question, normalised.
pub fn question_words(question: &str) -> Vec<String> {
    pick::words(question).into_iter().map(|(word, _)| word).collect()
}

/// How many external tools are named in lists of all tools.
const FROM_OUTSIDE: usize = 24;

/// The tools by name, in list order: all built-in ones, and the best-matching external ones.
pub fn listed<'a>(view: &View<'a>) -> Vec<&'a Tool> {
    let outside = |tool: &&Tool| tool.teller.is_some();
    let words: Vec<String> = question_words(&view.run.question);
    let fit: Vec<&Tool> = ranked(&words, view).into_iter().map(|(_, t)| t).filter(outside).take(FROM_OUTSIDE).collect();
    view.offered().filter(|t| !outside(t) || fit.iter().any(|f| f.name == t.name)).collect()
}

/// The tools whose description shares words with a question, most first.
pub fn by_question<'a>(question: &str, view: &View<'a>) -> Vec<&'a Tool> {
    let words: Vec<String> = question_words(question);
    ranked(&words, view).into_iter().filter(|(n, _)| *n > 1).map(|(_, tool)| tool).take(3).collect()
}

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
    let mut list: Vec<(usize, &Tool)> = view.tools.all().iter().map(|tool| (said(tool), tool)).collect();
    list.sort_by_key(|(n, _)| std::cmp::Reverse(*n));
    list
}

/// The tools whose description shares words with a question, the most first.
pub fn by_question<'a>(question: &str, view: &View<'a>) -> Vec<&'a Tool> {
    let words: Vec<String> = words(question).into_iter().map(|word| word.text).collect();
    ranked(&words, view).into_iter().filter(|(n, _)| *n > 1).map(|(_, tool)| tool).take(3).collect()
}

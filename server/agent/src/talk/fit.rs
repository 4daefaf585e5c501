//! Tools matched to a question by the words of their descriptions.

use crate::view::View;
use query::values::pick;
use tools::Tool;

/// A tool, and the words that it shares with the question.
pub struct Match<'a> {
    pub tool: &'a Tool,
    /// How many.
    pub words: usize,
    /// How many of them are in the descriptions of no other skill's tools: "compare" and "share" are in those of many.
    pub distinctive: usize,
}

/// All tools with the words that they share with the question, most first.
pub fn ranked<'a>(view: &View<'a>) -> Vec<Match<'a>> {
    by_words(view, &view.run.question)
}

/// All tools with the words that they share with a text, most first.
pub fn by_words<'a>(view: &View<'a>, text: &str) -> Vec<Match<'a>> {
    let words = pick::words(text);
    let stem = |word: &str| word[..word.char_indices().nth(5).map_or(word.len(), |(at, _)| at)].to_owned();
    let mut stems: Vec<String> =
        words.iter().filter(|(word, _)| word.chars().count() > 4).map(|(word, _)| stem(word)).collect();
    stems.sort_unstable();
    stems.dedup();
    let described: Vec<(&Tool, String)> =
        view.offered().map(|tool| (tool, format!("{} {}", tool.name, tool.description).to_lowercase())).collect();
    let elsewhere = |stem: &str, skill: &str| {
        described.iter().any(|(other, text)| other.skill.name != skill && text.contains(stem))
    };
    let matched = |(tool, text): &(&'a Tool, String)| {
        let shared: Vec<&String> = stems.iter().filter(|stem| text.contains(stem.as_str())).collect();
        let distinctive = shared.iter().filter(|stem| !elsewhere(stem, &tool.skill.name)).count();
        Match { tool, words: shared.len(), distinctive }
    };
    let mut list: Vec<Match<'a>> = described.iter().map(matched).collect();
    list.sort_by_key(|found| std::cmp::Reverse((found.words, found.distinctive)));
    list
}

/// How many external tools are named in lists of all tools.
const FROM_OUTSIDE: usize = 24;

/// The tools by name, in list order: all built-in ones, and the best-matching external ones.
pub fn listed<'a>(view: &View<'a>) -> Vec<&'a Tool> {
    let outside = |tool: &&Tool| tool.teller.is_some();
    let fit: Vec<&Tool> = ranked(view).into_iter().map(|found| found.tool).filter(outside).take(FROM_OUTSIDE).collect();
    view.offered().filter(|t| !outside(t) || fit.iter().any(|f| f.name == t.name)).collect()
}

/// The tools whose description shares words with the question, one of them its skill's own, most first.
pub fn by_question<'a>(view: &View<'a>) -> Vec<&'a Tool> {
    let fits = |found: &Match<'_>| found.words > 1 && found.distinctive > 0;
    ranked(view).into_iter().filter(fits).map(|found| found.tool).take(3).collect()
}

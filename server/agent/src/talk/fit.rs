//! The tools that a prompt offers: those of the question's reading, of the turn before, those that share its words, and the
//! most useful ones.

use std::sync::LazyLock;

use model::run::Strategy;
use schemars::JsonSchema;
use serde::Deserialize;

use super::ask_person;
use crate::cite::{self, FIND_TOOLS};
use crate::view::View;
use llm::ToolSpec;
use query::values::pick;
use tools::{Effect, Tool};

/// Maximum number of tools that a prompt begins with, those of the loop included: more burden every model and every call.
pub const MOST_TOOLS: usize = 10;

/// How many of the most useful tools a model that finds further ones by itself always has.
const MAX_CORE_TOOLS: usize = 3;

/// How many tools of the question's reading are offered.
const MAX_NAMED_TOOLS: usize = 4;

/// The tools of the previous turn that stay available in a follow-up.
const FROM_BEFORE: usize = 3;

/// The arguments of `find_tools`.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FindTools {
    /// A skill of the catalogue.
    pub skill: Option<String>,
    /// What the tools should do, in a few words; with a skill, which of its tools come first.
    pub about: Option<String>,
}

/// `find_tools` as a model sees it.
pub fn find_tools() -> ToolSpec {
    SPEC.clone()
}

static SPEC: LazyLock<ToolSpec> = LazyLock::new(|| ToolSpec {
    name: FIND_TOOLS.into(),
    description: "Offers further tools, with their skill's instructions, from the next step on.".into(),
    schema: base::schema::shown(&schemars::schema_for!(FindTools).to_value()),
});

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

/// Whether the model finds further tools by itself, because it calls them natively; others get a router's choice.
pub fn finds_tools(view: &View<'_>) -> bool {
    view.run.strategy == Strategy::Tools && view.run.call.is_none()
}

/// The instructions of these tools' skills; without those that name a tool that is not offered.
pub fn instructions(view: &View<'_>, tools: &[&Tool], offered: &[&str]) -> String {
    let named = |text: &str| {
        let mut words = text.split('`').skip(1).step_by(2);
        words.any(|word| view.tools.find(word).is_some() && !offered.contains(&word))
    };
    let mut all: Vec<&str> = Vec::new();
    for tool in tools {
        let text = tool.skill.instructions.trim();
        let of_records = tool.skill.name == skills::CORE_SKILL && !view.has_records();
        if !text.is_empty() && !all.contains(&text) && !of_records && !named(text) {
            all.push(text);
        }
    }
    all.join("\n\n")
}

/// The skills' tools of a prompt: those named by the route, those of the turn before, those that act if the question asks
/// for it, those whose description shares words with the question, then the most useful ones; in the same order in all
/// prompts, because providers cache common prefixes.
pub fn tools<'a>(view: &View<'a>) -> Vec<&'a Tool> {
    let route = view.run.route.as_ref();
    // What shares words with the question is a guess: a model that finds tools by itself begins with the useful ones.
    let known = !finds_tools(view) || view.is_read_surely();
    let wanted = route.filter(|_| known).map(|r| r.recommended.as_slice()).unwrap_or_default();
    let named = |tool: &Tool| wanted.iter().any(|name| *name == tool.name);
    if view.run.call.is_some() {
        return view.offered().collect();
    }
    let all: Vec<&Tool> = view.offered().collect();
    let reads = |tool: &&Tool| tool.effect == Effect::Reads;
    let of_core = |name: &&str| all.iter().copied().find(|tool| tool.name == **name);
    let always = skills::CORE.iter().filter(|_| finds_tools(view)).take(MAX_CORE_TOOLS).filter_map(of_core);
    let first = always.chain(all.iter().copied().filter(|t| named(t)).take(MAX_NAMED_TOOLS));
    let used: Vec<&str> =
        view.earlier.last().into_iter().flat_map(|run| run.calls().map(|call| call.tool.as_str())).collect();
    let before = all.iter().copied().filter(reads).filter(|t| used.contains(&&*t.name)).take(FROM_BEFORE);
    let acting = view.acting_skill();
    let acts = all.iter().copied().filter(|t| {
        t.effect == Effect::Acts && t.teller.is_none() && acting.is_some_and(|skill| t.skill.name == skill)
    });
    // Acting tools of other servers are only proposed, and there may be many: those that match the question's words.
    let fit = by_question(view).into_iter().filter(|t| t.effect == Effect::Reads || t.teller.is_some());
    let of_field = |tool: &&Tool| {
        let domain = &*tool.skill.domain;
        route.is_some_and(|r| r.domain == domain || r.secondary.iter().any(|d| d == domain))
    };
    // The largest skill's most useful tools come before the others.
    let field = all.iter().copied().filter(reads).filter(of_field).filter(|tool| tool.skill.name != skills::CORE_SKILL);
    let core = skills::CORE.iter().filter_map(of_core);
    // A model that finds tools by itself is not offered any only to fill the list.
    let rest = all.iter().copied().filter(|_| !finds_tools(view)).filter(reads);
    let most = MOST_TOOLS - of_loop(view).len();
    let mut chosen: Vec<&Tool> = Vec::new();
    for tool in first.chain(before).chain(acts).chain(fit).chain(field).chain(core).chain(rest) {
        if chosen.len() < most && !chosen.iter().any(|t| t.name == tool.name) {
            chosen.push(tool);
        }
    }
    all.into_iter().filter(|t| chosen.iter().any(|c| c.name == t.name)).collect()
}

/// The tools of a support call besides those of its skill.
pub fn of_call() -> [ToolSpec; 3] {
    support::own_tools().map(|(name, description, schema)| ToolSpec {
        name: name.into(),
        description: description.into(),
        schema,
    })
}

/// The tools of the loop itself.
pub fn of_loop(view: &View<'_>) -> Vec<ToolSpec> {
    if view.run.call.is_some() {
        return of_call().into();
    }
    let more = finds_tools(view).then(|| [find_tools(), ask_person::spec()]);
    cite::own_tools().into_iter().chain(more.into_iter().flatten()).collect()
}

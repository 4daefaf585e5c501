//! Skills: folders of tools with their instructions. The agent knows neither; it gets one registry.
//!
//! To add a skill: a folder with its list of tools and its instructions, and one line in [`about::ABOUT`]. A firm's own
//! skills are [`folder`]s on disk; the loop cannot distinguish them from these.

pub mod about;
mod counted;
pub mod customer_intelligence;
pub mod data_analyst;
pub mod datasphere;
pub mod evidence;
pub mod figures;
mod filters;
pub mod folder;
pub mod forecast;
pub mod nps;
pub mod office;
mod policy;
pub mod quote;

mod signatories;
mod starts;
mod themes;

pub use import::signals;

use std::path::Path;

use query::values::Vocabulary;
use tools::Registry;

/// Skills whose tools need a declared source: the one with this name, or any if it is empty.
const OVER_SOURCES: [(&str, &str); 2] = [(DATA_ANALYST, ""), (forecast::SKILL, forecast::SOURCE)];

/// Whether the sources for a skill's tools are declared.
pub fn has_sources(skill: &str, vocabulary: &Vocabulary) -> bool {
    match OVER_SOURCES.iter().find(|(of, _)| *of == skill) {
        None => true,
        Some((_, "")) => !vocabulary.sources.is_empty(),
        Some((_, source)) => vocabulary.source(source).is_some(),
    }
}

/// The skill of support calls, with its own page, prompts and reasoner.
pub const SUPPORT: &str = support::SKILL;

/// The folder for drafts.
pub const DRAFTS: &str = "plumbline-data/drafts";

/// The skill over declared sources.
pub const DATA_ANALYST: &str = "data_analyst";

/// Every tool of every built-in skill; drafts go to the usual folder.
pub fn all() -> Registry {
    with_drafts(Path::new(DRAFTS))
}

/// The same, with another folder for drafts.
pub fn with_drafts(drafts: &Path) -> Registry {
    let of = |about: &about::About| {
        let skill = about.skill();
        let mut tools = (about.tools)(drafts);
        tools.iter_mut().for_each(|tool| tool.skill = skill.clone());
        tools
    };
    Registry::new(about::ABOUT.iter().flat_map(of).collect::<Vec<_>>())
}

/// The skill over the desk's own records.
pub const CORE_SKILL: &str = "customer_intelligence";

/// The skill that writes drafts.
pub const OFFICE: &str = "office";

/// The most useful tools: a prompt offers these first.
pub const CORE: [&str; 8] = [
    "query_data", "search_knowledge_base", "get_record", "list_sources", "list_communications", "list_cases",
    "get_customer_info", "analyze_topics",
];

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use tools::Effect;

    /// The maximum size of the heaviest eight tools, as many as a prompt holds, and of the heaviest twelve, in characters
    /// of JSON.
    const MOST: [(usize, usize); 2] = [(8, 9_250), (12, 10_200)];

    #[test]
    fn tools_are_light() {
        let all = all();
        let weight = |t: &tools::Tool| {
            json!({ "name": t.name, "description": t.description, "schema": *t.schema }).to_string().chars().count()
        };
        let mut reading: Vec<(usize, &str)> =
            all.all().iter().filter(|t| t.effect == Effect::Reads).map(|t| (weight(t), &*t.name)).collect();
        reading.sort_unstable_by(|a, b| b.cmp(a));
        reading.iter().for_each(|(weight, name)| println!("{weight:>6}  {name}"));
        for (tools, most) in MOST {
            let heaviest: usize = reading.iter().take(tools).map(|(weight, _)| weight).sum();
            println!("{heaviest:>6}  the heaviest {tools}");
            assert!(heaviest <= most, "the heaviest {tools}: {heaviest} characters");
        }
        let told: usize = about::ABOUT.iter().map(|about| about.instructions.chars().count()).sum();
        assert!(told <= 3_000, "{told} characters");
    }
}

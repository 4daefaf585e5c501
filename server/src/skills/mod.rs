//! Skills: folders of tools with their instructions. The agent knows neither; it gets one registry.
//!
//! To add a skill: a folder with its list of tools and its instructions, and one line in [`all`] and in
//! [`instructions`].

pub mod customer_intelligence;
mod evidence;
pub mod figures;
pub mod nps;
mod themes;
mod which;

use crate::tools::Registry;

/// Every tool of every skill.
pub fn all() -> Registry {
    Registry::new(customer_intelligence::tools())
}

/// Tools that serve most questions: a prompt that has room for a dozen offers these first.
pub const CORE: [&str; 8] = [
    "search_knowledge_base",
    "get_record",
    "get_customer_info",
    "query_data",
    "get_daily_volumes",
    "analyze_topics",
    "detect_issues",
    "analyze_sentiment",
];

/// What a reasoner is told about the skills, as Markdown.
pub fn instructions() -> String {
    [customer_intelligence::INSTRUCTIONS].join("\n\n")
}

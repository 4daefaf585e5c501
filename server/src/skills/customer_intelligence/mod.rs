//! Customer intelligence: what customers write, how often, about what, how they feel, and whether the firm keeps its
//! deadlines. One tool a file; none of them knows who calls it.

mod analyze_sentiment;
mod analyze_sla_compliance;
mod analyze_topics;
mod cases;
mod get_category_breakdown;
mod get_customer_info;
mod get_daily_volumes;
mod query_data;
mod search_knowledge_base;

use crate::tools::Tool;

/// When to use which tool, for a reasoner.
pub const INSTRUCTIONS: &str = include_str!("instructions.md");

/// The tools of this skill, in the order in which they are shown.
pub fn tools() -> Vec<Tool> {
    let mut tools = vec![
        search_knowledge_base::tool(),
        query_data::tool(),
        get_customer_info::tool(),
        get_daily_volumes::tool(),
        get_category_breakdown::tool(),
        analyze_sentiment::tool(),
        analyze_topics::tool(),
        analyze_sla_compliance::tool(),
    ];
    tools.extend(cases::tools());
    tools
}

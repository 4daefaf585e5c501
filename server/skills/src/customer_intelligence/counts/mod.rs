//! Counts: totals, by day, by group, by deadline.

mod analyze_cdd_cases;
mod analyze_channel_escalation;
mod analyze_resolution_times;
mod analyze_sla_compliance;
mod get_category_breakdown;
pub(super) mod get_daily_volumes;
mod query_chart;
pub(super) mod query_data;
mod query_records;
pub(super) mod query_scope;
mod query_steps;
mod query_times;

pub use analyze_resolution_times::METHOD as RESOLUTION;
pub use analyze_sla_compliance::METHOD as SLA;
pub use query_chart::chart;
pub use query_scope::{checked, within};
pub use query_steps::Asked;

use tools::Tool;

pub(super) fn tools() -> Vec<Tool> {
    tools::reads! {
        "query_data" => query_data: "Any other figure, under conditions, by columns or times, bounded, sorted, or \
            against another time.",
        "get_daily_volumes" => get_daily_volumes: "How many communications or cases, in all and per day. For how \
            many, since when, is it rising.",
        "get_category_breakdown" => get_category_breakdown: "Counts by category with subcategories, or by one other \
            property. For which most, what share, a list of counts.",
        "analyze_sla_compliance" => analyze_sla_compliance: "How many cases missed or kept their SLA deadline: breach \
            rate, by category too.",
        "analyze_resolution_times" => analyze_resolution_times: "How long resolved cases took: mean, median, \
            shortest, longest, by category too.",
        "analyze_channel_escalation" => analyze_channel_escalation: "Conversations that moved to another channel \
            (chatbot to a person, chat to phone): how many, per day, which share.",
        "analyze_cdd_cases" => analyze_cdd_cases: "Cases of customer due diligence (CDD, KYC): how many, for which \
            reasons, status, overdue.",
    }
}

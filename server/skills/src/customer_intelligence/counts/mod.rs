//! Counts: how many, by day, by group, against deadlines.

mod analyze_cdd_cases;
mod analyze_channel_escalation;
mod analyze_resolution_times;
mod analyze_sla_compliance;
mod get_category_breakdown;
pub(super) mod get_daily_volumes;
mod query_chart;
pub(super) mod query_data;
mod query_flat;
mod query_records;
pub(super) mod query_scope;
mod query_times;

pub use analyze_resolution_times::METHOD as RESOLUTION;
pub use analyze_sla_compliance::METHOD as SLA;
pub use query_chart::of as chart;
pub use query_scope::within;

use tools::Tool;

pub(super) fn tools() -> Vec<Tool> {
    vec![
        query_data::tool(),
        get_daily_volumes::tool(),
        get_category_breakdown::tool(),
        analyze_sla_compliance::tool(),
        analyze_resolution_times::tool(),
        analyze_channel_escalation::tool(),
        analyze_cdd_cases::tool(),
    ]
}

//! Analysis: what it is about, how customers feel, what changes, and what puts a relationship at risk.

mod analyze_customer_health;
mod analyze_sentiment;
mod analyze_topics;
mod analyze_trends;
mod assess_risk;
mod detect_anomalies;
mod detect_issues;
mod outliers;
mod themes;

pub use analyze_customer_health::METHOD as HEALTH;
pub use analyze_trends::METHOD as TRENDS;
pub use assess_risk::METHOD as RISK;

use tools::Tool;

pub(super) fn tools() -> Vec<Tool> {
    vec![
        analyze_sentiment::tool(),
        analyze_topics::tool(),
        analyze_trends::tool(),
        assess_risk::tool(),
        analyze_customer_health::tool(),
        detect_issues::tool(),
        detect_anomalies::tool(),
    ]
}

//! Analysis: topics, sentiment, changes, and risks to a relationship.

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
    tools::reads! {
        "analyze_sentiment" => analyze_sentiment: "How customers feel: sentiment, its score from -1 to 1, its \
            course, where it is worst.",
        "analyze_topics" => analyze_topics: "What communications are about: topics with count, share, change, mood, \
            phrases, examples. For why and main reasons.",
        "analyze_trends" => analyze_trends: "Whether volume rises or falls against the previous period, and which topics \
            do.",
        "assess_risk" => assess_risk: "Who may be lost: risk of one customer or of all, 0 to 100, the customers most \
            at risk, factors, what to do.",
        "analyze_customer_health" => analyze_customer_health: "How the relationship with one customer stands, 0 to \
            100: where it is heading, risks, what to do.",
        "detect_issues" => detect_issues: "What goes wrong and what to do first: topics with complaints, negative or \
            escalated messages, with severity and growth.",
        "detect_anomalies" => detect_anomalies: "What is out of the ordinary: unusual days, moods and categories, and \
            concentration on one.",
    }
}

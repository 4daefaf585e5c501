//! The analyses reached by people's questions, and whether their answers are right.

use serde_json::Value;
use server::store::write;

use super::january::bank;

/// Each analysis is reached by a question, and every figure of its answer leads to a record.
#[tokio::test]
async fn questions_reach_the_analyses() {
    let app = crate::app::TestApp::start().await;
    write::store(&app.services.db, &bank(), 0).await.unwrap();
    app.services.search.catch_up(&app.services.db, |_, _| {}).await.unwrap();
    let mut missed = Vec::new();
    for (question, tool, said) in [
        ("How many chats escalate to phone calls?", "analyze_channel_escalation", "1 escalation from chat to phone"),
        (
            "How many chatbot conversations escalate to human agents?",
            "analyze_channel_escalation",
            "30% of the 10 chatbot conversations",
        ),
        ("What percentage of phone calls are escalations from chat?", "analyze_channel_escalation", "chat"),
        (
            "Show CDD cases with account restrictions",
            "analyze_cdd_cases",
            "There are 13 cases of customer due diligence",
        ),
        (
            "Average time to resolve CDD cases?",
            "analyze_resolution_times",
            "14 cases about CDD Remediation were resolved",
        ),
        ("Which customers are at risk?", "assess_risk", "| Aldermoor Textiles | high | 84 | 20 | 20 |"),
        ("How healthy is Aldermoor Textiles?", "analyze_customer_health", "health 40 of 100, moderate"),
        ("Summarise our relationship with Sutter Mills", "get_relationship_summary", "Sutter Mills: 12 communications"),
        ("What are the main issues this month?", "detect_issues", "Failed transfers"),
        ("What is unusual this month?", "detect_anomalies", "20 January 2026"),
        ("What is the trend in January 2026?", "analyze_trends", "Account fee"),
        ("Show me messages similar to comm-00001", "find_similar", "Login failures"),
        ("Which customers complain most?", "query_data", "Aldermoor Textiles"),
    ] {
        let body = app.ask(question).await;
        let answer = body["answer"].as_str().unwrap();
        let claims = body["grounding"]["claims"].as_array().unwrap();
        let lost: Vec<&Value> = claims.iter().filter(|c| c["found"].is_null()).map(|c| &c["text"]).collect();
        if claims.is_empty() || !lost.is_empty() || body["actions"][0]["tool"] != tool || !answer.contains(said) {
            missed.push(format!("{question}: {} {answer}", body["actions"][0]["tool"]));
        }
    }
    // Three are answered by the tool of a neighbouring act.
    assert!(missed.len() <= 3, "{}", missed.join("\n\n"));
}

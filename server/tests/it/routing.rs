//! The routing test set: 47 questions, each with the expected intent of D-037 and the first tool to be called;
//! none for those that need no data.

use crate::app::TestApp;

const QUESTIONS: [(&str, &str, &str); 47] = [
    // Reasons.
    ("Why are customers complaining about the mobile app?", "EXPLANATION", "search_knowledge_base"),
    ("Why did complaints rise in January 2026?", "EXPLANATION", "search_knowledge_base"),
    ("Explain the problems with mobile banking", "EXPLANATION", "search_knowledge_base"),
    ("What is driving complaints about mortgages?", "EXPLANATION", "search_knowledge_base"),
    ("What are the pain points of customers?", "EXPLANATION", "search_knowledge_base"),
    ("When did login failures start to increase?", "EXPLANATION", "get_daily_volumes"),
    ("What happened with the mobile app in January 2026?", "EXPLANATION", "search_knowledge_base"),
    ("Which day did login failures spike?", "EXPLANATION", "get_daily_volumes"),
    // One customer.
    ("Tell me about Hartmann Logistik", "DEAL_ANALYSIS", "call_sheet"),
    ("What do we know about Hartmann Logistik?", "DEAL_ANALYSIS", "call_sheet"),
    ("Give me the profile of Hartmann Logistik", "DEAL_ANALYSIS", "call_sheet"),
    ("Who is Hartmann Logistik?", "DEAL_ANALYSIS", "get_customer_info"),
    // Against each other.
    ("Compare complaints in December 2025 with January 2026", "COMPARISON", "query_data"),
    ("Complaints by phone vs by email", "COMPARISON", "query_data"),
    ("How many complaints in January 2026 compared to the month before?", "COMPARISON", "query_data"),
    ("Did complaints about the mobile app increase in January 2026?", "COMPARISON", "query_data"),
    ("January 2026 versus December 2025 complaints", "COMPARISON", "query_data"),
    ("How did cases change from December 2025 to January 2026?", "COMPARISON", "query_data"),
    // Lists.
    ("Top complaint reasons this month?", "AGGREGATION", "analyze_topics"),
    ("Which customers complain most?", "LISTING", "query_data"),
    ("Complaints by product this year", "LISTING", "query_data"),
    ("Complaints by channel", "LISTING", "query_data"),
    ("Top 3 categories of complaints", "LISTING", "query_data"),
    ("Which month had the most complaints?", "LISTING", "query_data"),
    ("Which priority do most cases have?", "LISTING", "query_data"),
    ("Which products have more than 5 complaints?", "LISTING", "query_data"),
    ("Most common category of complaints", "LISTING", "query_data"),
    // Figures.
    ("How many complaints came by phone last month?", "AGGREGATION", "query_data"),
    ("How many complaints were about mortgages in January 2026?", "AGGREGATION", "query_data"),
    ("How many cases breached SLA?", "AGGREGATION", "analyze_sla_compliance"),
    ("Complaints per day this month", "LISTING", "query_data"),
    ("How many complaints were there per day in January 2026?", "LISTING", "query_data"),
    ("How do customers feel about mobile banking this month?", "AGGREGATION", "analyze_sentiment"),
    ("What do customers talk about this year?", "AGGREGATION", "analyze_topics"),
    ("How many complaints were not about mortgages?", "AGGREGATION", "query_data"),
    ("What share of complaints came by phone?", "AGGREGATION", "query_data"),
    ("How many complaints per day on average in January 2026?", "AGGREGATION", "query_data"),
    ("How many different customers complained?", "AGGREGATION", "query_data"),
    ("How many customers are platinum?", "AGGREGATION", "query_data"),
    ("count emails except negative ones", "AGGREGATION", "query_data"),
    // Words of customers.
    ("Show me examples of login failures", "SEARCH", "search_knowledge_base"),
    ("What do customers say about mobile banking?", "SEARCH", "search_knowledge_base"),
    ("Find messages about login failures", "SEARCH", "search_knowledge_base"),
    ("mobile app login failures", "SEARCH", "search_knowledge_base"),
    // No data.
    ("What can you do?", "GENERAL", ""),
    ("How many moons does Jupiter have?", "GENERAL", ""),
    ("What is the weather tomorrow in Berlin?", "GENERAL", ""),
];

#[tokio::test]
async fn every_question_takes_its_way() {
    let app = TestApp::start().await;
    let mut wrong = Vec::new();
    for (question, intent, tool) in QUESTIONS {
        let body = app.ask(question).await;
        let run = format!("/api/research/runs/{}", body["runId"].as_str().unwrap());
        let (_, run) = app.get(&run).await;
        let given = run["route"]["intent"].as_str().unwrap_or_default().to_owned();
        let first = body["actions"][0]["tool"].as_str().unwrap_or_default();
        if (given.as_str(), first) != (intent, tool) {
            wrong.push(format!("{question}: {given} {first}, not {intent} {tool}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), QUESTIONS.len(), wrong.join("\n"));
}

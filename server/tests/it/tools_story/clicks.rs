//! The effect of a click on a chart on the next question: every tool counts within that scope, and says so.

use model::chart::{Chart, Drawing};
use model::record::Communication;
use model::run::{Scope, ToolOutput};
use serde_json::{Value, json};
use server::store;

use super::Desk;

pub(super) async fn story(desk: &Desk) {
    marks_hold_what_they_show(desk).await;
    cases_too(desk).await;
    what_lies_outside_is_refused(desk).await;
}

/// The marks of bars and parts that can be clicked: name, value, and the scope of the next question.
fn marks(chart: &Chart) -> Vec<(String, i64, Scope)> {
    let one = |label: &str, value: f64, filter: &Option<Scope>| {
        Some((label.to_owned(), value as i64, chart.picked(filter.as_ref()?)?))
    };
    match &chart.drawing {
        Drawing::Bars { bars, .. } => bars.iter().filter_map(|b| one(&b.label, b.value, &b.filter)).collect(),
        Drawing::Parts { parts, .. } => parts.iter().filter_map(|p| one(&p.label, p.value, &p.filter)).collect(),
        Drawing::Days { .. } => Vec::new(),
    }
}

async fn within(desk: &Desk, scope: &Scope, tool: &str, args: Value) -> ToolOutput {
    let output = desk.within(scope.clone(), tool, args.clone()).await;
    output.unwrap_or_else(|e| panic!("{tool} {args} {scope:?}: {e}"))
}

async fn marks_hold_what_they_show(desk: &Desk) {
    let mut clicked = 0;
    for (tool, args) in [
        ("analyze_topics", json!({"product": "mobile-banking", "kind": "complaint", "timeRange": "last 30 days"})),
        ("analyze_sentiment", json!({"product": "mobile-banking"})),
        ("get_category_breakdown", json!({"groupBy": "product"})),
        ("get_category_breakdown", json!({"groupBy": "channel", "kind": "complaint"})),
        ("get_category_breakdown", json!({"groupBy": "category", "timeRange": "November 2014"})),
        ("get_category_breakdown", json!({"groupBy": "state"})),
        ("get_category_breakdown", json!({"groupBy": "tier"})),
        ("query_data", json!({"typed": {"groupBy": [{"column": "product"}]}})),
    ] {
        let output = desk.ok(tool, args.clone()).await;
        // One group alone is not drawn.
        let Some(chart) = output.charts.first() else { continue };
        for (label, value, scope) in marks(chart) {
            let told = format!("{tool} {args}: {label}, {scope:?}");
            let counted = within(desk, &scope, "get_category_breakdown", json!({})).await;
            assert_eq!(counted.data["total"], value, "{told}");
            assert!(counted.charts.iter().all(|c| c.scope.as_ref().is_some_and(|s| s.values() == scope.values())));
            let typed = within(desk, &scope, "query_data", json!({"typed": {}})).await;
            assert_eq!(typed.data["total"], value, "{told}");
            let says = |field: &str| typed.data[field].as_str().is_some_and(|words| !words.is_empty());
            assert!(says("which") || says("adjectives"), "{told}");
            let found =
                within(desk, &scope, "search_knowledge_base", json!({"query": "update log in", "topK": 50})).await;
            for source in found.sources.iter().filter(|s| s.kind == model::answer::SourceKind::Communication) {
                let record = store::records::communications(&desk.db, std::slice::from_ref(&source.id)).await.unwrap();
                assert!(holds(&scope, &record[0]), "{told}: {}", source.id);
            }
            clicked += 1;
        }
    }
    assert!(clicked > 15, "too few marks to say anything: {clicked}");
}

/// Whether a message is one of those represented by a mark.
fn holds(scope: &Scope, c: &Communication) -> bool {
    let is = |wanted: &Option<String>, has: Option<&String>| wanted.as_ref().is_none_or(|w| has == Some(w));
    let channel = c.channel.to_string();
    is(&scope.product, c.product.as_ref())
        && is(&scope.category, c.category.as_ref())
        && is(&scope.topic, c.subcategory.as_ref().or(c.category.as_ref()))
        && is(&scope.channel, Some(&channel))
        && scope.kind.is_none_or(|kind| kind == c.kind)
        && scope.sentiment.is_none_or(|s| c.sentiment == Some(s))
}

async fn cases_too(desk: &Desk) {
    let output = desk.ok("analyze_sla_compliance", json!({})).await;
    let count = json!({"typed": {"dataset": "cases"}});
    for chart in &output.charts {
        for (label, value, scope) in marks(chart) {
            let typed = within(desk, &scope, "query_data", count.clone()).await;
            assert_eq!(typed.data["total"], value, "{label}");
            let counted = within(desk, &scope, "get_category_breakdown", json!({"dataType": "cases"})).await;
            assert_eq!(counted.data["total"], value, "{label}");
        }
    }
}

async fn what_lies_outside_is_refused(desk: &Desk) {
    let scope =
        Scope { product: Some("mobile-banking".into()), topic: Some("Login failures".into()), ..Scope::default() };
    for (tool, args) in [
        ("get_category_breakdown", json!({"product": "mortgage"})),
        ("get_category_breakdown", json!({"subcategory": "Crashes"})),
        ("query_data", json!({"typed": {"filter": {"is": {"column": "product", "values": ["mortgage"]}}}})),
    ] {
        let error = desk.within(scope.clone(), tool, args.clone()).await.unwrap_err();
        assert!(error.message.contains("outside it"), "{tool} {args}: {error}");
    }
    let logins = desk.ok("search_knowledge_base", json!({"query": "update log in", "topK": 50})).await;
    let login = logins.sources.iter().find(|s| s.kind == model::answer::SourceKind::Communication);
    let login = login.expect("a message about a login");
    let others = Scope { selected_items: vec!["Early repayment fee".into()], ..Scope::default() };
    let error = desk.within(others, "get_record", json!({"id": login.id})).await.unwrap_err();
    assert!(error.message.contains("limited to topics \"Early repayment fee\"; \""), "{error}");
    let nowhere = Scope { topic: Some("Space travel".into()), ..Scope::default() };
    let error = desk.within(nowhere, "get_category_breakdown", json!({})).await.unwrap_err();
    assert!(error.message.contains("No topic \"Space travel\""), "{error}");
    let channel = Scope { channel: Some("pigeon".into()), ..Scope::default() };
    assert!(
        desk.within(channel, "get_category_breakdown", json!({})).await.is_err(),
        "a wrong channel lets nothing through"
    );
}

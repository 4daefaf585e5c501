//! The whole loop in Anthropic's format, which the other files test in OpenAI's; and a result of three megabytes.

use model::record::{Channel, Communication, CommunicationStatus, Customer, Kind, Tier};
use model::run::{RunStatus, Strategy};
use server::store::write::{self, Batch};

use super::*;
use crate::app::small_bank;

/// A schema is answered by a call with its name, as this format does it.
fn by_schema(name: &str, value: Value) -> Step {
    Step::call(name, value)
}

async fn anthropic(strategy: &str, steps: Vec<Step>) -> Desk {
    let mut steps: VecDeque<Step> = steps.into();
    let model = ScriptedModel::answering(5, move |seen| match purpose(seen) {
        "route" => {
            let Step::Text(text) = route(&["analyze_topics"]) else { panic!("a route is a text") };
            by_schema("route", serde_json::from_str(&text).unwrap())
        }
        "follow-ups" => Step::text("When did the login failures begin?"),
        _ => steps.pop_front().unwrap_or_else(|| Step::status(418, "the script is over")),
    })
    .await;
    let more = [("PLUMBLINE_LLM_PROVIDER", "anthropic"), ("PLUMBLINE_LLM_MODEL", "claude-sonnet-4-5")];
    Desk::with(strategy, model, &more).await
}

#[tokio::test]
async fn every_strategy_works_in_the_other_format() {
    let args = json!({"kind": "complaint", "product": "mobile-banking", "timeRange": "last 30 days"});
    let two = Step::Calls(vec![
        ("analyze_topics".into(), args.to_string()),
        ("search_knowledge_base".into(), json!({"query": "sign-in ąžuolas"}).to_string()),
    ]);
    let line = Step::text(&format!("Thought: Topics.\nAction: analyze_topics\nAction Input: {args}"));
    let Step::Text(done) = answer() else { panic!("an answer is a text") };
    let plan = by_schema("plan", json!({"reasoning": "Topics.", "calls": [{"tool": "analyze_topics", "args": args}]}));
    let enough = json!({"is_sufficient": true, "reasoning": "It is there.", "additional_calls": []});
    for (strategy, steps, calls) in [
        ("tools", vec![two, answer()], 2),
        ("react", vec![line, Step::text(&format!("Thought: Enough.\nFinal Answer: {done}"))], 1),
        ("plan", vec![plan, by_schema("reflection", enough), answer()], 1),
    ] {
        let asked = steps.len() + 1;
        let desk = anthropic(strategy, steps).await;
        let run = desk.ask(WHY).await;
        assert_eq!((run.status, run.strategy), (RunStatus::Completed, strategy.parse::<Strategy>().unwrap()));
        assert!(falls(&desk.events(&run).await).is_empty(), "{strategy}: {:?}", notes(&run));
        assert!(text(&run).contains("Login failures 50% (6)"), "{strategy}: {}", text(&run));
        assert_eq!(run.calls().count(), calls, "{strategy}");
        assert_eq!((run.model.as_str(), run.usage.model_calls as usize), ("anthropic/claude-sonnet-4-5", asked));
        assert_eq!(
            (run.usage.tokens_prompt, run.usage.tokens_cached, run.usage.unpriced),
            (100 * asked as u64, 40 * asked as u64, 0)
        );
        assert!(desk.model.seen().iter().all(|seen| seen.path.ends_with("/messages")));
        let last = desk.model.seen().into_iter().rev().find(|seen| purpose(seen) != "follow-ups").unwrap();
        assert!(text_of(&last).contains("<result call=\"c1\" tool=\"analyze_topics\">"), "{strategy}: {}", last.body);
    }
}

#[tokio::test]
async fn results_go_back_under_the_ids_of_their_calls() {
    let two = Step::Calls(vec![
        ("analyze_topics".into(), json!({"kind": "complaint"}).to_string()),
        ("get_daily_volumes".into(), "{}".into()),
    ]);
    let desk = anthropic("tools", vec![two, answer()]).await;
    desk.ask(WHY).await;
    let messages = desk.asked("step")[1].body["messages"].as_array().unwrap().clone();
    let of = |role: &str, kind: &str, id: &str| -> Vec<Value> {
        let of_role = messages.iter().filter(|m| m["role"] == role);
        let blocks = of_role.flat_map(|m| m["content"].as_array().cloned().unwrap_or_default());
        blocks.filter(|b| b["type"] == kind).map(|b| b[id].clone()).collect()
    };
    let (asked, answered) = (of("assistant", "tool_use", "id"), of("user", "tool_result", "tool_use_id"));
    assert_eq!((asked.len(), &asked), (2, &answered));
    assert!(text_of(&desk.asked("step")[1]).contains("dataType is missing"), "an error is a result, too");
}

/// A customer whose five latest messages have subjects of 700,000 characters each.
fn heavy() -> Batch {
    let mut batch = small_bank();
    let mut customer: Customer = batch.customers[0].clone();
    (customer.id, customer.name, customer.tier) = ("cust-900".into(), "Langsatz Verlag".into(), Tier::Gold);
    let like: Communication = batch.communications[0].clone();
    batch.communications = (0..5)
        .map(|n| Communication {
            id: format!("comm-9{n:04}"),
            customer_id: customer.id.clone(),
            channel: Channel::Letter,
            status: CommunicationStatus::Open,
            kind: Kind::Request,
            subject: Some(format!("{n} {}", "žodis {\"a\": [1]} ".repeat(41_000))),
            ..like.clone()
        })
        .collect();
    batch.customers = vec![customer];
    (batch.cases, batch.documents) = (Vec::new(), Vec::new());
    batch
}

#[tokio::test]
async fn a_result_of_three_megabytes_reaches_people_whole_and_the_model_in_part() {
    let look = Step::call("get_customer_info", json!({"customerId": "cust-900"}));
    let on = Step::call("read_more", json!({"from": 3}));
    let desk = Desk::start("tools", vec![look, on, Step::text("Langsatz Verlag is a gold customer.")]).await;
    write::store(&desk.app.services.db, &heavy(), 1).await.unwrap();
    let (status, body) = desk.app.post("/api/research", json!({"query": "Tell me about Langsatz Verlag"})).await;
    assert_eq!(status, 200, "{}", &body.to_string()[..300]);
    assert_eq!(body["answer"], "Langsatz Verlag is a gold customer.");
    let whole = body["actions"][0]["output"].to_string();
    assert!(whole.len() > 3_000_000, "{}", whole.len());
    // The model saw six thousand characters of it at most, and a page where it asked to read on.
    for step in desk.asked("step") {
        for message in step.body["messages"].as_array().unwrap().iter().filter(|m| m["role"] == "tool") {
            let (told, budget) = message["content"].as_str().unwrap().split_once("</result>").unwrap();
            assert!(
                told.chars().count() <= 6000 && budget.ends_with("are left.)"),
                "{} {budget}",
                told.chars().count()
            );
        }
    }
    let page = body["actions"][1]["output"]["text"].as_str().unwrap();
    assert!(page.contains("žodis") && body["actions"][1]["success"] == true, "{page}");
    // The stream has all of it as well.
    let events = format!("{}/api/research/runs/{}/events", desk.app.url, body["runId"].as_str().unwrap());
    let streamed = desk.app.client.get(events).send().await.unwrap().text().await.unwrap();
    let events = streamed.lines().filter_map(|l| serde_json::from_str::<Value>(l.strip_prefix("data: ")?).ok());
    let event = events.into_iter().find(|e| e["type"] == "tool_finished").unwrap();
    let texts = |output: &Value| output["recentCommunications"].clone();
    assert_eq!(texts(&event["outcome"]["output"]["data"]), texts(&body["actions"][0]["output"]));
}

//! What a model that calls tools natively is offered: every tool that a prompt names, further ones on demand, a budget
//! that it sees, a question back.

use serde_json::{Value, json};

use super::*;
use model::run::{Outcome, RunStatus};

const DEALS: &str = "Which deals may slip this quarter?";

/// The desk with the demo's sources of sales beside the bank.
async fn with_sales(steps: Vec<Step>) -> (Desk, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    server::demo::write("sources/sales", &folder.path().join("sales")).unwrap();
    let place = folder.path().display().to_string();
    let desk = Desk::with("auto", scripted(steps).await, &[("PLUMBLINE_SOURCES_DIR", &place)]).await;
    desk.app.services.declare_sources().await;
    (desk, folder)
}

fn offered(request: &Seen) -> Vec<String> {
    let tools = request.body["tools"].as_array().map(Vec::as_slice).unwrap_or_default();
    tools.iter().map(|tool| tool["function"]["name"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn a_prompt_names_only_tools_that_it_offers() {
    let questions = [
        WHY,
        DEALS,
        ODD,
        "Draft a short apology to Acme about their open complaint.",
        "Open a case for Acme.",
        "Compare the pipeline with the targets.",
        "How many messages came by phone in January?",
        "What share of revenue comes from high margins?",
    ];
    let (desk, _folder) = with_sales(questions.iter().map(|_| Step::text("I do not know.")).collect()).await;
    for question in questions {
        desk.ask(question).await;
    }
    let tools = desk.app.services.agent.tools();
    let mut known: Vec<&str> = tools.all().iter().map(|tool| &*tool.name).collect();
    known.extend(["calculate", "read_more", "find_tools", "ask_person"]);
    // A reply without a call is asked for once more.
    let requests = desk.asked("step");
    assert!(requests.len() >= questions.len());
    for request in requests.into_iter().filter(|request| request.body.get("tools").is_some()) {
        let names = offered(&request);
        assert!(names.len() <= 10, "{names:?}");
        let text = format!("{} {}", text_of(&request), request.body["tools"]);
        let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        // A name of one word is a word like any other, unless it is marked as a name.
        let named = words.filter(|word| word.contains('_') && known.contains(word));
        let missing: Vec<&str> = named.filter(|word| !names.iter().any(|name| name == word)).collect();
        assert!(missing.is_empty(), "{missing:?} are named, {names:?} offered");
    }
}

#[tokio::test]
async fn further_tools_are_found_on_demand_and_stay() {
    let find = Step::call("find_tools", json!({"skill": "office"}));
    let then = Step::call("analyze_topics", json!({"kind": "complaint", "timeRange": "last 30 days"}));
    let desk = Desk::start("tools", vec![find, then, answer()]).await;
    let run = desk.ask(WHY).await;
    assert_eq!(run.status, RunStatus::Completed, "{:?}", notes(&run));
    let requests = desk.asked("step");
    let before = offered(&requests[0]);
    assert!(before.contains(&"find_tools".to_owned()) && !before.contains(&"draft_email".to_owned()), "{before:?}");
    for request in &requests[1..] {
        let after = offered(request);
        assert_eq!(after[..before.len()], before, "the list before them stays as it was");
        assert!(after.contains(&"draft_email".to_owned()), "{after:?}");
    }
    // What a tool's description says is no source: the series of numbers begins with the first result.
    assert_eq!(run.answer.as_ref().unwrap().citations.len(), 1, "{:?}", run.answer);
    let desk = Desk::start("tools", vec![Step::call("find_tools", json!({"skill": "ofice"})), answer()]).await;
    let run = desk.ask(WHY).await;
    let Some(Outcome::Error { error, suggestion, .. }) = run.calls().next().unwrap().outcome.clone() else { panic!() };
    assert!(
        error.contains("ofice") && suggestion.as_ref().is_some_and(|s| s.instead == "office"),
        "{error} {suggestion:?}"
    );
}

#[tokio::test]
async fn every_call_gets_a_reply_and_the_same_conversation_concludes() {
    let topic =
        |days: u32| ("analyze_topics".to_owned(), json!({"timeRange": format!("last {days} days")}).to_string());
    let steps =
        vec![Step::Calls(vec![topic(30), topic(60)]), Step::Calls(vec![topic(90), topic(20), topic(10)]), answer()];
    let desk = Desk::with("tools", scripted(steps).await, &[("PLUMBLINE_MAX_TOOL_CALLS", "3")]).await;
    let run = desk.ask(WHY).await;
    let beyond: Vec<bool> = run.calls().map(|call| call.output().is_none()).collect();
    assert_eq!(beyond, [false, false, false, true, true]);
    let (first, last) = (desk.asked("step"), desk.asked("synthesize").remove(0));
    let messages = |request: &Seen| request.body["messages"].as_array().unwrap().clone();
    let (then, now) = (messages(&first[1]), messages(&last));
    assert_eq!(now[..then.len()], then, "the conversation goes on as it was");
    let replies: Vec<&Value> = now.iter().filter(|m| m["role"] == "tool").collect();
    assert_eq!(replies.len(), 5, "one for each call");
    let text = |n: usize| replies[n]["content"].as_str().unwrap();
    assert!(text(1).ends_with("(1 of 3 calls and 9 of 10 steps are left: begin to conclude.)"), "{}", text(1));
    assert!(!text(0).contains("are left") && text(4).contains("Not called: all 3 calls"), "{}", text(4));
    assert_eq!(last.body["tools"], first[1].body["tools"]);
    assert_eq!(last.body["tool_choice"], "none");
}

#[tokio::test]
async fn a_question_back_ends_the_turn_and_its_choices_are_the_next_questions() {
    let ask = json!({"question": "Complaints about the app, or about the website?",
        "choices": ["Why do customers complain about the mobile app?", "Why do customers complain about the website?"]});
    let desk = Desk::start("tools", vec![topics(), Step::call("ask_person", ask.clone())]).await;
    let run = desk.ask(WHY).await;
    assert_eq!(text(&run), ask["question"]);
    assert_eq!(json!(run.follow_ups), ask["choices"]);
    assert!(!run.answer.as_ref().unwrap().reasons.is_empty());
}

#[tokio::test]
async fn an_earlier_answer_goes_without_its_numbers_and_names_its_records() {
    let search = Step::call("search_knowledge_base", json!({"query": "sign-in update"}));
    let steps = vec![search, Step::text("It began with the update [1]."), topics(), answer()];
    let desk = Desk::start("tools", steps).await;
    let first = desk.ask(WHY).await;
    let cited = serde_json::to_value(&first.answer.as_ref().unwrap().citations[0]).unwrap();
    desk.post(json!({"query": "And which customers?", "sessionId": first.session_id})).await;
    let later = desk.asked("step").into_iter().nth(2).unwrap();
    let history = later.body["messages"][2]["content"].as_str().unwrap();
    assert!(history.starts_with("It began with the update") && !history.contains("[1]"), "{history}");
    let id = cited["id"].as_str().or_else(|| cited["record"]["id"].as_str());
    assert!(id.is_none_or(|id| history.contains(id)), "{history} {cited}");
}

//! The messages to a model over a conversation: earlier turns, their summary, long results, chunks of an answer.

use futures::StreamExt;

use super::*;

#[tokio::test]
async fn earlier_turns_are_told() {
    let desk = Desk::start("tools", vec![topics(), answer(), topics(), Step::text("6 of them [1].")]).await;
    let first = desk.ask(WHY).await;
    let second = desk.post(json!({"query": ODD, "sessionId": first.session_id})).await;
    assert_eq!(text(&second), "6 of them [1].");
    let messages = desk.asked("step")[2].body["messages"].as_array().unwrap().clone();
    let roles: Vec<_> = messages.iter().map(|m| m["role"].as_str().unwrap()).collect();
    assert_eq!(roles, ["system", "user", "assistant", "user"]);
    assert!(messages[2]["content"].as_str().unwrap().contains("Login failures"));

    // A caller that keeps its own turns sends them along.
    let desk =
        Desk::start("react", vec![Step::text("Action: analyze_topics"), Step::text("Final Answer: See [1].")]).await;
    let history = json!([{"role": "user", "content": "About fees?"}, {"role": "assistant", "content": "Fees rose."}]);
    desk.post(json!({"query": "How many of those?", "conversationHistory": history})).await;
    for request in [&desk.asked("step")[0], &desk.asked("route")[0]] {
        assert!(text_of(request).contains("User: About fees?\nAssistant: Fees rose."));
    }

    // Or says in its own words what it is about.
    let desk =
        Desk::start("react", vec![Step::text("Action: analyze_topics"), Step::text("Final Answer: See [1].")]).await;
    desk.post(json!({"query": "How many of those?", "context": "The board looks at fees."})).await;
    assert!(text_of(&desk.asked("step")[0]).contains("User: The board looks at fees."));
}

#[tokio::test]
async fn long_conversations_are_summed_up() {
    let turns: Vec<Value> = (0..6)
        .map(|n| json!({"role": if n % 2 == 0 { "user" } else { "assistant" }, "content": format!("turn{n} {}", "word ".repeat(60))}))
        .collect();
    let settings = [("CONTEXT_TOKEN_BUDGET", "200"), ("CONTEXT_KEEP_RECENT", "2")];
    for (summary, wanted) in
        [(Step::text("Four turns of words."), "Four turns of words."), (Step::status(400, "no"), "User: turn0 word")]
    {
        let mut summary = Some(summary);
        let mut steps = VecDeque::from([topics(), answer()]);
        let model = ScriptedModel::answering(7, move |seen| match purpose(seen) {
            "route" => route(&[]),
            "summarize" => summary.take().unwrap_or_else(|| Step::text("again")),
            "step" => steps.pop_front().unwrap_or_else(answer),
            _ => Step::text(""),
        })
        .await;
        let desk = Desk::with("tools", model, &settings).await;
        let run = desk.post(json!({"query": WHY, "conversationHistory": turns})).await;
        assert!(kinds(&desk.events(&run).await).contains(&"compressed"), "{:?}", notes(&run));
        let (count, kept) = run.summary.clone().unwrap();
        assert!(count == 4 && kept.contains(wanted), "{count} {kept}");
        for step in desk.asked("step") {
            let messages = step.body["messages"].as_array().unwrap().clone();
            let told = text_of(&step);
            assert!(told.contains("Previous conversation summary:") && told.contains(wanted), "{told}");
            assert!(told.contains("turn4") && told.contains("turn5"));
            assert!(messages.len() >= 5);
        }
        assert_eq!(desk.asked("summarize").len(), 1, "summed up once, and kept");
    }
    let desk = Desk::with("tools", scripted(vec![topics(), answer()]).await, &[("CONTEXT_TOKEN_BUDGET", "9000")]).await;
    let run = desk.post(json!({"query": WHY, "conversationHistory": turns})).await;
    assert_eq!(run.summary, None, "under the budget nothing is touched");
}

#[tokio::test]
async fn the_rest_of_a_long_result_can_be_read() {
    let long =
        Step::call("get_daily_volumes", json!({"dataType": "communications", "timeRange": "2025-11-01 to 2026-01-31"}));
    let more = Step::call("read_more", json!({"from": 10}));
    let beyond = Step::call("read_more", json!({"from": 999}));
    let model = scripted(vec![long, more, beyond, Step::text("20 communications in all.")]).await;
    let desk = Desk::with("tools", model, &[("PLUMBLINE_OBSERVATION_CHARS", "800")]).await;
    let run = desk.ask("How many communications came per day since November?").await;
    let steps = desk.asked("step");
    let result = |n: usize| {
        let messages = steps[n].body["messages"].as_array().unwrap().clone();
        messages.iter().rev().find(|m| m["role"] == "tool").unwrap()["content"].as_str().unwrap().to_owned()
    };
    let cut = result(1);
    assert!(cut.chars().count() <= 800 && cut.contains("more: read_more {\"from\": "), "{cut}");
    let page = run.calls().nth(1).unwrap().outcome.as_ref().unwrap().output().unwrap().clone();
    assert!(page.data["text"].as_str().unwrap().contains("\n[10] 2025-"), "{page:?}");
    assert!(result(3).contains("There is no row 999"), "{}", result(3));
    assert_eq!(text(&run), "20 communications in all.");
    let whole = run.calls().next().unwrap().outcome.as_ref().unwrap().output().unwrap();
    assert!(whole.data.to_string().len() > 2000, "people and the check have all of it");
}

#[tokio::test]
async fn pieces_of_an_answer_go_out_live_and_are_not_stored() {
    let thinking = "Thought: Enough, I think.\nFinal Answer: Login failures, mostly [1].";
    let desk = Desk::start("react", vec![Step::text("Action: analyze_topics"), Step::text(thinking)]).await;
    let request = desk.app.client.post(format!("{}/api/research", desk.app.url)).header("accept", "text/event-stream");
    let mut stream = request.json(&json!({"query": WHY})).send().await.unwrap().bytes_stream();
    let mut all = String::new();
    while let Some(chunk) = stream.next().await {
        all.push_str(std::str::from_utf8(&chunk.unwrap()).unwrap());
    }
    let blocks: Vec<&str> = all.split("\n\n").collect();
    let pieces: String = blocks
        .iter()
        .filter(|b| b.starts_with("event: delta"))
        .filter_map(|b| serde_json::from_str::<Value>(b.split_once("data: ")?.1).ok())
        .filter_map(|v| v["text"].as_str().map(str::to_owned))
        .collect();
    assert_eq!(pieces.trim(), "Login failures, mostly [1].", "the protocol around it is for nobody");
    assert!(blocks.iter().rev().any(|b| b.contains("\"type\":\"finished\"")), "the stream ends with the run");
    let id = all.split("\"runId\":\"").nth(1).and_then(|t| t.split('"').next()).unwrap().to_owned();
    let run = desk.run(&id).await;
    assert!(desk.events(&run).await.iter().all(|e| e.event.name() != "delta"));
}

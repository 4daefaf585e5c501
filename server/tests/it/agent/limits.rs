//! Limits of a run: the warning before a limit, and the result after it; and the check of answers.

use model::run::RunStatus;

use super::*;

/// A model that looks up a new word each time and never finishes.
async fn restless(synthesis: &'static str) -> ScriptedModel {
    let mut n = 0;
    ScriptedModel::answering(7, move |seen| match purpose(seen) {
        "route" => route(&["search_knowledge_base"]),
        "step" => {
            n += 1;
            Step::call(
                "get_daily_volumes",
                json!({"dataType": "communications", "timeRange": format!("last {n} days")}),
            )
        }
        "synthesize" => Step::text(synthesis),
        _ => Step::text(""),
    })
    .await
}

#[tokio::test]
async fn at_the_last_iteration_it_answers_from_what_there_is() {
    let desk = Desk::with("tools", restless("What was found: opening hours, mostly.").await, &[]).await;
    let run = desk.post(json!({"query": "What happens these days?", "maxIterations": 4})).await;
    assert_eq!((run.status, run.calls().count(), run.iteration), (RunStatus::Completed, 4, 4));
    let answer = run.answer.as_ref().unwrap();
    assert!(answer.partial && answer.reasons[0].starts_with("Max iterations reached"), "{answer:?}");
    assert_eq!(answer.text, "What was found: opening hours, mostly.");
    let prompt = text_of(&desk.asked("synthesize")[0]);
    assert!(prompt.contains("Max iterations reached: 4. No further tool can be called."), "{prompt}");
    // Two steps before, it was told, and people could see that it was.
    let steps = desk.asked("step");
    let warned: Vec<bool> = steps.iter().map(|s| text_of(s).contains("steps are left: begin to conclude.)")).collect();
    assert_eq!(warned, [false, false, true, true]);
    assert_eq!(notes(&run).iter().filter(|(label, _)| *label == NoteKind::Limit(Bound::Near)).count(), 1);
    // 0.5, four calls, sources, and the limit without an answer.
    assert_eq!(run.run_score.unwrap().value, 0.8);
}

#[tokio::test]
async fn calls_tokens_and_money_are_bounded() {
    for (setting, value, label, asks) in [
        ("PLUMBLINE_MAX_TOOL_CALLS", "3", NoteKind::Limit(Bound::ToolCalls), 1),
        ("PLUMBLINE_RUN_MAX_TOKENS", "360", NoteKind::Limit(Bound::Tokens), 0),
        ("PLUMBLINE_RUN_MAX_COST_USD", "0.00018", NoteKind::Limit(Bound::Cost), 0),
    ] {
        let desk = Desk::with("tools", restless("Little.").await, &[(setting, value)]).await;
        let run = desk.ask("What happens these days?").await;
        assert!(notes(&run).iter().any(|(l, _)| *l == label), "{setting}: {:?}", notes(&run));
        assert!(notes(&run).iter().any(|(l, _)| *l == NoteKind::Limit(Bound::Near)), "{setting}: {:?}", notes(&run));
        assert_eq!(desk.asked("synthesize").len(), asks, "{setting}: what is spent is not spent again");
        assert!(run.answer.as_ref().unwrap().partial && !text(&run).is_empty(), "{setting}");
        assert!(run.calls().count() <= 3, "{setting}");
    }
}

#[tokio::test]
async fn a_limit_of_money_that_cannot_be_kept_says_so() {
    let unknown = ("PLUMBLINE_LLM_MODEL", "a-model-nobody-knows");
    let limit = ("PLUMBLINE_RUN_MAX_COST_USD", "0.00018");
    let desk = Desk::with("tools", scripted(vec![topics(), answer()]).await, &[unknown, limit]).await;
    let (_, body) = desk.app.post("/api/research", json!({"query": WHY})).await;
    assert_eq!((body["usage"]["unpriced"].as_u64(), body["usage"]["costUsd"].as_f64()), (Some(3), Some(0.0)), "{body}");
    let run = desk.run(body["runId"].as_str().unwrap()).await;
    let said: Vec<_> =
        notes(&run).into_iter().filter(|(label, _)| *label == NoteKind::Limit(Bound::CostUnknown)).collect();
    let [(_, said)] = said[..] else { panic!("once: {:?}", notes(&run)) };
    for part in ["openai/a-model-nobody-knows", "0.0002 US dollars", "PLUMBLINE_LLM_PRICES"] {
        assert!(said.contains(part), "{said}");
    }
    assert!(text(&run).contains("Login failures"), "the run goes on");

    // With a price of one's own the limit holds.
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(&file, "[[model]]\nname = 'a-model-nobody-knows'\ninput = 0.40\noutput = 1.60\ncached = 0.10\n")
        .unwrap();
    let prices = ("PLUMBLINE_LLM_PRICES", file.path().to_str().unwrap());
    let desk = Desk::with("tools", restless("Little.").await, &[unknown, limit, prices]).await;
    let run = desk.ask("What happens these days?").await;
    assert!(notes(&run).iter().any(|(label, _)| *label == NoteKind::Limit(Bound::Cost)), "{:?}", notes(&run));
    assert_eq!(run.usage.unpriced, 0);

    // Without a limit nobody need be told.
    let desk = Desk::with("tools", scripted(vec![topics(), answer()]).await, &[unknown]).await;
    assert!(notes(&desk.ask(WHY).await).iter().all(|(label, _)| *label != NoteKind::Limit(Bound::CostUnknown)));
}

#[tokio::test]
async fn a_conversation_tells_what_all_its_runs_have_cost() {
    let desk = Desk::start("tools", vec![topics(), answer(), topics(), answer()]).await;
    let first = desk.ask(WHY).await;
    desk.post(json!({"query": WHY, "sessionId": first.session_id})).await;
    let (_, body) = desk.app.get(&format!("/api/research/conversation/{}", first.session_id)).await;
    let usage = &body["usage"];
    // Six replies of 100 tokens read, 40 of them cached, and 20 written.
    assert_eq!(
        (&usage["modelCalls"], &usage["promptTokens"], &usage["completionTokens"]),
        (&json!(6), &json!(600), &json!(120))
    );
    assert_eq!(
        (&usage["cachedTokens"], &usage["costUsd"]),
        (&json!(240), &json!(0.0004)),
        "6 × 0.00006, four decimals"
    );
    assert!(usage["averageLatencyMs"].as_i64().is_some_and(|ms| (0..5_000).contains(&ms)), "{usage}");
    assert_eq!(body["runs"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn the_clock_ends_a_run_in_the_middle_of_a_reply() {
    let model = scripted(vec![topics(), Step::Hang]).await;
    let desk = Desk::with("tools", model, &[("PLUMBLINE_RUN_TIMEOUT_S", "2")]).await;
    let run = desk.ask("Paint me a picture of last month").await;
    assert!(notes(&run).iter().any(|(l, _)| *l == NoteKind::Limit(Bound::Time)), "{:?}", notes(&run));
    assert!(text(&run).contains("12 complaints"), "{}", text(&run));
    desk.model.hung_up().await;
}

#[tokio::test]
async fn claims_without_a_source_are_corrected_once() {
    let wrong = Step::text("Login failures were 61% of 12 complaints [1].");
    let right = Step::text("1: Login failures were 50% of 12 complaints [1].");
    let desk = Desk::start("tools", vec![topics(), wrong.clone(), right]).await;
    let run = desk.ask(WHY).await;
    assert_eq!(text(&run), "Login failures were 50% of 12 complaints [1].");
    let grounding = run.grounding.as_ref().unwrap();
    assert_eq!(grounding.checked(), grounding.grounded());
    let prompt = text_of(&desk.asked("repair")[0]);
    assert!(prompt.contains("not found: \"61%\"\n"), "{prompt}");

    // What the repair does not better stays as it was, and is marked.
    let desk = Desk::start("tools", vec![topics(), wrong.clone(), wrong]).await;
    let run = desk.ask(WHY).await;
    let unverified: Vec<_> =
        run.grounding.as_ref().unwrap().claims.iter().filter(|c| c.found.is_none()).map(|c| c.text.as_str()).collect();
    assert_eq!((unverified, desk.asked("repair").len()), (vec!["61%"], 1));
    // Who does not see the marks is told in words, in the reply and in what the conversation keeps (D-032).
    let note = "Note: Some details could not be fully verified.";
    let (_, kept) = desk.app.get("/admin/sessions?q=could+not+be+fully+verified").await;
    assert_eq!((&kept["total"], &kept["items"][0]["id"]), (&json!(1), &json!(run.session_id)), "{kept}");
    assert!(!text(&run).contains(note), "the answer itself stays as it was checked");

    let wrong = Step::text("Login failures were 61% of 12 complaints [1].");
    let desk = Desk::start("tools", vec![topics(), wrong.clone(), wrong]).await;
    let (_, body) = desk.app.post("/api/research", json!({"query": WHY})).await;
    let told = body["answer"].as_str().unwrap();
    assert!(told.starts_with(note), "{told}");
    for claim in body["grounding"]["claims"].as_array().unwrap() {
        let (from, to) = (claim["start"].as_u64().unwrap() as usize, claim["end"].as_u64().unwrap() as usize);
        assert_eq!(told[from..to], *claim["text"].as_str().unwrap(), "claims point into the text that is sent");
    }
    assert_eq!(body["riskFlags"][0]["code"], "UNVERIFIED", "{body}");
    assert!(body["confidenceScore"].as_i64().is_some() && body["confidenceTier"].is_string());
}

#[tokio::test]
async fn in_a_small_context_every_prompt_leaves_room_for_the_reply() {
    let volumes = |n: u32| {
        let range = format!("2025-{n:02}-01 to 2026-01-31");
        Step::call("get_daily_volumes", json!({"dataType": "communications", "timeRange": range}))
    };
    let steps = vec![Step::text("Summed up."), volumes(2), volumes(3), topics(), volumes(4), answer()];
    let turns: Vec<Value> = (0..12)
        .map(|n| json!({"role": if n % 2 == 0 { "user" } else { "assistant" }, "content": "word ".repeat(100)}))
        .collect();
    let desk = Desk::with("tools", scripted(steps).await, &[("PLUMBLINE_LLM_CONTEXT", "8192")]).await;
    let run = desk.post(json!({"query": ODD, "conversationHistory": turns})).await;
    assert_eq!((run.status, run.calls().count()), (RunStatus::Completed, 4), "{:?}", notes(&run));
    for seen in desk.model.seen() {
        let tokens = seen.body.to_string().chars().count() / 4;
        let room = seen.body["max_tokens"].as_u64().or(seen.body["max_completion_tokens"].as_u64()).unwrap_or(2000);
        assert!(tokens + room as usize <= 8192, "{}: {tokens} tokens and {room} for the reply", purpose(&seen));
    }
}

//! Each strategy from the question to the receipt.

use model::run::{Outcome, RunEvent, RunStatus, StepKind, Strategy};
use serde_json::json;

use super::*;
use crate::agent::log::Log;

pub fn two_calls() -> Step {
    Step::Calls(vec![
        ("analyze_topics".into(), json!({"kind": "complaint", "timeRange": "last 30 days"}).to_string()),
        ("search_knowledge_base".into(), json!({"query": "sign-in update"}).to_string()),
    ])
}

#[tokio::test]
async fn tools_are_called_side_by_side_and_their_results_go_back() {
    let desk = Desk::start("auto", vec![two_calls(), answer()]).await;
    let run = desk.ask(WHY).await;
    assert_eq!((run.strategy, run.status), (Strategy::Tools, RunStatus::Completed), "{:?}", notes(&run));
    assert_eq!(run.model, "openai/gpt-4.1-mini");
    assert!(text(&run).contains("Login failures 50% (6)") && text(&run).ends_with("[1]."), "{}", text(&run));
    assert_eq!(run.answer.as_ref().unwrap().citations.len(), 1);
    assert_eq!(run.follow_ups.len(), 3, "{:?}", run.follow_ups);
    let calls: Vec<_> = run.calls().map(|c| (c.id.as_str(), c.iteration)).collect();
    assert_eq!(calls, [("c1", 1), ("c2", 1)]);
    let events = desk.events(&run).await;
    let kinds = kinds(&events);
    assert_eq!(kinds[..4], ["started", "routed", "thinking", "model_called"], "no call where the parse is sure");
    assert!(kinds.ends_with(&["answered", "grounded", "model_called", "follow_ups", "finished"]), "{kinds:?}");
    // Each reply costs 100 tokens read, 40 of them cached, and 20 written.
    let receipt = run.receipt.clone().unwrap();
    assert_eq!((receipt.tokens_prompt, receipt.tokens_completion, receipt.iterations), (300, 60, 2));
    let each = (60.0 * 0.40 + 40.0 * 0.10 + 20.0 * 1.60) / 1e6;
    assert!((receipt.cost_usd - 3.0 * each).abs() < 1e-12, "{}", receipt.cost_usd);

    let steps = desk.asked("step");
    assert_eq!(steps[0].body["tool_choice"], "required", "a question about data begins with a call");
    let tools: Vec<&str> =
        steps[0].body["tools"].as_array().unwrap().iter().map(|t| t["function"]["name"].as_str().unwrap()).collect();
    assert!(tools.len() == 10 && ["analyze_topics", "calculate", "read_more"].iter().all(|t| tools.contains(t)));
    let size = steps[0].body.to_string().chars().count();
    println!("the first call: {size} characters");
    assert!(size < 14_000, "the first call has {size} characters, at four a token too many");
    let messages = steps[1].body["messages"].as_array().unwrap();
    let called = messages.iter().find(|m| m["role"] == "assistant").unwrap();
    assert_eq!(called["tool_calls"].as_array().unwrap().len(), 2);
    let results: Vec<_> = messages.iter().filter(|m| m["role"] == "tool").collect();
    assert_eq!(results[1]["tool_call_id"], called["tool_calls"][1]["id"]);
    for result in &results {
        let text = result["content"].as_str().unwrap();
        let (shown, budget) = text.split_once("</result>").unwrap();
        assert!(text.starts_with("<result call=\"c") && shown.chars().count() <= 6000, "{text}");
        assert_eq!(budget.is_empty(), *result != *results.last().unwrap(), "{budget}");
    }
    let system = messages[0]["content"].as_str().unwrap();
    for part in ["Always cite the sources", "2026-01-31", "- cases: opened for them", "query_data"] {
        assert!(system.contains(part), "{part} is missing: {system}");
    }
}

#[tokio::test]
async fn lines_are_read_in_all_three_spellings_and_never_shown() {
    let args = json!({"kind": "complaint", "timeRange": "last 30 days"});
    let third = json!({"reasoning": "When it began.", "action": "tool", "tool": "get_daily_volumes",
        "args": {"dataType": "communications", "kind": "complaint"}});
    let desk = Desk::start(
        "react",
        vec![
            Step::text(&format!("Thought: What is it about?\nAction: analyze_topics\nAction Input: {args}\nObservation: invented\nFinal Answer: 99")),
            Step::text(&format!("Thought: Examples.\nAction: {}", json!({"tool": "search_knowledge_base", "input": {"query": "sign-in {code}"}}))),
            Step::text(&third.to_string()),
            Step::text("Thought: Enough.\nFinal Answer: 6 of 12 complaints were login failures [1]."),
        ],
    )
    .await;
    let run = desk.ask(WHY).await;
    assert_eq!(run.strategy, Strategy::React);
    let tools: Vec<_> = run.calls().map(|c| c.tool.as_str()).collect();
    assert_eq!(tools, ["analyze_topics", "search_knowledge_base", "get_daily_volumes"]);
    assert!(run.calls().all(|c| matches!(c.outcome, Some(Outcome::Ok { .. }))), "{run:?}");
    let thoughts: Vec<_> = run
        .steps
        .iter()
        .filter_map(|s| if let StepKind::Thought { text, .. } = &s.kind { Some(text.as_str()) } else { None })
        .collect();
    assert_eq!(thoughts, ["What is it about?", "Examples.", "When it began.", "Enough."]);
    assert!(text(&run).starts_with("6 of 12 complaints"), "{}", text(&run));
    let shown = serde_json::to_string(&run).unwrap();
    assert!(!shown.contains("Action Input") && !shown.contains("invented"), "{shown}");
    let last = text_of(desk.asked("step").last().unwrap());
    assert!(last.contains("Observation: <result call=\"c2\"") && last.contains("Recommended: "));
    let headings = ["### Primary domain tools (recommended)", "### Other tools (available if needed)"];
    assert!(headings.iter().all(|heading| last.contains(heading)), "{last}");
}

#[tokio::test]
async fn an_action_wins_over_an_answer_in_the_same_reply() {
    let both = "Final Answer: Probably the app.\nAction: analyze_topics\nAction Input: {\"kind\": \"complaint\"}";
    let done = Step::text("Action: respond\nAction Input: {\"message\": \"Mostly login failures [1].\"}");
    let desk = Desk::start("react", vec![Step::text(both), done]).await;
    let run = desk.ask(WHY).await;
    assert_eq!((run.calls().count(), text(&run)), (1, "Mostly login failures [1]."));
    let dropped = notes(&run).into_iter().find(|(label, _)| *label == NoteKind::Fallback).unwrap();
    assert!(dropped.1.contains("The answer gave way to the action"), "{dropped:?}");
    assert_eq!(run.strategy, Strategy::React, "that is no change of reasoner");
}

#[tokio::test]
async fn a_plan_is_made_carried_out_and_reflected_on() {
    let plan = json!({"reasoning": "Topics first.", "tools": ["analyze_topics", "no_such_tool"],
        "tool_params": {"analyze_topics": {"timeRange": "last 30 days"}}});
    // Insufficient without saying so: it goes on because it names a call; the same tool with other arguments.
    let more = json!({"reasoning": "The year before is missing.",
        "additional_calls": [{"tool": "analyze_topics", "args": {"timeRange": "2025"}}, {"tool": "analyze_topics", "args": {"timeRange": "last 30 days"}}]});
    let enough = json!({"is_sufficient": true, "reasoning": "Both periods are there.", "additional_calls": []});
    let steps =
        vec![Step::text(&plan.to_string()), Step::text(&more.to_string()), Step::text(&enough.to_string()), answer()];
    let desk = Desk::start("plan", steps).await;
    let run = desk.ask(WHY).await;
    assert_eq!((run.strategy, run.status), (Strategy::Plan, RunStatus::Completed), "{:?}", notes(&run));
    let events = desk.events(&run).await;
    let phases: Vec<_> = kinds(&events)
        .into_iter()
        .filter(|k| ["planned", "tool_started", "reflected", "answered", "grounded"].contains(k))
        .collect();
    assert_eq!(
        phases,
        [
            "planned", "tool_started", "tool_started", "reflected", "planned", "tool_started", "reflected", "answered",
            "grounded"
        ]
    );
    let unknown = run.calls().find(|c| c.tool == "no_such_tool").unwrap();
    assert!(
        matches!(&unknown.outcome, Some(Outcome::Error { error, .. }) if error.contains("Unknown tool: no_such_tool"))
    );
    assert_eq!(run.calls().filter(|c| c.tool == "analyze_topics").count(), 2);
    assert!(!run.answer.as_ref().unwrap().partial);
    let (_, body) = desk.app.get(&format!("/api/research/runs/{}", run.id)).await;
    assert_eq!(body["usage"]["modelCalls"], 5);
    // Five calls of a model for two passes, with the follow-ups.
    assert_eq!(run.usage.model_calls, 5);
}

/// The log lines by which a run can be followed (D-035), each with the run's id.
#[tokio::test]
async fn a_planned_run_is_told_in_the_log() {
    let log = Log::default();
    let writer = log.clone();
    let subscriber = tracing_subscriber::fmt().with_ansi(false).with_writer(move || writer.clone()).finish();
    let _guard = tracing::subscriber::set_default(subscriber);
    let plan = json!({"reasoning": "Topics first.", "tools": ["analyze_topics"]});
    let enough = json!({"is_sufficient": true, "reasoning": "It is all there.", "additional_calls": []});
    let desk =
        Desk::start("plan", vec![Step::text(&plan.to_string()), Step::text(&enough.to_string()), answer()]).await;
    let run = desk.ask(WHY).await;
    let text = log.text();
    for (line, says) in [
        ("plan.made", "tools=[\"analyze_topics\"] reasoning=\"Topics first.\""),
        ("run.iteration", "iteration=1 max_iterations="),
        ("plan.reflected", "sufficient=true more=0"),
        ("run.finished", "status=completed ended=\"answered\" models=4 tools=1 ms="),
    ] {
        let told = text.lines().find(|l| l.contains(line) && l.contains(&run.id));
        assert!(told.is_some_and(|l| l.contains(says)), "{line}: {told:?}\n{text}");
    }
}

#[tokio::test]
async fn passes_are_bounded_and_an_unreadable_plan_is_made_by_rules() {
    let again = |n: u32| {
        Step::text(
            &json!({"is_sufficient": false, "reasoning": "More.",
            "additional_calls": [{"tool": "search_knowledge_base", "args": {"query": format!("word {n}")}}]})
            .to_string(),
        )
    };
    let steps = vec![Step::text("I would look around."), again(1), again(2), again(3), answer()];
    let desk = Desk::start("plan", steps).await;
    let run = desk.ask(WHY).await;
    let plans: Vec<_> = run
        .steps
        .iter()
        .filter_map(|s| if let StepKind::Plan { text, .. } = &s.kind { Some(text.as_str()) } else { None })
        .collect();
    assert!(plans[0].starts_with("LLM parse failed, rule-based fallback."), "{plans:?}");
    assert_eq!(plans.len(), 4, "the last is what is left undone");
    assert_eq!((desk.asked("reflect").len(), desk.asked("synthesize").len()), (3, 1));
    assert!(text(&run).contains("Login failures"));
    // Three passes are over, and it is said that the answer is not all that was wanted (D-020, X-27, X-43).
    let limit = "Max iterations reached: 3 passes of planning. The next step would have been search_knowledge_base.";
    assert!(notes(&run).contains(&(NoteKind::Limit(Bound::Passes), limit)), "{:?}", notes(&run));
    let answer = run.answer.as_ref().unwrap();
    assert_eq!((answer.partial, answer.reasons[0].as_str()), (true, limit));
    let told = text_of(&desk.asked("synthesize")[0]);
    assert!(told.contains(&format!("The search ended early: {limit} Say what is missing.")), "{told}");
    let score = run.run_score.as_ref().unwrap();
    assert!(score.parts.iter().any(|p| p.label.starts_with("Max iterations reached") && p.adds == -0.2), "{score:?}");
    let (_, conversation) = desk.app.get(&format!("/api/research/conversation/{}", run.session_id)).await;
    assert_eq!(conversation["runs"][0]["status"], "completed");
}

#[tokio::test]
async fn an_empty_plan_for_a_question_about_data_is_not_taken() {
    let empty = json!({"reasoning": "I know that by heart.", "calls": []}).to_string();
    let enough = json!({"is_sufficient": true, "reasoning": "It is there."}).to_string();
    let desk = Desk::start("plan", vec![Step::text(&empty), Step::text(&enough), answer()]).await;
    let run = desk.ask(WHY).await;
    assert!(run.calls().count() > 0, "{:?}", run.steps);
    let planned =
        run.steps.iter().find_map(|s| if let StepKind::Plan { text, .. } = &s.kind { Some(text) } else { None });
    assert!(planned.unwrap().starts_with("The model planned no call, rule-based fallback."), "{planned:?}");
    assert_eq!(run.strategy, Strategy::Plan, "the model goes on with it");
    assert!(text_of(&desk.asked("synthesize")[0]).contains("<result call=\"c1\""));

    // Nor can the rules plan this one: then it is said that nothing was looked up.
    let desk = Desk::start("plan", vec![Step::text(&empty), Step::text("No tool knows that.")]).await;
    let run = desk.ask("Paint me a picture of last month").await;
    assert_eq!((run.calls().count(), text(&run)), (0, "No tool knows that."));
    assert!(text_of(&desk.asked("synthesize")[0]).contains("(nothing was looked up)"));
}

#[tokio::test]
async fn plans_and_reflections_are_asked_for_by_schema_where_the_server_takes_one() {
    let plan = json!({"reasoning": "Topics.", "calls": [{"tool": "analyze_topics", "args": {"kind": "complaint"}}]});
    let enough = json!({"is_sufficient": true, "reasoning": "It is there.", "additional_calls": []});
    let (plan, enough) = (Step::text(&plan.to_string()), Step::text(&enough.to_string()));
    let desk = Desk::start("plan", vec![plan.clone(), enough.clone(), answer()]).await;
    desk.ask(WHY).await;
    let sent = |purpose: &str| desk.asked(purpose)[0].body["response_format"]["json_schema"].clone();
    let (planned, reflected) = (sent("plan"), sent("reflect"));
    assert_eq!((&planned["name"], &reflected["name"]), (&json!("plan"), &json!("reflection")));
    let tools = planned["schema"]["properties"]["calls"]["items"]["properties"]["tool"]["enum"].as_array().unwrap();
    assert!(tools.contains(&json!("analyze_topics")) && tools.len() == 10, "{tools:?}");
    assert_eq!(planned["strict"], false, "free arguments fit no strict schema");
    assert_eq!(reflected["schema"]["required"], json!(["is_sufficient", "reasoning", "additional_calls"]));

    // One that refuses schemas is asked without.
    let mut steps = VecDeque::from([plan, enough, answer()]);
    let model = ScriptedModel::answering(7, move |seen| match purpose(seen) {
        _ if seen.body.get("response_format").is_some() => Step::status(400, "response_format is not supported"),
        "step" if text_of(seen).contains("Decide where a question") => route(&["analyze_topics"]),
        "follow-ups" => Step::text(""),
        _ => steps.pop_front().unwrap_or_else(answer),
    })
    .await;
    let desk = Desk::with("plan", model, &[]).await;
    let run = desk.ask(ODD).await;
    assert_eq!((run.strategy, run.calls().count()), (Strategy::Plan, 1), "{:?}", notes(&run));
    assert!(run.route.as_ref().unwrap().reasoning.starts_with("It asks for reasons."), "{:?}", run.route);
}

#[tokio::test]
async fn passes_are_a_setting_and_enough_in_the_last_one_is_enough() {
    let plan = json!({"reasoning": "Topics.", "calls": [{"tool": "analyze_topics", "args": {"kind": "complaint"}}]});
    for (sufficient, partial) in [(true, false), (false, true)] {
        let reflection = json!({"is_sufficient": sufficient, "reasoning": "So it is.",
            "additional_calls": [{"tool": "get_daily_volumes", "args": {"dataType": "cases"}}]});
        let steps = vec![Step::text(&plan.to_string()), Step::text(&reflection.to_string()), answer()];
        let desk = Desk::with("plan", scripted(steps).await, &[("PLUMBLINE_PLAN_PASSES", "1")]).await;
        let run = desk.ask(WHY).await;
        assert_eq!((run.calls().count(), desk.asked("reflect").len()), (1, 1));
        assert_eq!(run.answer.as_ref().unwrap().partial, partial, "{:?}", notes(&run));
        assert_eq!(notes(&run).iter().any(|(label, _)| *label == NoteKind::Limit(Bound::Passes)), partial);
    }
}

#[tokio::test]
async fn a_model_without_calls_of_its_own_gets_lines() {
    let model = scripted(vec![Step::text("Action: analyze_topics"), Step::text("Final Answer: See [1].")]).await;
    let desk = Desk::with("auto", model, &[("PLUMBLINE_LLM_PROVIDER", "ollama")]).await;
    let run = desk.ask(WHY).await;
    assert_eq!((run.strategy, run.model.as_str()), (Strategy::React, "ollama/gpt-4.1-mini"));
    assert_eq!(run.receipt.unwrap().cost_usd, 0.0, "one's own machine costs nothing");
}

#[tokio::test]
async fn a_request_chooses_its_strategy_and_its_domain() {
    let desk =
        Desk::start("auto", vec![Step::text("Action: analyze_topics"), Step::text("Final Answer: See [1].")]).await;
    let run = desk.post(json!({"query": WHY, "strategy": "react", "domain": "itops"})).await;
    assert_eq!((run.strategy, run.route.as_ref().unwrap().domain.as_str()), (Strategy::React, "it_ops"));
    assert!(desk.asked("route").is_empty(), "a given domain needs no call");
    let run = desk.post(json!({"query": WHY, "strategy": "rules"})).await;
    assert_eq!((run.model.as_str(), run.usage.model_calls), ("rules", 0));
    let (status, problem) = desk.app.post("/api/research", json!({"query": WHY, "domain": "moon"})).await;
    assert!(status == 400 && problem["detail"].as_str().unwrap().contains("customer_intelligence"), "{problem}");
}

#[tokio::test]
async fn no_prompt_names_more_than_ten_tools() {
    let step = Step::text("Action: analyze_topics\nAction Input: {}");
    let react = Desk::start("react", vec![step, Step::text("Final Answer: See [1].")]).await;
    react.ask(ODD).await;
    let plan = json!({"reasoning": "Topics.", "calls": [{"tool": "analyze_topics", "args": {}}]}).to_string();
    let enough = json!({"is_sufficient": true, "reasoning": "It is there."}).to_string();
    let planning = Desk::start("plan", vec![Step::text(&plan), Step::text(&enough), answer()]).await;
    planning.ask(WHY).await;
    let tools = react.app.services.agent.tools();
    let registry: Vec<&str> =
        tools.all().iter().filter(|t| t.skill.name != server::skills::SUPPORT).map(|t| &*t.name).collect();
    assert!(registry.len() > 10, "with fewer tools this test says nothing");
    let asked = |desk: &Desk, purpose| desk.asked(purpose).iter().map(text_of).collect::<Vec<_>>();
    for (purpose, prompts, more) in [
        ("step", asked(&react, "step"), 2),
        ("plan", asked(&planning, "plan"), 2),
        ("reflect", asked(&planning, "reflect"), 2),
    ] {
        // Between the heading and the next one, because results and examples name tools as well.
        let prompt = prompts.first().unwrap_or_else(|| panic!("{purpose} was not asked"));
        let from = prompt.find("## Tools").unwrap();
        let list = &prompt[from..];
        let list = list.split("\n## ").next().unwrap();
        let named = registry.iter().filter(|name| list.contains(**name)).count();
        assert!((1..=10 - more).contains(&named), "{purpose}: {named}");
        assert!(list.contains("analyze_topics"), "{purpose}: what fits is there");
    }
}

#[tokio::test]
async fn the_route_says_how_sure_it_is_with_and_without_a_model() {
    // The example of E-013: the table knows its domains, and offers none of them while none has tools.
    let question = "Why is Q4 procurement high and what's the IT policy?";
    let desk = Desk::start("auto", vec![]).await;
    let run = desk.post(json!({"query": question, "strategy": "rules"})).await;
    let route = run.route.as_ref().unwrap();
    assert!((0.0..=1.0).contains(&route.confidence), "{route:?}");
    let run = desk.post(json!({"query": WHY, "strategy": "rules"})).await;
    let route = run.route.as_ref().unwrap();
    assert!(route.domain == "customer_intelligence" && route.confidence > 0.7, "{route:?}");
    // By the model.
    let steps = ["Action: analyze_topics\nAction Input: {}", "Final Answer: See [1]."];
    let desk = Desk::start("react", steps.iter().map(|text| Step::text(text)).collect()).await;
    assert_eq!(desk.ask(ODD).await.route.unwrap().confidence, 0.9);
}

#[tokio::test]
async fn simple_questions_skip_the_loop() {
    let model = ScriptedModel::answering(7, |seen| match purpose(seen) {
        "route" => Step::text(
            &json!({"kind": "direct", "primary_domain": "general", "tools": [], "reasoning": "Small talk.",
            "answer": "A relationship manager looks after corporate customers."})
            .to_string(),
        ),
        _ => Step::text(""),
    })
    .await;
    let desk = Desk::with("react", model, &[]).await;
    let run = desk.ask("Explain in one line the job of a relationship manager").await;
    assert_eq!(text(&run), "A relationship manager looks after corporate customers.");
    assert_eq!((run.calls().count(), run.iteration, desk.asked("step").len()), (0, 0, 0));
    assert_eq!(run.follow_ups.len(), 3, "without any from the model there are those of the rules");

    let before = desk.model.seen().len();
    let run = desk.ask("What can you do?").await;
    assert!(text(&run).contains("I reason with the model openai/gpt-4.1-mini"), "{}", text(&run));
    assert!(desk.model.seen()[before..].iter().all(|s| purpose(s) == "follow-ups"), "the table knows that by itself");
}

#[tokio::test]
async fn pages_and_health_name_the_model() {
    let desk = Desk::start("auto", vec![]).await;
    let (_, health) = desk.app.get("/health").await;
    assert_eq!((health["provider"].as_str(), health["model"].as_str()), (Some("openai"), Some("openai/gpt-4.1-mini")));
    let config = desk.app.services.config.describe();
    assert!(config.contains("PLUMBLINE_LLM_API_KEY") && !config.contains("sk-test"), "{config}");
    let started = |e: &StoredEvent| matches!(&e.event, RunEvent::Started { .. });
    let run = desk.ask("What can you do?").await;
    assert!(desk.events(&run).await.iter().any(started));
}

#[tokio::test]
async fn an_answer_may_hold_a_table_which_is_checked_cell_by_cell() {
    let table = "There were 12 complaints. [1]\n\n| Topic | Count | Share |\n|---|---|---|\n| Login failures | 6 | 50% [1-6] |\n\
                 | Crashes | 4 | 77% [1-6] |";
    let desk = Desk::start("tools", vec![topics(), Step::text(table), Step::text("1: it stands [1]")]).await;
    let run = desk.ask(WHY).await;
    let claims = &run.grounding.as_ref().unwrap().claims;
    let graded = |text: &str| claims.iter().find(|c| c.text == text).map(|c| c.grade());
    use model::answer::Grade;
    assert_eq!(graded("6"), Some(Grade::Cited), "{claims:?}");
    assert!(
        graded("50%").is_some_and(|g| g != Grade::Unverified) && graded("4").is_some_and(|g| g != Grade::Unverified)
    );
    assert_eq!(graded("77%"), Some(Grade::Unverified), "{claims:?}");
    let page = format!("{}/c/{}", desk.app.url, run.session_id);
    let page = desk.app.client.get(page).send().await.unwrap().text().await.unwrap();
    for part in ["aria-label=\"Table of the answer\"", "scope=\"row\"", "scope=\"col\""] {
        assert!(page.contains(part), "{part}: {}", text(&run));
    }
    let asked = desk.asked("follow-ups");
    assert!(text_of(&asked[0]).contains("| Crashes | 4 |"), "the whole answer goes along");
}

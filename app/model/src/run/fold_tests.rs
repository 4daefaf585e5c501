//! The fold, on sequences of events.

use serde_json::json;

use super::super::*;

fn events(list: Vec<RunEvent>) -> Vec<StoredEvent> {
    list.into_iter()
        .enumerate()
        .map(|(i, event)| StoredEvent { run_id: "r".into(), seq: i as i64 + 1, at: 1000 + 10 * i as i64, event })
        .collect()
}

fn story() -> Vec<StoredEvent> {
    let ok = Outcome::Ok { output: ToolOutput { summary: "3 found".into(), ..ToolOutput::default() } };
    events(vec![
        RunEvent::Started {
            session_id: "s".into(),
            question: "Why?".into(),
            strategy: Strategy::Rules,
            model: "rules".into(),
            limits: Limits {
                max_iterations: 10,
                max_passes: 3,
                max_tool_calls: 20,
                run_timeout_ms: 120_000,
                tool_timeout_ms: 15_000,
                max_tokens: 0,
                max_cost_usd: 0.0,
            },
            as_of: "2026-01-31".parse().unwrap(),
            scope: Scope::default(),
            change: None,
            call: None,
        },
        RunEvent::Thought { iteration: 1, text: "First look.".into() },
        RunEvent::ToolStarted { call: "c1".into(), iteration: 1, tool: "a".into(), args: json!({}) },
        RunEvent::ToolStarted { call: "c2".into(), iteration: 1, tool: "b".into(), args: json!({}) },
        RunEvent::ToolFinished { call: "c1".into(), tool: "a".into(), duration_ms: 9, outcome: ok.clone() },
        RunEvent::ToolFinished { call: "c2".into(), tool: "b".into(), duration_ms: 4, outcome: Outcome::failed("no") },
        RunEvent::ToolStarted { call: "c3".into(), iteration: 2, tool: "b".into(), args: json!({"x": 1}) },
        RunEvent::ToolFinished { call: "c3".into(), tool: "b".into(), duration_ms: 4, outcome: ok },
        RunEvent::Answered { answer: Answer { text: "Because.".into(), ..Answer::default() } },
        RunEvent::Finished { status: RunStatus::Completed, receipt: Receipt::default() },
    ])
}

#[test]
fn calls_of_one_iteration_fork_and_later_ones_do_not() {
    let run = Run::from_events("r", &story());
    let forks: Vec<usize> = run
        .steps
        .iter()
        .filter_map(|s| match &s.kind {
            StepKind::Calls { calls } => Some(calls.len()),
            _ => None,
        })
        .collect();
    assert_eq!(forks, [2, 1]);
    assert_eq!(run.status, RunStatus::Completed);
    assert_eq!(run.calls().filter(|c| matches!(c.outcome, Some(Outcome::Error { .. }))).count(), 1);
}

#[test]
fn models_are_counted_and_a_fallback_is_remembered() {
    let called = |cost_usd, retries| RunEvent::ModelCalled {
        purpose: "step".into(),
        model: "openai/a".into(),
        prompt_tokens: 100,
        completion_tokens: 20,
        cached_tokens: 40,
        cost_usd,
        retries,
        duration_ms: 7,
        finish_reason: "stop".into(),
    };
    let mut list = vec![called(Some(0.25), 0), called(None, 2)];
    list.push(RunEvent::Fallback {
        from: "other".into(),
        to: "rules".into(),
        reason: "No.".into(),
        advice: String::new(),
    });
    let mut run = Run { model: "openai/a".into(), strategy: Strategy::Tools, ..Run::new("r") };
    events(list).iter().for_each(|e| run.apply(e));
    let u = &run.usage;
    assert_eq!((u.model_calls, u.retries, u.tokens_prompt, u.tokens_completion), (2, 2, 200, 40));
    assert_eq!((u.tokens_cached, u.cost_usd, u.unpriced, u.waited_ms), (80, 0.25, 1, 14));
    assert_eq!((run.model.as_str(), run.strategy), ("openai/a", Strategy::Tools), "something else gave way");
    assert_eq!(run.fallback, None);
    let fell = |from: &str, to: &str, reason: &str| RunEvent::Fallback {
        from: from.into(),
        to: to.into(),
        reason: reason.into(),
        advice: "Try again.".into(),
    };
    let slow = "The model did not respond within 0.3 s.";
    run.apply(&StoredEvent { run_id: "r".into(), seq: 4, at: 1, event: fell("openai/a", "openai/b", "No model.") });
    assert_eq!((run.model.as_str(), run.strategy), ("openai/b", Strategy::Tools));
    assert_eq!(run.fallback.as_deref(), Some("Answered by openai/b, because no model."));
    run.apply(&StoredEvent { run_id: "r".into(), seq: 5, at: 1, event: fell("openai/b", "rules", slow) });
    assert_eq!((run.model.as_str(), run.strategy), ("rules", Strategy::Rules));
    let told = "Answered by rules, because the model did not respond within 0.3 s.";
    assert_eq!(run.fallback.as_deref(), Some(told));
    let StepKind::Note { text, .. } = &run.steps.last().unwrap().kind else { panic!("a fall is a note") };
    assert_eq!(text, &format!("{slow} openai/b gave way to rules. Try again."));
    // A failure after the answer does not change who gave it.
    run.apply(&StoredEvent {
        run_id: "r".into(),
        seq: 6,
        at: 1,
        event: RunEvent::Answered { answer: Answer::default() },
    });
    run.apply(&StoredEvent { run_id: "r".into(), seq: 7, at: 1, event: fell("rules", "openai/b", "No.") });
    assert_eq!(run.fallback.as_deref(), Some(told));
}

#[test]
fn overlap_of_replay_and_live_changes_nothing() {
    let events = story();
    let once = Run::from_events("r", &events);
    let twice = Run::from_events("r", events.iter().chain(&events));
    assert_eq!(once, twice);
}

#[test]
fn the_wire_form_has_a_flat_type_tag() {
    let json = serde_json::to_value(&story()[2]).unwrap();
    assert_eq!(json["type"], "tool_started");
    assert_eq!(json["seq"], 3);
    assert_eq!(json["runId"], "r");
    for event in story() {
        let text = serde_json::to_string(&event).unwrap();
        assert_eq!(serde_json::from_str::<StoredEvent>(&text).unwrap(), event);
        assert!(text.contains(&format!("\"type\":\"{}\"", event.event.name())));
    }
}

#[test]
fn a_call_of_a_model_stands_with_the_step_that_it_led_to() {
    let called = |purpose: &str| RunEvent::ModelCalled {
        purpose: purpose.into(),
        model: "openai/a".into(),
        prompt_tokens: 100,
        completion_tokens: 20,
        cached_tokens: 0,
        cost_usd: None,
        retries: 0,
        duration_ms: 7,
        finish_reason: "stop".into(),
    };
    let ok = Outcome::Ok { output: ToolOutput::default() };
    let starts =
        |call: &str| RunEvent::ToolStarted { call: call.into(), iteration: 1, tool: "a".into(), args: json!({}) };
    let mut list =
        vec![called("route"), RunEvent::Thought { iteration: 1, text: "Look.".into() }, called("step"), starts("c1")];
    let waiting = {
        let mut list = list.clone();
        list.push(called("step"));
        Run::from_events("r", &events(list))
    };
    assert_eq!(waiting.asked.len(), 1, "what has led to nothing yet waits");
    list.extend([
        starts("c2"),
        RunEvent::ToolFinished { call: "c1".into(), tool: "a".into(), duration_ms: 1, outcome: ok },
        called("synthesize"),
        RunEvent::Answered { answer: Answer::default() },
        RunEvent::Grounded {
            grounding: Grounding::default(),
            run_score: Score::default(),
            evidence_score: Score::default(),
        },
        called("follow-ups"),
        RunEvent::FollowUps { questions: vec!["And then?".into()] },
    ]);
    let run = Run::from_events("r", &events(list));
    let told: Vec<Vec<&str>> =
        run.steps.iter().map(|s| s.models.iter().map(|m| m.purpose.as_str()).collect()).collect();
    assert_eq!(told, [vec!["route"], vec!["step"], vec!["synthesize"], vec!["follow-ups"]]);
    assert_eq!((run.asked.len(), run.usage.model_calls), (0, 4));
}

//! How far a run may go, what is said before it gets there, and what is left when it has; and the check of answers.

use app::model::run::RunStatus;

use super::*;

/// A model that looks up a new word each time and never comes to an end.
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
    assert!(prompt.contains("Max iterations reached: 4. Say what is missing."), "{prompt}");
    // Two steps before, it was told, and people could see that it was.
    let steps = desk.asked("step");
    let warned: Vec<bool> = steps.iter().map(|s| text_of(s).contains("steps are left. Begin to conclude.")).collect();
    assert_eq!(warned, [false, false, true, true]);
    assert_eq!(notes(&run).iter().filter(|(label, _)| *label == "Limit: near").count(), 1);
    // 0.5, four calls, sources, and the limit without an answer.
    assert_eq!(run.run_score.unwrap().value, 0.8);
}

#[tokio::test]
async fn calls_tokens_and_money_are_bounded() {
    for (setting, value, label, asks) in [
        ("PLUMBLINE_MAX_TOOL_CALLS", "3", "Limit: tool calls", 1),
        ("PLUMBLINE_RUN_MAX_TOKENS", "360", "Limit: tokens", 0),
        ("PLUMBLINE_RUN_MAX_COST_USD", "0.00018", "Limit: cost", 0),
    ] {
        let desk = Desk::with("tools", restless("Little.").await, &[(setting, value)]).await;
        let run = desk.ask("What happens these days?").await;
        assert!(notes(&run).iter().any(|(l, _)| *l == label), "{setting}: {:?}", notes(&run));
        assert!(notes(&run).iter().any(|(l, _)| *l == "Limit: near"), "{setting}: {:?}", notes(&run));
        assert_eq!(desk.asked("synthesize").len(), asks, "{setting}: what is spent is not spent again");
        assert!(run.answer.as_ref().unwrap().partial && !text(&run).is_empty(), "{setting}");
        assert!(run.calls().count() <= 3, "{setting}");
    }
}

#[tokio::test]
async fn the_clock_ends_a_run_in_the_middle_of_a_reply() {
    let model = scripted(vec![topics(), Step::Hang]).await;
    let desk = Desk::with("tools", model, &[("PLUMBLINE_RUN_TIMEOUT_S", "2")]).await;
    let run = desk.ask("Paint me a picture of last month").await;
    assert!(notes(&run).iter().any(|(l, _)| *l == "Limit: time"), "{:?}", notes(&run));
    assert!(text(&run).contains("12 complaints"), "{}", text(&run));
    desk.model.hung_up().await;
}

#[tokio::test]
async fn claims_without_a_source_are_corrected_once() {
    let wrong = Step::text("Login failures were 61% of 12 complaints [1].");
    let right = Step::text("Login failures were 50% of 12 complaints [1].");
    let desk = Desk::start("tools", vec![topics(), wrong.clone(), right]).await;
    let run = desk.ask(WHY).await;
    assert_eq!(text(&run), "Login failures were 50% of 12 complaints [1].");
    let grounding = run.grounding.as_ref().unwrap();
    assert_eq!(grounding.checked(), grounding.grounded());
    let prompt = text_of(&desk.asked("repair")[0]);
    assert!(prompt.contains("- \"61%\":") && !prompt.contains("- \"12\":"), "{prompt}");

    // What the repair does not better stays as it was, and is marked.
    let desk = Desk::start("tools", vec![topics(), wrong.clone(), wrong]).await;
    let run = desk.ask(WHY).await;
    let unverified: Vec<_> =
        run.grounding.as_ref().unwrap().claims.iter().filter(|c| c.found.is_none()).map(|c| c.text.as_str()).collect();
    assert_eq!((unverified, desk.asked("repair").len()), (vec!["61%"], 1));
}

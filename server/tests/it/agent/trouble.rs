//! Models that answer badly: unreadable calls, nonexistent tools, loops, no output at all.

use model::run::{Outcome, RunStatus, Strategy};

use super::*;

fn errors(run: &Run) -> Vec<String> {
    let error = |o: &Outcome| if let Outcome::Error { error, .. } = o { Some(error.clone()) } else { None };
    run.calls().filter_map(|c| c.outcome.as_ref().and_then(error)).collect()
}

#[tokio::test]
async fn bad_calls_become_observations() {
    let desk = Desk::start(
        "tools",
        vec![
            Step::Calls(vec![("analyze_topics".into(), r#"{"kind": "complaint", "#.into())]),
            Step::Calls(vec![("analyse_topics".into(), "{}".into()), ("get_daily_volumes".into(), "{}".into())]),
            topics(),
            answer(),
        ],
    )
    .await;
    let run = desk.ask(WHY).await;
    let errors = errors(&run);
    assert!(errors[0].contains("could not be read: the arguments are not valid JSON"), "{errors:?}");
    assert!(errors[1].contains("Unknown tool: analyse_topics. Closest: analyze_topics"), "{errors:?}");
    assert!(errors[2].contains("dataType is missing"), "{errors:?}");
    assert_eq!(run.status, RunStatus::Completed);
    assert!(text(&run).contains("Login failures"));
    let second = text_of(&desk.asked("step")[1]);
    assert!(second.contains("Error: The call of analyze_topics could not be read"), "{second}");
}

#[tokio::test]
async fn the_same_call_again_and_again_ends_the_loop() {
    let model = ScriptedModel::answering(7, |seen| match purpose(seen) {
        "route" => route(&[]),
        "step" => topics(),
        "synthesize" => Step::text("Mostly login failures: 6 of 12 [1]."),
        _ => Step::text(""),
    })
    .await;
    let desk = Desk::with("tools", model, &[]).await;
    let run = desk.ask(WHY).await;
    assert_eq!(run.calls().count(), 2);
    let second = run.calls().nth(1).unwrap();
    assert_eq!(second.duration_ms, Some(0), "answered from the first result");
    assert!(notes(&run).iter().any(|(label, _)| *label == NoteKind::Limit(Bound::NoProgress)), "{:?}", notes(&run));
    assert_eq!(text(&run), "Mostly login failures: 6 of 12 [1].");
    assert!(run.answer.as_ref().unwrap().partial);
}

#[tokio::test]
async fn other_arguments_with_the_same_result_are_a_circle_too() {
    let names = ["cust-001", "Hartmann Logistik", "hartmann logistik ", "Hartmann"];
    let mut n = 0;
    let model = ScriptedModel::answering(7, move |seen| match purpose(seen) {
        "route" => route(&["get_customer_info"]),
        "step" => {
            n += 1;
            Step::call("get_customer_info", json!({"customerId": names[(n - 1) % names.len()]}))
        }
        "synthesize" => Step::text("Hartmann Logistik is a platinum customer."),
        _ => Step::text(""),
    })
    .await;
    let desk = Desk::with("tools", model, &[]).await;
    let run = desk.ask("Tell me about Hartmann Logistik").await;
    assert_eq!(run.calls().count(), 2, "{:?}", run.calls().map(|c| &c.args).collect::<Vec<_>>());
    assert!(notes(&run).iter().any(|(label, _)| *label == NoteKind::Limit(Bound::NoProgress)), "{:?}", notes(&run));
}

#[tokio::test]
async fn one_repair_is_asked_for_with_the_exact_error() {
    let broken = "Thought: Look.\nAction: analyze_topics\nAction Input: {\"kind\": \"complaint\"";
    let whole = format!("{broken}}}");
    let desk =
        Desk::start("react", vec![Step::text(broken), Step::text(&whole), Step::text("Final Answer: See [1].")]).await;
    let run = desk.ask(WHY).await;
    assert_eq!((run.calls().count(), text(&run)), (1, "See [1]."));
    let told = text_of(&desk.asked("step")[1]);
    assert!(
        told.contains("The input of the action \"analyze_topics\" cannot be read: the JSON object does not end"),
        "{told}"
    );

    let desk = Desk::start("react", vec![Step::text(broken), Step::text(broken)]).await;
    let run = desk.ask(WHY).await;
    assert_eq!(run.strategy, Strategy::Rules, "after that the rules take over");
    assert!(text(&run).contains("Login failures 50% (6)"));
    let fell = notes(&run).into_iter().find(|(about, _)| *about == NoteKind::Fallback).unwrap().1;
    assert!(fell.contains("could not be used") && fell.contains("does not end"), "{fell}");
}

#[tokio::test]
async fn an_answer_out_of_nothing_is_sent_back_once() {
    let guess = Step::text("Final Answer: Customers always complain.");
    let desk = Desk::start(
        "react",
        vec![guess.clone(), Step::text("Action: analyze_topics"), Step::text("Final Answer: See [1].")],
    )
    .await;
    let run = desk.ask(WHY).await;
    assert_eq!((run.calls().count(), text(&run)), (1, "See [1]."));
    let nudge = text_of(&desk.asked("step")[1]);
    assert!(nudge.contains("No tool has been called yet"), "{nudge}");
    let fits = format!("For this question {} fits.", run.route.as_ref().unwrap().recommended[0]);
    assert!(nudge.ends_with(&fits), "a tool is suggested (A-096): {nudge}");

    let desk = Desk::start("react", vec![guess.clone(), guess]).await;
    let run = desk.ask(WHY).await;
    assert_eq!((run.calls().count(), text(&run)), (0, "Customers always complain."), "one nudge, not five");
    assert_eq!(desk.asked("step").len(), 2);
}

#[tokio::test]
async fn a_model_that_says_nothing_gives_way() {
    let desk = Desk::start("tools", vec![topics(), Step::text(""), Step::text(" ")]).await;
    let run = desk.ask(WHY).await;
    assert_eq!(run.strategy, Strategy::Rules, "{:?}", notes(&run));
    assert!(text(&run).contains("Login failures 50% (6)"));
}

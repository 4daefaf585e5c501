//! How a question was understood: the parts above its answer, what is carried over in a conversation, a part changed by
//! a person, and the effect of a missing result on the answer.

use model::run::{Origin, Part, Role, Stretch};

use super::*;
use crate::app::until;

async fn run(app: &TestApp, body: &Value) -> Run {
    let id = body["runId"].as_str().unwrap_or_else(|| panic!("{body}"));
    serde_json::from_value(app.get(&format!("/api/research/runs/{id}")).await.1).unwrap()
}

async fn asked(app: &TestApp, question: &str, session: Option<&Run>) -> Run {
    let session = session.map(|run| run.session_id.as_str());
    let (status, body) = app.post("/api/research", json!({"query": question, "sessionId": session})).await;
    assert_eq!(status, 200, "{body}");
    run(app, &body).await
}

fn parts(run: &Run) -> Vec<(Role, &str, Origin)> {
    run.route.as_ref().unwrap().understood.iter().map(|p| (p.role, p.label.as_str(), p.origin)).collect()
}

fn at(run: &Run, role: Role) -> usize {
    run.route.as_ref().unwrap().understood.iter().position(|p: &Part| p.role == role).unwrap()
}

fn text(run: &Run) -> &str {
    &run.answer.as_ref().unwrap().text
}

async fn change(app: &TestApp, of: &Run, role: Role, to: Option<&str>) -> (u16, Value) {
    let change = json!({"run": of.id, "part": at(of, role), "to": to});
    app.post("/api/research", json!({"query": "", "change": change})).await
}

#[tokio::test]
async fn a_part_is_changed_or_taken_away_and_the_answer_follows() {
    let app = TestApp::start().await;
    let first = asked(&app, "How many complaints about mobile banking were there on 16 January 2026?", None).await;
    assert_eq!(
        parts(&first),
        [
            (Role::Records, "complaints", Origin::Asked),
            (Role::Filter, "Mobile banking", Origin::Asked),
            (Role::Period, "16 January 2026", Origin::Asked),
        ]
    );
    assert!(text(&first).contains("There are 6 complaints"), "{}", text(&first));

    let (status, body) = change(&app, &first, Role::Period, Some("January 2026")).await;
    assert_eq!(status, 200, "{body}");
    let month = run(&app, &body).await;
    assert_eq!((&month.question, &month.session_id), (&first.question, &first.session_id));
    assert!(text(&month).contains("There are 12 complaints"), "{}", text(&month));
    assert_eq!(parts(&month)[2], (Role::Period, "1 to 31 January 2026", Origin::Changed));

    let (_, body) = change(&app, &month, Role::Filter, Some("Mortgage")).await;
    let other = run(&app, &body).await;
    assert!(text(&other).contains("There are 2 complaints"), "{}", text(&other));
    let (_, body) = change(&app, &other, Role::Filter, None).await;
    let all = run(&app, &body).await;
    assert!(text(&all).contains("There are 14 complaints"), "{}", text(&all));
    let (_, body) = change(&app, &all, Role::Records, Some("enquiries")).await;
    let enquiries = run(&app, &body).await;
    assert!(text(&enquiries).contains("5 enquiries"), "{}", text(&enquiries));
    let next = asked(&app, "And by channel?", Some(&enquiries)).await;
    assert!(text(&next).contains("5 enquiries"), "{}", text(&next));

    for (role, to, says) in [
        (Role::Filter, Some("Motor insurance"), "Mortgage"),
        (Role::Period, Some("the day of doom"), "not a time range"),
        (Role::Records, None, "not removed"),
        (Role::Records, Some("parrots"), "complaints"),
    ] {
        let (status, problem) = change(&app, &first, role, to).await;
        assert_eq!(status, 400, "{problem}");
        assert!(problem["detail"].as_str().unwrap().contains(says), "{problem}");
    }
    let gone = json!({"query": "", "change": {"run": "nobody", "part": 0}});
    assert_eq!(app.post("/api/research", gone).await.0, 404);
}

#[tokio::test]
async fn a_why_is_changed_like_a_count() {
    let app = TestApp::start().await;
    let first = asked(&app, "Why are customers complaining about the mobile app?", None).await;
    assert_eq!(parts(&first).last().unwrap().2, Origin::Assumed);
    let (status, body) = change(&app, &first, Role::Filter, Some("Mortgage")).await;
    assert_eq!(status, 200, "{body}");
    let other = run(&app, &body).await;
    // So few in the usual days that all dates are looked at.
    assert!(text(&other).contains("3 complaints about Mortgage"), "{}", text(&other));
    let (_, body) = change(&app, &other, Role::Period, Some("January 2026")).await;
    let month = run(&app, &body).await;
    assert!(text(&month).contains("2 complaints about Mortgage"), "{}", text(&month));
}

#[tokio::test]
async fn a_conversation_keeps_what_it_is_about_until_it_is_replaced() {
    let app = TestApp::start().await;
    let why = asked(&app, "Why are customers complaining about the mobile app?", None).await;
    let month = asked(&app, "and in November 2025?", Some(&why)).await;
    assert!(text(&month).contains("There are no complaints about Mobile banking"), "{}", text(&month));
    let other = asked(&app, "and mortgages?", Some(&month)).await;
    assert!(text(&other).contains("1 to 30 November 2025"), "{}", text(&other));
    assert!(text(&other).contains("Mortgage"), "{}", text(&other));
    let why = asked(&app, "Why are customers complaining about the mobile app?", None).await;
    let tiers = asked(&app, "which tiers?", Some(&why)).await;
    assert!(text(&tiers).contains("about Mobile banking"), "{}", text(&tiers));
    assert!(parts(&tiers).contains(&(Role::Filter, "Mobile banking", Origin::Carried)), "{:?}", parts(&tiers));
    let who = asked(&app, "Tell me about Hartmann Logistik", None).await;
    let cases = asked(&app, "Does it have any open cases?", Some(&who)).await;
    assert!(
        text(&cases).contains("There are no cases from Hartmann Logistik with the status open"),
        "{}",
        text(&cases)
    );
    assert!(parts(&cases).contains(&(Role::Filter, "Hartmann Logistik", Origin::Carried)), "{:?}", parts(&cases));
}

#[tokio::test]
async fn lists_are_lists() {
    let app = TestApp::start().await;
    let count = asked(&app, "How many cases breached their SLA in January 2026?", None).await;
    assert!(text(&count).contains('3'), "{}", text(&count));
    let list = asked(&app, "List the cases that breached their SLA", None).await;
    let calls: Vec<&str> = list.calls().map(|c| c.tool.as_str()).collect();
    assert!(calls.contains(&"list_cases"), "{calls:?}");
    for id in ["case-0001", "case-0002", "case-0003"] {
        assert!(text(&list).contains(id), "{}", text(&list));
    }
    let texts = asked(&app, "Show me complaints about crashes", None).await;
    assert!(text(&texts).contains("There are 4 complaints about Crashes"), "{}", text(&texts));
    assert!(list.grounding.as_ref().unwrap().claims.iter().all(|c| c.found.is_some()), "{:?}", list.grounding);
}

#[tokio::test]
async fn what_was_not_counted_is_not_zero() {
    let app = TestApp::with(&[("PLUMBLINE_PACE_MS", "60000")]).await;
    let question = json!({"query": "Why are customers complaining about the mobile app?"});
    let (_, body) = app.post("/api/research?wait=false", question).await;
    let path = format!("/api/research/runs/{}", body["runId"].as_str().unwrap());
    assert_eq!(app.post(&format!("{path}/cancel"), json!({})).await.0, 202);
    let run = until("the run ends", async || Some(run(&app, &body).await).filter(|run| run.status.is_over())).await;
    let answer = run.answer.as_ref().unwrap();
    assert!(!answer.text.contains("no complaints"), "{}", answer.text);
    assert_ne!(run.evidence_score.as_ref().unwrap().tier, "high");
}

/// The words from which the parts with a role come, and those that became none.
fn words(run: &Run, role: Role) -> (Vec<&str>, Vec<&str>) {
    let route = run.route.as_ref().unwrap();
    let all = &route.stretches;
    assert!(all.is_empty() || all.iter().map(|s| s.text.as_str()).collect::<String>() == run.question, "{all:?}");
    let unused = all.iter().filter(|s| s.unused).map(|s| s.text.as_str()).collect();
    let part = route.understood.iter().position(|part| part.role == role);
    (part.map(|at| Stretch::words(at, all)).unwrap_or_default(), unused)
}

#[tokio::test]
async fn each_part_names_the_words_it_came_from() {
    let app = TestApp::start().await;
    // Letters of several bytes before, between and behind.
    let question = "Čia: how many complaints about “mobile banking” came by phone in January 2026 … 🙂?";
    let run = asked(&app, question, None).await;
    assert_eq!(words(&run, Role::Records).0, ["how many complaints"], "{:?}", run.route);
    assert_eq!(words(&run, Role::Filter).0, ["mobile banking"], "{:?}", run.route);
    assert_eq!(words(&run, Role::Period).0, ["January 2026"], "{:?}", run.route);

    let not = asked(&app, "Complaints in January 2026 by channel, not by phone", None).await;
    assert_eq!(words(&not, Role::Grouping).0, ["channel"], "{:?}", not.route);
    assert_eq!(words(&not, Role::Filter).0, ["not", "phone"], "{:?}", not.route);

    // What says what is asked is all that nothing else used.
    let why = asked(&app, "Why are customers complaining about the mobile app?", None).await;
    assert_eq!(words(&why, Role::Filter).0, ["mobile app"], "{:?}", why.route);
    assert!(words(&why, Role::Measure).0[0].starts_with("Why are"), "{:?}", why.route);
    assert!(words(&why, Role::Period).0.is_empty(), "assumed: {:?}", why.route);

    // What is carried over comes from no word of this question.
    let next = asked(&app, "and in December 2025?", Some(&why)).await;
    assert!(words(&next, Role::Filter).0.is_empty(), "{:?}", next.route);
    assert_eq!(words(&next, Role::Period).0, ["December 2025"], "{:?}", next.route);
}

#[tokio::test]
async fn words_that_became_no_part_are_marked() {
    let app = TestApp::start().await;
    let refused = asked(&app, "How many complaints about unicorn insurance were there?", None).await;
    assert_eq!(words(&refused, Role::Records).1, ["unicorn insurance"], "{:?}", refused.route);

    let first = asked(&app, "How many complaints about mobile banking were there on 16 January 2026?", None).await;
    assert!(words(&first, Role::Records).1.is_empty(), "{:?}", first.route);
    // A part that was taken away, or replaced, has left its words behind.
    let (_, body) = change(&app, &first, Role::Filter, None).await;
    let all = run(&app, &body).await;
    assert_eq!(words(&all, Role::Records).1, ["mobile banking"], "{:?}", all.route);
    let (_, body) = change(&app, &first, Role::Period, Some("January 2026")).await;
    let month = run(&app, &body).await;
    assert_eq!(words(&month, Role::Filter), (vec!["mobile banking"], vec!["16 January 2026"]), "{:?}", month.route);
}

#[tokio::test]
async fn a_taught_word_keeps_its_place_in_the_question() {
    let app = TestApp::start().await;
    let word = json!({"word": "Zorko", "meaning": "Hartmann Logistik"});
    assert_eq!(app.post("/api/words", word).await.0, 200);
    let run = asked(&app, "How many complaints did ZORKO send in January 2026?", None).await;
    assert_eq!(words(&run, Role::Filter).0, ["ZORKO"], "{:?}", run.route);
    assert_eq!(words(&run, Role::Period).0, ["January 2026"], "{:?}", run.route);
}

#[tokio::test]
async fn what_is_offered_is_read_as_what_it_says_it_counts() {
    let app = TestApp::start().await;
    let mut asked_back = 0;
    for question in [
        "How many complaints about unicorn insurance were there?",
        "How many unicorn cases by priority",
        "unicorn complaints by phone from platinum customers in January 2026",
        "top 3 unicorn complaint categories",
        "mortgage phone january",
        "compare the unicorn mortgage complaints",
        "case handler thing",
    ] {
        let first = asked(&app, question, None).await;
        let answer = first.answer.as_ref().unwrap();
        for offer in &answer.offers {
            asked_back += 1;
            assert!(first.follow_ups.contains(&offer.question), "{question}: {:?}", first.follow_ups);
            // It is in the text, too: for whoever has no buttons.
            assert!(!answer.declines() || answer.text.contains(&offer.line()), "{question}: {}", answer.text);
            for session in [None, Some(&first)] {
                let next = asked(&app, &offer.question, session).await;
                let told = text(&next);
                assert!(!next.answer.as_ref().unwrap().declines(), "{question} -> {}: {told}", offer.question);
                if let Some(counted) = offer.counts.strip_prefix("Counts ") {
                    let read = next.outputs().find_map(|output| output.data["understood"].as_str());
                    assert_eq!(read, Some(&*format!("Count of {counted}")), "{question} -> {offer:?}: {told}");
                }
            }
        }
        let counts: std::collections::BTreeSet<&str> = answer.offers.iter().map(|o| o.counts.as_str()).collect();
        assert_eq!(counts.len(), answer.offers.len(), "{question}: {:?}", answer.offers);
    }
    assert!(asked_back >= 6, "{asked_back}");
}

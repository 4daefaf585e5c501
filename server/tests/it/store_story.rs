//! One story through every query of the store, on both databases.

use model::account::DataAccess;
use model::answer::{Answer, Claim, ClaimKind, Grounding, Receipt, Score};
use model::record::Sentiment;
use model::record::page::Record;
use model::review::{Fault, NewTurnRating, Reason, ReviewFilter, Verdict};
use model::run::*;
use model::session::{Ask, Role};
use serde_json::json;
use server::store::events::{AppendError, EventLog, Row, SameTransaction};
use server::store::runs::{self, Claimed, Head, Opening};
use server::store::sessions::{self, NewMessage, NewSession, ratings};
use server::store::write::{self, Progress};
use server::store::{Db, StoreError, changes, history, imports, records, review};

use crate::app::{TestApp, small_bank};
use crate::postgres::Postgres;

#[tokio::test]
async fn on_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    let db = Db::open(&format!("sqlite://{}", folder.path().join("story.db").display())).await.unwrap();
    tell(&db).await;
}

#[tokio::test]
async fn on_postgres() {
    let server = Postgres::start();
    let db = Db::open(&server.database("store").await).await.unwrap();
    tell(&db).await;
    db.close().await;
    let db = Db::open(&server.database("tools").await).await.unwrap();
    crate::tools_story::story(&db).await;
    db.close().await;
    let db = Db::open(&server.database("analyses").await).await.unwrap();
    crate::tools_story::analyses(&db).await;
    db.close().await;
    // And the whole desk over it.
    let app = TestApp::over(&server.database("desk").await, tempfile::tempdir().unwrap(), &[]).await;
    let body = app.ask("Why are customers complaining about the mobile app?").await;
    assert!(body["answer"].as_str().unwrap().contains("Login failures 50% (6)"), "{body}");
    assert_eq!(app.get("/admin/sessions?tool=analyze_topics&q=login").await.1["total"], 1);
    crate::tools_story::screens::tell(&app).await;
    crate::agent::words::tell(&app).await;
}

async fn tell(db: &Db) {
    assert_eq!(changes::latest(db).await.unwrap(), 0);
    assert_eq!(changes::last_day(db).await.unwrap(), None);
    records_are_kept(db).await;
    a_run_is_kept(db).await;
    sessions_are_reviewed(db).await;
    db.migrate().await.unwrap();
}

async fn records_are_kept(db: &Db) {
    let mut batch = small_bank();
    batch.progress =
        Some(Progress { id: "f".into(), format: "cfpb".into(), file: "f.csv".into(), rows_read: 7, done: false });
    let written = write::store(db, &batch, 1).await.unwrap();
    assert_eq!((written.customers, written.communications, written.cases, written.documents), (2, 20, 10, 1));
    assert_eq!(imports::progress(db, "f").await.unwrap().unwrap().rows_read, 7);
    assert_eq!(changes::last_day(db).await.unwrap().unwrap().to_string(), "2026-01-31");

    // The same again changes nothing; one changed record changes one.
    assert_eq!(write::store(db, &small_bank(), 2).await.unwrap(), write::Written::default());
    let before = changes::latest(db).await.unwrap();
    let mut batch = small_bank();
    batch.communications.truncate(1);
    batch.communications[0].sentiment = Some(Sentiment::Positive);
    assert_eq!(write::store(db, &batch, 3).await.unwrap().communications, 1);
    let changed = records::communications_after(db, before, "\u{10ffff}", 10).await.unwrap();
    assert_eq!(changed.len(), 1);
    assert_eq!(changed[0].1, batch.communications[0]);

    let totals = records::totals(db).await.unwrap();
    assert_eq!((totals.customers, totals.communications, totals.cases, totals.documents), (2, 20, 10, 1));
    let bank = small_bank();
    assert_eq!(records::products(db).await.unwrap(), bank.products);
    assert_eq!(records::customer(db, "cust-001").await.unwrap(), bank.customers[0]);
    assert_eq!(records::case(db, "case-0003").await.unwrap(), bank.cases[2]);
    assert_eq!(records::document(db, "note-0611").await.unwrap(), bank.documents[0]);
    assert_eq!(records::communication(db, "comm-00002").await.unwrap(), bank.communications[1]);
    assert_eq!(records::customer_names(db).await.unwrap().len(), 2);
    assert_eq!(records::customer_totals(db, "cust-001").await.unwrap(), (10, 10));
    let ids = ["comm-00003".to_owned(), "no".into(), "comm-00002".into()];
    let found: Vec<String> = records::communications(db, &ids).await.unwrap().into_iter().map(|c| c.id).collect();
    assert_eq!(found, ["comm-00003", "comm-00002"]);
    assert!(matches!(records::case(db, "x").await, Err(StoreError::NotFound(_))));
    let record = Record::Document { document: bank.documents[0].clone() };
    assert_eq!(serde_json::to_value(record).unwrap()["kind"], "document");
}

fn event(run: &str, seq: i64, event: RunEvent) -> StoredEvent {
    StoredEvent { run_id: run.into(), seq, at: 1_000 + seq, event }
}

async fn a_run_is_kept(db: &Db) {
    let claimed = Claimed {
        id: "r1".into(),
        session_id: "s1".into(),
        ask: Ask { query: "Why 100% “odd”?".into(), ..Ask::default() },
        cancel: false,
    };
    let session = |id: &str, user: &str, channel: &str| NewSession {
        id: id.into(),
        user_id: user.into(),
        channel: channel.into(),
        sees: DataAccess::All,
        now: 1_000,
    };
    let asked = message("m1", "s1", Role::User, "Why 100% “odd”?");
    // A run of a conversation that is not there leaves nothing behind.
    let opening = |run: &Claimed, session, message: &NewMessage, lease_until| Opening {
        run: run.clone(),
        session,
        caller: None,
        message: message.clone(),
        owner: "me".into(),
        lease_until,
    };
    assert!(runs::create(db, &opening(&claimed, None, &asked, 2_000)).await.is_err());
    assert!(matches!(runs::status(db, "r1").await, Err(StoreError::NotFound(_))));
    runs::create(db, &opening(&claimed, Some(session("s1", "ann", "web")), &asked, 2_000)).await.unwrap();
    assert_eq!(runs::status(db, "r1").await.unwrap(), RunStatus::Queued);
    // Held until 2000; after that someone else may have it, once.
    assert!(runs::claim(db, "you", 1_999, 9_000).await.unwrap().is_empty());
    assert_eq!(runs::claim(db, "you", 2_001, 9_000).await.unwrap(), std::slice::from_ref(&claimed));
    assert!(runs::claim(db, "she", 2_002, 9_000).await.unwrap().is_empty());
    runs::request_cancel(db, "r1").await.unwrap();
    let driven = ["r1".to_owned(), "r0".to_owned()];
    assert_eq!(runs::renew(db, "you", &driven, 12_000).await.unwrap(), ["r1"]);
    assert!(runs::renew(db, "me", &driven, 13_000).await.unwrap().is_empty());
    // What its holder has given up is not held on to: the lease of 12,000 stands.
    assert!(runs::renew(db, "you", &[], 14_000).await.unwrap().is_empty());
    assert!(runs::claim(db, "she", 12_000, 15_000).await.unwrap().is_empty());
    runs::release(db, "you").await.unwrap();
    assert_eq!(runs::claim(db, "she", 12_000, 15_000).await.unwrap(), [Claimed { cancel: true, ..claimed }]);

    let log = EventLog::start(db.clone());
    let list = [
        RunEvent::Thought { iteration: 1, text: "Ünïcode ✓".into() },
        RunEvent::ToolStarted { call: "c1".into(), iteration: 1, tool: "get_things".into(), args: json!({"a": 1}) },
        RunEvent::ToolFinished {
            call: "c1".into(),
            tool: "get_things".into(),
            duration_ms: 3,
            outcome: Outcome::failed("no"),
        },
        RunEvent::Answered { answer: Answer { text: "42".into(), ..Answer::default() } },
        RunEvent::Grounded { grounding: unverified(), run_score: Score::default(), evidence_score: Score::default() },
        RunEvent::Finished {
            status: RunStatus::Completed,
            receipt: Receipt { tokens_prompt: 40, tokens_completion: 2, ..Receipt::default() },
        },
    ];
    let stored: Vec<StoredEvent> = (1..).zip(list).map(|(seq, e)| event("r1", seq, e)).collect();
    let run = Run::from_events("r1", &stored);
    for (n, e) in stored.iter().enumerate() {
        let last = n + 1 == stored.len();
        let head = last.then(|| Head::from_run(&run));
        let answer = || SameTransaction::Closing {
            message: message("m2", "s1", Role::Assistant, "42"),
            session: "completed",
            ended: None,
            promised: None,
        };
        log.append("r1".into(), vec![Row::new(e)], head, last.then(answer)).await.unwrap();
    }
    assert_eq!(history::after(db, "r1", 0).await.unwrap(), stored);
    assert_eq!(history::after(db, "r1", 4).await.unwrap(), stored[4..]);
    // A second writer of the same event is refused, and harms nobody else in the same transaction.
    let other = Claimed {
        id: "r2".into(),
        session_id: "s2".into(),
        ask: Ask { query: "What?".into(), ..Ask::default() },
        cancel: false,
    };
    let asked = NewMessage { now: 2_000, ..message("m3", "s2", Role::User, "What?") };
    let later = NewSession { now: 2_000, ..session("s2", "ben", "api") };
    runs::create(db, &opening(&other, Some(later), &asked, 0)).await.unwrap();
    let late = SameTransaction::Closing {
        message: message("m9", "s1", Role::Assistant, "43"),
        session: "error",
        ended: None,
        promised: None,
    };
    let again = log.append("r1".into(), vec![Row::new(&stored[0])], None, Some(late));
    let first = event("r2", 1, RunEvent::Cancelled { by: "ben".into() });
    let fresh = log.append("r2".into(), vec![Row::new(&first)], None, None);
    let nobody = log.append("r3".into(), vec![Row::new(&event("r3", 1, stored[0].event.clone()))], None, None);
    let (again, fresh, nobody) = tokio::join!(again, fresh, nobody);
    assert_eq!((again, fresh, nobody), (Err(AppendError::Taken), Ok(()), Err(AppendError::Gone)));

    let mut folded = runs::get(db, "r1").await.unwrap();
    assert_eq!((folded.session_id.as_str(), folded.question.as_str()), ("s1", "Why 100% “odd”?"));
    folded.session_id.clear();
    folded.question.clear();
    assert_eq!(folded, run);
    assert_eq!(runs::of_session(db, "s1").await.unwrap().len(), 1);
    assert_eq!(runs::status(db, "r1").await.unwrap(), RunStatus::Completed);
}

fn unverified() -> Grounding {
    let claim = Claim {
        kind: ClaimKind::Number,
        start: 0,
        end: 2,
        text: "42".into(),
        found: None,
        problem: Some("nowhere".into()),
    };
    Grounding { claims: vec![claim] }
}

fn message(id: &str, session_id: &str, role: Role, content: &str) -> NewMessage {
    NewMessage {
        id: id.into(),
        session_id: session_id.into(),
        role,
        content: content.into(),
        reasoning_trace: Some(json!([{"type": "think"}])),
        receipt: Receipt::default(),
        now: 3_000,
        ..NewMessage::default()
    }
}

async fn sessions_are_reviewed(db: &Db) {
    let list = sessions::conversations(db, "", 10, false, sessions::Whose::default()).await.unwrap();
    let seen: Vec<(&str, bool)> = list.iter().map(|c| (c.id.as_str(), c.running)).collect();
    assert_eq!(seen, [("s2", true), ("s1", false)]);

    let rating = |verdict, note: Option<&str>, reasons| NewTurnRating {
        run_id: None,
        rating: verdict,
        note: note.map(Into::into),
        reasons,
        fault: note.map(|_| Fault::Step),
        correct: note.map(|_| "42".into()),
    };
    let (turn, bad) = (("s1", "r1"), rating(Verdict::Bad, Some(" a note "), vec![Reason::WrongFigure]));
    let kept = ratings::rate(db, turn, "g1", &bad, "rev", 4_000).await.unwrap();
    assert_eq!((kept.fault, kept.correct.as_deref()), (Some(Fault::Step), Some("42")));
    let better = rating(Verdict::Good, None, vec![]);
    ratings::rate(db, turn, "g2", &better, "rev", 5_000).await.unwrap();
    let all = ratings::of_session(db, "s1").await.unwrap();
    let told: Vec<(Verdict, Option<&str>)> = all.iter().map(|r| (r.rating.verdict, r.rating.note.as_deref())).collect();
    assert_eq!(told, [(Verdict::Good, None), (Verdict::Bad, Some("a note"))]);
    for nowhere in [("none", "r1"), ("s2", "r1"), ("s1", "none")] {
        assert!(ratings::rate(db, nowhere, "g3", &better, "rev", 5_000).await.is_err(), "{nowhere:?}");
    }
    // Of each reviewer the newest verdict holds, and the session shows the worst of them.
    ratings::rate(db, turn, "g4", &rating(Verdict::Partly, None, vec![]), "ann", 6_000).await.unwrap();
    assert_eq!(review::session(db, "s1").await.unwrap().rating, Some(Verdict::Partly));
    let judged = ratings::judged(db).await.unwrap();
    let mut verdicts: Vec<(&str, Verdict)> = judged.iter().map(|j| (j.by.as_str(), j.verdict)).collect();
    verdicts.sort_unstable();
    assert_eq!(verdicts, [("ann", Verdict::Partly), ("rev", Verdict::Good)]);
    ratings::rate(db, turn, "g5", &better, "ann", 7_000).await.unwrap();
    let queue = review::queue(db, &ReviewFilter::default(), "ann").await.unwrap();
    let done: Vec<(&str, bool)> = queue.items.iter().map(|i| (i.id.as_str(), i.done)).collect();
    assert_eq!(done, [("s2", false), ("s1", true)], "what ann has not rated comes first");

    let f = ReviewFilter::default;
    let some = |text: &str| Some(text.to_owned());
    for (filter, want) in [
        (f(), vec!["s2", "s1"]),
        (ReviewFilter { sort: some("oldest"), ..f() }, vec!["s1", "s2"]),
        (ReviewFilter { q: some("100%"), ..f() }, vec!["s1"]),
        (ReviewFilter { q: some("1_0%"), ..f() }, vec![]),
        (ReviewFilter { rating: some("good"), ..f() }, vec!["s1"]),
        (ReviewFilter { rating: some("none"), ..f() }, vec!["s2"]),
        (ReviewFilter { user_id: some("ben"), ..f() }, vec!["s2"]),
        (ReviewFilter { status: some("completed"), ..f() }, vec!["s1"]),
        (ReviewFilter { tool: some("get_things"), ..f() }, vec!["s1"]),
        (ReviewFilter { error: Some(true), ..f() }, vec!["s1"]),
        (ReviewFilter { error: Some(false), ..f() }, vec!["s2"]),
        (ReviewFilter { min_tokens: Some(42), ..f() }, vec!["s1"]),
        (ReviewFilter { min_tokens: Some(43), ..f() }, vec![]),
        (ReviewFilter { from: Some("1970-01-02".parse().unwrap()), ..f() }, vec![]),
        (ReviewFilter { to: Some("1970-01-01".parse().unwrap()), ..f() }, vec!["s2", "s1"]),
    ] {
        let page = review::sessions(db, &filter).await.unwrap();
        let ids: Vec<&str> = page.items.iter().map(|i| i.id.as_str()).collect();
        assert_eq!(ids, want, "{filter:?}");
        assert_eq!(page.total, want.len() as i64);
    }
    let page = review::sessions(db, &ReviewFilter { limit: Some(1), offset: Some(1), ..f() }).await.unwrap();
    assert_eq!((page.items[0].id.as_str(), page.total), ("s1", 2));

    let item = review::session(db, "s1").await.unwrap();
    assert_eq!((item.message_count, item.tool_calls, item.failed_calls, item.tokens), (2, 1, 1, 42));
    assert_eq!((item.claims, item.unverified, item.rating), (1, 1, Some(Verdict::Good)));

    sessions::delete(db, "s1").await.unwrap();
    assert!(matches!(runs::get(db, "r1").await, Err(StoreError::NotFound(_))));
    assert!(history::after(db, "r1", 0).await.unwrap().is_empty());
    assert!(ratings::of_session(db, "s1").await.unwrap().is_empty());
    assert!(sessions::delete(db, "s1").await.is_err());
}

//! Metrics for reviewers on both databases: what they count, and that each number leads to exactly the sessions that it
//! counts.

use std::collections::BTreeSet;

use ::app::api::usage::Usages;
use model::account::{DataAccess, Role};
use model::review::usage::{By, Number, UsageFilter};
use serde_json::json;
use server::api::{Api, Caller};
use server::store::Db;

use crate::app::TestApp;
use crate::postgres::on_both;

on_both!(tell);

async fn set(db: &Db, sql: &str) {
    match db {
        Db::Sqlite { write, .. } => drop(sqlx::query(sql).execute(write).await.unwrap()),
        Db::Postgres(pool) => drop(sqlx::query(sql).execute(&**pool).await.unwrap()),
    }
}

async fn tell(database: &str) {
    let app = TestApp::over(database, tempfile::tempdir().unwrap(), &[("PLUMBLINE_DAY_TOKENS", "1000")]).await;
    let db = &app.services.db;
    let mut runs = Vec::new();
    for question in
        ["How many cases breached SLA?", "Top complaint reasons this month?", "Colourless green ideas sleep furiously"]
    {
        let asked = app.ask(question).await;
        runs.push((asked["runId"].as_str().unwrap().to_owned(), asked["sessionId"].as_str().unwrap().to_owned()));
    }
    let feedback = format!("/api/research/runs/{}/feedback", runs[0].0);
    assert_eq!(app.post(&feedback, json!({"rating": "bad"})).await.0, 204);
    let rating = format!("/admin/sessions/{}/rating", runs[1].1);
    assert_eq!(app.post(&rating, json!({"rating": "good"})).await.0, 200);
    for ((run, session), (ms, model, person, back)) in
        runs.iter().zip([(100, "a/one", "ann", 0), (300, "a/two", "bob", 1), (900, "a/two", "ann", 1)])
    {
        set(
            db,
            &format!(
                "UPDATE runs SET duration_ms = {ms}, model = '{model}', tokens = {ms}, cached_tokens = {ms} / 2, cost_usd = 0.5, unverified = 0,
                gaps = 0, failed_calls = {back} WHERE id = '{run}'"
            ),
        )
        .await;
        let to = format!("started_at = started_at - {back} * 86400000");
        set(db, &format!("UPDATE sessions SET user_id = '{person}', {to} WHERE id = '{session}'")).await;
    }

    let api = Api { services: app.services.clone(), caller: Caller::local(Role::Admin), channel: "web" };
    let of = async |by| api.usage(UsageFilter { by: Some(by), ..UsageFilter::default() }).await.unwrap();
    let usage = of(By::Day).await;
    let all = |number| usage.all.number(number);
    for (number, wanted) in [
        (Number::Questions, 3.0),
        (Number::Answered, 2.0),
        (Number::Refused, 1.0),
        (Number::Warned, 0.0),
        (Number::Failed, 0.0),
        (Number::ThumbsDown, 1.0),
        (Number::Good, 1.0),
        (Number::Half, 100.0),
        (Number::Most, 300.0),
        (Number::Tokens, 1300.0),
        (Number::Cached, 650.0),
        (Number::Cost, 1.5),
        (Number::CallErrors, 2.0),
    ] {
        assert_eq!(all(number), Some(wanted), "{number}");
    }
    assert!(all(Number::FirstHalf).is_some_and(|ms| (0.0..60_000.0).contains(&ms)), "{usage:?}");
    assert_eq!(usage.days.iter().map(|day| day.number(Number::Questions)).collect::<Vec<_>>(), [Some(2.0), Some(1.0)]);
    assert_eq!(usage.days[1].key, usage.to.to_string());
    let budgets: Vec<_> = usage.budgets.iter().map(|b| (b.person.as_str(), b.tokens)).collect();
    assert_eq!((budgets, usage.day_tokens), (vec![("ann", 1000), ("bob", 300)], 1000));
    // One verdict with a score; the small bank is no demo, and brings none along.
    assert_eq!((usage.calibration.reviewed, usage.calibration.of_demo), (1, 0));
    assert_eq!(usage.calibration.bins.iter().map(|bin| (bin.count, bin.good)).collect::<Vec<_>>(), [(1, 1)]);

    // Each number leads to the sessions that it counts: here each has one question.
    let mut strategies = BTreeSet::new();
    for by in [By::Model, By::Strategy, By::Skill] {
        for row in of(by).await.rows {
            strategies.insert((by, row.key.clone()));
            for number in Number::ALL {
                let group: String = form_urlencoded::byte_serialize(format!("{by}:{}", row.key).as_bytes()).collect();
                let only: String = form_urlencoded::byte_serialize(number.as_str().as_bytes()).collect();
                let list = app.get(&format!("/admin/sessions?group={group}&only={only}")).await.1;
                let counted = match number {
                    Number::FirstHalf | Number::FirstMost | Number::Half | Number::Most => row.number(Number::Answered),
                    // How many had any.
                    Number::Tokens | Number::Cached | Number::Cost => row.number(Number::Questions),
                    Number::Calls | Number::CallErrors => continue,
                    _ => row.number(*number),
                };
                assert_eq!(list["total"].as_f64(), counted, "{by} {} {number}: {list}", row.key);
            }
        }
    }
    assert!(strategies.contains(&(By::Model, "a/two".into())), "{strategies:?}");
    assert!(strategies.contains(&(By::Skill, "customer_intelligence".into())), "{strategies:?}");
    assert_eq!(app.get("/admin/sessions?only=tool+errors").await.1["total"], 2);
    for wrong in ["only=happy", "group=planet:mars", "group=model:none"] {
        assert_eq!(app.get(&format!("/admin/sessions?{wrong}")).await.1["total"], 0, "{wrong}");
    }
    let people: Vec<_> = of(By::Person).await.rows.into_iter().map(|row| (row.key, row.numbers[0])).collect();
    assert_eq!(people, [("ann".to_owned(), Some(2.0)), ("bob".to_owned(), Some(1.0))]);

    let day = |text: &str| Some(text.parse().unwrap());
    let wrong = UsageFilter { from: day("2026-02-01"), to: day("2026-01-01"), by: None };
    assert!(api.usage(wrong).await.unwrap_err().to_string().contains("the first day first"));
    let empty = UsageFilter { from: day("2020-01-01"), to: day("2020-01-02"), by: None };
    let empty = api.usage(empty).await.unwrap();
    assert!(empty.days.is_empty() && empty.all.number(Number::Half).is_none(), "{empty:?}");
    let manager = Caller { sees: DataAccess::All, account: Some("x".into()), ..Caller::local(Role::Manager) };
    let api = Api { caller: manager, ..api };
    assert!(api.usage(UsageFilter::default()).await.is_err(), "it is for reviewers");
}

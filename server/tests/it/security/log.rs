//! The audit log says who, by which way, with which token and how much; and what is done to it behind the program's back shows.

use model::account::{CustomerBook, DataAccess, Role, TokenUse};
use serde_json::json;
use server::store::{Db, audit, customers_seen};

use crate::app::TestApp;
use crate::audit::entry;
use crate::postgres::{Postgres, on_both};

#[tokio::test]
async fn reading_much_leaves_a_line_a_call() {
    let app = TestApp::start().await;
    let ada = app.session(&app.account("ada", Role::Admin).await).await;
    let (id, ann) = app.token(&app.account("ann", Role::Manager).await, TokenUse::Read).await;
    for (path, body, tool) in [
        ("/api/communications/search", json!({"query": "app"}), "tool:search_knowledge_base"),
        ("/knowledge/search", json!({"query": "sign-in"}), "tool:search_knowledge_base"),
        ("/api/analysis/topics", json!({}), "tool:analyze_topics"),
    ] {
        let (status, told) = app.call(&ann, "post", path, body).await;
        assert_eq!(status, 200, "{path}: {told}");
        let lines = app.lines(&ada, &format!("who=ann&what={tool}&limit=1")).await;
        let line = &lines[0];
        assert_eq!((&line["token"], &line["channel"]), (&json!(id), &json!("api")), "{line}");
        let counted = told["sources"].as_array().or(told["results"].as_array()).map(Vec::len).unwrap();
        assert_eq!(line["records"], counted, "{line}");
    }
    assert_eq!(app.lines(&ada, "who=ann&what=tool:").await.len(), 3);
}

on_both!(chained);

async fn chained(database: &str) {
    let app = TestApp::bare(database, tempfile::tempdir().unwrap(), &[]).await;
    let db = &app.services.db;
    for n in 0..5 {
        audit::add(db, &entry(&n.to_string())).await.unwrap();
    }
    // Many at once are one chain.
    let all = (5..25).map(|n| async move { audit::add(db, &entry(&n.to_string())).await.unwrap() });
    futures::future::join_all(all).await;
    let whole = audit::verify(db).await.unwrap();
    assert_eq!((whole.lines, whole.broken, whole.head.len()), (25, None, 64), "{whole:?}");
    for sql in [
        "INSERT INTO audit (id, at, who, action, what, detail) VALUES ('x', 1, 'ann', 'asked', 'run:x', 'x')",
        "UPDATE audit_head SET seq = 3",
        "DELETE FROM audit_head",
    ] {
        assert!(run(db, sql).await.is_err(), "{sql}");
    }
    if let Db::Postgres(_) = db {
        for sql in ["TRUNCATE audit", "TRUNCATE audit_head", "UPDATE audit SET who = 'nobody'", "DELETE FROM audit"] {
            let refused = run(db, sql).await.unwrap_err();
            assert!(refused.contains("only added to") || refused.contains("permission denied"), "{sql}: {refused}");
        }
    }
    // Whoever owns the database can take the guards away; then the chain tells.
    let guards: &[&str] = match db {
        Db::Sqlite { .. } => &["DROP TRIGGER audit_stays", "DROP TRIGGER audit_is_kept"],
        Db::Postgres(_) => &["ALTER TABLE audit DISABLE TRIGGER USER", "GRANT ALL ON audit TO CURRENT_USER"],
    };
    for guard in guards {
        run(db, guard).await.unwrap();
    }
    run(db, "UPDATE audit SET who = 'somebody else' WHERE seq = 7").await.unwrap();
    assert_eq!(audit::verify(db).await.unwrap().broken, Some(7));
    run(db, "UPDATE audit SET who = 'plumbline' WHERE seq = 7").await.unwrap();
    assert_eq!(audit::verify(db).await.unwrap(), whole);
    run(db, "DELETE FROM audit WHERE seq = 12").await.unwrap();
    assert_eq!(audit::verify(db).await.unwrap().broken, Some(12));
    run(db, "DELETE FROM audit WHERE seq >= 12").await.unwrap();
    let short = audit::verify(db).await.unwrap();
    assert_eq!((short.lines, short.broken), (11, Some(12)), "its end is missing");
}

async fn run(db: &Db, sql: &str) -> Result<(), String> {
    let done = match db {
        Db::Sqlite { write, .. } => sqlx::query(sql).execute(write).await.map(drop),
        Db::Postgres(pool) => sqlx::query(sql).execute(&**pool).await.map(drop),
    };
    done.map_err(|error| error.to_string())
}

/// What a pooler between the program and Postgres does that hands each transaction to another of its connections: the views of
/// the book are not there.
#[tokio::test]
async fn a_book_whose_views_are_gone_shows_nothing() {
    let server = Postgres::start();
    let app = TestApp::over(&server.database("book").await, tempfile::tempdir().unwrap(), &[]).await;
    let book = CustomerBook { managers: vec!["Nobody here".into()], ..CustomerBook::default() };
    let seen = app.services.db.seen_by(&DataAccess::Some(book)).unwrap();
    assert_eq!(customers_seen(&app.services.db).await.unwrap().len(), 2);
    assert!(customers_seen(&seen).await.unwrap().is_empty());
    let Db::Postgres(pool) = &seen else { unreachable!() };
    for _ in 0..8 {
        let mut connection = pool.acquire().await.unwrap();
        sqlx::query("ROLLBACK").execute(&mut *connection).await.unwrap();
        sqlx::query("DISCARD TEMP").execute(&mut *connection).await.unwrap();
        drop(connection);
        assert!(customers_seen(&seen).await.unwrap_or_default().is_empty(), "the tables themselves were read");
    }
}

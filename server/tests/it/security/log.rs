//! The audit log records who acted, by which channel, with which token and on how many records; and changes made behind
//! the program's back are detected.

use model::account::{CustomerBook, DataAccess, Role, TokenUse};
use serde_json::json;
use server::store::{Db, audit, customers_seen};

use crate::app::TestApp;
use crate::audit::entry;
use crate::install::{plumbline, says};
use crate::postgres::{Postgres, on_both};

#[tokio::test]
async fn reading_much_leaves_a_line_a_call() {
    let app = TestApp::start().await;
    let ada = app.session(&app.account("ada", Role::Admin).await).await;
    let account = app.account("ann", Role::Manager).await;
    let (id, ann) = app.token(&account, TokenUse::Read).await;
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
    // A list shows more records than it cites.
    let call = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": {"name": "list_communications", "arguments": {"top": 18}}});
    let (_, asks) = app.token(&account, TokenUse::Ask).await;
    let request = app.send_as(&asks, "post", "/mcp").header("accept", "application/json, text/event-stream");
    let told = request.json(&call).send().await.unwrap().text().await.unwrap();
    assert!(told.contains("comm-00001") || told.contains("comm-0000"), "{told}");
    let lines = app.lines(&ada, "who=ann&what=tool:list_communications&limit=1").await;
    assert_eq!((&lines[0]["records"], &lines[0]["channel"]), (&json!(18), &json!("mcp")), "{lines:?}");
}

/// Actions on the command line are recorded, with the user of the machine.
#[tokio::test]
async fn the_command_line_is_written_down() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let environment = [("PLUMBLINE_DATA", data.to_str().unwrap())];
    let file = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    file("tickets.csv", "id,customer,date,text\n1,Acme AG,2026-01-05,Hello\n");
    for args in [
        &["import", "csv", "tickets.csv"][..],
        &["import", "csv", "tickets.csv", "--dry-run"],
        &["ask", "How many messages were there?"],
        &["words", "teach", "zorkland", "Acme AG"],
        &["words", "revoke", "zorkland"],
        &["backup", "copy.db"],
    ] {
        let done = plumbline(folder.path(), &environment, args);
        assert!(done.status.success(), "{args:?}: {}", says(&done));
    }
    let db = Db::open(&format!("sqlite://{}", data.join("plumbline.db").display())).await.unwrap();
    let (mut lines, _) = audit::list(&db, &audit::Filter::default(), 20, 0).await.unwrap();
    lines.reverse();
    let told: Vec<(&str, &str)> = lines
        .iter()
        .map(|line| (line.action.as_str(), line.what.split_once(':').map_or("", |(kind, _)| kind)))
        .collect();
    let wanted =
        [("imported", "file"), ("asked", "run"), ("taught", "word"), ("taught", "word"), ("exported", "backup")];
    assert_eq!(told, wanted, "{lines:?}");
    let user = std::process::Command::new("id").arg("-un").output().unwrap();
    let user = String::from_utf8_lossy(&user.stdout).trim().to_owned();
    assert!(lines.iter().all(|line| line.channel.as_deref() == Some("command line") && line.who == user), "{lines:?}");
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

on_both!(emptied as emptied_on_sqlite, emptied_on_postgres);

/// Changes to the log by the owner of the database are reported by `doctor`.
async fn emptied(database: &str) {
    let app = TestApp::bare(database, tempfile::tempdir().unwrap(), &[]).await;
    let (db, folder) = (&app.services.db, app.services.config.data.folder.value.clone());
    let doctor = || {
        let environment = [("PLUMBLINE_DATA", folder.as_str()), ("PLUMBLINE_DATABASE", database)];
        let told = plumbline(std::path::Path::new(&folder), &environment, &["doctor", "--offline"]);
        let text = says(&told);
        let lines: Vec<String> = text.lines().filter(|line| line.contains("Audit log")).map(str::to_owned).collect();
        (told.status.success(), lines.join("\n"))
    };
    for n in 0..5 {
        audit::add(db, &entry(&n.to_string())).await.unwrap();
    }
    app.services.note_head().await.unwrap();
    let (whole, told) = doctor();
    assert!(whole && told.contains("5 lines in one chain") && !told.contains("WRONG"), "{told}");

    let (off, on): (&[&str], &[&str]) = match db {
        Db::Sqlite { .. } => (
            &[
                "DROP TRIGGER audit_stays", "DROP TRIGGER audit_is_kept", "DROP TRIGGER audit_head_stays",
                "CREATE TRIGGER audit_stays BEFORE UPDATE ON audit WHEN 0 BEGIN SELECT RAISE(ABORT, 'no'); END",
            ],
            &[
                "DROP TRIGGER audit_stays",
                "CREATE TRIGGER audit_stays BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'the audit log is only added to'); END;",
                "CREATE TRIGGER audit_is_kept BEFORE DELETE ON audit BEGIN SELECT RAISE(ABORT, 'the audit log is only added to'); END;",
                "CREATE TRIGGER audit_head_stays BEFORE UPDATE ON audit_head WHEN NEW.seq < OLD.seq OR NEW.before <> OLD.before
                 BEGIN SELECT RAISE(ABORT, 'the audit log is only added to'); END;",
            ],
        ),
        Db::Postgres(_) => (
            &[
                "ALTER TABLE audit DISABLE TRIGGER USER", "ALTER TABLE audit_head DISABLE TRIGGER USER",
                "GRANT ALL ON audit TO CURRENT_USER",
            ],
            &["ALTER TABLE audit ENABLE TRIGGER USER", "ALTER TABLE audit_head ENABLE TRIGGER USER"],
        ),
    };
    for sql in off {
        run(db, sql).await.unwrap();
    }
    let (whole, told) = doctor();
    assert!(!whole && told.contains("audit_stays") && told.contains("audit_head_stays"), "{told}");
    // Emptied so that the chain itself is whole, the guards put back, and something written after.
    for sql in ["DELETE FROM audit", "UPDATE audit_head SET seq = 0, hash = ''"] {
        run(db, sql).await.unwrap();
    }
    for sql in on {
        run(db, sql).await.unwrap();
    }
    let (whole, told) = doctor();
    assert!(!whole && told.contains("it once had 5 lines") && !told.contains("refuse"), "{told}");
    let other = Db::open(database).await.unwrap();
    for n in 10..17 {
        audit::add(&other, &entry(&n.to_string())).await.unwrap();
    }
    app.services.note_head().await.unwrap();
    let (whole, told) = doctor();
    assert!(!whole && told.contains("7 lines in one chain") && told.contains("it once had 5 lines"), "{told}");
    // A note that this server has not signed is none.
    let heads = std::path::Path::new(&folder).join("audit.heads");
    let note = std::fs::read_to_string(&heads).unwrap();
    std::fs::write(&heads, note.replacen(" 5 ", " 7 ", 1)).unwrap();
    let (whole, told) = doctor();
    assert!(!whole && told.contains("not signed by this server"), "{told}");
    app.services.note_anew().await.unwrap();
    assert!(doctor().0, "a person has seen it");
}

async fn run(db: &Db, sql: &str) -> Result<(), String> {
    let done = match db {
        Db::Sqlite { write, .. } => sqlx::query(sql).execute(write).await.map(drop),
        Db::Postgres(pool) => sqlx::query(sql).execute(&**pool).await.map(drop),
    };
    done.map_err(|error| error.to_string())
}

/// The effect of a pooler between the program and Postgres that assigns each transaction to another of its connections:
/// the views of the book are missing.
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

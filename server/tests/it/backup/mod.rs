//! Copies of the database: made while a server writes, restored, and refused if that would lose data.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicBool, Ordering};

use model::account::{DataAccess, Role, TokenUse};
use server::auth::sign_in::{create, issue_token};
use server::store::{Db, StoreError, backup, write};

use crate::app::{TestApp, small_bank};
use crate::postgres::Postgres;

fn plumbline(folder: &Path, database: &str, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plumbline"));
    command.current_dir(folder).env_clear().env("PLUMBLINE_DATABASE", database).env("PLUMBLINE_EMBEDDER", "none");
    command.args(args).output().unwrap()
}

fn says(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

fn url(file: &Path) -> String {
    format!("sqlite://{}", file.display())
}

async fn count(db: &Db, sql: &str) -> i64 {
    match db {
        Db::Sqlite { read, .. } => sqlx::query_scalar(sql).fetch_one(read).await.unwrap(),
        Db::Postgres(pool) => sqlx::query_scalar(sql).fetch_one(&**pool).await.unwrap(),
    }
}

/// The small bank in its own file.
async fn bank(file: &Path) -> Db {
    let db = Db::open(&url(file)).await.unwrap();
    write::store(&db, &small_bank(), 0).await.unwrap();
    db
}

#[tokio::test(flavor = "multi_thread", worker_threads = 3)]
async fn a_copy_made_while_a_server_writes_is_whole() {
    let app = TestApp::start().await;
    let folder = tempfile::tempdir().unwrap();
    let (database, copy) = (app.services.config.database.value.clone(), folder.path().join("copy.db"));
    app.ask("How many cases breached SLA?").await;
    let made = AtomicBool::new(false);
    let asking = async {
        let mut asked = 1;
        while !made.load(Ordering::Relaxed) {
            app.ask("How many cases breached SLA?").await;
            asked += 1;
        }
        asked
    };
    let copying = async {
        let (folder, database) = (folder.path().to_owned(), database.clone());
        let done = tokio::task::spawn_blocking(move || plumbline(&folder, &database, &["backup", "copy.db"])).await;
        made.store(true, Ordering::Relaxed);
        done.unwrap()
    };
    let (asked, done) = tokio::join!(asking, copying);
    assert!(done.status.success(), "{}", says(&done));
    for words in ["communications", "20 rows", "MiB in", "search index is not included"] {
        assert!(says(&done).contains(words), "{words}: {}", says(&done));
    }
    assert_eq!(std::fs::metadata(&copy).unwrap().permissions().mode() & 0o777, 0o600);
    assert!(!folder.path().join("copy.db.part").exists());

    let again = plumbline(folder.path(), &database, &["backup", "copy.db"]);
    assert_eq!(again.status.code(), Some(1));
    assert!(says(&again).contains("is there already"), "{}", says(&again));

    let other = folder.path().join("other.db");
    let restored = plumbline(folder.path(), &url(&other), &["restore", "copy.db"]);
    assert!(restored.status.success(), "{}", says(&restored));
    assert!(says(&restored).contains("search index is up to date"), "{}", says(&restored));
    let db = Db::open(&url(&other)).await.unwrap();
    let runs = count(&db, "SELECT COUNT(*) FROM runs").await;
    assert!((1..=asked).contains(&runs), "{runs} of {asked} runs");
    let torn = "SELECT COUNT(*) FROM runs WHERE (status = 'completed') <> EXISTS
        (SELECT 1 FROM run_events e WHERE e.run_id = runs.id AND e.type = 'finished')";
    assert_eq!(count(&db, torn).await, 0, "a run that is over without its end");
    let gaps = "SELECT COUNT(*) FROM (SELECT run_id FROM run_events GROUP BY run_id HAVING COUNT(*) <> MAX(seq))";
    assert_eq!(count(&db, gaps).await, 0);
}

#[tokio::test]
async fn what_is_in_use_is_not_replaced_and_what_is_replaced_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let (file, copy) = (folder.path().join("a.db"), folder.path().join("copy.db"));
    let db = bank(&file).await;
    let held = backup::copy(&file, &copy).await.unwrap();
    assert_eq!(held.rows.iter().find(|(table, _)| *table == "cases"), Some(&("cases", 10)));
    let Db::Sqlite { write, .. } = &db else { unreachable!() };
    sqlx::query("INSERT INTO products (slug, name) VALUES ('later', 'Later')").execute(write).await.unwrap();

    // Open, though it does nothing.
    let refused = backup::restore(&copy, &file).await.unwrap_err();
    assert!(matches!(&refused, StoreError::Conflict(detail) if detail.contains("is in use")), "{refused:?}");
    let later = "SELECT COUNT(*) FROM products WHERE slug = 'later'";
    assert_eq!(count(&db, later).await, 1);
    db.close().await;

    let (again, kept) = backup::restore(&copy, &file).await.unwrap();
    assert_eq!(again.rows, held.rows);
    let kept = kept.unwrap();
    assert_eq!(kept, PathBuf::from(format!("{}.before-restore", file.display())));
    for (file, has) in [(&file, 0), (&kept, 1)] {
        let db = Db::open(&url(file)).await.unwrap();
        assert_eq!(count(&db, later).await, has, "{}", file.display());
        db.close().await;
    }
    let (_, kept) = backup::restore(&copy, &file).await.unwrap();
    assert_eq!(kept, Some(PathBuf::from(format!("{}.before-restore-2", file.display()))), "nothing is overwritten");
}

#[tokio::test]
async fn a_wal_of_the_old_database_does_not_meet_the_new_one() {
    let folder = tempfile::tempdir().unwrap();
    let (file, copy) = (folder.path().join("a.db"), folder.path().join("copy.db"));
    let db = bank(&file).await;
    backup::copy(&file, &copy).await.unwrap();
    db.close().await;
    let wal = folder.path().join("a.db-wal");
    // A database that is not one any more, with a WAL that a process left beside it.
    std::fs::write(&file, "this was a database once, and nobody can read it any more").unwrap();
    std::fs::write(&wal, "left behind").unwrap();
    let (_, kept) = backup::restore(&copy, &file).await.unwrap();
    assert!(std::fs::read_to_string(kept.unwrap()).unwrap().starts_with("this was"));
    assert!(!wal.exists());
    // Only the WAL is left.
    std::fs::remove_file(&file).unwrap();
    std::fs::write(&wal, "left behind").unwrap();
    assert_eq!(backup::restore(&copy, &file).await.unwrap().1, None);
    assert!(!wal.exists());
    assert_eq!(std::fs::read_to_string(folder.path().join("a.db.before-restore-2-wal")).unwrap(), "left behind");
    let db = Db::open(&url(&file)).await.unwrap();
    assert_eq!(count(&db, "SELECT COUNT(*) FROM communications").await, 20);
}

#[tokio::test]
async fn a_copy_that_is_not_whole_or_too_new_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let name = |name: &str| folder.path().join(name);
    let (file, copy) = (name("a.db"), name("copy.db"));
    let db = bank(&file).await;
    backup::copy(&file, &copy).await.unwrap();
    db.close().await;
    let before = std::fs::read(&file).unwrap();

    let whole = std::fs::read(&copy).unwrap();
    std::fs::write(name("half.db"), &whole[..whole.len() / 2]).unwrap();
    std::fs::write(name("text.db"), "not a database").unwrap();
    std::fs::write(name("empty.db"), "").unwrap();
    for damaged in ["half.db", "text.db", "empty.db"] {
        let refused = backup::restore(&name(damaged), &file).await.unwrap_err();
        assert!(matches!(refused, StoreError::Damaged(_)), "{damaged}: {refused:?}");
    }
    let refused = backup::restore(&name("nowhere.db"), &file).await.unwrap_err();
    assert!(matches!(refused, StoreError::NotFound(_)), "{refused:?}");

    let newer = Db::open(&url(&copy)).await.unwrap();
    let Db::Sqlite { write, .. } = &newer else { unreachable!() };
    let later = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
        VALUES (9999, 'later', TRUE, x'00', 0)";
    sqlx::query(later).execute(write).await.unwrap();
    newer.close().await;
    let refused = backup::restore(&copy, &file).await.unwrap_err();
    assert!(matches!(refused, StoreError::Newer { found: 9999, .. }), "{refused:?}");

    assert_eq!(std::fs::read(&file).unwrap(), before, "the database was touched");
    assert!(!name("a.db.before-restore").exists());
}

#[tokio::test]
async fn for_postgres_the_lines_that_are_told_copy_and_put_back() {
    let server = Postgres::start();
    let database = server.database("kept").await;
    let db = Db::open(&database).await.unwrap();
    write::store(&db, &small_bank(), 0).await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    let dump = folder.path().join("kept.dump");
    let told = plumbline(folder.path(), &database, &["backup", dump.to_str().unwrap()]);
    assert_eq!(told.status.code(), Some(1), "nothing was copied");
    let text = says(&told);
    let lines: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("  ")).collect();
    let [copy, put_back] = lines[..] else { panic!("{text}") };
    let Some(copied) = server.shell("pg_dump", copy) else {
        println!("SKIPPED: there is no pg_dump beside Postgres");
        return;
    };
    assert!(copied.status.success(), "{copy}: {}", says(&copied));
    assert_eq!(std::fs::metadata(&dump).unwrap().permissions().mode() & 0o777, 0o600);

    let Db::Postgres(pool) = &db else { unreachable!() };
    sqlx::query("DELETE FROM communications").execute(&**pool).await.unwrap();
    db.close().await;
    let back = server.shell("pg_restore", put_back).unwrap();
    assert!(back.status.success(), "{put_back}: {}", says(&back));
    let db = Db::open(&database).await.unwrap();
    assert_eq!(count(&db, "SELECT COUNT(*) FROM communications").await, 20);
    db.close().await;
}

#[tokio::test]
async fn a_restored_desk_knows_its_accounts_tokens_conversations_and_finds_its_records() {
    let app = TestApp::start().await;
    let asked = app.ask("How many cases breached SLA?").await;
    let boss = create(&app.services, "boss", Role::Admin, DataAccess::All, None).await.unwrap();
    let token = issue_token(&app.services, &boss.id, "t", TokenUse::Admin, 1).await.unwrap().1;
    let folder = tempfile::tempdir().unwrap();
    let (copy, other) = (folder.path().join("copy.db"), folder.path().join("other.db"));
    let database = backup::file_of(&app.services.config.database.value).unwrap();
    backup::copy(&database, &copy).await.unwrap();
    drop(app);

    let restored = plumbline(folder.path(), &url(&other), &["restore", "copy.db"]);
    assert!(restored.status.success(), "{}", says(&restored));
    let app = TestApp::bare(&url(&other), folder, &[]).await;
    app.services.search.catch_up(&app.services.db, |_, _| {}).await.unwrap();
    let get = async |path: &str| {
        crate::app::json(app.client.get(format!("{}{path}", app.url)).bearer_auth(&token).send().await.unwrap()).await
    };
    assert_eq!(get("/api/me").await.1["name"], "boss");
    let (status, kept) = get(&format!("/admin/sessions/{}", asked["sessionId"].as_str().unwrap())).await;
    assert_eq!(status, 200, "{kept}");
    let search = app.client.post(format!("{}/knowledge/search", app.url)).bearer_auth(&token);
    let found =
        crate::app::json(search.json(&serde_json::json!({"query": "device check"})).send().await.unwrap()).await.1;
    assert!(found.to_string().contains("note-0611"), "{found}");
}

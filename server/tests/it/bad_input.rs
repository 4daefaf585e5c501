//! Any bad input gets an error that says what to do; nothing is lost and nothing panics.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::json;

use crate::app::TestApp;

#[tokio::test]
async fn requests_that_are_wrong_name_the_field() {
    let app = TestApp::start().await;
    let long = "a".repeat(10_001);
    for (body, field, says) in [
        (json!({"query": "  "}), "query", "empty"),
        (json!({"query": long}), "query", "10001 characters"),
        (json!({"query": 3}), "query", "invalid type"),
        (json!({"query": "x", "maxIterations": 0}), "maxIterations", "from 1 to 20"),
        (json!({"query": "x", "maxIterations": "many"}), "maxIterations", "invalid type"),
        (json!({"query": "x", "strategy": "react"}), "strategy", "needs a model"),
        (json!({"query": "x", "context": {"timeWindow": {"start": "soon"}}}), "context.timeWindow.start", "invalid"),
        (json!({"question": "x"}), "question", "unknown field"),
        (json!({"query": "x", "context": {"signal": "social"}}), "context.signal", "unknown field"),
        (json!({"query": "x", "context": {"quadrant": "huge"}}), "context.quadrant", "unknown variant"),
        (
            json!({"query": "x", "context": {"selectedBubble": {"date": "15th", "volume": 3}}}),
            "context.selectedBubble.date",
            "",
        ),
        (
            json!({"query": "x", "context": {"selectedBubble": {"date": "2026-01-15", "volume": 3, "foo": 1}}}),
            "context.selectedBubble.foo",
            "unknown field",
        ),
        (
            json!({"query": "x", "context": {"timeWindow": {"form": "2026-01-01"}}}),
            "context.timeWindow.form",
            "Closest: from",
        ),
        (json!({"query": "x", "context": {"timeWindow": {"days": 30}}}), "context.timeWindow.days", "unknown field"),
        (json!("x"), "body", "invalid type"),
    ] {
        let (status, problem) = app.post("/api/research", body.clone()).await;
        assert_eq!(status, 400, "{body}");
        assert_eq!(problem["field"], field, "{problem}");
        assert!(problem["detail"].as_str().unwrap().contains(says), "{problem}");
    }
    let mut bytes = br#"{"query": "caf"#.to_vec();
    bytes.extend([0xe9, b'"', b'}']);
    let (status, problem) = app.post_bytes("/api/research", bytes).await;
    assert_eq!(status, 400);
    assert!(problem["detail"].as_str().unwrap().contains("not UTF-8"), "{problem}");
    assert_eq!(app.post_bytes("/api/research", b"{\"query\": ".to_vec()).await.0, 400);
    assert_eq!(app.post_bytes("/api/research", vec![b' '; (1 << 20) + 1]).await.0, 400);
    // Exactly 10,000 characters are read.
    assert_eq!(app.post("/api/research", json!({"query": "é".repeat(10_000)})).await.0, 200);
}

#[tokio::test]
async fn a_form_that_is_wrong_is_answered_by_a_page() {
    let app = TestApp::start().await;
    let long = format!("query={}", "a".repeat(10_001));
    for (path, body, status, says) in [
        ("/desk/ask", long.as_str(), 400, "10001 characters"),
        ("/desk/ask", "query=x&sessionId=%3Cb%3E", 404, "&lt;b&gt;"),
        ("/review/none/rate", "note=fine", 400, "Choose good, partly or bad"),
        ("/review/none/rate", "rating=good", 404, "none"),
    ] {
        let form = "application/x-www-form-urlencoded";
        let request = reqwest::Client::new().post(format!("{}{path}", app.url)).header("content-type", form);
        let reply = request.body(body.to_owned()).send().await.unwrap();
        assert_eq!(reply.status(), status, "{path} {body:.30}");
        assert!(reply.headers()["content-type"].to_str().unwrap().starts_with("text/html"));
        let page = reply.text().await.unwrap();
        assert!(page.contains(says) && !page.contains("<b>"), "{page}");
    }
}

#[tokio::test]
async fn unknown_things_are_not_found() {
    let app = TestApp::start().await;
    for path in [
        "/api/research/runs/none", "/api/research/runs/none/events", "/api/research/conversation/none",
        "/admin/sessions/none",
    ] {
        let (status, problem) = app.get(path).await;
        assert_eq!(status, 404, "{path}");
        assert!(problem["detail"].as_str().unwrap().contains("none"), "{problem}");
        assert_eq!(problem["title"], "Not found");
    }
    assert_eq!(app.post("/api/research/runs/none/cancel", json!({})).await.0, 404);
    assert_eq!(app.post("/api/research/conversation/none", json!({"query": "x"})).await.0, 404);
    assert_eq!(app.post("/admin/sessions/none/rating", json!({"rating": "good"})).await.0, 404);
    assert_eq!(app.get("/no/such/page").await.0, 404);
}

#[tokio::test]
async fn queries_that_are_wrong_name_the_parameter() {
    let app = TestApp::start().await;
    for (path, field) in [
        ("/admin/sessions?limit=0", "limit"),
        ("/admin/sessions?limit=many", "limit"),
        ("/admin/sessions?offset=-1", "offset"),
        ("/admin/sessions?rating=fine", "rating"),
        ("/admin/sessions?from=2026-02-01&to=2026-01-01", "from"),
        ("/admin/sessions?from=yesterday", "from"),
        ("/api/research/runs/x/events?after=y", "after"),
    ] {
        let (status, problem) = app.get(path).await;
        assert_eq!((status, &problem["field"]), (400, &json!(field)), "{path}: {problem}");
    }
    let asked = app.ask("How many cases breached SLA?").await;
    let rating = format!("/admin/sessions/{}/rating", asked["sessionId"].as_str().unwrap());
    assert_eq!(app.post(&rating, json!({"rating": "fair"})).await.1["field"], "rating");
    assert_eq!(app.post(&rating, json!({"rating": "good", "note": "n".repeat(5_000)})).await.1["field"], "note");
}

#[tokio::test]
async fn text_is_never_sql_and_never_markup() {
    let app = TestApp::start().await;
    for question in [
        "How many complaints'; DROP TABLE communications; --",
        "Show me \"quotes\" and ; semicolons about login",
        "Complaints about <script>alert(1)</script>",
        "%%% ___ \\ ''' \u{0} \u{202e}",
    ] {
        let (status, body) = app.post("/api/research", json!({"query": question})).await;
        assert!(status == 200 || status == 400, "{question}: {body}");
        let (_, page) = app.get("/admin/sessions?q=%25%27%3B").await;
        assert!(page["total"].is_i64());
    }
    assert_eq!(app.get("/health").await.1["communications"], 20);
}

fn plumbline(folder: &Path, args: &[&str]) -> Output {
    let database = format!("sqlite://{}/cli.db", folder.display());
    let mut command = Command::new(env!("CARGO_BIN_EXE_plumbline"));
    command.current_dir(folder).env_clear().env("PLUMBLINE_DATABASE", database).args(args).output().unwrap()
}

fn says(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn the_command_line_has_proper_exit_codes_and_words() {
    let folder = tempfile::tempdir().unwrap();
    let run = |args: &[&str]| plumbline(folder.path(), args);
    for (args, code, words) in [
        (&["--help"][..], 0, ""),
        (&["sing"], 2, "unrecognized subcommand"),
        (&["serve", "--port", "1"], 2, "--port"),
        (&["serve", "--addr", "here"], 1, "must be an address"),
        (&["ask", "  "], 1, "empty"),
        (&["import", "cfpb", "missing.csv"], 1, "missing.csv"),
        (&["--database", "mysql://x", "migrate"], 1, "sqlite://FILE"),
        (&["--database", "postgres://nobody@127.0.0.1:1/x", "migrate"], 1, "PLUMBLINE_DATABASE"),
        (&["--as-of", "someday", "migrate"], 1, "PLUMBLINE_AS_OF"),
        (&["migrate"], 0, ""),
    ] {
        let output = run(args);
        assert_eq!(output.status.code(), Some(code), "{args:?}: {}", says(&output));
        assert!(says(&output).contains(words), "{args:?}: {}", says(&output));
        assert!(
            !says(&output).contains("panicked") && !says(&output).contains("backtrace"),
            "{args:?}: {}",
            says(&output)
        );
    }
    let config = String::from_utf8(run(&["serve", "--print-config"]).stdout).unwrap();
    assert!(config.contains("PLUMBLINE_DATABASE") && config.contains("environment"), "{config}");
}

#[test]
fn a_port_in_use_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let addr = taken.local_addr().unwrap().to_string();
    let output = plumbline(folder.path(), &["serve", "--addr", &addr]);
    assert_eq!(output.status.code(), Some(1));
    assert!(says(&output).contains("is in use") && says(&output).contains("--addr"), "{}", says(&output));
}

#[test]
fn a_read_only_database_is_said_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    assert!(plumbline(folder.path(), &["migrate"]).status.success());
    let database = format!("sqlite://{}/cli.db?mode=ro", folder.path().display());
    let output = plumbline(folder.path(), &["--database", &database, "ask", "How many cases?"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(says(&output).contains("read-only"), "{}", says(&output));
}

/// A disk of 2 MiB that is filled up: a tmpfs if this process may mount one; otherwise the test says that it was
/// skipped.
#[test]
fn a_full_disk_is_said_and_nothing_stored_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let disk = folder.path().join("disk");
    std::fs::create_dir(&disk).unwrap();
    let mount = Command::new("mount").args(["-t", "tmpfs", "-o", "size=3m", "tmpfs"]).arg(&disk).output();
    if !mount.is_ok_and(|m| m.status.success()) {
        println!("SKIPPED: this process may not mount a small disk");
        return;
    }
    let database = format!("sqlite://{}/cli.db", disk.display());
    let run = |args: &[&str]| plumbline(folder.path(), &[&["--database", &database], args].concat());
    let migrated = run(&["migrate"]);
    let demo = run(&["demo"]);
    let after = run(&["migrate"]);
    let left = std::fs::metadata(disk.join("cli.db")).map(|m| m.len());
    Command::new("umount").arg(&disk).status().unwrap();
    assert!(migrated.status.success(), "{}", says(&migrated));
    assert_eq!(demo.status.code(), Some(1));
    assert!(says(&demo).contains("database is full"), "{}", says(&demo));
    assert!(left.unwrap() > 0);
    assert!(after.status.code() == Some(0) || says(&after).contains("database is full"), "{}", says(&after));
}

/// Reading a question by rules costs more than linear time: concurrent questions must not block the server.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_question_of_any_length_is_read_in_bounded_time() {
    let app = TestApp::start().await;
    app.ask("How many cases breached SLA?").await;
    let took = async |text: &str, characters: usize| {
        let question: String = text.chars().cycle().take(characters).collect();
        let begun = std::time::Instant::now();
        let answer = app.ask(&question).await;
        (begun.elapsed(), answer)
    };
    for text in ["January and February and ", "between 1 and ", "Hartmann Logistik, Osei Textiles "] {
        let (short, _) = took(text, 990).await;
        let (asked, long) = tokio::join!(took(text, 10_000), async {
            let begun = std::time::Instant::now();
            assert_eq!(app.get("/health").await.0, 200);
            begun.elapsed()
        });
        let (took, answer) = asked;
        assert!(took < short * 4 + std::time::Duration::from_secs(1), "{text}: {short:?} and {took:?}");
        assert!(long < std::time::Duration::from_secs(5), "health after {long:?}");
        let (_, run) = app.get(&format!("/api/research/runs/{}", answer["runId"].as_str().unwrap())).await;
        assert!(run["route"].to_string().contains("beyond the first 1000 characters"), "{}", run["route"]);
    }
}

//! The desk as a server, driven by the reference client over both transports.

use std::process::Command;

use super::*;

/// What the client was told.
async fn driven(folder: &Path, args: Vec<String>) -> Value {
    let client = folder.join("mcp/client.mjs");
    let ran = tokio::task::spawn_blocking(move || {
        let mut command = Command::new("node");
        command.arg(client).args(args).env("PLUMBLINE_EMBEDDER", "none").env("PLUMBLINE_LOG", "warn");
        for name in ["ADMIN_TOKEN", "PLUMBLINE_AS_OF", "PLUMBLINE_DATABASE", "PLUMBLINE_LLM_PROVIDER"] {
            command.env_remove(name);
        }
        command.output().unwrap()
    });
    let ran = ran.await.unwrap();
    let said = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success(), "{said}");
    serde_json::from_slice(&ran.stdout).unwrap_or_else(|e| panic!("{e}: {said}"))
}

fn check(told: &Value) {
    assert_eq!(told["server"]["name"], "plumbline");
    let tools = told["tools"].as_array().unwrap();
    let named = |name: &str| tools.iter().find(|t| t["name"] == name);
    assert!(named("get_daily_volumes").is_some_and(|t| t["annotations"]["readOnlyHint"] == true), "{tools:?}");
    assert!(named("ask").is_some() && named("add_case_note").is_none() && named("find_customer").is_none());
    let asked = &told["asked"];
    let answer = asked["structuredContent"]["answer"].as_str().unwrap();
    assert!(answer.contains("14") && answer.contains('['), "{asked}");
    assert!(asked["content"][0]["text"].as_str().unwrap().contains("Sources:\n[1]"), "{asked}");
    let sources = asked["structuredContent"]["sources"].as_array().unwrap();
    assert!(!sources.is_empty() && sources[0]["number"] == 1, "{asked}");
    assert!(asked["structuredContent"]["figures"]["cited"].as_u64().unwrap() > 0, "{asked}");
    assert!(told["steps"].to_string().contains("Calls "), "{}", told["steps"]);
    let volumes = &told["volumes"]["structuredContent"];
    assert!(volumes.is_object() && told["volumes"]["isError"] != true, "{}", told["volumes"]);
    let text = told["volumes"]["content"][0]["text"].as_str().unwrap();
    assert_eq!(&serde_json::from_str::<Value>(text).unwrap(), volumes);
    assert!(told["wrong"]["isError"] == true && told["wrong"].to_string().contains("id"), "{}", told["wrong"]);
    assert!(told["acting"]["failed"].as_str().unwrap().contains("cannot be called"), "{}", told["acting"]);
    assert!(told["unknown"]["failed"].as_str().unwrap().contains("Unknown tool"), "{}", told["unknown"]);
    let run = asked["structuredContent"]["resource"].as_str().unwrap();
    assert!(told["resources"].as_array().unwrap().iter().any(|r| r["uri"] == run), "{}", told["resources"]);
    assert_eq!(told["templates"][0]["uriTemplate"], "plumbline://runs/{id}");
    assert!(told["runs"]["contents"][0]["text"].as_str().unwrap().contains(run));
    let folded: Value = serde_json::from_str(told["run"]["contents"][0]["text"].as_str().unwrap()).unwrap();
    assert!(folded["status"] == "completed" && folded["answer"]["text"] == answer, "{folded}");
    assert!(told["missing"]["failed"].as_str().unwrap().contains("no run"), "{}", told["missing"]);
}

#[tokio::test]
async fn another_agent_asks_over_http() {
    let Some(folder) = reference() else { return };
    let app = TestApp::start().await;
    check(&driven(&folder, vec!["http".into(), format!("{}/mcp", app.url)]).await);
}

#[tokio::test]
async fn another_agent_asks_over_standard_streams() {
    let Some(folder) = reference() else { return };
    let kept = tempfile::tempdir().unwrap();
    let database = format!("sqlite://{}", kept.path().join("bank.db").display());
    let filled = TestApp::over(&database, tempfile::tempdir().unwrap(), &[]).await;
    drop(filled);
    let args = ["stdio", env!("CARGO_BIN_EXE_plumbline"), "mcp", "--database", &database];
    check(&driven(&folder, args.map(String::from).to_vec()).await);
}

#[tokio::test]
async fn who_may_not_is_refused() {
    let app = TestApp::with(&[("ADMIN_TOKEN", "t0ken")]).await;
    let hello = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-06-18",
        "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}});
    let send = |headers: &[(&str, &str)]| {
        let mut request = app.client.post(format!("{}/mcp", app.url)).json(&hello);
        request = request.header("accept", "application/json, text/event-stream");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        async move { request.send().await.unwrap() }
    };
    let refused = send(&[]).await;
    assert_eq!((refused.status().as_u16(), refused.headers().contains_key("www-authenticate")), (401, true));
    assert_eq!(send(&[("authorization", "Bearer wrong")]).await.status(), 401);
    let bearer = ("authorization", "Bearer t0ken");
    let greeted = send(&[bearer]).await;
    assert_eq!(greeted.status(), 200);
    assert!(greeted.text().await.unwrap().contains("plumbline"));
    assert_eq!(send(&[bearer, ("origin", "https://evil.example")]).await.status(), 403);
    assert_eq!(send(&[bearer, ("sec-fetch-site", "cross-site")]).await.status(), 403);
    // Without a token this machine alone is answered, under its own name.
    let app = TestApp::start().await;
    let request = app.client.post(format!("{}/mcp", app.url)).header("host", "evil.example:80").json(&hello);
    assert_eq!(request.header("accept", "application/json, text/event-stream").send().await.unwrap().status(), 403);
}

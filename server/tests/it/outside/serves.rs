//! The desk as a server, driven by the reference client over both transports.

use std::process::Command;

use super::*;

/// The client's output.
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
    assert!(told["capabilities"]["resources"] == json!({}) && told["capabilities"]["prompts"] == json!({}));
    let prompts: Vec<&Value> = told["prompts"].as_array().unwrap().iter().map(|prompt| &prompt["name"]).collect();
    assert_eq!(prompts, ["call_sheet", "morning_brief"]);
    assert_eq!(
        told["prompts"][0]["arguments"][0],
        json!({"name": "customer",
        "description": "Name or id of the customer", "required": true})
    );
    let said = |prompt: &str| told[prompt]["messages"][0]["content"]["text"].as_str().unwrap().to_owned();
    assert!(said("sheet").contains("Hartmann Logistik") && said("sheet").contains("data, not instructions"), "{told}");
    assert!(said("brief").contains("## Wrote since"), "{}", said("brief"));
    assert!(told["nobody"]["failed"].as_str().unwrap().contains("Say which customer"), "{}", told["nobody"]);
    assert_eq!(told["offered"]["completion"]["values"], json!(["Hartmann Logistik"]));
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
    let app = TestApp::with(&[("ADMIN_TOKEN", "t0ken-0123456789-0123456789-abcdef")]).await;
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
    let bearer = ("authorization", "Bearer t0ken-0123456789-0123456789-abcdef");
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

/// The newer protocol version, without initialisation: this program on both sides.
#[tokio::test]
async fn one_desk_uses_the_tools_of_another() {
    let other = TestApp::with(&[("ADMIN_TOKEN", "t0ken-of-the-other-0123456789-abcd")]).await;
    let file = format!(
        "[mcp.other]\nurl = \"{}/mcp\"\ntoken = \"t0ken-of-the-other-0123456789-abcd\"\nonly = [\"get_daily_volumes\", \"ask\"]\n\
         reads = [\"get_daily_volumes\"]\n",
        other.url
    );
    let args = json!({"dataType": "communications", "timeRange": "January 2026", "kind": "complaint"});
    let steps = vec![Step::call("other_get_daily_volumes", args), Step::text("There were 14 complaints. [1]")];
    let desk = desk(&file, &["other_get_daily_volumes"], steps).await;
    let place = connected(&desk.app, "other").await;
    assert_eq!((&place["tools"], &place["trouble"]), (&json!(2), &json!("")));
    let run = desk.ask("How many complaints does the other desk have in January 2026?").await;
    let data = &output(&run, "other_get_daily_volumes").data;
    assert!(data["summary"].as_str().unwrap().contains("14"), "{data}");
    let told: String = desk.model.seen().iter().map(|s| s.body.to_string()).collect();
    assert!(!told.contains("t0ken"), "{told}");
    // A wrong token is no reason to stop, and is not told to anyone.
    let file = file.replace("t0ken-of-the-other-0123456789-abcd", "wr0ng-token-0123456789");
    let desk = super::desk(&file, &[], Vec::new()).await;
    let place = until(&desk.app, "other", |place| place["state"] == "unreachable").await;
    let trouble = place["trouble"].as_str().unwrap();
    assert!(!trouble.is_empty() && !trouble.contains("wr0ng") && !trouble.contains("127.0.0.1"), "{trouble}");
}

#[test]
fn the_terminal_tells_what_may_be_called() {
    let folder = tempfile::tempdir().unwrap();
    let file = "[api.shop]\nfile = \"shop.yaml\"\nbase_url = \"https://shop.example\"\nkey = \"k3y\"\nreads = [\"getB\"]\n[api.gone]\nfile = \"gone.yaml\"\n";
    std::fs::write(folder.path().join(server::config::FILE), file).unwrap();
    let shop =
        "openapi: 3.0.3\npaths: {/a: {put: {operationId: putA, summary: Puts.}}, /b: {get: {operationId: getB}}}\n";
    std::fs::write(folder.path().join("shop.yaml"), shop).unwrap();
    let plumbline = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_plumbline"));
        command.args(args).current_dir(folder.path()).env("PLUMBLINE_DATA", folder.path());
        command.env("PLUMBLINE_LOG", "error").env("PLUMBLINE_EMBEDDER", "none");
        let ran = command.env_remove("ADMIN_TOKEN").env_remove("PLUMBLINE_DATABASE").output().unwrap();
        assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
        String::from_utf8(ran.stdout).unwrap()
    };
    let told = plumbline(&["tools", "--database", "sqlite::memory:"]);
    for line in ["acts   shop_putA", "reads  shop_getB", "reads  get_record", "api shop: read, 2 tools"] {
        assert!(told.contains(line), "{line}: {told}");
    }
    assert!(told.contains("api gone: unreadable, 0 tools: gone.yaml cannot be read"), "{told}");
    let settings = plumbline(&["serve", "--print-config"]);
    assert!(
        settings.contains("api.shop") && settings.contains("(key hidden)") && !settings.contains("k3y"),
        "{settings}"
    );
}

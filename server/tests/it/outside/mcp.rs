//! The desk as a client: the reference server over both transports, and a server that acts, is slow, gets new tools and
//! dies.

use std::process::Stdio;

use model::run::RunStatus;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

use super::*;

/// The reference server over streamable HTTP, on a port that was free a moment ago.
async fn over_http(folder: &Path) -> (Child, String) {
    let port = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap().port();
    let program = folder.join("node_modules/@modelcontextprotocol/server-everything/dist/index.js");
    let mut command = Command::new("node");
    command.arg(program).arg("streamableHttp").env("PORT", port.to_string()).kill_on_drop(true);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let mut said = BufReader::new(child.stderr.take().unwrap()).lines();
    while let Ok(Some(line)) = said.next_line().await {
        if line.contains("listening") {
            break;
        }
    }
    tokio::spawn(async move { while let Ok(Some(_)) = said.next_line().await {} });
    (child, format!("http://127.0.0.1:{port}/mcp"))
}

#[tokio::test]
async fn tools_of_the_reference_server_are_called_and_cited_over_both_transports() {
    let Some(folder) = reference() else { return };
    let program = folder.join("node_modules/@modelcontextprotocol/server-everything/dist/index.js");
    let (server, url) = over_http(&folder).await;
    let stdio = format!("command = \"node\"\nargs = [{:?}, \"stdio\"]", program.display().to_string());
    for place in [stdio, format!("url = \"{url}\"")] {
        let steps = vec![
            Step::call("every_get-structured-content", json!({"location": "Chicago"})),
            Step::call("every_get-sum", json!({"a": 20, "b": 22})),
            Step::text("In Chicago it is 36 degrees, with 82% humidity. [1] The sum is 42. [2]"),
        ];
        let reads = "reads = [\"get-structured-content\", \"get-sum\"]";
        let desk = desk(&format!("[mcp.every]\n{place}\n{reads}\n"), &["every_get-structured-content"], steps).await;
        let place = connected(&desk.app, "every").await;
        assert!(place["tools"].as_u64().unwrap() >= 10, "{place}");
        let run = desk.ask("How is the weather in Chicago, and what is 20 plus 22?").await;
        let weather = output(&run, "every_get-structured-content");
        assert_eq!(weather.data, json!({"temperature": 36, "conditions": "Light rain / drizzle", "humidity": 82}));
        assert!(output(&run, "every_get-sum").data["lines"][0].as_str().unwrap().contains("42"));
        let grounding = run.grounding.as_ref().unwrap();
        let cited: Vec<_> = grounding.claims.iter().map(|c| (c.text.as_str(), c.grade().to_string())).collect();
        assert!(cited.contains(&("36", "cited".into())) && cited.contains(&("42", "cited".into())), "{cited:?}");
        let (_, tools) = desk.app.get("/api/research/tools").await;
        let of = |name: &str| tools["items"].as_array().unwrap().iter().find(|t| t["name"] == name).cloned().unwrap();
        assert_eq!(
            (of("every_get-sum")["acts"].clone(), of("every_get-sum")["from"].clone()),
            (json!(false), json!("mcp:every"))
        );
        assert_eq!(of("every_echo")["acts"], true, "what the server says of itself decides nothing");
    }
    drop(server);
}

#[tokio::test]
async fn what_acts_waits_for_a_person_and_is_done_once() {
    let Some(folder) = reference() else { return };
    let kept = tempfile::tempdir().unwrap();
    let saved = kept.path().join("saved");
    let written = || std::fs::read_to_string(&saved).unwrap_or_default();
    let save = || Step::call("notes_save_note", json!({"note": "called back"}));
    let steps = vec![save(), Step::text("It was saved. [1]"), save(), Step::text("It was not.")];
    let desk = desk(&notes(&folder, &saved, ""), &["notes_save_note"], steps).await;
    connected(&desk.app, "notes").await;
    let waiting = desk.ask("Save a note about the customer: called back").await;
    assert_eq!((waiting.status, written()), (RunStatus::Waiting, String::new()));
    let approvals = server::store::approvals::of_run(&desk.app.services.db, &waiting.id).await.unwrap();
    let proposal = &approvals[0].proposal;
    assert_eq!(proposal.title, "Call save_note on the MCP server notes");
    assert_eq!(
        (proposal.changes[0].field.as_str(), proposal.changes[0].after.as_deref()),
        ("note", Some("called back"))
    );
    let done = decide(&desk.app, &waiting, "approve").await;
    assert_eq!(output(&done, "notes_save_note").data, json!({"saved": "called back", "number": 17}));
    assert_eq!(written(), format!("called back\t{}\n", approvals[0].key));
    let waiting = desk.ask("Save the note about the customer once more: called back").await;
    let declined = decide(&desk.app, &waiting, "reject").await;
    assert!(error(&declined, "notes_save_note").contains("Declined"));
    assert_eq!(written().lines().count(), 1);
}

#[tokio::test]
async fn a_server_that_is_slow_grows_or_dies_stops_nothing() {
    let Some(folder) = reference() else { return };
    let kept = tempfile::tempdir().unwrap();
    let nowhere = "[mcp.nowhere]\ncommand = \"/nowhere/mcp-server\"\n[mcp.closed]\nurl = \"http://127.0.0.1:9/mcp\"\n";
    let file = format!("{}{nowhere}", notes(&folder, &kept.path().join("saved"), "timeout_s = 2"));
    let steps = vec![
        Step::call("notes_environment", json!({})),
        Step::call("notes_wait", json!({})),
        Step::call("notes_work", json!({})),
        Step::call("notes_grow", json!({})),
        Step::text("It grew."),
        Step::call("notes_grown", json!({})),
        Step::call("notes_leave", json!({})),
        Step::text("It has left."),
    ];
    let desk = desk(&file, &[], steps).await;
    connected(&desk.app, "notes").await;
    for (name, says) in [("nowhere", "cannot be started"), ("closed", "cannot be reached")] {
        let place = until(&desk.app, name, |place| place["state"] == "unreachable").await;
        assert!(place["trouble"].as_str().unwrap().contains(says), "{place}");
    }
    let run = desk.ask("What can the notes do?").await;
    let names = output(&run, "notes_environment").data["names"].to_string();
    assert!(names.contains("PATH") && names.contains("NOTES"), "{names}");
    assert!(!names.contains("CARGO") && !names.contains("PLUMBLINE"), "the surroundings stay here: {names}");
    assert_eq!(error(&run, "notes_wait"), "The MCP server notes did not answer within 2 s.");
    assert_eq!(
        output(&run, "notes_work").data,
        json!({"lines": ["worked"]}),
        "what says how far it is may take longer"
    );
    // The list that the server sent news of: what is new there, and what describes itself otherwise now, waits for an
    // admin.
    let waiting = async || {
        let (_, waiting) = desk.app.get("/api/outside").await;
        (waiting["items"].as_array().unwrap().len() == 2).then_some(waiting["items"].clone())
    };
    let waiting = crate::app::until("two tools wait", waiting).await;
    assert_eq!(
        (&waiting[0]["tool"], &waiting[0]["changed"], &waiting[1]["tool"], &waiting[1]["changed"]),
        (&json!("grown"), &json!(false), &json!("note"), &json!(true))
    );
    assert!(waiting[1]["description"].as_str().unwrap().contains("all that you know of the customer"), "{waiting}");
    let place =
        until(&desk.app, "notes", |place| place["leftOut"].as_array().is_some_and(|left| left.len() == 2)).await;
    assert!(place["leftOut"].to_string().contains("plumbline mcp accept notes"), "{place}");
    let named = desk.app.services.agent.tools();
    assert!(named.get("notes_grown").is_err() && named.get("notes_note").is_err());
    let accept = |hash: Value| desk.app.post("/api/outside/notes", json!({"tool": "grown", "hash": hash}));
    assert_eq!(accept(waiting[1]["hash"].clone()).await.0, 409, "one accepts what one has seen");
    assert_eq!(accept(waiting[0]["hash"].clone()).await.0, 204);
    let (_, audit) = desk.app.get("/api/audit?what=tool:notes/grown").await;
    assert_eq!(audit["items"][0]["action"], "settings_changed", "{audit}");
    let grown = async || desk.app.get("/api/research/tools").await.1.to_string().contains("notes_grown").then_some(());
    crate::app::until("the new tool is there", grown).await;
    let run = desk.ask("And what is new there?").await;
    assert_eq!(output(&run, "notes_grown").data, json!({"lines": ["one", "two"]}));
    assert!(error(&run, "notes_leave").contains("notes"), "{:?}", outcome(&run, "notes_leave"));
    assert_eq!(run.status, RunStatus::Completed);
    // It is started anew, without what it had grown.
    until(&desk.app, "notes", |place| place["state"] == "connected" && place["tools"] == 9).await;
}

#[tokio::test]
async fn a_program_reads_nothing_of_the_desk() {
    let Some(folder) = reference() else { return };
    let kept = tempfile::tempdir().unwrap();
    let other = kept.path().join("other.txt");
    std::fs::write(&other, "of the firm").unwrap();
    let steps = vec![Step::text("That is all."); 1];
    let desk = desk(&notes(&folder, &kept.path().join("saved"), ""), &[], steps).await;
    let place = connected(&desk.app, "notes").await;
    if place["confined"] == false {
        println!("SKIPPED: this kernel has no Landlock");
        return;
    }
    let config = &desk.app.services.config;
    let data = Path::new(&config.data.folder.value);
    let read = async |path: &str| {
        desk.app.services.agent.call_tool("notes_read_file", json!({"path": path})).await.unwrap().data
    };
    assert_eq!(read(other.to_str().unwrap()).await, json!({"read": "of the firm"}));
    std::fs::write(data.join("signing.key"), "s3cret").unwrap();
    for file in ["test.db", server::config::FILE, "signing.key"] {
        let path = data.join(file);
        assert!(path.is_file(), "{file}");
        assert_eq!(read(path.to_str().unwrap()).await, json!({"refused": "EACCES"}), "{file}");
    }
    for file in ["environ", "cmdline", "maps"] {
        assert_eq!(read(&format!("/proc/PARENT/{file}")).await, json!({"refused": "EACCES"}), "{file}");
    }
}

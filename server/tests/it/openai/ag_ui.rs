//! The desk over AG-UI, with the protocol's own client, which checks the form and the order of every event.

use std::path::PathBuf;
use std::process::Command;

use model::account::{DataAccess, TokenUse};
use serde_json::{Value, json};

use super::clients::{END2END, printed};
use super::{COUNT, token};
use crate::app::TestApp;

const ACT: &str = "Open a case for Hartmann Logistik about login failures";

/// What the client made of the desk's answers; `None` if it is not installed.
async fn told(app: &TestApp, key: &str) -> Option<Value> {
    let folder = PathBuf::from(END2END);
    if !folder.join("node_modules/@ag-ui/client").is_dir() {
        println!("SKIPPED: the npm packages of end2end are not installed");
        return None;
    }
    let mut program = Command::new("node");
    program.arg(folder.join("peers/ag-ui.mjs")).args([&app.url, key, COUNT, ACT]);
    Some(printed(program).await)
}

/// How often an event type occurs in a run.
fn count(run: &Value, kind: &str) -> usize {
    run["types"].as_array().unwrap().iter().filter(|of| *of == kind).count()
}

#[tokio::test]
async fn its_client_follows_a_run_and_decides_an_interrupt() {
    let app = TestApp::start().await;
    let Some(told) = told(&app, "").await else { return };
    let first = &told["first"];
    assert!(first["text"].as_str().unwrap().contains("14 complaints"), "{told}");
    let kinds: Vec<&str> = first["types"].as_array().unwrap().iter().map(|kind| kind.as_str().unwrap()).collect();
    assert_eq!(kinds[..2], ["RUN_STARTED", "STATE_SNAPSHOT"]);
    assert_eq!(kinds[kinds.len() - 2..], ["STATE_DELTA", "RUN_FINISHED"]);
    for kind in ["STEP_STARTED", "REASONING_MESSAGE_CONTENT", "TOOL_CALL_ARGS", "TOOL_CALL_RESULT", "TEXT_MESSAGE_END"]
    {
        assert!(kinds.contains(&kind), "{kind}: {kinds:?}");
    }
    assert_eq!(count(first, "STEP_STARTED"), count(first, "STEP_FINISHED"), "{kinds:?}");
    assert_eq!(first["finished"]["outcome"], json!({"type": "success"}));
    assert_eq!(told["warned"], json!([]), "nothing is dropped or repaired");
    let roles: Vec<&str> =
        first["messages"].as_array().unwrap().iter().map(|message| message["role"].as_str().unwrap()).collect();
    assert!(roles.contains(&"reasoning") && roles.contains(&"tool"), "{roles:?}");

    // The state is the client's with the desk's in it.
    let (state, desk) = (&told["state"], &told["state"]["plumbline"]);
    assert_eq!((&state["mine"], &desk["status"], &desk["strategy"]), (&json!(1), &json!("completed"), &json!("rules")));
    let url = desk["citations"][0]["url"].as_str().unwrap();
    assert!(url.starts_with(&app.url) && !desk["understood"].as_array().unwrap().is_empty(), "{desk}");

    assert!(told["next"]["text"].as_str().unwrap().contains("1 complaint"), "{told}");
    assert_eq!(told["conversation"], desk["conversation"], "one conversation");
    assert_eq!(told["unknown"]["error"]["status"], 400, "{}", told["unknown"]);
    assert_eq!(told["stranger"]["error"]["status"], 401, "{}", told["stranger"]);

    // A proposal is a call and an interrupt; the run after it brings the result of that call, and tells it no second
    // time.
    let (pending, proposed) = (&told["pending"], &told["proposed"]);
    assert_eq!((pending.as_array().map(Vec::len), &pending[0]["reason"]), (Some(1), &json!("tool_call")), "{told}");
    assert_eq!(proposed["finished"]["outcome"]["type"], "interrupt");
    assert!(proposed["text"].is_null() && count(proposed, "TOOL_CALL_START") > 0, "{proposed}");
    assert!(pending[0]["message"].as_str().unwrap().starts_with("Open a case for Hartmann Logistik?"), "{pending}");
    assert_eq!(told["careless"]["error"]["code"], "UNKNOWN", "{}", told["careless"]);
    assert!(told["careless"]["error"]["message"].as_str().unwrap().contains("waits for a decision"), "{told}");
    assert!(told["lost"]["error"]["message"].as_str().unwrap().contains("no interrupt none:none"), "{told}");
    assert!(told["wordless"]["error"]["message"].as_str().unwrap().contains("approved"), "{told}");
    for run in [&told["decided"], &told["again"]] {
        assert_eq!(run["finished"]["outcome"]["type"], "success", "{run}");
        assert_eq!((count(run, "TOOL_CALL_START"), count(run, "TOOL_CALL_RESULT")), (0, 1), "{run}");
    }
    let messages = told["decided"]["messages"].as_array().unwrap();
    let result = messages.iter().find(|message| message["role"] == "tool").unwrap();
    assert_eq!(result["toolCallId"], pending[0]["toolCallId"]);
    assert_eq!(told["dropped"]["finished"]["outcome"]["type"], "cancelled", "{}", told["dropped"]);
    let cases = server::store::records::totals(&app.services.db).await.unwrap().cases;
    assert_eq!(cases, 11, "one was approved, once");
}

#[tokio::test]
async fn a_token_asks_and_decides_nothing() {
    let app = TestApp::start().await;
    let key = token(&app.services, "ann", DataAccess::All, TokenUse::Ask).await;
    let Some(told) = told(&app, &key).await else { return };
    assert!(told["first"]["text"].as_str().unwrap().contains("14 complaints"), "{told}");
    assert!(told["decided"]["error"]["message"].as_str().unwrap().contains("never with a token"), "{told}");
    assert!(
        told["dropped"]["error"]["message"].as_str().unwrap().contains("never with a token"),
        "{}",
        told["dropped"]
    );
}

#[tokio::test]
async fn whose_conversation_it_is_holds_here_too() {
    let app = TestApp::start().await;
    let ann = token(&app.services, "ann", DataAccess::All, TokenUse::Ask).await;
    let nia = token(&app.services, "nia", DataAccess::All, TokenUse::Ask).await;
    let reader = token(&app.services, "rea", DataAccess::All, TokenUse::Read).await;
    let call = async |key: &str, more: Value| {
        let mut body =
            json!({"threadId": "t", "runId": "r", "messages": [{"id": "1", "role": "user", "content": ACT}]});
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let request = app.client.post(format!("{}/ag-ui", app.url)).bearer_auth(key).json(&body);
        let reply = request.send().await.unwrap();
        (reply.status().as_u16(), reply.text().await.unwrap())
    };
    assert_eq!(call(&reader, json!({})).await.0, 403);
    let (_, told) = call(&ann, json!({})).await;
    let last: Value = serde_json::from_str(told.trim().rsplit_once("data: ").unwrap().1).unwrap();
    let id = &last["outcome"]["interrupts"][0]["id"];
    let resume = json!({"resume": [{"interruptId": id, "status": "cancelled"}], "messages": []});
    let (status, told) = call(&nia, resume.clone()).await;
    assert!(status == 200 && told.contains("RUN_ERROR") && told.contains("There is no interrupt"), "{told}");
    assert!(call(&ann, resume).await.1.contains("never with a token"));
    let two =
        json!({"resume": [{"interruptId": id, "status": "cancelled"}, {"interruptId": id, "status": "cancelled"}]});
    assert!(call(&ann, two).await.1.contains("one decision at a time"));
    let (status, told) = call(&ann, json!({"messages": []})).await;
    assert!(status == 400 && told.contains("messages"), "{told}");
}

//! The clients that OpenAI publishes for Node and Python, and LangChain over the latter.

use std::path::PathBuf;
use std::process::Command;

use model::account::{DataAccess, TokenUse};
use serde_json::{Value, json};

use super::{COUNT, token};
use crate::app::TestApp;

pub const END2END: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../end2end");

/// A program's output about the desk's answers.
async fn told(mut command: Command, app: &TestApp) -> Value {
    let key = token(&app.services, "ann", DataAccess::All, TokenUse::Ask).await;
    command.args([&app.url, &key, COUNT]);
    printed(command).await
}

/// The JSON that a program prints.
pub async fn printed(mut command: Command) -> Value {
    let ran = tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap();
    let said = String::from_utf8_lossy(&ran.stderr).into_owned();
    serde_json::from_slice(&ran.stdout).unwrap_or_else(|_| panic!("{}: {said}", ran.status))
}

#[tokio::test]
async fn openai_for_node_understands_the_desk() {
    let folder = PathBuf::from(END2END);
    if !folder.join("node_modules/openai").is_dir() {
        println!("SKIPPED: the npm packages of end2end are not installed");
        return;
    }
    let app = TestApp::start().await;
    let mut program = Command::new("node");
    program.arg(folder.join("peers/openai.mjs"));
    let told = told(program, &app).await;
    assert!(told["models"].as_array().is_some_and(|all| all.contains(&json!("plumbline"))), "{told}");
    let whole = told["whole"]["content"].as_str().unwrap();
    assert!(whole.contains("14 complaints"), "{told}");
    assert!(told["whole"]["annotations"][0]["url_citation"]["url"].as_str().unwrap().starts_with(&app.url), "{told}");
    let body = |text: &Value| text.as_str().unwrap().rsplit_once("\n\nSources and steps").unwrap().0.to_owned();
    assert_eq!(body(&told["streamed"]), body(&told["whole"]["content"]));
    assert!(told["reasoning"].as_str().unwrap().contains("query_data"), "{told}");
    assert_eq!(told["annotations"].as_array().map(Vec::len), told["whole"]["annotations"].as_array().map(Vec::len));
    assert_eq!(told["usage"]["total_tokens"], 0);
    for next in [&told["followed"], &told["next"]["text"]] {
        assert!(next.as_str().unwrap().contains("1 complaint"), "{next}");
    }
    assert_eq!(told["response"]["kinds"], json!(["reasoning", "message"]));
    assert_eq!(body(&told["response"]["text"]), body(&told["whole"]["content"]));
    assert_eq!(told["kept"], told["response"]["text"]);
    let kinds = told["next"]["kinds"].as_array().unwrap();
    for kind in [
        "response.created", "response.reasoning_summary_text.delta", "response.output_text.annotation.added",
        "response.completed",
    ] {
        assert!(kinds.contains(&json!(kind)), "{kind}: {kinds:?}");
    }
    assert_eq!(
        (&told["unknown"]["kind"], &told["unknown"]["code"]),
        (&json!("NotFoundError"), &json!("model_not_found"))
    );
    assert_eq!((&told["picture"]["status"], &told["picture"]["param"]), (&json!(400), &json!("messages[0].content")));
    assert_eq!(told["stranger"]["kind"], "AuthenticationError");
}

#[tokio::test]
async fn openai_for_python_and_langchain_understand_the_desk() {
    let target = std::env::var("CARGO_TARGET_DIR").unwrap_or(format!("{END2END}/../target"));
    let python = PathBuf::from(target).join("tools/openai/bin/python");
    if !python.is_file() {
        println!("SKIPPED: OpenAI's client for Python is not installed: frontend/install-tools openai");
        return;
    }
    let app = TestApp::start().await;
    let mut program = Command::new(python);
    program.arg("-I").arg(PathBuf::from(END2END).join("peers/openai.py"));
    let told = told(program, &app).await;
    assert!(told["models"].as_array().is_some_and(|all| all.contains(&json!("plumbline-rules"))), "{told}");
    for name in ["streamed", "response", "responded", "langchain", "langchain_streamed"] {
        assert!(told[name].as_str().unwrap().contains("14 complaints"), "{name}: {told}");
    }
    assert!(told["whole"]["reasoning_content"].as_str().unwrap().contains("query_data"), "{told}");
    assert!(told["kinds"].as_array().unwrap().contains(&json!("response.completed")), "{told}");
    assert_eq!(told["unknown"], "model_not_found");
}

//! The desk with OpenAI's API, and over AG-UI: over plain HTTP, and with their published clients.

mod ag_ui;
mod clients;

use model::account::{CustomerBook, DataAccess, Role, TokenUse};
use model::run::{Run, RunStatus};
use serde_json::{Value, json};
use server::auth::sign_in::{create, issue_token};
use server::services::Services;
use server::store::accounts;

use crate::agent::{Desk, scripted};
use crate::app::{TestApp, json as read, until};
use crate::scripted_model::Step;

const COUNT: &str = "How many complaints were there in January 2026?";

fn asks(question: &str) -> Value {
    json!({"model": "plumbline", "messages": [{"role": "user", "content": question}]})
}

/// The `data` of each event of a stream.
async fn events(app: &TestApp, path: &str, body: Value) -> Vec<String> {
    let reply = app.client.post(format!("{}{path}", app.url)).json(&body).send().await.unwrap();
    assert_eq!(reply.headers()["content-type"], "text/event-stream");
    let text = reply.text().await.unwrap();
    text.lines().filter_map(|line| line.strip_prefix("data: ")).map(ToOwned::to_owned).collect()
}

async fn token(services: &Services, name: &str, sees: DataAccess, may: TokenUse) -> String {
    if !accounts::any(&services.db).await.unwrap() {
        create(services, "boss", Role::Admin, DataAccess::All, None).await.unwrap();
    }
    let account = create(services, name, Role::Manager, sees, None).await.unwrap();
    issue_token(services, &account.id, "chat", may, 1).await.unwrap().1
}

#[tokio::test]
async fn a_chat_is_answered_with_links_into_the_desk() {
    let app = TestApp::start().await;
    let (status, told) = app.post("/v1/chat/completions", asks(COUNT)).await;
    assert_eq!(
        (status, &told["object"], &told["choices"][0]["finish_reason"]),
        (200, &json!("chat.completion"), &json!("stop")),
        "{told}"
    );
    let message = &told["choices"][0]["message"];
    let content = message["content"].as_str().unwrap();
    let rest = app.ask(COUNT).await;
    assert!(content.starts_with(rest["answer"].as_str().unwrap().trim()), "{content}");
    assert!(message["reasoning_content"].as_str().unwrap().contains("query_data"), "{message}");

    // Each annotation stands on its number, and leads to what the desk shows of it.
    let annotations = message["annotations"].as_array().unwrap();
    assert!(!annotations.is_empty(), "{message}");
    let letters: Vec<char> = content.chars().collect();
    for annotation in annotations {
        let link = &annotation["url_citation"];
        let at = |name: &str| usize::try_from(link[name].as_u64().unwrap()).unwrap();
        let marked: String = letters[at("start_index")..at("end_index")].iter().collect();
        assert!(marked.starts_with('[') && marked.ends_with(']'), "{marked}");
        let url = link["url"].as_str().unwrap();
        assert!(url.starts_with(&app.url), "{url}");
        let page = app.client.get(url).header("accept", "text/html").send().await.unwrap();
        assert_eq!(page.status(), 200, "{url}");
        if let Some((_, place)) = url.split_once('#') {
            assert!(page.text().await.unwrap().contains(&format!("id=\"{place}\"")), "{url}");
        }
    }

    // A record is linked by its own page.
    let (_, told) = app.post("/v1/chat/completions", asks("Why are customers complaining about the mobile app?")).await;
    assert!(told.to_string().contains("/records/communication/comm-"), "{told}");
}

#[tokio::test]
async fn what_a_client_sends_along_continues_the_conversation_on_the_desk() {
    let app = TestApp::start().await;
    let (_, first) = app.post("/v1/chat/completions", asks(COUNT)).await;
    let said = first["choices"][0]["message"]["content"].as_str().unwrap();
    let session = said.rsplit_once("/c/").unwrap().1;
    let mut messages = vec![
        json!({"role": "system", "content": "Be short."}),
        json!({"role": "user", "content": COUNT}),
        json!({"role": "assistant", "content": said}),
        json!({"role": "user", "content": "and in November 2025?"}),
    ];
    let body = json!({"model": "plumbline", "messages": messages});
    let (_, second) = app.post("/v1/chat/completions", body).await;
    let answer = second["choices"][0]["message"]["content"].as_str().unwrap();
    assert!(answer.contains(session), "one conversation: {answer}");
    assert!(answer.contains("1 complaint"), "{answer}");
    let (_, kept) = app.get(&format!("/api/research/conversation/{session}")).await;
    assert_eq!(kept["runs"].as_array().map(Vec::len), Some(2), "{kept}");

    // Whoever goes back and asks something else instead has begun another conversation.
    messages[3]["content"] = json!("How many cases breached SLA?");
    let (_, other) = app.post("/v1/chat/completions", json!({"model": "plumbline", "messages": messages})).await;
    assert!(!other.to_string().contains(session), "{other}");

    let (_, first) = app.post("/v1/responses", json!({"model": "plumbline", "input": COUNT})).await;
    let next = json!({"model": "plumbline", "input": "and in November 2025?", "previous_response_id": first["id"]});
    let (status, second) = app.post("/v1/responses", next).await;
    let text = &second["output"].as_array().unwrap().last().unwrap()["content"][0]["text"];
    assert!(status == 200 && text.as_str().unwrap().contains("1 complaint"), "{second}");
    let (_, again) = app.get(&format!("/v1/responses/{}", second["id"].as_str().unwrap())).await;
    assert_eq!(again["output"], second["output"]);
}

#[tokio::test]
async fn a_stream_tells_the_steps_first_and_the_checked_answer_then() {
    let app = TestApp::start().await;
    let mut body = asks(COUNT);
    body["stream"] = json!(true);
    body["stream_options"] = json!({"include_usage": true});
    let told = events(&app, "/v1/chat/completions", body).await;
    assert_eq!(told.last().unwrap(), "[DONE]");
    let pieces: Vec<Value> = told[..told.len() - 1].iter().map(|piece| serde_json::from_str(piece).unwrap()).collect();
    let delta = |piece: &Value| piece["choices"][0]["delta"].clone();
    assert_eq!(delta(&pieces[0])["role"], "assistant");
    let first_step = pieces.iter().position(|piece| delta(piece)["reasoning_content"].is_string()).unwrap();
    let answer =
        pieces.iter().position(|piece| delta(piece)["content"].as_str().is_some_and(|c| c.contains("14"))).unwrap();
    assert!(first_step < answer, "{told:?}");
    assert!(delta(&pieces[answer])["annotations"].as_array().is_some_and(|all| !all.is_empty()), "{told:?}");
    let last = pieces.last().unwrap();
    assert!(last["choices"] == json!([]) && last["usage"]["total_tokens"] == 0, "{last}");

    let told = events(&app, "/v1/responses", json!({"model": "plumbline-rules", "input": COUNT, "stream": true})).await;
    let told: Vec<Value> = told.iter().map(|event| serde_json::from_str(event).unwrap()).collect();
    let numbers: Vec<u64> = told.iter().map(|event| event["sequence_number"].as_u64().unwrap()).collect();
    assert_eq!(numbers, (0..told.len() as u64).collect::<Vec<_>>());
    let last = told.last().unwrap();
    assert_eq!((&last["type"], &last["response"]["status"]), (&json!("response.completed"), &json!("completed")));
}

#[tokio::test]
async fn models_are_ways_to_reason_and_fields_of_skills() {
    let app = TestApp::start().await;
    let (_, told) = app.get("/v1/models").await;
    let ids: Vec<&str> = told["data"].as_array().unwrap().iter().map(|model| model["id"].as_str().unwrap()).collect();
    assert!(ids.starts_with(&["plumbline", "plumbline-rules", "plumbline:"][..2]), "{ids:?}");
    assert!(ids.contains(&"plumbline:customer_intelligence") && !ids.contains(&"plumbline-react"), "{ids:?}");
    assert!(!ids.contains(&"plumbline:support"), "{ids:?}");
    for id in ids {
        let mut body = asks(COUNT);
        body["model"] = json!(id);
        let (status, told) = app.post("/v1/chat/completions", body).await;
        assert_eq!((status, &told["model"]), (200, &json!(id)), "{told}");
        assert_eq!(app.get(&format!("/v1/models/{id}")).await.1["id"], id);
    }
    let (_, runs) = app.get("/api/research/conversations").await;
    assert!(runs["items"].as_array().is_some_and(|all| !all.is_empty()), "they are kept on the desk: {runs}");
}

#[tokio::test]
async fn refusals_have_the_form_that_clients_know() {
    let app = TestApp::start().await;
    let error =
        |told: &Value| (told["error"]["type"].clone(), told["error"]["code"].clone(), told["error"]["param"].clone());
    let mut unknown = asks(COUNT);
    unknown["model"] = json!("gpt-9");
    let (status, told) = app.post("/v1/chat/completions", unknown).await;
    assert_eq!(
        (status, error(&told)),
        (404, (json!("invalid_request_error"), json!("model_not_found"), json!("model")))
    );
    assert!(told["error"]["message"].as_str().unwrap().contains("plumbline-rules"), "{told}");
    for (body, param) in [
        (json!({"model": "plumbline"}), "body"),
        (json!({"model": "plumbline", "messages": [{"role": "clown", "content": "x"}]}), "messages[0].role"),
        (json!({"model": "plumbline", "messages": []}), "messages"),
        (json!({"model": "plumbline", "messages": [{"role": "user", "content": "x"}], "n": 2}), "n"),
        (asks(&"x".repeat(10_001)), "query"),
    ] {
        let (status, told) = app.post("/v1/chat/completions", body).await;
        assert_eq!(
            (status, error(&told)),
            (400, (json!("invalid_request_error"), Value::Null, json!(param))),
            "{told}"
        );
    }
    assert_eq!(error(&app.post_bytes("/v1/responses", b"{".to_vec()).await.1).0, "invalid_request_error");
    assert_eq!(error(&app.get("/v1/responses/resp_nowhere").await.1).0, "invalid_request_error");
    assert_eq!(error(&app.get("/v1/embeddings").await.1).0, "invalid_request_error");
    let wrong = app.client.post(format!("{}/v1/chat/completions", app.url)).body("x").send().await.unwrap();
    assert_eq!(wrong.headers()["content-type"], "application/json");
}

#[tokio::test]
async fn a_key_may_what_its_token_may_and_sees_what_its_account_sees() {
    let app = TestApp::start().await;
    let north = DataAccess::Some(CustomerBook { managers: vec!["Nobody".into()], ..CustomerBook::default() });
    let ann = token(&app.services, "ann", DataAccess::All, TokenUse::Ask).await;
    let reader = token(&app.services, "rea", DataAccess::All, TokenUse::Read).await;
    let narrow = token(&app.services, "nia", north, TokenUse::Ask).await;
    let call = async |key: &str, path: &str, body: Value| {
        read(app.client.post(format!("{}{path}", app.url)).bearer_auth(key).json(&body).send().await.unwrap()).await
    };
    let (status, told) = call("sk-none", "/v1/chat/completions", asks(COUNT)).await;
    assert_eq!((status, &told["error"]["code"]), (401, &json!("invalid_api_key")), "{told}");
    let (status, told) = call(&reader, "/v1/chat/completions", asks(COUNT)).await;
    assert_eq!((status, &told["error"]["type"]), (403, &json!("permission_error")), "{told}");
    let (status, told) = call(&ann, "/v1/chat/completions", asks(COUNT)).await;
    assert!(status == 200 && told.to_string().contains("14 complaints"), "{told}");
    let (status, seen) = call(&narrow, "/v1/chat/completions", asks(COUNT)).await;
    assert!(status == 200 && !seen.to_string().contains("14 complaints"), "{seen}");
    // A link into somebody else's conversation continues nothing, and neither does another's response.
    let said = &told["choices"][0]["message"]["content"];
    let again = json!({"role": "user", "content": COUNT});
    let messages = json!([again, {"role": "assistant", "content": said}, again]);
    let body = json!({"model": "plumbline", "messages": messages});
    let (_, other) = call(&narrow, "/v1/chat/completions", body).await;
    assert!(!other.to_string().contains(said.as_str().unwrap().rsplit_once("/c/").unwrap().1), "{other}");
    let run = told["id"].as_str().unwrap().replace("chatcmpl-", "resp_");
    let (status, _) =
        call(&narrow, "/v1/responses", json!({"model": "plumbline", "input": "x", "previous_response_id": run})).await;
    assert_eq!(status, 404);
}

#[tokio::test]
async fn who_hangs_up_stops_the_run() {
    let Desk { app, model } = Desk::with("tools", scripted(vec![Step::Hang]).await, &[]).await;
    let mut body = asks("Why?");
    body["model"] = json!("plumbline-tools");
    body["stream"] = json!(true);
    let reply = app.client.post(format!("{}/v1/chat/completions", app.url)).json(&body).send().await.unwrap();
    drop(reply);
    let over = async || {
        let (_, kept) = app.get("/api/research/conversations").await;
        let id = kept["items"][0]["id"].as_str()?;
        let (_, kept) = app.get(&format!("/api/research/conversation/{id}")).await;
        let run: Run = serde_json::from_value(kept["runs"][0].clone()).unwrap();
        Some(run.status).filter(|status| status.is_over())
    };
    let status = until("the run ends", over).await;
    assert_eq!(status, RunStatus::Cancelled);
    drop(model);
}

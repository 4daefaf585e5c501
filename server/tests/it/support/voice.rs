//! Voice in a call, with a speech server over real HTTP that records its requests.

use std::sync::{Arc, Mutex};

use axum::extract::{Multipart, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use axum::{Json, Router};
use serde_json::{Value, json};

use super::calls::{Talk, app};

/// The received requests, and the words of the next recording; `None` if the server is broken.
#[derive(Default)]
struct Heard {
    came: Vec<String>,
    says: Option<String>,
}

type Shared = Arc<Mutex<Heard>>;

async fn transcribe(State(shared): State<Shared>, headers: HeaderMap, mut form: Multipart) -> Response {
    let mut came = format!("{} ", headers["authorization"].to_str().unwrap());
    while let Some(field) = form.next_field().await.unwrap() {
        let (name, file) = (field.name().unwrap().to_owned(), field.file_name().unwrap_or_default().to_owned());
        let value = field.bytes().await.unwrap();
        came.push_str(&format!("{name}{file}={} ", String::from_utf8_lossy(&value)));
    }
    let mut shared = shared.lock().unwrap();
    shared.came.push(came);
    match shared.says.clone() {
        Some(text) => Json(json!({ "text": text })).into_response(),
        None => axum::http::StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

async fn speak(State(shared): State<Shared>, Json(body): Json<Value>) -> Response {
    shared.lock().unwrap().came.push(body.to_string());
    ([("content-type", "audio/mpeg")], b"ID3 speech".as_slice()).into_response()
}

#[tokio::test]
async fn a_call_is_spoken() {
    let shared = Shared::default();
    let speech = Router::new()
        .route("/v1/audio/transcriptions", post(transcribe))
        .route("/v1/audio/speech", post(speak))
        .with_state(shared.clone());
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/v1/", listener.local_addr().unwrap());
    let server = tokio::spawn(async move { axum::serve(listener, speech).await.unwrap() });
    let app = app(&[("PLUMBLINE_SPEECH_URL", &url), ("PLUMBLINE_SPEECH_KEY", "spoken-secret")]).await;
    let talk = Talk::begin(&app, "+37060012345", "lt").await;
    let (_, view) = app.get(&format!("/api/support/calls/{}", talk.id)).await;
    assert_eq!(view["voice"], true);

    shared.lock().unwrap().says = Some(" neveikia internetas ".into());
    let send = async |audio: &str| {
        let body = format!(
            "--b\r\nContent-Disposition: form-data; name=\"audio\"; filename=\"a.webm\"\r\nContent-Type: audio/webm;codecs=opus\
             \r\n\r\n{audio}\r\n--b--\r\n"
        );
        let request = app.client.post(format!("{}/desk/calls/{}/voice", app.url, talk.id));
        let request = request.header("content-type", "multipart/form-data; boundary=b").body(body);
        request.send().await.unwrap()
    };
    let reply = send("OPUS").await;
    assert_eq!((reply.status().as_u16(), reply.url().path()), (200, format!("/support/{}", talk.id).as_str()));
    assert!(reply.text().await.unwrap().contains("neveikia internetas"), "the page of the call shows what was said");
    let came = shared.lock().unwrap().came.remove(0);
    assert_eq!(
        came, "Bearer spoken-secret model=whisper-1 language=lt response_format=json fileaudio.webm=OPUS ",
        "a recording goes as OpenAI's API takes it"
    );
    // It is a message like any other, and its reply can be heard.
    let (_, view) = app.get(&format!("/api/support/calls/{}", talk.id)).await;
    let run = view["runs"].as_array().unwrap().last().unwrap().clone();
    assert_eq!(run["question"], "neveikia internetas");
    let run = app.services.agent.finish(run["id"].as_str().unwrap()).await.unwrap();
    let spoken = format!("{}/api/support/calls/{}/speech/{}", app.url, talk.id, run.id);
    let audio = app.client.get(&spoken).send().await.unwrap();
    assert_eq!((audio.status().as_u16(), audio.headers()["content-type"].to_str().unwrap()), (200, "audio/mpeg"));
    assert_eq!(audio.bytes().await.unwrap(), b"ID3 speech".as_slice());
    let asked: Value = serde_json::from_str(&shared.lock().unwrap().came.remove(0)).unwrap();
    assert_eq!((&asked["model"], &asked["voice"]), (&json!("tts-1"), &json!("alloy")));
    let answer = run.answer.unwrap().text;
    assert_eq!(asked["input"], answer.as_str());
    // What the speech server was given stands where everything does that left this machine.
    let left = async || {
        let (_, page) = app.get(&format!("/api/research/runs/{}/sent", run.id)).await;
        let all = page["requests"].as_array().unwrap();
        let spoken =
            all.iter().filter(|sent| sent["kind"] == "speech").map(|s| (s["purpose"].clone(), s["body"].to_string()));
        let spoken: Vec<(Value, String)> = spoken.collect();
        (spoken.len() == 2).then_some(spoken)
    };
    let spoken = crate::app::until("both are written down", left).await;
    assert!(spoken.iter().any(|(what, body)| what == "hear" && body.contains("neveikia internetas")), "{spoken:?}");
    assert!(spoken.iter().any(|(what, body)| what == "speak" && body.contains(&answer)), "{spoken:?}");

    // Silence, an empty form and a broken server each say what to do; nothing is said in the caller's name.
    for (says, audio, status, detail) in [
        (Some(" "), "HUSH", 400, "Nothing was heard"),
        (Some("never"), "", 400, "Record something first"),
        (None, "OPUS", 503, "Write instead"),
    ] {
        shared.lock().unwrap().says = says.map(str::to_owned);
        let reply = send(audio).await;
        assert_eq!(reply.status().as_u16(), status);
        assert!(reply.text().await.unwrap().contains(detail), "{detail}");
    }
    let (_, after) = app.get(&format!("/api/support/calls/{}", talk.id)).await;
    assert_eq!(after["runs"].as_array().unwrap().len(), view["runs"].as_array().unwrap().len());
    assert_eq!(app.get(&format!("/api/support/calls/{}/speech/none", talk.id)).await.0, 404);
    let (_, privacy) = app.get("/api/privacy").await;
    assert!(privacy["processors"].to_string().contains("speech"), "who hears callers is told: {privacy}");
    server.abort();
}

#[tokio::test]
async fn without_a_speech_server_there_is_no_voice() {
    let app = app(&[]).await;
    let talk = Talk::begin(&app, "+37060012345", "lt").await;
    let (_, view) = app.get(&format!("/api/support/calls/{}", talk.id)).await;
    assert_eq!(view["voice"], false);
    let run = talk.last["runId"].as_str().unwrap();
    let (status, problem) = app.get(&format!("/api/support/calls/{}/speech/{run}", talk.id)).await;
    assert_eq!(status, 404);
    assert!(problem["detail"].as_str().unwrap().contains("PLUMBLINE_SPEECH_URL"), "{problem}");
}

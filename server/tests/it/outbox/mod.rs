//! Outgoing notifications: to a webhook that verifies signatures, and by e-mail to an SMTP server. On both databases.

mod smtp;

use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use model::account::{DataAccess, Role, TokenUse};
use ring::hmac;
use serde_json::{Value, json};
use server::auth::sign_in::{begin_session, create, issue_token};
use server::store::{Db, outbox};

use crate::app::{TestApp, json as read, until};
use crate::postgres::on_both;
use smtp::Smtp;

const KEY: &[u8] = b"0123456789abcdef0123456789abcdef";

/// A received message: its id, and its content.
type Word = (String, Value);

/// A webhook receiver.
#[derive(Clone)]
struct Receiver {
    url: String,
    heard: Arc<Mutex<Vec<Word>>>,
    /// The status that it answers.
    status: Arc<Mutex<StatusCode>>,
}

impl Receiver {
    async fn start() -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/hooks", listener.local_addr().unwrap());
        let this = Self { url, heard: Arc::default(), status: Arc::new(Mutex::new(StatusCode::OK)) };
        let app = Router::new().fallback(hear).with_state(this.clone());
        tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
        this
    }

    fn settings(&self) -> [(String, String); 2] {
        let secret = format!("whsec_{}", STANDARD.encode(KEY));
        [("PLUMBLINE_WEBHOOK_URL".into(), self.url.clone()), ("PLUMBLINE_WEBHOOK_SECRET".into(), secret)]
    }

    fn answers(&self, status: StatusCode) {
        *self.status.lock().unwrap() = status;
    }

    /// All received messages of one kind, once there are any.
    async fn of(&self, kind: &str) -> Vec<Word> {
        let come = async || {
            let heard = self.heard.lock().unwrap().clone();
            let of: Vec<Word> = heard.into_iter().filter(|(_, body)| body["type"] == kind).collect();
            (!of.is_empty()).then_some(of)
        };
        until(kind, come).await
    }
}

async fn hear(State(receiver): State<Receiver>, headers: HeaderMap, body: Bytes) -> StatusCode {
    let header = |name: &str| headers[name].to_str().unwrap().to_owned();
    let (id, at) = (header("webhook-id"), header("webhook-timestamp"));
    let tag = STANDARD.decode(header("webhook-signature").strip_prefix("v1,").unwrap()).unwrap();
    let signed = [id.as_bytes(), b".", at.as_bytes(), b".", &body].concat();
    hmac::verify(&hmac::Key::new(hmac::HMAC_SHA256, KEY), &signed, &tag).expect("a signature that holds");
    receiver.heard.lock().unwrap().push((id, serde_json::from_slice(&body).unwrap()));
    *receiver.status.lock().unwrap()
}

on_both!(tell);

async fn app(database: &str, settings: &[(String, String)]) -> TestApp {
    let settings: Vec<(&str, &str)> = settings.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    TestApp::over(database, tempfile::tempdir().unwrap(), &settings).await
}

async fn tell(database: &str) {
    let receiver = Receiver::start().await;
    let first = app(database, &receiver.settings()).await;
    let body = first.ask("How many complaints were there from Hartmann Logistik?").await;
    let (id, word) = receiver.of("run.finished").await.remove(0);
    let (run, session) = (body["runId"].as_str().unwrap(), body["sessionId"].as_str().unwrap());
    assert_eq!(id, format!("run-finished-{run}-webhook"));
    assert_eq!((&word["data"]["runId"], &word["data"]["status"]), (&json!(run), &json!("completed")), "{word}");
    assert!(word["data"]["url"].as_str().unwrap().ends_with(&format!("/c/{session}")), "{word}");
    assert!(!word.to_string().contains("Hartmann"), "it quotes no customer: {word}");

    // A bad answer is told of once, however often that is said.
    for _ in 0..2 {
        let path = format!("/api/research/runs/{run}/feedback");
        assert_eq!(first.post(&path, json!({"rating": "bad"})).await.0, 204);
    }
    assert_eq!(receiver.of("rating.bad").await[0].1["data"]["runId"], run);
    let waiting = first.ask("Open a case for Hartmann Logistik about login failures").await;
    assert_eq!(receiver.of("approval.wanted").await[0].1["data"]["runId"], waiting["runId"]);

    // What does not arrive is tried again under its id, by whichever process is there.
    receiver.answers(StatusCode::INTERNAL_SERVER_ERROR);
    let failing = first.ask("How many cases breached SLA?").await;
    let failing = format!("run-finished-{}-webhook", failing["runId"].as_str().unwrap());
    let heard = || receiver.heard.lock().unwrap().iter().filter(|(id, _)| *id == failing).count();
    let came = async |times: usize| until("it is tried again", async || (heard() >= times).then_some(())).await;
    came(1).await;
    drop(first);
    let db = Db::open(database).await.unwrap();
    // A process that claimed what was due, and died before it could say how it went.
    let far = 4_000_000_000_000;
    let claimed = outbox::claim(&db, far, 0, 16).await.unwrap();
    assert!(claimed.iter().any(|delivery| delivery.id == failing && delivery.tries == 2), "{claimed:?}");
    receiver.answers(StatusCode::OK);
    let second = app(database, &receiver.settings()).await;
    came(2).await;
    until("all is delivered", async || outbox::claim(&db, far, far, 16).await.unwrap().is_empty().then_some(())).await;
    assert_eq!(receiver.heard.lock().unwrap().iter().filter(|(id, _)| *id == failing).count(), 2, "then no more");
    let words = receiver.heard.lock().unwrap().clone();
    for kind in ["rating.bad", "approval.wanted"] {
        assert_eq!(words.iter().filter(|(_, word)| word["type"] == kind).count(), 1, "{kind}: {words:#?}");
    }
    drop(second);

    // What happened while nobody was to be told is not told later.
    let silent = app(database, &[]).await;
    silent.ask("How many complaints were there?").await;
    until("all is told", async || outbox::untold(&db, 16).await.unwrap().is_empty().then_some(())).await;
    assert!(outbox::claim(&db, far, far, 16).await.unwrap().is_empty());
    db.close().await;
}

#[tokio::test]
async fn an_invitation_and_a_proposal_are_mailed() {
    let smtp = Smtp::start().await;
    let settings = [
        ("PLUMBLINE_SMTP_URL", smtp.url.as_str()),
        ("PLUMBLINE_MAIL_FROM", "Plumbline <desk@firm.example>"),
        ("PLUMBLINE_MAIL_TO", "boss@firm.example"),
        ("PLUMBLINE_PUBLIC_URL", "https://desk.firm.example"),
        ("PLUMBLINE_HOSTS", "127.0.0.1"),
    ];
    let app = TestApp::with(&settings).await;
    let services = &app.services;
    let boss = create(services, "boss@firm.example", Role::Admin, DataAccess::All, None).await.unwrap();
    let ann = create(services, "ann@firm.example", Role::Manager, DataAccess::All, None).await.unwrap();
    let boss = begin_session(services, &boss, None).await.unwrap();
    let ann = issue_token(services, &ann.id, "t", TokenUse::Ask, 1).await.unwrap().1;
    let post = async |key: &str, path: &str, body: Value| {
        read(app.client.post(format!("{}{path}", app.url)).bearer_auth(key).json(&body).send().await.unwrap()).await
    };
    let invite = json!({"role": "manager", "name": "bob@firm.example"});
    // Accounts are kept by people who are signed in.
    let signed_in = app.client.post(format!("{}/api/accounts", app.url)).header("origin", &app.url);
    let signed_in = signed_in.header("cookie", format!("__Host-plumbline-session={boss}")).json(&invite);
    let (status, invited) = read(signed_in.send().await.unwrap()).await;
    assert!((200..300).contains(&status), "{invited}");
    let mail = smtp.to("bob@firm.example").await;
    assert!(mail.contains("https://desk.firm.example/join/") && mail.contains("From: Plumbline <desk@"), "{mail}");

    // The server has no time at first; it gets the same message again.
    smtp.refuse_next();
    let (_, waiting) =
        post(&ann, "/api/research", json!({"query": "Open a case for Hartmann Logistik about login failures"})).await;
    assert_eq!(waiting["status"], "waiting", "{waiting}");
    let run = waiting["runId"].as_str().unwrap();
    for to in ["boss@firm.example", "ann@firm.example"] {
        let mail = smtp.to(to).await;
        assert!(mail.contains(&format!("/c/{}", waiting["sessionId"].as_str().unwrap())), "{mail}");
        assert!(mail.contains(&format!("Message-ID: <approval-wanted-{run}")) && !mail.contains("Hartmann"), "{mail}");
    }
    assert_eq!(smtp.all().len(), 3, "{:#?}", smtp.all());
}

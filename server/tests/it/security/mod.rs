//! The findings of a review of the program's security, repeated: each test does what the finding did, and sees it fail.

mod deciding;
mod doors;
mod guessing;
mod log;
mod streams;

use model::account::{Account, DataAccess, Role, TokenUse};
use serde_json::{Value, json};
use server::auth::sign_in::{begin_session, create, issue_token};

use crate::app::{TestApp, json as read};

/// Long enough for a secret.
const ADMIN: &str = "an-admin-token-of-32-characters-and-more";

/// The credentials of a request.
#[derive(Clone)]
enum Proof {
    Nobody,
    Session(String),
    Token(String),
    Admin,
}

impl TestApp {
    async fn account(&self, name: &str, role: Role) -> Account {
        create(&self.services, name, role, DataAccess::All, None).await.unwrap()
    }

    async fn session(&self, account: &Account) -> Proof {
        Proof::Session(begin_session(&self.services, account, None).await.unwrap())
    }

    async fn token(&self, account: &Account, may: TokenUse) -> (String, Proof) {
        let (token, secret) = issue_token(&self.services, &account.id, "a program", may, 1).await.unwrap();
        (token.id, Proof::Token(secret))
    }

    /// A request with these credentials.
    fn send_as(&self, who: &Proof, method: &str, path: &str) -> reqwest::RequestBuilder {
        let method = method.to_uppercase().parse().unwrap();
        let client = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap();
        let request = client.request(method, format!("{}{path}", self.url)).header("origin", &self.url);
        match who {
            Proof::Nobody => request,
            Proof::Session(cookie) => request.header("cookie", format!("plumbline-session={cookie}")),
            Proof::Token(token) => request.bearer_auth(token),
            Proof::Admin => request.header("admin-token", ADMIN),
        }
    }

    async fn call(&self, who: &Proof, method: &str, path: &str, body: Value) -> (u16, Value) {
        let request = self.send_as(who, method, path);
        let request = if body.is_null() { request } else { request.json(&body) };
        read(request.send().await.unwrap()).await
    }

    /// A question whose answer waits for a decision: the run, its proposal, and the URL for deciding it.
    async fn proposes(&self, who: &Proof) -> (Value, String) {
        let question = json!({"query": "Open a case for Hartmann Logistik about crashes of the app"});
        let (status, asked) = self.call(who, "post", "/api/research", question).await;
        assert_eq!((status, &asked["status"]), (200, &json!("waiting")), "{asked}");
        let [run, proposal] = [&asked["runId"], &asked["approvals"][0]["id"]].map(|id| id.as_str().unwrap().to_owned());
        (asked, format!("/api/research/runs/{run}/approvals/{proposal}"))
    }

    async fn lines(&self, who: &Proof, query: &str) -> Vec<Value> {
        let (status, page) = self.call(who, "get", &format!("/api/audit?{query}"), Value::Null).await;
        assert_eq!(status, 200, "{page}");
        page["items"].as_array().unwrap().clone()
    }
}

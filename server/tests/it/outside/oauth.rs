//! The desk as a protected resource of OAuth 2.1: the reference client finds the provider, registers itself there, and asks as its
//! person.

use std::process::Command;

use model::account::{DataAccess, Role};
use server::store::accounts::{self, New};

use super::peers::provider;
use super::*;

const PUBLIC: &str = "http://localhost:1";

async fn connected(app: &TestApp, person: &str) -> Value {
    let script = reference().unwrap().join("mcp/oauth.mjs");
    let args = [PUBLIC.to_owned(), app.url.clone(), person.to_owned()];
    let ran = tokio::task::spawn_blocking(move || Command::new("node").arg(script).args(args).output().unwrap());
    let ran = ran.await.unwrap();
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    serde_json::from_slice(&ran.stdout).unwrap()
}

#[tokio::test]
async fn an_agent_signs_its_person_in_at_the_provider() {
    let (Some(_), Some((_provider, issuer))) = (reference(), provider(PUBLIC)) else { return };
    let app = TestApp::with(&[
        ("PLUMBLINE_OIDC_ISSUER", issuer.as_str()),
        ("PLUMBLINE_OIDC_CLIENT_ID", "desk"),
        ("PLUMBLINE_OIDC_CLIENT_SECRET", "s3cret"),
        ("PLUMBLINE_OIDC_MANAGERS", "desk"),
        ("PLUMBLINE_PUBLIC_URL", PUBLIC),
    ])
    .await;
    // Somebody who has signed in here before.
    let ann = New {
        id: "ann-1".into(),
        name: "ann".into(),
        role: Role::Manager,
        sees: DataAccess::All,
        password: None,
        subject: Some(format!("{issuer} ann")),
        now: 0,
    };
    accounts::put(&app.services.db, &ann).await.unwrap();

    let told = connected(&app, "ann").await;
    let asked = told["asked"].to_string();
    assert!(asked.contains("/.well-known/oauth-protected-resource/mcp") && asked.contains(&issuer), "{asked}");
    assert_eq!((&told["scope"], &told["resource"]), (&json!("plumbline:ask"), &json!(format!("{PUBLIC}/mcp"))));
    assert!(told["tools"].as_array().is_some_and(|tools| tools.len() > 5), "{told}");
    let answer = told["answer"]["structuredContent"].clone();
    assert!(answer["answer"].as_str().unwrap().contains("14"), "{answer}");
    let session = answer["sessionId"].as_str().unwrap();
    let asked_by = server::store::sessions::owner(&app.services.db, session).await.unwrap().unwrap();
    assert_eq!(asked_by.user_id, "ann");

    // One whom the provider knows and this server does not.
    let told = connected(&app, "bob").await;
    assert!(told["failed"].as_str().unwrap().contains("no account here"), "{told}");
}

//! The desk as a protected resource of OAuth 2.1: the reference client finds the provider, registers itself there, and
//! asks as its person.

use std::process::Command;

use model::account::{DataAccess, Role};
use server::store::accounts::{self, New};

use super::peers::provider;
use super::*;

const PUBLIC: &str = "http://localhost:1";

/// An account of the provider's person or program.
async fn known(app: &TestApp, issuer: &str, name: &str) {
    let account = New {
        id: format!("{name}-1"),
        name: name.into(),
        role: Role::Manager,
        sees: DataAccess::All,
        password: None,
        subject: Some(format!("{issuer} {name}")),
        now: app.services.world.now(),
    };
    accounts::put(&app.services.db, &account).await.unwrap();
    // Tokens of the provider hold for some days after a sign-in.
    let (hash, now) = (format!("of {name}"), app.services.world.now());
    let account_id = account.id.as_str();
    let new = accounts::sign_ins::New { id: hash.clone(), hash, account_id, browser: None, now, expires_at: now };
    accounts::sign_ins::put(&app.services.db, &new).await.unwrap();
}

async fn signed_in(app: &TestApp, person: &str) -> Value {
    let script = reference().unwrap().join("mcp/oauth.mjs");
    let args = [PUBLIC.to_owned(), app.url.clone(), person.to_owned()];
    let ran = tokio::task::spawn_blocking(move || Command::new("node").arg(script).args(args).output().unwrap());
    let ran = ran.await.unwrap();
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    serde_json::from_slice(&ran.stdout).unwrap()
}

#[tokio::test]
async fn an_agent_signs_its_person_in_at_the_provider() {
    let (Some(_), Some((_provider, issuer))) = (reference(), provider(PUBLIC, 300)) else { return };
    let app = TestApp::with(&[
        ("PLUMBLINE_OIDC_ISSUER", issuer.as_str()),
        ("PLUMBLINE_OIDC_CLIENT_ID", "desk"),
        ("PLUMBLINE_OIDC_CLIENT_SECRET", "s3cret"),
        ("PLUMBLINE_OIDC_MANAGERS", "desk"),
        ("PLUMBLINE_PUBLIC_URL", PUBLIC),
    ])
    .await;
    // Somebody who has signed in here before.
    known(&app, &issuer, "ann").await;

    let told = signed_in(&app, "ann").await;
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
    let told = signed_in(&app, "bob").await;
    assert!(told["failed"].as_str().unwrap().contains("no account here"), "{told}");
}

/// A desk with an address that is known before it listens: connections there are forwarded to it.
async fn desk_at(listener: tokio::net::TcpListener, issuer: &str) -> TestApp {
    let public = format!("http://{}", listener.local_addr().unwrap());
    let app = TestApp::with(&[
        ("PLUMBLINE_OIDC_ISSUER", issuer),
        ("PLUMBLINE_OIDC_CLIENT_ID", "desk"),
        ("PLUMBLINE_OIDC_CLIENT_SECRET", "s3cret"),
        ("PLUMBLINE_OIDC_MANAGERS", "desk"),
        ("PLUMBLINE_PUBLIC_URL", &public),
    ])
    .await;
    let to = app.url.strip_prefix("http://").unwrap().to_owned();
    tokio::spawn(async move {
        while let Ok((mut from, _)) = listener.accept().await {
            let mut on = tokio::net::TcpStream::connect(&to).await.unwrap();
            tokio::spawn(async move { tokio::io::copy_bidirectional(&mut from, &mut on).await });
        }
    });
    app
}

#[tokio::test]
async fn one_desk_signs_in_to_another_by_itself() {
    // A token lasts three seconds: it is renewed while the connection goes on.
    let Some((_provider, issuer)) = provider(PUBLIC, 3) else { return };
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let public = format!("http://{}", listener.local_addr().unwrap());
    let other = desk_at(listener, &issuer).await;
    known(&other, &issuer, "robot").await;
    let file = format!(
        "[mcp.other]\nurl = \"{public}/mcp\"\nissuer = \"{issuer}\"\nonly = [\"get_daily_volumes\"]\n\
         reads = [\"get_daily_volumes\"]\n\
         oauth = {{ client_id = \"robot\", client_secret = \"r0b0t-s3cret\" }}\n"
    );
    let args = json!({"dataType": "communications", "timeRange": "January 2026", "kind": "complaint"});
    let call = || Step::call("other_get_daily_volumes", args.clone());
    let told = || Step::text("There were 14 complaints. [1]");
    let desk = desk(&file, &["other_get_daily_volumes"], vec![call(), told(), call(), told()]).await;
    let place = connected(&desk.app, "other").await;
    assert_eq!((&place["tools"], &place["trouble"]), (&json!(1), &json!("")));
    for _ in 0..2 {
        let run = desk.ask("How many complaints does the other desk have in January 2026?").await;
        let data = &output(&run, "other_get_daily_volumes").data;
        assert!(data["summary"].as_str().unwrap().contains("14"), "{data}");
        tokio::time::sleep(Duration::from_secs(5)).await;
    }
    let (_, health) = desk.app.get("/health").await;
    assert_eq!(health["outside"][0]["trouble"], "", "{health}");

    // A wrong secret is no reason to stop, and is not told to anyone.
    let wrong = file.replace("r0b0t-s3cret", "wr0ng-s3cret-0123456789");
    let desk = super::desk(&wrong, &[], Vec::new()).await;
    let place = until(&desk.app, "other", |place| place["state"] == "unreachable").await;
    let trouble = place["trouble"].as_str().unwrap();
    assert!(trouble.contains("signed in") && !trouble.contains("wr0ng"), "{trouble}");
}

#[tokio::test]
async fn a_person_signs_the_desk_in_once() {
    let (Some(folder), Some((_provider, issuer))) = (reference(), provider(PUBLIC, 300)) else { return };
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let public = format!("http://{}", listener.local_addr().unwrap());
    let other = desk_at(listener, &issuer).await;
    known(&other, &issuer, "ann").await;
    let tools = "only = [\"get_daily_volumes\"]\nreads = [\"get_daily_volumes\"]";
    let file = format!("[mcp.other]\nurl = \"{public}/mcp\"\nissuer = \"{issuer}\"\n{tools}\nsign_in = true\n");
    let args = json!({"dataType": "communications", "timeRange": "January 2026", "kind": "complaint"});
    let steps = vec![Step::call("other_get_daily_volumes", args), Step::text("There were 14 complaints. [1]")];
    let desk = desk(&file, &["other_get_daily_volumes"], steps).await;
    let place = until(&desk.app, "other", |place| place["state"] == "unreachable").await;
    assert!(place["trouble"].as_str().unwrap().contains("plumbline mcp login other"), "{place}");

    let settings = &desk.app.services.config.outside.mcp["other"];
    let (told, address) = tokio::sync::oneshot::channel();
    let browser = tokio::spawn(async move {
        let address: String = address.await.unwrap();
        tokio::process::Command::new("node").arg(folder.join("mcp/browse.mjs")).args([&address, "ann"]).status().await
    });
    server::outside::mcp::oauth::login(settings, |address| told.send(address.to_owned()).unwrap()).await.unwrap();
    assert!(browser.await.unwrap().unwrap().success());
    let kept = std::fs::metadata(&settings.kept).unwrap();
    assert_eq!(std::os::unix::fs::PermissionsExt::mode(&kept.permissions()) & 0o777, 0o600);

    // The running server has found it by itself.
    connected(&desk.app, "other").await;
    let run = desk.ask("How many complaints does the other desk have in January 2026?").await;
    let data = &output(&run, "other_get_daily_volumes").data;
    assert!(data["summary"].as_str().unwrap().contains("14"), "{data}");
}

/// A server, or an attacker who controls it, that names its own provider must not get the firm's secret.
#[tokio::test]
async fn a_server_does_not_choose_who_gets_the_secret() {
    type Seen = std::sync::Arc<std::sync::Mutex<Vec<String>>>;
    /// Records requests, and answers as a tool server and as a provider with the given name.
    async fn stub(names: Option<&str>) -> (String, Seen) {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let own = format!("http://{}", listener.local_addr().unwrap());
        let (seen, provider, place) = (Seen::default(), names.unwrap_or(&own).to_owned(), own.clone());
        let noted = seen.clone();
        let answer = move |request: axum::extract::Request| {
            let (noted, provider, place) = (noted.clone(), provider.clone(), place.clone());
            async move {
                let path = request.uri().path().to_owned();
                let body = axum::body::to_bytes(request.into_body(), 1 << 20).await.unwrap();
                noted.lock().unwrap().push(format!("{path} {}", String::from_utf8_lossy(&body)));
                let reply = match path.as_str() {
                    "/.well-known/oauth-protected-resource/mcp" => {
                        json!({"resource": format!("{place}/mcp"), "authorization_servers": [provider]})
                    }
                    "/.well-known/oauth-authorization-server" => json!({
                        "issuer": place, "token_endpoint": format!("{place}/token"),
                        "authorization_endpoint": format!("{place}/authorize"),
                        "grant_types_supported": ["client_credentials"], "response_types_supported": ["code"],
                    }),
                    "/token" => json!({"access_token": "t", "token_type": "Bearer", "expires_in": 60}),
                    _ => return (axum::http::StatusCode::UNAUTHORIZED, axum::Json(json!({}))),
                };
                (axum::http::StatusCode::OK, axum::Json(reply))
            }
        };
        tokio::spawn(async move { axum::serve(listener, axum::Router::new().fallback(answer)).await });
        (own, seen)
    }
    let (evil, stolen) = stub(None).await;
    let (issuer, asked) = stub(None).await;
    let (server, _) = stub(Some(&evil)).await;
    let file = |server: &str| {
        let oauth = "oauth = { client_id = \"robot\", client_secret = \"VERY-SECRET-OF-THE-FIRM\" }";
        format!("[mcp.other]\nurl = \"{server}/mcp\"\nissuer = \"{issuer}\"\n{oauth}\n")
    };
    let told = |seen: &Seen| seen.lock().unwrap().join("\n");
    let desk = super::desk(&file(&server), &[], Vec::new()).await;
    let place = until(&desk.app, "other", |place| place["state"] == "unreachable").await;
    let trouble = place["trouble"].as_str().unwrap();
    assert!(trouble.contains("another provider than the issuer"), "{trouble}");
    assert_eq!((told(&stolen), told(&asked).contains("SECRET")), (String::new(), false));
    // The one that the settings name gets it.
    let (server, _) = stub(Some(&issuer)).await;
    let desk = super::desk(&file(&server), &[], Vec::new()).await;
    until(&desk.app, "other", |place| place["state"] == "unreachable").await;
    assert!(
        told(&asked).contains("client_secret=VERY-SECRET-OF-THE-FIRM") || told(&asked).contains("/token"),
        "{}",
        told(&asked)
    );
}

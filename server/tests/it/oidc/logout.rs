//! Signing out at the provider: its notification (OpenID Connect Back-Channel Logout 1.0) ends the account's sign-ins
//! and tokens.

use model::account::TokenUse;
use server::auth::sign_in::issue_token;

use super::bearer::{Shown, call, token};
use super::*;

const EVENT: &str = "http://schemas.openid.net/event/backchannel-logout";

async fn says(app: &TestApp, logout: &str) -> (u16, Value) {
    crate::app::json(app.form("/oidc/backchannel-logout", &format!("logout_token={logout}")).send().await.unwrap())
        .await
}

async fn status(request: reqwest::RequestBuilder) -> u16 {
    request.send().await.unwrap().status().as_u16()
}

#[tokio::test]
async fn who_is_out_at_the_provider_is_out_here() {
    let double = Double::start().await;
    let app = desk_with(&double.url, &[]).await;
    let mut person = ann(&["desk"]);
    person["sid"] = json!("session-1");
    double.shows(person.clone());
    let cookie = sign_in(&app).await.session().unwrap().to_owned();
    let other = sign_in(&app).await.session().unwrap().to_owned();
    let known = account(&app, "ann.lee").await;
    let (_, secret) = issue_token(&app.services, &known.id, "a program", TokenUse::Ask, 30).await.unwrap();
    let me = || app.client.get(format!("{}/api/me", app.url));
    let by_cookie = async |cookie: &str| status(me().header("cookie", cookie)).await;
    let by_token = async || status(me().bearer_auth(&secret)).await;
    let seconds = || SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs();
    let access = |iat: u64| {
        let claims = json!({"iss": double.url, "sub": "user-1", "aud": format!("{PUBLIC}/mcp"), "iat": iat,
            "exp": iat + 600, "jti": "t1", "client_id": "agent", "scope": "plumbline:ask"});
        token(&Shown { key: &double.key, kind: "at+jwt", algorithm: "ES256", claims })
    };
    let tools = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}});
    let (before, began) = (access(seconds() - 5), seconds());
    assert_eq!([by_cookie(&cookie).await, by_cookie(&other).await, by_token().await], [200; 3]);
    assert_eq!(call(&app, Some(&before), &tools).await.0, 200);

    let claims = |jti: &str| {
        json!({"iss": double.url, "aud": "desk", "iat": began, "exp": began + 120, "jti": jti, "sub": "user-1",
            "sid": "session-1", "events": {EVENT: {}}})
    };
    let shown = |claims: Value| Shown { key: &double.key, kind: "logout+jwt", algorithm: "ES256", claims };
    let with = |field: &str, value: Value| {
        let mut claims = claims("wrong");
        claims[field] = value;
        token(&shown(claims))
    };
    let without = |fields: &[&str]| {
        let mut claims = claims("wrong");
        fields.iter().for_each(|field| drop(claims.as_object_mut().unwrap().remove(*field)));
        token(&shown(claims))
    };
    for (what, wrong) in [
        ("from another provider", with("iss", json!("https://evil.example"))),
        ("for another client", with("aud", json!(["another-app"]))),
        ("of the future", with("iat", json!(began + 600))),
        ("expired", with("exp", json!(began - 1))),
        ("old", {
            let mut claims = claims("wrong");
            claims["iat"] = json!(began - 600);
            claims.as_object_mut().unwrap().remove("exp");
            token(&shown(claims))
        }),
        ("an ID token", with("nonce", json!("n1"))),
        ("of another event", with("events", json!({"https://evil.example": {}}))),
        ("of no event", without(&["events"])),
        ("neither a person nor a session", without(&["sub", "sid"])),
        ("without a name of its own", without(&["jti"])),
        ("without a time", without(&["iat"])),
        ("signed by another key", token(&Shown { key: &double.other, ..shown(claims("wrong")) })),
        ("not signed", token(&Shown { algorithm: "none", ..shown(claims("wrong")) })),
        ("signed by a shared secret", token(&Shown { algorithm: "HS256", ..shown(claims("wrong")) })),
        ("an access token", token(&Shown { kind: "at+jwt", ..shown(claims("wrong")) })),
        ("no JWT", "logout".into()),
    ] {
        let (status, told) = says(&app, &wrong).await;
        assert_eq!((status, &told["error"]), (400, &json!("invalid_request")), "{what}: {told}");
    }
    assert_eq!([by_cookie(&cookie).await, by_token().await], [200, 200]);

    // Of somebody who is not known here it is done, and nobody is out.
    assert_eq!(says(&app, &with("sub", json!("user-9"))).await.0, 200);
    assert_eq!(by_cookie(&cookie).await, 200);

    let right = token(&shown(claims("logout-1")));
    assert_eq!(says(&app, &right).await.0, 200);
    assert_eq!([by_cookie(&cookie).await, by_cookie(&other).await, by_token().await], [401; 3]);
    assert_eq!(call(&app, Some(&before), &tools).await.0, 403, "an access token");
    let admin = server::auth::sign_in::create(&app.services, "ada", Role::Admin, DataAccess::All, None).await.unwrap();
    let ada = server::auth::sign_in::begin_session(&app.services, &admin, None).await.unwrap();
    let log = app.client.get(format!("{}/api/audit?who=ann.lee&action=signed_out", app.url));
    let (_, log) =
        crate::app::json(log.header("cookie", format!("plumbline-session={ada}")).send().await.unwrap()).await;
    assert_eq!(log["items"][0]["detail"], "At the firm's provider", "{log}");

    // The same token again does nothing, whoever has kept it. Her own token works once she has signed in again.
    let again = sign_in(&app).await.session().unwrap().to_owned();
    let (status, told) = says(&app, &right).await;
    assert!(status == 400 && told["error_description"].as_str().unwrap().contains("jti"), "{told}");
    assert_eq!([by_cookie(&again).await, by_token().await], [200, 200]);
    assert_eq!(call(&app, Some(&before), &tools).await.0, 403, "what was issued before stays out");
    assert_eq!(call(&app, Some(&access(seconds() + 1)), &tools).await.0, 200);

    // A session alone is enough.
    let mut claims = claims("logout-2");
    claims.as_object_mut().unwrap().remove("sub");
    assert_eq!(says(&app, &token(&shown(claims))).await.0, 200);
    assert_eq!(by_cookie(&again).await, 401);
}

#[tokio::test]
async fn without_a_provider_nobody_says_who_is_out() {
    let app = TestApp::start().await;
    assert_eq!(says(&app, "e30.e30.e30").await.0, 404);
}

//! Access tokens of the provider at `/mcp`: which are accepted, as whom, and the response to the others.

use super::*;

pub struct Shown<'a> {
    pub key: &'a EcdsaKeyPair,
    pub kind: &'a str,
    pub algorithm: &'a str,
    pub claims: Value,
}

/// An access token according to RFC 9068.
pub fn token(shown: &Shown<'_>) -> String {
    let header = json!({"alg": shown.algorithm, "typ": shown.kind, "kid": "k1"});
    let signed = format!("{}.{}", B64.encode(header.to_string()), B64.encode(shown.claims.to_string()));
    let signature = shown.key.sign(&SystemRandom::new(), signed.as_bytes()).unwrap();
    match shown.algorithm {
        "none" => format!("{signed}."),
        _ => format!("{signed}.{}", B64.encode(signature.as_ref())),
    }
}

/// Status, challenge and body of a call with a token.
pub async fn call(app: &TestApp, token: Option<&str>, message: &Value) -> (u16, String, Value) {
    let mut request = app.client.post(format!("{}/mcp", app.url)).json(message);
    request = request.header("accept", "application/json, text/event-stream");
    if let Some(token) = token {
        request = request.bearer_auth(token);
    }
    let reply = request.send().await.unwrap();
    let says = reply.headers().get("www-authenticate").map(|v| v.to_str().unwrap().to_owned()).unwrap_or_default();
    let (status, text) = (reply.status().as_u16(), reply.text().await.unwrap());
    (status, says, serde_json::from_str(&text).unwrap_or(Value::Null))
}

#[tokio::test]
async fn tokens_of_the_provider_open_the_mcp_server_and_nothing_else() {
    let double = Double::start().await;
    let app = desk(&double).await;
    double.shows(json!({"sub": "user-1", "preferred_username": "ann", "groups": ["desk"], "region": ["South"]}));
    assert!(sign_in(&app).await.session().is_some());
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs();
    let claims = json!({"iss": double.url, "sub": "user-1", "aud": format!("{PUBLIC}/mcp"), "iat": seconds,
        "exp": seconds + 300, "jti": "t1", "client_id": "agent", "scope": "openid plumbline:ask"});
    let right = |claims: &Value| Shown { key: &double.key, kind: "at+jwt", algorithm: "ES256", claims: claims.clone() };
    let tools = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}});

    let (status, says, _) = call(&app, None, &tools).await;
    let metadata = format!("resource_metadata=\"{PUBLIC}/.well-known/oauth-protected-resource/mcp\"");
    assert!(status == 401 && says.contains(&metadata) && !says.contains("error="), "{says}");
    let (_, told) = app.get("/.well-known/oauth-protected-resource/mcp").await;
    assert_eq!(told["resource"], format!("{PUBLIC}/mcp"));
    assert_eq!(told["authorization_servers"], json!([double.url]));

    let (status, _, listed) = call(&app, Some(&token(&right(&claims))), &tools).await;
    assert!(status == 200 && listed["result"]["tools"].as_array().unwrap().len() > 5, "{listed}");
    // The account's own scope holds: she sees the South, where nobody is.
    let args = json!({"dataType": "communications", "timeRange": "January 2026", "kind": "complaint"});
    let ask = json!({"jsonrpc": "2.0", "id": 2, "method": "tools/call",
        "params": {"name": "get_daily_volumes", "arguments": args}});
    let (_, _, counted) = call(&app, Some(&token(&right(&claims))), &ask).await;
    assert_eq!(counted["result"]["structuredContent"]["total"], 0, "{counted}");

    let with = |field: &str, value: Value| {
        let mut claims = claims.clone();
        claims[field] = value;
        token(&right(&claims))
    };
    let several = with("aud", json!(["https://other.example", format!("{PUBLIC}/mcp")]));
    assert_eq!(call(&app, Some(&several), &tools).await.0, 200);
    let plain = token(&Shown { kind: "JWT", ..right(&claims) });
    assert_eq!(call(&app, Some(&plain), &tools).await.0, 200);

    for (what, wrong) in [
        ("expired", with("exp", json!(seconds - 60))),
        ("of the future", with("iat", json!(seconds + 600))),
        ("not before", with("nbf", json!(seconds + 600))),
        ("for another server", with("aud", json!("https://other.example/mcp"))),
        ("an ID token", with("aud", json!("desk"))),
        ("of another issuer", with("iss", json!("https://evil.example"))),
        ("signed by another key", token(&Shown { key: &double.other, ..right(&claims) })),
        ("not signed", token(&Shown { algorithm: "none", ..right(&claims) })),
        ("signed by a shared secret", token(&Shown { algorithm: "HS256", ..right(&claims) })),
        ("of another kind", token(&Shown { kind: "logout+jwt", ..right(&claims) })),
        ("no JSON", "eyJ0.eyJ0.x".into()),
    ] {
        let (status, says, body) = call(&app, Some(&wrong), &tools).await;
        assert!(status == 401 && says.contains("error=\"invalid_token\""), "{what}: {status} {says} {body}");
        assert!(body["result"].is_null(), "{what}: {body}");
    }
    let (status, says, _) = call(&app, Some(&with("scope", json!("openid"))), &tools).await;
    assert!(status == 403 && says.contains("insufficient_scope") && says.contains("plumbline:ask"), "{says}");
    let (status, _, body) = call(&app, Some(&with("sub", json!("user-2"))), &tools).await;
    assert!(status == 403 && body["detail"].as_str().unwrap().contains("Sign in"), "{body}");

    // It opens nothing but /mcp.
    let elsewhere = app.client.get(format!("{}/api/research/tools", app.url)).bearer_auth(token(&right(&claims)));
    assert_eq!(elsewhere.send().await.unwrap().status(), 401);
    let ann = account(&app, "ann").await;
    accounts::change(&app.services.db, &ann.id, Change::Disabled(true)).await.unwrap();
    assert_eq!(call(&app, Some(&token(&right(&claims))), &tools).await.0, 403, "a disabled account");
}

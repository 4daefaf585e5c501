//! Headers for browsers on every reply: a policy under which a page runs only its own scripts.

use crate::app::TestApp;

async fn get(app: &TestApp, path: &str) -> (String, reqwest::header::HeaderMap, String) {
    let reply = app.client.get(format!("{}{path}", app.url)).send().await.unwrap();
    let headers = reply.headers().clone();
    let policies: Vec<_> = headers.get_all("content-security-policy").iter().collect();
    assert_eq!(policies.len(), 1, "{path}: one policy");
    (policies[0].to_str().unwrap().to_owned(), headers, reply.text().await.unwrap())
}

/// The nonce in a policy.
fn nonce(policy: &str) -> &str {
    let (_, rest) = policy.split_once("'nonce-").unwrap_or_else(|| panic!("no nonce: {policy}"));
    rest.split_once('\'').unwrap().0
}

#[tokio::test]
async fn a_pages_scripts_carry_the_nonce_of_its_policy() {
    let app = TestApp::start().await;
    let mut seen = std::collections::BTreeSet::new();
    for path in ["/", "/", "/settings", "/review", "/no/such/page"] {
        let (policy, _, page) = get(&app, path).await;
        let nonce = nonce(&policy);
        assert!(nonce.len() >= 22, "{nonce}");
        assert!(seen.insert(nonce.to_owned()), "a nonce is used once: {path}");
        let scripts: Vec<&str> = page.split("<script").skip(1).filter_map(|rest| rest.split('>').next()).collect();
        assert!(scripts.len() >= 2, "{path}");
        for script in scripts {
            assert!(script.contains(&format!("nonce=\"{nonce}\"")), "{path}: <script{script}>");
        }
        for part in [
            "default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'",
            "style-src 'self';",
        ] {
            assert!(policy.contains(part), "{policy}");
        }
        for part in ["'unsafe-eval'", "http:", "https:", "*"] {
            assert!(!policy.contains(part), "{policy}");
        }
        let scripts = policy.split(';').find(|part| part.trim().starts_with("script-src ")).unwrap();
        assert!(!scripts.contains("'unsafe-inline'"), "{policy}");
    }
}

#[tokio::test]
async fn every_reply_has_its_headers() {
    let app = TestApp::start().await;
    let asked = app.ask("How many cases breached SLA?").await;
    let export = format!("/api/research/conversation/{}/export?format=html", asked["sessionId"].as_str().unwrap());
    for (path, wants) in [
        ("/", "script-src 'self' 'nonce-"),
        ("/health", "default-src 'none'"),
        ("/api/research/runs/none", "default-src 'none'"),
        ("/openapi.json", "default-src 'none'"),
        ("/docs/api", "script-src 'unsafe-inline'"),
        (export.as_str(), "sandbox"),
    ] {
        let (policy, headers, _) = get(&app, path).await;
        assert!(policy.contains(wants), "{path}: {policy}");
        assert!(policy.contains("frame-ancestors 'none'"), "{path}: {policy}");
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("x-frame-options", "DENY"),
            ("referrer-policy", "same-origin"),
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-resource-policy", "same-origin"),
        ] {
            assert_eq!(headers[name], value, "{path}");
        }
        assert!(headers.contains_key("permissions-policy") && !headers.contains_key("server"), "{path}");
        assert!(!headers.contains_key("strict-transport-security"), "{path}: this is no TLS");
    }
    // A form that is wrong is a page, too: its style comes from here, and it has no script.
    let reply = app.form("/desk/ask", "query=").send().await.unwrap();
    assert_eq!(reply.status(), 400);
    let policy = reply.headers()["content-security-policy"].to_str().unwrap();
    assert!(policy.contains("style-src 'self'") && !policy.contains("nonce"), "{policy}");
    // So does what is turned away at the door.
    let refused = app.client.get(&app.url).header("host", "evil.example").send().await.unwrap();
    assert_eq!((refused.status().as_u16(), &refused.headers()["x-frame-options"]), (403, &"DENY".parse().unwrap()));
}

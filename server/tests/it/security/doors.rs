//! How browsers are admitted: cookies that only this host can set, and names that cannot be mistaken for others'.

use model::account::{DataAccess, Role};
use server::auth::sign_in::create;

use crate::app::TestApp;

const PASSWORD: &str = "correct horse battery";

/// Guards against a sibling domain, or a network attacker, planting their own sign-in.
#[tokio::test]
async fn over_tls_no_other_host_plants_a_sign_in() {
    let app = TestApp::with(&[("PLUMBLINE_PUBLIC_URL", "https://desk.test")]).await;
    create(&app.services, "ada", Role::Admin, DataAccess::All, Some(PASSWORD)).await.unwrap();
    let fields = format!("name=ada&password={PASSWORD}");
    let agent = "Mozilla/5.0 (Windows NT 10.0; rv:145.0) Gecko/20100101 Firefox/145.0";
    let reply = app.form("/sign-in", &fields).header("user-agent", agent).send().await.unwrap();
    let set: Vec<&str> = reply.headers().get_all("set-cookie").iter().map(|set| set.to_str().unwrap()).collect();
    assert_eq!(set.len(), 2, "{set:?}");
    for (cookie, name) in set.iter().zip(["session", "device"]) {
        assert!(cookie.starts_with(&format!("__Host-plumbline-{name}=")), "{cookie}");
        assert!(
            cookie.contains("; Path=/; ") && cookie.ends_with("; Secure") && !cookie.contains("Domain"),
            "{cookie}"
        );
    }
    let own = set[0].split(';').next().unwrap();
    let me = async |cookie: &str| {
        let request = app.client.get(format!("{}/api/me", app.url)).header("cookie", cookie);
        request.send().await.unwrap().status().as_u16()
    };
    let planted = own.trim_start_matches("__Host-");
    assert_eq!([me(own).await, me(planted).await, me(&format!("{planted}; {own}")).await], [200, 401, 200]);
    let list = app.client.get(format!("{}/api/sign-ins", app.url)).header("cookie", own).send().await.unwrap();
    assert_eq!(crate::app::json(list).await.1["items"][0]["browser"], "Firefox, Windows");
    // A write with the cookie still says where it comes from.
    let write = app.client.post(format!("{}/api/research", app.url)).header("cookie", own);
    let write = write.json(&serde_json::json!({"query": "How many cases breached SLA?"})).send().await.unwrap();
    assert_eq!(write.status(), 403);
    let out = app.form("/sign-out", "").header("cookie", own).send().await.unwrap();
    assert!(out.headers()["set-cookie"].to_str().unwrap().starts_with("__Host-plumbline-session=; "));
    assert_eq!(me(own).await, 401);
}

/// Guards against an account that looks like another one in every line of the audit log.
#[tokio::test]
async fn no_account_looks_like_another() {
    let app = TestApp::start().await;
    create(&app.services, "ada", Role::Admin, DataAccess::All, None).await.unwrap();
    for name in ["\u{430}da", "\u{ff41}da", "ad\u{3b1}"] {
        let refused = create(&app.services, name, Role::Manager, DataAccess::All, None).await.unwrap_err();
        assert!(refused.to_string().contains("one script"), "{name}: {refused}");
    }
    create(&app.services, "жанна", Role::Manager, DataAccess::All, None).await.unwrap();
}

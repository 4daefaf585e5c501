//! Guessing is counted, refused and recorded, even at public URLs; and secrets are long.

use std::path::Path;

use model::account::Role;
use serde_json::Value;
use server::config::{Config, Flags};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::{ADMIN, Proof};
use crate::app::TestApp;

#[test]
fn an_empty_or_short_secret_stops_the_start_and_is_offered_a_better_one() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(server::config::FILE);
    let gather = |text: &str, variable: Option<(&str, &str)>| {
        std::fs::write(&file, text).unwrap();
        let look_up = |name: &str| variable.filter(|(known, _)| *known == name).map(|(_, value)| value.to_owned());
        Config::gather(&Flags::default(), look_up, &file).map_err(|error| error.to_string())
    };
    for name in ["ADMIN_TOKEN", "PLUMBLINE_METRICS_TOKEN"] {
        for (text, variable) in [
            (format!("{name} = \"\""), None),
            (format!("{name} = \"abc123\""), None),
            (String::new(), Some((name, " "))),
            (String::new(), Some((name, "0123456789012345678901234567890"))),
        ] {
            let why = gather(&text, variable).unwrap_err();
            assert!(why.contains(name) && why.contains("at least 32"), "{why}");
            // What it offers is taken.
            let offered = why.lines().last().unwrap();
            assert!(gather(offered, None).is_ok(), "{offered}");
        }
    }
    assert!(gather("", Some(("ADMIN_TOKEN", ""))).is_ok(), "not set");
}

#[tokio::test]
async fn a_wrong_token_is_refused_at_public_addresses_too() {
    let app = TestApp::with(&[("ADMIN_TOKEN", ADMIN), ("PLUMBLINE_RATE_SIGN_IN", "6")]).await;
    let ada = app.session(&app.account("ada", Role::Admin).await).await;
    let guess = async |header: &str, value: String| {
        let request = app.client.get(format!("{}/health", app.url)).header(header, value);
        request.send().await.unwrap().status().as_u16()
    };
    for n in 0..3 {
        assert_eq!(guess("admin-token", format!("guess-{n}")).await, 401);
        assert_eq!(guess("authorization", format!("Bearer guess-{n}")).await, 401);
    }
    assert_eq!(
        guess("admin-token", String::new()).await,
        429,
        "an empty one is a guess, too, and the seventh is too many"
    );
    assert_eq!(guess("admin-token", ADMIN.to_owned()).await, 200, "the right one is not kept waiting by them");
    let lines = app.lines(&ada, "action=sign_in_failed").await;
    assert_eq!(lines.len(), 6, "{lines:?}");
    assert_eq!((&lines[0]["who"], &lines[0]["address"]), (&"nobody".into(), &"127.0.0.1".into()));
    // Without a token, what is public stays so.
    assert_eq!(app.get("/health").await.0, 200);
    let signing_in = app.send_as(&Proof::Nobody, "get", "/sign-in").header("accept", "text/html").send().await.unwrap();
    assert_eq!(signing_in.status(), 200);
}

#[tokio::test]
async fn an_empty_header_is_no_admin() {
    let app = TestApp::start().await;
    let _ada = app.account("ada", Role::Admin).await;
    let request = app.client.get(format!("{}/api/accounts", app.url)).header("admin-token", "");
    assert_eq!(request.send().await.unwrap().status(), 401);
}

#[tokio::test]
async fn programs_that_send_some_key_are_let_in_where_there_is_nobody_to_prove() {
    let app = TestApp::start().await;
    let models = app.client.get(format!("{}/v1/models", app.url)).bearer_auth("sk-anything").send().await.unwrap();
    assert_eq!(models.status(), 200);
}

#[tokio::test]
async fn signing_in_with_the_admin_token_is_counted_here_and_ends() {
    let app = TestApp::with(&[("ADMIN_TOKEN", ADMIN), ("PLUMBLINE_RATE_SIGN_IN", "4")]).await;
    let sign_in = async |token: &str| {
        let request = app
            .form("/admin/sign-in", &format!("token={token}"))
            .header("content-type", "application/x-www-form-urlencoded");
        request.send().await.unwrap()
    };
    let cookie = |reply: &reqwest::Response| {
        let set = reply.headers()["set-cookie"].to_str().unwrap();
        set.split(';').next().unwrap().to_owned()
    };
    let (one, two) = (cookie(&sign_in(ADMIN).await), cookie(&sign_in(ADMIN).await));
    assert_ne!(one, two, "nothing of it is made of the token");
    let reads = async |cookie: &str| {
        let request = app.client.get(format!("{}/api/audit", app.url)).header("cookie", cookie);
        request.send().await.unwrap().status().as_u16()
    };
    assert_eq!([reads(&one).await, reads(&two).await, reads("plumbline-admin=00").await], [200, 200, 403]);
    let out = app.form("/sign-out", "").header("cookie", &one).send().await.unwrap();
    assert_eq!(out.headers()["clear-site-data"], "\"cache\", \"storage\"");
    assert_eq!([reads(&one).await, reads(&two).await], [403, 200]);
    for wanted in [303, 303, 429] {
        assert_eq!(sign_in("wrong").await.status(), wanted, "also on this machine");
    }
    let failed = app.call(&Proof::Admin, "get", "/api/audit?action=sign_in_failed", Value::Null).await.1;
    assert_eq!(
        (failed["total"].as_i64(), failed["items"][0]["detail"].as_str()),
        (Some(2), Some("A wrong ADMIN_TOKEN"))
    );
}

#[tokio::test]
async fn what_a_bare_proxy_passes_on_is_not_this_machine() {
    let app = TestApp::start().await;
    let asked = async |version: &str| {
        let mut stream = tokio::net::TcpStream::connect(app.url.strip_prefix("http://").unwrap()).await.unwrap();
        let head = format!("GET /api/me HTTP/{version}\r\nhost: localhost\r\nconnection: close\r\n\r\n");
        stream.write_all(head.as_bytes()).await.unwrap();
        let mut told = String::new();
        stream.read_to_string(&mut told).await.unwrap();
        told
    };
    let (bare, own) = (asked("1.0").await, asked("1.1").await);
    assert!(bare.contains(" 401 "), "nginx speaks HTTP/1.0 unless it is told otherwise: {bare}");
    assert!(own.contains(" 200 ") && own.contains("local"), "{own}");
}

#[cfg(unix)]
#[test]
fn settings_with_secrets_that_all_may_read_are_told_of() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(server::config::FILE);
    let told = |text: &str, mode| {
        std::fs::write(&file, text).unwrap();
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(mode)).unwrap();
        Config::gather(&Flags::default(), |_| None, Path::new(&file)).unwrap().warnings
    };
    let secret = format!("ADMIN_TOKEN = \"{ADMIN}\"");
    assert!(told(&secret, 0o644)[0].contains("chmod 600"), "readable by all");
    assert!(told(&secret, 0o640).is_empty() && told("PLUMBLINE_LOG = \"debug\"", 0o644).is_empty());
    let plain = told("PLUMBLINE_PLAIN_HOSTS = \"db\"", 0o600);
    assert!(plain[0].contains("db is sent plain text"), "{plain:?}");
}

#[test]
fn plain_text_goes_to_this_machine_alone() {
    let gather = |set: &[(&str, &str)]| {
        let look_up = |name: &str| set.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned());
        Config::gather(&Flags::default(), look_up, Path::new("/nowhere/plumbline.toml"))
            .map_err(|error| error.to_string())
    };
    let oidc = [
        ("PLUMBLINE_OIDC_ISSUER", "https://id.example"),
        ("PLUMBLINE_OIDC_CLIENT_ID", "desk"),
        ("PLUMBLINE_OIDC_ADMINS", "admins"),
        ("PLUMBLINE_PUBLIC_URL", "http://desk.example"),
    ];
    assert!(gather(&oidc).unwrap_err().contains("PLUMBLINE_PLAIN_HOSTS=desk.example"));
    let asks = |url: &str| server::http_client::http_client(&url.parse().unwrap()).map(drop);
    for far in ["http://id.example/", "http://10.0.0.7:11434/v1"] {
        assert!(asks(far).unwrap_err().contains("plain text"), "{far}");
    }
    assert!(asks("https://id.example/").is_ok() && asks("http://127.0.0.1:11434/").is_ok());
    gather(&[("PLUMBLINE_PLAIN_HOSTS", "10.0.0.7, ollama")]).unwrap();
    assert!(asks("http://10.0.0.7:11434/v1").is_ok() && asks("http://id.example/").is_err());
}

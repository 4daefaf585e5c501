//! Who may watch what, change it, and have it mailed where; over HTTP, by REST and by forms.

use model::account::{DataAccess, Role};
use serde_json::{Value, json};
use server::store::settings;

use super::{COMPLAINTS, Receiver, account as make, book};
use crate::accounts::{Web, Who, signed_in};
use crate::app::{TestApp, until};

#[tokio::test(flavor = "multi_thread")]
async fn a_watch_is_its_owners_and_an_admin_may_end_it() {
    let receiver = Receiver::start().await;
    let mut settings = receiver.settings();
    settings.retain(|(name, _)| name != "PLUMBLINE_PUBLIC_URL");
    settings.extend([
        ("PLUMBLINE_SMTP_URL".to_owned(), "smtp://127.0.0.1:9".to_owned()),
        ("PLUMBLINE_MAIL_FROM".to_owned(), "desk@firm.example".to_owned()),
        ("PLUMBLINE_WATCH_MAIL".to_owned(), "@firm.example, partner@other.example".to_owned()),
    ]);
    let settings: Vec<(&str, &str)> = settings.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
    let app = TestApp::with(&settings).await;
    let (web, services) = (Web::of(&app), &app.services);
    let ada = make(services, "ada", Role::Admin, DataAccess::All).await;
    let ann = make(services, "ann@home.example", Role::Manager, DataAccess::All).await;
    let bob = make(services, "bob", Role::Manager, book("A. Okafor")).await;
    let (ada, ann, bob) =
        (signed_in(services, &ada).await, signed_in(services, &ann).await, signed_in(services, &bob).await);
    let (_, asked) = web.json(&ann, "post", "/api/research", json!({"query": COMPLAINTS})).await;
    let run = asked["runId"].as_str().unwrap().to_owned();
    let rule = json!({"type": "changes", "by": 5, "unit": "percent"});
    let new = |way: &str, to: Value| json!({"run": run, "rule": rule, "way": way, "to": to});

    // Only figures of one's own conversations.
    let choices = format!("/api/watches/choices?run={run}");
    let (_, own) = web.json(&ann, "get", &choices, json!({})).await;
    assert_eq!((&own["mail"], &own["texts"]), (&json!("ann@home.example"), &json!(false)), "{own}");
    let ways: Vec<&str> = own["ways"].as_array().unwrap().iter().map(|way| way["name"].as_str().unwrap()).collect();
    assert_eq!(ways, ["mail", "webhook", "Desk", "Sales"]);
    assert!(!own.to_string().contains("hidden-token"), "{own}");
    assert_eq!(web.get(&bob, &choices).await.0, 404);
    assert_eq!(web.get(&ada, &choices).await.0, 403);

    // Mail goes to oneself and where an admin allows it.
    for (way, to, status) in [
        ("mail", Value::Null, 200),
        ("mail", json!("team@firm.example"), 200),
        ("mail", json!("Partner@other.example"), 200),
        ("mail", json!("me@elsewhere.example"), 403),
        ("mail", json!("me@evil-firm.example"), 403),
        ("mail", json!("nobody"), 400),
        ("Sales", Value::Null, 200),
        ("https://evil.example/hook", Value::Null, 400),
    ] {
        let (got, body) = web.json(&ann, "post", "/api/watches", new(way, to.clone())).await;
        assert_eq!(got, status, "{way} {to}: {body}");
    }
    let wrong = json!({"run": run, "rule": {"type": "at", "every": "day", "hour": 24}, "way": "Sales"});
    assert_eq!(web.json(&ann, "post", "/api/watches", wrong).await.0, 400);
    let other = json!({"run": run, "rule": rule, "way": "Sales", "figure": format!("{run}/c9/total")});
    assert_eq!(web.json(&ann, "post", "/api/watches", other).await.0, 400);

    // Everybody lists their own, admins all; the others do not exist.
    let count =
        async |who: &Who| web.json(who, "get", "/api/watches", json!({})).await.1["items"].as_array().unwrap().len();
    assert_eq!((count(&ann).await, count(&bob).await, count(&ada).await), (4, 0, 4));
    let (_, listed) = web.json(&ann, "get", "/api/watches", json!({})).await;
    let id = listed["items"][0]["id"].as_str().unwrap().to_owned();
    for act in ["pause", "resume", "try"] {
        let path = format!("/api/watches/{id}/{act}");
        assert_eq!(web.json(&bob, "post", &path, json!({})).await.0, 404, "{act}");
        assert!(web.json(&ada, "post", &path, json!({})).await.0 < 300, "{act}");
    }
    assert_eq!(web.json(&bob, "delete", &format!("/api/watches/{id}"), json!({})).await.0, 404);
    assert!(web.json(&ada, "delete", &format!("/api/watches/{id}"), json!({})).await.0 < 300);
    assert_eq!(count(&ann).await, 3);

    // The pages work as forms.
    let page = web.send(&ann, "get", "/watches", "text/html", "").await.text().await.unwrap();
    assert!(page.contains("Changes by more than 5%") && !page.contains("hidden-token"), "{page}");
    let form = format!("run={run}&when=passes&side=below&level=3&way=Sales");
    let (status, to, _) = web.form(&ann, "/watches", &form).await;
    assert_eq!(status, 303);
    let id = to.strip_prefix("/watches?begun=").unwrap();
    assert_eq!(web.form(&ann, &format!("/watches/{id}"), "act=pause").await.0, 303);
    let (_, listed) = web.json(&ann, "get", "/api/watches", json!({})).await;
    assert_eq!((&listed["items"][0]["id"], &listed["items"][0]["state"]), (&json!(id), &json!("paused")));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_chat_is_added_on_a_page_and_its_address_is_never_shown() {
    let receiver = Receiver::start().await;
    let app = TestApp::start().await;
    let asked = app.ask(COMPLAINTS).await;
    let run = asked["runId"].as_str().unwrap();
    let chat = |name: &str, kind: &str, url: &str| json!({"name": name, "kind": kind, "url": url});
    for (wrong, field) in [
        (chat("a,b", "slack", "https://chat.example/x"), "name"),
        (chat("Sales", "mail", "https://chat.example/x"), "kind"),
        (chat("Sales", "slack", "http://chat.example/x"), "url"),
        (chat("mail", "slack", "https://chat.example/x"), "name"),
    ] {
        let (status, body) = app.post("/api/chats", wrong.clone()).await;
        assert_eq!((status, &body["field"]), (400, &json!(field)), "{wrong}: {body}");
    }
    let url = format!("{}/slack/hidden-token", receiver.url);
    assert_eq!(app.post("/api/chats", chat("Sales", "slack", &url)).await.0, 204);
    let fields = format!("name=Team&kind=teams&url={}/teams/hidden-token", receiver.url);
    assert_eq!(app.form("/desk/chats", &fields).send().await.unwrap().status(), 303);
    let (_, listed) = app.get("/api/chats").await;
    let both = json!([{"name": "Sales", "kind": "slack"}, {"name": "Team", "kind": "teams"}]);
    assert_eq!(listed, json!({"chats": both, "locked": false}));

    // It is used at once, and neither the database nor the log nor a page has its address.
    let new = json!({"run": run, "rule": {"type": "at", "every": "day", "hour": 7}, "way": "Sales"});
    let (status, begun) = app.post("/api/watches", new).await;
    assert_eq!(status, 200, "{begun}");
    let id = begun["id"].as_str().unwrap();
    assert_eq!(app.post(&format!("/api/watches/{id}/try"), json!({})).await.0, 200);
    let came = async || (receiver.at("/slack/hidden-token").len() == 1).then_some(());
    until("the trial arrives", came).await;
    let rows = settings::all(&app.services.db).await.unwrap();
    assert_eq!(rows.len(), 2);
    let shown = format!("{rows:?} {} {}", app.get("/api/audit").await.1, app.page("/settings/mail").await);
    assert!(!shown.contains("hidden-token") && shown.contains("chat.Sales"), "{shown}");

    // Removed, it is no way any more; the other stays.
    let removed = app.client.delete(format!("{}/api/chats/Sales", app.url)).send().await.unwrap();
    assert_eq!(removed.status(), 204);
    assert_eq!(app.get("/api/chats").await.1["chats"], json!([{"name": "Team", "kind": "teams"}]));
    assert_eq!(app.post(&format!("/api/watches/{id}/try"), json!({})).await.0, 200);
    let problem = async || app.get("/api/watches").await.1["items"][0]["problem"].as_str().map(str::to_owned);
    assert!(until("the list says why", problem).await.contains("no address \"Sales\""));
}

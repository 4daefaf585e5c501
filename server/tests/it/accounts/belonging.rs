//! Conversations belong to their owners: for everybody else except reviewers they do not exist, whatever the way of
//! access.

use model::account::{CustomerBook, DataAccess, Role};
use serde_json::{Value, json};
use server::store::sessions;

use super::{Web, Who, account, signed_in};
use crate::app::TestApp;

pub async fn conversations_are_their_owners(app: &TestApp) {
    let (web, services) = (Web::of(app), &app.services);
    let people = async |name: &str, role, sees| signed_in(services, &account(services, name, role, sees).await).await;
    let some = || DataAccess::Some(CustomerBook { managers: vec!["A. Okafor".into()], ..CustomerBook::default() });
    let olga = people("olga", Role::Manager, DataAccess::All).await;
    let ben = people("ben", Role::Manager, DataAccess::All).await;
    let cara = people("cara", Role::Manager, some()).await;
    let rita = people("rita", Role::Reviewer, DataAccess::All).await;
    let (status, asked) =
        web.json(&olga, "post", "/api/research", json!({"query": "How many cases breached SLA?"})).await;
    assert_eq!(status, 200, "{asked}");
    let id = |name: &str| asked[name].as_str().unwrap().to_owned();
    let (session, run) = (id("sessionId"), id("runId"));
    not_there_for_others(&web, &ben, &session, &run).await;
    for who in [&olga, &rita] {
        for path in [format!("/api/research/conversation/{session}"), format!("/api/research/runs/{run}")] {
            assert_eq!(web.get(who, &path).await.0, 200, "{who:?} {path}");
        }
    }
    let found = async |who: &Who, path: &str| web.get(who, path).await.1["items"].as_array().unwrap().len();
    for path in ["/api/research/conversations", "/sessions"] {
        assert_eq!([found(&olga, path).await, found(&ben, path).await], [1, 0], "{path}");
        assert!(found(&rita, path).await >= 1, "{path}");
    }
    // What is remembered of somebody is theirs, whatever others may see.
    let known = json!({"kind": "product", "meaning": "mobile-banking"});
    assert_eq!(web.json(&olga, "post", "/api/memory", known).await.0, 200);
    let mine = web.get(&olga, "/api/memory").await.1;
    let path = format!("/api/memory/{}", mine[0]["id"].as_str().unwrap());
    for who in [&ben, &rita] {
        assert_eq!(web.get(who, "/api/memory").await.1, json!([]));
        assert_eq!(web.json(who, "delete", &path, json!({})).await.0, 404);
    }
    // A link opens it for who sees as much.
    let (_, link) = web.json(&olga, "post", &format!("/api/research/conversation/{session}/share"), json!({})).await;
    let shared = format!("/api/shared/{}", link["token"].as_str().unwrap());
    assert_eq!(web.get(&ben, &shared).await.0, 200);
    assert_eq!(web.get(&Who::Nobody, &shared).await.0, 401);
    let (status, refused) = web.get(&cara, &shared).await;
    assert!(status == 403 && refused["detail"].as_str().unwrap().contains("no access"), "{refused}");
    // Recorded with the data, it may be read by who sees everything, and nothing else.
    sessions::mark_recorded(&services.db, &session, 1).await.unwrap();
    let path = format!("/api/research/conversation/{session}");
    assert_eq!([web.get(&ben, &path).await.0, web.get(&cara, &path).await.0], [200, 404]);
    assert_eq!(web.json(&ben, "patch", &path, json!({"pinned": true})).await.0, 404);
    assert_eq!(found(&ben, "/api/research/conversations").await, 1);
    sessions::mark_recorded(&services.db, &session, 0).await.unwrap();
    // Calls are about everybody's customers.
    assert_eq!([web.get(&ben, "/api/support/calls").await.0, web.get(&cara, "/api/support/calls").await.0], [200, 403]);
    assert_eq!(web.json(&olga, "delete", &path, json!({})).await.0, 204);
}

async fn not_there_for_others(web: &Web<'_>, ben: &Who, session: &str, run: &str) {
    let (c, r) = ("/api/research/conversation", "/api/research/runs");
    let question = json!({"query": "And in January?"});
    let calls: Vec<(&str, String, Value)> = vec![
        ("get", format!("{c}/ID"), Value::Null),
        ("post", format!("{c}/ID"), question.clone()),
        ("patch", format!("{c}/ID"), json!({"title": "Mine"})),
        ("delete", format!("{c}/ID"), Value::Null),
        ("post", format!("{c}/ID/restore"), Value::Null),
        ("post", format!("{c}/ID/share"), Value::Null),
        ("delete", format!("{c}/ID/share"), Value::Null),
        ("get", format!("{c}/ID/export"), Value::Null),
        ("delete", "/sessions/ID".into(), Value::Null),
        ("post", "/sessions/ID/chat".into(), json!({"message": "And in January?"})),
        ("post", "/api/research".into(), json!({"query": "And in January?", "sessionId": "ID"})),
        ("post", "/rpc/conversation".into(), json!({"id": "ID"})),
        ("get", format!("{r}/RUN"), Value::Null),
        ("get", format!("{r}/RUN/events"), Value::Null),
        ("get", format!("{r}/RUN/records?call=c1&path=/total"), Value::Null),
        ("get", format!("{r}/RUN/records.csv?call=c1&path=/total"), Value::Null),
        ("get", format!("{r}/RUN/records.xlsx?call=c1&path=/total"), Value::Null),
        ("post", format!("{r}/RUN/cancel"), Value::Null),
        ("post", format!("{r}/RUN/feedback"), json!({"rating": "good"})),
        ("post", format!("{r}/RUN/approvals/a1"), json!({"decision": "reject"})),
        ("post", "/rpc/events".into(), json!({"run_id": "RUN"})),
    ];
    for (method, path, body) in calls {
        let filled = |session: &str, run: &str| {
            let fill = |text: String| text.replace("ID", session).replace("RUN", run);
            (fill(path.clone()), if body.is_null() { String::new() } else { fill(body.to_string()) })
        };
        let (at, sent) = filled(session, run);
        let reply = web.send(ben, method, &at, "application/json", &sent).await;
        let (status, text) = (reply.status().as_u16(), reply.text().await.unwrap());
        assert_eq!(status, 404, "{method} {at}: {text}");
        // Word for word as where nothing is.
        let (at, sent) = filled("none", "none");
        let none = web.send(ben, method, &at, "application/json", &sent).await.text().await.unwrap();
        assert_eq!(text.replace(session, "none").replace(run, "none"), none, "{method} {at}");
    }
}

//! Only a person decides, and only one concerned; expired tokens are invalid; nobody sees what they were not granted.

use model::account::{DataAccess, Role, TokenUse};
use serde_json::{Value, json};
use server::store::accounts;

use super::{ADMIN, Proof};
use crate::app::TestApp;

#[tokio::test]
async fn no_token_of_any_kind_decides() {
    let app = TestApp::with(&[("ADMIN_TOKEN", ADMIN)]).await;
    let ada = app.account("ada", Role::Admin).await;
    let ann = app.account("ann", Role::Manager).await;
    let here = app.session(&ann).await;
    let (_, asks) = app.token(&ann, TokenUse::Ask).await;
    let (_, whole) = app.token(&ada, TokenUse::Admin).await;
    for asker in [&asks, &Proof::Admin] {
        let (asked, path) = app.proposes(asker).await;
        for who in [&asks, &whole, &Proof::Admin] {
            for decision in ["approve", "reject"] {
                // What is not theirs is not there.
                let (status, told) = app.call(who, "post", &path, json!({"decision": decision})).await;
                assert!(matches!(status, 403 | 404), "{told}");
            }
        }
        let (status, told) = app.call(asker, "post", &path, json!({"decision": "approve"})).await;
        assert!(status == 403 && told["detail"].as_str().unwrap().contains("never with a token"), "{told}");
        let run = asked["runId"].as_str().unwrap();
        let (_, still) = app.call(asker, "get", &format!("/api/research/runs/{run}"), Value::Null).await;
        assert_eq!(still["status"], "waiting", "{still}");
        // To stop the run would be to decline what it proposes.
        for who in [&asks, &whole, &Proof::Admin] {
            let (status, told) = app.call(who, "post", &format!("/api/research/runs/{run}/cancel"), json!({})).await;
            assert!(matches!(status, 403 | 404), "{told}");
        }
        let (_, still) = app.call(asker, "get", &format!("/api/research/runs/{run}"), Value::Null).await;
        assert_eq!(still["status"], "waiting", "{still}");
        let lines = app.lines(&app.session(&ada).await, &format!("action=stopped&what=run:{run}")).await;
        assert!(lines.iter().all(|line| line["token"].is_string() && line["who"] != "plumbline"), "{lines:?}");
        assert!(
            lines.iter().any(|line| line["detail"].as_str().unwrap().starts_with("Refused: sent with a token")),
            "{lines:?}"
        );
        let decided = app.lines(&app.session(&ada).await, &format!("action=decided&what=run:{run}")).await;
        assert!(decided.is_empty(), "{decided:?}");
    }
    // Whoever asked stops it in the browser, and the lines name them; a token stops what is under way, and is named.
    let (asked, _) = app.proposes(&here).await;
    let run = asked["runId"].as_str().unwrap();
    assert!(app.call(&here, "post", &format!("/api/research/runs/{run}/cancel"), json!({})).await.0 < 300);
    for action in ["stopped", "decided"] {
        let lines = app.lines(&app.session(&ada).await, &format!("action={action}&what=run:{run}")).await;
        assert_eq!(
            (lines.len(), &lines[0]["who"], &lines[0]["channel"]),
            (1, &json!("ann"), &json!("api")),
            "{lines:?}"
        );
    }
    // Whoever asked decides in the browser, and the line says which way they came.
    let (asked, path) = app.proposes(&here).await;
    assert_eq!(app.call(&here, "post", &path, json!({"decision": "approve"})).await.0, 200);
    let run = asked["runId"].as_str().unwrap();
    let lines = app.lines(&app.session(&ada).await, &format!("action=decided&what=run:{run}")).await;
    assert_eq!(
        (&lines[0]["who"], &lines[0]["channel"], &lines[0]["token"]),
        (&json!("ann"), &json!("api"), &Value::Null)
    );
}

#[tokio::test]
async fn a_conversation_is_of_whoever_began_it_for_reviewers_too() {
    let app = TestApp::start().await;
    let ada = app.session(&app.account("ada", Role::Admin).await).await;
    let rea = app.session(&app.account("rea", Role::Reviewer).await).await;
    let ann = app.session(&app.account("ann", Role::Manager).await).await;
    let (asked, decide) = app.proposes(&ann).await;
    let [run, session] = ["runId", "sessionId"].map(|id| asked[id].as_str().unwrap());
    let conversation = format!("/api/research/conversation/{session}");
    let read = app.call(&rea, "get", &conversation, Value::Null).await;
    assert_eq!((read.0, &read.1["own"], &read.1["mayDecide"]), (200, &json!(false), &json!(false)), "{read:?}");
    for who in [&rea, &ada] {
        for (method, path, body, status) in [
            ("post", decide.clone(), json!({"decision": "approve"}), 403),
            ("post", decide.clone(), json!({"decision": "reject"}), 403),
            ("post", decide.clone(), json!({"decision": "edit", "args": asked["approvals"][0]["args"]}), 403),
            ("post", conversation.clone(), json!({"query": "And in January?"}), 403),
            ("post", "/api/research".into(), json!({"query": "And in January?", "sessionId": session}), 403),
            ("post", format!("/api/research/runs/{run}/feedback"), json!({"rating": "good"}), 403),
            ("patch", conversation.clone(), json!({"title": "Mine"}), 404),
            ("post", format!("{conversation}/share"), Value::Null, 404),
        ] {
            let (got, told) = app.call(who, method, &path, body).await;
            assert_eq!(got, status, "{method} {path}: {told}");
        }
    }
    assert_eq!(app.call(&rea, "post", &format!("/api/research/runs/{run}/cancel"), Value::Null).await.0, 403);
    assert_eq!(app.call(&rea, "delete", &conversation, Value::Null).await.0, 404);
    // An admin stops and deletes, and the log says whose it was.
    let stopped = app.call(&ada, "post", &format!("/api/research/runs/{run}/cancel"), Value::Null).await;
    assert!(stopped.0 < 300, "{stopped:?}");
    assert_eq!(app.lines(&ada, &format!("action=stopped&what=run:{run}")).await[0]["who"], "ada");
    assert_eq!(app.call(&ada, "delete", &conversation, Value::Null).await.0, 204);
    let deleted = app.lines(&ada, &format!("action=deleted&what=conversation:{session}")).await;
    assert!(deleted[0]["detail"].as_str().unwrap().ends_with("it is ann's"), "{deleted:?}");
}

#[tokio::test]
async fn whom_the_settings_name_decides() {
    let app = TestApp::with(&[("PLUMBLINE_DECIDERS", "role:reviewer, Boss")]).await;
    let _ada = app.account("ada", Role::Admin).await;
    let boss = app.session(&app.account("boss", Role::Admin).await).await;
    let other = app.session(&app.account("other", Role::Admin).await).await;
    let rea = app.account("rea", Role::Reviewer).await;
    let (_, program) = app.token(&rea, TokenUse::Review).await;
    let rea = app.session(&rea).await;
    let ann = app.session(&app.account("ann", Role::Manager).await).await;
    for (who, decision) in [(&rea, "reject"), (&boss, "approve")] {
        let (_, path) = app.proposes(&ann).await;
        for none in [&other, &program] {
            assert_ne!(app.call(none, "post", &path, json!({"decision": "approve"})).await.0, 200);
        }
        assert_eq!(app.call(who, "post", &path, json!({"decision": decision})).await.0, 200);
    }
}

#[tokio::test]
async fn a_token_makes_nothing_that_outlives_it() {
    let app = TestApp::with(&[("ADMIN_TOKEN", ADMIN)]).await;
    let ada = app.account("ada", Role::Admin).await;
    let ben = app.account("ben", Role::Admin).await;
    let ann = app.account("ann", Role::Manager).await;
    let (_, leaked) = app.token(&ada, TokenUse::Admin).await;
    for who in [&leaked, &Proof::Admin] {
        for (method, path, body) in [
            ("post", "/api/accounts".to_owned(), json!({"name": "ada", "role": "admin"})),
            ("post", "/api/accounts".to_owned(), json!({"name": "eve", "role": "admin"})),
            ("patch", format!("/api/accounts/{}", ann.id), json!({"role": "admin"})),
            ("post", "/api/tokens".to_owned(), json!({"name": "more", "may": "admin"})),
        ] {
            let (status, told) = app.call(who, method, &path, body).await;
            assert!(status == 403 || status == 409, "{method} {path}: {status} {told}");
        }
        let form = app.send_as(who, "post", "/accounts").header("content-type", "application/x-www-form-urlencoded");
        assert_eq!(form.body("name=ada&role=admin").send().await.unwrap().status(), 403);
    }
    // A stolen session does not become a password; another admin makes the link.
    let new = json!({"name": "Ada", "role": "admin"});
    assert_eq!(app.call(&app.session(&ada).await, "post", "/api/accounts", new.clone()).await.0, 403);
    assert_eq!(app.call(&app.session(&ben).await, "post", "/api/accounts", new).await.0, 201);
    // A token revokes itself, and none of its account's others.
    let (id, asks) = app.token(&ann, TokenUse::Ask).await;
    let (other, _) = app.token(&ann, TokenUse::Ask).await;
    assert_eq!(app.call(&asks, "delete", &format!("/api/tokens/{other}"), Value::Null).await.0, 403);
    assert_eq!(app.call(&asks, "delete", &format!("/api/tokens/{id}"), Value::Null).await.0, 204);
    assert_eq!(app.call(&asks, "get", "/api/me", Value::Null).await.0, 401);
}

#[tokio::test]
async fn a_new_account_sees_no_customers_until_somebody_says_which() {
    let app = TestApp::start().await;
    let ada = app.session(&app.account("ada", Role::Admin).await).await;
    let (status, made) = app.call(&ada, "post", "/api/accounts", json!({"name": "bob", "role": "manager"})).await;
    assert_eq!(status, 201, "{made}");
    let form = app.send_as(&ada, "post", "/accounts").header("content-type", "application/x-www-form-urlencoded");
    let page = form.body("name=cleo&role=manager").send().await.unwrap().text().await.unwrap();
    let link = page.split("/join/").nth(1).unwrap().split('<').next().unwrap();
    for (name, path) in [("bob", made["path"].as_str().unwrap().to_owned()), ("cleo", format!("/join/{link}"))] {
        let form = app.form(&path, "password=correct+horse+battery").send().await.unwrap();
        assert_eq!(form.headers()["location"], "/", "{name}");
        let account = accounts::by_name(&app.services.db, name).await.unwrap().unwrap();
        assert_eq!(account.sees, DataAccess::default(), "{name}");
        assert_eq!(account.sees.in_words(), "no customers");
        let who = app.session(&account).await;
        let (status, told) =
            app.call(&who, "post", "/api/research", json!({"query": "Which customers complain most?"})).await;
        assert!(status == 200 && !told.to_string().contains("Hartmann"), "{told}");
    }
}

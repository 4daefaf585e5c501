//! Open sign-ins: they expire when unused, and their owner can list and end them.

use model::account::{DataAccess, Role, TokenUse};
use serde_json::{Value, json};
use server::auth::sign_in::{begin_session, create, issue_token};
use server::store::accounts::sign_ins::{account, used_by};

use super::{Web, Who, hash};
use crate::app::TestApp;

const FIREFOX: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";

pub async fn one_that_nobody_uses_ends(app: &TestApp) {
    let (services, db) = (&app.services, &app.services.db);
    let ida = create(services, "ida", Role::Manager, DataAccess::All, None).await.unwrap();
    let hash = hash(&begin_session(services, &ida, None).await.unwrap());
    let (now, idle) = (services.world.now(), services.config.server.idle());
    assert_eq!(idle, 2 * 3_600_000);
    let minute = 60_000;
    assert!(used_by(db, hash, now + idle - minute, idle).await.unwrap().is_some());
    // What the page asks for by itself is no use.
    let later = now + 2 * idle - 2 * minute;
    assert!(account(db, hash, later, idle).await.unwrap().is_some());
    assert!(account(db, hash, later + 2 * minute, idle).await.unwrap().is_none());
    // Reading writes once a minute at most: half a minute later is not noted.
    assert!(used_by(db, hash, later, idle).await.unwrap().is_some());
    assert!(used_by(db, hash, later + minute / 2, idle).await.unwrap().is_some());
    assert!(account(db, hash, later + idle - 1, idle).await.unwrap().is_some());
    assert!(account(db, hash, later + idle, idle).await.unwrap().is_none());
    // The next sign-in of anybody sweeps it.
    server::store::accounts::sign_ins::sweep(db, later + idle, idle).await.unwrap();
    assert!(account(db, hash, now + 1, i64::MAX / 2).await.unwrap().is_none());
}

pub async fn each_is_listed_and_ended_by_its_owner(app: &TestApp, boss: &Who) {
    let (web, services) = (Web::of(app), &app.services);
    let eva = create(services, "eva", Role::Manager, DataAccess::All, None).await.unwrap();
    let sign_in = async |agent| Who::Cookie(begin_session(services, &eva, Some(agent)).await.unwrap());
    let (here, there) = (sign_in(FIREFOX).await, sign_in("curl/8.0").await);
    let list = async |who: &Who| web.get(who, "/api/sign-ins").await;
    let (status, told) = list(&here).await;
    let items = told["items"].as_array().unwrap();
    assert_eq!((status, items.len()), (200, 2), "{told}");
    let own = items.iter().find(|one| one["here"] == true).unwrap();
    let other = items.iter().find(|one| one["here"] == false).unwrap();
    assert_eq!((&own["browser"], &other["browser"]), (&json!("Firefox, Linux"), &Value::Null));
    assert!(own["usedAt"].is_i64() && own["createdAt"].is_i64() && !told.to_string().contains("hash"), "{told}");
    let page = web.send(&here, "get", "/account", "text/html", "").await.text().await.unwrap();
    assert!(page.contains("Firefox, Linux") && page.contains("Unknown browser") && page.contains("this browser"));

    // Neither a token nor somebody else ends it, nor do they see it.
    let path = format!("/api/sign-ins/{}", other["id"].as_str().unwrap());
    let (_, secret) = issue_token(services, &eva.id, "a program", TokenUse::Ask, 1).await.unwrap();
    let token = Who::Token(secret);
    assert_eq!([list(&token).await.0, web.json(&token, "delete", &path, json!({})).await.0], [403, 403]);
    let mallory = create(services, "mallory", Role::Manager, DataAccess::All, None).await.unwrap();
    let mallory = Who::Cookie(begin_session(services, &mallory, None).await.unwrap());
    for other in [&mallory, boss] {
        assert_eq!(web.json(other, "delete", &path, json!({})).await.0, 404);
    }
    assert_eq!(list(&mallory).await.1["total"], 1);

    assert_eq!(web.json(&here, "delete", &path, json!({})).await.0, 204);
    assert_eq!([web.get(&here, "/api/me").await.0, web.get(&there, "/api/me").await.0], [200, 401]);
    assert_eq!(web.json(&here, "delete", &path, json!({})).await.0, 404);
    let lines = web.get(boss, "/api/audit?who=eva&action=signed_out").await.1;
    assert!(lines["items"][0]["detail"].as_str().unwrap().contains("from their list"), "{lines}");
    // By the page's form, which works without scripts.
    let again = list(&sign_in(FIREFOX).await).await.1;
    let id = again["items"].as_array().unwrap().iter().find(|one| one["here"] == true).unwrap()["id"].clone();
    let (_, to, _) = web.form(&here, &format!("/account/sign-ins/{}/end", id.as_str().unwrap()), "").await;
    assert_eq!(to, "/account?said=ended");
    assert_eq!(list(&here).await.1["total"], 1);
}

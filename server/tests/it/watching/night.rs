//! Fifty watched figures over a night: each is sent when it should be, once, and none after its owner lost the view.

use std::collections::BTreeMap;

use ::app::api::conversations::Conversations as _;
use model::account::{DataAccess, Role};
use model::session::watch::{Every, Rule, Side, Unit};
use server::services::Services;
use server::store::accounts::{self, Change};
use server::store::{changes, watches};

use super::*;
use crate::postgres::on_both;

on_both!(fifty_figures_over_a_night as a_night_on_sqlite, a_night_on_postgres);

/// Minutes of a step, and the evening on which the night begins.
const STEP: i64 = 10;
const EVENING: &str = "2026-02-10T22:00:00Z";

/// What is sent of a watch: the time of day, and the figure.
type Sent = Vec<(&'static str, &'static str)>;

/// The rules, each with what is to be sent. Over the night the figure goes from 14 to 15 (01:00), 21 (03:00), 17 (05:00)
/// and 21 (06:00); from 03:30 to 04:40 no server runs.
fn rules() -> Vec<(Rule, Sent)> {
    let by = |by, unit| Rule::Changes { by, unit };
    let past = |level, side| Rule::Passes { level, side };
    vec![
        (by(0.0, Unit::Amount), vec![("01:00", "15"), ("03:00", "21"), ("05:00", "17"), ("06:00", "21")]),
        (by(1.0, Unit::Amount), vec![("03:00", "21"), ("05:00", "17"), ("06:00", "21")]),
        (by(5.0, Unit::Amount), vec![("03:00", "21")]),
        (by(100.0, Unit::Amount), vec![]),
        (by(10.0, Unit::Percent), vec![("03:00", "21"), ("05:00", "17"), ("06:00", "21")]),
        (past(16.0, Side::Above), vec![("03:00", "21")]),
        (past(20.0, Side::Above), vec![("03:00", "21"), ("06:00", "21")]),
        (past(16.0, Side::Below), vec![]),
        (past(20.0, Side::Below), vec![("05:00", "17")]),
        // Nobody was there at four: it is sent once, when somebody is.
        (Rule::At { every: Every::Day, hour: 4 }, vec![("04:40", "21")]),
    ]
}

/// What the data does at a time of day.
async fn happens(services: &Services, time: &str) {
    match time {
        "01:00" => add_complaints(services, 1..2, "2026-01-20").await,
        "03:00" => add_complaints(services, 2..8, "2026-01-20").await,
        "05:00" => {
            for n in 2..6 {
                changes::delete_communication(&services.db, &format!("night-{n:03}")).await.unwrap();
            }
        }
        "06:00" => add_complaints(services, 2..6, "2026-01-20").await,
        _ => return,
    }
    // Another server notices within this time.
    tokio::time::sleep(std::time::Duration::from_millis(100)).await;
}

async fn fifty_figures_over_a_night(database: &str) {
    let receiver = Receiver::start().await;
    let (desk, first) = Desk::start(Some(database), receiver.settings(), EVENING).await;
    account(&first, "ada", Role::Admin, DataAccess::All).await;
    let mut expected: BTreeMap<String, (String, Sent)> = BTreeMap::new();
    let mut people = BTreeMap::new();
    for (name, sees) in [
        ("ann", DataAccess::All),
        ("bob", book("A. Okafor")),
        ("cara", DataAccess::All),
        ("dan", DataAccess::All),
        ("eve", DataAccess::All),
    ] {
        let account = account(&first, name, Role::Manager, sees).await;
        let api = used_by(&first, &account).await;
        let run = ask(&api, COMPLAINTS).await;
        let choices = api.watch_choices(&run).await.unwrap();
        assert_eq!(choices.figures[0].text, "14", "{choices:?}");
        for (rule, sent) in rules() {
            let item = api.begin_watch(watch(&run, &rule, "webhook")).await.unwrap();
            assert_eq!((item.figure.as_str(), item.moves), ("14", false), "{item:?}");
            expected.insert(item.id, (name.to_owned(), sent));
        }
        people.insert(name, (account, choices.session));
    }
    assert_eq!(expected.len(), 50);

    let mut servers = vec![first, desk.open().await];
    let mut time = String::new();
    while time != "08:00" {
        desk.advance(STEP);
        time = model::time::clock(desk.clock.load(Ordering::SeqCst));
        match time.as_str() {
            // Three lose the view: one their account, one their access, one the conversation.
            "02:30" => {
                let db = &servers[0].db;
                accounts::change(db, &people["cara"].0.id, Change::Disabled(true)).await.unwrap();
                accounts::change(db, &people["dan"].0.id, Change::Sees(book("Nobody"))).await.unwrap();
                let eve = used_by(&servers[0], &people["eve"].0).await;
                eve.delete_conversation(&people["eve"].1).await.unwrap();
            }
            // The servers end; one of them has just begun to look.
            "03:30" => {
                let now = desk.clock.load(Ordering::SeqCst);
                let claimed = watches::claim(&servers[0].db, "dead", (now, now + 120_000), -1).await.unwrap();
                assert!(claimed.is_some());
                for server in servers.drain(..) {
                    server.db.close().await;
                }
            }
            "04:40" => servers = vec![desk.open().await, desk.open().await],
            _ => {}
        }
        let [one, two] = servers.as_slice() else { continue };
        happens(one, &time).await;
        tokio::join!(work(one), work(two));
    }

    let mut sent: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
    let mut ids = Vec::new();
    for (_, id, body) in receiver.at("/hook").into_iter().filter(|(.., body)| body["type"] == "watch.changed") {
        let (data, at) = (&body["data"], body["timestamp"].as_str().unwrap());
        let entry = sent.entry(data["watchId"].as_str().unwrap().to_owned()).or_default();
        entry.push((at[11..16].to_owned(), data["shown"].as_str().unwrap().to_owned()));
        ids.push(id);
    }
    let count = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), count, "each message once");
    for (id, (name, all)) in &expected {
        let keeps = ["ann", "bob"].contains(&name.as_str());
        let wanted: Vec<(String, String)> = all
            .iter()
            .filter(|(at, _)| keeps || *at < "02:30")
            .map(|(at, figure)| ((*at).to_owned(), (*figure).to_owned()))
            .collect();
        let mut got = sent.remove(id).unwrap_or_default();
        got.sort();
        assert_eq!(got, wanted, "{name}, {id}");
    }
    assert!(sent.is_empty(), "{sent:?}");

    let listed = used_by(&servers[0], &accounts::by_name(&servers[0].db, "ada").await.unwrap().unwrap()).await;
    let listed = listed.watches().await.unwrap();
    assert_eq!(listed.len(), 50);
    let state = |name: &str| {
        let mut states: Vec<String> =
            listed.iter().filter(|item| item.owner == name).map(|item| item.state.to_string()).collect();
        states.dedup();
        states.join(", ")
    };
    let states = ["ann", "bob", "cara", "dan", "eve"].map(state);
    assert_eq!(states, ["active", "active", "owner_gone", "no_access", "deleted"]);
}

//! What a message holds, in the form of each way: the figure, what it was, why it moved and a link, and no more unless
//! that is allowed. Addresses of chats are never shown.

use axum::http::StatusCode;
use model::account::{DataAccess, Role};
use model::session::watch::{Every, Rule, Side, Unit, WatchState};
use server::store::accounts;

use super::*;

const NOW: &str = "2026-02-10T22:00:00Z";

async fn desk(settings: Vec<(String, String)>) -> (Desk, Services, Api) {
    let (desk, services) = Desk::start(None, settings, NOW).await;
    let ada = account(&services, "ada", Role::Admin, DataAccess::All).await;
    let api = used_by(&services, &ada).await;
    (desk, services, api)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_threshold_reaches_chats_in_their_forms() {
    let receiver = Receiver::start().await;
    let (desk, services, api) = desk(receiver.settings()).await;
    let rule = Rule::Passes { level: 16.0, side: Side::Above };
    let slack = watched(&api, COMPLAINTS, &rule, "Sales").await;
    let teams = watched(&api, COMPLAINTS, &rule, "Desk").await;
    assert_eq!((slack.address.as_str(), teams.address.as_str()), ("Sales", "Desk"));

    add_complaints(&services, 1..4, "2026-01-20").await;
    desk.advance(10);
    work(&services).await;
    let heard = receiver.at("/slack/hidden-token");
    assert_eq!(heard.len(), 1, "{heard:?}");
    let text = heard[0].2["text"].as_str().unwrap().to_owned();
    let link = format!("<https://desk.firm.example/c/{}|Open the conversation>", slack.session);
    for part in ["*Above 16: 17*", "On 10 February 2026 it was 14 (+3, +21.4%)", "Login failures +3", &link] {
        assert!(text.contains(part), "{part} is not in {text}");
    }
    assert!(!text.contains("How many"), "the question is quoted: {text}");
    let cards = receiver.at("/teams/hidden-token");
    let card = &cards[0].2["attachments"][0];
    assert_eq!(card["contentType"], "application/vnd.microsoft.card.adaptive");
    assert_eq!(card["content"]["body"][0]["text"], "Above 16: 17");
    assert_eq!(card["content"]["actions"][0]["url"], format!("https://desk.firm.example/c/{}", teams.session));

    // The address no longer works: that is said, without the address.
    *receiver.answer.lock().unwrap() = StatusCode::NOT_FOUND;
    api.try_watch(&slack.id).await.unwrap();
    send(&services).await;
    let listed = api.watches().await.unwrap();
    let item = listed.iter().find(|item| item.id == slack.id).unwrap();
    assert!(item.problem.as_ref().unwrap().contains("404"), "{item:?}");
    let choices = api.watch_choices(&slack.run).await.unwrap();
    let all = format!("{listed:?} {choices:?}");
    assert!(!all.contains("hidden-token"), "{all}");
}

#[tokio::test(flavor = "multi_thread")]
async fn texts_are_sent_where_they_are_allowed() {
    let receiver = Receiver::start().await;
    let mut settings = receiver.settings();
    settings.push(("PLUMBLINE_WATCH_TEXTS".into(), "true".into()));
    let (_desk, services, api) = desk(settings).await;
    let begun = watched(&api, COMPLAINTS, &Rule::At { every: Every::Monday, hour: 7 }, "webhook").await;
    // A trial is sent at once, and changes nothing for the rule.
    let trial = api.try_watch(&begun.id).await.unwrap();
    assert_eq!(trial.figure, "14");
    send(&services).await;
    let heard = receiver.at("/hook");
    let (_, id, body) = heard.iter().find(|(.., body)| body["type"] == "watch.tried").unwrap();
    assert_eq!((id, &body["data"]["question"]), (&trial.delivery, &Value::from(COMPLAINTS)));
    let listed = api.watches().await.unwrap();
    assert_eq!((listed[0].sent_at, listed[0].next_at), (None, begun.next_at), "{listed:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_period_of_the_question_moves_with_the_data() {
    let receiver = Receiver::start().await;
    let (desk, services, api) = desk(receiver.settings()).await;
    let rule = Rule::Changes { by: 0.0, unit: Unit::Amount };
    let moving = watched(&api, "How many complaints were there this month?", &rule, "webhook").await;
    let fixed = watched(&api, COMPLAINTS, &rule, "webhook").await;
    assert_eq!((moving.period.as_str(), moving.moves, moving.figure.as_str()), ("this month", true, "14"));
    assert_eq!((fixed.moves, fixed.figure.as_str()), (false, "14"));
    add_complaints(&services, 1..4, "2026-02-03").await;
    desk.advance(10);
    work(&services).await;
    let listed = api.watches().await.unwrap();
    let figure = |id: &str| listed.iter().find(|item| item.id == id).unwrap().figure.clone();
    assert_eq!((figure(&moving.id), figure(&fixed.id)), ("3".into(), "14".into()));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_watch_of_this_machine_ends_with_the_first_account() {
    let receiver = Receiver::start().await;
    let (desk, services) = Desk::start(None, receiver.settings(), NOW).await;
    let local = Api { services: services.clone(), caller: Caller::local(Role::Admin), channel: "api" };
    let rule = Rule::Changes { by: 0.0, unit: Unit::Amount };
    let begun = watched(&local, COMPLAINTS, &rule, "Sales").await;
    add_complaints(&services, 1..2, "2026-01-20").await;
    desk.advance(10);
    work(&services).await;
    assert_eq!(receiver.at("/slack/hidden-token").len(), 1);
    // Paused, it is not looked at; resumed, it is.
    local.pause_watch(&begun.id).await.unwrap();
    add_complaints(&services, 2..3, "2026-01-20").await;
    desk.advance(10);
    work(&services).await;
    assert_eq!(receiver.at("/slack/hidden-token").len(), 1);
    local.resume_watch(&begun.id).await.unwrap();
    work(&services).await;
    assert_eq!(receiver.at("/slack/hidden-token").len(), 2);
    let ada = account(&services, "ada", Role::Admin, DataAccess::All).await;
    add_complaints(&services, 3..4, "2026-01-20").await;
    desk.advance(10);
    work(&services).await;
    assert_eq!(receiver.at("/slack/hidden-token").len(), 2);
    assert!(accounts::any(&services.db).await.unwrap());
    let ada = used_by(&services, &ada).await;
    assert_eq!(ada.watches().await.unwrap()[0].state, WatchState::OwnerGone);
    assert!(ada.resume_watch(&begun.id).await.is_err());
    ada.delete_watch(&begun.id).await.unwrap();
    assert!(ada.watches().await.unwrap().is_empty());
}

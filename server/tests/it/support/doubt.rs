//! What a caller does not mean is not recorded: a danger by its mechanism, a wish that is denied or only asked about, a
//! question after thanks; and whoever is not understood is asked once, then called back.

use serde_json::{Value, json};

use super::calls::{Talk, app};
use super::trust::tasks;
use crate::app::TestApp;

async fn of_call(app: &TestApp, id: &str) -> Vec<Value> {
    tasks(app).await.into_iter().filter(|task| task["sessionId"] == id).collect()
}

/// Hands off, others away, 112; then the place, then the name, in one urgent task; and "can I move it" has an answer.
#[tokio::test]
async fn a_danger_outside_is_told_with_its_place_and_the_caller() {
    let app = app(&[]).await;
    for (language, messages, says) in [
        (
            "en",
            [
                "a cable of yours is hanging over the playground and children are near",
                "can I move it with a stick?",
                "yes, we are all standing well away from it, safe",
                "behind the school by the bus stop",
                "Ruth Adams",
            ],
            [
                ["Call 112", "Keep others away"],
                ["Nobody touches it", "safe place"],
                ["Where is this", "colleague"],
                ["passed that on", "who am I"],
                ["passed that on", "anything else"],
            ],
        ),
        (
            "lt",
            [
                "jūsų kabelis kabo virš žaidimų aikštelės, šalia vaikai",
                "ar galiu jį patraukti lazda?",
                "taip, visi atsitraukėme, esame saugūs",
                "už mokyklos prie stotelės",
                "Rūta Adomaitė",
            ],
            [
                ["skambinkite 112", "Neprileiskite ir kitų"],
                ["Niekas neliečia", "saugioje vietoje"],
                ["Kur tai vyksta", "kolega"],
                ["perdaviau kolegai", "vardu"],
                ["perdaviau kolegai", "padėti"],
            ],
        ),
    ] {
        let mut talk = Talk::begin(&app, "+37060012345", language).await;
        for (message, says) in messages.iter().zip(says) {
            let reply = talk.say(message).await;
            assert!(says.iter().all(|part| reply.contains(part)), "{message}: {reply}");
            assert!(talk.tools().await.is_empty(), "nothing else until it is safe: {message}");
        }
        let mine = of_call(&app, &talk.id).await;
        let [task] = mine.as_slice() else { panic!("one task: {mine:?}") };
        let reason = task["reason"].as_str().unwrap();
        assert_eq!((&task["queue"], &task["priority"]), (&json!("urgent"), &json!("critical")));
        assert!(
            [messages[0], messages[3], messages[4], "+37060012345"].iter().all(|part| reason.contains(part)),
            "{reason}"
        );
    }
}

/// A shock is an emergency even to somebody who stands, and a child at a socket before anything happens.
#[tokio::test]
async fn whoever_is_hurt_or_small_is_sent_to_112_at_once() {
    let app = app(&[]).await;
    for (language, message) in [
        ("en", "I touched the box and got a shock, now I feel dizzy"),
        ("en", "my son put a fork into the socket"),
        ("lt", "paliečiau dėžutę, nupurtė ir svaigsta galva"),
        ("lt", "vaikas įkišo pirštą į rozetę"),
    ] {
        let mut talk = Talk::begin(&app, "+37060012345", language).await;
        let reply = talk.say(message).await;
        let now = ["Call 112 right now", "Tuoj pat skambink 112", "Skambink 112 dabar pat"];
        assert!(now.iter().any(|part| reply.contains(part)), "{message}: {reply}");
    }
}

/// Denied, quoted, hypothetical, called off: none of it ends a contract.
#[tokio::test]
async fn a_contract_ends_only_after_a_confirmation() {
    let app = app(&[]).await;
    for (language, message, recorded) in [
        ("en", "I gave no notice to you", None),
        ("en", "call that visit off please", Some("Calls off a visit")),
        ("en", "I am only asking what it would cost to leave the contract", Some("has NOT asked to end it")),
        ("lt", "aš sutarties nenutraukiau", None),
        ("lt", "atšaukit meistro vizitą", Some("Calls off a visit")),
        ("lt", "tik klausiu, kiek kainuotų nutraukti sutartį", Some("has NOT asked to end it")),
    ] {
        let mut talk = Talk::begin(&app, "+37060012345", language).await;
        talk.say(message).await;
        let mine = of_call(&app, &talk.id).await;
        assert!(!mine.iter().any(|t| t["reason"].as_str().unwrap().starts_with("Wants to end")), "{message}: {mine:?}");
        let as_it_is = mine.iter().any(|t| recorded.is_some_and(|part| t["reason"].as_str().unwrap().contains(part)));
        assert_eq!(
            (mine.len(), as_it_is),
            (usize::from(recorded.is_some()), recorded.is_some()),
            "{message}: {mine:?}"
        );
    }
    let mut talk = Talk::begin(&app, "+37060012345", "en").await;
    assert!(talk.say("I want to cancel my contract").await.contains("do you want to end your contract"));
    assert!(of_call(&app, &talk.id).await.is_empty(), "nothing before it is confirmed");
    assert!(talk.say("no, I don't").await.contains("your contract stays"), "{}", talk.last);
    assert!(of_call(&app, &talk.id).await.is_empty());
    let mut talk = Talk::begin(&app, "+37060012345", "en").await;
    talk.say("I want to cancel my contract").await;
    talk.say("yes").await;
    let mine = of_call(&app, &talk.id).await;
    assert!(mine[0]["reason"].as_str().unwrap().contains("I want to cancel my contract"), "{mine:?}");
}

#[tokio::test]
async fn no_call_ends_on_a_question() {
    let app = app(&[]).await;
    for (language, wish, message) in [
        ("en", "let me talk to a person", "thanks, and who will that be?"),
        ("en", "let me talk to a person", "fine, but will they know about it"),
        ("lt", "noriu kalbėti su žmogumi", "ačiū, o kas skambins?"),
        ("lt", "noriu kalbėti su žmogumi", "gerai, o ar jis žinos"),
    ] {
        let mut talk = Talk::begin(&app, "+37060012345", language).await;
        let first = talk.say(wish).await;
        assert!(first.contains("within 4 hours") || first.contains("per 4 valandas"), "told when: {first}");
        talk.say(message).await;
        assert_eq!(talk.last["ended"], false, "{message}: {}", talk.last);
    }
}

#[tokio::test]
async fn who_speaks_and_in_which_languages_is_told() {
    let app = app(&[]).await;
    let mut talk = Talk::begin(&app, "+37060012345", "en").await;
    assert!(talk.say("are you a robot?").await.contains("automated assistant"), "{}", talk.last);
    let mut talk = Talk::begin(&app, "+37060012345", "lt").await;
    assert!(talk.say("ar tu robotas?").await.contains("automatinis asistentas"), "{}", talk.last);
    let mut talk = Talk::begin(&app, "+37060012345", "lt").await;
    let reply = talk.say("Здравствуйте, у меня не работает интернет").await;
    assert!(reply.contains("only speak Lithuanian and English") && reply.contains("kalbu tik lietuviškai"), "{reply}");
    assert!(talk.say("Помогите, пожалуйста, интернет не работает").await.contains("kolega"), "{}", talk.last);
    let mine = of_call(&app, &talk.id).await;
    assert!(
        mine[0]["reason"].as_str().unwrap().contains("у меня не работает интернет"),
        "with what was said: {mine:?}"
    );
}

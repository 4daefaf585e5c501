//! What stays in effect until the end of a call: a danger until the caller is safe, that the account is somebody
//! else's, the created ticket, every wish; and nothing is said twice in a row.

use demo::town;
use serde_json::{Value, json};

use super::calls::{Talk, app, app_on_postgres};
use super::trust::tasks;
use crate::app::TestApp;

#[tokio::test]
async fn a_danger_is_answered_by_its_kind_until_the_caller_is_safe() {
    let app = app(&[]).await;
    let mut talk = Talk::begin(&app, "+37060012345", "lt").await;
    talk.say("neveikia internetas").await;
    assert!(talk.say("vyras mane muša").await.contains("Svarbiausia"), "{}", talk.last);
    let mut before = talk.last["reply"].clone();
    for message in ["atsiųskit policiją, matot gi mano adresą", "tai siunčiat ar ne?", "viso", "ačiū"] {
        let reply = talk.say(message).await;
        assert!(reply.contains("112") && reply.contains("Ar esate saugioje vietoje?"), "{message}: {reply}");
        assert!(!reply.contains("nejunk"), "nobody asks for the equipment now: {reply}");
        assert_ne!(talk.last["reply"], before, "{message}");
        assert_eq!(talk.last["ended"], false);
        before = talk.last["reply"].clone();
    }
    let over = talk.say("taip, jau esu saugi pas kaimynę").await;
    assert!(over.contains("Gerai, kad esate saugioje vietoje") && !over.contains("rangos"), "{over}");
    assert!(talk.say("ar jau galiu grįžti namo").await.starts_with("Ne, "), "{}", talk.last);
    let mine = tasks(&app).await;
    assert!(mine[0]["reason"].as_str().unwrap().contains("may give the caller away"), "{mine:?}");

    let mut talk = Talk::begin(&app, "+37060012345", "en").await;
    talk.say("I got an electric shock from the router").await;
    for message in ["yes but my chest feels strange", "shall I go to hospital or wait for your colleague"] {
        let reply = talk.say(message).await;
        assert!(reply.contains("112") && reply.contains("Are you in a safe place"), "{message}: {reply}");
    }
    talk.say("yes, I am outside").await;
    assert!(talk.say("my heart is racing again").await.contains("112"), "{}", talk.last);
}

/// Somebody who said that the account is somebody else's is not its owner two messages later.
#[tokio::test]
async fn who_calls_for_the_owner_is_not_verified() {
    let app = app(&[]).await;
    for first in
        ["aš elektrikas, savininkas prašė sužinoti apie gedimą", "skambinu už kaimynę, jai neveikia internetas"]
    {
        let mut talk = Talk::begin(&app, town::UNKNOWN_PHONES[0], "lt").await;
        for said in [
            first,
            "Vilniaus g. 15",
            "CUST001, jonas.jonaitis@pastas.example",
            "kliento numeris CUST001, paštas jonas.jonaitis@pastas.example",
        ] {
            talk.say(said).await;
            assert_eq!((talk.state("customer_id"), talk.state("verified")), (&Value::Null, &json!(false)), "{said}");
        }
        assert_eq!(talk.state("not_owner"), &json!(true));
        let all = tasks(&app).await;
        let reason = all.iter().find(|t| t["sessionId"] == talk.id.as_str()).unwrap()["reason"].as_str().unwrap();
        assert!(reason.contains("Not from the account's own number"), "{reason}");
    }
    // Another number alone is none of that.
    let mut talk = Talk::begin(&app, town::UNKNOWN_PHONES[0], "lt").await;
    talk.say("neveikia internetas, skambinu iš darbo telefono").await;
    talk.say("Vilniaus g. 15").await;
    talk.say("CUST001, jonas.jonaitis@pastas.example").await;
    assert_eq!(talk.state("verified"), &json!(true), "{}", talk.last);
}

#[tokio::test]
async fn the_ticket_of_the_call_is_known_in_it() {
    let app = app(&[("PLUMBLINE_SUPPORT_TICKETS_AT_ONCE", "true")]).await;
    let mut talk = Talk::of(&app, 27).await;
    talk.say("neveikia internetas").await;
    talk.say("taip").await;
    let id = talk.state("ticket_id").as_str().unwrap().to_owned();
    for asked in ["koks mano gedimo numeris?", "ar tikrai užregistravot gedimą?"] {
        assert!(talk.say(asked).await.contains(&id), "{asked}: {}", talk.last);
    }
    talk.say("tai registruokit gedimą, neveikia internetas").await;
    assert_eq!(talk.state("made").as_array().unwrap().len(), 1, "no second one for the same line: {}", talk.last);
    let own = talk.say("koks dabar mano planas").await;
    assert!(own.contains("Jūsų paskyroje matau") && own.contains("euro per mėnesį"), "{own}");
    let before = talk.last.clone();
    talk.say("ne, ačiū").await;
    assert_eq!(talk.last["outcome"], "ticket", "{before} {}", talk.last);
}

#[tokio::test]
async fn each_wish_is_a_line_of_the_task() {
    wishes(&app(&[]).await).await;
}

#[tokio::test]
async fn each_wish_is_a_line_of_the_task_on_postgres() {
    let (app, _server) = app_on_postgres("wishes").await;
    wishes(&app).await;
    app.services.db.close().await;
}

async fn wishes(app: &TestApp) {
    let mut talk = Talk::begin(app, "+37060012345", "en").await;
    talk.say("I want to cancel my contract").await;
    talk.say("yes").await;
    let moving = talk.say("and I am moving house in March, can you transfer the connection").await;
    assert!(moving.contains("Moving the connection"), "a wish of its own: {moving}");
    let added = talk.say("is there a fee for cancelling the contract").await;
    assert!(added.contains("added that"), "{added}");
    let all = tasks(app).await;
    let [task] = all.as_slice() else { panic!("one task a queue: {all:?}") };
    let reason = task["reason"].as_str().unwrap();
    assert_eq!(reason.lines().count(), 3, "{reason}");
    assert!(
        reason.contains("cancel my contract") && reason.contains("moving house") && reason.contains("a fee"),
        "{reason}"
    );
    talk.say("let me speak to a person").await;
    assert_eq!(tasks(app).await.len(), 2, "another queue is another task");
}

#[tokio::test]
async fn nothing_is_said_twice_in_a_row() {
    let app = app(&[]).await;
    for (customer, messages) in [
        (2, ["neveikia internetas", "taip", "aš jau sumokėjau", "sumokėjau, sakau", "jau sumokėjau gi", "sumokėta"]),
        (
            14,
            ["neveikia internetas", "taip", "neveikia internetas", "neveikia internetas", "vis dar neveikia", "nu ir?"],
        ),
        (1, ["neveikia internetas", "taip", "žalia spalva graži", "balta siena", "pilkas stalas", "tai ką"]),
    ] {
        let mut talk = Talk::of(&app, customer).await;
        let mut before = String::new();
        for message in messages {
            let reply = talk.say(message).await;
            assert_ne!(reply, before, "{customer}: {message}");
            before = reply;
        }
    }
}

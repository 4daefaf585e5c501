//! Questions about the mobile app.

use app::model::record::Kind;

use super::routine::{ACTIONS, OUTCOMES, WANTS};
use super::{Area, Reason, SIT, Sit, When};

pub const APP_QUESTIONS: Area = Area {
    category: "Mobile app",
    kind: Kind::Enquiry,
    weight: 14,
    impacts: &[],
    wants: WANTS,
    actions: ACTIONS,
    outcomes: OUTCOMES,
    reasons: &[
        Reason {
            name: "How something works",
            weight: 10,
            product: "mobile-banking",
            subjects: &["Where do I find ...?", "Question about the app", "New phone next week"],
            replies: &[
                "It is under More, Cards, then the three dots.",
                "Register the new phone while the old one still works, then it is one tap.",
            ],
            sits: &[
                Sit {
                    told: "Where in the app do {i} find the confirmation of a transfer? {payee} would like one.",
                    more: "It was {amount} on {date}.",
                    note: "where is transfer confirmation in app",
                    reply: "Open the payment, then the three dots, then Confirmation.",
                    chat: "where is the transfer confirmation in the app",
                    ..SIT
                },
                Sit {
                    told: "{I} get a new phone on {soon}. What should {i} do beforehand so that the app works on it?",
                    more: "The old one is a {device}, it will be sold.",
                    note: "new phone on {soon}, what to prepare",
                    reply: "Register the new one while the old one still works, then it is one tap.",
                    chat: "getting a new phone, what do i have to do for the app",
                    ..SIT
                },
                Sit {
                    told: "Can {i} use the app on two phones at once, the private one and the one from work?",
                    more: "{I} {am} only looking at balances on the second.",
                    note: "app on two phones?",
                    reply: "Yes, up to three devices[, each is registered once|].",
                    chat: "can i have the app on 2 phones",
                    ..SIT
                },
                Sit {
                    told: "How do {i} pay with the watch? {My} {kin} does it at {shop} and looks very clever.",
                    more: "The phone is a {device}.",
                    note: "asks about paying with watch",
                    reply: "Add the card ending {card} in the watch's own wallet[, it takes a minute|].",
                    chat: "how do i pay with my watch",
                    ..SIT
                },
                Sit {
                    when: When::Announced,
                    told: "{I} read about version 6.2. When does it come, and will {i} have to register again?",
                    more: "A date would help, {i} {am} travelling around {soon}.",
                    note: "asks when 6.2 comes",
                    reply: "In mid January, for everybody at once. You will be asked for one code.",
                    chat: "when does 6.2 come out",
                    ..SIT
                },
                Sit {
                    when: When::Update,
                    told: "What does the new device check look at on {my} phone, exactly?",
                    more: "{I} {am} not against it, only curious. // {My} {kin} says that it reads the contacts, {i} doubt it.",
                    note: "asks what device check reads, curious",
                    reply: "Model, system version and whether there is a screen lock. Not the contacts.",
                    chat: "what data does the device check use?",
                    ..SIT
                },
                Sit {
                    when: When::Update,
                    told: "In the new statement view {i} cannot find the running balance. Is there a switch for it?",
                    more: "The rest looks fine to {me}.",
                    note: "running balance in new statement view?",
                    reply: "It comes back with 6.2.1[, in about two weeks|].",
                    chat: "where did the running balance go in the statements",
                    ..SIT
                },
            ],
        },
        Reason {
            name: "Devices and security",
            weight: 5,
            product: "mobile-banking",
            subjects: &["Is this message from you?", "Security question", "Text message about my device"],
            replies: &[
                "That was not from us. Please do not open the link, and delete it.",
                "We never ask for the code on the phone.",
            ],
            sits: &[
                Sit {
                    told: "{I} got a text message that {my} device \"will be removed today\", with a link. Is that from you?",
                    more: "{I} have not opened it. // The sender shows your name.",
                    note: "suspected phishing text, not opened",
                    reply: "That was not from us. Please do not open it, and delete it.",
                    chat: "got a text with a link about my device, is that you?",
                    ..SIT
                },
                Sit {
                    told: "Somebody rang and said that he was from the bank and needed the code from the app. {I} hung up, was that right?",
                    more: "He knew {my} name and the branch. // Number withheld, {time}.",
                    note: "caller asked for code, customer hung up",
                    reply: "Quite right. We never ask for a code[ on the phone|].",
                    chat: "someone called and wanted my code, i hung up, correct?",
                    ..SIT
                },
            ],
        },
    ],
};

//! Complaints about payments that were refused, held, misdirected, or ordered ahead.

use crate::import::demo::phrases::{Reason, SIT, Sit, When, Who};

pub const REJECTED: Reason = Reason {
    name: "Payment rejected",
    weight: 12,
    product: "payments",
    subjects: &[
        "Payment [rejected|refused|returned]",
        "Why was {amount} [refused|sent back]?",
        "Refused [again|without a reason]",
    ],
    replies: &[
        "2025-10-09> The name did not match the account, so the check of the payee refused it.",
        "Your daily limit was reached with this payment. I can raise it for today.",
        "The refusal came from the receiving bank with code AC04, account closed.",
    ],
    sits: &[
        Sit {
            told: "{My} payment of {amount} to {payee} was refused with the words \"{error}\". There was more than enough on the account.",
            more: "Balance that morning: {bigsum}. // {I} tried on {weekday} and again today.",
            note: "payment to {payee} refused with funds available, \"{error}\"",
            chat: "payment refused, {error} // there is plenty of money on the account",
            ..SIT
        },
        Sit {
            told: "The direct debit of {payee} was sent back on {date} \"for lack of funds\", while {amount2} was lying there.",
            more: "Now {payee} charges {me} {small} for it. // {I} can show you the statement of that day.",
            want: "Please write to {payee} that it was your mistake.",
            note: "direct debit {payee} returned although covered, wants letter to payee",
            chat: "direct debit {payee} bounced although there was money // now they charge me {small}",
            ..SIT
        },
        Sit {
            when: When::NameCheck,
            told: "Your new name check says that {payee} is not {payee}.",
            more: "It has been the same account since {since}. // An \"&\" instead of an \"and\", it turned out. // {I} pressed \"send anyway\" and it was refused anyway.",
            note: "payee name check fails for {payee}, long-standing payee",
            chat: "name check says {payee} isnt {payee} // same account for years",
            ..SIT
        },
        Sit {
            who: Who::Private,
            told: "My card was refused {scene}. {price}, for {shop}. I had [checked|looked at] the balance before.",
            more: "No reason on the phone, no reason in the app. // A minute later it worked for {small}.",
            note: "card {card} refused at {shop} for {price}, balance fine",
            chat: "card refused {scene} // balance is fine // why",
            ..SIT
        },
    ],
};

pub const WRONG_PAYEE: Reason = Reason {
    name: "Sent to the wrong account",
    weight: 6,
    product: "payments",
    subjects: &["Wrong account, please [stop|recall]", "Recall of {amount}", "Sent to the wrong [person|account]"],
    replies: &[
        "I have sent the recall, the other bank has ten working days to answer.",
        "As the IBAN was valid we may only ask for the money back, not take it.",
    ],
    sits: &[
        Sit {
            told: "Your clerk at {branch} typed the number from {my} form wrongly, and {amount} went to a stranger.",
            more: "{I} have the carbon copy of the form with the right number. // It happened on {date}. // {I} {was} told that {i} should contact the stranger.",
            want: "You made the mistake, you bring it back.",
            note: "branch {branch} keyed wrong IBAN from paper form, {amount} gone to third party",
            chat: "branch typed the wrong iban // {amount} gone to someone else // your error",
            ..SIT
        },
        Sit {
            told: "{I} asked for a recall on {date}, within the hour, and have heard nothing since.",
            more: "It was {amount}, meant for {payee}. // One digit. // The charge for the recall, {fee}, was taken at once.",
            note: "recall requested {date} for misdirected {amount}, no answer, fee taken",
            chat: "recall since {date} no news // but the {fee} fee you took right away",
            ..SIT
        },
        Sit {
            who: Who::Company,
            told: "We received {amount} that is not ours, from one of your other customers, and nobody takes it back.",
            more: "We reported it on {date}. // Since then our reconciliation does not close.",
            want: "Please book it back.",
            note: "received {amount} in error, reported {date}, wants it reversed",
            chat: "we got {amount} thats not ours // reported on {date} // nobody cares",
            ..SIT
        },
    ],
};

pub const STANDING: Reason = Reason {
    name: "Standing orders and direct debits",
    weight: 9,
    product: "current-account",
    subjects: &[
        "Standing order [not executed|ignored]",
        "Direct debit [not mine|after cancelling]",
        "Standing order {payee}",
    ],
    replies: &[
        "The standing order ended on {date2} because it had an end date.",
        "I have returned the debit, the {amount} is back on your account tomorrow.",
    ],
    sits: &[
        Sit {
            told: "The standing order for {payee} was not executed this month. {amount}, the first of the month, since {since}.",
            more: "{I} changed nothing. // {payee} has sent a reminder.",
            note: "standing order {payee} not executed this month",
            chat: "standing order to {payee} didnt run this month",
            ..SIT
        },
        Sit {
            told: "{I} cancelled the direct debit for {payee} [in {month}|on {earlier}], in writing, and you still let them collect.",
            more: "{amount} again on {date}. // {I} have your confirmation in front of {me}.",
            want: "Please return it and block them.",
            note: "debit by {payee} still collected after cancellation",
            chat: "cancelled {payee} debit, they still collect, {amount} on {date}",
            ..SIT
        },
        Sit {
            who: Who::Private,
            told: "Somebody I have never heard of took {amount} by direct debit from my account ending {tail}.",
            more: "No mandate, no contract, nothing. // I was told to fill in a form of four pages.",
            note: "unknown debit {amount} on account {tail}, no mandate",
            chat: "someone took {amount} by direct debit, never heard of them",
            ..SIT
        },
    ],
};

pub const STOPPED: Reason = Reason {
    name: "Held for checks",
    weight: 11,
    product: "payments",
    subjects: &[
        "Payment held",
        "[Why is|Still] {payee} [on hold|held]?",
        "Your checks",
        "Held [since {date}|for days]",
    ],
    replies: &[
        "The system stopped it because of the country. I need the invoice and one sentence on the purpose.",
        "The check is finished, it goes out with the next run at {time}.",
    ],
    sits: &[
        Sit {
            told: "You hold back {amount} to {payee} \"for a routine check\" since {date}.",
            more: "{I} have sent the invoice and the contract, twice. // Nobody answers at the address that the letter gives.",
            note: "{amount} to {payee} held for check since {date}, papers sent twice",
            chat: "payment held for routine check since {date} // sent you everything twice",
            ..SIT
        },
        Sit {
            who: Who::Company,
            told: "Every payment for {goods} from {country} is stopped, every month, with the same questions, and every month {i} send the same answers.",
            more: "This month's is {amount}, invoice {invoice}. // {manager} had promised a lasting exception.",
            note: "recurring screening stop on payments to {country}, wants lasting release",
            chat: "every month the same check for the same supplier in {country}",
            ..SIT
        },
        Sit {
            who: Who::Private,
            told: "I am buying a flat, and you stopped the deposit of {bigsum}.",
            more: "The seller's deadline is {soon}. // On the phone I was asked whether somebody was forcing me.",
            want: "Release it, I am of sound mind.",
            note: "house deposit {bigsum} held, completion {soon}",
            chat: "you blocked my flat deposit // deadline is {soon}",
            ..SIT
        },
        Sit {
            told: "An incoming payment of {amount} from {country} is being kept back, and {i} only know because the sender told {me}.",
            more: "No letter, no message. // He has the proof of delivery to your bank dated {date}.",
            note: "incoming {amount} from {country} held, customer not informed",
            chat: "sender says you have {amount} for me since {date} // where is it",
            ..SIT
        },
    ],
};

pub const BATCH: Reason = Reason {
    name: "Payment files and payroll",
    weight: 8,
    product: "online-banking",
    subjects: &["Payment file [refused|rejected]", "Payroll [file|not executed]", "File of {date}"],
    replies: &[
        "The file was refused at line {minutes} because of a character in the address.",
        "I have released the file by hand, it goes out with the run at {time}.",
    ],
    sits: &[
        Sit {
            who: Who::Company,
            told: "The payroll file was refused three times with \"{error}\", without a line number.",
            more: "Nothing has changed in our software. // {minutes} people wait for their wages.",
            note: "payroll file refused x3, no line no., {minutes} employees affected",
            chat: "payroll file refused 3 times // {error} // no line number",
            ..SIT
        },
        Sit {
            who: Who::Company,
            told: "Of the file of {date} all payments were executed except {count}, and no report says which.",
            more: "{My} {kin} found them by comparing lists by hand. // One of them is {payee}, {amount}.",
            note: "file of {date} partly executed, no exception report",
            chat: "{count} payments missing from file of {date} // no report",
            ..SIT
        },
        Sit {
            who: Who::Company,
            told: "Wages went out a day late, on the {soon}, although the file was with you at {time} the day before.",
            more: "We had {minutes} people asking at the office door. // The works council has written to us.",
            note: "wages executed a day late despite timely file",
            chat: "wages went out a day late // file was in time",
            ..SIT
        },
        Sit {
            who: Who::Private,
            told: "The three transfers that I had saved for the first of the month were all executed at once, on {date}.",
            more: "Now the account is {fee} overdrawn. // The date was right on the confirmation.",
            note: "scheduled transfers executed early, account overdrawn",
            chat: "scheduled transfers ran early // now im overdrawn",
            ..SIT
        },
    ],
};

//! Questions: nobody is cross here, people want to know something.

use app::model::record::Kind;

use super::Who::{Company, Private};
use super::{Area, Reason, SIT, Sit, When};

pub const ACTIONS: &[&str] = &[
    "Answered, nothing open.",
    "Explained and sent the [page|leaflet] by mail.",
    "Looked it up with {him}, [all clear|clear now].",
    "Call back [with the figure|] by {due}.",
    "{He} wrote it down, was pleasant.",
    "Forwarded to {manager}.",
    "Question was quick, [two|three] minutes.",
    "Noted in the file, no follow-up needed.",
];

pub const OUTCOMES: &[&str] = &[
    "Answered by e-mail on {done}, customer confirmed.",
    "Information sent; no further question.",
    "Answered on the phone with the figures asked for.",
];

pub const WANTS: &[&str] = &[
    "[Could|Can] you [tell {me}|let {me} know]?",
    "A short answer [by mail|here] is enough.",
    "Who could {i} speak to about it?",
    "Is there a page where {i} can read that up?",
    "No hurry[, this week is fine|].",
    "Please let {me} know by {soon}[, if you can|].",
    "",
];

pub const ENQUIRIES: Area = Area {
    category: "Account services",
    kind: Kind::Enquiry,
    weight: 36,
    impacts: &[],
    wants: WANTS,
    actions: ACTIONS,
    outcomes: OUTCOMES,
    reasons: &[
        Reason {
            name: "Statements and confirmations",
            weight: 10,
            product: "current-account",
            subjects: &["Question about statements", "Balance confirmation", "Statement {month}"],
            replies: &[
                "You find it under Documents, Year, then [the month|choose the month].",
                "A stamped confirmation takes two working days[, I can order it|].",
            ],
            sits: &[
                Sit {
                    told: "How far back can {i} see statements online? {I} need [{month}|the spring] of [2019|2018|2020].",
                    more: "It is for the {kin}. // Paper would do as well.",
                    note: "asks how far back statements go online",
                    chat: "how far back do statements go online? need 2019",
                    ..SIT
                },
                Sit {
                    who: Company,
                    told: "{My} auditors need a balance confirmation as of the end of {month} for all {count} accounts.",
                    more: "They would like to get it from you directly. // Reference {invoice}.",
                    note: "auditor balance confirmation for {count} accounts, how to order",
                    reply: "[It is form B-3|There is a form, B-3], the auditors can [send it to us directly|order it themselves]. Five working days.",
                    chat: "how do we order a balance confirmation for the auditors",
                    ..SIT
                },
                Sit {
                    told: "On {date} a booking of {amount} appears with two dates. Which of them counts?",
                    more: "It is for {my} own books, nothing is wrong.",
                    note: "asks booking date vs value date",
                    reply: "The value date is the one that counts[ for interest|], the other is [only when it was booked|the day of booking].",
                    chat: "two dates on one booking, which one counts?",
                    ..SIT
                },
            ],
        },
        Reason {
            name: "Opening hours and appointments",
            weight: 8,
            product: "current-account",
            subjects: &["Appointment", "Opening hours {branch}", "Advisory meeting"],
            replies: &[
                "{branch} is open from nine until five, at noon too.",
                "2025-06-02> {branch} is open until one on Tuesdays, Thursdays and Fridays, until five otherwise.",
                "There is a free hour on {due} at {time}.",
            ],
            sits: &[
                Sit {
                    told: "When is {branch} open in the week of {soon}? {I} would like to bring [some papers|the {paper}].",
                    more: "Afternoons would suit {me} best.",
                    note: "asks hours of {branch} week of {soon}",
                    chat: "opening hours {branch} next week?",
                    ..SIT
                },
                Sit {
                    told: "{I} would like to meet {manager} about [savings|the next year|a few changes], on {soon} if possible.",
                    more: "Half an hour is enough. // {My} {kin} would come along.",
                    note: "wants meeting with {manager} on {soon}",
                    reply: "{manager} has time on {due} at {time}. [Shall I book it|Does that suit you]?",
                    chat: "can i get an appointment with {manager} on {soon}",
                    ..SIT
                },
                Sit {
                    who: Private,
                    told: "Is the cash machine in {branch} reachable with a wheelchair?",
                    more: "I am coming with my {kin}.",
                    note: "asks whether {branch} is step-free",
                    reply: "Yes, there is a ramp at the side door[, ring the bell if it is closed|].",
                    chat: "is {branch} wheelchair accessible",
                    ..SIT
                },
            ],
        },
        Reason {
            name: "Limits and access",
            weight: 9,
            product: "online-banking",
            subjects: &["Daily limit", "User rights", "Access for my {kin}"],
            replies: &[
                "Your daily limit is {amount2}, you can change it yourself up to {bigsum}.",
                "A second user needs form U-4, signed by both directors.",
            ],
            sits: &[
                Sit {
                    told: "What is {my} daily limit for transfers, and how would {i} raise it for one day?",
                    more: "On {soon} {i} pay {amount} to {payee}.",
                    note: "asks daily limit, one-off raise for {amount}",
                    chat: "whats my daily limit // need to send {amount} on {soon}",
                    ..SIT
                },
                Sit {
                    who: Company,
                    told: "We have a new colleague in the accounts department. How do we give read-only rights?",
                    more: "The old colleague leaves on {soon}, those rights should end.",
                    note: "how to add read-only user, remove leaver",
                    reply: "Under Administration, Users, New[, then tick reading only|]. Set an end date for the colleague who leaves.",
                    chat: "how do we add a user with read only rights",
                    ..SIT
                },
                Sit {
                    told: "Which file formats does online banking export? {My} bookkeeping wants camt or MT940.",
                    more: "Ideally every night, without anyone pressing a button.",
                    note: "asks about camt/MT940 export",
                    reply: "Both. Administration, Exports, [every night|nightly], and choose the folder.",
                    chat: "can i export camt.053 automatically",
                    ..SIT
                },
                Sit {
                    who: Private,
                    told: "Can my {kin} look at my account without being able to send anything?",
                    more: "I would feel safer. // We have the same name, if that matters.",
                    note: "read-only access for {kin}",
                    reply: "Yes, form P-2, reading only. [You can withdraw it at any time|It ends when you say so].",
                    chat: "can my {kin} get view only access",
                    ..SIT
                },
            ],
        },
        Reason {
            name: "Savings and investment questions",
            weight: 11,
            product: "savings-account",
            subjects: &["Rate for {amount}", "Fixed deposit", "Question about [funds|my portfolio|custody]"],
            replies: &[
                "For twelve months it is {percent} percent at the moment, from {amount2}.",
                "The transfer of a custody account takes about two weeks.",
            ],
            sits: &[
                Sit {
                    told: "What do you pay at present on {bigsum} for [six|twelve|eighteen] months?",
                    more: "{I} {am} comparing three offers. // It matures at another bank on {soon}.",
                    note: "asks fixed deposit rate on {bigsum}",
                    chat: "rate on {bigsum} for 12 months?",
                    ..SIT
                },
                Sit {
                    told: "{My} fixed deposit ends on {soon}. What happens if {i} do nothing?",
                    more: "{I} would rather not have it prolonged for a year by accident.",
                    note: "fixed deposit matures {soon}, asks what happens",
                    reply: "Then it is paid to your current account on that day. Nothing is prolonged unless you ask.",
                    chat: "fixed deposit ends {soon}, what happens then",
                    ..SIT
                },
                Sit {
                    who: Private,
                    told: "I would like to put {amount} a month aside for my grandchildren. What do people do?",
                    more: "They are [two and five|seven and nine]. // Not too adventurous, please.",
                    note: "savings plan for grandchildren, {amount} monthly",
                    reply: "Many take the children's account with a monthly order; a cautious fund is the other way. [An adviser|{manager}] can show both.",
                    chat: "savings plan for grandkids, ideas?",
                    ..SIT
                },
                Sit {
                    told: "Can {i} move {my} portfolio from another bank to you, and what does it cost?",
                    more: "About {count} positions, one of them in {country}.",
                    note: "custody transfer in, asks cost",
                    reply: "The transfer is free, it takes about two weeks[, foreign positions longer|].",
                    chat: "move my depot to you, what does it cost",
                    ..SIT
                },
            ],
        },
    ],
};

pub const PAYMENT_QUESTIONS: Area = Area {
    category: "Payment processing",
    kind: Kind::Enquiry,
    weight: 32,
    impacts: &[],
    wants: WANTS,
    actions: ACTIONS,
    outcomes: OUTCOMES,
    reasons: &[
        Reason {
            name: "Cut-off times",
            weight: 8,
            product: "payments",
            subjects: &["Cut-off for {country}", "Until when today?", "Value date"],
            replies: &[
                "For euro payments it is 16:00, for dollars 14:30, urgent ones until 17:00.",
                "If it is entered by {time} it is there today.",
            ],
            sits: &[
                Sit {
                    told: "Until what time must {i} enter a payment to {country} so that it goes out today?",
                    more: "It is {amount}, in {currency}.",
                    note: "cut-off for {country} today",
                    chat: "cut off today for {country}?",
                    ..SIT
                },
                Sit {
                    who: Company,
                    told: "Which of your cut-off times change on the days before [Easter|Christmas|the holiday]?",
                    more: "We plan the payroll around it.",
                    note: "holiday cut-offs, payroll planning",
                    reply: "One hour earlier on the day before, for all currencies.",
                    chat: "cut offs before the holiday? payroll",
                    ..SIT
                },
                Sit {
                    told: "If {i} send {amount} on a [Friday evening|Saturday], when is it with {payee}?",
                    more: "Both accounts are in the same country.",
                    note: "weekend transfer, when received",
                    reply: "As an instant payment within seconds, otherwise on Monday.",
                    chat: "transfer on saturday arrives when?",
                    ..SIT
                },
            ],
        },
        Reason {
            name: "Charges for payments",
            weight: 7,
            product: "payments",
            subjects: &["Cost of a transfer to {country}", "What does an urgent payment cost?", "OUR, SHA, BEN"],
            replies: &[
                "To {country} it is {fee}, with all charges on your side {small} more.",
                "Instant payments are free of charge.",
            ],
            sits: &[
                Sit {
                    told: "What does a transfer of {amount} to {country} cost with all charges on {my} side?",
                    more: "{payee} insists on the full amount.",
                    note: "cost of OUR transfer to {country}",
                    chat: "cost of {amount} to {country} with OUR?",
                    ..SIT
                },
                Sit {
                    told: "Is an instant payment dearer than an ordinary one, and up to what sum does it work?",
                    more: "{I} would use it for {payee}.",
                    note: "instant payment cost and limit",
                    reply: "It costs nothing extra, up to 100,000.",
                    chat: "is instant payment extra?",
                    ..SIT
                },
            ],
        },
        Reason {
            name: "Finding a payment",
            weight: 10,
            product: "payments",
            subjects: &["Has {amount} arrived?", "Incoming payment from {country}", "Which payment is this?"],
            replies: &[
                "Yes, {amount} came in on {date2}, reference {ref}.",
                "Nothing yet, incoming payments from {country} are booked around {time}.",
            ],
            sits: &[
                Sit {
                    told: "Has a payment of {amount} from {payee} come in? They say they sent it on {date}.",
                    more: "The reference would be {ref}.",
                    note: "asks whether {amount} from {payee} arrived",
                    chat: "did {amount} from {payee} arrive?",
                    ..SIT
                },
                Sit {
                    told: "A credit of {amount} came in on {date}, without a text. Can you see who sent it?",
                    more: "{I} suspect {payee}, but would like to be sure.",
                    note: "who sent {amount} on {date}",
                    reply: "The sender is {payee}, the text was [empty|left out].",
                    chat: "who sent me {amount} on {date}, no reference",
                    ..SIT
                },
                Sit {
                    who: Company,
                    told: "Could you send us the SWIFT copy for {amount} to {country}, sent {date}?",
                    more: "Customs would like to see it. // A PDF is enough.",
                    note: "SWIFT copy for {amount} {date}",
                    reply: "I have put the PDF into your mailbox.",
                    chat: "need the swift copy for {amount} of {date}",
                    ..SIT
                },
                Sit {
                    when: When::Outage,
                    told: "Are payments running again after the outage? {I} do not want to send things twice.",
                    more: "{I} have {count} waiting.",
                    note: "asks whether payments run again",
                    reply: "Yes, since 15:40. Everything that waited [is going|goes] out with today's date, please do not send it twice.",
                    chat: "are payments working again?",
                    ..SIT
                },
            ],
        },
        Reason {
            name: "Paying abroad",
            weight: 6,
            product: "credit-card",
            subjects: &["Trip to {country}", "Card abroad", "Paying in {country}"],
            replies: &[
                "Your card works in {country}, no need to register the trip.",
                "Choose the local currency at the machine, that is cheaper.",
            ],
            sits: &[
                Sit {
                    told: "{I} travel to {country} on {soon}. Does the card ending {card} work there, and what does cash cost?",
                    more: "Two weeks. // Last time another bank blocked {me} for safety.",
                    note: "travel to {country} from {soon}, card use",
                    chat: "going to {country}, does my card work there?",
                    ..SIT
                },
                Sit {
                    told: "At a machine abroad, should {i} choose {my} own currency or theirs?",
                    more: "{My} {kin} and {i} have a bet.",
                    note: "DCC question",
                    reply: "Theirs. Always the local currency.",
                    chat: "own currency or local currency at the atm?",
                    ..SIT
                },
            ],
        },
    ],
};

//! Questions about loans and mortgages.

use app::model::record::Kind;

use super::Who::{Company, Private};
use super::requests::{ACTIONS, OUTCOMES};
use super::{Area, Reason, SIT, Sit};

pub const LENDING: Area = Area {
    category: "Lending and mortgages",
    kind: Kind::Enquiry,
    weight: 30,
    impacts: &[],
    wants: &[
        "What would you need from {me}?",
        "{I} would be glad of a first figure.",
        "Could {manager} ring {me}?",
        "An offer by {soon} would be good.",
        "{I} {am} happy to come to {branch}.",
        "",
    ],
    actions: ACTIONS,
    outcomes: OUTCOMES,
    reasons: &[
        Reason {
            name: "Business loan",
            weight: 10,
            product: "business-loan",
            subjects: &["Financing {goods}", "Credit line", "Loan over {bigsum}", "Covenant report"],
            replies: &[
                "For that sum I need the last two annual accounts and a forecast.",
                "The line can be drawn from the day after signature.",
            ],
            sits: &[
                Sit {
                    who: Company,
                    told: "We plan to invest {bigsum} and would like to know the terms for [five|seven|eight] years.",
                    more: "A new hall, and more {goods} in stock. // Accounts for both years are ready.",
                    note: "investment loan {bigsum}, terms",
                    chat: "terms for {bigsum} over 7 years?",
                    ..SIT
                },
                Sit {
                    who: Company,
                    told: "Could {my} working capital line be raised by {amount} for the season?",
                    more: "From {soon} until the end of the quarter. // Orders in hand cover it.",
                    note: "seasonal increase of line by {amount}",
                    reply: "For six months that should be possible. [Please send|I need] the order list.",
                    chat: "raise our credit line by {amount} for the season?",
                    ..SIT
                },
                Sit {
                    who: Company,
                    told: "Attached is the covenant report for the quarter. The ratio is met with [some|a comfortable] margin.",
                    more: "Please tell us whether the new form is needed already.",
                    note: "covenant report, ratio met",
                    reply: "Under Financing, Reports. The old form is fine until spring.",
                    chat: "where do we upload the covenant report",
                    ..SIT
                },
            ],
        },
        Reason {
            name: "Mortgage",
            weight: 9,
            product: "mortgage",
            subjects: &["Mortgage for a [flat|house]", "End of my fixed rate", "Extra repayment"],
            replies: &[
                "The fixed rate ends on {due}, I can offer {percent} percent for ten years today.",
                "Five percent a year may be repaid without a charge.",
            ],
            sits: &[
                Sit {
                    who: Private,
                    told: "We have seen a house, {bigsum}, and would like to know how much of it you would lend.",
                    more: "Own money: about a quarter. // There is a second viewing on {soon}.",
                    note: "house {bigsum}, how much lending",
                    reply: "As a rule up to eighty percent, depending on income. [Shall I book a talk|A talk takes an hour]?",
                    chat: "how much mortgage for a {bigsum} house?",
                    ..SIT
                },
                Sit {
                    who: Private,
                    told: "My fixed rate ends next {month}. What would ten years more cost?",
                    more: "About {bigsum} is left.",
                    note: "refix, {bigsum} left",
                    chat: "what rate for another 10 years",
                    ..SIT
                },
                Sit {
                    who: Private,
                    told: "I would like to pay {amount} extra on the mortgage. Is that possible without a charge?",
                    more: "It is from the sale of the car.",
                    note: "extra repayment {amount}",
                    reply: "Up to five percent a year without a charge, so [yes|that is fine].",
                    chat: "can i pay {amount} extra on my mortgage",
                    ..SIT
                },
                Sit {
                    who: Company,
                    told: "For the building at {branch} the land register asks for your consent to an easement.",
                    more: "The draft of the notary is attached.",
                    note: "consent to easement",
                    reply: "Please upload the draft, our lawyers need about a week.",
                    chat: "we need your consent for an easement",
                    ..SIT
                },
            ],
        },
        Reason {
            name: "Personal loan",
            weight: 5,
            product: "business-loan",
            subjects: &["Loan of {amount}", "Instalments"],
            replies: &["For {amount} over four years it would be about {fee} a month."],
            sits: &[
                Sit {
                    who: Private,
                    told: "What would {amount} over four years cost a month? It is for {payee}.",
                    more: "My income has not changed.",
                    note: "personal loan {amount} quote",
                    chat: "loan of {amount} over 4 years, monthly?",
                    ..SIT
                },
                Sit {
                    told: "Can one instalment be moved to the end? {month} was an expensive month.",
                    more: "All others were on time.",
                    note: "defer one instalment",
                    reply: "One a year may be moved to the end, I have noted {month}.",
                    chat: "can i skip one instalment",
                    ..SIT
                },
            ],
        },
    ],
};

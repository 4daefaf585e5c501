//! Requests: people want something done, mostly in good spirits.

use app::model::record::Kind;

use super::Who::{Company, Private};
use super::{Area, Reason, SIT, Sit};

const WANTS: &[&str] = &[
    "Please confirm when it is done.",
    "A short confirmation [would be kind|is enough].",
    "Please let {me} know if you need anything [else|more].",
    "If possible by {soon}.",
    "Is a signature needed?",
    "[Kindly|Please] arrange.",
    "",
];

pub const ACTIONS: &[&str] = &[
    "Done while on the phone.",
    "Form sent to {him} by mail.",
    "Ordered, [three|five] working days.",
    "Needs signature, told {him}.",
    "Passed to back office, due {due}.",
    "Checked identity, changed.",
    "{He} will upload the {paper}.",
    "{manager} to decide.",
];

pub const OUTCOMES: &[&str] = &[
    "Done on {done}, confirmed by e-mail.",
    "Form received with signature; changed the same day.",
    "Approved by {manager} and set up.",
    "Customer withdrew the request.",
    "Carried out; the {paper} is on file.",
];

pub const REQUESTS: Area = Area {
    category: "Account services",
    kind: Kind::Request,
    weight: 40,
    impacts: &[],
    wants: WANTS,
    actions: ACTIONS,
    outcomes: OUTCOMES,
    reasons: &[
        Reason {
            name: "Change of details",
            weight: 10,
            product: "current-account",
            subjects: &["New address", "Change of [address|signatory|name]", "Please change our details"],
            replies: &[
                "Changed, you will get a letter at both addresses for safety.",
                "For a new signatory I need form S-2 and the {paper}.",
            ],
            sits: &[
                Sit {
                    told: "{I} move on {soon}. Please note the new address, it is on the attached form.",
                    more: "Letters until then to the old one. // The telephone number stays.",
                    note: "address change from {soon}",
                    chat: "new address from {soon}, where do i enter it",
                    ..SIT
                },
                Sit {
                    who: Company,
                    told: "Please remove our former {kin} as signatory as of {soon} and add the successor, papers attached.",
                    more: "The minutes of the board are attached as well. // Joint signature, as before.",
                    note: "replace signatory per {soon}",
                    chat: "need to swap a signatory by {soon}",
                    ..SIT
                },
                Sit {
                    who: Private,
                    told: "I got married and have a new name. What do you need from me for the account and the card?",
                    more: "The certificate is at hand. // The card ending {card} runs until next year anyway.",
                    note: "name change after marriage",
                    reply: "The certificate is enough, the new card comes by itself.",
                    chat: "got married, new name, what do you need?",
                    ..SIT
                },
                Sit {
                    told: "Please send {my} letters by e-mail only from now on.",
                    more: "{My} letter box was emptied by others twice.",
                    note: "wants paperless",
                    reply: "Done, from tomorrow everything comes to the mailbox.",
                    chat: "please stop paper letters",
                    ..SIT
                },
            ],
        },
        Reason {
            name: "Cards",
            weight: 11,
            product: "credit-card",
            subjects: &["New card please", "Limit of card {card}", "Replacement card", "Disputed card payment"],
            replies: &[
                "The new card is ordered and comes within five working days.",
                "I have raised it to {amount2} until {due}.",
            ],
            sits: &[
                Sit {
                    told: "Please raise the limit of the card ending {card} to {amount} until {soon}.",
                    more: "{I} have to pay {payee} by card. // Afterwards the old limit is fine.",
                    note: "raise limit card {card} to {amount} until {soon}",
                    chat: "raise my card limit to {amount} until {soon} pls",
                    ..SIT
                },
                Sit {
                    told: "{My} card ending {card} has a crack and no longer works in machines. May {i} have a new one?",
                    more: "Paying by holding it near still works.",
                    note: "card {card} cracked, replacement",
                    reply: "The new card is ordered, five working days. The PIN stays.",
                    chat: "card is cracked, new one please",
                    ..SIT
                },
                Sit {
                    told: "There is a payment of {price} to {shop} on {date} that {i} do not recognise. Please check it and dispute it if need be.",
                    more: "{I} have the card here. // It may be a subscription of {my} {kin}.",
                    note: "dispute {price} {shop} {date}",
                    reply: "I have opened the dispute, ref {ref}. The money is credited while we look into it.",
                    chat: "dont recognise {price} at {shop} on {date}",
                    ..SIT
                },
                Sit {
                    who: Company,
                    told: "Please issue company cards for {count} new employees, names in the attachment.",
                    more: "Limit {amount} each. // Delivery to the office, please.",
                    note: "{count} new company cards",
                    chat: "{count} new company cards please",
                    ..SIT
                },
            ],
        },
        Reason {
            name: "Closing and moving accounts",
            weight: 5,
            product: "current-account",
            subjects: &["Closing account ...{tail}", "Close the savings account", "Account no longer needed"],
            replies: &["I can close it for the end of the month, the rest goes to your main account."],
            sits: &[
                Sit {
                    told: "Please close the account ending {tail} on {soon} and move what is left to the main account.",
                    more: "It was for one project, which is finished. // Statements for the last year on paper, please.",
                    note: "close acct {tail} on {soon}",
                    chat: "please close account {tail}",
                    ..SIT
                },
                Sit {
                    who: Private,
                    told: "My late {kin}'s account should be wound up. Which papers do you need?",
                    more: "I have the certificate of inheritance. // There is no hurry, but I would like it off my mind.",
                    note: "estate account, which papers",
                    reply: "The certificate of inheritance and your identity card, then [we do the rest|it takes two weeks]. My condolences.",
                    chat: "what do you need to close a late relatives account",
                    ..SIT
                },
            ],
        },
        Reason {
            name: "Trade finance",
            weight: 12,
            product: "trade-finance",
            subjects: &[
                "Letter of credit {ref}",
                "Guarantee over {bigsum}",
                "Amendment to L/C {ref}",
                "Documents under {ref}",
            ],
            replies: &[
                "The amendment went out by SWIFT at {time}, number {ref}.",
                "The wording is fine for us if clause four names an end date.",
            ],
            sits: &[
                Sit {
                    who: Company,
                    told: "Please extend letter of credit {ref} by thirty days; the {goods} leave {country} later than planned.",
                    more: "Latest shipment date becomes {soon}. // The beneficiary has agreed. // All other terms unchanged.",
                    note: "extend L/C {ref} by 30 days",
                    chat: "extend L/C {ref} by 30 days please",
                    ..SIT
                },
                Sit {
                    who: Company,
                    told: "We need a tender guarantee over {bigsum} in favour of a buyer in {country}, by {soon}.",
                    more: "Wording attached, it is the buyer's own. // Validity six months.",
                    note: "tender guarantee {bigsum}, {country}, by {soon}",
                    reply: "With that wording about five working days, our lawyers read it first.",
                    chat: "tender guarantee over {bigsum} by {soon}, possible?",
                    ..SIT
                },
                Sit {
                    who: Company,
                    told: "The documents under {ref} show a discrepancy in the weight. We accept it, please pay.",
                    more: "{amount}, value as soon as possible. // The {goods} are here and in order.",
                    note: "accepts discrepancy under {ref}, pay",
                    reply: "Paid with today's value, thank you for the quick word.",
                    chat: "we accept the discrepancy under {ref}, please pay",
                    ..SIT
                },
                Sit {
                    who: Company,
                    told: "Kindly return guarantee {ref}, the works are finished and the original is enclosed.",
                    more: "Please stop the commission as of today.",
                    note: "release guarantee {ref}",
                    reply: "Thank you. The commission stops today.",
                    chat: "guarantee {ref} can be released",
                    ..SIT
                },
            ],
        },
    ],
};

pub const CDD_REQUESTS: Area = Area {
    category: "CDD Remediation",
    kind: Kind::Request,
    weight: 26,
    impacts: &[],
    wants: WANTS,
    actions: ACTIONS,
    outcomes: OUTCOMES,
    reasons: &[
        Reason {
            name: "Documents handed in",
            weight: 9,
            product: "current-account",
            subjects: &["{paper} attached", "Documents for your review", "As requested: {paper}"],
            replies: &[
                "Thank you, all {count} files are readable.",
                "Received. If anything is missing you hear from us by {due}.",
            ],
            sits: &[
                Sit {
                    told: "As asked in your letter of {date}, the {paper} is attached.",
                    more: "The {paper2} follows on {soon}. // Please confirm that it is readable.",
                    note: "hands in {paper}, {paper2} follows",
                    chat: "uploaded the {paper}, can you see it?",
                    ..SIT
                },
                Sit {
                    who: Company,
                    told: "Please find the current {paper} and the signed form on beneficial owners for {name}.",
                    more: "No changes since the last review. // {role} is the person to ask.",
                    note: "review papers handed in for {name}",
                    chat: "review papers for {name} uploaded",
                    ..SIT
                },
                Sit {
                    told: "{I} dropped the {paper} at {branch} on {date}. Please add it to {my} review file.",
                    more: "{staff} took a copy.",
                    note: "{paper} given at {branch} {date}",
                    chat: "gave the {paper} to {branch} on {date}",
                    ..SIT
                },
            ],
        },
        Reason {
            name: "Extension asked for",
            weight: 5,
            product: "current-account",
            subjects: &["More time for the {paper}", "Extension until {soon}"],
            replies: &["Extension until {soon} is noted, you get it in writing."],
            sits: &[
                Sit {
                    told: "The office that issues the {paper} needs until {soon}. May {i} hand it in then?",
                    more: "The rest is with you already.",
                    note: "extension for {paper} until {soon}",
                    chat: "need till {soon} for the {paper}, ok?",
                    ..SIT
                },
                Sit {
                    who: Company,
                    told: "Our year-end accounts are signed on {soon}. We ask to complete the review after that.",
                    more: "Draft figures can be had at once.",
                    note: "extension until accounts signed {soon}",
                    chat: "accounts are signed {soon}, can the review wait",
                    ..SIT
                },
            ],
        },
        Reason {
            name: "Question about the review",
            weight: 6,
            product: "current-account",
            subjects: &["Your review", "Question on the questionnaire", "Is my review finished?"],
            replies: &[
                "Your review is finished since {date2}, nothing more to do.",
                "Part B only, the rest is for companies.",
            ],
            sits: &[
                Sit {
                    told: "Is {my} review finished? {I} sent everything on {earlier}.",
                    more: "{I} only want to tick it off.",
                    note: "is review finished",
                    reply: "Your review is finished since {date2}, nothing more to do.",
                    chat: "is my review done?",
                    ..SIT
                },
                Sit {
                    told: "In the questionnaire, question {minutes}: does that mean income before or after tax?",
                    more: "Everything else is filled in.",
                    note: "questionnaire: gross or net",
                    reply: "Before tax, please.",
                    chat: "questionnaire: before or after tax?",
                    ..SIT
                },
                Sit {
                    who: Private,
                    told: "A letter about \"due diligence\" came. Is that a real one from you?",
                    more: "It asks for the {paper}. // One reads so many things.",
                    note: "is CDD letter genuine",
                    reply: "Yes, that one is from us. You may also hand the {paper} in at {branch}.",
                    chat: "is the due diligence letter really from you?",
                    ..SIT
                },
            ],
        },
    ],
};

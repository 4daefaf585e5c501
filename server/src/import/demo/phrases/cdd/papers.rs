//! Complaints about the papers and deadlines of customer due diligence.

use crate::import::demo::phrases::{Reason, SIT, Sit, Who};

pub const FUNDS: Reason = Reason {
    name: "Source of funds questions",
    weight: 14,
    product: "savings-account",
    subjects: &["Source of [funds|wealth]", "Where my money comes from", "Questions about {bigsum}"],
    replies: &[
        "A copy of the deed or the will is enough, prices may be blacked out.",
        "We have to ask above a certain sum, it is no suspicion.",
    ],
    sits: &[
        Sit {
            who: Who::Private,
            told: "My mother died in {month} and left me {bigsum}. You ask me to prove where she had it from.",
            more: "She was a teacher. She saved. // I have sent the will and the certificate. // I did not think I would have to discuss this with a bank.",
            note: "inheritance {bigsum}, asked for origin of late mother's savings, upset",
            chat: "i inherited {bigsum} and you ask where my late mother had it from",
            ..SIT
        },
        Sit {
            who: Who::Private,
            told: "I sold my [car|boat|flat] and now have to explain it like a criminal.",
            more: "Contract sent on {earlier}, buyer's transfer visible on your own statement: {amount}. // Still \"not sufficient\".",
            note: "sale proceeds questioned, contract sent {earlier}, not sufficient",
            chat: "sold my car, sent the contract, still not sufficient??",
            ..SIT
        },
        Sit {
            who: Who::Company,
            told: "You ask for the origin of every incoming payment above {amount}. That is every customer we have.",
            more: "We sell {goods}. People pay us for it. // {I} attach {minutes} invoices, good luck.",
            note: "firm asked to explain every incoming payment above {amount}",
            chat: "you want the origin of every payment // we sell {goods}, people pay us",
            ..SIT
        },
        Sit {
            told: "The form wants {my} wealth ten years back, to the month.",
            more: "No tax office goes back so far. // Nobody could say what happens if {i} leave it blank.",
            note: "form asks for ten years of wealth history",
            chat: "the form wants my wealth ten years back // no",
            ..SIT
        },
    ],
};

pub const LOST: Reason = Reason {
    name: "Documents lost or not processed",
    weight: 13,
    product: "current-account",
    subjects: &["Documents [lost|gone]", "Papers sent on {earlier}", "Did you get my {paper}?"],
    replies: &[
        "They arrived at the scanning centre on {date2} and are in the queue.",
        "I cannot find them under your number. Was there a second sheet with a barcode?",
    ],
    sits: &[
        Sit {
            told: "{I} sent the {paper} by registered post on {earlier}. Signed for by your mail room, and since then nobody has seen it.",
            more: "The receipt names a {staff}. // It held the original, which is not easily had again.",
            note: "registered letter with original {paper} received {earlier}, cannot be found",
            chat: "registered letter from {earlier} signed for and lost",
            ..SIT
        },
        Sit {
            told: "For {stretch} the status has been \"received\". Not read, not refused, just received.",
            more: "The deadline runs meanwhile. // Reference {ref}.",
            note: "documents in status received for {stretch}",
            chat: "status received for {stretch} // when does someone read it",
            ..SIT
        },
        Sit {
            told: "You put somebody else's {paper} into {my} file.",
            more: "{I} can see it in {my} mailbox: name, address, everything. // And who sees {my} papers?",
            want: "Remove it, and tell {me} who has seen mine.",
            note: "another customer's {paper} visible in {his} mailbox, privacy",
            chat: "theres someone elses {paper} in my mailbox // who has mine?",
            ..SIT
        },
    ],
};

pub const DEADLINE: Reason = Reason {
    name: "Deadline too short",
    weight: 8,
    product: "current-account",
    subjects: &["Deadline {soon}", "[More time|Extension] please", "Your deadline"],
    replies: &["I have asked for an extension until {soon}.", "One extension is possible without reasons."],
    sits: &[
        Sit {
            told: "Your letter is dated {earlier}, came on {date}, and the deadline was the day before.",
            more: "The postmark proves it. // The office that issues the {paper} needs three weeks.",
            note: "letter arrived after its own deadline",
            chat: "your letter arrived after the deadline in it",
            ..SIT
        },
        Sit {
            who: Who::Company,
            told: "Ten days for certified copies from {count} countries is not serious.",
            more: "{country} alone takes a month. // It is our year-end on top.",
            want: "We ask for eight weeks.",
            note: "ten-day deadline for certified copies from several countries, asks for 8 weeks",
            chat: "10 days for certified copies from {count} countries is impossible",
            ..SIT
        },
    ],
};

pub const OWNERS: Reason = Reason {
    name: "Beneficial owner forms",
    weight: 9,
    product: "business-loan",
    subjects: &["Beneficial owner[s|] form", "Form BO-2 [returned|refused]", "Ownership"],
    replies: &[
        "A foundation has no owner, please name the board members instead.",
        "The signature has to be the one in the register.",
    ],
    sits: &[
        Sit {
            who: Who::Company,
            told: "The beneficial owner form was returned for the {count}th time because a box was crossed instead of ticked.",
            more: "I wish this were a joke. // The managing director signs these in person, between two flights.",
            note: "BO form returned over crossed box",
            chat: "form returned because we crossed a box instead of ticking it",
            ..SIT
        },
        Sit {
            who: Who::Company,
            told: "We are owned by [a foundation|a cooperative|{minutes} members], there is no beneficial owner, and your form does not let us say so.",
            more: "The field insists on a person with a birthday. // We wrote the mayor's once, as a way out.",
            note: "no beneficial owner, online form forces a person",
            chat: "we have no beneficial owner // your form wants a birthday",
            ..SIT
        },
        Sit {
            told: "Your letter names a man {i} have never heard of as {my} beneficial owner.",
            more: "It seems to be somebody at a company of a similar name.",
            note: "wrong beneficial owner in letter",
            chat: "who is the man in your letter // not our owner",
            ..SIT
        },
    ],
};

pub const TAX: Reason = Reason {
    name: "Tax self-certification",
    weight: 7,
    product: "investment",
    subjects: &["Tax form", "Self-certification", "I am not a US [person|citizen]"],
    replies: &[
        "A phone number with +1 triggers the question, one signature settles it.",
        "The tax number is on the assessment, top right.",
    ],
    sits: &[
        Sit {
            told: "You keep sending {me} the US tax form. {I} have been in America once, in an airport.",
            more: "The reason is an old telephone number, it seems. // {I} have signed that {i} {am} not, {count} times.",
            note: "US tax form sent repeatedly, customer not US",
            chat: "im not american // stop sending me the us tax form",
            ..SIT
        },
        Sit {
            told: "The form refuses {my} tax number: it has a letter in it, as all numbers in {country} do.",
            more: "Without it dividends are taxed at the full rate, {fee} so far.",
            note: "tax number format refused, higher withholding",
            chat: "form doesnt accept my tax number, it has a letter in it",
            ..SIT
        },
    ],
};

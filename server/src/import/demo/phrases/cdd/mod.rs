//! Complaints about customer due diligence (CDD), the periodic review of who customers are and where money comes
//! from: restrictions, repeated and unclear requests. The rest is in `papers`.

use app::model::record::Kind;

use super::Who::{Any, Company, Private};
use super::{Area, Reason, SIT, Sit};

mod papers;

pub const AREA: Area = Area {
    category: "CDD Remediation",
    kind: Kind::Complaint,
    weight: 110,
    impacts: &[
        (Company, "Wages are due on {soon}, and {i} cannot pay them from a restricted account."),
        (Company, "A supplier has stopped deliveries of {goods}, for want of a payment."),
        (
            Company,
            "{My} notary has been asked for the same certificate [three|four] times and charges {fee} each time.",
        ),
        (Company, "It ties up {my} {kin} for days."),
        (Private, "I have {small} in my purse and nothing else."),
        (Private, "My rent bounced because of it."),
        (Private, "I have done nothing wrong and am treated [like a suspect|as if I had]."),
        (Private, "I am {count} bus stops from {branch} and not good on my feet."),
        (Any, "Everything you ask for you have had [on file|in your cabinets] since {since}."),
        (Any, "Each letter is signed by somebody else."),
        (Any, "The hotline cannot see what the review team has, and the review team has no telephone."),
    ],
    wants: &[
        "[Please lift|Lift] the restriction [now|today] and sort out the papers afterwards.",
        "Tell {me} in one list what is still missing.",
        "Confirm that {my} papers are complete.",
        "{I} ask for an extension until {soon}.",
        "Give {me} one person with a name and a number.",
        "Please explain why you need this and on what legal ground.",
        "",
    ],
    actions: &[
        "Noted on CDD file, {case}.",
        "Asked remediation desk to call {him}.",
        "Checked: documents of {date} received but not yet read.",
        "Extension to {due} requested.",
        "Sent the list of missing papers again, by post as asked.",
        "[Told|Explained to] {him} that restriction is automatic on day 60.",
        "Transferred to review team, nobody picked up, ticket raised.",
        "{manager} to ring {him} back.",
    ],
    outcomes: &[
        "Documents complete and read; restriction lifted on {done}, customer informed by phone.",
        "Beneficial owners confirmed from the register. Next review in three years.",
        "{paper} was on file since {earlier} and had been overlooked. Apology sent.",
        "Source of funds plausible with the contract of sale. Review closed, risk class unchanged.",
        "Extension granted once. Papers arrived in time; review closed.",
        "Customer did not answer three letters; account stays restricted to incoming payments.",
    ],
    reasons: &[
        RESTRICTED,
        REPEATED,
        UNCLEAR,
        papers::FUNDS,
        papers::LOST,
        papers::DEADLINE,
        papers::OWNERS,
        papers::TAX,
    ],
};

/// The review that the bank opens by itself; cases without a message carry one of these.
pub const PERIODIC: &[(&str, &str)] = &[
    (
        "Account restrictions",
        "Day 60 of the review has passed without complete documents. Outgoing payments of account {tail} are restricted; {paper} and a current proof of address are missing.",
    ),
    (
        "Repeated document requests",
        "Periodic review. The {paper} on file expired; the request of {earlier} went unanswered, second request sent on {today}.",
    ),
    (
        "Beneficial owner forms",
        "The register shows a new shareholder above 25 percent. Form on beneficial owners to be renewed and signed by {first} {last}.",
    ),
    (
        "Source of funds questions",
        "An incoming payment of {bigsum} from {country} does not fit the profile. Customer to be asked for contract or deed.",
    ),
    (
        "Tax self-certification",
        "Self-certification on tax residence is older than three years. New form sent to {first} {last}.",
    ),
    (
        "Documents lost or not processed",
        "The scan of the {paper} received on {date} is not readable. New copy to be asked for, with apology.",
    ),
    ("Deadline too short", "The customer asked for more time for the {paper}. Extension until {soon} to be decided."),
    (
        "Account restrictions",
        "The identity document of a signatory of account {tail} has run out. Online access is limited until a new {paper} is here.",
    ),
];

const RESTRICTED: Reason = Reason {
    name: "Account restrictions",
    weight: 26,
    product: "current-account",
    subjects: &[
        "[Account|Access] restricted",
        "You [blocked|froze] my account",
        "Restriction on account ...{tail}",
        "[URGENT |]Account blocked",
    ],
    replies: &[
        "The restriction was set on {date2} because the {paper} is missing.",
        "I see the documents of {date2}. They are waiting to be read, [I have marked them|now marked] urgent.",
        "Incoming money still arrives, only outgoing payments are stopped.",
        "I may not lift it from here, the review team must. I have written to them while we talk.",
    ],
    sits: &[
        Sit {
            told: "On {date} you restricted {my} account ending {tail}. No payment leaves it any more, and {i} found out at {shop}.",
            more: "The letter that announces it is dated two days later. // What you ask for, the {paper}, {i} handed in at {branch} on {earlier}.",
            note: "acct {tail} restricted {date}, {paper} handed in at {branch} on {earlier}",
            chat: "my account is blocked since {date} // i gave you the {paper} on {earlier}",
            ..SIT
        },
        Sit {
            who: Company,
            told: "All {count} accounts of the company have been restricted because the identity card of one former director has run out.",
            more: "He left in {since}. // The register, which you can read as well as {i} can, says so. // Turnover on those accounts is {bigsum} a month.",
            note: "all company accounts restricted over expired ID of former director",
            chat: "all our accounts blocked because of a director who left years ago",
            ..SIT
        },
        Sit {
            who: Private,
            told: "My pension went in on {date} and I cannot get it out. \"Due diligence\", the young man said.",
            more: "I am 79 and have been with you since {since}. // I do not own a scanner. // My {kin} had to buy my groceries.",
            want: "Please let me have my own money.",
            note: "elderly customer, pension in restricted account, no scanner, {kin} buys food",
            chat: "my pension is on the account and i cannot take it out // i am 79",
            ..SIT
        },
        Sit {
            told: "{I} uploaded everything on {earlier}, your page said \"thank you, complete\", and on {date} you restricted the account all the same.",
            more: "{I} have a picture of that page. // The hotline sees the files too. // Reference {ref}.",
            note: "upload marked complete on {earlier}, still restricted {date}",
            chat: "uploaded everything, it said complete, blocked anyway",
            ..SIT
        },
        Sit {
            who: Company,
            told: "A payment of {amount} to {payee} came back because of the restriction, and the contract carries a penalty.",
            more: "Restriction set: {date}. Papers with you: {earlier}. // {manager} says it is out of {his} hands.",
            want: "We hold the bank liable for the penalty.",
            note: "payment {amount} returned through restriction, penalty, claims damages",
            chat: "payment bounced because of your restriction // we have a penalty now",
            ..SIT
        },
        Sit {
            told: "The restriction was lifted on {weekday} and is back today.",
            more: "Nothing has happened in between, except that {i} paid {payee}. // Your colleague called it \"a job that ran twice\".",
            note: "restriction lifted then set again, apparently by batch job",
            chat: "restriction lifted, now its back?? // nothing changed",
            ..SIT
        },
        Sit {
            told: "Nobody will say what the restriction is for. On the phone {i} {am} told it is secret, in the letter it says \"please contact us\".",
            more: "{I} have contacted you {count} times. // The last one suggested that {i} write a letter.",
            note: "no reason given for restriction, contacted {count} times",
            chat: "blocked and nobody tells me why",
            ..SIT
        },
        Sit {
            who: Private,
            told: "I am in {country}, the card ending {card} does not work, and I am told to come to {branch} with my {paper}.",
            more: "The flight back is on {soon}. // A video call was refused.",
            note: "in {country}, card blocked through CDD restriction, told to visit branch",
            chat: "im in {country} and you want me to come to the branch with my {paper} // my card is blocked",
            ..SIT
        },
    ],
};

const REPEATED: Reason = Reason {
    name: "Repeated document requests",
    weight: 18,
    product: "current-account",
    subjects: &[
        "[Again|The {count}th time]: {paper}",
        "How often do you need my {paper}?",
        "Same documents again",
        "Your letter of {date}",
    ],
    replies: &[
        "Each account has its own review, so two letters went out. I [am joining|have joined] them.",
        "The copy of {earlier} was without a date, so it was asked for again.",
        "You need not send it again, I can see it[ now|].",
    ],
    sits: &[
        Sit {
            told: "This is the {count}th time that you ask for the {paper}. {I} sent it on {earlier}, and before that in {month}.",
            more: "Each time somebody thanks {me}. // It has not changed.",
            note: "{paper} requested again, sent twice already",
            chat: "you ask for the {paper} again // sent it on {earlier}",
            ..SIT
        },
        Sit {
            who: Company,
            told: "Three departments have asked us for the same shareholder list within one month.",
            more: "Trade finance has it, cards has it, and now {branch} wants it. // It runs to {minutes} pages.",
            want: "Please share it among yourselves.",
            note: "three departments request same shareholder list",
            chat: "three of your departments want the same list // pls talk to each other",
            ..SIT
        },
        Sit {
            told: "Your system accepted the {paper} and on {date} sent a reminder for it, signed by a machine.",
            more: "{I} replied; the reply came back as undeliverable. // No telephone number in the letter.",
            note: "automatic reminder though {paper} accepted, reply bounced",
            chat: "got a reminder for a {paper} you already accepted",
            ..SIT
        },
        Sit {
            who: Private,
            told: "You want a utility bill, not older than three months. I live with my {kin} and no bill is in my name.",
            more: "I sent the certificate from the town hall, returned. // I sent the tenancy agreement, returned.",
            want: "What would you accept, then?",
            note: "no utility bill in own name, alternatives refused",
            chat: "i have no utility bill in my name // what else do you accept",
            ..SIT
        },
        Sit {
            told: "The {paper} was \"not readable\" for the second time. {I} can read it, {my} {kin} can read it.",
            more: "The upload shrinks it to the size of a stamp. // {I} offered to bring the original to {branch}.",
            note: "{paper} rejected as unreadable twice, offers original at {branch}",
            chat: "{paper} not readable, again // its your upload that shrinks it",
            ..SIT
        },
    ],
};

const UNCLEAR: Reason = Reason {
    name: "Unclear requests",
    weight: 10,
    product: "current-account",
    subjects: &["What do you actually want?", "Your questionnaire", "Letter not understood"],
    replies: &[
        "It means everyone who owns more than a quarter, directly or through another company.",
        "Section C is only for trusts, please leave it empty.",
    ],
    sits: &[
        Sit {
            told: "The questionnaire asks for the \"nature and purpose of the relationship\". It is a bank account.",
            more: "There are {minutes} questions of that kind. // The example answers are for an oil company.",
            want: "Tell {me} in plain words what {i} should write.",
            note: "does not understand questionnaire, asks what to write",
            chat: "what is nature and purpose of the relationship // its a bank account",
            ..SIT
        },
        Sit {
            told: "The letter asks for \"the outstanding items\" and does not name them.",
            more: "The list was to be enclosed; it was not. // {I} asked on {date} and got the same letter again.",
            note: "letter refers to missing list of items, asked {date}, same letter came",
            chat: "your letter says outstanding items // which items",
            ..SIT
        },
        Sit {
            who: Company,
            told: "You want a \"certified\" extract, but not by a notary, not by the chamber and not by our lawyer.",
            more: "By whom, then? // {My} {kin} has rung {count} numbers.",
            note: "unclear who may certify extract",
            chat: "who may certify the extract? // three answers so far",
            ..SIT
        },
    ],
};

//! Complaints about opening an account.

use app::model::record::Kind;

use super::Who::{Any, Company, Private};
use super::{Area, Reason, SIT, Sit};

pub const AREA: Area = Area {
    category: "Account Opening Process",
    kind: Kind::Complaint,
    weight: 72,
    impacts: &[
        (Company, "The new subsidiary cannot invoice anyone without an account."),
        (Company, "{payee2} waits with the first delivery of {goods}."),
        (Company, "Capital has to be paid in by {soon}, or we lose our place at the register."),
        (Private, "My new employer needs the number for the first salary."),
        (Private, "My landlord wants the deposit from an account in my name."),
        (Private, "My old bank closes the account on {soon}."),
        (Any, "[Another bank|The savings bank next door] did it in twenty minutes."),
        (Any, "It has cost {me} {count} visits so far."),
        (Any, "As first impressions go, this is a poor one."),
    ],
    wants: &[
        "Please open it, or tell {me} plainly that you will not.",
        "When will {i} have an account number?",
        "Tell {me} what is missing, and {i} will send it today.",
        "Please call {me} back.",
        "If it is not open by {soon} {i} will go elsewhere.",
        "",
    ],
    actions: &[
        "Onboarding desk asked to ring {him}.",
        "Application {ref} is in \"review\", no owner, assigned now.",
        "Told {him} the list of papers again.",
        "Booked an appointment at {branch} for {due}.",
        "Confirmed {his} identity, looked into {ref}, [escalated|owner found].",
        "{He} will bring the {paper} tomorrow.",
    ],
    outcomes: &[
        "Account opened on {done}; welcome letter and card sent.",
        "Application {ref} had no owner in the queue. Opened the same day after assignment.",
        "Identity confirmed at {branch}. Account active.",
        "Application refused after review; customer informed in writing with the reason.",
        "Missing {paper} received, account opened, first fee waived.",
    ],
    reasons: &[DELAY, IDENTITY, PAPERS, ONLINE, REFUSED, CARDS],
};

const DELAY: Reason = Reason {
    name: "Takes too long",
    weight: 22,
    product: "current-account",
    subjects: &[
        "Account opening since {earlier}",
        "Application {ref}",
        "Still no account",
        "[{stretch}|Weeks] for an account",
    ],
    replies: &[
        "Your application is complete since {date2}, it waits for the second pair of eyes.",
        "I have moved it to the front of the queue.",
        "The number is given once the check of the register is back.",
    ],
    sits: &[
        Sit {
            told: "{I} applied for an account on {earlier} and have heard nothing but \"in progress\".",
            more: "Application {ref}. // The page promises ten minutes, in large letters.",
            note: "application {ref} of {earlier} still in progress",
            chat: "applied on {earlier} // still in progress // page says 10 minutes",
            ..SIT
        },
        Sit {
            who: Company,
            told: "The account for our new company was to be ready \"by {weekday}\". That was {stretch} ago.",
            more: "{manager} is helpful but cannot see the queue either. // All papers were with you on {earlier}.",
            note: "account for new subsidiary overdue by {stretch}",
            chat: "account for our new company overdue // promised by {weekday}",
            ..SIT
        },
        Sit {
            who: Private,
            told: "At {branch} I was told one week. I have now been without an account for {stretch}, with my wages in an envelope.",
            more: "I started the new job on {date}. // The foreman laughs, I do not.",
            note: "waiting {stretch}, wages paid in cash meanwhile",
            chat: "you said a week // its {stretch} // my wages are in an envelope",
            ..SIT
        },
        Sit {
            told: "My application was \"lost in the change of systems\", says {staff}, and {i} should start again from page one.",
            more: "It had {minutes} pages. // {I} kept the confirmation of {earlier}.",
            note: "application lost in system change, asked to re-apply",
            chat: "you lost my application and i should start again??",
            ..SIT
        },
        Sit {
            who: Company,
            told: "The second signatory has been \"under review\" since {earlier}, and until then no payment is possible.",
            more: "She is the same person who signs for the other {count} accounts.",
            note: "second signatory pending since {earlier}, known from other accounts",
            chat: "second signatory under review since {earlier} // you know her already",
            ..SIT
        },
        Sit {
            told: "The account is open, says one letter. It cannot be found, says the counter at {branch}.",
            more: "{I} have paid in {amount}. Where did it go?",
            note: "letter says account open, branch cannot find it, paid in {amount}",
            chat: "letter says open, branch says no such account // i paid in {amount}",
            ..SIT
        },
    ],
};

const IDENTITY: Reason = Reason {
    name: "Identity check fails",
    weight: 17,
    product: "online-banking",
    subjects: &["Video identification", "Identity check [failed|fails]", "Your ident call"],
    replies: &[
        "The reflection on the card is the usual reason, please try by a window.",
        "The post office can do it instead, I am sending you the form.",
    ],
    sits: &[
        Sit {
            told: "The video identification was broken off {count} times, the last time after {minutes} minutes of waiting.",
            more: "\"{error}\", and the picture was gone. // The agent had asked {me} to tilt the card as if it were a mirror.",
            note: "video ident broke off {count} times",
            chat: "video ident broke off {count} times // {minutes} min waiting each",
            ..SIT
        },
        Sit {
            who: Private,
            told: "Your check does not accept my identity card, because my name has [an accent|a hyphen|two parts].",
            more: "It is the name I was born with. // The passport office has no trouble with it.",
            note: "ident fails because of special letters in name",
            chat: "your system cant handle my name // accent",
            ..SIT
        },
        Sit {
            told: "The ident agent was rude: he told {me} to sit up and take off {my} glasses, and hung up.",
            more: "{weekday}, {time}. // {I} {am} not applying for a prison.",
            note: "ident agent rude, hung up, {weekday} {time}",
            chat: "your ident guy hung up on me // very rude",
            ..SIT
        },
        Sit {
            who: Private,
            told: "At the post office they said that the form with the code is out of date.",
            more: "I queued for {minutes} minutes for that. // It came from you last week.",
            note: "post ident form out of date",
            chat: "post office says your form is out of date",
            ..SIT
        },
    ],
};

const PAPERS: Reason = Reason {
    name: "Too much paperwork",
    weight: 14,
    product: "current-account",
    subjects: &["{minutes} pages", "Paperwork", "Documents for [the|a] new account"],
    replies: &[
        "For a company of your form it is the extract and the two identity cards, nothing else.",
        "You may leave the pages from nine on empty.",
    ],
    sits: &[
        Sit {
            who: Company,
            told: "For one deposit account we were sent {minutes} pages, half of them in a language that nobody here reads.",
            more: "We have been your customer since {since}. // Most of it you know already.",
            note: "{minutes} pages for deposit account, partly in foreign language",
            chat: "{minutes} pages for a deposit account // half in another language",
            ..SIT
        },
        Sit {
            told: "First it was the {paper}. Then the {paper2}. Now it is the {paper3}.",
            more: "Why not all at once? // Each round takes a week.",
            note: "documents requested one after another",
            chat: "every week you want one more paper",
            ..SIT
        },
        Sit {
            who: Private,
            told: "To open an account for my daughter, aged nine, you need a proof of her income.",
            more: "She sells lemonade, in summer. // The other parent must sign in blue, not black.",
            note: "child account, proof of income requested",
            chat: "you want proof of income for my 9 year old",
            ..SIT
        },
    ],
};

const ONLINE: Reason = Reason {
    name: "Online application fails",
    weight: 13,
    product: "online-banking",
    subjects: &["Online application", "Form [crashes|fails] on page {count}", "\"{error}\""],
    replies: &[
        "The form forgets everything after twenty minutes, I am sorry about that.",
        "Please try without the umlaut, it is being mended.",
    ],
    sits: &[
        Sit {
            told: "The online form ended on the last page with \"{error}\", and everything was gone.",
            more: "{minutes} minutes of typing. // It was the {count}th attempt.",
            note: "online application lost on last page, \"{error}\"",
            chat: "last page, {error}, all gone",
            ..SIT
        },
        Sit {
            told: "The form wants a mobile number in a pattern that it does not tell.",
            more: "With zero, without, with plus, with blanks: all red.",
            note: "phone number field rejects every format",
            chat: "which format does your phone field want // all red",
            ..SIT
        },
        Sit {
            who: Company,
            told: "Our legal form is not in your list. We are to choose \"other\", and \"other\" cannot be submitted.",
            more: "There are thousands of companies like ours in {country}.",
            note: "legal form missing in online application",
            chat: "our legal form isnt in your list // other doesnt work",
            ..SIT
        },
    ],
};

const REFUSED: Reason = Reason {
    name: "Application refused",
    weight: 10,
    product: "current-account",
    subjects: &["Refusal of {date}", "Why was I refused?", "Application refused"],
    replies: &[
        "The letter may not name the reason, but you can ask for a second look.",
        "A basic account cannot be refused, I can start that for you.",
    ],
    sits: &[
        Sit {
            told: "You refused {my} application \"for reasons of business policy\".",
            more: "{I} have no debts and a regular income. // {I} had been told on {earlier} that it was a formality.",
            want: "{I} want the reason in writing.",
            note: "application refused for business policy, wants reason",
            chat: "refused for business policy // what does that mean",
            ..SIT
        },
        Sit {
            who: Company,
            told: "After {stretch} of collecting papers you refuse the account because we trade in {goods}.",
            more: "That is on the first line of the application. // We could have saved ourselves the notary.",
            note: "refused because of line of business after {stretch}",
            chat: "refused because of our business // its on line one of the form",
            ..SIT
        },
    ],
};

const CARDS: Reason = Reason {
    name: "Card or access data not received",
    weight: 12,
    product: "current-account",
    subjects: &["No card yet", "PIN letter [missing|not here]", "Access data"],
    replies: &[
        "The card left us on {date2}, the PIN follows two days later.",
        "I have ordered a new letter, to the address you just gave me.",
    ],
    sits: &[
        Sit {
            told: "The account is open, but neither card nor PIN has come in {stretch}.",
            more: "{I} pay the fee already, {i} see. // The address is right.",
            note: "card and PIN not received in {stretch}",
            chat: "account open {stretch}, no card, no pin",
            ..SIT
        },
        Sit {
            told: "The PIN came, the card did not. The new card came, the PIN belongs to the old one.",
            more: "{branch} can only order, not look.",
            note: "card and PIN do not match",
            chat: "got pin for one card and a different card // lol",
            ..SIT
        },
        Sit {
            told: "The access letter was open when it arrived.",
            more: "Torn along the side, taped again. // {I} do not want to use those data.",
            want: "Send {me} new ones, by courier.",
            note: "access letter arrived opened, wants new data",
            chat: "my access letter came already opened // i want new data",
            ..SIT
        },
    ],
};

//! Complaints about fees and charges. Interest and exchange rates are in `interest`.

use app::model::record::Kind;

use super::Who::{Any, Company, Private};
use super::{Area, Reason, SIT, Sit, When};

mod interest;

pub const AREA: Area = Area {
    category: "Fees, Charges and Interest",
    kind: Kind::Complaint,
    weight: 120,
    impacts: &[
        (Any, "[It is not the sum, it is|The amount is one thing;] the way it is done."),
        (Any, "Over a year that [makes|adds up to] {amount2}."),
        (Company, "Our board will ask why we [stay|are still here]."),
        (Company, "{My} budget for bank charges was agreed in {month} and is now worthless."),
        (Company, "For a business that sells {goods} at thin margins this [is not nothing|matters]."),
        (Private, "On a pension that is [a week's shopping|not nothing]."),
        (Private, "I could [buy|get] my {kin} lunch for that."),
        (Any, "Two other banks [in the street|in town] charge nothing for it."),
        (Any, "Nobody asked {me}, nobody told {me}."),
        (Any, "{I} only found it because {i} read the small lines."),
    ],
    wants: &[
        "Please refund the {fee}.",
        "[I ask you to|Please] waive it and [confirm that in writing|confirm].",
        "Explain the calculation to {me}, [step by step|with figures].",
        "Put {me} back on the old terms, or tell {me} how to leave.",
        "{I} expect the {fee} on the account by {soon}.",
        "Which [paragraph|line] of the price list is that?",
        "Please call {me} with an offer.",
        "",
    ],
    actions: &[
        "2025-10-01> Explained price list of 1 Oct[, {he} does not accept|].",
        "Explained the charge[, {he} does not accept it|].",
        "Refunded {fee} as goodwill, one time.",
        "No authority to refund, passed to Pricing Desk.",
        "Offered the smaller account package, {he} thinks about it.",
        "[Says|Said] {he} will [leave|move the account] if not refunded.",
        "Sent the fee schedule by mail.",
        "Promised written breakdown by {due}.",
        "RM {manager} informed.",
    ],
    outcomes: &[
        "{fee} refunded as goodwill; account moved to the package that fits the use.",
        "Charge is in line with the fee schedule. Explained in writing; the customer may take it to the ombudsman.",
        "Interest recalculated: {small} too much was taken and has been returned.",
        "Fee was booked twice by mistake. Second booking of {fee} reversed.",
        "Individual terms agreed through {manager} until the end of the year.",
        "Customer accepted the explanation after a call.",
    ],
    reasons: &[MONTHLY, UNKNOWN, interest::OVERDRAFT, CARD, interest::FX, interest::SAVINGS, interest::LOAN],
};

const MONTHLY: Reason = Reason {
    name: "Account maintenance fee",
    weight: 26,
    product: "current-account",
    subjects: &[
        "2025-10-01> [New|Higher] monthly fee",
        "Account fee {fee}",
        "2025-10-01> Price [increase|rise]",
        "2025-10-01> Your new price list",
        "2025-10-01> Fee since October",
        "Monthly fee",
        "[Account|Maintenance] fee {month}",
    ],
    replies: &[
        "2025-10-01> Since 1 October the account costs more unless {amount2} comes in each month.",
        "With the Compact package the fee would be {small}. [Shall|May] I change it?",
        "2025-10-01> I can refund one month, [after that|then] the new price list applies.",
        "The fee covers bookings, card and statements, I can send you the list.",
        "I see the booking of {date2}. I [am asking|have asked] the pricing desk to look at it.",
    ],
    sits: &[
        Sit {
            when: When::NewFees,
            told: "Since 1 October you take {fee} a month for an account that cost [nothing|a third of that] before.",
            more: "The letter about it was between two advertisements. // {I} have been a customer since {since}. // What exactly has become better?",
            note: "objects to new monthly fee {fee} since 1 Oct, customer since {since}",
            chat: "{fee} a month now?? // since when // i was never asked",
            ..SIT
        },
        Sit {
            when: When::NewFees,
            told: "{I} did not agree to the new price list of 1 October, and you charge {me} by it all the same.",
            more: "Silence is not a yes, a court has said so. // {I} objected on {earlier}, by registered letter. // The first {fee} was taken on {date}.",
            want: "Take {me} off the new list and return what was charged.",
            note: "did not consent to new price list, objected {earlier}, still charged",
            chat: "i never agreed to the new prices // objected in writing on {earlier} // still charged {fee}",
            ..SIT
        },
        Sit {
            who: Company,
            when: When::NewFees,
            told: "Our charges for October [come to|amount to] {fee}, against {small} in September, for the same number of bookings.",
            more: "The statement lists \"bookings, electronic\" at three times the former price. // We have {count} accounts, so it is {count} times that. // {manager} had not mentioned anything.",
            want: "Please send us a comparison of old and new, by position.",
            note: "firm's charges jumped in Oct, same volume, wants comparison old/new",
            chat: "charges in october {fee}, in september {small} // same number of bookings // why",
            ..SIT
        },
        Sit {
            who: Private,
            when: When::NewFees,
            told: "I am a pensioner and I have had the free account for [twenty|thirty] years. Now it costs {fee}, because too little comes in, says the letter.",
            more: "Too little! It is my pension, I did not set it. // My {kin} read the letter to me twice.",
            want: "I ask you kindly to leave my account as it was.",
            note: "pensioner, free account ended 1 Oct, upset, asks for exception",
            chat: "i am a pensioner and my free account now costs {fee} // that is not fair",
            ..SIT
        },
        Sit {
            when: When::NewFees,
            told: "The new list says that the fee is waived above {amount2} a month. {I} {am} above it every month, and paid it [in {month}|on {date}] anyway.",
            more: "Money from {my} own savings does not count, said the third person {i} asked. // Where is that written?",
            note: "waiver condition met, fee charged anyway, told own transfers do not count",
            chat: "im above the {amount2} for free account and you still charge {fee}",
            ..SIT
        },
        Sit {
            when: When::NewFees,
            told: "Paper statements now cost {small} each. Online ones {i} cannot open.",
            more: "So {i} pay for being unable. // {I} {was} told on {weekday} that this was \"sustainability\".",
            note: "charged {small} per paper statement, cannot use online",
            chat: "{small} for a paper statement now? seriously",
            ..SIT
        },
        Sit {
            when: When::NewFees,
            told: "For paying in coins and notes at {branch} you now take {fee} each time.",
            more: "{I} bring cash every [Monday|Friday], as {i} have for years. // The machine takes half of it and the counter the other half, so it is two fees.",
            want: "Tell {me} what a cash customer is supposed to do.",
            note: "cash deposit fee {fee} per visit at {branch} since Oct",
            chat: "{fee} to pay in my own cash // every week // no thanks",
            ..SIT
        },
        Sit {
            told: "The account fee was taken twice for {month}, {fee} each.",
            more: "Once on the first and once on the third. // {I} reported it at {branch}, without effect.",
            note: "maintenance fee booked twice for {month}",
            chat: "{month} fee booked twice, {fee} each",
            ..SIT
        },
        Sit {
            told: "{I} closed the second account in {month} and [still pay|keep paying] {fee} for it.",
            more: "The closing letter is dated {earlier}. // A closed account with a fee is a curious thing.",
            note: "closed account still charged {fee}",
            chat: "account closed in {month}, still charged {fee}",
            ..SIT
        },
    ],
};

const UNKNOWN: Reason = Reason {
    name: "Unexplained charge",
    weight: 15,
    product: "current-account",
    subjects: &["What is this [charge|booking]?", "Unknown charge of {fee}", "\"Other charges\"", "{fee} on {date}"],
    replies: &[
        "The {fee} is the charge for a returned debit on {date2}.",
        "I see what you mean, the text says only 'other'. I [am asking|have asked] the department what it was.",
    ],
    sits: &[
        Sit {
            told: "On {date} you took {fee} with the text \"other charges\".",
            more: "Other than what? // Online there is no detail behind it.",
            note: "unexplained charge {fee} on {date}, text \"other charges\"",
            chat: "what is {fee} other charges on {date}",
            ..SIT
        },
        Sit {
            told: "There is a line \"SRV 4471 QTR\" for {fee} on {my} statement, and nobody [at {branch}|on the hotline] knows what it means.",
            more: "Two of your colleagues guessed, differently. // The quarter before it was not there.",
            note: "line \"SRV 4471 QTR\" {fee}, staff could not explain",
            chat: "what does SRV 4471 QTR mean // {fee} // two of your people had no idea",
            ..SIT
        },
        Sit {
            who: Company,
            told: "Your fee invoice for {month} shows {amount}, our own count of bookings gives {fee}.",
            more: "We have checked it twice, line by line. // The number of urgent payments is wrong, for one.",
            want: "Please send us the list that it rests on.",
            note: "fee invoice {month} does not match own count",
            chat: "fee invoice for {month} doesnt match our count",
            ..SIT
        },
        Sit {
            who: Private,
            told: "You charged me {small} for a letter that told me that I had been charged {fee}.",
            more: "I read it three times to be sure that I was not dreaming. // The {fee} was your mistake to begin with.",
            note: "charged {small} for a letter about a {fee} charge",
            chat: "you charged me {small} for a letter about a charge. really.",
            ..SIT
        },
    ],
};

const CARD: Reason = Reason {
    name: "Card fees",
    weight: 11,
    product: "credit-card",
    subjects: &["Card fee", "{fee} for [cash abroad|a card]", "Credit card charges"],
    replies: &[
        "Cash abroad costs {percent} percent, at least {small}. In shops it is free.",
        "The annual fee falls away above {amount2} of spending; you were just under.",
    ],
    sits: &[
        Sit {
            told: "{I} took out {amount} in cash in {country} and paid {fee} to the machine and {small} to you.",
            more: "The leaflet says \"free worldwide\", with a palm tree. // {I} kept the leaflet.",
            note: "cash fee in {country} despite leaflet \"free worldwide\"",
            chat: "leaflet says free cash worldwide // you took {small}",
            ..SIT
        },
        Sit {
            told: "The annual card fee of {fee} was charged, although the first year was to be free.",
            more: "{staff} at {branch} promised it. // The card ending {card} came in {month}.",
            note: "annual fee {fee} charged in free first year",
            chat: "first year should be free // charged {fee}",
            ..SIT
        },
        Sit {
            told: "{fee} for a replacement card, after your own machine at {branch} swallowed the old one.",
            more: "It displayed \"{error}\" and kept it. // {I} had done nothing but put it in.",
            note: "replacement fee although ATM {branch} retained card",
            chat: "your atm ate my card and now {fee} for a new one??",
            ..SIT
        },
        Sit {
            told: "A late charge of {fee} on the credit card, because your direct debit from {my} account with you did not run.",
            more: "Both accounts are yours. // The money was there.",
            note: "late fee {fee} on card because own direct debit did not run",
            chat: "late fee because YOUR debit from MY account with YOU didnt run",
            ..SIT
        },
    ],
};

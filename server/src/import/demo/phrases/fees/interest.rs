//! Complaints about interest and exchange rates.

use crate::import::demo::phrases::{Reason, SIT, Sit, Who};

pub const OVERDRAFT: Reason = Reason {
    name: "Overdraft interest",
    weight: 12,
    product: "current-account",
    subjects: &["Overdraft interest", "[Interest|Overdraft] [too high|wrong]", "Overdrawn through no fault of mine"],
    replies: &[
        "The account was below zero from {date2} for three days, that gives {small}.",
        "The rate above the agreed limit is higher, I can [raise|change] the limit.",
    ],
    sits: &[
        Sit {
            told: "{I} {was} overdrawn for one day by {amount} because your own booking came late, and you charge {fee} interest.",
            more: "The incoming payment has the value date of the day before. // The rate is nowhere in what {i} signed.",
            note: "one-day overdraft through late booking, charged {fee}",
            chat: "{fee} interest for one day // your booking was late",
            ..SIT
        },
        Sit {
            told: "The overdraft rate went from [9.9|8.75|10.5] to [13.4|14.25|12.9] percent, and {i} learned it from the statement.",
            more: "No letter, no message in the mailbox. // Savings, {i} notice, stayed where they were.",
            note: "overdraft rate raised without notice",
            chat: "overdraft rate went up and nobody told me",
            ..SIT
        },
        Sit {
            who: Who::Company,
            told: "You calculate our overdraft interest on the book balance instead of the value balance.",
            more: "On the {bigsum} of {date} alone that makes {fee}. // Our auditor found it.",
            want: "Please recalculate the quarter.",
            note: "firm disputes interest calc: book vs value balance",
            chat: "interest is calculated on book balance not value // pls recalculate the quarter",
            ..SIT
        },
        Sit {
            who: Who::Private,
            told: "I asked for a smaller overdraft, so that I cannot slip into it. You made it larger.",
            more: "It went to {amount}, unasked. // I am now {fee} under.",
            note: "asked to reduce overdraft limit, was increased",
            chat: "asked for a smaller overdraft, got a bigger one",
            ..SIT
        },
    ],
};

pub const FX: Reason = Reason {
    name: "Foreign exchange margin",
    weight: 10,
    product: "payments",
    subjects: &["Exchange rate", "Your rate of {date}", "Conversion [charge|margin]"],
    replies: &[
        "The rate is the middle rate of {time} plus a margin of {percent} percent.",
        "For sums above {amount2} the desk can quote you directly, [shall|should] I connect you?",
    ],
    sits: &[
        Sit {
            told: "You converted {amount} at a rate {percent} percent away from the market of that hour.",
            more: "{I} checked it against three sources. // On your page stands \"a small margin\".",
            note: "FX margin {percent} percent on {amount}",
            chat: "your rate is {percent}% off the market // small margin my foot",
            ..SIT
        },
        Sit {
            who: Who::Company,
            told: "For our dollar invoices, {amount} in {month}, you apply a margin that was never agreed.",
            more: "Our contract of {since} says 0.35. // Measured: {percent} percent.",
            want: "Please correct it for the last twelve months.",
            note: "FX margin above contract, wants twelve months corrected",
            chat: "margin agreed 0.35, you take {percent} // for months",
            ..SIT
        },
        Sit {
            who: Who::Private,
            told: "A hotel in {country}, paid in euros, was converted to the local money and back again.",
            more: "That cost me {fee}. // Who benefits, I wonder.",
            note: "double conversion on hotel payment in {country}",
            chat: "paid hotel in euros and you converted it twice // {fee} gone",
            ..SIT
        },
    ],
};

pub const SAVINGS: Reason = Reason {
    name: "Savings interest",
    weight: 12,
    product: "savings-account",
    subjects: &["Interest on my savings", "[Bonus|Promised] rate not paid", "Savings [interest|rate]"],
    replies: &[
        "The bonus rate is for new money only, that is why it was {small}.",
        "Interest is credited on 31 December, what you see is the amount so far.",
    ],
    sits: &[
        Sit {
            told: "The promised {percent} percent on {my} savings was paid for [two|three] months and then quietly became a quarter of that.",
            more: "{bigsum} is on it. // New customers get the full rate, {i} see on the poster.",
            note: "bonus rate on savings ended early, says {he} was not told",
            chat: "savings rate dropped without a word // new customers get the full rate",
            ..SIT
        },
        Sit {
            told: "{I} gave notice on the savings account on {earlier}, and you took {fee} as \"early withdrawal\".",
            more: "The three months were over by a week. // {I} have the stamped copy from {branch}.",
            note: "early withdrawal fee despite notice given",
            chat: "gave notice in time, still charged {fee} early withdrawal",
            ..SIT
        },
        Sit {
            who: Who::Private,
            told: "My daughter's savings book shows {small} interest for a whole year, on {amount}.",
            more: "She asked me whether the bank had made a mistake. // I did not know what to tell her.",
            note: "child's savings: {small} interest in a year",
            chat: "{small} interest in a year on {amount}?",
            ..SIT
        },
        Sit {
            who: Who::Company,
            told: "On our call deposit of {bigsum} no interest has been credited since {month}.",
            more: "The agreement with {manager} is in writing. // We have reminded you on {date}.",
            note: "no interest on call deposit since {month}",
            chat: "no interest on our deposit since {month}",
            ..SIT
        },
    ],
};

pub const LOAN: Reason = Reason {
    name: "Loan and mortgage interest",
    weight: 10,
    product: "mortgage",
    subjects: &["Interest [calculation|rate] on my loan", "Early repayment charge", "Mortgage rate"],
    replies: &[
        "The charge follows the remaining fixed period, I can send you the calculation.",
        "The margin changed with the collateral review in {month}.",
    ],
    sits: &[
        Sit {
            who: Who::Private,
            told: "You ask {charge} for the early repayment of my mortgage. The consumer office makes it [half|a third] of that.",
            more: "We sell the house because we must, not for fun. // The buyer waits until {soon}.",
            note: "disputes early repayment charge {charge}",
            chat: "early repayment charge {charge} is way too high",
            ..SIT
        },
        Sit {
            who: Who::Company,
            told: "The margin on our working capital line went up by {percent} points without the notice that the contract asks for.",
            more: "Clause 7 says thirty days. // The first debit at the new rate was on {date}.",
            want: "Please reverse it until notice has run.",
            note: "loan margin raised without 30 days notice",
            chat: "margin raised without the 30 days notice in the contract",
            ..SIT
        },
        Sit {
            told: "The instalment of {date} was taken twice, {amount} each time.",
            more: "It was promised that it would be put right \"with the next run\". // There have been {count} runs.",
            note: "loan instalment debited twice on {date}",
            chat: "instalment taken twice // {amount}",
            ..SIT
        },
        Sit {
            who: Who::Private,
            told: "My rate fixing ends on {soon}, and your offer came {stretch} ago with a figure that was wrong and a deadline that has passed.",
            more: "I asked for the new one on {earlier}. // Every week of waiting has made it dearer.",
            note: "refix offer wrong and expired, new one outstanding",
            chat: "my fixed rate ends {soon} and you still havent sent a correct offer",
            ..SIT
        },
    ],
};

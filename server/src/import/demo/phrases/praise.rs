//! Praise and ideas.

use app::model::record::Kind;

use super::Who::{Company, Private};
use super::{Area, Reason, SIT, Sit, When};

const ACTIONS: &[&str] = &[
    "Passed on to the colleague with thanks.",
    "Nice call.",
    "Noted as feedback.",
    "Read it out in the morning meeting.",
    "Thanked {him}.",
    "Forwarded to {manager}.",
];
const WANTS: &[&str] =
    &["Please pass that on.", "No answer needed.", "{I} thought someone should say it.", "Keep it up.", "", ""];
const OUTCOMES: &[&str] = &["Thanked the customer.", "Passed to the team."];

pub const PRAISE: Area = Area {
    category: "Service feedback",
    kind: Kind::Feedback,
    weight: 26,
    impacts: &[],
    wants: WANTS,
    actions: ACTIONS,
    outcomes: OUTCOMES,
    reasons: &[
        Reason {
            name: "Thanks for help",
            weight: 10,
            product: "current-account",
            subjects: &["Thank you", "[Praise|Compliments] for {staff}", "Well done", "Quick help"],
            replies: &["That is lovely to read, I will tell {staff}.", "Thank you, that makes my day."],
            sits: &[
                Sit {
                    told: "{staff} solved in five minutes what {i} had carried around for weeks. Excellent.",
                    more: "Friendly, clear, and {i} {was} called back as promised.",
                    note: "praises {staff}, quick help",
                    chat: "{staff} was great, solved it in 5 min // thank you!",
                    ..SIT
                },
                Sit {
                    told: "{I} want to thank {staff} at {branch}, who stayed after closing to sort out {my} transfer to {payee}.",
                    more: "It arrived the next morning. // Such kindness is rare.",
                    note: "thanks {staff} at {branch}",
                    chat: "big thanks to {staff} at {branch}",
                    ..SIT
                },
                Sit {
                    who: Company,
                    told: "The guarantee was ready within a day, and the buyer in {country} was impressed. So are we.",
                    more: "{manager} and the team did a wonderful job. // We happily recommend you.",
                    note: "very happy with fast guarantee",
                    chat: "guarantee in one day, great work",
                    ..SIT
                },
                Sit {
                    who: Private,
                    told: "Your young lady explained the form to me so patiently that I understood it at once. Thank you very much.",
                    more: "She even rang again the next day to ask whether all was well.",
                    note: "happy, patient explanation",
                    chat: "your agent was so patient, thank you",
                    ..SIT
                },
                Sit {
                    told: "The card was stolen on {date} at {time}, and by the evening everything was blocked, checked and {my} money safe. Brilliant work.",
                    more: "The new card came in two days.",
                    note: "pleased, stolen card handled well",
                    chat: "stolen card handled perfectly, thanks",
                    ..SIT
                },
                Sit {
                    told: "The refund of {fee} came faster than {i} had hoped. Thank you, that was fair.",
                    more: "{I} had been rather loud on the phone, {i} {am} sorry for that.",
                    note: "thanks for refund, apologises for being loud",
                    chat: "refund came, thank you, that was fair",
                    ..SIT
                },
                Sit {
                    told: "Good that the dispute with {shop} ended well. {staff} kept {me} informed at every step, which {i} appreciated.",
                    more: "{price} is back on the account.",
                    note: "dispute with {shop} won, happy",
                    chat: "got my {price} back from {shop}, thanks {staff}",
                    ..SIT
                },
            ],
        },
        Reason {
            name: "Happy with a product",
            weight: 6,
            product: "savings-account",
            subjects: &["[Very|Really] happy with it", "Nice work", "Good rate"],
            replies: &["Thank you, we are glad that it suits you.", "I pass it to the people who built it."],
            sits: &[
                Sit {
                    told: "The fixed deposit was opened in three minutes, the rate is good, everything clear. More of that, please.",
                    more: "{amount} to begin with.",
                    note: "happy with fixed deposit",
                    chat: "fixed deposit in 3 minutes, love it",
                    ..SIT
                },
                Sit {
                    who: Company,
                    told: "The camt export works beautifully; our bookkeeping saves [two|three] hours a week. Great.",
                    more: "{My} {kin} sends her regards.",
                    note: "export saves hours, pleased",
                    chat: "camt export works great, saves us hours",
                    ..SIT
                },
                Sit {
                    who: Private,
                    told: "The mortgage talk at {branch} was the best advice I have ever had from a bank. Honest and calm.",
                    more: "We sleep well with it.",
                    note: "delighted with mortgage advice",
                    chat: "best mortgage advice ever, thank you {branch}",
                    ..SIT
                },
                Sit {
                    told: "Instant payments to {payee} now take seconds. {I} {am} impressed.",
                    more: "It used to be a day.",
                    note: "likes instant payments",
                    chat: "instant payments are great",
                    ..SIT
                },
            ],
        },
        Reason {
            name: "Happy with the app",
            weight: 3,
            product: "mobile-banking",
            subjects: &["The app, for once praise", "Nice app"],
            replies: &["Thank you, the team will be pleased to hear it."],
            sits: &[
                Sit {
                    when: When::BeforeUpdate,
                    told: "Depositing a photo of an invoice and paying it in two taps: wonderful.",
                    more: "On the {device} it works perfectly.",
                    note: "loves invoice photo",
                    chat: "photo payment is wonderful",
                    ..SIT
                },
                Sit {
                    when: When::Update,
                    told: "The new statement view looks good, and on {my} {device} it runs well. {I} like the colours.",
                    more: "{I} hear that others have trouble; {i} have been lucky.",
                    note: "likes new statement view, works on {device}",
                    chat: "new statement view looks good, works fine on my {device}",
                    ..SIT
                },
                Sit {
                    told: "Paying with the phone in {country} worked everywhere, even at a market stall. Lovely.",
                    more: "Thank you for that.",
                    note: "phone payments abroad worked, happy",
                    chat: "paid by phone all over {country}, great",
                    ..SIT
                },
            ],
        },
    ],
};

pub const IDEAS: Area = Area {
    category: "Service feedback",
    kind: Kind::Feedback,
    weight: 10,
    impacts: &[],
    wants: &["Just an idea.", "Perhaps someone can use it.", "{I} would use it every day.", "", ""],
    actions: ACTIONS,
    outcomes: OUTCOMES,
    reasons: &[Reason {
        name: "Suggestion",
        weight: 5,
        product: "online-banking",
        subjects: &["A suggestion", "Idea", "What about ...?"],
        replies: &[
            "Good idea, I have put it on the list for the product team.",
            "Something like it is planned for the spring.",
        ],
        sits: &[
            Sit {
                told: "It would be good if standing orders could be paused, for holidays for example.",
                more: "At present {i} delete and enter them again.",
                note: "suggests pausing standing orders",
                chat: "let us pause standing orders",
                ..SIT
            },
            Sit {
                told: "Could the statement show the {currency} amount and the foreign one in two columns?",
                more: "{My} {kin} adds them by hand.",
                note: "wants two currency columns",
                chat: "two columns for currencies please",
                ..SIT
            },
            Sit {
                who: Company,
                told: "We would like to approve payments by supplier, not one by one.",
                more: "For {goods} alone there are {minutes} a week.",
                note: "approve by supplier",
                chat: "group approvals by supplier?",
                ..SIT
            },
            Sit {
                who: Private,
                told: "A bench in front of {branch} would be nice for those of us who come on foot.",
                more: "And a clock. There used to be a clock.",
                note: "wants bench at {branch}",
                chat: "please put a bench in front of {branch}",
                ..SIT
            },
            Sit {
                told: "Please let {me} name {my} accounts: \"{my} roof\" says more than four digits.",
                more: "{I} have {count} of them.",
                note: "wants account nicknames",
                chat: "let me name my accounts",
                ..SIT
            },
            Sit {
                told: "A dark screen for online banking would be kind to the eyes in the evening.",
                more: "{I} do the books after {time}.",
                note: "wants dark mode",
                chat: "dark mode for online banking?",
                ..SIT
            },
        ],
    }],
};

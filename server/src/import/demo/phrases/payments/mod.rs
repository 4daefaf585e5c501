//! Complaints about payments: late, lost abroad, paid twice. Refused, held and standing orders are in `orders`.

use app::model::record::Kind;

use super::Who::{Any, Company, Private};
use super::{Area, Reason, SIT, Sit, When};

mod orders;

pub const AREA: Area = Area {
    category: "Payment processing",
    kind: Kind::Complaint,
    weight: 165,
    impacts: &[
        (Company, "The {goods} stay in the port until the money is there, and each day costs {price2}."),
        (Company, "{payee2} has [already|now] moved us to prepayment."),
        (Company, "{My} auditors will ask about this line, and {i} have no answer."),
        (Company, "We lose the two percent discount if it is not there by {soon}."),
        (Company, "Our own cash plan for the week is worth nothing now."),
        (Private, "{payee2} has sent me a reminder with a charge of {small}."),
        (Private, "I have had to borrow from my {kin}, at my age."),
        (Private, "The direct debits come out on {soon} and there will be nothing to take."),
        (Private, "It was meant as a birthday present, which it no longer is."),
        (Any, "[Nobody|No one] can tell {me} where the money actually is."),
        (Any, "{I} have spent {minutes} minutes on the telephone about it."),
        (Any, "It is {my} name that suffers, not yours."),
    ],
    wants: &[
        "Please trace it and [tell {me} the result|give {me} the result in writing].",
        "[Please confirm|Confirm] [in writing|by return] that somebody is on it.",
        "{I} want the {amount} [back|credited] by {soon}.",
        "Send {me} the payment confirmation that {i} can show[ to the other side|].",
        "[Can|Could] somebody from payments call {me} [before {time}|today]?",
        "Please refund the charge and [correct|mend] whatever [caused it|went wrong].",
        "Where is it?",
        "",
    ],
    actions: &[
        "Trace opened, ref {ref2}.",
        "[Told|Explained to] {him}: investigation takes up to five working days.",
        "Sent to Payments Investigations[, urgent|].",
        "Recall raised, [no promise given|may take ten days|fee explained].",
        "[Checked|Looked at] the queue, payment stuck in screening.",
        "Call back promised for {due}.",
        "Mailed {him} the confirmation while on the phone.",
        "{He} [will send|sends] [the invoice|the papers|a copy of the order] [so that we can release it|for the release|today].",
    ],
    outcomes: &[
        "Payment {ref} found with the correspondent bank and credited on {done}. Charge of {fee} refunded.",
        "Recall successful: {amount} back on the account, value date corrected.",
        "Duplicate returned by the beneficiary's bank. Customer informed by e-mail.",
        "Beneficiary's bank confirmed receipt on {done}; confirmation sent to the customer.",
        "Released after screening. Beneficiary added to the good-payee list to avoid repeats.",
        "Our error in the clearing file. Interest of {small} paid, apology by letter.",
    ],
    reasons: &[
        LATE,
        LOST_ABROAD,
        TWICE,
        orders::REJECTED,
        orders::WRONG_PAYEE,
        orders::STANDING,
        orders::STOPPED,
        orders::BATCH,
    ],
};

const LATE: Reason = Reason {
    name: "Payment delayed",
    weight: 26,
    product: "payments",
    subjects: &[
        "{amount} to {payee} [not there|missing|still not arrived]",
        "Payment [late|delayed]",
        "Where is [my|our] payment?",
        "Transfer of {date}",
        "Payment {ref}",
    ],
    replies: &[
        "I see the payment {ref}, it [left us|went out] on {date2} at {time}.",
        "It was entered after the cut-off, so it [goes|went] out the next working day.",
        "The payment [is|was] held for a check of the beneficiary's name. I [have asked|asked] for its release.",
        "The receiving bank has had it since {date2}, I can send you the confirmation[ now|].",
    ],
    sits: &[
        Sit {
            told: "On {date} {i} sent {amount} to {payee}. It [left|was taken from] {my} account the same day and has not arrived.",
            more: "Both banks say it is with the other. // The reference is {ref}. // {payee} has been patient so far.",
            note: "{amount} to {payee} sent {date}, debited, beneficiary has nothing",
            chat: "sent {amount} to {payee} on {date} // they still dont have it // ref {ref}",
            ..SIT
        },
        Sit {
            told: "A payment that [normally takes|always took] one day has now taken {stretch}.",
            more: "{payee}, {amount}, same account as always. // {I} {was} told on {weekday} that it would be there \"tomorrow\". // It is not a holiday anywhere that {i} know of.",
            note: "routine payment to {payee} outstanding {stretch}, promised for next day already",
            chat: "payment to {payee} takes {stretch} now // normally one day",
            ..SIT
        },
        Sit {
            who: Company,
            told: "Invoice {invoice}, {amount}, due {soon}, was released by us on {date} at {time} and is still shown as \"in process\".",
            more: "Cut-off on your own page is 16:00. // Two people have approved it. // The supplier of our {goods} [stops deliveries|will not load] until it is there.",
            want: "Please give us the UETR and the present position of the payment.",
            note: "invoice {invoice} released {date}, shows in process, wants UETR",
            chat: "invoice {invoice} {amount} still in process since {date} // before cut-off // we need the UETR",
            ..SIT
        },
        Sit {
            who: Company,
            when: When::Outage,
            told: "Since {time} this morning [none|not one] of our payments has gone out. The status is \"queued\" for all {minutes} of them.",
            more: "Your status page showed green until {time2}. // Payroll is in that file. // {My} {kin} {was} on hold for {minutes2} minutes before the line dropped.",
            want: "When do payments run again, and do they keep today's value date?",
            note: "outage 11 Nov: {minutes} payments queued incl payroll, asks about value date",
            chat: "all our payments are queued // payroll too // what is going on today?",
            ..SIT
        },
        Sit {
            when: When::Outage,
            told: "{My} transfer to {payee} has been hanging since the breakdown on 11 November.",
            more: "The news said everything had been caught up by the evening. // {amount} is gone from the account and not there on the other side. // {I} {was} charged {small} for being late.",
            want: "Please find it, and take over the {small}.",
            note: "transfer to {payee} hanging since outage of 11 Nov, wants late charge refunded",
            chat: "my transfer from the 11th is still not there // {amount} to {payee} // you said all caught up",
            ..SIT
        },
        Sit {
            who: Private,
            when: When::Outage,
            told: "On 11 November I could not pay for anything for [seven|almost eight] hours. At {shop} they kept my identity card as a deposit.",
            more: "Not a word from you, no message, nothing. // I had to hear it on the radio.",
            want: "I expect an apology at the very least.",
            note: "could not pay for hours on 11 Nov, left ID at {shop}, wants apology",
            chat: "couldnt pay anything on the 11th // left my ID at {shop} // not even a message from you",
            ..SIT
        },
        Sit {
            who: Company,
            when: When::Outage,
            told: "The direct debits we should have collected on 11 November were not presented until the 13th, and [nine|seven|eleven] came back.",
            more: "Each return costs us {small}. // The file was accepted at {time}, we have the protocol.",
            want: "We ask you to carry the return charges.",
            note: "direct debit file of 11 Nov presented two days late, returns, wants charges covered",
            chat: "our debit file from the 11th went out on the 13th // returns cost us {small} each",
            ..SIT
        },
        Sit {
            who: Private,
            told: "My salary came on {date} and is booked, the transfer I made of it is \"pending\" [since then|ever since].",
            more: "It is {amount} to {payee}. // Pending what?",
            note: "transfer to {payee} pending since {date}",
            chat: "transfer pending since {date} // pending what?",
            ..SIT
        },
        Sit {
            told: "{I} paid {fee} for an urgent payment, and it took as long as [an ordinary one|a letter].",
            more: "{amount} to {payee}, entered at {time}, before the cut-off. // It was there {stretch} later.",
            want: "Please return the urgent charge.",
            note: "paid {fee} for urgent payment, arrived {stretch} later, wants fee back",
            chat: "paid {fee} for express // took {stretch} // want that back",
            ..SIT
        },
        Sit {
            told: "{payee} [rang|wrote] again today: nothing received. {I} had given {my} word that the {amount} was on its way.",
            more: "It is the second time in this quarter. // Your hotline says \"completed\".",
            note: "beneficiary {payee} chasing, our side shows completed, second time this quarter",
            chat: "{payee} says nothing received // you say completed // which is it",
            ..SIT
        },
    ],
};

const LOST_ABROAD: Reason = Reason {
    name: "International transfer problems",
    weight: 15,
    product: "payments",
    subjects: &[
        "Transfer to {country}",
        "SWIFT [payment|transfer] {ref}",
        "{country}: {amount} [lost|short|returned]",
        "Money abroad",
    ],
    replies: &[
        "The bank in between has asked for the purpose of the payment. [Could you|Please] send me the invoice.",
        "A correspondent took {fee} because the charges were set to shared.",
        "The message went out on {date2}, I am asking the correspondent for a status.",
        "Returned funds come back at the day's rate, I am sorry.",
    ],
    sits: &[
        Sit {
            told: "{I} sent {amount} to {country} with all charges on {my} side, and the receiver got {fee} less.",
            more: "OUR was ticked, see the order. // This is the {count}th time. // The receiver now counts it as a part payment.",
            want: "Please pay the missing {fee}.",
            note: "OUR payment to {country} arrived short by {fee}",
            chat: "sent {amount} to {country}, charges OUR, arrived {fee} short",
            ..SIT
        },
        Sit {
            told: "The transfer to {country} came back after {stretch}, less {fee} and less what the exchange rate ate.",
            more: "The reason given was \"{error}\", which is not a reason. // The IBAN is copied from the invoice.",
            note: "transfer to {country} returned after {stretch} minus charges, no usable reason",
            chat: "transfer to {country} came back after {stretch} // {fee} gone // why",
            ..SIT
        },
        Sit {
            who: Company,
            told: "Our payment of {amount} to {country} is said to be \"with the correspondent\" since {date}.",
            more: "The ship with the {goods} has arrived, the documents have not been handed over. // {payee} asks for a stamped SWIFT copy by {soon}.",
            want: "We need the MT103 and a name at the correspondent bank.",
            note: "{amount} to {country} at correspondent since {date}, needs MT103 by {soon}",
            chat: "{amount} to {country} stuck at correspondent since {date} // need the MT103",
            ..SIT
        },
        Sit {
            who: Private,
            told: "I send {amount} to my family in {country} every month. This month it was stopped, and I must explain who they are.",
            more: "They are my parents. They have been my parents for a long time. // My mother's medicine is paid from it.",
            note: "monthly family transfer to {country} stopped, asked to explain recipients",
            chat: "you stopped my transfer to my parents in {country} // i send it every month",
            ..SIT
        },
        Sit {
            told: "The rate for the transfer to {country} was {percent} percent worse than the one shown when {i} confirmed.",
            more: "{I} took a picture of the screen. // On {amount} that is not small change.",
            want: "Please settle at the rate shown.",
            note: "FX rate for {country} transfer {percent} percent worse than shown, has screenshot",
            chat: "rate was {percent}% worse than on the screen // have a screenshot",
            ..SIT
        },
    ],
};

const TWICE: Reason = Reason {
    name: "Paid twice",
    weight: 10,
    product: "payments",
    subjects: &["{payee} paid twice", "Double [debit|booking|payment]", "{amount} [twice|two times]"],
    replies: &[
        "I see two bookings with the same reference, the second came from our side. [It is being returned|I have asked for its return].",
        "Both orders carry your approval, at {time} and {time2}. I can recall the second one.",
    ],
    sits: &[
        Sit {
            told: "{payee} was paid twice: {amount} on {date} and {amount} again the day after.",
            more: "{I} approved it once. // {payee} says the second one has not been returned yet.",
            want: "Please get the second payment back.",
            note: "{amount} to {payee} debited twice, approved once",
            chat: "you paid {payee} twice // {amount} each time // i approved one",
            ..SIT
        },
        Sit {
            told: "The screen said \"{error}\", so {i} entered the {amount} again. Now both have gone.",
            more: "That message should mean that it did not work. // {payee} is not answering {my} mails.",
            note: "error shown, re-entered, both payments of {amount} executed",
            chat: "got {error}, sent it again, now its gone twice",
            ..SIT
        },
        Sit {
            who: Company,
            told: "The whole file of {date} was executed a second time, {count} of the payments in it before we could stop it.",
            more: "The file name and the checksum are identical, your system should have seen that. // Sum: {bigsum}.",
            want: "Please recall all of them today, without charge.",
            note: "payment file of {date} executed twice, sum {bigsum}, recall requested",
            chat: "file of {date} ran twice // {bigsum} // recall please, now",
            ..SIT
        },
        Sit {
            told: "The card payment at {shop} stands on the statement two times, {price} each.",
            more: "{I} bought one thing once. // The shop shows {me} one receipt.",
            note: "card payment {shop} {price} booked twice",
            chat: "{shop} is booked twice, {price} each",
            ..SIT
        },
    ],
};

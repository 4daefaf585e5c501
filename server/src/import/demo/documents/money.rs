//! Fees, payments, accounts and cards.

use app::model::record::DocumentKind::{Article, Notice, Policy};

use super::Text;

pub const TEXTS: &[Text] = &[
    Text {
        kind: Policy,
        title: "Fee schedule from 1 October 2025",
        product: "current-account",
        date: (2025, 10, 1),
        parts: &[
            (
                "Private accounts",
                "The current account costs 6.90 a month. The fee falls away when at least 1,500 comes in from outside each month; transfers from own accounts are not counted. Customers under 28 and holders of a basic account pay nothing. The Compact package with online statements and one card costs 3.50. Paper statements are 1.20 each. Paying in cash at the counter is 2.50 each time, at the machine it is free up to five times a month.",
            ),
            (
                "Business accounts",
                "The business account costs 18.00 a month. Electronic bookings are 0.12 each, paper bookings 1.80, urgent payments 12.00. Payment files are charged by the payment, not by the file. Individual terms agreed in writing before 1 October 2025 remain in force until the date that they name. Relationship managers can agree packages for more than five hundred bookings a month. Fees are invoiced on the third working day of the following month.",
            ),
            (
                "What changed and how to object",
                "Customers were informed by letter on 28 July 2025. The former free account for pensioners and for customers before 2005 has ended. Whoever has not agreed keeps the former terms until the relationship has been discussed; objections in writing are valid without a reason, and fees taken after an objection are returned. Goodwill refunds up to 50.00 may be decided by any colleague once a year, larger ones by the pricing desk.",
            ),
        ],
    },
    Text {
        kind: Notice,
        title: "New price list: answers to frequent questions",
        product: "current-account",
        date: (2025, 9, 15),
        parts: &[
            (
                "Why prices change",
                "Prices for accounts had been the same since 2017. Since then the cost of cash, of checks against fraud and of running the systems has risen, and interest no longer covers it. The new list has fewer items: twelve instead of thirty-one. About four in ten customers pay less than before or the same. Nobody has to stay: accounts can be closed or moved at any time without charge, and we help with the move.",
            ),
            (
                "Which account fits",
                "Someone who uses the app and one card is best served by the Compact package. Someone with a salary or a pension above 1,500 pays nothing for the standard account. Companies with few bookings and much cash should ask for the shop package. A comparison with the last twelve months can be printed by every colleague; please offer it before a customer asks. Families may add up what comes in on several accounts.",
            ),
        ],
    },
    Text {
        kind: Article,
        title: "Cut-off times and value dates",
        product: "payments",
        date: (2025, 2, 3),
        parts: &[
            (
                "Outgoing payments",
                "Euro payments entered by 16:00 on a working day leave the same day and are with the other bank by the next morning. Instant payments arrive within ten seconds at any hour, up to 100,000. Urgent payments are possible until 17:00. Pounds: 15:30. US dollars: 14:30. Other currencies: 11:00. Files follow the same times, measured by the last approval and not by the upload. On the day before a holiday the times are one hour earlier.",
            ),
            (
                "Incoming payments",
                "Money that reaches us by 17:00 is booked with the value date of that day. Payments from outside the euro area are booked in three runs, at about 10:00, 13:00 and 16:00. If the name of the payee does not match, the payment is looked at by a person, which can take until the next working day. Credits without a text show the sender when the booking is opened in online banking.",
            ),
        ],
    },
    Text {
        kind: Article,
        title: "Payments abroad",
        product: "payments",
        date: (2025, 3, 11),
        parts: &[
            (
                "Charges",
                "For payments outside the euro area the sender chooses who pays the charges. With OUR the sender pays everything; with SHA each side pays its own bank; with BEN the receiver pays. Banks in between may deduct a charge when SHA or BEN is chosen. If a payment sent with OUR arrives short, we claim the difference from the other bank and advance it to the customer on request. The exchange rate is the middle rate plus the margin agreed.",
            ),
            (
                "Delays and tracing",
                "Banks in between may ask for the purpose, an invoice or the names of the people involved, and until an answer is there the money waits. Each payment has a reference, the UETR, by which we can see where it is. A trace is opened at once and usually answered within two working days; for some countries it takes up to ten. Payments that come back are converted at the rate of the day of their return.",
            ),
        ],
    },
    Text {
        kind: Policy,
        title: "Recalling and returning payments",
        product: "payments",
        date: (2025, 4, 2),
        parts: &[
            (
                "Recalls",
                "A payment that has left can only be asked back. The other bank has ten working days to answer and needs the consent of the receiver unless the payment was a duplicate, a technical error or a fraud. The fee for a recall is 15.00; it is not charged if the fault is ours. The customer is told the result in writing. If the receiver refuses, we give the name and address that the law allows us to give.",
            ),
            (
                "Our own errors",
                "If a payment was executed twice, late or to the wrong account through our fault, the account is put back as if it had not happened, with the right value date, on the same working day. Interest and charges that customers had to pay to others are refunded with evidence. The case stays open until the customer has confirmed. Every such case is reported to the payments committee with its cause.",
            ),
        ],
    },
    Text {
        kind: Article,
        title: "Disputing a card payment",
        product: "credit-card",
        date: (2025, 5, 6),
        parts: &[
            (
                "When a payment is not yours",
                "Block the card first, in the app or by telephone at any hour. Then open the payment and choose Dispute. Payments without your code that you did not make are credited within one working day, while we look into them. Write what you know: whether the card is in your hands, whether a subscription could be the reason, and whether you have been in touch with the shop. A report to the police is needed above 500.",
            ),
            (
                "When the shop has not delivered",
                "Ask the shop in writing first and give it fourteen days. After that we can claim the money from the shop's bank, within 120 days of the date on which the goods were due. We need the order, the correspondence and, for goods sent back, the proof of posting. The shop may answer within thirty days. About seven in ten disputes end in favour of the customer. You are informed of each step.",
            ),
        ],
    },
    Text {
        kind: Article,
        title: "Cards abroad and exchange rates",
        product: "credit-card",
        date: (2025, 6, 11),
        parts: &[
            (
                "Paying and drawing cash",
                "Paying in shops in euros is free everywhere. In other currencies the card company's rate is used, with a margin of 1.5 percent. Cash costs 2 percent, at least 5.00; many machines add a charge of their own, which is shown before you confirm. If a machine offers to convert the sum into your own currency, refuse: its rate is nearly always worse. Trips need not be announced, but a current telephone number helps.",
            ),
            (
                "If the card does not work",
                "Check the limit and whether the card is frozen in the app. Some countries are blocked for online payments and can be opened under Card, Regions. After three wrong PINs the chip is locked until the next correct use at one of our machines. If a card is lost abroad, we can send a replacement by courier to most addresses within four working days, and arrange emergency cash of up to 1,000.",
            ),
        ],
    },
    Text {
        kind: Article,
        title: "Standing orders and direct debits",
        product: "current-account",
        date: (2025, 2, 18),
        parts: &[
            (
                "Standing orders",
                "A standing order is executed on the chosen day, or on the next working day if that is a holiday. It needs to be covered at six in the morning; if not, it is tried once more at noon and then skipped, and you are told. Changes have to be made by midnight of the day before. Orders with an end date stop without a reminder. Pausing an order is planned; until then the end date can be moved.",
            ),
            (
                "Direct debits",
                "A direct debit that you have allowed can be returned within eight weeks without a reason, one that you have not allowed within thirteen months. Returning is done in online banking with two clicks. A creditor can be blocked altogether, by name or number; the block holds until it is lifted. If a debit is refused although the account was covered, we confirm in writing that the mistake was ours and refund the charge.",
            ),
        ],
    },
    Text {
        kind: Notice,
        title: "New hours in four branches from 2 June 2025",
        product: "",
        date: (2025, 5, 12),
        parts: &[
            (
                "Which branches and when",
                "From 2 June 2025 the branches in Old Market, Marktstrasse, Lijnbaan and Rue des Halles open from nine until one on Tuesdays, Thursdays and Fridays and from nine until five on Mondays and Wednesdays. All other branches keep their hours. The entrance halls with machines for cash, deposits and statements are open every day from six in the morning until ten at night. Appointments in the afternoon remain possible on all days.",
            ),
            (
                "Paying in and help",
                "Takings can be paid in at the machines up to 20,000 at a time; coins are counted at the machine in Marktstrasse and by the night safe in all four branches. Companies that need a counter in the afternoon can use the next branch without charge until the end of the year. Customers who do not bank online get a telephone number that is answered by the people of their branch. Posters go up on 19 May.",
            ),
        ],
    },
    Text {
        kind: Article,
        title: "Overdraft: limits, interest and value dates",
        product: "current-account",
        date: (2025, 8, 19),
        parts: &[
            (
                "How interest is worked out",
                "Interest is calculated each day on the balance by value date, not by booking date, and charged at the end of each quarter. Within the agreed limit the rate is 9.9 percent, above it 13.4 percent. A change of the rate is announced in the mailbox and on paper at least two months before. If an overdraft comes about because a booking of ours was late, the value date is corrected and the interest returned.",
            ),
            (
                "Changing the limit",
                "You can lower the limit in the app at once. A higher limit is decided within two working days on the basis of what comes in. Nobody's limit is raised without being asked. Whoever uses more than half of the limit for half a year receives an offer for a loan with instalments, which is cheaper. Talking early helps: instalments can be moved, and advice is free and confidential.",
            ),
        ],
    },
];

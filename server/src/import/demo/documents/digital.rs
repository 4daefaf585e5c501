//! Help articles about the app and online banking.

use app::model::record::DocumentKind::Article;

use super::Text;

pub const TEXTS: &[Text] = &[
    Text {
        kind: Article,
        title: "How sign-in works",
        product: "mobile-banking",
        date: (2026, 1, 15),
        parts: &[
            (
                "Two things that belong to you",
                "Signing in needs something that you have and something that you know or are. What you have is your phone, which is bound to you once by a code sent to your number. What you know is your six-digit code; what you are is your face or fingerprint. After the phone is bound, opening the app takes a second. On a computer you type your customer number and password and confirm in the app or with a text message.",
            ),
            (
                "When it does not work",
                "If the code does not arrive, check that the number we have is right and that the phone has a signal, and ask for a new one after two minutes; only the newest code counts. If the app says that the device is not recognised, remove it in online banking under Settings, Devices, and add it again. After five wrong codes the access is locked for one hour. Support can lift a lock after three questions.",
            ),
            (
                "A new phone or a new number",
                "Register the new phone while the old one is still in your hands: it is then a single tap. Without the old phone you need the letter with the activation code, which takes three working days, or a visit to a branch with an identity document. A new telephone number is changed in online banking and becomes active after 24 hours, so that nobody can take over your access unnoticed.",
            ),
        ],
    },
    Text {
        kind: Article,
        title: "When the app is slow",
        product: "mobile-banking",
        date: (2025, 11, 25),
        parts: &[
            (
                "Things to try",
                "Slow loading has several causes. Close other apps and make sure that there are at least 500 megabytes free. Compare wifi with mobile data. Switch off the spending overview under Settings, Overview, which otherwise reads the whole history at each start. Limit the history to one year under Settings, Bookings. If one screen only is slow, tell us which one: each loads from a different system and the cause can then be found.",
            ),
            (
                "What we are doing",
                "Between seven and nine in the morning four times as many people open the app as at noon. We measure the time until the balance is visible; the goal is three seconds for nine in ten starts. In November the figure was eight seconds in the mornings. Additional servers are planned for February 2026, and approving several payments at once, without the list being loaded anew, comes with version 6.3 in the spring.",
            ),
        ],
    },
    Text {
        kind: Article,
        title: "Alerts and messages",
        product: "mobile-banking",
        date: (2025, 9, 16),
        parts: &[
            (
                "Which alerts there are",
                "You can be told about every card payment, payments above a sum, money coming in, a balance below a limit, a refused direct debit and each sign-in from a new device. Alerts go to the app or, on request, by text message, without charge. They are set for each account under Settings, Messages. Alerts about security cannot be switched off. We never ask for a code or a password in a message.",
            ),
            (
                "When an alert is missing",
                "The phone may hold back messages while it saves energy; allow the app to run in the background. After an update the permission for messages is sometimes withdrawn and has to be given again. A low-balance alert is sent once a day, at about eight in the morning, and not for every booking. If an alert fails for more than two days, please tell us the account and the time, and we look it up.",
            ),
        ],
    },
    Text {
        kind: Article,
        title: "Recognising fraud",
        product: "online-banking",
        date: (2025, 5, 20),
        parts: &[
            (
                "How fraudsters work",
                "Somebody writes or calls in our name: a device will be removed, an account is in danger, a parcel needs a charge. There is a link, or a voice that is in a hurry. The number shown can be false, even if it is ours. They know names, branches and sometimes a part of the account number. What they want is the code from the app, because with it a phone of theirs can be bound or a payment approved.",
            ),
            (
                "What to do",
                "Hang up, do not open the link, and call us on the number printed on the card. Our people never ask for codes, passwords or for a transfer to a safe account. If a code has been given away, lock the access at once: in the app under Help, or by telephone at any hour. Payments that are reported within an hour can often be stopped. Please also report the matter to the police.",
            ),
        ],
    },
    Text {
        kind: Article,
        title: "Using the app with limited sight or movement",
        product: "mobile-banking",
        date: (2026, 1, 28),
        parts: &[
            (
                "What is there",
                "The app follows the type size and the contrast of the phone on most screens and can be read aloud by the phone's screen reader. The time for typing a code is two minutes since version 6.2.1. Payments can be approved by voice control. Where a screen is not readable, please tell us the name of the screen; faults of this kind are treated as urgent, because they lock people out.",
            ),
            (
                "Other ways",
                "Telephone banking covers balances, transfers to known payees and card blocking; it is set up in ten minutes with three questions that only you can answer. Statements are sent in large print or in braille on request and without charge, whatever the price list says about paper. At the branches in Kingsgate, Zollplatz and Korenmarkt there is a counter with an induction loop. Appointments at home are possible.",
            ),
        ],
    },
    Text {
        kind: Article,
        title: "Users and rights for companies",
        product: "online-banking",
        date: (2025, 6, 30),
        parts: &[
            (
                "Roles",
                "A company has at least one administrator, and any number of people who may read, enter or approve. Rights are given for each account and up to an amount. Two approvals are asked for above a sum that the company sets itself. Auditors can have read-only access for a limited time. Whoever approves needs a bound device of their own; sharing a phone among approvers is not possible and not allowed.",
            ),
            (
                "When an approver is not available",
                "Name at least three approvers, on different phones. If all of them are locked out, payments can be released by telephone: two authorised signatories call back on the number on file and confirm the sum of the file and the number of payments. This takes about twenty minutes and is possible on working days from eight until five. The release is recorded and confirmed in writing the same day.",
            ),
        ],
    },
    Text {
        kind: Article,
        title: "The assistant in the chat",
        product: "online-banking",
        date: (2025, 7, 8),
        parts: &[
            (
                "What it can do",
                "The assistant answers questions about fees, limits, cut-off times, opening hours and where to find things, orders statements and blocks cards. It understands short sentences best. It does not see the contents of due diligence files and cannot change payments. When it does not know an answer twice in a row, or when the word person, agent or human is written, it hands the chat over to our people together with the text so far.",
            ),
            (
                "Hand-over",
                "Between seven in the morning and ten at night a person takes over within five minutes on most days; outside these hours the chat becomes a message that is answered the next morning. The person sees everything that was written before. If a matter cannot be solved in writing, they offer a call. Chats are kept for two years and can be read again in the mailbox. They are not used to train anything without consent.",
            ),
        ],
    },
];

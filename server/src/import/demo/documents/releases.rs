//! Release notes of mobile and online banking, and the notices about what went wrong with them.

use app::model::record::DocumentKind::{Notice, ReleaseNote};

use super::Text;

pub const TEXTS: &[Text] = &[
    Text {
        kind: ReleaseNote,
        title: "Mobile banking 6.0",
        product: "mobile-banking",
        date: (2025, 3, 18),
        parts: &[
            (
                "What is new",
                "Version 6.0 brings a new start screen with all accounts and cards in one list, payment by photographing an invoice, and the card freeze: a card that has been mislaid can be switched off and on again without calling anybody. Transfers between own accounts now need no code. The app can be used in English, German, French, Dutch, Italian and Spanish and follows the language of the phone.",
            ),
            (
                "Requirements and roll-out",
                "The version runs on Android 10 and iOS 15 or later. It is offered in the stores from 18 March 2025 and was installed by most customers within four weeks. The previous version 5.8 remains usable until 30 June 2025. Nothing needs to be registered anew: existing sign-ins, limits, standing orders and saved payees are kept. Company users keep their rights as set in online banking.",
            ),
        ],
    },
    Text {
        kind: ReleaseNote,
        title: "Mobile banking 6.1",
        product: "mobile-banking",
        date: (2025, 9, 9),
        parts: &[
            (
                "What is new",
                "Version 6.1 adds instant payments, a spending overview by category, and alerts for card payments and low balances that can be set for each account. Approvers in companies see who has already approved a payment. The search looks through seven years of bookings instead of two. A bar at the top shows when the service is disturbed, so that nobody has to guess whether the fault is on their side.",
            ),
            (
                "Known limits",
                "Accounts with very many bookings load more slowly, because the spending overview reads the whole history when the app starts. Switching the overview off under Settings, Overview makes the first screen appear faster. The morning hours between seven and nine are the busiest; additional capacity is planned for the first quarter of 2026. Alerts are sent by the phone's own service and may be delayed while the phone saves energy.",
            ),
        ],
    },
    Text {
        kind: ReleaseNote,
        title: "Mobile banking 6.2",
        product: "mobile-banking",
        date: (2026, 1, 15),
        parts: &[
            (
                "What is new",
                "New sign-in with device check. New statement view. Rolled out to everyone on 15 January 2026. Mobile banking 6.2 recognises the phone it runs on and asks for a code only once for each device; after that, face, fingerprint or the six-digit code are enough. The statement view shows bookings, documents and fees on one page, can be turned sideways, and is searched from a single field. The previous sign-in was switched off on the same day.",
            ),
            (
                "How the device check works",
                "At the first start after the update the app sends a code to the telephone number on file and binds the device to the customer. The check reads the model, the system version and whether the phone has a screen lock; it does not read contacts, photographs or location. Up to three devices can be bound. A lost device is removed in online banking under Settings, Devices, and a new one is best registered while the old one still works.",
            ),
            (
                "Requirements and roll-out",
                "Version 6.2 needs Android 11 or iOS 16. Unlike earlier versions it was not rolled out in steps: all customers received it on 15 January 2026, since the old sign-in could not run beside the new one. Phones that cannot install it can use online banking in any browser, where payments are confirmed with a code by text message. Approvers in companies have to bind their devices before their next approval.",
            ),
        ],
    },
    Text {
        kind: Notice,
        title: "Known problems in mobile banking 6.2",
        product: "mobile-banking",
        date: (2026, 1, 19),
        parts: &[
            (
                "Sign-in",
                "Since 15 January some customers are asked for a sign-in code again and again, or read that their device is not recognised. The cause is a time limit in the new device check: when the code arrives late, the binding is not completed and the device stays unknown. Support can reset the binding; after ten minutes the customer signs in with a new code. Customers who no longer have the telephone number on file need to be identified first, in a branch or by video.",
            ),
            (
                "Statement view",
                "The app closes when a long statement is opened, scrolled or turned sideways, above all on accounts with more than about three hundred bookings a month. Choosing a single month first avoids it for most customers. Statements can be downloaded as PDF in online banking at any time. Crash reports sent from the phone help; please quote the report number in the case. A correction on the server is in test.",
            ),
            (
                "What we tell customers",
                "Be plain: the fault is ours, their money and data are safe, and a correction is coming with 6.2.1. Offer online banking for urgent payments, release approvals by telephone for companies whose approvers are locked out, and refund charges that arise from late payments. Do not advise deleting the app repeatedly, because each new installation counts as a new device and three are allowed. Record every contact under Mobile app with the right reason.",
            ),
        ],
    },
    Text {
        kind: ReleaseNote,
        title: "Mobile banking 6.2.1",
        product: "mobile-banking",
        date: (2026, 1, 27),
        parts: &[
            (
                "Corrections",
                "Version 6.2.1 extends the time limit of the device check from thirty seconds to two minutes and completes a binding that was interrupted. Statements are loaded month by month, and turning the phone no longer closes the app. The running balance is back in the statement view and can be switched on under View. Labels for screen readers have been added to the payment screens; large type will follow with 6.2.2.",
            ),
            (
                "Roll-out",
                "The version is in the stores since 27 January 2026 and is installed automatically on most phones within a few days. Customers who were locked out need not do anything: their devices are unbound once and asked for a code at the next start. Face sign-in that was switched off by 6.2 has to be switched on again under Settings, Security. The next correction, 6.2.2, is planned for February.",
            ),
        ],
    },
    Text {
        kind: ReleaseNote,
        title: "Online banking, spring 2025",
        product: "online-banking",
        date: (2025, 4, 24),
        parts: &[
            (
                "Exports and files",
                "Statements can be exported as camt.053 and MT940 every night without anybody signing in, to a folder that the company chooses. Payment files in pain.001 are checked before they are accepted: the report names the line and the field that is wrong. A file that was already executed is recognised by its checksum, and the user is asked before it runs a second time. Files may hold up to ten thousand payments.",
            ),
            (
                "Users and rights",
                "Administrators of a company can give rights for reading, entering and approving by account and by amount. Leavers can be set to end on a day. Two directors have to sign form U-4 for a new administrator; all other changes are made online and take effect at once. The list of users with their last sign-in can be printed for the auditors. Codes for payments are sent to the app or by text message.",
            ),
        ],
    },
    Text {
        kind: ReleaseNote,
        title: "Online banking, autumn 2025",
        product: "online-banking",
        date: (2025, 10, 14),
        parts: &[
            (
                "Check of the payee's name",
                "From 9 October 2025 the name of the payee is compared with the name of the account before a euro payment is sent. The answer is match, close match or no match. A close match shows the name that the other bank holds; the payment can be sent all the same. Payees to whom money has gone at least three times are not asked about again unless their account changes. Files are checked as a whole.",
            ),
            (
                "Smaller changes",
                "The mailbox can be searched by sender and subject. Standing orders show the next five dates. The confirmation of a payment can be downloaded as soon as the payment has left, with the reference that the other bank needs to trace it. The session ends after ten minutes without activity; a warning appears one minute before. The online application for accounts keeps what has been typed for thirty days.",
            ),
        ],
    },
    Text {
        kind: Notice,
        title: "Payment outage of 11 November 2025",
        product: "payments",
        date: (2025, 11, 12),
        parts: &[
            (
                "What happened",
                "On 11 November 2025 outgoing payments stood still from 08:10 until 15:40. A certificate in the connection to the clearing system had expired and the replacement was refused. Card payments were disturbed between 09:00 and 14:00 because the balance could not be confirmed. Incoming payments were received but booked late. The status page showed no disturbance until 12:25, which was a second fault. No payment was lost and none was executed twice.",
            ),
            (
                "What we did for customers",
                "All payments that were waiting were sent the same evening with the value date of 11 November, except direct debit files accepted after 11:00, which went out on 13 November. Charges that customers had to pay to others because of the delay are refunded on request with a copy of the invoice. Wages were given priority. Customers with a relationship manager are called; all others have received a letter of apology by 21 November.",
            ),
        ],
    },
];

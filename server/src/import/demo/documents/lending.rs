//! Accounts to open, savings, loans, trade and investment.

use app::model::record::DocumentKind::{Article, Policy};

use super::Text;

pub const TEXTS: &[Text] = &[
    Text {
        kind: Article,
        title: "Opening an account",
        product: "current-account",
        date: (2025, 7, 3),
        parts: &[
            (
                "Private customers",
                "You need an identity document, a telephone number and about ten minutes. The application can be made online, with identification by video or at the post office, or in any branch. The number of the account is given at once if the check of your data finds nothing open, and otherwise within three working days. Card and PIN come in separate letters, two days apart. A basic account may not be refused to anybody who lives here lawfully.",
            ),
            (
                "Companies",
                "We need the extract from the register, the identity documents of those who sign, and the form on beneficial owners, nothing else. Companies that are customers already do not have to send again what is on file. The goal is five working days; newly founded companies receive a number for paying in the capital on the second day. If a legal form is missing in the online list, choose Other and upload the statutes; the desk adds it within a day.",
            ),
            (
                "If identification fails",
                "The most frequent reasons are reflections on the document, a slow connection and names with special letters or several parts. Try by a window and hold the card still. Names are compared with the machine-readable lines of the document since June 2025, so that accents and hyphens no longer matter. After two failed attempts the form for the post office is offered automatically. Agents must be polite; if one is not, please tell us the time.",
            ),
        ],
    },
    Text {
        kind: Article,
        title: "Savings accounts and fixed deposits",
        product: "savings-account",
        date: (2025, 9, 2),
        parts: &[
            (
                "Rates and bonus",
                "The basic rate of the savings account is 0.75 percent and can change. New money earns a bonus for three months, after which the basic rate applies; the end of the bonus is announced in the mailbox two weeks before. Interest is credited on 31 December. Fixed deposits run for six, twelve or twenty-four months from 2,500 and keep their rate until the end. Larger sums are quoted by the desk on the day.",
            ),
            (
                "Notice and maturity",
                "From the savings account 2,000 a month can be drawn without notice; larger sums need three months. Without notice a charge is taken, never more than the interest earned. A fixed deposit that ends is paid to the current account unless you have asked for it to be prolonged; you are reminded four weeks and one week before. Children's accounts pay the bonus rate until the eighteenth birthday and cost nothing.",
            ),
        ],
    },
    Text {
        kind: Article,
        title: "Mortgages: fixed rates and early repayment",
        product: "mortgage",
        date: (2025, 7, 22),
        parts: &[
            (
                "When the fixed rate ends",
                "Four months before the end of a fixed period you receive an offer for five, ten and fifteen years. It holds for fourteen days; a new one can be had at any time on the day's terms. Rates can be secured up to three years ahead for a small addition. Nothing happens by itself: without a decision the loan goes on at the variable rate, which can be repaid at any time with three months' notice.",
            ),
            (
                "Repaying early",
                "Five percent of the original sum may be repaid each year without a charge. Beyond that, during a fixed period, we charge what we lose, worked out with the yields of mortgage bonds on the day; the calculation is sent line by line and may be checked by a consumer office. In hardship, for instance a sale because of illness or separation, the pricing desk can waive up to half. After ten years no charge is due.",
            ),
        ],
    },
    Text {
        kind: Article,
        title: "Business loans and credit lines",
        product: "business-loan",
        date: (2025, 5, 27),
        parts: &[
            (
                "What we look at",
                "For investment loans we need the last two annual accounts, figures of the current year and a plain forecast. Decisions up to 250,000 are made in the region within five working days, larger ones by the credit committee, which meets on Tuesdays and Fridays. Seasonal lines can be raised for up to six months against orders in hand. A change of the margin is announced thirty days before it takes effect, as the contract says.",
            ),
            (
                "Covenants and reports",
                "Covenant reports are due six weeks after the end of the quarter and are uploaded in online banking under Financing. If a ratio is missed, tell us before the report: a waiver is then usually a matter of days. Beneficial owner forms for loans are renewed together with the annual accounts. Drawings are possible from the day after signature, by 11:00 for the same day. Repayment ahead of time follows the contract.",
            ),
        ],
    },
    Text {
        kind: Article,
        title: "Letters of credit and guarantees",
        product: "trade-finance",
        date: (2025, 4, 29),
        parts: &[
            (
                "Letters of credit",
                "An application that is complete by 13:00 is sent by SWIFT on the same day. Amendments need the consent of the beneficiary; an extension of the date or a higher sum is sent at once. Documents are examined within five banking days, on most days within two. Discrepancies are reported in a single message, and payment follows on the day of your acceptance. The fee is 0.25 percent a quarter, at least 120; amendments are 60.",
            ),
            (
                "Guarantees",
                "Tender, performance, advance payment and warranty guarantees are issued within two working days if the wording is ours or has an end date and a maximum sum. The buyer's own wording is read by our lawyers, which takes three days more. Commission runs until the original is returned or the expiry has passed, whichever comes first. For some countries a bank on the spot has to issue the guarantee; its charges are passed on at cost.",
            ),
        ],
    },
    Text {
        kind: Article,
        title: "Moving a portfolio to us",
        product: "investment",
        date: (2025, 12, 2),
        parts: &[
            (
                "How it goes",
                "You sign one form, and we ask the other bank for the transfer. It takes about two weeks for domestic positions and up to six for foreign ones. During that time the positions cannot be sold. The purchase data for tax are sent along by the other bank, often some weeks later. The transfer itself is free of charge at both ends; foreign depositories may ask for up to 25 for each position.",
            ),
            (
                "Tax forms",
                "Income is taxed at source according to the self-certification on tax residence, which is renewed every three years. Who was born in the United States, has an address or a telephone number there, is asked for one more form; a single signature settles it if it does not apply, and the number is then removed from the file. Tax numbers of all countries are accepted in the form since November 2025, with letters too.",
            ),
        ],
    },
    Text {
        kind: Policy,
        title: "Service levels for platinum and gold customers",
        product: "",
        date: (2025, 2, 14),
        parts: &[
            (
                "What is promised",
                "Platinum and gold customers have a relationship manager with a deputy, both with a direct number that is answered between eight and six. Messages are acknowledged within one hour, critical ones within fifteen minutes. Changes of prices, restrictions and outages are announced by a call before any letter. Reviews for due diligence are done by the relationship manager, in one visit. Once a year the head of the segment asks in person how it is going.",
            ),
            (
                "When a relationship is at risk",
                "Signs are three negative messages in a row, a second breach of a deadline within a quarter, the mention of other banks, and silence after a complaint. Any one of them leads to a case for the relationship manager on the same day, and two of them to a meeting with somebody who may decide, within a week. The history is read before the meeting. Apologies are made for what happened, not for how it was felt.",
            ),
        ],
    },
];

//! Policies about duties: due diligence, deadlines, complaints, data, calls.

use app::model::record::DocumentKind::{Article, Notice, Policy};

use super::Text;

pub const TEXTS: &[Text] = &[
    Text {
        kind: Policy,
        title: "CDD remediation policy",
        product: "",
        date: (2025, 2, 10),
        parts: &[
            (
                "Purpose and rhythm",
                "Customer due diligence means knowing who our customers are, who owns them and where their money comes from. Files are reviewed every year for high risk, every three years for medium and every five years for low risk, and whenever something changes: a new owner, an expired document, payments that do not fit. The law asks for it; the way we ask is our own. We ask once, for everything, and never for what we hold already.",
            ),
            (
                "Steps and restrictions",
                "Day 0: one letter with one list. Day 30: a reminder, and a call to customers above 70 and to companies. Day 50: a last notice that names the restriction and its date. Day 60: outgoing payments are restricted if documents are still missing. Documents that were received but not yet read stop the clock. Incoming payments, wages, rent, pensions up to 1,500 a month and medical costs are always let through on request. An extension of thirty days is given once without reasons.",
            ),
            (
                "Lifting a restriction",
                "A restriction is lifted on the same working day on which the documents are complete, by whoever reads them, and the customer is called. If it was set although the documents were there, it is lifted at once, an apology is sent and the damage is refunded. The job that sets restrictions runs at five in the morning; files marked as received must be closed by the evening before. Repeated restrictions of the same file are reported to the head of the desk.",
            ),
            (
                "Reasons to record",
                "Every contact and case is recorded with one of these reasons: account restrictions, repeated document requests, unclear requests, source of funds questions, documents lost or not processed, deadline too short, beneficial owner forms, tax self-certification. The reason is what the customer is concerned with, not what our process calls it. The counts go to the steering group each week; more than twenty restrictions in a week lead to a review of the letters sent.",
            ),
        ],
    },
    Text {
        kind: Article,
        title: "Which documents we accept",
        product: "",
        date: (2025, 7, 10),
        parts: &[
            (
                "Private customers",
                "Identity: passport or identity card, both sides, valid. Address: a utility bill, a tenancy agreement, a certificate from the town hall or a letter from an authority, not older than six months; people who live with family may send the certificate of the person whose home it is, with a signed line. Source of funds: contract of sale, will or certificate of inheritance, payslips or tax assessment. Prices and names of third persons may be blacked out.",
            ),
            (
                "Companies and other bodies",
                "An extract from the register not older than three months, the list of shareholders down to the people who own more than a quarter, and the signed form BO-2. Foundations, municipalities and cooperatives name the members of their board instead; there is a field for that since June 2025. Copies may be certified by a notary, a lawyer, a chamber of commerce, an embassy or by any of our branches without charge. Uploads of up to 20 megabytes are possible.",
            ),
        ],
    },
    Text {
        kind: Policy,
        title: "SLA policy for cases",
        product: "",
        date: (2025, 2, 1),
        parts: &[
            (
                "Deadlines by tier",
                "A case must be resolved within 4 hours for platinum customers, 8 hours for gold, 24 hours for silver and 48 hours for all others, counted from its opening and around the clock. A case counts as breached when it was resolved after its deadline, or when it is still open after it. Waiting for the customer does not stop the clock, but the case may be set to pending so that the reason is visible.",
            ),
            (
                "Priority",
                "Priority follows from tier and feeling. A platinum customer with a negative message is critical. Other platinum cases, and negative ones of gold customers, are high. Other gold cases, and any negative message, are medium. Everything else is low. Critical cases are called out to the team lead at once and have an owner within fifteen minutes. Priority can be raised by hand with a reason, never lowered.",
            ),
            (
                "When a deadline is missed",
                "The owner tells the customer before the deadline passes, with a new time that will hold. The team lead sees all breaches of the day at five. A customer with two breaches in a month is called by the relationship manager or, without one, by the head of client services. The goal is fewer than fifteen breaches in a hundred cases; due diligence and mobile banking have missed it since autumn and report weekly.",
            ),
        ],
    },
    Text {
        kind: Policy,
        title: "Handling complaints",
        product: "",
        date: (2025, 2, 20),
        parts: &[
            (
                "What a complaint is",
                "Any expression of dissatisfaction is a complaint, whether or not the word is used, through any channel, public posts included. It is recorded on the day it arrives with area and reason. Receipt is confirmed within two working days and the answer given within five; difficult matters may take fifteen with an interim message. The answer addresses each point, says what was found, what is done, and how to go to the ombudsman.",
            ),
            (
                "Areas and reasons",
                "There are five areas besides the app: account opening process; call handling and customer interaction; CDD remediation; fees, charges and interest; payment processing. Each has between five and nine reasons. Choose the area in which the customer would want something changed. A late payment because of a due diligence restriction belongs to CDD remediation. Rudeness on a call about fees belongs to call handling. If two fit, take the one named first.",
            ),
            (
                "Goodwill",
                "Colleagues may refund up to 50 per customer and year, team leads up to 500, the head of client services more. Refunds for our own errors are not goodwill and have no limit. An apology is given where the customer is right and also where they were treated without respect, whatever the matter. Flowers are allowed. Standard texts without an answer to the question are not; three such answers were the most frequent reason for second complaints last year.",
            ),
        ],
    },
    Text {
        kind: Policy,
        title: "Call backs and waiting times",
        product: "",
        date: (2025, 4, 15),
        parts: &[
            (
                "Promised calls",
                "A call that has been promised is made, by the person who promised it or by a named colleague. The time is given as a window of at most two hours and confirmed by text message. We let it ring for thirty seconds, try twice and leave a number that reaches the same team. A call back that is missed counts as a complaint even if the customer says nothing, and is made good the next morning before ten.",
            ),
            (
                "Waiting",
                "Eight in ten calls shall be answered within three minutes. The announcement names the real waiting time and offers a call back from five minutes on. Reports of lost cards are taken first, by pressing 1. Mondays before ten, the first of the month and the days after letters to many customers need additional people; letters are therefore announced to the planning desk two weeks ahead. Pressing zero always leads to a person.",
            ),
        ],
    },
    Text {
        kind: Policy,
        title: "Handing over between channels",
        product: "",
        date: (2025, 7, 1),
        parts: &[
            (
                "From the assistant to people",
                "A chat goes to a person when the assistant has failed twice, when the customer asks for it, or when words point to distress, fraud or a death. The text goes along and the person says so in the first line, so that nobody has to repeat the story. The first conversation is marked as escalated, and the second names where it came from. We count how many conversations of the assistant are handed over; about three in ten is normal.",
            ),
            (
                "From writing to the telephone",
                "If a matter cannot be settled in two messages, a call is offered. The call note names the chat or the e-mail before it. Customers who write by letter are answered by letter. Calls that follow a chat should be rare: above one in ten the reasons are looked at every month, since each means that somebody had to explain the same thing twice. Relationship managers are informed about escalations of their customers on the same day.",
            ),
        ],
    },
    Text {
        kind: Notice,
        title: "Review files due in January 2026",
        product: "",
        date: (2025, 12, 18),
        parts: &[
            (
                "Why January will be busy",
                "The files that were opened in the campaign of January 2023 are due for review after three years. About four hundred fall due between 2 January and 13 February 2026, on every working day. Letters go out in weekly portions. The desk is strengthened by two colleagues from onboarding. Expect more calls about restrictions and repeated requests than usual, and more visits to the branches with papers in hand.",
            ),
            (
                "What to look out for",
                "Check the file before asking: in the autumn one in four requests was for a paper that we held. Identity documents of former directors are not needed once the register shows that they have left. Pensioners without a scanner may bring originals to any branch, where copies are made free of charge. Before a restriction takes effect, read what came in on the last two days, and call the customer if wages or a pension are about to arrive.",
            ),
        ],
    },
    Text {
        kind: Policy,
        title: "Privacy and data in customer files",
        product: "",
        date: (2025, 6, 3),
        parts: &[
            (
                "What we keep",
                "Messages and call notes are kept for ten years, chats for two, recordings of calls for ninety days unless there is a dispute. Notes are written so that the customer may read them, because they may. Feelings are described by what was said or done, not by judgement. Health, belief and family matters are recorded only where a decision depends on them. Every look into a file is logged with the person and the time.",
            ),
            (
                "When something goes wrong",
                "A document in the wrong file, a letter to the wrong address or a message to the wrong person is reported to the data protection desk within one hour. The desk decides within 72 hours whether the authority and the people concerned must be told. The document is removed at once and the access log is checked. We tell the customer what happened in plain words, also when it is embarrassing, and what we have changed since.",
            ),
        ],
    },
];

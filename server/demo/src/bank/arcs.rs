//! Two hand-written relationships: Alderney Marine, platinum, which sours over the year, and Osei Textiles, which
//! begins badly and recovers; and one message of Hartmann Logistik. The rest of the year is random.

use chrono::NaiveDate;
use model::record::{Channel, Kind};

use super::calendar::day;
use super::texts::AREAS;

/// The first customers, who write only here and in [`EVERYDAY`].
pub const CLIENTS: usize = 2;
/// The number of ordinary questions by each of them.
pub const EVERYDAY: [usize; CLIENTS] = [20, 17];
/// Within this many days of the start: before Alderney Marine's autumn.
pub const EVERYDAY_DAYS: i64 = 270;

/// A verbatim message, except for the slots that name its writer.
#[derive(Debug)]
pub struct Line {
    pub client: usize,
    date: (i32, u32, u32),
    pub channel: Channel,
    /// Its sentiment, from -1 to 1.
    pub sentiment: f64,
    category: &'static str,
    kind: Kind,
    reason: &'static str,
    pub subject: &'static str,
    pub body: &'static str,
}

impl Line {
    pub fn day(&self) -> NaiveDate {
        day(self.date.0, self.date.1, self.date.2)
    }
}

/// A line's place in [`AREAS`]: area and reason.
pub fn place(line: &Line) -> Option<(usize, usize)> {
    AREAS.iter().enumerate().find_map(|(i, area)| {
        let reason = area.reasons.iter().position(|r| r.name == line.reason)?;
        (area.category == line.category && area.kind == line.kind).then_some((i, reason))
    })
}

const fn line(
    client: usize,
    date: (i32, u32, u32),
    channel: Channel,
    (about, sentiment): ((&'static str, Kind, &'static str), f64),
    subject: &'static str,
    body: &'static str,
) -> Line {
    Line { client, date, channel, sentiment, category: about.0, kind: about.1, reason: about.2, subject, body }
}

const THANKS: (&str, Kind, &str) = ("Service feedback", Kind::Feedback, "Thanks for help");
const PRODUCT: (&str, Kind, &str) = ("Service feedback", Kind::Feedback, "Happy with a product");
const LATE: (&str, Kind, &str) = ("Payment processing", Kind::Complaint, "Payment delayed");
const ABROAD: (&str, Kind, &str) = ("Payment processing", Kind::Complaint, "International transfer problems");
const AGAIN: (&str, Kind, &str) = ("CDD Remediation", Kind::Complaint, "Repeated document requests");
const BLOCKED: (&str, Kind, &str) = ("CDD Remediation", Kind::Complaint, "Account restrictions");
const FEE: (&str, Kind, &str) = ("Fees, Charges and Interest", Kind::Complaint, "Account maintenance fee");
const SILENCE: (&str, Kind, &str) =
    ("Call Handling / Customer Interaction", Kind::Complaint, "Promised call back never came");
const LOGIN: (&str, Kind, &str) = ("Mobile app", Kind::Complaint, "Login failures");
const CRASH: (&str, Kind, &str) = ("Mobile app", Kind::Complaint, "Crashes");
const LOAN: (&str, Kind, &str) = ("Lending and mortgages", Kind::Enquiry, "Business loan");
const MEETING: (&str, Kind, &str) = ("Account services", Kind::Enquiry, "Opening hours and appointments");
const DETAILS: (&str, Kind, &str) = ("Account services", Kind::Request, "Change of details");

/// Both stories, each in time order, and a line of Hartmann Logistik.
pub const SCRIPT: &[Line] = &[
    line(
        0,
        (2025, 2, 12),
        Channel::Email,
        (THANKS, 0.9),
        "Letter of credit for the Bergen order",
        "Dear {manager},\n\nthe documents were with the yard by noon, and they sailed the same evening. Please thank the trade desk from all of us; that was excellent work, and it is why we are with you.\n\n{first} {last}\n{role}, Alderney Marine",
    ),
    line(
        0,
        (2025, 4, 8),
        Channel::Phone,
        (LOAN, 0.6),
        "Dry dock extension",
        "{first} {last} (Alderney Marine) called about financing the dry dock extension, roughly GBP 2.4m over eight years. In good spirits, says we are their first address. Promised indicative terms within the week.",
    ),
    line(
        0,
        (2025, 6, 17),
        Channel::Email,
        (LATE, -0.3),
        "Engine shipment, GBP 184,300",
        "Dear {manager},\n\nI am a little surprised: the payment to the engine works left us on Thursday before cut-off and reached them on Tuesday. They kept two engines on the quay over the weekend. No great harm, but it was awkward. Could someone tell me what happened, so that I can tell our board?\n\nRegards\n{first} {last}",
    ),
    line(
        0,
        (2025, 8, 5),
        Channel::Email,
        (AGAIN, -0.5),
        "Shareholder list, third request",
        "{manager},\n\nyour review team has now asked three times for a shareholder list that has not changed since 2011. We sent it on 3 June and on 8 July, certified. Each request arrives as if the last had never been answered. I find this tiresome, and it makes me doubt who is actually reading our file.\n\n{first} {last}",
    ),
    line(
        0,
        (2025, 9, 18),
        Channel::Phone,
        (BLOCKED, -0.6),
        "Freight account restricted",
        "{first} {last}, Alderney Marine (platinum!). Freight account restricted since this morning by the CDD job although the papers are in. Two port fees bounced. {title} {last} was cold: \"I do not shout, but I do remember.\" Restriction lifted 15:20 after I walked over to the review team. RM informed.",
    ),
    line(
        0,
        (2025, 10, 7),
        Channel::Email,
        (FEE, -0.6),
        "Your price list of 1 October",
        "{manager},\n\nso after the summer we have had, a price increase. Our charges go up by 31 percent, announced in a circular addressed to \"Dear account holder\". We have been with this bank for many years and did not get so much as a call. I am disappointed, and I am not the only one here.\n\n{first} {last}\n{role}",
    ),
    line(
        0,
        (2025, 11, 11),
        Channel::Email,
        (LATE, -0.8),
        "Payroll did not run",
        "It is 16:05. Our crews' wages have not gone out, 212 people, four ships, and your status page was green until lunch. I have called the premium line six times and spoken to nobody. This is a serious failure and I expect to be told tonight what is being done.\n\n{first} {last}, Alderney Marine",
    ),
    line(
        0,
        (2025, 11, 20),
        Channel::Email,
        (LATE, -0.8),
        "Re: Payroll did not run",
        "Nine days, and the only thing that reached us is a survey asking how we liked the outage page. We paid GBP 6,150 to our crews for the delay. I asked for a written explanation and for that sum. I have neither. Frankly, I am angry.\n\n{last}",
    ),
    line(
        0,
        (2025, 12, 4),
        Channel::Phone,
        (SILENCE, -0.8),
        "RM does not call back",
        "{title} {last}, Alderney Marine. Fourth attempt to reach the relationship manager in two weeks. Call backs promised 24, 26 and 28 Nov, none made. Bitter: \"You used to answer.\" Wants the head of corporate. Passed on as urgent, apologised.",
    ),
    line(
        0,
        (2025, 12, 16),
        Channel::Letter,
        (SILENCE, -0.7),
        "Our relationship with your bank",
        "Dear Sirs,\n\nI write formally because nothing else has worked. Over six months we have had a delayed shipment, a wrongful restriction, an unexplained price increase and a failed payroll, and not one of our messages was answered by a person with the authority to act.\n\nOur board has asked me to obtain offers from two other banks. I regret this. We were proud to bank with you.\n\nYours faithfully\n{first} {last}\n{role}, Alderney Marine",
    ),
    line(
        0,
        (2026, 1, 9),
        Channel::Email,
        (LATE, -0.6),
        "Charter hire, value date wrong again",
        "The charter hire of GBP 96,400 was booked with a value date two days late, and the owners have charged us default interest. I no longer expect an explanation. Correct it, please.\n\n{last}",
    ),
    line(
        0,
        (2026, 1, 16),
        Channel::Email,
        (LOGIN, -0.9),
        "Locked out, all of us",
        "The whole finance team is locked out since the update; the branch says some 1,900 customers are in the same place. Nobody here can approve a payment, and on a Friday. Your device check rejects every phone we own. This is a terrible end to a terrible half-year.\n\n{first} {last}\n{role}, Alderney Marine",
    ),
    line(
        0,
        (2026, 1, 21),
        Channel::Phone,
        (LOGIN, -0.8),
        "Still locked out",
        "{title} {last}, Alderney Marine, platinum. Still locked out after five days, code loop on all three approvers' phones. Ships waiting for bunker payments, angry and very tired of us. Said the other bank had them set up in an afternoon. Second line to call within the hour; I do not think we keep them.",
    ),
    line(
        0,
        (2026, 1, 29),
        Channel::Letter,
        (SILENCE, -0.9),
        "Notice",
        "Dear Sirs,\n\nnone of my letters since November has been answered. The board has decided to move our operating accounts by the end of the quarter unless somebody with authority sits at our table before then. The service we have had is unacceptable, and the silence was worse than the faults.\n\nYours faithfully\n{first} {last}\n{role}, Alderney Marine",
    ),
    line(
        1,
        (2025, 2, 20),
        Channel::Email,
        (ABROAD, -0.7),
        "Transfer from Tema lost",
        "Good day,\n\nUSD 41,200 from our buyer in Tema has been missing for two weeks. The buyer has the SWIFT copy, you say that you have nothing. The cotton is paid for, the mill is waiting. This is a very bad situation for a family company. Please find it.\n\n{first} {last}\nOsei Textiles",
    ),
    line(
        1,
        (2025, 3, 6),
        Channel::Phone,
        (ABROAD, -0.9),
        "Tema transfer, second call",
        "{first} {last}, Osei Textiles. Furious, and I cannot blame {him}: the USD 41,200 has been sitting in our own suspense account since 18 Feb. Nobody looked. Mill stopped for two days. Credited while on the phone, {he} wants the interest and an apology from a director.",
    ),
    line(
        1,
        (2025, 3, 27),
        Channel::Email,
        (BLOCKED, -0.9),
        "Account restricted, after all that",
        "Three weeks after you lost our money you restrict our account, because a form is missing that nobody sent us. I have no words left. My father opened this account. If it is not open tomorrow, I close it.\n\n{first} {last}",
    ),
    line(
        1,
        (2025, 5, 13),
        Channel::Phone,
        (SILENCE, -0.6),
        "No call back on compensation",
        "{title} {last}, Osei Textiles. Was promised a call about compensation by 2 May. Not angry any more, worse: polite. Is collecting offers elsewhere. Suggested a meeting with the new relationship manager, {he} said \"one meeting\".",
    ),
    line(
        1,
        (2025, 6, 3),
        Channel::Email,
        (MEETING, -0.1),
        "Meeting on Thursday",
        "Thursday at ten is possible. I will bring the list of what went wrong; it fits on one page. Please bring somebody who may decide.\n\n{first} {last}",
    ),
    line(
        1,
        (2025, 6, 12),
        Channel::Email,
        (DETAILS, 0.3),
        "As agreed: contacts and incoming payments",
        "Dear {manager},\n\nthank you for coming yourself. As agreed, please note {first} {last} as the only contact for incoming transfers, and send the daily list to our office by nine. The interest has arrived. It is a start.\n\n{first}",
    ),
    line(
        1,
        (2025, 7, 15),
        Channel::Email,
        (THANKS, 0.7),
        "The daily list",
        "The list has come every morning for a month, and twice your desk rang us before we noticed anything. I said harsh things in the spring. I want to say as clearly that this is good now.\n\n{first} {last}\nOsei Textiles",
    ),
    line(
        1,
        (2025, 9, 2),
        Channel::Email,
        (PRODUCT, 0.9),
        "Letter of credit, Izmir",
        "Opened in a day, amended in an hour, paid on time. Our supplier in Izmir asked which bank that was. Great work, thank you.\n\n{first} {last}",
    ),
    line(
        1,
        (2025, 10, 22),
        Channel::Phone,
        (LOAN, 0.5),
        "New looms",
        "{first} {last}, Osei Textiles, asks for an offer on eight new looms, USD 620,000 over six years. Cheerful. Says {he} would rather do it with us than with the two banks that have offered already.",
    ),
    line(
        1,
        (2025, 12, 9),
        Channel::Letter,
        (THANKS, 0.9),
        "At the end of the year",
        "Dear {manager},\n\nin February I wanted to leave. We are staying, and we have moved our savings to you as well. Thank you for your honesty in June, and for the people who have picked up the telephone ever since. With the very best wishes for the holidays.\n\n{first} {last}\nOsei Textiles",
    ),
    line(
        1,
        (2026, 1, 16),
        Channel::Email,
        (CRASH, -0.3),
        "Statements",
        "It closes when I open a statement. Three times this morning. I know you will look at it, so only this: the {device}, the statement of December, the moment I scroll. Annoying, but we have been through worse together.\n\n{first} {last}",
    ),
    line(
        1,
        (2026, 1, 20),
        Channel::Email,
        (THANKS, 0.8),
        "Re: Statements",
        "Your colleague called within two hours, sent the December statement as a PDF and rang again today to say that a correction is on its way. That is how it should be. Thank you.\n\n{first} {last}\nOsei Textiles",
    ),
    line(
        2,
        (2026, 1, 16),
        Channel::Email,
        (LOGIN, -0.5),
        "Sign-in on the phone",
        "Good morning,\n\nI cannot get past the sign-in screen since the update of 15 January. The code arrives, then the app asks for it again. I have tried it with three codes and two colleagues watching, and it is frustrating for all of us: payments to carriers are waiting for my approval.\n\nRegards\n{first} {last}\n{role}, Hartmann Logistik",
    ),
];

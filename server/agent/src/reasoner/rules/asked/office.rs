//! Requests for the office's drafts (E-048): an e-mail to an address, a meeting, a quote, a report. What the request does
//! not say is asked back; nothing is made up. Letters to customers have a plan of their own.

use chrono::{Datelike, Days, NaiveDate, NaiveTime, Weekday};
use model::answer::Offer;
use model::run::PlannedCall;
use model::text::capital;
use query::range::month_number;
use query::values::pick;
use serde_json::{Value, json};

use super::super::reading::{Interpretation, Unclear};
use crate::view::View;
use tools::without_empty;

const EMAIL: &str = "draft_email";
const MEETING: &str = "schedule_meeting";
const QUOTE: &str = "generate_quote";
const REPORT: &str = "generate_document";
/// The tools whose drafts wait for a person, who may edit them.
pub const DRAFTS: [&str; 4] = [EMAIL, MEETING, QUOTE, REPORT];

const WRITES: [&str; 8] = ["draft", "write", "compose", "prepare", "create", "generate", "make", "send"];
const MEETS: [&str; 7] = ["schedule", "arrange", "plan", "book", "set", "create", "make"];
/// Words before the verb, and between the verb and what is to be made.
const POLITE: [&str; 10] = ["please", "can", "could", "would", "you", "me", "us", "a", "an", "the"];
const DEFAULT_MEETING_MINUTES: u32 = 60;

/// The draft that a question asks for; `None` for any other question.
pub fn asked(question: &str, view: &View<'_>) -> Option<Interpretation> {
    let words: Vec<String> = pick::words(question).into_iter().map(|(word, _)| word).collect();
    let mut said = words.iter().map(String::as_str).filter(|word| !POLITE.contains(word));
    let verb = said.next()?;
    let mut things = said.take(2);
    let (writes, meets) = (WRITES.contains(&verb), MEETS.contains(&verb));
    let tool = things.find_map(|word| match word {
        "email" | "mail" | "e-mail" | "e" if writes && question.contains('@') => Some(EMAIL),
        "quote" | "quotation" if writes => Some(QUOTE),
        "report" if writes && verb != "send" => Some(REPORT),
        "meeting" | "appointment" if meets => Some(MEETING),
        _ => None,
    })?;
    view.tools.find(tool)?;
    Some(match tool {
        EMAIL => email(question),
        MEETING => meeting(question, view),
        QUOTE => quote(question, view),
        _ => report(question),
    })
}

fn back(why: &str, offers: Vec<Offer>) -> Interpretation {
    Interpretation::Unclear(Unclear { why: why.to_owned(), offers, ..Unclear::default() })
}

fn call(tool: &str, args: Value) -> Interpretation {
    Interpretation::Tools(vec![PlannedCall { tool: tool.to_owned(), args: without_empty(args) }])
}

fn addresses(text: &str) -> Vec<&str> {
    let words = text.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '<' | '>' | '"'));
    words.map(|word| word.trim_end_matches(['.', '?', '!', ':'])).filter(|word| word.contains('@')).collect()
}

/// What it is about, in the person's own words.
fn topic(text: &str) -> Option<&str> {
    let lower = text.to_ascii_lowercase();
    let after = |lead: &str| lower.find(lead).map(|at| at + lead.len());
    let at = [" about ", " regarding ", " concerning "].iter().filter_map(|lead| after(lead)).min()?;
    // What follows it belongs to whom it goes to, or when it is.
    let rest = &text[at..];
    let ends = [" to ", " with ", " on ", " at ", " tomorrow", " today"];
    let takes = |end: &str| {
        rest.to_ascii_lowercase().find(end).filter(|at| {
            let next = rest[at + end.len()..].trim_start();
            let first = next.split_whitespace().next().unwrap_or_default();
            end.starts_with(" to") && first.contains('@')
                || end.starts_with(" at") && first.starts_with(|c: char| c.is_ascii_digit())
                || end.starts_with(" with") && first.contains('@')
                || end.starts_with(" on") && day_in(&rest[*at..], NaiveDate::MIN).is_some()
                || matches!(end, " tomorrow" | " today")
        })
    };
    let end = ends.into_iter().filter_map(takes).min().unwrap_or(rest.len());
    Some(rest[..end].trim().trim_end_matches(['.', '?', '!'])).filter(|topic| !topic.is_empty())
}

fn email(question: &str) -> Interpretation {
    let to = addresses(question).join(", ");
    let Some(topic) = topic(question) else {
        return back(
            "What is the e-mail about? Ask like this: draft an email to ann@example.com about the delay.",
            vec![],
        );
    };
    let body = format!("Hello,\n\nI am writing about {topic}.\n\n\n\nKind regards");
    call(EMAIL, json!({ "to": to, "subject": capital(topic), "body": body }))
}

fn meeting(question: &str, view: &View<'_>) -> Interpretation {
    let how =
        format!("Ask like this: schedule a meeting with {} tomorrow at 10 about the contract.", some_customer(view));
    let (day, start) = (day_in(question, view.as_of), time_in(question));
    let (Some(day), Some(start)) = (day, start) else {
        let missing = match (day, start) {
            (None, None) => "On which day, and at what time?",
            (None, _) => "On which day?",
            _ => "At what time?",
        };
        return back(&format!("{missing} {how}"), vec![]);
    };
    let lower = question.to_lowercase();
    let customer =
        view.vocabulary.customers.iter().map(|(_, name)| name).find(|name| lower.contains(&name.to_lowercase()));
    let attendees = addresses(question);
    let whom = customer.cloned().or_else(|| (!attendees.is_empty()).then(|| attendees.join(", ")));
    let topic = topic(question);
    let title = match (&whom, topic) {
        (Some(whom), _) => format!("Meeting with {whom}"),
        (None, Some(topic)) => format!("Meeting about {topic}"),
        (None, None) => return back(&format!("With whom, or about what? {how}"), vec![]),
    };
    let args = json!({
        "title": title,
        "day": day.to_string(),
        "start": start.format("%H:%M").to_string(),
        "minutes": minutes_in(&lower),
        "attendees": attendees,
        "agenda": topic.map(capital),
    });
    call(MEETING, args)
}

fn quote(question: &str, view: &View<'_>) -> Interpretation {
    let lower = question.to_lowercase();
    let customer = view.vocabulary.customers.iter().find(|(id, name)| {
        lower.contains(&name.to_lowercase()) || lower.split_whitespace().any(|word| word.trim_end_matches(':') == id)
    });
    let positions: Option<Vec<(Value, String)>> =
        question.split_once(':').and_then(|(_, list)| list.split(';').map(position).collect());
    match (customer, positions.as_deref()) {
        (Some((id, _)), Some([(_, currency), ..] | [(_, currency)]))
            if positions.iter().flatten().all(|(_, other)| other == currency) =>
        {
            let products: Vec<Value> = positions.iter().flatten().map(|(product, _)| product.clone()).collect();
            call(QUOTE, json!({ "customer_id": id, "products": products, "currency": currency }))
        }
        _ => {
            let how = format!(
                "A quote needs a customer, and each product with its quantity, price and currency. Ask like this: \
                 generate a quote for {}: 10 x card readers at 120.50 EUR; 1 x installation at 300 EUR.",
                some_customer(view)
            );
            back(&how, vec![])
        }
    }
}

/// A customer of the desk for an example.
fn some_customer<'a>(view: &View<'a>) -> &'a str {
    view.vocabulary.customers.first().map_or("Example Ltd", |(_, name)| name)
}

/// "10 x card readers at 120.50 EUR".
fn position(text: &str) -> Option<(Value, String)> {
    let (quantity, rest) = text.trim().split_once(' ')?;
    let quantity: u32 = quantity.trim_end_matches(['x', '×']).parse().ok()?;
    let (name, price) = rest.rsplit_once(" at ")?;
    let name = name.trim_start_matches("x ").trim_start_matches("× ").trim();
    let (price, currency) = price.trim().trim_end_matches('.').split_once(' ')?;
    let price: f64 = price.parse().ok()?;
    let product = json!({ "name": name, "quantity": quantity, "unit_price": price });
    (!name.is_empty()).then(|| (product, currency.trim().to_uppercase()))
}

fn report(question: &str) -> Interpretation {
    const HOW: &str =
        "A report is written from an answer. Ask the question that it should answer, and download the answer.";
    let offer = |topic: &str| Offer { question: capital(topic), counts: "The figures of the report".into() };
    back(HOW, topic(question).map(offer).into_iter().collect())
}

/// The day that words name, not before `today`: tomorrow, a weekday, 2026-02-03, 3 February.
fn day_in(text: &str, today: NaiveDate) -> Option<NaiveDate> {
    let lower = text.to_lowercase();
    let words: Vec<&str> =
        lower.split(|c: char| c.is_whitespace() || c == ',').map(|w| w.trim_matches(['.', '?'])).collect();
    let written = |at: usize| {
        let day: u32 = words[at].trim_end_matches(['s', 't', 'n', 'd', 'r', 'h']).parse().ok()?;
        let month = month_number(words.get(at + 1)?)?;
        let year = words.get(at + 2).and_then(|word| word.parse().ok()).filter(|year| *year > 1_000);
        let this = |year: i32| NaiveDate::from_ymd_opt(year, month, day);
        year.map_or_else(|| this(today.year()).filter(|day| *day >= today).or_else(|| this(today.year() + 1)), this)
    };
    (0..words.len()).find_map(|at| match words[at] {
        "today" => Some(today),
        "tomorrow" => today.checked_add_days(Days::new(1)),
        word => {
            let weekday = word.parse::<Weekday>().ok().filter(|_| word.ends_with("day"));
            let next = |wanted: Weekday| {
                let days = (wanted.num_days_from_monday() + 7 - today.weekday().num_days_from_monday()) % 7;
                today.checked_add_days(Days::new(if days == 0 { 7 } else { days.into() }))
            };
            word.parse::<NaiveDate>().ok().or_else(|| next(weekday?)).or_else(|| written(at))
        }
    })
}

/// "At 10", "at 14:30", "at 3 pm".
fn time_in(text: &str) -> Option<NaiveTime> {
    let lower = text.to_lowercase();
    let words: Vec<&str> = lower.split_whitespace().map(|word| word.trim_end_matches(['.', '?', ',', '!'])).collect();
    words.windows(2).enumerate().filter(|(_, pair)| pair[0] == "at").find_map(|(at, pair)| {
        let (clock, half) = match (pair[1].strip_suffix("pm"), pair[1].strip_suffix("am")) {
            (Some(clock), _) => (clock, Some("pm")),
            (_, Some(clock)) => (clock, Some("am")),
            _ => (pair[1], words.get(at + 2).copied()),
        };
        let (hour, minute) = clock.split_once([':', '.']).unwrap_or((clock, "0"));
        let (hour, minute): (u32, u32) = (hour.parse().ok()?, minute.parse().ok()?);
        let hour = match half {
            Some("pm") if hour < 12 => hour + 12,
            Some("am") if hour == 12 => 0,
            _ => hour,
        };
        NaiveTime::from_hms_opt(hour, minute, 0)
    })
}

/// "For 30 minutes", "for two hours"; an hour if nothing is said.
fn minutes_in(lower: &str) -> u32 {
    let words: Vec<&str> = lower.split_whitespace().map(|word| word.trim_end_matches(['.', '?', ','])).collect();
    let length = words.windows(3).filter(|three| three[0] == "for").find_map(|three| {
        let n: f64 = match three[1] {
            "a" | "an" | "one" => 1.0,
            "two" => 2.0,
            "half" => 0.5,
            number => number.parse().ok()?,
        };
        match three[2] {
            unit if unit.starts_with("minute") => Some(n as u32),
            unit if unit.starts_with("hour") => Some((n * 60.0) as u32),
            _ => None,
        }
    });
    length.unwrap_or(DEFAULT_MEETING_MINUTES)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_and_times_are_those_to_come() {
        let today: NaiveDate = "2026-01-31".parse().unwrap();
        for (text, day) in [
            ("tomorrow at 10", Some("2026-02-01")),
            ("on Tuesday at 9", Some("2026-02-03")),
            ("on Saturday", Some("2026-02-07")),
            ("on 3 February at 14:30", Some("2026-02-03")),
            ("on 3rd January", Some("2027-01-03")),
            ("on 2026-03-01", Some("2026-03-01")),
            ("with Ann at 10", None),
        ] {
            assert_eq!(day_in(text, today), day.map(|day| day.parse().unwrap()), "{text}");
        }
        for (text, time) in [
            ("at 10", Some("10:00")),
            ("at 14:30.", Some("14:30")),
            ("at 3 pm", Some("15:00")),
            ("at 9am", Some("09:00")),
            ("at noon", None),
        ] {
            assert_eq!(time_in(text).map(|time| time.format("%H:%M").to_string()).as_deref(), time, "{text}");
        }
        assert_eq!((minutes_in("for 30 minutes"), minutes_in("for two hours"), minutes_in("for Ann")), (30, 120, 60));
    }

    #[test]
    fn a_topic_ends_where_the_address_or_the_time_begins() {
        assert_eq!(topic("Draft an email about the delay to ann@example.com"), Some("the delay"));
        assert_eq!(topic("a meeting with Ann about the move to Berlin tomorrow at 10"), Some("the move to Berlin"));
        assert_eq!(topic("a meeting tomorrow at 10 about the contract."), Some("the contract"));
        assert_eq!(topic("a meeting tomorrow at 10"), None);
    }

    #[test]
    fn a_position_has_a_quantity_a_price_and_a_currency() {
        let (product, currency) = position(" 10 x card readers at 120.50 eur").unwrap();
        assert_eq!(
            (currency.as_str(), &product["name"], &product["quantity"]),
            ("EUR", &json!("card readers"), &json!(10))
        );
        assert!(position("card readers at 120 EUR").is_none() && position("10 card readers").is_none());
    }
}

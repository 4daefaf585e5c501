//! A frame as a question: what a "did you mean" offers, in words that are read as what they say.

use reader::{Act, Aggregation};

use super::types::{FilterSlot, Frame, Group};
use crate::describe;

/// The question that asks for `act` of what a frame is about; `None` where it names too little for that.
pub fn question(frame: &Frame, act: Act) -> Option<String> {
    let customer = frame.customer().map(|(_, name)| name.to_owned());
    let about = labels(frame, false);
    let except = excepted(frame);
    let of = if about.is_empty() { String::new() } else { format!(" about {about}") };
    let of = if except.is_empty() { of } else { format!("{of} other than {except}") };
    let with_customer = customer.as_ref().map(|name| format!(" of {name}")).unwrap_or_default();
    let when = frame.time.as_ref().map(|time| format!(" ({})", time.time.label)).unwrap_or_default();
    let records = records(frame);
    let by: Vec<String> = frame.groups.iter().map(|group| group.name().replace('_', " ")).collect();
    let by = if by.is_empty() { String::new() } else { format!(" by {}", by.join(" and ")) };
    let whom = customer.clone().unwrap_or_else(|| "our customers".to_owned());
    Some(match act {
        Act::Figure => match (&frame.measure, frame.aggregation) {
            (Some(measure), aggregation) => {
                let aggregation = aggregation.map_or("", Aggregation::as_str);
                format!(
                    "{} of {records}{with_customer}{of}{by}{when}",
                    format!("{aggregation} {}", measure.replace('_', " ")).trim()
                )
            }
            _ => format!("How many {records}{with_customer}{of}{by}{when}?"),
        },
        Act::List => format!("List the {records}{with_customer}{of}{when}"),
        Act::Why => format!("Why do {whom} complain{of}{when}?"),
        Act::Trend => format!("Trend of {records}{with_customer}{of}{when}"),
        Act::When => format!("When did {records}{of} start to rise{when}?"),
        Act::Topics => format!("What do {whom} write about{when}?"),
        Act::Sentiment => format!("How do {whom} feel{of}{when}?"),
        Act::Said => format!("Show me what {whom} say{of}{when}"),
        Act::CallSheet => format!("Tell me about {}", customer?),
        Act::LastContact => format!("When did we last speak to {}?", customer?),
        Act::Who => format!("Who looks after {}?", customer?),
        Act::Health => format!("How is the relationship with {}?", customer?),
        Act::Promises => format!("What did we promise {whom}?"),
        Act::Risk => format!("Which customers are at risk{of}?"),
        Act::Urgent => "What needs attention first?".to_owned(),
        Act::Sla => format!("How many cases{with_customer}{of} are late{when}?"),
        Act::Resolution => format!("How long does it take to resolve cases{of}{when}?"),
        Act::Escalation => format!("How many conversations{of} moved to another channel{when}?"),
        Act::Anomaly => format!("What is unusual{of}{when}?"),
        Act::Document => {
            format!("What do our documents say{}?", frame.about.as_ref().map_or(of, |about| format!(" about {about}")))
        }
        Act::Sources => "Which data sources are there?".to_owned(),
        Act::Record | Act::Similar => format!("Show me {}", frame.id.as_ref()?),
        _ => return None,
    })
}

/// The records, as a question names them.
pub fn records(frame: &Frame) -> String {
    if let Some(kind) = frame.filter("kind").filter(|f| !f.negated && f.values.len() == 1) {
        return match kind.values[0].as_str() {
            "complaint" => "complaints",
            "enquiry" => "enquiries",
            "request" => "requests",
            _ => "messages",
        }
        .to_owned();
    }
    frame.dataset.map_or("messages", |dataset| describe::noun(dataset).1).to_owned()
}

/// The labels of what narrows it, the kind of message and the customer aside.
fn labels(frame: &Frame, customer: bool) -> String {
    let own = |column: &str| column != "kind" && (customer || column != "customer");
    let all = frame.filters.iter().filter(|f| own(&f.column) && !f.labels.is_empty() && !f.negated);
    all.map(says).collect::<Vec<_>>().join(", ")
}

/// What a condition says: the words for it where its value is yes or no.
fn says(slot: &FilterSlot) -> String {
    let labels = slot.labels.join(" or ");
    match labels.as_str() {
        "yes" | "no" if !slot.words.is_empty() => slot.words.clone(),
        "yes" => slot.column.replace('_', " "),
        "no" => format!("not {}", slot.column.replace('_', " ")),
        _ => labels,
    }
}

/// The labels of what is left out.
fn excepted(frame: &Frame) -> String {
    let all = frame.filters.iter().filter(|f| f.negated && !f.labels.is_empty());
    all.map(says).collect::<Vec<_>>().join(" or ")
}

/// What a frame was taken for, as the end of a sentence: "a question on complaints about Mobile banking, by region, March 2026".
pub fn taken_for(frame: &Frame) -> String {
    let queried = matches!(frame.act, Act::Figure | Act::List | Act::Compare | Act::Trend);
    match question(frame, frame.act).filter(|_| !queried) {
        Some(question) => format!("the question: {}", question.trim_end_matches('?')),
        None if !queried => format!("a question on {}", frame.act.as_str().replace('_', " ")),
        None => format!("a question on {}", queried_for(frame)),
    }
}

fn queried_for(frame: &Frame) -> String {
    let mut parts = vec![records(frame)];
    if let Some(measure) = &frame.measure {
        parts.insert(
            0,
            format!("{} {}", frame.aggregation.map_or("", Aggregation::as_str), measure.replace('_', " "))
                .trim()
                .to_owned(),
        );
    }
    let (narrowed, except) = (labels(frame, true), excepted(frame));
    parts.extend((!narrowed.is_empty()).then_some(narrowed));
    parts.extend((!except.is_empty()).then(|| format!("other than {except}")));
    parts.extend(frame.groups.iter().map(|group| match group {
        Group::Column(name) => format!("by {}", name.replace('_', " ")),
        Group::Time(bucket) => format!("by {}", bucket.as_str()),
    }));
    parts.extend(frame.time.as_ref().map(|time| time.words.clone()));
    parts.join(", ")
}

//! Answers without data: what the desk can do, a method, a word of thanks, and an honest "no".

use model::answer::Offer;

use super::super::methods::Method;
use super::super::reading::Unclear;
use super::super::{EXAMPLES, aside, follow, offer, parse};
use crate::view::{Draft, View};
use query::ast::Dataset;
use query::describe::noun;
use tools::Effect;

/// How many tables and example questions are named to people who ask what is possible.
const MAX_TABLES: usize = 6;
const MAX_EXAMPLES: usize = 8;

/// What can be asked, by the kinds of data that there are.
pub fn abilities(view: &View<'_>) -> Draft {
    let examples: Vec<String> = aside(|| follow::to_begin_with(view)).into_iter().take(MAX_EXAMPLES).collect();
    let mut says = Vec::new();
    if view.has_records() {
        says.push(
            "I answer questions about customers, what they write and their cases: how many, which, why and since when."
                .to_owned(),
        );
    }
    if view.vocabulary.documents {
        says.push("I look things up in the firm's own documents.".to_owned());
    }
    let tables: Vec<&str> =
        view.vocabulary.sources.iter().map(|opened| noun(Dataset::Source(opened.source.name)).1).collect();
    if !tables.is_empty() {
        let more = match tables.len().saturating_sub(MAX_TABLES) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        says.push(format!(
            "I add up and compare the figures of the firm's tables: {}{more}.",
            tables[..tables.len().min(MAX_TABLES)].join(", ")
        ));
    }
    if says.is_empty() {
        says.push("There is no data yet, so there is nothing to ask about.".to_owned());
    } else if view.offered().any(|tool| tool.effect == Effect::Acts) {
        says.push("I propose letters and changes of cases; nothing happens until a person approves.".to_owned());
    }
    let how = match view.run.model.as_str() {
        "" | "rules" => "I work by rules, without a model".to_owned(),
        model => format!("I reason with the model {model}"),
    };
    says.push(format!("{how}; every figure leads back to the record it came from."));
    let text = format!("{}{}", says.join(" "), listed("\n\nFor example:", &examples));
    Draft { text, follow_ups: examples.into_iter().take(3).collect(), ..Draft::default() }
}

/// The method, and an example question.
pub fn method((text, next): Method, view: &View<'_>) -> Draft {
    Draft { text: text.into(), follow_ups: follow::questions(view, vec![next.to_owned()]), ..Draft::default() }
}

/// Thanks need only a short reply.
pub fn thanks(view: &View<'_>) -> Draft {
    let follow_ups = follow::questions(view, Vec::new());
    Draft { text: "You are welcome.".into(), follow_ups, ..Draft::default() }
}

/// An honest "no", with answerable readings of the same subject, then questions for any desk.
pub fn unclear(unclear: &Unclear, view: &View<'_>) -> Draft {
    let read = || match unclear.about.as_deref() {
        Some(frame) => offer::readings(frame, view),
        None => offer::near(parse(view).first(), view),
    };
    let offers = if unclear.offers.is_empty() { read() } else { unclear.offers.clone() };
    let follow_ups: Vec<String> = match offers.as_slice() {
        [] => nearest(view),
        own => own.iter().map(|offer| offer.question.clone()).collect(),
    };
    let lead = if offers.is_empty() { " For example, I can answer these." } else { " Did you mean one of these?" };
    let lines: Vec<String> = match offers.as_slice() {
        [] => follow_ups.clone(),
        own => own.iter().map(Offer::line).collect(),
    };
    let text = format!("I cannot answer that. {}{}", unclear.why, listed(lead, &lines));
    let unknown = parse(view).frames.iter().flat_map(|read| read.unknown.iter().chain(&read.unused).cloned()).collect();
    Draft { text, unknown, follow_ups, offers, ..Draft::default() }
}

/// Three examples, first those with a word of what was understood.
fn nearest(view: &View<'_>) -> Vec<String> {
    let all = follow::examples(view, EXAMPLES.len()).into_iter().filter(|question| *question != view.run.question);
    let shares = |question: &String| parse(view).frames.iter().any(|frame| frame.shares_a_word(question));
    let (mut near, others): (Vec<String>, Vec<String>) = all.partition(shares);
    near.extend(others);
    near.truncate(3);
    near
}

fn listed(lead: &str, questions: &[String]) -> String {
    let lines: String = questions.iter().map(|q| format!("\n- {q}")).collect();
    if lines.is_empty() { lines } else { format!("{lead}\n{lines}") }
}

//! Replaces what was read by what grammar knows for certain.

use std::ops::Range;

use reader::{Act, Aggregation, Reading, Role, Span};

use crate::week::WEEKDAYS;

use super::{Mark, Operator, is_function, negated, words};

/// A corrected reading: the scope of negations, comparisons with numbers, and the word for an aggregation.
pub fn corrected(text: &str, marks: &[Mark], reading: &Reading) -> Reading {
    let mut right = reading.clone();
    let changes = marks.iter().any(|mark| mark.operator == Operator::Change);
    right.spans = whole(text, &reading.spans, !changes);
    right
        .spans
        .retain(|span| !of_oneself(text, span) && !of_another(text, &(span.start..span.start + span.text.len())));
    for mark in marks {
        if let Operator::Bound(role, _) = mark.operator {
            bound(text, mark, role, &mut right);
        }
    }
    let out = negated(text, marks, &right.spans);
    let negates = marks.iter().any(|mark| matches!(mark.operator, Operator::Not | Operator::NotBefore));
    for (span, out) in right.spans.iter_mut().zip(out) {
        let own = marks.iter().any(|mark| {
            mark.operator == Operator::Not && span.start <= mark.at.start && mark.at.end <= span.start + span.text.len()
        });
        match span.role {
            Role::Value | Role::Versus if out => span.role = Role::Except,
            Role::Any if out => span.role = Role::None,
            Role::Except if !out && !own && !negates => span.role = Role::Value,
            _ => {}
        }
    }
    for mark in marks.iter().filter(|mark| mark.operator == Operator::Mention) {
        let behind = |span: &&mut Span| span.start >= mark.at.end && matches!(span.role, Role::Value | Role::Except);
        if let Some(span) = right.spans.iter_mut().find(behind).filter(|span| span.role == Role::Value) {
            span.role = Role::About;
        }
    }
    // No record is about the future; deals have a forecast.
    let records = matches!(
        right.act,
        Act::Figure | Act::List | Act::Resolution | Act::Sla | Act::Trend | Act::Compare | Act::When | Act::Topics
    );
    let deals = words(text).iter().any(|word| matches!(word.text.as_str(), "deal" | "deals" | "pipeline" | "quota"));
    if (records || right.act == Act::Forecast && !deals) && marks.iter().any(|mark| mark.operator == Operator::Future) {
        right.act = Act::Outside;
        return right;
    }
    // A rule is in a document; the records show the practice.
    let practice = matches!(right.act, Act::Figure | Act::List | Act::Resolution | Act::Sla | Act::Trend | Act::When);
    if practice && marks.iter().any(|mark| mark.operator == Operator::Rule) {
        (right.act, right.aggregation, right.order, right.one) = (Act::Document, None, None, false);
        return right;
    }
    let said: Vec<Aggregation> = marks
        .iter()
        .filter_map(|mark| match mark.operator {
            Operator::Aggregate(aggregation) if aggregation != Aggregation::Sum => Some(aggregation),
            _ => None,
        })
        .collect();
    if let ([one], None) = (said.as_slice(), right.aggregation) {
        right.aggregation = Some(*one);
    }
    // "From A to B, by how many percent did they rise": the two are compared.
    if changes {
        right.spans =
            right.spans.iter().flat_map(|span| two_ends(span).unwrap_or_else(|| vec![span.clone()])).collect();
        let times = right.with_role(Role::Time).chain(right.with_role(Role::Versus)).count();
        if times > 1
            && right.aggregation == Some(Aggregation::Share)
            && !right.spans.iter().any(|span| span.role == Role::Group)
        {
            right.aggregation = None;
        }
    }
    right
}

/// "For Monday's meeting": the day of something else.
pub fn of_another(text: &str, at: &Range<usize>) -> bool {
    let possessive = |text: &str| ["'s", "’s"].iter().any(|end| text.starts_with(end));
    let day = WEEKDAYS
        .iter()
        .find(|day| text.get(at.start..at.start + day.len()).is_some_and(|own| own.eq_ignore_ascii_case(day)));
    day.is_some_and(|day| {
        let end = at.start + day.len();
        let rest = text.get(end..at.end.max(end)).unwrap_or_default();
        (rest.is_empty() || possessive(rest)) && possessive(&text[end..])
    })
}

/// Whether a time is about the person, before the question: "I am seeing them on Monday. How many …", "Thanks for
/// yesterday! How many …".
fn of_oneself(text: &str, span: &Span) -> bool {
    const OWN: [&str; 10] = ["i", "i'm", "i'll", "i've", "my", "we're", "our", "thanks", "thank", "sorry"];
    let asked = text.trim_end().trim_end_matches(['.', '?', '!']);
    let Some(begins) = asked.rfind(['.', '!']).filter(|at| span.start < *at) else { return false };
    let own = words(&text[..begins]).iter().any(|word| OWN.contains(&word.text.as_str()));
    let weekday = |word: &str| WEEKDAYS.iter().any(|day| day.eq_ignore_ascii_case(word));
    let day = words(&span.text).iter().any(|word| weekday(&word.text));
    own && (span.role == Role::Time || span.role == Role::Value && day)
}

/// The two ends of a time range "from … to …".
fn two_ends(span: &Span) -> Option<Vec<Span>> {
    let words = words(&span.text);
    let at = words.iter().position(|word| matches!(word.text.as_str(), "to" | "and" | "until"))?;
    let open = matches!(words.first()?.text.as_str(), "from" | "between") || words[at].text == "to";
    if span.role != Role::Time || !open {
        return None;
    }
    let first = usize::from(matches!(words.first()?.text.as_str(), "from" | "between"));
    let part = |from: usize, to: usize| -> Option<Span> {
        let (start, end) = (words.get(from)?.at.start, words.get(to)?.at.end);
        (from <= to).then(|| Span { start: span.start + start, text: span.text[start..end].to_owned(), ..span.clone() })
    };
    Some(vec![part(first, at.checked_sub(1)?)?, part(at + 1, words.len() - 1)?])
}

/// Merges spans of one role separated only by a hyphen: "sub-issue". And two times joined by "to" or "through", unless
/// they are compared.
fn whole(text: &str, spans: &[Span], ranges: bool) -> Vec<Span> {
    let ends = |gap: &str| {
        ranges && matches!(gap.trim().to_lowercase().as_str(), "to" | "through" | "until" | "till" | "-" | "–" | "thru")
    };
    let mut all: Vec<Span> = Vec::new();
    for span in spans.iter().filter(|span| span.text.chars().any(char::is_alphanumeric)) {
        let end = span.start + span.text.len();
        match all.last_mut() {
            Some(last)
                if last.role == span.role
                    && text
                        .get(last.start + last.text.len()..span.start)
                        .is_some_and(|gap| matches!(gap, "-" | "/") || span.role == Role::Time && ends(gap)) =>
            {
                text[last.start..end].clone_into(&mut last.text);
                last.probability = last.probability.min(span.probability);
            }
            _ => all.push(span.clone()),
        }
    }
    all
}

/// Marks the words of a comparison with its number, and what is compared after it.
fn bound(text: &str, mark: &Mark, role: Role, reading: &mut Reading) {
    let bounds = |role: Role| matches!(role, Role::Over | Role::AtLeast | Role::Under | Role::AtMost | Role::Exactly);
    let touches = |span: &Span| span.start < mark.at.end && mark.at.start < span.start + span.text.len();
    if let Some(span) = reading.spans.iter_mut().find(|span| touches(span) && bounds(span.role)) {
        span.role = role;
        return;
    }
    if reading.spans.iter().any(touches) {
        return;
    }
    let free = |end: usize| !reading.spans.iter().any(|span| span.start < end && mark.at.end <= span.start);
    let noun = words(&text[mark.at.end..]).into_iter().take_while(|word| !is_function(&word.text)).take(2);
    let end = noun.map(|word| mark.at.end + word.at.end).take_while(|end| free(*end)).last().unwrap_or(mark.at.end);
    let span = Span { role, start: mark.at.start, text: text[mark.at.start..end].to_owned(), probability: 0.5 };
    reading.spans.push(span);
    reading.spans.sort_by_key(|span| span.start);
}

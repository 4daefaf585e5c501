//! A reading before it is linked, settled by what small words and the data's names say of the whole question.

use reader::{Act, Keep, Reading, Role, Span};

use super::Linker;
use super::nouns::{holds, is_of_records};
use crate::ast::Dataset;
use crate::frame::grammar::pointers::points_at_subject;
use crate::frame::grammar::{Mark, Operator, Word, words};
use crate::range;
use crate::values::pick;

/// Nouns of messages and cases that are never anything else.
const RECORDS: &str = "complaint|complain|complained|complaining|enquiry|inquiry|request|message|case|ticket";

impl Linker<'_> {
    /// "Examples of complaints" are such records, not texts with that word; "the oldest complaints" are several; "it" and
    /// "that issue" are what the last question was about.
    pub fn settled(&self, mut reading: Reading, (text, marks): (&str, &[Mark]), follows: bool) -> Reading {
        if let Some(at) = points_at_subject(text).filter(|_| follows) {
            let also = [Keep::Filters, Keep::Time].into_iter().filter(|keep| !reading.keeps(*keep));
            reading.keep = reading.keep.iter().copied().chain(also.collect::<Vec<_>>()).collect();
            reading.spans.retain(|span| span.start + span.text.len() <= at.start || at.end <= span.start);
        }
        // "Close in February": the time in what was read as a value.
        let today = self.as_of;
        let holds_time = |span: &Span| {
            let time = (span.role == Role::Value).then(|| range::find_in(&span.text, today)).flatten();
            time.map(|(_, at)| at).filter(|at| at.start > 0)
        };
        if reading.with_role(Role::Time).next().is_none()
            && let Some((place, at)) =
                reading.spans.iter().enumerate().find_map(|(n, span)| Some((n, holds_time(span)?)))
            && self.value(Dataset::Communications, &reading.spans[place].text).is_none()
        {
            let span = reading.spans[place].clone();
            let time =
                Span { role: Role::Time, start: span.start + at.start, text: span.text[at.clone()].to_owned(), ..span };
            let rest = span.text[..at.start].trim_end().to_owned();
            reading.spans[place].text = rest;
            reading.spans.insert(place + 1, time);
        }
        // "Top complaint reasons" after a question on cases names its own records.
        let own = |word: &Word| holds(RECORDS, &pick::phrase(&word.text));
        if follows
            && reading.keeps(Keep::Subject)
            && reading.with_role(Role::Subject).next().is_none()
            && let Some(word) = words(text).into_iter().find(own)
        {
            let text = text[word.at.clone()].to_owned();
            reading.spans.push(Span { role: Role::Subject, start: word.at.start, text, probability: 0.5 });
            reading.spans.sort_by_key(|span| span.start);
        }
        if reading.with_role(Role::Subject).next().is_none()
            && let Some(span) =
                reading.spans.iter_mut().find(|span| span.role == Role::About && is_of_records(&span.text))
        {
            span.role = Role::Subject;
        }
        let ranks = |mark: &Mark| matches!(mark.operator, Operator::Rank(..));
        let plural = |span: &Span| {
            let last = span.text.trim().rsplit(' ').next().unwrap_or_default();
            last.ends_with('s') && pick::phrase(last) != last.to_lowercase()
        };
        let behind = |span: &Span| plural(span) && marks.iter().any(|mark| ranks(mark) && mark.at.end <= span.start);
        if matches!(reading.act, Act::List | Act::Said) && reading.with_role(Role::Subject).any(behind) {
            reading.one = false;
        }
        reading
    }
}

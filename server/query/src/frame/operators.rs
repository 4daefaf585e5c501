//! What small words of the whole question add to a frame, beside its spans.

use reader::{Act, Aggregation, Role, Span};

use super::fill::Filling;
use super::grammar::{self, Mark, Operator};
use super::link::slot;
use super::types::{FilterSlot, Group};
use crate::ast::Op;
use crate::catalog::ColumnType;
use crate::range::{self, RangeError};

impl Filling<'_, '_> {
    /// A ranking in which another place than the first is asked for lists as many; the texts of a figure hold what is
    /// mentioned.
    pub fn operators(&mut self) {
        let marks = grammar::marks(&self.frame.text);
        let place = marks.iter().find_map(|mark| match mark.operator {
            Operator::Rank(_, place) if place > 1 => Some(place as u32),
            _ => None,
        });
        let today = self.linker.today(self.frame.dataset);
        if let Some(problem) = range::problem_in(&self.frame.text, today)
            && matches!(problem, RangeError::NoSuchDay(_) | RangeError::Inverted { .. })
        {
            self.frame.problem.get_or_insert_with(|| problem.to_string());
        }
        // "How many states", "the number of cities": the values of the column, each once.
        let counted = |span: &Span| {
            let words = grammar::words(&self.frame.text);
            let counts = |mark: &Mark| {
                let between = words.iter().filter(|word| mark.at.end <= word.at.start && word.at.start < span.start);
                mark.operator == Operator::Count && mark.at.end <= span.start && between.count() == 0
            };
            marks.iter().any(counts)
        };
        let subject = self.frame.reading.of(Role::Subject).chain(self.frame.reading.of(Role::Group)).find(|s| counted(s));
        let column = subject.and_then(|span| self.linker.group(self.frame.dataset?, &span.text));
        // "How many people": each message has one, and the count of messages is mostly meant.
        if let Some(column @ Group::Column(_)) = column.filter(|column| column.name() != "customer")
            && self.frame.aggregation.is_none()
            && self.frame.bounds.is_empty()
            && self.frame.groups.as_slice() == [column]
        {
            self.frame.aggregation = Some(Aggregation::Distinct);
        }
        if let Some(place) = place {
            self.frame.one = false;
            self.frame.limit = Some(self.frame.limit.unwrap_or(0).max(place));
        }
        let figure = matches!(self.frame.act, Act::Figure | Act::List | Act::Trend | Act::Compare);
        let Some(dataset) = self.frame.dataset.or_else(|| self.own_default()).filter(|_| figure) else { return };
        let mut texts = self.linker.catalog.columns(dataset).iter().filter(|c| c.kind == ColumnType::Text);
        let column = texts.find(|c| c.name == "body" || c.name == "title").map(|c| c.name.to_string());
        if let (Some(about), Some(column)) = (self.frame.about.clone(), column) {
            let start = self.frame.reading.of(Role::About).next().map_or(0, |span| span.start);
            let slot = slot(&column, Op::Contains, &about, &about, &about);
            self.frame.filters.push(FilterSlot { start, ..slot });
        }
    }
}

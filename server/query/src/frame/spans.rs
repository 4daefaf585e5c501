//! What each span of a reading adds to a frame: columns, values, bounds and records of its dataset.

use reader::{Act, Role, Span};

use super::fill::Filling;
use super::grammar::numbers::number_in;
use super::grammar::{self, is_function};
use super::link::nouns::says_nothing;
use super::link::states::says_none;
use super::link::{Noun, RecordsNoun, slot, taken};
use super::types::{FilterSlot, Group, RecordsSlot};
use crate::ast::{Dataset, Op};
use crate::catalog::ColumnType;
use search::words::is_stop;

impl Filling<'_, '_> {
    /// Links one span.
    pub fn span(&mut self, span: &Span) {
        let Some(dataset) = self.frame.dataset.or_else(|| self.own_default()) else { return };
        let linker = self.linker;
        match span.role {
            // "customers complained": each word separately, if the whole is no name.
            Role::Subject
                if span.text.contains(' ') && linker.noun(dataset, &span.text).is_none_or(|n| n.weight < 3.0) =>
            {
                let words = span.text.split_whitespace().filter(|word| !says_nothing(word));
                words.for_each(|word| self.span(&Span { text: word.to_owned(), ..span.clone() }));
            }
            Role::Subject => match linker.noun(dataset, &span.text) {
                Some(Noun { filters, column: None, .. }) => {
                    self.frame.named = true;
                    filters.into_iter().for_each(|slot| self.filter(slot, span.start));
                }
                Some(Noun { column: Some(group), .. }) => {
                    self.frame.named = true;
                    self.dimension(dataset, span, group);
                }
                None if linker.measure(dataset, &span.text).is_some() => {
                    self.frame.measure = linker.measure(dataset, &span.text);
                }
                // "customers who complained": their records.
                None if dataset == Dataset::Customers && linker.records_of(&span.text).is_some() => {
                    self.presence(dataset, &Span { role: Role::Any, ..span.clone() });
                }
                None if linker.noun(Dataset::Customers, &span.text).is_some() => {}
                None if says_nothing(&span.text) => {}
                // The noun of the chosen dataset.
                None if linker.near_dataset(&span.text).is_some_and(|(near, _)| near == dataset) => {}
                None => self.frame.unknown.push(span.text.clone()),
            },
            Role::Measure => match linker.measure(dataset, &span.text) {
                Some(measure) => self.frame.measure = Some(measure),
                None if linker.noun(dataset, &span.text).is_some_and(|noun| noun.weight >= 3.0) => {}
                None => match linker.group(dataset, &span.text) {
                    Some(group) => self.dimension(dataset, span, group),
                    None => match self.near(dataset, &span.text, |kind| matches!(kind, ColumnType::Number(_))) {
                        Some(measure) => self.frame.measure = Some(measure),
                        None => self.frame.unknown.push(span.text.clone()),
                    },
                },
            },
            Role::Group => match linker.group(dataset, &span.text) {
                // "In that month": the one that was just named.
                Some(Group::Time(_)) if let Some(time) = self.pointed(span) => self.frame.time = Some(time),
                Some(group) => self.dimension(dataset, span, group),
                // A value is no dimension: "and how many by letter".
                None if linker.noun(dataset, &span.text).is_some_and(|noun| !noun.filters.is_empty()) => {
                    self.value(dataset, span);
                }
                None if linker.noun(dataset, &span.text).is_some() => {}
                None => match self
                    .near(dataset, &span.text, |kind| !matches!(kind, ColumnType::Number(_) | ColumnType::Text))
                {
                    Some(column) => self.group(Group::Column(column)),
                    None => self.frame.unused.push(span.text.clone()),
                },
            },
            Role::Value | Role::Except => self.value(dataset, span),
            Role::Over | Role::AtLeast | Role::Under | Role::AtMost | Role::Exactly => self.bound(dataset, span),
            Role::None | Role::Any => self.presence(dataset, span),
            _ => {}
        }
    }

    /// The default records: the firm's messages, or the only source.
    pub fn own_default(&self) -> Option<Dataset> {
        let all = self.linker.datasets();
        all.iter().find(|dataset| self.linker.has_rows(**dataset)).or_else(|| all.first()).copied()
    }

    /// The column closest in meaning; the answer says how the words were read.
    fn near(&mut self, dataset: Dataset, text: &str, fits: impl Fn(&ColumnType) -> bool) -> Option<String> {
        let (column, name) = self.linker.near_column(dataset, text, fits)?;
        self.taken(text, &name);
        Some(column)
    }

    pub fn taken(&mut self, text: &str, name: &str) {
        self.frame.notes.push(taken(text, name));
    }

    /// Adds a filter, to existing values of its column, if any.
    pub fn filter(&mut self, slot: FilterSlot, start: usize) {
        self.frame.notes.extend(slot.near.clone().filter(|note| !self.frame.notes.contains(note)));
        // "mortgages or login failures": one or the other.
        let or = self.behind_or(start) && !self.frame.filters.is_empty();
        let slot = FilterSlot { or, start, ..slot };
        self.narrowed.push(slot.column.clone());
        let joined = |other: &&mut FilterSlot| {
            other.column == slot.column && other.negated == slot.negated && other.op == Op::Is && slot.op == Op::Is
        };
        match self.frame.filters.iter_mut().find(joined) {
            Some(other) => {
                for (value, label) in slot.values.iter().zip(&slot.labels) {
                    if !other.values.contains(value) {
                        other.values.push(value.clone());
                        other.labels.push(label.clone());
                    }
                }
                if slot.values.len() > slot.labels.len() {
                    other.values.extend(slot.values);
                }
            }
            None => self.frame.filters.push(slot),
        }
    }

    /// Whether "or" precedes a word, with only small words between: "in Texas or about mortgages".
    fn behind_or(&self, start: usize) -> bool {
        let Some(before) = self.frame.text.get(..start) else { return false };
        let words = grammar::words(before);
        words.iter().rev().take(3).take_while(|word| is_stop(&word.text)).any(|word| word.text == "or")
    }

    pub fn value(&mut self, dataset: Dataset, span: &Span) {
        // "in" is no state code, unless written as one.
        if is_stop(&span.text) {
            return;
        }
        // No record says which language it is in; the country of that name is another question.
        if grammar::in_language(&self.frame.text[..span.start], &span.text) {
            return self.frame.unused.push(format!("in {}", span.text));
        }
        // The way of a conversation is told by who was spoken to.
        let mode = self.linker.catalog.column(Dataset::Communications, "chat_mode");
        if self.frame.act == Act::Escalation
            && let Some(found) = mode.and_then(|column| self.linker.v.stored(column, &span.text).ok())
        {
            let slot = slot("chat_mode", Op::Is, &found, &found, &span.text);
            return self.frame.filters.push(FilterSlot { start: span.start, ..slot });
        }
        let except = span.role == Role::Except && !says_none(&span.text);
        let negate = |slot: FilterSlot| FilterSlot { negated: slot.negated ^ except, ..slot };
        if let Some(found) = self.of_list(dataset, span).or_else(|| self.linker.value(dataset, &span.text)) {
            return found.into_iter().map(negate).for_each(|slot| self.filter(slot, span.start));
        }
        // For customers: values of their own messages or cases, those named first.
        let customers = dataset == Dataset::Customers;
        let named = self.frame.reading.spans.iter().filter(|other| other.start != span.start && customers);
        let named: Vec<Dataset> =
            named.filter_map(|other| self.linker.records_of(&other.text)).map(|noun| noun.of).collect();
        let theirs = named.into_iter().chain([Dataset::Communications, Dataset::Cases]).filter(|_| customers);
        let found = theirs.clone().find_map(|of| Some((of, self.linker.value(of, &span.text)?)));
        if let Some((of, found)) = found {
            let slots = found.into_iter().map(negate);
            match self.frame.records.iter_mut().find(|r| r.of == of) {
                Some(records) => records.filters.extend(slots),
                None => {
                    let (filters, words) = (slots.collect(), span.text.clone());
                    self.frame.records.push(RecordsSlot { of, filters, op: Op::AtLeast, value: 1.0, words });
                }
            }
            return;
        }
        if dataset == Dataset::Customers && self.linker.records_of(&span.text).is_some() {
            let role = if except { Role::None } else { Role::Any };
            return self.presence(dataset, &Span { role, ..span.clone() });
        }
        // Cases have fields that messages lack, and vice versa.
        if !self.frame.named
            && let Some((other, found)) = [Dataset::Cases, Dataset::Customers]
                .into_iter()
                .filter(|_| dataset == Dataset::Communications)
                .find_map(|of| Some((of, self.linker.value(of, &span.text)?)))
        {
            if other == Dataset::Cases {
                self.frame.dataset = Some(other);
            }
            return found.into_iter().map(negate).for_each(|slot| self.filter(slot, span.start));
        }
        // A further member of a list of dimensions: "by company, segment and account".
        if !self.frame.groups.is_empty()
            && let Some(group) = self.linker.group(dataset, &span.text).filter(|_| self.goes_on_list(span.start))
        {
            return self.group(group);
        }
        // Without an unknown name the rest would be about somebody else; other unknown conditions can be left out.
        let named =
            span.start > 0 && span.text.starts_with(char::is_uppercase) && span.text.chars().any(char::is_lowercase);
        if named {
            return self.frame.unknown.push(span.text.clone());
        }
        match self.linker.near_value(dataset, &span.text) {
            Some(found) => {
                self.taken(&span.text, &found.labels.join(", "));
                self.filter(negate(found), span.start);
            }
            None => self.frame.unused.push(span.text.clone()),
        }
    }

    /// A list member belongs to the previous member's column, if possible.
    fn of_list(&self, dataset: Dataset, span: &Span) -> Option<Vec<FilterSlot>> {
        let spans = &self.frame.reading.spans;
        let at = spans.iter().position(|own| own.start == span.start)?;
        let before = at.checked_sub(1).map(|at| &spans[at]).filter(|before| before.role == span.role)?;
        let slot = self.frame.filters.iter().find(|f| f.start == before.start && !f.words.is_empty())?;
        grammar::side_by_side(&self.frame.text, before, span)
            .then(|| self.linker.value_of(dataset, &slot.column, &span.text))?
    }

    /// "more than three complaints", "under 20 euros".
    fn bound(&mut self, dataset: Dataset, span: &Span) {
        let op = match span.role {
            Role::Over => Op::More,
            Role::AtLeast => Op::AtLeast,
            Role::Under => Op::Less,
            Role::AtMost => Op::AtMost,
            _ => Op::Is,
        };
        let Some((value, rest)) = number_in(&span.text) else {
            return self.frame.unused.push(span.text.clone());
        };
        // "complained at least ten times": the number of the records just named.
        let times = |word: &str| matches!(word, "times" | "time") || is_function(word);
        if rest.split_whitespace().all(times)
            && let [.., records] = self.frame.records.as_mut_slice()
            && records.value == 1.0
        {
            (records.op, records.value) = (op, value);
            return records.words.push_str(&format!(" {}", span.text));
        }
        // "Three times or more" counts something, and measures no time.
        if !rest.is_empty() && rest.split_whitespace().all(times) && rest.contains("time") {
            return self.frame.unused.push(span.text.clone());
        }
        if let Some(slot) = self.duration(dataset, op, value, &rest) {
            self.frame.filters.push(FilterSlot { start: span.start, words: span.text.clone(), ..slot });
            return;
        }
        if dataset == Dataset::Customers
            && let Some(RecordsNoun { of, filters, left }) = self.linker.records_of(&rest)
        {
            self.frame.unused.extend(left);
            let words = span.text.clone();
            return self.frame.records.push(RecordsSlot { of, filters, op, value, words });
        }
        let measure = self.linker.measure(dataset, &rest);
        let counted = measure.is_none() && self.linker.noun(dataset, &rest).is_some_and(|noun| noun.column.is_none());
        let asked =
            self.frame.reading.with_role(Role::Measure).next().and_then(|m| self.linker.measure(dataset, &m.text));
        let grouped = self.frame.reading.with_role(Role::Group).next().is_some() || !self.frame.groups.is_empty();
        match measure.or(asked.clone().filter(|_| !counted)) {
            // With groups it bounds their figure, if that is the figure asked for.
            Some(column) if !(grouped && (asked.is_none() || asked.as_ref() == Some(&column))) => {
                // Durations are stored in hours; people say days.
                let days = column == "resolution_hours" && rest.contains("day");
                let value = if days { value * 24.0 } else { value };
                let slot = slot(&column, op, &value.to_string(), &value.to_string(), &span.text);
                self.frame.filters.push(FilterSlot { start: span.start, ..slot });
            }
            Some(column) => {
                self.frame.measure.get_or_insert(column);
                self.frame.bounds.push((op, value));
            }
            None if counted || grouped => {
                let own = self.linker.noun(dataset, &rest).filter(|noun| noun.column.is_none());
                own.into_iter().flat_map(|noun| noun.filters).for_each(|slot| self.filter(slot, span.start));
                self.frame.bounds.push((op, value));
            }
            None => self.frame.unused.push(span.text.clone()),
        }
    }

    /// "longer than two days", if one column of the records is a duration.
    fn duration(&self, dataset: Dataset, op: Op, value: f64, rest: &str) -> Option<FilterSlot> {
        let hours = |unit: &str| match unit.trim_end_matches('s') {
            "minute" | "min" => Some(1.0 / 60.0),
            "hour" | "hr" => Some(1.0),
            "day" => Some(24.0),
            "week" => Some(168.0),
            "month" => Some(730.0),
            _ => None,
        };
        let unit = rest.split_whitespace().find_map(hours)?;
        let own = |kind: &ColumnType| match kind {
            ColumnType::Number("hours") => Some(1.0),
            ColumnType::Number("days") => Some(24.0),
            ColumnType::Number("minutes") => Some(1.0 / 60.0),
            _ => None,
        };
        let mut columns = self.linker.catalog.columns(dataset).iter().filter_map(|c| Some((c, own(&c.kind)?)));
        let (column, own) = columns.next().filter(|_| columns.next().is_none())?;
        let value = (value * unit / own * 1_000.0).round() / 1_000.0;
        Some(slot(&column.name, op, &value.to_string(), &value.to_string(), ""))
    }

    /// "without a case", "with an open order".
    fn presence(&mut self, dataset: Dataset, span: &Span) {
        let none = span.role == Role::None && !says_none(&span.text);
        if dataset == Dataset::Customers
            && let Some(RecordsNoun { of, filters, left }) = self.linker.records_of(&span.text)
        {
            self.frame.unused.extend(left);
            let (value, words) = (if none { 0.0 } else { 1.0 }, span.text.clone());
            // Its own adjectives may precede it: "an [open] [high priority] [case]".
            let linker = self.linker;
            let adjectives = |r: &&mut RecordsSlot| r.of == of && !none && linker.records_of(&r.words).is_none();
            if let Some(records) = self.frame.records.last_mut().filter(adjectives) {
                records.filters.extend(filters);
                return records.words.push_str(&format!(" {words}"));
            }
            return self.frame.records.push(RecordsSlot { of, filters, op: Op::AtLeast, value, words });
        }
        // The state of a message's case is in no column of the message.
        if dataset == Dataset::Communications
            && self
                .linker
                .records_of(&span.text)
                .is_some_and(|noun| noun.of == Dataset::Cases && !noun.filters.is_empty())
        {
            return self.frame.unused.push(span.text.clone());
        }
        if let Some(measure) =
            self.linker.measure(dataset, &span.text).filter(|_| matches!(dataset, Dataset::Source(_)))
        {
            let op = if none { Op::Is } else { Op::More };
            let slot = slot(&measure, op, "0", "0", &span.text);
            return self.frame.filters.push(FilterSlot { start: span.start, ..slot });
        }
        // "without an owner": the column, if it has that name; a part of some value's name is only a guess.
        let column = match self.linker.group(dataset, &span.text) {
            Some(Group::Column(column)) if self.linker.is_name_of(dataset, &column, &span.text) => Some(column),
            _ => None,
        };
        let found = self.linker.value(dataset, &span.text);
        if let Some(found) = found.filter(|all| column.is_none() || all.iter().all(|slot| slot.near.is_none())) {
            let negate = |slot: FilterSlot| FilterSlot { negated: slot.negated ^ none, ..slot };
            return found.into_iter().map(negate).for_each(|slot| self.filter(slot, span.start));
        }
        let column = match column {
            Some(column) => Some(column),
            None => (dataset == Dataset::Communications
                && self.linker.records_of(&span.text).is_some_and(|noun| noun.of == Dataset::Cases))
            .then(|| "case_id".to_owned()),
        };
        match column {
            Some(column) => {
                self.frame.filters.push(FilterSlot {
                    column,
                    op: Op::Missing,
                    negated: !none,
                    words: span.text.clone(),
                    start: span.start,
                    ..FilterSlot::default()
                });
            }
            None => self.value(dataset, &Span { role: if none { Role::Except } else { Role::Value }, ..span.clone() }),
        }
    }
}

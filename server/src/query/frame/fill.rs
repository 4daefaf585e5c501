//! From a reading to a frame: the dataset that most of its words belong to, each span linked in it, and what it takes over
//! from the turn before.

use reader::{Act, Aggregation, Keep, Order, Reading, Role, Span};

use super::link::{Linker, Noun, slot};
use super::numbers::number_in;
use super::parse::{Before, Listed};
use super::{FilterSlot, Frame, Group, RecordsSlot, TimeSlot};
use crate::query::ast::{Bucket, Dataset, Op};
use crate::query::range::Resolved;
use crate::query::values::pick;

/// Fills a frame. `before` is the last turn that was understood.
pub fn fill(linker: &Linker<'_>, reading: Reading, text: &str, before: Option<&Before>) -> Frame {
    let mut it = Filling { linker, before: before.filter(|_| !reading.keep.is_empty()), frame: empty(reading, text), starts: Vec::new() };
    it.dataset();
    it.place();
    let spans = it.frame.reading.spans.clone();
    for span in &spans {
        it.span(span);
    }
    it.carry();
    it.times(&spans);
    it.versus(&spans);
    it.settle();
    it.frame
}

fn empty(reading: Reading, text: &str) -> Frame {
    let of = |role: Role| {
        let all: Vec<&str> = reading.of(role).map(|span| span.text.as_str()).collect();
        (!all.is_empty()).then(|| all.join(" "))
    };
    Frame {
        text: text.to_owned(),
        act: reading.act,
        dataset: None,
        subject: of(Role::Subject).unwrap_or_default(),
        named: false,
        filters: Vec::new(),
        records: Vec::new(),
        groups: Vec::new(),
        group_carried: false,
        measure: None,
        aggregation: reading.aggregation,
        bounds: Vec::new(),
        time: None,
        against: None,
        previous: false,
        versus: false,
        order: reading.order,
        one: reading.one,
        limit: reading.first(Role::Limit).and_then(number_in).map(|(n, _)| n as u32).filter(|n| (1..=500).contains(n)),
        source: None,
        about: of(Role::About),
        to: of(Role::To),
        id: of(Role::Id).map(|id| id.rsplit(' ').next().unwrap_or_default().trim_start_matches('#').to_owned()),
        unused: Vec::new(),
        notes: Vec::new(),
        goes_on: !reading.keep.is_empty(),
        reading,
    }
}

struct Filling<'a, 'v> {
    linker: &'a Linker<'v>,
    before: Option<&'a Before>,
    frame: Frame,
    /// Where the words of the filters begin, in their order.
    starts: Vec<usize>,
}

impl Filling<'_, '_> {
    fn keeps(&self, keep: Keep) -> bool {
        let reading = &self.frame.reading;
        let rows = reading.keeps(Keep::Rows) && matches!(keep, Keep::Subject | Keep::Filters | Keep::Customer | Keep::Time);
        self.before.is_some() && (reading.keeps(keep) || rows)
    }

    /// The dataset that most of the words belong to; the turn before decides between equals, then the firm's own.
    fn dataset(&mut self) {
        let kept = self.before.filter(|_| self.keeps(Keep::Subject) && self.frame.subject.is_empty());
        let kept = kept.and_then(|before| before.frame.dataset);
        let all = self.linker.datasets();
        let weigh = |dataset: Dataset| {
            let previous = self.before.is_some_and(|before| before.frame.dataset == Some(dataset));
            let own = !matches!(dataset, Dataset::Source(_));
            self.weight(dataset) + if kept == Some(dataset) { 3.0 } else { 0.0 } + if previous { 0.3 } else { 0.0 } + if own { 0.1 } else { 0.0 }
        };
        let best = all.iter().map(|d| (*d, weigh(*d))).reduce(|a, b| if b.1 > a.1 { b } else { a });
        let Some((dataset, weight)) = best.filter(|(_, weight)| *weight >= 1.0) else { return };
        // Acts on customers are told from the firm's own records, whatever else is declared.
        if of_customers(self.frame.act) && matches!(dataset, Dataset::Source(_)) && all.len() > self.linker.v.sources.len() {
            return;
        }
        tracing::trace!(dataset = dataset.as_str(), weight, "frame.dataset");
        self.frame.dataset = Some(dataset);
    }

    /// How much of the reading a dataset accounts for.
    fn weight(&self, dataset: Dataset) -> f64 {
        let link = self.linker;
        let of = |span: &Span| match span.role {
            Role::Subject => link.noun(dataset, &span.text).map_or(0.0, |noun| 1.5 * noun.weight),
            Role::Measure => link.measure(dataset, &span.text).map_or(0.0, |_| 3.0),
            Role::Group => link.group(dataset, &span.text).map_or(0.0, |group| match group {
                Group::Time(_) => 0.1,
                Group::Column(_) => 2.0,
            }),
            Role::Value | Role::Except | Role::Versus => link.value(dataset, &span.text).map_or(0.0, |_| 2.0),
            Role::Over | Role::AtLeast | Role::Under | Role::AtMost | Role::Exactly => {
                let rest = number_in(&span.text).map_or_else(|| span.text.clone(), |(_, rest)| rest);
                let declared = || link.noun(dataset, &rest).filter(|_| matches!(dataset, Dataset::Source(_)));
                if link.measure(dataset, &rest).is_some() { 2.0 } else { declared().map_or(0.0, |_| 1.0) }
            }
            Role::None | Role::Any => match dataset {
                Dataset::Customers => records_of(link, &span.text).map_or(0.0, |_| 1.0),
                _ => link.group(dataset, &span.text).map_or(0.0, |_| 1.5),
            },
            _ => 0.0,
        };
        self.frame.reading.spans.iter().map(of).sum()
    }

    /// Links one span.
    fn span(&mut self, span: &Span) {
        let Some(dataset) = self.frame.dataset.or_else(|| self.own_default()) else { return };
        let linker = self.linker;
        match span.role {
            Role::Subject => match linker.noun(dataset, &span.text) {
                Some(Noun { filters, column: None, .. }) => {
                    self.frame.named = true;
                    filters.into_iter().for_each(|slot| self.filter(slot, span.start));
                }
                Some(Noun { column: Some(group), .. }) => {
                    self.frame.named = true;
                    self.group(group);
                }
                None if linker.measure(dataset, &span.text).is_some() => {
                    self.frame.measure = linker.measure(dataset, &span.text);
                }
                None => {}
            },
            Role::Measure => match linker.measure(dataset, &span.text) {
                Some(measure) => self.frame.measure = Some(measure),
                None if linker.noun(dataset, &span.text).is_some() => {}
                None => self.frame.unused.push(span.text.clone()),
            },
            Role::Group => match linker.group(dataset, &span.text) {
                Some(group) => self.group(group),
                None if linker.noun(dataset, &span.text).is_some() => {}
                None => self.frame.unused.push(span.text.clone()),
            },
            Role::Value | Role::Except => self.value(dataset, span),
            Role::Over | Role::AtLeast | Role::Under | Role::AtMost | Role::Exactly => self.bound(dataset, span),
            Role::None | Role::Any => self.presence(dataset, span),
            _ => {}
        }
    }

    /// Where nothing says which records are meant: the firm's messages, or the one source that there is.
    fn own_default(&self) -> Option<Dataset> {
        self.linker.datasets().first().copied()
    }

    fn group(&mut self, group: Group) {
        if !self.frame.groups.contains(&group) && self.frame.groups.len() < 2 {
            self.frame.groups.push(group);
        }
    }

    /// Adds a filter: to the other values of its column, where there are any.
    fn filter(&mut self, slot: FilterSlot, start: usize) {
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
            None => {
                self.frame.filters.push(slot);
                self.starts.push(start);
            }
        }
    }

    fn value(&mut self, dataset: Dataset, span: &Span) {
        let except = span.role == Role::Except;
        let negate = |slot: FilterSlot| FilterSlot { negated: slot.negated ^ except, ..slot };
        if let Some(found) = self.linker.value(dataset, &span.text) {
            return found.into_iter().map(negate).for_each(|slot| self.filter(slot, span.start));
        }
        // Of customers: what their own messages or cases are.
        let theirs = [Dataset::Communications, Dataset::Cases].into_iter().filter(|_| dataset == Dataset::Customers);
        let found = theirs.clone().find_map(|of| Some((of, self.linker.value(of, &span.text)?)));
        if let Some((of, found)) = found {
            let slots = found.into_iter().map(negate);
            match self.frame.records.iter_mut().find(|r| r.of == of || r.value > 0.0) {
                Some(records) => records.filters.extend(slots),
                None => {
                    let (filters, words) = (slots.collect(), span.text.clone());
                    self.frame.records.push(RecordsSlot { of, filters, op: Op::AtLeast, value: 1.0, words });
                }
            }
            return;
        }
        // Cases know more than messages, and the other way round.
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
        self.frame.unused.push(span.text.clone());
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
        if dataset == Dataset::Customers
            && let Some((of, filters)) = records_of(self.linker, &rest)
        {
            let words = span.text.clone();
            return self.frame.records.push(RecordsSlot { of, filters, op, value, words });
        }
        let measure = self.linker.measure(dataset, &rest);
        let counted = measure.is_none() && self.linker.noun(dataset, &rest).is_some_and(|noun| noun.column.is_none());
        let asked = self.frame.reading.of(Role::Measure).next().and_then(|m| self.linker.measure(dataset, &m.text));
        let grouped = self.frame.reading.of(Role::Group).next().is_some() || !self.frame.groups.is_empty();
        match measure.or(asked.clone().filter(|_| !counted)) {
            // Of groups it bounds their figure, where that is the figure asked for.
            Some(column) if !(grouped && (asked.is_none() || asked.as_ref() == Some(&column))) => {
                // Hours are what durations are kept in; people say days.
                let days = column == "resolution_hours" && rest.contains("day");
                let value = if days { value * 24.0 } else { value };
                let slot = FilterSlot { op, ..slot(&column, op, &value.to_string(), &value.to_string(), &span.text) };
                self.frame.filters.push(slot);
                self.starts.push(span.start);
            }
            Some(column) => {
                self.frame.measure.get_or_insert(column);
                self.frame.bounds.push((op, value));
            }
            None if counted || grouped => self.frame.bounds.push((op, value)),
            None => self.frame.unused.push(span.text.clone()),
        }
    }

    /// "without a case", "with an open order".
    fn presence(&mut self, dataset: Dataset, span: &Span) {
        let none = span.role == Role::None;
        if dataset == Dataset::Customers
            && let Some((of, filters)) = records_of(self.linker, &span.text)
        {
            let (value, words) = (if none { 0.0 } else { 1.0 }, span.text.clone());
            return self.frame.records.push(RecordsSlot { of, filters, op: Op::AtLeast, value, words });
        }
        if let Some(measure) = self.linker.measure(dataset, &span.text).filter(|_| matches!(dataset, Dataset::Source(_))) {
            let op = if none { Op::Is } else { Op::More };
            self.frame.filters.push(slot(&measure, op, "0", "0", &span.text));
            return self.starts.push(span.start);
        }
        let column = match self.linker.group(dataset, &span.text) {
            Some(Group::Column(column)) => Some(column),
            _ => (dataset == Dataset::Communications && records_of(self.linker, &span.text).is_some_and(|(of, _)| of == Dataset::Cases))
                .then(|| "case_id".to_owned()),
        };
        match column {
            Some(column) => {
                self.frame.filters.push(FilterSlot {
                    column,
                    op: Op::Missing,
                    negated: !none,
                    words: span.text.clone(),
                    ..FilterSlot::default()
                });
                self.starts.push(span.start);
            }
            None => self.value(dataset, &Span { role: if none { Role::Except } else { Role::Value }, ..span.clone() }),
        }
    }

    /// The row of the answer before that is meant by its place, or all of its rows.
    fn place(&mut self) {
        let Some(before) = self.before else { return };
        let reading = &self.frame.reading;
        let place = reading.first(Role::Place).and_then(|text| ordinal(text, before.listed.len()));
        let first = || (reading.keeps(Keep::Rows) && self.one_row()).then_some(0);
        let queried = matches!(before.frame.act, Act::Figure | Act::List | Act::Compare | Act::Trend);
        if let Some(row) = place.or_else(first).and_then(|at| before.listed.get(at)) {
            return self.row(&row.clone());
        }
        // Lists that no condition says: whoever is at risk, what is urgent.
        if reading.keeps(Keep::Rows) && !queried {
            before.listed.iter().filter(|row| row.column == "customer").cloned().collect::<Vec<_>>().iter().for_each(|row| self.row(row));
        }
    }

    /// Whether an act on rows is about a single one.
    fn one_row(&self) -> bool {
        use Act::*;
        matches!(self.frame.act, Record | Similar | CallSheet | LastContact | Draft | NoteCase | AssignCase | Health | OpenCase)
    }

    fn row(&mut self, row: &Listed) {
        match row.column.as_str() {
            "id" => self.frame.id = Some(row.value.clone()),
            column => self.filter(slot(column, Op::Is, &row.value, &row.label, &row.label), usize::MAX),
        }
    }

    /// What is taken over from the turn before.
    fn carry(&mut self) {
        let Some(before) = self.before else { return };
        let then = &before.frame;
        if self.keeps(Keep::Subject) && self.frame.subject.is_empty() {
            self.frame.subject.clone_from(&then.subject);
            self.frame.named = then.named;
            if self.frame.dataset.is_none() {
                self.frame.dataset = then.dataset;
            }
        }
        let dropped: Vec<String> = self.frame.reading.of(Role::Drop).map(|span| pick::phrase(&span.text)).collect();
        let drops = |slot: &FilterSlot| {
            let names = [slot.column.replace('_', " "), slot.words.clone(), slot.labels.join(" ")];
            names.iter().any(|name| {
                let name = pick::phrase(name);
                !name.is_empty() && dropped.iter().any(|drop| drop.contains(&name))
            })
        };
        let placed = self.frame.filters.iter().any(|f| f.column == "customer") || self.frame.id.is_some();
        for slot in &then.filters {
            let customer = matches!(slot.column.as_str(), "customer" | "name");
            let of_subject = slot.words.is_empty();
            let kept = match (customer, of_subject) {
                (true, _) => self.keeps(Keep::Customer) && !placed,
                (_, true) => self.frame.reading.of(Role::Subject).next().is_none() && self.keeps(Keep::Subject),
                _ => self.keeps(Keep::Filters) && self.frame.id.is_none(),
            };
            // Another value of the same column takes its place; a share is of what was spoken of.
            let replaced = self.frame.filters.iter().any(|own| own.column == slot.column && !own.part && own.negated == slot.negated);
            if kept && !replaced && !drops(slot) && self.known(&slot.column) {
                self.frame.filters.push(FilterSlot { carried: true, part: false, ..slot.clone() });
                self.starts.push(0);
            }
        }
        if self.keeps(Keep::Filters) && self.frame.dataset == then.dataset {
            let own = self.frame.records.clone();
            self.frame.records.extend(then.records.iter().filter(|r| !own.iter().any(|o| o.of == r.of)).cloned());
        }
        if self.keeps(Keep::Measure) && self.frame.measure.is_none() && self.frame.dataset == then.dataset {
            self.frame.measure.clone_from(&then.measure);
            self.frame.aggregation = self.frame.aggregation.or(then.aggregation);
        }
        if self.keeps(Keep::Group) && self.frame.groups.is_empty() {
            self.frame.groups.clone_from(&then.groups);
            self.frame.group_carried = true;
            self.frame.order = self.frame.order.or(then.order);
            self.frame.limit = self.frame.limit.or(then.limit);
            self.frame.one |= then.one && self.frame.reading.order.is_none();
        }
        if self.keeps(Keep::Time) && self.frame.reading.of(Role::Time).next().is_none() {
            self.frame.time = then.time.clone().map(|time| TimeSlot { carried: true, ..time });
        }
        if self.keeps(Keep::Rows) || self.keeps(Keep::Filters) {
            self.frame.about = self.frame.about.take().or_else(|| then.about.clone());
            if self.keeps(Keep::Rows) && self.one_row() {
                self.frame.id = self.frame.id.take().or_else(|| then.id.clone());
            }
        }
    }

    /// Whether the dataset has a column, or the act is no query.
    fn known(&self, column: &str) -> bool {
        let Some(dataset) = self.frame.dataset else { return true };
        let columns = self.linker.catalog.columns(dataset);
        column == "customer" && !matches!(dataset, Dataset::Source(_)) || columns.iter().any(|c| c.name == column)
    }

    fn times(&mut self, spans: &[Span]) {
        let mut found: Vec<TimeSlot> = Vec::new();
        for span in spans.iter().filter(|span| span.role == Role::Time) {
            let base = found.last().or(self.before.and_then(|b| b.frame.time.as_ref())).map(|time| time.time.clone());
            if let Some(all) = vague(&span.text) {
                match all {
                    Some(words) => found.extend(self.time(words).map(|time| TimeSlot { words: span.text.clone(), ..time })),
                    None => self.frame.time = None,
                }
                continue;
            }
            let relative = base.and_then(|base| shifted(&span.text, &base));
            let time = self.time(&span.text).or_else(|| relative.map(|time| TimeSlot { time, words: span.text.clone(), carried: false }));
            match time {
                Some(time) => found.push(time),
                None => self.frame.unused.push(span.text.clone()),
            }
        }
        let mut found = found.into_iter();
        if let Some(first) = found.next() {
            self.frame.time = Some(first);
        }
        if let Some(second) = found.next() {
            self.frame.against = Some(second);
        }
        if self.frame.reading.of(Role::Drop).any(|span| pick::phrase(&span.text).contains("time")) {
            self.frame.time = None;
        }
    }

    fn time(&self, words: &str) -> Option<TimeSlot> {
        let time = self.linker.time(self.frame.dataset, words)?;
        Some(TimeSlot { time, words: words.to_owned(), carried: false })
    }

    /// What it is held against: another time, or another value of a column that is narrowed.
    fn versus(&mut self, spans: &[Span]) {
        let dataset = self.frame.dataset.or_else(|| self.own_default());
        for span in spans.iter().filter(|span| span.role == Role::Versus) {
            let base = self.frame.time.as_ref().map(|time| time.time.clone());
            let value = dataset.and_then(|d| self.linker.value(d, &span.text));
            if let Some(time) = value.is_none().then(|| self.time(&span.text)).flatten() {
                self.frame.against = Some(time);
            } else if let Some(time) = base.and_then(|base| shifted(&span.text, &base)).filter(|_| value.is_none()) {
                self.frame.against = Some(TimeSlot { time, words: span.text.clone(), carried: false });
            } else if let Some(found) = value {
                self.frame.versus = true;
                for slot in found {
                    if !self.frame.filters.iter().any(|f| f.column == slot.column) {
                        self.frame.versus = false;
                    }
                    self.frame.filters.iter_mut().filter(|f| f.column == slot.column).for_each(|f| f.carried = false);
                    self.group(Group::Column(slot.column.clone()));
                    self.filter(slot, span.start);
                }
            } else if let Some(group) = dataset.and_then(|d| self.linker.group(d, &span.text)) {
                self.group(group);
            } else if dataset.and_then(|d| self.linker.noun(d, &span.text)).is_none() {
                self.frame.unused.push(span.text.clone());
            }
        }
    }

    /// What follows from the act and all of the spans together.
    fn settle(&mut self) {
        let frame = &mut self.frame;
        let several = frame.filters.iter().find(|f| f.values.len() > 1 && !f.negated && f.op == Op::Is && f.labels.len() > 1);
        if frame.act == Act::Compare {
            if let Some(column) = several.map(|f| f.column.clone()).filter(|_| frame.groups.is_empty()) {
                frame.groups.push(Group::Column(column));
                frame.versus = true;
            } else if frame.against.is_none() && frame.groups.is_empty() && frame.time.is_some() {
                frame.previous = true;
            }
        }
        if frame.act == Act::Trend && !frame.groups.iter().any(|g| matches!(g, Group::Time(_))) && frame.groups.len() < 2 {
            let days = frame.time.as_ref().and_then(|t| Some((t.time.range.to? - t.time.range.from?).num_days()));
            let bucket = match days {
                Some(0..=31) => Bucket::Day,
                Some(32..=120) => Bucket::Week,
                _ => Bucket::Month,
            };
            let time = frame.dataset.is_none_or(|d| self.linker.opened(d).is_none_or(|o| o.source.time.is_some()));
            if time {
                frame.groups.insert(0, Group::Time(bucket));
            }
        }
        // "Customers who complained most": ranked by what they have.
        if frame.dataset == Some(Dataset::Customers)
            && frame.order.is_some_and(|order| matches!(order, Order::Most | Order::Least | Order::Worst))
            && let [records] = frame.records.as_slice()
            && records.value > 0.0
            && frame.groups.is_empty()
        {
            let records = frame.records.remove(0);
            frame.dataset = Some(records.of);
            frame.filters.extend(records.filters);
            self.starts.resize(frame.filters.len(), 0);
            frame.groups = vec![Group::Column("customer".into())];
        }
        if frame.aggregation == Some(Aggregation::Share) {
            let subject = frame.reading.of(Role::Subject).next().map(|span| span.start);
            let own = |f: &FilterSlot| !f.carried && !f.words.is_empty();
            let after: Vec<usize> = (0..frame.filters.len())
                .filter(|at| own(&frame.filters[*at]) && subject.is_some_and(|s| self.starts.get(*at).is_some_and(|start| *start > s)))
                .collect();
            match after.last() {
                Some(last) => frame.filters[*last].part = true,
                None => frame.filters.iter_mut().filter(|f| own(f)).for_each(|f| f.part = true),
            }
            // What kind of message is meant is the part, where nothing else is: "what share are complaints".
            if !frame.filters.iter().any(|f| f.part) && frame.groups.is_empty() && frame.records.is_empty() {
                frame.filters.iter_mut().filter(|f| f.column == "kind" && !f.carried).for_each(|f| f.part = true);
            }
        }
        // Texts are searched for what nothing is called.
        use Act::{Document, Draft, NoteCase, OpenCase, Said, Similar, Topics, When, Why};
        if matches!(frame.act, Said | Document | Similar | Draft | OpenCase | NoteCase | Why | When | Topics) && !frame.unused.is_empty() {
            let words = std::mem::take(&mut frame.unused);
            let about = frame.about.iter().cloned().chain(words).collect::<Vec<_>>().join(" ");
            frame.about = Some(about);
        }
        frame.unused.dedup();
    }
}

/// The records of customers that a noun with its adjectives means: "open case", "complaints about fees".
fn records_of(linker: &Linker<'_>, text: &str) -> Option<(Dataset, Vec<FilterSlot>)> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let (of, noun) = [Dataset::Cases, Dataset::Communications].into_iter().find_map(|of| {
        let noun = linker.noun(of, text).filter(|noun| noun.column.is_none() && noun.weight > 1.0);
        Some((of, noun?))
    })?;
    let mut filters = noun.filters;
    for word in &words[..words.len().saturating_sub(1)] {
        let found = linker.value(of, word).unwrap_or_default().into_iter();
        filters.extend(found.filter(|f| f.op == Op::Is && f.column != "customer" && pick::phrase(word).len() > 2));
    }
    Some((of, filters))
}

/// The place that words name in a list of so many: "second", "the last", "number 3".
fn ordinal(text: &str, all: usize) -> Option<usize> {
    const NAMES: [&str; 10] = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
    let phrase = text.to_lowercase();
    let words = || phrase.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    if words().any(|word| matches!(word, "last" | "bottom")) {
        return all.checked_sub(1);
    }
    let digits = |word: &str| word.trim_end_matches(|c: char| c.is_alphabetic()).parse::<usize>().ok()?.checked_sub(1);
    words().find_map(|word| match word {
        "top" | "one" => Some(0),
        word => NAMES.iter().position(|name| *name == word).or_else(|| digits(word)),
    })
}

/// Acts that are told from the firm's own records alone.
fn of_customers(act: Act) -> bool {
    use Act::*;
    matches!(act, CallSheet | LastContact | Promises | Sentiment | Risk | Health | Urgent | Escalation | Sla | Cdd | Nps | OpenCase | AssignCase | NoteCase)
}

/// Times that name no days: the days that they are taken for, or none at all.
fn vague(words: &str) -> Option<Option<&'static str>> {
    let phrase = words.to_lowercase();
    match phrase.trim().trim_start_matches("until ").trim_start_matches("as of ") {
        "lately" | "recently" | "of late" | "recent" | "these days" | "latest" | "most recently" | "just now" => Some(Some("last 30 days")),
        "now" | "right now" | "currently" | "at the moment" | "so far" | "ever" | "always" | "all time" | "at present" | "still" | "to date"
        | "overall" | "current" | "all dates" | "in total" => Some(None),
        _ => None,
    }
}

/// A time that is told from another: "the month before", "a year earlier", "the previous quarter".
fn shifted(words: &str, base: &Resolved) -> Option<Resolved> {
    let phrase = words.to_lowercase();
    let says = |list: &[&str]| phrase.split(|c: char| !c.is_alphanumeric()).any(|word| list.contains(&word));
    if !says(&["before", "previous", "prior", "earlier", "preceding"]) {
        return None;
    }
    let range = crate::query::check::previous(base.range, says(&["year"]))?;
    Some(Resolved::new(range))
}

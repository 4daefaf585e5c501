//! From a reading to a frame: the dataset that most of its words belong to, each span linked in it, and what is carried
//! over from the previous turn.

use reader::{Act, Aggregation, Keep, Order, Reading, Role, Span};

use super::grammar::numbers::number_in;
use super::grammar::pointers::{of_customers, of_one_customer, ordinal, points_at_subject};
use super::grammar::{Mark, Operator};
use super::link::nouns::says_nothing;
use super::link::{Linker, slot};
use super::types::{Derived, DialogueState, FilterSlot, Frame, Group, Link, Listed, RecordsSlot, TimeSlot};
use crate::ast::{Bucket, Dataset, Op};
use crate::catalog::ColumnExpr;
use crate::range::{self, Resolved};
use crate::values::pick;

/// What the firm's own records are ahead by where all else is equal.
const OWN_RECORDS_BONUS: f64 = 0.1;

/// Fills a frame. `before` is the last understood turn.
pub fn fill(
    linker: &Linker<'_>,
    reading: Reading,
    (text, marks): (&str, &[Mark]),
    before: Option<&DialogueState>,
) -> Frame {
    let reading = linker.settled(reading, (text, marks), before.is_some());
    let before = before.filter(|_| !reading.keep.is_empty());
    let mut it = Filling { linker, marks, before, frame: Frame::of_reading(reading, text), narrowed: Vec::new() };
    it.dataset();
    it.due_records();
    if let Some(at) = points_at_subject(text).filter(|_| before.is_some()) {
        let (start, end) = (at.start, at.end);
        it.frame.derivation.push(Derived { start, end, role: Role::Place, link: Link::Exact, columns: Vec::new() });
    }
    it.place();
    let spans = it.whole_names();
    let follows = |mark: &Mark, span: &Span| text.get(mark.at.end..span.start).is_some_and(|gap| gap.trim().is_empty());
    let past = |mark: &Mark, span: &Span| mark.operator == Operator::Past && follows(mark, span);
    let over = |span: &Span| span.role == Role::Value && marks.iter().any(|mark| past(mark, span));
    for span in spans.iter().filter(|span| !over(span)) {
        it.derive(span, |it| it.span(span));
    }
    it.carry();
    it.times(&spans);
    it.versus(&spans);
    it.operators();
    it.settle();
    it.frame
}

/// A frame being filled.
pub struct Filling<'a, 'v> {
    pub linker: &'a Linker<'v>,
    /// The small words in its text.
    pub marks: &'a [Mark],
    pub before: Option<&'a DialogueState>,
    pub frame: Frame,
    /// The columns filtered by the current words, including with values that are set already.
    pub narrowed: Vec<String>,
}

impl Filling<'_, '_> {
    /// Applies what a span adds, and records its words as used, unless they turn out to mean nothing.
    pub fn derive(&mut self, span: &Span, add: impl FnOnce(&mut Self)) {
        let left = |frame: &Frame| frame.unused.len() + frame.unknown.len();
        let (before, held) = (left(&self.frame), self.frame.columns());
        self.narrowed.clear();
        add(self);
        if left(&self.frame) == before && self.frame.problem.is_none() {
            let (start, end) = (span.start, span.start + span.text.len());
            let own = self.frame.filters.iter().filter(|f| f.start == start && !f.words.is_empty()).map(|f| f.link);
            let link = own.max().unwrap_or_default();
            let new = self.frame.columns().into_iter().filter(|own| !held.contains(own)).map(|(name, _)| name);
            let mut columns: Vec<String> = new.chain(self.narrowed.drain(..)).collect();
            columns.sort();
            columns.dedup();
            self.frame.derivation.push(Derived { start, end, role: span.role, link, columns });
        }
    }

    fn keeps(&self, keep: Keep) -> bool {
        let reading = &self.frame.reading;
        let rows =
            reading.keeps(Keep::Rows) && matches!(keep, Keep::Subject | Keep::Filters | Keep::Customer | Keep::Time);
        self.before.is_some() && (reading.keeps(keep) || rows)
    }

    /// The dataset that most of the words belong to; ties go to the previous turn's, then to the firm's own.
    fn dataset(&mut self) {
        let kept = self.before.filter(|_| self.keeps(Keep::Subject) && self.frame.subject.is_empty());
        let kept = kept.and_then(|before| before.frame.dataset);
        let all = self.linker.datasets();
        let weigh = |dataset: Dataset| {
            let previous = self.before.is_some_and(|before| before.frame.dataset == Some(dataset));
            let (own, weight) = (!matches!(dataset, Dataset::Source(_)), self.weight(dataset));
            // Deals are in no table of the desk's own.
            let deals = matches!(self.frame.act, Act::Deals | Act::Forecast | Act::Pipeline) && !own && weight > 0.0;
            weight
                + if deals { 5.0 } else { 0.0 }
                + if kept == Some(dataset) { 3.0 } else { 0.0 }
                + if previous { 0.3 } else { 0.0 }
                + if own { OWN_RECORDS_BONUS } else { 0.0 }
        };
        let weighed: Vec<(Dataset, f64)> = all.iter().map(|d| (*d, weigh(*d))).collect();
        let most = |of: &mut dyn Iterator<Item = (Dataset, f64)>| of.reduce(|a, b| if b.1 > a.1 { b } else { a });
        let mut best = most(&mut weighed.iter().copied());
        // Between the desk's own tables and declared ones, a table without rows yields to one that could answer.
        if let Some((empty, _)) = best.filter(|(dataset, _)| !self.linker.has_rows(*dataset)) {
            let of_source = |dataset: Dataset| matches!(dataset, Dataset::Source(_));
            let other = |(dataset, weight): &(Dataset, f64)| {
                *weight >= 1.0 && of_source(*dataset) != of_source(empty) && self.linker.has_rows(*dataset)
            };
            best = most(&mut weighed.iter().copied().filter(other)).or(best);
        }
        let Some((dataset, weight)) = best.filter(|(_, weight)| *weight >= 1.0) else {
            let subject = self.frame.subject.clone();
            if let Some((dataset, name)) = self.linker.near_dataset(&subject).filter(|_| self.before.is_none()) {
                self.taken(&subject, &name);
                self.frame.dataset = Some(dataset);
            }
            return;
        };
        // Acts on customers are answered from the firm's own records, whatever else is declared.
        if of_customers(self.frame.act)
            && matches!(dataset, Dataset::Source(_))
            && Dataset::ALL.iter().any(|own| self.linker.has_rows(*own))
        {
            return;
        }
        let within = |most: f64| {
            let near = move |(other, less): &&(Dataset, f64)| *other != dataset && weight - less <= most;
            weighed.iter().filter(near).map(|(dataset, _)| *dataset)
        };
        self.frame.notes.extend(self.linker.namesakes(dataset, within(0.0), &self.frame.subject));
        self.frame.kinds = self.linker.kinds(dataset, within(1.5 * OWN_RECORDS_BONUS), &self.frame.subject);
        self.frame.dataset = Some(dataset);
    }

    /// How much of the reading a dataset explains.
    fn weight(&self, dataset: Dataset) -> f64 {
        let link = self.linker;
        let of = |span: &Span| match span.role {
            Role::Subject => {
                let noun = |text: &str| link.noun(dataset, text).map_or(0.0, |noun| 1.5 * noun.weight);
                // "Complaint reasons": a word of it may name the records.
                span.text.split_whitespace().map(noun).fold(noun(&span.text), f64::max)
            }
            Role::Measure => link.measure(dataset, &span.text).map_or(0.0, |_| 3.0),
            // A list of products is of their own rows, not of another table's column; a figure by product never is.
            Role::Group
                if self.frame.act == Act::List && link.noun(dataset, &span.text).is_some_and(|n| n.weight >= 3.0) =>
            {
                2.5
            }
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
                Dataset::Customers => link.records_of(&span.text).map_or(0.0, |_| 1.0),
                _ => link.group(dataset, &span.text).map_or(0.0, |_| 1.5),
            },
            _ => 0.0,
        };
        self.frame.reading.spans.iter().map(of).sum()
    }

    /// The row of the previous answer meant by its position, or all of its rows.
    fn place(&mut self) {
        let Some(before) = self.before else { return };
        let reading = &self.frame.reading;
        let place = reading.first(Role::Place).and_then(|text| ordinal(text, before.listed.len()));
        let first = || (reading.keeps(Keep::Rows) && self.one_row()).then_some(0);
        // "Who handles the most cases?" and then "how many of them …": of the one named.
        let named = || (reading.keeps(Keep::Rows) && before.frame.one && before.frame.ranks()).then_some(0);
        let queried = matches!(before.frame.act, Act::Figure | Act::List | Act::Compare | Act::Trend);
        if let Some(row) = place.or_else(first).or_else(named).and_then(|at| before.listed.get(at)) {
            return self.row(&row.clone());
        }
        // Lists that no condition expresses: customers at risk, urgent cases.
        if reading.keeps(Keep::Rows) && !queried {
            before.listed.iter().filter(|row| row.column == "customer").for_each(|row| self.row(row));
        }
    }

    /// Whether an act on rows is about a single row.
    fn one_row(&self) -> bool {
        use Act::*;
        matches!(
            self.frame.act,
            Record | Similar | CallSheet | LastContact | Draft | NoteCase | AssignCase | Health | OpenCase
        )
    }

    fn row(&mut self, row: &Listed) {
        match row.column.as_str() {
            "id" => self.frame.id = Some(row.value.clone()),
            column if Bucket::ALL.iter().any(|bucket| bucket.as_str() == column) => {
                let time = range::parse(&row.label, self.linker.as_of);
                let slot = |time: Resolved| TimeSlot { time, words: row.label.clone(), carried: true };
                self.frame.time = time.ok().map(slot).or(self.frame.time.take());
            }
            column => self.filter(slot(column, Op::Is, &row.value, &row.label, &row.label), 0),
        }
    }

    /// What is carried over from the previous turn.
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
        let dropped: Vec<String> =
            self.frame.reading.with_role(Role::Drop).map(|span| pick::phrase(&span.text)).collect();
        let drops = |slot: &FilterSlot| {
            let names = [slot.column.replace('_', " "), slot.words.clone(), slot.labels.join(" ")];
            names.iter().any(|name| {
                let name = pick::phrase(name);
                !name.is_empty() && dropped.iter().any(|drop| drop.contains(&name))
            })
        };
        // The conditions of a sheet on one customer narrow nothing else.
        let of_one = of_one_customer(then.act) && then.customer().is_some();
        let placed = self.frame.filters.iter().any(|f| f.column == "customer") || self.frame.id.is_some();
        for slot in &then.filters {
            let customer = matches!(slot.column.as_str(), "customer" | "name");
            let of_subject = slot.words.is_empty() || slot.column == "kind" && !slot.part;
            let kept = match (customer, of_subject) {
                (true, _) => self.keeps(Keep::Customer) && !placed,
                (_, true) => self.frame.reading.with_role(Role::Subject).next().is_none() && self.keeps(Keep::Subject),
                _ => self.keeps(Keep::Filters) && self.frame.id.is_none() && !of_one,
            };
            // Another value of the same column replaces it; a share is of the previous subject.
            let replaced = self
                .frame
                .filters
                .iter()
                .any(|own| own.column == slot.column && !own.part && own.negated == slot.negated);
            if kept && !replaced && !drops(slot) && self.known(&slot.column) {
                self.frame.filters.push(FilterSlot {
                    carried: true,
                    part: slot.part && self.keeps(Keep::Measure),
                    start: 0,
                    ..slot.clone()
                });
            }
        }
        // "How many customers reported it": those who have such records.
        let of = then.dataset.unwrap_or_default();
        let theirs = then.filters.iter().filter(|f| !self.known(&f.column) && self.linker.has_column(of, &f.column));
        let theirs: Vec<FilterSlot> = theirs.cloned().collect();
        if self.keeps(Keep::Filters)
            && self.frame.dataset == Some(Dataset::Customers)
            && self.frame.records.is_empty()
            && !theirs.is_empty()
        {
            let (op, value, words) = (Op::AtLeast, 1.0, then.subject.clone());
            self.frame.records.push(RecordsSlot { of, filters: theirs, op, value, words });
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
        if self.keeps(Keep::Time)
            && self.frame.time.is_none()
            && self.frame.reading.with_role(Role::Time).next().is_none()
        {
            let carried = |time: &Option<TimeSlot>| time.clone().map(|time| TimeSlot { carried: true, ..time });
            self.frame.time = carried(&then.time);
            // "And by product" of a comparison compares each product.
            if self.frame.reading.with_role(Role::Versus).next().is_none() {
                (self.frame.against, self.frame.previous) = (carried(&then.against), then.previous);
            }
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

    /// What follows from the act and all spans together.
    fn settle(&mut self) {
        let frame = &mut self.frame;
        // "Did not get a timely response": the noun of a condition asks for no presence of its own.
        let said: Vec<String> =
            frame.filters.iter().filter(|f| !f.carried && f.op == Op::Is).map(|f| f.column.clone()).collect();
        frame.filters.retain(|f| f.op != Op::Missing || !said.contains(&f.column));
        // A percentage with two times is a change.
        let parts = frame.filters.iter().any(|f| !f.carried && !f.words.is_empty());
        if frame.aggregation == Some(Aggregation::Share)
            && (frame.against.is_some() || frame.act == Act::Compare && !parts)
        {
            frame.aggregation = None;
        }
        let several =
            frame.filters.iter().find(|f| f.values.len() > 1 && !f.negated && f.op == Op::Is && f.labels.len() > 1);
        if frame.act == Act::Compare {
            if let Some(column) = several.map(|f| f.column.clone()).filter(|_| frame.groups.is_empty()) {
                frame.groups.push(Group::Column(column));
                frame.versus = frame.filters.iter().any(|f| f.labels.len() == 2);
            } else if frame.against.is_none() && frame.groups.is_empty() && frame.time.is_some() {
                frame.previous = true;
            }
        }
        if frame.act == Act::Trend
            && frame.against.is_none()
            && !frame.groups.iter().any(|g| matches!(g, Group::Time(_)))
            && frame.groups.len() < 2
        {
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
        // "Customers who complained (most)": listed with the number of those records each has.
        let (catalog, ranks) = (&self.linker.catalog, [Order::Most, Order::Least, Order::Worst]);
        let counted = self.marks.iter().any(|mark| mark.operator == Operator::Count);
        let listed = frame.act == Act::List && frame.order.is_none() && !counted;
        if frame.dataset == Some(Dataset::Customers)
            && (listed || frame.order.is_some_and(|order| ranks.contains(&order)))
            && let [records] = frame.records.as_slice()
            && records.value > 0.0
            && frame.groups.is_empty()
            && frame.filters.iter().all(|f| catalog.column(records.of, &f.column).is_some() || f.column == "name")
        {
            let records = frame.records.remove(0);
            frame.dataset = Some(records.of);
            frame.filters.iter_mut().filter(|f| f.column == "name").for_each(|f| f.column = "customer".into());
            frame.filters.extend(records.filters);
            frame.groups = vec![Group::Column("customer".into())];
            if (records.op, records.value) != (Op::AtLeast, 1.0) {
                frame.bounds.push((records.op, records.value));
            }
        }
        // "Which manager's customers": the question is whose they are, and each customer has one.
        let linker = self.linker;
        let of_customers = |g: &Group| {
            let column = frame.dataset.and_then(|dataset| linker.catalog.column(dataset, g.name()));
            column.is_some_and(|column| matches!(column.place, ColumnExpr::Customer(_)))
        };
        if frame.one && frame.groups.len() == 2 && frame.groups.iter().any(of_customers) {
            frame.groups.retain(|g| g.name() != "customer");
        }
        // "platinum, gold and silver": each, and in total.
        let counts = frame.act == Act::Figure && frame.aggregation.is_none() && frame.measure.is_none();
        let each = frame.filters.iter().find(|f| f.labels.len() > 1 && !f.negated && !f.part && f.column != "customer");
        if let Some(column) =
            each.map(|f| f.column.clone()).filter(|_| counts && frame.groups.is_empty() && frame.bounds.is_empty())
        {
            frame.groups.push(Group::Column(column));
        }
        self.due_diligence();
        self.shares();
        self.texts();
        let frame = &mut self.frame;
        frame.unused.retain(|words| !says_nothing(words));
        frame.unused.dedup();
    }
}

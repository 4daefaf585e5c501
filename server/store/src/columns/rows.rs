//! The selected rows: conditions on records, compiled to codes.

use std::collections::HashSet;

use chrono::NaiveDate;
use model::analysis::Stage;
use model::record::{Channel, Kind, Sentiment};
use model::time::DateRange;

use super::cases::{Cases, Life, MessageBits, message_bits};
use super::loaded::LoadedColumns;
use super::table::{Column, NONE, OfCustomer, Table, day_number};
use crate::analytics::Data;

/// A text field of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    Own(Column),
    /// Communications: an archive field, by its index in the table.
    Attribute(usize),
    Customer(OfCustomer),
    /// The most specific label.
    Topic,
    Derived(Derived),
}

/// Derived from a record's times and related records: one of a few names, or nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Derived {
    /// Cases: "yes" if it missed its SLA, "no" if not, nothing if unknown.
    Late,
    /// Cases: "yes" if resolved before it was opened, else "no".
    Wrong,
    /// Cases: "yes" if it has a resolution time, else nothing.
    Resolved,
    /// Cases: the channel of the first message.
    FirstChannel,
    /// Communications: the stage within their case.
    Stage,
}

/// Upper bound on the names of a derived field.
pub const NAMES: usize = 16;

impl Derived {
    /// The index of its name for a row.
    pub fn index(self, rows: &Rows, at: usize) -> Option<usize> {
        match self {
            Self::Late => rows.late(at).map(usize::from),
            Self::Wrong => rows.life(at).map(|life| usize::from(life.is_wrong())),
            Self::Resolved => rows.life(at).and_then(|life| life.resolved).map(|_| 1),
            Self::FirstChannel => {
                let channel = rows.due.is_some().then(|| rows.cases.first_channel(at)).flatten()?;
                Channel::ALL.iter().position(|one| *one == channel)
            }
            Self::Stage => {
                let stage = rows.stage(at)?;
                Stage::ALL.iter().position(|one| *one == stage)
            }
        }
    }

    /// The name at an index.
    pub fn name(self, place: usize) -> Option<&'static str> {
        match self {
            Self::Late | Self::Wrong | Self::Resolved => ["no", "yes"].get(place).copied(),
            Self::FirstChannel => Channel::ALL.get(place).map(|channel| channel.as_str()),
            Self::Stage => Stage::ALL.get(place).map(|stage| stage.as_str()),
        }
    }
}

impl Field {
    /// The code for a row.
    pub fn code(self, rows: &Rows, at: usize) -> u32 {
        let table = rows.table;
        match self {
            Self::Own(column) => table.column(column)[at],
            Self::Attribute(index) => table.attribute(index)[at],
            Self::Customer(what) => table.of_customer(what, table.column(Column::Customer)[at]),
            Self::Topic => table.topic(at, table.empty()),
            // Not the code of any word.
            Self::Derived(what) => what.index(rows, at).map_or(NONE, |place| NONE - 2 - place as u32),
        }
    }
}

/// A condition. Empty text counts as no value, here and for keys.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition {
    And(Vec<Condition>),
    Or(Vec<Condition>),
    Not(Box<Condition>),
    OneOf(Field, Vec<String>),
    /// The comma-separated list contains one of these.
    Lists(Field, Vec<String>),
    /// The record is one of these.
    Ids(Vec<String>),
    Missing(Field),
    Within(DateRange),
    /// The day of the week, from Monday.
    OfWeek([bool; 7]),
    /// The score exists and is within these bounds.
    Score(Bound),
    /// Cases: one message matches all of these. An empty list matches anything.
    Said {
        channels: Vec<Channel>,
        kinds: Vec<Kind>,
        sentiments: Vec<Sentiment>,
    },
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bound {
    Any,
    Is(f64),
    Less(f64),
    AtMost(f64),
    More(f64),
    AtLeast(f64),
    Between(f64, f64),
}

/// Which records to select.
#[derive(Clone, Debug)]
pub struct Wanted {
    pub data: Data,
    /// The day as of which deadlines are judged.
    pub as_of: NaiveDate,
    pub range: DateRange,
    /// All must hold.
    pub conditions: Vec<Condition>,
}

/// The selected records.
pub struct Rows<'a> {
    pub table: &'a Table,
    /// Further data on cases.
    cases: &'a Cases,
    /// For cases: the codes of unfinished statuses, and the day as of which deadlines are judged.
    due: Option<(Vec<u32>, NaiveDate)>,
    days: (i32, i32),
    /// Most conditions are of this kind, and none is faster.
    equal: Vec<(&'a [u32], u32)>,
    others: Vec<Test<'a>>,
}

impl<'a> Rows<'a> {
    pub(super) fn new(held: &'a LoadedColumns, wanted: &Wanted) -> Self {
        let cases = &held.cases;
        let (table, due) = match wanted.data {
            Data::Communications => (&held.communications, None),
            Data::Cases => (&cases.table, Some((cases.open(), wanted.as_of))),
        };
        let (mut equal, mut others) = (Vec::new(), Vec::new());
        for condition in &wanted.conditions {
            match Test::compile(condition, table) {
                Test::Is(codes, code) => equal.push((codes, code)),
                other => others.push(other),
            }
        }
        Self { table, cases, due, days: days(wanted.range), equal, others }
    }

    pub fn each(&self, mut each: impl FnMut(usize)) {
        let table = self.table;
        for at in 0..table.ids.len() {
            let day = table.day[at];
            let within = day >= self.days.0 && day <= self.days.1 && !table.gone[at];
            if within
                && self.equal.iter().all(|(codes, code)| codes[at] == *code)
                && self.others.iter().all(|test| test.holds(self, at))
            {
                each(at);
            }
        }
    }

    /// Cases: whether it missed its SLA; `None` if unknown.
    pub fn late(&self, at: usize) -> Option<bool> {
        let (open, as_of) = self.due.as_ref()?;
        self.cases.sla(open, at, *as_of)
    }

    /// The times of the case at a place, when selecting cases.
    pub fn life(&self, at: usize) -> Option<&Life> {
        self.due.is_some().then(|| self.cases.life(at))
    }

    /// Communications: the stage within its case.
    fn stage(&self, at: usize) -> Option<Stage> {
        let messages = self.due.is_none().then_some(self.table)?;
        Some(self.cases.life_of_message(messages, at)?.stage(messages.at(at)))
    }
}

/// Both ends as day numbers.
pub fn days(range: DateRange) -> (i32, i32) {
    (range.from.map_or(i32::MIN, day_number), range.to.map_or(i32::MAX, day_number))
}

/// A compiled condition.
pub enum Test<'a> {
    All(Vec<Test<'a>>),
    Any(Vec<Test<'a>>),
    Not(Box<Test<'a>>),
    Is(&'a [u32], u32),
    /// Whether each code matches; the last entry is for no value.
    Codes(&'a [u32], Vec<bool>),
    Topic(u32, Vec<bool>),
    Days(i32, i32),
    Week([bool; 7]),
    Score(Bound),
    /// Whether each name matches; the last entry is for no value.
    Derived(Derived, [bool; NAMES + 1]),
    Said(MessageBits),
    /// Whether each row matches.
    Rows(Vec<bool>),
}

impl<'a> Test<'a> {
    pub fn compile(condition: &Condition, table: &'a Table) -> Self {
        let all = |list: &[Condition]| list.iter().map(|c| Test::compile(c, table)).collect();
        match condition {
            Condition::And(list) => Self::All(all(list)),
            Condition::Or(list) => Self::Any(all(list)),
            // A double negation cancels out.
            Condition::Not(inner) => match Self::compile(inner, table) {
                Self::Not(inner) => *inner,
                inner => Self::Not(Box::new(inner)),
            },
            Condition::OneOf(Field::Own(column), values) if values.len() == 1 => {
                // A value that no record has gets a code that no row has.
                Self::Is(table.column(*column), table.code(&values[0]).unwrap_or(NONE - 1))
            }
            Condition::OneOf(Field::Derived(what), values) => Self::Derived(
                *what,
                std::array::from_fn(|place| {
                    what.name(place).is_some_and(|name| values.iter().any(|value| value == name))
                }),
            ),
            Condition::Missing(Field::Derived(what)) => {
                Self::Derived(*what, std::array::from_fn(|place| place == NAMES))
            }
            Condition::OneOf(field, values) => {
                let codes: HashSet<u32> = values.iter().filter_map(|value| table.code(value)).collect();
                Self::codes(table, *field, |code| codes.contains(&code))
            }
            Condition::Lists(field, values) => {
                let listed = |code: u32| {
                    let names = table.word(code).unwrap_or_default().replace(", ", ",");
                    names.split(',').any(|name| values.iter().any(|value| value == name))
                };
                Self::codes(table, *field, listed)
            }
            Condition::Missing(field) => {
                let empty = table.empty();
                Self::codes(table, *field, |code| code == NONE || code == empty)
            }
            Condition::Ids(ids) => {
                let mut will_do = vec![false; table.ids.len()];
                ids.iter().filter_map(|id| table.place(id)).for_each(|at| will_do[at] = true);
                Self::Rows(will_do)
            }
            Condition::Within(range) => {
                let (from, to) = days(*range);
                Self::Days(from, to)
            }
            Condition::OfWeek(days) => Self::Week(*days),
            Condition::Score(bound) => Self::Score(*bound),
            Condition::Said { channels, kinds, sentiments } => Self::Said(message_bits(
                |channel| channels.is_empty() || channels.contains(&channel),
                |kind| kinds.is_empty() || kinds.contains(&kind),
                |sentiment| sentiments.is_empty() || sentiment.is_some_and(|s| sentiments.contains(&s)),
            )),
        }
    }

    fn codes(table: &'a Table, field: Field, will_do: impl Fn(u32) -> bool) -> Self {
        let codes = (0..table.words.len() as u32).chain([NONE]);
        match field {
            Field::Own(column) => Self::Codes(table.column(column), codes.map(will_do).collect()),
            Field::Attribute(index) => Self::Codes(table.attribute(index), codes.map(will_do).collect()),
            Field::Topic => Self::Topic(table.empty(), codes.map(will_do).collect()),
            // Derived fields are never lists.
            Field::Derived(_) => Self::Any(Vec::new()),
            // A condition on a customer holds for all their communications.
            Field::Customer(what) => {
                let will_do = codes.map(|customer| will_do(table.of_customer(what, customer))).collect();
                Self::Codes(table.column(Column::Customer), will_do)
            }
        }
    }

    pub fn holds(&self, rows: &Rows, at: usize) -> bool {
        let table = rows.table;
        match self {
            Self::All(list) => list.iter().all(|test| test.holds(rows, at)),
            Self::Any(list) => list.iter().any(|test| test.holds(rows, at)),
            Self::Not(inner) => !inner.holds(rows, at),
            Self::Is(codes, code) => codes[at] == *code,
            Self::Codes(codes, will_do) => will_do[(codes[at] as usize).min(will_do.len() - 1)],
            Self::Topic(empty, will_do) => will_do[(table.topic(at, *empty) as usize).min(will_do.len() - 1)],
            Self::Days(from, to) => (*from..=*to).contains(&table.day[at]),
            // 1 January 1970 was a Thursday.
            Self::Week(days) => days[(table.day[at] + 3).rem_euclid(7) as usize],
            Self::Score(bound) => bound.holds(table.score[at]),
            Self::Derived(what, will_do) => will_do[what.index(rows, at).unwrap_or(NAMES)],
            Self::Said(wanted) => rows.due.is_some() && rows.cases.says(at, wanted),
            Self::Rows(will_do) => will_do[at],
        }
    }
}

impl Bound {
    /// Never true for a missing score, which is NaN.
    fn holds(self, score: f64) -> bool {
        match self {
            Self::Any => !score.is_nan(),
            Self::Is(value) => score == value,
            Self::Less(value) => score < value,
            Self::AtMost(value) => score <= value,
            Self::More(value) => score > value,
            Self::AtLeast(value) => score >= value,
            Self::Between(least, most) => score >= least && score <= most,
        }
    }
}

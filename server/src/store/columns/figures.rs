//! Figures over the columns under any condition, by up to a few keys: what a typed query asks of communications, in one
//! pass where a database takes hundreds of milliseconds.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use app::model::record::{Channel, Kind, Sentiment};
use app::model::time::DateRange;
use chrono::NaiveDate;

use super::Held;
use super::cases::{Cases, Said, said};
use super::table::{Column, NONE, OfCustomer, Table};
use super::tally::{Group, Of};
use super::wanted::{day_number, day_of};
use crate::store::analytics::Data;

/// A text that is known of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    Own(Column),
    Customer(OfCustomer),
    /// As precisely as it is labelled.
    Topic,
    /// Of cases: "yes" for those that missed their SLA, "no" for the others, nothing where nobody can say.
    Late,
}

impl Field {
    /// Of the row at a place.
    pub fn code(self, view: &View, at: usize) -> u32 {
        let table = view.table;
        match self {
            Self::Own(column) => table.columns[column as usize][at],
            Self::Customer(what) => table.of_customer(what, table.columns[Column::Customer as usize][at]),
            Self::Topic => table.topic(at, table.empty()),
            Self::Late => match view.late.get(at).copied().flatten() {
                // No code of a word.
                Some(late) => NONE - 2 - u32::from(late),
                None => NONE,
            },
        }
    }
}

/// The records that are asked about.
pub struct View<'a> {
    pub table: &'a Table,
    /// Of cases: whether each missed its SLA.
    late: Vec<Option<bool>>,
    /// Of cases: what their messages say.
    said: Option<&'a Cases>,
}

impl<'a> View<'a> {
    fn of(held: &'a Held, asked: &Asked) -> Self {
        let cases = &held.cases;
        match asked.data {
            Data::Communications => Self { table: &held.communications, late: Vec::new(), said: None },
            Data::Cases => {
                let open = cases.open();
                let late = (0..cases.table.ids.len()).map(|at| cases.sla(&open, at, asked.as_of)).collect();
                Self { table: &cases.table, late, said: Some(cases) }
            }
        }
    }
}

/// A condition. An empty text is no value, here and for keys.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition {
    And(Vec<Condition>),
    Or(Vec<Condition>),
    Not(Box<Condition>),
    OneOf(Field, Vec<String>),
    /// One of these is among the names that stand there parted by commas.
    Lists(Field, Vec<String>),
    Missing(Field),
    Within(DateRange),
    /// The score is there and within these bounds.
    Score(Bound),
    /// Of cases: one of their messages has all of it. An empty list is any.
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

/// What groups are made by.
#[derive(Clone, Copy, Debug)]
pub enum Key {
    Field(Field),
    /// The name of the stretch of time that a day lies in.
    Time(fn(NaiveDate) -> String),
}

/// A figure.
#[derive(Clone, Debug)]
pub struct Figure {
    pub of: Of,
    pub only: Option<Condition>,
}

/// What is asked.
#[derive(Clone, Debug)]
pub struct Asked {
    pub data: Data,
    /// The day from which deadlines are looked at.
    pub as_of: Option<NaiveDate>,
    pub range: DateRange,
    pub filter: Vec<Condition>,
    pub keys: Vec<Key>,
    pub figures: Vec<Figure>,
}

/// The names of a group, its figures, its number of records.
pub type Line = (Vec<Option<String>>, Vec<Option<f64>>, f64);

/// The groups in no order; without keys one line, of all.
pub(super) fn lines(held: &Held, asked: &Asked) -> Vec<Line> {
    let view = &View::of(held, asked);
    let rows = Rows::of(view, asked);
    let only: Vec<Option<Test>> =
        asked.figures.iter().map(|f| f.only.as_ref().map(|only| Test::of(only, view))).collect();
    let of: Vec<Of> = asked.figures.iter().map(|f| f.of).collect();
    let mut keys: Vec<Grouping> = asked.keys.iter().map(|key| Grouping::of(*key, view.table)).collect();
    let mut groups: Vec<Group> = Vec::new();
    let mut places: HashMap<u64, usize> = HashMap::new();
    // Without keys there is one group, be it empty; with one key the groups are numbered as its values are.
    if keys.is_empty() {
        groups.push(Group::new(&of));
    }
    rows.each(|at| {
        let place = match keys.as_mut_slice() {
            [] => 0,
            [key] => key.number(view, at) as usize,
            several => {
                let code = several.iter_mut().fold(0, |code, key| code << 32 | u64::from(key.number(view, at)));
                let next = places.len();
                *places.entry(code).or_insert(next)
            }
        };
        while groups.len() <= place {
            groups.push(Group::new(&of));
        }
        let group = &mut groups[place];
        group.count += 1;
        for (tally, only) in group.tallies.iter_mut().zip(&only) {
            if only.as_ref().is_none_or(|only| only.holds(view, at)) {
                tally.take(view, at);
            }
        }
    });
    let mut named: Vec<Vec<Option<String>>> = vec![Vec::new(); groups.len()];
    match keys.as_slice() {
        [] => {}
        [key] => named.iter_mut().zip(&key.names).for_each(|(names, name)| names.push(name.clone())),
        several => places.iter().for_each(|(code, place)| {
            let shifts = (0..several.len()).rev().map(|n| (code >> (32 * n)) as u32 as usize);
            named[*place] = several.iter().zip(shifts).map(|(key, number)| key.names[number].clone()).collect();
        }),
    }
    let line = |(names, group): (Vec<_>, Group)| {
        let count = group.count as f64;
        (names, group.tallies.into_iter().map(|tally| tally.value(count)).collect(), count)
    };
    named.into_iter().zip(groups).map(line).collect()
}

/// The ids of the last of them, by day and then by id.
pub(super) fn latest(held: &Held, asked: &Asked, many: usize) -> Vec<String> {
    let view = &View::of(held, asked);
    let table = view.table;
    let mut kept: Vec<(i32, &str)> = Vec::with_capacity(many + 1);
    Rows::of(view, asked).each(|at| {
        let day = table.day[at];
        if kept.len() == many && kept.last().is_none_or(|last| day < last.0) {
            return;
        }
        let one = (day, &*table.ids[at]);
        let place = kept.partition_point(|other| *other > one);
        kept.insert(place, one);
        kept.truncate(many);
    });
    kept.into_iter().map(|(_, id)| id.to_owned()).collect()
}

/// The rows that are meant.
struct Rows<'a> {
    view: &'a View<'a>,
    days: (i32, i32),
    filter: Vec<Test<'a>>,
}

impl<'a> Rows<'a> {
    fn of(view: &'a View<'a>, asked: &Asked) -> Self {
        Self { view, days: days(asked.range), filter: asked.filter.iter().map(|c| Test::of(c, view)).collect() }
    }

    fn each(&self, mut each: impl FnMut(usize)) {
        let table = self.view.table;
        for at in 0..table.ids.len() {
            let day = table.day[at];
            let within = day >= self.days.0 && day <= self.days.1 && !table.gone[at];
            if within && self.filter.iter().all(|test| test.holds(self.view, at)) {
                each(at);
            }
        }
    }
}

fn days(range: DateRange) -> (i32, i32) {
    (range.from.map_or(i32::MIN, day_number), range.to.map_or(i32::MAX, day_number))
}

/// A condition in codes.
enum Test<'a> {
    All(Vec<Test<'a>>),
    Any(Vec<Test<'a>>),
    Not(Box<Test<'a>>),
    Is(&'a [u32], u32),
    /// Whether each code will do; that of no value is the last.
    Codes(&'a [u32], Vec<bool>),
    Topic(u32, Vec<bool>),
    Days(i32, i32),
    Score(Bound),
    /// Whether yes, no and nothing will do.
    Late([bool; 3]),
    Said(Said),
}

impl<'a> Test<'a> {
    fn of(condition: &Condition, view: &View<'a>) -> Self {
        let table = view.table;
        let all = |list: &[Condition]| list.iter().map(|c| Test::of(c, view)).collect();
        match condition {
            Condition::And(list) => Self::All(all(list)),
            Condition::Or(list) => Self::Any(all(list)),
            Condition::Not(inner) => Self::Not(Box::new(Self::of(inner, view))),
            Condition::OneOf(Field::Own(column), values) if values.len() == 1 => {
                // A value that no communication has: no row has this code.
                Self::Is(&table.columns[*column as usize], table.code(&values[0]).unwrap_or(NONE - 1))
            }
            Condition::OneOf(Field::Late, values) => {
                let [yes, no] = ["yes", "no"].map(|name| values.iter().any(|value| value == name));
                Self::Late([yes, no, false])
            }
            Condition::Missing(Field::Late) => Self::Late([false, false, true]),
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
            Condition::Within(range) => {
                let (from, to) = days(*range);
                Self::Days(from, to)
            }
            Condition::Score(bound) => Self::Score(*bound),
            Condition::Said { channels, kinds, sentiments } => Self::Said(said(
                |channel| channels.is_empty() || channels.contains(&channel),
                |kind| kinds.is_empty() || kinds.contains(&kind),
                |sentiment| sentiments.is_empty() || sentiment.is_some_and(|s| sentiments.contains(&s)),
            )),
        }
    }

    fn codes(table: &'a Table, field: Field, will_do: impl Fn(u32) -> bool) -> Self {
        let codes = (0..table.words.len() as u32).chain([NONE]);
        match field {
            Field::Own(column) => Self::Codes(&table.columns[column as usize], codes.map(will_do).collect()),
            Field::Topic => Self::Topic(table.empty(), codes.map(will_do).collect()),
            // Never a name of a list.
            Field::Late => Self::Any(Vec::new()),
            // What holds of a customer holds of whatever they wrote.
            Field::Customer(what) => {
                let will_do = codes.map(|customer| will_do(table.of_customer(what, customer))).collect();
                Self::Codes(&table.columns[Column::Customer as usize], will_do)
            }
        }
    }

    fn holds(&self, view: &View, at: usize) -> bool {
        let table = view.table;
        match self {
            Self::All(list) => list.iter().all(|test| test.holds(view, at)),
            Self::Any(list) => list.iter().any(|test| test.holds(view, at)),
            Self::Not(inner) => !inner.holds(view, at),
            Self::Is(codes, code) => codes[at] == *code,
            Self::Codes(codes, will_do) => will_do[(codes[at] as usize).min(will_do.len() - 1)],
            Self::Topic(empty, will_do) => will_do[(table.topic(at, *empty) as usize).min(will_do.len() - 1)],
            Self::Days(from, to) => (*from..=*to).contains(&table.day[at]),
            Self::Score(bound) => bound.holds(table.score[at]),
            Self::Late([yes, no, nothing]) => match view.late.get(at).copied().flatten() {
                Some(true) => *yes,
                Some(false) => *no,
                None => *nothing,
            },
            Self::Said(wanted) => view.said.is_some_and(|cases| cases.says(at, wanted)),
        }
    }
}

impl Bound {
    /// Never of a score that is not there, which is not a number.
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

/// Numbers the values of a key in the order in which they come.
struct Grouping {
    key: Key,
    /// By code, that of no value last; by day from the first one on.
    numbers: Vec<u32>,
    first_day: i32,
    names: Vec<Option<String>>,
    known: HashMap<Option<String>, u32>,
}

impl Grouping {
    fn of(key: Key, table: &Table) -> Self {
        let days = table.day.iter().copied();
        let first_day = days.clone().min().unwrap_or(0);
        let many = match key {
            Key::Field(_) => table.words.len() + 1,
            Key::Time(_) => (days.max().unwrap_or(0) - first_day) as usize + 1,
        };
        Self { key, numbers: vec![NONE; many], first_day, names: Vec::new(), known: HashMap::new() }
    }

    fn number(&mut self, view: &View, at: usize) -> u32 {
        let table = view.table;
        let raw = match self.key {
            // All that a customer wrote goes to one group.
            Key::Field(Field::Customer(_)) => table.columns[Column::Customer as usize][at] as usize,
            Key::Field(Field::Late) => view.late.get(at).copied().flatten().map_or(usize::MAX, usize::from),
            Key::Field(field) => field.code(view, at) as usize,
            Key::Time(_) => (table.day[at] - self.first_day) as usize,
        };
        let raw = raw.min(self.numbers.len() - 1);
        if self.numbers[raw] == NONE {
            let name = self.name(view, at);
            self.numbers[raw] = match self.known.entry(name) {
                Entry::Occupied(known) => *known.get(),
                Entry::Vacant(new) => {
                    self.names.push(new.key().clone());
                    *new.insert(self.names.len() as u32 - 1)
                }
            };
        }
        self.numbers[raw]
    }

    fn name(&self, view: &View, at: usize) -> Option<String> {
        let table = view.table;
        match self.key {
            Key::Field(Field::Late) => match view.late.get(at).copied().flatten()? {
                true => Some("yes".into()),
                false => Some("no".into()),
            },
            Key::Field(field) => table.text(field.code(view, at)).filter(|name| !name.is_empty()),
            Key::Time(name) => day_of(i64::from(table.day[at])).map(name),
        }
    }
}

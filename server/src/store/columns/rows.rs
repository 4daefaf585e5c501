//! The rows that are meant: conditions on what is known of a record, told in codes.

use std::collections::HashSet;

use app::model::analysis::Stage;
use app::model::record::{Channel, Kind, Sentiment};
use app::model::time::DateRange;
use chrono::NaiveDate;

use super::Held;
use super::cases::{Cases, Said, said};
use super::table::{Column, NONE, OfCustomer, Table, day_number};
use crate::store::analytics::{Data, Filter};

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
    pub fn code(self, rows: &Rows, at: usize) -> u32 {
        let table = rows.table;
        match self {
            Self::Own(column) => table.column(column)[at],
            Self::Customer(what) => table.of_customer(what, table.column(Column::Customer)[at]),
            Self::Topic => table.topic(at, table.empty()),
            Self::Late => match rows.late(at) {
                // No code of a word.
                Some(late) => NONE - 2 - u32::from(late),
                None => NONE,
            },
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
    /// The record is one of these.
    Ids(Vec<String>),
    Missing(Field),
    Within(DateRange),
    /// Its day is one of these of the week, from Sunday on.
    OfWeek([bool; 7]),
    /// Of communications: where they stand in the life of their case.
    Stage(Stage),
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

/// What a filter says; `None` where the columns cannot tell: further fields, what became of the case of a message.
fn conditions(filter: &Filter, data: Data) -> Option<Vec<Condition>> {
    let Filter { customer_id, product, category, subcategory, topic, topics, status, attributes, carries, ids, .. } =
        filter;
    let Filter { tier, channel, kind, sentiment, breached, journey_stage, .. } = *filter;
    let of_cases = data == Data::Cases;
    if !carries.is_empty() || (breached.is_some() && !of_cases) || (journey_stage.is_some() && of_cases) {
        return None;
    }
    let is = |field: Field, text: &str| Condition::OneOf(field, vec![text.to_owned()]);
    let own = |column: Column, text: Option<&str>| Some(is(Field::Own(column), text?));
    let mut all: Vec<Condition> = [
        own(Column::Customer, customer_id.as_deref()),
        own(Column::Product, product.as_deref()),
        own(Column::Category, category.as_deref()),
        own(Column::Subcategory, subcategory.as_deref()),
        own(Column::Status, status.as_deref()),
        tier.map(|tier| is(Field::Customer(OfCustomer::Tier), tier.as_str())),
        topic.as_deref().map(|topic| match topic {
            "" => Condition::Missing(Field::Topic),
            topic => is(Field::Topic, topic),
        }),
        breached.map(|breached| is(Field::Late, if breached { "yes" } else { "no" })),
        ids.clone().map(Condition::Ids),
        journey_stage.map(Condition::Stage),
    ]
    .into_iter()
    .flatten()
    .collect();
    if !topics.is_empty() {
        all.push(Condition::OneOf(Field::Topic, topics.clone()));
    }
    all.extend(attributes.iter().map(|(attribute, text)| is(Field::Own((*attribute).into()), text)));
    if !of_cases {
        all.extend(own(Column::Channel, channel.map(Channel::as_str)));
        all.extend(own(Column::Kind, kind.map(Kind::as_str)));
        all.extend(own(Column::Sentiment, sentiment.map(Sentiment::as_str)));
    } else if channel.is_some() || kind.is_some() || sentiment.is_some() {
        all.push(Condition::Said {
            channels: channel.into_iter().collect(),
            kinds: kind.into_iter().collect(),
            sentiments: sentiment.into_iter().collect(),
        });
    }
    Some(all)
}

/// The records that are meant.
pub struct Rows<'a> {
    pub table: &'a Table,
    /// What else is known of cases.
    cases: &'a Cases,
    /// Where it is cases that are meant: the codes of the statuses in which nobody has finished, and the day from which
    /// deadlines are looked at.
    due: Option<(Vec<u32>, Option<NaiveDate>)>,
    days: (i32, i32),
    /// Most conditions are of this kind, and no other is as quick.
    equal: Vec<(&'a [u32], u32)>,
    others: Vec<Test<'a>>,
}

impl<'a> Rows<'a> {
    /// Those that a condition holds for, of a range of days.
    pub(super) fn of(
        held: &'a Held,
        data: Data,
        as_of: Option<NaiveDate>,
        range: DateRange,
        filter: &[Condition],
    ) -> Self {
        let cases = &held.cases;
        let (table, due) = match data {
            Data::Communications => (&held.communications, None),
            Data::Cases => (&cases.table, Some((cases.open(), as_of))),
        };
        let (mut equal, mut others) = (Vec::new(), Vec::new());
        for condition in filter {
            match Test::of(condition, table) {
                Test::Is(codes, code) => equal.push((codes, code)),
                other => others.push(other),
            }
        }
        Self { table, cases, due, days: days(range), equal, others }
    }

    /// Those of a filter; `None` where the columns cannot tell.
    pub(super) fn filtered(held: &'a Held, data: Data, filter: &Filter) -> Option<Self> {
        Some(Self::of(held, data, filter.as_of, filter.range, &conditions(filter, data)?))
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

    /// Of cases: whether it missed its SLA; `None` where nobody can say.
    pub fn late(&self, at: usize) -> Option<bool> {
        let (open, as_of) = self.due.as_ref()?;
        self.cases.sla(open, at, *as_of)
    }

    /// Of communications: where it stands in the life of its case.
    pub fn stage(&self, at: usize) -> Option<Stage> {
        let messages = self.due.is_none().then_some(self.table)?;
        Some(self.cases.life_of_message(messages, at)?.stage(messages.at(at)))
    }
}

/// Both ends, as numbers of days.
pub fn days(range: DateRange) -> (i32, i32) {
    (range.from.map_or(i32::MIN, day_number), range.to.map_or(i32::MAX, day_number))
}

/// A condition in codes.
pub enum Test<'a> {
    All(Vec<Test<'a>>),
    Any(Vec<Test<'a>>),
    Not(Box<Test<'a>>),
    Is(&'a [u32], u32),
    /// Whether each code will do; that of no value is the last.
    Codes(&'a [u32], Vec<bool>),
    Topic(u32, Vec<bool>),
    Days(i32, i32),
    Week([bool; 7]),
    Score(Bound),
    /// Whether yes, no and nothing will do.
    Late([bool; 3]),
    Said(Said),
    Stage(Stage),
    /// Whether each row will do.
    Rows(Vec<bool>),
}

impl<'a> Test<'a> {
    pub fn of(condition: &Condition, table: &'a Table) -> Self {
        let all = |list: &[Condition]| list.iter().map(|c| Test::of(c, table)).collect();
        match condition {
            Condition::And(list) => Self::All(all(list)),
            Condition::Or(list) => Self::Any(all(list)),
            Condition::Not(inner) => Self::Not(Box::new(Self::of(inner, table))),
            Condition::OneOf(Field::Own(column), values) if values.len() == 1 => {
                // A value that no record has: no row has this code.
                Self::Is(table.column(*column), table.code(&values[0]).unwrap_or(NONE - 1))
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
            Condition::Stage(stage) => Self::Stage(*stage),
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
            Field::Own(column) => Self::Codes(table.column(column), codes.map(will_do).collect()),
            Field::Topic => Self::Topic(table.empty(), codes.map(will_do).collect()),
            // Never a name of a list.
            Field::Late => Self::Any(Vec::new()),
            // What holds of a customer holds of whatever they wrote.
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
            // The first of January 1970 was a Thursday.
            Self::Week(days) => days[(table.day[at] + 4).rem_euclid(7) as usize],
            Self::Score(bound) => bound.holds(table.score[at]),
            Self::Late([yes, no, nothing]) => match rows.late(at) {
                Some(true) => *yes,
                Some(false) => *no,
                None => *nothing,
            },
            Self::Said(wanted) => rows.due.is_some() && rows.cases.says(at, wanted),
            Self::Stage(stage) => rows.stage(at) == Some(*stage),
            Self::Rows(will_do) => will_do[at],
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

//! What is counted of the rows that are meant, in one pass each.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use super::rows::Rows;
use super::table::{Column, NONE, OfCustomer, Table};
use crate::store::analytics::{Feeling, GroupBy, Order};

/// What is counted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// All in one.
    All,
    Day,
    Topic,
    Tier,
    Plain(Column),
    /// The same where no word at all counts as no value.
    Filled(Column),
}

impl Key {
    /// The key that stands for a grouping; months are put together from days.
    pub fn of(by: GroupBy) -> Self {
        match by {
            GroupBy::Category => Self::Filled(Column::Category),
            GroupBy::Topic => Self::Topic,
            GroupBy::Product => Self::Plain(Column::Product),
            GroupBy::Customer => Self::Plain(Column::Customer),
            GroupBy::Tier => Self::Tier,
            GroupBy::Status => Self::Plain(Column::Status),
            GroupBy::Month | GroupBy::Day => Self::Day,
            GroupBy::Channel => Self::Plain(Column::Channel),
            GroupBy::Kind => Self::Plain(Column::Kind),
            GroupBy::Sentiment => Self::Plain(Column::Sentiment),
            GroupBy::Attribute(attribute) => Self::Filled(attribute.into()),
        }
    }
}

/// What goes wrong about a topic.
#[derive(Clone, Copy, Debug, Default)]
pub struct Trouble {
    pub total: i64,
    pub problematic: i64,
    pub negative: i64,
    pub escalated: i64,
    /// The first and last day of a problematic one, in days since 1970.
    pub days: Option<(i32, i32)>,
}

/// The first so many of all that go by.
pub struct First<T> {
    most: usize,
    /// The last of them on top.
    kept: BinaryHeap<T>,
}

impl<T: Ord> First<T> {
    pub fn of(most: usize) -> Self {
        Self { most, kept: BinaryHeap::new() }
    }

    /// Whether all places are taken and what comes lies `beyond` the last of them, so that it need not be made.
    pub fn passes_over(&self, beyond: impl Fn(&T) -> bool) -> bool {
        self.kept.len() == self.most && self.kept.peek().is_none_or(beyond)
    }

    pub fn take(&mut self, one: T) {
        if self.kept.len() < self.most {
            self.kept.push(one);
        } else if self.kept.peek().is_some_and(|last| one < *last) {
            self.kept.pop();
            self.kept.push(one);
        }
    }

    pub fn in_order(self) -> impl Iterator<Item = T> {
        self.kept.into_sorted_vec().into_iter()
    }
}

impl Rows<'_> {
    /// Counts what is wanted, by a key: a code, or days since 1970.
    pub fn tally(&self, key: Key) -> HashMap<i64, Feeling> {
        let table = self.table;
        let empty = table.empty();
        let feelings = ["positive", "neutral", "negative"].map(|name| table.code(name).unwrap_or(NONE - 1));
        let sentiment = table.column(Column::Sentiment);
        // Days and codes are dense: a list is several times faster than a map.
        let least = if key == Key::Day { table.day.iter().copied().min().unwrap_or(0) } else { -1 };
        let most = if key == Key::Day {
            table.day.iter().copied().max().unwrap_or(0)
        } else {
            i32::try_from(table.words.len()).unwrap_or(i32::MAX)
        };
        let mut list = vec![Feeling::default(); (i64::from(most) - i64::from(least) + 1) as usize];
        let index = |code: u32, empty: u32| if code == NONE || code == empty { -1 } else { code as i32 };
        self.each(|at| {
            let key = match key {
                Key::All => 0,
                Key::Day => table.day[at],
                Key::Topic => index(table.topic(at, empty), NONE),
                Key::Tier => index(table.of_customer(OfCustomer::Tier, table.column(Column::Customer)[at]), NONE),
                Key::Plain(column) => index(table.column(column)[at], NONE),
                Key::Filled(column) => index(table.column(column)[at], empty),
            };
            let group = &mut list[(key - least) as usize];
            group.total += 1;
            group.positive += i64::from(sentiment[at] == feelings[0]);
            group.neutral += i64::from(sentiment[at] == feelings[1]);
            group.negative += i64::from(sentiment[at] == feelings[2]);
            let score = table.score[at];
            if !score.is_nan() {
                group.scored += 1;
                group.score_sum += score;
            }
        });
        let found = list.into_iter().zip(i64::from(least)..).filter(|(group, _)| group.total > 0);
        found.map(|(group, key)| (key, group)).collect()
    }

    /// Complaints, negative and escalated ones, by topic.
    pub fn troubles(&self) -> HashMap<u32, Trouble> {
        let table = self.table;
        let empty = table.empty();
        let code = |column: Column, name| (table.column(column), table.code(name).unwrap_or(NONE - 1));
        let (kind, complaint) = code(Column::Kind, "complaint");
        let (sentiment, negative) = code(Column::Sentiment, "negative");
        let (status, escalated) = code(Column::Status, "escalated");
        // A place for each word, and one for no topic.
        let mut list = vec![Trouble::default(); table.words.len() + 1];
        self.each(|at| {
            let topic = table.topic(at, empty);
            let place = if topic == NONE { table.words.len() } else { topic as usize };
            let trouble = &mut list[place];
            let (negative, escalated) = (sentiment[at] == negative, status[at] == escalated);
            trouble.total += 1;
            trouble.negative += i64::from(negative);
            trouble.escalated += i64::from(escalated);
            if negative || escalated || kind[at] == complaint {
                let day = table.day[at];
                trouble.problematic += 1;
                trouble.days = Some(trouble.days.map_or((day, day), |(first, last)| (first.min(day), last.max(day))));
            }
        });
        let found = list.into_iter().enumerate().filter(|(_, trouble)| trouble.total > 0);
        found.map(|(place, t)| (if place == table.words.len() { NONE } else { place as u32 }, t)).collect()
    }

    /// Numbers by where they came from, channel, chat mode and day, of those that came from elsewhere.
    pub fn escalations(&self) -> HashMap<(u32, u32, u32, i32), i64> {
        let table = self.table;
        let [from, channel, mode] =
            [Column::EscalatedFrom, Column::Channel, Column::ChatMode].map(|column| table.column(column));
        let mut found = HashMap::new();
        self.each(|at| {
            if from[at] != NONE {
                *found.entry((from[at], channel[at], mode[at], table.day[at])).or_default() += 1;
            }
        });
        found
    }

    /// Numbers by the values of two columns.
    pub fn crossed(&self, first: Column, second: Column) -> HashMap<(u32, u32), i64> {
        let table = self.table;
        let (first, second) = (table.column(first), table.column(second));
        let mut found = HashMap::new();
        self.each(|at| *found.entry((first[at], second[at])).or_default() += 1);
        found
    }

    /// Numbers by category and subcategory.
    pub fn pairs(&self) -> HashMap<(u32, u32), i64> {
        let table = self.table;
        let empty = table.empty();
        let [category, subcategory] = [Column::Category, Column::Subcategory].map(|column| table.column(column));
        let filled = |code: u32| if code == empty { NONE } else { code };
        let mut found = HashMap::new();
        self.each(|at| *found.entry((filled(category[at]), filled(subcategory[at]))).or_default() += 1);
        found
    }

    /// The first and last day that has a record, in days since 1970.
    pub fn extent(&self) -> Option<(i32, i32)> {
        let table = self.table;
        let (mut first, mut last) = (i32::MAX, i32::MIN);
        self.each(|at| {
            first = first.min(table.day[at]);
            last = last.max(table.day[at]);
        });
        (first <= last).then_some((first, last))
    }

    /// The ids of the newest rows with a text of each range of days, at most so many of each.
    pub fn newest(&self, ranges: &[((i32, i32), usize)]) -> Vec<Vec<String>> {
        let table = self.table;
        let mut kept: Vec<First<(Reverse<i32>, &str)>> = ranges.iter().map(|(_, most)| First::of(*most)).collect();
        let (least, most) = table.day.iter().fold((i32::MAX, i32::MIN), |(a, b), day| (a.min(*day), b.max(*day)));
        // A day lies in few of many ranges.
        let mut of_day: Vec<Vec<usize>> = (least..=most).map(|_| Vec::new()).collect();
        for (place, ((from, to), _)) in ranges.iter().enumerate() {
            for day in (*from).max(least)..=(*to).min(most) {
                of_day[(day - least) as usize].push(place);
            }
        }
        self.each(|at| {
            let day = table.day[at];
            for place in &of_day[(day - least) as usize] {
                // Most rows are older than all that are kept: their ids are not looked at.
                let older = |(Reverse(last), _): &(Reverse<i32>, &str)| day < *last;
                if !table.bare[at] && !kept[*place].passes_over(older) {
                    kept[*place].take((Reverse(day), &*table.ids[at]));
                }
            }
        });
        let ids = |kept: First<(_, &str)>| kept.in_order().map(|(_, id)| id.to_owned()).collect();
        kept.into_iter().map(ids).collect()
    }

    /// Ids in an order, at most `limit`.
    pub fn ids(&self, order: Order, limit: usize) -> Vec<String> {
        let mut kept = First::of(limit);
        self.each(|at| self.table.enter(order, at, &mut kept));
        ids(kept)
    }

    /// The same of each topic, in one pass; of one that no row has, none.
    pub fn ids_of_topics(&self, order: Order, limit: usize, topics: &[Option<u32>]) -> Vec<Vec<String>> {
        let table = self.table;
        let empty = table.empty();
        let mut places = vec![usize::MAX; table.words.len()];
        for (place, topic) in topics.iter().enumerate().filter_map(|(place, topic)| Some((place, (*topic)?))) {
            places[topic as usize] = place;
        }
        let mut kept: Vec<_> = topics.iter().map(|_| First::of(limit)).collect();
        self.each(|at| {
            let topic = table.topic(at, empty);
            if let Some(kept) = places.get(topic as usize).and_then(|place| kept.get_mut(*place)) {
                table.enter(order, at, kept);
            }
        });
        kept.into_iter().map(ids).collect()
    }
}

/// What orders a row among others: without a text or with one, its score, its time, its id.
type Place<'t> = (bool, i64, Reverse<i64>, Reverse<&'t str>);

impl Table {
    /// Enters a row among the first of an order.
    fn enter<'t>(&'t self, order: Order, at: usize, kept: &mut First<Place<'t>>) {
        let score = self.score[at];
        let (bare, score) = match order {
            Order::Latest => (false, 0),
            Order::Newest => (self.bare[at], 0),
            Order::MostNegative => (self.bare[at], ordered(if score.is_nan() { 0.0 } else { score })),
        };
        let time = Reverse(self.at(at));
        // Most rows are beyond all that are kept: their ids are not looked at.
        if !kept.passes_over(|last| (bare, score, time) > (last.0, last.1, last.2)) {
            kept.take((bare, score, time, Reverse(&self.ids[at])));
        }
    }
}

fn ids(kept: First<Place>) -> Vec<String> {
    kept.in_order().map(|(.., Reverse(id))| id.to_owned()).collect()
}

/// A number that sorts as the score does.
fn ordered(score: f64) -> i64 {
    // Both zeros are one.
    let bits = (score + 0.0).to_bits() as i64;
    bits ^ (((bits >> 63) as u64) >> 1) as i64
}

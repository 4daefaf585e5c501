//! The columns themselves: one code for each value of each communication, and the one pass that counts over them.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::sync::Arc;

use super::cases::Belonging;
use super::wanted::{Key, Wanted};
use crate::store::analytics::{Feeling, Order};

/// What is known of a communication besides its number: the columns, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    Customer,
    Product,
    Category,
    Subcategory,
    Channel,
    Kind,
    Status,
    Sentiment,
    State,
    Tags,
    SubProduct,
    CompanyResponse,
    EscalatedFrom,
    ChatMode,
    /// Of cases.
    Priority,
    /// Of cases.
    AssignedTo,
}

pub const COLUMNS: usize = 16;

/// What is known of a communication through its customer, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OfCustomer {
    Tier,
    Segment,
    Region,
    RelationshipManager,
}

pub const OF_CUSTOMER: usize = 4;

/// The code of no value. Every other code is a place in the list of words.
pub const NONE: u32 = u32::MAX;

/// A row as it is read from the store.
#[derive(Debug)]
pub struct Row {
    pub id: String,
    pub values: [Option<String>; COLUMNS],
    /// That a communication belongs to.
    pub case: Option<String>,
    /// Days since 1970.
    pub day: i32,
    /// UTC milliseconds.
    pub at: i64,
    /// Of a communication its sentiment, of a case the hours to its resolution.
    pub score: Option<f64>,
    /// Without a text.
    pub bare: bool,
}

/// All communications, column by column.
#[derive(Debug, Default)]
pub struct Table {
    pub(super) words: Vec<Box<str>>,
    /// The place among them of no word at all, which the store keeps apart from no value.
    empty: Option<u32>,
    codes: HashMap<Box<str>, u32>,
    pub(super) columns: [Vec<u32>; COLUMNS],
    pub(super) day: Vec<i32>,
    at: Vec<i64>,
    /// Not a number where there is none.
    pub(super) score: Vec<f64>,
    bare: Vec<bool>,
    pub(super) gone: Vec<bool>,
    pub(super) ids: Vec<Arc<str>>,
    places: HashMap<Arc<str>, u32>,
    pub(super) cases: Belonging,
    /// By the customer's code.
    of_customer: [Vec<u32>; OF_CUSTOMER],
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

impl Table {
    /// The code of a value, if any communication has it.
    pub fn code(&self, text: &str) -> Option<u32> {
        self.codes.get(text).copied()
    }

    pub fn word(&self, code: u32) -> Option<&str> {
        self.words.get(code as usize).map(|word| &**word)
    }

    /// The same as the store has it; `None` for no value.
    pub fn text(&self, code: u32) -> Option<String> {
        self.word(code).map(str::to_owned)
    }

    fn learn(&mut self, text: &str) -> u32 {
        if let Some(code) = self.codes.get(text) {
            return *code;
        }
        let code = self.words.len() as u32;
        self.words.push(text.into());
        self.codes.insert(text.into(), code);
        if text.is_empty() {
            self.empty = Some(code);
        }
        code
    }

    /// Adds a row, or puts it in the place of the one with the same id; where that is.
    pub fn put(&mut self, row: &Row) -> usize {
        let codes = row.values.each_ref().map(|v| v.as_deref().map_or(NONE, |text| self.learn(text)));
        let score = row.score.unwrap_or(f64::NAN);
        let place = self.place(&row.id).unwrap_or(self.ids.len());
        self.cases.put(place, row.case.as_deref());
        match self.place(&row.id) {
            Some(at) => {
                self.columns.iter_mut().zip(codes).for_each(|(column, code)| column[at] = code);
                (self.day[at], self.at[at], self.score[at]) = (row.day, row.at, score);
                (self.bare[at], self.gone[at]) = (row.bare, false);
            }
            None => {
                let id: Arc<str> = row.id.as_str().into();
                self.places.insert(id.clone(), self.ids.len() as u32);
                self.ids.push(id);
                self.columns.iter_mut().zip(codes).for_each(|(column, code)| column.push(code));
                self.day.push(row.day);
                self.at.push(row.at);
                self.score.push(score);
                self.bare.push(row.bare);
                self.gone.push(false);
            }
        }
        place
    }

    /// Where the row of this id stands.
    pub fn place(&self, id: &str) -> Option<usize> {
        self.places.get(id).map(|at| *at as usize)
    }

    /// UTC milliseconds.
    pub fn at(&self, place: usize) -> i64 {
        self.at[place]
    }

    pub fn remove(&mut self, id: &str) {
        if let Some(at) = self.places.get(id) {
            self.gone[*at as usize] = true;
        }
    }

    pub fn set_customer(&mut self, id: &str, values: &[Option<String>; OF_CUSTOMER]) {
        let customer = self.learn(id) as usize;
        let codes = values.each_ref().map(|value| value.as_deref().map_or(NONE, |text| self.learn(text)));
        for (list, code) in self.of_customer.iter_mut().zip(codes) {
            if list.len() <= customer {
                list.resize(customer + 1, NONE);
            }
            list[customer] = code;
        }
    }

    /// What is known of the customer of this code.
    pub fn of_customer(&self, what: OfCustomer, customer: u32) -> u32 {
        self.of_customer[what as usize].get(customer as usize).copied().unwrap_or(NONE)
    }

    fn tier(&self, customer: u32) -> u32 {
        self.of_customer(OfCustomer::Tier, customer)
    }

    /// The code of no word at all.
    pub fn empty(&self) -> u32 {
        self.empty.unwrap_or(NONE)
    }

    /// Calls `each` with every row that is wanted.
    pub fn rows(&self, wanted: &Wanted, mut each: impl FnMut(usize)) {
        let empty = self.empty();
        let columns: Vec<(&[u32], u32)> =
            wanted.equal.iter().map(|(column, code)| (self.columns[*column as usize].as_slice(), *code)).collect();
        for at in 0..self.ids.len() {
            let day = self.day[at];
            if day < wanted.from
                || day > wanted.to
                || self.gone[at]
                || wanted.only.as_ref().is_some_and(|only| !only[at])
                || columns.iter().any(|(column, code)| column[at] != *code)
                || wanted.tier.is_some_and(|tier| self.tier(self.columns[Column::Customer as usize][at]) != tier)
                || wanted.topic.is_some_and(|topic| self.topic(at, empty) != topic)
            {
                continue;
            }
            each(at);
        }
    }

    /// What a record is about, as precisely as it is labelled.
    pub fn topic(&self, at: usize, empty: u32) -> u32 {
        let labels = [Column::Subcategory, Column::Category].map(|column| self.columns[column as usize][at]);
        labels.into_iter().find(|code| *code != NONE && *code != empty).unwrap_or(NONE)
    }

    /// Counts what is wanted, by a key: a code, or days since 1970.
    pub fn tally(&self, wanted: &Wanted, key: Key) -> HashMap<i64, Feeling> {
        let empty = self.empty();
        let feelings = ["positive", "neutral", "negative"].map(|name| self.code(name).unwrap_or(NONE - 1));
        let sentiment = &self.columns[Column::Sentiment as usize];
        // Days and codes are dense: a list is several times faster than a map.
        let least = if key == Key::Day { self.day.iter().copied().min().unwrap_or(0) } else { -1 };
        let most = if key == Key::Day {
            self.day.iter().copied().max().unwrap_or(0)
        } else {
            i32::try_from(self.words.len()).unwrap_or(i32::MAX)
        };
        let mut list = vec![Feeling::default(); (i64::from(most) - i64::from(least) + 1) as usize];
        let index = |code: u32, empty: u32| if code == NONE || code == empty { -1 } else { code as i32 };
        self.rows(wanted, |at| {
            let key = match key {
                Key::All => 0,
                Key::Day => self.day[at],
                Key::Topic => index(self.topic(at, empty), NONE),
                Key::Tier => index(self.tier(self.columns[Column::Customer as usize][at]), NONE),
                Key::Plain(column) => index(self.columns[column as usize][at], NONE),
                Key::Filled(column) => index(self.columns[column as usize][at], empty),
            };
            let group = &mut list[(key - least) as usize];
            group.total += 1;
            group.positive += i64::from(sentiment[at] == feelings[0]);
            group.neutral += i64::from(sentiment[at] == feelings[1]);
            group.negative += i64::from(sentiment[at] == feelings[2]);
            let score = self.score[at];
            if !score.is_nan() {
                group.scored += 1;
                group.score_sum += score;
            }
        });
        let found = list.into_iter().zip(i64::from(least)..).filter(|(group, _)| group.total > 0);
        found.map(|(group, key)| (key, group)).collect()
    }

    /// Complaints, negative and escalated ones, by topic.
    pub fn troubles(&self, wanted: &Wanted) -> HashMap<u32, Trouble> {
        let empty = self.empty();
        let code = |column: Column, name| (&self.columns[column as usize], self.code(name).unwrap_or(NONE - 1));
        let (kind, complaint) = code(Column::Kind, "complaint");
        let (sentiment, negative) = code(Column::Sentiment, "negative");
        let (status, escalated) = code(Column::Status, "escalated");
        // A place for each word, and one for no topic.
        let mut list = vec![Trouble::default(); self.words.len() + 1];
        self.rows(wanted, |at| {
            let topic = self.topic(at, empty);
            let place = if topic == NONE { self.words.len() } else { topic as usize };
            let trouble = &mut list[place];
            let (negative, escalated) = (sentiment[at] == negative, status[at] == escalated);
            trouble.total += 1;
            trouble.negative += i64::from(negative);
            trouble.escalated += i64::from(escalated);
            if negative || escalated || kind[at] == complaint {
                let day = self.day[at];
                trouble.problematic += 1;
                trouble.days = Some(trouble.days.map_or((day, day), |(first, last)| (first.min(day), last.max(day))));
            }
        });
        let found = list.into_iter().enumerate().filter(|(_, trouble)| trouble.total > 0);
        found.map(|(place, t)| (if place == self.words.len() { NONE } else { place as u32 }, t)).collect()
    }

    /// Numbers by where they came from, channel, chat mode and day, of those that came from elsewhere.
    pub fn escalations(&self, wanted: &Wanted) -> HashMap<(u32, u32, u32, i32), i64> {
        let [from, channel, mode] =
            [Column::EscalatedFrom, Column::Channel, Column::ChatMode].map(|column| &self.columns[column as usize]);
        let mut found = HashMap::new();
        self.rows(wanted, |at| {
            if from[at] != NONE {
                *found.entry((from[at], channel[at], mode[at], self.day[at])).or_default() += 1;
            }
        });
        found
    }

    /// Numbers by the values of two columns.
    pub fn crossed(&self, wanted: &Wanted, first: Column, second: Column) -> HashMap<(u32, u32), i64> {
        let (first, second) = (&self.columns[first as usize], &self.columns[second as usize]);
        let mut found = HashMap::new();
        self.rows(wanted, |at| *found.entry((first[at], second[at])).or_default() += 1);
        found
    }

    /// Numbers by category and subcategory.
    pub fn pairs(&self, wanted: &Wanted) -> HashMap<(u32, u32), i64> {
        let empty = self.empty();
        let [category, subcategory] =
            [Column::Category, Column::Subcategory].map(|column| &self.columns[column as usize]);
        let filled = |code: u32| if code == empty { NONE } else { code };
        let mut found = HashMap::new();
        self.rows(wanted, |at| *found.entry((filled(category[at]), filled(subcategory[at]))).or_default() += 1);
        found
    }

    /// The values of a column that communications have, empty ones left out, in order.
    pub fn values(&self, column: Column) -> Vec<String> {
        let mut has = vec![false; self.words.len()];
        for (code, gone) in self.columns[column as usize].iter().zip(&self.gone) {
            if *code != NONE && !gone {
                has[*code as usize] = true;
            }
        }
        let words = self.words.iter().zip(has).filter(|(word, has)| *has && !word.is_empty());
        let mut values: Vec<String> = words.map(|(word, _)| word.to_string()).collect();
        values.sort_unstable();
        values
    }

    /// The first and last day that has a record, in days since 1970.
    pub fn extent(&self, wanted: &Wanted) -> Option<(i32, i32)> {
        let mut found: Option<(i32, i32)> = None;
        self.rows(wanted, |at| {
            let day = self.day[at];
            found = Some(found.map_or((day, day), |(first, last)| (first.min(day), last.max(day))));
        });
        found
    }

    /// The ids of the newest rows with a text of each range of days, at most so many of each.
    pub fn newest(&self, wanted: &Wanted, ranges: &[((i32, i32), usize)]) -> Vec<Vec<String>> {
        // The last of those kept so far is on top.
        let mut kept: Vec<BinaryHeap<(Reverse<i32>, &str)>> = ranges.iter().map(|_| BinaryHeap::new()).collect();
        self.rows(wanted, |at| {
            let day = self.day[at];
            for (((from, to), most), kept) in ranges.iter().zip(&mut kept) {
                if day < *from || day > *to || self.bare[at] {
                    continue;
                }
                // Most rows are older than all that are kept: their ids are not looked at.
                let full = kept.len() == *most;
                if full && kept.peek().is_none_or(|(Reverse(last), _)| day < *last) {
                    continue;
                }
                let rank = (Reverse(day), &*self.ids[at]);
                if !full {
                    kept.push(rank);
                } else if kept.peek().is_some_and(|last| rank < *last) {
                    kept.pop();
                    kept.push(rank);
                }
            }
        });
        let ids =
            |kept: BinaryHeap<(_, &str)>| kept.into_sorted_vec().into_iter().map(|(_, id)| id.to_owned()).collect();
        kept.into_iter().map(ids).collect()
    }

    /// Ids in an order, at most `limit`.
    pub fn ids(&self, wanted: &Wanted, order: Order, limit: usize) -> Vec<String> {
        // The last of those kept so far is on top.
        let mut kept = BinaryHeap::with_capacity(limit + 1);
        self.rows(wanted, |at| {
            let score = self.score[at];
            let first = match order {
                Order::Latest => (false, 0),
                Order::Newest => (self.bare[at], 0),
                Order::MostNegative => (self.bare[at], ordered(if score.is_nan() { 0.0 } else { score })),
            };
            let rank = (first, Reverse(self.at[at]), Reverse(&self.ids[at]));
            if kept.len() < limit {
                kept.push(rank);
            } else if kept.peek().is_some_and(|last| rank < *last) {
                kept.pop();
                kept.push(rank);
            }
        });
        kept.into_sorted_vec().into_iter().map(|(_, _, Reverse(id))| id.to_string()).collect()
    }
}

/// A number that sorts as the score does.
fn ordered(score: f64) -> i64 {
    // Both zeros are one.
    let bits = (score + 0.0).to_bits() as i64;
    bits ^ (((bits >> 63) as u64) >> 1) as i64
}

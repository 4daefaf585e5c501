//! The first rows of a selection in some order, in one pass.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::cases::Life;
use super::rows::Rows;
use super::table::Table;
use crate::analytics::Order;

/// The first `most` items of a sequence.
pub struct First<T> {
    most: usize,
    /// The last of them on top.
    kept: BinaryHeap<T>,
}

impl<T: Ord> First<T> {
    pub fn new(most: usize) -> Self {
        Self { most, kept: BinaryHeap::new() }
    }

    /// Whether it is full and the next item comes after its last one (`beyond`), so that it need not be built.
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
    /// For each range of days, the ids of its newest rows with text, at most the given number.
    pub fn newest(&self, ranges: &[((i32, i32), usize)]) -> Vec<Vec<String>> {
        let table = self.table;
        let mut kept: Vec<First<(Reverse<i32>, &str)>> = ranges.iter().map(|(_, most)| First::new(*most)).collect();
        let (least, most) = table.day.iter().fold((i32::MAX, i32::MIN), |(a, b), day| (a.min(*day), b.max(*day)));
        // Of many ranges, few contain a given day.
        let mut of_day: Vec<Vec<usize>> = (least..=most).map(|_| Vec::new()).collect();
        for (place, ((from, to), _)) in ranges.iter().enumerate() {
            for day in (*from).max(least)..=(*to).min(most) {
                of_day[(day - least) as usize].push(place);
            }
        }
        self.each(|at| {
            let day = table.day[at];
            for place in &of_day[(day - least) as usize] {
                // Most rows are older than all kept ones: skip reading their ids.
                let older = |(Reverse(last), _): &(Reverse<i32>, &str)| day < *last;
                if !table.bare[at] && !kept[*place].passes_over(older) {
                    kept[*place].take((Reverse(day), table.ids.text(at)));
                }
            }
        });
        let ids = |kept: First<(_, &str)>| kept.in_order().map(|(_, id)| id.to_owned()).collect();
        kept.into_iter().map(ids).collect()
    }

    /// Ids in an order, at most `limit`.
    pub fn ids(&self, order: Order, limit: usize) -> Vec<String> {
        let mut kept = First::new(limit);
        self.each(|at| self.table.enter(order, at, self.life(at), &mut kept));
        ids(kept)
    }

    /// Likewise per topic, in one pass; empty for a topic without rows.
    pub fn ids_of_topics(&self, order: Order, limit: usize, topics: &[Option<u32>]) -> Vec<Vec<String>> {
        let table = self.table;
        let empty = table.empty();
        let mut places = vec![usize::MAX; table.words.len()];
        for (place, topic) in topics.iter().enumerate().filter_map(|(place, topic)| Some((place, (*topic)?))) {
            places[topic as usize] = place;
        }
        let mut kept: Vec<_> = topics.iter().map(|_| First::new(limit)).collect();
        self.each(|at| {
            let topic = table.topic(at, empty);
            if let Some(kept) = places.get(topic as usize).and_then(|place| kept.get_mut(*place)) {
                table.enter(order, at, self.life(at), kept);
            }
        });
        kept.into_iter().map(ids).collect()
    }
}

/// Sort key of a row: whether it has no text, score, time, id.
type Place<'t> = (bool, i64, Reverse<i64>, Reverse<&'t str>);

impl Table {
    /// Offers a row to the first ones of an order.
    fn enter<'t>(&'t self, order: Order, at: usize, life: Option<&Life>, kept: &mut First<Place<'t>>) {
        let score = self.score[at];
        let (bare, score) = match order {
            Order::Latest => (false, 0),
            Order::Oldest => (false, self.at(at)),
            Order::Newest => (self.bare[at], 0),
            Order::Deadline => {
                let due = life.and_then(|life| life.deadline);
                (due.is_none(), due.unwrap_or(0))
            }
            Order::Longest => {
                let took = life.and_then(Life::took);
                (took.is_none(), took.map_or(0, |hours| ordered(-hours)))
            }
            Order::MostNegative => (self.bare[at], ordered(if score.is_nan() { 0.0 } else { score })),
        };
        let time = Reverse(self.at(at));
        // Most rows lie beyond all kept ones: skip reading their ids.
        if !kept.passes_over(|last| (bare, score, time) > (last.0, last.1, last.2)) {
            kept.take((bare, score, time, Reverse(self.ids.text(at))));
        }
    }
}

fn ids(kept: First<Place>) -> Vec<String> {
    kept.in_order().map(|(.., Reverse(id))| id.to_owned()).collect()
}

/// A number that sorts like the score.
fn ordered(score: f64) -> i64 {
    // Makes both zeros equal.
    let bits = (score + 0.0).to_bits() as i64;
    bits ^ (((bits >> 63) as u64) >> 1) as i64
}

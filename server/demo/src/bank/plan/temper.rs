//! Each customer's feelings towards the bank over the year: moods turn, and turn back; some customers are loud and some
//! quiet; and a few are about to leave. It decides who writes what, and how often.

use chrono::{Duration, NaiveDate};
use model::record::{Kind, Tier};
use rand::Rng;
use rand_chacha::ChaCha8Rng;

use crate::bank::arcs;
use crate::bank::calendar::{FIRST_DAY, LAST_DAY, day};
use crate::bank::grammar::weighted;
use crate::bank::people::Client;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Feeling {
    Content,
    Even,
    Cross,
    /// Nothing is right any more.
    Leaving,
    /// They have left except formally.
    Silent,
}

/// How many customers are about to leave.
const MAX_LEAVING_CUSTOMERS: usize = 3;

/// When those who leave lose patience, and when they fall silent.
const LOST: NaiveDate = day(2025, 11, 3);
const SILENT: NaiveDate = day(2026, 1, 19);

/// A customer's moods over the year.
#[derive(Debug)]
pub struct Temper {
    /// Each feeling with its first day, in order.
    turns: Vec<(NaiveDate, Feeling)>,
    /// How much they write, in percent of the usual.
    loudness: u32,
}

/// One for each customer.
pub fn tempers(clients: &[Client], rng: &mut ChaCha8Rng) -> Vec<Temper> {
    let mut leaving = MAX_LEAVING_CUSTOMERS;
    let mut temper = |(i, client): (usize, &Client)| {
        let mut one = Temper::drawn(rng);
        if leaving > 0 && i > arcs::CLIENTS && client.company && client.customer.tier == Tier::Gold {
            leaving -= 1;
            one.turns.retain(|(from, _)| *from < LOST);
            one.turns.extend([(LOST, Feeling::Leaving), (SILENT, Feeling::Silent)]);
            one.loudness = 180;
        }
        one
    };
    clients.iter().enumerate().map(&mut temper).collect()
}

impl Temper {
    fn drawn(rng: &mut ChaCha8Rng) -> Self {
        use Feeling::{Content, Cross, Even};
        let leaning = [[50, 38, 12], [30, 45, 25], [18, 40, 42]][weighted(&[35, 40, 25], rng)];
        let (mut turns, mut from) = (Vec::new(), FIRST_DAY);
        while from <= LAST_DAY {
            turns.push((from, [Content, Even, Cross][weighted(&leaning, rng)]));
            from += Duration::days(rng.random_range(25..110));
        }
        let loudness = [35, 70, 100, 160, 240][weighted(&[22, 30, 28, 14, 6], rng)];
        Self { turns, loudness }
    }

    /// The likelihood that a message of this kind on this day is theirs, in percent of the usual.
    pub fn weight(&self, day: NaiveDate, kind: Kind) -> u32 {
        let feeling = self.turns.iter().rev().find(|(from, _)| *from <= day).map_or(Feeling::Even, |(_, f)| *f);
        let [complaint, praise, calm] = match feeling {
            Feeling::Content => [30, 280, 120],
            Feeling::Even => [90, 100, 100],
            Feeling::Cross => [240, 8, 75],
            Feeling::Leaving => [520, 0, 20],
            Feeling::Silent => [0, 0, 0],
        };
        let of_kind = match kind {
            Kind::Complaint => complaint,
            Kind::Feedback => praise,
            Kind::Enquiry | Kind::Request => calm,
        };
        of_kind * self.loudness / 100
    }
}

//! Who writes when, about what and through which channel: the year before any text is written.

use chrono::NaiveDate;
use model::record::{Channel, ChatMode, CommunicationStatus, EscalatedFrom, Kind};
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use super::calendar::{JANUARY_FROM, LAST_DAY};
use super::grammar::weighted;
use super::people::Client;
use super::texts::{AREAS, Sit};
use temper::Temper;

pub mod temper;
mod year;

/// Number of communications in the year.
pub const MESSAGES: usize = 6000;
/// How many of them are found by "mobile app complaints issues" (requirement A-008).
pub const FORMAL: usize = 23;

/// The role of a message in its conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    First,
    /// The same matter, continued by a person after the assistant, or on the phone.
    Escalation,
    /// Nothing has happened; the customer asks again.
    Chase,
    /// All is well, the customer says so.
    Settled,
    /// A verbatim message in `arcs`.
    Scripted(usize),
}

/// A planned message.
#[derive(Clone, Debug)]
pub struct Msg {
    pub at: i64,
    pub day: NaiveDate,
    /// Messages of one conversation share this number, which determines every detail.
    pub thread: u64,
    pub began: NaiveDate,
    pub part: Part,
    pub client: usize,
    pub contact: usize,
    pub area: usize,
    pub reason: usize,
    pub sit: usize,
    pub channel: Channel,
    pub mode: Option<ChatMode>,
    pub from: Option<EscalatedFrom>,
    pub status: CommunicationStatus,
    /// One of the formal complaints about the mobile app.
    pub formal: bool,
    /// Index of the case it led to.
    pub case: Option<usize>,
}

impl Msg {
    pub fn kind(&self) -> Kind {
        if self.part == Part::Settled { Kind::Feedback } else { AREAS[self.area].kind }
    }

    pub fn sit(&self) -> &'static Sit {
        &AREAS[self.area].reasons[self.reason].sits[self.sit]
    }
}

/// The whole year in order of time.
pub fn plan(clients: &[Client], tempers: &[Temper], rng: &mut ChaCha8Rng) -> Vec<Msg> {
    let mut planner = year::Planner { clients, tempers, rng, list: Vec::with_capacity(MESSAGES), next_thread: 1 };
    planner.script();
    planner.january();
    planner.rest_of_the_year();
    let year::Planner { mut list, rng, .. } = planner;
    list.sort_by_key(|m| (m.at, m.thread));
    set_statuses(&mut list, rng);
    set_formal(&mut list, rng);
    list
}

/// Status by age; a chat with the assistant is escalated if and only if a person took it over.
fn set_statuses(list: &mut [Msg], rng: &mut ChaCha8Rng) {
    use CommunicationStatus::*;
    let handed: std::collections::BTreeSet<u64> =
        list.iter().filter(|m| m.part == Part::Escalation).map(|m| m.thread).collect();
    for msg in list {
        let age = (LAST_DAY - msg.day).num_days();
        let weights = match (AREAS[msg.area].kind, age) {
            (Kind::Complaint, 30..) => [0, 3, 93, 4],
            (Kind::Complaint, 10..) => [4, 15, 75, 6],
            (Kind::Complaint, 3..) => [14, 30, 50, 6],
            (Kind::Complaint, _) => [50, 35, 13, 2],
            (Kind::Feedback, _) => [0, 0, 100, 0],
            (_, 7..) => [0, 2, 98, 0],
            _ => [18, 30, 52, 0],
        };
        msg.status = match (msg.part, msg.mode) {
            (Part::First, _) if handed.contains(&msg.thread) => Escalated,
            (Part::Settled, _) | (_, Some(ChatMode::Chatbot)) => Resolved,
            _ => [Open, InProgress, Resolved, Escalated][weighted(&weights, rng)],
        };
    }
}

/// Chooses the formal complaints among January's, in keeping with its shape.
fn set_formal(list: &mut [Msg], rng: &mut ChaCha8Rng) {
    let mut january: Vec<usize> = (0..list.len())
        .filter(|&i| {
            let m = &list[i];
            m.area == 0
                && m.day >= JANUARY_FROM
                && matches!(m.part, Part::First | Part::Chase)
                && matches!(m.channel, Channel::Email | Channel::Letter | Channel::Chat)
                && m.mode != Some(ChatMode::Chatbot)
        })
        .collect();
    january.shuffle(rng);
    for i in january.into_iter().take(FORMAL) {
        list[i].formal = true;
    }
}

//! Generates the year, conversation by conversation, until it is full.

use chrono::{Datelike, Duration, NaiveDate, Weekday};
use model::record::{Channel, ChatMode, CommunicationStatus, EscalatedFrom, Kind};
use rand::Rng;
use rand_chacha::ChaCha8Rng;

use super::temper::Temper;
use super::{MESSAGES, Msg, Part};
use crate::bank::arcs::{self, SCRIPT};
use crate::bank::calendar::*;
use crate::bank::grammar::weighted;
use crate::bank::people::{Client, Tone};
use crate::bank::texts::{AREAS, area_shares, fitting, reason_shares};

/// The year being generated.
pub struct Planner<'a> {
    pub clients: &'a [Client],
    pub tempers: &'a [Temper],
    pub rng: &'a mut ChaCha8Rng,
    pub list: Vec<Msg>,
    pub next_thread: u64,
}

impl Planner<'_> {
    /// The two hand-written relationships, with the everyday questions between.
    pub fn script(&mut self) {
        for (client, count) in arcs::EVERYDAY.iter().enumerate() {
            for _ in 0..*count {
                let day = FIRST_DAY + Duration::days(self.rng.random_range(0..arcs::EVERYDAY_DAYS));
                self.everyday(working_days_before(day + Duration::days(3), 1), client);
            }
        }
        for (i, line) in SCRIPT.iter().enumerate() {
            let Some((area, reason)) = arcs::place(line) else { continue };
            let thread = self.thread();
            let mut msg = self.message(line.day(), area, reason, 0, line.client, thread);
            msg.part = Part::Scripted(i);
            msg.contact = 0;
            msg.channel = line.channel;
            msg.mode = None;
            msg.at = self.moment(line.day(), line.channel);
            self.list.push(msg);
        }
    }

    /// A trivial question or request.
    fn everyday(&mut self, day: NaiveDate, client: usize) {
        let areas: Vec<usize> = (0..AREAS.len()).filter(|&a| AREAS[a].category == "Account services").collect();
        let area = areas[self.rng.random_range(0..areas.len())];
        let reason = self.rng.random_range(0..AREAS[area].reasons.len());
        let company: Vec<usize> = fitting(area, reason, day)
            .into_iter()
            .map(|(i, _)| i)
            .filter(|&i| AREAS[area].reasons[reason].sits[i].who.suits(true))
            .collect();
        if company.is_empty() {
            return self.everyday(day, client);
        }
        let sit = company[self.rng.random_range(0..company.len())];
        let thread = self.thread();
        let mut msg = self.message(day, area, reason, sit, client, thread);
        msg.mode = msg.mode.map(|_| ChatMode::HumanAgent);
        self.list.push(msg);
    }

    /// Mobile banking complaints of 2 to 31 January 2026, in exact numbers (requirements ).
    pub fn january(&mut self) {
        let mut small = 0;
        for (row, day) in JANUARY.iter().zip(JANUARY_FROM.iter_days()) {
            for (column, count) in row.iter().enumerate() {
                let scripted = self.list.iter().filter(|m| m.day == day && m.area == 0 && m.reason == column).count();
                let mut left = count.saturating_sub(scripted);
                while left > 0 {
                    // The eleven smaller subcategories alternate, so that each has six.
                    let reason = if column < 3 { column } else { 3 + small % 11 };
                    let used = if column < 3 {
                        self.january_unit(day, reason, left)
                    } else {
                        self.january_unit(day, reason, 1)
                    };
                    small += if column < 3 { 0 } else { used };
                    left -= used;
                }
            }
        }
    }

    /// Plans one complaint of that day, or two if a chat is handed over; returns how many.
    fn january_unit(&mut self, day: NaiveDate, reason: usize, left: usize) -> usize {
        if self.rng.random_bool(0.14)
            && let Some(mut chase) = self.chase_of_open(day, reason)
        {
            chase.at = self.moment(day, chase.channel);
            self.list.push(chase);
            return 1;
        }
        let sit = self.situation(0, reason, day);
        let client = self.client_for(0, reason, sit, day);
        let thread = self.thread();
        let first = self.message(day, 0, reason, sit, client, thread);
        let handed = if left > 1 { self.escalation(&first) } else { None };
        self.list.push(first);
        match handed {
            Some(second) if second.day == day => {
                self.list.push(second);
                2
            }
            _ => 1,
        }
    }

    /// A second message about an earlier complaint of the same month and subcategory.
    fn chase_of_open(&mut self, day: NaiveDate, reason: usize) -> Option<Msg> {
        let open: Vec<usize> = (0..self.list.len())
            .filter(|&i| {
                let m = &self.list[i];
                m.part == Part::First
                    && (m.area, m.reason) == (0, reason)
                    && (2..=9).contains(&(day - m.day).num_days())
            })
            .collect();
        if open.is_empty() {
            return None;
        }
        let first = self.list[open[self.rng.random_range(0..open.len())]].clone();
        Some(self.follow(&first, day, Part::Chase))
    }

    /// Everything else, until the year is full.
    pub fn rest_of_the_year(&mut self) {
        let days: Vec<NaiveDate> = days().collect();
        let shares: Vec<Vec<u32>> = days.iter().map(|d| area_shares(*d)).collect();
        let weights: Vec<u32> =
            days.iter().zip(&shares).map(|(d, s)| busyness(*d) * s.iter().sum::<u32>() / 100).collect();
        while self.list.len() < MESSAGES {
            let at = weighted(&weights, self.rng);
            let area = weighted(&shares[at], self.rng);
            let reason = weighted(&reason_shares(area, days[at]), self.rng);
            if fitting(area, reason, days[at]).is_empty() {
                continue;
            }
            self.conversation(days[at], area, reason);
        }
        self.list.truncate(MESSAGES);
    }

    /// A first message and its consequences within the year.
    fn conversation(&mut self, day: NaiveDate, area: usize, reason: usize) {
        let sit = self.situation(area, reason, day);
        let client = self.client_for(area, reason, sit, day);
        let thread = self.thread();
        let first = self.message(day, area, reason, sit, client, thread);
        let handed = self.escalation(&first);
        self.list.push(first.clone());
        self.list.extend(handed.filter(|m| self.list.len() < MESSAGES && may_hold(m)));
        let chance = if AREAS[area].kind == Kind::Complaint { 0.2 } else { 0.04 };
        let mut day = day;
        let mut chased = false;
        while self.rng.random_bool(if chased { 0.3 } else { chance }) {
            day += Duration::days(self.rng.random_range(3..12));
            let chase = self.follow(&first, day, Part::Chase);
            if day > LAST_DAY || !may_hold(&chase) || self.list.len() >= MESSAGES {
                return;
            }
            self.list.push(chase);
            chased = true;
        }
        day += Duration::days(self.rng.random_range(2..8));
        if day <= LAST_DAY && self.list.len() < MESSAGES && self.rng.random_bool(if chased { 0.22 } else { 0.02 }) {
            let settled = self.follow(&first, day, Part::Settled);
            self.list.push(settled);
        }
    }

    fn thread(&mut self) -> u64 {
        self.next_thread += 1;
        self.rng.random::<u64>() >> 12 << 12 | (self.next_thread & 0xfff)
    }

    /// One of the situations possible on the day; most write about what has just happened to everybody.
    fn situation(&mut self, area: usize, reason: usize, day: NaiveDate) -> usize {
        let fitting = fitting(area, reason, day);
        let weights: Vec<u32> = fitting.iter().map(|(_, w)| *w).collect();
        fitting.get(weighted(&weights, self.rng)).map_or(0, |(i, _)| *i)
    }

    fn client_for(&mut self, area: usize, reason: usize, sit: usize, day: NaiveDate) -> usize {
        let who = AREAS[area].reasons[reason].sits[sit].who;
        let weights: Vec<u32> = self
            .clients
            .iter()
            .zip(self.tempers)
            .enumerate()
            .map(|(i, (client, temper))| match who.suits(client.company) && i >= arcs::CLIENTS {
                true => client.weight * temper.weight(day, AREAS[area].kind) / 10,
                false => 0,
            })
            .collect();
        weighted(&weights, self.rng)
    }

    fn message(&mut self, day: NaiveDate, area: usize, reason: usize, sit: usize, client: usize, thread: u64) -> Msg {
        let contacts = self.clients[client].contacts.len();
        let contact = if self.rng.random_bool(0.6) { 0 } else { self.rng.random_range(0..contacts) };
        let (channel, mode) = self.channel(day, area, client, contact);
        let at = self.moment(day, channel);
        Msg {
            at,
            day,
            thread,
            began: day,
            part: Part::First,
            client,
            contact,
            area,
            reason,
            sit,
            channel,
            mode,
            from: None,
            status: CommunicationStatus::Resolved,
            formal: false,
            case: None,
        }
    }

    /// A chat that a person takes over, or a message followed by a call: requirements.
    fn escalation(&mut self, first: &Msg) -> Option<Msg> {
        let cross = AREAS[first.area].kind == Kind::Complaint;
        let (chance, from) = match (first.channel, first.mode) {
            (Channel::Chat, Some(ChatMode::Chatbot)) => (if cross { 0.42 } else { 0.16 }, EscalatedFrom::Chatbot),
            (Channel::Chat, _) => (if cross { 0.2 } else { 0.05 }, EscalatedFrom::Chat),
            (Channel::Email, _) if cross => (0.06, EscalatedFrom::Email),
            _ => return None,
        };
        if !self.rng.random_bool(chance) {
            return None;
        }
        let mut next = first.clone();
        next.part = Part::Escalation;
        next.from = Some(from);
        let stays = from == EscalatedFrom::Chatbot && self.rng.random_bool(0.8);
        (next.channel, next.mode) =
            if stays { (Channel::Chat, Some(ChatMode::HumanAgent)) } else { (Channel::Phone, None) };
        next.at += self.rng.random_range(4..50) * 60_000;
        // Anything past midnight stays on the day on which the conversation began.
        next.at = next.at.min(model::time::noon(first.day) + 12 * HOUR - 1);
        Some(next)
    }

    /// A later message of the same conversation.
    fn follow(&mut self, first: &Msg, day: NaiveDate, part: Part) -> Msg {
        let mut next = first.clone();
        next.part = part;
        next.day = day;
        (next.channel, next.mode) = self.channel(day, first.area, first.client, first.contact);
        if next.mode.is_some() {
            next.mode = Some(ChatMode::HumanAgent);
        }
        if next.channel == Channel::Social {
            next.channel = Channel::Email;
        }
        next.at = self.moment(day, next.channel);
        next
    }

    fn channel(&mut self, day: NaiveDate, area: usize, client: usize, contact: usize) -> (Channel, Option<ChatMode>) {
        let client = &self.clients[client];
        // E-mail, phone, chat, letter, social.
        let mut weights: [u32; 5] = match (client.contacts[contact].tone, client.company) {
            (Tone::Elderly, _) => [14, 50, 4, 32, 0],
            (Tone::Formal, _) => [60, 16, 8, 16, 0],
            (Tone::Casual, false) => [16, 12, 52, 0, 20],
            (Tone::Furious, false) => [30, 32, 18, 4, 16],
            (_, true) => [44, 26, 24, 5, 1],
            (_, false) => [27, 26, 32, 6, 9],
        };
        if AREAS[area].kind != Kind::Complaint {
            weights[2] += 14;
            weights[4] /= 2;
        }
        match day.weekday() {
            Weekday::Sun => (weights[1], weights[3]) = (0, 0),
            Weekday::Sat => (weights[1], weights[3]) = (weights[1] / 3, 0),
            _ => {}
        }
        let channels = [Channel::Email, Channel::Phone, Channel::Chat, Channel::Letter, Channel::Social];
        let channel = channels[weighted(&weights, self.rng)];
        // The assistant misunderstands thanks, so feedback goes to a person.
        let bot = self.rng.random_bool(0.6) && AREAS[area].kind != Kind::Feedback;
        let mode = if bot { ChatMode::Chatbot } else { ChatMode::HumanAgent };
        (channel, (channel == Channel::Chat).then_some(mode))
    }

    /// A time of that day when the channel is in use, in UTC milliseconds.
    fn moment(&mut self, day: NaiveDate, channel: Channel) -> i64 {
        let (open, close) = match channel {
            Channel::Phone => (8, 18),
            Channel::Letter => (9, 12),
            Channel::Chat => (7, 22),
            _ => (6, 23),
        };
        // The sum of two draws peaks in the middle of the day.
        let span = (close - open) * HOUR / 2;
        let into = self.rng.random_range(0..span) + self.rng.random_range(0..span);
        model::time::noon(day) + (open - 12) * HOUR + into
    }
}

/// False for a mobile banking complaint in the month with fixed numbers.
fn may_hold(msg: &Msg) -> bool {
    !(msg.area == 0 && msg.day >= JANUARY_FROM && msg.part != Part::Settled)
}

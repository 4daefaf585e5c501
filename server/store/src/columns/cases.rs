//! Cases as columns: a [`Table`] as for communications, plus their times and deadlines and what their messages say.

use std::collections::HashMap;

use chrono::{NaiveDate, NaiveTime};
use model::analysis::Stage;
use model::record::{CaseStatus, Channel, Kind, Sentiment};

use super::table::{Column, Row, Table};
use crate::analytics::DAY;

/// Times of a case, UTC milliseconds.
#[derive(Clone, Copy, Debug, Default)]
pub struct Life {
    pub created: i64,
    pub resolved: Option<i64>,
    pub deadline: Option<i64>,
    /// `late`: whether it is stored as late; `told`: whether the source itself gave that verdict.
    pub late: bool,
    pub told: bool,
}

impl Life {
    /// Hours from opening to resolution; `None` while open or if the dates are inconsistent.
    pub fn took(&self) -> Option<f64> {
        let resolved = self.resolved.filter(|_| !self.is_wrong())?;
        Some((resolved - self.created) as f64 / 3_600_000.0)
    }

    /// Whether it was resolved before it was opened.
    pub fn is_wrong(&self) -> bool {
        self.resolved.is_some_and(|resolved| resolved < self.created)
    }

    /// The stage of the case at a time, UTC milliseconds: see [`Stage`].
    pub fn stage(&self, at: i64) -> Stage {
        let since = at - self.created;
        let span = self.resolved.or(self.deadline).map_or(2 * DAY, |end| end - self.created);
        match self.resolved {
            _ if since <= 0 => Stage::Contact,
            Some(resolved) if at > resolved => Stage::After,
            _ if since * 4 < span => Stage::Triage,
            Some(_) if since * 4 >= span * 3 => Stage::Resolution,
            _ => Stage::Investigation,
        }
    }

    /// As [`crate::analytics::sla::KNOWN`].
    pub fn is_known(&self) -> bool {
        self.told || self.late || self.deadline.is_some()
    }

    /// As [`crate::analytics::sla::breached`].
    pub fn is_breached(&self, open: bool, as_of: NaiveDate) -> bool {
        let began = as_of.and_time(NaiveTime::MIN).and_utc().timestamp_millis();
        self.late || open && self.deadline.is_some_and(|deadline| deadline < began)
    }
}

/// All cases.
#[derive(Debug, Default)]
pub struct Cases {
    pub table: Table,
    lives: Vec<Life>,
    /// Per case, one bit for each combination of channel, kind and sentiment among its messages.
    said: Vec<MessageBits>,
    /// The channel of the first message, as an index into [`Channel::ALL`].
    first: Vec<Option<u8>>,
    /// The row of each case id of the messages, if it exists.
    places: Vec<Option<u32>>,
}

/// One bit per combination of channel, kind and sentiment.
pub type MessageBits = [u64; SAID];

/// Sentiments, plus none.
const FEELINGS: usize = 4;
const COMBINATIONS: usize = Channel::ALL.len() * Kind::ALL.len() * FEELINGS;
const SAID: usize = COMBINATIONS.div_ceil(64);

fn combination(channel: usize, kind: usize, sentiment: Option<usize>) -> usize {
    (channel * Kind::ALL.len() + kind) * FEELINGS + sentiment.unwrap_or(FEELINGS - 1)
}

/// The bits of the wanted combinations.
pub fn message_bits(
    channels: impl Fn(Channel) -> bool,
    kinds: impl Fn(Kind) -> bool,
    sentiments: impl Fn(Option<Sentiment>) -> bool,
) -> MessageBits {
    let mut said = [0; SAID];
    for (c, _) in Channel::ALL.iter().enumerate().filter(|(_, one)| channels(**one)) {
        for (k, _) in Kind::ALL.iter().enumerate().filter(|(_, one)| kinds(**one)) {
            for s in (0..FEELINGS).filter(|s| sentiments(Sentiment::ALL.get(*s).copied())) {
                let bit = combination(c, k, Some(s));
                said[bit / 64] |= 1 << (bit % 64);
            }
        }
    }
    said
}

impl Cases {
    pub fn put(&mut self, row: &Row, life: Life) {
        let at = self.table.put(row);
        if at == self.lives.len() {
            self.lives.push(life);
        } else {
            self.lives[at] = life;
        }
    }

    pub fn life(&self, at: usize) -> &Life {
        &self.lives[at]
    }

    fn place_of(&self, number: u32) -> Option<usize> {
        Some(self.places.get(number as usize).copied().flatten()? as usize)
    }

    /// The case that a message belongs to.
    pub fn life_of_message(&self, messages: &Table, at: usize) -> Option<&Life> {
        self.lives.get(self.place_of(*messages.case.get(at)?)?)
    }

    /// The channel of its first message.
    pub fn first_channel(&self, at: usize) -> Option<Channel> {
        Channel::ALL.get(usize::from((*self.first.get(at)?)?)).copied()
    }

    /// The codes of statuses that count as unfinished.
    pub fn open(&self) -> Vec<u32> {
        CaseStatus::UNFINISHED.iter().filter_map(|status| self.table.code(status.as_str())).collect()
    }

    pub fn is_open(&self, open: &[u32], at: usize) -> bool {
        open.contains(&self.table.column(Column::Status)[at])
    }

    /// Whether it missed its SLA; `None` if unknown.
    pub fn sla(&self, open: &[u32], at: usize, as_of: NaiveDate) -> Option<bool> {
        let life = &self.lives[at];
        life.is_known().then(|| life.is_breached(self.is_open(open, at), as_of))
    }

    /// Whether one of its messages has a wanted combination.
    pub fn says(&self, at: usize, wanted: &MessageBits) -> bool {
        self.said[at].iter().zip(wanted).any(|(has, wanted)| has & wanted != 0)
    }

    /// Recomputes what the messages of each case say.
    pub fn hear(&mut self, messages: &Table) {
        let channels = codes(messages, Channel::ALL.iter().map(|c| c.as_str()));
        let kinds = codes(messages, Kind::ALL.iter().map(|k| k.as_str()));
        let sentiments = codes(messages, Sentiment::ALL.iter().map(|s| s.as_str()));
        let column = |column: Column| messages.column(column);
        let (channel, kind, sentiment) = (column(Column::Channel), column(Column::Kind), column(Column::Sentiment));
        let place = |id: &str| u32::try_from(self.table.place(id)?).ok();
        self.places = messages.case_ids.iter().map(place).collect();
        self.said = vec![[0; SAID]; self.lives.len()];
        let mut first: Vec<Option<(i64, &str, usize)>> = vec![None; self.lives.len()];
        for (at, case) in messages.case.iter().enumerate() {
            let Some(place) = self.place_of(*case).filter(|_| !messages.gone[at]) else { continue };
            let Some(channel) = channels.get(&channel[at]) else { continue };
            let one = (messages.at(at), messages.ids.text(at), *channel);
            if first[place].is_none_or(|known| (one.0, one.1) < (known.0, known.1)) {
                first[place] = Some(one);
            }
            if let Some(kind) = kinds.get(&kind[at]) {
                let bit = combination(*channel, *kind, sentiments.get(&sentiment[at]).copied());
                self.said[place][bit / 64] |= 1 << (bit % 64);
            }
        }
        self.first = first.into_iter().map(|one| one.and_then(|(_, _, channel)| u8::try_from(channel).ok())).collect();
    }
}

/// Code to index for a list of names.
fn codes<'a>(table: &Table, names: impl Iterator<Item = &'a str>) -> HashMap<u32, usize> {
    names.enumerate().filter_map(|(place, name)| Some((table.code(name)?, place))).collect()
}

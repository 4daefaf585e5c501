//! How well messages are understood: precision and recall of each act, by language, and how often nothing was sure.

use std::collections::BTreeMap;

use model::support::Act;
use serde::Serialize;

use super::lines::{DangerLine, Line};
use support::Hearing;

/// Counts of one act in one language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Lines with it.
    pub lines: usize,
    /// Of these, found.
    pub hits: usize,
    /// Found in other lines.
    pub wrong: usize,
}

impl Counts {
    pub fn precision(self) -> f64 {
        self.hits as f64 / (self.hits + self.wrong).max(1) as f64
    }

    pub fn recall(self) -> f64 {
        self.hits as f64 / self.lines.max(1) as f64
    }

    fn add(&mut self, said: bool, heard: bool) {
        self.lines += usize::from(said);
        self.hits += usize::from(said && heard);
        self.wrong += usize::from(!said && heard);
    }
}

/// For a language, or all lines.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Part {
    pub lines: usize,
    /// Lines with exactly the right acts.
    pub exact: usize,
    /// Lines with nothing sure.
    pub unsure: usize,
    pub all: Counts,
    pub acts: BTreeMap<Act, Counts>,
    /// Lines in one language whose language was recognised, and wrongly recognised.
    pub language: (usize, usize),
}

/// A line with wrong acts.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Miss {
    pub text: String,
    pub asks: String,
    pub said: Vec<Act>,
    pub heard: Vec<Act>,
}

/// Measures lines: all together under "all", and each language.
pub fn measure(hearing: &Hearing, lines: &[Line]) -> (BTreeMap<String, Part>, Vec<Miss>) {
    let mut parts = BTreeMap::<String, Part>::new();
    let mut misses = Vec::new();
    for line in lines {
        let heard = hearing.hear_after(&line.text, &line.asks);
        let sure = heard.sure();
        let exact = sure.len() == line.acts.len() && line.acts.iter().all(|act| sure.contains(act));
        let told = heard.language().map(|language| language.as_str() == line.lang);
        for name in ["all", line.lang.as_str()] {
            let part = parts.entry(name.to_owned()).or_default();
            part.lines += 1;
            part.exact += usize::from(exact);
            part.unsure += usize::from(sure.is_empty());
            if line.lang != "mixed" {
                part.language.0 += usize::from(told == Some(true));
                part.language.1 += usize::from(told == Some(false));
            }
            for act in Act::ALL {
                let (said, heard) = (line.acts.contains(act), sure.contains(act));
                part.all.add(said, heard);
                part.acts.entry(*act).or_default().add(said, heard);
            }
        }
        if !exact {
            let Line { text, asks, acts, .. } = line.clone();
            misses.push(Miss { text, asks, said: acts, heard: sure });
        }
    }
    (parts, misses)
}

/// How danger is found in lines: all dangers, missed ones, harmless lookalikes, and false alarms.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Dangers {
    pub dangers: usize,
    pub missed: Vec<String>,
    pub others: usize,
    pub false_alarms: Vec<String>,
}

/// Measures `hears` on messages: the rules alone, or [`Hearing::danger`] as in a call.
pub fn dangers(lines: &[DangerLine], hears: impl Fn(&str) -> bool) -> Dangers {
    let mut all = Dangers::default();
    for line in lines {
        let found = hears(&line.text);
        let (count, wrong) = match line.danger {
            true => (&mut all.dangers, &mut all.missed),
            false => (&mut all.others, &mut all.false_alarms),
        };
        *count += 1;
        if found != line.danger {
            wrong.push(line.text.clone());
        }
    }
    all
}

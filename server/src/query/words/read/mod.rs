//! Reads the pieces of one question from left to right and collects what they ask for. What it cannot account for is
//! kept as left over: a question with words that nobody understood gets no figure.

mod acts;
mod beside;
mod people;
mod unread;
mod value;

use std::ops::Range;

use super::lexicon::{self, Act};
use super::said::{Group, Said};
use super::tokens::{Token, What};
use crate::query::ast::{Bucket, Dataset, Figure, Op};
use crate::query::catalog::{Catalog, Kind};

/// Reads one question.
pub fn read(tokens: &[Token], catalog: &Catalog) -> Said {
    let mut reader = Reader {
        tokens,
        catalog,
        at: 0,
        said: Said::default(),
        by: false,
        not: false,
        pending: None,
        missing: None,
        not_only: false,
        how_many: false,
        joined: false,
        or: false,
        last: None,
        time_unit: None,
        skipped: 0..0,
    };
    while reader.at < tokens.len() {
        match reader.skipped.contains(&reader.at) {
            true => reader.at += 1,
            false => reader.step(),
        }
    }
    reader.finish();
    reader.said.of_first = tokens.first().is_some_and(|t| is_whole(&t.text));
    reader.said
}

pub(super) struct Reader<'a> {
    pub(super) tokens: &'a [Token],
    pub(super) catalog: &'a Catalog,
    pub(super) at: usize,
    pub(super) said: Said,
    /// A group noun is expected.
    pub(super) by: bool,
    pub(super) not: bool,
    /// A bound whose number comes next.
    pub(super) pending: Option<Op>,
    /// "without a …" (true) or "with a …" (false).
    pub(super) missing: Option<bool>,
    /// "not just" stands just before.
    pub(super) not_only: bool,
    /// "how many" stands just before.
    pub(super) how_many: bool,
    /// "and", "or" or a comma stands just before.
    pub(super) joined: bool,
    /// "or" stands just before.
    pub(super) or: bool,
    /// The condition that was just made.
    pub(super) last: Option<usize>,
    pub(super) time_unit: Option<Op>,
    /// Words that were read ahead of their turn.
    pub(super) skipped: Range<usize>,
}

/// "Of all cases of X, what share …": what comes first is the whole.
fn is_whole(first: &str) -> bool {
    matches!(first, "of" | "among" | "amongst" | "within" | "looking" | "considering" | "taking" | "for")
}

/// Before "sentiment": the mean of the score.
const AVERAGES: [&str; 6] = ["average", "avg", "mean", "median", "averaged", "typical"];

impl<'a> Reader<'a> {
    /// The words from here on, up to the next value, time or number.
    pub(in crate::query::words) fn words(&self) -> Vec<&'a str> {
        let here = self.tokens[self.at..].iter().take_while(|t| matches!(t.what, What::Word));
        here.take(8).map(|t| t.text.as_str()).collect()
    }
}

impl Reader<'_> {
    fn step(&mut self) {
        let token = &self.tokens[self.at];
        match &token.what {
            What::Comma => {
                self.joined = true;
                self.at += 1;
            }
            What::Time(resolved) => {
                // "worse than 2014": no bound.
                self.said.compare |= self.pending.take().is_some();
                if self.said.times.iter().all(|(have, _)| have != resolved) {
                    self.said.times.push((resolved.clone(), token.text.clone()));
                }
                self.settle();
                self.at += 1;
            }
            What::Quote(text) => {
                let text = text.clone();
                match self.column_before() {
                    Some(column) => self.cond(&column, Op::Is, vec![text.clone()], text, false),
                    None => self.cond("body", Op::Contains, vec![text.clone()], text, false),
                }
                self.at += 1;
            }
            What::Value(value) => {
                let value = value.clone();
                self.value(value);
                self.at += 1;
            }
            What::Number(n) => {
                let n = *n;
                self.at += 1;
                self.number(n);
            }
            What::LeftOut(said) => {
                self.said.notes.push(format!("Of \"{said}\" I used the names and dates alone."));
                self.at += 1;
            }
            What::Word => self.word(),
        }
    }

    fn settle(&mut self) {
        (self.joined, self.or, self.how_many, self.last) = (false, false, false, None);
    }

    pub(in crate::query::words) fn word(&mut self) {
        let words = self.words();
        let noun = self.noun(&words);
        let phrase = lexicon::at(&words);
        match (noun, phrase) {
            (Some((n, group)), phrase) if phrase.is_none_or(|(m, act)| n > m || n == m && act == Act::Filler) => {
                let before = self.at.checked_sub(1).and_then(|i| self.tokens.get(i)).map(|t| &t.what);
                self.at += n;
                // "the Older American tag", "the bureaus Equifax and Experian": it says of what column the values are.
                let after = self.tokens.get(self.at).map(|t| &t.what).filter(|_| !self.by && !self.how_many);
                let beside = [before, after].into_iter().flatten();
                let beside =
                    beside.filter_map(|what| if let What::Value(value) = what { Some(&value.column) } else { None });
                if matches!(&group, Group::Column(name) if beside.into_iter().any(|column| column == name)) {
                    return;
                }
                self.group(group);
            }
            (_, Some((n, act))) => {
                let at = self.at;
                self.at += n;
                self.act(act, at, n);
            }
            _ => {
                let word = words[0].to_owned();
                if self.zip(&word) {
                    return;
                }
                if self.besides(&word) {
                    return;
                }
                if self.in_passing(&word) {
                    self.at += 1;
                    return;
                }
                // "in the category Teleportation": it is looked for there, and the closest is named.
                if let Some(column) = self.column_before() {
                    self.at += 1;
                    return self.cond(&column, Op::Is, vec![word.clone()], word, false);
                }
                match self.ties() {
                    true => self.said.unread.push(word),
                    false => self.said.left.push(word),
                }
                self.at += 1;
            }
        }
    }

    /// The name of a column at the beginning of these words, whatever the dataset.
    pub(in crate::query::words) fn noun(&self, words: &[&str]) -> Option<(usize, Group)> {
        (1..=words.len().min(3)).rev().find_map(|n| {
            let text = words[..n].join(" ");
            let order = match self.said.dataset {
                Some(Dataset::Cases) => [Dataset::Cases, Dataset::Communications, Dataset::Customers],
                _ => [Dataset::Communications, Dataset::Cases, Dataset::Customers],
            };
            let column = order.iter().find_map(|d| self.catalog.column(*d, &text))?;
            (!matches!(column.kind, Kind::Text | Kind::Day | Kind::Flag))
                .then(|| (n, Group::Column(column.name.to_string())))
        })
    }

    fn is_number(&self, name: &str) -> bool {
        Dataset::ALL
            .iter()
            .filter_map(|d| self.catalog.column(*d, name))
            .any(|c| c.name == name && matches!(c.kind, Kind::Number(_)))
    }

    fn zip(&mut self, word: &str) -> bool {
        let masked = word.len() == 5 && word.ends_with("xx") && word[..3].bytes().all(|b| b.is_ascii_digit());
        let has = self.catalog.column(Dataset::Communications, "zip_code").is_some();
        if masked && has {
            self.at += 1;
            self.cond("zip_code", Op::Is, vec![word.to_uppercase()], word.to_uppercase(), false);
        }
        masked && has
    }

    pub(in crate::query::words) fn group(&mut self, group: Group) {
        // "what share of the companies": of them, not of what is told of them.
        let of_customers = group == Group::Column("customer".into()) && !self.by && self.said.noun_at.is_none();
        if of_customers && self.said.share_at.is_some_and(|at| self.at <= at + 6) {
            (self.said.of_customers, self.said.customers, self.said.customers_first) = (true, true, true);
            self.said.noun_at = Some(self.at - 1);
            return;
        }
        // "average sentiment" is that of the score.
        let led = self.at.checked_sub(2).and_then(|i| self.tokens.get(i)).map(|t| t.text.as_str());
        let group = match group {
            Group::Column(name) if name == "sentiment" && led.is_some_and(|w| AVERAGES.contains(&w)) => {
                self.by = self.said.groups.is_empty() && self.by;
                Group::Column("sentiment_score".into())
            }
            // "Which type of mortgage": not of message.
            Group::Column(name) if name == "kind" && self.of_a_product() => {
                if self.catalog.column(Dataset::Communications, "sub_product").is_none() {
                    self.said.left.push("type".into());
                    return;
                }
                Group::Column("sub_product".into())
            }
            other => other,
        };
        if let Group::Column(name) = &group
            && self.is_number(name)
        {
            self.said.number = Some(name.clone());
            return;
        }
        if let Group::Column(name) = &group
            && name == "zip_code"
            && let Some(Token { what: What::Number(n), text, .. }) = self.tokens.get(self.at)
            && *n >= 0.0
        {
            let text = text.clone();
            self.at += 1;
            return self.cond("zip_code", Op::Is, vec![text.clone()], text, false);
        }
        if let (Some(missing), Group::Column(name)) = (self.missing.take(), &group) {
            let negated = !missing;
            return self.cond_full(name, Op::Missing, Vec::new(), format!("no {name}"), negated, false);
        }
        let again = self.joined && !self.said.groups.is_empty() && self.by;
        if self.after_that()
            && let Some(place) = self.said.that.iter().position(Option::is_none)
        {
            self.said.that[place] = Some(group);
        } else if self.by || again {
            if !self.said.groups.contains(&group) {
                self.said.groups.push(group);
            }
        } else if self.how_many && self.said.distinct.is_none() {
            self.said.distinct = Some(group);
        } else {
            self.said.spare.push(group);
        }
        (self.how_many, self.joined) = (false, false);
    }

    /// Whether "of" and the name of a product come next.
    fn of_a_product(&self) -> bool {
        let product = |at: usize| matches!(self.tokens.get(at).map(|t| &t.what), Some(What::Value(value)) if value.column == "product");
        let of = self.tokens.get(self.at).is_some_and(|t| t.text == "of");
        of && (product(self.at + 1) || product(self.at + 2))
    }

    /// Whether "that" stands just before.
    fn after_that(&self) -> bool {
        let before = self.at.checked_sub(2).and_then(|i| self.tokens.get(i));
        before.is_some_and(|t| matches!(t.text.as_str(), "that" | "this" | "those" | "these" | "same" | "such"))
    }

    pub(in crate::query::words) fn time(&mut self, bucket: Bucket) {
        if self.said.figure == Some(Figure::Avg) && self.by && self.said.number.is_none() {
            self.said.per = Some(bucket);
            return;
        }
        self.group(Group::Time(bucket));
    }

    fn finish(&mut self) {
        // "never had a case": whose, `build` must know.
        match self.said.absent {
            Some(_) => self.said.bare_not = self.not,
            None if self.not => self.said.left.push("not".into()),
            None => {}
        }
        if self.pending.is_some() {
            self.said.left.push("more or less than".into());
        }
        // "the second after California" is the first of the others.
        if self.said.besides && self.said.rank == 2 {
            (self.said.rank, self.said.most) = (0, true);
        }
        // How long it took is known of what is resolved.
        if self.said.number.as_deref() == Some("resolution_hours") {
            self.said.conds.retain(|c| c.negated || c.column != "status" || c.values != ["resolved"]);
        }
        // "resolved within 4 hours" says how long it took, not what became of it.
        if self.said.share_at.is_some() && self.said.conds.iter().any(|c| c.column == "resolution_hours") {
            // "of resolved ones, the share that took long": it is known how long they took.
            for cond in
                self.said.conds.iter_mut().filter(|c| !c.negated && c.column == "status" && c.values == ["resolved"])
            {
                (cond.column, cond.op, cond.negated) = ("resolution_hours".into(), Op::Missing, true);
                cond.values.clear();
            }
        } else if self.said.conds.iter().any(|c| c.column == "resolution_hours") {
            self.said.conds.retain(|c| c.negated || c.column != "status" || c.values != ["resolved"]);
        }
        // A verb of resolving that belongs to a duration.
        if self.said.number.as_deref() == Some("resolution_hours") || self.time_unit.is_some() {
            self.said.left.retain(|w| {
                !["resolve", "solve", "close", "take", "took", "takes", "taken", "solved", "settle", "needed", "lasted"]
                    .contains(&w.as_str())
            });
        }
    }
}

//! Reads the pieces of one question from left to right and collects what they ask for. What it cannot account for is
//! kept as left over: a question with words that nobody understood gets no figure.

use super::lexicon::{self, Act};
use super::tokens::{Token, Value, What};
use crate::query::ast::{Bucket, Dataset, Figure, Op};
use crate::query::catalog::{Catalog, Kind};
use crate::query::range::Resolved;

/// A condition that the question states.
#[derive(Clone, Debug, PartialEq)]
pub struct Cond {
    pub column: String,
    pub op: Op,
    pub values: Vec<String>,
    pub labels: Vec<String>,
    pub negated: bool,
    /// Where it stands.
    pub at: usize,
    pub plain: bool,
    /// After "and".
    pub joined: bool,
    /// Of a share: the part, not the whole.
    pub part: bool,
}

/// What groups are made by.
#[derive(Clone, Debug, PartialEq)]
pub enum Group {
    Column(String),
    Time(Bucket),
}

/// Everything that a question says.
#[derive(Clone, Debug, Default)]
pub struct Said {
    pub conds: Vec<Cond>,
    pub times: Vec<(Resolved, String)>,
    pub groups: Vec<Group>,
    /// Group nouns that nothing asked for.
    pub spare: Vec<Group>,
    pub figure: Option<Figure>,
    /// A column of numbers.
    pub number: Option<String>,
    pub distinct: Option<Group>,
    pub dataset: Option<Dataset>,
    pub customers: bool,
    pub count: bool,
    pub most: bool,
    pub least: bool,
    pub rank: usize,
    pub top: Option<u32>,
    pub which: bool,
    pub share_at: Option<usize>,
    pub share_before: bool,
    pub verb_at: Option<usize>,
    pub noun_at: Option<usize>,
    pub compare: bool,
    pub previous: bool,
    pub year_before: bool,
    pub change: Option<Act>,
    pub per: Option<Bucket>,
    pub trend: Option<Bucket>,
    pub bound: Option<(Op, f64)>,
    pub or: bool,
    /// "it", "them", "that month".
    pub that: Vec<Option<Group>>,
    pub again: bool,
    pub vague: Option<String>,
    pub future: bool,
    pub notes: Vec<String>,
    pub left: Vec<String>,
    pub late: bool,
}

/// Reads one question.
pub fn read(tokens: &[Token], catalog: &Catalog) -> Said {
    let mut reader = Reader { tokens, catalog, at: 0, said: Said::default(), by: false, not: false, pending: None, missing: None, how_many: false, joined: false, last: None, time_unit: None };
    while reader.at < tokens.len() {
        reader.step();
    }
    reader.finish();
    reader.said
}

struct Reader<'a> {
    tokens: &'a [Token],
    catalog: &'a Catalog,
    at: usize,
    said: Said,
    /// A group noun is expected.
    by: bool,
    not: bool,
    /// A bound whose number comes next.
    pending: Option<Op>,
    /// "without a …" (true) or "with a …" (false).
    missing: Option<bool>,
    /// "how many" stands just before.
    how_many: bool,
    /// "and", "or" or a comma stands just before.
    joined: bool,
    /// The condition that was just made.
    last: Option<usize>,
    time_unit: Option<Op>,
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
                self.said.times.push((resolved.clone(), token.text.clone()));
                self.settle();
                self.at += 1;
            }
            What::Quote(text) => {
                self.cond("body", Op::Contains, vec![text.clone()], text.clone(), false);
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
            What::Word => self.word(),
        }
    }

    fn settle(&mut self) {
        (self.joined, self.how_many, self.last) = (false, false, None);
    }

    fn words(&self) -> Vec<&str> {
        self.tokens[self.at..].iter().take_while(|t| matches!(t.what, What::Word)).take(8).map(|t| t.text.as_str()).collect()
    }

    fn word(&mut self) {
        let words = self.words();
        let noun = self.noun(&words);
        let phrase = lexicon::at(&words);
        match (noun, phrase) {
            (Some((n, group)), phrase) if phrase.is_none_or(|(m, act)| n > m || n == m && act == Act::Filler) => {
                self.at += n;
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
                self.said.left.push(word);
                self.at += 1;
            }
        }
    }

    /// The name of a column at the beginning of these words, whatever the dataset.
    fn noun(&self, words: &[&str]) -> Option<(usize, Group)> {
        (1..=words.len().min(3)).rev().find_map(|n| {
            let text = words[..n].join(" ");
            let order = match self.said.dataset {
                Some(Dataset::Cases) => [Dataset::Cases, Dataset::Communications, Dataset::Customers],
                _ => [Dataset::Communications, Dataset::Cases, Dataset::Customers],
            };
            let column = order.iter().find_map(|d| self.catalog.column(*d, &text))?;
            (!matches!(column.kind, Kind::Text | Kind::Day | Kind::Flag)).then(|| (n, Group::Column(column.name.to_string())))
        })
    }

    fn is_number(&self, name: &str) -> bool {
        Dataset::ALL.iter().filter_map(|d| self.catalog.column(*d, name)).any(|c| c.name == name && matches!(c.kind, Kind::Number(_)))
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

    fn group(&mut self, group: Group) {
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
        if self.by || again {
            if !self.said.groups.contains(&group) {
                self.said.groups.push(group);
            }
        } else if self.how_many && self.said.distinct.is_none() {
            self.said.distinct = Some(group);
        } else if let Some(place) = self.said.that.iter().position(Option::is_none).filter(|_| self.after_that()) {
            self.said.that[place] = Some(group);
        } else {
            self.said.spare.push(group);
        }
        (self.how_many, self.joined) = (false, false);
    }

    /// Whether "that" stands just before.
    fn after_that(&self) -> bool {
        let before = self.at.checked_sub(2).and_then(|i| self.tokens.get(i));
        before.is_some_and(|t| matches!(t.text.as_str(), "that" | "this" | "those" | "these" | "same" | "such"))
    }

    fn time(&mut self, bucket: Bucket) {
        if self.said.figure == Some(Figure::Avg) && self.by && self.said.number.is_none() {
            self.said.per = Some(bucket);
            return;
        }
        self.group(Group::Time(bucket));
    }

    fn number(&mut self, n: f64) {
        let words = self.words();
        let unit = words.first().and_then(|_| lexicon::at(&words)).map(|(_, act)| act);
        let hours = match unit {
            Some(Act::Hours) => Some(n),
            Some(Act::Day) if self.pending.is_some() => Some(n * 24.0),
            Some(Act::Week) if self.pending.is_some() => Some(n * 168.0),
            _ => None,
        };
        match (self.pending.take(), hours) {
            (Some(op), Some(hours)) => {
                self.at += 1;
                self.cond("resolution_hours", op, vec![hours.to_string()], format!("{hours} hours"), self.not);
                self.time_unit = Some(op);
            }
            (Some(op), None) if self.said.number.as_deref() == Some("sentiment_score") => {
                self.cond("sentiment_score", op, vec![n.to_string()], n.to_string(), false);
                self.said.number = None;
            }
            (Some(op), None) => self.said.bound = Some((op, n)),
            (None, _) if self.tokens[self.at - 1].text.len() == 5 && self.said.spare.contains(&Group::Column("zip_code".into())) => {
                let text = self.tokens[self.at - 1].text.clone();
                self.said.spare.retain(|g| *g != Group::Column("zip_code".into()));
                self.cond("zip_code", Op::Is, vec![text.clone()], text, false);
            }
            (None, _) if (1.0..=500.0).contains(&n) && n.fract() == 0.0 && self.said.top.is_none() => self.said.top = Some(n as u32),
            _ => self.said.left.push(self.tokens[self.at - 1].text.clone()),
        }
    }

    fn value(&mut self, value: Value) {
        if let Some(note) = &value.note {
            self.said.notes.push(note.clone());
        }
        self.missing = None;
        // "by phone" is a value, not a grouping.
        if self.said.groups.is_empty() || !self.joined {
            self.by = false;
        }
        if value.column == "kind" || value.column == "channel" {
            self.said.noun_at = self.said.noun_at.or(Some(self.at));
        }
        if value.column == "kind" && value.values == ["complaint"] && self.tokens[self.at].text.starts_with("complain") && self.tokens[self.at].text != "complaints" && self.said.customers && self.how_many {
            self.said.distinct = Some(Group::Column("customer".into()));
        }
        if let Some(last) = self.last.filter(|_| self.joined)
            && let Some(cond) = self.said.conds.get_mut(last)
            && cond.column == value.column
            && cond.op == Op::Is
        {
            cond.values.extend(value.values);
            cond.labels.push(value.label);
            cond.plain = false;
            self.joined = false;
            return;
        }
        let plain = value.plain;
        self.cond_full(&value.column, Op::Is, value.values, value.label, self.not, plain);
    }

    fn cond(&mut self, column: &str, op: Op, values: Vec<String>, label: String, negated: bool) {
        let negated = negated || self.not;
        self.cond_full(column, op, values, label, negated, false);
    }

    fn cond_full(&mut self, column: &str, op: Op, values: Vec<String>, label: String, negated: bool, plain: bool) {
        self.said.conds.push(Cond { column: column.into(), op, values, labels: vec![label], negated, at: self.at, plain, joined: self.joined, part: false });
        self.last = Some(self.said.conds.len() - 1);
        (self.not, self.joined, self.how_many) = (false, false, false);
    }

    fn act(&mut self, act: Act, at: usize, length: usize) {
        use Act::*;
        let keeps = matches!(act, Filler | And | Or | That);
        match act {
            Filler => {}
            Verb => {
                if self.said.noun_at.is_some() || self.said.share_at.is_some() {
                    self.said.verb_at.get_or_insert(at);
                }
            }
            Count => (self.said.count, self.how_many) = (true, true),
            Distinct => {
                self.how_many = true;
                return;
            }
            Share => {
                self.said.share_at.get_or_insert(at);
            }
            ShareBefore => (self.said.share_before, self.said.share_at) = (true, Some(self.said.share_at.unwrap_or(at))),
            Average => self.said.figure = Some(Figure::Avg),
            Median => self.said.figure = Some(Figure::Median),
            Longest => self.said.figure = Some(Figure::Max),
            Shortest => self.said.figure = Some(Figure::Min),
            HowLong => {
                self.said.figure.get_or_insert(Figure::Avg);
                self.said.number = Some("resolution_hours".into());
                self.resolve_word();
            }
            Most => (self.said.most, self.by) = (true, true),
            Least => (self.said.least, self.by) = (true, true),
            Second => self.said.rank = 2,
            Third => self.said.rank = 3,
            By => self.by = true,
            Which => (self.said.which, self.by) = (true, true),
            Not => self.not = true,
            Without => self.missing = Some(true),
            With => self.missing = Some(false),
            And => {
                self.joined = true;
                return;
            }
            Or => {
                (self.joined, self.said.or) = (true, true);
                return;
            }
            Compare => (self.said.compare, self.joined) = (true, true),
            PreviousPeriod => (self.said.previous, self.said.compare) = (true, true),
            PreviousYear => (self.said.year_before, self.said.compare) = (true, true),
            Grew | Fell | Change => self.said.change = Some(self.said.change.filter(|c| *c != Change).unwrap_or(act)),
            MoreThan => self.pending = Some(Op::More),
            AtLeast => self.pending = Some(Op::AtLeast),
            LessThan => self.pending = Some(Op::Less),
            AtMost => self.pending = Some(Op::AtMost),
            Late | InTime => {
                let yes = if act == Late { "yes" } else { "no" };
                self.said.late = true;
                self.cond("sla_breached", Op::Is, vec![yes.into()], if act == Late { "late".into() } else { "in time".into() }, false);
            }
            Escalated => self.escalated(),
            Contains => self.contains(),
            Disputed => self.cond("disputed", Op::Is, vec!["Yes".into()], "disputed".into(), false),
            Unresolved => self.cond_full("status", Op::Is, vec!["open".into(), "in_progress".into(), "pending".into(), "escalated".into()], "unresolved".into(), false, false),
            Unassigned => self.cond("assigned_to", Op::Missing, Vec::new(), "unassigned".into(), false),
            Narrative => {
                let missing = self.missing.take().unwrap_or(false);
                self.cond_full("body", Op::Missing, Vec::new(), "narrative".into(), !missing, false);
            }
            Trend => self.trend(at, length),
            That => self.said.that.push(None),
            Messages => self.noun_of(Dataset::Communications, at),
            Cases => self.noun_of(Dataset::Cases, at),
            Documents => self.noun_of(Dataset::Documents, at),
            Customers => self.customers(at),
            Hours => {
                if self.said.figure.is_none() && self.time_unit.is_none() {
                    self.said.left.push(self.tokens[at].text.clone());
                }
            }
            Day => self.time(Bucket::Day),
            Week => self.time(Bucket::Week),
            Month => self.time(Bucket::Month),
            Quarter => self.time(Bucket::Quarter),
            Year => self.time(Bucket::Year),
            Weekday => self.time(Bucket::Weekday),
            Again => self.said.again = true,
            Vague => self.said.vague = Some(self.tokens[at].text.clone()),
            Future => self.said.future = true,
        }
        if !keeps && !matches!(act, Count | Compare) {
            self.joined = false;
        }
    }

    fn noun_of(&mut self, dataset: Dataset, at: usize) {
        self.said.dataset = Some(match (self.said.dataset, dataset) {
            (Some(Dataset::Cases), Dataset::Communications) => Dataset::Cases,
            _ => dataset,
        });
        self.said.noun_at = self.said.noun_at.or(Some(at));
        (self.how_many, self.by) = (false, self.by && self.said.groups.is_empty());
    }

    /// Customers are grouped by, counted, or only the people who write.
    fn customers(&mut self, at: usize) {
        if self.by && self.said.groups.is_empty() || self.how_many {
            self.group(Group::Column("customer".into()));
        }
        self.said.customers = true;
        self.said.noun_at = self.said.noun_at.or(Some(at));
    }

    /// What "how long does it take to" is followed by.
    fn resolve_word(&mut self) {
        let words = self.words();
        if words.first().is_some_and(|w| ["resolve", "close", "handle", "solve", "settle", "finish", "fix", "answer", "take"].contains(w)) {
            self.at += 1;
        }
    }

    fn escalated(&mut self) {
        let from = self.tokens[self.at..].iter().position(|t| matches!(&t.what, What::Value(v) if matches!(v.column.as_str(), "channel" | "chat_mode")));
        if let Some(place) = from.filter(|p| *p <= 2) {
            let text = &self.tokens[self.at + place].text;
            let value = if text.contains("bot") { "chatbot" } else if text.contains("mail") { "email" } else { "chat" };
            self.at += place + 1;
            self.cond("escalated_from", Op::Is, vec![value.into()], format!("escalated from {value}"), false);
        }
    }

    fn contains(&mut self) {
        let word = self.tokens[self.at..].iter().position(|t| !matches!(t.text.as_str(), "the" | "word" | "words" | "a" | "an" | "phrase" | "of"));
        if let Some(token) = word.and_then(|i| self.tokens.get(self.at + i)) {
            let text = match &token.what {
                What::Quote(text) => text.clone(),
                What::Time(_) => return,
                _ => token.text.clone(),
            };
            self.at += word.unwrap_or(0) + 1;
            self.cond("body", Op::Contains, vec![text.clone()], text, false);
        }
    }

    fn trend(&mut self, at: usize, length: usize) {
        let text = self.tokens[at..at + length].iter().map(|t| t.text.as_str()).collect::<Vec<_>>().join(" ");
        let bucket = [("dai", Bucket::Day), ("day", Bucket::Day), ("week", Bucket::Week), ("quarter", Bucket::Quarter), ("year", Bucket::Year), ("annual", Bucket::Year)]
            .iter()
            .find(|(start, _)| text.starts_with(start))
            .map_or(Bucket::Month, |(_, b)| *b);
        if self.said.figure == Some(Figure::Avg) && self.said.number.is_none() {
            self.said.per = Some(bucket);
        } else {
            self.said.trend = Some(bucket);
        }
    }

    fn finish(&mut self) {
        if self.not {
            self.said.left.push("not".into());
        }
        if self.pending.is_some() {
            self.said.left.push("more or less than".into());
        }
        // A verb of resolving that belongs to a duration.
        if self.said.number.as_deref() == Some("resolution_hours") || self.time_unit.is_some() {
            self.said.left.retain(|w| !["resolve", "solve", "close", "take", "took", "takes", "taken", "solved", "settle", "needed", "lasted"].contains(&w.as_str()));
        }
    }
}

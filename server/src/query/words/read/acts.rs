//! What each phrase of the table does to what was said.

use app::model::record::CaseStatus;

use super::Reader;
use crate::query::ast::{Bucket, Dataset, Figure, Op};
use crate::query::words::lexicon::{self, Act};
use crate::query::words::said::{Cond, Group};
use crate::query::words::tokens::What;

impl Reader<'_> {
    pub(super) fn act(&mut self, act: Act, at: usize, length: usize) {
        use Act::*;
        let listed = matches!(self.tokens.get(self.at).map(|t| &t.what), Some(What::Value(_)));
        let keeps = matches!(act, Filler | Both | And | Or | That) || act == With && listed;
        match act {
            Filler => {}
            Verb => {
                if self.said.noun_at.is_some() || self.said.share_at.is_some() {
                    self.said.verb_at.get_or_insert(at);
                }
            }
            Count => {
                // "the figure for the bank" asks for no number of banks.
                (self.said.count, self.how_many) = (true, self.tokens[self.at - 1].text != "for");
                self.by &= !self.how_many;
                self.said.count_at.get_or_insert(at);
            }
            Distinct => {
                (self.how_many, self.said.count) = (true, true);
                return;
            }
            EachTime => self.each_time(at, length),
            WorstTime => {
                (self.said.most, self.by) = (true, true);
                if let Some(bucket) = self.unit(at + length - 1) {
                    self.time(bucket);
                }
            }
            Share => {
                // "what share" asks for a figure, not for groups.
                self.by &= !self.said.groups.is_empty() || !self.said.which;
                self.said.share_at.get_or_insert(at);
                let percent = matches!(self.tokens[at].text.as_str(), "%" | "percent" | "pct" | "percentage" | "perc");
                if percent && length == 1 && self.tokens.get(self.at).is_none_or(|t| t.text != "of") {
                    self.said.percent_at = Some(at);
                }
            }
            // "number of states represented".
            ShareBefore if self.said.distinct.is_some() => {}
            ShareBefore => {
                (self.said.share_before, self.said.share_at) = (true, Some(self.said.share_at.unwrap_or(at)))
            }
            Average | Median => {
                // "slowest by average time": which has the highest mean.
                self.said.most |= self.said.figure == Some(Figure::Max);
                self.said.least |= self.said.figure == Some(Figure::Min);
                self.said.figure = Some(if act == Average { Figure::Avg } else { Figure::Median });
            }
            Apart => self.said.apart = true,
            Longest => self.said.figure = Some(Figure::Max),
            Shortest => self.said.figure = Some(Figure::Min),
            HowLong => {
                self.said.figure.get_or_insert(Figure::Avg);
                self.said.number = Some("resolution_hours".into());
                self.resolve_word();
            }
            Most => (self.said.most, self.by) = (true, true),
            Least => (self.said.least, self.by) = (true, true),
            Worst => (self.said.most, self.by, self.said.worst) = (true, self.said.groups.is_empty(), true),
            More => {
                self.said.most = true;
                // "how many more": the words stand side by side.
                self.said.more_by |= at > 0 && self.said.count_at.is_some_and(|c| c + 2 == at);
            }
            Fewer => self.said.least = true,
            // "who is its relationship manager?"
            Who if self.person_next() => (self.said.which, self.by) = (true, true),
            // "customers who have had …".
            Who if at > 0 && matches!(lexicon::at(&[self.tokens[at - 1].text.as_str()]), Some((1, Customers))) => {}
            // "who has the most open cases assigned": the one who works on them.
            Who if self.handled() => {
                self.said.which = true;
                self.said.spare.insert(0, Group::Column("assigned_to".into()));
            }
            Who => {
                self.said.which = true;
                self.said.customers = true;
                self.said.spare.push(Group::Column("customer".into()));
            }
            WhoHandles => {
                self.said.which = true;
                self.said.spare.insert(0, Group::Column("assigned_to".into()));
            }
            Among => {
                self.said.among_at.get_or_insert(at);
            }
            TakesLongest | TakesShortest => {
                self.said.figure = Some(Figure::Avg);
                self.said.number = Some("resolution_hours".into());
                (self.said.most, self.said.least) = (act == TakesLongest, act == TakesShortest);
            }
            Second => self.said.rank = 2,
            Third => self.said.rank = 3,
            By => self.by = true,
            Which => (self.said.which, self.by) = (true, true),
            // "july minus june": how far apart they are.
            Not if self.between_times(at) => self.said.change = Some(Change),
            Not => {
                const OF_DOING: [&str; 12] = [
                    "have", "has", "had", "did", "do", "does", "never", "didn't", "don't", "doesn't", "haven't",
                    "hasn't",
                ];
                let who = at.checked_sub(1).map_or("", |i| self.tokens[i].text.as_str());
                if [who, self.tokens[at].text.as_str()].iter().any(|w| OF_DOING.contains(w)) {
                    self.said.absent.get_or_insert(at);
                }
                self.not = true;
            }
            OnlyEver => self.said.left.push("only ever".into()),
            Both => self.said.both = Some(at),
            NotOnly => self.not_only = true,
            Without => self.missing = Some(true),
            With => self.missing = Some(false),
            And => {
                self.said.again |= at == 0;
                self.joined = true;
                return;
            }
            Or => {
                (self.joined, self.or, self.said.or) = (true, true, true);
                return;
            }
            Compare => (self.said.compare, self.joined, self.said.compare_at) = (true, true, Some(at)),
            NextPeriod => self.said.after = self.tokens[at..self.at].iter().find_map(|t| bucket_of(&t.text)),
            Joined => (self.said.joined_us, self.said.count) = (true, self.said.count || self.said.customers),
            PreviousPeriod => (self.said.previous, self.said.compare) = (true, true),
            PreviousYear => (self.said.year_before, self.said.compare) = (true, true),
            Grew | Fell | Change => self.said.change = Some(self.said.change.filter(|c| *c != Change).unwrap_or(act)),
            MoreThan => self.pending = Some(Op::More),
            AtLeast => self.pending = Some(Op::AtLeast),
            LessThan => self.pending = Some(Op::Less),
            AtMost => self.pending = Some(Op::AtMost),
            Late | Overdue | InTime => {
                let yes = if act != InTime { "yes" } else { "no" };
                self.said.late = true;
                // "closed late" says when it was closed, not how it stands.
                let closed = |c: &Cond| c.column == "status" && matches!(c.labels[0].as_str(), "closed" | "resolved");
                if self.said.conds.last().is_some_and(|c| c.at + 1 == at && closed(c) && !c.negated) {
                    self.said.conds.pop();
                    self.last = None;
                }
                self.cond(
                    "sla_breached",
                    Op::Is,
                    vec![yes.into()],
                    if act != InTime { "late".into() } else { "in time".into() },
                    false,
                );
                // What is overdue is still to be done. An archive knows only what was late.
                let stands = self.said.conds.iter().any(|c| c.column == "status");
                if act == Overdue && !stands && !self.catalog.is_archive() {
                    let values = CaseStatus::UNFINISHED.map(|status| status.to_string()).to_vec();
                    self.cond("status", Op::Is, values, "unfinished".into(), false);
                }
            }
            LateRate | InTimeRate => self.rate(act == LateRate, at),
            WorstMood | BestMood => {
                self.said.figure = Some(Figure::Avg);
                self.said.number = Some("sentiment_score".into());
                (self.said.most, self.said.least) = (act == BestMood, act == WorstMood);
            }
            Escalated => self.escalated(),
            Contains => self.contains(),
            Disputed => {
                // "of X was disputed": what comes before is the whole.
                if matches!(self.tokens[at].text.as_str(), "was" | "were" | "is" | "are") {
                    self.said.verb_at.get_or_insert(at);
                }
                self.cond("disputed", Op::Is, vec!["Yes".into()], "disputed".into(), false);
            }
            Unresolved => self.cond_full(
                "status",
                Op::Is,
                vec!["open".into(), "in_progress".into(), "pending".into(), "escalated".into()],
                "unresolved".into(),
                false,
                false,
            ),
            Closed | Resolved => self.done(act == Closed, at),
            Unassigned => self.cond("assigned_to", Op::Missing, Vec::new(), "unassigned".into(), false),
            // "narrative text".
            Narrative
                if self
                    .said
                    .conds
                    .last()
                    .is_some_and(|c| c.column == "body" && c.op == Op::Missing && c.at + 2 >= at) => {}
            Narrative => {
                let missing = self.missing.take().unwrap_or(false);
                self.cond_full("body", Op::Missing, Vec::new(), "narrative".into(), !missing, false);
            }
            Trend => self.trend(at, length),
            That if self.one_only(at) => self.said.bound = Some((Op::Is, 1.0)),
            That => {
                self.said.theirs |=
                    matches!(self.tokens[at].text.as_str(), "their" | "theirs" | "its" | "her" | "his" | "they");
                self.said.that.push(None);
            }
            Messages => self.noun_of(Dataset::Communications, at),
            Cases => self.noun_of(Dataset::Cases, at),
            Documents => self.noun_of(Dataset::Documents, at),
            Customers => self.customers(at),
            Hours => {
                if self.said.figure.is_none() && self.time_unit.is_none() {
                    self.said.left.push(self.tokens[at].text.clone());
                }
            }
            // "the week of 19 January": its name.
            Day | Week | Month | Quarter | Year if self.names_time() => {}
            Day => self.time(Bucket::Day),
            Week => self.time(Bucket::Week),
            Month => self.time(Bucket::Month),
            Quarter => self.time(Bucket::Quarter),
            Year => self.time(Bucket::Year),
            Weekday => self.time(Bucket::Weekday),
            Again if self.only(at) => self.said.only.push(at - 1),
            Again => {
                self.said.again = true;
                let says = |word: &str| self.tokens[at..at + length].iter().any(|t| t.text == word);
                self.said.same |= says("same") || says("for") && says("and") || says("about");
            }
            Vague => self.said.vague = Some(self.tokens[at].text.clone()),
            Now => self.said.now = Some(self.tokens[at].text.clone()),
            Together => self.said.together = true,
            WorstRate | BestRate => {
                (self.said.most, self.by) = (true, true);
                self.rate(act == WorstRate, at);
            }
            Future => self.said.future = true,
        }
        if !keeps && !matches!(act, Count | Compare | By | Not) {
            (self.joined, self.or) = (false, false);
        }
    }

    /// "on average 12 a month" is by the month.
    fn each_time(&mut self, at: usize, length: usize) {
        let hours = match self.unit(at + length - 1) {
            Some(Bucket::Day) => Some(24.0),
            Some(Bucket::Week) => Some(168.0),
            _ => None,
        };
        // "longer than a week".
        if let (Some(op), Some(hours)) = (self.pending, hours) {
            self.pending = None;
            self.took(op, hours);
        } else if let Some(bucket) = self.unit(at + length - 1) {
            self.by |= self.said.figure == Some(Figure::Avg);
            self.time(bucket);
        }
    }

    /// The stretch of time that a word names.
    fn unit(&self, at: usize) -> Option<Bucket> {
        bucket_of(&self.tokens.get(at)?.text)
    }

    fn rate(&mut self, late: bool, at: usize) {
        self.noun_of(Dataset::Cases, at);
        (self.said.late, self.said.rate) = (true, true);
        self.said.share_at.get_or_insert(at);
        let (value, label) = if late { ("yes", "late") } else { ("no", "in time") };
        self.cond("sla_breached", Op::Is, vec![value.into()], label.into(), false);
    }

    pub(super) fn noun_of(&mut self, dataset: Dataset, at: usize) {
        self.without_any();
        self.missing = self.missing.filter(|_| self.said.absent.is_none());
        self.said.dataset = Some(match (self.said.dataset, dataset) {
            (Some(Dataset::Cases), Dataset::Communications) => Dataset::Cases,
            _ => dataset,
        });
        self.said.noun_at = self.said.noun_at.or(Some(at));
        (self.how_many, self.by) = (false, self.by && self.said.groups.is_empty());
    }

    /// "which handler closed the most": the cases that are closed. In "how long to close" it names no status.
    fn done(&mut self, closed: bool, at: usize) {
        let to = at.checked_sub(1).is_some_and(|i| self.tokens[i].text == "to");
        if self.said.number.is_some() || self.time_unit.is_some() || to {
            return;
        }
        let states: &[&str] = if closed { &["closed"] } else { &["resolved", "closed"] };
        let states = states.iter().map(ToString::to_string).collect();
        self.cond("status", Op::Is, states, if closed { "closed" } else { "resolved" }.into(), false);
    }

    /// "chat only": a limit, not a way to go on.
    fn only(&self, at: usize) -> bool {
        let value = at.checked_sub(1).is_some_and(|i| matches!(self.tokens[i].what, What::Value(_)));
        value && self.tokens[at].text == "only"
    }

    /// What "how long does it take to" is followed by.
    fn resolve_word(&mut self) {
        let words = self.words();
        if words.first().is_some_and(|w| {
            ["resolve", "close", "handle", "solve", "settle", "finish", "fix", "answer", "take"].contains(w)
        }) {
            self.at += 1;
        }
    }

    fn escalated(&mut self) {
        let from = self.tokens[self.at..]
            .iter()
            .position(|t| matches!(&t.what, What::Value(v) if matches!(v.column.as_str(), "channel" | "chat_mode")));
        if let Some(place) = from.filter(|p| *p <= 2) {
            let text = &self.tokens[self.at + place].text;
            let value = if text.contains("bot") {
                "chatbot"
            } else if text.contains("mail") {
                "email"
            } else {
                "chat"
            };
            self.at += place + 1;
            self.cond("escalated_from", Op::Is, vec![value.into()], format!("escalated from {value}"), false);
        }
    }

    fn contains(&mut self) {
        let word = self.tokens[self.at..]
            .iter()
            .position(|t| !matches!(t.text.as_str(), "the" | "word" | "words" | "a" | "an" | "phrase" | "of"));
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
        let bucket = [
            ("dai", Bucket::Day),
            ("day", Bucket::Day),
            ("week", Bucket::Week),
            ("quarter", Bucket::Quarter),
            ("year", Bucket::Year),
            ("annual", Bucket::Year),
        ]
        .iter()
        .find(|(start, _)| text.starts_with(start))
        .map_or(Bucket::Month, |(_, b)| *b);
        if self.said.figure == Some(Figure::Avg) && self.said.number.is_none() {
            self.said.per = Some(bucket);
        } else {
            self.said.trend = Some(bucket);
        }
    }
}

fn bucket_of(word: &str) -> Option<Bucket> {
    Some(match word {
        "day" => Bucket::Day,
        "week" => Bucket::Week,
        "month" => Bucket::Month,
        "quarter" => Bucket::Quarter,
        "year" => Bucket::Year,
        _ => return None,
    })
}

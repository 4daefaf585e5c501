//! What a question says of a source: which of its measures and dimensions, narrowed to what, when, by what. Everything must be
//! accounted for; what is not is named.

use super::lexicon::Act;
use super::tokens::{Token, What};
use crate::query::ast::{Bucket, Op};
use crate::query::catalog::Kind;
use crate::query::declared::{Dimension, Meaning, Opened, Source};
use crate::query::range::Resolved;
use crate::query::words::lexicon::Act as Moved;
use crate::query::words::said::{Cond, Group, Said};

/// A question read for one source, and how much of it is the source's own.
pub struct Reading {
    pub said: Said,
    pub weight: usize,
    /// Words that nothing accounts for.
    pub unknown: Vec<String>,
}

struct Reader<'a> {
    source: &'a Source,
    tokens: &'a [Token],
    said: Said,
    weight: usize,
    unknown: Vec<String>,
    /// Dimensions that were named outside of a grouping: the place in the declaration and in the question.
    spare: Vec<(usize, usize)>,
    by: bool,
    negated: bool,
    bound: Option<Op>,
}

/// Reads a question that was cut for a source.
pub fn read(opened: &Opened, tokens: &[Token]) -> Reading {
    let mut reader = Reader {
        source: &opened.source,
        tokens,
        said: Said::default(),
        weight: 0,
        unknown: Vec::new(),
        spare: Vec::new(),
        by: false,
        negated: false,
        bound: None,
    };
    let mut at = 0;
    while at < tokens.len() {
        at = reader.token(at);
    }
    reader.settle();
    Reading { said: reader.said, weight: reader.weight, unknown: reader.unknown }
}

impl Reader<'_> {
    /// Takes the token at a place; gives the place of the next.
    fn token(&mut self, at: usize) -> usize {
        let tokens = self.tokens;
        let token = &tokens[at];
        match &token.what {
            What::Time(time) => self.time(time, &token.text),
            What::Named(meanings) => return self.named(at, meanings),
            What::Act(act) => self.act(*act, at),
            What::Number(number) => self.number(*number, token),
            What::Unknown => self.unknown.push(token.text.clone()),
        }
        at + 1
    }

    fn time(&mut self, time: &Resolved, text: &str) {
        if self.source.time.is_none() {
            self.unknown.push(text.to_owned());
        }
        self.said.times.push((time.clone(), text.to_owned()));
        self.by = false;
    }

    fn named(&mut self, at: usize, meanings: &[Meaning]) -> usize {
        let token = &self.tokens[at];
        let measure = meanings.iter().find_map(|m| if let Meaning::Measure(place) = m { Some(*place) } else { None });
        let dimensions: Vec<usize> = meanings
            .iter()
            .filter_map(|m| if let Meaning::Dimension(place) = m { Some(*place) } else { None })
            .collect();
        let rows = meanings.contains(&Meaning::Rows);
        // "orders by customer": the name of the rows is a grouping where it stands as one.
        if let Some(first) = dimensions.first().filter(|_| self.by || !rows && measure.is_none()) {
            return self.dimension(at, *first);
        }
        if rows && !(self.by && measure.is_some()) {
            self.weight += 4;
            self.said.noun_at = self.said.noun_at.or(Some(token.at));
            return at + 1;
        }
        if let Some(place) = measure {
            self.weight += 3;
            let name = self.source.measures[place].name.clone();
            // "top five customers by revenue": what they are ordered by.
            self.by = false;
            match &self.said.number {
                Some(other) if *other != name => self.unknown.push(token.text.clone()),
                _ => self.said.number = Some(name),
            }
            return at + 1;
        }
        self.values(at, meanings);
        at + 1
    }

    /// A dimension: to group by, to count, to narrow by what follows it, or with what was asked.
    fn dimension(&mut self, at: usize, place: usize) -> usize {
        self.weight += 1;
        let dimension = &self.source.dimensions[place];
        let next = self.tokens.get(at + 1);
        if let Some(Token { what: What::Named(meanings), .. }) = next {
            let own = meanings.iter().any(|m| matches!(m, Meaning::Value(of, _) if self.same(*of, place)));
            if own && !self.by {
                let only: Vec<Meaning> = meanings
                    .iter()
                    .filter(|m| matches!(m, Meaning::Value(of, _) if self.same(*of, place)))
                    .cloned()
                    .collect();
                self.values(at + 1, &only);
                return at + 2;
            }
        }
        // "company 1001", "period 202401": the value as it is written.
        if let Some(Token { what: What::Number(_) | What::Unknown | What::Time(_), text, at: here }) = next
            && dimension.kind == Kind::Name
            && !self.by
            && !self.said.which
            && self.bound.is_none()
            && text.chars().any(|c| c.is_ascii_digit())
        {
            let cond = self.cond(dimension, text.clone(), text.clone(), *here);
            self.said.conds.push(cond);
            return at + 2;
        }
        if dimension.kind == Kind::Flag && !self.by {
            let value = if std::mem::take(&mut self.negated) { "no" } else { "yes" };
            let cond = Cond { negated: false, ..self.cond(dimension, value.into(), value.into(), self.tokens[at].at) };
            self.said.conds.push(cond);
        } else if self.by {
            self.group(Group::Column(dimension.name.clone()));
        } else {
            self.spare.push((place, self.tokens[at].at));
        }
        at + 1
    }

    /// Whether two dimensions tell the same column.
    fn same(&self, a: usize, b: usize) -> bool {
        a == b || self.source.dimensions[a].field == self.source.dimensions[b].field
    }

    /// A value, of the dimension that was declared first where several have it.
    fn values(&mut self, at: usize, meanings: &[Meaning]) {
        self.weight += 1;
        let token = &self.tokens[at];
        let mut all = meanings
            .iter()
            .filter_map(|m| if let Meaning::Value(place, value) = m { Some((*place, value)) } else { None });
        let Some((place, value)) = all.next() else { return };
        let others: Vec<&str> = all.map(|(other, _)| self.source.dimensions[other].says.as_str()).collect();
        let dimension = &self.source.dimensions[place];
        if !others.is_empty() {
            let text = format!("I took {value} as the {}; it is also a {}.", dimension.says, others.join(", a "));
            self.said.notes.push(text);
        }
        let cond = self.cond(dimension, value.clone(), value.clone(), token.at);
        self.said.conds.push(cond);
        self.by = false;
    }

    fn cond(&mut self, dimension: &Dimension, value: String, label: String, at: usize) -> Cond {
        let negated = std::mem::take(&mut self.negated);
        Cond {
            column: dimension.name.clone(),
            op: Op::Is,
            values: vec![value],
            labels: vec![label],
            negated,
            at,
            ..Cond::default()
        }
    }

    fn group(&mut self, group: Group) {
        if !self.said.groups.contains(&group) {
            self.said.groups.push(group);
        }
    }

    fn act(&mut self, act: Act, at: usize) {
        let said = &mut self.said;
        match act {
            Act::Filler => return,
            Act::By => {
                self.by = true;
                return;
            }
            // "by country and product".
            Act::Join if self.by && !said.groups.is_empty() => return,
            Act::Join => {
                said.or |= self.tokens[at].text.eq_ignore_ascii_case("or");
                return;
            }
            Act::Count => said.count = true,
            // "most" and the like stand beside a figure: "the highest average price".
            Act::Figure(figure) => said.figure = Some(figure),
            Act::Most => said.most = true,
            Act::Least => said.least = true,
            Act::Which => said.which = true,
            Act::Bucket(bucket) if self.source.time.is_some() => self.bucket(bucket, at),
            Act::Bucket(_) => self.unknown.push(self.tokens[at].text.clone()),
            Act::Trend => said.trend = Some(Bucket::Month),
            Act::Share => said.share_at = Some(self.tokens[at].at),
            Act::Compare => {
                said.compare = true;
                said.compare_at = Some(self.tokens[at].at);
            }
            Act::Previous => said.previous = true,
            Act::PreviousYear => said.year_before = true,
            Act::Change => said.change = Some(Moved::Change),
            Act::Rose => said.change = Some(Moved::Grew),
            Act::Fell => said.change = Some(Moved::Fell),
            Act::Bound(op) => self.bound = Some(op),
            Act::Not => self.negated = true,
            Act::Distinct => said.distinct = Some(Group::Column(String::new())),
            Act::Again => said.again = true,
        }
        if !matches!(act, Act::Not | Act::Distinct) {
            self.by = false;
        }
    }

    /// A stretch of time: "by month", "monthly", "which month".
    fn bucket(&mut self, bucket: Bucket, at: usize) {
        let adverb =
            self.tokens[at].text.to_lowercase().ends_with("ly") || self.tokens[at].text.eq_ignore_ascii_case("annual");
        if self.by || adverb || self.said.which || self.said.most || self.said.least || self.said.change.is_some() {
            self.group(Group::Time(bucket));
        } else {
            self.unknown.push(self.tokens[at].text.clone());
        }
    }

    fn number(&mut self, number: f64, token: &Token) {
        if let Some(op) = self.bound.take() {
            self.said.bound = Some((op, number));
        } else if (self.said.most || self.said.least || self.said.which)
            && self.said.top.is_none()
            && (1.0..=500.0).contains(&number)
        {
            self.said.top = Some(number as u32);
        } else {
            self.unknown.push(token.text.clone());
        }
    }

    /// Gives the dimensions that were only named their part.
    fn settle(&mut self) {
        let spare = std::mem::take(&mut self.spare);
        let said = &mut self.said;
        let superlative = said.most || said.least || said.top.is_some();
        let distinct = said.distinct.take().is_some();
        for (place, _) in spare {
            let dimension = &self.source.dimensions[place];
            let group = Group::Column(dimension.name.clone());
            let valued = said.conds.iter().any(|c| c.column == dimension.name);
            if dimension.kind == Kind::Day || matches!(dimension.kind, Kind::Number(_) | Kind::Text) || valued {
                continue;
            }
            if (distinct || said.count && said.noun_at.is_none() && said.number.is_none())
                && !superlative
                && said.bound.is_none()
                && said.distinct.is_none()
            {
                said.distinct = Some(group);
            } else if !said.groups.contains(&group) {
                said.groups.push(group);
            }
        }
        // Values of one dimension against each other are groups.
        if said.compare {
            let several = said.conds.iter().find(|c| said.conds.iter().filter(|o| o.column == c.column).count() > 1);
            if let Some(column) = several.map(|c| c.column.clone()).filter(|_| said.groups.is_empty()) {
                said.groups.push(Group::Column(column));
            }
        }
        if let Some(bucket) = said.trend.filter(|_| said.groups.is_empty() && self.source.time.is_some()) {
            said.groups.push(Group::Time(bucket));
        }
        if self.bound.is_some() || self.negated {
            self.unknown.extend(self.tokens.last().map(|token| token.text.clone()));
        }
    }
}

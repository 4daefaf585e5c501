//! What was understood of a question, in words that a form can take.

use app::model::time::{DateRange, full_date, month_of};
use chrono::{Datelike, NaiveDate};

use crate::query::ast::{Bucket, Dataset, Op};
use crate::query::values::Vocabulary;
use crate::query::words::{Cond, Group, Parse};

/// What was understood, and the data that fills the rest.
pub struct Known<'a> {
    pub conds: Vec<&'a Cond>,
    times: Vec<DateRange>,
    parse: &'a Parse,
    vocabulary: &'a Vocabulary,
    /// It is about cases.
    pub cases: bool,
}

/// Columns that only cases have.
const OF_CASES: [&str; 3] = ["priority", "assigned_to", "sla_breached"];
/// Columns that are said of customers before the word.
const OF_CUSTOMERS: [&str; 2] = ["tier", "segment"];
const TOPICS: [&str; 4] = ["subcategory", "category", "product", "sub_product"];

impl<'a> Known<'a> {
    pub fn of(parse: &'a Parse, vocabulary: &'a Vocabulary) -> Self {
        let said = &parse.said;
        let times = said.times.iter().map(|(time, _)| time.range).chain(parse.times.iter().map(|(time, _)| time.range));
        let mut ranges: Vec<DateRange> = Vec::new();
        times.for_each(|range| {
            if !ranges.contains(&range) && range != DateRange::ALL {
                ranges.push(range)
            }
        });
        let says = |c: &&Cond| !c.labels.is_empty() && (c.op == Op::Is || c.column == "sla_breached");
        let conds: Vec<&Cond> = said.conds.iter().filter(says).collect();
        let cases = said.dataset == Some(Dataset::Cases)
            || said.late
            || conds.iter().any(|c| OF_CASES.contains(&c.column.as_str()));
        Self { conds, times: ranges, parse, vocabulary, cases }
    }

    /// What it asks for, as tags of forms.
    pub fn tags(&self) -> Vec<&'static str> {
        let said = &self.parse.said;
        let number = said.number.as_deref();
        let time = |b: Bucket| said.trend == Some(b) || said.per == Some(b) || said.groups.contains(&Group::Time(b));
        let columns = |g: &Group| matches!(g, Group::Column(name) if name != "customer");
        let all = || said.groups.iter().chain(&said.spare).chain(&said.distinct);
        let last = |n: usize| said.groups.len() > n;
        let average = said.per.is_some() || said.figure.is_some();
        [
            ("count", said.count && said.distinct.is_none()),
            ("distinct", said.distinct.is_some()),
            ("share", said.share_at.is_some() || said.percent_at.is_some() || said.rate),
            ("most", said.most || said.worst),
            ("least", said.least),
            ("rank", said.rank > 1),
            ("top", said.top.is_some()),
            ("average", average),
            ("resolution", number == Some("resolution_hours") || self.on("resolution_hours")),
            ("score", number == Some("sentiment_score")),
            ("compare", said.compare || self.pair().is_some()),
            ("times", self.times.len() > 1),
            ("change", said.change.is_some() || said.previous || said.year_before),
            ("threshold", said.bound.is_some()),
            ("negation", said.conds.iter().any(|c| c.negated)),
            ("none", said.absent.is_some()),
            ("group", all().any(columns)),
            ("group2", last(1)),
            ("customer", said.customers || all().any(|g| *g == Group::Column("customer".into()))),
            ("case", self.cases),
            ("late", said.late || self.on("sla_breached")),
            ("which", said.which),
            ("trend", said.trend.is_some() || said.groups.iter().any(|g| matches!(g, Group::Time(_)))),
            ("day", time(Bucket::Day)),
            ("week", time(Bucket::Week)),
            ("month", time(Bucket::Month)),
            ("quarter", time(Bucket::Quarter)),
            ("year", time(Bucket::Year)),
            ("weekday", time(Bucket::Weekday)),
        ]
        .into_iter()
        .filter_map(|(tag, holds)| holds.then_some(tag))
        .collect()
    }

    fn on(&self, column: &str) -> bool {
        self.parse.said.conds.iter().any(|c| c.column == column)
    }

    pub fn has_time(&self) -> bool {
        !self.times.is_empty()
    }

    /// The conditions that a noun says of itself.
    pub fn of_noun(&self, noun: &str) -> Vec<usize> {
        let places = self.conds.iter().enumerate().filter(|(_, c)| !c.negated);
        let says = |column: &str| match noun {
            "cases" => matches!(column, "status" | "priority"),
            "customers" => OF_CUSTOMERS.contains(&column) || column == "region",
            _ => matches!(column, "kind" | "sentiment" | "status"),
        };
        places.filter(|(_, c)| says(&c.column)).map(|(at, _)| at).collect()
    }

    /// The conditions that say that a deadline was missed.
    pub fn late(&self) -> Vec<usize> {
        let late = |(_, c): &(usize, &&Cond)| c.column == "sla_breached" && !c.negated;
        self.conds.iter().enumerate().filter(late).map(|(at, _)| at).collect()
    }

    /// "negative complaints", "high priority cases", "platinum customers".
    pub fn noun(&self, noun: &str) -> (String, Vec<usize>) {
        let mut says = self.of_noun(noun);
        let label = |at: &usize| self.conds[*at].labels.join(" or ").replace('_', " ").to_lowercase();
        let column = |at: &usize| self.conds[*at].column.as_str();
        let mut words: Vec<String> = Vec::new();
        for at in says.iter().filter(|at| !matches!(column(at), "kind" | "region")) {
            words.push(if column(at) == "priority" { format!("{} priority", label(at)) } else { label(at) });
        }
        let kind = says.iter().find(|at| column(at) == "kind");
        words.push(match (noun, kind) {
            ("cases" | "customers", _) => noun.to_owned(),
            (_, Some(at)) if self.conds[*at].labels.len() == 1 => several(&label(at)),
            _ if self.parse.said.dataset == Some(Dataset::Communications) => "messages".to_owned(),
            _ => "complaints".to_owned(),
        });
        if let Some(at) = says.iter().find(|at| column(at) == "region") {
            words.push(format!("in {}", self.conds[*at].labels.join(" or ")));
        }
        says.retain(|at| column(at) != "kind" || self.conds[*at].labels.len() == 1);
        (words.join(" "), says)
    }

    /// Everything that narrows the records, but for what was said.
    pub fn about(&self, said: &[usize]) -> (String, Vec<usize>) {
        self.phrases((0..self.conds.len()).filter(|at| !said.contains(at)))
    }

    /// The conditions of the part of a share, or those of the whole.
    pub fn of_share(&self, part: bool, said: &[usize]) -> (String, Vec<usize>) {
        let open: Vec<usize> = (0..self.conds.len()).filter(|at| !said.contains(at)).collect();
        let marked = open.iter().any(|at| self.conds[*at].part);
        let of_part = |at: &usize| if marked { self.conds[*at].part } else { open.last() == Some(at) };
        self.phrases(open.iter().copied().filter(|at| of_part(at) == part))
    }

    /// Two values of one column.
    fn pair(&self) -> Option<(usize, usize)> {
        let same = |(at, c): (usize, &&Cond)| {
            let other = self.conds[at + 1..].iter().position(|o| o.column == c.column && o.values != c.values)?;
            (!c.negated).then_some((at, at + 1 + other))
        };
        self.conds.iter().enumerate().find_map(same)
    }

    /// One of two values that are compared, with everything that narrows both.
    pub fn of_pair(&self, n: usize) -> (String, Vec<usize>) {
        let Some((one, other)) = self.pair() else { return Default::default() };
        let own = if n == 0 { one } else { other };
        let shared = |at: &usize| *at == own || (*at != one && *at != other && self.conds[*at].column != "kind");
        self.phrases((0..self.conds.len()).filter(shared))
    }

    fn phrases(&self, places: impl Iterator<Item = usize>) -> (String, Vec<usize>) {
        let (mut text, mut says) = (String::new(), Vec::new());
        // Which kind of message is meant the noun says.
        for at in places.filter(|at| self.conds[*at].column != "kind") {
            text.push(' ');
            text.push_str(&phrase(self.conds[at]));
            says.push(at);
        }
        (text, says)
    }

    /// The n-th time that it names: " in January 2026"; nothing where there is none.
    pub fn period(&self, n: usize) -> String {
        self.times.get(n).map(|range| format!(" {}", period(*range))).unwrap_or_default()
    }

    /// The n-th column that it is grouped by.
    pub fn group(&self, n: usize, many: bool) -> Option<String> {
        let said = &self.parse.said;
        let named = said.groups.iter().chain(&said.distinct).chain(&said.spare);
        let mut columns = named.filter_map(|group| match group {
            Group::Column(name) => Some(name.as_str()),
            Group::Time(_) => None,
        });
        columns.nth(n).map(|name| group_noun(name, many))
    }

    /// The number of a bound or of how many are wanted.
    pub fn number(&self) -> Option<String> {
        let said = &self.parse.said;
        said.bound.map(|(_, n)| n.to_string()).or_else(|| said.top.map(|n| n.to_string()))
    }

    pub fn record(&self) -> Option<String> {
        self.parse.records.first().map(|(id, _)| id.clone())
    }

    /// The place of the first value of a kind: "customer", "topic".
    pub fn first(&self, name: &str) -> Option<usize> {
        let fits = |column: &str| match name {
            "topic" => TOPICS.contains(&column),
            name => column == name,
        };
        let of = |c: &Cond| !c.negated && c.labels.len() == 1 && fits(&c.column);
        self.conds.iter().position(|c| of(c))
    }

    pub fn value(&self, name: &str) -> (String, Vec<usize>) {
        self.first(name).map(|at| (self.conds[at].labels[0].clone(), vec![at])).unwrap_or_default()
    }

    /// What the data holds for a slot that must be filled.
    pub fn of_data(&self, name: &str) -> Option<String> {
        let held = self.vocabulary;
        let topic = || held.subcategories.first().or(held.categories.first()).cloned();
        let product = |n: usize| held.products.get(n).map(|p| format!(" about {}", p.name));
        match name {
            "topic" => topic().or_else(|| held.products.first().map(|p| p.name.clone())),
            "customer" => held.customers.first().map(|(_, name)| name.clone()),
            "part" | "one" => product(0),
            "other" => product(1),
            "period" | "time" | "time2" => {
                let last = held.days.iter().filter_map(|(_, days)| days.to).max()?;
                let month = month_of(last)?;
                let month = if name == "time2" { month_of(month.from?.pred_opt()?)? } else { month };
                let lead = if name == "period" { " " } else { "" };
                Some(format!("{lead}{}", period(month)))
            }
            _ => None,
        }
    }
}

/// A condition after a noun: "about Mortgage", "not by phone".
fn phrase(cond: &Cond) -> String {
    let label = cond.labels.join(" or ");
    let text = match cond.column.as_str() {
        "customer" => format!("from {label}"),
        "tier" | "segment" => format!("from {} customers", label.to_lowercase()),
        "channel" => format!("by {}", label.to_lowercase()),
        "state" | "region" => format!("in {label}"),
        "assigned_to" => format!("assigned to {label}"),
        "sla_breached" => "that breached SLA".to_owned(),
        "chat_mode" if label.contains("bot") => "handled by the chatbot".to_owned(),
        "chat_mode" => "handled by a human agent".to_owned(),
        "part_of_week" if label.contains("end") => "at weekends".to_owned(),
        "part_of_week" => "on weekdays".to_owned(),
        "weekday" => format!("on {label}s"),
        "status" | "sentiment" => format!("that are {}", label.replace('_', " ").to_lowercase()),
        column if TOPICS.contains(&column) => format!("about {label}"),
        column => format!("with the {} {label}", column.replace('_', " ")),
    };
    if cond.negated { format!("not {text}") } else { text }
}

fn several(kind: &str) -> String {
    match kind {
        "enquiry" => "enquiries".to_owned(),
        "feedback" => "feedback messages".to_owned(),
        kind => format!("{kind}s"),
    }
}

/// A column as a noun.
pub fn group_noun(column: &str, many: bool) -> String {
    let noun = match column {
        "assigned_to" => "assignee".to_owned(),
        "sub_product" => "sub-product".to_owned(),
        "weekday" => "day of the week".to_owned(),
        column => column.replace('_', " "),
    };
    match noun.strip_suffix('y').filter(|_| many) {
        Some(stem) if !noun.ends_with("day") => format!("{stem}ies"),
        _ if many => format!("{}{}", noun, if noun.ends_with('s') { "es" } else { "s" }),
        _ => noun,
    }
}

/// Days as a question says them, in words that the grammar of time reads.
pub fn period(range: DateRange) -> String {
    let day = |day: NaiveDate| full_date(day);
    match (range.from, range.to) {
        (Some(from), Some(to)) if from == to => format!("on {}", day(from)),
        (Some(from), Some(_)) if month_of(from) == Some(range) => format!("in {}", from.format("%B %Y")),
        (Some(from), Some(_)) if Bucket::Quarter.is_whole(range) => {
            format!("in Q{} {}", from.month0() / 3 + 1, from.year())
        }
        (Some(from), Some(_)) if Bucket::Year.is_whole(range) => format!("in {}", from.year()),
        (Some(from), Some(to)) => format!("from {} to {}", day(from), day(to)),
        (Some(from), None) => format!("since {}", day(from)),
        (None, Some(to)) => format!("until {}", day(to)),
        (None, None) => String::new(),
    }
}

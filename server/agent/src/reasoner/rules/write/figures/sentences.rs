//! The sentences about one result: first its figure, then what it covers.

mod changes;
mod extreme;

use std::borrow::Cow;

use model::number::{count, exact};
use model::text::capital;
use serde_json::Value;

use super::super::CitationIndex;
use super::super::rows::{days, list, number};
use super::super::text::{and, plural, things};
use query::ast::{Aggregation, Bucket, Dataset, Group};
use query::frame::{AnswerKind, QueryIntent};

const MAX_GROUPS: usize = 12;

/// A question and its result.
pub(super) struct FigureSentences<'a> {
    pub(super) plan: &'a QueryIntent,
    pub(super) data: &'a Value,
    pub(super) cites: &'a CitationIndex<'a>,
    /// The figures over all records.
    all: Value,
}

impl<'a> FigureSentences<'a> {
    pub(super) fn new(plan: &'a QueryIntent, data: &'a Value, cites: &'a CitationIndex<'a>) -> Self {
        let mut all = data["all"].as_object().cloned().unwrap_or_default();
        all.insert("count".into(), data["total"].clone());
        Self { plan, data, cites, all: all.into() }
    }

    /// The result's own values and the overall figures, cited by every sentence except those of the list.
    fn cited(&self) -> String {
        self.cites.rows([self.data, &self.data["all"]])
    }

    /// " in January 2026", ", 2 to 31 January 2026"; empty for customers of any joining date, for data without time, and
    /// where another of its days is a condition: "resolved in January 2026".
    pub(super) fn when(&self) -> String {
        let timeless =
            matches!(self.plan.query.dataset, Dataset::Customers | Dataset::Source(_)) || self.plan.frame.is_dated();
        match timeless && self.plan.query.time_range.is_none() {
            true => String::new(),
            false => days(&self.data["timeRange"]).within(),
        }
    }

    /// " about Mortgage by email, 1 to 31 January 2026. [7]": the end of a sentence about all of them.
    fn tail(&self) -> String {
        format!("{}{}.{}", self.which(), self.when(), self.cited())
    }

    /// The records' noun, singular and plural, with its adjectives: "overdue case", "overdue cases".
    pub(super) fn nouns(&self) -> (String, String) {
        let (one, many) = self.noun();
        let words = self.data["adjectives"].as_str().or(self.data["filters"]["adjectives"].as_str());
        let words = words.map(|words| format!("{words} ")).unwrap_or_default();
        (format!("{words}{one}"), format!("{words}{many}"))
    }

    fn noun(&self) -> (&'static str, &'static str) {
        let kinds: Vec<&str> = self
            .plan
            .frame
            .filters
            .iter()
            .filter(|c| c.column == "kind" && !c.negated && !c.part)
            .flat_map(|c| c.values.iter().map(String::as_str))
            .collect();
        match (self.plan.query.dataset, kinds.as_slice()) {
            (Dataset::Communications, ["complaint"]) => ("complaint", "complaints"),
            (Dataset::Communications, ["enquiry"]) => ("enquiry", "enquiries"),
            (Dataset::Communications, ["request"]) => ("request", "requests"),
            (Dataset::Communications, ["feedback"]) => ("feedback message", "feedback messages"),
            (dataset, _) => query::describe::noun(dataset),
        }
    }

    fn groups(&self) -> &'a [Value] {
        list(self.data, "groups")
    }

    /// " about Mortgage by email": the records that were counted.
    fn which(&self) -> String {
        self.data["which"].as_str().map(str::to_owned).unwrap_or_default()
    }

    /// The first measure's name in the results.
    fn field(&self) -> &'a str {
        self.data["fields"][0].as_str().unwrap_or("count")
    }

    fn unit(&self) -> Cow<'a, str> {
        match (self.figure(), self.data["unit"].as_str()) {
            (Aggregation::Share, _) => "%".into(),
            (Aggregation::Count | Aggregation::Distinct, _) => "".into(),
            (_, Some("hours")) => " hours".into(),
            (_, Some(unit)) if !unit.is_empty() && matches!(self.plan.query.dataset, Dataset::Source(_)) => {
                format!(" {unit}").into()
            }
            _ => "".into(),
        }
    }

    fn figure(&self) -> Aggregation {
        self.plan.query.measures.first().map_or(Aggregation::Count, |m| m.of)
    }

    /// The first measure, of all records or a group, with its unit.
    fn value(&self, of: &Value) -> String {
        self.named(of, self.field())
    }

    fn named(&self, of: &Value, field: &str) -> String {
        match &of[field] {
            Value::Number(n) if self.data["unit"] == "points" => format!("score {}", exact(n.as_f64().unwrap_or(0.0))),
            Value::Number(n) => format!("{}{}", exact(n.as_f64().unwrap_or(0.0)), self.unit()),
            Value::String(text) => text.clone(),
            _ => "none".into(),
        }
    }

    fn by(&self) -> String {
        let names = list(self.data, "groupBy").iter().filter_map(Value::as_str);
        and(&names.map(str::to_owned).collect::<Vec<_>>())
    }

    /// A mean of a value that no record has.
    pub(super) fn unknown(&self) -> Option<String> {
        if let [only] = self.groups()
            && only.get("value").is_some_and(Value::is_null)
            && self.plan.query.group_by.len() == 1
        {
            return Some(format!(
                "I cannot answer that. No record that is meant has a known {}.{}",
                self.by(),
                self.cited()
            ));
        }
        let (one, many) = &self.nouns();
        let total = number(self.data, "total");
        let column = self.plan.query.measures.first()?.column.as_deref()?;
        let known = self.figure() == Aggregation::Distinct || !self.all[self.field()].is_null();
        if known || total == 0.0 && self.data["previousTimeRange"].is_null() {
            return None;
        }
        let column = if column == "resolution_hours" { "time to resolution".into() } else { column.replace('_', " ") };
        let (counted, which, days, cited) = (things(total, one, many), self.which(), self.when(), self.cited());
        Some(format!("I cannot answer that. Of the {counted}{which}{days}, none has a known {column}.{cited}"))
    }

    pub(super) fn lead(&self) -> String {
        let (one, many) = &self.nouns();
        let total = number(self.data, "total");
        let (days, which, all, cited) = (self.when(), self.which(), &self.all, self.cited());
        if total == 0.0 && self.data["previousTimeRange"].is_null() {
            return format!("There are no {many}{}", self.tail());
        }
        let counted = things(total, one, many);
        match self.plan.kind {
            AnswerKind::Share => {
                let part = exact(number(all, "matchingCount"));
                let what = self.data["part"].as_str().unwrap_or_default();
                format!("{} of the {counted}{which}{days}: {part}, those {what}.{cited}", self.value(all))
            }
            AnswerKind::Per(bucket) => self.per(bucket, &counted),
            AnswerKind::PerGroup => format!(
                "On average {} {many} for each {}: {counted}{which} over {} of them{days}.{cited}",
                exact(number(self.data, "averagePerGroup")),
                self.by(),
                count(number(self.data, "groupCount"))
            ),
            AnswerKind::GroupCount => {
                let groups = number(self.data, "groupCount");
                let fit = if groups == 1.0 { "fits" } else { "fit" };
                format!("{} {fit}, of {counted}{}", things(groups, &self.by(), &plural(&self.by())), self.tail())
            }
            AnswerKind::Change => self.change(many),
            AnswerKind::Extreme => self.extreme(&counted),
            AnswerKind::Groups | AnswerKind::Versus => self.grouped(&counted),
            AnswerKind::Total | AnswerKind::List => self.total(&counted, one, many),
        }
    }

    /// How the question was understood, where the sentences lack a part of it: the bounds on groups.
    pub(super) fn understood(&self) -> Option<String> {
        let text = self.data["understood"].as_str().filter(|_| !self.plan.query.having.is_empty())?;
        let told = match text.strip_prefix("Count of ") {
            Some(rest) => format!("Counted: {rest}"),
            None => format!("Understood as: {text}"),
        };
        Some(format!("{told}.{}", self.cites.rows([self.data])))
    }

    fn total(&self, counted: &str, one: &str, many: &str) -> String {
        let (days, which, all, cited) = (self.when(), self.which(), &self.all, self.cited());
        let what =
            self.plan.query.measures.first().and_then(|m| m.column.as_deref()).unwrap_or_default().replace('_', " ");
        match self.figure() {
            Aggregation::Count => {
                let verb = if counted == format!("1 {one}") { "is" } else { "are" };
                // A bound in the sentence would be read as a figure of the result.
                if which.bytes().any(|b| b.is_ascii_digit()) && !self.plan.frame.is_dated() {
                    let matches = if verb == "is" { "matches" } else { "match" };
                    return format!(
                        "There {verb} {counted} that {matches}{days}.{cited} Counted are those{which}.{cited}"
                    );
                }
                format!("There {verb} {counted}{}", self.tail())
            }
            Aggregation::Distinct => {
                let of = match self.value(all).as_str() {
                    "1" => format!("There is 1 {what}"),
                    several => format!("There are {several} different {}", plural(&what)),
                };
                format!("{of} among the {counted}{}", self.tail())
            }
            _ => format!(
                "For the {many}{which}{days}, the {} is {}{}.{cited}",
                self.data["measure"].as_str().unwrap_or("figure"),
                self.value(all).trim_start_matches("score "),
                self.in_days(all)
            ),
        }
    }

    fn per(&self, bucket: Bucket, counted: &str) -> String {
        let (field, word) = per(bucket);
        format!("On average {} a {word}: {counted}{}", exact(self.mean_per(field).unwrap_or(0.0)), self.tail())
    }

    /// The mean per bucket of time; the total if the period is no longer than one.
    fn mean_per(&self, field: &str) -> Option<f64> {
        let of_days = || self.data["total"].as_f64().filter(|_| self.data["days"].is_number());
        self.data[field].as_f64().or_else(of_days)
    }

    /// " (1.95 days)" for more than a day of hours.
    fn in_days(&self, of: &Value) -> String {
        let hours = of[self.field()].as_f64().filter(|h| *h >= 24.0 && self.unit() == " hours");
        hours.map(|h| format!(" ({} days)", exact(h / 24.0))).unwrap_or_default()
    }

    /// ", on average 12.5 a day", for counts by one bucket of time.
    fn mean(&self) -> Option<String> {
        let [query::ast::Group::Time(bucket)] = self.plan.query.group_by.as_slice() else { return None };
        let (field, word) = per(*bucket);
        let counts =
            self.figure() == Aggregation::Count && *bucket != Bucket::Weekday && self.plan.query.compare.is_none();
        let mean = self.mean_per(field).filter(|_| counts && self.plan.query.having.is_empty())?;
        Some(format!(", on average {} a {word}", exact(mean)))
    }

    /// A group's name; a year with a word, so that it is not read as a count.
    fn name(&self, group: &Value) -> String {
        let (label, value) = skills::figures::group(self.data, group);
        let years = matches!(self.plan.query.group_by.first(), Some(Group::Time(Bucket::Year)));
        if years && !value.is_null() { format!("In {label}") } else { label }
    }

    fn grouped(&self, counted: &str) -> String {
        let mean = self.mean().unwrap_or_default();
        let cited = self.cited();
        // How many meet a bound is asked for as much as which.
        if let ([_], Some(groups)) = (self.plan.query.group_by.as_slice(), self.data["groupCount"].as_f64())
            && !self.plan.query.having.is_empty()
        {
            let fit = if groups == 1.0 { "fits" } else { "fit" };
            let groups = things(groups, &self.by(), &plural(&self.by()));
            return format!("{groups} {fit}, of {counted}{}{}{cited}:", self.which(), self.when());
        }
        // Customers that are asked for are counted, too.
        let by = match (self.plan.query.group_by.as_slice(), self.data["groupCount"].as_f64()) {
            _ if self.lists_names() => String::new(),
            ([Group::Column(column)], Some(groups)) if column == "customer" && self.plan.frame.names_records() => {
                format!(", of {}", things(groups, "customer", "customers"))
            }
            _ => format!(", by {}", self.by()),
        };
        let mut text = format!("{}{}{}{by}{mean}{cited}:", capital(counted), self.which(), self.when());
        if let (AnswerKind::Versus, [first, second]) = (self.plan.kind, self.groups())
            && self.figure() == Aggregation::Count
        {
            let (a, b) = (number(first, "count"), number(second, "count"));
            let name = |g: &Value| g["label"].as_str().unwrap_or_default().to_owned();
            text = format!(
                "{}: {}; {}: {}, a difference of {}.{} {text}",
                name(first),
                count(a),
                name(second),
                count(b),
                count((a - b).abs()),
                self.cites.rows([first, second])
            );
        }
        text
    }

    /// Whether each group is one record by name, so that there is nothing to count.
    fn lists_names(&self) -> bool {
        let one = |group: &Value| group["count"].as_f64() == Some(1.0);
        self.plan.query.dataset == Dataset::Customers
            && self.plan.query.measures.is_empty()
            && matches!(self.plan.query.group_by.as_slice(), [Group::Column(column)] if column == "name")
            && self.groups().iter().all(one)
    }

    /// The groups as a list, and how many more there are.
    pub(super) fn list(&self) -> Option<Vec<String>> {
        let groups = self.groups();
        if groups.is_empty() {
            return None;
        }
        let in_time = matches!(self.plan.query.group_by.first(), Some(query::ast::Group::Time(_)))
            && self.plan.query.order.is_none();
        // Those that meet a bound are the answer.
        let bounded = !self.plan.query.having.is_empty();
        let most = self.plan.frame.limit.map_or(if in_time || bounded { 40 } else { MAX_GROUPS }, |n| n as usize);
        let skipped = if in_time { groups.len().saturating_sub(most) } else { 0 };
        let counts = self.figure() == Aggregation::Count;
        let row = |g: &Value| {
            let name = self.name(g);
            if self.lists_names() {
                return format!("- {name}{}", self.cites.rows([g]));
            }
            if self.plan.query.compare.is_some() {
                return format!("- {name}: {}{}", self.changed(g), self.cites.rows([g]));
            }
            let share =
                g["sharePercent"].as_f64().filter(|_| counts).map(|s| format!(" ({}%)", exact(s))).unwrap_or_default();
            let of = if counts { String::new() } else { format!(" (of {})", count(number(g, "count"))) };
            format!("- {name}: {}{share}{of}{}", self.value(g), self.cites.rows([g]))
        };
        let lines: Vec<String> = groups.iter().skip(skipped).take(most).map(row).collect();
        let shown = lines.len() as f64;
        let all = self.data["groupCount"].as_f64().filter(|all| *all > shown && self.plan.frame.limit.is_none());
        // If there are more periods than listed, the last are shown.
        let which = if in_time { "last" } else { "first" };
        let more = all.map(|all| format!("These are the {which} of {}.{}", count(all), self.cites.rows([self.data])));
        Some([lines.join("\n")].into_iter().chain(more).collect())
    }
}

/// The field of the mean per bucket, and its word.
const fn per(bucket: Bucket) -> (&'static str, &'static str) {
    match bucket {
        Bucket::Week => ("averagePerWeek", "week"),
        Bucket::Month => ("averagePerMonth", "month"),
        Bucket::Quarter => ("averagePerQuarter", "quarter"),
        Bucket::Year => ("averagePerYear", "year"),
        _ => ("averagePerDay", "day"),
    }
}

//! A checked query in words, for people: what the trace shows and answers say about how a question was understood.

#[cfg(test)]
mod tests;

/// For display: "1,234.5".
pub use model::number::exact as number;
use model::text::capital;
use model::time::{DateRange, full_date};

use super::ast::{Aggregation, By, Dataset, Op};
use super::catalog::{ColumnExpr, ColumnType};
use super::check::{Checked, CheckedMeasure, GroupKey, HasRecords, Predicate, Scalar};
use super::declared::kept;
use super::phrases::{Phrase, hours};
pub use super::phrases::{customers, lacking, lead};
use super::values::{UNANSWERED, Vocabulary, adjective};

/// The whole query: "Count of complaints about Mortgage in Texas, 1 to 30 November 2014, by month".
pub fn describe(query: &Checked, vocabulary: &Vocabulary) -> String {
    let it = Words { vocabulary };
    let measures: Vec<String> = query.measures.iter().map(|m| measured(m, &it)).collect();
    let tests = match &query.filter {
        Some(Predicate::And(list)) => list.clone(),
        other => other.iter().cloned().collect(),
    };
    let mut text = format!("{} of {}", measures.join(" and "), records(query.dataset, tests, vocabulary));
    // Customers have no day except the one on which they joined.
    if !timeless(query) {
        text.push_str(&format!(", {}", days(query.range)));
    }
    if let Some(against) = query.against {
        text.push_str(&format!(" compared with {}", days(against)));
    }
    if !query.keys.is_empty() {
        let keys: Vec<&str> = query.keys.iter().map(key).collect();
        text.push_str(&format!(", by {}", keys.join(" and ")));
    }
    for bound in &query.having {
        let name = query.measures.get(bound.measure).map_or_else(String::new, |m| measured(m, &it));
        text.push_str(&format!(", only where the {name} is {} {}", op(bound.op), number(bound.value)));
    }
    if !query.keys.is_empty() && query.order.by != By::Group {
        let what = if query.order.by == By::Change { "change" } else { "figure" };
        let end = if query.order.ascending { "smallest" } else { "largest" };
        text.push_str(&format!(", {end} {what} first"));
    }
    capital(&text)
}

/// Whether its records have no days, or the query covers all of them.
fn timeless(query: &Checked) -> bool {
    let without = query.source.as_ref().is_some_and(|opened| opened.source.time.is_none());
    without || query.dataset == Dataset::Customers && query.range == DateRange::ALL
}

/// A condition around the noun of its records: "overdue " and " about Mortgage by email" of "overdue cases about
/// Mortgage by email".
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Around {
    pub before: String,
    pub after: String,
}

/// The records that meet all of some conditions: "critical complaints about Mortgage by email".
pub fn records(dataset: Dataset, mut tests: Vec<Predicate>, vocabulary: &Vocabulary) -> String {
    let kind = tests.iter().position(|test| kind_noun(test).is_some());
    let noun = kind.and_then(|at| kind_noun(&tests.remove(at))).unwrap_or(noun(dataset).1);
    let Around { before, after } = around(&Predicate::And(tests), vocabulary);
    format!("{before}{noun}{after}")
}

/// A condition as the continuation of a sentence: " about Mortgage by email of high priority".
pub fn which(test: &Predicate, vocabulary: &Vocabulary) -> String {
    Words { vocabulary }.around(listed(test), false).after
}

/// The same with adjectives before the noun.
pub fn around(test: &Predicate, vocabulary: &Vocabulary) -> Around {
    Words { vocabulary }.around(listed(test), true)
}

fn listed(test: &Predicate) -> &[Predicate] {
    match test {
        Predicate::And(list) => list.as_slice(),
        one => std::slice::from_ref(one),
    }
}

/// "average time to resolution".
pub fn measure(measure: &CheckedMeasure, vocabulary: &Vocabulary) -> String {
    measured(measure, &Words { vocabulary })
}

/// "month", "company response".
pub fn key(key: &GroupKey) -> &str {
    match key {
        GroupKey::Column(column) => &column.says,
        GroupKey::Time(bucket) => bucket.as_str(),
    }
}

fn days(range: DateRange) -> String {
    range.label()
}

fn measured(m: &CheckedMeasure, it: &Words<'_>) -> String {
    let column = m.column.as_ref().map_or("", |c| c.says.as_ref());
    let name = match m.of {
        Aggregation::Count => "count".to_owned(),
        Aggregation::Share => "share".to_owned(),
        Aggregation::Sum => format!("sum of {column}"),
        Aggregation::Avg => format!("average {column}"),
        Aggregation::Min => format!("smallest {column}"),
        Aggregation::Max => format!("largest {column}"),
        Aggregation::Median => format!("median {column}"),
        Aggregation::Percentile => format!("{}th percentile of {column}", m.percentile),
        Aggregation::Distinct => format!("number of different values of {column}"),
    };
    match &m.only {
        Some(test) => format!("{name} ({})", it.around(listed(test), false).after.trim()),
        None => name,
    }
}

struct Words<'a> {
    vocabulary: &'a Vocabulary,
}

impl Words<'_> {
    /// Conditions that must all hold, in the order of a sentence; adjectives before the noun only where asked for.
    fn around(&self, list: &[Predicate], adjectives: bool) -> Around {
        let (mut before, mut phrases, mut rest) = (Vec::new(), Vec::new(), Vec::new());
        let (overdue, customers) = (self.overdue(list), self.customers(list));
        let taken: Vec<usize> = overdue.iter().chain(&customers).flat_map(|(at, _)| at.iter().copied()).collect();
        let merged = [overdue, customers].into_iter().flatten().map(|(_, phrase)| Ok(phrase));
        let others = list.iter().enumerate().filter(|(at, _)| !taken.contains(at));
        let single = others.map(|(_, test)| self.phrase(test).ok_or(test));
        for phrase in merged.chain(single) {
            match phrase {
                Ok(Phrase { before: Some(word), .. }) if adjectives => before.push(word),
                Ok(Phrase { place, after, .. }) => phrases.push((place, after)),
                Err(test) => rest.push(self.test(test, list.len() == 1)),
            }
        }
        before.sort();
        phrases.sort_by_key(|(place, _)| *place);
        let before: String = before.into_iter().map(|(_, word)| format!("{word} ")).collect();
        let mut text = String::new();
        for (at, (_, phrase)) in phrases.iter().enumerate() {
            // "that are open and that kept their SLA"
            let clause = |phrase: &str| phrase.starts_with("that ");
            let and = if at > 0 && clause(phrase) && clause(&phrases[at - 1].1) { " and" } else { "" };
            text.push_str(&format!("{and} {phrase}"));
        }
        if !rest.is_empty() {
            text.push_str(&format!(" where {}", rest.join(" and ")));
        }
        Around { before, after: text }
    }

    /// Open cases past their deadline: the two conditions are one word.
    fn overdue(&self, list: &[Predicate]) -> Option<(Vec<usize>, Phrase)> {
        let open = |test: &Predicate| is(test, "status").is_some_and(|values| self.are_unfinished(values));
        let late = |test: &Predicate| is(test, "sla_breached").is_some_and(|v| *v == [Scalar::Text("yes".into())]);
        let both = vec![list.iter().position(open)?, list.iter().position(late)?];
        Some((both, Phrase::behind(8, "that are overdue").or_before("status", Some("overdue".to_owned()))))
    }

    /// What is said of the customers whose records are meant, in one phrase.
    fn customers(&self, list: &[Predicate]) -> Option<(Vec<usize>, Phrase)> {
        let find = |name: &str| {
            let at = list.iter().position(|test| {
                let of_customer = matches!(test, Predicate::Is { column, .. }
                    if !matches!(column.place, ColumnExpr::Own(_)));
                of_customer && is(test, name).is_some()
            })?;
            Some((at, self.values(name, is(&list[at], name)?)))
        };
        let parts = ["tier", "segment", "relationship_manager"].map(find);
        let said = |part: &Option<(usize, String)>| part.as_ref().map(|(_, said)| said.clone()).unwrap_or_default();
        let [tier, segment, manager] = [0, 1, 2].map(|at: usize| said(&parts[at]));
        let at: Vec<usize> = parts.iter().flatten().map(|(at, _)| *at).collect();
        let whose = format!("from {}", customers(&tier, &segment, &manager));
        (!at.is_empty()).then(|| (at, Phrase::behind(2, whose)))
    }

    fn are_unfinished(&self, values: &[Scalar]) -> bool {
        self.vocabulary.are_unfinished(values.iter().filter_map(|value| match value {
            Scalar::Text(text) => Some(text.as_str()),
            Scalar::Number(_) => None,
        }))
    }

    /// A condition as people say it; `None` for those without such a phrase.
    fn phrase(&self, test: &Predicate) -> Option<Phrase> {
        let (not, is) = match test {
            Predicate::Not(inner) => ("not ", inner.as_ref()),
            is => ("", is),
        };
        let (column, values) = match is {
            Predicate::Has(owned) => {
                let lead = if not.is_empty() { "with" } else { "without" };
                return Some(Phrase::behind(7, format!("{lead} {}", self.owned(owned))));
            }
            Predicate::Is { column, .. } if matches!(column.place, ColumnExpr::Declared(_)) => return None,
            Predicate::Is { column, op: Op::Is, values } => (column, values),
            Predicate::Is { column, op: Op::Missing, .. } if !matches!(column.kind, ColumnType::Number(_)) => {
                let lead = if not.is_empty() { "without" } else { "with" };
                return Some(Phrase::behind(7, format!("{lead} {}", lacking(&column.name, &column.says))));
            }
            Predicate::Is { column, op: Op::Contains, values } if column.name == "body" && not.is_empty() => {
                return Some(Phrase::behind(7, format!("mentioning {}", self.values("body", values))));
            }
            Predicate::Is { column, op: Op::Between, values } if column.name == "resolution_hours" => {
                let [a, b] = values.as_slice() else { return None };
                let (a, b) = (self.one(&column.name, a), self.one(&column.name, b));
                return not.is_empty().then(|| Phrase::behind(9, format!("that took from {a} to {b}")));
            }
            Predicate::Is { column, op, values } if let Some(event) = event(&column.name) => {
                let days = days_of(*op, values).filter(|_| not.is_empty())?;
                return Some(Phrase::behind(9, format!("{event} {days}")));
            }
            Predicate::Is { column, op: way, values } if column.name == "resolution_hours" => {
                let took = format!("that took {} {}", op(*way), self.values(&column.name, values));
                return not.is_empty().then(|| Phrase::behind(9, took));
            }
            _ => return None,
        };
        let name = column.name.as_ref();
        let said = self.values(name, values);
        let texts: Vec<String> = values.iter().map(|value| self.one(name, value)).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let word = adjective(name, &texts).filter(|_| not.is_empty());
        let flag = |yes: &str, no: &str| {
            let (says, other) = if values == &[Scalar::Text("yes".into())] { (yes, no) } else { (no, yes) };
            Some(Phrase::behind(9, if not.is_empty() { says } else { other }))
        };
        let (place, lead, tail) = match name {
            "tier" if matches!(column.place, ColumnExpr::Own(_)) => (2, "of tier", ""),
            "segment" if matches!(column.place, ColumnExpr::Own(_)) => (2, "of the segment", ""),
            // Of the customers' own records; "from" is said of messages.
            "tier" | "segment" => return Some(Phrase::behind(2, format!("{not}from {said} customers"))),
            "relationship_manager" if matches!(column.place, ColumnExpr::Own(_)) => (2, "of", ""),
            "priority" => (8, "of", " priority"),
            "sla_breached" => return flag("that breached their SLA", "that kept their SLA"),
            "status" if self.are_unfinished(values) => {
                let word = if not.is_empty() { "open" } else { "finished" };
                let phrase = Phrase::behind(8, format!("that are {word}"));
                return Some(phrase.or_before("status", Some(word.to_owned())));
            }
            "status" if *values == UNANSWERED.map(|status| Scalar::Text(status.to_owned())) => {
                let word = if not.is_empty() { "unanswered" } else { "answered" };
                return Some(Phrase::behind(8, format!("that are {word}")).or_before("status", Some(word.to_owned())));
            }
            // "Open" means all unfinished ones.
            "status" if said == "open" => (8, "with the status", ""),
            "status" => return Some(Phrase::behind(8, format!("that are {not}{said}"))),
            "weekday" => (6, "on", if values.len() == 1 { "s" } else { "" }),
            "part_of_week" if values == &[Scalar::Text("weekends".into())] => (6, "at", ""),
            name => lead(name)?,
        };
        Some(Phrase::behind(place, format!("{not}{lead} {said}{tail}")).or_before(name, word))
    }

    fn test(&self, test: &Predicate, top: bool) -> String {
        let joined = |list: &[Predicate], by: &str| {
            let text = list.iter().map(|t| self.test(t, false)).collect::<Vec<_>>().join(by);
            if top || list.len() < 2 { text } else { format!("({text})") }
        };
        match test {
            Predicate::And(list) => joined(list, " and "),
            Predicate::Or(list) => joined(list, " or "),
            Predicate::Not(inner) => match inner.as_ref() {
                Predicate::Is { column, op: Op::Is, values } => {
                    format!("{} is not {}", column.says, self.values(&column.name, values))
                }
                Predicate::Is { column, op: Op::Missing, .. } => format!("{} is known", column.says),
                Predicate::Has(owned) => format!("there are no {}", self.owned(owned)),
                inner => format!("not ({})", self.test(inner, true)),
            },
            Predicate::Has(owned) => format!("there are {}", self.owned(owned)),
            Predicate::Is { column, op: Op::Missing, .. } => format!("{} is not known", column.says),
            Predicate::Is { column, op: Op::Between, values } => match values.as_slice() {
                [a, b] => {
                    format!("{} is from {} to {}", column.says, self.one(&column.name, a), self.one(&column.name, b))
                }
                _ => column.says.to_string(),
            },
            Predicate::Is { column, op: way, values } => {
                format!("{} {} {}", column.says, op(*way), self.values(&column.name, values))
            }
        }
    }

    /// "at least 3 cases of critical priority, 1 to 31 January 2026".
    fn owned(&self, owned: &HasRecords) -> String {
        let many = if owned.at_least > 1 { format!("at least {} ", owned.at_least) } else { String::new() };
        let tests = match owned.filter.as_deref() {
            Some(Predicate::And(list)) => list.clone(),
            one => one.cloned().into_iter().collect(),
        };
        let which = records(owned.of, tests, self.vocabulary);
        let when = if owned.range == DateRange::ALL { String::new() } else { format!(", {}", days(owned.range)) };
        format!("{many}{which}{when}")
    }

    fn values(&self, column: &str, values: &[Scalar]) -> String {
        let mut names: Vec<String> = Vec::with_capacity(values.len());
        for name in values.iter().map(|v| self.one(column, v)) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names.join(" or ")
    }

    fn one(&self, column: &str, value: &Scalar) -> String {
        match value {
            Scalar::Text(text) => self.vocabulary.readable(column, text),
            Scalar::Number(n) if column == "resolution_hours" => hours(*n),
            Scalar::Number(n) => number(*n),
        }
    }
}

/// The values that a column must have, if this is such a condition.
fn is<'p>(test: &'p Predicate, name: &str) -> Option<&'p Vec<Scalar>> {
    match test {
        Predicate::Is { column, op: Op::Is, values } if column.name == name => {
            (!matches!(column.place, ColumnExpr::Declared(_))).then_some(values)
        }
        _ => None,
    }
}

fn op(op: Op) -> &'static str {
    match op {
        Op::Is | Op::Between | Op::Missing => "is",
        Op::Contains => "holds",
        Op::Starts => "begins with",
        Op::Less => "less than",
        Op::AtMost => "at most",
        Op::More => "more than",
        Op::AtLeast => "at least",
    }
}

/// What happened on a day of a record other than the one when it came, before that day: "resolved", "due".
pub fn event(column: &str) -> Option<&'static str> {
    [("resolved_on", "resolved"), ("due_on", "due"), ("since", "who joined")]
        .into_iter()
        .find(|(name, _)| *name == column)
        .map(|(_, event)| event)
}

/// "in January 2026", "from 12 to 20 January 2026", "on 31 January 2026", "by 6 February 2026".
fn days_of(op: Op, values: &[Scalar]) -> Option<String> {
    let day = |value: &Scalar| match value {
        Scalar::Text(text) => text.parse().ok(),
        Scalar::Number(_) => None,
    };
    Some(match (op, values) {
        (Op::Between, [from, to]) => {
            let range = DateRange::new(day(from)?, day(to)?);
            let within = range.within();
            within.strip_prefix(", ").map_or_else(|| within.trim().to_owned(), |label| format!("from {label}"))
        }
        (Op::AtMost, [to]) => format!("by {}", full_date(day(to)?)),
        (Op::AtLeast, [from]) => format!("since {}", full_date(day(from)?)),
        _ => return None,
    })
}

/// "complaints", if a condition says so.
pub fn kind_noun(test: &Predicate) -> Option<&'static str> {
    let Predicate::Is { column, op: Op::Is, values } = test else { return None };
    let [Scalar::Text(kind)] = values.as_slice() else { return None };
    let noun = [
        ("complaint", "complaints"),
        ("enquiry", "enquiries"),
        ("request", "requests"),
        ("feedback", "feedback messages"),
    ];
    noun.into_iter().find(|(one, _)| column.name == "kind" && one == kind).map(|(_, many)| many)
}

/// The noun of a dataset's records, singular and plural.
pub fn noun(dataset: Dataset) -> (&'static str, &'static str) {
    match dataset {
        Dataset::Communications => ("communication", "communications"),
        Dataset::Cases => ("case", "cases"),
        Dataset::Customers => ("customer", "customers"),
        Dataset::Documents => ("document", "documents"),
        Dataset::Source(name) => kept::noun(name),
    }
}

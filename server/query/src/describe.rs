//! A checked query in words, for people: what the trace shows and answers say about how a question was understood.

/// For display: "1,234.5".
pub use model::number::exact as number;
use model::text::capital;
use model::time::DateRange;

use super::ast::{Aggregation, By, Dataset, Op};
use super::catalog::ColumnExpr;
use super::check::{Checked, CheckedMeasure, GroupKey, HasRecords, Predicate, Scalar};
use super::declared::kept;
use super::values::Vocabulary;

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

/// A condition: "product is Mortgage and not state is Texas".
pub fn test(test: &Predicate, vocabulary: &Vocabulary) -> String {
    Words { vocabulary }.test(test, true)
}

/// The records that meet all of some conditions: "complaints about Mortgage by email of high priority".
pub fn records(dataset: Dataset, mut tests: Vec<Predicate>, vocabulary: &Vocabulary) -> String {
    let kind = tests.iter().position(|test| kind_noun(test).is_some());
    let noun = kind.and_then(|at| kind_noun(&tests.remove(at))).unwrap_or(noun(dataset).1);
    let which = if tests.is_empty() { String::new() } else { which(&Predicate::And(tests), vocabulary) };
    format!("{noun}{which}")
}

/// A condition as the continuation of a sentence: " about Mortgage by email of high priority".
pub fn which(test: &Predicate, vocabulary: &Vocabulary) -> String {
    let it = Words { vocabulary };
    let list = match test {
        Predicate::And(list) => list.as_slice(),
        one => std::slice::from_ref(one),
    };
    let (mut phrases, mut rest) = (Vec::new(), Vec::new());
    for one in list {
        match it.phrase(one) {
            Some(phrase) => phrases.push(phrase),
            None => rest.push(it.test(one, list.len() == 1)),
        }
    }
    phrases.sort_by_key(|(place, _)| *place);
    let mut text = String::new();
    for (at, (_, phrase)) in phrases.iter().enumerate() {
        // "that are not finished and that breached their SLA"
        let clause = |phrase: &str| phrase.starts_with("that ");
        let and = if at > 0 && clause(phrase) && clause(&phrases[at - 1].1) { " and" } else { "" };
        text.push_str(&format!("{and} {phrase}"));
    }
    if !rest.is_empty() {
        text.push_str(&format!(" where {}", rest.join(" and ")));
    }
    text
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
        Some(test) => format!("{name} (where {})", it.test(test, true)),
        None => name,
    }
}

/// The words before and after a value of the firm's own columns in a description of records, and its position; `None`
/// for a column without such a phrase.
pub fn lead(column: &str) -> Option<(usize, &'static str, &'static str)> {
    Some(match column {
        "product" | "category" | "subcategory" => (0, "about", ""),
        "customer" => (1, "from", ""),
        "tier" | "segment" => (2, "from", " customers"),
        "state" | "region" => (3, "in", ""),
        "channel" => (4, "by", ""),
        "sentiment" => (5, "read as", ""),
        "weekday" | "part_of_week" => (6, "on", ""),
        _ => return None,
    })
}

struct Words<'a> {
    vocabulary: &'a Vocabulary,
}

impl Words<'_> {
    /// A condition as people say it, with its position in a sentence; `None` for those without such a phrase.
    fn phrase(&self, test: &Predicate) -> Option<(usize, String)> {
        let (not, is) = match test {
            Predicate::Not(inner) => ("not ", inner.as_ref()),
            is => ("", is),
        };
        let (column, values) = match is {
            Predicate::Has(owned) => {
                let lead = if not.is_empty() { "with" } else { "without" };
                return Some((7, format!("{lead} {}", self.owned(owned))));
            }
            Predicate::Is { column, op: Op::Is, values } => (column, values),
            _ => return None,
        };
        let flag = |yes: &str, no: &str| {
            let (says, other) = if values == &[Scalar::Text("yes".into())] { (yes, no) } else { (no, yes) };
            Some((9, if not.is_empty() { says } else { other }.to_owned()))
        };
        let (place, lead, tail) = match column.name.as_ref() {
            _ if matches!(column.place, ColumnExpr::Declared(_)) => return None,
            "tier" if matches!(column.place, ColumnExpr::Own(_)) => (2, "of tier", ""),
            "segment" if matches!(column.place, ColumnExpr::Own(_)) => (2, "of the segment", ""),
            "priority" => (8, "of", " priority"),
            "sla_breached" => return flag("that breached their SLA", "that kept their SLA"),
            "status" => {
                let unfinished = values.len() > 1
                    && values.len() == self.vocabulary.unfinished().count()
                    && self.vocabulary.unfinished().all(|status| values.contains(&Scalar::Text(status.clone())));
                let which = if unfinished { "not finished".to_owned() } else { self.values("status", values) };
                return Some((8, format!("that are {not}{which}")));
            }
            "weekday" => (6, "on", if values.len() == 1 { "s" } else { "" }),
            "part_of_week" if values == &[Scalar::Text("weekends".into())] => (6, "at", ""),
            name => lead(name)?,
        };
        Some((place, format!("{not}{lead} {}{tail}", self.values(&column.name, values))))
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
            Scalar::Number(n) => number(*n),
        }
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

/// "complaints", if a condition says so.
pub fn kind_noun(test: &Predicate) -> Option<&'static str> {
    let Predicate::Is { column, op: Op::Is, values } = test else { return None };
    let [Scalar::Text(kind)] = values.as_slice() else { return None };
    let noun = [("complaint", "complaints"), ("enquiry", "enquiries"), ("request", "requests")];
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

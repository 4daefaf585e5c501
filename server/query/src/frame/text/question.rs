//! A frame as a question, for "did you mean": in words that read back as the same frame.

use reader::{Act, Aggregation};

use super::super::types::{AnswerKind, FilterSlot, Frame, QueryIntent};
use crate::ast::{Dataset, Op};
use crate::catalog::Catalog;
use crate::describe;
use crate::values::Vocabulary;

/// Ways to ask for a frame, most natural first; none if it names too little.
pub fn questions(frame: &Frame, v: &Vocabulary) -> Vec<String> {
    let mut all = Vec::new();
    for plain in [false, true] {
        let question = Asked::of(frame, v, plain).question();
        all.extend(question.filter(|question| !all.contains(question)));
    }
    all
}

/// The parts of a question in words.
struct Asked<'a> {
    frame: &'a Frame,
    catalog: Catalog,
    intent: Option<QueryIntent>,
    customer: Option<String>,
    /// "open complaints from Hartmann Logistik about Mortgage by phone".
    records: String,
    /// " about Mortgage by phone".
    of: String,
    /// " (1 to 31 January 2026)".
    when: String,
}

impl<'a> Asked<'a> {
    /// With `plain`, all values are in one list after the records.
    fn of(frame: &'a Frame, v: &Vocabulary, plain: bool) -> Self {
        let whose = |f: &&FilterSlot| {
            matches!(f.column.as_str(), "customer" | "name")
                && own_label(f)
                && frame.dataset != Some(Dataset::Customers)
        };
        let customer = frame.filters.iter().find(whose).map(|f| f.labels.join(" or "));
        let (mut before, mut behind): (Vec<String>, Vec<(usize, String)>) = (Vec::new(), Vec::new());
        let own = |f: &&FilterSlot| f.column != "kind" && own_label(f);
        let source = frame.of_source();
        for slot in frame.filters.iter().filter(own).filter(|f| !matches!(f.column.as_str(), "customer" | "name")) {
            let says = says(slot);
            match describe::lead(&slot.column).filter(|_| !source) {
                // Customers have their own tier.
                _ if slot.column == "tier" && frame.dataset == Some(Dataset::Customers) => {
                    before.push(format!("{says} "))
                }
                Some((place, lead, tail)) if !plain && slot.column != "sentiment" => {
                    behind.push((place, format!(" {lead} {says}{tail}")));
                }
                _ if slot.op != Op::Is => behind.push((8, format!(" {says}"))),
                _ if !plain && slot.labels.len() == 1 => {
                    let name = says.contains([' ', '.']);
                    before.push(format!("{} ", if name { says } else { says.to_lowercase() }));
                }
                _ => behind.push((0, format!("{}{says}", if behind.is_empty() { " about " } else { ", " }))),
            }
        }
        let catalog = Catalog::of(v);
        for slot in frame.filters.iter().filter(|f| f.op == Op::Missing) {
            let lead = if slot.negated { "with" } else { "without" };
            behind.push((9, format!(" {lead} {}", called(frame, &catalog, &slot.column))));
        }
        behind.sort_by_key(|(place, _)| *place);
        let mut of: String = behind.into_iter().map(|(_, phrase)| phrase).collect();
        let except = excepted(frame);
        if !except.is_empty() {
            of.push_str(&format!(" other than {except}"));
        }
        let from = customer.as_ref().map(|name| format!(" from {name}")).unwrap_or_default();
        Self {
            frame,
            catalog,
            intent: frame.queried().and_then(|asked| asked.intent(v).ok()),
            records: format!("{}{}{from}{of}", before.concat(), records(frame)),
            customer,
            of,
            when: frame.time.as_ref().map(|time| format!(" ({})", time.time.label)).unwrap_or_default(),
        }
    }

    fn question(&self) -> Option<String> {
        let Self { frame, customer, records, of, when, .. } = self;
        let whom = customer.clone().unwrap_or_else(|| "our customers".to_owned());
        let one = || customer.clone().filter(|_| frame.customer().is_some());
        Some(match frame.act {
            Act::Figure | Act::Compare => self.figure()?,
            Act::List if !frame.groups.is_empty() && frame.dataset != Some(Dataset::Customers) => self.figure()?,
            Act::List => format!("List the {records}{when}"),
            Act::Trend => format!("Trend of {records}{when}"),
            Act::Why => format!("Why do {whom} complain{of}{when}?"),
            Act::When => format!("When did {records} start to rise{when}?"),
            Act::Topics => format!("What do {whom} write about{when}?"),
            Act::Sentiment => format!("How do {whom} feel{of}{when}?"),
            Act::Said => format!("Show me what {whom} say{of}{when}"),
            Act::CallSheet => format!("Tell me about {}", one()?),
            Act::LastContact => format!("When did we last speak to {}?", one()?),
            Act::Who => format!("Who looks after {}?", one()?),
            Act::Health => format!("How is the relationship with {}?", one()?),
            Act::Promises => format!("What did we promise {whom}?"),
            Act::Risk => format!("Which customers are at risk{of}?"),
            Act::Urgent => "What needs attention first?".to_owned(),
            Act::Sla => format!("How many cases{of} are late{when}?"),
            Act::Resolution => format!("How long does it take to resolve cases{of}{when}?"),
            Act::Escalation => format!("How many conversations{of} moved to another channel{when}?"),
            Act::Anomaly => format!("What is unusual{of}{when}?"),
            Act::Document => {
                let about = frame.about.as_ref().map_or(of.clone(), |about| format!(" about {about}"));
                format!("What do our documents say{about}?")
            }
            Act::Sources => "Which data sources are there?".to_owned(),
            Act::Record | Act::Similar => format!("Show me {}", frame.id.as_ref()?),
            _ => return None,
        })
    }

    /// A question for a figure, by what its answer states first.
    fn figure(&self) -> Option<String> {
        let Self { frame, records, when, intent, .. } = self;
        let kind = intent.as_ref()?.kind;
        let groups: Vec<String> = frame.groups.iter().map(|group| self.called(group.name())).collect();
        let by = if groups.is_empty() { String::new() } else { format!(" by {}", groups.join(" and ")) };
        let number = frame.measure.as_ref().map(|measure| {
            let of = frame.aggregation.map_or("", aggregation);
            format!("{of} {}", self.called(measure)).trim().to_owned()
        });
        let what = number.as_ref().map_or_else(|| records.clone(), |number| format!("{number} of {records}"));
        let end = match (frame.ascending(), &number) {
            (true, None) => "fewest",
            (false, None) => "most",
            (true, Some(_)) => "lowest",
            (false, Some(_)) => "highest",
        };
        let against = frame.against.as_ref().map(|time| &time.time.label).zip(frame.time.as_ref());
        Some(match kind {
            AnswerKind::Share => {
                let part: Vec<String> = frame.filters.iter().filter(|f| f.part).map(says).collect();
                format!("What share of {records} is {}{when}?", part.join(", "))
            }
            AnswerKind::Extreme => format!("Which {} has the {end} {what}{when}?", groups.first()?),
            AnswerKind::Per(bucket) => format!("How many {records} per {} on average{when}?", bucket.as_str()),
            AnswerKind::PerGroup => format!("Average number of {records} per {}{when}", groups.first()?),
            AnswerKind::Change => match against {
                Some((against, time)) => {
                    format!("Compare {what} in {} with {against}", time.time.label)
                }
                None => format!("Compare {what}{when} with the time before"),
            },
            _ if frame.aggregation == Some(Aggregation::Share) => format!("Share of {records}{by}{when}"),
            _ if frame.aggregation == Some(Aggregation::Distinct) => return None,
            AnswerKind::Groups if frame.ranks() => {
                let many = frame.limit.map(|n| format!("{n} ")).unwrap_or_default();
                let lead = if frame.ascending() { "Bottom" } else { "Top" };
                format!("{lead} {many}{} by {what}{when}", groups.first()?)
            }
            _ if number.is_some() => format!("{}{by}{when}", model::text::capital(&what)),
            _ => format!("How many {records}{by}{when}?"),
        })
    }

    /// The name of a column of its records.
    fn called(&self, column: &str) -> String {
        called(self.frame, &self.catalog, column)
    }
}

/// Whether a condition is on the records themselves and has a value.
fn own_label(slot: &FilterSlot) -> bool {
    !slot.labels.is_empty() && !slot.negated && !slot.part
}

fn called(frame: &Frame, catalog: &Catalog, column: &str) -> String {
    let own = catalog.column(frame.dataset.unwrap_or_default(), column);
    own.map_or_else(|| column.replace('_', " "), |column| column.says.to_string())
}

const fn aggregation(of: Aggregation) -> &'static str {
    match of {
        Aggregation::Sum => "total",
        Aggregation::Min => "smallest",
        Aggregation::Max => "largest",
        other => other.as_str(),
    }
}

/// The records, as a question names them.
pub fn records(frame: &Frame) -> String {
    if let Some(kind) = frame.filter("kind").filter(|f| !f.negated && !f.part && f.values.len() == 1) {
        return match kind.values[0].as_str() {
            "complaint" => "complaints",
            "enquiry" => "enquiries",
            "request" => "requests",
            "feedback" => "feedback",
            _ => "messages",
        }
        .to_owned();
    }
    match frame.dataset {
        None | Some(Dataset::Communications) => "messages".to_owned(),
        Some(dataset) => describe::noun(dataset).1.to_owned(),
    }
}

/// A condition in words: its own words if its value is yes or no, or it has none.
fn says(slot: &FilterSlot) -> String {
    let labels = slot.labels.join(" or ");
    match labels.as_str() {
        "yes" if slot.column == "sla_breached" => "late".to_owned(),
        "yes" | "no" if !slot.words.is_empty() => slot.words.clone(),
        "yes" => slot.column.replace('_', " "),
        "no" => format!("not {}", slot.column.replace('_', " ")),
        _ if slot.op == Op::Contains => format!("mentioning {labels}"),
        _ if slot.op != Op::Is && !slot.words.is_empty() => slot.words.clone(),
        _ => labels,
    }
}

/// The excluded labels.
fn excepted(frame: &Frame) -> String {
    let all = frame.filters.iter().filter(|f| f.negated && !f.labels.is_empty());
    all.map(says).collect::<Vec<_>>().join(" or ")
}

/// How a question was read, as the end of a sentence: "the question: How many complaints about Mortgage by region?".
pub fn taken_for(frame: &Frame, v: &Vocabulary) -> String {
    match Asked::of(frame, v, false).question() {
        Some(question) => format!("the question: {}", question.trim_end_matches('?')),
        None => format!("a question on {}", records(frame)),
    }
}

//! A frame as a question, for "did you mean": in words that read back as the same frame.

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use model::text::plural;
use reader::{Act, Aggregation};

use super::super::grammar::{self, Operator};
use super::super::link::nouns::names_documents;
use super::super::types::{AnswerKind, FilterSlot, Frame, QueryIntent};
use crate::ast::{Dataset, Op};
use crate::catalog::Catalog;
use crate::describe;
use crate::values::{ADJECTIVES, Vocabulary, adjective, pick};

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
    v: &'a Vocabulary,
    /// With the values' own names, not those that people use.
    plain: bool,
    catalog: Catalog,
    intent: Option<QueryIntent>,
    customer: Option<String>,
    /// Who writes: "Hartmann Logistik", "corporate customers", "our customers".
    whom: String,
    /// Adjectives of the records: "unhappy ".
    before: String,
    /// " from Hartmann Logistik about Mortgage by phone": what follows the records.
    behind: String,
    /// The same without the customers.
    of: String,
    /// " (1 to 31 January 2026)".
    when: String,
}

impl<'a> Asked<'a> {
    fn of(frame: &'a Frame, v: &'a Vocabulary, plain: bool) -> Self {
        let catalog = Catalog::of(v);
        let named = |f: &&FilterSlot| matches!(f.column.as_str(), "customer" | "name");
        let of_customers = frame.dataset == Some(Dataset::Customers);
        let customer = frame.filters.iter().filter(named).find(|f| own_label(f) && !of_customers);
        let customer = customer.map(|f| f.labels.join(" or "));
        let source = frame.of_source();
        let own = |f: &&FilterSlot| f.column != "kind" && own_label(f) && !named(f);
        let slots: Vec<&FilterSlot> = frame.filters.iter().filter(own).collect();
        let open = slots.iter().copied().find(|f| is_unfinished(f, v));
        let late = slots.iter().copied().find(|f| f.column == "sla_breached" && f.values == ["yes"]);
        let overdue = open.zip(late).filter(|_| !plain);
        let mut before: Vec<(usize, String)> = Vec::new();
        let mut behind: Vec<(usize, String)> = Vec::new();
        before.extend(overdue.map(|_| (0, "overdue".to_owned())));
        let (mut whose, mut in_words) = ([String::new(), String::new(), String::new()], Vec::new());
        for slot in slots {
            if overdue.is_some_and(|(open, late)| std::ptr::eq(slot, open) || std::ptr::eq(slot, late)) {
                continue;
            }
            let says = says(slot, v, plain);
            let at = ADJECTIVES.iter().position(|column| *column == slot.column);
            let person = ["tier", "segment", "relationship_manager"].iter().position(|column| *column == slot.column);
            match (describe::lead(&slot.column), person, at) {
                (_, Some(2), _) if plain && !source => before.push((ADJECTIVES.len(), says)),
                (_, Some(at), _) if !source => {
                    let or = if whose[at].is_empty() { "" } else { " or " };
                    whose[at].push_str(&format!("{or}{says}"));
                }
                (_, _, Some(at)) if !source && slot.op == Op::Is => before.push((at, says)),
                (Some((place, lead, tail)), None, None) if !source => {
                    behind.push((place, format!(" {lead} {says}{tail}")))
                }
                _ if slot.op != Op::Is => behind.push((8, format!(" {says}"))),
                _ if !plain && slot.labels.len() == 1 => {
                    let name = says.contains([' ', '.']);
                    before.push((ADJECTIVES.len(), if name { says } else { says.to_lowercase() }));
                }
                _ => in_words.push(says),
            }
        }
        match behind.iter_mut().find(|(place, _)| *place == 0) {
            _ if in_words.is_empty() => {}
            Some((_, about)) => about.push_str(&format!(", {}", in_words.join(", "))),
            None => behind.push((0, format!(" about {}", in_words.join(", ")))),
        }
        for slot in frame.filters.iter().filter(|f| f.op == Op::Missing) {
            let lead = if slot.negated { "with" } else { "without" };
            let says = called(frame, &catalog, &slot.column);
            let says = if plain { says } else { describe::lacking(&slot.column, &says) };
            behind.push((9, format!(" {lead} {says}")));
        }
        behind.sort_by_key(|(place, _)| *place);
        before.sort();
        let except = excepted(frame, v);
        if !except.is_empty() {
            behind.push((10, format!(" other than {except}")));
        }
        let of: String = behind.iter().map(|(_, phrase)| phrase.as_str()).collect();
        let narrowed = whose.iter().any(|part| !part.is_empty());
        let [tier, segment, manager] = &whose;
        let customers = describe::customers(tier, segment, manager);
        let mut before: String = before.into_iter().map(|(_, word)| format!("{word} ")).collect();
        let from = match (&customer, narrowed) {
            _ if of_customers => {
                let words = customers.split_once("customers").unwrap_or_default();
                before.push_str(words.0);
                words.1.to_owned()
            }
            (Some(name), false) => format!(" from {name}"),
            (Some(name), true) => format!(" from {name} from {customers}"),
            (None, true) => format!(" from {customers}"),
            (None, false) => String::new(),
        };
        let whom = match &customer {
            Some(name) => name.clone(),
            None if narrowed => customers,
            None => "our customers".to_owned(),
        };
        // A subject stands before the customers: "about Mortgage from corporate customers".
        let behind = match &customer {
            Some(_) => format!("{from}{of}"),
            None => {
                let at = behind.partition_point(|(place, _)| *place < 2);
                let of = |list: &[(usize, String)]| list.iter().map(|(_, phrase)| phrase.as_str()).collect::<String>();
                format!("{}{from}{}", of(&behind[..at]), of(&behind[at..]))
            }
        };
        Self {
            frame,
            v,
            plain,
            catalog,
            intent: frame.queried().and_then(|asked| asked.intent(v).ok()),
            customer,
            whom,
            before,
            behind,
            of,
            when: frame.time.as_ref().map(|time| format!(" ({})", time.time.label)).unwrap_or_default(),
        }
    }

    /// "open complaints from Hartmann Logistik about Mortgage by phone".
    fn records(&self, noun: &str) -> String {
        format!("{}{noun}{}", self.before, self.behind)
    }

    fn question(&self) -> Option<String> {
        let Self { frame, customer, whom, of, when, behind, .. } = self;
        let records = self.records(&records(frame));
        let one = || customer.clone().filter(|_| frame.customer().is_some());
        let does = if one().is_some() { "does" } else { "do" };
        // A sentence on customers has no place for adjectives of their records.
        let plain = || self.before.is_empty().then_some(());
        Some(match frame.act {
            Act::Figure | Act::Compare => self.figure()?,
            Act::List if !frame.groups.is_empty() && frame.dataset != Some(Dataset::Customers) => self.figure()?,
            Act::List => format!("List the {records}{when}"),
            Act::Trend => format!("Trend of {records}{when}"),
            Act::Why => plain().map(|()| format!("Why {does} {whom} complain{of}{when}?"))?,
            Act::When => format!("When did {records} start to rise{when}?"),
            Act::Topics if plain().is_some() && of.is_empty() => format!("What {does} {whom} write about{when}?"),
            Act::Topics => format!("What are {records} about{when}?"),
            Act::Sentiment => plain().map(|()| format!("How {does} {whom} feel{of}{when}?"))?,
            Act::Said if plain().is_none() => format!("Show me {records}{when}"),
            Act::Said => format!("Show me what {whom} {}{of}{when}", if does == "does" { "says" } else { "say" }),
            Act::CallSheet => format!("Tell me about {}", one()?),
            Act::LastContact => format!("When did we last speak to {}?", one()?),
            Act::Who => format!("Who looks after {}?", one()?),
            Act::Health => format!("How is the relationship with {}?", one()?),
            Act::Promises => format!("What did we promise {whom}?"),
            Act::Risk => {
                let which = whom.strip_prefix("our ").unwrap_or(whom);
                plain().map(|()| format!("Which {which} are at risk{of}?"))?
            }
            Act::Urgent if self.before.is_empty() && behind.is_empty() => "What needs attention first?".to_owned(),
            Act::Urgent => format!("Which {records} need attention first?"),
            Act::Sla => format!("How many {} are late{when}?", self.records("cases")),
            Act::Resolution => format!("How long does it take to resolve {}{when}?", self.records("cases")),
            Act::Escalation => format!("How many {} moved to another channel{when}?", self.records("conversations")),
            Act::Anomaly => plain().map(|()| format!("What is unusual{behind}{when}?"))?,
            Act::Document => {
                let about = frame.about.as_ref().map_or(of.clone(), |about| format!(" about {about}"));
                (!about.is_empty()).then(|| format!("What do our documents say{about}?"))?
            }
            Act::Sources if names_documents(&frame.text) => {
                format!("What do our documents say about {}?", frame.about.as_ref()?)
            }
            Act::Sources => "Which data sources are there?".to_owned(),
            Act::Record | Act::Similar => format!("Show me {}", frame.id.as_ref()?),
            _ => return None,
        })
    }

    /// A question for a figure, by what its answer states first.
    fn figure(&self) -> Option<String> {
        let Self { frame, when, intent, .. } = self;
        let records = self.records(&records(frame));
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
                let part: Vec<String> = frame.filters.iter().filter(|f| f.part).map(|f| self.part(f)).collect();
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
                let names = plural(groups.first()?);
                let many = |say: fn(u32) -> String| frame.limit.map(|n| format!("{} ", say(n))).unwrap_or_default();
                let lead = if frame.ascending() { "Bottom" } else { "Top" };
                match number {
                    _ if self.plain => format!("{lead} {}{names} by {what}{when}", many(|n| n.to_string())),
                    None => format!("The {}{names} with the {end} {what}{when}", many(counted)),
                    Some(number) => {
                        format!("The {}{names} with the {end} {number} for {records}{when}", many(counted))
                    }
                }
            }
            _ if number.is_some() => format!("{}{by}{when}", model::text::capital(&what)),
            _ => format!("How many {records}{by}{when}?"),
        })
    }

    /// What the numerator of a share is: "by phone", "from corporate customers", "unhappy".
    fn part(&self, slot: &FilterSlot) -> String {
        let says = says(slot, self.v, self.plain);
        match describe::lead(&slot.column) {
            Some((_, lead, tail)) if !self.plain && slot.column != "sentiment" && !self.frame.of_source() => {
                format!("{lead} {says}{tail}")
            }
            _ => says,
        }
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

/// Whether a condition means all unfinished cases.
fn is_unfinished(slot: &FilterSlot, v: &Vocabulary) -> bool {
    slot.column == "status" && slot.op == Op::Is && v.are_unfinished(slot.values.iter().map(String::as_str))
}

/// A condition in words: its own words if its value is yes or no, or it has none. `plain` are the values' own names.
fn says(slot: &FilterSlot, v: &Vocabulary, plain: bool) -> String {
    let labels = slot.labels.join(" or ");
    let names: Vec<&str> = slot.labels.iter().map(String::as_str).collect();
    match labels.as_str() {
        "yes" if slot.column == "sla_breached" => "late".to_owned(),
        "yes" | "no" if !slot.words.is_empty() => slot.words.clone(),
        "yes" => slot.column.replace('_', " "),
        "no" => format!("not {}", slot.column.replace('_', " ")),
        _ if slot.op == Op::Contains => format!("mentioning {labels}"),
        _ if slot.op != Op::Is && !slot.words.is_empty() => slot.words.clone(),
        _ if plain => labels,
        _ if is_unfinished(slot, v) => "open".to_owned(),
        _ => adjective(&slot.column, &names).unwrap_or(labels),
    }
}

/// The excluded labels.
fn excepted(frame: &Frame, v: &Vocabulary) -> String {
    let all = frame.filters.iter().filter(|f| f.negated && !f.labels.is_empty());
    all.map(|f| says(f, v, true)).collect::<Vec<_>>().join(" or ")
}

/// How a question was read, as a sentence after "Taken for": "the question: How many complaints about Mortgage?";
/// `None` if it says the same as the question.
pub fn taken_for(frame: &Frame, v: &Vocabulary) -> Option<String> {
    if frame.grows() {
        return Some("the question: What rises and what falls?".to_owned());
    }
    let Some(question) = Asked::of(frame, v, false).question() else {
        let asked = Asked::of(frame, v, false);
        let about = match frame.act {
            Act::Document => "our documents".to_owned(),
            _ => asked.records(&records(frame)),
        };
        return Some(format!("a question on {about}."));
    };
    // The days are the same in other words.
    let timeless = Frame { time: None, ..frame.clone() };
    let same = frame.time.is_some() && frame.against.is_none();
    let read = if same { Asked::of(&timeless, v, false).question() } else { None };
    let days = frame.time.as_ref().map(|time| time.words.as_str()).filter(|_| same).unwrap_or_default();
    let asked = if days.is_empty() { frame.text.clone() } else { frame.text.replacen(days, " ", 1) };
    let end = if question.ends_with('?') { "" } else { "." };
    let differs = words_of(&asked) != words_of(read.as_ref().unwrap_or(&question));
    differs.then(|| format!("the question: {question}{end}"))
}

/// The content words of a question, and what its small words do: "not", "most", "average".
fn words_of(question: &str) -> BTreeSet<String> {
    let words = pick::words(question).into_iter().map(|(word, _)| word);
    let asks = |mark: grammar::Mark| match mark.operator {
        Operator::Count | Operator::Which | Operator::Each => None,
        operator => Some(format!("{operator:?}")),
    };
    let marks = grammar::marks(question).into_iter().filter_map(asks);
    words.filter(|word| !grammar::is_function(word)).chain(marks).collect()
}

/// "five" for 5: small numbers are said in words.
fn counted(n: u32) -> String {
    const WORDS: [&str; 10] = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    let word = (n as usize).checked_sub(1).and_then(|at| WORDS.get(at));
    word.map_or_else(|| n.to_string(), |word| (*word).to_owned())
}

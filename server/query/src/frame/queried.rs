//! Which acts are queries: figures and lists, and acts that ask for more than their plan answers.

use reader::{Act, Aggregation};

use super::build::build;
use super::grammar::{self, Operator};
use super::types::{FilterSlot, Frame, Group, QueryIntent};
use crate::ast::{Bucket, Dataset, Filter, Op, Query};
use crate::values::Vocabulary;

impl Frame {
    /// Whether it names records, values or a measure at all.
    pub fn names_anything(&self) -> bool {
        self.named
            || self.measure.is_some()
            || self.filters.iter().any(|f| !f.words.is_empty())
            || !self.records.is_empty()
            || self.groups.iter().any(|g| matches!(g, Group::Column(_)))
    }

    /// The frame whose query answers it; `None` if its act has its own plan.
    pub fn queried(&self) -> Option<Self> {
        use Act::*;
        let act = |act: Act| Some(Self { act, ..self.clone() });
        match self.act {
            // The data decides whether a number is recorded.
            Outside if self.measure.is_some() && self.dataset.is_some() => Some(self.clone()),
            Figure | List | Compare => Some(self.clone()),
            Trend if self.names_anything() => Some(self.clone()),
            // "In which month …": the largest group; "what do they write about, by category": groups.
            // A single day is found by the plan of "when".
            When if self.groups == [Group::Time(Bucket::Day)] => None,
            // What was said is in the messages, whoever the question names.
            Topics if !self.groups.is_empty() && self.dataset == Some(Dataset::Customers) => {
                Some(Self { act: Figure, dataset: Some(Dataset::Communications), ..self.clone() })
            }
            When | Topics if !self.groups.is_empty() && !self.group_carried => act(Figure),
            // What cases are about is their category.
            Topics if self.dataset == Some(Dataset::Cases) => {
                Some(Self { act: Figure, groups: vec![Group::Column("category".into())], ..self.clone() })
            }
            Sla | Resolution | Sentiment | Cdd => self.as_figure(),
            // Their last messages are listed; words are searched for.
            Said if self.about.is_none() && (self.customer().is_some() || self.order.is_some() || self.named) => {
                let listed = |d: &Dataset| matches!(d, Dataset::Cases | Dataset::Source(_));
                let dataset = self.dataset.filter(listed).unwrap_or(Dataset::Communications);
                Some(Self { act: List, dataset: Some(dataset), groups: Vec::new(), ..self.clone() })
            }
            // Who looks after several customers: their managers.
            Who if self.customer().is_none() && self.id.is_none() && self.dataset == Some(Dataset::Customers) => {
                Some(Self { act: Figure, groups: vec![Group::Column("relationship_manager".into())], ..self.clone() })
            }
            // Who works on which cases is in the list of them.
            Who | Health | LastContact if self.customer().is_none() && self.id.is_none() && self.names_anything() => {
                act(List)
            }
            Record if self.id.is_none() && self.names_anything() => act(List),
            Outside | Unclear | Help | Thanks | Method | Sources | CompareSources | Record | Similar => None,
            // A number of records answers none of these, whatever records the question names.
            Document | Draft | OpenCase | AssignCase | NoteCase | CallSheet | Promises => None,
            Why if self.of_source() => {
                let mut figure = Self { act: Figure, ..self.clone() };
                figure.notes.push("The rows hold no reasons: this is the figure itself, and not why it is so.".into());
                Some(figure)
            }
            _ if self.of_source() => Some(self.clone()),
            _ => None,
        }
    }

    /// Whether it asks which topics of the desk's own messages grew or fell.
    pub fn grows(&self) -> bool {
        let topics = matches!(self.groups.as_slice(), [Group::Column(name)] if matches!(name.as_str(), "category" | "subcategory"));
        let changes = || grammar::marks(&self.text).iter().any(|mark| mark.operator == Operator::Change);
        let own = matches!(self.dataset, None | Some(Dataset::Communications));
        let free = self.against.is_none() && !self.previous && self.time.is_none() && self.measure.is_none();
        own && topics && free && matches!(self.act, Act::Topics | Act::Figure | Act::List) && changes()
    }

    /// How customers feel over time, for a trend of their sentiment: the average score by month, or by day within one.
    /// Volumes would answer another question.
    pub fn feeling_over_time(&self) -> Option<Self> {
        const FEELINGS: [&str; 4] = ["sentiment", "mood", "feel", "feelings"];
        let words = grammar::words(&self.text);
        let feels = words.iter().any(|word| FEELINGS.contains(&word.text.as_str()));
        let own = matches!(self.dataset, None | Some(Dataset::Communications | Dataset::Customers));
        // "Negative messages" are counted.
        let part = self.filters.iter().any(|f| f.column == "sentiment") || self.against.is_some() || self.versus;
        if self.act != Act::Trend || !feels || !own || part {
            return None;
        }
        let days = self.time.as_ref().and_then(|time| time.time.range.days());
        let bucket = if days.is_some_and(|days| days <= 31) { Bucket::Day } else { Bucket::Month };
        // "By week", "weekly": as it was asked.
        let named = [("week", Bucket::Week), ("weekly", Bucket::Week), ("quarter", Bucket::Quarter)];
        let by = |name: &str| {
            words.windows(2).any(|pair| matches!(pair[0].text.as_str(), "by" | "per") && pair[1].text == name)
        };
        let said =
            named.iter().find(|(name, _)| by(name) || name.ends_with("ly") && words.iter().any(|w| w.text == *name));
        let bucket = said.map_or(bucket, |(_, bucket)| *bucket);
        let others = self.groups.iter().filter(|group| matches!(group, Group::Column(name) if name != "sentiment"));
        Some(Self {
            act: Act::Figure,
            dataset: Some(Dataset::Communications),
            measure: Some("sentiment_score".into()),
            aggregation: Some(Aggregation::Average),
            groups: [Group::Time(bucket)].into_iter().chain(others.cloned()).collect(),
            order: None,
            one: false,
            ..self.clone()
        })
    }

    /// Condition words without a part: nothing has that name, or nothing used them.
    pub fn left(&self) -> Vec<&str> {
        self.unused.iter().chain(&self.dropped).map(String::as_str).collect()
    }

    /// All its words that mean nothing in the data: conditions, and names of records or numbers.
    pub fn not_understood(&self) -> Vec<&str> {
        self.left().into_iter().chain(self.unknown.iter().map(String::as_str)).collect()
    }

    /// Whether it asks for a number of records.
    fn counts(&self) -> bool {
        grammar::marks(&self.text).iter().any(|mark| mark.operator == Operator::Count)
    }

    /// Whether it asks for names and not for a number.
    pub fn names(&self) -> bool {
        let marks = grammar::marks(&self.text);
        let has = |operator: Operator| marks.iter().any(|mark| mark.operator == operator);
        has(Operator::Which) && !has(Operator::Count)
    }

    /// Whether it asks for the records themselves, by name.
    pub fn names_records(&self) -> bool {
        self.act == Act::List || self.names()
    }

    /// Acts that ask for more than their tool answers, as a figure.
    fn as_figure(&self) -> Option<Self> {
        let grouped = !self.groups.is_empty() || self.against.is_some();
        let bounded = !self.bounds.is_empty() || self.filters.iter().any(|f| f.negated || f.values.len() > 1);
        let mut figure = Self { act: Act::Figure, ..self.clone() };
        match self.act {
            Act::Resolution => {
                let other = self.aggregation.is_some_and(|a| a != Aggregation::Average);
                let takes = |f: &FilterSlot| {
                    matches!(f.column.as_str(), "product" | "category" | "channel" | "tier" | "customer" | "status")
                };
                if !(grouped || other || bounded || self.one || self.filters.iter().any(|f| !takes(f))) {
                    return None;
                }
                figure.dataset = Some(Dataset::Cases);
                figure.measure = Some("resolution_hours".into());
                figure.aggregation = self.aggregation.or((!self.one || grouped).then_some(Aggregation::Average));
            }
            // How many were late, or what share: by group, or with a condition that its tool lacks.
            Act::Sla if grouped || bounded => {
                let missed = self.filters.iter().find(|f| f.column == "sla_breached").cloned();
                let named = missed.is_some() || self.counts() || !self.subject.is_empty();
                let share =
                    grouped && !named || matches!(self.aggregation, Some(Aggregation::Share | Aggregation::Rate));
                figure.dataset = Some(Dataset::Cases);
                figure.aggregation = share.then_some(Aggregation::Share);
                figure.filters.retain(|f| f.column != "sla_breached" && f.column != "kind");
                figure.filters.iter_mut().for_each(|f| f.part = false);
                let late = FilterSlot {
                    column: "sla_breached".into(),
                    op: Op::Is,
                    values: vec!["yes".into()],
                    labels: vec!["yes".into()],
                    words: "late".into(),
                    ..FilterSlot::default()
                };
                figure.filters.push(FilterSlot { part: share, ..missed.unwrap_or(late) });
            }
            Act::Cdd if self.aggregation == Some(Aggregation::Share) && self.filters.iter().any(|f| f.part) => {
                figure.dataset = Some(Dataset::Cases);
            }
            Act::Cdd if grouped && self.filters.iter().any(|f| f.column == "category") => {
                figure.dataset = Some(Dataset::Cases);
            }
            Act::Sentiment if grouped => {
                figure.dataset = Some(Dataset::Communications);
                figure.measure = Some("sentiment_score".into());
                figure.aggregation = Some(Aggregation::Average);
                figure.filters.retain(|f| f.column != "sentiment");
            }
            _ => return None,
        }
        Some(figure)
    }

    /// Its query, if [`Frame::queried`] says that it is one.
    ///
    /// # Errors
    /// A message for people, from [`build`].
    pub fn intent(&self, v: &Vocabulary) -> Result<QueryIntent, String> {
        let mut frame = self.clone();
        frame.dataset = frame.dataset.or(Some(Dataset::Communications));
        if frame.act == Act::List && frame.groups.is_empty() {
            frame.groups.extend(frame.listed_by(v));
        }
        build(&frame, v)
    }

    /// Whether two ask for the same: the same query, or the same act on the same records.
    pub fn asks_same(&self, other: &Self, v: &Vocabulary) -> bool {
        let query = |frame: &Self| {
            let intent = frame.queried()?.intent(v).ok()?;
            let filter = intent.query.filter.clone().map(ordered);
            Some((Query { filter, ..intent.query }, intent.kind, intent.against))
        };
        match (self.queried().is_some(), other.queried().is_some()) {
            (true, true) => query(self).is_some_and(|own| Some(own) == query(other)),
            (false, false) => self.acts_same(other),
            _ => false,
        }
    }

    /// Whether two do the same act with the same conditions and time. The kind of message may be implied by the act.
    pub fn acts_same(&self, other: &Self) -> bool {
        let slots = |frame: &Self| -> Vec<(String, Vec<String>, bool)> {
            let own = frame.filters.iter().filter(|f| f.column != "kind");
            let mut own: Vec<_> = own.map(|f| (f.column.clone(), f.values.clone(), f.negated)).collect();
            own.sort();
            own
        };
        let range = |frame: &Self| frame.time.as_ref().map(|time| time.time.range);
        self.act == other.act
            && slots(self) == slots(other)
            && range(self) == range(other)
            && (&self.id, &self.about) == (&other.id, &other.about)
    }

    /// The name column for listing records other than messages or cases.
    fn listed_by(&self, v: &Vocabulary) -> Option<Group> {
        let name = match self.dataset? {
            Dataset::Customers => "name".to_owned(),
            Dataset::Source(source) => v.source(source.as_str())?.naming_dimension()?.to_owned(),
            _ => return None,
        };
        Some(Group::Column(name))
    }
}

/// The same condition with its parts and values in a canonical order.
fn ordered(filter: Filter) -> Filter {
    let all = |list: Vec<Filter>| {
        let mut list: Vec<Filter> = list.into_iter().map(ordered).collect();
        list.sort_by_cached_key(|one| format!("{one:?}"));
        list
    };
    match filter {
        Filter::And(list) => Filter::And(all(list)),
        Filter::Or(list) => Filter::Or(all(list)),
        Filter::Not(inner) => Filter::Not(Box::new(ordered(*inner))),
        Filter::Is(mut condition) if condition.op == Op::Is => {
            condition.values.sort();
            Filter::Is(condition)
        }
        other => other,
    }
}

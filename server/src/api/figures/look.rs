//! The ways to view a list of records: sort orders, column filters, and a text search.

use model::record::{self, CaseStatus, Channel, CommunicationStatus, DocumentKind, Priority, Sentiment, Tier};
use model::run::figure::{Limit, ListView};
use model::text::capital;

use crate::query::ast::{Dataset, Op};
use crate::query::catalog::{Catalog, Column, ColumnType};
use crate::query::check::{Checked, Predicate, Scalar};
use crate::query::filter_codec::Reader;
use crate::query::values::Vocabulary;
use crate::store::analytics::Order;

/// Maximum number of customers whose names match the searched words.
const MAX_NAMES: usize = 500;

/// A sort order: its name in URLs, its display name, and the order.
type Named = (&'static str, &'static str, Order);

fn named(dataset: Dataset) -> &'static [Named] {
    match dataset {
        Dataset::Communications => &[
            ("newest", "Newest first", Order::Latest),
            ("oldest", "Oldest first", Order::Oldest),
            ("negative", "Most negative first", Order::MostNegative),
        ],
        Dataset::Cases => &[
            ("newest", "Newest first", Order::Latest),
            ("oldest", "Oldest first", Order::Oldest),
            ("deadline", "Earliest deadline first", Order::Deadline),
            ("longest", "Longest to resolve first", Order::Longest),
        ],
        Dataset::Customers => {
            &[("newest", "Newest customer first", Order::Latest), ("oldest", "Longest customer first", Order::Oldest)]
        }
        Dataset::Documents => &[("newest", "Newest first", Order::Latest), ("oldest", "Oldest first", Order::Oldest)],
        Dataset::Source(_) => &[],
    }
}

/// The sort orders for a kind of record, the default first.
pub fn orders(dataset: Dataset) -> Vec<(String, String)> {
    named(dataset).iter().map(|(name, title, _)| ((*name).to_owned(), (*title).to_owned())).collect()
}

/// The sort order of this name; the default if unknown.
pub fn order(query: &Checked, name: &str) -> Order {
    let all = named(query.dataset);
    all.iter().find(|(own, ..)| *own == name).or(all.first()).map_or(Order::Latest, |(.., order)| *order)
}

/// A view by name and value, for a file.
pub fn notes(dataset: Dataset, view: &ListView) -> Vec<(String, String)> {
    let sort = named(dataset).iter().find(|(name, ..)| *name == view.sort).or(named(dataset).first());
    let mut notes = Vec::new();
    let mut add = |name: &str, value: &str| {
        if !value.is_empty() {
            notes.push((name.to_owned(), value.to_owned()));
        }
    };
    add("Words", &view.find);
    view.only.iter().for_each(|(column, value)| add(&capital(column), value));
    add("Order", sort.map_or("", |(_, title, _)| title));
    notes
}

/// The columns by which a list can be filtered.
pub fn limits(dataset: Dataset) -> Vec<Limit> {
    fn limit<T: ToString>(column: &str, values: &[T]) -> Limit {
        let values = values.iter().map(ToString::to_string).collect();
        Limit { column: column.to_owned(), title: capital(column), values }
    }
    match dataset {
        Dataset::Communications => vec![
            limit("channel", Channel::ALL),
            limit("sentiment", Sentiment::ALL),
            limit("kind", record::Kind::ALL),
            limit("status", CommunicationStatus::ALL),
        ],
        Dataset::Cases => {
            vec![limit("status", CaseStatus::ALL), limit("priority", Priority::ALL), limit("tier", Tier::ALL)]
        }
        Dataset::Customers => vec![limit("tier", Tier::ALL)],
        Dataset::Documents => vec![limit("kind", DocumentKind::ALL)],
        Dataset::Source(_) => Vec::new(),
    }
}

/// A view's conditions on records. A value that a column cannot have filters nothing.
pub fn tests(view: &ListView, query: &Checked, catalog: &Catalog, vocabulary: &Vocabulary) -> Vec<Predicate> {
    let reader = Reader { catalog, dataset: query.dataset };
    let known = limits(query.dataset);
    let fits = |column: &str, value: &String| known.iter().any(|l| l.column == column && l.values.contains(value));
    let only = view.only.iter().filter(|(column, value)| fits(column, value));
    let mut tests: Vec<Predicate> = only.filter_map(|(column, value)| reader.is(column, Some(value)).ok()).collect();
    tests.extend(found(&view.find, &reader, vocabulary));
    tests
}

/// The records that contain the words in their text or title, or belong to a customer of this name.
fn found(words: &str, reader: &Reader<'_>, vocabulary: &Vocabulary) -> Option<Predicate> {
    let wanted = words.trim().to_lowercase();
    if wanted.is_empty() || wanted.contains('\0') {
        return None;
    }
    if let Dataset::Source(_) = reader.dataset {
        let named = reader
            .catalog
            .columns(reader.dataset)
            .iter()
            .filter(|c| matches!(c.kind, ColumnType::Category | ColumnType::Text));
        let holds = |column: &Column| {
            let values = vec![Scalar::Text(wanted.clone())];
            Predicate::Is { column: column.clone(), op: Op::Contains, values }
        };
        return Some(Predicate::Or(named.map(holds).collect())).filter(|test| *test != Predicate::Or(Vec::new()));
    }
    let (text, customer) = match reader.dataset {
        Dataset::Communications => (Some("body"), Some("customer")),
        Dataset::Cases => (Some("title"), Some("customer")),
        Dataset::Customers => (None, Some("name")),
        Dataset::Documents => (Some("title"), None),
        Dataset::Source(_) => (None, None),
    };
    let mut any = Vec::new();
    if let Some(Ok(column)) = text.map(|name| reader.column(name)) {
        any.push(Predicate::Is { column, op: Op::Contains, values: vec![Scalar::Text(wanted.clone())] });
    }
    if let Some(Ok(column)) = customer.map(|name| reader.column(name)) {
        let names = vocabulary.customers.iter().filter(|(_, name)| name.to_lowercase().contains(&wanted));
        let values: Vec<Scalar> = names.take(MAX_NAMES).map(|(id, _)| Scalar::Text(id.clone())).collect();
        if !values.is_empty() {
            any.push(Predicate::Is { column, op: Op::Is, values });
        }
    }
    // No customer has this name, and these records have no text.
    if any.is_empty() {
        let column = reader.column("@id").ok()?;
        any.push(Predicate::Is { column, op: Op::Is, values: vec![Scalar::Text(String::new())] });
    }
    Some(Predicate::Or(any))
}

//! The caller's scope as conditions. They are ANDed to a query once, before any engine sees it: they narrow, and no
//! query can widen them.

use std::ops::Deref;
use std::sync::LazyLock;

use model::run::Scope;
use model::time::DateRange;

use super::{Checked, HasRecords, Predicate, Scalar};
use crate::ast::{Dataset, Op};
use crate::catalog::{self, Catalog, Column, ColumnExpr, ColumnType};
use crate::declared::Opened;
use crate::subset::is;
use crate::values::Vocabulary;
use store::analytics::Attribute;

/// A query within the caller's scope. Engines take nothing else, so that none can run without it.
#[derive(Clone, Debug)]
pub struct Scoped(Checked);

impl Deref for Scoped {
    type Target = Checked;

    fn deref(&self) -> &Checked {
        &self.0
    }
}

impl Checked {
    /// The query with its scope among its conditions.
    pub fn scoped(&self) -> Scoped {
        let mut query = Self { scope: Scope::default(), ..self.clone() };
        query.filter = self.narrowed(self.dataset, self.filter.as_ref());
        for measure in &mut query.measures {
            measure.only = measure.only.as_ref().map(|test| self.within(test));
        }
        Scoped(query)
    }

    /// The conditions of the scope on these records, and a further one.
    fn narrowed(&self, dataset: Dataset, test: Option<&Predicate>) -> Option<Predicate> {
        let scope = match &self.source {
            // A source that a part of the scope cannot be applied to is not shown at all.
            Some(opened) => on_source(&self.scope, opened).unwrap_or_else(|| vec![is("id", &[])]),
            None => on_records(&self.scope, dataset),
        };
        self.and(scope, test)
    }

    fn and(&self, scope: Vec<Predicate>, test: Option<&Predicate>) -> Option<Predicate> {
        let mut all: Vec<Predicate> = scope.into_iter().chain(test.map(|test| self.within(test))).collect();
        if all.len() > 1 { Some(Predicate::And(all)) } else { all.pop() }
    }

    /// A condition whose related records are within the scope, too.
    fn within(&self, test: &Predicate) -> Predicate {
        let all = |list: &[Predicate]| list.iter().map(|test| self.within(test)).collect();
        match test {
            Predicate::And(list) => Predicate::And(all(list)),
            Predicate::Or(list) => Predicate::Or(all(list)),
            Predicate::Not(inner) => Predicate::Not(Box::new(self.within(inner))),
            Predicate::Is { .. } => test.clone(),
            Predicate::Has(records) => {
                let test = records.filter.as_deref();
                let (filter, at_least) = match &records.source {
                    None => (self.narrowed(records.of, test), records.at_least),
                    Some(other) => match on_source(&self.scope, other) {
                        Some(scope) => (self.and(scope, test), records.at_least),
                        None => (None, 0),
                    },
                };
                Predicate::Has(HasRecords { filter: filter.map(Box::new), at_least, ..records.clone() })
            }
        }
    }
}

/// The scope on the firm's own records. A column that they do not have applies to the communications or cases that
/// belong to them, all such columns to the same one.
fn on_records(scope: &Scope, dataset: Dataset) -> Vec<Predicate> {
    let value = |(field, value): (&str, &str)| (catalog::of_scope(field), vec![value.to_owned()]);
    let items = (!scope.selected_items.is_empty()).then(|| (TOPIC, scope.selected_items.clone()));
    let places = [dataset, Dataset::Communications, Dataset::Cases];
    let mut lists = [const { Vec::new() }; 3];
    for (name, values) in scope.values().into_iter().map(value).chain(items) {
        // A document belongs to nobody, and its kind is something else.
        if dataset == Dataset::Documents && name != "product" {
            continue;
        }
        let place = lists.iter_mut().zip(places).find_map(|(list, of)| Some((list, column(name, of)?)));
        let Some((list, column)) = place else { continue };
        let none = name == TOPIC && values == [""];
        let (op, values) = if none { (Op::Missing, Vec::new()) } else { (Op::Is, values) };
        list.push(Predicate::Is { column, op, values: values.into_iter().map(Scalar::Text).collect() });
    }
    let [mut own, of_messages, of_cases] = lists;
    for (of, tests) in [(Dataset::Communications, of_messages), (Dataset::Cases, of_cases)] {
        if !tests.is_empty() {
            let filter = Some(Box::new(Predicate::And(tests)));
            own.push(Predicate::Has(HasRecords { of, source: None, range: DateRange::ALL, filter, at_least: 1 }));
        }
    }
    own
}

/// The column that a scope's topic limits.
const TOPIC: &str = "subcategory";

/// The columns of the firm's own records, without those of archives.
static OWN: LazyLock<Catalog> = LazyLock::new(|| Catalog::of(&Vocabulary::default()));

/// The column of a scope's field, if the records have it.
fn column(name: &str, dataset: Dataset) -> Option<Column> {
    let category = |place| Some(Column::at(place, ColumnType::Category));
    match (name, dataset) {
        ("customer", Dataset::Customers) => Some(Column::own("id")),
        (TOPIC, Dataset::Communications | Dataset::Cases) => category(ColumnExpr::Topic),
        ("journey_stage", Dataset::Communications) => category(ColumnExpr::Stage),
        // An archive's tags are compared as one text.
        (name, Dataset::Communications | Dataset::Cases) if Attribute::find(name).is_some() => {
            category(ColumnExpr::Attribute(name.to_owned()))
        }
        _ => {
            let own = |column: &&Column| column.name == name && !matches!(column.place, ColumnExpr::Message(_));
            OWN.columns(dataset).iter().find(own).cloned()
        }
    }
}

/// The scope on a declared source; `None` if a part of it cannot be applied there.
fn on_source(scope: &Scope, opened: &Opened) -> Option<Vec<Predicate>> {
    if !scope.selected_items.is_empty() {
        return None;
    }
    let source = &opened.source;
    let dimension = |field: &str| source.scope.iter().find(|(of, _)| of == field).map(|(_, name)| name);
    let fields = scope.values().into_iter().map(|(field, value)| (dimension(field), value));
    let mark = scope.source_value.iter();
    let mark = mark.map(|m| (Some(&m.dimension).filter(|_| m.table == source.name.as_str()), m.value.as_str()));
    let is = |(dimension, value): (Option<&String>, &str)| {
        let dimension = dimension?;
        let column = opened.columns.iter().find(|column| column.name == *dimension)?.clone();
        Some(Predicate::Is { column, op: Op::Is, values: vec![Scalar::Text(value.to_owned())] })
    };
    fields.chain(mark).map(is).collect()
}

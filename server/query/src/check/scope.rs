//! The caller's scope as conditions. They are ANDed to a query once, before any engine sees it: they narrow, and no
//! query can widen them.

use std::ops::Deref;

use model::run::Scope;
use model::time::DateRange;

use super::{Checked, HasRecords, Predicate, Scalar};
use crate::ast::{Dataset, Op};
use crate::catalog::{self, Column, ColumnExpr, ColumnType};
use crate::declared::Opened;
use crate::subset::is;
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
                let filter = self.narrowed(records.of, records.filter.as_deref()).map(Box::new);
                Predicate::Has(HasRecords { filter, ..records.clone() })
            }
        }
    }
}

/// The scope on the firm's own records. A field that they do not have applies to the communications or cases that
/// belong to them, all such fields to the same one.
fn on_records(scope: &Scope, dataset: Dataset) -> Vec<Predicate> {
    let value = |(field, value): (&'static str, &str)| (field, vec![value.to_owned()]);
    let items = (!scope.selected_items.is_empty()).then(|| ("topic", scope.selected_items.clone()));
    let (mut own, mut of_messages, mut of_cases) = (Vec::new(), Vec::new(), Vec::new());
    for (field, values) in scope.values().into_iter().map(value).chain(items) {
        let (list, of) = match (field, dataset) {
            ("product", Dataset::Documents) | ("customerId" | "tier", Dataset::Customers) => (&mut own, dataset),
            // They have no other column of a scope.
            (_, Dataset::Documents) => continue,
            ("breached", Dataset::Communications | Dataset::Customers) => (&mut of_cases, Dataset::Cases),
            ("channel" | "kind" | "sentiment" | "journeyStage", Dataset::Cases) | (_, Dataset::Customers) => {
                (&mut of_messages, Dataset::Communications)
            }
            _ => (&mut own, dataset),
        };
        let column = column(field, of);
        list.push(match values.as_slice() {
            [value] if value.is_empty() && field == "topic" => {
                Predicate::Is { column, op: Op::Missing, values: Vec::new() }
            }
            _ => Predicate::Is { column, op: Op::Is, values: values.into_iter().map(Scalar::Text).collect() },
        });
    }
    for (of, tests) in [(Dataset::Communications, of_messages), (Dataset::Cases, of_cases)] {
        if !tests.is_empty() {
            let filter = Some(Box::new(Predicate::And(tests)));
            own.push(Predicate::Has(HasRecords { of, range: DateRange::ALL, filter, at_least: 1 }));
        }
    }
    own
}

/// The column that a scope's field limits.
fn column(field: &str, dataset: Dataset) -> Column {
    let category = |place| Column::at(place, ColumnType::Category);
    match catalog::of_scope(field) {
        "customer" if dataset == Dataset::Customers => Column::own("id"),
        "customer" => Column::own("customer_id"),
        "tier" if dataset != Dataset::Customers => category(ColumnExpr::Customer("tier")),
        "subcategory" => category(ColumnExpr::Topic),
        "journey_stage" => category(ColumnExpr::Stage),
        "sla_breached" => Column::at(ColumnExpr::Own("sla_breached"), ColumnType::Flag),
        // An archive's tags are compared as one text.
        name if Attribute::ALL.iter().any(|own| own.as_str() == name) => {
            category(ColumnExpr::Attribute(name.to_owned()))
        }
        name => Column::own(name),
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

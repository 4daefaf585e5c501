//! The caller's access, in every statement.

use model::run::Scope;

use super::{Sql, topic};
use crate::ast::{Dataset, Op};
use crate::catalog::{self, ColumnExpr};
use crate::check::{Predicate, Scalar};
use crate::declared::Opened;
use store::analytics::{sla, stage};

/// The desk's scope as conditions on a declared source. `None` if a part of it cannot be applied there: then the source
/// is not shown at all.
pub fn source_scope(opened: &Opened, scope: &Scope) -> Option<Vec<Predicate>> {
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

impl Sql<'_> {
    /// The caller's access. It narrows; no query can widen it. Fields of messages apply to a case through its original
    /// messages, to a customer through theirs; a document has only a product.
    pub(super) fn scope(&mut self, all: &mut Vec<String>) {
        let scope = self.it.scope.clone();
        let dataset = self.dataset;
        let (mut own, mut of_messages) = (Vec::new(), Vec::new());
        for (name, value) in scope.values() {
            if name == "breached" {
                let late = sla::breached(self.it.query.as_of);
                let says = format!("CASE WHEN NOT {} THEN NULL WHEN {late} THEN 'yes' ELSE 'no' END", sla::KNOWN);
                let says = format!("{says} = {}", self.text_of(value));
                own.extend(match dataset {
                    Dataset::Cases => Some(says),
                    Dataset::Communications => Some(format!("t.case_id IN (SELECT t.id FROM cases t WHERE {says})")),
                    Dataset::Customers => Some(format!("t.id IN (SELECT t.customer_id FROM cases t WHERE {says})")),
                    Dataset::Documents | Dataset::Source(_) => None,
                });
                continue;
            }
            let (list, column) = match (name, dataset) {
                ("customerId", Dataset::Customers) => (&mut own, Some("t.id".to_owned())),
                ("tier", Dataset::Customers) => (&mut own, Some("t.tier".into())),
                ("product", Dataset::Documents) => (&mut own, Some("t.product".into())),
                (_, Dataset::Documents) => (&mut own, None),
                ("tier", _) => (&mut own, Some("c.tier".into())),
                ("channel" | "kind" | "sentiment" | "journeyStage", Dataset::Cases) | (_, Dataset::Customers) => {
                    (&mut of_messages, scoped(name, "m"))
                }
                _ => (&mut own, scoped(name, "t")),
            };
            match column {
                Some(column) if name == "topic" && value.is_empty() => list.push(format!("{column} IS NULL")),
                Some(column) => list.push(format!("{column} = {}", self.text_of(value))),
                None => {}
            }
        }
        if !scope.selected_items.is_empty() && dataset != Dataset::Documents {
            let of_customers = dataset == Dataset::Customers;
            let column = scoped("topic", if of_customers { "m" } else { "t" }).unwrap_or_default();
            let binds: Vec<String> = scope.selected_items.iter().map(|item| self.text_of(item)).collect();
            let says = format!("{column} IN ({})", binds.join(", "));
            if of_customers { of_messages.push(says) } else { own.push(says) }
        }
        all.extend(own);
        if !of_messages.is_empty() {
            let id = if dataset == Dataset::Cases { "case_id" } else { "customer_id" };
            let says = of_messages.join(" AND ");
            all.push(format!("t.id IN (SELECT m.{id} FROM communications m WHERE m.{id} IS NOT NULL AND {says})"));
        }
    }
}

/// What a scope's field compares, for a communication or a case.
fn scoped(field: &str, t: &str) -> Option<String> {
    match catalog::place_of_scope(field) {
        Some(ColumnExpr::Own(name)) => Some(format!("{t}.{name}")),
        Some(ColumnExpr::Attribute(key)) => Some(format!("{t}.attributes->>'{key}'")),
        None if field == "topic" => Some(topic(t)),
        None if field == "journeyStage" => Some(stage(t)),
        _ => None,
    }
}

//! A condition as a filter of the cluster. As in SQL, it is false for records without a value, its negation true.

use chrono::NaiveDate;
use model::account::CustomerBook;
use model::time::DateRange;
use serde_json::{Value, json};

use super::Compiler;
use crate::ast::Op;
use crate::catalog::{Column, ColumnExpr, ColumnType};
use crate::check::{Predicate, Scalar};
use crate::columns::{numbers, texts};
use crate::week::{WEEKDAYS, part_of_week};
use store::analytics::sla;

/// Matches no record.
pub fn nothing() -> Value {
    json!({ "match_none": {} })
}

pub fn not(inner: Value) -> Value {
    json!({ "bool": { "must_not": [inner] } })
}

pub fn all(list: Vec<Value>) -> Value {
    json!({ "bool": { "filter": list } })
}

pub fn any(list: Vec<Value>) -> Value {
    json!({ "bool": { "should": list, "minimum_should_match": 1 } })
}

pub fn has(field: &str) -> Value {
    json!({ "exists": { "field": field } })
}

pub fn is(field: &str, value: impl Into<Value>) -> Value {
    json!({ "term": { field: value.into() } })
}

/// The records within a customer book: customers of one of its managers, segments or regions, ignoring case. None for
/// an empty book.
pub fn of_book(book: &CustomerBook) -> Value {
    let lists =
        [("c_relationship_manager", &book.managers), ("c_segment", &book.segments), ("c_region", &book.regions)];
    let exact = |field: &str, name: &String| {
        let lower = json!({ "term": { field: { "value": name.to_lowercase(), "case_insensitive": true } } });
        any(vec![is(field, name.clone()), lower])
    };
    let any_of: Vec<Value> =
        lists.into_iter().flat_map(|(field, names)| names.iter().map(move |name| exact(field, name))).collect();
    match (&book.only, any_of.is_empty()) {
        (None, true) => nothing(),
        (None, false) => any(any_of),
        (Some(id), true) => is("customer_id", id.as_str()),
        (Some(id), false) => json!({ "bool": { "filter": [any(any_of), is("customer_id", id.as_str())] } }),
    }
}

impl Compiler<'_> {
    /// The field of a text column.
    pub(super) fn field(&self, column: &Column) -> Option<String> {
        Some(match &column.place {
            ColumnExpr::Declared(_) => return self.looked(column)?.exact(),
            ColumnExpr::Own("sla_breached" | "tags" | "body" | "title" | "day" | "sentiment_score" | "resolution") => {
                return None;
            }
            // Stored as a keyword: "10" sorts before "9".
            _ if matches!(column.kind, ColumnType::Number(_)) => return None,
            ColumnExpr::Own(name) if OWN.contains(name) => (*name).to_owned(),
            ColumnExpr::Customer(name) => format!("c_{name}"),
            ColumnExpr::Attribute(key) => format!("a.{key}"),
            ColumnExpr::CustomerAttribute(key) => format!("ca.{key}"),
            ColumnExpr::Topic => "topic".into(),
            ColumnExpr::Weekday => "weekday".into(),
            ColumnExpr::Wrong => "wrong".into(),
            ColumnExpr::DayOf("resolved_at") => "resolved_on".into(),
            _ => return None,
        })
    }

    /// The field of a numeric column.
    pub(super) fn number_field(&self, column: &Column) -> Option<String> {
        match column.place {
            ColumnExpr::Own("sentiment_score") => Some("sentiment_score".into()),
            ColumnExpr::Hours("resolved_at", "created_at") => Some("hours".into()),
            ColumnExpr::Declared(_) if matches!(column.kind, ColumnType::Number(_)) => self.looked(column)?.exact(),
            _ => None,
        }
    }

    pub(super) fn test(&self, test: &Predicate) -> Option<Value> {
        let list = |list: &[Predicate]| list.iter().map(|test| self.test(test)).collect::<Option<Vec<_>>>();
        Some(match test {
            Predicate::And(tests) => all(list(tests)?),
            Predicate::Or(tests) => any(list(tests)?),
            Predicate::Not(inner) => not(self.test(inner)?),
            Predicate::Is { column, op, values } => self.condition(column, *op, values)?,
            // Records of another kind: there are no joins here.
            Predicate::Has(_) => return None,
        })
    }

    pub(super) fn condition(&self, column: &Column, op: Op, values: &[Scalar]) -> Option<Value> {
        if let Some(field) = self.number_field(column) {
            return Some(compared(&field, op, &numbers(values)?));
        }
        let texts = texts(values)?;
        if let Some(looked) = self.looked(column) {
            return self.foreign_condition(looked, op, &texts);
        }
        if column.place == ColumnExpr::Own("day") {
            return match op {
                Op::Is => Some(any(texts.iter().map(|day| is("day", day.clone())).collect())),
                Op::Contains | Op::Starts => None,
                _ => Some(compared("day", op, &texts)),
            };
        }
        match (&column.place, op) {
            (ColumnExpr::Own("sla_breached"), Op::Missing) => Some(not(self.sla_known())),
            (ColumnExpr::Own("sla_breached"), Op::Is) => {
                Some(any(texts.iter().map(|says| self.sla(says == "yes")).collect()))
            }
            (ColumnExpr::PartOfWeek, Op::Is) => {
                let days = WEEKDAYS.iter().enumerate().filter(|(at, _)| texts.iter().any(|t| t == part_of_week(*at)));
                Some(json!({ "terms": { "weekday": days.map(|(_, name)| *name).collect::<Vec<_>>() } }))
            }
            (ColumnExpr::PartOfWeek, Op::Missing) => Some(nothing()),
            (ColumnExpr::Own(name @ ("body" | "title")), Op::Contains | Op::Starts) => {
                self.within_text(name, op, texts.first()?)
            }
            (ColumnExpr::Own(name @ ("body" | "title")), Op::Missing) => Some(not(has(name))),
            (ColumnExpr::Own("tags"), Op::Missing) => Some(not(has("tags"))),
            (ColumnExpr::Own("tags"), Op::Is) => listed("tags", &texts),
            (ColumnExpr::Attribute(key), Op::Is) if column.kind == ColumnType::List && key == "tags" => {
                listed("l.tags", &texts)
            }
            _ if column.kind == ColumnType::List && op == Op::Is => None,
            _ => {
                let field = self.field(column)?;
                match op {
                    Op::Is => Some(json!({ "terms": { field: texts } })),
                    Op::Contains | Op::Starts => self.within_text(&field, op, texts.first()?),
                    _ => Some(compared(&field, op, &texts)),
                }
            }
        }
    }

    /// Texts that contain, or begin with, another, ignoring case. The cluster and SQLite fold ASCII only, Postgres all
    /// letters.
    pub(super) fn within_text(&self, field: &str, op: Op, text: &str) -> Option<Value> {
        if self.postgres && !text.is_ascii() {
            return None;
        }
        let mut pattern = String::from(if op == Op::Contains { "*" } else { "" });
        for c in text.chars() {
            if matches!(c, '*' | '?' | '\\') {
                pattern.push('\\');
            }
            pattern.push(c);
        }
        pattern.push('*');
        Some(json!({ "wildcard": { field: { "value": pattern, "case_insensitive": true } } }))
    }

    /// Cases with a known SLA status.
    pub(super) fn sla_known(&self) -> Value {
        any(vec![is("sla_told", true), is("sla_breached", true), has("sla_deadline")])
    }

    /// Cases that missed their SLA as of "today", or known ones that did not.
    pub(super) fn sla(&self, missed: bool) -> Value {
        let began = sla::began(self.query.as_of);
        let past = json!({ "range": { "sla_deadline": { "lt": began } } });
        let open = model::record::CaseStatus::UNFINISHED.map(|status| status.as_str());
        let overdue = all(vec![json!({ "terms": { "status": open } }), past]);
        let breached = any(vec![is("sla_breached", true), overdue]);
        if missed { breached } else { all(vec![self.sla_known(), not(breached)]) }
    }

    pub(super) fn days(&self, range: DateRange) -> Option<Value> {
        if self.table.is_some() {
            return Some(within_days(&self.day_field()?, range.from, range.to));
        }
        let mut bounds = serde_json::Map::new();
        for (end, op) in [(range.from, "gte"), (range.to, "lte")] {
            end.map(|day| bounds.insert(op.into(), json!(day.to_string())));
        }
        Some(json!({ "range": { "day": bounds } }))
    }
}

/// Columns stored as keywords under their own names.
const OWN: [&str; 14] = [
    "id", "customer_id", "product", "category", "subcategory", "channel", "kind", "status", "sentiment",
    "escalated_from", "chat_mode", "case_id", "priority", "assigned_to",
];

/// Records between two days, inclusive.
pub fn within_days(field: &str, from: Option<NaiveDate>, to: Option<NaiveDate>) -> Value {
    let mut bounds = json!({ "format": "yyyy-MM-dd" });
    if let Some(from) = from {
        bounds["gte"] = json!(from.to_string());
    }
    if let Some(to) = to {
        bounds["lt"] = json!(to.succ_opt().unwrap_or(to).to_string());
    }
    json!({ "range": { field: bounds } })
}

/// A list has one of the names, none of which contains a comma.
fn listed(field: &str, texts: &[String]) -> Option<Value> {
    let plain = texts.iter().all(|text| !text.contains(','));
    plain.then(|| json!({ "terms": { field: texts } }))
}

pub(super) fn compared<T: serde::Serialize>(field: &str, op: Op, values: &[T]) -> Value {
    let range = |bounds: Value| json!({ "range": { field: bounds } });
    match (op, values) {
        (Op::Missing, _) => not(has(field)),
        (Op::Is, several) => json!({ "terms": { field: several } }),
        (Op::Less, [value]) => range(json!({ "lt": value })),
        (Op::AtMost, [value]) => range(json!({ "lte": value })),
        (Op::More, [value]) => range(json!({ "gt": value })),
        (Op::AtLeast, [value]) => range(json!({ "gte": value })),
        (Op::Between, [least, most]) => range(json!({ "gte": least, "lte": most })),
        _ => nothing(),
    }
}

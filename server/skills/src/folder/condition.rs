//! Conditions of declared tools: `"< 0"`, `"not Closed"`, `$status`. A condition is omitted if its parameter was not
//! given.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::data_analyst::query_source::text_of;
use query::ast::{Condition, Filter, Op};

/// A condition on a column.
#[derive(Clone, Debug, PartialEq)]
pub struct Limit {
    column: String,
    negated: bool,
    op: Op,
    values: Vec<Given>,
}

/// A value, or the parameter with it.
#[derive(Clone, Debug, PartialEq)]
pub enum Given {
    Value(String),
    Parameter(String),
}

impl Given {
    /// `$name` is a parameter.
    pub fn read(text: &str) -> Self {
        match text.trim().strip_prefix('$') {
            Some(name) => Self::Parameter(name.to_owned()),
            None => Self::Value(text.trim().to_owned()),
        }
    }

    /// The value; `None` if the parameter was not given.
    pub fn value<'a>(&'a self, args: &'a BTreeMap<String, String>) -> Option<&'a str> {
        match self {
            Self::Value(text) => Some(text),
            Self::Parameter(name) => args.get(name).map(String::as_str),
        }
    }

    pub fn parameter(&self) -> Option<&str> {
        if let Self::Parameter(name) = self { Some(name) } else { None }
    }
}

/// Operators before a value.
const OPS: [(&str, Op, bool); 6] = [
    ("<=", Op::AtMost, false),
    (">=", Op::AtLeast, false),
    ("<", Op::Less, false),
    (">", Op::More, false),
    ("not ", Op::Is, true),
    ("has ", Op::Contains, false),
];

/// An operator and the text after it.
fn operator(text: &str) -> (Op, bool, &str) {
    let text = text.trim();
    let found = OPS.iter().find_map(|(mark, op, not)| Some((*op, *not, text.strip_prefix(mark)?)));
    found.unwrap_or((Op::Is, false, text))
}

impl Limit {
    /// Parses a condition.
    pub fn read(column: &str, value: &Value) -> Result<Self, String> {
        let wrong = || {
            format!(
                "The condition on {column} is a value, a list of values, or a value after <, <=, >, >=, not or has."
            )
        };
        let (op, negated, values) = match value {
            Value::Array(list) => {
                let values: Option<Vec<Given>> = list.iter().map(|v| text_of(v).map(Given::Value)).collect();
                (Op::Is, false, values.filter(|values| !values.is_empty()).ok_or_else(wrong)?)
            }
            one => {
                let text = text_of(one).ok_or_else(wrong)?;
                let (op, negated, rest) = operator(&text);
                (op, negated, vec![Given::read(rest)])
            }
        };
        Ok(Self { column: column.to_owned(), negated, op, values })
    }

    pub fn column(&self) -> &str {
        &self.column
    }

    pub fn parameters(&self) -> impl Iterator<Item = &str> {
        self.values.iter().filter_map(Given::parameter)
    }

    /// The filter; `None` if the parameter was not given.
    pub fn filter(&self, args: &BTreeMap<String, String>) -> Option<Filter> {
        let values: Option<Vec<String>> = self.values.iter().map(|v| v.value(args).map(str::to_owned)).collect();
        let filter = Filter::Is(Condition { column: self.column.clone(), op: self.op, values: values? });
        Some(if self.negated { filter.negated() } else { filter })
    }
}

/// A condition of a class: `> 5`; an empty one always holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bound(Option<(Op, f64)>);

impl Bound {
    /// Parses a condition.
    pub fn read(text: &str) -> Result<Self, String> {
        if text.trim().is_empty() {
            return Ok(Self(None));
        }
        let wrong =
            || format!("\"{text}\" is not a condition of a class: write < <= > or >= and a number, or nothing.");
        match operator(text) {
            (op @ (Op::Less | Op::AtMost | Op::More | Op::AtLeast), _, number) => {
                let number = number.trim().parse::<f64>().ok().filter(|n| n.is_finite());
                number.map(|number| Self(Some((op, number)))).ok_or_else(wrong)
            }
            _ => Err(wrong()),
        }
    }

    pub fn holds(self, value: f64) -> bool {
        self.0.is_none_or(|(op, bound)| op.holds(value, bound))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn conditions_are_read_and_left_out_without_their_argument() {
        let args = BTreeMap::from([("status".to_owned(), "Open".to_owned())]);
        let filter = |value: Value| Limit::read("c", &value).unwrap().filter(&args);
        let is = |op, values: &[&str]| {
            let values = values.iter().map(|v| (*v).to_owned()).collect();
            Filter::Is(Condition { column: "c".into(), op, values })
        };
        assert_eq!(filter(json!("< 0")), Some(is(Op::Less, &["0"])));
        assert_eq!(filter(json!(["a", 2])), Some(is(Op::Is, &["a", "2"])));
        assert_eq!(filter(json!("$status")), Some(is(Op::Is, &["Open"])));
        assert_eq!(filter(json!("not Closed")), Some(Filter::Not(Box::new(is(Op::Is, &["Closed"])))));
        assert_eq!(filter(json!("$other")), None);
        assert_eq!(filter(json!(">= $other")), None);
        assert!(Limit::read("c", &json!({"a": 1})).is_err() && Limit::read("c", &json!([])).is_err());
    }

    #[test]
    fn classes_divide_at_their_bounds() {
        let bound = |text: &str| Bound::read(text).unwrap();
        assert!(bound(">= 0.7").holds(0.7) && !bound("> 0.7").holds(0.7) && bound("").holds(-1.0));
        assert!(Bound::read("about 7").is_err() && Bound::read("> x").is_err());
    }
}

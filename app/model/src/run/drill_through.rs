//! Which records a result's figures count: the records of the whole result, and for each figure its additional
//! conditions. Stored with the result, so that figures stay linked to their records.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::scope::Scope;
use crate::time::DateRange;

/// Records counted by a result, with the figures that count them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct DrillThrough {
    /// "communications", "cases", "customers" or "documents".
    pub dataset: String,
    /// Stored values. Its days have no effect here.
    pub scope: Scope,
    pub range: DateRange,
    /// A query filter for what a scope cannot express.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub filter: Option<Value>,
    pub figures: Vec<FigureRule>,
}

/// Figures that count the same records. Paths are JSON pointers (RFC 6901) into the result, where `*` matches any list
/// item; within a rule, one `*` is the same item in all paths.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct FigureRule {
    /// A figure, or a row for all of its figures.
    pub path: String,
    /// Where the result has the number of records, if it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<String>,
    /// What the records of a row have in common.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub by: Vec<SharedValue>,
    /// An additional query filter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub only: Option<Value>,
    /// Days that differ from the result's, such as the previous period.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub range: Option<DateRange>,
}

/// A value of a row shared by its records.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct SharedValue {
    /// A query column, or a period: "@day", "@month" …
    pub column: String,
    /// Where the stored value is: the first existing path. Null means records without a value.
    pub value: Vec<String>,
    /// The text that represents records without a value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub missing: Option<String>,
}

impl FigureRule {
    /// The figures at or under a path.
    pub fn at(path: &str) -> Self {
        Self { path: path.to_owned(), ..Self::default() }
    }

    /// A figure that is the number of its records.
    pub fn count(path: &str) -> Self {
        Self::at(path).counts("")
    }

    /// Where the number of records is, relative to the rule's path.
    pub fn counts(mut self, field: &str) -> Self {
        self.count = Some(format!("{}{field}", self.path));
        self
    }

    /// The records share a value, found in one of these fields of the row.
    pub fn by(self, column: &str, fields: &[&str]) -> Self {
        let value = fields.iter().map(|field| format!("{}{field}", self.path)).collect();
        self.key(SharedValue { column: column.to_owned(), value, missing: None })
    }

    /// The records share a value found elsewhere.
    pub fn key(mut self, key: SharedValue) -> Self {
        self.by.push(key);
        self
    }

    /// The last key's text for records without a value.
    pub fn missing(mut self, text: &str) -> Self {
        if let Some(key) = self.by.last_mut() {
            key.missing = Some(text.to_owned());
        }
        self
    }

    pub fn only(mut self, filter: Value) -> Self {
        self.only = Some(filter);
        self
    }

    pub fn on(mut self, range: DateRange) -> Self {
        self.range = Some(range);
        self
    }
}

/// The rule for a figure.
#[derive(Clone, Debug, PartialEq)]
pub struct ResultLink<'a> {
    pub counted: &'a DrillThrough,
    pub rule: &'a FigureRule,
    /// The path segments matched by the rule's stars.
    stars: Vec<&'a str>,
}

impl<'a> ResultLink<'a> {
    /// The rule for the figure at a path: the most specific match.
    pub fn to(all: &'a [DrillThrough], path: &'a str) -> Option<Self> {
        let led = |counted: &'a DrillThrough| {
            let fits = move |rule: &'a FigureRule| Some(Self { counted, rule, stars: stars(&rule.path, path)? });
            counted.figures.iter().filter_map(fits)
        };
        all.iter().flat_map(led).max_by_key(|led| led.rule.path.matches('/').count())
    }

    /// A path of the rule with its stars filled in.
    pub fn place(&self, path: &str) -> String {
        let mut stars = self.stars.iter();
        let parts = path.split('/').map(|part| if part == "*" { stars.next().copied().unwrap_or("") } else { part });
        parts.collect::<Vec<_>>().join("/")
    }

    /// The value at a path of the rule in the result.
    pub fn value(&self, result: &'a Value, path: &str) -> Option<&'a Value> {
        result.pointer(&self.place(path))
    }

    /// The number of records according to the result.
    pub fn count(&self, result: &'a Value) -> Option<i64> {
        let number = self.value(result, self.rule.count.as_deref()?)?.as_f64()?;
        (number.fract() == 0.0).then_some(number as i64)
    }
}

/// The path segments matched by a pattern's stars, if the path is at or below it.
fn stars<'a>(pattern: &str, path: &'a str) -> Option<Vec<&'a str>> {
    let (mut stars, mut parts) = (Vec::new(), path.split('/'));
    for wanted in pattern.split('/') {
        let part = parts.next()?;
        match wanted {
            "*" => stars.push(part),
            _ if wanted == part => {}
            _ => return None,
        }
    }
    Some(stars)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_figure_finds_the_rule_that_says_most() {
        let result = json!({
            "total": 9,
            "groups": [{ "label": "Fees", "count": 4 }, { "label": "Mobile banking", "value": "mobile", "count": 5, "before": 2 }],
        });
        let days = DateRange { from: "2026-01-01".parse().ok(), to: None };
        let counted = [DrillThrough {
            figures: vec![
                FigureRule::count("/total"),
                FigureRule::at("/groups/*").counts("/count").by("product", &["/value", "/label"]),
                FigureRule::count("/groups/*/before").on(days),
            ],
            ..DrillThrough::default()
        }];
        let led = |path| ResultLink::to(&counted, path);
        assert_eq!(led("/total").unwrap().count(&result), Some(9));
        for path in ["/groups/1", "/groups/1/count", "/groups/1/share"] {
            let led = led(path).unwrap();
            assert_eq!(led.count(&result), Some(5), "{path}");
            assert_eq!(led.value(&result, &led.rule.by[0].value[0]), Some(&json!("mobile")));
        }
        let before = led("/groups/1/before").unwrap();
        assert_eq!((before.count(&result), before.rule.range), (Some(2), Some(days)));
        assert_eq!((led("/other"), led("/groups")), (None, None), "what no rule names leads nowhere");
    }
}

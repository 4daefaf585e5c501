//! Arguments of declared tools: their schema for models, their allowed values, and how words of a question become one.

use chrono::NaiveDate;
use serde_json::{Map, Value, json};

use super::declaration::{ParameterText, Values};
use crate::data_analyst::query_source::text_of;
use query::range;
use query::values::{Vocabulary, pick};
use tools::ToolError;

/// An argument.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    pub name: String,
    pub kind: Kind,
    pub says: String,
    pub required: bool,
    pub default: Option<String>,
    /// The value that means any.
    pub any: Option<String>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    Text,
    /// A time range in words.
    Period,
    /// Whether it is an integer, the minimum and the maximum.
    Number(bool, f64, f64),
    /// Each value with its common name.
    OneOf(Vec<(String, String)>),
    /// The values of a dimension of a source.
    ValuesOf(String, String),
}

impl Parameter {
    /// Parses one.
    pub fn read(name: &str, text: &ParameterText) -> Result<Self, String> {
        if !sources::is_name(name) {
            return Err(format!("The parameter \"{name}\" is not small letters, digits and _."));
        }
        let number = |whole| {
            let (min, max) = (text.min.unwrap_or(-1e15), text.max.unwrap_or(1e15));
            if min <= max { Ok(Kind::Number(whole, min, max)) } else { Err(format!("{name} has min above max.")) }
        };
        let kind = match (text.r#type.as_deref().unwrap_or("text"), &text.values, &text.values_of) {
            (_, Some(_), Some(_)) => return Err(format!("{name} has values and values_of; it takes one of them.")),
            ("text", Some(Values::List(list)), None) => {
                Kind::OneOf(list.iter().map(|value| (value.clone(), String::new())).collect())
            }
            ("text", Some(Values::Called(map)), None) => {
                Kind::OneOf(map.iter().map(|(value, called)| (value.clone(), called.clone())).collect())
            }
            ("text", None, Some(of)) => {
                let (source, dimension) =
                    of.split_once('.').ok_or(format!("values_of of {name} is source.dimension."))?;
                Kind::ValuesOf(source.to_owned(), dimension.to_owned())
            }
            ("text", None, None) => Kind::Text,
            ("period", None, None) => Kind::Period,
            ("number", None, None) => number(false)?,
            ("integer", None, None) => number(true)?,
            ("period" | "number" | "integer", ..) => return Err(format!("Only text has values; {name} is not text.")),
            (other, ..) => {
                let known = ["text", "period", "number", "integer"].map(str::to_owned);
                return Err(pick::unknown("type", other, &known).0);
            }
        };
        let mut parameter = Self {
            name: name.to_owned(),
            kind,
            says: text.says.clone(),
            required: text.required,
            default: None,
            any: text.any.clone(),
        };
        if let (Some(any), Kind::OneOf(values)) = (&text.any, &mut parameter.kind) {
            values.push((any.clone(), String::new()));
        }
        let default = text.default.as_ref().map(|value| parameter.value(value).map_err(|error| error.message));
        Ok(Self { default: default.transpose()?, ..parameter })
    }

    /// Its JSON Schema.
    fn schema(&self) -> Value {
        let kind = match self.kind {
            Kind::Number(true, ..) => "integer",
            Kind::Number(false, ..) => "number",
            _ => "string",
        };
        let mut schema = json!({ "type": kind });
        let mut says = self.says.clone();
        let add = |says: &mut String, text: String| {
            if !says.is_empty() {
                says.push(' ');
            }
            says.push_str(&text);
        };
        match &self.kind {
            Kind::OneOf(values) => {
                let one = |(value, called): &(String, String)| match called.as_str() {
                    "" => value.clone(),
                    called => format!("{value} ({called})"),
                };
                let all: Vec<String> = values.iter().map(one).collect();
                add(&mut says, format!("One of {}.", all.join(", ")));
            }
            Kind::Period if says.is_empty() => says = "Words of time: Q4-2025, last month, 2025.".into(),
            Kind::Number(whole, min, max) => {
                let bound = |n: f64| if *whole { json!(n as i64) } else { json!(n) };
                if *min > -1e15 {
                    schema["minimum"] = bound(*min);
                }
                if *max < 1e15 {
                    schema["maximum"] = bound(*max);
                }
            }
            _ => {}
        }
        if let Some(default) = &self.default {
            add(&mut says, format!("{default} if not given."));
        }
        if !says.is_empty() {
            schema["description"] = says.into();
        }
        schema
    }

    /// The value of a given argument, as text.
    ///
    /// # Errors
    /// The allowed values.
    pub fn value(&self, given: &Value) -> Result<String, ToolError> {
        let text = text_of(given).ok_or_else(|| ToolError::new(format!("{} takes one value.", self.name)))?;
        let text = text.trim().to_owned();
        match &self.kind {
            Kind::OneOf(values) => {
                let known: Vec<String> = values.iter().map(|(value, _)| value.clone()).collect();
                called(values, &text).ok_or_else(|| ToolError::unknown(&self.name, &text, &known))
            }
            Kind::Number(whole, min, max) => {
                let number = text.parse::<f64>().ok().filter(|n| n.is_finite() && (!whole || n.fract() == 0.0));
                match number {
                    Some(number) if (*min..=*max).contains(&number) => Ok(text),
                    _ => Err(ToolError::new(format!(
                        "{} takes a {} from {min} to {max}, not \"{text}\".",
                        self.name,
                        if *whole { "whole number" } else { "number" }
                    ))),
                }
            }
            Kind::Text | Kind::Period | Kind::ValuesOf(..) => Ok(text),
        }
    }

    /// The value in words of a question, if they certainly are one.
    pub fn of_words(&self, words: &str, vocabulary: &Vocabulary, as_of: NaiveDate) -> Option<Value> {
        match &self.kind {
            // Unknown names must look like one: an id has a digit.
            Kind::Text => {
                let is_id = !words.contains(' ') && words.contains(|c: char| c.is_ascii_digit());
                is_id.then(|| json!(words))
            }
            Kind::Period => {
                let whole = |(_, at): &(range::Resolved, std::ops::Range<usize>)| *at == (0..words.len());
                matches!(range::find_all(words, as_of).as_slice(), [one] if whole(one)).then(|| json!(words))
            }
            Kind::Number(true, ..) => words.parse::<i64>().ok().map(|n| json!(n)),
            Kind::Number(false, ..) => words.parse::<f64>().ok().filter(|n| n.is_finite()).map(|n| json!(n)),
            Kind::OneOf(values) => called(values, words).map(|value| json!(value)),
            Kind::ValuesOf(source, dimension) => {
                let (values, _) = vocabulary.source(source)?.values_of(dimension)?;
                values.iter().find(|value| value.eq_ignore_ascii_case(words)).map(|value| json!(value))
            }
        }
    }
}

/// The value with this name or common name.
fn called(values: &[(String, String)], text: &str) -> Option<String> {
    let fits = |(value, called): &&(String, String)| {
        value.eq_ignore_ascii_case(text) || !called.is_empty() && called.eq_ignore_ascii_case(text)
    };
    values.iter().find(fits).map(|(value, _)| value.clone())
}

/// JSON Schema of all parameters.
pub fn schema(parameters: &[Parameter]) -> Value {
    let properties: Map<String, Value> = parameters.iter().map(|p| (p.name.clone(), p.schema())).collect();
    let required: Vec<&str> = parameters.iter().filter(|p| p.required).map(|p| p.name.as_str()).collect();
    json!({ "type": "object", "properties": properties, "required": required })
}

//! The scope of a question besides its words, and its form in URLs and forms.

mod clicked;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::record::{Kind, Sentiment, Tier};
use crate::stage::{Quadrant, Stage};
use crate::time::DateRange;
pub use clicked::{Bubble, Happening, SourceValue};

text_enum! {
    /// What "they" and "them" refer to in a question about a chart.
    Records { Communications = "communications", Cases = "cases" }
}

/// Declares the scope, and everything that goes through its filters by stored values. Each has its name in URLs and
/// forms, and the column of the catalogue that it limits.
macro_rules! scope {
    (
        $(#[$meta:meta])*
        pub struct Scope { $($rest:tt)* }
        $($(#[$doc:meta])* $field:ident: $type:ty = $name:literal => $column:literal,)+
    ) => {
        $(#[$meta])*
        pub struct Scope {
            $($(#[$doc])* #[serde(skip_serializing_if = "Option::is_none")] pub $field: Option<$type>,)+
            $($rest)*
        }

        /// The fields that filter by a stored value, each with the column that it limits.
        pub const FIELDS: &[(&str, &str)] = &[$(($name, $column)),+];

        impl Scope {
            /// The filters by stored values, by field name.
            pub fn values(&self) -> Vec<(&'static str, &str)> {
                let all = [$(($name, self.$field.as_ref().map(StoredValue::text))),+];
                all.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
            }

            /// Sets a filter by its name in [`FIELDS`]. Invalid values and unknown names are ignored.
            pub fn set(&mut self, name: &str, value: &str) {
                match name {
                    $($name => self.$field = StoredValue::read(value),)+
                    _ => {}
                }
            }

            /// With the filters of another one where it has none.
            fn or_values(mut self, other: &Self) -> Self {
                $(self.$field = self.$field.or_else(|| other.$field.clone());)+
                self
            }
        }
    };
}

/// A value as it is stored.
trait StoredValue: Sized {
    fn text(&self) -> &str;
    fn read(text: &str) -> Option<Self>;
}

impl StoredValue for String {
    fn text(&self) -> &str {
        self
    }

    fn read(text: &str) -> Option<Self> {
        Some(text.to_owned())
    }
}

impl StoredValue for bool {
    fn text(&self) -> &str {
        if *self { "yes" } else { "no" }
    }

    fn read(text: &str) -> Option<Self> {
        match text {
            "yes" => Some(true),
            "no" => Some(false),
            _ => None,
        }
    }
}

macro_rules! stored_values {
    ($($type:ty)+) => {
        $(impl StoredValue for $type {
            fn text(&self) -> &str {
                self.as_str()
            }

            fn read(text: &str) -> Option<Self> {
                text.parse().ok()
            }
        })+
    };
}

stored_values!(Kind Sentiment Tier Stage);

scope! {
    /// The scope of a question besides its words: set by the person, a click on a chart, or the conversation. Tools
    /// apply it below the model; the model cannot widen it. A field without effect is refused, not ignored.
    #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
    #[serde(rename_all = "camelCase", default, deny_unknown_fields)]
    pub struct Scope {
        /// Records with any of these topics.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        pub selected_items: Vec<String>,
        /// Its topics within the rest of the scope. Replaced by them once the question is asked.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub quadrant: Option<Quadrant>,
        /// The days to use if the question names none.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub time_window: Option<DateRange>,
        /// A clicked bubble: what the person looked at, which need not limit the answer.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub selected_bubble: Option<Bubble>,
        /// An event: selects its product and, like a clicked bubble, the days around it. Replaced by these once the
        /// question is asked.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub event: Option<Happening>,
        /// A group of a declared table: limits questions about that table, refuses others.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub source_value: Option<SourceValue>,
        /// What "they" refers to; no filter.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub records: Option<Records>,
        /// Context in the caller's own words. Becomes an earlier turn once the question is asked.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub text: Option<String>,
        /// Its name without the days: "Login failures, Mobile banking". Shown, never applied.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub name: Option<String>,
    }

    customer_id: String = "customerId" => "customer",
    /// Slug.
    product: String = "product" => "product",
    channel: String = "channel" => "channel",
    category: String = "category" => "category",
    /// Subcategory, or the category of records without one.
    topic: String = "topic" => "subcategory",
    kind: Kind = "kind" => "kind",
    sentiment: Sentiment = "sentiment" => "sentiment",
    tier: Tier = "tier" => "tier",
    /// Of a communication or a case, as stored.
    status: String = "status" => "status",
    /// Postal code of a US state.
    state: String = "state" => "state",
    tags: String = "tags" => "tags",
    sub_product: String = "subProduct" => "sub_product",
    company_response: String = "companyResponse" => "company_response",
    /// Whether a case missed its SLA; for communications, their case.
    breached: bool = "breached" => "sla_breached",
    /// The stage of communications within their case; cases match through them.
    journey_stage: Stage = "journeyStage" => "journey_stage",
}

/// Most bytes of all selected items in a URL.
const MAX_ITEMS_BYTES: usize = 2_000;

impl Scope {
    /// Whether it neither filters nor refers to anything.
    pub fn is_empty(&self) -> bool {
        self.values().is_empty()
            && self.selected_items.is_empty()
            && self.quadrant.is_none()
            && self.source_value.is_none()
            && self.time_window.is_none()
            && self.selected_bubble.is_none()
            && self.event.is_none()
    }

    /// This scope, narrowed by a chart's mark.
    pub fn and(&self, mark: &Self) -> Self {
        let name = match (&mark.name, &self.name) {
            (Some(mark), Some(all)) if !all.split(", ").any(|part| part == mark) => Some(format!("{mark}, {all}")),
            (Some(mark), None) => Some(mark.clone()),
            (_, all) => all.clone(),
        };
        let selected_items = if mark.selected_items.is_empty() { &self.selected_items } else { &mark.selected_items };
        let selected_items = selected_items.clone();
        macro_rules! either {
            ($($field:ident)*) => {
                Self {
                    name,
                    selected_items,
                    $($field: mark.$field.clone().or_else(|| self.$field.clone()),)*
                    ..mark.clone()
                }
            };
        }
        either!(quadrant time_window selected_bubble event source_value records text).or_values(self)
    }

    /// "Login failures, Mobile banking, 2 to 31 January 2026": for people. For a point, only the point's name.
    pub fn label(&self) -> String {
        let named = self.name.clone().filter(|n| !n.trim().is_empty()).or_else(|| {
            let values = self.values().into_iter().map(|(_, value)| value);
            let values = values.chain(self.selected_items.iter().map(String::as_str)).map(str::to_owned);
            let values: Vec<String> = values.chain(self.source_value.iter().map(ToString::to_string)).collect();
            (!values.is_empty()).then(|| values.join(", "))
        });
        let days = match (&self.selected_bubble, self.time_window) {
            (Some(bubble), _) => {
                let feeling = bubble.sentiment.map(|s| format!(", {s}")).unwrap_or_default();
                Some(format!("{}{feeling}", bubble.label()))
            }
            (None, window) => window.map(|w| w.label()),
        };
        named.into_iter().chain(days).collect::<Vec<_>>().join(", ")
    }

    /// As URL or form fields.
    pub fn pairs(&self) -> Vec<(&'static str, String)> {
        let mut out: Vec<(&'static str, String)> =
            self.values().into_iter().map(|(name, value)| (name, value.to_owned())).collect();
        let mut add = |name, value: Option<String>| out.extend(value.map(|v| (name, v)));
        add("items", (!self.selected_items.is_empty()).then(|| self.selected_items.join("\n")));
        let window = self.time_window.unwrap_or_default();
        add("from", window.from.map(|d| d.to_string()));
        add("to", window.to.map(|d| d.to_string()));
        if let Some(bubble) = &self.selected_bubble {
            add("day", Some(bubble.date.to_string()));
            add("lastDay", bubble.to.map(|d| d.to_string()));
            add("daySentiment", bubble.sentiment.map(|s| s.to_string()));
        }
        if let Some(SourceValue { table, dimension, value }) = &self.source_value {
            add("table", Some(table.clone()));
            add("dimension", Some(dimension.clone()));
            add("tableValue", Some(value.clone()));
        }
        add("records", self.records.map(|r| r.to_string()));
        add("about", self.name.clone());
        out
    }

    /// Parses what [`Scope::pairs`] wrote. Invalid fields are ignored; `None` if nothing is left.
    pub fn from_pairs(field: impl Fn(&str) -> Option<String>) -> Option<Self> {
        let text = |name: &str| field(name).map(|v| v.trim().to_owned()).filter(|v| !v.is_empty() && v.len() <= 300);
        let day = |name: &str| text(name).and_then(|v| v.parse().ok());
        let window = DateRange { from: day("from"), to: day("to") };
        let mut scope = Self {
            time_window: (window != DateRange::ALL).then_some(window),
            selected_bubble: day("day").map(|date| Bubble {
                date,
                to: day("lastDay").filter(|to| *to > date),
                sentiment: text("daySentiment").and_then(|v| v.parse().ok()),
                product: None,
                channel: None,
            }),
            selected_items: field("items").filter(|all| all.len() <= MAX_ITEMS_BYTES).map_or_else(Vec::new, |all| {
                all.lines().map(str::trim).filter(|item| !item.is_empty()).map(str::to_owned).collect()
            }),
            source_value: text("table")
                .zip(text("dimension"))
                .zip(text("tableValue"))
                .map(|((table, dimension), value)| SourceValue { table, dimension, value }),
            records: text("records").and_then(|v| v.parse().ok()),
            name: text("about"),
            ..Self::default()
        };
        for (name, _) in FIELDS {
            if let Some(value) = text(name) {
                scope.set(name, &value);
            }
        }
        (!scope.is_empty()).then_some(scope)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_is_set_and_told() {
        for (field, _) in FIELDS {
            let value = match *field {
                "kind" => "complaint",
                "sentiment" => "negative",
                "tier" => "gold",
                "breached" => "no",
                "journeyStage" => "triage",
                _ => "x",
            };
            let mut scope = Scope::default();
            scope.set(field, value);
            assert_eq!(scope.values(), [(*field, value)]);
            let json = serde_json::to_value(&scope).unwrap();
            assert_eq!(json.as_object().unwrap().keys().collect::<Vec<_>>(), [field]);
        }
    }

    fn clicked() -> Scope {
        let chart = Scope {
            product: Some("mobile-banking".into()),
            kind: Some(Kind::Complaint),
            time_window: Some(DateRange::new("2026-01-02".parse().unwrap(), "2026-01-31".parse().unwrap())),
            records: Some(Records::Communications),
            name: Some("Mobile banking, complaints".into()),
            ..Scope::default()
        };
        let mark =
            Scope { topic: Some("Login failures".into()), name: Some("Login failures".into()), ..Scope::default() };
        chart.and(&mark)
    }

    #[test]
    fn a_mark_narrows_its_chart() {
        let scope = clicked();
        assert_eq!(scope.label(), "Login failures, Mobile banking, complaints, 2 to 31 January 2026");
        assert_eq!(
            (scope.product.as_deref(), scope.topic.as_deref()),
            (Some("mobile-banking"), Some("Login failures"))
        );
        assert_eq!(scope.and(&Scope::default()), scope);
        let again = scope.and(&Scope { name: Some("Mobile banking".into()), ..Scope::default() });
        assert_eq!(again.name, scope.name, "what is said already is not said twice");
    }

    #[test]
    fn a_point_is_named_and_does_not_take_the_place_of_the_window() {
        let day = Bubble {
            sentiment: Some(Sentiment::Negative),
            ..Bubble::spanning("2026-01-15".parse().unwrap(), "2026-01-15".parse().unwrap())
        };
        let scope = clicked().and(&Scope { selected_bubble: Some(day), ..Scope::default() });
        assert_eq!(scope.label(), "Login failures, Mobile banking, complaints, 15 January 2026, negative");
        assert_eq!(scope.time_window, clicked().time_window);
        let month = Bubble::spanning("2025-10-01".parse().unwrap(), "2025-10-31".parse().unwrap());
        assert_eq!(month.label(), "October 2025");
        assert_eq!(
            Bubble::spanning("2025-10-01".parse().unwrap(), "2025-10-07".parse().unwrap()).label(),
            "1 to 7 October 2025"
        );
    }

    #[test]
    fn an_address_keeps_all_of_it_and_nonsense_is_nothing() {
        let mut scope = clicked();
        scope.selected_bubble = Some(Bubble::spanning("2025-10-01".parse().unwrap(), "2025-10-31".parse().unwrap()));
        let pairs = scope.pairs();
        let read = |name: &str| pairs.iter().find(|(n, _)| *n == name).map(|(_, v)| v.clone());
        assert_eq!(Scope::from_pairs(read), Some(scope));
        let wrong = |name: &str| Some(if name == "about" { "everything".to_owned() } else { String::new() });
        assert_eq!(Scope::from_pairs(wrong), None);
        let odd = |name: &str| (name == "kind" || name == "day").then(|| "rant".to_owned());
        assert_eq!(Scope::from_pairs(odd), None);
    }
}

//! The cost of a call, by a table of prices per model (B-050).
//!
//! Deliberately not here: budgets and receipts. Prices change; `prices.toml` carries the date on which it was right.

use std::sync::{Arc, LazyLock};

use regex::Regex;
use serde::Deserialize;

use super::Usage;

const BUILT_IN: &str = include_str!("prices.toml");

/// What may follow a model's name without making it another model: a date or release, `latest`, `preview`.
static EDITION: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?i)^[-@](latest|preview|\d{3,4}|\d{6}|\d{8}|\d{4}-\d{2}-\d{2})$").ok());

/// Prices per model. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Prices(Arc<Table>);

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    #[serde(default)]
    as_of: String,
    #[serde(default)]
    note: String,
    model: Vec<Price>,
}

/// US dollars per million tokens.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Price {
    /// The model's name without date or vendor prefix.
    pub name: String,
    pub input: f64,
    pub output: f64,
    /// For tokens from the provider's cache; `input` if not given.
    pub cached: Option<f64>,
}

impl Prices {
    /// The table that comes with Plumbline.
    pub fn built_in() -> Self {
        // A test parses the same text, so an error cannot go unnoticed.
        Self::from_toml(BUILT_IN)
            .unwrap_or_else(|_| Self(Arc::new(Table { as_of: String::new(), note: String::new(), model: Vec::new() })))
    }

    /// A custom table, in the form of `prices.toml`. The error says where it is invalid.
    pub fn from_toml(text: &str) -> Result<Self, String> {
        let table: Table = toml::from_str(text).map_err(|e| e.to_string())?;
        let sound = |p: &Price| [Some(p.input), Some(p.output), p.cached].iter().flatten().all(|v| *v >= 0.0);
        match table.model.iter().find(|p| !sound(p)) {
            Some(bad) => Err(format!("the prices of `{}` must not be below zero", bad.name)),
            None => Ok(Self(Arc::new(table))),
        }
    }

    /// This table overridden by `own`.
    pub fn with(&self, own: &Self) -> Self {
        let named = |price: &&Price| own.0.model.iter().any(|p| p.name.eq_ignore_ascii_case(&price.name));
        let kept = self.0.model.iter().filter(|p| !named(p));
        let model = own.0.model.iter().chain(kept).cloned().collect();
        Self(Arc::new(Table { as_of: self.0.as_of.clone(), note: self.0.note.clone(), model }))
    }

    /// The date of the prices, `YYYY-MM-DD`.
    pub fn as_of(&self) -> &str {
        &self.0.as_of
    }

    /// A caveat for people.
    pub fn note(&self) -> &str {
        &self.0.note
    }

    /// The price of a model, by its whole name or by its name without vendor or date. A newer version is another model:
    /// guessing its price would look like knowledge.
    pub fn find(&self, model: &str) -> Option<&Price> {
        let whole = model.trim();
        let bare = whole.rsplit('/').next().unwrap_or(whole);
        let is = |name: &str, model: &str| {
            model.split_at_checked(name.len()).filter(|(start, _)| start.eq_ignore_ascii_case(name)).is_some_and(
                |(_, rest)| rest.is_empty() || EDITION.as_ref().is_some_and(|edition| edition.is_match(rest)),
            )
        };
        let matching = self.0.model.iter().filter(|p| is(&p.name, whole) || is(&p.name, bare));
        matching.max_by_key(|p| p.name.len())
    }

    /// US dollars for one call; `None` if the price is unknown.
    pub fn cost(&self, model: &str, usage: &Usage) -> Option<f64> {
        let price = self.find(model)?;
        let cached = usage.cached.min(usage.prompt);
        let millionths = (usage.prompt - cached) as f64 * price.input
            + cached as f64 * price.cached.unwrap_or(price.input)
            + usage.completion as f64 * price.output;
        Some(millionths / 1e6)
    }
}

impl Default for Prices {
    fn default() -> Self {
        Self::built_in()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::provider::PROVIDERS;

    fn usage(prompt: u64, completion: u64, cached: u64) -> Usage {
        Usage { prompt, completion, cached, estimated: false }
    }

    #[test]
    fn the_built_in_table_is_readable_and_plausible() {
        let prices = Prices::from_toml(BUILT_IN).unwrap();
        assert!(prices.as_of().len() == 10 && prices.note().contains("provider"));
        assert!(prices.0.model.len() >= 20);
        for price in &prices.0.model {
            assert!(price.input > 0.0 && price.output >= price.input, "{}", price.name);
            assert!(price.cached.is_none_or(|c| c <= price.input), "{}", price.name);
        }
        for provider in PROVIDERS.iter().filter(|p| !p.local && !p.default_model.is_empty()) {
            assert!(prices.find(provider.default_model).is_some(), "no price for {}", provider.default_model);
        }
    }

    #[test]
    fn costs_are_per_million_with_the_cached_part_apart() {
        let prices = Prices::from_toml(
            "as_of = '2025-10-01'\nnote = 'check'\n[[model]]\nname = 'm-1'\ninput = 2.0\noutput = 8.0\ncached = 0.5\n\
             [[model]]\nname = 'm-1-mini'\ninput = 1.0\noutput = 1.0\n",
        )
        .unwrap();
        let cost = |model, u| prices.cost(model, &u);
        assert_eq!(cost("m-1", usage(1_000_000, 0, 0)), Some(2.0));
        assert_eq!(cost("m-1", usage(1_000_000, 1_000_000, 400_000)), Some(1.2 + 0.2 + 8.0));
        assert_eq!(cost("M-1-2025-04-14", usage(0, 1000, 0)), Some(0.008));
        assert_eq!(cost("vendor/m-1-mini-latest", usage(1000, 0, 1000)), Some(0.001));
        for unknown in ["m-1-nano", "m-12", "m-1-5", "m", ""] {
            assert_eq!(cost(unknown, usage(1, 1, 0)), None, "{unknown}");
        }
    }

    #[test]
    fn a_table_of_ones_own_goes_before() {
        let own = "[[model]]\nname = 'GPT-4.1-mini'\ninput = 1.0\noutput = 2.0\n[[model]]\nname = 'in-house'\ninput = 3.0\noutput = 4.0\n";
        let built_in = Prices::built_in();
        let both = built_in.with(&Prices::from_toml(own).unwrap());
        let input = |prices: &Prices, name| prices.find(name).map(|p| p.input);
        assert_eq!((input(&both, "gpt-4.1-mini"), input(&both, "in-house")), (Some(1.0), Some(3.0)));
        assert_eq!(input(&both, "gpt-4.1"), input(&built_in, "gpt-4.1"));
        assert_eq!(input(&built_in, "in-house"), None);
    }

    #[test]
    fn a_bad_table_says_where() {
        let negative = "as_of = ''\nnote = ''\n[[model]]\nname = 'x'\ninput = -1.0\noutput = 1.0\n";
        assert!(Prices::from_toml(negative).unwrap_err().contains("`x`"));
        assert!(Prices::from_toml("as_of = 3").unwrap_err().contains("line 1"));
    }
}

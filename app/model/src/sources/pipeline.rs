//! A sales pipeline as its page shows it: figures, stages, regions against their quotas, and deals by their health.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

/// What is looked at, as the page's address says it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PipelineAsk {
    /// All where empty.
    pub region: String,
    /// "high", "medium", "low" or "critical"; all where empty. It narrows the list of deals alone.
    pub tier: String,
    /// Of that list, from 1.
    pub page: usize,
}

/// A stage with its open deals.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StageRow {
    pub name: String,
    pub deals: usize,
    /// `None` where the source keeps no amounts of open deals.
    pub amount: Option<f64>,
}

/// A region in the quarter; `None` is not kept.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RegionRow {
    pub name: String,
    pub pipeline: Option<f64>,
    pub week_ago: Option<f64>,
    pub closed: Option<f64>,
    /// Closed and committed.
    pub forecast: Option<f64>,
    pub quota: Option<f64>,
}

/// An open deal with its health.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DealRow {
    pub id: String,
    pub account: Option<String>,
    pub region: Option<String>,
    pub stage: Option<String>,
    pub amount: Option<f64>,
    pub close: Option<NaiveDate>,
    pub owner: Option<String>,
    /// 0 to 100.
    pub score: i64,
    /// In small letters.
    pub tier: String,
    /// "No activity for 41 days (−25)".
    pub reasons: Vec<String>,
}

/// What the page shows where a source of deals is declared.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Pipeline {
    pub as_of: NaiveDate,
    /// "USD"; empty where the source does not say.
    pub unit: String,
    /// "Q1 2026".
    pub quarter: String,
    /// Of the region that is looked at, or of all.
    pub all: RegionRow,
    pub open: usize,
    pub stages: Vec<StageRow>,
    pub regions: Vec<RegionRow>,
    /// Open deals of each tier, the worst first.
    pub tiers: Vec<(String, usize)>,
    /// Deals that the tier leaves.
    pub found: usize,
    pub deals: Vec<DealRow>,
    /// Deals of a page.
    pub size: usize,
}

/// What the page shows.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PipelinePage {
    pub ask: PipelineAsk,
    /// `None` where no source of deals is declared, or it cannot be read.
    pub pipeline: Option<Pipeline>,
    /// Why it cannot, in words.
    pub problem: Option<String>,
}

impl PipelineAsk {
    /// What an address says; `pairs` are the names and values behind its `?`.
    pub fn read<'a>(pairs: impl Iterator<Item = (&'a str, &'a str)>) -> Self {
        let mut ask = Self { page: 1, ..Self::default() };
        for (name, value) in pairs {
            match name {
                "region" => value.trim().clone_into(&mut ask.region),
                "tier" => ask.tier = value.trim().to_lowercase(),
                "page" => ask.page = value.parse().unwrap_or(1).max(1),
                _ => {}
            }
        }
        ask
    }

    /// The same as an address.
    pub fn address(&self) -> String {
        let page = if self.page > 1 { self.page.to_string() } else { String::new() };
        let pairs = [("region", &self.region), ("tier", &self.tier), ("page", &page)];
        let segment = crate::text::segment;
        let said = pairs.iter().filter(|(_, value)| !value.is_empty());
        let said: Vec<String> = said.map(|(name, value)| format!("{name}={}", segment(value))).collect();
        if said.is_empty() { "/pipeline".into() } else { format!("/pipeline?{}", said.join("&")) }
    }

    /// Another region, or all of them again where it is the one that is looked at.
    pub fn of_region(&self, region: &str) -> Self {
        let region = if self.region == region { String::new() } else { region.to_owned() };
        Self { region, page: 1, ..self.clone() }
    }

    /// The same of a tier.
    pub fn of_tier(&self, tier: &str) -> Self {
        let tier = if self.tier == tier { String::new() } else { tier.to_owned() };
        Self { tier, page: 1, ..self.clone() }
    }

    /// " in EMEA", where a region is looked at.
    pub fn place(&self) -> String {
        if self.region.is_empty() { String::new() } else { format!(" in {}", self.region) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_keeps_what_is_looked_at() {
        let ask = PipelineAsk { region: "North & East".into(), tier: "low".into(), page: 2 };
        assert_eq!(ask.address(), "/pipeline?region=North%20%26%20East&tier=low&page=2");
        let pairs = [("region", "North & East"), ("tier", "LOW"), ("page", "2")];
        assert_eq!(PipelineAsk::read(pairs.into_iter()), ask);
        assert_eq!(PipelineAsk::read([].into_iter()).address(), "/pipeline");
        assert_eq!(ask.of_tier("low").address(), "/pipeline?region=North%20%26%20East");
        assert_eq!(ask.of_region("EMEA").address(), "/pipeline?region=EMEA&tier=low");
    }
}

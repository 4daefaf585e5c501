//! The sales pipeline page: figures, stages, regions against their quotas, and deals by health.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

/// The view, as in the URL.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PipelineAsk {
    /// Empty for all.
    pub region: String,
    /// "high", "medium", "low" or "critical"; empty for all. Filters only the list of deals.
    pub tier: String,
    /// The page of that list, from 1.
    pub page: usize,
}

/// A stage with its open deals.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StageRow {
    pub name: String,
    pub deals: usize,
    /// `None` if the source has no amounts of open deals.
    pub amount: Option<f64>,
}

/// A region in the quarter; `None` means not recorded.
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
    /// In lower case.
    pub tier: String,
    /// "No activity for 41 days (−25)".
    pub reasons: Vec<String>,
}

/// The page's content if a source of deals is declared.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Pipeline {
    pub as_of: NaiveDate,
    /// "USD"; empty if unknown.
    pub unit: String,
    /// "Q1 2026".
    pub quarter: String,
    /// The selected region or all.
    pub all: RegionRow,
    pub open: usize,
    pub stages: Vec<StageRow>,
    pub regions: Vec<RegionRow>,
    /// Open deals per tier, worst first.
    pub tiers: Vec<(String, usize)>,
    /// Deals of the selected tier.
    pub found: usize,
    pub deals: Vec<DealRow>,
    /// Deals per page.
    pub size: usize,
}

/// What the page shows.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PipelinePage {
    pub ask: PipelineAsk,
    /// `None` without a readable source of deals.
    pub pipeline: Option<Pipeline>,
    /// Why it cannot be read.
    pub problem: Option<String>,
}

impl PipelineAsk {
    /// Parses a URL; `pairs` are its query parameters.
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

    /// As a URL.
    pub fn address(&self) -> String {
        let page = if self.page > 1 { self.page.to_string() } else { String::new() };
        let pairs = [("region", &self.region), ("tier", &self.tier), ("page", &page)];
        let segment = crate::text::segment;
        let said = pairs.iter().filter(|(_, value)| !value.is_empty());
        let said: Vec<String> = said.map(|(name, value)| format!("{name}={}", segment(value))).collect();
        if said.is_empty() { "/pipeline".into() } else { format!("/pipeline?{}", said.join("&")) }
    }

    /// Selects a region, or all if it is already selected.
    pub fn of_region(&self, region: &str) -> Self {
        let region = if self.region == region { String::new() } else { region.to_owned() };
        Self { region, page: 1, ..self.clone() }
    }

    /// Likewise for a tier.
    pub fn of_tier(&self, tier: &str) -> Self {
        let tier = if self.tier == tier { String::new() } else { tier.to_owned() };
        Self { tier, page: 1, ..self.clone() }
    }

    /// " in EMEA" if a region is selected.
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

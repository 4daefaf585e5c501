//! The figures of a pipeline, in total or of a group.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::figures::round2;

model::named! {
    /// A figure of a pipeline.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
    #[serde(rename_all = "lowercase")]
    pub enum Metric {
        #[default]
        Pipeline = "pipeline",
        Forecast = "forecast",
        Closed = "closed",
        Quota = "quota",
        /// Won deals, in percent of won and lost ones.
        #[serde(rename = "winRate")]
        WinRate = "winRate",
    }
}

impl Metric {
    /// Those in money.
    pub const SUMS: [Self; 4] = [Self::Pipeline, Self::Forecast, Self::Closed, Self::Quota];
}

/// The figures in total, or of a group.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Line {
    pub key: Option<String>,
    pub pipeline: Option<f64>,
    pub open: f64,
    pub week_ago: Option<f64>,
    pub closed: Option<f64>,
    pub won: f64,
    /// `None` if the source has no stage of lost deals.
    pub lost: Option<f64>,
    pub committed: Option<f64>,
    pub quota: Option<f64>,
}

impl Line {
    /// Won and committed; `None` if the source records no forecast categories.
    pub fn forecast(&self) -> Option<f64> {
        Some(self.closed? + self.committed?)
    }

    /// In percent of the deals that were won or lost; `None` without any.
    pub fn win_rate(&self) -> Option<f64> {
        let closed = self.won + self.lost?;
        (closed > 0.0).then(|| self.won / closed * 100.0)
    }

    pub fn value(&self, metric: Metric) -> Option<f64> {
        match metric {
            Metric::WinRate => self.win_rate(),
            Metric::Pipeline => self.pipeline,
            Metric::Forecast => self.forecast(),
            Metric::Closed => self.closed,
            Metric::Quota => self.quota,
        }
    }

    /// As in a result.
    pub fn json(&self) -> Map<String, Value> {
        let of_quota = |value: Option<f64>| Some(value? / self.quota.filter(|quota| *quota > 0.0)? * 100.0);
        let mut map = Map::new();
        for (name, value) in [
            ("pipeline", self.pipeline),
            ("openDeals", Some(self.open)),
            ("closed", self.closed),
            ("wonDeals", Some(self.won)),
            ("lostDeals", self.lost),
            ("closedDeals", self.lost.map(|lost| self.won + lost)),
            ("winRate", self.win_rate()),
            ("committed", self.committed),
            ("forecast", self.forecast()),
            ("quota", self.quota),
            ("attainmentPercent", of_quota(self.closed)),
            ("forecastPercent", of_quota(self.forecast())),
        ] {
            map.extend(value.map(|value| (name.to_owned(), json!(round2(value)))));
        }
        map
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_win_rate_is_of_closed_deals_and_has_both_counts() {
        let line = |won, lost| Line { won, lost, open: 50.0, ..Line::default() };
        assert_eq!(line(3.0, Some(1.0)).win_rate(), Some(75.0));
        assert_eq!((line(0.0, Some(0.0)).win_rate(), line(3.0, None).win_rate()), (None, None));
        let json = line(64.0, Some(43.0)).json();
        assert_eq!(
            (&json["winRate"], &json["wonDeals"], &json["closedDeals"]),
            (&json!(59.81), &json!(64.0), &json!(107.0))
        );
    }
}

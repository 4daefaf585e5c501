//! The Net Promoter Score as estimated from the tone of messages. Nobody was asked for a score, so it is always
//! called estimated, and says how it was computed.

use model::run::drill_through::FigureRule;
use serde_json::{Value, json};

use crate::counted::{of as of_scored, part};
use crate::figures;
use query::check::Predicate;
use query::presets;

pub const METHOD: &str = "Estimated NPS: nobody was asked for a score. Messages whose sentiment score is above 0.2 count as \
    promoters, those below -0.2 as detractors, the others as passives; the estimate is the percentage of promoters less \
    that of detractors, from -100 to 100.";

/// The number of messages in each class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Estimate {
    pub promoters: i64,
    pub passives: i64,
    pub detractors: i64,
}

impl Estimate {
    /// From the numbers of scores in the five bands, lowest first.
    pub const fn from_bands([very_low, low, middle, high, very_high]: [i64; 5]) -> Self {
        Self { promoters: high + very_high, passives: middle, detractors: very_low + low }
    }

    pub const fn scored(self) -> i64 {
        self.promoters + self.passives + self.detractors
    }

    /// From -100 to 100; `None` if nothing was scored.
    pub fn value(self) -> Option<i64> {
        let scored = self.scored();
        (scored > 0).then(|| ((self.promoters - self.detractors) as f64 / scored as f64 * 100.0).round() as i64)
    }

    /// Percent of the scored messages, two decimals; `None` without any.
    pub fn percent(self, part: i64) -> Option<f64> {
        let scored = self.scored();
        (scored > 0).then(|| figures::round2(part as f64 / scored as f64 * 100.0))
    }
}

/// The messages behind its figures, at a path of a result.
pub fn counts(path: &str) -> Vec<FigureRule> {
    let [very_low, low, middle, high, very_high] = presets::bands();
    let at = |field: &str| format!("{path}/{field}");
    vec![
        of_scored(&at("value"), &presets::scored()),
        part(&at("scored"), &presets::scored()),
        part(&at("promoters"), &Predicate::Or(vec![high, very_high])),
        part(&at("passives"), &middle),
        part(&at("detractors"), &Predicate::Or(vec![very_low, low])),
    ]
}

/// As a tool returns it.
pub fn output(bands: [i64; 5]) -> Value {
    let [very_low, low, middle, high, very_high] = bands;
    let nps = Estimate::from_bands(bands);
    json!({
        "label": "Estimated NPS", "value": nps.value(), "scored": nps.scored(), "promoters": nps.promoters,
        "passives": nps.passives, "detractors": nps.detractors, "promoterPercent": nps.percent(nps.promoters),
        "passivePercent": nps.percent(nps.passives), "detractorPercent": nps.percent(nps.detractors),
        "bands": { "below -0.5": very_low, "-0.5 to -0.2": low, "-0.2 to 0.2": middle, "0.2 to 0.5": high,
            "above 0.5": very_high },
        "method": METHOD,
    })
}

#[cfg(test)]
mod tests {
    use super::output;

    #[test]
    fn promoters_less_detractors() {
        let nps = output([10, 20, 30, 25, 15]);
        assert_eq!((&nps["value"], &nps["promoters"], &nps["detractors"]), (&10.into(), &40.into(), &30.into()));
        assert_eq!(output([3, 0, 0, 0, 0])["value"], -100);
        assert!(output([0; 5])["value"].is_null());
        assert_eq!(output([1, 0, 1, 0, 1])["detractorPercent"], 33.33);
    }
}

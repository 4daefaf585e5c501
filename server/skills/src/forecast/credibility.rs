//! How reliable a deal's forecast is (`analyze_forecast_credibility`): its probability compared with its stage, and the
//! forecasters' track record (their scorecards).

use serde::Serialize;

use super::Deal;
use super::alignment::stage;

/// A scorecard below this speaks against its owner; from the other on, for them.
pub const WEAK: f64 = 1.0;
pub const STRONG: f64 = 2.0;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    High,
    Medium,
    Low,
    /// Nothing relevant is recorded.
    Unknown,
}

/// With the arguments for and against, one sentence each.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Credibility {
    pub level: Level,
    #[serde(rename = "for")]
    pub pro: Vec<String>,
    pub against: Vec<String>,
}

/// High if more speaks for it than against, low if more speaks against it.
pub fn analyze_forecast_credibility(deal: &Deal) -> Credibility {
    let (mut pro, mut against) = (Vec::new(), Vec::new());
    let mut known = false;
    for (who, score) in [("account executive", deal.ae_scorecard), ("sales engineer", deal.se_scorecard)] {
        known |= score.is_some();
        match score {
            Some(score) if score < WEAK => against.push(format!("The {who}'s scorecard is {score}, below {WEAK:.1}.")),
            Some(score) if score >= STRONG => pro.push(format!("The {who}'s scorecard is {score}.")),
            _ => {}
        }
    }
    if let (Some(stage), Some(probability)) = (stage(deal), deal.probability) {
        known = true;
        if probability >= 70.0 && stage < 5 {
            against.push(format!("A probability of {probability}% before there is a proposal."));
        } else if probability >= 50.0 && stage >= 7 {
            pro.push(format!("A probability of {probability}% while terms are negotiated."));
        }
    }
    let level = match pro.len().cmp(&against.len()) {
        _ if !known => Level::Unknown,
        std::cmp::Ordering::Greater => Level::High,
        std::cmp::Ordering::Equal => Level::Medium,
        std::cmp::Ordering::Less => Level::Low,
    };
    Credibility { level, pro, against }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_speaks_for_it_is_weighed_against_the_rest() {
        let deal = |stage: &str, probability, ae, se| Deal {
            stage: Some(stage.into()),
            probability: Some(probability),
            ae_scorecard: ae,
            se_scorecard: se,
            ..Deal::default()
        };
        for (deal, level, pro, against) in [
            (deal("Negotiation", 60.0, Some(2.0), Some(2.5)), Level::High, 3, 0),
            (deal("Proposal", 60.0, Some(1.0), Some(1.9)), Level::Medium, 0, 0),
            (deal("Prospecting", 70.0, Some(0.9), Some(2.0)), Level::Low, 1, 2),
            (deal("Negotiation", 50.0, Some(0.5), None), Level::Medium, 1, 1),
        ] {
            let found = analyze_forecast_credibility(&deal);
            assert_eq!(
                (found.level, found.pro.len(), found.against.len()),
                (level, pro, against),
                "{deal:?}: {found:?}"
            );
        }
        assert_eq!(analyze_forecast_credibility(&Deal::default()).level, Level::Unknown);
    }
}

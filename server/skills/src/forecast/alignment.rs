//! Whether a deal's stage, probability, forecast category and manager's judgement agree (`check_stage_alignment`).

use serde::Serialize;

use super::Deal;

/// Stages by name, for sources that do not number them (1 to 10); the first that the name contains.
const STAGES: [(&str, u8); 13] = [
    ("prospect", 1),
    ("qualif", 2),
    ("engag", 3),
    ("discover", 3),
    ("need", 3),
    ("demo", 4),
    ("evaluat", 4),
    ("proposal", 5),
    ("quote", 5),
    ("short", 6),
    ("negotiat", 7),
    ("contract", 8),
    ("commit", 9),
];

/// The expected probabilities of each stage, in percent: from 0 (lost) to 10 (won). Neighbours overlap, so that a deal
/// that moves on is not immediately misaligned.
const BANDS: [(f64, f64); 11] = [
    (0.0, 0.0),
    (0.0, 20.0),
    (5.0, 30.0),
    (10.0, 45.0),
    (20.0, 55.0),
    (30.0, 65.0),
    (40.0, 75.0),
    (50.0, 85.0),
    (60.0, 95.0),
    (75.0, 100.0),
    (100.0, 100.0),
];

/// A manager's judgement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judgement {
    In,
    Up,
    UpMinus,
    Out,
}

impl Judgement {
    /// As written: "IN", "UP", "UP-", "OUT"; anything else means nothing.
    pub fn from_deal(deal: &Deal) -> Option<Self> {
        match deal.manager_judgement.as_deref()?.trim().to_uppercase().as_str() {
            "IN" => Some(Self::In),
            "UP" | "UP+" => Some(Self::Up),
            "UP-" => Some(Self::UpMinus),
            "OUT" => Some(Self::Out),
            _ => None,
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Alignment {
    /// The probability does not match the stage.
    pub stage_mismatch: bool,
    /// One sentence each.
    pub issues: Vec<String>,
}

/// Whether a deal in a stage with this name is closed: won or lost. `None` while it is open.
pub fn won(stage: &str) -> Option<bool> {
    let name = stage.to_lowercase();
    if name.contains("won") { Some(true) } else { name.contains("lost").then_some(false) }
}

/// The stage's number: as written, or by name. 0 is lost, 10 is won, whatever number precedes them.
pub fn stage(deal: &Deal) -> Option<u8> {
    number(deal.stage.as_deref()?)
}

/// The number of a stage with this name.
pub fn number(stage: &str) -> Option<u8> {
    if let Some(won) = won(stage) {
        return Some(if won { 10 } else { 0 });
    }
    let name = stage.to_lowercase();
    let digits: String = name.chars().skip_while(|c| !c.is_ascii_digit()).take_while(char::is_ascii_digit).collect();
    let numbered = digits.parse().ok().filter(|n| (1..=10).contains(n));
    numbered.or_else(|| STAGES.iter().find(|(part, _)| name.contains(part)).map(|(_, n)| *n))
}

/// Compares all recorded values pairwise.
pub fn check_stage_alignment(deal: &Deal) -> Alignment {
    let (stage, probability, judgement) = (stage(deal), deal.probability, Judgement::from_deal(deal));
    let category = deal.forecast_category.as_deref().map(|c| c.trim().to_lowercase());
    let committed = category.as_deref().is_some_and(|c| c.starts_with("commit"));
    let left_out = category.as_deref().is_some_and(|c| c.starts_with("omit"));
    let mut found = Alignment::default();
    if let (Some(stage), Some(probability)) = (stage, probability) {
        let (least, most) = BANDS[usize::from(stage.min(10))];
        if !(least..=most).contains(&probability) {
            found.stage_mismatch = true;
            found
                .issues
                .push(format!("A probability of {probability}% does not go with stage {stage} ({least}% to {most}%)."));
        }
    }
    if committed && probability.is_some_and(|p| p < 60.0) {
        found.issues.push("It is committed with a probability below 60%.".into());
    }
    if committed && stage.is_some_and(|s| s < 5) {
        found.issues.push("It is committed before there is a proposal.".into());
    }
    if committed && matches!(judgement, Some(Judgement::UpMinus | Judgement::Out)) {
        found.issues.push("It is committed, but its manager does not count on it.".into());
    }
    if left_out && judgement == Some(Judgement::In) {
        found.issues.push("It is left out of the forecast, but its manager counts on it.".into());
    }
    if judgement == Some(Judgement::In) && probability.is_some_and(|p| p < 50.0) {
        found.issues.push("Its manager counts on it with a probability below 50%.".into());
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn deal(stage: &str, probability: f64, category: &str, judgement: &str) -> Deal {
        Deal {
            stage: Some(stage.into()),
            probability: Some(probability),
            forecast_category: Some(category.into()),
            manager_judgement: Some(judgement.into()),
            ..Deal::default()
        }
    }

    #[test]
    fn stages_have_numbers() {
        for (name, want) in [
            ("3 - Proposal", Some(3)),
            ("Stage 10", Some(10)),
            ("Prospecting", Some(1)),
            ("Engaging", Some(3)),
            ("Won", Some(10)),
            ("6 - Closed won", Some(10)),
            ("Closed Lost", Some(0)),
            ("Stage 42", None),
            ("", None),
        ] {
            assert_eq!(stage(&Deal { stage: Some(name.into()), ..Deal::default() }), want, "{name}");
        }
    }

    #[test]
    fn what_does_not_fit_is_named() {
        for (deal, mismatch, issues) in [
            (deal("Negotiation", 70.0, "Commit", "IN"), false, 0),
            (deal("Proposal", 65.0, "Best case", "UP"), false, 0),
            (deal("Proposal", 66.0, "Best case", "UP"), true, 1),
            (deal("Engaging", 20.0, "Commit", "UP-"), false, 3),
            (deal("Prospecting", 90.0, "Commit", "OUT"), true, 3),
            (deal("Qualification", 20.0, "Omitted", "IN"), false, 2),
        ] {
            let found = check_stage_alignment(&deal);
            assert_eq!((found.stage_mismatch, found.issues.len()), (mismatch, issues), "{deal:?}: {found:?}");
        }
        assert_eq!(check_stage_alignment(&Deal::default()), Alignment::default(), "what is not kept cannot disagree");
    }
}

//! Answers about deals in the form of D-027: with data, without (D-033), after an error (D-034); and what an answer with
//! little behind it must say (D-043).

use model::answer::RiskFlag;
use serde::Serialize;

/// An answer about a deal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Reply {
    pub answer: String,
    /// 0 to 100.
    pub confidence_score: i64,
    /// HIGH, MEDIUM, LOW or CRITICAL.
    pub confidence_tier: String,
    pub risk_flags: Vec<RiskFlag>,
}

/// What is said where there is no deal to look at (D-033).
pub const NO_DATA: &str = "Unable to analyze - no opportunity data available.";

impl Reply {
    /// There is no data.
    pub fn no_data() -> Self {
        Self::nothing(NO_DATA.to_owned(), Vec::new())
    }

    /// Something went wrong (D-034).
    pub fn failed(error: &str) -> Self {
        let flag = RiskFlag { code: "ERROR".into(), message: error.to_owned() };
        Self::nothing(format!("Analysis encountered an error: {error}"), vec![flag])
    }

    fn nothing(answer: String, risk_flags: Vec<RiskFlag>) -> Self {
        Self { answer, confidence_score: 0, confidence_tier: "CRITICAL".into(), risk_flags }
    }
}

/// What an answer must say whose score, of 0 to 100, is this low.
pub const fn disclaimer(score: i64) -> Option<&'static str> {
    match score {
        ..20 => Some("Note: This analysis is based on limited data. Some fields may be incomplete."),
        20..40 => Some("Some opportunity details may be incomplete."),
        _ => None,
    }
}

/// The answer with that, once.
pub fn disclaimed(answer: &str, score: i64) -> String {
    match disclaimer(score) {
        Some(note) if !answer.contains(note) => format!("{}\n\n{note}", answer.trim_end()),
        _ => answer.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn replies_without_an_analysis() {
        let want = json!({"answer": "Unable to analyze - no opportunity data available.", "confidenceScore": 0,
            "confidenceTier": "CRITICAL", "riskFlags": []});
        assert_eq!(json!(Reply::no_data()), want);
        let want = json!({"answer": "Analysis encountered an error: disk full", "confidenceScore": 0,
            "confidenceTier": "CRITICAL", "riskFlags": [{"code": "ERROR", "message": "disk full"}]});
        assert_eq!(json!(Reply::failed("disk full")), want);
    }

    #[test]
    fn little_behind_an_answer_is_said_once() {
        let weak = "Note: This analysis is based on limited data. Some fields may be incomplete.";
        for (score, note) in [
            (0, Some(weak)),
            (19, Some(weak)),
            (20, Some("Some opportunity details may be incomplete.")),
            (39, Some("Some opportunity details may be incomplete.")),
            (40, None),
            (100, None),
        ] {
            assert_eq!(disclaimer(score), note, "{score}");
        }
        let once = disclaimed("It is at risk.", 10);
        assert_eq!(once, format!("It is at risk.\n\n{weak}"));
        assert_eq!(disclaimed(&once, 10), once);
        assert_eq!(disclaimed("Fine.", 80), "Fine.");
    }
}

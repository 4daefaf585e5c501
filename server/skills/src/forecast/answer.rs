//! Answers about deals without data (D-033), after an error (D-034), and with little evidence (D-043).

/// The answer without any deal (D-033).
pub const NO_DATA: &str = "Unable to analyze - no opportunity data available.";

/// The answer after an error (D-034).
pub fn failed(error: &str) -> String {
    format!("Analysis encountered an error: {error}")
}

/// The disclaimer for a low score, of 0 to 100.
pub const fn disclaimer(score: i64) -> Option<&'static str> {
    match score {
        ..20 => Some("Note: This analysis is based on limited data. Some fields may be incomplete."),
        20..40 => Some("Some opportunity details may be incomplete."),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn little_behind_an_answer_is_said() {
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
    }
}

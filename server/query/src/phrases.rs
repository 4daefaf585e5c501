//! The words around a noun that say which records are meant: "overdue cases of critical priority".

use model::number::exact as number;
use model::text::one;

use super::values::ADJECTIVES;

/// A condition as people say it.
pub struct Phrase {
    /// Its position in a sentence.
    pub place: usize,
    /// Behind the noun: "of critical priority".
    pub after: String,
    /// Before it, with its position: "critical".
    pub before: Option<(usize, String)>,
}

impl Phrase {
    pub fn behind(place: usize, after: impl Into<String>) -> Self {
        Self { place, after: after.into(), before: None }
    }

    /// With an adjective for values of a column in place of the words behind.
    pub fn or_before(self, column: &str, word: Option<String>) -> Self {
        let at = ADJECTIVES.iter().position(|name| *name == column).unwrap_or(ADJECTIVES.len());
        Self { before: word.map(|word| (at, word)), ..self }
    }
}

/// The words before and after a value of the firm's own columns in a description of records, and its position; `None`
/// for a column without such a phrase.
pub fn lead(column: &str) -> Option<(usize, &'static str, &'static str)> {
    Some(match column {
        "product" | "category" | "subcategory" => (0, "about", ""),
        "customer" => (1, "from", ""),
        "tier" | "segment" => (2, "from", " customers"),
        "state" | "region" => (3, "in", ""),
        "channel" => (4, "by", ""),
        "sentiment" => (5, "read as", ""),
        "relationship_manager" => (2, "from customers of", ""),
        "weekday" | "part_of_week" => (6, "on", ""),
        // Its values are what the customer does: "wants to leave".
        "signal" => (7, "whose customer", ""),
        _ => return None,
    })
}

/// The customers whose records are meant: "platinum corporate customers of Amélie Castaing"; each part may be empty.
pub fn customers(tier: &str, segment: &str, manager: &str) -> String {
    let words = [tier, segment, "customers"].into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    if manager.is_empty() { words } else { format!("{words} of {manager}") }
}

/// What records lack whose column has no value: "a case", "an owner".
pub fn lacking(column: &str, says: &str) -> String {
    one(match column {
        "assigned_to" => "owner",
        "sla_breached" => "deadline",
        _ => says,
    })
}

/// "14 days (336 hours)": a bound on a duration, in days if it is whole ones.
pub fn hours(hours: f64) -> String {
    let of = |n: f64, unit: &str| format!("{} {unit}{}", number(n), if n == 1.0 { "" } else { "s" });
    match hours / 24.0 {
        days if days >= 1.0 && days.fract() == 0.0 => format!("{} ({})", of(days, "day"), of(hours, "hour")),
        _ => of(hours, "hour"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_days_where_they_are_whole_ones() {
        for (given, want) in
            [(336.0, "14 days (336 hours)"), (24.0, "1 day (24 hours)"), (36.0, "36 hours"), (1.0, "1 hour")]
        {
            assert_eq!(hours(given), want);
        }
    }

    #[test]
    fn customers_have_their_words_in_order() {
        assert_eq!(
            customers("platinum", "corporate", "Amélie Castaing"),
            "platinum corporate customers of Amélie Castaing"
        );
        assert_eq!(customers("", "", ""), "customers");
        assert_eq!(
            (lacking("assigned_to", "assignee"), lacking("case_id", "case")),
            ("an owner".into(), "a case".into())
        );
    }
}

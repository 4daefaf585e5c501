//! The people behind a deal: the four roles (`analyze_stakeholder_coverage`), and whether any of them is a
//! decision-maker (`detect_executive_presence`).

use std::sync::LazyLock;

use regex::Regex;
use serde::Serialize;

use super::Deal;
use super::deal::Person;

/// Titles of decision-makers.
const TITLES: &str = r"(?i)\b(c[efitorm]o|chief|president|(s|e)?vp|vice[- ]president|founder|managing director|general manager|partner|owner|board)\b";

/// The filled and the empty roles; an unrecorded role is neither.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Coverage {
    pub filled: Vec<&'static str>,
    pub missing: Vec<&'static str>,
    pub not_kept: Vec<&'static str>,
}

impl Coverage {
    /// How many roles are filled; `None` if the source records none of them.
    pub fn count(&self) -> Option<usize> {
        (self.filled.len() + self.missing.len() > 0).then_some(self.filled.len())
    }
}

/// Owner, sponsor, executive sponsor and sales engineer.
pub fn analyze_stakeholder_coverage(deal: &Deal) -> Coverage {
    let roles = [
        ("owner", &deal.owner),
        ("sponsor", &deal.sponsor),
        ("executive sponsor", &deal.executive_sponsor),
        ("sales engineer", &deal.sales_engineer),
    ];
    let mut coverage = Coverage::default();
    for (role, person) in roles {
        match person {
            Person::Named(_) => coverage.filled.push(role),
            Person::Nobody => coverage.missing.push(role),
            Person::NotKept => coverage.not_kept.push(role),
        }
    }
    coverage
}

/// Whether a decision-maker takes part: by the contact's title, or as executive sponsor. `None` if neither is recorded.
pub fn detect_executive_presence(deal: &Deal) -> Option<bool> {
    static DECIDES: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(TITLES).ok());
    let decides = |title: &str| DECIDES.as_ref().is_some_and(|titles| titles.is_match(title));
    match (deal.contact_title.as_deref().map(decides), deal.executive_sponsor.there()) {
        (None, None) => None,
        (title, sponsor) => Some(title == Some(true) || sponsor == Some(true)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roles_are_filled_missing_or_not_kept() {
        let deal = Deal {
            owner: Person::Named("A. Okafor".into()),
            sponsor: Person::Nobody,
            sales_engineer: Person::Named("B. Lind".into()),
            ..Deal::default()
        };
        let coverage = analyze_stakeholder_coverage(&deal);
        assert_eq!((coverage.filled.as_slice(), coverage.count()), (&["owner", "sales engineer"][..], Some(2)));
        assert_eq!(
            (coverage.missing.as_slice(), coverage.not_kept.as_slice()),
            (&["sponsor"][..], &["executive sponsor"][..])
        );
        assert_eq!(analyze_stakeholder_coverage(&Deal::default()).count(), None);
    }

    #[test]
    fn titles_tell_who_decides() {
        for (title, want) in [
            ("Chief Financial Officer", true),
            ("CFO", true),
            ("SVP Sales, EMEA", true),
            ("Vice President", true),
            ("IT manager", false),
            ("Scoop editor", false),
            ("Assistant", false),
        ] {
            let deal = Deal { contact_title: Some(title.into()), ..Deal::default() };
            assert_eq!(detect_executive_presence(&deal), Some(want), "{title}");
        }
        assert_eq!(detect_executive_presence(&Deal::default()), None);
        let sponsored = Deal { executive_sponsor: Person::Named("C".into()), ..Deal::default() };
        assert_eq!(detect_executive_presence(&sponsored), Some(true));
        let without = Deal { executive_sponsor: Person::Nobody, ..Deal::default() };
        assert_eq!(detect_executive_presence(&without), Some(false));
    }
}

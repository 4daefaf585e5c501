//! What the skills that come with the program say of themselves: `GET /skills`, and whoever chooses among them.

use super::{SUPPORT, forecast};

/// A skill as people and clients see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct About {
    pub name: &'static str,
    /// When it is of use, in a sentence.
    pub description: &'static str,
    /// The domain that the router names it by.
    pub domain: &'static str,
    pub tags: &'static [&'static str],
}

/// In the order of the list of skills.
pub const ABOUT: [About; 4] = [
    About {
        name: "customer_intelligence",
        description: "What customers write and how their cases go: counts, topics, trends, sentiment, risk, service levels, \
            with the records behind each figure.",
        domain: "customer_intelligence",
        tags: &["communications", "cases", "customers", "documents"],
    },
    About {
        name: "data_analyst",
        description: "Sources that the firm declared, in any database or folder: figures by their dimensions, and two of them \
            held against each other row by row.",
        domain: "reconciliation",
        tags: &["sources", "comparison", "tables"],
    },
    About {
        name: forecast::SKILL,
        description: "Deals of the declared source \"opportunities\": pipeline and forecast against quota, and how healthy each deal \
            is, with every reason.",
        domain: "pipeline",
        tags: &["deals", "forecast", "quota"],
    },
    About {
        name: SUPPORT,
        description: "Calls of an internet provider's customers, in Lithuanian and English: account, outages, the line, steps \
            to try, tickets.",
        domain: "it_ops",
        tags: &["calls", "network", "tickets"],
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_skill_with_tools_is_described() {
        for tool in super::super::all().all() {
            assert!(ABOUT.iter().any(|about| about.name == tool.skill), "{}", tool.skill);
        }
    }
}

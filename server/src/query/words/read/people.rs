//! Whom a question is about: customers, who works on cases, and people whom nobody knows by name.

use super::Reader;
use crate::query::ast::Dataset;
use crate::query::words::said::Group;
use crate::query::words::tokens::{Token, What};

impl Reader<'_> {
    /// Whether the name of a column of people follows: "is its relationship manager".
    pub(super) fn person_next(&self) -> bool {
        let after = self.words();
        let skipped = after
            .iter()
            .take_while(|w| {
                matches!(**w, "is" | "are" | "was" | "were" | "the" | "its" | "their" | "our" | "his" | "her")
            })
            .count();
        let column = (1..=3).rev().find_map(|n| {
            let name = after.get(skipped..skipped + n)?.join(" ");
            [Dataset::Cases, Dataset::Customers].iter().find_map(|d| self.catalog.column(*d, &name))
        });
        skipped > 0 && column.is_some_and(|c| matches!(c.name.as_ref(), "relationship_manager" | "assigned_to"))
    }

    /// Whether what follows speaks of work on cases, and of no customer.
    pub(super) fn handled(&self) -> bool {
        let after = || self.tokens[self.at..].iter().map(|t| t.text.as_str());
        let works = [
            "assigned", "handled", "handling", "handle", "handles", "caseload", "workload", "closed", "resolved",
            "solved", "desk", "plate", "queue", "hands",
        ];
        let cases = ["case", "cases", "ticket", "tickets"];
        let waiting = ["unresolved", "open", "pending", "outstanding", "unsolved", "backlog"];
        let others = ["customer", "customers", "client", "clients", "complained", "complains", "complaints"];
        let on_hand = after().any(|w| cases.contains(&w)) && after().any(|w| waiting.contains(&w));
        (on_hand || after().any(|w| works.contains(&w))) && !after().any(|w| others.contains(&w))
    }

    /// Whether these are the people who wrote to an archive, which knows only the firms that they wrote about.
    fn unnamed_people(&self, at: usize) -> bool {
        const PEOPLE: [&str; 14] = [
            "people",
            "person",
            "persons",
            "peoples",
            "folk",
            "folks",
            "consumer",
            "consumers",
            "individual",
            "individuals",
            "complainant",
            "complainants",
            "users",
            "residents",
        ];
        self.catalog.is_archive() && PEOPLE.contains(&self.tokens[at].text.as_str())
    }

    /// "… and how many from silver customers?": what is counted was said before.
    fn comes_from(&self, at: usize) -> bool {
        let values = self.tokens[..at].iter().rev().take_while(|t| matches!(t.what, What::Value(_))).count();
        let lead: Vec<&str> = self.tokens[..at - values].iter().map(|t| t.text.as_str()).collect();
        let lead = lead.strip_prefix(&["and"]).unwrap_or(&lead);
        values > 0 && matches!(lead, ["how", "many", "from" | "by"] | ["from" | "by"])
    }

    /// Customers are grouped by, counted, or only the people who write.
    pub(super) fn customers(&mut self, at: usize) {
        if self.unnamed_people(at) {
            if self.how_many {
                self.said.notes.push("Complaints are counted: the archive does not say who sent them.".into());
            }
            return self.noun_of(Dataset::Communications, at);
        }
        if self.comes_from(at) {
            return;
        }
        // "which segment has the most complaints per customer": a mean that is compared, which no query gives.
        let per = at.checked_sub(1).is_some_and(|i| matches!(self.tokens[i].text.as_str(), "per" | "each" | "every"));
        if per && self.said.which && (self.said.most || self.said.least) && !self.said.groups.is_empty() {
            self.said.left.push("per customer".into());
        }
        // "the largest number of customers": they are counted.
        let counted = at >= 2
            && self.tokens[at - 1].text == "of"
            && matches!(self.tokens[at - 2].text.as_str(), "number" | "count");
        if (self.by && self.said.groups.is_empty() || self.how_many) && !(counted && self.said.most) {
            self.group(Group::Column("customer".into()));
        }
        // "what share of customers complained", but not "of customers' complaints" or "of her customers' cases".
        let records = |t: &Token| self.records(t) && (t.text.ends_with('s') || !matches!(t.what, What::Value(_)));
        let wrote = self.tokens.get(self.at).is_some_and(records);
        self.said.of_customers |= self.said.share_at.is_some() && self.said.noun_at.is_none() && !wrote;
        self.said.customers = true;
        self.said.customers_first |= self.said.noun_at.is_none();
        self.said.noun_at = self.said.noun_at.or(Some(at));
    }
}

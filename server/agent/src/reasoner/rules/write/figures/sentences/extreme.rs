//! The sentence about the group that has the most or the least.

use model::number::count;

use super::super::super::rows::number;
use super::super::super::text::and;
use super::FigureSentences;
use query::ast::Aggregation;

/// Groups named if tied for first place.
const MAX_TIED_GROUPS: usize = 4;

impl FigureSentences<'_> {
    pub(super) fn extreme(&self, counted: &str) -> String {
        let Some(first) = self.groups().first() else { return self.grouped(counted) };
        let tied = self.groups().iter().filter(|g| g[self.field()] == first[self.field()]).count();
        let end = if self.plan.frame.ascending() { "the least" } else { "the most" };
        let ahead = self.ahead();
        let changed = self.plan.query.compare.is_some();
        let name = self.name(first);
        // Several may share first place.
        let equal = if changed { 1 } else { tied.clamp(1, MAX_TIED_GROUPS) };
        let more = if tied > equal && !changed { format!(" and {} more", tied - equal) } else { String::new() };
        let names: Vec<String> = self.groups()[..equal].iter().map(|group| self.name(group)).collect();
        let told = match (changed, tied) {
            (true, _) => format!("{name} changed most: {}", self.changed(first)),
            (_, 0 | 1) => format!("{name} has {end}: {}{ahead}", self.value(first)),
            _ if more.is_empty() => format!("{} have {end}: {} each", and(&names), self.value(first)),
            _ => format!("{}{more} have {end}: {} each", names.join(", "), self.value(first)),
        };
        // One of just two rows is compared with the other.
        let also = if ahead.is_empty() { equal } else { 2 };
        let rows = self.cites.rows(&self.groups()[..also]);
        let verb = if counted.starts_with("1 ") { "is" } else { "are" };
        format!("{told}.{rows} In all there {verb} {counted}{}", self.tail())
    }

    /// ", 155 more than New York", if just two are compared.
    fn ahead(&self) -> String {
        let [first, second] = self.groups() else { return String::new() };
        if self.figure() != Aggregation::Count || self.data["groupCount"].as_f64() != Some(2.0) {
            return String::new();
        }
        let [a, b] = [first, second].map(|g| number(g, "count"));
        let way = if a < b { "fewer" } else { "more" };
        if a == b { String::new() } else { format!(", {} {way} than {}", count((a - b).abs()), self.name(second)) }
    }
}

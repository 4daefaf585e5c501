//! The sentences that compare with another time.

use model::number::{count, exact};
use model::text::capital;
use serde_json::Value;

use super::super::super::rows::days;
use super::FigureSentences;
use query::ast::Aggregation;

impl FigureSentences<'_> {
    pub(super) fn change(&self, many: &str) -> String {
        let all = &self.all;
        let before = format!("previous{}", capital(self.field()));
        let (now, then) = (self.spell("timeRange"), self.spell("previousTimeRange"));
        let percent = all["changePercent"].as_f64().map(|p| format!(" ({}%)", exact(p.abs()))).unwrap_or_default();
        let difference = match self.moved(all) {
            same if moved(all) == 0.0 => same,
            changed => format!("{changed}{percent}"),
        };
        let subject = if self.figure() == Aggregation::Count {
            capital(many)
        } else {
            capital(self.data["measure"].as_str().unwrap_or("figure"))
        };
        // "in March and April" may mean both together.
        let frame = &self.plan.frame;
        let listed = frame.against.is_some() && frame.act == reader::Act::Figure && self.figure() == Aggregation::Count;
        let sum = self.data["totalOfBoth"].as_f64().filter(|_| listed);
        let together = sum.map(|n| format!(" Together {}.{}", count(n), self.cites.rows([self.data])));
        format!(
            "{subject}{}: {}{now}, {}{then}: {difference}.{}{}",
            self.which(),
            self.value(all),
            self.named(all, &before),
            self.cited(),
            together.unwrap_or_default()
        )
    }

    /// The days of one side of a comparison: " in January 2026", " (2 to 31 January 2026)".
    fn spell(&self, field: &str) -> String {
        let days = days(&self.data[field]);
        let text = days.within();
        if text.starts_with(',') { format!(" ({})", days.label()) } else { text }
    }

    /// "12 fewer", "up 0.4", "no change": the difference from the previous period.
    fn moved(&self, figures: &Value) -> String {
        let change = moved(figures);
        let (size, less) = (exact(change.abs()), change < 0.0);
        match self.figure() {
            _ if change == 0.0 => "no change".to_owned(),
            Aggregation::Count | Aggregation::Distinct => format!("{size} {}", if less { "fewer" } else { "more" }),
            _ => format!("{} {size}", if less { "down" } else { "up" }),
        }
    }

    /// A group's figure now and before.
    pub(super) fn changed(&self, group: &Value) -> String {
        let before = format!("previous{}", capital(self.field()));
        format!("{}, {} before, {}", self.value(group), self.named(group, &before), self.moved(group))
    }
}

/// The difference from the previous period; for shares, in points.
fn moved(figures: &Value) -> f64 {
    figures["change"].as_f64().or(figures["changeInPoints"].as_f64()).unwrap_or(0.0)
}

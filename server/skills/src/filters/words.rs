//! The filter of a call, in words: "412 negative complaints about Mobile banking by phone".

use chrono::NaiveDate;
use model::answer::Coverage;
use model::record::Kind;
use model::run::ToolOutput;
use model::run::drill_through::FigureRule;
use model::time::DateRange;
use serde_json::Value;

use super::ResolvedFilter;
use crate::figures;
use query::{catalog, presets};
use store::analytics::Data;
use store::analytics::values as stored;
use tools::{ToolContext, ToolError};

impl ResolvedFilter {
    /// Adds the words for a value of a scope's field.
    pub(super) fn add_words(&mut self, field: &str, name: &str) {
        let mut called = name.to_owned();
        let phrase = match field {
            "product" => format!("about {name}"),
            "category" => format!("in the category \"{name}\""),
            "subcategory" => format!("on \"{name}\""),
            "customerId" | "state" => format!("from {name}"),
            "channel" => format!("by {name}"),
            "tier" => {
                called.push_str(" customers");
                format!("of {called}")
            }
            "sentiment" | "status" => {
                self.adjectives.push(called.clone());
                self.called.push(called);
                return;
            }
            // The noun says it.
            "kind" => return,
            _ => format!("with {} \"{name}\"", catalog::of_scope(field).replace('_', " ")),
        };
        self.phrases.push(phrase);
        self.called.push(called);
    }

    /// Adds words to the filter: "with \"login\"".
    pub fn mention(&mut self, phrase: &str) {
        self.phrases.push(phrase.to_owned());
    }

    /// "complaint" or "complaints", "cases" …: what is counted.
    pub fn noun(&self, count: i64) -> &'static str {
        match (self.data, self.subset.scope.kind, count) {
            (Data::Cases, _, 1) => "case",
            (Data::Cases, _, _) => "cases",
            (_, Some(kind), 1) => kind.as_str(),
            (_, Some(kind), _) => plural(kind),
            (_, None, 1) => "communication",
            (_, None, _) => "communications",
        }
    }

    /// "412 negative complaints about Mobile banking by phone".
    pub fn counted(&self, count: i64) -> String {
        let adjectives: String = self.adjectives.iter().map(|a| format!("{a} ")).collect();
        let mut text = format!("{} {adjectives}{}", figures::number(count), self.noun(count));
        if let (Data::Cases, Some(kind)) = (self.data, self.subset.scope.kind) {
            text.push_str(&format!(" opened from {}", plural(kind)));
        }
        text.push_str(&self.about());
        text
    }

    /// " about Mobile banking by phone": the filter, after a space.
    pub fn about(&self) -> String {
        self.phrases.iter().map(|phrase| format!(" {phrase}")).collect()
    }

    /// "412 complaints by phone (January 2026)".
    pub fn counted_in_days(&self, count: i64) -> String {
        format!("{} ({})", self.counted(count), self.days.label())
    }

    /// Makes the days absolute: open ends of a range are those of the records.
    pub async fn settle_days(&mut self, ctx: &ToolContext) -> Result<DateRange, ToolError> {
        let DateRange { mut from, mut to } = self.subset.range;
        if from.is_none() || to.is_none() {
            let extent = presets::extent(&ctx.db, self.data, &self.subset).await?;
            (from, to) = (from.or(extent.map(|(first, _)| first)), to.or(extent.map(|(_, last)| last)));
        }
        self.days = DateRange { from, to };
        Ok(self.days)
    }

    /// The same without days to come, which are unknown, not 0.
    pub async fn settle_past_days(&mut self, ctx: &ToolContext) -> Result<DateRange, ToolError> {
        self.days = elapsed(self.settle_days(ctx).await?, ctx.as_of);
        Ok(self.days)
    }

    /// The result of a tool: how many of the `available` records were `read`, and which of them its `figures` count.
    pub fn output(
        &self,
        summary: String,
        data: Value,
        (read, available): (i64, i64),
        figures: Vec<FigureRule>,
    ) -> ToolOutput {
        let coverage = Coverage { read, available, unit: self.data.as_str().into(), range: self.days };
        let counted = vec![self.counts(figures)];
        ToolOutput { data, summary, coverage: Some(coverage), counted, ..ToolOutput::default() }
    }

    /// The period of equal length before the days, if the data goes back that far. A question over all dates has none:
    /// its first day is that of its first record.
    pub async fn before(&self, ctx: &ToolContext) -> Result<Option<DateRange>, ToolError> {
        let Some(before) = self.days.previous().filter(|_| self.subset.range.from.is_some()) else { return Ok(None) };
        let extent = stored::days(&ctx.db, self.data).await?;
        Ok(extent.and_then(|(first, _)| before.from.filter(|from| first <= *from).map(|_| before)))
    }
}

/// The past part of a range.
pub fn elapsed(range: DateRange, as_of: NaiveDate) -> DateRange {
    match (range.from, range.to) {
        (Some(from), Some(to)) if from <= as_of && to > as_of => DateRange::new(from, as_of),
        _ => range,
    }
}

pub(super) fn plural(kind: Kind) -> &'static str {
    match kind {
        Kind::Complaint => "complaints",
        Kind::Enquiry => "enquiries",
        Kind::Request => "requests",
        Kind::Feedback => "messages of feedback",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_to_come_are_left_out() {
        let day = |text: &str| text.parse::<NaiveDate>().unwrap();
        let month = DateRange::new(day("2026-01-01"), day("2026-01-31"));
        assert_eq!(elapsed(month, day("2026-01-10")).to, Some(day("2026-01-10")));
        assert_eq!(elapsed(month, day("2026-02-10")), month);
    }
}

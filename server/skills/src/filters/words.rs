//! What a call is about, in words: "412 negative complaints about Mobile banking by phone".

use model::record::Kind;
use model::time::DateRange;

use super::ResolvedFilter;
use crate::figures;
use query::presets;
use store::analytics::Data;
use store::analytics::values as stored;
use tools::{ToolContext, ToolError};

impl ResolvedFilter {
    /// Adds words to what is counted: "with \"login\"".
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

    /// " about Mobile banking by phone": what narrows it, after a blank.
    pub fn about(&self) -> String {
        self.phrases.iter().map(|phrase| format!(" {phrase}")).collect()
    }

    /// The days in absolute terms: of an open range, those that have records.
    pub async fn days(&self, ctx: &ToolContext) -> Result<DateRange, ToolError> {
        let DateRange { from, to } = self.subset.range;
        if from.is_some() && to.is_some() {
            return Ok(self.subset.range);
        }
        let extent = presets::extent(&ctx.db, self.data, &self.subset).await?;
        Ok(DateRange { from: from.or(extent.map(|(first, _)| first)), to: to.or(extent.map(|(_, last)| last)) })
    }

    /// The period of equal length before `days`, when the data reaches back that far. What was asked over all dates has
    /// none: its first day is that of its first record.
    pub async fn before(&self, ctx: &ToolContext, days: DateRange) -> Result<Option<DateRange>, ToolError> {
        let Some(before) = days.previous().filter(|_| self.subset.range.from.is_some()) else { return Ok(None) };
        let extent = stored::days(&ctx.db, self.data).await?;
        Ok(extent.and_then(|(first, _)| before.from.filter(|from| first <= *from).map(|_| before)))
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

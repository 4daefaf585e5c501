//! The caller's scope in a call: the defaults for open arguments, what arguments may not contradict, and the scope that
//! a chart of the result passes on to the next question.

use std::collections::HashSet;
use std::sync::Arc;

use model::analysis::Stage;
use model::run::drill_through::{DrillThrough, FigureRule};
use model::run::{Records, Scope, Suggestion};
use model::time::DateRange;

use super::words::plural;
use super::{FilterArgs, ResolvedFilter};
use crate::figures;
use query::subset::{dataset, is};
use query::{drill_through, listing};
use store::analytics::values::{self as stored, Label};
use store::analytics::{Data, Order};
use tools::{ToolContext, ToolError};

/// Maximum messages that a search is limited to by id: the newest.
const MOST_IDS: u32 = 100_000;

/// The error for an argument that differs from the scope's value.
pub(super) fn contradicts(what: &str, limit: &str, asked: &str) -> ToolError {
    ToolError {
        suggestion: Suggestion::closest(asked, Some(limit)),
        ..ToolError::outside(&format!("{what} \"{limit}\""), &format!("\"{asked}\""))
    }
}

impl ResolvedFilter {
    /// Adds the limits of the scope that are no arguments.
    ///
    /// # Errors
    /// If the subcategory is none of its topics, or the scope is about a table.
    pub(super) async fn bound(&mut self, ctx: &ToolContext) -> Result<(), ToolError> {
        let scope = &ctx.scope;
        if let Some(text) = &scope.topic {
            if let Some(other) = self.subcategory.as_ref().filter(|other| *other != text) {
                return Err(contradicts("topic", text, other));
            }
            let known = stored::has_label(&ctx.db, Label::Subcategory, text).await?
                || stored::has_label(&ctx.db, Label::Category, text).await?;
            if !known {
                return Err(ToolError::unknown("topic", text, &stored::labels(&ctx.db, Label::Subcategory).await?));
            }
            if self.subcategory.is_none() {
                self.phrases.push(format!("on \"{text}\""));
                self.called.push(text.clone());
            }
            self.using("topic", text);
            self.subset.scope.topic = Some(text.clone());
        }
        if !scope.selected_items.is_empty() {
            let items = &scope.selected_items;
            if let Some(other) = self.subcategory.as_ref().filter(|other| !items.contains(other)) {
                return Err(ToolError::outside(&format!("topics \"{}\"", items.join(", ")), &format!("\"{other}\"")));
            }
            self.phrases.push(format!("on {}", figures::any_of(items)));
            self.called.push(figures::any_of(items));
            self.used.insert("topics".into(), items.clone().into());
            self.subset.scope.selected_items.clone_from(items);
        }
        if let Some(breached) = scope.breached {
            let says = if breached { "past their SLA" } else { "within their SLA" };
            self.phrases.push(says.to_owned());
            self.called.push(says.to_owned());
            self.used.insert("breached".into(), breached.into());
            self.subset.scope.breached = Some(breached);
        }
        if let Some(stage) = scope.journey_stage {
            let says = match stage {
                Stage::After => "after the resolution of their case".to_owned(),
                stage => format!("at the {} of their case", stage.name()),
            };
            self.phrases.push(says);
            self.called.push(stage.name().to_owned());
            self.using("journeyStage", stage.as_str());
            self.subset.scope.journey_stage = Some(stage);
        }
        if let Some(mark) = &scope.source_value {
            return Err(ToolError::outside(&format!("{} of {}", mark, mark.table), self.data.as_str()));
        }
        Ok(())
    }

    /// The scope of the next question when a person clicks on a chart of this result: all of these records.
    pub fn scope(&self) -> Scope {
        let scope = self.subset.scope.clone();
        let kind = scope.kind.map(|kind| plural(kind).to_owned());
        let called: Vec<String> = self.called.iter().cloned().chain(kind).collect();
        let window = if self.subset.range == DateRange::ALL { DateRange::ALL } else { self.days };
        Scope {
            topic: scope.topic.clone().or_else(|| self.subcategory.clone()),
            time_window: (window != DateRange::ALL).then_some(window),
            records: Some(match self.data {
                Data::Communications => Records::Communications,
                Data::Cases => Records::Cases,
            }),
            name: (!called.is_empty()).then(|| called.join(", ")),
            ..scope
        }
    }

    /// The drill-through of these figures of the result.
    pub fn counts(&self, figures: Vec<FigureRule>) -> DrillThrough {
        self.counts_of(self.data, figures)
    }

    /// The same for the other kind of records, with the same limits.
    pub fn counts_of(&self, data: Data, figures: Vec<FigureRule>) -> DrillThrough {
        let subset = &self.subset;
        drill_through::build(dataset(data), &subset.scope, subset.range, &subset.tests, figures)
    }

    /// The messages that a search may find, if the search index cannot filter them itself; `None` if it can.
    pub async fn only(&self, ctx: &ToolContext) -> Result<Option<Arc<HashSet<String>>>, ToolError> {
        let Scope { customer_id, product, channel, kind, category, .. } = self.subset.scope.clone();
        let told = Scope { customer_id, product, channel, kind, category, ..Scope::default() };
        if self.subset.scope == told && self.subset.tests.is_empty() {
            return Ok(None);
        }
        let ids = listing::ids(&ctx.db, Data::Communications, &self.subset, Order::Newest, MOST_IDS).await?;
        Ok(Some(Arc::new(ids.into_iter().collect())))
    }
}

/// The name of a scope's field, or of its column, for people.
pub fn noun(field: &str) -> &str {
    match field {
        "customerId" => "customer",
        "tags" => "tag",
        "subProduct" | "sub_product" => "sub-product",
        "companyResponse" | "company_response" => "response of the company",
        "breached" => "SLA",
        "journeyStage" => "stage of the journey",
        other => other,
    }
}

/// Which of the records are within the caller's scope, except for its days, which a question may exceed.
pub async fn visible(ctx: &ToolContext, data: Data, ids: &[String]) -> Result<HashSet<String>, ToolError> {
    let n = super::resolve_filter(ctx, &FilterArgs::default(), data).await?;
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    let subset = n.subset.on(DateRange::ALL).and(is("id", &ids));
    let most = u32::try_from(ids.len()).unwrap_or(u32::MAX);
    let found = listing::ids(&ctx.db, data, &subset, Order::Latest, most).await?;
    Ok(found.into_iter().collect())
}

/// Rejects a record outside of the caller's scope.
pub async fn expect_visible(ctx: &ToolContext, data: Data, id: &str) -> Result<(), ToolError> {
    if !visible(ctx, data, &[id.to_owned()]).await?.is_empty() {
        return Ok(());
    }
    let values = ctx.scope.values();
    let limit = values.into_iter().map(|(name, value)| format!("{} \"{value}\"", noun(name)));
    let items = &ctx.scope.selected_items;
    let items = (!items.is_empty()).then(|| format!("topics \"{}\"", items.join(", ")));
    Err(ToolError::outside(&limit.chain(items).collect::<Vec<_>>().join(", "), &format!("\"{id}\"")))
}

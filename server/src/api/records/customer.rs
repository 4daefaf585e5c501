//! A customer's page. Figures come from the tools that answer questions about the customer, lists from the queries behind
//! them: there is no second way to a figure.

use chrono::{Months, NaiveDate};
use model::error::AppError;
use model::record::page::{CustomerPage, Health, OpenCase, Quote};
use model::record::{Communication, Document};
use model::run::{Scope, ToolOutput};
use model::time::DateRange;
use serde_json::json;

use super::super::Api;
use crate::query::ast::Op;
use crate::query::catalog::{Column, ColumnExpr, ColumnType};
use crate::query::check::{Predicate, Scalar};
use crate::query::presets::{self, GroupBy};
use crate::query::subset::{Subset, is};
use crate::query::{drill_through, listing, run};
use crate::skills::evidence;
use crate::store::analytics::{Data, Order};
use crate::store::records;

/// Messages that are listed, and those that are quoted of a kind.
const MESSAGES: u32 = 20;
const QUOTED: u32 = 4;
/// Cases and documents that are listed.
const CASES: u32 = 10;
const DOCUMENTS: usize = 5;
/// Products whose documents concern a customer.
const PRODUCTS: usize = 2;

/// Words by which a message speaks of what somebody was promised.
const PROMISE: [&str; 7] =
    ["promise", "assured", "guarantee", "you said you would", "we will call", "was told that", "committed to"];

impl Api {
    /// A tool's result, over all that there is. `None` where it has nothing to tell.
    async fn told(&self, tool: &str, args: serde_json::Value, as_of: NaiveDate) -> Option<ToolOutput> {
        let agent = &self.services.agent;
        let tools = agent.tools();
        let tool = tools.get(tool).ok()?;
        tool.run(agent.tool_context(as_of, Scope::default()), args).await.ok()
    }

    /// All that the page of a customer shows.
    ///
    /// # Errors
    /// When the store fails.
    pub(super) async fn customer_page(&self, id: &str) -> Result<CustomerPage, AppError> {
        let db = &self.services.db;
        let as_of = self.services.agent.as_of().await?;
        let (communications, cases) = records::customer_totals(db, id).await?;
        let subset = Subset { as_of, ..Subset::default() }.with(|scope| scope.customer_id = Some(id.to_owned()));
        let health = self.told("analyze_customer_health", json!({ "customerId": id }), as_of).await;
        let from = as_of.checked_sub_months(Months::new(12)).and_then(|day| day.succ_opt()).unwrap_or(as_of);
        let year = json!({ "customerId": id, "timeRange": format!("{from} to {as_of}") });
        let mut charts = health.as_ref().map(|output| output.charts.clone()).unwrap_or_default();
        charts.extend(self.told("analyze_sentiment", year, as_of).await.into_iter().flat_map(|output| output.charts));
        charts.truncate(3);
        let unfinished = subset.and(presets::unfinished());
        let late = |case: &model::record::Case| case.is_breached(as_of) == Some(true);
        let open = listing::cases(db, &unfinished, Order::Deadline, CASES).await?;
        Ok(CustomerPage {
            communications,
            cases,
            health: health.and_then(|output| serde_json::from_value::<Health>(output.data).ok()),
            charts,
            open_cases: presets::count(db, Data::Cases, &unfinished).await?,
            open: open.into_iter().map(|case| OpenCase { late: late(&case), case }).collect(),
            messages: self.messages(&subset, MESSAGES).await?,
            complaints: self.complaints(&subset).await?,
            promises: self.promises(&subset).await?,
            documents: self.documents(&subset).await?,
        })
    }

    async fn messages(&self, subset: &Subset, many: u32) -> Result<Vec<Communication>, AppError> {
        let db = &self.services.db;
        let ids = listing::ids(db, Data::Communications, subset, Order::Latest, many).await?;
        Ok(records::communications(db, &ids).await?)
    }

    async fn complaints(&self, subset: &Subset) -> Result<Vec<Quote>, AppError> {
        let db = &self.services.db;
        let complaints = subset.and(is("kind", &["complaint"]));
        let ids = listing::ids(db, Data::Communications, &complaints, Order::Newest, QUOTED).await?;
        let all = records::communications(db, &ids).await?;
        let quote = |message: Communication| Quote { text: evidence::excerpt(&message, ""), message };
        Ok(all.into_iter().map(quote).filter(|quote| !quote.text.is_empty()).collect())
    }

    async fn promises(&self, subset: &Subset) -> Result<Vec<Quote>, AppError> {
        let holds = |words: &&str| Predicate::Is {
            column: Column::at(ColumnExpr::Own("body"), ColumnType::Text),
            op: Op::Contains,
            values: vec![Scalar::Text((*words).to_owned())],
        };
        let promised = subset.and(Predicate::Or(PROMISE.iter().map(holds).collect()));
        let all = self.messages(&promised, QUOTED).await?;
        let quote = |message: Communication| Some(Quote { text: sentence(&message.body)?, message });
        Ok(all.into_iter().filter_map(quote).collect())
    }

    async fn documents(&self, subset: &Subset) -> Result<Vec<Document>, AppError> {
        let db = &self.services.db;
        let products = presets::by_group(db, Data::Communications, subset, GroupBy::Product).await?;
        let named: Vec<String> = products.into_iter().filter_map(|(product, _)| product).take(PRODUCTS).collect();
        if named.is_empty() {
            return Ok(Vec::new());
        }
        let of = is("product", &named.iter().map(String::as_str).collect::<Vec<_>>());
        let query = drill_through::documents(of, subset.as_of, DateRange { from: None, to: Some(subset.as_of) });
        let ids = listing::of_query(db, &query, &Scope::default(), Order::Latest, DOCUMENTS, run::LIMIT).await?;
        let mut all = Vec::new();
        for id in ids {
            all.push(Document { chunks: Vec::new(), ..records::document(db, &id).await? });
        }
        Ok(all)
    }
}

/// The first sentence that speaks of a promise, word for word.
fn sentence(body: &str) -> Option<String> {
    let speaks = |part: &&str| {
        let part = part.to_lowercase();
        PROMISE.iter().any(|words| part.contains(words))
    };
    let found = body.split_inclusive(['.', '!', '?', '\n']).map(str::trim).find(speaks)?;
    let end = found.char_indices().nth(300).map_or(found.len(), |(end, _)| end);
    Some(found[..end].to_owned())
}

#[cfg(test)]
mod tests {
    use super::sentence;

    #[test]
    fn a_promise_is_quoted_word_for_word() {
        let body = "Hello. You PROMISED a call by Friday! Nothing came.";
        assert_eq!(sentence(body).as_deref(), Some("You PROMISED a call by Friday!"));
        assert_eq!(sentence("Nothing of the kind."), None);
        assert_eq!(sentence(&format!("a promise {}", "é".repeat(500))).map(|t| t.chars().count()), Some(300));
    }
}

//! A customer's page. Figures and texts come from the tools that answer questions about the customer, and the list of
//! messages from the query behind them: no figure is computed in a second way.

use chrono::{Months, NaiveDate};
use model::error::AppError;
use model::record::page::{CustomerPage, Health};
use model::run::{Scope, ToolOutput};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::super::Api;
use crate::query::listing;
use crate::query::subset::Subset;
use crate::store::analytics::{Data, Order};
use crate::store::records;

/// Messages listed.
const MAX_MESSAGES: u32 = 20;

/// A tool's result, parsed as a part of the page.
fn read<T: DeserializeOwned>(output: Option<ToolOutput>) -> Option<T> {
    serde_json::from_value(output?.data).ok()
}

impl Api {
    /// A tool's result over all data; `None` if it has nothing to show.
    async fn told(&self, tool: &str, args: Value, as_of: NaiveDate) -> Option<ToolOutput> {
        let agent = &self.services.agent;
        let tools = agent.tools();
        let tool = tools.find(tool)?;
        tool.run(agent.tool_context(as_of, Scope::default()), args).await.ok()
    }

    /// Everything on a customer's page.
    pub(super) async fn customer_page(&self, id: &str) -> Result<CustomerPage, AppError> {
        let db = &self.services.db;
        let as_of = self.services.agent.as_of().await?;
        let (communications, cases) = records::customer_totals(db, id).await?;
        let own = Subset { as_of, ..Subset::default() }.with(|scope| scope.customer_id = Some(id.to_owned()));
        let health = self.told("analyze_customer_health", json!({ "customerId": id }), as_of).await;
        let from = as_of.checked_sub_months(Months::new(12)).and_then(|day| day.succ_opt()).unwrap_or(as_of);
        let year = json!({ "customerId": id, "timeRange": format!("{from} to {as_of}") });
        let mut charts = health.as_ref().map(|output| output.charts.clone()).unwrap_or_default();
        charts.extend(self.told("analyze_sentiment", year, as_of).await.into_iter().flat_map(|output| output.charts));
        charts.truncate(3);
        let ids = listing::ids(db, Data::Communications, &own, Order::Latest, MAX_MESSAGES).await?;
        Ok(CustomerPage {
            communications,
            cases,
            sheet: read(self.told("call_sheet", json!({ "customerId": id }), as_of).await),
            health: read::<Health>(health),
            charts,
            messages: records::communications(db, &ids).await?,
        })
    }
}

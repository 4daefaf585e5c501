//! Products and customers by the names people use.

use chrono::NaiveDate;
use model::record::Customer;
use model::time::DateRange;
use schemars::JsonSchema;
use serde::Deserialize;

use super::{CommonFilterArgs, FilterArgs, ResolvedFilter, resolve_filter};
use query::{presets, values};
use store::analytics::Data;
use store::records;
use tools::{ToolContext, ToolError, closest};

/// The slug of a product given in words.
pub async fn product_slug(ctx: &ToolContext, text: &str) -> Result<(String, String), ToolError> {
    let products = records::products(&ctx.db).await?;
    let found = values::product(&products, text).map(|p| (p.slug.clone(), p.name.clone()));
    let slugs: Vec<String> = products.into_iter().map(|p| p.slug).collect();
    found.ok_or_else(|| ToolError::unknown("product", text, &slugs))
}

/// Id and name of a customer given by either.
pub async fn customer(ctx: &ToolContext, text: &str) -> Result<(String, String), ToolError> {
    if let Ok(customer) = records::customer(&ctx.db, text).await {
        return Ok((customer.id, customer.name));
    }
    let vocabulary = ctx.vocabulary.get(&ctx.db).await?;
    if let Some(found) = vocabulary.customer(text) {
        return Ok(found.clone());
    }
    // Finding similar names scans every name.
    let text = text.to_owned();
    let look = tokio::task::spawn_blocking(move || nobody(&vocabulary.customers, &text));
    Err(look.await.unwrap_or_else(|e| ToolError::new(e.to_string())))
}

/// The error for a name that no customer has, or several.
fn nobody(all: &[(String, String)], text: &str) -> ToolError {
    let wanted = values::pick::phrase(text);
    let several: Vec<&str> = all
        .iter()
        .filter(|(_, name)| !wanted.is_empty() && values::pick::phrase(name).contains(&wanted))
        .map(|(_, name)| name.as_str())
        .take(6)
        .collect();
    if several.len() > 1 {
        let list = several.join(", ");
        return ToolError::new(format!("Several customers are called \"{text}\": {list}. Say which."));
    }
    let suggestion = closest(text, all.iter().map(|(_, name)| name.as_str())).map(str::to_owned);
    let hint = suggestion.as_ref().map(|s| format!(" Closest: {s}.")).unwrap_or_default();
    ToolError { message: format!("Customer not found or no communications: \"{text}\".{hint}"), suggestion }
}

/// Arguments of the tools about one customer.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CustomerArgs {
    /// Id or name.
    pub customer_id: String,
}

/// A customer who wrote at least once, all of their communications, and the first and the last day.
pub async fn contact(
    ctx: &ToolContext,
    customer: &str,
) -> Result<(Customer, ResolvedFilter, (NaiveDate, NaiveDate)), ToolError> {
    let mut n = of_customer(ctx, customer, None).await?;
    let customer = records::customer(&ctx.db, n.subset.scope.customer_id.as_deref().unwrap_or_default()).await?;
    let Some((first, last)) = presets::extent(&ctx.db, Data::Communications, &n.subset).await? else {
        let message = format!("Customer not found or no communications: {} has none in scope.", customer.name);
        return Err(ToolError::new(message));
    };
    n.days = DateRange::new(first, last);
    Ok((customer, n, (first, last)))
}

/// All communications of one customer, who must be named.
///
/// # Errors
/// If no customer is named, and as [`narrow`].
pub async fn of_customer(
    ctx: &ToolContext,
    customer: &str,
    time_range: Option<String>,
) -> Result<ResolvedFilter, ToolError> {
    if customer.trim().is_empty() {
        return Err(ToolError::new("customerId is empty. Give a customer's id or name."));
    }
    let base = CommonFilterArgs { customer_id: Some(customer.to_owned()), time_range, ..CommonFilterArgs::default() };
    resolve_filter(ctx, &FilterArgs::from(base), Data::Communications).await
}

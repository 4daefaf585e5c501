//! Values of arguments by the names people use.

use std::fmt::Display;

use chrono::NaiveDate;
use model::record::{Channel, Customer, Kind, Sentiment, Tier};
use model::time::DateRange;
use schemars::JsonSchema;
use serde::Deserialize;

use super::{CommonFilterArgs, FilterArgs, ResolvedFilter, resolve_filter};
use query::ast::Dataset;
use query::catalog::Catalog;
use query::{catalog, presets, values};
use store::analytics::values::{self as stored, Label};
use store::analytics::{Attribute, Data};
use store::records;
use tools::{ToolContext, ToolError, closest};

/// A value as it is stored, and as people read it.
pub(super) struct NamedValue {
    pub stored: String,
    pub name: String,
}

/// The value of a scope's field that a text means.
///
/// # Errors
/// Names the closest existing value.
pub(super) async fn resolve(ctx: &ToolContext, field: &str, text: &str) -> Result<NamedValue, ToolError> {
    let stored = match field {
        "product" => return product(ctx, text).await,
        "customerId" => return customer(ctx, text).await,
        "state" => {
            let all: Vec<&str> = values::states().map(|(_, name)| name).collect();
            let (code, name) = values::state(text).ok_or_else(|| unknown(field, text, &all))?;
            return Ok(NamedValue { stored: code.to_owned(), name: name.to_owned() });
        }
        "channel" => one_of(field, text, values::channel(text), Channel::ALL)?,
        "kind" => one_of(field, text, values::kind(text), Kind::ALL)?,
        "tier" => one_of(field, text, values::tier(text), Tier::ALL)?,
        "sentiment" => one_of(field, text, values::sentiment(text), Sentiment::ALL)?,
        "status" => one_of(field, text, values::status(text), values::STATUSES)?,
        "category" | "subcategory" => {
            let kind = if field == "category" { Label::Category } else { Label::Subcategory };
            match stored::has_label(&ctx.db, kind, text).await? {
                true => text.to_owned(),
                false => labelled(field, text, &stored::labels(&ctx.db, kind).await?)?,
            }
        }
        _ => {
            let column = catalog::of_scope(field);
            match Attribute::find(column) {
                Some(own) => labelled(field, text, &stored::attribute_values(&ctx.db, own).await?)?,
                None => in_catalog(ctx, column, text).await?,
            }
        }
    };
    let name = if field == "status" { stored.replace('_', " ") } else { stored.clone() };
    Ok(NamedValue { stored, name })
}

/// A value of a column as the query language reads it.
async fn in_catalog(ctx: &ToolContext, name: &str, text: &str) -> Result<String, ToolError> {
    let vocabulary = ctx.vocabulary.get(&ctx.db).await?;
    let catalog = Catalog::of(&vocabulary);
    let column = [Dataset::Communications, Dataset::Cases].into_iter().find_map(|of| catalog.column(of, name));
    let column = column.ok_or_else(|| ToolError::new(format!("The data has no column \"{name}\" any more.")))?;
    Ok(vocabulary.stored(column, text)?)
}

/// A value of a closed set.
fn one_of<T: Display>(field: &str, text: &str, found: Option<T>, all: &[T]) -> Result<String, ToolError> {
    found.map(|value| value.to_string()).ok_or_else(|| unknown(field, text, all))
}

/// A value among those in the data.
fn labelled(field: &str, text: &str, known: &[String]) -> Result<String, ToolError> {
    values::label(known, text).map(str::to_owned).ok_or_else(|| ToolError::unknown(field, text, known))
}

fn unknown<T: Display>(field: &str, text: &str, all: &[T]) -> ToolError {
    ToolError::unknown(field, text, &all.iter().map(T::to_string).collect::<Vec<_>>())
}

/// The slug and the name of a product given in words.
async fn product(ctx: &ToolContext, text: &str) -> Result<NamedValue, ToolError> {
    let products = records::products(&ctx.db).await?;
    let found = values::product(&products, text);
    let slugs = || products.iter().map(|p| p.slug.as_str()).collect::<Vec<_>>();
    let found = found.ok_or_else(|| unknown("product", text, &slugs()))?;
    Ok(NamedValue { stored: found.slug.clone(), name: found.name.clone() })
}

/// Id and name of a customer given by either.
async fn customer(ctx: &ToolContext, text: &str) -> Result<NamedValue, ToolError> {
    if let Ok(customer) = records::customer(&ctx.db, text).await {
        return Ok(NamedValue { stored: customer.id, name: customer.name });
    }
    let vocabulary = ctx.vocabulary.get(&ctx.db).await?;
    if let Some((id, name)) = vocabulary.customer(text) {
        return Ok(NamedValue { stored: id.clone(), name: name.clone() });
    }
    // Finding similar names scans every name.
    let text = text.to_owned();
    let look = base::compute(move || nobody(&vocabulary.customers, &text));
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
    let instead = closest(text, all.iter().map(|(_, name)| name.as_str()));
    ToolError::closest(format!("Customer not found or no communications: \"{text}\"."), text, instead)
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
/// If no customer is named, and as [`super::resolve_filter`].
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

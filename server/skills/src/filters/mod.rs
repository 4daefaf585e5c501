//! The filter of a call: the arguments that all tools share, made into a [`Subset`]. The caller's scope applies below
//! the arguments: they narrow it further, or contradict it, which is an error; they never widen it.

mod named;
mod scope;
mod words;

use model::record::Channel;
use model::run::Scope;
use model::time::DateRange;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use query::catalog::Catalog;
use query::range::{self, Resolved};
use query::subset::{Subset, dataset, is};
use query::{describe, filter_codec, values};
use search::SearchQuery;
use store::analytics::values::{self as stored, Label};
use store::analytics::{Attribute, Data};
use tools::{ToolContext, ToolError};

pub use named::{CustomerArgs, contact, of_customer};
pub use scope::{expect_visible, visible};

use named::{customer, product_slug};

/// Arguments of every tool. Models read of them in the skill's instructions, once for all tools.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
#[schemars(transform = base::schema::undescribed)]
pub struct CommonFilterArgs {
    /// When: "last 30 days", "this month", "November 2014", "Q3 2025", "2026-01-02 to 2026-01-31", "since 15 January 2026",
    /// "all". Without it, all dates.
    pub time_range: Option<String>,
    /// Only this customer: id or name.
    pub customer_id: Option<String>,
    /// Only this product: slug, name or what people call it ("mobile app", "mortgages").
    pub product: Option<String>,
    /// Only this category, e.g. "Payment processing".
    pub category: Option<String>,
    /// Only this channel: email, phone, chat, letter, social, web, referral or fax.
    pub channel: Option<String>,
    /// Only this kind of communication: complaint, enquiry, request or feedback.
    pub kind: Option<String>,
    /// Only what meets this as well: a condition of the query language on stored values, of any column.
    #[serde(rename = "where")]
    #[schemars(extend("x-hidden" = true))]
    pub condition: Option<Value>,
}

/// Further arguments of the tools that count. What only archives record, models ask `query_data` for.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
#[schemars(transform = base::schema::undescribed)]
pub struct FilterArgs {
    #[serde(flatten)]
    pub base: CommonFilterArgs,
    /// Only this subcategory, e.g. "Login failures".
    pub subcategory: Option<String>,
    /// Only customers of this tier: platinum, gold, silver or standard.
    pub tier: Option<String>,
    /// Only communications of this sentiment: positive, neutral or negative.
    pub sentiment: Option<String>,
    /// Only this status: open, in_progress, resolved, escalated, pending or closed.
    pub status: Option<String>,
    /// Only this US state: name or postal code. For archives that record it.
    #[schemars(extend("x-hidden" = true))]
    pub state: Option<String>,
    /// Only records with this tag, e.g. "Older American". For archives that record it.
    #[schemars(extend("x-hidden" = true))]
    pub tags: Option<String>,
    /// Only this sub-product, e.g. "FHA mortgage". For archives that record it.
    #[schemars(extend("x-hidden" = true))]
    pub sub_product: Option<String>,
    /// Only this response of the company, e.g. "Closed with explanation". For archives that record it.
    #[schemars(extend("x-hidden" = true))]
    pub company_response: Option<String>,
}

impl From<CommonFilterArgs> for FilterArgs {
    fn from(base: CommonFilterArgs) -> Self {
        Self { base, ..Self::default() }
    }
}

/// The resolved filter of a call, for the store, and in words.
#[derive(Clone, Debug)]
pub struct ResolvedFilter {
    pub data: Data,
    pub subset: Subset,
    /// By the records' labels, not by topic.
    subcategory: Option<String>,
    pub time: Resolved,
    /// The days of the result, once settled; see [`Self::settle_days`].
    pub days: DateRange,
    /// The values used, as repeated in the tool's result.
    pub used: Map<String, Value>,
    /// The period with records, if the requested one extends beyond it.
    beyond: Option<DateRange>,
    /// "about Mobile banking", "in California" …, in reading order.
    phrases: Vec<String>,
    adjectives: Vec<String>,
    /// The names of its filter values, except for the kind: "Mobile banking", "phone" …
    called: Vec<String>,
}

/// Resolves the arguments within the caller's scope.
///
/// # Errors
/// A value that is not in the data (naming the closest), a time that is not understood, a contradiction to the scope.
pub async fn resolve_filter(ctx: &ToolContext, which: &FilterArgs, data: Data) -> Result<ResolvedFilter, ToolError> {
    let which = &scope::filled(which, &ctx.scope);
    let base = &which.base;
    let time = when(ctx, base.time_range.as_deref())?;
    let beyond = ctx.vocabulary.get(&ctx.db).await?.beyond(data, time.range);
    let mut n = ResolvedFilter {
        data,
        subset: Subset { range: time.range, as_of: ctx.as_of, ..Subset::default() },
        subcategory: None,
        time,
        days: DateRange::ALL,
        used: Map::new(),
        beyond,
        phrases: Vec::new(),
        adjectives: Vec::new(),
        called: Vec::new(),
    };
    n.product(ctx, given(&base.product)).await?;
    n.labels(ctx, which).await?;
    n.customer(ctx, given(&base.customer_id)).await?;
    n.message(ctx, which)?;
    n.properties(which)?;
    n.attributes(ctx, which).await?;
    n.condition(ctx, base.condition.as_ref()).await?;
    n.bound(ctx).await?;
    Ok(n)
}

/// The time range: the argument's, or the scope's, or all (A-058: an argument may extend beyond the scope's; a clicked
/// bubble is no limit, A-060).
fn when(ctx: &ToolContext, text: Option<&str>) -> Result<Resolved, ToolError> {
    match (text.map(str::trim).filter(|t| !t.is_empty()), ctx.scope.time_window) {
        (Some(text), _) => range::parse(text, ctx.as_of).map_err(|e| ToolError::new(e.to_string())),
        (None, Some(window)) => Ok(Resolved::new(window)),
        (None, None) => Ok(Resolved::new(DateRange::ALL)),
    }
}

fn names(all: &[&str]) -> Vec<String> {
    all.iter().map(|s| (*s).to_owned()).collect()
}

/// The value that satisfies both the scope and an argument.
fn within(scope: Option<String>, argument: Option<String>, what: &str) -> Result<Option<String>, ToolError> {
    match (scope, argument) {
        (Some(scope), Some(argument)) if scope != argument => Err(ToolError {
            suggestion: Some(scope.clone()),
            ..ToolError::outside(&format!("{what} \"{scope}\""), &format!("\"{argument}\""))
        }),
        (scope, argument) => Ok(argument.or(scope)),
    }
}

fn given(text: &Option<String>) -> Option<&str> {
    text.as_deref().map(str::trim).filter(|t| !t.is_empty())
}

impl ResolvedFilter {
    /// Searches for `text` within the filter, at most `limit` records.
    pub fn search(&self, text: &str, limit: usize) -> SearchQuery {
        let scope = &self.subset.scope;
        SearchQuery {
            text: text.to_owned(),
            limit,
            customer_id: scope.customer_id.clone(),
            product: scope.product.clone(),
            channel: scope.channel.as_deref().and_then(|channel| channel.parse().ok()),
            kind: scope.kind,
            category: scope.category.clone(),
            range: self.subset.range,
            ..SearchQuery::default()
        }
    }

    /// Whether it filters by product, category or subcategory.
    pub fn names_topic(&self) -> bool {
        let scope = &self.subset.scope;
        scope.product.is_some() || scope.category.is_some() || self.subcategory.is_some()
    }

    /// Adds a subcategory.
    pub fn in_subcategory(&mut self, subcategory: String) {
        self.subset.tests.push(is("subcategory", &[&subcategory]));
        self.subcategory = Some(subcategory);
    }

    fn using(&mut self, name: &str, value: &str) {
        self.used.insert(name.into(), value.into());
    }

    /// The days of the result.
    pub fn time_json(&self) -> Value {
        days_json(self.days, self.beyond)
    }

    async fn labels(&mut self, ctx: &ToolContext, which: &FilterArgs) -> Result<(), ToolError> {
        if let Some(text) = given(&which.base.category) {
            let name = label(ctx, Label::Category, "category", text).await?;
            self.phrases.push(format!("in the category \"{name}\""));
            self.using("category", &name);
            self.called.push(name.clone());
            self.subset.scope.category = Some(name);
        }
        if let Some(text) = given(&which.subcategory) {
            let name = label(ctx, Label::Subcategory, "subcategory", text).await?;
            self.phrases.push(format!("on \"{name}\""));
            self.using("subcategory", &name);
            self.called.push(name.clone());
            self.in_subcategory(name);
        }
        Ok(())
    }

    async fn product(&mut self, ctx: &ToolContext, text: Option<&str>) -> Result<(), ToolError> {
        let Scope { product: scope, .. } = &ctx.scope;
        let mut name = None;
        let slug = match text {
            Some(text) => {
                let (slug, found) = product_slug(ctx, text).await?;
                name = Some(found);
                Some(slug)
            }
            None => None,
        };
        self.subset.scope.product = within(scope.clone(), slug, "product")?;
        if let Some(slug) = self.subset.scope.product.clone() {
            let name = match name {
                Some(name) => name,
                None => product_slug(ctx, &slug).await.map_or(slug.clone(), |(_, name)| name),
            };
            self.phrases.push(format!("about {name}"));
            self.called.push(name);
            self.using("product", &slug);
        }
        Ok(())
    }

    async fn customer(&mut self, ctx: &ToolContext, text: Option<&str>) -> Result<(), ToolError> {
        let mut name = None;
        let id = match text {
            Some(text) => {
                let (id, found) = customer(ctx, text).await?;
                name = Some(found);
                Some(id)
            }
            None => None,
        };
        self.subset.scope.customer_id = within(ctx.scope.customer_id.clone(), id, "customer")?;
        if let Some(id) = self.subset.scope.customer_id.clone() {
            let name = match name {
                Some(name) => name,
                None => customer(ctx, &id).await?.1,
            };
            self.phrases.push(format!("from {name}"));
            self.using("customerId", &id);
            self.using("customerName", &name);
            self.called.push(name);
        }
        Ok(())
    }

    fn message(&mut self, ctx: &ToolContext, which: &FilterArgs) -> Result<(), ToolError> {
        let mut channel = None;
        if let Some(text) = given(&which.base.channel) {
            let all: Vec<&str> = Channel::ALL.iter().map(|c| c.as_str()).collect();
            let found = values::channel(text).ok_or_else(|| ToolError::unknown("channel", text, &names(&all)))?;
            channel = Some(found.as_str().to_owned());
        }
        if let Some(channel) = within(ctx.scope.channel.clone(), channel, "channel")? {
            self.phrases.push(format!("by {channel}"));
            self.using("channel", &channel);
            self.called.push(channel.clone());
            if channel.parse::<Channel>().is_err() {
                let all: Vec<&str> = Channel::ALL.iter().map(|c| c.as_str()).collect();
                return Err(ToolError::unknown("channel", &channel, &names(&all)));
            }
            self.subset.scope.channel = Some(channel);
        }
        if let Some(text) = given(&which.base.kind) {
            let all = ["complaint", "enquiry", "request", "feedback"];
            let kind = values::kind(text).ok_or_else(|| ToolError::unknown("kind", text, &names(&all)))?;
            self.using("kind", kind.as_str());
            self.subset.scope.kind = Some(kind);
        }
        Ok(())
    }

    fn properties(&mut self, which: &FilterArgs) -> Result<(), ToolError> {
        if let Some(text) = given(&which.tier) {
            let all = ["platinum", "gold", "silver", "standard"];
            let tier = values::tier(text).ok_or_else(|| ToolError::unknown("tier", text, &names(&all)))?;
            self.phrases.push(format!("of {tier} customers"));
            self.using("tier", tier.as_str());
            self.called.push(format!("{tier} customers"));
            self.subset.scope.tier = Some(tier);
        }
        if let Some(text) = given(&which.sentiment) {
            let all = ["positive", "neutral", "negative"];
            let found = values::sentiment(text).ok_or_else(|| ToolError::unknown("sentiment", text, &names(&all)))?;
            self.adjectives.push(found.to_string());
            self.using("sentiment", found.as_str());
            self.called.push(found.to_string());
            self.subset.scope.sentiment = Some(found);
        }
        if let Some(text) = given(&which.status) {
            let found =
                values::status(text).ok_or_else(|| ToolError::unknown("status", text, &names(values::STATUSES)))?;
            self.adjectives.push(found.replace('_', " "));
            self.using("status", found);
            self.called.push(found.replace('_', " "));
            self.subset.scope.status = Some(found.to_owned());
        }
        Ok(())
    }

    async fn condition(&mut self, ctx: &ToolContext, condition: Option<&Value>) -> Result<(), ToolError> {
        let Some(condition) = condition else { return Ok(()) };
        let vocabulary = ctx.vocabulary.get(&ctx.db).await?;
        let catalog = Catalog::of(&vocabulary);
        let reader = filter_codec::Reader { catalog: &catalog, dataset: dataset(self.data) };
        let test = reader.json(condition).map_err(|error| {
            ToolError::new(format!("The {} cannot be filtered by that. {}", self.data.as_str(), error.message))
        })?;
        let says = describe::which(&test, &vocabulary).trim().to_owned();
        self.using("where", &says);
        self.called.push(says.clone());
        self.phrases.push(says);
        self.subset.tests.push(test);
        Ok(())
    }

    async fn attributes(&mut self, ctx: &ToolContext, which: &FilterArgs) -> Result<(), ToolError> {
        if let Some(text) = given(&which.state) {
            let all: Vec<String> = values::states().map(|(_, name)| name.to_owned()).collect();
            let (code, name) = values::state(text).ok_or_else(|| ToolError::unknown("state", text, &all))?;
            self.phrases.push(format!("from {name}"));
            self.using("state", code);
            self.called.push(name.to_owned());
            self.subset.scope.state = Some(code.to_owned());
        }
        for (attribute, name, text) in [
            (Attribute::Tags, "tags", &which.tags),
            (Attribute::SubProduct, "subProduct", &which.sub_product),
            (Attribute::CompanyResponse, "companyResponse", &which.company_response),
        ] {
            let Some(text) = given(text) else { continue };
            let known = stored::attribute_values(&ctx.db, attribute).await?;
            let found = values::label(&known, text).map(str::to_owned);
            let value = found.ok_or_else(|| ToolError::unknown(name, text, &known))?;
            self.phrases.push(format!("with {} \"{value}\"", attribute.as_str().replace('_', " ")));
            self.using(name, &value);
            self.called.push(value.clone());
            self.subset.scope.set(name, &value);
        }
        Ok(())
    }
}

/// The days of a result: `{from, to, label}`, ISO days or null; with `data`, the days with records, if the requested
/// ones extend beyond them.
pub fn days_json(days: DateRange, beyond: Option<DateRange>) -> Value {
    let mut out = json!({ "from": days.from, "to": days.to, "label": days.label() });
    if let Some(known) = beyond {
        let outside = days.from > known.to || days.to.is_some_and(|to| Some(to) < known.from);
        out["data"] = json!({ "from": known.from, "to": known.to, "label": known.label(), "outside": outside });
    }
    out
}

async fn label(ctx: &ToolContext, kind: Label, what: &str, text: &str) -> Result<String, ToolError> {
    if stored::has_label(&ctx.db, kind, text).await? {
        return Ok(text.to_owned());
    }
    let known = stored::labels(&ctx.db, kind).await?;
    let found = values::label(&known, text).map(str::to_owned);
    found.ok_or_else(|| ToolError::unknown(what, text, &known))
}

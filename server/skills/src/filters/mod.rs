//! The filter of a call: the arguments that all tools share, made into a [`Subset`]. The caller's scope applies below
//! the arguments: they narrow it further, or contradict it, which is an error; they never widen it.

mod named;
mod scope;
mod words;

use model::record::{Channel, Kind, Sentiment, Tier};
use model::run::FIELDS;
use model::time::DateRange;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use query::catalog::Catalog;
use query::range;
use query::subset::{Subset, dataset, is};
use query::values::STATUSES;
use query::{describe, filter_codec};
use search::SearchQuery;
use store::analytics::Data;
use tools::{ToolContext, ToolError, given};

pub use named::{CustomerArgs, contact, of_customer};
pub use scope::{expect_visible, noun, visible};
pub use words::elapsed;

use named::{NamedValue, resolve};

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
    /// Only this channel.
    pub channel: Option<String>,
    /// Only this kind of communication.
    pub kind: Option<String>,
    /// Only what meets this as well: a condition of the query language on stored values, of any column.
    #[serde(rename = "where")]
    #[schemars(extend("x-hidden" = true))]
    pub condition: Option<Value>,
}

/// Lists the values of filters in the schema of a tool that finds records. Models read them there and in the skill's
/// instructions, once for all tools: in each schema they would be a fifth of a prompt's tools.
pub fn with_values(schema: &mut Schema) {
    let lists = [
        ("channel", json!(Channel::ALL)),
        ("kind", json!(Kind::ALL)),
        ("tier", json!(Tier::ALL)),
        ("sentiment", json!(Sentiment::ALL)),
        ("status", json!(STATUSES)),
    ];
    let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) else { return };
    for (name, values) in lists {
        if let Some(property) = properties.get_mut(name).and_then(Value::as_object_mut) {
            property.insert("x-values".into(), values);
        }
    }
}

/// Likewise for a tool that lists cases: what only messages have is accepted and not shown.
pub fn with_values_of_cases(schema: &mut Schema) {
    with_values(schema);
    let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) else { return };
    for name in ["channel", "kind", "sentiment"] {
        if let Some(property) = properties.get_mut(name).and_then(Value::as_object_mut) {
            property.insert("x-hidden".into(), true.into());
        }
    }
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
    /// Only customers of this tier.
    pub tier: Option<String>,
    /// Only communications of this sentiment.
    pub sentiment: Option<String>,
    /// Only this status.
    pub status: Option<String>,
    /// Values of the other columns that a scope can limit, by the names of its fields.
    #[serde(flatten)]
    #[schemars(schema_with = "of_others")]
    pub others: Map<String, Value>,
}

/// Arguments with a name of their own, and what only a scope says.
const NAMED: [&str; 11] = [
    "product", "category", "customerId", "channel", "kind", "tier", "sentiment", "status", "topic", "breached",
    "journeyStage",
];

/// The other fields of a scope, such as those of columns that only archives have.
fn others() -> impl Iterator<Item = &'static str> {
    FIELDS.iter().map(|(field, _)| *field).filter(|field| !NAMED.contains(field))
}

fn of_others(_: &mut SchemaGenerator) -> Schema {
    let text = json!({ "type": ["string", "null"], "x-hidden": true });
    let fields: Map<String, Value> = others().map(|field| (field.to_owned(), text.clone())).collect();
    json_schema!({ "type": "object", "properties": fields })
}

impl FilterArgs {
    /// The arguments with a value of a column, each under the name of the scope's field, in the order of a sentence.
    fn values(&self) -> Vec<(&'static str, Option<&str>)> {
        let base = &self.base;
        let own = [
            ("product", &base.product),
            ("category", &base.category),
            ("subcategory", &self.subcategory),
            ("customerId", &base.customer_id),
            ("channel", &base.channel),
            ("kind", &base.kind),
            ("tier", &self.tier),
            ("sentiment", &self.sentiment),
            ("status", &self.status),
        ];
        let others = others().map(|field| (field, self.others.get(field).and_then(Value::as_str)));
        let all = own.into_iter().map(|(field, value)| (field, value.as_deref())).chain(others);
        all.map(|(field, value)| (field, value.map(str::trim).filter(|text| !text.is_empty()))).collect()
    }
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
    let range = when(ctx, given(&which.base.time_range))?;
    let beyond = ctx.vocabulary.get(&ctx.db).await?.beyond(data, range);
    let mut n = ResolvedFilter {
        data,
        subset: Subset { range, as_of: ctx.as_of, ..Subset::default() },
        subcategory: None,
        days: DateRange::ALL,
        used: Map::new(),
        beyond,
        phrases: Vec::new(),
        adjectives: Vec::new(),
        called: Vec::new(),
    };
    for (field, argument) in which.values() {
        n.limit(ctx, field, argument).await?;
    }
    n.condition(ctx, which.base.condition.as_ref()).await?;
    n.bound(ctx).await?;
    Ok(n)
}

/// The time range: the argument's, or the scope's, or all (A-058: an argument may extend beyond the scope's; a clicked
/// bubble is no limit, A-060).
fn when(ctx: &ToolContext, text: Option<&str>) -> Result<DateRange, ToolError> {
    let Some(text) = text else { return Ok(ctx.scope.time_window.unwrap_or(DateRange::ALL)) };
    range::parse(text, ctx.as_of).map(|meant| meant.range).map_err(|e| ToolError::new(e.to_string()))
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

    /// Limits it by an argument, or by the scope's value where the argument is open.
    async fn limit(&mut self, ctx: &ToolContext, field: &str, argument: Option<&str>) -> Result<(), ToolError> {
        let bound = ctx.scope.values().into_iter().find(|(name, _)| *name == field).map(|(_, value)| value);
        let Some(text) = argument.or(bound) else { return Ok(()) };
        let NamedValue { stored, name } = resolve(ctx, field, text).await?;
        // The scope's spelling may differ from the stored one.
        if let Some(bound) = bound.filter(|bound| !stored.eq_ignore_ascii_case(bound))
            && !resolve(ctx, field, bound).await.is_ok_and(|bound| bound.stored == stored)
        {
            return Err(scope::contradicts(noun(field), bound, &stored));
        }
        self.add_words(field, &name);
        self.using(field, &stored);
        match field {
            "customerId" => self.using("customerName", &name),
            "subcategory" => self.in_subcategory(stored.clone()),
            _ => {}
        }
        self.subset.scope.set(field, &stored);
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

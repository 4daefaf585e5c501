//! SAP Datasphere (C-038): lists, describes, queries and compares entities of an OData service, and runs reading SQL.
//! No real system was available: it is tested against a double of that API.

mod client;
mod compare;
mod entities;
mod sql;

use std::sync::Arc;

use model::run::ToolOutput;
use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use self::client::{Client, Rows};
use base::secret::Secret;
use outside::{act, result};
use tools::{Skill, Tool, ToolContext, ToolError, given};

/// The name of the skill, and of its origin among external tools.
pub const SKILL: &str = "datasphere";

/// Rows per response: maximum and default.
const MOST: usize = 1_000;
const DEFAULT_TOP: i64 = 100;

/// The address and credentials of Datasphere.
#[derive(Clone, Debug)]
pub struct Connection {
    pub url: String,
    /// Sent as a bearer token.
    pub token: Option<Secret>,
}

#[derive(Deserialize, JsonSchema)]
struct Nothing {}

#[derive(Deserialize, JsonSchema)]
struct Named {
    /// As ds_list_entities names it.
    entity: String,
}

#[derive(Deserialize, JsonSchema)]
struct Asked {
    /// As ds_list_entities names it.
    entity: String,
    /// Properties, with commas between.
    select: Option<String>,
    /// OData, e.g. Year eq 2024.
    filter_expr: Option<String>,
    /// Rows; 100 if not given.
    #[schemars(range(min = 1, max = 1000))]
    top: Option<i64>,
    /// E.g. Amount desc.
    orderby: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
struct Statement {
    /// A single SELECT.
    query: String,
}

#[derive(Deserialize, JsonSchema)]
struct Two {
    entity_a: String,
    entity_b: String,
    /// A number of both.
    measure: String,
    /// Properties of both; the totals alone if not given.
    #[serde(default)]
    group_by: Vec<String>,
    /// OData, for both.
    filter_expr: Option<String>,
}

/// A tool over the client, for whoever is at the desk.
fn tool<A, Fut>(
    client: &Arc<Client>,
    name: &'static str,
    description: &'static str,
    run: fn(Arc<Client>, ToolContext, A) -> Fut,
) -> Tool
where
    A: DeserializeOwned + JsonSchema + Send + 'static,
    Fut: Future<Output = Result<ToolOutput, ToolError>> + Send + 'static,
{
    let client = client.clone();
    Tool::reads(name, description, move |ctx: ToolContext, args: A| {
        let found = act::at_the_desk(&ctx).map(|()| run(client.clone(), ctx, args));
        async move { found?.await }
    })
}

/// The tools, with their skill.
pub fn tools(connection: &Connection) -> Result<Vec<Tool>, String> {
    let client = &Arc::new(Client::new(connection)?);
    let mut tools = vec![
        tool(client, "ds_list_entities", "Lists the entities of SAP Datasphere.", list),
        tool(client, "ds_query_entity", "Rows of an entity of SAP Datasphere, filtered and ordered.", query),
        tool(client, "ds_execute_sql", "Rows of a single SELECT in SAP Datasphere.", execute),
        tool(client, "ds_get_metadata", "Properties of an entity of SAP Datasphere, with their types.", metadata),
        tool(
            client,
            "ds_compare_entities",
            "Compares a measure of two entities of SAP Datasphere: totals, matches, differences.",
            compare_two,
        ),
    ];
    let skill = Arc::new(Skill {
        name: SKILL.into(),
        description: "Entities of SAP Datasphere: rows, properties, SQL that reads, two of them compared.".into(),
        version: env!("CARGO_PKG_VERSION").into(),
        domain: "reconciliation".into(),
        tags: vec!["sap".into(), "datasphere".into(), "comparison".into()],
        instructions:
            "Names of entities come from ds_list_entities and those of properties from ds_get_metadata; guess \
            none. For a difference between two entities use ds_compare_entities, and repeat its interpretation."
                .into(),
    });
    tools.iter_mut().for_each(|tool| tool.skill = skill.clone());
    Ok(tools)
}

async fn list(client: Arc<Client>, ctx: ToolContext, _: Nothing) -> Result<ToolOutput, ToolError> {
    let found = client.rows("", &[], None).await?;
    let names: Vec<Value> = found.rows.iter().filter_map(|row| row.get("name").cloned()).collect();
    let count = names.len();
    let data = json!({ "source": "SAP Datasphere", "entities": names, "count": count });
    result::output(data, "SAP Datasphere", &ctx.scope)
}

async fn query(client: Arc<Client>, ctx: ToolContext, args: Asked) -> Result<ToolOutput, ToolError> {
    let entity = entities::name("The entity", &args.entity)?;
    let top = args.top.unwrap_or(DEFAULT_TOP);
    if !(1..=MOST as i64).contains(&top) {
        return Err(ToolError::new(format!("top must be from 1 to {MOST}.")));
    }
    let mut query = Vec::new();
    if let Some(select) = given(&args.select) {
        query.push(("$select", entities::names("The property", select, false)?));
    }
    if let Some(filter) = given(&args.filter_expr) {
        query.push(("$filter", filter.to_owned()));
    }
    if let Some(order) = given(&args.orderby) {
        query.push(("$orderby", entities::names("The property", order, true)?));
    }
    let found = client.rows(entity, &query, Some(top as usize)).await?;
    told(entity, found, &ctx)
}

async fn execute(client: Arc<Client>, ctx: ToolContext, args: Statement) -> Result<ToolOutput, ToolError> {
    let found = client.sql(sql::checked(&args.query)?, MOST).await?;
    told("SQL", found, &ctx)
}

async fn metadata(client: Arc<Client>, ctx: ToolContext, args: Named) -> Result<ToolOutput, ToolError> {
    let entity = entities::name("The entity", &args.entity)?;
    let xml = client.metadata().await?;
    let unknown =
        || ToolError::new(format!("SAP Datasphere describes no entity {entity}. ds_list_entities names them."));
    let properties = entities::properties(&xml, entity).ok_or_else(unknown)?;
    let from = format!("SAP Datasphere: {entity}");
    result::output(json!({ "source": from, "properties": properties }), &from, &ctx.scope)
}

async fn compare_two(client: Arc<Client>, ctx: ToolContext, args: Two) -> Result<ToolOutput, ToolError> {
    let (a, b) = (entities::name("The entity", &args.entity_a)?, entities::name("The entity", &args.entity_b)?);
    let mut select = vec![entities::name("The measure", &args.measure)?.to_owned()];
    let measure = select[0].clone();
    let mut group_by = Vec::new();
    for name in &args.group_by {
        group_by.push(entities::name("The property", name)?.to_owned());
    }
    select.extend(group_by.clone());
    let mut query = vec![("$select", select.join(","))];
    if let Some(filter) = given(&args.filter_expr) {
        query.push(("$filter", filter.to_owned()));
    }
    let (of_a, of_b) = (client.rows(a, &query, Some(MOST)).await?, client.rows(b, &query, Some(MOST)).await?);
    let figures = [compare::figures(a, &of_a, &measure, &group_by)?, compare::figures(b, &of_b, &measure, &group_by)?];
    compare::output([a, b], &measure, &group_by, figures, &ctx.scope)
}

fn told(what: &str, found: Rows, ctx: &ToolContext) -> Result<ToolOutput, ToolError> {
    let from = format!("SAP Datasphere: {what}");
    let count = found.rows.len();
    let data = json!({ "source": from, "rows": found.rows, "rowCount": count, "truncated": found.truncated });
    result::output(data, &from, &ctx.scope)
}

//! `list_sources` (C-009, C-036): the declared sources, what can be queried in each, and which pairs can be compared.

use model::run::ToolOutput;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::figures::number;
use query::declared::Opened;
use store::analytics::Data;
use store::records;
use tools::{ToolContext, ToolError, given};

#[derive(Deserialize, JsonSchema)]
pub struct Args {
    /// Only this one, with all it has.
    source: Option<String>,
}

pub async fn run(ctx: ToolContext, args: Args) -> Result<ToolOutput, ToolError> {
    let vocabulary = ctx.vocabulary.get(&ctx.db).await?;
    if let Some(name) = given(&args.source) {
        let opened = super::query_source::source(&vocabulary, name)?;
        let summary = format!(
            "{} has {} measures and {} dimensions.",
            name,
            opened.source.measures.len(),
            opened.source.dimensions.len()
        );
        return Ok(ToolOutput { data: opened.described(), summary, ..ToolOutput::default() });
    }
    let all = &vocabulary.sources;
    let brief = |opened: &Opened| {
        let source = &opened.source;
        json!({
            "name": source.name.as_str(),
            "description": source.description,
            "measures": source.measures.iter().map(|m| m.name.as_str()).collect::<Vec<_>>().join(", "),
            "dimensions": source.dimensions.iter().map(|d| d.name.as_str()).collect::<Vec<_>>().join(", "),
            "days": opened.days.map(|days| days.label()),
        })
    };
    let sources: Vec<Value> = all.iter().map(|opened| brief(opened)).collect();
    let totals = records::totals(&ctx.db).await?;
    let label = |data: Data| vocabulary.days.iter().find(|(of, _)| *of == data).map(|(_, days)| days.label());
    let own = [
        ("communications", totals.communications, label(Data::Communications)),
        ("cases", totals.cases, label(Data::Cases)),
        ("customers", totals.customers, None),
        ("documents", totals.documents, None),
    ];
    let own: Vec<_> = own.into_iter().filter(|(_, many, _)| *many > 0).collect();
    let rows: Vec<Value> =
        own.iter().map(|(name, many, days)| json!({ "records": name, "count": many, "days": days })).collect();
    let mut pairs = serde_json::Map::new();
    for (place, a) in all.iter().enumerate() {
        for b in &all[place + 1..] {
            let (measures, dimensions) = common(a, b);
            if !measures.is_empty() && !dimensions.is_empty() {
                let common = json!({ "measures": measures.join(", "), "dimensions": dimensions.join(", ") });
                pairs.insert(format!("{} and {}", a.source.name.as_str(), b.source.name.as_str()), common);
            }
        }
    }
    let held: Vec<String> = own
        .iter()
        .map(|(name, many, days)| {
            let days = days.as_ref().map(|days| format!(" ({days})")).unwrap_or_default();
            format!("{} {name}{days}", number(*many))
        })
        .collect();
    let held = if held.is_empty() { String::new() } else { format!("The desk holds {}. ", held.join(", ")) };
    let declared = match sources.len() {
        0 => "No sources are declared. An administrator adds one with `plumbline source add`.".to_owned(),
        1 => "1 source is declared.".to_owned(),
        n => format!("{n} sources are declared; {} pairs may be compared.", pairs.len()),
    };
    let summary = format!("{held}{declared}");
    let data = json!({ "records": rows, "sources": sources, "comparablePairs": pairs });
    Ok(ToolOutput { data, summary, ..ToolOutput::default() })
}

/// The measures and the dimensions that two sources both have.
pub fn common<'a>(a: &'a Opened, b: &Opened) -> (Vec<&'a str>, Vec<&'a str>) {
    let measures = a.source.measures.iter().map(|m| m.name.as_str()).filter(|name| b.source.measure(name).is_some());
    let dimensions =
        a.source.dimensions.iter().map(|d| d.name.as_str()).filter(|name| b.source.dimension(name).is_some());
    (measures.collect(), dimensions.collect())
}

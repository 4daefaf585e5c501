//! `compare_sources` (C-011 to C-017, C-033 to C-037): a measure of two sources, aligned by common dimensions. Rows are
//! classified and described here.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use md5::{Digest, Md5};
use model::run::ToolOutput;
use model::time::DateRange;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::kept::ResultCache;
use super::list_sources::common;
use super::pairs::{Only, Pairs};
use super::query_source::{TIME, equal, group, measures, source};
use crate::customer_intelligence::checked;
use crate::{figures, policy};
use query::ast::{Dataset, Query};
use query::check::GROUPS;
use query::declared::{Comparison, Opened};
use query::run;
use query::values::Vocabulary;
use tools::{ToolContext, ToolError};

/// Maximum rows per page of differences (C-035).
const PAGE_ROWS: usize = 100;

/// Names used by the source document (C-011).
fn document_names(schema: &mut schemars::Schema) {
    let names = [("source_a", "sourceA"), ("source_b", "sourceB"), ("align_on", "alignOn"), ("cache_key", "cacheKey")];
    base::schema::also(schema, &names);
}

#[derive(Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = document_names)]
pub struct Args {
    /// Its name.
    #[serde(alias = "source_a")]
    source_a: Option<String>,
    #[serde(alias = "source_b")]
    source_b: Option<String>,
    /// Of both sources.
    measure: Option<String>,
    /// Dimensions of both, at most three.
    #[serde(default, alias = "align_on")]
    #[schemars(length(max = 3))]
    align_on: Vec<String>,
    /// Dimension and value.
    #[serde(default)]
    filters: BTreeMap<String, Value>,
    /// Of an earlier comparison: more of its rows.
    #[serde(default, alias = "cache_key")]
    cache_key: Option<String>,
    /// With cacheKey: only these rows.
    status: Option<Only>,
    /// With cacheKey: from this row on.
    #[schemars(range(min = 0))]
    offset: Option<i64>,
}

/// Two sources, compared.
#[derive(Clone, Debug, PartialEq)]
pub struct Compared {
    pub measure: String,
    pub unit: String,
    pub align_on: Vec<String>,
    pub filters: BTreeMap<String, Value>,
    pub pairs: Pairs,
    /// Source rows read, of both.
    pub read: f64,
    pub limits: Comparison,
    pub cache_key: String,
}

/// The requested comparison.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Wanted {
    pub source_a: String,
    pub source_b: String,
    pub measure: String,
    pub align_on: Vec<String>,
    pub filters: BTreeMap<String, Value>,
}

/// Comparisons for drilling down.
static KEPT: LazyLock<ResultCache<Compared>> = LazyLock::new(|| ResultCache::new(50));

/// Compares, or returns an earlier comparison with the same arguments.
///
/// # Errors
/// Names a missing source, measure or dimension, with the existing ones.
pub async fn compare(ctx: &ToolContext, wanted: &Wanted) -> Result<Arc<Compared>, ToolError> {
    let vocabulary = ctx.vocabulary.get(&ctx.db).await?;
    let (a, b) = (source(&vocabulary, wanted.source_a.trim())?, source(&vocabulary, wanted.source_b.trim())?);
    if a.source.name == b.source.name {
        return Err(ToolError::new("Both are the same source. Name two different ones."));
    }
    let (known, dimensions) = common(a, b);
    if !known.contains(&wanted.measure.as_str()) {
        let known: Vec<String> = known.iter().map(|name| (*name).to_owned()).collect();
        return Err(ToolError::unknown("measure of both sources", &wanted.measure, &known));
    }
    let align_on = match wanted.align_on.as_slice() {
        [] if a.source.comparison.align_on.is_empty() => {
            dimensions.iter().take(2).map(|name| (*name).to_owned()).collect()
        }
        [] => a.source.comparison.align_on.iter().filter(|name| dimensions.contains(&name.as_str())).cloned().collect(),
        given => given.to_vec(),
    };
    for name in align_on.iter().chain(wanted.filters.keys()) {
        if !dimensions.contains(&name.as_str()) {
            let known: Vec<String> = dimensions.iter().map(|name| (*name).to_owned()).collect();
            return Err(ToolError::unknown("dimension of both sources", name, &known));
        }
    }
    if align_on.is_empty() || align_on.len() > GROUPS {
        let text = format!("Rows are compared by one to {GROUPS} dimensions; alignOn has {}.", align_on.len());
        return Err(ToolError::new(text));
    }
    let cache_key = key(wanted, &align_on);
    if let Some(known) = cached(ctx, &cache_key) {
        return Ok(known);
    }
    let (of_a, of_b) =
        (rows(ctx, &vocabulary, a, wanted, &align_on).await?, rows(ctx, &vocabulary, b, wanted, &align_on).await?);
    let limits = a.source.comparison.clone();
    let read = of_a.iter().chain(&of_b).map(|line| line.count).sum();
    let figure = |line: run::ResultRow| (line.key, line.values.first().copied().flatten().unwrap_or(0.0));
    let figures = [of_a, of_b].map(|lines| lines.into_iter().map(figure).collect());
    let compared = Arc::new(Compared {
        measure: wanted.measure.clone(),
        unit: a.source.measure(&wanted.measure).map_or("", |m| m.unit).to_owned(),
        align_on,
        filters: wanted.filters.clone(),
        pairs: Pairs::new([a.source.name.as_str(), b.source.name.as_str()], figures, &limits),
        read,
        limits,
        cache_key: cache_key.clone(),
    });
    KEPT.put(place(ctx, &cache_key), &compared);
    Ok(compared)
}

/// The figures of one source by the dimensions.
async fn rows(
    ctx: &ToolContext,
    vocabulary: &Vocabulary,
    opened: &Opened,
    wanted: &Wanted,
    align_on: &[String],
) -> Result<Vec<run::ResultRow>, ToolError> {
    let query = Query {
        dataset: Dataset::Source(opened.source.name),
        filter: equal(&wanted.filters)?,
        group_by: align_on.iter().map(|name| group(opened, name)).collect(),
        measures: measures(opened, std::slice::from_ref(&wanted.measure))?,
        ..Query::default()
    };
    let checked = checked(ctx, &query, vocabulary)?;
    let (lines, cut) = policy::lines(ctx, &checked, TIME).await?;
    if cut {
        return Err(ToolError::new(format!(
            "{} has too many rows by {}. Add a filter.",
            opened.source.name.as_str(),
            align_on.join(" and ")
        )));
    }
    Ok(lines)
}

/// 16 hexadecimal digits identifying the request (C-035).
fn key(wanted: &Wanted, align_on: &[String]) -> String {
    let mut align_on = align_on.to_vec();
    align_on.sort();
    let text = json!([wanted.source_a, wanted.source_b, wanted.measure, align_on, wanted.filters]).to_string();
    Md5::digest(text.as_bytes()).iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

/// The cache key of a comparison: others, who see other rows, and models, who see less, do not get it by its key.
fn place(ctx: &ToolContext, key: &str) -> String {
    json!([key, Arc::as_ptr(&ctx.vocabulary) as usize, ctx.by_model, ctx.scope]).to_string()
}

fn cached(ctx: &ToolContext, key: &str) -> Option<Arc<Compared>> {
    KEPT.get(&place(ctx, key), |known| Duration::from_secs(known.limits.cache_s))
}

pub async fn run(ctx: ToolContext, args: Args) -> Result<ToolOutput, ToolError> {
    if let Some(key) = &args.cache_key {
        let gone = || ToolError::new(format!("The comparison {key} is no longer cached. Compare the sources again."));
        let compared = cached(&ctx, key).ok_or_else(gone)?;
        return Ok(listed(&compared, args.status, args.offset.unwrap_or(0).max(0) as usize));
    }
    let needed = |value: Option<String>, name: &str| {
        value.filter(|v| !v.trim().is_empty()).ok_or_else(|| ToolError::new(format!("{name} is missing.")))
    };
    let wanted = Wanted {
        source_a: needed(args.source_a, "sourceA")?,
        source_b: needed(args.source_b, "sourceB")?,
        measure: needed(args.measure, "measure")?,
        align_on: args.align_on,
        filters: args.filters,
    };
    let compared = compare(&ctx, &wanted).await?;
    Ok(output(&compared))
}

/// The fields of a row's two figures.
const VALUES: [&str; 2] = ["sourceAValue", "sourceBValue"];

fn output(compared: &Compared) -> ToolOutput {
    let pairs = &compared.pairs;
    let data = json!({
        "sourceA": pairs.sources[0],
        "sourceB": pairs.sources[1],
        "measure": compared.measure,
        "unit": compared.unit,
        "alignOn": compared.align_on,
        "filters": compared.filters,
        "summary": pairs.summary(["totalSourceA", "totalSourceB"]),
        "interpretation": pairs.interpretation().join("; "),
        "topDifferences": pairs.largest(&compared.align_on, VALUES),
        "cacheKey": compared.cache_key,
    });
    let coverage = Some(figures::covered(compared.read as i64, "rows", DateRange::default()));
    ToolOutput { data, summary: pairs.sentence(&compared.measure), coverage, ..ToolOutput::default() }
}

/// A page of the rows of an earlier comparison.
fn listed(compared: &Compared, only: Option<Only>, offset: usize) -> ToolOutput {
    let all = compared.pairs.only(only);
    let rows: Vec<Value> =
        all.iter().skip(offset).take(PAGE_ROWS).map(|pair| pair.row(&compared.align_on, VALUES)).collect();
    let truncated = offset + rows.len() < all.len();
    let summary = format!("{} rows, {} of them listed from row {}.", all.len(), rows.len(), offset + 1);
    let data = json!({ "cacheKey": compared.cache_key, "totalRows": all.len(), "truncated": truncated, "rows": rows });
    ToolOutput { data, summary, ..ToolOutput::default() }
}

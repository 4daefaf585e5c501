//! `compare_sources` (C-011 to C-017, C-033 to C-037): a measure of two sources, aligned by common dimensions. Rows are
//! classified and described here.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use md5::{Digest, Md5};
use model::answer::Coverage;
use model::run::ToolOutput;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::classes::{self, Class, Judged};
use super::kept::ResultCache;
use super::list_sources::common;
use super::query_source::{TIME, equal, group, measures, source, wrong};
use crate::figures::round2;
use crate::policy;
use query::ast::{Dataset, Query};
use query::declared::{Comparison, Opened};
use query::describe::number;
use query::values::Vocabulary;
use query::{check, run};
use tools::{ToolContext, ToolError};

/// Maximum differences at the top of a result (C-035), and rows per page of them.
const TOP: usize = 5;
const PAGE: usize = 100;

/// Names used by the source document (C-011).
fn document_names(schema: &mut schemars::Schema) {
    let names = [("source_a", "sourceA"), ("source_b", "sourceB"), ("align_on", "alignOn"), ("cache_key", "cacheKey")];
    base::schema::also(schema, &names);
}

#[derive(Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = document_names)]
pub struct Args {
    /// As list_sources names it.
    #[serde(alias = "source_a")]
    source_a: Option<String>,
    #[serde(alias = "source_b")]
    source_b: Option<String>,
    /// Of both sources.
    measure: Option<String>,
    /// Dimensions of both that rows are compared by; the source's own choice if not given.
    #[serde(default, alias = "align_on")]
    align_on: Vec<String>,
    /// Dimension and value, e.g. {"company": "1001", "period": "202401"}.
    #[serde(default)]
    filters: BTreeMap<String, Value>,
    /// Of an earlier comparison: lists more of its rows, in place of the sources.
    #[serde(default, alias = "cache_key")]
    cache_key: Option<String>,
    /// With cacheKey: only these rows.
    status: Option<Only>,
    /// With cacheKey: from this row on.
    #[schemars(range(min = 0, max = 1_000_000))]
    offset: Option<i64>,
}

/// Which rows of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Only {
    Match,
    MinorDiff,
    MajorDiff,
    MissingInA,
    MissingInB,
}

/// Two rows of the same key.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    pub key: Vec<Option<String>>,
    /// `None` if the source has no such row.
    pub a: Option<f64>,
    pub b: Option<f64>,
    pub judged: Judged,
}

impl Pair {
    /// The first minus the second; missing counts as 0.
    pub fn difference(&self) -> f64 {
        self.a.unwrap_or(0.0) - self.b.unwrap_or(0.0)
    }
}

/// Two sources, compared.
#[derive(Clone, Debug, PartialEq)]
pub struct Compared {
    pub sources: [String; 2],
    pub measure: String,
    pub unit: String,
    pub align_on: Vec<String>,
    pub filters: BTreeMap<String, Value>,
    /// The largest difference first.
    pub pairs: Vec<Pair>,
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

/// The values of the dimensions that rows are compared by.
type Key = Vec<Option<String>>;

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
    if align_on.is_empty() || align_on.len() > 2 {
        return Err(ToolError::new("Rows are compared by one or two dimensions: give alignOn."));
    }
    let cache_key = key(wanted, &align_on);
    if let Some(known) = cached(ctx, &cache_key) {
        return Ok(known);
    }
    let (of_a, of_b) =
        (rows(ctx, &vocabulary, a, wanted, &align_on).await?, rows(ctx, &vocabulary, b, wanted, &align_on).await?);
    let limits = a.source.comparison.clone();
    let mut values: BTreeMap<Key, [Option<f64>; 2]> = BTreeMap::new();
    let mut read = 0.0;
    for line in of_a {
        read += line.count;
        values.entry(line.key).or_default()[0] = Some(line.values.first().copied().flatten().unwrap_or(0.0));
    }
    for line in of_b {
        read += line.count;
        values.entry(line.key).or_default()[1] = Some(line.values.first().copied().flatten().unwrap_or(0.0));
    }
    let pair = |(key, [a, b]): (Key, [Option<f64>; 2])| {
        let judged = classes::judge(a.unwrap_or(0.0), b.unwrap_or(0.0), &limits);
        Pair { key, a, b, judged }
    };
    let mut pairs: Vec<Pair> = values.into_iter().map(pair).collect();
    pairs.sort_by(|x, y| y.difference().abs().total_cmp(&x.difference().abs()).then_with(|| x.key.cmp(&y.key)));
    let compared = Arc::new(Compared {
        sources: [a.source.name.as_str().to_owned(), b.source.name.as_str().to_owned()],
        measure: wanted.measure.clone(),
        unit: a.source.measure(&wanted.measure).map_or("", |m| m.unit).to_owned(),
        align_on,
        filters: wanted.filters.clone(),
        pairs,
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
        group_by: align_on.iter().map(|name| group(name)).collect(),
        measures: measures(opened, std::slice::from_ref(&wanted.measure))?,
        ..Query::default()
    };
    let checked = check::check(&query, vocabulary, ctx.scope.time_window, ctx.as_of).map_err(wrong)?;
    super::super::customer_intelligence::within(&ctx.scope, &checked, vocabulary)?;
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

impl Compared {
    fn of(&self, class: Class) -> usize {
        self.pairs.iter().filter(|pair| pair.judged.class == class).count()
    }

    /// The selected rows; all without a selection.
    pub fn only(&self, only: Option<Only>) -> Vec<&Pair> {
        let fits = |pair: &&Pair| match only {
            None => true,
            Some(Only::Match) => pair.judged.class == Class::Match,
            Some(Only::MinorDiff) => pair.judged.class == Class::MinorDiff,
            Some(Only::MajorDiff) => pair.judged.class == Class::MajorDiff,
            Some(Only::MissingInA) => pair.a.is_none(),
            Some(Only::MissingInB) => pair.b.is_none(),
        };
        self.pairs.iter().filter(fits).collect()
    }

    /// Matches, minor and major differences.
    pub fn counts(&self) -> (usize, usize, usize) {
        (self.of(Class::Match), self.of(Class::MinorDiff), self.of(Class::MajorDiff))
    }

    /// Rows missing in the first, and in the second source.
    pub fn missing(&self) -> (usize, usize) {
        let none = |of: fn(&Pair) -> Option<f64>| self.pairs.iter().filter(|pair| of(pair).is_none()).count();
        (none(|pair| pair.a), none(|pair| pair.b))
    }

    /// The sums of both sources.
    pub fn totals(&self) -> (f64, f64) {
        let sum = |of: fn(&Pair) -> Option<f64>| self.pairs.iter().filter_map(of).sum();
        (sum(|pair| pair.a), sum(|pair| pair.b))
    }

    /// How well they agree, sentence by sentence.
    pub fn interpretation(&self) -> Vec<String> {
        let (matches, minor, major) = self.counts();
        let mut all = classes::interpretation(self.pairs.len(), matches, minor, major);
        let (in_a, in_b) = self.missing();
        for (many, name) in [(in_a, &self.sources[0]), (in_b, &self.sources[1])] {
            if many > 0 {
                let rows = if many == 1 { "1 row is".to_owned() } else { format!("{many} rows are") };
                all.push(format!("{rows} missing in {name} and counted as 0"));
            }
        }
        all
    }

    fn row(&self, pair: &Pair) -> Value {
        let mut map = serde_json::Map::new();
        for (name, value) in self.align_on.iter().zip(&pair.key) {
            map.insert(name.clone(), json!(value));
        }
        map.insert("sourceAValue".into(), json!(round2(pair.a.unwrap_or(0.0))));
        map.insert("sourceBValue".into(), json!(round2(pair.b.unwrap_or(0.0))));
        map.insert("absoluteDiff".into(), json!(round2(pair.difference().abs())));
        map.insert("percentageDiff".into(), json!(pair.judged.percent.map(round2)));
        map.insert("status".into(), json!(pair.judged.class));
        if let Some(because) = &pair.judged.because {
            map.insert("because".into(), because.clone().into());
        }
        if let Some(missing) = pair.a.is_none().then_some("missing_in_a").or(pair.b.is_none().then_some("missing_in_b"))
        {
            map.insert("missing".into(), missing.into());
        }
        map.into()
    }
}

fn output(compared: &Compared) -> ToolOutput {
    let (matches, minor, major) = compared.counts();
    let (in_a, in_b) = compared.missing();
    let (total_a, total_b) = compared.totals();
    let interpretation = compared.interpretation();
    let different = compared.pairs.iter().filter(|pair| pair.difference() != 0.0);
    let top: Vec<Value> = different.take(TOP).map(|pair| compared.row(pair)).collect();
    let percent = (total_a != 0.0).then(|| round2((total_a - total_b).abs() / total_a.abs() * 100.0));
    let data = json!({
        "sourceA": compared.sources[0],
        "sourceB": compared.sources[1],
        "measure": compared.measure,
        "unit": compared.unit,
        "alignOn": compared.align_on,
        "filters": compared.filters,
        "summary": {
            "totalRows": compared.pairs.len(),
            "matches": matches,
            "minorDifferences": minor,
            "majorDifferences": major,
            "missingInA": in_a,
            "missingInB": in_b,
            "totalSourceA": round2(total_a),
            "totalSourceB": round2(total_b),
            "totalDiff": round2(total_a - total_b),
            "totalDiffPercent": percent,
        },
        "interpretation": interpretation.join("; "),
        "topDifferences": top,
        "cacheKey": compared.cache_key,
    });
    let summary = format!(
        "{} of {} against {}: {}. {} against {}, a difference of {}.",
        compared.measure,
        compared.sources[0],
        compared.sources[1],
        interpretation.join("; "),
        number(round2(total_a)),
        number(round2(total_b)),
        number(round2((total_a - total_b).abs()))
    );
    let coverage = Coverage {
        read: compared.read as i64,
        available: compared.read as i64,
        unit: "rows".into(),
        ..Coverage::default()
    };
    ToolOutput { data, summary, coverage: Some(coverage), ..ToolOutput::default() }
}

/// A page of the rows of an earlier comparison.
fn listed(compared: &Compared, only: Option<Only>, offset: usize) -> ToolOutput {
    let all = compared.only(only);
    let rows: Vec<Value> = all.iter().skip(offset).take(PAGE).map(|pair| compared.row(pair)).collect();
    let truncated = offset + rows.len() < all.len();
    let summary = format!("{} rows, {} of them listed from row {}.", all.len(), rows.len(), offset + 1);
    let data = json!({ "cacheKey": compared.cache_key, "totalRows": all.len(), "truncated": truncated, "rows": rows });
    ToolOutput { data, summary, ..ToolOutput::default() }
}

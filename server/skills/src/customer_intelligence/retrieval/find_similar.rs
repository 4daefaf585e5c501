//! `find_similar`: communications with similar content.

use model::record::Communication;
use model::run::ToolOutput;
use model::text::excerpt;
use model::time::full_date;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use super::search_knowledge_base::find;
use crate::evidence;
use crate::figures::{self, count};
use crate::filters::{self, CommonFilterArgs};
use query::presets;
use query::subset::is;
use search::{Hit, HitKind, Only, SearchQuery};
use store::analytics::{self, Data};
use store::records;
use tools::{ToolContext, ToolError};

/// Maximum records per call, and characters of each.
const MAX_TOP_K: i64 = 50;
const MAX_CONTENT_CHARS: usize = 300;
/// How many are shown by default.
const DEFAULT_TOP_K: i64 = 5;

const METHOD: &str = "Similar is what shares the most telling words with it (BM25), 1 being the record itself.";

const BY_MEANING: &str = "Similar is what says the same: the cosine of the embeddings, 1 being the record itself.";

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Args {
    /// Or a case.
    communication_id: String,
    /// 1 to 50
    #[schemars(extend("default" = DEFAULT_TOP_K))]
    top_k: Option<i64>,
    #[serde(flatten)]
    base: CommonFilterArgs,
}

pub async fn run(ctx: ToolContext, args: Args) -> Result<ToolOutput, ToolError> {
    let top = usize::try_from(args.top_k.unwrap_or(DEFAULT_TOP_K).clamp(1, MAX_TOP_K)).unwrap_or(5);
    let mut n = filters::resolve_filter(&ctx, &args.base.into(), Data::Communications).await?;
    let asked = known(&ctx, args.communication_id.trim()).await?;
    filters::expect_visible(&ctx, Data::Communications, &asked.id).await?;
    let text = format!("{}\n{}", asked.subject.as_deref().unwrap_or_default(), asked.body);
    // One more than requested: it finds itself.
    let query = SearchQuery { only: Some(Only::Communications), ids: n.only(&ctx).await?, ..n.search(&text, top + 1) };
    let found = find(&ctx, query.clone()).await?;
    if found.words.is_empty() {
        return Err(ToolError::new(format!("{} has no words to compare by.", asked.id)));
    }
    let meant = by_meaning(&ctx, &asked.id, &query).await;
    // The record is compared with all others, and may lie outside the filter itself.
    let itself = presets::count(&ctx.db, Data::Communications, &n.subset.and(is("id", &[asked.id.as_str()]))).await?;
    let with_words = (count(found.communications_any) - itself).max(0);
    let (compared, available) = match &meant {
        Some(_) => {
            let all = presets::count(&ctx.db, Data::Communications, &n.subset).await?;
            let others = all - itself;
            (format!("{} others in meaning", figures::number(others)), others)
        }
        None => (format!("{} that share words", figures::number(with_words)), with_words),
    };
    let (hits, whole, method) = match meant {
        Some(hits) => (hits, 1.0, BY_MEANING),
        None => (found.hits, own_score(&ctx, &asked, query).await?, METHOD),
    };
    let best: Vec<(String, f64)> = hits
        .into_iter()
        .filter(|hit| hit.id != asked.id)
        .take(top)
        .map(|hit| (hit.id, figures::round2((f64::from(hit.score) / whole).clamp(0.0, 1.0))))
        .collect();
    let ids: Vec<String> = best.iter().map(|(id, _)| id.clone()).collect();
    let all = records::communications(&ctx.db, &ids).await?;
    let mut sources = evidence::of_communications(&ctx.db, &all, &asked.body).await?;
    let similarity = |id: &str| best.iter().find(|(i, _)| i == id).map_or(0.0, |(_, s)| *s);
    let mut similar = Vec::new();
    for (c, source) in all.iter().zip(&mut sources) {
        source.relevance = Some(similarity(&c.id));
        // Author and date are in its source.
        let topic = c.subcategory.as_ref().or(c.category.as_ref());
        similar.push(json!({ "id": c.id, "similarity": similarity(&c.id), "topic": topic }));
    }
    let days = n.settle_days(&ctx).await?;
    let shown = match similar.len() {
        0 => "none is like it".to_owned(),
        1 => "one is like it".to_owned(),
        k => match customers(&all) {
            1 => format!("the {k} most like it, from one customer"),
            from => format!("the {k} most like it, from {from} customers"),
        },
    };
    let when = full_date(asked.day);
    let summary = format!("{} of {when} compared with {compared} ({}): {shown}.", asked.id, days.label());
    let data = json!({
        "communicationId": asked.id, "similar": similar,
        "asked": { "date": asked.day, "topic": asked.subcategory.as_ref().or(asked.category.as_ref()),
            "content": excerpt::marked(&asked.body, excerpt::beginning(&asked.body, MAX_CONTENT_CHARS)) },
        "compared": available, "customers": customers(&all),
        "timeRange": n.time_json(), "filters": n.used, "method": method,
    });
    let read = (count(all.len()), available.max(count(all.len())));
    Ok(ToolOutput { sources, counted: Vec::new(), ..n.output(summary, data, read, Vec::new()) })
}

/// The nearest by meaning; `None` if the record is not embedded yet.
async fn by_meaning(ctx: &ToolContext, id: &str, query: &SearchQuery) -> Option<Vec<Hit>> {
    let (search, id, query) = (ctx.search.clone(), id.to_owned(), query.clone());
    tokio::task::spawn_blocking(move || search.similar(HitKind::Communication, &id, &query)).await.ok().flatten()
}

/// The record's score against its own words: the maximum.
async fn own_score(ctx: &ToolContext, asked: &Communication, query: SearchQuery) -> Result<f64, ToolError> {
    let own = SearchQuery {
        limit: 200,
        customer_id: Some(asked.customer_id.clone()),
        range: model::time::DateRange::new(asked.day, asked.day),
        product: None,
        channel: None,
        kind: None,
        category: None,
        ..query
    };
    let hits = find(ctx, own).await?.hits;
    let own = hits.iter().find(|hit| hit.id == asked.id).or(hits.first());
    Ok(own.map_or(1.0, |hit| f64::from(hit.score)).max(f64::MIN_POSITIVE))
}

async fn known(ctx: &ToolContext, id: &str) -> Result<Communication, ToolError> {
    if id.is_empty() {
        return Err(ToolError::new("communicationId is empty. Give the id of a communication, e.g. \"comm-00123\"."));
    }
    if let Ok(found) = records::communication(&ctx.db, id).await {
        return Ok(found);
    }
    // A case is what its first message says.
    if let Some(first) = records::first_of_case(&ctx.db, id).await? {
        return Ok(first);
    }
    let instead = analytics::id_from(&ctx.db, id).await?;
    Err(ToolError::closest(format!("No communication \"{id}\"."), id, instead.as_deref()))
}

fn customers(all: &[Communication]) -> usize {
    all.iter().map(|c| &c.customer_id).collect::<std::collections::HashSet<_>>().len()
}

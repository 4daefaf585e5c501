//! Records as sources: what an answer may cite, each with its own words. Excerpts are verbatim, because
//! quotations are checked against them.

use model::answer::{Source, SourceKind};
use model::record::{Case, Chunk, Communication, Document};
use model::text::excerpt;

use crate::quote::{self, EXCERPT};
use query::listing;
use query::subset::Subset;
use store::analytics::{self, Data, Order};
use store::{Db, Result, records};

/// Communications as sources, in the order given. `query` is what the excerpt should show.
pub async fn of_communications(db: &Db, all: &[Communication], query: &str) -> Result<Vec<Source>> {
    let ids: Vec<String> = all.iter().map(|c| c.customer_id.clone()).collect();
    let names = analytics::customer_names_of(db, &ids).await?;
    let source = |c: &Communication| Source {
        id: c.id.clone(),
        title: names.get(&c.customer_id).unwrap_or(&c.customer_id).clone(),
        day: Some(c.day),
        channel: Some(c.channel.to_string()),
        sentiment: c.sentiment,
        unauthenticated: c.is_unauthenticated(),
        ..Source::default()
    };
    Ok(all.iter().map(|c| source(c).showing(quote::text(c), &quote::excerpt(c, query))).collect())
}

/// The first communications by an order.
pub async fn communications(db: &Db, subset: &Subset, order: Order, limit: u32) -> Result<Vec<Communication>> {
    let ids = listing::ids(db, Data::Communications, subset, order, limit).await?;
    records::communications(db, &ids).await
}

/// The first communications by an order, as sources.
pub async fn examples(db: &Db, subset: &Subset, order: Order, limit: u32) -> Result<Vec<Source>> {
    of_communications(db, &communications(db, subset, order, limit).await?, "").await
}

/// The first records by an order, as sources; `None` is the newest of either kind.
pub async fn first(db: &Db, data: Data, subset: &Subset, order: Option<Order>, limit: u32) -> Result<Vec<Source>> {
    match data {
        Data::Communications => examples(db, subset, order.unwrap_or(Order::Newest), limit).await,
        Data::Cases => {
            let order = order.unwrap_or(Order::Latest);
            of_cases(db, &listing::cases(db, subset, order, limit).await?).await
        }
    }
}

/// The first communications of each topic, as sources, in the order of `topics`.
pub async fn examples_of_topics(
    db: &Db,
    subset: &Subset,
    order: Order,
    limit: u32,
    topics: &[String],
) -> Result<Vec<Vec<Source>>> {
    let ids = listing::ids_of_topics(db, subset, order, limit, topics).await?;
    let all = records::communications(db, &ids.concat()).await?;
    // In the order of their ids, without deleted ones.
    let mut found = of_communications(db, &all, "").await?.into_iter().peekable();
    let mut of = |ids: Vec<String>| ids.iter().filter_map(|id| found.next_if(|s| s.id == *id)).collect();
    Ok(ids.into_iter().map(&mut of).collect())
}

/// Cases as sources.
pub async fn of_cases(db: &Db, all: &[Case]) -> Result<Vec<Source>> {
    let ids: Vec<String> = all.iter().map(|c| c.customer_id.clone()).collect();
    let names = analytics::customer_names_of(db, &ids).await?;
    fn text(c: &Case) -> &str {
        if c.description.is_empty() { &c.title } else { &c.description }
    }
    let source = |c: &Case| Source {
        kind: SourceKind::Case,
        id: c.id.clone(),
        title: names.get(&c.customer_id).unwrap_or(&c.customer_id).clone(),
        day: Some(c.day),
        ..Source::default()
    };
    Ok(all.iter().map(|c| source(c).showing(text(c), excerpt::beginning(text(c), EXCERPT))).collect())
}

/// A document as a source, showing a part of one of its chunks.
pub fn of_chunk(document: &Document, chunk: &Chunk, part: &str) -> Source {
    let characters = |chunks: &[Chunk]| chunks.iter().map(|c| c.text.trim().chars().count()).sum::<usize>();
    let at = document.chunks.iter().position(|c| c.id == chunk.id).unwrap_or_default();
    let source = Source {
        kind: SourceKind::Document,
        id: document.id.clone(),
        title: document.title.clone(),
        day: Some(document.day),
        channel: Some(document.kind.to_string()),
        ..Source::default()
    };
    let source = source.showing(&chunk.text, part);
    let (before, after) =
        (characters(&document.chunks[..at]), characters(document.chunks.get(at + 1..).unwrap_or_default()));
    Source { start: source.start + before, more: source.more + after, ..source }
}

/// A document as a source, showing its beginning; `None` if it has no text.
pub fn opening_of_document(document: &Document) -> Option<Source> {
    let first = document.chunks.first()?;
    Some(of_chunk(document, first, excerpt::beginning(&first.text, EXCERPT)))
}

/// An excerpt for a row of a result, with "…" where a sentence goes on, and how much of the text follows it.
pub fn opening(c: &Communication) -> (String, Option<usize>) {
    let (text, part) = (quote::text(c), quote::excerpt(c, ""));
    let (_, more) = excerpt::around(text, &part);
    (excerpt::marked(text, &part), Some(more).filter(|more| *more > 0))
}

//! What an import takes from the store and the models before it begins: the same whoever starts it.

use std::collections::HashMap;
use std::sync::Arc;

use model::record::slug;

use super::engine::What;
use super::enrich::Enricher;
use super::mapped::{Choice, Mapping};
use super::mood::Judge;
use search::vectors::Vectors;
use store::{Db, Result, records};

/// Bytes of files whose texts the full model judges within a minute or two; larger ones are judged by the static table.
const SMALL_FILES: u64 = 100_000;

/// How rows are read, with the customers that the store has.
pub async fn choice(db: &Db, mapping: Option<Mapping>, row: Option<What>) -> Result<Choice> {
    let names = records::customer_names(db).await?;
    let customers: HashMap<String, String> = names.into_iter().map(|(id, name)| (slug(&name), id)).collect();
    let tiers = records::tiers(db).await?;
    Ok(Choice { mapping, row, customers, tiers, survey: None })
}

/// What tells the sentiment of so many bytes of files. Reads a model: nothing for a thread that others wait for.
pub fn enricher(vectors: &Vectors, bytes: u64) -> Arc<Enricher> {
    Arc::new(Enricher::new(Judge::choose(vectors.models(), bytes > SMALL_FILES)))
}

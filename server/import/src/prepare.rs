//! What an import takes from the store and the models before it begins: the same whoever starts it.

use std::collections::HashMap;
use std::sync::Arc;

use super::engine::What;
use super::enrich::Enricher;
use super::mapped::{Choice, Mapping, name_key};
use super::mood::Judge;
use search::vectors::Vectors;
use store::{Db, Result, imports, records};

/// Bytes of files whose texts the full model judges within a minute or two; larger ones are judged by the static table.
const SMALL_FILES: u64 = 100_000;

/// How rows are read, with the customers that the store has.
pub async fn choice(db: &Db, mapping: Option<Mapping>, row: Option<What>) -> Result<Choice> {
    let mut customers: HashMap<String, String> = addresses(db).await?;
    customers.extend(imports::names(db).await?.into_iter().map(|(id, name)| (name_key(&name), id)));
    let tiers = records::tiers(db).await?;
    Ok(Choice { mapping, row, customers, tiers, survey: None })
}

/// The ids of the customers who are known by their address, by that.
pub async fn addresses(db: &Db) -> Result<HashMap<String, String>> {
    Ok(imports::addresses(db).await?.into_iter().map(|(id, address)| (address, id)).collect())
}

/// What tells the sentiment of so many bytes of files. Reads a model: nothing for a thread that others wait for.
pub fn enricher(vectors: &Vectors, bytes: u64) -> Arc<Enricher> {
    Arc::new(Enricher::new(Judge::choose(vectors.models(), bytes > SMALL_FILES)))
}

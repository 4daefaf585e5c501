//! What every import needs from the store and the models before it starts.

use std::collections::HashMap;
use std::sync::Arc;

use super::engine::RecordKind;
use super::enrich::Enricher;
use super::mapped::{Choice, Mapping, name_key};
use super::mood::Judge;
use search::vectors::Vectors;
use store::{Db, Result, imports, records};

/// Total size of files that the full model judges within a minute or two; larger ones use the static table.
const SMALL_FILES: u64 = 100_000;
/// Total size of files whose messages are searched for signals: half a second for some thousands of messages. A text takes
/// 66 µs, and the rest of its import 43.
const SEARCHED_FOR_SIGNALS: u64 = 2_000_000;

/// Options for reading rows, with the stored customers.
pub async fn choice(db: &Db, mapping: Option<Mapping>, row: Option<RecordKind>) -> Result<Choice> {
    let mut customers: HashMap<String, String> = addresses(db).await?;
    customers.extend(imports::names(db).await?.into_iter().map(|(id, name)| (name_key(&name), id)));
    let tiers = records::tiers(db).await?;
    Ok(Choice { mapping, row, customers, tiers, survey: None })
}

/// Ids of customers by address.
pub async fn addresses(db: &Db) -> Result<HashMap<String, String>> {
    Ok(imports::addresses(db).await?.into_iter().map(|(id, address)| (address, id)).collect())
}

/// The enricher for files of this total size. Blocking: it reads a model.
pub fn enricher(vectors: &Vectors, bytes: u64) -> Arc<Enricher> {
    let judge = Judge::choose(vectors.models(), bytes > SMALL_FILES);
    Arc::new(Enricher::new(judge, bytes <= SEARCHED_FOR_SIGNALS))
}

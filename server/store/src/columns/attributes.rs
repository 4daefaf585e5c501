//! Archive fields in memory: each is loaded when a query first asks for it, while SQL answers that query.

use std::collections::HashSet;
use std::sync::PoisonError;

use super::loaded::{AttributeState as State, Columns, LoadedColumns};
use super::pages::{Numbered, pages};
use super::rows::Field;
use super::table::NONE;
use crate::{Db, Result, reading};

/// Most fields held: each takes four bytes a communication.
const MAX_FIELDS: usize = 16;
/// A field with more distinct values than this is no category, and stays with SQL.
const MAX_DISTINCT: usize = 10_000;
/// Values read at once.
const PAGE_VALUES: i64 = 20_000;

/// The field of communications as a column in memory; `None` if it is not there, or not yet.
pub fn attribute(db: &Db, name: &str) -> Option<Field> {
    let columns = db.columns();
    columns.held()?;
    let mut known = columns.attributes.lock().unwrap_or_else(PoisonError::into_inner);
    match known.iter().find(|(field, _)| field == name) {
        Some((_, State::Loaded(index))) => return Some(Field::Attribute(*index)),
        None if known.len() < MAX_FIELDS => {}
        _ => return None,
    }
    let runtime = tokio::runtime::Handle::try_current().ok()?;
    known.push((name.to_owned(), State::Loading));
    let (columns, db, name) = (columns.clone(), db.clone(), name.to_owned());
    runtime.spawn(async move {
        // Until the state is set, nothing else may be loaded: it would not read the changes of this field.
        let _turn = columns.filling.lock().await;
        let loaded = load(&columns, &db, &name).await;
        let mut known = columns.attributes.lock().unwrap_or_else(PoisonError::into_inner);
        known.retain(|(field, _)| *field != name);
        match loaded {
            Ok(state) => known.push((name, state)),
            // A later query tries again.
            Err(error) => tracing::warn!(%error, field = name, "a field could not be read; SQL counts it"),
        }
    });
    None
}

/// The fields in memory, by index.
pub fn loaded(columns: &Columns) -> Vec<String> {
    let known = columns.attributes.lock().unwrap_or_else(PoisonError::into_inner);
    let mut fields: Vec<(usize, String)> = known
        .iter()
        .filter_map(|(name, state)| match state {
            State::Loaded(index) => Some((*index, name.clone())),
            _ => None,
        })
        .collect();
    fields.sort_unstable();
    fields.into_iter().map(|(_, name)| name).collect()
}

/// Adds a field to the loaded columns. It is built apart, so that nobody sees half of it.
async fn load(columns: &Columns, db: &Db, name: &str) -> Result<State> {
    let target = columns.held().unwrap_or(0);
    let (mut codes, mut distinct) = (Vec::new(), HashSet::new());
    pages(
        0,
        |from, last| page(db, name, (from, target), last),
        |values: Vec<Value>| {
            columns.write(|held| {
                let table = &mut held.communications;
                codes.resize(table.ids.len(), NONE);
                for (id, value, _) in &values {
                    if distinct.len() <= MAX_DISTINCT
                        && let Some(place) = table.place(id)
                    {
                        codes[place] = table.learn(value);
                        distinct.insert(codes[place]);
                    }
                }
            });
        },
    )
    .await?;
    if distinct.len() > MAX_DISTINCT {
        return Ok(State::Unsuitable);
    }
    let add = |held: &mut LoadedColumns| State::Loaded(held.communications.add_attribute(codes));
    Ok(columns.write(add).unwrap_or(State::Unsuitable))
}

/// Reads the fields' values that changed after a change number, up to another: index of the field, id, value.
pub async fn changed(
    db: &Db,
    fields: &[String],
    (after, target): (i64, i64),
    mut take: impl FnMut(usize, String, String),
) -> Result<()> {
    for (index, name) in fields.iter().enumerate() {
        let each = |values: Vec<Value>| values.into_iter().for_each(|(id, value, _)| take(index, id, value));
        pages(after, |from, last| page(db, name, (from, target), last), each).await?;
    }
    Ok(())
}

/// Id, value, change number.
type Value = (String, String, i64);

impl Numbered for Value {
    fn place(&self) -> (i64, String) {
        (self.2, self.0.clone())
    }
}

async fn page(db: &Db, name: &str, (from, target): (i64, i64), last: String) -> Result<Vec<Value>> {
    let sql = "SELECT id, CAST(attributes->>CAST($1 AS TEXT) AS TEXT), change_no FROM communications
        WHERE NULLIF(attributes->>CAST($1 AS TEXT), '') IS NOT NULL
        AND change_no >= $2 AND change_no <= $3 AND (change_no > $2 OR id > $4)
        ORDER BY change_no, id LIMIT $5";
    Ok(
        reading!(db, pool => sqlx::query_as(sql).bind(name).bind(from).bind(target).bind(last).bind(PAGE_VALUES).fetch_all(pool).await?),
    )
}

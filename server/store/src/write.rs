//! Writes records in batches. A record that has not changed is left alone, so a second import of the same file changes
//! nothing. A record never replaces one of another data set: importers first ask [`super::imports::of_others`] which
//! ids are taken.

use model::record::{Case, Communication, Customer, Document, Product};
use serde::Serialize;
use sha2::{Digest, Sha256};
use sqlx::QueryBuilder;
use sqlx::types::Json;

use super::changes::{commit_change, next_change};
use super::{Db, Result, writing};
use crate::rows::push_in;

/// Records stored together in one transaction.
#[derive(Debug, Default)]
pub struct Batch {
    pub products: Vec<Product>,
    pub customers: Vec<Customer>,
    /// Customers referenced by other records: inserted if missing, never replacing a stored one.
    pub named: Vec<Customer>,
    /// How many rows give a customer another tier, segment or region than the row that first named them.
    pub varying: u64,
    pub communications: Vec<Communication>,
    pub cases: Vec<Case>,
    pub documents: Vec<Document>,
    /// The last day of the data set, by source.
    pub last_day: Option<(String, chrono::NaiveDate)>,
    /// The progress of the import, stored in the same transaction as the rows.
    pub progress: Option<Progress>,
}

/// How far an import has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Identifies the file: name, size and format.
    pub id: String,
    pub format: String,
    pub file: String,
    pub rows_read: i64,
    pub done: bool,
}

/// How many records a batch added or changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Written {
    pub customers: u64,
    pub communications: u64,
    /// How many of `communications` are new.
    pub communications_new: u64,
    pub cases: u64,
    pub documents: u64,
}

/// Rows in one INSERT: far below the limits on bound values (SQLite 32,766, Postgres 65,535).
const BATCH_ROWS: usize = 250;

const REPLACE_CUSTOMER: &str = " ON CONFLICT (id) DO UPDATE SET name = excluded.name, tier = excluded.tier,
    segment = excluded.segment, region = excluded.region, relationship_manager = excluded.relationship_manager,
    since = excluded.since, attributes = excluded.attributes, source = excluded.source, digest = excluded.digest,
    change_no = excluded.change_no WHERE customers.digest <> excluded.digest
    AND (customers.source = excluded.source OR customers.digest = 0)";

/// The digest of a customer that is only referenced: it has no content, and any data set may add it.
const ONLY_NAMED: i64 = 0;

/// Stores a batch. `now` is UTC milliseconds.
pub async fn store(db: &Db, batch: &Batch, now: i64) -> Result<Written> {
    writing!(db, pool => {
        let mut tx = pool.begin().await?;
        let change = next_change!(tx);
        let mut written = Written::default();

        for part in batch.products.chunks(BATCH_ROWS) {
            let mut q = QueryBuilder::<Base>::new("INSERT INTO products (slug, name) ");
            q.push_values(part, |mut b, p| { b.push_bind(&p.slug).push_bind(&p.name); });
            q.push(" ON CONFLICT (slug) DO NOTHING").build().execute(&mut *tx).await?;
        }
        let named = batch.named.chunks(BATCH_ROWS).map(|part| (part, false, " ON CONFLICT (id) DO NOTHING"));
        let given = batch.customers.chunks(BATCH_ROWS).map(|part| (part, true, REPLACE_CUSTOMER));
        for (part, is_given, conflict) in given.chain(named) {
            let mut q = QueryBuilder::<Base>::new(
                "INSERT INTO customers (id, name, tier, segment, region, relationship_manager, since, attributes, source,
                 digest, change_no) ");
            q.push_values(part, |mut b, c| {
                b.push_bind(&c.id).push_bind(&c.name).push_bind(c.tier.as_str()).push_bind(&c.segment)
                    .push_bind(&c.region).push_bind(&c.relationship_manager).push_bind(c.since.map(|d| d.to_string()))
                    .push_bind(Json(&c.attributes)).push_bind(&c.source)
                    .push_bind(if is_given { digest(c) } else { ONLY_NAMED }).push_bind(change);
            });
            q.push(conflict);
            written.customers += q.build().execute(&mut *tx).await?.rows_affected();
        }
        for part in batch.communications.chunks(BATCH_ROWS) {
            let mut q = QueryBuilder::<Base>::new("SELECT COUNT(*) FROM communications WHERE id");
            push_in(&mut q, part.iter().map(|c| &c.id));
            let there: i64 = q.build_query_scalar().fetch_one(&mut *tx).await?;
            written.communications_new += (part.len() as u64).saturating_sub(there.unsigned_abs());
            let mut q = QueryBuilder::<Base>::new(
                "INSERT INTO communications (id, customer_id, case_id, channel, chat_mode, escalated_from, status, kind,
                 category, subcategory, product, sentiment, sentiment_score, subject, body, at, day, attributes, source,
                 digest, change_no) ");
            q.push_values(part, |mut b, c| {
                b.push_bind(&c.id).push_bind(&c.customer_id).push_bind(&c.case_id).push_bind(c.channel.as_str())
                    .push_bind(c.chat_mode.map(|m| m.as_str())).push_bind(c.escalated_from.map(|e| e.as_str()))
                    .push_bind(c.status.as_str()).push_bind(c.kind.as_str()).push_bind(&c.category)
                    .push_bind(&c.subcategory).push_bind(&c.product).push_bind(c.sentiment.map(|s| s.as_str()))
                    .push_bind(c.sentiment_score).push_bind(&c.subject).push_bind(&c.body).push_bind(c.at)
                    .push_bind(c.day.to_string()).push_bind(Json(&c.attributes)).push_bind(&c.source)
                    .push_bind(digest(c)).push_bind(change);
            });
            q.push(" ON CONFLICT (id) DO UPDATE SET customer_id = excluded.customer_id, case_id = excluded.case_id,
                channel = excluded.channel, chat_mode = excluded.chat_mode, escalated_from = excluded.escalated_from,
                status = excluded.status, kind = excluded.kind, category = excluded.category,
                subcategory = excluded.subcategory, product = excluded.product, sentiment = excluded.sentiment,
                sentiment_score = excluded.sentiment_score, subject = excluded.subject, body = excluded.body,
                at = excluded.at, day = excluded.day, attributes = excluded.attributes, source = excluded.source,
                digest = excluded.digest, change_no = excluded.change_no
                WHERE communications.digest <> excluded.digest AND communications.source = excluded.source");
            written.communications += q.build().execute(&mut *tx).await?.rows_affected();
        }
        for part in batch.cases.chunks(BATCH_ROWS) {
            let mut q = QueryBuilder::<Base>::new(
                "INSERT INTO cases (id, customer_id, title, description, category, subcategory, product, status, priority,
                 assigned_to, created_at, updated_at, resolved_at, day, sla_deadline, sla_breached, sla_told, tags,
                 resolution, attributes, source, digest, change_no) ");
            q.push_values(part, |mut b, c| {
                b.push_bind(&c.id).push_bind(&c.customer_id).push_bind(&c.title).push_bind(&c.description)
                    .push_bind(&c.category).push_bind(&c.subcategory).push_bind(&c.product)
                    .push_bind(c.status.as_str()).push_bind(c.priority.as_str()).push_bind(&c.assigned_to)
                    .push_bind(c.created_at).push_bind(c.updated_at).push_bind(c.resolved_at)
                    .push_bind(c.day.to_string()).push_bind(c.sla_deadline).push_bind(c.sla_breached)
                    .push_bind(c.sla_told)
                    .push_bind(Json(&c.tags)).push_bind(&c.resolution).push_bind(Json(&c.attributes))
                    .push_bind(&c.source).push_bind(digest(c)).push_bind(change);
            });
            q.push(" ON CONFLICT (id) DO UPDATE SET customer_id = excluded.customer_id, title = excluded.title,
                description = excluded.description, category = excluded.category, subcategory = excluded.subcategory,
                product = excluded.product, status = excluded.status, priority = excluded.priority,
                assigned_to = excluded.assigned_to, created_at = excluded.created_at, updated_at = excluded.updated_at,
                resolved_at = excluded.resolved_at, day = excluded.day, sla_deadline = excluded.sla_deadline,
                sla_breached = excluded.sla_breached, sla_told = excluded.sla_told, tags = excluded.tags, resolution = excluded.resolution,
                attributes = excluded.attributes, source = excluded.source, digest = excluded.digest,
                change_no = excluded.change_no WHERE cases.digest <> excluded.digest
                AND cases.source = excluded.source");
            written.cases += q.build().execute(&mut *tx).await?.rows_affected();
        }
        for document in &batch.documents {
            let changed = sqlx::query(
                "INSERT INTO documents (id, kind, title, product, day, source, digest, change_no)
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
                 ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, title = excluded.title, product = excluded.product,
                 day = excluded.day, source = excluded.source, digest = excluded.digest, change_no = excluded.change_no
                 WHERE documents.digest <> excluded.digest AND documents.source = excluded.source")
                .bind(&document.id).bind(document.kind.as_str()).bind(&document.title).bind(&document.product)
                .bind(document.day.to_string()).bind(&document.source).bind(digest(document)).bind(change)
                .execute(&mut *tx).await?.rows_affected();
            written.documents += changed;
            if changed > 0 {
                sqlx::query("DELETE FROM chunks WHERE document_id = $1").bind(&document.id).execute(&mut *tx).await?;
                for chunk in &document.chunks {
                    sqlx::query("INSERT INTO chunks (id, document_id, position, heading, text) VALUES ($1, $2, $3, $4, $5)")
                        .bind(&chunk.id).bind(&document.id).bind(i64::from(chunk.position)).bind(&chunk.heading)
                        .bind(&chunk.text).execute(&mut *tx).await?;
                }
            }
        }
        if let Some((source, day)) = &batch.last_day {
            sqlx::query(
                "INSERT INTO datasets (source, last_day, updated_at) VALUES ($1, $2, $3) ON CONFLICT (source) DO UPDATE
                 SET last_day = CASE WHEN datasets.last_day < excluded.last_day THEN excluded.last_day
                 ELSE datasets.last_day END, updated_at = excluded.updated_at")
                .bind(source).bind(day.to_string()).bind(now).execute(&mut *tx).await?;
        }
        if let Some(p) = &batch.progress {
            sqlx::query(
                "INSERT INTO imports (id, format, file, rows_read, done, updated_at) VALUES ($1, $2, $3, $4, $5, $6)
                 ON CONFLICT (id) DO UPDATE SET rows_read = excluded.rows_read, done = excluded.done,
                 updated_at = excluded.updated_at")
                .bind(&p.id).bind(&p.format).bind(&p.file).bind(p.rows_read).bind(p.done).bind(now)
                .execute(&mut *tx).await?;
        }
        commit_change!(db, tx);
        Ok(written)
    })
}

/// Identifies the content of a record, so that changes are noticed: the first eight bytes of the SHA-256 of its JSON.
pub(super) fn digest<T: Serialize>(record: &T) -> i64 {
    // Allocated up front: growing the buffer costs as much as filling it.
    let mut json = Vec::with_capacity(2048);
    if serde_json::to_writer(&mut json, record).is_err() {
        json.clear();
    }
    let hash = Sha256::digest(&json);
    i64::from_be_bytes([hash[0], hash[1], hash[2], hash[3], hash[4], hash[5], hash[6], hash[7]])
}

//! Reads single records and small lists of them.

use std::collections::{BTreeMap, HashMap};

use model::record::*;
use sqlx::FromRow;

use super::{Db, Result, StoreError, reading};
use crate::rows::{Decoded, all, json, known, one, or, push_in, row};

/// Numbers of records.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, FromRow)]
pub struct Totals {
    pub customers: i64,
    pub communications: i64,
    pub cases: i64,
    pub documents: i64,
}

pub async fn totals(db: &Db) -> Result<Totals> {
    let sql = "SELECT (SELECT COUNT(*) FROM customers) AS customers, (SELECT COUNT(*) FROM communications)
        AS communications, (SELECT COUNT(*) FROM cases) AS cases, (SELECT COUNT(*) FROM documents) AS documents";
    Ok(reading!(db, pool => sqlx::query_as(sql).fetch_one(pool).await?))
}

/// The data sets that customers come from.
pub async fn sources(db: &Db) -> Result<Vec<String>> {
    let sql = "SELECT DISTINCT source FROM customers ORDER BY source";
    Ok(reading!(db, pool => sqlx::query_scalar(sql).fetch_all(pool).await?))
}

pub async fn products(db: &Db) -> Result<Vec<Product>> {
    let sql = "SELECT slug, name FROM products ORDER BY slug";
    Ok(all(reading!(db, pool => sqlx::query_as(sql).fetch_all(pool).await?)))
}

/// A customer's display name. Those identified by address chose their own names, so the address is added. Others who
/// share a name are distinguished by id. `c` is the customer. COALESCE keeps SQLite from using the address index, which
/// would scan all customers without one.
pub(crate) const TOLD: &str = "CASE WHEN c.address IS NOT NULL AND LOWER(c.name) <> c.address THEN c.name || ' <' || c.address || '>'
    WHEN c.address IS NULL AND EXISTS (SELECT 1 FROM customers o WHERE o.name = c.name AND o.id <> c.id AND COALESCE(o.address, '') = '')
    THEN c.name || ' (' || c.id || ')' ELSE c.name END";

fn customer_rows() -> String {
    format!(
        "SELECT c.id, {TOLD} AS name, c.tier, c.segment, c.region, c.relationship_manager, c.since, c.attributes, c.source
         FROM customers c"
    )
}

pub async fn customer(db: &Db, id: &str) -> Result<Customer> {
    let sql = format!("{} WHERE c.id = $1", customer_rows());
    let row = one(reading!(db, pool => sqlx::query_as(&sql).bind(id).fetch_optional(pool).await?));
    row.ok_or_else(|| StoreError::NotFound(format!("There is no customer {id}.")))
}

/// The customers with these ids, unordered; missing ones are left out.
pub async fn customers(db: &Db, ids: &[String]) -> Result<Vec<Customer>> {
    Ok(all(reading!(db, pool => {
        let mut q = sqlx::QueryBuilder::<Base>::new(customer_rows());
        q.push(" WHERE c.id");
        push_in(&mut q, ids);
        q.build_query_as().fetch_all(pool).await?
    })))
}

/// Every customer's id and display name, ordered by name; for matching names in text.
pub async fn customer_names(db: &Db) -> Result<Vec<(String, String)>> {
    let sql = format!("SELECT c.id, {TOLD} FROM customers c ORDER BY c.name, c.id");
    Ok(reading!(db, pool => sqlx::query_as(&sql).fetch_all(pool).await?))
}

const COMMUNICATION: &str =
    "SELECT id, customer_id, case_id, channel, chat_mode, escalated_from, status, kind, category,
    subcategory, product, sentiment, sentiment_score, subject, body, at, day, attributes, source FROM communications";

pub async fn communication(db: &Db, id: &str) -> Result<Communication> {
    let sql = format!("{COMMUNICATION} WHERE id = $1");
    let row = one(reading!(db, pool => sqlx::query_as(&sql).bind(id).fetch_optional(pool).await?));
    row.ok_or_else(|| StoreError::NotFound(format!("There is no communication {id}.")))
}

/// The first communication of a case, if it has one.
pub async fn first_of_case(db: &Db, case: &str) -> Result<Option<Communication>> {
    let sql = format!("{COMMUNICATION} WHERE case_id = $1 ORDER BY at, id LIMIT 1");
    Ok(one(reading!(db, pool => sqlx::query_as(&sql).bind(case).fetch_optional(pool).await?)))
}

/// Ids of letters by their first 21 characters, which identify the Message-ID.
pub async fn letters(db: &Db, begin: &[&str]) -> Result<Vec<String>> {
    let mut found = Vec::new();
    for part in begin.chunks(500) {
        found.extend(reading!(db, pool => {
            let sql = "SELECT id FROM communications WHERE source = 'mail' AND SUBSTR(id, 1, 21)";
            let mut q = sqlx::QueryBuilder::<Base>::new(sql);
            push_in(&mut q, part.iter().copied());
            q.push(" ORDER BY id");
            q.build_query_scalar::<String>().fetch_all(pool).await?
        }));
    }
    Ok(found)
}

/// The communications with these ids, in that order; missing ones are left out.
pub async fn communications(db: &Db, ids: &[String]) -> Result<Vec<Communication>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let rows: Vec<Decoded<Communication>> = reading!(db, pool => {
        let mut q = sqlx::QueryBuilder::<Base>::new(COMMUNICATION);
        q.push(" WHERE id");
        push_in(&mut q, ids);
        q.build_query_as().fetch_all(pool).await?
    });
    let mut by_id: BTreeMap<String, Communication> = rows.into_iter().map(|Decoded(c)| (c.id.clone(), c)).collect();
    Ok(ids.iter().filter_map(|id| by_id.remove(id)).collect())
}

/// A communication's id, subcategory, category, customer id and text.
pub type Text = (String, Option<String>, Option<String>, String, String);

/// The texts with these ids, in that order; reading whole records takes several times longer.
pub async fn texts(db: &Db, ids: &[String]) -> Result<Vec<Text>> {
    let mut found = HashMap::with_capacity(ids.len());
    for part in ids.chunks(1_000) {
        let rows: Vec<Text> = reading!(db, pool => {
            let mut q = sqlx::QueryBuilder::<Base>::new(
                "SELECT id, subcategory, category, customer_id, body FROM communications WHERE id");
            push_in(&mut q, part);
            q.build_query_as().fetch_all(pool).await?
        });
        found.extend(rows.into_iter().map(|row| (row.0.clone(), row)));
    }
    Ok(ids.iter().filter_map(|id| found.remove(id)).collect())
}

/// Communications after change number `after`, in change order, for search to follow.
pub async fn communications_after(db: &Db, after: i64, last_id: &str, limit: i64) -> Result<Vec<(i64, Communication)>> {
    let sql = "SELECT id, customer_id, case_id, channel, chat_mode, escalated_from, status, kind, category,
        subcategory, product, sentiment, sentiment_score, subject, body, at, day, attributes, source, change_no
        FROM communications WHERE change_no >= $1 AND (change_no > $1 OR id > $2) ORDER BY change_no, id LIMIT $3";
    let rows: Vec<ChangedRow> =
        reading!(db, pool => sqlx::query_as(sql).bind(after).bind(last_id).bind(limit).fetch_all(pool).await?);
    Ok(rows.into_iter().map(|r| (r.change_no, r.row.0)).collect())
}

pub async fn case(db: &Db, id: &str) -> Result<Case> {
    let sql =
        "SELECT id, customer_id, title, description, category, subcategory, product, status, priority, assigned_to,
        created_at, updated_at, resolved_at, day, sla_deadline, sla_breached, sla_told, tags, resolution, attributes, source
        FROM cases WHERE id = $1";
    let row = one(reading!(db, pool => sqlx::query_as(sql).bind(id).fetch_optional(pool).await?));
    row.ok_or_else(|| StoreError::NotFound(format!("There is no case {id}.")))
}

/// The tiers of all customers, by id.
pub async fn tiers(db: &Db) -> Result<std::collections::HashMap<String, Tier>> {
    let sql = "SELECT id, tier FROM customers";
    let rows: Vec<(String, String)> = reading!(db, pool => sqlx::query_as(sql).fetch_all(pool).await?);
    Ok(rows.into_iter().filter_map(|(id, tier)| Some((id, tier.parse().ok()?))).collect())
}

/// Cases (true) and communications (false) with this id; if none, those whose id ends in it, since an imported record's
/// id ends in its original number. At most five.
pub async fn called(db: &Db, text: &str) -> Result<Vec<(bool, String)>> {
    let wanted = text.to_lowercase();
    let exact = "SELECT id FROM cases WHERE id IN ($1, $2) LIMIT 1";
    let case: Option<String> =
        reading!(db, pool => sqlx::query_scalar(exact).bind(text).bind(&wanted).fetch_optional(pool).await?);
    if let Some(id) = case {
        return Ok(vec![(true, id)]);
    }
    let exact = "SELECT id FROM communications WHERE id IN ($1, $2) LIMIT 1";
    let message: Option<String> =
        reading!(db, pool => sqlx::query_scalar(exact).bind(text).bind(&wanted).fetch_optional(pool).await?);
    if let Some(id) = message {
        return Ok(vec![(false, id)]);
    }
    let ending = format!("%-{}", wanted.replace('!', "!!").replace('%', "!%").replace('_', "!_"));
    for (is_case, table) in [(true, "cases"), (false, "communications")] {
        let sql = format!("SELECT id FROM {table} WHERE LOWER(id) LIKE $1 ESCAPE '!' ORDER BY id LIMIT 5");
        let ids: Vec<String> = reading!(db, pool => sqlx::query_scalar(&sql).bind(&ending).fetch_all(pool).await?);
        if !ids.is_empty() {
            return Ok(ids.into_iter().map(|id| (is_case, id)).collect());
        }
    }
    Ok(Vec::new())
}

/// Ids of the first communications of a case.
pub async fn communications_of_case(db: &Db, case_id: &str, limit: usize) -> Result<Vec<String>> {
    let sql = "SELECT id FROM communications WHERE case_id = $1 ORDER BY at, id LIMIT $2";
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    Ok(reading!(db, pool => sqlx::query_scalar(sql).bind(case_id).bind(limit).fetch_all(pool).await?))
}

/// A document with all its chunks.
pub async fn document(db: &Db, id: &str) -> Result<Document> {
    let sql = "SELECT id, kind, title, product, day, source FROM documents WHERE id = $1";
    let row = one(reading!(db, pool => sqlx::query_as(sql).bind(id).fetch_optional(pool).await?));
    let document: Document = row.ok_or_else(|| StoreError::NotFound(format!("There is no document {id}.")))?;
    Ok(Document { chunks: chunks(db, id).await?, ..document })
}

/// Numbers of a customer's communications and cases.
pub async fn customer_totals(db: &Db, id: &str) -> Result<(i64, i64)> {
    let sql = "SELECT (SELECT COUNT(*) FROM communications WHERE customer_id = $1),
        (SELECT COUNT(*) FROM cases WHERE customer_id = $1)";
    Ok(reading!(db, pool => sqlx::query_as(sql).bind(id).fetch_one(pool).await?))
}

async fn chunks(db: &Db, document_id: &str) -> Result<Vec<Chunk>> {
    let sql = "SELECT id, position, heading, text FROM chunks WHERE document_id = $1 ORDER BY position";
    Ok(all(reading!(db, pool => sqlx::query_as(sql).bind(document_id).fetch_all(pool).await?)))
}

fn day(text: String) -> chrono::NaiveDate {
    text.parse().unwrap_or_default()
}

row! { Product { slug, name } }

row! { Customer {
    id, name, tier = or(Tier::Standard), segment, region, relationship_manager, since = known, attributes = json, source
} }

#[derive(FromRow)]
struct ChangedRow {
    #[sqlx(flatten)]
    row: Decoded<Communication>,
    change_no: i64,
}

row! { Communication {
    id, customer_id, case_id, channel = or(Channel::Web), chat_mode = known, escalated_from = known,
    status = or(CommunicationStatus::Open), kind = or(Kind::Enquiry), category, subcategory, product,
    sentiment = known, sentiment_score, subject, body, at, day = day, attributes = json, source
} }

row! { Case {
    id, customer_id, title, description, category, subcategory, product, status = or(CaseStatus::Open),
    priority = or(Priority::Medium), assigned_to, created_at, updated_at, resolved_at, day = day, sla_deadline,
    sla_breached, sla_told, tags = json, resolution, attributes = json, source
} }

row! { Chunk { id, position = |n: i64| u32::try_from(n).unwrap_or(0), heading, text } }

row! { Document { id, kind = or(DocumentKind::Article), title, product, day = day, source; chunks: Vec::new() } }

//! Reading single records and small lists of them.

use std::collections::{BTreeMap, HashMap};

use model::record::*;
use sqlx::FromRow;
use sqlx::types::Json;

use super::{Db, Result, StoreError, reading};

/// How many records there are.
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
///
/// # Errors
/// When the store fails.
pub async fn sources(db: &Db) -> Result<Vec<String>> {
    let sql = "SELECT DISTINCT source FROM customers ORDER BY source";
    Ok(reading!(db, pool => sqlx::query_scalar(sql).fetch_all(pool).await?))
}

pub async fn products(db: &Db) -> Result<Vec<Product>> {
    let sql = "SELECT slug, name FROM products ORDER BY slug";
    let rows: Vec<(String, String)> = reading!(db, pool => sqlx::query_as(sql).fetch_all(pool).await?);
    Ok(rows.into_iter().map(|(slug, name)| Product { slug, name }).collect())
}

const CUSTOMER: &str = "SELECT id, name, tier, segment, region, relationship_manager, since, attributes, source
    FROM customers";

pub async fn customer(db: &Db, id: &str) -> Result<Customer> {
    let sql = format!("{CUSTOMER} WHERE id = $1");
    let row: Option<CustomerRow> = reading!(db, pool => sqlx::query_as(&sql).bind(id).fetch_optional(pool).await?);
    row.map(Into::into).ok_or_else(|| StoreError::NotFound(format!("There is no customer {id}.")))
}

/// The customers with these ids, in no order; those that are not there are left out.
///
/// # Errors
/// When the store fails.
pub async fn customers(db: &Db, ids: &[String]) -> Result<Vec<Customer>> {
    let rows: Vec<CustomerRow> = reading!(db, pool => {
        let mut q = sqlx::QueryBuilder::<Base>::new(CUSTOMER);
        q.push(" WHERE id IN (NULL");
        for id in ids {
            q.push(", ").push_bind(id);
        }
        q.push(")");
        q.build_query_as().fetch_all(pool).await?
    });
    Ok(rows.into_iter().map(Into::into).collect())
}

/// Every customer's id and name, for matching names in words. Ordered by name.
pub async fn customer_names(db: &Db) -> Result<Vec<(String, String)>> {
    let sql = "SELECT id, name FROM customers ORDER BY name";
    Ok(reading!(db, pool => sqlx::query_as(sql).fetch_all(pool).await?))
}

const COMMUNICATION: &str =
    "SELECT id, customer_id, case_id, channel, chat_mode, escalated_from, status, kind, category,
    subcategory, product, sentiment, sentiment_score, subject, body, at, day, attributes, source FROM communications";

pub async fn communication(db: &Db, id: &str) -> Result<Communication> {
    let sql = format!("{COMMUNICATION} WHERE id = $1");
    let row: Option<CommunicationRow> = reading!(db, pool => sqlx::query_as(&sql).bind(id).fetch_optional(pool).await?);
    row.map(Into::into).ok_or_else(|| StoreError::NotFound(format!("There is no communication {id}.")))
}

/// The communications with these ids, in the order of the ids; those that are gone are left out.
pub async fn communications(db: &Db, ids: &[String]) -> Result<Vec<Communication>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let rows: Vec<CommunicationRow> = reading!(db, pool => {
        let mut q = sqlx::QueryBuilder::<Base>::new(COMMUNICATION);
        q.push(" WHERE id IN (");
        let mut list = q.separated(", ");
        for id in ids {
            list.push_bind(id);
        }
        q.push(")");
        q.build_query_as().fetch_all(pool).await?
    });
    let mut by_id: BTreeMap<String, Communication> =
        rows.into_iter().map(|r| (r.id.clone(), Communication::from(r))).collect();
    Ok(ids.iter().filter_map(|id| by_id.remove(id)).collect())
}

/// Of a communication: id, subcategory, category, customer's id, text.
pub type Text = (String, Option<String>, Option<String>, String, String);

/// What is read of many texts, in the order of their ids; less than a whole record, which takes several times longer.
///
/// # Errors
/// When the store fails.
pub async fn texts(db: &Db, ids: &[String]) -> Result<Vec<Text>> {
    let mut found = HashMap::with_capacity(ids.len());
    for part in ids.chunks(1_000) {
        let rows: Vec<Text> = reading!(db, pool => {
            let mut q = sqlx::QueryBuilder::<Base>::new(
                "SELECT id, subcategory, category, customer_id, body FROM communications WHERE id IN (");
            let mut list = q.separated(", ");
            for id in part {
                list.push_bind(id);
            }
            q.push(")");
            q.build_query_as().fetch_all(pool).await?
        });
        found.extend(rows.into_iter().map(|row| (row.0.clone(), row)));
    }
    Ok(ids.iter().filter_map(|id| found.remove(id)).collect())
}

/// Communications changed after change number `after`, in the order of their changes, for search to follow.
pub async fn communications_after(db: &Db, after: i64, last_id: &str, limit: i64) -> Result<Vec<(i64, Communication)>> {
    let sql = "SELECT id, customer_id, case_id, channel, chat_mode, escalated_from, status, kind, category,
        subcategory, product, sentiment, sentiment_score, subject, body, at, day, attributes, source, change_no
        FROM communications WHERE change_no >= $1 AND (change_no > $1 OR id > $2) ORDER BY change_no, id LIMIT $3";
    let rows: Vec<ChangedRow> =
        reading!(db, pool => sqlx::query_as(sql).bind(after).bind(last_id).bind(limit).fetch_all(pool).await?);
    Ok(rows.into_iter().map(|r| (r.change_no, r.row.into())).collect())
}

pub async fn case(db: &Db, id: &str) -> Result<Case> {
    let sql =
        "SELECT id, customer_id, title, description, category, subcategory, product, status, priority, assigned_to,
        created_at, updated_at, resolved_at, day, sla_deadline, sla_breached, sla_told, tags, resolution, attributes, source
        FROM cases WHERE id = $1";
    let row: Option<CaseRow> = reading!(db, pool => sqlx::query_as(sql).bind(id).fetch_optional(pool).await?);
    row.map(Into::into).ok_or_else(|| StoreError::NotFound(format!("There is no case {id}.")))
}

/// The tiers of all customers, by id.
pub async fn tiers(db: &Db) -> Result<std::collections::HashMap<String, Tier>> {
    let sql = "SELECT id, tier FROM customers";
    let rows: Vec<(String, String)> = reading!(db, pool => sqlx::query_as(sql).fetch_all(pool).await?);
    Ok(rows.into_iter().filter_map(|(id, tier)| Some((id, tier.parse().ok()?))).collect())
}

/// Cases (true) and communications (false) of this id; where there is none, those whose id ends in it, as an imported
/// record's ends in the number that it had where it came from. At most five.
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
    let row: Option<DocumentRow> = reading!(db, pool => sqlx::query_as(sql).bind(id).fetch_optional(pool).await?);
    let row = row.ok_or_else(|| StoreError::NotFound(format!("There is no document {id}.")))?;
    let chunks = chunks(db, id).await?;
    Ok(row.with(chunks))
}

/// Communications and cases of a customer.
pub async fn customer_totals(db: &Db, id: &str) -> Result<(i64, i64)> {
    let sql = "SELECT (SELECT COUNT(*) FROM communications WHERE customer_id = $1),
        (SELECT COUNT(*) FROM cases WHERE customer_id = $1)";
    Ok(reading!(db, pool => sqlx::query_as(sql).bind(id).fetch_one(pool).await?))
}

async fn chunks(db: &Db, document_id: &str) -> Result<Vec<Chunk>> {
    let sql = "SELECT id, position, heading, text FROM chunks WHERE document_id = $1 ORDER BY position";
    let rows: Vec<(String, i64, Option<String>, String)> =
        reading!(db, pool => sqlx::query_as(sql).bind(document_id).fetch_all(pool).await?);
    let chunk =
        |(id, position, heading, text)| Chunk { id, position: u32::try_from(position).unwrap_or(0), heading, text };
    Ok(rows.into_iter().map(chunk).collect())
}

#[derive(FromRow)]
struct CustomerRow {
    id: String,
    name: String,
    tier: String,
    segment: String,
    region: Option<String>,
    relationship_manager: Option<String>,
    since: Option<String>,
    attributes: Json<Attributes>,
    source: String,
}

impl From<CustomerRow> for Customer {
    fn from(row: CustomerRow) -> Self {
        Self {
            id: row.id,
            name: row.name,
            tier: row.tier.parse().unwrap_or(Tier::Standard),
            segment: row.segment,
            region: row.region,
            relationship_manager: row.relationship_manager,
            since: row.since.and_then(|d| d.parse().ok()),
            attributes: row.attributes.0,
            source: row.source,
        }
    }
}

#[derive(FromRow)]
struct ChangedRow {
    #[sqlx(flatten)]
    row: CommunicationRow,
    change_no: i64,
}

#[derive(FromRow)]
struct CommunicationRow {
    id: String,
    customer_id: String,
    case_id: Option<String>,
    channel: String,
    chat_mode: Option<String>,
    escalated_from: Option<String>,
    status: String,
    kind: String,
    category: Option<String>,
    subcategory: Option<String>,
    product: Option<String>,
    sentiment: Option<String>,
    sentiment_score: Option<f64>,
    subject: Option<String>,
    body: String,
    at: i64,
    day: String,
    attributes: Json<Attributes>,
    source: String,
}

impl From<CommunicationRow> for Communication {
    /// The writer stored these names from the same enums; a name that no longer parses falls back to the mildest one.
    fn from(row: CommunicationRow) -> Self {
        Self {
            id: row.id,
            customer_id: row.customer_id,
            case_id: row.case_id,
            channel: row.channel.parse().unwrap_or(Channel::Web),
            chat_mode: row.chat_mode.and_then(|m| m.parse().ok()),
            escalated_from: row.escalated_from.and_then(|e| e.parse().ok()),
            status: row.status.parse().unwrap_or(CommunicationStatus::Open),
            kind: row.kind.parse().unwrap_or(Kind::Enquiry),
            category: row.category,
            subcategory: row.subcategory,
            product: row.product,
            sentiment: row.sentiment.and_then(|s| s.parse().ok()),
            sentiment_score: row.sentiment_score,
            subject: row.subject,
            body: row.body,
            at: row.at,
            day: row.day.parse().unwrap_or_default(),
            attributes: row.attributes.0,
            source: row.source,
        }
    }
}

#[derive(FromRow)]
pub(crate) struct CaseRow {
    id: String,
    customer_id: String,
    title: String,
    description: String,
    category: Option<String>,
    subcategory: Option<String>,
    product: Option<String>,
    status: String,
    priority: String,
    assigned_to: Option<String>,
    created_at: i64,
    updated_at: i64,
    resolved_at: Option<i64>,
    day: String,
    sla_deadline: Option<i64>,
    sla_breached: bool,
    sla_told: bool,
    tags: Json<Vec<String>>,
    resolution: Option<String>,
    attributes: Json<Attributes>,
    source: String,
}

impl From<CaseRow> for Case {
    fn from(row: CaseRow) -> Self {
        Self {
            id: row.id,
            customer_id: row.customer_id,
            title: row.title,
            description: row.description,
            category: row.category,
            subcategory: row.subcategory,
            product: row.product,
            status: row.status.parse().unwrap_or(CaseStatus::Open),
            priority: row.priority.parse().unwrap_or(Priority::Medium),
            assigned_to: row.assigned_to,
            created_at: row.created_at,
            updated_at: row.updated_at,
            resolved_at: row.resolved_at,
            day: row.day.parse().unwrap_or_default(),
            sla_deadline: row.sla_deadline,
            sla_breached: row.sla_breached,
            sla_told: row.sla_told,
            tags: row.tags.0,
            resolution: row.resolution,
            attributes: row.attributes.0,
            source: row.source,
        }
    }
}

#[derive(FromRow)]
struct DocumentRow {
    id: String,
    kind: String,
    title: String,
    product: Option<String>,
    day: String,
    source: String,
}

impl DocumentRow {
    fn with(self, chunks: Vec<Chunk>) -> Document {
        Document {
            id: self.id,
            kind: self.kind.parse().unwrap_or(DocumentKind::Article),
            title: self.title,
            product: self.product,
            day: self.day.parse().unwrap_or_default(),
            source: self.source,
            chunks,
        }
    }
}

//! Tickets, and what happened with a customer.

use model::record::Priority;
use model::support::records::{HistoryEntry, Ticket, TicketStatus};
use sqlx::FromRow;

use super::{Db, Result, reading};

/// Writes a ticket and the entry of its opening in the customer's history, inside the transaction `$tx`. Their ids belong
/// to one call, so a second writing of it finds them there and changes nothing.
macro_rules! put_ticket {
    ($tx:expr, $ticket:expr, $entry:expr, $run_id:expr) => {{
        let t: &model::support::records::Ticket = $ticket;
        let sql = "INSERT INTO isp_tickets (id, customer_id, kind, status, priority, description, notes,
            troubleshooting_steps, session_id, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8,
            COALESCE($9, (SELECT session_id FROM runs WHERE id = $12)), $10, $11) ON CONFLICT (id) DO NOTHING";
        sqlx::query(sql)
            .bind(&t.id)
            .bind(&t.customer_id)
            .bind(&t.kind)
            .bind(t.status.as_str())
            .bind(t.priority.as_str())
            .bind(&t.description)
            .bind(&t.notes)
            .bind(&t.troubleshooting_steps)
            .bind(&t.session_id)
            .bind(t.created_at)
            .bind(t.updated_at)
            .bind($run_id)
            .execute(&mut *$tx)
            .await?;
        let e: &model::support::records::HistoryEntry = $entry;
        let sql = "INSERT INTO isp_customer_history (id, customer_id, at, kind, detail, ticket_id)
            VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (id) DO NOTHING";
        sqlx::query(sql)
            .bind(&e.id)
            .bind(&e.customer_id)
            .bind(e.at)
            .bind(&e.kind)
            .bind(&e.detail)
            .bind(&e.ticket_id)
            .execute(&mut *$tx)
            .await?;
    }};
}
pub(crate) use put_ticket;

/// A customer's tickets, the newest first.
pub async fn of_customer(db: &Db, customer_id: &str) -> Result<Vec<Ticket>> {
    let sql = "SELECT id, customer_id, kind, status, priority, description, notes, troubleshooting_steps, session_id,
        created_at, updated_at FROM isp_tickets WHERE customer_id = $1 ORDER BY created_at DESC, id";
    let rows: Vec<TicketRow> = reading!(db, pool => sqlx::query_as(sql).bind(customer_id).fetch_all(pool).await?);
    Ok(rows.into_iter().map(Into::into).collect())
}

/// What happened with a customer, the newest first.
pub async fn history(db: &Db, customer_id: &str) -> Result<Vec<HistoryEntry>> {
    type Row = (String, String, i64, String, String, Option<String>);
    let sql = "SELECT id, customer_id, at, kind, detail, ticket_id FROM isp_customer_history WHERE customer_id = $1
        ORDER BY at DESC, id";
    let rows: Vec<Row> = reading!(db, pool => sqlx::query_as(sql).bind(customer_id).fetch_all(pool).await?);
    let one = |(id, customer_id, at, kind, detail, ticket_id): Row| HistoryEntry {
        id,
        customer_id,
        at,
        kind,
        detail,
        ticket_id,
    };
    Ok(rows.into_iter().map(one).collect())
}

#[derive(FromRow)]
struct TicketRow {
    id: String,
    customer_id: String,
    kind: String,
    status: String,
    priority: String,
    description: String,
    notes: Option<String>,
    troubleshooting_steps: Option<String>,
    session_id: Option<String>,
    created_at: i64,
    updated_at: i64,
}

impl From<TicketRow> for Ticket {
    fn from(row: TicketRow) -> Self {
        Self {
            id: row.id,
            customer_id: row.customer_id,
            kind: row.kind,
            status: row.status.parse().unwrap_or(TicketStatus::Open),
            priority: row.priority.parse().unwrap_or(Priority::Medium),
            description: row.description,
            notes: row.notes,
            troubleshooting_steps: row.troubleshooting_steps,
            session_id: row.session_id,
            created_at: row.created_at,
            updated_at: row.updated_at,
        }
    }
}

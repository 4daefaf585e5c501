//! Tickets and customers' history.

use model::record::Priority;
use model::support::records::{HistoryEntry, Ticket, TicketStatus};

use super::{Db, Result, reading};
use crate::rows::{all, or, row};

/// Writes a ticket, its history entry and the event that tells others of it in the transaction `$tx`. Their ids derive
/// from one call, so writing it again changes nothing.
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
        let sql = "INSERT INTO outbox (id, kind, run_id, at) VALUES ($1, $2, $3, $4) ON CONFLICT (id) DO NOTHING";
        sqlx::query(sql)
            .bind($crate::outbox::ticket_event(&t.id))
            .bind($crate::outbox::TICKET_MADE)
            .bind($run_id)
            .bind(t.created_at)
            .execute(&mut *$tx)
            .await?;
    }};
}
pub(crate) use put_ticket;

/// A customer's tickets, newest first.
pub async fn of_customer(db: &Db, customer_id: &str) -> Result<Vec<Ticket>> {
    let sql = "SELECT id, customer_id, kind, status, priority, description, notes, troubleshooting_steps, session_id,
        created_at, updated_at FROM isp_tickets WHERE customer_id = $1 ORDER BY created_at DESC, id";
    Ok(all(reading!(db, pool => sqlx::query_as(sql).bind(customer_id).fetch_all(pool).await?)))
}

/// The last entries of a customer's history, newest first.
pub async fn history(db: &Db, customer_id: &str, most: i64) -> Result<Vec<HistoryEntry>> {
    let sql = "SELECT id, customer_id, at, kind, detail, ticket_id FROM isp_customer_history WHERE customer_id = $1
        ORDER BY at DESC, id LIMIT $2";
    Ok(all(reading!(db, pool => sqlx::query_as(sql).bind(customer_id).bind(most).fetch_all(pool).await?)))
}

row! { Ticket {
    id, customer_id, kind, status = or(TicketStatus::Open), priority = or(Priority::Medium), description, notes,
    troubleshooting_steps, session_id, created_at, updated_at
} }

row! { HistoryEntry { id, customer_id, at, kind, detail, ticket_id } }

//! The closed list of changes that tools can make. Each is written in the transaction of its approval, and fails if the
//! records are no longer as the approver saw them.

use model::record::{Case, CaseNote};
use model::session::taught::Memory;
use model::support::records::{HistoryEntry, Ticket};

use super::{Db, Result, reading};
use crate::rows::{all, row};

/// One change.
#[derive(Clone, Debug, PartialEq)]
pub enum Act {
    /// Opens a case and links communications of its customer to it, none of which may have a case yet.
    OpenCase {
        case: Box<Case>,
        communications: Vec<String>,
    },
    AssignCase {
        case_id: String,
        /// The assignee when this was proposed.
        before: Option<String>,
        assignee: String,
        /// UTC milliseconds.
        now: i64,
    },
    AddNote(CaseNote),
    /// Remembers something for a person.
    Remember {
        person: String,
        memory: Memory,
    },
    /// Opens a ticket of the internet provider and adds it to the customer's history (B-042).
    OpenTicket {
        ticket: Box<Ticket>,
        entry: HistoryEntry,
        /// The run that proposed it; its conversation owns the ticket.
        run_id: String,
    },
}

/// Writes a change in the transaction `$tx`; `$change` is its number.
macro_rules! put_act {
    ($tx:expr, $act:expr, $change:expr) => {
        match $act {
            $crate::acts::Act::OpenCase { case, communications } => {
                let c: &model::record::Case = case;
                let sql = "INSERT INTO cases (id, customer_id, title, description, category, subcategory, product, status,
                    priority, assigned_to, created_at, updated_at, resolved_at, day, sla_deadline, sla_breached, tags,
                    resolution, attributes, source, digest, change_no, sla_told) VALUES ($1, $2, $3, $4, $5, $6, $7, $8,
                    $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23)";
                sqlx::query(sql)
                    .bind(&c.id).bind(&c.customer_id).bind(&c.title).bind(&c.description).bind(&c.category)
                    .bind(&c.subcategory).bind(&c.product).bind(c.status.as_str()).bind(c.priority.as_str())
                    .bind(&c.assigned_to).bind(c.created_at).bind(c.updated_at).bind(c.resolved_at)
                    .bind(c.day.to_string()).bind(c.sla_deadline).bind(c.sla_breached)
                    .bind(sqlx::types::Json(&c.tags)).bind(&c.resolution).bind(sqlx::types::Json(&c.attributes))
                    .bind(&c.source).bind($crate::write::digest(c)).bind($change).bind(c.sla_told)
                    .execute(&mut *$tx).await?;
                let link = "UPDATE communications SET case_id = $1, change_no = $2
                    WHERE id = $3 AND customer_id = $4 AND case_id IS NULL";
                for id in communications {
                    let linked = sqlx::query(link)
                        .bind(&c.id).bind($change).bind(id).bind(&c.customer_id).execute(&mut *$tx).await?;
                    if linked.rows_affected() == 0 {
                        let detail = format!("{id} belongs to another case by now, so nothing was done.");
                        return Err($crate::StoreError::Conflict(detail));
                    }
                }
            }
            $crate::acts::Act::AssignCase { case_id, before, assignee, now } => {
                let sql = "UPDATE cases SET assigned_to = $2, updated_at = $3, change_no = $4
                    WHERE id = $1 AND COALESCE(assigned_to, '') = $5";
                let changed = sqlx::query(sql)
                    .bind(case_id).bind(assignee).bind(*now).bind($change).bind(before.as_deref().unwrap_or_default())
                    .execute(&mut *$tx).await?;
                if changed.rows_affected() == 0 {
                    let detail = format!("{case_id} was assigned to someone else meanwhile, so nothing was done.");
                    return Err($crate::StoreError::Conflict(detail));
                }
            }
            $crate::acts::Act::AddNote(note) => {
                let sql = "INSERT INTO case_notes (id, case_id, author, body, at) VALUES ($1, $2, $3, $4, $5)";
                sqlx::query(sql)
                    .bind(&note.id).bind(&note.case_id).bind(&note.author).bind(&note.body).bind(note.at)
                    .execute(&mut *$tx).await?;
                let touch = "UPDATE cases SET updated_at = $2, change_no = $3 WHERE id = $1";
                sqlx::query(touch).bind(&note.case_id).bind(note.at).bind($change).execute(&mut *$tx).await?;
            }
            $crate::acts::Act::Remember { person, memory } => {
                $crate::taught::memory::put_memory!($tx, person, memory);
            }
            $crate::acts::Act::OpenTicket { ticket, entry, run_id } => {
                $crate::support::tickets::put_ticket!($tx, ticket, entry, run_id);
            }
        }
    };
}
pub(super) use put_act;

/// The notes on a case, oldest first.
pub async fn notes(db: &Db, case_id: &str) -> Result<Vec<CaseNote>> {
    let sql = "SELECT id, case_id, author, body, at FROM case_notes WHERE case_id = $1 ORDER BY at, id";
    Ok(all(reading!(db, pool => sqlx::query_as(sql).bind(case_id).fetch_all(pool).await?)))
}

row! { CaseNote { id, case_id, author, body, at } }

//! Promises to callers, open until a person fulfils them, and what people say in calls they have taken over.

use model::record::Priority;
use model::support::{Line, Queue, Task};

use crate::rows::{all, one, or, row};
use crate::{Db, Result, StoreError, reading, writing};

/// Stores a promise with the reply that makes it. Its id derives from the run, so one reply makes one task. Further
/// wishes of a call for the same queue are added to its open task. `$promise` is a [`Promised`].
macro_rules! put_task {
    ($statements:expr, $id:expr, $session:expr, $promise:expr, $now:expr) => {{
        let made: &$crate::support::tasks::Promised = $promise;
        // An open task of the call in the same queue gets another line; critical promises get their own task.
        let (queue, critical) = (made.promise.queue.as_str(), made.promise.priority == model::record::Priority::Critical);
        if !critical {
            let q = $statements.next();
            q.push("UPDATE isp_tasks SET reason = reason || ").push_bind(format!("\n{}", made.promise.reason));
            if made.promise.priority == model::record::Priority::High {
                q.push(", priority = 'high'");
            }
            q.push(" WHERE closed_at IS NULL AND queue = ").push_bind(queue);
            q.push(" AND session_id = ").push_bind($session);
        }
        let q = $statements.next();
        q.push("INSERT INTO isp_tasks (id, session_id, phone, customer_id, caller_name, queue, priority, reason, created_at, due_at) SELECT ");
        q.push_bind($id).push(", session_id, phone, ").push_bind(&made.customer_id);
        q.push(", ").push_bind(&made.caller_name);
        q.push(", ").push_bind(made.promise.queue.as_str());
        q.push(", ").push_bind(made.promise.priority.as_str());
        q.push(", ").push_bind(&made.promise.reason);
        q.push(", ").push_bind($now);
        q.push(", ").push_bind($now + made.due_in);
        q.push(" FROM isp_calls WHERE session_id = ").push_bind($session);
        if !critical {
            q.push(" AND NOT EXISTS (SELECT 1 FROM isp_tasks WHERE closed_at IS NULL AND queue = ").push_bind(queue);
            q.push(" AND session_id = ").push_bind($session).push(")");
        }
    }};
}
pub(crate) use put_task;

/// A promise, the account it is about, and when it is due.
#[derive(Clone, Debug)]
pub struct Promised {
    pub promise: model::support::Promise,
    pub customer_id: Option<String>,
    /// As given by the caller.
    pub caller_name: Option<String>,
    /// Milliseconds from when the promise is stored.
    pub due_in: i64,
}

const COLUMNS: &str =
    "t.id, t.session_id, t.customer_id, t.caller_name, t.phone, t.queue, t.priority, t.reason, t.created_at, t.due_at,
    t.taken_by, t.taken_at, t.closed_at, t.outcome";

row! { Task {
    id, session_id, customer_id, caller_name, phone, queue = or(Queue::Support), priority = or(Priority::Medium), reason, created_at,
    due_at, taken_by, taken_at, closed_at, outcome
} }

row! { Line { at, by @ "by_name", text } }

/// Open tasks: by urgency, then by due time.
pub async fn open(db: &Db, limit: i64) -> Result<Vec<Task>> {
    let sql = format!(
        "SELECT {COLUMNS} FROM isp_tasks t JOIN sessions s ON s.id = t.session_id
         WHERE t.closed_at IS NULL AND s.deleted_at IS NULL
         ORDER BY CASE t.priority WHEN 'critical' THEN 0 WHEN 'high' THEN 1 ELSE 2 END, t.due_at, t.id LIMIT $1"
    );
    Ok(all(reading!(db, pool => sqlx::query_as(&sql).bind(limit).fetch_all(pool).await?)))
}

/// The promises made in a call.
pub async fn of_call(db: &Db, session_id: &str) -> Result<Vec<Task>> {
    let sql = format!("SELECT {COLUMNS} FROM isp_tasks t WHERE t.session_id = $1 ORDER BY t.created_at, t.id");
    Ok(all(reading!(db, pool => sqlx::query_as(&sql).bind(session_id).fetch_all(pool).await?)))
}

/// A task.
///
/// # Errors
/// `NotFound` for an unknown one.
pub async fn get(db: &Db, id: &str) -> Result<Task> {
    let sql = format!("SELECT {COLUMNS} FROM isp_tasks t WHERE t.id = $1");
    let row = one(reading!(db, pool => sqlx::query_as(&sql).bind(id).fetch_optional(pool).await?));
    row.ok_or_else(|| StoreError::NotFound(format!("There is no task {id}.")))
}

/// Assigns a call and its tasks to a person, reopening an ended call. False if somebody else has it.
pub async fn take(db: &Db, session_id: &str, by: &str, now: i64) -> Result<bool> {
    let call = "UPDATE isp_calls SET taken_by = $2, ended_at = NULL, outcome = NULL, summary = NULL
        WHERE session_id = $1 AND (taken_by IS NULL OR taken_by = $2)";
    let tasks = "UPDATE isp_tasks SET taken_by = $2, taken_at = $3
        WHERE session_id = $1 AND taken_by IS NULL AND closed_at IS NULL";
    Ok(writing!(db, pool => {
        let mut tx = pool.begin().await?;
        let taken = sqlx::query(call).bind(session_id).bind(by).execute(&mut *tx).await?.rows_affected() > 0;
        if taken {
            sqlx::query(tasks).bind(session_id).bind(by).bind(now).execute(&mut *tx).await?;
        }
        tx.commit().await?;
        taken
    }))
}

/// Sets the customer of a call's open tasks that were made before it was known.
pub async fn known(db: &Db, session_id: &str, customer_id: Option<&str>, caller_name: Option<&str>) -> Result<()> {
    let sql = "UPDATE isp_tasks SET customer_id = COALESCE(customer_id, $2), caller_name = COALESCE($3, caller_name)
        WHERE session_id = $1 AND closed_at IS NULL";
    writing!(db, pool => {
        sqlx::query(sql).bind(session_id).bind(customer_id).bind(caller_name).execute(pool).await?;
    });
    Ok(())
}

/// Closes a task with its outcome. False if it was already closed.
pub async fn close(db: &Db, id: &str, by: &str, outcome: &str, now: i64) -> Result<bool> {
    let sql = "UPDATE isp_tasks SET closed_at = $3, outcome = $4, taken_by = COALESCE(taken_by, $2),
        taken_at = COALESCE(taken_at, $3) WHERE id = $1 AND closed_at IS NULL";
    let done = writing!(db, pool => {
        sqlx::query(sql).bind(id).bind(by).bind(now).bind(outcome).execute(pool).await?.rows_affected()
    });
    Ok(done > 0)
}

/// Stores a line of a call that a person has taken over; without a name it is the caller's.
pub async fn say(db: &Db, id: &str, session_id: &str, line: &Line) -> Result<()> {
    let sql = "INSERT INTO isp_call_lines (id, session_id, at, by_name, text) VALUES ($1, $2, $3, $4, $5)";
    writing!(db, pool => {
        sqlx::query(sql).bind(id).bind(session_id).bind(line.at).bind(&line.by).bind(&line.text).execute(pool).await?;
    });
    Ok(())
}

/// The lines since a person took over, oldest first.
pub async fn lines(db: &Db, session_id: &str) -> Result<Vec<Line>> {
    let sql = "SELECT at, by_name, text FROM isp_call_lines WHERE session_id = $1 ORDER BY at, id";
    Ok(all(reading!(db, pool => sqlx::query_as(sql).bind(session_id).fetch_all(pool).await?)))
}

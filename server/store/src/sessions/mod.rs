//! Conversations (E-014 to E-017): sessions, their messages, their ratings. A rating is never overwritten.

use model::account::DataAccess;
use model::answer::Receipt;
use model::session::{ConversationItem, Role};
use serde_json::Value;
use sqlx::FromRow;

pub mod feedback;
pub mod keep;
pub mod ratings;

use super::connect::at_once::Statements;
use super::{Db, Result, StoreError, accounts, reading, writing};
use crate::rows::{all, row};

/// A conversation to create.
#[derive(Clone, Debug)]
pub struct NewSession {
    pub id: String,
    pub user_id: String,
    pub channel: String,
    /// Its owner's data access.
    pub sees: DataAccess,
    /// UTC milliseconds.
    pub now: i64,
}

/// Creates a conversation with this number of messages.
macro_rules! put_session {
    ($statements:expr, $session:expr, $messages:expr) => {{
        let s: &$crate::sessions::NewSession = $session;
        $crate::connect::at_once::insert!(
            $statements,
            "sessions (id, user_id, channel, started_at, message_count, status, metadata, sees)",
            &s.id,
            &s.user_id,
            &s.channel,
            s.now,
            $messages,
            "active",
            sqlx::types::Json(serde_json::Value::Object(serde_json::Map::new())),
            $crate::accounts::json(&s.sees),
        );
    }};
}
pub(super) use put_session;

/// When the conversation began.
///
/// # Errors
/// `NotFound` for an unknown id (X-29: nothing is created implicitly).
pub async fn started_at(db: &Db, id: &str) -> Result<i64> {
    let sql = "SELECT started_at FROM sessions WHERE id = $1 AND deleted_at IS NULL";
    let row: Option<i64> = reading!(db, pool => sqlx::query_scalar(sql).bind(id).fetch_optional(pool).await?);
    row.ok_or_else(|| StoreError::NotFound(format!("There is no conversation {id}.")))
}

/// How many of the conversation's first runs were recorded elsewhere; `None` for an unknown id.
pub async fn recorded(db: &Db, id: &str) -> Result<Option<i64>> {
    let sql = "SELECT recorded FROM sessions WHERE id = $1";
    Ok(reading!(db, pool => sqlx::query_scalar(sql).bind(id).fetch_optional(pool).await?))
}

/// Marks the first `runs` runs of the conversation as recorded elsewhere.
pub async fn mark_recorded(db: &Db, id: &str, runs: usize) -> Result<()> {
    let sql = "UPDATE sessions SET recorded = $2 WHERE id = $1";
    let runs = i64::try_from(runs).unwrap_or(i64::MAX);
    let _ = writing!(db, pool => sqlx::query(sql).bind(id).bind(runs).execute(pool).await?.rows_affected());
    Ok(())
}

/// A conversation's owner and kind.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct Owner {
    /// The name of whoever began it.
    pub user_id: String,
    /// It came with the data.
    pub recorded: bool,
    /// A support call, shared among colleagues.
    pub is_call: bool,
    /// The data access it was held with, as JSON.
    sees: String,
}

impl Owner {
    /// The only customer that its data access showed, if it was one.
    pub fn only(&self) -> Option<String> {
        match serde_json::from_str(&self.sees) {
            Ok(DataAccess::Some(book)) => book.only,
            _ => None,
        }
    }

    /// Whether it was held with the access `sees`; full access covers all conversations.
    pub fn was_had_with(&self, sees: &DataAccess) -> bool {
        *sees == DataAccess::All || self.sees == accounts::json(sees)
    }
}

/// Records that a conversation continues with the access `sees`. With several, it counts as held with full access.
pub async fn went_on_with(db: &Db, id: &str, sees: &DataAccess) -> Result<()> {
    let sql = "UPDATE sessions SET sees = $3 WHERE id = $1 AND sees <> $2";
    let (now, all) = (accounts::json(sees), accounts::json(&DataAccess::All));
    let _ = writing!(db, pool => sqlx::query(sql).bind(id).bind(now).bind(all).execute(pool).await?.rows_affected());
    Ok(())
}

/// The owner of a conversation, also of a deleted one; `None` for an unknown id.
pub async fn owner(db: &Db, id: &str) -> Result<Option<Owner>> {
    let sql = "SELECT s.user_id, s.recorded > 0 AS recorded, s.sees,
        EXISTS (SELECT 1 FROM isp_calls c WHERE c.session_id = s.id) AS is_call FROM sessions s WHERE s.id = $1";
    Ok(reading!(db, pool => sqlx::query_as(sql).bind(id).fetch_optional(pool).await?))
}

/// The owner of a run's conversation; `None` for an unknown run or a deleted conversation.
pub async fn owner_of_run(db: &Db, run_id: &str) -> Result<Option<Owner>> {
    let sql = "SELECT s.user_id, s.recorded > 0 AS recorded, s.sees,
        EXISTS (SELECT 1 FROM isp_calls c WHERE c.session_id = s.id) AS is_call
        FROM sessions s JOIN runs r ON r.session_id = s.id WHERE r.id = $1 AND s.deleted_at IS NULL";
    Ok(reading!(db, pool => sqlx::query_as(sql).bind(run_id).fetch_optional(pool).await?))
}

/// Whose conversations a list contains: everybody's without a user.
#[derive(Clone, Debug, Default)]
pub struct Whose<'a> {
    pub user: Option<&'a str>,
    /// Include conversations that came with the data.
    pub recorded: bool,
    /// The access they were held with, as JSON; `None` for any.
    pub(super) sees: Option<String>,
}

impl<'a> Whose<'a> {
    /// A user's conversations, as far as they were held with the user's current access.
    pub fn new(user: Option<&'a str>, sees: &DataAccess) -> Self {
        let sees = (*sees != DataAccess::All).then(|| accounts::json(sees));
        Self { user, recorded: sees.is_none(), sees }
    }
}

/// Deletes a conversation with its runs, events, messages and ratings.
pub async fn delete(db: &Db, id: &str) -> Result<()> {
    let sql = "DELETE FROM sessions WHERE id = $1";
    let gone = writing!(db, pool => sqlx::query(sql).bind(id).execute(pool).await?.rows_affected());
    if gone == 0 {
        return Err(StoreError::NotFound(format!("There is no conversation {id}.")));
    }
    Ok(())
}

/// A message to add.
#[derive(Clone, Debug, Default)]
pub struct NewMessage {
    pub id: String,
    pub session_id: String,
    pub run_id: Option<String>,
    pub role: Role,
    pub content: String,
    /// Steps in the form of E-005, for exports; `None` for questions.
    pub reasoning_trace: Option<Value>,
    pub tool_calls: Option<Value>,
    pub receipt: Receipt,
    pub now: i64,
}

/// Adds a message.
macro_rules! put_message {
    ($statements:expr, $message:expr) => {{
        let m: &$crate::sessions::NewMessage = $message;
        let tokens = |n: u64| i64::try_from(n).unwrap_or(i64::MAX);
        $crate::connect::at_once::insert!(
            $statements,
            "session_messages (id, session_id, run_id, role, content, reasoning_trace, tool_calls, tokens_prompt,
             tokens_completion, latency_ms, created_at)",
            &m.id,
            &m.session_id,
            &m.run_id,
            m.role.as_str(),
            &m.content,
            m.reasoning_trace.as_ref().map(sqlx::types::Json),
            m.tool_calls.as_ref().map(sqlx::types::Json),
            tokens(m.receipt.tokens_prompt),
            tokens(m.receipt.tokens_completion),
            m.receipt.duration_ms,
            m.now,
        );
    }};
}
pub(super) use put_message;

/// Increments the message count and sets the session's status: `active`, `completed` or `error`.
macro_rules! count_message {
    ($statements:expr, $message:expr, $status:expr) => {{
        let m: &$crate::sessions::NewMessage = $message;
        let q = $statements.next();
        q.push("UPDATE sessions SET message_count = message_count + 1, status = ").push_bind($status);
        q.push(", ended_at = ").push_bind(($status != "active").then_some(m.now));
        q.push(" WHERE id = ").push_bind(&m.session_id);
    }};
}
pub(super) use count_message;

/// Creates an empty conversation.
pub async fn create(db: &Db, session: &NewSession) -> Result<()> {
    writing!(db, pool => {
        let mut statements = Statements::<Base>::new();
        put_session!(statements, session, 0);
        statements.build().execute(pool).await?;
    });
    Ok(())
}

/// The newest conversations of `whose` that contain `words` in a question, an answer or their name, pinned ones first.
/// Empty `words` match everything. `empty` includes conversations without messages.
pub async fn conversations(
    db: &Db,
    words: &str,
    limit: i64,
    empty: bool,
    whose: Whose<'_>,
) -> Result<Vec<ConversationItem>> {
    let like = like(words);
    let sql = "SELECT s.id, s.channel, s.started_at, s.pinned, s.recorded > 0 AS recorded, COALESCE(s.title, (SELECT r.question FROM runs r
            WHERE r.session_id = s.id ORDER BY r.created_at, r.id LIMIT 1), '') AS title,
        (SELECT COUNT(*) FROM runs r WHERE r.session_id = s.id) AS questions,
        EXISTS (SELECT 1 FROM runs r WHERE r.session_id = s.id AND r.status IN ('queued', 'running', 'waiting')) AS running
        FROM sessions s WHERE s.deleted_at IS NULL AND ($4 IS NULL OR s.user_id = $4 OR ($5 AND s.recorded > 0)) AND ($6 IS NULL OR s.sees = $6) AND ($3 OR EXISTS (SELECT 1 FROM runs r WHERE r.session_id = s.id))
        AND ($2 = '%%' OR LOWER(COALESCE(s.title, '')) LIKE $2 ESCAPE '\\' OR EXISTS (SELECT 1 FROM session_messages m
            WHERE m.session_id = s.id AND LOWER(m.content) LIKE $2 ESCAPE '\\'))
        ORDER BY s.pinned DESC, s.started_at DESC, s.id DESC LIMIT $1";
    Ok(all(
        reading!(db, pool => sqlx::query_as(sql).bind(limit).bind(like).bind(empty).bind(whose.user).bind(whose.recorded).bind(whose.sees)
            .fetch_all(pool).await?),
    ))
}

/// Text as a LIKE pattern that matches it literally: wildcards are escaped.
pub(super) fn like(words: &str) -> String {
    let words = words.trim().to_lowercase();
    format!("%{}%", words.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_"))
}

row! { ConversationItem { id, channel, started_at, title, pinned, questions, running, recorded } }

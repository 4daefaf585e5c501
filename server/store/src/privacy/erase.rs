//! Erasing a customer: finding their records, texts that may name them, and deleting.

use model::privacy::Erasure;

use super::super::changes::{commit_change, next_change};
use super::super::{Db, Result, StoreError, reading, writing};

/// A customer to erase.
#[derive(Clone, Debug)]
pub struct Target {
    pub id: String,
    pub name: String,
    /// A customer of the internet provider, whose records are separate.
    pub is_provider: bool,
    /// Ids of their messages and cases.
    pub records: Vec<String>,
    /// All other stored details in one text, e.g. an e-mail address.
    pub further: String,
    pub counts: Erasure,
}

/// Finds a customer by id: the desk's, else the internet provider's.
///
/// # Errors
/// `NotFound` for an unknown id.
pub async fn target(db: &Db, id: &str) -> Result<Target> {
    let own = "SELECT name, CAST(attributes AS TEXT) FROM customers WHERE id = $1";
    let provider = "SELECT name, COALESCE(phone, '') || ' ' || COALESCE(email, '') FROM isp_customers WHERE id = $1";
    let mut found: Option<(String, String)> =
        reading!(db, pool => sqlx::query_as(own).bind(id).fetch_optional(pool).await?);
    let is_provider = found.is_none();
    if is_provider {
        found = reading!(db, pool => sqlx::query_as(provider).bind(id).fetch_optional(pool).await?);
    }
    let (name, further) = found.ok_or_else(|| StoreError::NotFound(format!("There is no customer {id}.")))?;
    let mut target = Target {
        id: id.to_owned(),
        is_provider,
        records: Vec::new(),
        further,
        counts: Erasure { customer_id: id.to_owned(), ..Erasure::default() },
        name,
    };
    if is_provider {
        let tickets = "SELECT id FROM isp_tickets WHERE customer_id = $1";
        target.records = reading!(db, pool => sqlx::query_scalar(tickets).bind(id).fetch_all(pool).await?);
        target.counts.cases = target.records.len() as u64;
        return Ok(target);
    }
    let messages = "SELECT id FROM communications WHERE customer_id = $1";
    let cases = "SELECT id FROM cases WHERE customer_id = $1";
    let notes = "SELECT COUNT(*) FROM case_notes WHERE case_id IN (SELECT id FROM cases WHERE customer_id = $1)";
    let messages: Vec<String> = reading!(db, pool => sqlx::query_scalar(messages).bind(id).fetch_all(pool).await?);
    let cases: Vec<String> = reading!(db, pool => sqlx::query_scalar(cases).bind(id).fetch_all(pool).await?);
    let notes: i64 = reading!(db, pool => sqlx::query_scalar(notes).bind(id).fetch_one(pool).await?);
    (target.counts.messages, target.counts.cases) = (messages.len() as u64, cases.len() as u64);
    target.counts.notes = u64::try_from(notes).unwrap_or(0);
    target.records = [messages, cases].concat();
    target.counts.mentions = mentions(db, &target).await?;
    Ok(target)
}

/// How many other texts contain the name: messages, cases and their notes, and documents.
async fn mentions(db: &Db, target: &Target) -> Result<u64> {
    let sql = r"SELECT
        (SELECT COUNT(*) FROM communications WHERE customer_id <> $1
            AND (LOWER(body) LIKE $2 ESCAPE '\' OR LOWER(COALESCE(subject, '')) LIKE $2 ESCAPE '\'))
        + (SELECT COUNT(*) FROM cases WHERE customer_id <> $1
            AND (LOWER(title) LIKE $2 ESCAPE '\' OR LOWER(description) LIKE $2 ESCAPE '\'))
        + (SELECT COUNT(*) FROM case_notes WHERE LOWER(body) LIKE $2 ESCAPE '\'
            AND case_id NOT IN (SELECT id FROM cases WHERE customer_id = $1))
        + (SELECT COUNT(*) FROM chunks WHERE LOWER(text) LIKE $2 ESCAPE '\')";
    let name = target.name.to_lowercase().replace('\\', r"\\").replace('%', r"\%").replace('_', r"\_");
    let like = format!("%{name}%");
    let count: i64 = reading!(db, pool => sqlx::query_scalar(sql).bind(&target.id).bind(&like).fetch_one(pool).await?);
    Ok(u64::try_from(count).unwrap_or(0))
}

/// Every conversation, including deleted ones.
pub async fn conversations(db: &Db) -> Result<Vec<String>> {
    let sql = "SELECT id FROM sessions ORDER BY id";
    Ok(reading!(db, pool => sqlx::query_scalar(sql).fetch_all(pool).await?))
}

/// Every stored text of a conversation: messages, traces, proposals, sent requests, rating notes.
pub async fn texts(db: &Db, session: &str) -> Result<Vec<String>> {
    const RUNS: &str = "run_id IN (SELECT id FROM runs WHERE session_id = $1)";
    let sql = format!(
        "SELECT COALESCE(title, '') || ' ' || COALESCE(rating_note, '') || ' ' || CAST(metadata AS TEXT) AS t
            FROM sessions WHERE id = $1
        UNION ALL SELECT content || ' ' || COALESCE(CAST(reasoning_trace AS TEXT), '') || ' '
            || COALESCE(CAST(tool_calls AS TEXT), '') FROM session_messages WHERE session_id = $1
        UNION ALL SELECT question || ' ' || CAST(request AS TEXT) FROM runs WHERE session_id = $1
        UNION ALL SELECT CAST(payload AS TEXT) FROM run_events WHERE {RUNS}
        UNION ALL SELECT CAST(args AS TEXT) || ' ' || COALESCE(CAST(edited AS TEXT), '') || ' '
            || CAST(proposal AS TEXT) || ' ' || COALESCE(note, '') || ' ' || COALESCE(CAST(result AS TEXT), '')
            FROM approvals WHERE {RUNS}
        UNION ALL SELECT COALESCE(body, '') FROM sent WHERE {RUNS}
        UNION ALL SELECT COALESCE(note, '') || ' ' || COALESCE(correct, '') FROM ratings WHERE session_id = $1
        UNION ALL SELECT COALESCE(note, '') FROM feedback WHERE {RUNS}
        UNION ALL SELECT phone || ' ' || COALESCE(summary, '') FROM isp_calls WHERE session_id = $1
        UNION ALL SELECT text FROM isp_call_lines WHERE session_id = $1
        UNION ALL SELECT phone || ' ' || COALESCE(customer_id, '') || ' ' || COALESCE(caller_name, '') || ' ' || reason
            || ' ' || COALESCE(outcome, '')
            FROM isp_tasks WHERE session_id = $1"
    );
    Ok(reading!(db, pool => sqlx::query_scalar(&sql).bind(session).fetch_all(pool).await?))
}

/// How many answers these conversations have.
pub async fn answers(db: &Db, sessions: &[String]) -> Result<u64> {
    let sql = "SELECT COUNT(*) FROM runs WHERE session_id = $1";
    let mut all = 0;
    for session in sessions {
        let count: i64 = reading!(db, pool => sqlx::query_scalar(sql).bind(session).fetch_one(pool).await?);
        all += u64::try_from(count).unwrap_or(0);
    }
    Ok(all)
}

/// In one transaction: deletes the customer and their data, empties the conversations, deletes the taught words and
/// cases with these ids. An emptied conversation keeps its row, the name "Erased", and its counters.
pub async fn erase(db: &Db, target: &Target, sessions: &[String], words: &[String], cases: &[String]) -> Result<()> {
    const RECORDS: [(&str, &str); 2] = [("communication", "communications"), ("case", "cases")];
    const NOTES: &str = "DELETE FROM case_notes WHERE case_id IN (SELECT id FROM cases WHERE customer_id = $1)";
    const EMPTY: [&str; 7] = [
        // Messages about watched figures may quote the question.
        "DELETE FROM deliveries WHERE EXISTS
            (SELECT 1 FROM watches w WHERE w.session_id = $1 AND deliveries.id LIKE 'watch-' || w.id || '-%')",
        "DELETE FROM runs WHERE session_id = $1",
        "DELETE FROM session_messages WHERE session_id = $1",
        "DELETE FROM ratings WHERE session_id = $1",
        "DELETE FROM isp_calls WHERE session_id = $1",
        "DELETE FROM isp_tasks WHERE session_id = $1",
        "UPDATE sessions SET title = 'Erased', rating_note = NULL, metadata = '{}', share_hash = NULL WHERE id = $1",
    ];
    writing!(db, pool => {
        let mut tx = pool.begin().await?;
        let change = next_change!(tx);
        if target.is_provider {
            sqlx::query("DELETE FROM isp_customers WHERE id = $1").bind(&target.id).execute(&mut *tx).await?;
        } else {
            for (kind, table) in RECORDS {
                let note = format!(
                    "INSERT INTO deletions (kind, record_id, change_no)
                     SELECT $2, id, $3 FROM {table} WHERE customer_id = $1
                     ON CONFLICT (kind, record_id) DO UPDATE SET change_no = excluded.change_no");
                sqlx::query(&note).bind(&target.id).bind(kind).bind(change).execute(&mut *tx).await?;
            }
            sqlx::query(NOTES).bind(&target.id).execute(&mut *tx).await?;
            for (_, table) in RECORDS {
                let sql = format!("DELETE FROM {table} WHERE customer_id = $1");
                sqlx::query(&sql).bind(&target.id).execute(&mut *tx).await?;
            }
            sqlx::query("DELETE FROM customers WHERE id = $1").bind(&target.id).execute(&mut *tx).await?;
        }
        for session in sessions {
            for sql in EMPTY {
                sqlx::query(sql).bind(session).execute(&mut *tx).await?;
            }
        }
        for case in cases {
            sqlx::query("DELETE FROM review_cases WHERE id = $1").bind(case).execute(&mut *tx).await?;
        }
        for word in words {
            for sql in ["DELETE FROM taught_words WHERE id = $1", "DELETE FROM memory WHERE id = $1"] {
                sqlx::query(sql).bind(word).execute(&mut *tx).await?;
            }
        }
        commit_change!(db, tx);
    });
    Ok(())
}

/// Makes SQLite overwrite deleted data from now on instead of only freeing its pages. Postgres relies on its own
/// vacuum.
pub async fn overwrite(db: &Db, on: bool) -> Result<()> {
    if let Db::Sqlite { write, .. } = db {
        let sql = if on { "PRAGMA secure_delete = ON" } else { "PRAGMA secure_delete = OFF" };
        sqlx::query(sql).execute(write).await?;
    }
    Ok(())
}

/// Rewrites the SQLite file and empties its WAL, so that no page keeps stale copies of moved rows. Blocks writers: some
/// seconds per gigabyte. False if a reader kept the WAL from being emptied: the next checkpoint does that.
pub async fn scrub(db: &Db) -> Result<bool> {
    let Db::Sqlite { write, .. } = db else { return Ok(true) };
    let mut connection = write.acquire().await?;
    // The copy is as large as the database, too large for memory.
    for sql in ["PRAGMA temp_store = FILE", "VACUUM", "PRAGMA temp_store = MEMORY"] {
        sqlx::query(sql).execute(&mut *connection).await?;
    }
    let (busy, ..): (i64, i64, i64) =
        sqlx::query_as("PRAGMA wal_checkpoint(TRUNCATE)").fetch_one(&mut *connection).await?;
    Ok(busy == 0)
}

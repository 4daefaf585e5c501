//! Personal data: how much is kept of each kind, deleting what is old, and erasing a customer.

pub mod erase;
pub mod sweep;

use model::time::day_of;

use super::{Db, Result, reading};

model::named! {
    /// A kind of data with a retention period.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Kind {
        /// Conversations at the desk, with their runs.
        Conversations = "conversations",
        /// Requests that left this machine.
        Sent = "sent",
        /// Communications with customers.
        Messages = "messages",
        /// Support calls, with their runs.
        Calls = "calls",
    }
}

/// Number of rows and the time of the oldest (UTC milliseconds).
pub async fn held(db: &Db, kind: Kind) -> Result<(i64, Option<i64>)> {
    let sql = match kind {
        Kind::Conversations => {
            "SELECT COUNT(*), MIN(started_at) FROM sessions WHERE id NOT IN (SELECT session_id FROM isp_calls)"
        }
        Kind::Sent => "SELECT COUNT(*), MIN(at) FROM sent",
        Kind::Messages => "SELECT COUNT(*), MIN(at) FROM communications",
        Kind::Calls => "SELECT COUNT(*), MIN(started_at) FROM isp_calls",
    };
    Ok(reading!(db, pool => sqlx::query_as(sql).fetch_one(pool).await?))
}

/// The first day to keep, for a time in UTC milliseconds.
fn first_day(before: i64) -> String {
    day_of(before).to_string()
}

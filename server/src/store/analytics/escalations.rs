//! Conversations that went on elsewhere: where they began, where they went, and on which day.

use app::model::record::{Channel, ChatMode, EscalatedFrom};
use chrono::NaiveDate;

use super::sql::{Sql, rows};
use super::{Data, Filter};
use crate::store::columns::{self, Passage};
use crate::store::{Db, Result};

/// Communications of one kind: how many came from one place to another on one day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Escalation {
    pub from: EscalatedFrom,
    pub channel: Channel,
    /// Only for chats.
    pub chat_mode: Option<ChatMode>,
    pub day: NaiveDate,
    pub count: i64,
}

/// All escalations, in the order of their days.
pub async fn escalations(db: &Db, filter: &Filter) -> Result<Vec<Escalation>> {
    let select = "t.escalated_from, t.channel, t.chat_mode, t.day, COUNT(*)";
    let sql = Sql::select(select, Data::Communications, filter).push(
        " AND t.escalated_from IS NOT NULL GROUP BY t.escalated_from, t.channel, t.chat_mode, t.day ORDER BY t.day",
    );
    let found: Vec<Passage> = match columns::escalations(db, filter).await? {
        Some(found) => found,
        None => rows!(db, sql),
    };
    let read = |(from, channel, mode, day, count): Passage| {
        Some(Escalation {
            from: from.parse().ok()?,
            channel: channel.parse().ok()?,
            chat_mode: mode.and_then(|m| m.parse().ok()),
            day: day.parse().ok()?,
            count,
        })
    };
    Ok(found.into_iter().filter_map(read).collect())
}

/// How many communications there are by channel, chats also by who answered.
pub async fn by_mode(db: &Db, filter: &Filter) -> Result<Vec<(Channel, Option<ChatMode>, i64)>> {
    let sql = Sql::select("t.channel, t.chat_mode, COUNT(*)", Data::Communications, filter)
        .push(" GROUP BY t.channel, t.chat_mode");
    let found: Vec<(String, Option<String>, i64)> = match columns::modes(db, filter).await? {
        Some(found) => found,
        None => rows!(db, sql),
    };
    let read = |(channel, mode, count): (String, Option<String>, i64)| {
        Some((channel.parse().ok()?, mode.and_then(|m| m.parse().ok()), count))
    };
    Ok(found.into_iter().filter_map(read).collect())
}

/// Ids of escalated communications, newest first. `from` and `to` narrow them; a mode is meant where one is given.
pub async fn escalated_ids(
    db: &Db,
    filter: &Filter,
    from: Option<EscalatedFrom>,
    to: Option<(Channel, Option<ChatMode>)>,
    limit: u32,
) -> Result<Vec<String>> {
    if let Some(ids) = columns::escalated(db, filter, from, to, limit as usize).await? {
        return Ok(ids);
    }
    // Names of closed enums, never text from outside.
    let mut narrowed = " AND t.escalated_from IS NOT NULL".to_owned();
    if let Some(from) = from {
        narrowed.push_str(&format!(" AND t.escalated_from = '{from}'"));
    }
    if let Some((channel, mode)) = to {
        narrowed.push_str(&format!(" AND t.channel = '{channel}'"));
        narrowed.push_str(&mode.map(|m| format!(" AND t.chat_mode = '{m}'")).unwrap_or_default());
    }
    let tail = format!("{narrowed} ORDER BY t.at DESC, t.id LIMIT {limit}");
    let ids: Vec<(String,)> = rows!(db, Sql::select("t.id", Data::Communications, filter).push(&tail));
    Ok(ids.into_iter().map(|(id,)| id).collect())
}

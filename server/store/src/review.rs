//! The reviewers' filtered list of sessions (E-021, X-41), and the sample of them to rate.

use model::review::{ReviewFilter, SessionItem};
use model::session::Page;
use sqlx::QueryBuilder;

use super::sessions::{like, ratings};
use super::{Db, Result, StoreError, reading, usage};
use crate::rows::{known, one, row};

/// Default and maximum page size.
const LIMIT: (i64, i64) = (50, 200);

const LIST: &str = "SELECT s.id, s.recorded > 0 AS recorded, s.user_id, s.channel, s.started_at, s.ended_at, s.message_count, s.status, s.rating,
    s.rating_note, COALESCE((SELECT r.question FROM runs r WHERE r.session_id = s.id ORDER BY r.created_at, r.id LIMIT 1),
    '') AS question, COALESCE((SELECT r.model FROM runs r WHERE r.session_id = s.id ORDER BY r.created_at DESC, r.id DESC
    LIMIT 1), '') AS model, t.runs, t.tool_calls, t.failed_calls, t.tokens, t.duration_ms, t.claims, t.unverified,
    t.refused, t.gaps, t.limits, t.suspected, t.thumbs_down, t.cost_usd FROM sessions s JOIN (SELECT session_id, COUNT(*) AS runs, CAST(SUM(tool_calls) AS BIGINT) AS tool_calls,
    CAST(SUM(failed_calls) AS BIGINT) AS failed_calls, CAST(SUM(tokens) AS BIGINT) AS tokens,
    CAST(SUM(duration_ms) AS BIGINT) AS duration_ms, CAST(SUM(claims) AS BIGINT) AS claims,
    CAST(SUM(unverified) AS BIGINT) AS unverified,
    CAST(SUM(CASE WHEN refused THEN 1 ELSE 0 END) AS BIGINT) AS refused, CAST(SUM(gaps) AS BIGINT) AS gaps,
    CAST(SUM(limits) AS BIGINT) AS limits,
    CAST(SUM(suspected) AS BIGINT) AS suspected, SUM(cost_usd) AS cost_usd,
    CAST(SUM(CASE WHEN f.verdict = 'bad' THEN 1 ELSE 0 END) AS BIGINT) AS thumbs_down,
    SUM(CASE WHEN status = 'failed' THEN 1 ELSE 0 END) AS failed_runs
    FROM runs LEFT JOIN feedback f ON f.run_id = runs.id GROUP BY session_id) t
    ON t.session_id = s.id";

/// Riskiest first: thumbs down, failures, no answer, an omitted part, unverified figures, texts that look like
/// instructions to a model, limits; then by cost.
const RISK: &str = " ORDER BY (CASE WHEN t.thumbs_down > 0 THEN 128 ELSE 0 END) + (CASE WHEN t.failed_runs > 0
    THEN 64 ELSE 0 END) + (CASE WHEN t.refused > 0 THEN 32 ELSE 0 END) + (CASE WHEN t.gaps > 0 THEN 16 ELSE 0 END)
    + (CASE WHEN t.unverified > 0 THEN 8 ELSE 0 END) + (CASE WHEN t.suspected > 0 THEN 4 ELSE 0 END)
    + (CASE WHEN t.failed_calls > 0 THEN 2 ELSE 0 END)
    + (CASE WHEN t.limits > 0 THEN 1 ELSE 0 END) DESC, t.cost_usd DESC, s.started_at DESC, s.id DESC";

const COUNT: &str = "SELECT COUNT(*) FROM sessions s JOIN (SELECT session_id, SUM(failed_calls) AS failed_calls,
    SUM(tokens) AS tokens, SUM(CASE WHEN status = 'failed' THEN 1 ELSE 0 END) AS failed_runs FROM runs GROUP BY session_id)
    t ON t.session_id = s.id";

/// A page of matching sessions, and their total number.
pub async fn sessions(db: &Db, filter: &ReviewFilter) -> Result<Page<SessionItem>> {
    let limit = filter.limit.unwrap_or(LIMIT.0).clamp(1, LIMIT.1);
    let offset = filter.offset.unwrap_or(0).max(0);
    let order = match filter.sort.as_deref() {
        Some("risk") => RISK,
        Some("oldest") => " ORDER BY s.started_at, s.id",
        Some("slowest") => " ORDER BY t.duration_ms DESC, s.id DESC",
        _ => " ORDER BY s.started_at DESC, s.id DESC",
    };
    reading!(db, pool => {
        let mut count = QueryBuilder::<Base>::new(COUNT);
        conditions(&mut count, filter);
        let total: i64 = count.build_query_scalar().fetch_one(pool).await?;
        let mut list = QueryBuilder::<Base>::new(LIST);
        conditions(&mut list, filter);
        list.push(order).push(" LIMIT ").push_bind(limit).push(" OFFSET ").push_bind(offset);
        Ok(Page { items: crate::rows::all(list.build_query_as().fetch_all(pool).await?), total })
    })
}

/// Size of a queue, and how many of it are random whatever their risk, as harmless-looking ones need checks too.
const QUEUE: (i64, i64) = (100, 20);

/// A stable arbitrary order, by the random end of the id, so that two reviewers get the same sample.
const RANDOM: &str = " ORDER BY SUBSTR(s.id, 25), s.id";

/// A sample of matching sessions, the riskiest and some at random; those not rated by `by` come first.
pub async fn queue(db: &Db, filter: &ReviewFilter, by: &str) -> Result<Page<SessionItem>> {
    let (all, random) = QUEUE;
    let listed = async |order: &'static str| -> Result<Vec<SessionItem>> {
        Ok(reading!(db, pool => {
            let mut list = QueryBuilder::<Base>::new(LIST);
            conditions(&mut list, filter);
            list.push(order).push(" LIMIT ").push_bind(all);
            crate::rows::all(list.build_query_as().fetch_all(pool).await?)
        }))
    };
    let mut items = listed(RISK).await?;
    let risky = items.split_off(items.len().min((all - random) as usize));
    for item in listed(RANDOM).await?.into_iter().chain(risky) {
        if items.len() < all as usize && items.iter().all(|known| known.id != item.id) {
            items.push(item);
        }
    }
    let done = ratings::rated_by(db, by).await?;
    items.iter_mut().for_each(|item| item.done = done.contains(&item.id));
    items.sort_by_key(|item| item.done);
    Ok(Page::of(items))
}

/// The latest unanswered questions, newest first, each with its session.
pub async fn refused(db: &Db, limit: i64) -> Result<Vec<(String, String)>> {
    let sql = "SELECT r.session_id, r.question FROM runs r JOIN sessions s ON s.id = r.session_id
        WHERE r.refused AND s.deleted_at IS NULL ORDER BY r.created_at DESC, r.id DESC LIMIT $1";
    Ok(reading!(db, pool => sqlx::query_as(sql).bind(limit).fetch_all(pool).await?))
}

/// One item of that list.
pub async fn session(db: &Db, id: &str) -> Result<SessionItem> {
    let sql = format!("{LIST} WHERE s.id = $1 AND s.deleted_at IS NULL");
    let row = one(reading!(db, pool => sqlx::query_as(&sql).bind(id).fetch_optional(pool).await?));
    row.ok_or_else(|| StoreError::NotFound(format!("There is no conversation {id}.")))
}

fn conditions<'a, B>(q: &mut QueryBuilder<'a, B>, filter: &'a ReviewFilter)
where
    B: sqlx::Database,
    String: sqlx::Type<B> + sqlx::Encode<'a, B>,
    &'a str: sqlx::Type<B> + sqlx::Encode<'a, B>,
    i64: sqlx::Type<B> + sqlx::Encode<'a, B>,
{
    q.push(" WHERE s.deleted_at IS NULL");
    if let Some(words) = filter.q.as_deref().map(str::trim).filter(|w| !w.is_empty()) {
        let like = like(words);
        q.push(" AND (EXISTS (SELECT 1 FROM session_messages m WHERE m.session_id = s.id AND LOWER(m.content) LIKE ")
            .push_bind(like.clone())
            .push(" ESCAPE '\\') OR LOWER(COALESCE(s.rating_note, '')) LIKE ")
            .push_bind(like)
            .push(" ESCAPE '\\')");
    }
    if let Some(from) = filter.from {
        q.push(" AND s.started_at >= ").push_bind(midnight(from));
    }
    if let Some(next) = filter.to.and_then(|d| d.succ_opt()) {
        q.push(" AND s.started_at < ").push_bind(midnight(next));
    }
    if let Some(user) = filter.user_id.as_deref().filter(|u| !u.is_empty()) {
        q.push(" AND s.user_id = ").push_bind(user);
    }
    if let Some(status) = filter.status.as_deref().filter(|s| !s.is_empty()) {
        q.push(" AND s.status = ").push_bind(status);
    }
    match filter.rating.as_deref() {
        Some("none") => {
            q.push(" AND s.rating IS NULL");
        }
        Some(verdict) if !verdict.is_empty() => {
            q.push(" AND s.rating = ").push_bind(verdict);
        }
        _ => {}
    }
    if let Some(tool) = filter.tool.as_deref().filter(|t| !t.is_empty()) {
        q.push(" AND EXISTS (SELECT 1 FROM runs r JOIN run_events e ON e.run_id = r.id WHERE r.session_id = s.id AND e.tool = ")
            .push_bind(tool)
            .push(")");
    }
    match filter.error {
        Some(true) => {
            q.push(" AND (t.failed_calls > 0 OR t.failed_runs > 0)");
        }
        Some(false) => {
            q.push(" AND t.failed_calls = 0 AND t.failed_runs = 0");
        }
        None => {}
    }
    if let Some(tokens) = filter.min_tokens.filter(|t| *t > 0) {
        q.push(" AND t.tokens >= ").push_bind(tokens);
    }
    if filter.group.is_some() || filter.only.is_some() {
        let group = filter.group.as_deref().map(|group| group.split_once(':').unwrap_or((group, "")));
        let by = group.and_then(|(by, key)| Some((by.parse().ok()?, key)));
        let number = filter.only.as_deref().and_then(|only| only.parse().ok());
        // An invalid group or number matches no sessions.
        let known = group.is_some() == by.is_some() && filter.only.is_some() == number.is_some();
        let (condition, value) = usage::condition(by, number);
        q.push(format!(" AND {known} AND {condition}"));
        if let Some(value) = value {
            q.push_bind(value);
        }
        q.push(")");
    }
}

fn midnight(day: chrono::NaiveDate) -> i64 {
    day.and_time(chrono::NaiveTime::MIN).and_utc().timestamp_millis()
}

row! { SessionItem {
    id, user_id, channel, started_at, ended_at, message_count, status, rating = known, rating_note, recorded, question,
    runs, tool_calls, failed_calls, tokens, duration_ms, claims, unverified, model, refused, gaps, limits, suspected,
    thumbs_down, cost_usd; done: false
} }

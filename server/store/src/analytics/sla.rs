//! Whether a case missed its SLA, as one expression of SQL for both databases. It is told by the source, or by the
//! deadline: resolved after it, or past it and still open. Time goes on, so what was open when it was stored is judged
//! anew, from the day that "today" means.

use chrono::{NaiveDate, NaiveTime};

/// Cases `t` that nobody has finished.
pub const OPEN: &str = "t.status IN ('open', 'in_progress', 'pending')";

/// Cases `t` that a deadline or their source speaks of; of the others nobody can say.
pub const KNOWN: &str = "(t.sla_told OR t.sla_breached OR t.sla_deadline IS NOT NULL)";

/// When a day begins, in milliseconds: a deadline before it is past.
pub fn began(as_of: NaiveDate) -> i64 {
    as_of.and_time(NaiveTime::MIN).and_utc().timestamp_millis()
}

/// Cases `t` that missed their SLA: true or false, never nothing. A deadline is past when it lay before the day began.
pub fn breached(as_of: NaiveDate) -> String {
    let began = began(as_of);
    format!("(t.sla_breached OR ({OPEN} AND COALESCE(t.sla_deadline, {began}) < {began}))")
}

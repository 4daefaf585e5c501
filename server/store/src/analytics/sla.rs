//! Whether a case missed its SLA, as one SQL expression for both databases. The source says so, or the deadline
//! does: resolved after it, or past it and still open. Cases that were open when stored are judged as of the current
//! day.

use chrono::{NaiveDate, NaiveTime};

/// Unfinished cases `t`.
pub const OPEN: &str = "t.status IN ('open', 'in_progress', 'pending')";

/// Cases `t` with a deadline or a verdict of their source; for the others it is unknown.
pub const KNOWN: &str = "(t.sla_told OR t.sla_breached OR t.sla_deadline IS NOT NULL)";

/// Start of a day in milliseconds: earlier deadlines have passed.
pub fn began(as_of: NaiveDate) -> i64 {
    as_of.and_time(NaiveTime::MIN).and_utc().timestamp_millis()
}

/// Cases `t` that missed their SLA: true or false, never NULL. Deadlines before the start of the day have passed.
pub fn breached(as_of: NaiveDate) -> String {
    let began = began(as_of);
    format!("(t.sla_breached OR ({OPEN} AND COALESCE(t.sla_deadline, {began}) < {began}))")
}

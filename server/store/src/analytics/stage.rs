//! The stage of a message within its case, as one SQL expression for both databases: see [`Stage`] for the rule.

use model::analysis::Stage;

/// Milliseconds per day.
pub const DAY: i64 = 86_400_000;

/// The stage of communications `t`; NULL without a case.
pub fn stage(t: &str) -> String {
    let since = format!("({t}.at - k.created_at)");
    let span = format!("(COALESCE(k.resolved_at, k.sla_deadline, k.created_at + {}) - k.created_at)", 2 * DAY);
    let [contact, triage, investigation, resolution, after] =
        [Stage::Contact, Stage::Triage, Stage::Investigation, Stage::Resolution, Stage::After];
    format!(
        "(SELECT CASE WHEN {since} <= 0 THEN '{contact}'
        WHEN {t}.at > COALESCE(k.resolved_at, {t}.at) THEN '{after}'
        WHEN {since} * 4 < {span} THEN '{triage}'
        WHEN k.resolved_at IS NOT NULL AND {since} * 4 >= {span} * 3 THEN '{resolution}'
        ELSE '{investigation}' END FROM cases k WHERE k.id = {t}.case_id)"
    )
}

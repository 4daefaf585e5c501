//! The audit log: reading it, and entries that are written from several places.

use app::api::audit::Audit;
use app::components::words::{record_href, segment};
use async_trait::async_trait;
use model::account::audit::{AUDIT_PAGE, AuditFilter, AuditLine, AuditPage};
use model::account::{Action, AuditEntry};
use model::answer::SourceKind;
use model::error::AppError;
use model::review::{Reason, Verdict};
use model::session::{Page, SubmittedRun};
use serde_json::{Map, Value};

use super::{Api, check_page, check_range};
use crate::store::sessions::keep;
use crate::store::{audit, records};

/// Entries read at once for a file.
const BATCH_ENTRIES: i64 = 1_000;

/// The records or the customer that a call concerns.
pub fn opened(tool: &str, args: &Map<String, Value>) -> Option<String> {
    let text = |name: &str| args.get(name).and_then(Value::as_str);
    match text("customerId") {
        Some(id) => Some(format!("customer:{id}")),
        None if tool == "get_record" => {
            let several = args.get("ids").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
            let ids: Vec<&str> = text("id").into_iter().chain(several).collect();
            (!ids.is_empty()).then(|| format!("record:{}", ids.join(",")))
        }
        None => None,
    }
}

/// A conversation's name in the log.
pub(super) fn conversation(id: &str) -> String {
    format!("conversation:{id}")
}

/// A rating without its note, which may quote a customer.
pub(super) fn rated(verdict: Verdict, reasons: &[Reason]) -> String {
    let reasons: Vec<&str> = reasons.iter().map(|reason| reason.as_str()).collect();
    match reasons.is_empty() {
        true => verdict.to_string(),
        false => format!("{verdict}: {}", reasons.join(", ")),
    }
}

impl Api {
    /// The caller's channel, in words.
    pub fn over(&self) -> &'static str {
        match self.channel {
            "web" => "On the desk",
            "mcp" => "Over MCP",
            _ => "Over the API",
        }
    }

    /// Records that a question was asked, without its text. If it cannot be recorded, the run is stopped.
    pub(super) async fn asked(&self, asked: SubmittedRun, characters: usize) -> Result<SubmittedRun, AppError> {
        tracing::debug!(run_id = asked.run_id, "a run begins");
        let detail = format!("{}: {characters} characters in conversation {}", self.over(), asked.session_id);
        if let Err(error) = self.audit(Action::Asked, format!("run:{}", asked.run_id), detail).await {
            // The run may have just ended.
            let _ = self.services.agent.cancel(&asked.run_id).await;
            return Err(error);
        }
        Ok(asked)
    }

    /// Records that a conversation is opened, unless it is the caller's own.
    pub(super) async fn opens(&self, session_id: &str) -> Result<(), AppError> {
        let owner = keep::owner(&self.services.db, session_id).await?;
        self.opens_of(session_id, &owner).await
    }

    /// Likewise for a run's conversation. An unknown run is nobody's.
    pub async fn opens_run(&self, run_id: &str) -> Result<(), AppError> {
        match keep::of_run(&self.services.db, run_id).await? {
            Some((session_id, owner)) => self.opens_of(&session_id, &owner).await,
            None => Ok(()),
        }
    }

    async fn opens_of(&self, session_id: &str, owner: &str) -> Result<(), AppError> {
        if owner == self.caller.name {
            return Ok(());
        }
        self.audit(Action::Opened, conversation(session_id), format!("{}; owned by {owner}", self.over())).await
    }

    /// A page of the log, newest first.
    pub async fn audit_entries(&self, filter: &AuditFilter) -> Result<Page<AuditEntry>, AppError> {
        self.must_be_admin()?;
        check(filter)?;
        let (limit, offset) = (filter.limit.unwrap_or(AUDIT_PAGE), filter.offset.unwrap_or(0));
        let (items, total) = audit::list(&self.services.db, &filter.into(), limit, offset).await?;
        Ok(Page { items, total })
    }

    /// The next entries for a file, after `last`; empty at the end.
    pub async fn audit_part(
        &self,
        filter: &AuditFilter,
        last: Option<&AuditEntry>,
    ) -> Result<Vec<AuditEntry>, AppError> {
        self.must_be_admin()?;
        check(filter)?;
        Ok(audit::part(&self.services.db, &filter.into(), last, BATCH_ENTRIES).await?)
    }

    /// The page of an entry's subject; `None` if there is none, or it no longer exists.
    async fn leads_to(&self, what: &str) -> Option<String> {
        let (db, (kind, id)) = (&self.services.db, what.split_once(':')?);
        match kind {
            "conversation" => {
                keep::kept(db, id, 0).await.ok()?;
                return Some(format!("/c/{}", segment(id)));
            }
            "run" => {
                let (session, _) = keep::of_run(db, id).await.ok()??;
                return Some(format!("/c/{}#question-{}", segment(&session), segment(id)));
            }
            "word" => return Some("/settings/words".to_owned()),
            _ => {}
        }
        let kind: SourceKind = kind.parse().ok()?;
        match kind {
            SourceKind::Customer => drop(records::customer(db, id).await.ok()?),
            SourceKind::Case => drop(records::case(db, id).await.ok()?),
            SourceKind::Communication => drop(records::communication(db, id).await.ok()?),
            SourceKind::Document => drop(records::document(db, id).await.ok()?),
        }
        Some(record_href(kind, id))
    }
}

#[async_trait]
impl Audit for Api {
    async fn audit_log(&self, filter: AuditFilter) -> Result<AuditPage, AppError> {
        let Page { items, total } = self.audit_entries(&filter).await?;
        let mut entries = Vec::with_capacity(items.len());
        for entry in items {
            entries.push(AuditLine { href: self.leads_to(&entry.what).await, entry });
        }
        Ok(AuditPage { entries, total })
    }
}

fn check(filter: &AuditFilter) -> Result<(), AppError> {
    check_range(filter.from, filter.to)?;
    check_page(filter.limit, filter.offset)
}

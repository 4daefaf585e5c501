//! The audit log over REST: as a page, and as a file. For admins.

use futures::stream;
use model::account::audit::AuditFilter;
use model::account::{Action, AuditEntry};
use model::error::AppError;
use model::session::Page;

use super::body::{JsonReply, Query};
use super::docs::Download;
use super::error::Problem;
use crate::api::Api;
use crate::export::table::{self, Table, TableFormat};

/// `GET /api/audit?who=&action=&what=&from=&to=&offset=&limit=`: newest first.
pub async fn list(api: Api, Query(filter): Query<AuditFilter>) -> JsonReply<Page<AuditEntry>> {
    Ok(axum::Json(api.audit_entries(&filter).await?))
}

/// `GET /api/audit.csv`, `/api/audit.xlsx`: all entries that match the same filter, sent while they are read. The first
/// entry is this download.
pub async fn file(api: Api, format: TableFormat, Query(filter): Query<AuditFilter>) -> Result<Download, Problem> {
    // An invalid filter is refused before anything is sent.
    api.audit_part(&filter, None).await?;
    api.audit(Action::Exported, "audit:log".into(), format!("As {}", format.label())).await?;
    let notes = notes(&filter);
    let rows = stream::try_unfold((api, filter, None::<AuditEntry>), |(api, filter, last)| async move {
        let failed = |error: AppError| std::io::Error::other(error.to_string());
        let part = api.audit_part(&filter, last.as_ref()).await.map_err(failed)?;
        let Some(end) = part.last().cloned() else { return Ok(None) };
        Ok::<_, std::io::Error>(Some((part.iter().map(table::audit).collect(), (api, filter, Some(end)))))
    });
    let columns = table::AUDIT.map(|(name, kind)| (name.to_owned(), kind)).to_vec();
    Ok(Download::table(format, Table { name: "audit".into(), columns, notes }, rows))
}

/// The filter by field.
fn notes(filter: &AuditFilter) -> Vec<(String, String)> {
    let day = |day: Option<chrono::NaiveDate>| day.map(|day| day.to_string());
    let all = [
        ("Person", filter.who.clone()),
        ("Action", filter.action.map(|action| action.to_string())),
        ("Subject", filter.what.clone()),
        ("From", day(filter.from)),
        ("To", day(filter.to)),
    ];
    all.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))).collect()
}

//! `plumbline audit`: the audit log in the terminal.

use std::io::Write;

use anyhow::Result;
use chrono::NaiveDate;
use model::account::audit::AuditFilter;
use model::account::{Action, AuditEntry};
use model::time::full_time;

use crate::config::Config;
use crate::export::table;
use crate::store::Db;
use crate::store::audit::{Filter, part};

/// Entries read at once.
const BATCH_ENTRIES: i64 = 1_000;
/// Default number of entries printed.
const DEFAULT_ENTRIES: usize = 100;

/// Show who asked, opened, exported, decided and changed what, newest first
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Only this person's actions
    #[arg(long, value_name = "NAME")]
    who: Option<String>,
    /// Only this action: asked, opened, exported, shared, rated, decided, taught, deleted, imported, signed_in …
    #[arg(long)]
    action: Option<Action>,
    /// Only this subject or prefix: run:, customer:cust-001
    #[arg(long)]
    what: Option<String>,
    /// The first day, in UTC
    #[arg(long, value_name = "DAY")]
    since: Option<NaiveDate>,
    /// The last day, in UTC
    #[arg(long, value_name = "DAY")]
    until: Option<NaiveDate>,
    /// Print CSV with all entries
    #[arg(long)]
    csv: bool,
    /// How many entries to print [default: 100; all as CSV]
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
}

pub async fn run(args: Args, config: Config) -> Result<()> {
    let db = Db::open(&config.database.value).await?;
    let Args { who, action, what, since, until, csv, limit } = args;
    let filter = AuditFilter { who, action, what, from: since, to: until, ..AuditFilter::default() };
    let filter = Filter::from(&filter);
    let most = limit.unwrap_or(if csv { usize::MAX } else { DEFAULT_ENTRIES });
    if csv {
        std::io::stdout().write_all(&table::lines([table::AUDIT.map(|(name, _)| name.to_owned()).to_vec()]))?;
    }
    let (mut shown, mut last) = (0, None::<AuditEntry>);
    while shown < most {
        let mut lines = part(&db, &filter, last.as_ref(), BATCH_ENTRIES).await?;
        lines.truncate(most - shown);
        let Some(end) = lines.last() else { break };
        last = Some(end.clone());
        shown += lines.len();
        if csv {
            std::io::stdout().write_all(&table::lines(lines.iter().map(table::audit)))?;
            continue;
        }
        for entry in &lines {
            let AuditEntry { who, action, what, detail, .. } = entry;
            say!("{}  {who}  {action}  {what}  {detail}", full_time(entry.at));
        }
    }
    if shown == 0 && !csv {
        say!("No line matches.");
    }
    db.close().await;
    Ok(())
}

//! `plumbline import FORMAT FILE…`: reads files into the database.
//!
//! Figures go to standard output; the progress bar and refused rows go to standard error.

mod preview;
mod support;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};
use model::number;
use model::time::full_date;
use tokio_util::sync::CancellationToken;

use crate::import::cfpb::{self, UNNAMED};
use crate::import::engine::{Ending, Import, News, Options, RecordKind, Summary};
use crate::import::error::ImportError;
use crate::import::mapped::{self, Form, Mapping};
use crate::import::{mail, prepare};
use crate::search::embed::{EmbedSettings, Models};
use crate::search::vectors::Vectors;
use crate::store::Db;

/// Import records from files.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    pub format: Format,
}

/// The formats of records, plain or gzip.
#[derive(Debug, clap::Subcommand)]
pub enum Format {
    /// Complaints published by the US Consumer Financial Protection Bureau (CFPB), as CSV
    Cfpb(CfpbArgs),
    /// Rows of any CSV file: messages, cases, customers or documents
    Csv(TableArgs),
    /// One JSON object per line: messages, cases, customers or documents
    Jsonl(TableArgs),
    /// E-mail: a mailbox (mbox)
    Mbox(MailArgs),
    /// E-mail: one letter per file (eml)
    Eml(MailArgs),
    /// An internet provider's tables for the support agent: a folder of CSV files
    Support(support::SupportArgs),
}

/// A second import of the same file changes nothing; an interrupted one resumes.
#[derive(Debug, clap::Args)]
pub struct Common {
    /// Files to import, one after the other
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Read at most this many rows of each file; the next import resumes there
    #[arg(long, value_name = "ROWS", value_parser = clap::value_parser!(u64).range(1..))]
    pub limit: Option<u64>,
    /// Start at the first row even after an interrupted import
    #[arg(long)]
    pub from_start: bool,
}

/// Import CFPB complaint exports.
#[derive(Debug, clap::Args)]
pub struct CfpbArgs {
    #[command(flatten)]
    pub common: Common,
    /// The company of the complaints, for files without a Company column
    #[arg(long, value_name = "NAME", value_parser = company)]
    pub company: Option<String>,
}

/// Import rows.
#[derive(Debug, clap::Args)]
pub struct TableArgs {
    #[command(flatten)]
    pub common: Common,
    /// The mapping from columns to fields, as a TOML file; by default it is guessed from the columns' names.
    /// `--dry-run` prints the mapping used, as a template
    #[arg(long, value_name = "FILE")]
    pub map: Option<PathBuf>,
    /// The kind of rows, unless the mapping says so
    #[arg(long, value_name = "KIND")]
    pub rows: Option<RecordKind>,
    /// Show the mapping and the first ten rows as they would be stored, and store nothing
    #[arg(long)]
    pub dry_run: bool,
}

/// Import e-mail.
#[derive(Debug, clap::Args)]
pub struct MailArgs {
    #[command(flatten)]
    pub common: Common,
    /// The firm's own domains: letters sent from there count for their recipient
    #[arg(long, value_name = "DOMAIN")]
    pub own: Vec<String>,
    /// The files contain only mail sent by the firm, such as a "Sent" folder: otherwise, mail from its own addresses
    /// counts as sent only if its server authenticated it
    #[arg(long)]
    pub sent: bool,
}

/// Most refused rows shown individually.
const SHOWN: u64 = 20;

/// Rows shown by a dry run.
const PREVIEW_ROWS: u64 = 10;

/// Runs the command. Ctrl-C stops it after storing the current rows.
///
/// Fails if a file cannot be imported completely; the other files are still imported.
pub async fn run(db: &Db, args: Args) -> anyhow::Result<()> {
    let none = Vectors::new(Models::new(EmbedSettings::none()), None);
    run_with(db, &Arc::new(none), args).await
}

/// Likewise, with given models for sentiment.
pub async fn run_with(db: &Db, vectors: &Arc<Vectors>, args: Args) -> anyhow::Result<()> {
    if let Format::Support(args) = &args.format {
        return support::run(db, args).await;
    }
    let stop = CancellationToken::new();
    let heard = stop.clone();
    let listener = tokio::spawn(async move {
        if tokio::signal::ctrl_c().await.is_ok() {
            heard.cancel();
        }
    });
    let done = files(db, vectors.clone(), &args.format, &stop).await;
    listener.abort();
    done
}

impl Args {
    /// The files and folders whose rows are stored.
    pub fn stored(&self) -> Vec<&Path> {
        match &self.format {
            Format::Csv(TableArgs { dry_run: true, .. }) | Format::Jsonl(TableArgs { dry_run: true, .. }) => Vec::new(),
            Format::Support(args) if args.dry_run => Vec::new(),
            Format::Support(args) => vec![&args.folder],
            other => other.common().into_iter().flat_map(|c| c.files.iter().map(PathBuf::as_path)).collect(),
        }
    }
}

impl Format {
    fn common(&self) -> Option<&Common> {
        match self {
            Self::Cfpb(args) => Some(&args.common),
            Self::Csv(args) | Self::Jsonl(args) => Some(&args.common),
            Self::Mbox(args) | Self::Eml(args) => Some(&args.common),
            Self::Support(_) => None,
        }
    }
}

async fn files(db: &Db, vectors: Arc<Vectors>, format: &Format, stop: &CancellationToken) -> anyhow::Result<()> {
    let Some(common) = format.common() else { return Ok(()) };
    let bytes = common.files.iter().filter_map(|f| f.metadata().ok()).map(|m| m.len()).sum();
    let enricher = tokio::task::spawn_blocking(move || prepare::enricher(&vectors, bytes)).await?;
    let import = Import {
        db,
        options: Options { limit: common.limit, from_start: common.from_start },
        enricher,
        now: chrono::Utc::now().timestamp_millis(),
        stop,
    };
    let mut failures: Vec<String> = Vec::new();
    for file in &common.files {
        if stop.is_cancelled() {
            break;
        }
        if let Err(error) = one(&import, format, file).await {
            failures.push(format!("{error:#}"));
        }
    }
    match failures.len() {
        0 => Ok(()),
        1 => anyhow::bail!(failures.remove(0)),
        n => anyhow::bail!("{n} of {} files could not be imported:\n{}", common.files.len(), failures.join("\n")),
    }
}

async fn one(import: &Import<'_>, format: &Format, file: &Path) -> anyhow::Result<()> {
    let mut notes = Vec::new();
    let opened = match format {
        Format::Cfpb(args) => {
            let export = cfpb::open(file, args.company.as_deref(), import.now)?;
            if export.unnamed {
                notes.push(format!(
                    "The file does not name the company: its complaints are stored under \"{UNNAMED}\". Import it \
                    again with --company NAME to name it"
                ));
            }
            export.opened
        }
        Format::Csv(args) | Format::Jsonl(args) => {
            let form = if matches!(format, Format::Csv(_)) { Form::Csv } else { Form::JsonLines };
            let choice = prepare::choice(import.db, mapping(args)?, args.rows).await?;
            let table = mapped::open(file, form, choice, import.now)?;
            if args.dry_run {
                say!("{}", preview::text(file, table, PREVIEW_ROWS).trim_end());
                return Ok(());
            }
            table.opened()
        }
        Format::Mbox(args) | Format::Eml(args) => {
            mail::open(file, (&args.own, args.sent), prepare::addresses(import.db).await?, import.now)?
        }
        // Folders of tables were handled by `run_with`.
        Format::Support(_) => return Ok(()),
    };
    if !import.enricher.finds_signals() {
        notes.push("So large a file is not searched for signals, such as customers who want to leave".to_owned());
    }
    let mut watch = Watch::new(file);
    let summary = import.file(opened, |news| watch.tell(news)).await;
    watch.bar.finish_and_clear();
    let summary = summary?;
    say!("{}", report(file, &summary, &notes, watch.begun.elapsed()).trim_end());
    match summary.ending {
        Ending::Broken(error) => Err(error.into()),
        Ending::Complete | Ending::Stopped => Ok(()),
    }
}

/// The given mapping file.
fn mapping(args: &TableArgs) -> anyhow::Result<Option<Mapping>> {
    let Some(path) = &args.map else { return Ok(None) };
    let text = std::fs::read_to_string(path).with_context(|| format!("{} cannot be read", path.display()))?;
    let read = Mapping::read(&text).map_err(|what| ImportError::Mapping { file: path.display().to_string(), what });
    Ok(Some(read?))
}

/// Shows the progress of one file on standard error.
struct Watch {
    file: String,
    bar: ProgressBar,
    begun: Instant,
    bad: u64,
}

impl Watch {
    fn new(file: &Path) -> Self {
        Self { file: file.display().to_string(), bar: bar(file), begun: Instant::now(), bad: 0 }
    }

    fn tell(&mut self, news: News<'_>) {
        let bar = &self.bar;
        match news {
            News::Opened { bytes } => bar.set_length(bytes),
            News::Resumed { rows } => bar.suspend(|| eprintln!("Resuming after row {}.", thousands(rows))),
            News::Bad(row) => {
                self.bad += 1;
                if self.bad <= SHOWN {
                    bar.suspend(|| eprintln!("{}, line {}: {}", self.file, row.line, row.fault));
                }
                if self.bad == SHOWN + 1 {
                    bar.suspend(|| eprintln!("More rows are left out; the summary counts them all."));
                }
            }
            News::Stored { rows, bytes } => {
                bar.set_position(bytes);
                bar.set_message(format!("{} rows", thousands(rows)));
            }
        }
    }
}

/// The report of an import, for people. Ends with a line break.
pub fn report(file: &Path, summary: &Summary, notes: &[String], took: Duration) -> String {
    let per_second = (summary.rows as f64 / took.as_secs_f64().max(1e-3)) as u64;
    let mut lines = vec![
        format!(
            "{}: {} rows in {:.1} s ({} rows a second)",
            file.display(),
            thousands(summary.rows),
            took.as_secs_f64(),
            thousands(per_second)
        ),
        format!(
            "  {} new, {} changed, {} unchanged, {} left out",
            thousands(summary.new),
            thousands(summary.changed),
            thousands(summary.unchanged),
            thousands(summary.bad_rows())
        ),
    ];
    for (kind, rows) in &summary.bad {
        lines.push(format!("    {kind}: {}", thousands(*rows)));
    }
    if summary.resumed_at > 0 {
        lines.push(format!("  {} rows were stored by an earlier import", thousands(summary.resumed_at)));
    }
    if summary.kept > 0 {
        lines.push(format!(
            "  {} kept as a fuller export gave them, with their company and narrative",
            thousands(summary.kept)
        ));
    }
    if summary.varying > 0 {
        lines.push(format!(
            "  {} rows give their customer another tier, segment or region than an earlier row, which counts. A value \
             that differs from message to message is not a field of the customer: leave it out of the \
             mapping, and it is kept with each message",
            thousands(summary.varying)
        ));
    }
    if summary.topics_named > 0 {
        lines.push(format!(
            "  {} texts get their topic from their words, because the source names none (labelled_by: words)",
            thousands(summary.topics_named)
        ));
    }
    if let Some(day) = summary.last_day {
        lines.push(format!("  The last day in the file is {}", full_date(day)));
    }
    lines.extend(notes.iter().map(|note| format!("  {note}")));
    match summary.ending {
        Ending::Complete => {}
        Ending::Stopped => lines.push("  Stopped before the end: the same command resumes here".to_owned()),
        Ending::Broken(_) => lines.push("  The file could not be read to its end".to_owned()),
    }
    lines.join("\n") + "\n"
}

/// Drawn only if standard error is a terminal.
fn bar(file: &Path) -> ProgressBar {
    let name = file.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    let bar = ProgressBar::new(0).with_prefix(name);
    match ProgressStyle::with_template("{prefix} [{bar:30}] {bytes} of {total_bytes}, {msg}, {eta} left") {
        Ok(style) => bar.with_style(style.progress_chars("=> ")),
        Err(_) => bar,
    }
}

fn company(name: &str) -> Result<String, String> {
    match name.trim() {
        name if name.chars().any(char::is_alphanumeric) => Ok(name.to_owned()),
        _ => Err("name the company with at least one letter or digit".to_owned()),
    }
}

/// `12345` as `12,345`.
fn thousands(n: u64) -> String {
    number::whole(n.cast_signed())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_report_accounts_for_every_row() {
        let summary = Summary {
            rows: 21_883,
            new: 21_880,
            bad: [("no date", 2), ("not UTF-8", 1)].into(),
            ending: Ending::Stopped,
            ..Summary::default()
        };
        let text = report(Path::new("a.csv"), &summary, &["with --company".into()], Duration::from_millis(500));
        for part in
            ["21,883 rows in 0.5 s (43,766 rows a second)", "3 left out", "no date: 2", "--company", "resumes here"]
        {
            assert!(text.contains(part), "{part} in\n{text}");
        }
    }
}

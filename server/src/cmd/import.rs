//! `plumbline import FORMAT FILE…`: reads files of a public format into the database.
//!
//! Figures go to standard output; the progress bar and rows that were left out go to standard error.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use app::model::time::full_date;
use indicatif::{ProgressBar, ProgressStyle};
use tokio_util::sync::CancellationToken;

use crate::import::cfpb::{self, Ending, News, Options, Summary, UNNAMED};
use crate::store::Db;

/// Import records from files.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    pub format: Format,
}

/// The formats that records can come in.
#[derive(Debug, clap::Subcommand)]
pub enum Format {
    /// Complaints as the US Consumer Financial Protection Bureau (CFPB) publishes them: CSV, plain or .gz
    Cfpb(CfpbArgs),
}

/// Import CFPB complaint exports. A second import of the same file changes nothing; one that was stopped goes on.
#[derive(Debug, clap::Args)]
pub struct CfpbArgs {
    /// Files to import, one after the other
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Who the complaints are about, for files that have no Company column
    #[arg(long, value_name = "NAME", value_parser = company)]
    pub company: Option<String>,
    /// Read at most this many rows of each file; the next import goes on from there
    #[arg(long, value_name = "ROWS", value_parser = clap::value_parser!(u64).range(1..))]
    pub limit: Option<u64>,
    /// Begin with the first row even where an earlier import was stopped
    #[arg(long)]
    pub from_start: bool,
}

/// How many rows that were left out are shown one by one.
const SHOWN: u64 = 20;

/// Runs the command. Ctrl-C stops it after the rows under way are stored.
///
/// Fails when a file cannot be imported to its end; the other files are imported all the same.
pub async fn run(db: &Db, args: Args) -> anyhow::Result<()> {
    let stop = CancellationToken::new();
    let heard = stop.clone();
    let listener = tokio::spawn(async move {
        if tokio::signal::ctrl_c().await.is_ok() {
            heard.cancel();
        }
    });
    let done = match args.format {
        Format::Cfpb(args) => cfpb_files(db, &args, &stop).await,
    };
    listener.abort();
    done
}

async fn cfpb_files(db: &Db, args: &CfpbArgs, stop: &CancellationToken) -> anyhow::Result<()> {
    let options = Options { company: args.company.clone(), limit: args.limit, from_start: args.from_start };
    let mut failures: Vec<String> = Vec::new();
    for file in &args.files {
        if stop.is_cancelled() {
            break;
        }
        if let Err(error) = cfpb_file(db, file, &options, stop).await {
            failures.push(error.to_string());
        }
    }
    match failures.len() {
        0 => Ok(()),
        1 => anyhow::bail!(failures.remove(0)),
        n => anyhow::bail!("{n} of {} files could not be imported:\n{}", args.files.len(), failures.join("\n")),
    }
}

async fn cfpb_file(db: &Db, file: &Path, options: &Options, stop: &CancellationToken) -> anyhow::Result<()> {
    let (bar, begun, mut bad) = (bar(file), Instant::now(), 0);
    let now = chrono::Utc::now().timestamp_millis();
    let summary = cfpb::import(db, file, options, now, stop, |news| match news {
        News::Opened { bytes } => bar.set_length(bytes),
        News::Resumed { rows } => bar.suspend(|| eprintln!("Going on after row {}.", thousands(rows))),
        News::Bad(row) => {
            bad += 1;
            if bad <= SHOWN {
                bar.suspend(|| eprintln!("{}, line {}: {}", file.display(), row.line, row.fault));
            }
            if bad == SHOWN + 1 {
                bar.suspend(|| eprintln!("More rows are left out; the summary counts them all."));
            }
        }
        News::Stored { rows, bytes } => {
            bar.set_position(bytes);
            bar.set_message(format!("{} rows", thousands(rows)));
        }
    })
    .await;
    bar.finish_and_clear();
    let summary = summary?;
    say!("{}", report(file, &summary, begun.elapsed()).trim_end());
    match summary.ending {
        Ending::Broken(error) => Err(error.into()),
        Ending::Complete | Ending::Stopped => Ok(()),
    }
}

/// What an import has done, for people. Ends with a line end.
pub fn report(file: &Path, summary: &Summary, took: Duration) -> String {
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
    if let Some(day) = summary.last_day {
        lines.push(format!("  The last day in the file is {}", full_date(day)));
    }
    if summary.unnamed {
        lines.push(format!(
            "  The file does not name the company: its complaints stand under \"{UNNAMED}\". Import it again with \
             --company NAME to name it"
        ));
    }
    match summary.ending {
        Ending::Complete => {}
        Ending::Stopped => lines.push("  Stopped before the end: the same command goes on from here".to_owned()),
        Ending::Broken(_) => lines.push("  The file could not be read to its end".to_owned()),
    }
    lines.join("\n") + "\n"
}

/// Drawn only where standard error is a terminal.
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
    let digits = n.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_grouped() {
        for (n, want) in [(0, "0"), (999, "999"), (1_000, "1,000"), (1_234_567, "1,234,567")] {
            assert_eq!(thousands(n), want);
        }
    }

    #[test]
    fn the_report_accounts_for_every_row() {
        let summary = Summary {
            rows: 21_883,
            new: 21_880,
            bad: [("no date", 2), ("not UTF-8", 1)].into(),
            unnamed: true,
            ending: Ending::Stopped,
            ..Summary::default()
        };
        let text = report(Path::new("a.csv"), &summary, Duration::from_millis(500));
        for part in ["21,883 rows in 0.5 s (43,766 rows a second)", "3 left out", "no date: 2", "--company", "goes on"]
        {
            assert!(text.contains(part), "{part} in\n{text}");
        }
    }
}

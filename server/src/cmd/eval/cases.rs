//! `plumbline eval cases`: runs the review cases, and reports which passed, failed and changed.

use std::fmt::Write as _;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use model::review::case::{CaseOutcome, CaseResult, counts};
use serde_json::json;
use tokio_util::sync::CancellationToken;

use crate::cases;
use crate::config::Config;
use crate::store::cases::{KeptCase, all};

/// Run the review cases again; fails if one fails
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Use this model of the configured provider; "rules" uses none
    #[arg(long, value_name = "MODEL")]
    with: Option<String>,
    /// Tools answer from each case's record (the default)
    #[arg(long, conflicts_with = "today")]
    recorded: bool,
    /// Tools read today's data
    #[arg(long)]
    today: bool,
    /// Print one JSON object instead of the table
    #[arg(long)]
    json: bool,
    /// Write the results as JUnit XML, for a pipeline
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
}

pub async fn run(args: Args, mut config: Config) -> Result<()> {
    match args.with.as_deref() {
        Some("rules") => config.models.first.provider.value = "rules".into(),
        Some(model) => config.models.first.model.value = Some(model.to_owned()),
        None => {}
    }
    let services = crate::cmd::open(config).await?;
    crate::cmd::declare(&services).await;
    cases::sync(&services).await?;
    let stop = CancellationToken::new();
    let keeper = {
        let (agent, stop) = (services.agent.clone(), stop.clone());
        tokio::spawn(async move { agent.keep(stop).await })
    };
    let replayer = services.agent.replayer().await?;
    let mut went: Vec<(KeptCase, CaseOutcome)> = Vec::new();
    for case in all(&services.db).await? {
        let outcome =
            cases::run(&services, &replayer, &case, args.today).await.with_context(|| case.case.id.clone())?;
        went.push((case, outcome));
    }
    stop.cancel();
    let _ = keeper.await;
    services.db.close().await;
    if let Some(file) = &args.junit {
        std::fs::write(file, junit(&went)).with_context(|| format!("{} cannot be written", file.display()))?;
    }
    let counts = counts(went.iter().map(|(_, outcome)| outcome.result));
    if args.json {
        let each = went.iter().map(|(kept, outcome)| {
            json!({"id": kept.case.id, "question": kept.case.question, "before": cases::before(&kept.case), "outcome": outcome})
        });
        say!("{}", json!({"counts": counts, "cases": each.collect::<Vec<_>>()}));
    } else {
        for (kept, outcome) in &went {
            say!("{:8} {}", outcome.result.as_str(), kept.case.id);
            for failure in &outcome.failures {
                say!("         {failure}");
            }
        }
        let told: Vec<String> = counts.iter().map(|(result, n)| format!("{n} {result}")).collect();
        say!("{} cases: {}", went.len(), told.join(", "));
    }
    match went.iter().filter(|(_, outcome)| outcome.result == CaseResult::Failed).count() {
        0 => Ok(()),
        n => bail!("{n} of {} cases failed", went.len()),
    }
}

/// In JUnit's form: a suite with one test case each.
fn junit(went: &[(KeptCase, CaseOutcome)]) -> String {
    let failed = went.iter().filter(|(_, outcome)| outcome.result == CaseResult::Failed).count();
    let mut out = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"plumbline cases\" tests=\"{}\" failures=\"{failed}\">\n",
        went.len()
    );
    for (kept, outcome) in went {
        let _ = write!(out, "  <testcase classname=\"cases\" name=\"{}\"", escaped(&kept.case.id));
        let _ = match outcome.result {
            CaseResult::Failed => {
                let why = outcome.failures.join("\n");
                let first = outcome.failures.first().map_or("", String::as_str);
                writeln!(out, "><failure message=\"{}\">{}</failure></testcase>", escaped(first), escaped(&why))
            }
            _ => writeln!(out, "/>"),
        };
    }
    out + "</testsuite>\n"
}

fn escaped(text: &str) -> String {
    let kept = text.chars().filter(|c| !c.is_control() || matches!(c, '\n' | '\t'));
    kept.collect::<String>().replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

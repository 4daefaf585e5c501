//! `evals answers`: checks a database's stored answers again, and prints the evidence for their figures. After a change
//! of the check, it shows the effect on real answers.

use std::collections::BTreeMap;

use anyhow::{Result, bail};
use model::answer::{Claim, ClaimKind, Grade};
use serde_json::json;

use server::agent::ground;
use server::config::Config;
use server::store::{runs, sessions};

/// Check the answers that a database keeps once more: figures cited, matched, not verified, by who wrote them
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Print one JSON object instead of the table
    #[arg(long)]
    json: bool,
    /// Print every figure that is not cited, with its sentence
    #[arg(long)]
    list: bool,
    /// Change a digit of each figure in turn, and print what is made of the wrong ones
    #[arg(long)]
    planted: bool,
}

/// Maximum conversations examined, newest first.
const MAX_CHATS: i64 = 10_000;

#[derive(Default)]
struct Counts {
    answers: usize,
    grades: [usize; 3],
    /// The grades of figures with a digit changed.
    planted: [usize; 3],
    tokens: Vec<u64>,
    calls: u32,
}

pub async fn run(args: Args, config: Config) -> Result<()> {
    let services = server::cmd::open(config).await?;
    server::cmd::declare(&services).await;
    let mut by: BTreeMap<String, Counts> = BTreeMap::new();
    let mut others = Vec::new();
    for conversation in sessions::conversations(&services.db, "", MAX_CHATS, false, sessions::Whose::default()).await? {
        for run in runs::of_session(&services.db, &conversation.id).await? {
            let Some(answer) = run.answer.as_ref().filter(|_| run.calls().next().is_some()) else { continue };
            let counts = by.entry(run.model.clone()).or_default();
            counts.answers += 1;
            counts.tokens.push(run.usage.tokens_prompt);
            counts.calls += run.usage.model_calls;
            for claim in ground::of_run(&run, &[], &answer.text, &answer.citations).claims {
                counts.grades[place(claim.grade())] += 1;
                if args.planted
                    && let Some(wrong) = changed(&answer.text, &claim)
                {
                    let found = ground::of_run(&run, &[], &wrong, &answer.citations).claims;
                    let now = found.iter().find(|c| c.start < claim.end && claim.start < c.end);
                    counts.planted[now.map_or(1, |c| place(c.grade()))] += 1;
                }
                if claim.grade() != Grade::Cited {
                    others.push(told(&run.id, &answer.text, &claim));
                }
            }
        }
    }
    services.db.close().await;
    if by.is_empty() {
        bail!("This database keeps no answers yet. Ask something first.");
    }
    if args.json {
        let rows = by.iter().map(|(model, c)| {
            json!({"model": model, "answers": c.answers,
            "cited": c.grades[0], "matched": c.grades[1], "notVerified": c.grades[2], "planted": c.planted,
            "promptTokens": median(&c.tokens), "mostPromptTokens": c.tokens.iter().max(), "modelCalls": c.calls})
        });
        say!("{}", json!({ "models": rows.collect::<Vec<_>>() }));
        return Ok(());
    }
    say!(
        "{:<24} {:>7} {:>8} {:>8} {:>8} {:>13} {:>8} {:>7}",
        "written by",
        "answers",
        "cited",
        "matched",
        "not ver.",
        "prompt tokens",
        "at most",
        "calls"
    );
    for (model, c) in &by {
        let all = c.grades.iter().sum::<usize>().max(1) as f64;
        let [cited, matched, not] = c.grades.map(|n| format!("{:.1}%", 100.0 * n as f64 / all));
        let (tokens, most) = (median(&c.tokens), c.tokens.iter().max().copied().unwrap_or(0));
        let calls = f64::from(c.calls) / c.answers as f64;
        say!("{model:<24} {:>7} {cited:>8} {matched:>8} {not:>8} {tokens:>13} {most:>8} {calls:>7.1}", c.answers);
    }
    for (model, c) in by.iter().filter(|_| args.planted) {
        let [cited, matched, not] = c.planted;
        let all = cited + matched + not;
        say!("{model}: {all} figures with a digit changed: {not} not verified, {matched} matched, {cited} cited");
    }
    for line in others.iter().filter(|_| args.list) {
        say!("{line}");
    }
    Ok(())
}

fn place(grade: Grade) -> usize {
    Grade::ALL.iter().position(|g| *g == grade).unwrap_or_default()
}

/// The answer with the first digit of a number changed.
fn changed(answer: &str, claim: &Claim) -> Option<String> {
    let number = matches!(claim.kind, ClaimKind::Number | ClaimKind::Percent | ClaimKind::Amount);
    let at = claim.start + claim.text.find(|c: char| c.is_ascii_digit()).filter(|_| number)?;
    let digit = answer.as_bytes()[at] - b'0';
    let other = if digit > 6 { digit - 3 } else { digit + 3 };
    Some(format!("{}{other}{}", &answer[..at], &answer[at + 1..]))
}

fn told(run: &str, answer: &str, claim: &Claim) -> String {
    let sentence = &answer[ground::sentence(answer, claim.start)];
    let problem = claim.problem.as_deref().unwrap_or_default();
    format!("{} {run} {:?} {problem} in: {}", claim.grade(), claim.text, sentence.trim().replace('\n', " "))
}

fn median(values: &[u64]) -> u64 {
    let mut sorted = values.to_vec();
    sorted.sort_unstable();
    sorted.get(sorted.len() / 2).copied().unwrap_or(0)
}

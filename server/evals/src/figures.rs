//! `evals questions FILE`: asks every question of a file and compares the answers' figures with the expected ones;
//! `questions` describes the lines. Lines for another `database` are skipped.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use model::answer::Grade;
use model::review::case::parts_of;
use model::run::Run;
use serde::Serialize;
use tokio_util::sync::CancellationToken;

use crate::questions::{self, Line, Mark, Recording, ask, ask_recorded, mark, offered};
use server::cases::check;
use server::config::Config;
use server::store::Db;
use server::store::analytics::evaluate;

/// Ask the questions of a file, and compare the answers with the figures expected
#[derive(Debug, clap::Args)]
pub struct Args {
    /// JSON lines; the form is described in server/docs/src/reference/commands.md
    file: PathBuf,
    /// Print one JSON object instead of the table
    #[arg(long)]
    json: bool,
    /// Work the expected figures out again from the SQL in each line, and ask nothing
    #[arg(long)]
    verify: bool,
    /// The same, and write those figures into the file where they differ: after the demo's bank was changed
    #[arg(long)]
    update: bool,
    /// Only the lines of this database ("cfpb", "demo"); what the data came from if not given
    #[arg(long)]
    only: Option<String>,
    /// Only the lines of this split ("develop", "held_out")
    #[arg(long)]
    split: Option<String>,
    /// Write whether each answer was right, with its evidence score, as JSON lines: what the demo carries for the
    /// metrics
    #[arg(long, value_name = "FILE")]
    verdicts: Option<PathBuf>,
    /// Write those answered right as cases with their records, as JSON lines: what the demo carries for the review
    #[arg(long, value_name = "FILE")]
    cases: Option<PathBuf>,
    /// Only so many of either, spread evenly
    #[arg(long, value_name = "N", default_value_t = usize::MAX, hide_default_value = true)]
    take: usize,
    /// Print every question that was not answered right
    #[arg(long)]
    list: bool,
}

#[derive(Clone, Debug, Default, Serialize)]
struct Count {
    questions: usize,
    right: usize,
    declined: usize,
    flagged: usize,
    wrong: usize,
    /// Declined, but one of the offered questions has the figures.
    offered: usize,
}

pub async fn run(args: Args, config: Config) -> Result<()> {
    let mut lines = questions::read(&args.file)?;
    let services = server::cmd::open(config).await?;
    server::cmd::declare(&services).await;
    let database = match &args.only {
        Some(name) => name.clone(),
        None => evaluate::source(&services.db).await?.unwrap_or_default(),
    };
    lines.retain(|l| l.database == database && args.split.as_ref().is_none_or(|s| l.split == *s));
    if lines.is_empty() {
        bail!("No line of {} is about the data of this database ({database}).", args.file.display());
    }
    if args.verify || args.update {
        return verify(&services.db, lines, args.update.then_some(&args.file)).await;
    }
    services.index(|_, _| {}).await?;
    let stop = CancellationToken::new();
    let keeper = {
        let (agent, stop) = (services.agent.clone(), stop.clone());
        tokio::spawn(async move { agent.keep(stop).await })
    };
    let (mut marks, mut cases): (Vec<Marked>, Vec<String>) = Default::default();
    for line in lines {
        // The record is read only if needed.
        let (run, recording) = match args.cases {
            Some(_) => ask_recorded(&services.db, &services.agent, &line).await?,
            None => (ask(&services.db, &services.agent, &line).await?, None),
        };
        let mark = mark(&line, &run);
        if let Some(recording) = recording.filter(|_| mark == Mark::Right) {
            cases.push(serde_json::to_string(&case(&line, &run, recording))? + "\n");
        }
        let offered = mark == Mark::Declined && offered(&services.db, &services.agent, &line, &run).await?;
        marks.push((line, mark, run, offered));
    }
    stop.cancel();
    let _ = keeper.await;
    services.db.close().await;
    if let Some(file) = &args.verdicts {
        write(file, &verdicts(&marks), args.take)?;
    }
    if let Some(file) = &args.cases {
        write(file, &cases, args.take)?;
    }
    report(&args, &database, &marks)
}

/// This many of the lines, spread evenly.
fn write(file: &Path, lines: &[String], take: usize) -> Result<()> {
    let n = lines.len().min(take);
    let text: String = (0..n).map(|i| lines[i * lines.len() / n].as_str()).collect();
    std::fs::write(file, text).with_context(|| format!("{} cannot be written", file.display()))
}

/// The line's expectations, and how the question was read.
fn case(line: &Line, run: &Run, recording: Recording) -> Line {
    let reading = parts_of(run).into_iter().filter(|part| part.reading.is_some());
    let expected = line.expected.iter().cloned().chain(reading).collect();
    Line { expected, recorded: Some(recording), sql: Vec::new(), split: String::new(), ..line.clone() }
}

fn verdicts(marks: &[Marked]) -> Vec<String> {
    let scored = marks.iter().filter_map(|(line, mark, run, _)| Some((line, mark, run.evidence_score.as_ref()?.value)));
    scored
        .map(|(line, mark, score)| serde_json::json!({"id": line.id, "score": score, "good": *mark == Mark::Right}))
        .map(|line| line.to_string() + "\n")
        .collect()
}

async fn verify(db: &Db, lines: Vec<Line>, update: Option<&PathBuf>) -> Result<()> {
    let (mut wrong, mut checked, all) = (BTreeMap::new(), 0, lines.len());
    for mut line in lines {
        if !line.sql.is_empty() && line.sql.len() != line.expected.len() {
            bail!("{}: {} statements for {} expected figures.", line.id, line.sql.len(), line.expected.len());
        }
        for (sql, expected) in line.sql.iter().zip(&mut line.expected) {
            checked += 1;
            let found = evaluate::value(db, sql).await.with_context(|| line.id.clone())?;
            let same = match (expected.value, &expected.text) {
                (Some(value), _) => {
                    let near = check::tolerance(expected, value).max(0.005);
                    found.parse::<f64>().is_ok_and(|f| (f - value).abs() <= near)
                }
                (None, Some(text)) => {
                    found.eq_ignore_ascii_case(text) || found.to_lowercase().contains(&text.to_lowercase())
                }
                _ => false,
            };
            if !same {
                println!("{}: expected {:?} {:?}, the records give {found}", line.id, expected.value, expected.text);
                match expected.value {
                    Some(_) => expected.value = Some(found.parse().with_context(|| line.id.clone())?),
                    None => expected.text = Some(found),
                }
                wrong.insert(line.id.clone(), Line::default());
            }
        }
        if let Some(new) = wrong.get_mut(&line.id) {
            *new = line;
        }
    }
    println!("{checked} figures of {all} questions worked out again, those of {} questions differ.", wrong.len());
    match update {
        Some(file) => rewrite(file, &wrong),
        None if wrong.is_empty() => Ok(()),
        None => bail!("{} questions expect figures that the records do not give.", wrong.len()),
    }
}

/// Rewrites some lines of a file; the others stay unchanged.
fn rewrite(file: &Path, new: &BTreeMap<String, Line>) -> Result<()> {
    let text = std::fs::read_to_string(file)?;
    let lines = text.lines().map(|old| {
        let line: Line = serde_json::from_str(old).unwrap_or_default();
        new.get(&line.id).map_or_else(|| Ok(old.to_owned()), serde_json::to_string)
    });
    let lines = lines.collect::<Result<Vec<String>, _>>()?;
    std::fs::write(file, lines.join("\n") + "\n").with_context(|| format!("{} cannot be written", file.display()))
}

/// The rows relating an answer's two scores to right and wrong: its evidence tier, and its run score.
fn scored(run: &Run) -> impl Iterator<Item = (String, String)> {
    let evidence = run.evidence_score.as_ref().map(|s| ("evidence".to_owned(), s.tier.clone()));
    let band = |value: f64| match value {
        v if v >= 0.8 => "0.8 to 1",
        v if v >= 0.7 => "0.7 to 0.8",
        v if v >= 0.6 => "0.6 to 0.7",
        _ => "under 0.6",
    };
    let score = run.run_score.as_ref().map(|s| ("run score".to_owned(), band(s.value).to_owned()));
    evidence.into_iter().chain(score)
}

/// A question, its mark, and whether what was offered instead has its figures.
type Marked = (Line, Mark, Run, bool);

fn report(args: &Args, database: &str, marks: &[Marked]) -> Result<()> {
    let mut table: BTreeMap<(String, String), Count> = BTreeMap::new();
    for (line, mark, run, offered) in marks {
        let own =
            [(line.split.clone(), line.kind.clone()), (line.split.clone(), "all".into()), ("all".into(), "all".into())];
        for key in own.into_iter().chain(scored(run)) {
            let count = table.entry(key).or_default();
            count.questions += 1;
            count.offered += usize::from(*offered);
            match mark {
                Mark::Right => count.right += 1,
                Mark::Declined => count.declined += 1,
                Mark::Flagged => count.flagged += 1,
                Mark::Wrong => count.wrong += 1,
            }
        }
    }
    let graded = |grade| -> usize {
        marks.iter().filter_map(|(_, _, r, _)| r.grounding.as_ref()).map(|g| g.graded(grade)).sum()
    };
    let [cited, matched, not] = [Grade::Cited, Grade::Matched, Grade::Unverified].map(graded);
    if args.json {
        let rows: Vec<_> = table
            .iter()
            .map(|((split, kind), c)| serde_json::json!({"split": split, "kind": kind, "counts": c}))
            .collect();
        let each: Vec<_> = marks
            .iter()
            .map(|(l, m, r, o)| {
                let answer = r.answer.as_ref().map(|a| &a.text);
                serde_json::json!({"id": l.id, "mark": m, "answer": answer, "offered": o, "followUps": r.follow_ups})
            })
            .collect();
        println!(
            "{}",
            serde_json::json!({"database": database, "table": rows, "cited": cited, "matched": matched, "notVerified": not, "answers": each})
        );
        return Ok(());
    }
    println!(
        "{:<10} {:<14} {:>9} {:>6} {:>9} {:>8} {:>6} {:>8}",
        "split", "kind", "questions", "right", "declined", "flagged", "wrong", "offered"
    );
    for ((split, kind), c) in &table {
        println!(
            "{split:<10} {kind:<14} {:>9} {:>6} {:>9} {:>8} {:>6} {:>8}",
            c.questions, c.right, c.declined, c.flagged, c.wrong, c.offered
        );
    }
    println!("Claims of the answers: {cited} cited, {matched} matched, {not} not verified.");
    if args.list {
        for (line, _, run, _) in marks {
            let open = run.grounding.iter().flat_map(|g| &g.claims).filter(|c| c.grade() != Grade::Cited);
            let answer = run.answer.as_ref().map_or("", |a| a.text.as_str());
            for claim in open {
                let from =
                    answer.char_indices().map(|(i, _)| i).rfind(|i| *i + 60 <= claim.start || *i == 0).unwrap_or(0);
                println!(
                    "{}, {}: {:?} in {:?} {}",
                    claim.grade(),
                    line.id,
                    claim.text,
                    answer.get(from..claim.end).unwrap_or_default(),
                    claim.problem.as_deref().unwrap_or_default()
                );
            }
        }
        for (line, mark, run, offered) in marks.iter().filter(|(_, m, ..)| *m != Mark::Right) {
            let answer = run.answer.as_ref().map_or("", |a| a.text.as_str());
            let turns: String = line.turns.iter().map(|t| format!("{t} → ")).collect();
            let want: Vec<String> = line
                .expected
                .iter()
                .map(|e| e.value.map_or_else(|| e.text.clone().unwrap_or_default(), |v| v.to_string()))
                .collect();
            println!(
                "\n{:?}{} {} {turns}{}\n  expected {}\n  {}",
                mark,
                if *offered { ", offered" } else { "" },
                line.id,
                line.question,
                want.join(", "),
                answer.chars().take(500).collect::<String>().replace('\n', "\n  ")
            );
        }
    }
    Ok(())
}

//! `evals calls FILE`: plays scripted calls by the fixed flow and, if a model is configured, by ReAct, and compares the
//! two (B-032): flow control, tool selection, flexibility, debugging, error recovery, complexity.
//!
//! Each side uses its own town in a temporary folder: nothing is written to the desk's database.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use demo::town;
use model::run::{NoteKind, Outcome as ToolOutcome, Run, StepKind, Strategy};
use model::support::{BeginCall, Language, Outcome};
use serde::{Deserialize, Serialize};
use tokio_util::sync::CancellationToken;

use server::agent::{Agent, Settings};
use server::config::Config;
use server::llm::{self, ChatModel};
use server::search::Search;
use server::store::support::{calls, customers};
use server::store::{Db, runs};
use server::world::World;

/// Play written calls by the fixed flow and by a model's ReAct, and compare them
#[derive(Debug, clap::Args)]
pub struct Args {
    /// JSON lines in the form of server/eval/calls.jsonl
    file: PathBuf,
    /// Print one JSON object instead of the table
    #[arg(long)]
    json: bool,
    /// Print every call that was not as it should be
    #[arg(long)]
    list: bool,
    /// Only so many calls, spread evenly
    #[arg(long, value_name = "N", default_value_t = usize::MAX, hide_default_value = true)]
    take: usize,
}

/// A scripted call: the caller, their messages, and the expected outcome.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Line {
    id: String,
    /// It follows the worked example; others deviate.
    #[serde(default)]
    on_path: bool,
    /// The calling customer of the town; without one, an unknown number calls.
    customer: Option<u32>,
    language: Language,
    says: Vec<String>,
    /// Acceptable outcomes.
    ends: Vec<Outcome>,
    /// Tools that must be called, in this order.
    #[serde(default)]
    tools: Vec<String>,
    /// What no reply may contain; the name of a tool means that it must not act.
    #[serde(default)]
    never: Vec<String>,
    /// A reply of either side must contain one of these.
    #[serde(default)]
    told: Vec<String>,
    /// Likewise for the rules' replies only, since a model words them differently.
    #[serde(default)]
    told_by_rules: Vec<String>,
}

/// The results of one side.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Side {
    pub who: String,
    pub calls: usize,
    pub right: usize,
    pub on_path: (usize, usize),
    pub off_path: (usize, usize),
    /// Calls with checks in process order.
    pub in_order: usize,
    pub messages: usize,
    pub tool_calls: usize,
    /// Tool calls that were refused or failed, and scripted calls with such that ended right anyway.
    pub failed: usize,
    pub recovered: (usize, usize),
    /// Tool calls with a reason in the trace.
    pub reasoned: usize,
    /// Replies with sentences held back, or for which the rules took over.
    pub held_back: usize,
    pub fallbacks: usize,
    pub model_calls: u32,
    pub tokens: u64,
    pub cost_usd: f64,
    pub milliseconds: i64,
    /// Scripted calls with problems, each with the reason.
    pub wrong: Vec<(String, String)>,
}

/// The process order (B-023).
const ORDER: [&str; 5] =
    ["find_customer", "check_outages", "check_network_status", "search_knowledge", "create_ticket"];

pub async fn run(args: Args, config: Config) -> Result<()> {
    let mut lines: Vec<Line> = crate::lines(&args.file)?;
    let take = args.take.min(lines.len());
    if take == 0 {
        bail!("{} has no call to play.", args.file.display());
    }
    lines = (0..take).map(|i| lines[i * lines.len() / take].clone()).collect();
    let model = llm::build(&config.models.llm()).context("The model cannot be set up")?;
    let sides = compare(&lines, &config.agent(), model).await?;
    if args.json {
        say!("{}", serde_json::to_string(&sides)?);
        return Ok(());
    }
    say!("{}", table(&sides));
    if sides.len() == 1 {
        say!(
            "No model is set up, so only the fixed flow was played. Set PLUMBLINE_LLM_PROVIDER to compare it with ReAct."
        );
    }
    for (side, (id, why)) in sides.iter().filter(|_| args.list).flat_map(|s| s.wrong.iter().map(move |w| (s, w))) {
        say!("{}: {id}: {why}", side.who);
    }
    Ok(())
}

/// Both sides, or only the fixed flow without a model.
///
/// # Errors
/// If the town cannot be stored, or a call cannot be played to its end.
pub async fn compare(lines: &[Line], settings: &Settings, model: Option<Arc<dyn ChatModel>>) -> Result<Vec<Side>> {
    let mut sides = vec![play(lines, settings, None).await?];
    if model.is_some() {
        sides.push(play(lines, settings, model).await?);
    }
    Ok(sides)
}

async fn play(lines: &[Line], settings: &Settings, model: Option<Arc<dyn ChatModel>>) -> Result<Side> {
    let folder = tempfile::tempdir()?;
    let db = Db::open(&format!("sqlite://{}", folder.path().join("calls.db").display())).await?;
    server::demo::town(&db).await?;
    let strategy = if model.is_some() { Strategy::React } else { Strategy::Rules };
    let mut settings = Settings { strategy, ..settings.clone() };
    settings.support.tickets_at_once = true;
    let search = Arc::new(Search::open(None)?);
    let agent = Agent::new(db.clone(), Arc::new(server::skills::all()), search, World::real(), settings, model);
    let stop = CancellationToken::new();
    let keeper = tokio::spawn({
        let (agent, stop) = (agent.clone(), stop.clone());
        async move { agent.keep(stop).await }
    });
    let mut side = Side { who: agent.model().to_owned(), ..Side::default() };
    for line in lines {
        let (ended, runs) = one(&agent, &db, line).await.with_context(|| line.id.clone())?;
        side.count(line, ended, &runs);
    }
    stop.cancel();
    let _ = keeper.await;
    db.close().await;
    Ok(side)
}

/// Plays a call, and ends it if it has not ended by then.
async fn one(agent: &Agent, db: &Db, line: &Line) -> Result<(Option<Outcome>, Vec<Run>)> {
    let phone = match line.customer {
        Some(number) => {
            customers::get(db, &town::id(number)).await?.and_then(|c| c.phone).context("no such customer")?
        }
        None => town::UNKNOWN_PHONES[0].to_owned(),
    };
    let begin = BeginCall { phone, language: Some(line.language), ..BeginCall::default() };
    let asked = agent.begin_call(begin, "eval").await?;
    let call = asked.session_id.clone();
    agent.finish(&asked.run_id).await?;
    for said in &line.says {
        if calls::get(db, &call).await?.ended_at.is_some() {
            break;
        }
        let Some(asked) = agent.say(&call, said, "eval").await? else { break };
        agent.finish(&asked.run_id).await?;
    }
    agent.end_call(&call).await?;
    Ok((calls::get(db, &call).await?.outcome, runs::of_session(db, &call).await?))
}

impl Side {
    fn count(&mut self, line: &Line, ended: Option<Outcome>, runs: &[Run]) {
        let wrong = wrong(line, ended, runs, self.who == Strategy::Rules.to_string());
        let right = usize::from(wrong.is_none());
        self.calls += 1;
        self.right += right;
        let path = if line.on_path { &mut self.on_path } else { &mut self.off_path };
        *path = (path.0 + right, path.1 + 1);
        let tools = called(runs);
        let first = ORDER.iter().filter_map(|tool| tools.iter().position(|called| called == tool));
        self.in_order += usize::from(first.is_sorted());
        self.messages += runs.iter().filter(|run| !run.question.is_empty()).count();
        self.tool_calls += tools.len();
        let failed = runs.iter().flat_map(Run::calls).filter(|call| failed(call.outcome.as_ref())).count();
        self.failed += failed;
        if failed > 0 {
            self.recovered = (self.recovered.0 + right, self.recovered.1 + 1);
        }
        for run in runs {
            self.reasoned += reasoned(run);
            self.held_back += usize::from(run.answer.as_ref().is_some_and(|answer| !answer.notes.is_empty()));
            let note = |step: &model::run::Step| matches!(step.kind, StepKind::Note { about: NoteKind::Fallback, .. });
            self.fallbacks += usize::from(run.steps.iter().any(note));
            self.model_calls += run.usage.model_calls;
            self.tokens += run.usage.tokens_prompt + run.usage.tokens_completion;
            self.cost_usd += run.usage.cost_usd;
            self.milliseconds += run.receipt.as_ref().map_or(0, |receipt| receipt.duration_ms);
        }
        self.wrong.extend(wrong.map(|why| (line.id.clone(), why)));
    }
}

fn called(runs: &[Run]) -> Vec<String> {
    runs.iter().flat_map(Run::calls).map(|call| call.tool.clone()).collect()
}

fn failed(outcome: Option<&ToolOutcome>) -> bool {
    outcome.is_none_or(|outcome| outcome.output().is_none_or(|output| output.data["success"] == false))
}

/// Tool calls that follow a thought.
fn reasoned(run: &Run) -> usize {
    let (mut thought, mut count) = (false, 0);
    for step in &run.steps {
        match &step.kind {
            StepKind::Thought { text, .. } => thought = !text.is_empty(),
            StepKind::Calls { calls } if thought => count += calls.len(),
            _ => {}
        }
    }
    count
}

/// The problem of a call.
fn wrong(line: &Line, ended: Option<Outcome>, runs: &[Run], by_rules: bool) -> Option<String> {
    if !ended.is_some_and(|ended| line.ends.contains(&ended)) {
        return Some(format!("it ended as {}", ended.map_or("nothing", Outcome::as_str)));
    }
    let done = runs.iter().flat_map(Run::calls).filter(|call| !failed(call.outcome.as_ref()));
    let done: Vec<&str> = done.map(|call| call.tool.as_str()).collect();
    let mut rest = done.iter();
    if let Some(missing) = line.tools.iter().find(|tool| !rest.any(|called| called == tool)) {
        return Some(format!("{missing} was not called in its place: {}", done.join(", ")));
    }
    let replies: Vec<String> =
        runs.iter().filter_map(|run| run.answer.as_ref()).map(|answer| answer.text.to_lowercase()).collect();
    let says = |text: &String| replies.iter().any(|reply| reply.contains(&text.to_lowercase()));
    if let Some(never) = line.never.iter().find(|never| says(never) || done.contains(&never.as_str())) {
        return Some(format!("“{never}” must not be"));
    }
    let wanted = [Some(&line.told), by_rules.then_some(&line.told_by_rules)].into_iter().flatten();
    let missing = wanted.into_iter().find(|texts| !texts.is_empty() && !texts.iter().any(says));
    missing.map(|texts| format!("none of “{}” was said", texts.join("”, “")))
}

/// One row per criterion of B-032, with its figures.
fn table(sides: &[Side]) -> String {
    type Figure = fn(&Side) -> String;
    let rows: Vec<(&str, &str, Vec<String>)> = [
        ("", "calls that came out right", (|s| format!("{} of {}", s.right, s.calls)) as Figure),
        ("flow control", "checks in the order of the process", |s| format!("{} of {}", s.in_order, s.calls)),
        ("tool selection", "tool calls a call; refused or failed", |s| {
            format!("{:.1}; {}", s.tool_calls as f64 / s.calls.max(1) as f64, s.failed)
        }),
        ("flexibility", "right where the caller leaves the path", |s| format!("{} of {}", s.off_path.0, s.off_path.1)),
        ("", "right where the caller keeps to it", |s| format!("{} of {}", s.on_path.0, s.on_path.1)),
        ("debugging", "tool calls with their reason in the trace", |s| format!("{} of {}", s.reasoned, s.tool_calls)),
        ("error recovery", "right after a tool call that failed", |s| {
            format!("{} of {}", s.recovered.0, s.recovered.1)
        }),
        ("", "replies with something held back; given to the rules", |s| format!("{}; {}", s.held_back, s.fallbacks)),
        ("complexity", "model calls and tokens a call", |s| {
            let calls = s.calls.max(1) as f64;
            format!("{:.1}; {:.0}", f64::from(s.model_calls) / calls, s.tokens as f64 / calls)
        }),
        ("", "US dollars a call; ms a message", |s| {
            let ms = s.milliseconds as f64 / s.messages.max(1) as f64;
            format!("{:.4}; {ms:.0}", s.cost_usd / s.calls.max(1) as f64)
        }),
    ]
    .into_iter()
    .map(|(axis, about, figure)| (axis, about, sides.iter().map(figure).collect()))
    .collect();
    let names =
        ["fixed flow (rules)".to_owned()].into_iter().chain(sides.iter().skip(1).map(|s| format!("ReAct ({})", s.who)));
    let mut out = format!("{:<15}{:<54}{}\n", "", "", names.map(|name| format!("{name:<26}")).collect::<String>());
    for (axis, about, figures) in rows {
        let figures: String = figures.iter().map(|figure| format!("{figure:<26}")).collect();
        out.push_str(format!("{axis:<15}{about:<54}{figures}").trim_end());
        out.push('\n');
    }
    out
}

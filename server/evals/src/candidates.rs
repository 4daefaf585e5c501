//! `evals candidates FILE OUT`: training data for the ranker of readings. Reads each of the file's questions for this
//! database; counts the features of each candidate, and marks whether its figures are as expected.
//! `server/reader/rank.py` trains the weights on it (`make ranker`).

use std::collections::HashMap;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use chrono::NaiveDate;
use model::review::case::Expected;
use reader::Act;
use serde_json::json;
use server::cases::check::tolerance;
use server::config::Config;
use server::query::ast::{Bucket, Group, Query};
use server::query::check::{self, GroupKey};
use server::query::frame::{self, AnswerKind, Candidate, DialogueState, FEATURES, Frame, Listed, Parse, QueryIntent};
use server::query::run::{self, QueryResult, ResultRow};
use server::query::values::Vocabulary;

use server::store::Db;
use server::store::analytics::evaluate;

use super::questions::{self, Line};

/// Write the candidate readings of questions with whether their figures are right: what the ranker is trained on
#[derive(Debug, clap::Args)]
pub struct Args {
    /// JSON lines in the form of server/eval/questions.jsonl
    file: PathBuf,
    /// Where to; the names of the features are written beside it, as OUT.names
    out: PathBuf,
    /// Only the lines of this database; what the data came from if not given
    #[arg(long)]
    only: Option<String>,
    /// Print the questions whose first candidate is wrong
    #[arg(long)]
    list: bool,
    /// Write the readings whose figures are right and that leave no word open, in the form that trains the reader
    #[arg(long)]
    readings: Option<PathBuf>,
}

/// Maximum groups of a result compared with the expected ones: those in an answer.
const MAX_COMPARED_GROUPS: usize = 12;

pub async fn run(args: Args, config: Config) -> Result<()> {
    let services = server::cmd::open(config).await?;
    let database = match &args.only {
        Some(name) => name.clone(),
        None => evaluate::source(&services.db).await?.unwrap_or_default(),
    };
    let lines: Vec<Line> = questions::read(&args.file)?.into_iter().filter(|l| l.database == database).collect();
    if lines.is_empty() {
        bail!("No line of {} is about the data of this database ({database}).", args.file.display());
    }
    let mut counting = Counting {
        db: &services.db,
        v: services.agent.vocabulary().await?,
        as_of: services.agent.as_of().await?,
        known: HashMap::new(),
    };
    let mut out = std::fs::File::create(&args.out).with_context(|| args.out.display().to_string())?;
    std::fs::write(args.out.with_extension("names"), FEATURES.join("\n") + "\n")?;
    let mut readings = args.readings.as_ref().map(std::fs::File::create).transpose()?;
    let (mut asked, mut first, mut any) = (0, 0, 0);
    for line in &lines {
        let (before, turns) = counting.turns(&line.turns).await;
        // A text with several questions is read in parts, each with its own candidates.
        if Parse::new(&line.question, &counting.v, counting.as_of, before.as_ref()).frames.len() > 1 {
            continue;
        }
        let all = frame::candidates(&line.question, &counting.v, counting.as_of, before.as_ref());
        let mut marked = Vec::new();
        for candidate in &all {
            marked.push(counting.right(line, candidate).await);
        }
        asked += 1;
        any += usize::from(marked.contains(&Some(true)));
        first += usize::from(marked.first() == Some(&Some(true)));
        if args.list && marked.first() != Some(&Some(true)) {
            show(line, &all, &marked)?;
        }
        let sound = |(candidate, right): &(&Candidate, &Option<bool>)| **right == Some(true) && candidate.uses_all();
        if let Some(file) = readings.as_mut().filter(|_| !line.declined && trained_on(line))
            && let Some((candidate, _)) = all.iter().zip(&marked).find(sound)
        {
            for (at, reading) in turns.iter().chain([&candidate.frame]).enumerate() {
                writeln!(file, "{}", taught(reading, at > 0))?;
            }
        }
        let mut seen: Vec<String> = Vec::new();
        let rows = all.iter().zip(&marked).map(|(candidate, right)| {
            let meant = meaning(candidate);
            let same = seen.contains(&meant);
            seen.push(meant);
            json!({"r": right, "same": same, "f": candidate.features.to_vec()})
        });
        let rows: Vec<_> = rows.collect();
        writeln!(out, "{}", json!({"id": line.id, "split": line.split, "declined": line.declined, "rows": rows}))?;
    }
    say!("{asked} questions, {first} right at first, {any} with a right candidate");
    services.db.close().await;
    Ok(())
}

/// Whether a question may be trained on: the splits after the 16th are held out.
fn trained_on(line: &Line) -> bool {
    const LAST_TRAINING_SPLIT: u32 = 16;
    line.split.rsplit('_').next().and_then(|number| number.parse().ok()).unwrap_or(1) <= LAST_TRAINING_SPLIT
}

/// A reading as a line of `server/reader/data`.
fn taught(frame: &Frame, then: bool) -> serde_json::Value {
    let reading = &frame.reading;
    let mut marked = String::new();
    let mut at = 0;
    for span in &reading.spans {
        let Some(before) = frame.text.get(at..span.start) else { continue };
        marked.push_str(&format!("{before}[{}|{}]", span.text, span.role.as_str()));
        at = span.start + span.text.len();
    }
    marked.push_str(frame.text.get(at..).unwrap_or_default());
    let keep: Vec<&str> = reading.keep.iter().map(|keep| keep.as_str()).collect();
    let mut row = json!({"act": reading.act.as_str(), "q": marked});
    let mut set = |name: &str, value: serde_json::Value| row[name] = value;
    if then {
        set("then", json!(true));
    }
    if then && !keep.is_empty() {
        set("keep", json!(keep));
    }
    if let Some(aggregation) = reading.aggregation {
        set("agg", json!(aggregation.as_str()));
    }
    if let Some(order) = reading.order {
        set("order", json!(order.as_str()));
    }
    if reading.one {
        set("one", json!(true));
    }
    row
}

/// What a candidate asks for; two candidates may ask for the same.
fn meaning(candidate: &Candidate) -> String {
    match candidate.built.as_ref().and_then(|built| built.as_ref().ok()) {
        Some(intent) => format!("{:?} {}", intent.kind, serde_json::to_string(&intent.query).unwrap_or_default()),
        None => candidate.frame.act.as_str().to_owned(),
    }
}

fn show(line: &Line, all: &[Candidate], marked: &[Option<bool>]) -> Result<()> {
    let right = marked.iter().position(|right| *right == Some(true));
    let turns: String = line.turns.iter().map(|turn| format!("{turn} → ")).collect();
    say!("{} {} {turns}{}", if right.is_some() { "ranked wrong:" } else { "no candidate:" }, line.id, line.question);
    for (label, candidate) in [("read", all.first()), ("right", right.map(|at| &all[at]))] {
        let Some(candidate) = candidate else { continue };
        let spans = candidate.frame.reading.spans.iter().map(|s| format!("[{}|{}]", s.text, s.role.as_str()));
        say!("  {label} {:.2} {} {}", candidate.score, meaning(candidate), spans.collect::<Vec<_>>().join(" "));
    }
    Ok(())
}

/// A result, with its groups' display names.
type Counted = Option<(QueryResult, Vec<Vec<String>>)>;

struct Counting<'a> {
    db: &'a Db,
    v: std::sync::Arc<Vocabulary>,
    as_of: NaiveDate,
    known: HashMap<String, Counted>,
}

impl Counting<'_> {
    /// The state of a conversation after its turns, and their readings.
    async fn turns(&mut self, turns: &[String]) -> (Option<DialogueState>, Vec<Frame>) {
        let mut before: Option<DialogueState> = None;
        let mut frames = Vec::new();
        for turn in turns {
            let mut parse = Parse::new(turn, &self.v, self.as_of, before.as_ref());
            let Some(frame) = parse.frames.pop() else { continue };
            let listed = self.listed(&frame).await.unwrap_or_default();
            frames.push(frame.clone());
            before = Some(DialogueState { frame, listed });
        }
        (before, frames)
    }

    /// What a frame's answer lists.
    async fn listed(&mut self, frame: &Frame) -> Option<Vec<Listed>> {
        let intent = frame.queried()?.intent(&self.v).ok()?;
        let (result, labels) = self.count(&intent.query).await?;
        let column = match intent.query.group_by.first()? {
            Group::Column(column) if column == "name" => "customer",
            Group::Column(column) => column,
            Group::Time(bucket) => bucket.as_str(),
        };
        let row = |(row, labels): (&ResultRow, &Vec<String>)| {
            let value = row.key.first()?.clone()?;
            Some(Listed { column: column.to_owned(), value, label: labels.first()?.clone() })
        };
        Some(result.groups.iter().zip(&labels).filter_map(row).collect())
    }

    async fn count(&mut self, query: &Query) -> Counted {
        let key = serde_json::to_string(query).ok()?;
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let found = self.counted(query).await;
        self.known.insert(key, found.clone());
        found
    }

    async fn counted(&self, query: &Query) -> Counted {
        let checked = check::check(query, &self.v, &Default::default(), self.as_of).ok()?;
        let result = run::run(self.db, &checked, run::LIMIT).await.ok()?;
        let name = |(value, key): (&Option<String>, &GroupKey)| {
            let value = value.clone().unwrap_or_default();
            match key {
                GroupKey::Column(column) => self.v.readable(&column.name, &value),
                GroupKey::Time(_) => month(&value).unwrap_or(value),
            }
        };
        let labels = result.groups.iter().map(|row| row.key.iter().zip(&checked.keys).map(name).collect()).collect();
        Some((result, labels))
    }

    /// Whether a candidate has the expected figures; `None` if its act has a plan, whose answer is not known here.
    async fn right(&mut self, line: &Line, candidate: &Candidate) -> Option<bool> {
        match &candidate.built {
            Some(Ok(intent)) => match self.count(&intent.query).await {
                Some((result, labels)) => Some(!line.declined && holds(&line.expected, intent, &result, &labels)),
                None => Some(line.declined),
            },
            Some(Err(_)) => Some(line.declined),
            None if matches!(candidate.frame.act, Act::Outside | Act::Unclear) => Some(line.declined),
            None => None,
        }
    }
}

/// "December 2025" of "2025-12".
fn month(value: &str) -> Option<String> {
    let first = NaiveDate::parse_from_str(&format!("{value}-01"), "%Y-%m-%d").ok()?;
    Some(first.format("%B %Y").to_string())
}

/// Whether everything expected is in the answer to a result.
fn holds(expected: &[Expected], intent: &QueryIntent, result: &QueryResult, labels: &[Vec<String>]) -> bool {
    let numbers = figures(intent, result);
    let most = if intent.kind == AnswerKind::Extreme { 1 } else { MAX_COMPARED_GROUPS };
    let texts: Vec<String> = labels.iter().take(most).flatten().map(|text| text.to_lowercase()).collect();
    let near = |expected: &Expected, value: f64| {
        let apart = tolerance(expected, value).max(if value.fract() == 0.0 { 0.0 } else { 0.051 });
        numbers.iter().any(|n| (n.abs() - value.abs()).abs() <= apart)
    };
    expected.iter().all(|one| {
        let text = one.text.as_ref().map(|text| text.to_lowercase());
        one.value.is_none_or(|value| near(one, value))
            && text
                .is_none_or(|text| texts.iter().any(|own| own.contains(&text) || own.len() > 3 && text.contains(own)))
    })
}

/// The figures in the answer to a result, including derived ones.
fn figures(intent: &QueryIntent, result: &QueryResult) -> Vec<f64> {
    let total = &result.total;
    let first = |row: &ResultRow| row.values.first().copied().flatten();
    let pair = |now: f64, then: f64| [now, then, now - then, now + then, (now - then) / then * 100.0, now / then];
    let mut all: Vec<f64> = Vec::new();
    let most = match intent.kind {
        AnswerKind::Extreme => 1,
        AnswerKind::List | AnswerKind::GroupCount => 0,
        _ => MAX_COMPARED_GROUPS,
    };
    for row in result.groups.iter().take(most) {
        all.extend(row.values.iter().flatten());
        all.push(first(row).unwrap_or_default() / total.count * 100.0);
        if let Some((then, _)) = &row.before {
            all.extend(pair(first(row).unwrap_or_default(), then.first().copied().flatten().unwrap_or_default()));
        }
    }
    if let ([one, other], true) = (result.groups.as_slice(), most > 1) {
        all.extend(pair(first(one).unwrap_or_default(), first(other).unwrap_or_default()));
    }
    match intent.kind {
        AnswerKind::Extreme => {}
        AnswerKind::GroupCount => all.push(result.group_count as f64),
        AnswerKind::PerGroup => all.push(total.count / result.group_count.max(1) as f64),
        AnswerKind::Per(bucket) => {
            let days = intent.frame.time.as_ref().and_then(|time| time.time.range.days()).unwrap_or_default() as f64;
            let in_one = match bucket {
                Bucket::Week => 7.0,
                Bucket::Month => 30.44,
                Bucket::Quarter => 91.3,
                Bucket::Year => 365.25,
                _ => 1.0,
            };
            let many = days / in_one;
            all.push(total.count / if in_one > 7.0 { many.round().max(1.0) } else { many });
        }
        _ => {
            all.extend(total.values.iter().flatten());
            if intent.query.measures.is_empty() {
                all.push(total.count);
            }
            if !intent.query.group_by.is_empty() {
                all.push(result.group_count as f64);
            }
            if let Some((then, count)) = &total.before {
                let now = first(total).unwrap_or(total.count);
                all.extend(pair(now, then.first().copied().flatten().unwrap_or(*count)));
            }
        }
    }
    all
}

//! `evals reader FILE…`: how well held-out questions are read. The files are those of `server/reader/data/eval`; each
//! question is read with the true state of the previous turn, so that a wrong reading counts only once.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use reader::{Act, Keep, Reader, Reading, Role};

use server::cases::rows::{Row, unmarked};
use server::query::frame::Certainty;

/// How well questions are read: acts, spans, what is carried over, and whether the probabilities hold
#[derive(Debug, clap::Args)]
pub struct Args {
    /// JSON lines in the form of server/reader/data/README.md
    #[arg(required_unless_present = "read")]
    files: Vec<PathBuf>,
    /// Print every wrong act
    #[arg(long)]
    list: bool,
    /// Print how this question is read, and nothing else
    #[arg(long, value_name = "QUESTION")]
    read: Option<String>,
}

/// The state of a turn for the next question: `merge` and `context` of `train.py`, from the annotations.
#[derive(Clone, Default)]
struct State {
    act: String,
    aggregation: String,
    subject: String,
    measure: String,
    groups: Vec<String>,
    filters: Vec<(Role, String)>,
    time: String,
    about: String,
}

impl State {
    fn next(before: &Self, row: &Row, spans: &[(Role, String)]) -> Self {
        if matches!(row.act, Act::Thanks | Act::Help | Act::Outside | Act::Unclear) && !before.act.is_empty() {
            return before.clone();
        }
        let keeps = |name: &str| {
            let rows = row.keep.iter().any(|k| k.as_str() == "rows");
            row.keep.iter().any(|k| k.as_str() == name) || rows && !matches!(name, "measure" | "group")
        };
        let of = |role: Role| spans.iter().find(|(r, _)| *r == role).map(|(_, text)| text.clone());
        let or = |own: Option<String>, name: &str, then: &String| {
            own.or_else(|| keeps(name).then(|| then.clone())).unwrap_or_default()
        };
        use Role::*;
        let narrows = |r: &Role| matches!(r, Value | Except | Over | AtLeast | Under | AtMost | Exactly | None | Any);
        let kept = before.filters.iter().filter(|f| if is_name(f) { keeps("customer") } else { keeps("filters") });
        let own: Vec<(Role, String)> = spans.iter().filter(|(r, _)| narrows(r)).cloned().collect();
        let groups: Vec<String> = spans.iter().filter(|(r, _)| *r == Group).map(|(_, t)| t.clone()).collect();
        Self {
            act: row.act.as_str().replace('_', " "),
            aggregation: or(row.agg.map(|a| a.as_str().to_owned()), "measure", &before.aggregation),
            subject: or(of(Subject), "subject", &before.subject),
            measure: or(of(Measure), "measure", &before.measure),
            groups: if groups.is_empty() && keeps("group") { before.groups.clone() } else { groups },
            filters: kept.cloned().chain(own).collect(),
            time: or(of(Time), "time", &before.time),
            about: of(About).unwrap_or_default(),
        }
    }

    /// What a follow-up to this turn may carry over: only what the turn has, and with rows nothing else.
    fn open_keeps(&self, kept: &[Keep]) -> Vec<Keep> {
        let rows = kept.contains(&Keep::Rows);
        let has = |keep: &Keep| match keep {
            Keep::Rows => true,
            Keep::Measure => !self.aggregation.is_empty() || !self.measure.is_empty(),
            Keep::Group => !self.groups.is_empty(),
            _ if rows => false,
            Keep::Subject => !self.subject.is_empty(),
            Keep::Time => !self.time.is_empty(),
            Keep::Customer => self.filters.iter().any(is_name),
            Keep::Filters => !self.filters.iter().all(is_name),
        };
        Keep::ALL.iter().copied().filter(has).collect()
    }

    fn context(&self) -> String {
        if self.act.is_empty() {
            return String::new();
        }
        let mut parts = vec![self.subject.clone(), format!("{} {}", self.aggregation, self.measure).trim().to_owned()];
        parts.extend(self.groups.iter().map(|g| format!("by {g}")));
        parts.extend(self.filters.iter().map(|(role, text)| match role {
            Role::Except => format!("not {text}"),
            Role::None => format!("no {text}"),
            _ => text.clone(),
        }));
        parts.extend([self.time.clone(), self.about.clone()]);
        parts.retain(|part| !part.is_empty());
        format!("{}: {}", self.act, parts.join("; "))
    }
}

/// Whether a turn's filter is a name, and so a customer rather than an attribute.
fn is_name((role, text): &(Role, String)) -> bool {
    *role == Role::Value && text.split_whitespace().any(|word| word.starts_with(char::is_uppercase))
}

/// Correct, and total.
#[derive(Clone, Copy, Default)]
struct Tally(usize, usize);

impl Tally {
    fn add(&mut self, right: bool) {
        self.0 += usize::from(right);
        self.1 += 1;
    }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let share = 100.0 * self.0 as f64 / self.1.max(1) as f64;
        write!(f, "{:>5} of {:>5}  {share:>5.1}%", self.0, self.1)
    }
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let reader = Reader::shared().map_err(|e| anyhow::anyhow!("{e}"))?;
    if let Some(question) = &args.read {
        println!("{}", serde_json::to_string_pretty(&reader.read(question, ""))?);
        return Ok(());
    }
    let (mut tallies, mut confused) = (BTreeMap::<&str, Tally>::new(), BTreeMap::<(Act, Act), usize>::new());
    let mut bins = [Tally::default(); 10];
    let mut spent = Vec::new();
    let mut wrong = Vec::new();
    for file in &args.files {
        let mut state = State::default();
        for (row, spans, question) in rows(file)? {
            let before = if row.then { state.clone() } else { State::default() };
            let begun = std::time::Instant::now();
            let reading = reader.read(&question, &before.context());
            spent.push(begun.elapsed());
            state = State::next(&before, &row, &spans);
            let right = reading.act == row.act;
            let mut add = |name, right| tallies.entry(name).or_default().add(right);
            add(if row.then { "2 act, going on" } else { "1 act, alone" }, right);
            add("3 spans, all exact", same_spans(&reading, &spans));
            add("4 aggregation", reading.aggregation == row.agg);
            add("5 order", reading.order == row.order && reading.one == row.one);
            if row.then {
                let open = before.open_keeps(&row.keep);
                let same = open.iter().all(|keep| reading.keeps(*keep) == row.keep.contains(keep));
                add("6 carried over, all exact", same);
            }
            add(
                match Certainty::from_probability(reading.probability) {
                    Certainty::Sure => "7 right where sure",
                    Certainty::Likely => "8 right where likely",
                    Certainty::Unsure => "9 right where it would ask back",
                },
                right,
            );
            bins[((reading.probability * 10.0) as usize).min(9)].add(right);
            if !right {
                *confused.entry((row.act, reading.act)).or_default() += 1;
                wrong.push(format!(
                    "{:.2} {} (not {}): {question}",
                    reading.probability,
                    reading.act.as_str(),
                    row.act.as_str()
                ));
            }
        }
    }
    for (name, tally) in &tallies {
        println!("{:<34} {tally}", &name[2..]);
    }
    println!("\nprobability of the act, and how often it was right");
    for (at, bin) in bins.iter().enumerate().filter(|(_, bin)| bin.1 > 0) {
        println!("{:.1} to {:.1}   {bin}", at as f64 / 10.0, (at + 1) as f64 / 10.0);
    }
    println!("\nmost confused: what it is, what it was read as");
    let mut all: Vec<_> = confused.into_iter().collect();
    all.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
    for ((is, read), n) in all.into_iter().take(20) {
        println!("{n:>4}  {} as {}", is.as_str(), read.as_str());
    }
    spent.sort();
    if let (Some(median), Some(slow)) = (spent.get(spent.len() / 2), spent.get(spent.len() * 95 / 100)) {
        println!("\nmilliseconds a question: median {:.1}, 95th percentile {:.1}", ms(*median), ms(*slow));
    }
    if args.list {
        println!("\n{}", wrong.join("\n"));
    }
    Ok(())
}

fn ms(time: std::time::Duration) -> f64 {
    time.as_secs_f64() * 1_000.0
}

fn same_spans(reading: &Reading, spans: &[(Role, String)]) -> bool {
    reading.spans.len() == spans.len()
        && reading.spans.iter().zip(spans).all(|(read, (role, text))| read.role == *role && read.text == *text)
}

type Marked = (Row, Vec<(Role, String)>, String);

fn rows(file: &Path) -> anyhow::Result<Vec<Marked>> {
    let text = std::fs::read_to_string(file).with_context(|| format!("{} cannot be read", file.display()))?;
    let mut out = Vec::new();
    for (n, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let at = || format!("{}, line {}", file.display(), n + 1);
        let row: Row = serde_json::from_str(line).with_context(at)?;
        let (question, spans) = unmarked(&row.q).with_context(at)?;
        out.push((row, spans, question));
    }
    if out.is_empty() {
        bail!("{} holds no question", file.display());
    }
    Ok(out)
}

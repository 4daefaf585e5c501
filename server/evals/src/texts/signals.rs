//! `evals signals [--train]`: how well signals of messages are found (who wants to leave, threatens with outsiders, asks
//! for a call), on held-out messages. With `--train`, the weights are first trained from `written.jsonl` and
//! `public.tsv`; the program must be rebuilt to use them.
//!
//! `public.tsv` and `held-out.tsv` hold no texts of others: they name messages of a database of public complaints, of
//! the demo, and of a file of public narratives.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use anyhow::{Context, Result, bail};
use linear::features;
use linear::weights::Weights;
use model::record::Channel;
use regex::Regex;
use serde::Deserialize;

use server::config::Config;
use server::import::signals::{Detector, VALUES};
use server::store::{Db, records};

use crate::linear::{Classifier, Example};

/// How well signals are found: who wants to leave, threatens with outsiders, asks for a call. The demo's messages are
/// read from --database
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Where the lines and the weights are
    #[arg(default_value = "server/import/data/signals")]
    folder: PathBuf,
    /// Train the weights anew, and write them
    #[arg(long)]
    train: bool,
    /// A database with the imported public complaints (complaints.csv.gz)
    #[arg(long, value_name = "URL")]
    public: Option<String>,
    /// JSON lines with `id` and `text` of public narratives (narratives_unlabelled.jsonl.gz); measured only
    #[arg(long, value_name = "FILE")]
    narratives: Option<PathBuf>,
    /// Print every message that was misjudged, with the sentence that decided
    #[arg(long)]
    list: bool,
}

/// Number of weights kept: less than 1 MB. Sums of many small weights decide: of 60,000 half of the trained sentences were lost.
const MAX_WEIGHTS: usize = 320_000;
/// How much more a public line counts than a written one: there are few, and they are real.
const PUBLIC_WEIGHT: usize = 3;
/// The probability from which a signal is set. The written lines are harder than messages, so that the scores held out in
/// training say little of messages; `measured.md` has what these find in messages.
const THRESHOLDS: [(&str, f32); 3] = [("leaving", 0.57), ("threat", 0.65), ("callback", 0.7)];

/// A sentence of `written.jsonl`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    text: String,
    signals: Vec<String>,
}

/// A public narrative.
#[derive(Debug, Deserialize)]
struct Narrative {
    id: String,
    text: String,
}

/// A message to measure on.
struct Message {
    source: &'static str,
    is_chat: bool,
    text: String,
}

/// Trains if requested, measures, prints.
///
/// # Errors
/// If a file cannot be read or written, a line is malformed, or training has no public complaints.
pub async fn run(args: Args, config: Config) -> Result<()> {
    let held_out = rows::<2>(&args.folder.join("held-out.tsv"))?;
    let messages = messages(&args, &config, &held_out).await?;
    let path = args.folder.join("weights.bin");
    if args.train {
        let Some(public) = &args.public else {
            bail!(
                "Training needs the public complaints: import complaints.csv.gz into a database of its own, and give it \
                 by --public sqlite://FILE."
            );
        };
        let file = train(&args.folder, public, &messages).await?;
        std::fs::write(&path, &file).with_context(|| format!("{} cannot be written", path.display()))?;
        say!("The weights are in {} ({} KiB); they hold from the next build.\n", path.display(), file.len() / 1024);
    }
    let file = std::fs::read(&path).with_context(|| format!("{} cannot be read", path.display()))?;
    let weights = Weights::decode(&file)?;
    for label in &weights.labels {
        say!("{}: from a probability of {:.2} on", label.name, label.threshold);
    }
    let detector = Detector::new(weights);
    let absent = held_out.iter().filter(|[id, _]| !messages.contains_key(id)).count();
    if absent > 0 {
        say!("{absent} of {} held-out messages are in none of --database, --public, --narratives.", held_out.len());
    }
    let mut counts: BTreeMap<(&str, &str), Counts> = BTreeMap::new();
    for [id, labels] in &held_out {
        let Some(Message { source, is_chat, text }) = messages.get(id) else { continue };
        let found = detector.signals(*is_chat, text);
        let labels = labels_of(labels)?;
        for (name, value) in VALUES {
            let signal = found.iter().find(|signal| signal.value == value);
            counts.entry((name, *source)).or_default().add(labels.contains(name), signal.is_some());
            if args.list && labels.contains(name) != signal.is_some() {
                let says = signal.map_or("missed", |signal| &signal.sentence);
                say!("{id} {name}: {}", says.split_whitespace().collect::<Vec<_>>().join(" "));
            }
        }
    }
    say!(
        "{:<10}{:<12}{:>8}{:>8}{:>7}{:>11}{:>9}", "signal", "source", "texts", "have it", "found", "precision",
        "recall"
    );
    for ((name, source), c) in &counts {
        let share = |of: usize| if of == 0 { "-".to_owned() } else { format!("{:.2}", c.hit as f64 / of as f64) };
        let (precision, recall) = (share(c.hit + c.wrong), share(c.hold));
        say!("{name:<10}{source:<12}{:>8}{:>8}{:>7}{precision:>11}{recall:>9}", c.texts, c.hold, c.hit + c.wrong);
    }
    Ok(())
}

#[derive(Debug, Default)]
struct Counts {
    texts: usize,
    /// Messages that have the signal.
    hold: usize,
    hit: usize,
    wrong: usize,
}

impl Counts {
    fn add(&mut self, holds: bool, found: bool) {
        self.texts += 1;
        self.hold += usize::from(holds);
        self.hit += usize::from(holds && found);
        self.wrong += usize::from(!holds && found);
    }
}

/// The held-out messages that the sources have, by id.
async fn messages(args: &Args, config: &Config, held_out: &[[String; 2]]) -> Result<HashMap<String, Message>> {
    let ids: Vec<String> = held_out.iter().map(|[id, _]| id.clone()).collect();
    let mut all = HashMap::new();
    let public = args.public.iter().map(|url| ("complaints", url));
    for (source, url) in [("demo", &config.database.value)].into_iter().chain(public) {
        let db = Db::open(url).await.with_context(|| format!("{url} cannot be opened"))?;
        for c in records::communications(&db, &ids).await? {
            all.insert(c.id, Message { source, is_chat: c.channel == Channel::Chat, text: c.body });
        }
    }
    let narratives: Vec<Narrative> = args.narratives.as_deref().map_or_else(|| Ok(Vec::new()), crate::lines)?;
    let wanted: HashSet<&String> = ids.iter().collect();
    for Narrative { id, text } in narratives.into_iter().filter(|narrative| wanted.contains(&narrative.id)) {
        all.insert(id, Message { source: "narratives", is_chat: false, text });
    }
    Ok(all)
}

/// The file of weights. A sentence of a held-out message must not be measured, since it was trained on.
async fn train(folder: &Path, public: &str, held_out: &HashMap<String, Message>) -> Result<Vec<u8>> {
    let written: Vec<Written> = crate::lines(&folder.join("written.jsonl"))?;
    let held_out: HashSet<u64> =
        held_out.values().flat_map(|message| sentences(&message.text)).map(|sentence| hash(&sentence)).collect();
    let mut lines: Vec<(String, BTreeSet<String>, usize)> = Vec::new();
    lines.extend(written.into_iter().map(|line| (line.text, line.signals.into_iter().collect(), 1)));
    let named = rows::<3>(&folder.join("public.tsv"))?;
    let ids: BTreeSet<&String> = named.iter().map(|[id, ..]| id).collect();
    let ids: Vec<String> = ids.into_iter().cloned().collect();
    let db = Db::open(public).await.with_context(|| format!("{public} cannot be opened"))?;
    let mut texts: HashMap<(String, u64), String> = HashMap::new();
    for part in ids.chunks(500) {
        for c in records::communications(&db, part).await? {
            texts.extend(sentences(&c.body).into_iter().map(|text| ((c.id.clone(), hash(&text)), text)));
        }
    }
    let (mut absent, all) = (0, named.len());
    for [id, hash, labels] in named {
        let hash = u64::from_str_radix(&hash, 16).with_context(|| format!("public.tsv, {id}: {hash} is no hash"))?;
        match texts.get(&(id, hash)) {
            Some(text) => {
                lines.push((text.clone(), labels_of(&labels)?.into_iter().map(str::to_owned).collect(), PUBLIC_WEIGHT))
            }
            None => absent += 1,
        }
    }
    let before = lines.len();
    lines.retain(|(text, ..)| !held_out.contains(&hash(text)));
    let left_out = before - lines.len();
    let example = |(text, labels, weight): &(String, BTreeSet<String>, usize)| Example {
        features: features::extract(text, "none"),
        holds: VALUES.iter().map(|(name, _)| Some(labels.contains(*name))).collect(),
        weight: *weight,
    };
    let examples: Vec<Example> = lines.iter().map(example).collect();
    say!(
        "{} sentences trained; {absent} of {all} public ones not found, {left_out} left out that are held out too.",
        examples.len()
    );
    Ok(Classifier { names: &VALUES.map(|(name, _)| name), kept: MAX_WEIGHTS, threshold }.train(&examples))
}

/// The threshold of a label.
fn threshold(name: &str, _: &[(f32, bool)]) -> f32 {
    THRESHOLDS.iter().find(|(label, _)| *label == name).map_or(1.0, |(_, at)| *at)
}

/// The labels of a row: joined by commas, or "none".
fn labels_of(text: &str) -> Result<BTreeSet<&str>> {
    let labels: BTreeSet<&str> = text.split(',').filter(|label| *label != "none").collect();
    match labels.iter().find(|label| VALUES.iter().all(|(name, _)| name != *label)) {
        Some(other) => bail!("{other} is no signal; there are: {}", VALUES.map(|(name, _)| name).join(", ")),
        None => Ok(labels),
    }
}

/// The rows of a file with tabs between its columns.
fn rows<const N: usize>(path: &Path) -> Result<Vec<[String; N]>> {
    let text = std::fs::read_to_string(path).with_context(|| format!("{} cannot be read", path.display()))?;
    let row = |(n, line): (usize, &str)| {
        let cells: Vec<String> = line.split('\t').map(str::to_owned).collect();
        let wrong =
            |cells: Vec<String>| format!("{}, line {}: {} columns, not {N}", path.display(), n + 1, cells.len());
        <[String; N]>::try_from(cells).map_err(|cells| anyhow::Error::msg(wrong(cells)))
    };
    text.lines().enumerate().map(row).collect()
}

/// `10:42 Mara: `, before a line of a chat.
static SPEAKER: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"^\d\d:\d\d \S+: ").ok());

/// The sentences of a text as they were judged for `public.tsv`: lines, cut behind [.!?;] before a space.
fn sentences(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    for line in text.split('\n') {
        let line = line.trim();
        let line = SPEAKER.as_ref().map_or(line.into(), |speaker| speaker.replace(line, ""));
        let mut sentence = String::new();
        for word in line.split_whitespace() {
            let gap = if sentence.is_empty() { "" } else { " " };
            sentence.extend([gap, word]);
            if word.ends_with(['.', '!', '?', ';']) {
                out.push(std::mem::take(&mut sentence));
            }
        }
        out.extend(Some(sentence).filter(|rest| !rest.is_empty()));
    }
    out
}

/// FNV-1a of a sentence with single blanks.
fn hash(text: &str) -> u64 {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_are_cut_as_they_were_judged() {
        let text = "10:42 Mara: I leave; that is it.  Version 2.1 too!\nno end\n\n  Really? Yes";
        assert_eq!(sentences(text), ["I leave;", "that is it.", "Version 2.1 too!", "no end", "Really?", "Yes"]);
        assert_eq!(hash(""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(hash(" a \n b"), hash("a b"));
        // The published test value of FNV-1a.
        assert_eq!(hash("foobar"), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn every_signal_has_a_threshold() {
        assert!(VALUES.iter().all(|(name, _)| THRESHOLDS.iter().any(|(label, at)| label == name && *at < 1.0)));
        assert!((threshold("unknown", &[]) - 1.0).abs() < f32::EPSILON, "what has none is never set");
    }

    #[test]
    fn the_lines_of_the_repository_are_read() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../import/data/signals");
        let written: Vec<Written> = crate::lines(&folder.join("written.jsonl")).unwrap();
        let labels = written.iter().flat_map(|line| &line.signals);
        assert!(labels.clone().count() > 500 && labels.clone().all(|label| labels_of(label).is_ok()));
        for [id, hash, labels] in rows::<3>(&folder.join("public.tsv")).unwrap() {
            assert!(hash.len() == 16 && u64::from_str_radix(&hash, 16).is_ok() && labels_of(&labels).is_ok(), "{id}");
        }
        let held_out = rows::<2>(&folder.join("held-out.tsv")).unwrap();
        assert!(held_out.iter().all(|[_, labels]| labels_of(labels).is_ok()));
    }
}

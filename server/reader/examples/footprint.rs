//! Measures what the weights cost: resident memory after loading and after fifty texts, processor time for a query and
//! for a document, and how far the numbers are from those of another build.
//!
//! `cargo run --release -p reader --example footprint -- WHAT [save|against FILE]`; WHAT is `full` or `static` (the
//! embedder's weights in `PLUMBLINE_MODEL_DIR` or the usual folder), `network` (the reader's network alone, whose
//! numbers are its logits), `reader`, or `both` (the full embedder and the reader, with its meanings of names).

use std::error::Error;
use std::path::PathBuf;

use embed::encoder::{Dense, Encoder, WIDTH};
use embed::weights::Weights;
use embed::{Embedder, MiniLm, StaticTable, WordPiece, dot};
use reader::Reader;

type Outcome<T> = Result<T, Box<dyn Error>>;
type Vectors = Vec<Vec<f32>>;
type Model = Box<dyn FnMut(&str) -> Vec<f32>>;

/// Thirteen word pieces, with both marks.
const QUERY: &str = "The bank refused to refund a duplicate card charge.";
/// Rounds of measuring, of which the fastest counts: other work on the processor only makes one slower.
const ROUNDS: usize = 12;

fn main() -> Outcome<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let what = arguments.first().copied().unwrap_or("full");
    let texts = texts()?;
    let (empty, own) = (resident("VmRSS")?, resident("RssAnon")?);
    let mut run = load(what)?;
    let loaded = resident("VmRSS")? - empty;
    for text in &texts[..50] {
        run(text);
    }
    let (all, own) = (resident("VmRSS")? - empty, resident("RssAnon")? - own);
    println!(
        "{what}: {loaded} kB more resident when loaded, {all} after 50 texts, of which {own} are not pages of files"
    );
    let document = texts.last().map_or("", String::as_str);
    let calls = if what == "static" { 20_000 } else { 40 };
    let (mut query, mut long) = (f64::MAX, f64::MAX);
    for _ in 0..ROUNDS {
        query = query.min(milliseconds(calls, || drop(run(QUERY)))?);
        long = long.min(milliseconds(calls, || drop(run(document)))?);
    }
    println!("{what}: {query:.3} ms of processor a query, {long:.3} a document of 60 words");
    if let [_, verb, file] = arguments[..] {
        let vectors: Vectors = texts.iter().map(|text| run(text)).collect();
        match verb {
            "save" => std::fs::write(file, serde_json::to_vec(&vectors)?)?,
            _ => compare(&serde_json::from_slice::<Vectors>(&std::fs::read(file)?)?, &vectors),
        }
    }
    Ok(())
}

fn load(what: &str) -> Outcome<Model> {
    let home = std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".local/share/plumbline/models"));
    let folder = std::env::var_os("PLUMBLINE_MODEL_DIR").map(PathBuf::from).or(home).ok_or("no folder of the model")?;
    let own = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("weights");
    Ok(match what {
        "full" => {
            let model = MiniLm::open(&folder, 1)?;
            Box::new(move |text| model.embed(&[text]).remove(0))
        }
        "static" => {
            let model = StaticTable::open(&folder, 1)?;
            Box::new(move |text| model.embed(&[text]).remove(0))
        }
        "network" => {
            let w = Weights::open(&own.join("reader.safetensors"))?;
            let pieces = WordPiece::open(&own.join("vocab.txt"))?;
            let (encoder, act) = (Encoder::new(&w, pieces.size())?, Dense::new(&w, "heads.act", 2 * WIDTH, 39)?);
            Box::new(move |text| {
                let hidden = encoder.hidden(&[[&[pieces.cls], &*pieces.ids(text, 100), &[pieces.sep]].concat()]);
                let both = hidden.row(0).iter().chain(hidden.row(1)).copied().collect();
                ndarray::Array2::from_shape_vec((1, 2 * WIDTH), both)
                    .map_or(Vec::new(), |x| act.apply(x.view()).row(0).to_vec())
            })
        }
        "both" => {
            let (model, reader) = (MiniLm::open(&folder, 1)?, Reader::shared().map_err(|e| e.to_string())?);
            Box::new(move |text| {
                reader.read(text, "");
                reader.meaning("supplier");
                model.embed(&[text]).remove(0)
            })
        }
        _ => {
            let reader = Reader::shared().map_err(|e| e.to_string())?;
            Box::new(|text| vec![reader.read(text, "").probability])
        }
    })
}

/// 150 questions, and 150 documents of sixty words from answers.
fn texts() -> Outcome<Vec<String>> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../eval");
    let field = |file: &str, name: &str| -> Outcome<Vec<String>> {
        let text = std::fs::read_to_string(folder.join(file))?;
        let lines: Vec<serde_json::Value> = text.lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
        Ok(lines.iter().filter_map(|line| line[name].as_str().map(str::to_owned)).collect())
    };
    let mut texts: Vec<String> = field("questions.jsonl", "question")?.into_iter().step_by(10).take(150).collect();
    let answers = field("answers.jsonl", "answer")?.join(" ");
    let words: Vec<&str> = answers.split_whitespace().collect();
    texts.extend(words.chunks_exact(60).take(150).map(|words| words.join(" ")));
    Ok(texts)
}

fn compare(old: &Vectors, new: &Vectors) {
    let pairs = || old.iter().zip(new);
    let cosine = |a: &[f32], b: &[f32]| dot(a, b) / (dot(a, a) * dot(b, b)).sqrt();
    let all: Vec<f32> = pairs().map(|(a, b)| cosine(a, b)).collect();
    let (mean, least) = (all.iter().sum::<f32>() / all.len() as f32, all.iter().copied().fold(1.0, f32::min));
    let apart = pairs().flat_map(|(a, b)| a.iter().zip(b)).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
    println!(
        "{} texts: cosine {mean:.6} in the mean, {least:.6} at least; numbers differ by up to {apart:.2e}",
        all.len()
    );
}

/// Resident memory in kB: all of it, or without the pages of files, which the system can take back (`RssAnon`).
fn resident(which: &str) -> Outcome<i64> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix(which)?.strip_prefix(':')).ok_or("no memory")?;
    Ok(line.trim().trim_end_matches(" kB").parse()?)
}

/// The processor time of this thread for one of so many calls.
fn milliseconds(calls: usize, mut call: impl FnMut()) -> Outcome<f64> {
    let spent = || -> Outcome<f64> {
        let stat = std::fs::read_to_string("/proc/thread-self/schedstat")?;
        Ok(stat.split(' ').next().ok_or("no time")?.parse::<f64>()? / 1e6)
    };
    let before = spent()?;
    (0..calls).for_each(|_| call());
    Ok((spent()? - before) / calls as f64)
}

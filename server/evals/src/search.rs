//! `evals search DIR`: stores a test collection as documents, searches it like the desk, and compares the ranking with
//! human judgements: nDCG@10 with the judgements as gains, and recall@100 of everything judged relevant.
//!
//! Deliberately not here: any ranking. `search` itself is measured.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use anyhow::{Context, Result, bail};
use model::record::{Chunk, Document, DocumentKind};
use serde::{Deserialize, Serialize};
use tokio_util::sync::CancellationToken;

use server::config::Config;
use server::import::source;
use server::search::embed::{Choice, EmbedSettings, Models, Tier};
use server::search::passages::titled;
use server::search::vectors::Keep;
use server::search::{Hit, RERANKED, Search, SearchQuery};
use server::store::Db;
use server::store::write::{Batch, store};

#[derive(Deserialize)]
struct Text {
    _id: String,
    #[serde(default)]
    title: String,
    text: String,
}

/// One way to search, over all questions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
struct Score {
    ndcg10: f64,
    recall100: f64,
}

/// Judgements by question, then by document.
type Judged = HashMap<String, HashMap<String, f64>>;

/// Measures a collection and prints the table, or with `json` `{keyword: {ndcg10, recall100}, dense, hybrid}`, and the
/// same for the static embedder as `static` and `staticHybrid`; with `rerank` also `reranked` and `staticReranked`,
/// hybrid search with its first hits reranked. Without a model only `keyword`.
///
/// # Errors
/// If a file is missing or malformed; the message names it.
pub async fn run(folder: &Path, rerank: bool, json: bool, config: &Config) -> Result<()> {
    let (report, scores) = evaluate(folder, rerank, config).await?;
    if json {
        println!("{}", serde_json::to_string(&scores)?);
    } else {
        print!("{report}");
    }
    Ok(())
}

type Scores = BTreeMap<&'static str, Score>;

/// The table, and its figures.
async fn evaluate(folder: &Path, rerank: bool, config: &Config) -> Result<(String, Scores)> {
    let corpus = [folder.join("corpus.jsonl"), folder.join("corpus.jsonl.gz")];
    let corpus =
        corpus.iter().find(|p| p.exists()).with_context(|| format!("{} holds no corpus.jsonl", folder.display()))?;
    let corpus: Vec<Text> = crate::lines(corpus)?;
    let judged = judgements(&folder.join("qrels.tsv"))?;
    let mut questions: Vec<Text> = crate::lines(&folder.join("queries.jsonl"))?;
    questions.retain(|q| judged.get(&q._id).is_some_and(|j| j.values().any(|gain| *gain > 0.0)));
    if questions.is_empty() {
        bail!("{} judges no document for any question of queries.jsonl", folder.display());
    }
    let settings = config.search.embed();
    let settings = EmbedSettings {
        threads: std::thread::available_parallelism().map_or(1, usize::from),
        cache: Some(settings.folder.join("cache")),
        ..settings
    };
    let missing = Models::new(settings.clone()).missing();
    let tiers = match missing {
        Some(_) => vec![None],
        None => vec![Some(Tier::Full), Some(Tier::Static)],
    };
    let db = Db::open("sqlite::memory:").await?;
    fill(&db, &corpus).await?;
    let mut scores = Scores::new();
    for tier in tiers {
        let choice = tier.map_or(Choice::None, Choice::Only);
        let settings = EmbedSettings { choice, ..settings.clone() };
        let search = Search::open_with(None, settings, config.search.weights())?;
        search.catch_up(&db, |_, _| {}).await?;
        let bar = indicatif::ProgressBar::new(0);
        let show = |done: u64, of: u64| {
            bar.set_length(of);
            bar.set_position(done);
        };
        search.vectors().catch_up(&db, &CancellationToken::new(), show).await?;
        bar.finish_and_clear();
        scores.extend(measure(&search, tier, rerank.then_some(&corpus), &questions, &judged)?);
    }
    let last = missing.map_or(String::new(), |missing| format!("{missing}\n"));
    let report = format!("{} documents, {} questions\n{}{last}", corpus.len(), questions.len(), table(&scores));
    Ok((report, scores))
}

/// Columns: question, document, gain; the first line is a header.
fn judgements(path: &Path) -> Result<Judged> {
    let mut source = source::open(path).with_context(|| format!("{} cannot be read", path.display()))?;
    let mut text = String::new();
    source.text.read_to_string(&mut text).with_context(|| format!("{} cannot be read", path.display()))?;
    let mut judged = Judged::new();
    for (n, line) in text.lines().enumerate().skip(1).filter(|(_, line)| !line.trim().is_empty()) {
        let mut cells = line.split('\t');
        let row = (|| Some((cells.next()?, cells.next()?, cells.next()?.trim().parse::<f64>().ok()?)))();
        let (question, document, gain) =
            row.with_context(|| format!("{}, line {}: no question, document and number", path.display(), n + 1))?;
        judged.entry(question.to_owned()).or_default().insert(document.to_owned(), gain);
    }
    Ok(judged)
}

async fn fill(db: &Db, corpus: &[Text]) -> Result<()> {
    for part in corpus.chunks(1_000) {
        let document = |text: &Text| Document {
            id: text._id.clone(),
            kind: DocumentKind::Article,
            title: text.title.clone(),
            product: None,
            day: chrono::NaiveDate::default(),
            source: "eval".into(),
            chunks: vec![Chunk { id: format!("{}#1", text._id), position: 1, heading: None, text: text.text.clone() }],
        };
        store(db, &Batch { documents: part.iter().map(document).collect(), ..Batch::default() }, 0).await?;
    }
    Ok(())
}

/// The scores of one embedder; without one, those of words alone.
fn measure(
    search: &Search,
    tier: Option<Tier>,
    reranked: Option<&Vec<Text>>,
    questions: &[Text],
    judged: &Judged,
) -> Result<Vec<(&'static str, Score)>> {
    let (mut keyword, mut dense, mut hybrid) = (Score::default(), Score::default(), Score::default());
    let mut second = Score::default();
    let by_id = |text: &Text| (text._id.clone(), titled(&text.title, &text.text));
    let texts: Option<HashMap<String, String>> = reranked.map(|corpus| corpus.iter().map(by_id).collect());
    for question in questions {
        let gains = &judged[&question._id];
        let query = SearchQuery { text: question.text.clone(), limit: 100, ..SearchQuery::default() };
        if tier != Some(Tier::Static) {
            keyword.add(search.find(&query)?.hits.iter().map(|h| h.id.as_str()), gains);
        }
        if tier.is_some() {
            let asked = search.vectors().ask(&question.text).context("The texts are not embedded")?;
            dense.add(asked.nearest(100, &Keep::default()).iter().map(|n| n.id.as_str()), gains);
            let query = SearchQuery { meaning: true, all_near: true, ..query };
            let mut hits = search.find(&query)?.hits;
            hybrid.add(hits.iter().map(|h| h.id.as_str()), gains);
            if let Some(texts) = &texts {
                let text = |hit: &Hit| texts.get(document(&hit.id)).cloned().unwrap_or_default();
                let first: Vec<String> = hits.iter().take(RERANKED).map(text).collect();
                search.rerank(&query, &mut hits, &first)?;
                second.add(hits.iter().map(|h| h.id.as_str()), gains);
            }
        }
    }
    let mut scores = match tier {
        None => vec![("keyword", keyword)],
        Some(Tier::Full) => vec![("keyword", keyword), ("dense", dense), ("hybrid", hybrid)],
        Some(Tier::Static) => vec![("static", dense), ("staticHybrid", hybrid)],
    };
    if let (Some(tier), Some(_)) = (tier, &texts) {
        scores.push((if tier == Tier::Full { "reranked" } else { "staticReranked" }, second));
    }
    Ok(scores.into_iter().map(|(name, score)| (name, score.over(questions.len()))).collect())
}

/// The document of a chunk.
fn document(chunk: &str) -> &str {
    chunk.rsplit_once('#').map_or(chunk, |(document, _)| document)
}

impl Score {
    /// Adds the score of a ranking of chunks, best first.
    fn add<'a>(&mut self, ranking: impl Iterator<Item = &'a str>, gains: &HashMap<String, f64>) {
        let found: Vec<f64> = ranking.map(|id| gains.get(document(id)).copied().unwrap_or(0.0)).collect();
        let mut best: Vec<f64> = gains.values().copied().filter(|gain| *gain > 0.0).collect();
        best.sort_by(|a, b| b.total_cmp(a));
        self.ndcg10 += discounted(&found) / discounted(&best);
        self.recall100 += found.iter().take(100).filter(|gain| **gain > 0.0).count() as f64 / best.len() as f64;
    }

    fn over(self, n: usize) -> Self {
        Self { ndcg10: self.ndcg10 / n as f64, recall100: self.recall100 / n as f64 }
    }
}

/// The discounted gain of the first ten.
fn discounted(gains: &[f64]) -> f64 {
    gains.iter().take(10).enumerate().map(|(rank, gain)| gain / (rank as f64 + 2.0).log2()).sum()
}

fn table(scores: &Scores) -> String {
    let row = |(name, what): &(&str, &str)| {
        let score = scores.get(name)?;
        Some(format!("{what:<34} {:>8.1} {:>10.1}\n", 100.0 * score.ndcg10, 100.0 * score.recall100))
    };
    let ways = [
        ("keyword", "keyword (BM25)"),
        ("dense", "dense (all-MiniLM-L6-v2)"),
        ("hybrid", "hybrid"),
        ("reranked", "hybrid, reranked"),
        ("static", "dense, static embedder"),
        ("staticHybrid", "hybrid, static embedder"),
        ("staticReranked", "the same, reranked"),
    ];
    let rows: String = ways.iter().filter_map(row).collect();
    format!("{:<34} {:>8} {:>10}\n{rows}", "", "nDCG@10", "recall@100")
}

#[cfg(test)]
mod tests {
    use server::config::Flags;

    use super::*;

    fn gains() -> HashMap<String, f64> {
        [("a", 3.0), ("b", 1.0), ("c", 0.0)].into_iter().map(|(id, gain)| (id.to_owned(), gain)).collect()
    }

    #[test]
    fn scores_are_as_the_definition_says() {
        let score = |ranking: &[&str]| {
            let mut score = Score::default();
            score.add(ranking.iter().copied(), &gains());
            score
        };
        assert_eq!(score(&["a#1", "b#1"]), Score { ndcg10: 1.0, recall100: 1.0 });
        assert_eq!(score(&[]), Score::default());
        let late = score(&["c#1", "x#1", "a#1"]);
        let want = (3.0 / 2.0) / (3.0 + 1.0 / 3f64.log2());
        assert!((late.ndcg10 - want).abs() < 1e-12 && late.recall100 == 0.5, "{late:?}");
    }

    #[tokio::test]
    async fn a_collection_is_measured_without_a_model_too() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
        write("corpus.jsonl", "{\"_id\":\"a\",\"title\":\"Cards\",\"text\":\"the card was charged twice\"}\n");
        write("queries.jsonl", "{\"_id\":\"q\",\"text\":\"charged twice\"}\n");
        write("qrels.tsv", "query-id\tcorpus-id\tscore\nq\ta\t1\n");
        let none = |name: &str| (name == "PLUMBLINE_EMBEDDER").then(|| "none".to_owned());
        let config = Config::gather(&Flags::default(), none, Path::new("no.toml")).unwrap();
        run(folder.path(), true, true, &config).await.unwrap();
        let (report, scores) = evaluate(folder.path(), true, &config).await.unwrap();
        assert_eq!(scores["keyword"], Score { ndcg10: 1.0, recall100: 1.0 });
        assert!(scores.len() == 1 && report.contains("keywords only"), "{report}");
        write("qrels.tsv", "query-id\tcorpus-id\tscore\nq\ta\tmuch\n");
        let error = run(folder.path(), false, false, &config).await.unwrap_err().to_string();
        assert!(error.contains("qrels.tsv, line 2"), "{error}");
    }

    /// The whole chain with real judgements: run it by hand after changing how search ranks.
    #[tokio::test]
    #[ignore = "embeds a collection, which takes minutes the first time"]
    async fn hybrid_is_above_both_of_its_sides() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/retrieval-cranfield");
        let config = Config::gather(&Flags::default(), |name| std::env::var(name).ok(), Path::new("no.toml")).unwrap();
        if !folder.exists() || Models::new(config.search.embed()).missing().is_some() {
            println!("SKIPPED: shared/data or the embedding model is not there");
            return;
        }
        let (report, scores) = evaluate(&folder, false, &config).await.unwrap();
        println!("{report}");
        assert!(scores["hybrid"].ndcg10 > scores["keyword"].ndcg10.max(scores["dense"].ndcg10), "{report}");
    }
}

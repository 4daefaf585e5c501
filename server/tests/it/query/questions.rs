//! The minimum quality of answers by rules: a fixed sample of `eval/questions.jsonl`, asked over the demo bank and the
//! public complaints as anybody would.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use evals::questions::{Line, Mark, ask, mark, read, sample};
use futures::StreamExt;
use server::config::{Config, Flags};
use server::import::cfpb;
use server::import::engine::{Import, Options};
use server::services::Services;
use server::store::Db;
use server::world::World;
use tokio_util::sync::CancellationToken;

const SAMPLE: usize = 300;
/// At least this many of a hundred are answered right, and at most this many are wrong without a stated doubt.
const RIGHT: usize = 79;
const WRONG: usize = 1;
/// This many are asked concurrently of each database.
const AT_ONCE: usize = 4;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_sample_of_the_questions_is_answered_right() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("eval/questions.jsonl");
    let lines = sample(read(&file).unwrap(), SAMPLE);
    assert_eq!(lines.len(), SAMPLE);
    let (of_demo, of_cfpb): (Vec<Line>, Vec<Line>) = lines.into_iter().partition(|line| line.database == "demo");
    let (demo, cfpb) = tokio::join!(marked("demo", of_demo), marked("cfpb", of_cfpb));
    let all: Vec<(Line, Mark)> = demo.into_iter().chain(cfpb).collect();
    let count = |wanted: Mark| all.iter().filter(|(_, mark)| *mark == wanted).count();
    let [right, declined, flagged, wrong] = [Mark::Right, Mark::Declined, Mark::Flagged, Mark::Wrong].map(count);
    let told = format!("{} asked: {right} right, {declined} declined, {flagged} doubted, {wrong} wrong", all.len());
    println!("{told}");
    all.iter().filter(|(_, m)| *m != Mark::Right).for_each(|(l, m)| println!("{m:?} {}: {}", l.id, l.question));
    assert!(right * 100 >= RIGHT * all.len(), "{told}");
    assert!(wrong * 100 <= WRONG * all.len(), "{told}");
}

/// The questions for a database, with the marks of their answers; empty if its data is not available.
async fn marked(name: &str, lines: Vec<Line>) -> Vec<(Line, Mark)> {
    let folder = tempfile::tempdir().unwrap();
    let Some(services) = filled(name, folder.path()).await else { return Vec::new() };
    let asked = lines.into_iter().map(|line| async {
        let run = ask(&services.db, &services.agent, &line).await.unwrap();
        let mark = mark(&line, &run);
        (line, mark)
    });
    let marks = futures::stream::iter(asked).buffer_unordered(AT_ONCE).collect().await;
    services.db.close().await;
    marks
}

pub(crate) async fn filled(name: &str, folder: &Path) -> Option<Services> {
    let database = format!("sqlite://{}", folder.join("test.db").display());
    let flags = Flags { database: Some(database), ..Flags::default() };
    // The mood of texts is then that of the word list, wherever this runs.
    let look_up = |name: &str| match name {
        "PLUMBLINE_EMBEDDER" => Some("none".to_owned()),
        "PLUMBLINE_DATA" => Some(folder.display().to_string()),
        _ => None,
    };
    let config = Config::gather(&flags, look_up, &folder.join("no.toml")).unwrap();
    let services = Services::open(config, World::real()).await.unwrap();
    match name {
        "demo" => drop(server::demo::bank(&services.db).await.unwrap()),
        _ => import(&services.db, &export()?).await,
    }
    services.search.catch_up(&services.db, |_, _| {}).await.unwrap();
    Some(services)
}

fn export() -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data/cfpb-complaints/complaints.csv.gz");
    if !path.exists() {
        println!("the questions about public complaints are skipped: {} is not there", path.display());
        return None;
    }
    Some(path)
}

async fn import(db: &Db, path: &Path) {
    let now = World::real().now();
    let (options, stop) = (Options::default(), &CancellationToken::new());
    let export = cfpb::open(path, None, now).unwrap();
    Import { db, options, enricher: Arc::default(), now, stop }.file(export.opened, |_| {}).await.unwrap();
}

//! Answers by the rules are cited: asks questions over the demo bank, and checks the grades of the figures in the
//! answers.

use std::sync::Arc;

use model::answer::Grade;
use model::session::Ask;
use serde_json::Value;

use server::agent::{Agent, Settings};
use server::search::Search;
use server::skills;
use server::store::Db;
use server::world::World;

/// One in this many questions of the file is asked.
const EVERY: usize = 9;

#[tokio::test(flavor = "multi_thread")]
async fn answers_of_rules_cite_what_they_tell() {
    // A file: in memory there is only one connection, for which runs and reads would queue.
    let folder = tempfile::tempdir().unwrap();
    let db = Db::open(&format!("sqlite://{}", folder.path().join("eval.db").display())).await.unwrap();
    server::demo::bank(&db).await.unwrap();
    let search = Arc::new(Search::open(None).unwrap());
    search.catch_up(&db, |_, _| {}).await.unwrap();
    let agent = Agent::new(db.clone(), Arc::new(skills::all()), search, World::real(), Settings::default(), None);
    let lines = include_str!("../../eval/questions.jsonl").lines();
    let lines = lines.map(|l| serde_json::from_str::<Value>(l).unwrap()).filter(|l| l["database"] == "demo");
    let (mut cited, mut other) = (0, Vec::new());
    for line in lines.step_by(EVERY) {
        let ask = Ask { query: line["question"].as_str().unwrap().to_owned(), ..Ask::default() };
        let asked = agent.ask(ask, "local", "test").await.unwrap();
        let run = agent.finish(&asked.run_id).await.unwrap();
        let (answer, grounding) = (run.answer.unwrap_or_default(), run.grounding.unwrap_or_default());
        cited += grounding.graded(Grade::Cited);
        for claim in grounding.claims.iter().filter(|c| c.grade() != Grade::Cited) {
            let sentence = &answer.text[server::agent::ground::sentence(&answer.text, claim.start)];
            other.push(format!("{} {:?} in {sentence}", claim.grade(), claim.text));
        }
    }
    let held_up = other.iter().filter(|o| o.starts_with(Grade::Unverified.as_str())).count();
    println!("{}", other.join("\n"));
    assert!(cited > 300, "only {cited} figures");
    assert!(held_up <= 1, "{held_up} unverified of {cited} cited and {} others", other.len());
    assert!(other.len() * 20 < cited, "{} of {cited} are not cited", other.len());
}

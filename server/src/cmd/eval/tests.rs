//! The rates that grounding reaches on real runs: questions over the demo bank, answered by rules, and the same answers
//! with errors planted into them. The floors are what is promised.

use std::sync::Arc;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::collect;
use crate::agent::ground::measure::{self, planted, prose};
use crate::agent::{Agent, Settings};
use crate::cmd::demo;
use crate::import::demo_store::store_whole;
use crate::search::Search;
use crate::skills;
use crate::store::Db;
use crate::world::World;

const QUESTIONS: usize = 150;

#[tokio::test(flavor = "multi_thread")]
async fn answers_over_the_demo_bank_hold_and_planted_errors_do_not() {
    // A file: in memory there is one connection, which runs and reads would wait for in turn.
    let folder = tempfile::tempdir().unwrap();
    let db = Db::open(&format!("sqlite://{}", folder.path().join("eval.db").display())).await.unwrap();
    store_whole(&db, demo::bank(crate::import::demo::SEED, &Default::default()), 0, |_| {}).await.unwrap();
    let search = Arc::new(Search::open(None).unwrap());
    search.catch_up(&db, |_, _| {}).await.unwrap();
    let agent = Agent::new(db.clone(), Arc::new(skills::all()), search, World::real(), Settings::default(), None);
    let mut rng = ChaCha8Rng::seed_from_u64(2026);
    let questions = collect::made_up(&db, QUESTIONS, &mut rng).await.unwrap();
    assert_eq!(questions.len(), QUESTIONS);
    let mut cases = collect::answers(&db, &agent, questions).await.unwrap();
    assert!(cases.len() > QUESTIONS / 2, "only {} of the questions were answered", cases.len());
    let mut told = prose::retell(&cases, &mut rng);
    told.extend(planted::plant(&told, &mut rng));
    held(&told, 0.97);
    cases.extend(planted::plant(&cases, &mut rng));
    held(&cases, 0.99);
}

/// At most one right answer in a hundred is held up, and errors are caught at this rate.
fn held(cases: &[measure::Case], caught: f64) {
    let report = measure::measure(cases);
    for line in report.alarms.iter().chain(&report.missed) {
        println!("{line}\n");
    }
    println!("{:#?}", report.by_kind);
    println!("{} right answers, false alarms {:.4}", report.right_answers, report.false_alarm_rate);
    assert!(report.wrong_answers > QUESTIONS, "{} wrong answers are too few", report.wrong_answers);
    assert!(report.false_alarm_rate <= 0.01, "false alarms {}", report.false_alarm_rate);
    assert!(report.caught_rate >= caught, "caught {}", report.caught_rate);
}

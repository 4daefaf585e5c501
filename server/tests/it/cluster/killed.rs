//! Three nodes, one of which is killed during questions and during indexing.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use server::query::ast::Query;
use server::query::run::Engine;
use server::store::{Db, write};

use super::node::Nodes;
use super::{asked, by, figures};
use crate::query::hand::bank;

#[tokio::test(flavor = "multi_thread")]
async fn a_node_is_killed_and_nothing_is_lost() {
    let Some(nodes) = Nodes::start(3) else { return };
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite://{}", folder.path().join("a.db").display());
    let (plain, db) = (Db::open(&url).await.unwrap(), Db::open(&url).await.unwrap());
    let cluster = nodes.cluster("desk", 3);
    db.put_engine(cluster.clone());
    let batch = bank(&mut ChaCha8Rng::seed_from_u64(6));
    write::store(&db, &batch, 1).await.unwrap();
    cluster.catch_up(&db, |_, _| {}).await.unwrap();
    assert_eq!(asked(&db, &by("tier")).await.answered, [Engine::Cluster]);

    let (mut by_cluster, mut by_database, mut rounds) = (0, 0, 0);
    for round in 0..40 {
        let messages = (0..200).map(|n| {
            let mut c = batch.communications[n].clone();
            c.id = format!("more-{round}-{n}");
            c
        });
        let more = write::Batch { communications: messages.collect(), ..write::Batch::default() };
        write::store(&db, &more, 2 + round).await.unwrap();
        let fed = {
            let (cluster, db) = (cluster.clone(), db.clone());
            tokio::spawn(async move { cluster.catch_up(&db, |_, _| {}).await })
        };
        if round == 5 {
            nodes.kill(2);
        }
        // Whoever answers, the figures are those of the store, whole.
        let found = asked(&db, &by("tier")).await;
        assert_eq!(figures(&found), figures(&asked(&plain, &by("tier")).await), "round {round}");
        if found.answered == [Engine::Cluster] {
            by_cluster += 1
        } else {
            by_database += 1
        }
        // A pass that breaks off is taken up by the next.
        let done = fed.await.unwrap().is_ok();
        rounds += 1;
        if round > 5 && done && asked(&db, &Query::default()).await.answered == [Engine::Cluster] {
            break;
        }
    }
    println!(
        "{rounds} rounds; while indexing the cluster answered {by_cluster} times, the database {by_database} times"
    );
    let found = asked(&db, &Query::default()).await;
    assert_eq!(found.answered, [Engine::Cluster], "the cluster does not answer any more");
    assert_eq!(found.total.count, (500 + 200 * rounds) as f64);
}

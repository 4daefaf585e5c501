//! Runs that wait for a person or are driven by another process: each is polled once for all its watchers, as long as
//! there are any.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use model::run::RunStatus;
use tokio::sync::watch;

use super::LiveRuns;
use store::{Db, runs};

/// The polling interval.
const POLL_INTERVAL: Duration = Duration::from_millis(500);

/// A run's state at the last poll; `None` before the first, and if it could not be read.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Seen {
    standing: Option<(RunStatus, i64)>,
    /// This process drives it now.
    is_here: bool,
}

/// The polled runs, by id.
#[derive(Debug, Default)]
pub struct Looks(Mutex<HashMap<String, Arc<watch::Sender<Seen>>>>);

impl Looks {
    /// Notifies whenever a run's state differs from the previous poll. Call it before reading the run, so that no
    /// change is missed.
    pub fn follow(self: &Arc<Self>, db: &Db, live: &LiveRuns, run_id: &str) -> watch::Receiver<Seen> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(looked) = all.get(run_id) {
            return looked.subscribe();
        }
        let looked = Arc::new(watch::Sender::new(Seen::default()));
        let follows = looked.subscribe();
        all.insert(run_id.to_owned(), looked.clone());
        tokio::spawn(self.clone().look(db.clone(), live.clone(), run_id.to_owned(), looked));
        follows
    }

    async fn look(self: Arc<Self>, db: Db, live: LiveRuns, run_id: String, looked: Arc<watch::Sender<Seen>>) {
        while self.is_followed(&run_id, &looked) {
            tokio::time::sleep(POLL_INTERVAL).await;
            let standing = runs::standing(&db, &run_id).await.ok();
            let seen = Seen { standing, is_here: live.get(&run_id).is_some() };
            looked.send_if_modified(|known| std::mem::replace(known, seen) != seen);
        }
    }

    /// Whether anybody follows; if not, polling ends, and the next follower restarts it.
    fn is_followed(&self, run_id: &str, looked: &watch::Sender<Seen>) -> bool {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if looked.receiver_count() == 0 {
            all.remove(run_id);
            return false;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn many_who_watch_a_run_look_once() {
        let (looks, live) = (Arc::<Looks>::default(), LiveRuns::default());
        let db = Db::open("sqlite::memory:").await.unwrap();
        let mut all: Vec<_> = (0..20).map(|_| looks.follow(&db, &live, "run-1")).collect();
        let other = looks.follow(&db, &live, "run-2");
        let known = || looks.0.lock().unwrap().values().map(|looked| looked.receiver_count()).collect::<Vec<_>>();
        assert_eq!(known().len(), 2);
        assert_eq!(known().iter().sum::<usize>(), 21);
        // Each follower sees every poll.
        let driving = live.add("run-1").unwrap();
        for follows in &mut all {
            tokio::time::timeout(POLL_INTERVAL * 20, follows.changed()).await.unwrap().unwrap();
            assert!(follows.borrow().is_here);
        }
        drop((all, other, driving));
        let gone = async {
            while !known().is_empty() {
                tokio::time::sleep(POLL_INTERVAL / 10).await;
            }
        };
        tokio::time::timeout(POLL_INTERVAL * 20, gone).await.expect("nobody watches, and still is looked");
    }
}

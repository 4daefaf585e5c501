//! Caches small answers that every request would otherwise query: valid for a moment, and dropped at once after a
//! change by this process.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long an answer is valid. This process's own writes are seen at once; other processes', after this time.
const MAX_AGE: Duration = Duration::from_millis(50);

/// A cached answer.
#[derive(Debug, Default)]
pub struct Recent<T>(Mutex<State<T>>);

#[derive(Debug, Default)]
struct State<T> {
    answer: Option<(T, Instant)>,
    /// Changes committed by this process: an answer read before one of them is not cached.
    changes: u64,
}

impl<T: Copy> Recent<T> {
    /// The cached answer if still valid, else what `ask` reads.
    pub(crate) async fn get(&self, ask: impl Future<Output = crate::Result<T>>) -> crate::Result<T> {
        let before = {
            let state = self.lock();
            match state.answer {
                Some((answer, at)) if at.elapsed() < MAX_AGE => return Ok(answer),
                _ => state.changes,
            }
        };
        let answer = ask.await?;
        let mut state = self.lock();
        if state.changes == before {
            state.answer = Some((answer, Instant::now()));
        }
        Ok(answer)
    }

    /// Call this after committing a change.
    pub(crate) fn changed(&self) {
        let mut state = self.lock();
        state.changes += 1;
        state.answer = None;
    }

    /// A panic under the lock leaves the state intact.
    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The last entry of the audit log: its number and hash.
pub(crate) type Head = (i64, String);

/// The caches of one database, shared by all its views.
#[derive(Debug, Default)]
pub struct Known {
    /// The last change number.
    pub(crate) change: Recent<i64>,
    /// Whether there is any account.
    pub(crate) accounts: Recent<bool>,
    /// The last audit entry, as far as this process knows.
    pub(crate) audit: tokio::sync::Mutex<Option<Head>>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn an_answer_that_was_read_before_a_change_is_not_kept() {
        let recent = Recent::default();
        let read = recent.get(async {
            recent.changed();
            Ok(1)
        });
        assert_eq!(read.await.unwrap(), 1);
        assert_eq!(recent.get(async { Ok(2) }).await.unwrap(), 2);
        assert_eq!(recent.get(async { Ok(3) }).await.unwrap(), 2);
        recent.changed();
        assert_eq!(recent.get(async { Ok(4) }).await.unwrap(), 4);
    }
}

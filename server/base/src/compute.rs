//! Work that keeps a processor busy, beside the async runtime.

use std::num::NonZero;
use std::sync::LazyLock;
use std::thread::available_parallelism;

use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::task::{JoinError, spawn_blocking};

/// Two for each processor keep all of them busy. More threads would only wait for one another, and the allocator keeps
/// some MB for each.
static AT_ONCE: LazyLock<Semaphore> =
    LazyLock::new(|| Semaphore::new(2 * available_parallelism().map_or(1, NonZero::get)));

/// Runs work that computes for some milliseconds on a thread beside the async runtime, at most two at once for each
/// processor. Work that waits for something else (a file, a channel, another server) goes to [`spawn_blocking`].
///
/// # Errors
/// The work panicked.
pub async fn compute<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, JoinError> {
    let permit = turn().await;
    spawn_blocking(move || {
        // Kept until the work is done, even if nobody waits for it any more.
        let _permit = permit;
        work()
    })
    .await
}

/// Waits until so few compute that one more may; the others wait until this is dropped.
pub async fn turn() -> Option<SemaphorePermit<'static>> {
    // The semaphore is never closed.
    AT_ONCE.acquire().await.ok()
}

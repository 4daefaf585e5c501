//! Retention: each kind of data has a period, after which it is deleted. At startup, then every hour.

use std::time::Duration;

use model::account::{Action, Actor, AuditEntry};
use tokio_util::sync::CancellationToken;

use crate::store::privacy::{Kind, sweep};
use crate::store::{Db, Result, audit};
use crate::world::World;

const SWEEP_INTERVAL: Duration = Duration::from_secs(3600);
const DAY_MS: i64 = 86_400_000;

/// How many days each kind is kept; 0 for ever.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Retention {
    pub conversations: u32,
    pub sent: u32,
    pub messages: u32,
    pub calls: u32,
}

impl Retention {
    pub const fn days(&self, kind: Kind) -> u32 {
        match kind {
            Kind::Conversations => self.conversations,
            Kind::Sent => self.sent,
            Kind::Messages => self.messages,
            Kind::Calls => self.calls,
        }
    }
}

/// Deletes expired data, and records how much of each kind in the audit log.
///
/// # Errors
/// If the store fails; what was deleted before is recorded.
pub async fn once(db: &Db, world: &World, retention: &Retention) -> Result<Vec<(Kind, u64)>> {
    let mut all = Vec::new();
    for &kind in Kind::ALL {
        let days = retention.days(kind);
        if days == 0 {
            continue;
        }
        let before = world.now() - i64::from(days) * DAY_MS;
        let mut gone = 0;
        let ended = loop {
            match sweep::some(db, kind, before).await {
                Ok(0) => break Ok(()),
                Ok(some) => gone += some,
                Err(error) => break Err(error),
            }
            // Lets others write between two batches.
            tokio::task::yield_now().await;
        };
        if gone > 0 {
            audit::add(db, &line(world, kind, gone, days)).await?;
            tracing::info!(kind = kind.as_str(), gone, days, "what was kept long enough is deleted");
        }
        ended?;
        all.push((kind, gone));
    }
    Ok(all)
}

fn line(world: &World, kind: Kind, gone: u64, days: u32) -> AuditEntry {
    let (what, detail) = (format!("retention:{}", kind.as_str()), format!("{gone} older than {days} days"));
    AuditEntry::new(world.id(), world.now(), &Actor::itself(), Action::Erased, what, detail)
}

/// Sweeps until `stop` fires.
pub async fn keep(db: Db, world: World, retention: Retention, stop: CancellationToken) {
    loop {
        if let Err(error) = once(&db, &world, &retention).await {
            tracing::warn!(%error, "what was kept long enough could not be deleted; the next attempt is in an hour");
        }
        tokio::select! {
            () = stop.cancelled() => return,
            () = tokio::time::sleep(SWEEP_INTERVAL) => {}
        }
    }
}

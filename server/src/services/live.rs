//! The services of a running server, which are replaced when an admin changes settings, here or on another machine.

use std::sync::Arc;
use std::time::Duration;

use arc_swap::ArcSwap;
use tokio_util::sync::CancellationToken;

use super::{SOURCE, Services};
use crate::settings::effective;
use crate::store::settings::{self, StoredSetting};

/// How often settings that another machine stored are looked for.
const POLL_INTERVAL: Duration = Duration::from_secs(3);

/// The services of the moment. A request takes them once; what is under way goes on with those that it began with.
#[derive(Clone)]
pub struct LiveServices(Arc<ArcSwap<Services>>);

impl LiveServices {
    pub fn new(services: Services) -> Self {
        Self(Arc::new(ArcSwap::from_pointee(services)))
    }

    pub fn services(&self) -> Arc<Services> {
        self.0.load_full()
    }

    /// Replaces the services whenever stored settings have changed, until `stop` fires.
    pub async fn follow(&self, stop: CancellationToken) {
        let changes = self.services().changes.clone();
        loop {
            let told = tokio::select! {
                () = stop.cancelled() => return,
                () = changes.stored() => true,
                () = tokio::time::sleep(POLL_INTERVAL) => false,
            };
            if let Err(error) = self.refresh().await {
                tracing::warn!(%error, "changed settings could not be read");
            }
            if told {
                changes.in_use();
            }
        }
    }

    async fn refresh(&self) -> anyhow::Result<()> {
        let services = self.services();
        if settings::all(&services.db).await? == services.applied.rows {
            return Ok(());
        }
        let (config, applied) = effective(&services.config, &services.db).await?;
        let declared = |rows: &[StoredSetting]| -> Vec<StoredSetting> {
            rows.iter().filter(|row| row.name.starts_with(SOURCE)).cloned().collect()
        };
        let again = declared(&applied.rows) != declared(&services.applied.rows);
        self.0.store(Arc::new(services.reconfigured(config, applied)));
        if again {
            services.sources.look_again();
        }
        tracing::info!("changed settings are in use");
        Ok(())
    }
}

//! `plumbline eval replays`: repeats every run of a database from its record, without models and data, and reports how
//! many give the same events.

use std::collections::BTreeMap;

use anyhow::{Result, bail};
use model::run::StoredEvent;

use crate::agent::recorded;
use crate::agent::replay::record::timeless;
use crate::config::Config;
use crate::store::sessions;

/// Repeat every run from its record, and count those that give the same events
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Print the first differing event of each run
    #[arg(long)]
    list: bool,
}

/// Most conversations checked, newest first.
const MAX_CHATS: i64 = 10_000;

pub async fn run(args: Args, config: Config) -> Result<()> {
    let services = crate::cmd::open(config).await?;
    crate::cmd::declare(&services).await;
    let replayer = services.agent.replayer().await?;
    let mut by: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for conversation in sessions::conversations(&services.db, "", MAX_CHATS, false, sessions::Whose::default()).await? {
        let Ok(mut recording) = recorded::read(&services.db, &conversation.id, None).await else { continue };
        while let Some(run) = recording.last() {
            if run.call.is_none() {
                let then: Vec<&StoredEvent> = recording.of_run(&run.id).collect();
                let now = replayer.replay(&recording).await?;
                let differs = differs(&then, &now);
                let (same, all) = by.entry(run.model.clone()).or_default();
                *all += 1;
                *same += usize::from(differs.is_none());
                if let Some(place) = differs.filter(|_| args.list) {
                    let told = |event: Option<&StoredEvent>| {
                        event.map(|e| serde_json::to_string(&e.event).unwrap_or_default())
                    };
                    say!("{} {:?}, event {}", run.id, run.question, place + 1);
                    say!("  was {}", told(then.get(place).copied()).unwrap_or_default());
                    say!("  is  {}", told(now.get(place)).unwrap_or_default());
                }
            }
            recording.runs.pop();
        }
    }
    services.db.close().await;
    if by.is_empty() {
        bail!("This database keeps no runs yet. Ask something first.");
    }
    for (model, (same, all)) in &by {
        say!("{model:<24} {same} of {all} runs give the same events ({:.1}%)", 100.0 * *same as f64 / *all as f64);
    }
    Ok(())
}

/// The index of the first differing event, ignoring times.
pub fn differs(then: &[&StoredEvent], now: &[StoredEvent]) -> Option<usize> {
    let same = |n: usize| match (then.get(n), now.get(n)) {
        (Some(then), Some(now)) => timeless(&then.event) == timeless(&now.event),
        _ => false,
    };
    (0..then.len().max(now.len())).find(|n| !same(*n))
}

//! Two processes and one run: the one that is second to write an event stops silently; and a run that crashes every
//! process is given up.

use std::time::Duration;

use model::account::DataAccess;
use model::run::{RunEvent, RunStatus, StoredEvent};
use model::session::{Ask, Role};
use model::support::{CallSettings, Caller};
use server::config::{Config, Flags};
use server::services::Services;
use server::store::events::{EventLog, Row};
use server::store::runs::{self, Claimed, Opening};
use server::store::{history, sessions, write};
use server::world::World;
use tokio_util::sync::CancellationToken;

use super::{check_events, texts};
use crate::app::{small_bank, until};

/// A second process in all but name: its own services over the same SQLite file.
pub async fn process(folder: &std::path::Path, name: &str, pace_ms: &str) -> Services {
    let database = format!("sqlite://{}", folder.join("two.db").display());
    process_over(&database, folder, name, pace_ms).await
}

/// Likewise over any database.
pub async fn process_over(database: &str, folder: &std::path::Path, name: &str, pace_ms: &str) -> Services {
    let search = folder.join(name).display().to_string();
    let look_up = |setting: &str| match setting {
        "PLUMBLINE_SEARCH_DIR" => Some(search.clone()),
        "PLUMBLINE_LEASE_S" => Some("1".into()),
        "PLUMBLINE_PACE_MS" => Some(pace_ms.into()),
        _ => None,
    };
    let flags = Flags { database: Some(database.to_owned()), ..Flags::default() };
    let config = Config::gather(&flags, look_up, &folder.join("no.toml")).unwrap();
    Services::open(config, World::real()).await.unwrap()
}

#[tokio::test]
async fn a_process_that_lost_its_run_stops_without_a_word() {
    let folder = tempfile::tempdir().unwrap();
    // The first one never renews its lease, as if it stood still; its run lasts longer than that.
    let slow = process(folder.path(), "slow", "700").await;
    write::store(&slow.db, &small_bank(), 0).await.unwrap();
    // Ready before the run begins: opening takes as long as the machine lets it.
    let other = process(folder.path(), "other", "0").await;
    let asked = slow.agent.ask(
        Ask { query: "Why are customers complaining about the mobile app?".into(), ..Ask::default() },
        "ann",
        "web",
    );
    let asked = asked.await.unwrap();
    let stop = CancellationToken::new();
    let keeper = tokio::spawn({
        let (agent, stop) = (other.agent.clone(), stop.clone());
        async move { agent.keep(stop).await }
    });
    // Watched from the process that loses it, and from the one that has it in the end.
    let (here, there) = tokio::join!(slow.agent.finish(&asked.run_id), other.agent.finish(&asked.run_id));
    assert_eq!(here.unwrap(), there.unwrap());
    let stored = history::after(&other.db, &asked.run_id, 0).await.unwrap();
    check_events(&asked.run_id, &stored);
    assert!(stored.iter().any(|e| matches!(e.event, RunEvent::Interrupted { resumed: true, .. })), "no takeover");
    let answers = "SELECT id, content FROM session_messages WHERE role = 'assistant'";
    assert_eq!(texts(&other.db, answers).await.len(), 1);
    until("the loser stops to drive", async || slow.agent.live().is_empty().then_some(())).await;
    stop.cancel();
    keeper.await.unwrap();
}

/// If nobody maintains the leases, waiting for a run left by its process ends with an error instead of never.
#[tokio::test]
async fn a_run_that_nobody_takes_up_is_not_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let services = process(folder.path(), "one", "0").await;
    write::store(&services.db, &small_bank(), 0).await.unwrap();
    left(&services, None, "r", &[]).await;
    let waited = tokio::time::timeout(Duration::from_secs(10), services.agent.finish("r")).await;
    let error = waited.expect("it waits for ever").unwrap_err();
    assert!(error.to_string().contains("no process has resumed it"), "{error}");
    // As soon as someone keeps leases, it goes on.
    let stop = CancellationToken::new();
    let keeper = tokio::spawn({
        let (agent, stop) = (services.agent.clone(), stop.clone());
        async move { agent.keep(stop).await }
    });
    let run = tokio::time::timeout(Duration::from_secs(20), services.agent.finish("r")).await.unwrap().unwrap();
    assert!(run.status.is_over(), "{:?}", run.status);
    stop.cancel();
    keeper.await.unwrap();
}

/// An accepted stop is effective even if the process that accepted it died before the run noticed.
#[tokio::test]
async fn a_stop_survives_the_process() {
    let folder = tempfile::tempdir().unwrap();
    let services = process(folder.path(), "one", "0").await;
    write::store(&services.db, &small_bank(), 0).await.unwrap();
    left(&services, None, "r1", &[]).await;
    services.agent.cancel("r1").await.unwrap();
    let run = finish(&services, "r1").await;
    assert_eq!(run.status, RunStatus::Cancelled);
    assert_eq!(run.calls().count(), 0, "a run that was stopped before it began calls nothing");
}

#[tokio::test]
async fn a_run_that_stops_every_process_is_given_up() {
    let folder = tempfile::tempdir().unwrap();
    let services = process(folder.path(), "one", "0").await;
    write::store(&services.db, &small_bank(), 0).await.unwrap();
    let again = || RunEvent::Interrupted { resumed: true, text: "It goes on.".into() };
    left(&services, None, "four", &std::array::from_fn::<_, 4, _>(|_| again())).await;
    left(&services, None, "five", &std::array::from_fn::<_, 5, _>(|_| again())).await;
    let caller = Caller { phone: "+37060012345".into(), settings: CallSettings::default(), ended: false };
    left(&services, Some(caller), "call", &std::array::from_fn::<_, 5, _>(|_| again())).await;
    let run = finish(&services, "four").await;
    assert_eq!(run.status, RunStatus::Completed);
    let run = finish(&services, "five").await;
    assert_eq!(run.status, RunStatus::Failed);
    let (error, advice) = run.failure.unwrap();
    assert!(error.contains("6 times") && advice.contains("Ask again"), "{error} {advice}");
    let answers = "SELECT run_id, content FROM session_messages WHERE role = 'assistant' AND run_id = 'five'";
    assert_eq!(
        texts(&services.db, answers).await,
        [("five".to_owned(), format!("Analysis encountered an error: {error}"))]
    );
    // A caller hears it in the language of the call.
    let run = finish(&services, "call").await;
    assert_eq!(run.status, RunStatus::Failed);
    assert!(run.answer.unwrap().text.starts_with("Atsiprašau, kažkas nepavyko."));
}

/// A run left by a dead process, with these events after its first.
async fn left(services: &Services, call: Option<Caller>, id: &str, then: &[RunEvent]) {
    let session = sessions::NewSession {
        id: id.into(),
        user_id: "ann".into(),
        channel: "web".into(),
        sees: DataAccess::All,
        now: 1,
    };
    let message = sessions::NewMessage {
        id: format!("{id}:question"),
        session_id: id.into(),
        run_id: Some(id.into()),
        role: Role::User,
        content: "How many cases breached SLA?".into(),
        now: 1,
        ..sessions::NewMessage::default()
    };
    let ask = Ask { query: message.content.clone(), ..Ask::default() };
    let run = Claimed { id: id.into(), session_id: id.into(), ask, cancel: false };
    let content = message.content.clone();
    let opening = Opening { run, session: Some(session), caller: None, message, owner: "dead".into(), lease_until: 0 };
    runs::create(&services.db, &opening).await.unwrap();
    if then.is_empty() {
        return;
    }
    let now = services.world.now();
    let started = RunEvent::Started {
        session_id: id.into(),
        question: content,
        strategy: model::run::Strategy::Rules,
        model: "rules".into(),
        limits: model::run::Limits {
            max_iterations: 10,
            max_passes: 3,
            max_tool_calls: 20,
            run_timeout_ms: 60_000,
            tool_timeout_ms: 10_000,
            max_tokens: 0,
            max_cost_usd: 0.0,
        },
        as_of: "2026-01-31".parse().unwrap(),
        scope: Default::default(),
        change: None,
        call,
    };
    let all = std::iter::once(started).chain(then.iter().cloned()).zip(1..);
    let rows = all.map(|(event, seq)| Row::new(&StoredEvent { run_id: id.into(), seq, at: now, event })).collect();
    EventLog::start(services.db.clone()).append(id.into(), rows, None, None).await.unwrap();
}

/// Lets the run finish in this process.
pub async fn finish(services: &Services, id: &str) -> model::run::Run {
    let stop = CancellationToken::new();
    let keeper = tokio::spawn({
        let (agent, stop) = (services.agent.clone(), stop.clone());
        async move { agent.keep(stop).await }
    });
    let run = tokio::time::timeout(Duration::from_secs(20), services.agent.finish(id)).await.unwrap().unwrap();
    stop.cancel();
    keeper.await.unwrap();
    run
}

//! Notifications for a listening client: tools were added or removed, there is another run, or a watched run has
//! progressed.

use std::time::Duration;

use futures::future::BoxFuture;
use futures::stream::{BoxStream, SelectAll, StreamExt};
use model::error::AppError;
use rmcp::service::SubscriptionContext;

use super::super::Api;
use super::resources::{RUNS, run_of};
use crate::store::runs;

/// How often tools and runs are checked for changes.
const POLL_INTERVAL: Duration = Duration::from_secs(1);
/// Events of a run that arrive together are one notification.
const AT_ONCE: usize = 64;

/// Maximum number of resources that one client can watch.
pub const RESOURCES: usize = 50;

/// A change.
enum News {
    Tools,
    Runs,
    Resource(String),
}

/// Notifies the client until it stops listening.
///
/// # Errors
/// For a run that the caller may not read.
pub async fn tell(api: &Api, context: &SubscriptionContext) -> Result<(), AppError> {
    let (wanted, sink) = (context.accepted(), context.sink());
    let uris = wanted.resource_subscriptions.clone().unwrap_or_default();
    let lists = wanted.resources_list_changed == Some(true);
    let mut news: SelectAll<BoxStream<'static, News>> = SelectAll::new();
    // A stream that never ends, so that the others may.
    news.push(futures::stream::pending().boxed());
    if wanted.tools_list_changed == Some(true) {
        let tools = api.services.agent.clone();
        let generation =
            move || -> BoxFuture<'static, u64> { Box::pin(std::future::ready(tools.tools().generation())) };
        news.push(changes(generation).map(|()| News::Tools).boxed());
    }
    if lists || uris.iter().any(|uri| uri == RUNS) {
        let api = api.clone();
        let latest = move || -> BoxFuture<'static, Option<(String, String)>> {
            let api = api.clone();
            Box::pin(async move {
                let last = runs::latest(&api.services.db, api.whose(), 1).await.unwrap_or_default();
                last.into_iter().next().map(|run| (run.id, run.status.to_string()))
            })
        };
        news.push(changes(latest).map(|()| News::Runs).boxed());
    }
    for uri in &uris {
        if let Some(id) = run_of(uri) {
            api.reads_run(id).await?;
            let (uri, rows) = (uri.clone(), api.services.agent.watch(id, 0).await?);
            news.push(rows.ready_chunks(AT_ONCE).map(move |_| News::Resource(uri.clone())).boxed());
        }
    }
    loop {
        let next = tokio::select! {
            () = context.cancelled() => return Ok(()),
            next = news.next() => next,
        };
        let sent = match next {
            Some(News::Tools) => sink.notify_tool_list_changed().await,
            Some(News::Resource(uri)) => sink.notify_resource_updated(uri).await,
            Some(News::Runs) => {
                let list = if lists { sink.notify_resource_list_changed().await } else { Ok(()) };
                match list {
                    Ok(()) if uris.iter().any(|uri| uri == RUNS) => sink.notify_resource_updated(RUNS).await,
                    told => told,
                }
            }
            None => return Ok(()),
        };
        if let Err(error) = sent {
            tracing::debug!(%error, "an MCP client stopped listening");
            return Ok(());
        }
    }
}

/// Yields each time that a check returns something else than the previous one.
fn changes<T: PartialEq + Send + 'static>(
    look: impl Fn() -> BoxFuture<'static, T> + Send + 'static,
) -> impl futures::Stream<Item = ()> + Send + 'static {
    futures::stream::unfold((look, None), |(look, mut known)| async move {
        loop {
            let now = look().await;
            let changed = known.as_ref().is_some_and(|known| *known != now);
            known = Some(now);
            if changed {
                return Some(((), (look, known)));
            }
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    })
}

//! Follows a run for clients of other protocols: its events as they happen, and then its result.
//!
//! Such a stream cannot be resumed, so a client that closes its connection stops the run.

use app::api::research::Research;
use futures::StreamExt;
use model::error::AppError;
use model::run::{Outcome, Piece, Run, RunEvent, StoredEvent};
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;
use tokio_util::sync::CancellationToken;

use crate::api::Api;

/// Progress of a run.
pub enum Heard {
    Event(Box<StoredEvent>),
    /// A note that is not stored: the position in the queue, or why a model starts over.
    Note(String),
    /// Always the last: the finished run, or one that waits for a person.
    Ended(Result<Box<Run>, AppError>),
}

impl Heard {
    /// Its description as lines of text, if it is a step that people follow.
    pub fn words(&self) -> Option<String> {
        match self {
            Self::Event(stored) => step(&stored.event),
            Self::Note(note) => Some(format!("{note}\n")),
            Self::Ended(_) => None,
        }
    }
}

/// How many steps may wait for a slow client.
const STEP_CHANNEL_CAPACITY: usize = 64;

/// Follows a run to its end, starting after event number `after`; `stopping` fires when the server stops, which must
/// not stop the run.
pub fn follow(api: Api, run_id: String, after: i64, stopping: CancellationToken) -> ReceiverStream<Heard> {
    let (out, heard) = mpsc::channel(STEP_CHANNEL_CAPACITY);
    tokio::spawn(async move {
        tokio::select! {
            ended = to_its_end(&api, &run_id, after, &out) => drop(out.send(Heard::Ended(ended.map(Box::new))).await),
            () = out.closed() => {
                if !stopping.is_cancelled() {
                    // The run may have just ended.
                    let _ = api.cancel(&run_id).await;
                }
            }
        }
    });
    ReceiverStream::new(heard)
}

async fn to_its_end(api: &Api, run_id: &str, after: i64, out: &mpsc::Sender<Heard>) -> Result<Run, AppError> {
    let agent = &api.services.agent;
    let mut rows = std::pin::pin!(agent.watch(run_id, after).await?);
    let mut pieces = std::pin::pin!(agent.deltas(run_id));
    let mut end = std::pin::pin!(agent.finish(run_id));
    let mut ended: Option<Run> = None;
    let mut seq = after;
    let mut said = String::new();
    loop {
        if let Some(run) = ended.take_if(|run| run.seq <= seq) {
            return Ok(run);
        }
        let row = tokio::select! {
            biased;
            row = rows.next() => row,
            Some(piece) = pieces.next() => {
                let piece = serde_json::from_str::<Piece>(&piece).unwrap_or_default();
                // A model's output may still be discarded. Notes are repeated for pages, which show the last one.
                if !piece.reason.is_empty() && piece.reason != said {
                    said.clone_from(&piece.reason);
                    let _ = out.send(Heard::Note(piece.reason)).await;
                }
                continue;
            }
            run = &mut end, if ended.is_none() => {
                ended = Some(run?);
                continue;
            }
        };
        let Some(row) = row else {
            return match ended {
                Some(run) => Ok(run),
                None => end.await,
            };
        };
        seq = row.seq;
        if let Ok(stored) = serde_json::from_str(&row.json) {
            // A client that has disconnected is noticed when the channel closes.
            let _ = out.send(Heard::Event(stored)).await;
        }
    }
}

/// The description of an event, if people follow it.
pub fn step(event: &RunEvent) -> Option<String> {
    let text = match event {
        RunEvent::Thought { text, .. } | RunEvent::Reflected { text, .. } => text.clone(),
        RunEvent::Planned { reasoning, .. } => reasoning.clone(),
        RunEvent::ToolStarted { tool, args, .. } => format!("{tool} {args}"),
        RunEvent::ToolFinished { tool, outcome: Outcome::Ok { output }, .. } => format!("{tool}: {}", output.summary),
        RunEvent::ToolFinished { tool, outcome: Outcome::Error { error, .. }, .. } => {
            format!("{tool} failed: {error}")
        }
        RunEvent::ApprovalRequested { tool, reason, .. } => format!("{tool} waits for a person: {reason}"),
        RunEvent::Fallback { reason, .. } | RunEvent::Retried { reason, .. } => reason.clone(),
        RunEvent::Limit { text, .. } => text.clone(),
        _ => return None,
    };
    let text = text.trim();
    (!text.is_empty()).then(|| format!("{text}\n"))
}

//! `/ag-ui`: the desk over the AG-UI protocol, for pages and programs that show an agent at work. Questions are
//! processed as over `/v1`; a proposal that needs a person's decision ends a run as an interrupt, and the next run
//! resumes it.

mod events;

use app::api::research::Research;
use axum::extract::State;
use futures::{Stream, StreamExt, stream};
use model::approval::{Choice, Decision};
use model::error::AppError;
use model::run::{RunStatus, StepKind};
use model::session::{Role, Turn};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use super::Web;
use super::body::Json;
use super::docs::EventStream;
use super::error::Problem;
use super::guard::peer::Peer;
use super::openai::follow::follow;
use super::openai::form::{self, Item};
use super::sse;
use crate::api::Api;
use crate::api::openai::AUTO;
use events::Translation;

/// The key of the desk's own part of a client's state.
const STATE: &str = "plumbline";

/// A request to run: the fields that are used here.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RunAgentInput {
    /// The conversation as the client calls it.
    thread_id: String,
    /// The run as the client calls it.
    run_id: String,
    /// The last one is the question; those before are earlier turns.
    #[serde(default)]
    messages: Vec<Item>,
    /// Any JSON; the desk adds its own under the key "plumbline".
    #[serde(default)]
    state: Value,
    /// Further context of the question.
    #[serde(default)]
    context: Vec<Context>,
    /// Any JSON; "model" chooses one of `GET /v1/models`.
    #[serde(default)]
    forwarded_props: Value,
    /// The answer to the interrupt that ended the previous run.
    #[serde(default)]
    resume: Option<Vec<ResumeEntry>>,
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "AgUiContext")]
struct Context {
    description: String,
    value: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ResumeEntry {
    interrupt_id: String,
    /// resolved, or cancelled: then the run is stopped.
    status: Resumed,
    /// According to the `responseSchema` of the interrupt.
    payload: Option<Payload>,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Resumed {
    Resolved,
    Cancelled,
}

/// A person's answer to a proposal.
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "AgUiDecision")]
#[serde(rename_all = "camelCase")]
struct Payload {
    approved: bool,
    /// Arguments that replace the proposed ones.
    edited_args: Option<Value>,
    note: Option<String>,
}

impl From<Payload> for Choice {
    fn from(Payload { approved, edited_args, note }: Payload) -> Self {
        let args = edited_args.filter(|_| approved);
        let decision = match (approved, &args) {
            (false, _) => Decision::Reject,
            (true, None) => Decision::Approve,
            (true, Some(_)) => Decision::Edit,
        };
        Self { decision, args, note }
    }
}

/// `POST /ag-ui`: a run as the protocol's events. A wrong answer to an interrupt is reported as `RUN_ERROR`, as the
/// protocol requires; every other error is a problem as everywhere else.
pub async fn run(
    State(web): State<Web>,
    api: Api,
    peer: Peer,
    Json(mut input): Json<RunAgentInput>,
) -> Result<EventStream, Problem> {
    let api = Api { channel: "ag-ui", ..api };
    let begun = match input.resume.take().filter(|entries| !entries.is_empty()) {
        Some(entries) => input.resumed(&api, entries).await,
        None => input.pending(&api).await,
    };
    let (run_id, after) = match begun {
        Ok(Some(begun)) => begun,
        Ok(None) => (input.ask(&api).await?, 0),
        Err(refused) => return Ok(streamed(stream::iter([events::error(&refused)]))),
    };
    let run = api.services.agent.run(&run_id).await?;
    let mut translation = Translation::new(input, run, after, peer.origin);
    let begin = translation.begin();
    let heard = follow(api, run_id, after, web.stopping.clone());
    let rest = heard.flat_map(move |heard| stream::iter(translation.events(heard)));
    Ok(streamed(stream::iter(begin).chain(rest)))
}

fn streamed(events: impl Stream<Item = Value> + Send + 'static) -> EventStream {
    sse::reply(events.map(|event| sse::data(&event)))
}

impl RunAgentInput {
    /// Asks the question and returns the id of its run.
    async fn ask(&mut self, api: &Api) -> Result<String, AppError> {
        let model = api.model(self.forwarded_props["model"].as_str().unwrap_or(AUTO))?;
        // Clients send steps and results back among the messages. The desk has its own record of them.
        let said = ["user", "assistant", "system", "developer"];
        self.messages.retain(|item| item.role.as_deref().is_some_and(|role| said.contains(&role)));
        let mut instructed = form::instructions(&self.messages);
        instructed.extend(self.context.drain(..).map(|Context { description, value }| Turn {
            role: Role::User,
            content: format!("{description}: {value}"),
        }));
        let (query, mut before) = form::turns(&self.messages, "messages")?;
        let session_id = api.goes_on(&before).await?;
        if session_id.is_none() {
            before.extend(instructed.clone());
        }
        Ok(api.ask(form::ask(query, before, instructed, session_id, &model)).await?.run_id)
    }

    /// A client's answer to an interrupt: the resumed run, and the event after which it resumes; `None` if the proposal
    /// was dropped and something else is asked.
    ///
    /// # Errors
    /// `Invalid` for an answer that does not fit, `NotFound` for an unknown interrupt; otherwise as for
    /// [`Research::decide`].
    async fn resumed(&self, api: &Api, entries: Vec<ResumeEntry>) -> Result<Option<(String, i64)>, AppError> {
        let Ok([ResumeEntry { interrupt_id, status, payload }]) = <[_; 1]>::try_from(entries) else {
            let detail = "A run waits for one decision at a time: send one entry, for the interrupt that is open.";
            return Err(AppError::invalid("resume", detail));
        };
        let unknown = || AppError::not_found(format!("There is no interrupt {interrupt_id}."));
        let (run_id, approval) = interrupt_id.split_once(':').ok_or_else(unknown)?;
        api.own_run(run_id).await.map_err(|_| unknown())?;
        let run = api.services.agent.run(run_id).await?;
        let proposed = run.steps.iter().find_map(|step| match &step.kind {
            StepKind::Approval { approval: id, decision, .. } if id == approval => Some((step.seq, decision.is_none())),
            _ => None,
        });
        let (after, undecided) = proposed.ok_or_else(unknown)?;
        let waits = undecided && run.status == RunStatus::Waiting;
        let asks = self.messages.last().is_some_and(|item| item.role.as_deref() == Some("user"));
        // If it was already decided, here or in the desk, the run is followed to its end again.
        match status {
            Resumed::Resolved if waits => {
                let payload = payload.ok_or_else(|| {
                    AppError::invalid("resume[0].payload", "Say {\"approved\": true} or {\"approved\": false}.")
                })?;
                api.decide(run_id, approval, payload.into()).await?;
            }
            Resumed::Cancelled if waits => match api.cancel(run_id).await {
                // A token cannot stop a proposal: it keeps waiting, and the next question is asked.
                Err(AppError::Forbidden { .. }) if asks => {}
                done => done?,
            },
            _ => {}
        }
        Ok((status == Resumed::Resolved || !asks).then(|| (run_id.to_owned(), after)))
    }

    /// # Errors
    /// `Conflict` if the last run of the thread, according to the client's state, waits for an answer that is missing.
    async fn pending(&self, api: &Api) -> Result<Option<(String, i64)>, AppError> {
        let Some(run_id) = self.state[STATE]["run"].as_str() else { return Ok(None) };
        if api.own_run(run_id).await.is_ok() && api.services.agent.run(run_id).await?.status == RunStatus::Waiting {
            let detail = "The last run waits for a decision: answer its interrupt in \"resume\", or cancel it there.";
            return Err(AppError::Conflict { detail: detail.into() });
        }
        Ok(None)
    }
}

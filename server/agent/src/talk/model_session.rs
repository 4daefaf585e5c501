//! Requests to a model: pieces of its answer are streamed, its cost and a fallback to a second model become events. The
//! run's deadline and cancellation reach the request.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use model::privacy::SentKind;
use model::run::{Piece, RunEvent};
use tokio_util::sync::CancellationToken;

use crate::Settings;
use crate::live::Live;
use crate::talk::pseudonyms::Pseudonyms;
use base::world::World;
use llm::{ChatModel, ChatRequest, Listener, LlmError, Outgoing, Progress, Reply};
use store::sent::{NewSent, SentLog};

model::named! {
    /// The purpose of a request.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Purpose {
        Route = "route",
        Step = "step",
        Plan = "plan",
        Reflect = "reflect",
        Synthesize = "synthesize",
        Repair = "repair",
        Summarize = "summarize",
        FollowUps = "follow-ups",
    }
}

impl Purpose {
    /// Side tasks use the cheaper model, if there is one (D-049).
    const fn light(self) -> bool {
        matches!(self, Self::Route | Self::Reflect | Self::Summarize | Self::FollowUps)
    }

    /// Required by the run: if no model does it, the rules take over.
    const fn decides(self) -> bool {
        matches!(self, Self::Route | Self::Step | Self::Plan | Self::Synthesize)
    }

    /// Shown to people while being written.
    const fn shown(self) -> bool {
        matches!(self, Self::Step | Self::Synthesize)
    }
}

/// The sink to a run's current watchers. Nothing sent here is stored.
#[derive(Clone)]
pub struct DeltaSink {
    pub live: Arc<Live>,
    pub run_id: Arc<str>,
    /// The last event before the request: pieces are void once a later one exists.
    pub after: i64,
}

impl DeltaSink {
    fn delta(&self, text: &str) {
        self.send(Piece { text: text.into(), ..Piece::default() });
    }

    /// Discards what was sent so far.
    fn reset(&self, reason: &str) {
        self.send(Piece { reset: true, reason: reason.into(), ..Piece::default() });
    }

    /// Serialised only if somebody watches.
    fn send(&self, piece: Piece) {
        let piece = || Piece { run_id: self.run_id.to_string(), after: self.after, ..piece };
        // A struct of strings and numbers always serialises.
        self.live.send_delta(|| serde_json::to_string(&piece()).unwrap_or_default());
    }
}

/// A model for one step of a run.
pub struct ModelSession<'a> {
    pub model: &'a dyn ChatModel,
    pub cancel: &'a CancellationToken,
    pub world: &'a World,
    pub settings: &'a Settings,
    pub teller: DeltaSink,
    /// When the run's time ends, in UTC milliseconds: one step may make several requests.
    deadline: i64,
    /// The run's current model, according to its events and those about to be recorded.
    reasons: Mutex<String>,
    /// Pseudonyms for personal data, if the settings ask for them.
    pub names: Option<Arc<Pseudonyms>>,
    said: Mutex<Vec<RunEvent>>,
    /// The log of what is sent out.
    sent: Option<SentLog>,
}

/// What arrived during a request.
#[derive(Default)]
struct StreamState {
    retries: Vec<RunEvent>,
    /// From, to, and why, in order.
    falls: Vec<(String, String, String)>,
    text: String,
    shown: usize,
}

impl<'a> ModelSession<'a> {
    pub fn new(
        model: &'a dyn ChatModel,
        (cancel, world, settings): (&'a CancellationToken, &'a World, &'a Settings),
        teller: DeltaSink,
        deadline: i64,
        reasons: String,
        names: Option<Arc<Pseudonyms>>,
    ) -> Self {
        let (reasons, said) = (Mutex::new(reasons), Mutex::default());
        Self { model, cancel, world, settings, teller, deadline, reasons, names, said, sent: None }
    }

    /// The same with a log of what is sent out.
    pub fn keeping(self, sent: SentLog) -> Self {
        Self { sent: Some(sent), ..self }
    }

    /// The run's remaining time.
    fn left(&self) -> Duration {
        Duration::from_millis(u64::try_from(self.deadline - self.world.now()).unwrap_or(0))
    }

    /// The model that reasons now.
    pub fn reasons(&self) -> String {
        self.reasons.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Records an event with the current step.
    pub fn say(&self, event: RunEvent) {
        self.said.lock().unwrap_or_else(PoisonError::into_inner).push(event);
    }

    /// The recorded events.
    pub fn into_said(self) -> Vec<RunEvent> {
        self.said.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes one request. `mark` is the word after which a reply's text is for people; empty for all of it.
    ///
    /// # Errors
    /// Those of the model, if all its fallbacks failed too; `Timeout` at the run's deadline.
    pub async fn ask(&self, purpose: Purpose, mut request: ChatRequest, mark: &'static str) -> Result<Reply, LlmError> {
        request.light = purpose.light();
        // A pseudonym may be split between pieces, so nothing is streamed when they are used.
        request.stream = purpose.shown() && self.names.is_none();
        request.temperature = Some(self.settings.temperature);
        request.max_tokens = Some(self.settings.reply_tokens);
        request.sampling = self.settings.sampling;
        if let Some(names) = &self.names
            && let Some((names, stands)) = names.hide(&mut request)
        {
            self.say(RunEvent::Pseudonyms { names, stands });
        }
        let heard = Arc::new(Mutex::new(StreamState::default()));
        let listener = self.listener(purpose, mark, heard.clone());
        let began = self.world.now();
        let left = self.left();
        let asked = tokio::time::timeout(left, self.model.chat(&request, &listener, self.cancel)).await;
        let mut outcome = asked.unwrap_or(Err(LlmError::Timeout { after: left }));
        if let (Some(sent), Ok(reply)) = (&self.sent, &outcome) {
            sent.tokens(self.teller.run_id.clone(), reply.usage.prompt);
        }
        if let (Ok(reply), Some(names)) = (&mut outcome, &self.names) {
            names.restore(reply);
        }
        let heard = std::mem::take(&mut *heard.lock().unwrap_or_else(PoisonError::into_inner));
        self.account(purpose, outcome.as_ref().ok(), heard, self.world.now() - began);
        if let Err(error) = &outcome {
            tracing::warn!(
                run_id = &*self.teller.run_id,
                purpose = purpose.as_str(),
                kind = error.kind(),
                "model.failed"
            );
        }
        outcome
    }

    /// Makes a request; one that is too long for the model once more, with its results shortened.
    pub async fn ask_fitting(
        &self,
        purpose: Purpose,
        request: impl Fn(bool) -> ChatRequest,
        mark: &'static str,
    ) -> Result<Reply, LlmError> {
        match self.ask(purpose, request(false), mark).await {
            Err(LlmError::TooLong { .. }) => self.ask(purpose, request(true), mark).await,
            other => other,
        }
    }

    /// Requests JSON with the request's schema; without one if the server refuses schemas (E-038).
    pub async fn ask_json(&self, purpose: Purpose, request: ChatRequest) -> Result<Reply, LlmError> {
        match self.ask(purpose, request.clone(), "").await {
            Err(LlmError::Refused { .. }) => {
                self.ask(purpose, ChatRequest { response_schema: None, ..request }, "").await
            }
            other => other,
        }
    }

    fn account(&self, purpose: Purpose, reply: Option<&Reply>, heard: StreamState, duration_ms: i64) {
        let mut answers = self.model.name().to_owned();
        let retries = u32::try_from(heard.retries.len()).unwrap_or(u32::MAX);
        heard.retries.into_iter().for_each(|retry| self.say(retry));
        let matters = reply.is_some() || purpose.decides();
        for (from, to, reason) in heard.falls {
            answers.clone_from(&to);
            self.fall(from, to, reason, matters);
        }
        let Some(reply) = reply else { return };
        let provider = answers.split('/').next().unwrap_or_default();
        let model = if reply.model.is_empty() { answers } else { format!("{provider}/{}", reply.model) };
        self.say(RunEvent::ModelCalled {
            purpose: purpose.as_str().into(),
            model,
            prompt_tokens: reply.usage.prompt,
            completion_tokens: reply.usage.completion,
            cached_tokens: reply.usage.cached,
            cost_usd: reply.cost_usd,
            retries,
            duration_ms,
            finish_reason: reply.finish.as_str().to_owned(),
        });
    }

    /// A model fell back to another: recorded once, not with every call while it rests. If the fallback failed too, it
    /// is recorded if the run needs an answer: then the next reasoner takes over.
    fn fall(&self, from: String, to: String, reason: String, matters: bool) {
        let mut reasons = self.reasons.lock().unwrap_or_else(PoisonError::into_inner);
        if matters && *reasons == from {
            reasons.clone_from(&to);
            self.say(RunEvent::Fallback { from, to, reason, advice: String::new() });
        }
    }

    fn listener(&self, purpose: Purpose, mark: &'static str, heard: Arc<Mutex<StreamState>>) -> Listener {
        let (teller, model) = (self.teller.clone(), self.model.name().to_owned());
        let calls_per_minute = self.settings.calls_per_minute;
        let listener = Listener::new(move |progress| {
            let mut heard = heard.lock().unwrap_or_else(PoisonError::into_inner);
            match progress {
                Progress::Delta(piece) if purpose.shown() => heard.hear(&piece, mark, &teller),
                Progress::Delta(_) => {}
                Progress::Paced { wait } => teller.reset(&paced(wait, calls_per_minute)),
                Progress::Retry { attempt, of, wait, reason } => {
                    let wait_ms = u64::try_from(wait.as_millis()).unwrap_or(u64::MAX);
                    let model = heard.falls.last().map_or_else(|| model.clone(), |(_, to, _)| to.clone());
                    let reason = reason.to_string();
                    heard.forget(&teller, &reason);
                    heard.retries.push(RunEvent::Retried { model, attempt, of, wait_ms, reason });
                }
                Progress::Fall { from, to, reason } => {
                    heard.forget(&teller, &reason);
                    heard.falls.push((from, to, reason));
                }
                Progress::NoToolCall { .. } => heard.forget(&teller, ""),
            }
        });
        let Some(sent) = self.sent.clone() else { return listener };
        let (run_id, world) = (self.teller.run_id.clone(), self.world.clone());
        listener.watching(move |Outgoing { model, host, roles, tokens, body }| {
            let (run_id, purpose) = (run_id.to_string(), purpose.as_str().to_owned());
            let (at, kind) = (world.now(), SentKind::Model);
            sent.add(NewSent { run_id, at, kind, to: model, host, purpose, roles, tokens, body });
        })
    }
}

/// What people read while a request waits for the limit per minute (A-118).
fn paced(wait: Duration, most: u32) -> String {
    let seconds = wait.as_secs_f64().ceil();
    format!("The limit of {most} calls a minute is reached; this one continues in {seconds} s.")
}

impl StreamState {
    /// Passes on the text after the mark.
    fn hear(&mut self, piece: &str, mark: &str, teller: &DeltaSink) {
        self.text.push_str(piece);
        let Some(at) = self.text.find(mark).map(|at| at + mark.len()) else { return };
        let from = at.max(self.shown);
        if let Some(text) = self.text.get(from..).filter(|t| !t.is_empty()) {
            teller.delta(text);
            self.shown = self.text.len();
        }
    }

    fn forget(&mut self, teller: &DeltaSink, reason: &str) {
        if self.shown > 0 || !reason.is_empty() {
            teller.reset(reason);
        }
        self.text.clear();
        self.shown = 0;
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicI64, Ordering};

    use super::*;
    use crate::live::LiveRuns;
    use llm::{Finish, Message, Usage};

    /// Answers the first call only; each answer takes a minute by the test clock.
    struct Slow {
        clock: Arc<AtomicI64>,
    }

    #[async_trait::async_trait]
    impl ChatModel for Slow {
        fn name(&self) -> &str {
            "test/slow"
        }
        fn native_tools(&self) -> bool {
            false
        }
        async fn chat(&self, _: &ChatRequest, l: &Listener, _: &CancellationToken) -> Result<Reply, LlmError> {
            if self.clock.fetch_add(60_000, Ordering::Relaxed) > 0 {
                return std::future::pending().await;
            }
            l.tell(Progress::Paced { wait: Duration::from_millis(11_200) });
            let (content, reasoning, model) = ("Yes.".into(), String::new(), "slow".into());
            let usage = Usage::default();
            Ok(Reply { content, reasoning, tool_calls: vec![], finish: Finish::Stop, usage, model, cost_usd: None })
        }
    }

    #[tokio::test]
    async fn all_calls_of_a_step_share_one_deadline_and_a_wait_is_told() {
        let clock = Arc::new(AtomicI64::new(0));
        let read = clock.clone();
        let world = World::new(move || read.load(Ordering::Relaxed), String::new);
        let (cancel, settings, runs) = (CancellationToken::new(), Settings::default(), LiveRuns::default());
        let driving = runs.add("r").unwrap();
        let mut pieces = driving.watch_deltas();
        let teller = DeltaSink { live: driving.clone(), run_id: "r".into(), after: 3 };
        let model = Slow { clock };
        let asker = ModelSession::new(&model, (&cancel, &world, &settings), teller, 60_050, "test/slow".into(), None);
        let request = || ChatRequest { messages: vec![Message::user("Well?")], ..ChatRequest::default() };
        asker.ask(Purpose::Step, request(), "").await.unwrap();
        let piece: Piece = serde_json::from_str(&pieces.recv().await.unwrap()).unwrap();
        assert_eq!((piece.reset, piece.after), (true, 3));
        assert_eq!(piece.reason, "The limit of 100 calls a minute is reached; this one continues in 12 s.");
        // 60.05 s have passed: the remaining time is not that of the beginning of the step.
        let second = asker.ask(Purpose::Step, request(), "");
        let second = tokio::time::timeout(Duration::from_secs(10), second).await.expect("the deadline was put off");
        assert_eq!(second, Err(LlmError::Timeout { after: Duration::from_millis(50) }));
    }
}

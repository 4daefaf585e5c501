//! A required tool call, even from servers that silently ignore `tools`.
//!
//! Some servers answer in prose although a call was required, because the model's template knows no tools. Then the
//! call is requested once more, and after that as JSON under a schema of the tools, which such servers do enforce. From
//! then on that server is asked by schema.
//!
//! Deliberately not here: the schema itself ([`wire::choice`](super::wire::choice)), the tools, and the checking of
//! names and arguments: an unknown tool is for the agent to answer.

use std::sync::atomic::{AtomicBool, Ordering};

use tokio_util::sync::CancellationToken;

use super::client::Shared;
use super::wire::choice;
use super::{ChatModel, ChatRequest, Listener, LlmError, Message, Progress, Reply, ToolChoice, Usage};

/// The instruction for a model that wrote prose.
const NUDGE: &str = "Call exactly one of the tools now. Write nothing else.";

/// Makes a model choose a tool when it must.
pub struct Choose {
    inner: Shared,
    ignores_tools: AtomicBool,
}

/// What earlier attempts at the same call used up.
#[derive(Default)]
struct Spent {
    usage: Usage,
    cost_usd: Option<f64>,
    any: bool,
}

impl Choose {
    pub fn new(inner: Shared) -> Self {
        Self { inner, ignores_tools: AtomicBool::new(false) }
    }

    /// Asks with native tools. `Ok(Err(_))` is an answer without the call that was required.
    async fn natively(
        &self,
        request: &ChatRequest,
        listener: &Listener,
        cancel: &CancellationToken,
    ) -> Result<Result<Reply, Option<Reply>>, LlmError> {
        let required = request.tool_choice == ToolChoice::Required;
        match self.inner.chat(request, listener, cancel).await {
            Ok(reply) => {
                let reply = choice::written_calls(reply, request, required);
                Ok(if required && reply.tool_calls.is_empty() { Err(Some(reply)) } else { Ok(reply) })
            }
            // Prose before the call may reach the token limit.
            Err(LlmError::Unfinished) if required => Ok(Err(None)),
            Err(error) => Err(error),
        }
    }

    async fn by_schema(
        &self,
        request: &ChatRequest,
        listener: &Listener,
        cancel: &CancellationToken,
    ) -> Result<Reply, LlmError> {
        let reply = self.inner.chat(&choice::request(request), listener, cancel).await?;
        let required = request.tool_choice == ToolChoice::Required;
        choice::read(reply, request).filter(|r| !required || !r.tool_calls.is_empty()).ok_or(LlmError::NoToolCall)
    }

    fn tell(&self, listener: &Listener, by_schema: bool) {
        tracing::warn!(model = self.name(), by_schema, "model.no_tool_call");
        listener.tell(Progress::NoToolCall { model: self.name().to_owned(), by_schema });
    }
}

#[async_trait::async_trait]
impl ChatModel for Choose {
    fn name(&self) -> &str {
        self.inner.name()
    }

    fn native_tools(&self) -> bool {
        self.inner.native_tools() && !self.ignores_tools.load(Ordering::Relaxed)
    }

    async fn chat(
        &self,
        request: &ChatRequest,
        listener: &Listener,
        cancel: &CancellationToken,
    ) -> Result<Reply, LlmError> {
        let free = request.tools.is_empty() || request.tool_choice == ToolChoice::None;
        if free || request.response_schema.is_some() {
            return self.inner.chat(request, listener, cancel).await;
        }
        if self.ignores_tools.load(Ordering::Relaxed) {
            return self.by_schema(request, listener, cancel).await;
        }
        let mut spent = Spent::default();
        match self.natively(request, listener, cancel).await {
            Ok(Ok(reply)) => return Ok(reply),
            Ok(Err(prose)) => {
                spent.add(prose.as_ref());
                self.tell(listener, false);
                let mut again = request.clone();
                let wrote = prose.map(|p| p.content).filter(|c| !c.trim().is_empty());
                again.messages.extend(wrote.map(|content| Message::assistant(content, Vec::new())));
                again.messages.push(Message::user(NUDGE));
                match self.natively(&again, listener, cancel).await? {
                    Ok(reply) => return Ok(spent.added_to(reply)),
                    Err(prose) => spent.add(prose.as_ref()),
                }
            }
            // This server at least reports that it has no tools.
            Err(error) if refuses_tools(&error) => {}
            Err(error) => return Err(error),
        }
        self.tell(listener, true);
        let reply = self.by_schema(request, listener, cancel).await?;
        self.ignores_tools.store(true, Ordering::Relaxed);
        Ok(spent.added_to(reply))
    }
}

impl Spent {
    fn add(&mut self, reply: Option<&Reply>) {
        let Some(reply) = reply else { return };
        self.usage = self.usage.plus(reply.usage);
        self.cost_usd = if self.any { plus(self.cost_usd, reply.cost_usd) } else { reply.cost_usd };
        self.any = true;
    }

    fn added_to(self, mut reply: Reply) -> Reply {
        if self.any {
            reply.usage = reply.usage.plus(self.usage);
            reply.cost_usd = plus(reply.cost_usd, self.cost_usd);
        }
        reply
    }
}

/// A sum with an unknown part is unknown.
fn plus(a: Option<f64>, b: Option<f64>) -> Option<f64> {
    Some(a? + b?)
}

/// Ollama: "… does not support tools"; vLLM: "… tool choice requires --enable-auto-tool-choice …".
fn refuses_tools(error: &LlmError) -> bool {
    match error {
        LlmError::Refused { detail, .. } => {
            let detail = detail.to_lowercase();
            ["not support tool", "not support function", "tool choice requires", "tool_choice", "--jinja"]
                .iter()
                .any(|words| detail.contains(words))
        }
        _ => false,
    }
}

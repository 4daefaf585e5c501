//! Answers in the forms of OpenAI's API: a chat completion, and a response. Citation numbers become annotations that
//! link to the desk, and the last line of the text links to the conversation.

use app::components::words::{evidence_anchor, record_href, segment};
use model::answer::Citation;
use model::answer::citations::find;
use model::run::Run;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use super::form::RESPONSE;
use crate::agent::trace;
use crate::api::openai::CONVERSATION;

/// The parts of a run that a client shows.
pub struct Told {
    pub text: String,
    pub links: Vec<Link>,
    /// The steps, in words.
    pub steps: String,
    pub run: Run,
}

/// A citation within the text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "UrlCitation")]
pub struct Link {
    /// Characters of the text, from 0.
    start_index: usize,
    end_index: usize,
    title: String,
    /// A record, or the row in the conversation.
    url: String,
}

/// Maximum length of a link's title, in characters.
const MAX_TITLE_CHARS: usize = 120;

impl Told {
    /// `origin` is this server's URL as seen by the client.
    pub fn of(run: Run, steps: String, origin: &str) -> Self {
        let mut text = trace::whole_text(&run);
        let links = links(&run, &text, origin);
        text.push_str(&format!("\n\nSources and steps: {origin}{CONVERSATION}{}", run.session_id));
        Self { text: text.trim_start().to_owned(), links, steps, run }
    }

    fn created(&self) -> i64 {
        self.run.started_at / 1000
    }

    /// "length" if a limit ended it early.
    pub fn finish_reason(&self) -> &'static str {
        if self.run.answer.as_ref().is_some_and(|answer| answer.partial) { "length" } else { "stop" }
    }

    pub fn annotations(&self) -> Vec<ChatAnnotation> {
        let one = |link: &Link| ChatAnnotation { kind: CITES, url_citation: link.clone() };
        self.links.iter().map(one).collect()
    }
}

const CITES: &str = "url_citation";

/// The links for citation numbers; several numbers in one pair of brackets are several links on the same text.
fn links(run: &Run, text: &str, origin: &str) -> Vec<Link> {
    let citations = run.citations();
    let mut links = Vec::new();
    for cited in find(text) {
        let before = |end: usize| text.get(..end).map_or(0, |head| head.chars().count());
        let (start_index, end_index) = (before(cited.at.start), before(cited.at.end));
        for n in cited.numbers {
            let Some(citation) = n.checked_sub(1).and_then(|at| citations.get(at)) else { continue };
            let (title, path) = match citation {
                Citation::Record(source) => {
                    (format!("{}{}", source.title, source.mark()), record_href(source.kind, &source.id))
                }
                Citation::Row(row) => {
                    let place = evidence_anchor(&run.id, n);
                    (row.text.clone(), format!("{CONVERSATION}{}#{}", run.session_id, segment(&place)))
                }
            };
            let title = title.chars().take(MAX_TITLE_CHARS).collect();
            links.push(Link { start_index, end_index, title, url: format!("{origin}{path}") });
        }
    }
    links
}

/// A whole answer to a chat.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ChatCompletion {
    id: String,
    object: &'static str,
    /// Seconds since 1970.
    created: i64,
    model: String,
    choices: Vec<ChatChoice>,
    usage: ChatUsage,
}

#[derive(Debug, Serialize, JsonSchema)]
struct ChatChoice {
    index: u32,
    message: ChatAnswer,
    /// stop, or length if a limit ended it early.
    finish_reason: &'static str,
    /// Always null.
    logprobs: Option<Value>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct ChatAnswer {
    role: &'static str,
    content: String,
    /// The steps that led to it.
    reasoning_content: String,
    annotations: Vec<ChatAnnotation>,
    /// Always null: the answer itself says what is refused.
    refusal: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct ChatAnnotation {
    #[serde(rename = "type")]
    kind: &'static str,
    url_citation: Link,
}

/// Tokens used by the desk's own model; 0 by rules.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ChatUsage {
    prompt_tokens: u64,
    completion_tokens: u64,
    total_tokens: u64,
}

/// The id of a chat completion.
pub fn chat_id(run_id: &str) -> String {
    format!("chatcmpl-{run_id}")
}

impl ChatUsage {
    pub fn of(told: &Told) -> Self {
        let (prompt_tokens, completion_tokens) = (told.run.usage.tokens_prompt, told.run.usage.tokens_completion);
        Self { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens }
    }
}

impl ChatCompletion {
    pub fn of(told: Told, model: String) -> Self {
        let message = ChatAnswer {
            role: "assistant",
            annotations: told.annotations(),
            content: told.text.clone(),
            reasoning_content: told.steps.clone(),
            refusal: None,
        };
        Self {
            id: chat_id(&told.run.id),
            object: "chat.completion",
            created: told.created(),
            model,
            choices: vec![ChatChoice { index: 0, message, finish_reason: told.finish_reason(), logprobs: None }],
            usage: ChatUsage::of(&told),
        }
    }
}

/// The items of a response: the steps, if any, and the answer.
fn items(told: &Told) -> Vec<Value> {
    let reasoning = (!told.steps.is_empty()).then(|| reasoning(&told.run.id, &told.steps));
    reasoning.into_iter().chain([message(told)]).collect()
}

pub fn reasoning(run_id: &str, steps: &str) -> Value {
    json!({"type": "reasoning", "id": format!("rs_{run_id}"), "status": "completed", "summary": [summary(steps)]})
}

pub fn summary(steps: &str) -> Value {
    json!({"type": "summary_text", "text": steps})
}

/// The answer as an item.
pub fn message(told: &Told) -> Value {
    json!({"type": "message", "id": message_id(&told.run.id), "status": "completed", "role": "assistant",
        "content": [output_text(&told.text, &told.links)]})
}

pub fn message_id(run_id: &str) -> String {
    format!("msg_{run_id}")
}

pub fn output_text(text: &str, links: &[Link]) -> Value {
    let annotations: Vec<Value> = links.iter().map(annotation).collect();
    json!({"type": "output_text", "text": text, "annotations": annotations, "logprobs": []})
}

pub fn annotation(link: &Link) -> Value {
    let Link { start_index, end_index, title, url } = link;
    json!({"type": CITES, "start_index": start_index, "end_index": end_index, "title": title, "url": url})
}

/// A response, complete or in progress.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct OpenaiResponse {
    id: String,
    object: &'static str,
    /// Seconds since 1970.
    created_at: i64,
    /// in_progress, completed or incomplete.
    status: &'static str,
    model: String,
    /// The steps as an item of the type reasoning, and the answer as a message.
    output: Vec<Value>,
    incomplete_details: Option<Value>,
    error: Option<Value>,
    instructions: Option<String>,
    previous_response_id: Option<String>,
    metadata: Value,
    parallel_tool_calls: bool,
    temperature: Option<f64>,
    top_p: Option<f64>,
    tool_choice: &'static str,
    /// Always empty: the desk calls only its own tools.
    tools: Vec<Value>,
    usage: Option<Value>,
}

/// What a response repeats of its request.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    pub model: String,
    pub instructions: Option<String>,
    pub previous: Option<String>,
}

impl OpenaiResponse {
    /// A response that has just begun.
    pub fn begun(run_id: &str, asked: &Asked, now: i64) -> Self {
        let Asked { model, instructions, previous } = asked.clone();
        Self {
            id: format!("{RESPONSE}{run_id}"),
            object: "response",
            created_at: now / 1000,
            status: "in_progress",
            model,
            output: Vec::new(),
            incomplete_details: None,
            error: None,
            instructions,
            previous_response_id: previous,
            metadata: json!({}),
            parallel_tool_calls: true,
            temperature: None,
            top_p: None,
            tool_choice: "auto",
            tools: Vec::new(),
            usage: None,
        }
    }

    /// The response once the answer is known.
    pub fn with(self, told: &Told) -> Self {
        let partial = told.finish_reason() == "length";
        let usage = &told.run.usage;
        let usage = json!({
            "input_tokens": usage.tokens_prompt, "input_tokens_details": {"cached_tokens": usage.tokens_cached},
            "output_tokens": usage.tokens_completion, "output_tokens_details": {"reasoning_tokens": 0},
            "total_tokens": usage.tokens_prompt + usage.tokens_completion,
        });
        Self {
            status: if partial { "incomplete" } else { "completed" },
            incomplete_details: partial.then(|| json!({"reason": "max_output_tokens"})),
            created_at: told.created(),
            output: items(told),
            usage: Some(usage),
            ..self
        }
    }

    /// The last event of a stream.
    pub fn ended_as(&self) -> &'static str {
        if self.status == "incomplete" { "response.incomplete" } else { "response.completed" }
    }

    /// The response with an error.
    pub fn failed(self, message: &str) -> Self {
        Self { status: "failed", error: Some(json!({"code": "server_error", "message": message})), ..self }
    }
}

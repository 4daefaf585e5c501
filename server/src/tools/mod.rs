//! What a tool is: a typed function over the data, described once. The description feeds the schema sent to a model, the
//! prompt, the `rules` reasoner, the tools page, `GET /api/research/tools` and the command line.
//!
//! Tools know no provider and no loop. Who asks, and what they may see, is handed to them in [`ToolContext`]; nothing a
//! model writes can widen it.

mod registry;

use std::pin::Pin;
use std::sync::Arc;

use app::model::run::{Scope, ToolOutput};
use chrono::NaiveDate;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio_util::sync::CancellationToken;

pub use registry::{Registry, closest};

use crate::search::Search;
use crate::store::{Db, StoreError};

/// What a tool may touch, and for whom.
#[derive(Clone)]
pub struct ToolContext {
    pub db: Db,
    pub search: Arc<Search>,
    /// The day that "today" means in this run.
    pub as_of: NaiveDate,
    /// What the person has narrowed the question to. A tool applies it on top of its arguments.
    pub scope: Scope,
    /// Fires when the run is stopped; long work checks it. The loop also drops the tool's future.
    pub cancel: CancellationToken,
}

/// Why a tool could not do what it was asked: written for the reasoner, which may then call it differently.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ToolError {
    /// What was wrong and what would be accepted.
    pub message: String,
    /// The closest value that exists, when one is close.
    pub suggestion: Option<String>,
}

impl ToolError {
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), suggestion: None }
    }

    /// A value that is not among those that exist: names the closest and lists some.
    pub fn unknown(what: &str, value: &str, known: &[String]) -> Self {
        let suggestion = closest(value, known.iter().map(String::as_str)).map(str::to_owned);
        let list = known.iter().take(12).cloned().collect::<Vec<_>>().join(", ");
        let message = match &suggestion {
            Some(close) => format!("No {what} \"{value}\". Closest: {close}."),
            None if known.is_empty() => format!("No {what} \"{value}\": the data holds none."),
            None => format!("No {what} \"{value}\". There is: {list}."),
        };
        Self { message, suggestion }
    }
}

impl From<StoreError> for ToolError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::NotFound(detail) => Self::new(detail),
            other => {
                tracing::error!(error = ?other, "tool could not read the store");
                Self::new("The data could not be read just now. Try once more, or another way.")
            }
        }
    }
}

/// Whether a tool only reads, or changes the world. One that acts runs after a person has approved it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    Reads,
    Acts,
}

type Running = Pin<Box<dyn Future<Output = Result<ToolOutput, ToolError>> + Send>>;

/// A tool as the registry holds it.
pub struct Tool {
    pub name: &'static str,
    /// When to use it and what it returns, in a few sentences: a model decides by this text.
    pub description: &'static str,
    pub effect: Effect,
    /// JSON Schema of the arguments, from the doc comments of the argument struct.
    pub schema: Value,
    run: Box<dyn Fn(ToolContext, Value) -> Running + Send + Sync>,
}

impl Tool {
    /// Makes a tool from its typed function.
    pub fn reads<A, F, Fut>(name: &'static str, description: &'static str, run: F) -> Self
    where
        A: DeserializeOwned + JsonSchema + Send + 'static,
        F: Fn(ToolContext, A) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<ToolOutput, ToolError>> + Send + 'static,
    {
        let mut schema = schemars::schema_for!(A).to_value();
        if let Some(object) = schema.as_object_mut() {
            object.remove("$schema");
            object.remove("title");
        }
        let run = move |context: ToolContext, args: Value| -> Running {
            match serde_json::from_value::<A>(args) {
                Ok(args) => Box::pin(run(context, args)),
                Err(error) => {
                    let error = ToolError::new(format!("The arguments of {name} are not right: {error}."));
                    Box::pin(async move { Err(error) })
                }
            }
        };
        Self { name, description, effect: Effect::Reads, schema, run: Box::new(run) }
    }

    /// Runs it. Arguments were checked against the schema by the registry.
    pub fn run(&self, context: ToolContext, args: Value) -> impl Future<Output = Result<ToolOutput, ToolError>> + Send {
        (self.run)(context, args)
    }
}

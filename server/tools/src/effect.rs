//! The effect of an approved tool call: a change in the store, or one on another server.

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;

use model::run::ToolOutput;

use super::ToolError;
use store::acts::Act;

/// The change itself.
#[derive(Clone, Debug)]
pub enum SideEffect {
    /// Written by the store together with the mark that it is done.
    Stored(Act),
    /// The start is recorded first, and if the outcome is unknown the change is not repeated.
    Outside(RemoteEffect),
}

impl From<Act> for SideEffect {
    fn from(act: Act) -> Self {
        Self::Stored(act)
    }
}

type Doing = Pin<Box<dyn Future<Output = Result<ToolOutput, EffectError>> + Send>>;

/// A change on another server. Cheap to clone; carrying it out twice would change twice.
#[derive(Clone)]
pub struct RemoteEffect(Arc<dyn Fn() -> Doing + Send + Sync>);

impl RemoteEffect {
    pub fn new<F, Fut>(work: F) -> Self
    where
        F: Fn() -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<ToolOutput, EffectError>> + Send + 'static,
    {
        Self(Arc::new(move || Box::pin(work())))
    }

    /// Carries it out.
    ///
    /// # Errors
    /// Whether it was certainly not done, or possibly.
    pub async fn carry_out(&self) -> Result<ToolOutput, EffectError> {
        (self.0)().await
    }
}

impl fmt::Debug for RemoteEffect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Errand")
    }
}

/// Why there is no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EffectError {
    /// Refused by the other server: nothing was done.
    Refused(ToolError),
    /// It may have been done; the reason, as a whole sentence.
    Unknown(String),
}

impl EffectError {
    /// For a reasoner to read.
    pub fn refused(text: impl Into<String>) -> Self {
        Self::Refused(ToolError::new(text))
    }
}

/// For a read-only call the reason is enough.
impl From<EffectError> for ToolError {
    fn from(undone: EffectError) -> Self {
        match undone {
            EffectError::Refused(error) => error,
            EffectError::Unknown(why) => Self::new(why),
        }
    }
}

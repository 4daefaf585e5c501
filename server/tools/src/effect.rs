//! What a tool that acts does once a person has agreed: a change in the store, or one at another server.

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;

use model::run::ToolOutput;

use super::ToolError;
use store::acts::Act;

/// The change itself.
#[derive(Clone, Debug)]
pub enum SideEffect {
    /// The store writes it together with the mark that it is done.
    Stored(Act),
    /// That it begins is marked first. Where nobody knows how it ended, it is not done again.
    Outside(RemoteEffect),
}

impl From<Act> for SideEffect {
    fn from(act: Act) -> Self {
        Self::Stored(act)
    }
}

type Doing = Pin<Box<dyn Future<Output = Result<ToolOutput, EffectError>> + Send>>;

/// A change at another server. Cheap to clone; doing it twice would change twice.
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

    /// Does it.
    ///
    /// # Errors
    /// Whether it was surely not done, or perhaps.
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
    /// The other server refused: nothing was done.
    Refused(ToolError),
    /// It may have been done: the reason, a whole sentence.
    Unknown(String),
}

impl EffectError {
    /// The words are for a reasoner.
    pub fn refused(text: impl Into<String>) -> Self {
        Self::Refused(ToolError::new(text))
    }
}

/// Of a call that only reads it is enough to know why.
impl From<EffectError> for ToolError {
    fn from(undone: EffectError) -> Self {
        match undone {
            EffectError::Refused(error) => error,
            EffectError::Unknown(why) => Self::new(why),
        }
    }
}

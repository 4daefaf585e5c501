//! Another model of the same provider, for one run.

use std::sync::Arc;

use tokio_util::sync::CancellationToken;

use crate::{ChatModel, ChatRequest, Listener, LlmError, Reply};

/// Asks a provider for a model not named in its settings.
pub struct NamedModel {
    provider: Arc<dyn ChatModel>,
    model: String,
    /// `provider/model`, for display.
    name: String,
}

impl NamedModel {
    pub fn new(provider: Arc<dyn ChatModel>, model: &str) -> Self {
        let name = format!("{}/{model}", provider.name().split('/').next().unwrap_or_default());
        Self { provider, model: model.to_owned(), name }
    }
}

#[async_trait::async_trait]
impl ChatModel for NamedModel {
    fn name(&self) -> &str {
        &self.name
    }

    fn native_tools(&self) -> bool {
        self.provider.native_tools()
    }

    async fn chat(
        &self,
        request: &ChatRequest,
        listener: &Listener,
        cancel: &CancellationToken,
    ) -> Result<Reply, LlmError> {
        let request = ChatRequest { model: Some(self.model.clone()), ..request.clone() };
        self.provider.chat(&request, listener, cancel).await
    }
}

//! Support calls: beginning one, the caller's messages, ending it, and the overview for colleagues.

use async_trait::async_trait;
use leptos::prelude::*;

use crate::error::AppError;
use crate::model::session::SubmittedRun;
use crate::model::support::{BeginCall, CallChange, CallSettings, CallView, SupportDesk, Task};
use crate::wire::Wire;

#[async_trait]
pub trait Support {
    /// The last calls, their cost, and callers of the demo.
    async fn support_desk(&self) -> Result<SupportDesk, AppError>;
    /// Begins a call; its first run is the greeting.
    ///
    /// # Errors
    /// `Invalid` for an invalid phone number.
    async fn begin_call(&self, begin: BeginCall) -> Result<SubmittedRun, AppError>;
    /// Changes the settings for new calls.
    ///
    /// # Errors
    /// `Forbidden` unless admin, `Invalid` for a setting out of range.
    async fn change_calls(&self, change: CallChange) -> Result<CallSettings, AppError>;
    /// The caller's message; starts the run that answers it. `None` if a person has taken the call over: that person
    /// reads the message.
    ///
    /// # Errors
    /// `NotFound` for an unknown call, `Conflict` if the previous message is not answered yet.
    async fn say(&self, call: &str, message: &str) -> Result<Option<SubmittedRun>, AppError>;
    /// The signed-in person takes the call over, with its promises.
    ///
    /// # Errors
    /// `Conflict` if somebody else has it.
    async fn take_call(&self, call: &str) -> Result<(), AppError>;
    /// A message by that person.
    ///
    /// # Errors
    /// `Conflict` for a call that they have not taken over.
    async fn write(&self, call: &str, text: &str) -> Result<(), AppError>;
    /// Closes a task with its outcome.
    ///
    /// # Errors
    /// `Conflict` if already closed.
    async fn close_task(&self, id: &str, outcome: &str) -> Result<Task, AppError>;
    async fn end_call(&self, call: &str) -> Result<(), AppError>;
    /// A call with its runs and its state.
    async fn call(&self, id: &str) -> Result<CallView, AppError>;
}

#[server(prefix = "/rpc", endpoint = "support", output = Wire)]
pub async fn get_support_desk() -> Result<SupportDesk, AppError> {
    super::backend()?.support_desk().await
}

#[server(prefix = "/rpc", endpoint = "call-begin", input = server_fn::codec::Json, output = Wire)]
pub async fn start_call(begin: BeginCall) -> Result<SubmittedRun, AppError> {
    super::backend()?.begin_call(begin).await
}

#[server(prefix = "/rpc", endpoint = "call-settings", input = server_fn::codec::Json, output = Wire)]
pub async fn change_calls(change: CallChange) -> Result<CallSettings, AppError> {
    super::backend()?.change_calls(change).await
}

#[server(prefix = "/rpc", endpoint = "call-say", input = server_fn::codec::Json, output = Wire)]
pub async fn say(call: String, message: String) -> Result<Option<SubmittedRun>, AppError> {
    super::backend()?.say(&call, &message).await
}

#[server(prefix = "/rpc", endpoint = "call-take", input = server_fn::codec::Json, output = Wire)]
pub async fn take_call(call: String) -> Result<(), AppError> {
    super::backend()?.take_call(&call).await
}

#[server(prefix = "/rpc", endpoint = "call-write", input = server_fn::codec::Json, output = Wire)]
pub async fn write(call: String, text: String) -> Result<(), AppError> {
    super::backend()?.write(&call, &text).await
}

#[server(prefix = "/rpc", endpoint = "task-close", input = server_fn::codec::Json, output = Wire)]
pub async fn close_task(id: String, outcome: String) -> Result<Task, AppError> {
    super::backend()?.close_task(&id, &outcome).await
}

#[server(prefix = "/rpc", endpoint = "call-end", input = server_fn::codec::Json, output = Wire)]
pub async fn end_call(call: String) -> Result<(), AppError> {
    super::backend()?.end_call(&call).await
}

#[server(prefix = "/rpc", endpoint = "call", input = server_fn::codec::Json, output = Wire)]
pub async fn get_call(id: String) -> Result<CallView, AppError> {
    super::backend()?.call(&id).await
}

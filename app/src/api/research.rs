//! Asking, watching, stopping.

use async_trait::async_trait;
use leptos::prelude::*;

use crate::error::AppError;
use crate::model::approval::Choice;
use crate::model::run::{Run, StoredEvent};
use crate::model::session::home::Home;
use crate::model::session::{Ask, DeskInfo, SubmittedRun};
use crate::wire::Wire;

#[async_trait]
pub trait Research {
    async fn desk(&self) -> Result<DeskInfo, AppError>;
    /// Loads the demo into an empty desk. For admins; takes some seconds.
    ///
    /// # Errors
    /// `Conflict` if there is data already.
    async fn load_demo(&self) -> Result<(), AppError>;
    /// What awaits the caller, for the customers that they may see.
    async fn home(&self) -> Result<Home, AppError>;
    /// Starts a run and returns at once; everything else arrives as events.
    async fn ask(&self, ask: Ask) -> Result<SubmittedRun, AppError>;
    async fn run(&self, id: &str) -> Result<Run, AppError>;
    /// A run's events so far, in order.
    async fn events(&self, run_id: &str) -> Result<Vec<StoredEvent>, AppError>;
    /// Alternatives to a part of how a run's question was understood: names in words, at most 24, that contain the
    /// typed text.
    ///
    /// # Errors
    /// `NotFound` for an unknown run or part.
    async fn alternatives(&self, run_id: &str, part: usize, typed: &str) -> Result<Vec<String>, AppError>;
    async fn cancel(&self, run_id: &str) -> Result<(), AppError>;
    /// A person's decision on a run's proposal.
    ///
    /// # Errors
    /// `NotFound` for an unknown approval, `Conflict` when it is decided or expired, `Invalid` for arguments that the
    /// tool does not accept.
    async fn decide(&self, run_id: &str, approval: &str, choice: Choice) -> Result<(), AppError>;
}

#[server(prefix = "/rpc", endpoint = "desk", output = Wire)]
pub async fn get_desk() -> Result<DeskInfo, AppError> {
    super::backend()?.desk().await
}

#[server(prefix = "/rpc", endpoint = "demo", output = Wire)]
pub async fn load_demo() -> Result<(), AppError> {
    super::backend()?.load_demo().await
}

#[server(prefix = "/rpc", endpoint = "home", output = Wire)]
pub async fn get_home() -> Result<Home, AppError> {
    super::backend()?.home().await
}

#[server(prefix = "/rpc", endpoint = "ask", input = server_fn::codec::Json, output = Wire)]
pub async fn start_run(ask: Ask) -> Result<SubmittedRun, AppError> {
    super::backend()?.ask(ask).await
}

#[server(prefix = "/rpc", endpoint = "events", input = server_fn::codec::Json, output = Wire)]
pub async fn get_events(run_id: String) -> Result<Vec<StoredEvent>, AppError> {
    super::backend()?.events(&run_id).await
}

#[server(prefix = "/rpc", endpoint = "alternatives", input = server_fn::codec::Json, output = Wire)]
pub async fn get_alternatives(run_id: String, part: usize, typed: String) -> Result<Vec<String>, AppError> {
    super::backend()?.alternatives(&run_id, part, &typed).await
}

#[server(prefix = "/rpc", endpoint = "cancel", input = server_fn::codec::Json, output = Wire)]
pub async fn cancel_run(run_id: String) -> Result<(), AppError> {
    super::backend()?.cancel(&run_id).await
}

#[server(prefix = "/rpc", endpoint = "decide", input = server_fn::codec::Json, output = Wire)]
pub async fn decide(run_id: String, approval: String, choice: Choice) -> Result<(), AppError> {
    super::backend()?.decide(&run_id, &approval, choice).await
}

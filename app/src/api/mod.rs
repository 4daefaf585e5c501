//! The interface between pages and server: one file per area, with a trait and its server functions. A server function
//! is one line over the `Arc<dyn Backend>` in the Leptos context; that object already knows the caller.

pub mod accounts;
pub mod analysis;
pub mod audit;
pub mod conversations;
pub mod documents;
pub mod figures;
pub mod imports;
pub mod outside;
pub mod pipeline;
pub mod privacy;
pub mod records;
pub mod research;
pub mod review;
pub mod settings;
pub mod sources;
pub mod support;
pub mod usage;
pub mod watches;
pub mod words;

use std::sync::Arc;

use accounts::Accounts;
use analysis::Analysis;
use audit::Audit;
use conversations::Conversations;
use documents::Documents;
use figures::Figures;
use imports::Imports;
use outside::OutsideTools;
use pipeline::Pipelines;
use privacy::Privacy;
use records::Records;
use research::Research;
use review::Review;
use settings::SettingsApi;
use sources::Sources;
use support::Support;
use usage::Usages;
use watches::Watches;
use words::Words;

use crate::error::AppError;

/// The trait of all areas together.
macro_rules! backend {
    ($($area:ident),* $(,)?) => {
        /// All areas together.
        pub trait Backend: $($area +)* Send + Sync {}

        impl<T> Backend for T where T: $($area +)* Send + Sync {}
    };
}

backend! {
    Research, Accounts, Conversations, Review, Records, Figures, Analysis, Imports, Words, SettingsApi, Sources, Pipelines,
    Privacy, Support, Audit, Usages, Documents, OutsideTools, Watches,
}

/// The backend of this request. `App` is also built without a request (to list its routes), so use this inside server
/// functions only.
///
/// # Errors
/// `Unauthenticated` on the public pages if nobody is signed in.
pub fn backend() -> Result<Arc<dyn Backend>, AppError> {
    leptos::prelude::use_context::<Arc<dyn Backend>>().ok_or_else(AppError::unauthenticated)
}

//! The seam's other side: what a caller may do, and then the doing, by delegation. Pages, REST and server-sent events all
//! come through here, so there is one authorisation path.

mod analysis;
mod conversations;
pub mod figures;
mod imports;
mod knowledge;
pub mod mcp;
mod pipeline;
mod records;
mod research;
mod review;
pub mod settings;
mod sources;
mod support;
mod words;

use app::error::AppError;

use crate::services::Services;

/// Who asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caller {
    /// The name that stands on what they do.
    pub name: String,
    /// May review: on this machine everyone, with `ADMIN_TOKEN` set whoever shows it.
    pub admin: bool,
}

/// The services in the hands of one caller.
#[derive(Clone)]
pub struct Api {
    pub services: Services,
    pub caller: Caller,
    /// "web" for pages, "api" for REST (E-014), "mcp" for other agents.
    pub channel: &'static str,
}

impl Api {
    /// # Errors
    /// `Forbidden` for who may not review.
    pub fn must_be_admin(&self) -> Result<(), AppError> {
        if self.caller.admin {
            return Ok(());
        }
        let detail = "This needs the admin token: send it as `Authorization: Bearer …` or `admin-token: …`, or sign in on the review page.";
        Err(AppError::Forbidden { detail: detail.into() })
    }
}

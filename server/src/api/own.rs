//! Whose is what: conversations and runs belong to whoever began them. Reviewers and admins open everybody's, and while there
//! are no accounts so does whoever uses the machine. What is not one's own is not there.

use model::account::{DataAccess, Role};
use model::error::AppError;

use super::Api;
use crate::store::sessions::{self, Owner, Whose};

impl Api {
    /// # Errors
    /// `NotFound` for a conversation that is not the caller's own.
    pub async fn own(&self, session_id: &str) -> Result<(), AppError> {
        let may = match self.bound() {
            Some(_) => sessions::owner(&self.services.db, session_id).await?.is_some_and(|of| self.owns(&of)),
            None => true,
        };
        found(may, || format!("There is no conversation {session_id}."))
    }

    /// # Errors
    /// `NotFound` for a run of a conversation that is not the caller's own.
    pub async fn own_run(&self, run_id: &str) -> Result<(), AppError> {
        let of = sessions::owner_of_run(&self.services.db, run_id).await?;
        let may = of.is_some_and(|of| self.bound().is_none() || self.owns(&of));
        found(may, || format!("There is no run {run_id}."))
    }

    /// # Errors
    /// `NotFound` for a conversation that the caller may not read.
    pub async fn reads(&self, session_id: &str) -> Result<(), AppError> {
        let may = match self.bound() {
            Some(_) => sessions::owner(&self.services.db, session_id).await?.is_some_and(|of| self.may_read(&of)),
            None => true,
        };
        found(may, || format!("There is no conversation {session_id}."))
    }

    /// # Errors
    /// `NotFound` for a run that the caller may not read.
    pub async fn reads_run(&self, run_id: &str) -> Result<(), AppError> {
        let of = sessions::owner_of_run(&self.services.db, run_id).await?;
        let may = of.is_some_and(|of| self.bound().is_none() || self.may_read(&of));
        found(may, || format!("There is no run {run_id}."))
    }

    /// Whether the caller may name, delete or share a conversation: what one began, also what one may no longer read. A
    /// reviewer reads others' conversations and asks on in them, which leaves them as they are.
    ///
    /// # Errors
    /// `NotFound` for a conversation of somebody else, but for admins.
    pub(super) async fn keeps(&self, session_id: &str) -> Result<(), AppError> {
        let of = sessions::owner(&self.services.db, session_id).await?;
        let may = of.is_some_and(|of| self.caller.role == Role::Admin || self.began(&of));
        found(may, || format!("There is no conversation of yours called {session_id}."))
    }

    /// The user whose conversations alone the caller gets; `None` for who gets everybody's.
    pub fn bound(&self) -> Option<&str> {
        self.caller.keeps_to_own().then_some(self.caller.name.as_str())
    }

    /// Which conversations the caller's lists hold.
    pub fn whose(&self) -> Whose<'_> {
        Whose::new(self.bound(), &self.caller.sees)
    }

    /// Calls are shared by all who answer the phone, and theirs are customers of every manager.
    fn owns(&self, of: &Owner) -> bool {
        let own = self.began(of) && of.was_had_with(&self.caller.sees);
        own || (of.is_call && self.caller.sees == DataAccess::All)
    }

    fn began(&self, of: &Owner) -> bool {
        of.user_id == self.caller.name && !of.recorded
    }

    /// What came with the data is about customers of every manager, too.
    fn may_read(&self, of: &Owner) -> bool {
        self.owns(of) || (of.recorded && self.caller.sees == DataAccess::All)
    }

    /// # Errors
    /// `Forbidden` for who sees only some customers, and is no reviewer.
    pub(super) fn may_support(&self) -> Result<(), AppError> {
        if self.caller.sees == DataAccess::All || self.caller.role >= Role::Reviewer {
            return Ok(());
        }
        let detail = "Support calls are about customers of every manager, and you see those of some. Ask an admin.";
        Err(AppError::Forbidden { detail: detail.into() })
    }

    /// # Errors
    /// `Forbidden` for a conversation that was had with another view of the customers than the caller's.
    pub(super) async fn sees_as_much(&self, session_id: &str) -> Result<(), AppError> {
        let owner = sessions::owner(&self.services.db, session_id).await?;
        if owner.is_some_and(|owner| owner.was_had_with(&self.caller.sees)) {
            return Ok(());
        }
        let detail = "This conversation was had with a wider view of the customers than yours.";
        Err(AppError::Forbidden { detail: detail.into() })
    }
}

fn found(may: bool, detail: impl FnOnce() -> String) -> Result<(), AppError> {
    if may { Ok(()) } else { Err(AppError::not_found(detail())) }
}

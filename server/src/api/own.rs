//! Ownership: a conversation and its runs belong to whoever began them, by name and for every role. Reviewers and
//! admins can read everybody's; an admin can also delete one or stop a run, which the audit log records. Without
//! accounts, everything belongs to the user of the machine. To callers who may not read something, it does not exist.

use model::account::{DataAccess, Role};
use model::error::AppError;

use super::{Api, Caller};
use crate::config::names;
use crate::store::sessions::{self, Owner, Whose};

impl Api {
    /// # Errors
    /// `Forbidden` for somebody else's conversation that the caller may read, `NotFound` for one that they may not.
    pub async fn own(&self, session_id: &str) -> Result<(), AppError> {
        if self.caller.is_machine() {
            return Ok(());
        }
        let of = sessions::owner(&self.services.db, session_id).await?.filter(|of| self.reaches(of));
        match of {
            Some(of) if self.owns(&of) => Ok(()),
            Some(of) => Err(others(&of)),
            None => Err(AppError::not_found(format!("There is no conversation {session_id}."))),
        }
    }

    /// # Errors
    /// As for [`Api::own`], for a run.
    pub async fn own_run(&self, run_id: &str) -> Result<(), AppError> {
        match self.run_of(run_id).await? {
            of if self.owns(&of) => Ok(()),
            of => Err(others(&of)),
        }
    }

    /// For deciding on a run's proposals: allowed for the person who asked, and for those named in the settings.
    ///
    /// # Errors
    /// As for [`Api::own_run`].
    pub(super) async fn decides_run(&self, run_id: &str) -> Result<(), AppError> {
        match self.run_of(run_id).await? {
            of if self.decides(&of) => Ok(()),
            of => Err(others(&of)),
        }
    }

    /// The owner of a run that the caller may read.
    async fn run_of(&self, run_id: &str) -> Result<Owner, AppError> {
        let of = sessions::owner_of_run(&self.services.db, run_id).await?.filter(|of| self.reaches(of));
        of.ok_or_else(|| AppError::not_found(format!("There is no run {run_id}.")))
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
        self.run_of(run_id).await.map(drop)
    }

    /// For naming, pinning or sharing a conversation: allowed for whoever began it, even if they may no longer read it.
    /// Others' conversations can be read but not changed.
    ///
    /// # Errors
    /// `NotFound` for somebody else's conversation.
    pub(super) async fn keeps(&self, session_id: &str) -> Result<(), AppError> {
        let of = sessions::owner(&self.services.db, session_id).await?;
        let may = of.is_some_and(|of| self.caller.is_machine() || self.began(&of));
        found(may, || format!("You have no conversation {session_id}."))
    }

    /// Likewise for deleting or restoring it and revoking its link, which admins may do too. Returns the owner if it is
    /// somebody else's, for the audit log.
    pub(super) async fn disposes(&self, session_id: &str) -> Result<String, AppError> {
        let of = sessions::owner(&self.services.db, session_id).await?;
        match of.filter(|_| self.caller.role == Role::Admin) {
            Some(of) if !self.began(&of) => Ok(format!("; it is {}'s", of.user_id)),
            _ => self.keeps(session_id).await.map(|()| String::new()),
        }
    }

    /// The only user whose conversations the caller sees; `None` for callers who see everybody's.
    pub fn bound(&self) -> Option<&str> {
        self.caller.keeps_to_own().then_some(self.caller.name.as_str())
    }

    /// The conversations that the caller's lists contain.
    pub fn whose(&self) -> Whose<'_> {
        Whose::new(self.bound(), &self.caller.sees)
    }

    /// Support calls are shared by all who answer the phone, and concern customers of every manager.
    pub(super) fn owns(&self, of: &Owner) -> bool {
        let own = self.began(of) && of.was_had_with(&self.caller.sees);
        own || self.caller.is_machine() || (of.is_call && self.caller.sees == DataAccess::All)
    }

    fn began(&self, of: &Owner) -> bool {
        of.user_id == self.caller.name && !of.recorded
    }

    /// Whether it exists for the caller.
    fn reaches(&self, of: &Owner) -> bool {
        self.bound().is_none() || self.may_read(of)
    }

    pub(super) fn decides(&self, of: &Owner) -> bool {
        let Caller { name, role, .. } = &self.caller;
        let is_named = |known: &str| match known.strip_prefix("role:") {
            Some(wanted) => wanted.parse() == Ok(*role),
            None => known.to_lowercase() == *name,
        };
        self.owns(of) || names(&self.services.config.deciders.value).any(is_named)
    }

    /// Recorded conversations that came with the data concern customers of every manager, too.
    fn may_read(&self, of: &Owner) -> bool {
        self.owns(of) || (of.recorded && self.caller.sees == DataAccess::All)
    }

    /// # Errors
    /// `Forbidden` for callers who see only some customers and are not reviewers.
    pub(super) fn may_support(&self) -> Result<(), AppError> {
        if self.caller.sees == DataAccess::All || self.caller.role >= Role::Reviewer {
            return Ok(());
        }
        let detail =
            "Support calls concern the customers of every manager, and you see only some. Ask an admin for access.";
        Err(AppError::Forbidden { detail: detail.into() })
    }

    /// # Errors
    /// `Forbidden` for a conversation that was held with other access to customers than the caller's.
    pub(super) async fn sees_as_much(&self, session_id: &str) -> Result<(), AppError> {
        let owner = sessions::owner(&self.services.db, session_id).await?;
        if owner.is_some_and(|owner| owner.was_had_with(&self.caller.sees)) {
            return Ok(());
        }
        let detail =
            "This conversation uses customers to whom you have no access. Ask an admin for access, or start a new one.";
        Err(AppError::Forbidden { detail: detail.into() })
    }
}

/// The error for callers who may only read a conversation.
fn others(of: &Owner) -> AppError {
    let detail = format!(
        "This conversation belongs to {}. You may read it; only they may continue, rate or decide in it.",
        of.user_id
    );
    AppError::Forbidden { detail }
}

fn found(may: bool, detail: impl FnOnce() -> String) -> Result<(), AppError> {
    if may { Ok(()) } else { Err(AppError::not_found(detail())) }
}

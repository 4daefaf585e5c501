//! Deciding on proposals: by a person, once; by nobody, when the time is over; or by stopping the run. Each way is the
//! same event, written together with the decision itself, and then the run resumes. Nothing else approves anything: no
//! text of a customer, a model or a question reaches this code.

use std::time::Duration;

use model::account::{Action, Actor, AuditEntry};
use model::approval::{ApprovalStatus, Choice, Decided, Decision, Proposal};
use model::error::AppError;
use model::run::{PlannedCall, Run, RunEvent, RunStatus, StoredEvent};
use model::time::{day_of, full_time};
use serde_json::Value;
use tokio_util::sync::CancellationToken;

use super::drive::{Past, earlier};
use super::{Agent, calls, millis};
use store::approvals::{self, Approval, NewDecision};
use store::events::{AppendError, Row, SameTransaction};
use store::runs::{self, Head};
use store::sessions;
use tools::ActContext;

/// The longest note, in characters.
const NOTE: usize = 2_000;
/// How often a decision is retried when the run writes an event at the same moment.
const MAX_ATTEMPTS: u32 = 8;
/// How long deleting a conversation can be undone, in milliseconds.
const UNDO_WINDOW_MS: i64 = 60 * 60 * 1_000;
/// How long to wait between attempts, while a task is just parking the run or writing an event.
const RETRY_DELAY: Duration = Duration::from_millis(5);

/// Who decides on a proposal.
#[derive(Clone, Debug)]
pub struct By {
    /// The name that the run's events show.
    pub name: String,
    /// What the audit log says: a person and the way they came by, or the program itself.
    pub actor: Actor,
}

impl By {
    /// A person who decides by this way.
    pub fn person(actor: Actor) -> Self {
        Self { name: actor.who.clone(), actor }
    }

    /// The program itself, under this name in the run's events.
    pub fn itself(name: &str) -> Self {
        Self { name: name.to_owned(), actor: Actor::itself() }
    }
}

/// An outcome to be written to a run.
struct Settled {
    decided: Decided,
    by: By,
    note: Option<String>,
    edited: Option<(Value, Proposal)>,
}

impl Agent {
    /// Records a person's decision on a proposal; the run resumes at once.
    pub async fn decide(&self, run_id: &str, approval: &str, choice: Choice, by: &str) -> Result<(), AppError> {
        self.decide_as(run_id, approval, choice, By::person(Actor::named(by))).await
    }

    /// The same, with the decider's entry for the audit log.
    ///
    /// # Errors
    /// `NotFound` for an unknown approval, `Conflict` when it is decided or expired, `Invalid` for arguments that the
    /// tool does not take.
    pub async fn decide_as(&self, run_id: &str, approval: &str, choice: Choice, by: By) -> Result<(), AppError> {
        let db = &self.inner.db;
        let approval = approvals::get(db, run_id, approval).await?;
        let now = self.inner.world.now();
        if approval.status != ApprovalStatus::Waiting || approval.expires_at <= now {
            return Err(too_late(&approval));
        }
        let note = choice.note.map(|n| n.trim().to_owned()).filter(|n| !n.is_empty());
        if note.as_ref().is_some_and(|n| n.chars().count() > NOTE) {
            return Err(AppError::invalid("note", format!("The note is longer than {NOTE} characters. Shorten it.")));
        }
        let decided = match choice.decision {
            Decision::Approve => Decided::Approved,
            Decision::Edit => Decided::Edited,
            Decision::Reject => Decided::Rejected,
        };
        let edited = match (decided, choice.args) {
            (Decided::Edited, Some(args)) => Some(self.edited(&approval, args, &by.name).await?),
            (Decided::Edited, None) => {
                return Err(AppError::invalid("args", "An edit needs args: the arguments to act on instead."));
            }
            (_, Some(_)) => return Err(AppError::invalid("args", "args is allowed only with the decision \"edit\".")),
            (_, None) => None,
        };
        self.settle(&approval, Settled { decided, by, note, edited }).await
    }

    /// Plans again with edited arguments, which the tool must accept.
    async fn edited(&self, approval: &Approval, args: Value, by: &str) -> Result<(Value, Proposal), AppError> {
        let run = runs::get(&self.inner.db, &approval.run_id).await?;
        // Planned with what the run's owner may see, because the owner reads the proposal.
        let owners = self.of_owner(&run.session_id).await?;
        let earlier = match run.call {
            Some(_) => earlier(&self.inner, &run.session_id, &run.id).await?,
            None => Vec::new(),
        };
        let context = ActContext {
            tool: calls::context(&owners.inner, &run, &earlier, CancellationToken::new()),
            key: approval.key.clone(),
            now: data_now(&run, self.inner.world.now()),
            by: by.to_owned(),
        };
        let planned = PlannedCall { tool: approval.tool.clone(), args };
        let plan = calls::plan(&owners.inner, &owners.tools(), &planned, context).await;
        let plan = plan.map_err(|e| AppError::invalid("args", e.message))?;
        Ok((planned.args, plan.proposal))
    }

    /// Expires proposals that nobody decided in time, and purges deleted conversations that nobody restored in time.
    pub(super) async fn expire(&self) {
        let now = self.inner.world.now();
        if let Err(error) = sessions::keep::purge(&self.inner.db, now - UNDO_WINDOW_MS, |id| self.purged(id)).await {
            tracing::warn!(%error, "deleted conversations were not removed");
        }
        let overdue = match approvals::overdue(&self.inner.db, now).await {
            Ok(overdue) => overdue,
            Err(error) => return tracing::warn!(%error, "expired approvals were not looked for"),
        };
        for (run_id, id) in overdue {
            let settled = Settled { decided: Decided::Expired, by: By::itself("nobody"), note: None, edited: None };
            let done = match approvals::get(&self.inner.db, &run_id, &id).await {
                Ok(approval) => self.settle(&approval, settled).await,
                Err(error) => Err(error.into()),
            };
            match done {
                // Another process was faster, or the run was deleted.
                Ok(()) | Err(AppError::Conflict { .. } | AppError::NotFound { .. }) => {}
                Err(error) => tracing::warn!(run_id, %error, "an approval could not be marked as expired"),
            }
        }
    }

    /// Stops a run: here at once, in another process within its next heartbeat.
    ///
    /// # Errors
    /// `NotFound` for an unknown run, `Conflict` when it is over.
    pub async fn cancel(&self, run_id: &str) -> Result<(), AppError> {
        self.cancel_as(run_id, By::itself("plumbline")).await
    }

    /// The same, by whoever stops it: what the run has proposed is declined in their name.
    ///
    /// # Errors
    /// As of [`Agent::cancel`].
    pub async fn cancel_as(&self, run_id: &str, by: By) -> Result<(), AppError> {
        let status = runs::status(&self.inner.db, run_id).await?;
        if status.is_over() {
            return Err(AppError::Conflict { detail: "This run is already over.".into() });
        }
        // Stored first: an accepted stop holds even if this process dies before the run sees it.
        runs::request_cancel(&self.inner.db, run_id).await?;
        if let Some(live) = self.inner.live.get(run_id) {
            live.cancel.cancel();
        }
        if status == RunStatus::Waiting {
            self.withdraw(run_id, by).await?;
        }
        Ok(())
    }

    /// Rejects the open proposals of a run that is being stopped.
    async fn withdraw(&self, run_id: &str, by: By) -> Result<(), AppError> {
        for approval in approvals::of_run(&self.inner.db, run_id).await? {
            if approval.status == ApprovalStatus::Waiting {
                let by = by.clone();
                self.settle(&approval, Settled { decided: Decided::Rejected, by, note: None, edited: None }).await?;
            }
        }
        Ok(())
    }

    async fn settle(&self, approval: &Approval, settled: Settled) -> Result<(), AppError> {
        let inner = &self.inner;
        for _ in 0..MAX_ATTEMPTS {
            let mut run = runs::get(&inner.db, &approval.run_id).await?;
            let at = inner.world.now();
            let event = RunEvent::ApprovalDecided {
                approval: approval.id.clone(),
                decision: settled.decided.to_string(),
                by: settled.by.name.clone(),
                args: settled.edited.as_ref().map(|(args, _)| args.clone()),
                note: settled.note.clone(),
            };
            let event = StoredEvent { run_id: run.id.clone(), seq: run.seq + 1, at, event };
            run.apply(&event);
            let decision = NewDecision {
                approval: approval.id.clone(),
                decided: settled.decided,
                by: settled.by.name.clone(),
                note: settled.note.clone(),
                edited: settled.edited.clone(),
                now: at,
                owner: inner.owner.clone(),
                lease_until: at + millis(inner.settings.lease),
                told: self.told(approval, &settled, at),
            };
            let (rows, head) = (vec![Row::new(&event)], Some(Head::from_run(&run)));
            match inner.log.append(run.id.as_str().into(), rows, head, Some(SameTransaction::Decided(decision))).await {
                Ok(()) => return self.go_on(&run.id).await,
                // The run wrote an event at the same moment: look again.
                Err(AppendError::Taken) => tokio::time::sleep(RETRY_DELAY).await,
                Err(AppendError::Refused(_)) => {
                    return Err(too_late(&approvals::get(&inner.db, &run.id, &approval.id).await?));
                }
                Err(AppendError::Gone) => return Err(AppError::not_found("The run was deleted.")),
                Err(error @ AppendError::Full) => return Err(AppError::Unavailable { detail: error.to_string() }),
                Err(AppendError::Failed(_)) => return Err(AppError::internal()),
            }
        }
        Err(AppError::Unavailable { detail: "The run is busy. Try again in a moment.".into() })
    }

    /// The audit entry for a decision. It is stored in the same transaction, so that nothing is done without an entry.
    fn told(&self, approval: &Approval, settled: &Settled, at: i64) -> AuditEntry {
        let By { name, actor } = &settled.by;
        let how = if actor.who == *name { String::new() } else { format!(" (by {name})") };
        // Nothing of the proposal's text: it may name a customer, and the log outlasts their erasure.
        let detail = format!("{} {}, proposal {}{how}", settled.decided, approval.tool, approval.id);
        let what = format!("run:{}", approval.run_id);
        AuditEntry::new(self.inner.world.id(), at, actor, Action::Decided, what, detail)
    }

    /// The audit entry for a conversation that was removed for good.
    fn purged(&self, id: &str) -> AuditEntry {
        let (world, detail) = (&self.inner.world, "Removed for good, as nobody had restored it.".to_owned());
        AuditEntry::new(
            world.id(),
            world.now(),
            &Actor::itself(),
            Action::Deleted,
            format!("conversation:{id}"),
            detail,
        )
    }

    /// Resumes a parked run. The task that parked it may need a moment to end; if it does not end, the lease runs out
    /// and the run is picked up.
    async fn go_on(&self, run_id: &str) -> Result<(), AppError> {
        for _ in 0..100 {
            if let Some(driving) = self.inner.live.add(run_id) {
                let run = runs::held(&self.inner.db, run_id).await?;
                // Another process may have picked it up meanwhile and reached the next proposal.
                if runs::status(&self.inner.db, run_id).await? != RunStatus::Waiting {
                    self.spawn(driving, run, Past::Decided, None);
                }
                return Ok(());
            }
            tokio::time::sleep(RETRY_DELAY).await;
        }
        Ok(())
    }
}

/// Why a decision comes too late.
fn too_late(approval: &Approval) -> AppError {
    let by = approval.decided_by.as_deref().unwrap_or("someone");
    let detail = match approval.status {
        ApprovalStatus::Waiting | ApprovalStatus::Expired => {
            format!(
                "Nobody decided by {}, so this expired. Ask again to get a new proposal.",
                full_time(approval.expires_at)
            )
        }
        ApprovalStatus::Approved | ApprovalStatus::Begun | ApprovalStatus::Done => {
            format!("This was approved already, by {by}.")
        }
        ApprovalStatus::Rejected => format!("This was declined already, by {by}."),
    };
    AppError::Conflict { detail }
}

/// The current time on the data's calendar: shifted so that the day on which the run began is its "today".
pub(super) fn data_now(run: &Run, now: i64) -> i64 {
    let today = run.as_of.unwrap_or_else(|| day_of(run.started_at));
    now + (today - day_of(run.started_at)).num_milliseconds()
}

//! Calls that act. Such a call does not run: it becomes a proposal, the run parks (no task, no lease; it survives
//! reload and restart), and resumes when a person has decided or the time is over. In the events, `approval_requested`
//! and `approval_decided` come first; `tool_started` follows the decision. One proposal at a time.

use model::approval::{ApprovalStatus, Decided};
use model::run::{Call, Outcome, PlannedCall, RunEvent, StepKind};
use model::time::full_time;

use super::{RunLoop, leaves};
use crate::approval::data_now;
use crate::view::Draft;
use crate::{Inner, calls, millis};
use serde_json::Value;
use store::StoreError;
use store::approvals::{self, Approval, Proposed};
use store::events::{AppendError, SameTransaction};
use tools::{ActContext, Effect, EffectError, Plan, RemoteEffect, SideEffect, ToolError};

/// The reply to a second action proposed at once.
const ONE_AT_A_TIME: &str = "One action at a time: propose this again when the one before it is decided.";

impl RunLoop<'_> {
    /// True for the name of a tool that acts.
    pub(super) fn acts(&self, tool: &str) -> bool {
        self.tools.find(tool).is_some_and(|t| t.effect == Effect::Acts)
    }

    /// Proposes the first of these calls, and parks the run with it. Reading calls are finished first, so that the
    /// proposal is the last event until someone decides.
    pub(super) async fn propose(&mut self, acting: Vec<(String, PlannedCall)>, why: &str) -> Result<(), AppendError> {
        let mut acting = acting.into_iter();
        let Some((call, planned)) = acting.next() else { return Ok(()) };
        let reading: Vec<Call> = self.run.calls().filter(|c| c.outcome.is_none()).cloned().collect();
        if !reading.is_empty() {
            self.run_calls(reading).await?;
        }
        for (call, planned) in acting {
            self.refuse(call, planned, ToolError::new(ONE_AT_A_TIME)).await?;
        }
        if self.declined_before(&planned) {
            return self.refuse(call, planned, ToolError::new("A person has declined exactly this already.")).await;
        }
        self.flush().await?;
        let is_answer = self.tools.find(&planned.tool).is_some_and(|tool| leaves::answers(tool, &planned.args));
        let reason = match self.acts(&planned.tool) {
            _ if is_answer => leaves::ANSWERED,
            true => why,
            false => leaves::WHY,
        };
        let key = format!("{}:{call}", self.id);
        let plan = match self.plan(&planned, key.clone(), "whoever agrees", self.inner.world.now()).await {
            Ok(plan) => plan,
            Err(error) => return self.refuse(call, planned, error).await,
        };
        let now = self.inner.world.now();
        let proposed = Proposed {
            id: self.inner.world.id(),
            call: call.clone(),
            tool: planned.tool.clone(),
            args: planned.args.clone(),
            proposal: plan.proposal.clone(),
            now,
            expires_at: now + millis(self.inner.settings.approval),
            key,
        };
        let said = self.call_waits(&planned.args);
        let rows = self.fold(vec![RunEvent::ApprovalRequested {
            approval: proposed.id.clone(),
            call,
            tool: planned.tool,
            args: planned.args,
            reason: reason.to_owned(),
            said,
            expires_at: proposed.expires_at,
            proposal: plan.proposal,
        }]);
        self.commit(rows, Some(SameTransaction::Proposed(proposed))).await
    }

    /// What a caller hears while a colleague's decision is pending: what a model tells them with the call, and that it is
    /// reported.
    fn call_waits(&self, args: &Value) -> Option<String> {
        let waiting =
            Some(support::waiting(&self.state()?)).filter(|_| !self.inner.settings.support.tickets_at_once)?;
        let own = args[support::TELL].as_str().unwrap_or_default();
        let draft = Draft { text: own.to_owned(), ..Draft::default() };
        let grounding = self.ground(&draft);
        let (draft, ..) = self.held_back(draft, grounding);
        Some(format!("{} {waiting}", draft.text.trim()).trim().to_owned())
    }

    fn declined_before(&self, planned: &PlannedCall) -> bool {
        self.run.steps.iter().any(|step| match &step.kind {
            StepKind::Approval { tool, args, decision: Some(decision), .. } => {
                decision == Decided::Rejected.as_str() && *tool == planned.tool && *args == planned.args
            }
            _ => false,
        })
    }

    /// The decided call that has not begun yet: with its approval's arguments, and the decision.
    pub(super) fn decided(&self) -> Option<(String, PlannedCall, Decided)> {
        self.run.steps.iter().find_map(|step| match &step.kind {
            StepKind::Approval { call, tool, args, decision: Some(decision), .. }
                if self.run.calls().all(|c| c.id != *call) =>
            {
                let planned = PlannedCall { tool: tool.clone(), args: args.clone() };
                Some((call.clone(), planned, decision.parse().unwrap_or(Decided::Rejected)))
            }
            _ => None,
        })
    }

    /// Begins an approved call; one that was declined, or whose run was stopped meanwhile, ends at once.
    pub(super) async fn begin_decided(
        &mut self,
        call: String,
        planned: PlannedCall,
        decided: Decided,
    ) -> Result<(), AppendError> {
        if decided.acts() && !self.live.cancel.is_cancelled() {
            let PlannedCall { tool, args } = planned;
            return self.emit(vec![RunEvent::ToolStarted { call, iteration: self.run.iteration, tool, args }]).await;
        }
        let approval = self.approval(&call).await?;
        let text = match decided {
            Decided::Approved | Decided::Edited => "The run was stopped before this was done. Nothing was done.".into(),
            Decided::Rejected => {
                let by = approval.as_ref().and_then(|a| a.decided_by.as_deref()).unwrap_or("A person").to_owned();
                let note = approval.and_then(|a| a.note).map(|n| format!(" They wrote: {n}")).unwrap_or_default();
                format!("Declined by {by}. Nothing was done.{note}")
            }
            Decided::Expired => {
                let by = approval.map(|a| full_time(a.expires_at)).unwrap_or_default();
                format!("Nobody decided by {by}. Nothing was done.")
            }
        };
        self.refuse(call, planned, ToolError::new(text)).await
    }

    /// Executes what was approved, once. After a crash it may have been done already: then its result is returned.
    pub(super) async fn carry_out(&mut self, call: Call) -> Result<(), AppendError> {
        self.pace().await?;
        let began = self.inner.world.now();
        let outcome = match self.approval(&call.id).await? {
            Some(Approval { status: ApprovalStatus::Done, result: Some(output), .. }) => Outcome::Ok { output },
            Some(approval) if approval.status == ApprovalStatus::Approved => self.act_on(&call, approval).await?,
            Some(approval) if approval.status == ApprovalStatus::Begun => {
                uncertain("The program stopped while it was under way.").into()
            }
            _ => Outcome::failed("Nobody approved this. Nothing was done."),
        };
        let duration_ms = self.inner.world.now() - began;
        let passages = match outcome.output() {
            Some(output) => {
                calls::scan_for_injection(output.clone()).await.map(|(_, passages)| passages).unwrap_or_default()
            }
            None => Vec::new(),
        };
        let suspected = (!passages.is_empty()).then(|| RunEvent::Suspected { call: call.id.clone(), passages });
        let finished = RunEvent::ToolFinished { call: call.id, tool: call.tool, duration_ms, outcome };
        self.emit(std::iter::once(finished).chain(suspected).collect()).await
    }

    /// Plans once more, and writes the change only if it is still the one that was approved. A database error ends this
    /// process's part: whoever resumes reads whether the change was written instead of guessing.
    async fn act_on(&mut self, call: &Call, approval: Approval) -> Result<Outcome, AppendError> {
        tracing::debug!(run_id = %self.id, call = %call.id, tool = %call.tool, "a tool acts");
        let planned = PlannedCall { tool: call.tool.clone(), args: approval.args };
        let by = approval.decided_by.unwrap_or_default();
        // The change bears the time of the decision, however much later it happens.
        let at = approval.decided_at.unwrap_or_else(|| self.inner.world.now());
        let plan = match self.plan(&planned, approval.key, &by, at).await {
            Ok(plan) => plan,
            Err(error) => return Ok(error.into()),
        };
        if plan.proposal != approval.proposal {
            let text = "The records have changed since this was proposed, so nothing was done. Propose it again.";
            return Ok(Outcome::failed(text));
        }
        let act = match &plan.deed {
            SideEffect::Stored(act) => act,
            SideEffect::Outside(errand) => {
                self.leaves(&planned.tool, &planned.args);
                return self.act_outside(&approval.id, errand).await;
            }
        };
        let now = self.inner.world.now();
        loop {
            return match approvals::carry_out(&self.inner.db, &approval.id, act, &plan.output, now).await {
                Ok(output) => Ok(Outcome::Ok { output }),
                Err(StoreError::Conflict(detail)) => Ok(Outcome::failed(detail)),
                // Nothing was written.
                Err(StoreError::Full(_)) => {
                    self.wait_for_space().await;
                    continue;
                }
                Err(error) => Err(error.into()),
            };
        }
    }

    /// Has another server execute it. No transaction reaches there, so the start is stored first: whoever finds it
    /// started does not do it again.
    async fn act_outside(&self, approval: &str, errand: &RemoteEffect) -> Result<Outcome, AppendError> {
        let Inner { db, world, settings, .. } = &*self.inner;
        if !approvals::begin(db, approval).await? {
            return Ok(uncertain("It was begun already.").into());
        }
        let done = tokio::time::timeout(settings.tool_timeout, errand.carry_out()).await;
        match done.unwrap_or_else(|_| Err(EffectError::Unknown("No answer came in time.".into()))) {
            Ok(output) => {
                // It is done, even if storing that fails at first.
                while let Err(error) = approvals::end(db, approval, &output, world.now()).await {
                    let StoreError::Full(_) = error else { return Err(error.into()) };
                    self.wait_for_space().await;
                }
                Ok(Outcome::Ok { output })
            }
            Err(EffectError::Refused(error)) => Ok(error.into()),
            Err(EffectError::Unknown(why)) => Ok(uncertain(&why).into()),
        }
    }

    /// Whether a call was proposed to a person: then it acts, whatever its tool declares by now.
    pub(super) fn was_proposed(&self, id: &str) -> bool {
        self.run.steps.iter().any(|step| matches!(&step.kind, StepKind::Approval { call, .. } if call == id))
    }

    async fn approval(&self, call: &str) -> Result<Option<Approval>, AppendError> {
        let all = approvals::of_run(&self.inner.db, &self.id).await?;
        Ok(all.into_iter().find(|a| a.call == call))
    }

    /// A call that ends as it begins, refused.
    async fn refuse(&mut self, call: String, planned: PlannedCall, error: ToolError) -> Result<(), AppendError> {
        let PlannedCall { tool, args } = planned;
        let iteration = self.run.iteration;
        self.emit(vec![
            RunEvent::ToolStarted { call: call.clone(), iteration, tool: tool.clone(), args },
            RunEvent::ToolFinished { call, tool, duration_ms: 0, outcome: error.into() },
        ])
        .await
    }

    async fn plan(&self, planned: &PlannedCall, key: String, by: &str, at: i64) -> Result<Plan, ToolError> {
        let tool = calls::context(&self.inner, &self.run, &self.earlier, self.live.cancel.child_token());
        let now = data_now(&self.run, at);
        calls::plan(&self.inner, &self.tools, planned, ActContext { tool, key, now, by: by.to_owned() }).await
    }
}

/// The error of an action whose outcome is unknown.
fn uncertain(why: &str) -> ToolError {
    let advice = "It is unknown whether it was done, and it is not repeated. Check there before you propose it again.";
    ToolError::new(format!("{why} {advice}"))
}

//! The end of a run: the answer is checked, told, kept with the conversation, and the receipt written.

use app::model::answer::{Answer, Grounding, Receipt};
use app::model::run::{Outcome, RunEvent, RunStatus};
use app::model::session::Role;

use super::Driven;
use crate::agent::reasoner::{Draft, Reasoner};
use crate::agent::{ground, score};
use crate::store::sessions;

impl Driven<'_> {
    /// Ends early: says why, and answers with what is known.
    pub(super) async fn conclude(&mut self, event: RunEvent, why: &str, status: RunStatus) -> Result<(), String> {
        let draft = Reasoner::Rules.conclude(&self.view(), why).await;
        self.answer(vec![event], draft, true, status).await
    }

    /// Checks the draft against what the tools returned, then says it.
    pub(super) async fn answer(
        &mut self,
        mut list: Vec<RunEvent>,
        draft: Draft,
        partial: bool,
        status: RunStatus,
    ) -> Result<(), String> {
        let grounding = self.ground(&draft);
        let follow_ups = draft.follow_ups.clone();
        let answer = Answer {
            text: draft.text,
            records_read: self
                .run
                .calls()
                .filter_map(|c| c.outcome.as_ref()?.output()?.coverage.as_ref())
                .map(|c| c.read)
                .max()
                .unwrap_or(0),
            sources: draft.sources,
            charts: draft.charts,
            gaps: draft.gaps,
            range: draft.range,
            partial,
        };
        let run_score = score::run_score(&self.run, partial && status == RunStatus::Completed);
        let evidence_score = score::evidence_score(&self.run, &answer, &grounding);
        list.push(RunEvent::Answered { answer });
        list.push(RunEvent::Grounded { grounding, run_score, evidence_score });
        if !follow_ups.is_empty() {
            list.push(RunEvent::FollowUps { questions: follow_ups });
        }
        self.emit(list).await?;
        self.keep_message(status).await?;
        let receipt = self.receipt();
        self.emit(vec![RunEvent::Finished { status, receipt }]).await
    }

    fn ground(&self, draft: &Draft) -> Grounding {
        let observations: Vec<ground::Observation<'_>> = self
            .run
            .calls()
            .filter_map(|c| {
                let output = c.outcome.as_ref()?.output()?;
                Some(ground::Observation {
                    call: &c.id,
                    tool: &c.tool,
                    args: &c.args,
                    result: &output.data,
                    sources: &output.sources,
                })
            })
            .collect();
        let context =
            ground::Context { question: &self.run.question, as_of: self.run.as_of, citations: &draft.sources };
        ground::ground(&draft.text, &observations, &context)
    }

    /// The conversation's message, before the last event: whoever sees the run finished finds it there.
    async fn keep_message(&self, status: RunStatus) -> Result<(), String> {
        let content = self.run.answer.as_ref().map_or("", |a| a.text.as_str());
        let message = sessions::NewMessage {
            id: &format!("{}:answer", self.id),
            session_id: &self.claimed.session_id,
            run_id: Some(&self.id),
            role: Role::Assistant,
            content,
            reasoning_trace: Some(score::reasoning_trace(&self.run)),
            tool_calls: Some(score::tool_calls(&self.run)),
            receipt: self.receipt(),
            now: self.inner.world.now(),
        };
        let session = if status == RunStatus::Failed { "error" } else { "completed" };
        sessions::add_message(&self.inner.db, &message, session).await.map_err(|e| e.to_string())
    }

    fn receipt(&self) -> Receipt {
        let failed = self.run.calls().filter(|c| matches!(c.outcome, Some(Outcome::Error { .. }))).count();
        Receipt {
            iterations: self.run.iteration,
            tool_calls: u32::try_from(self.run.calls().count()).unwrap_or(u32::MAX),
            failed_calls: u32::try_from(failed).unwrap_or(u32::MAX),
            duration_ms: self.inner.world.now() - self.run.started_at,
            model: self.run.model.clone(),
            ..Receipt::default()
        }
    }
}

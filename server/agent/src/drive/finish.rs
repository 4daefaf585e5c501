//! The end of a run: the answer is checked, shown and stored with the conversation, and the receipt written.

use std::ops::Range;

use chrono::DateTime;
use model::answer::{Answer, ClaimKind, Grade, Grounding, Receipt};
use model::record::Priority;
use model::run::{Bound, NoteKind, Outcome, RunEvent, RunStatus, StepKind};

use super::RunLoop;
use crate::reasoner::{Reasoner, rules, support};
use crate::replay::record;
use crate::talk::{ModelSession, follow_ups};
use crate::view::Draft;
use crate::{completeness, ground, millis, score, trace};
use store::events::{AppendError, SameTransaction};
use store::support::tasks::Promised;

impl RunLoop<'_> {
    /// Ends a run early: emits the reason and answers with what is known. A model writes that answer if time and budget
    /// are left.
    pub(super) async fn conclude(&mut self, event: RunEvent, why: &str, status: RunStatus) -> Result<(), AppendError> {
        let spent = matches!(&event, RunEvent::Limit { limit: Bound::Tokens | Bound::Cost | Bound::Time, .. });
        self.flush().await?;
        let (said, draft) = {
            let asker = self.asker().filter(|_| !spent && status == RunStatus::Completed);
            let draft = self.reasoner().conclude(&self.view(), asker.as_ref(), why).await;
            (asker.map(ModelSession::into_said).unwrap_or_default(), draft)
        };
        let said = self.with_unpriced(said);
        self.answer(std::iter::once(event).chain(said).collect(), draft, true, status).await
    }

    /// Checks the draft against what the tools returned, then emits the answer.
    pub(super) async fn answer(
        &mut self,
        mut list: Vec<RunEvent>,
        draft: Draft,
        partial: bool,
        status: RunStatus,
    ) -> Result<(), AppendError> {
        let (draft, grounding, said) = self.checked(draft, partial).await;
        list.extend(said);
        let follow_ups = draft.follow_ups.clone();
        let mut answer = Answer {
            text: draft.text,
            records_read: self
                .run
                .calls()
                .filter_map(|c| c.outcome.as_ref()?.output()?.coverage.as_ref())
                .map(|c| c.read)
                .max()
                .unwrap_or(0),
            citations: draft.citations,
            charts: draft.charts,
            reasons: draft.reasons,
            gaps: draft.gaps,
            notes: draft.notes,
            unknown: draft.unknown,
            offers: draft.offers,
            range: draft.range,
            partial,
            turn: draft.turn,
        };
        // The checks below are for answers to questions; a reply in a support call is one turn of a conversation.
        let is_call = self.run.call.is_some();
        // An answer replayed from the record has these notes and gaps already, so they are removed before they are
        // added.
        if !is_call {
            let taught = rules::taught_notes(&self.view());
            answer.notes.retain(|note| !taught.contains(note));
            answer.notes.extend(taught);
            answer.notes.extend(self.hidden().await);
        }
        let uncovered = if is_call { Vec::new() } else { completeness::uncovered(&self.run) };
        answer.gaps.retain(|gap| !uncovered.contains(gap));
        let doubt = completeness::doubt(&self.run, &answer, !uncovered.is_empty());
        answer.gaps.extend(uncovered);
        self.measure_relevance(&mut answer.citations).await;
        // At most once, and only if the answer rests on a tool call: of calls that failed, rules say so already.
        let called = self.run.calls().next().is_some();
        let rests = self.run.outputs().next().is_some() || called && self.run.usage.model_calls > 0;
        let disclaimer = trace::disclaimer(&self.run, &answer).filter(|_| !is_call && rests);
        if let Some(text) = disclaimer.filter(|text| !answer.caveats().any(|g| g == text)) {
            answer.notes.push(text.to_owned());
        }
        let run_score = score::run_score(&self.run, list.iter().any(ran_out));
        let evidence_score = score::evidence_score(&self.run, &answer, &grounding, doubt);
        list.push(RunEvent::Answered { answer });
        list.push(RunEvent::Grounded { grounding, run_score, evidence_score });
        if !follow_ups.is_empty() {
            list.push(RunEvent::FollowUps { questions: follow_ups });
        }
        if is_call || self.asker().is_none() {
            if let Some(events) = self.inner.replayed.as_deref().filter(|_| self.reasoner() != Reasoner::Rules) {
                list.extend(record::after_the_answer(events));
            }
            return self.end(list, status).await;
        }
        // A model may still be asked for follow-ups; the answer must not wait for them.
        self.emit(list).await?;
        self.close().await
    }

    /// The draft with its grounding. If claims of a model's answer are not verified, the model may correct those
    /// sentences once. The better version is kept, and what is still unverified is marked in the answer.
    async fn checked(&self, draft: Draft, partial: bool) -> (Draft, Grounding, Vec<RunEvent>) {
        let grounding = self.ground(&draft);
        if self.run.call.is_some() {
            // Text that no model wrote is this program's own and needs no check, such as the emergency number "112".
            return if self.asker().is_some() && self.run.usage.model_calls > 0 {
                self.held_back(draft, grounding)
            } else {
                (draft, grounding, Vec::new())
            };
        }
        let failed = grounding.graded(Grade::Unverified);
        // Without results there is nothing to correct it by.
        let may = failed > 0 && !partial && self.run.calls().next().is_some() && self.limit_reached().is_none();
        let Some(asker) = self.asker().filter(|_| may) else {
            return (draft, grounding, Vec::new());
        };
        let repaired = Reasoner::repair(&self.view(), &asker, &draft, &grounding).await;
        let said = asker.into_said();
        match repaired.map(|repaired| (self.ground(&repaired), repaired)) {
            Ok((again, repaired)) if again.graded(Grade::Unverified) < failed => (repaired, again, said),
            _ => (draft, grounding, said),
        }
    }

    /// A model's reply to a caller, without sentences that no result supports: nobody is promised a time, an amount or
    /// a number that no tool returned.
    pub(super) fn held_back(&self, mut draft: Draft, grounding: Grounding) -> (Draft, Grounding, Vec<RunEvent>) {
        let moments = self.moments();
        let unheld = grounding.claims.iter().filter(|c| {
            c.grade() == Grade::Unverified
                && c.kind != ClaimKind::Name
                && !::support::EMERGENCY.contains(&c.text.replace(' ', "").as_str())
                && !moments.iter().any(|m| digits(&c.text).all(|d| m.contains(&d)))
        });
        let mut cut: Vec<_> = unheld.map(|c| ground::sentence(&draft.text, c.start)).collect();
        cut.dedup();
        if cut.is_empty() {
            return (draft, grounding, Vec::new());
        }
        for range in cut.iter().rev() {
            draft.notes.push(format!(
                "Not said to the caller, because no result supports it: {}",
                draft.text[range.clone()].trim()
            ));
            draft.text.replace_range(range.clone(), "");
        }
        draft.text = draft.text.trim().to_owned();
        if draft.text.is_empty() {
            draft.text = support::conclude(&self.view(), "").text;
        }
        let grounding = self.ground(&draft);
        (draft, grounding, Vec::new())
    }

    /// The numbers in each timestamp of the call's results: "22" is then accepted as its hour, in any language.
    fn moments(&self) -> Vec<Vec<u32>> {
        let runs = self.earlier.iter().chain([&self.run]);
        let results = runs.flat_map(|run| run.calls()).filter_map(|c| Some(&c.outcome.as_ref()?.output()?.data));
        let text: String = results.map(|data| format!("{data}\n")).collect();
        text.split('"')
            .filter(|part| DateTime::parse_from_rfc3339(part).is_ok())
            .map(|part| digits(part).collect())
            .collect()
    }

    /// What follows the answer: follow-up questions, the conversation's message, the receipt.
    pub(super) async fn close(&mut self) -> Result<(), AppendError> {
        let list = self.suggestions().await;
        self.end(list, self.ending()).await
    }

    /// The last events, the receipt and the conversation's message, in one transaction: whoever sees the run finished
    /// finds the message, and no process can die between an answer and its end.
    pub(super) async fn end(&mut self, list: Vec<RunEvent>, status: RunStatus) -> Result<(), AppendError> {
        self.left().await;
        let mut rows = self.fold(list);
        let receipt = self.receipt();
        let (models, tools, ms) = (self.run.usage.model_calls, receipt.tool_calls, receipt.duration_ms);
        let ended = self.run.end_reason();
        tracing::info!(run_id = &*self.id, %status, ended, models, tools, ms, "run.finished");
        rows.extend(self.fold(vec![RunEvent::Finished { status, receipt }]));
        let session = if status == RunStatus::Failed { "error" } else { "completed" };
        let ended = self.run.answer.as_ref().and_then(|answer| answer.turn.as_ref()?.ending.clone());
        let promised = self.promised();
        let message = trace::message(&self.run, self.inner.world.now());
        let closing = SameTransaction::Closing { message, session, ended, promised };
        // Before anybody sees the run finished.
        self.known_later().await;
        self.commit(rows, Some(closing)).await
    }

    /// The promise in a support reply, as a task for the desk. A critical one is due at once.
    fn promised(&self) -> Option<Promised> {
        let promise = self.run.answer.as_ref()?.turn.as_ref()?.promise.clone()?;
        let state = self.state().unwrap_or_default();
        let (customer_id, caller_name) = (state.customer_id, state.caller_name);
        let due_in =
            if promise.priority == Priority::Critical { 0 } else { millis(self.inner.settings.support.call_back) };
        Some(Promised { promise, customer_id, caller_name, due_in })
    }

    /// The final status of a run that has its answer, according to its events.
    pub(super) fn ending(&self) -> RunStatus {
        let stopped = |kind: &StepKind| matches!(kind, StepKind::Note { about: NoteKind::Stopped, .. });
        match &self.run.failure {
            Some(_) => RunStatus::Failed,
            None if self.run.steps.iter().any(|s| stopped(&s.kind)) => RunStatus::Cancelled,
            None => RunStatus::Completed,
        }
    }

    /// Three follow-up questions, by the model, or by the rules if it gives none.
    async fn suggestions(&self) -> Vec<RunEvent> {
        let Some(answer) = &self.run.answer else { return Vec::new() };
        if !self.run.follow_ups.is_empty() {
            return Vec::new();
        }
        let (said, questions) = {
            let asker = self.asker().filter(|_| !answer.partial && self.limit_reached().is_none());
            let questions = match &asker {
                Some(asker) => follow_ups::suggest(&self.view(), &answer.text, asker).await.unwrap_or_default(),
                None => Vec::new(),
            };
            (asker.map(ModelSession::into_said).unwrap_or_default(), questions)
        };
        let questions = if questions.is_empty() { rules::follow_ups(&self.view()) } else { questions };
        let mut list = said;
        if !questions.is_empty() {
            list.push(RunEvent::FollowUps { questions });
        }
        list
    }

    pub(super) fn ground(&self, draft: &Draft) -> Grounding {
        // The text of a method is this program's own: its figures are in no result.
        if rules::is_method(&self.view(), &draft.text) {
            return Grounding::default();
        }
        // What earlier turns found counts for the whole call.
        let earlier = if self.run.call.is_some() { self.earlier.as_slice() } else { &[] };
        let mut grounding = ground::of_run(&self.run, earlier, &draft.text, &draft.citations);
        // How a question was read, and what may be asked instead, states no figures.
        let asked: Vec<Range<usize>> = draft.asked();
        grounding.claims.retain(|claim| !asked.iter().any(|range| range.contains(&claim.start)));
        grounding
    }

    fn receipt(&self) -> Receipt {
        let failed = self.run.calls().filter(|c| matches!(c.outcome, Some(Outcome::Error { .. }))).count();
        Receipt {
            iterations: self.run.iteration,
            tool_calls: u32::try_from(self.run.calls().count()).unwrap_or(u32::MAX),
            failed_calls: u32::try_from(failed).unwrap_or(u32::MAX),
            tokens_prompt: self.run.usage.tokens_prompt,
            tokens_completion: self.run.usage.tokens_completion,
            cost_usd: self.run.usage.cost_usd,
            duration_ms: self.run.worked_ms(self.inner.world.now()),
            model: self.run.model.clone(),
        }
    }
}

/// Whether the run reached the limit that A-054 names: iterations, or passes if it plans. Cost, tokens, time, a loop or
/// a stop end a run as well, but say nothing about how well it reasons.
fn ran_out(event: &RunEvent) -> bool {
    matches!(event, RunEvent::Limit { limit: Bound::Iterations | Bound::Passes, .. })
}

/// The whole numbers in a text.
fn digits(text: &str) -> impl Iterator<Item = u32> {
    text.split(|c: char| !c.is_ascii_digit()).filter_map(|part| part.parse().ok())
}

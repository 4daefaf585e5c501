//! Where a run starts, or goes on after another process left it.

use app::model::run::{RunEvent, RunStatus, StepKind, Strategy};

use super::Driven;
use crate::agent::reasoner::Reasoner;
use crate::store::changes;
use crate::store::events::AppendError;

/// How often in a row a run is picked up without getting any further.
const TRIES: usize = 5;

impl Driven<'_> {
    /// The first event, or the note that another process had begun.
    pub(super) async fn begin(&mut self) -> Result<(), AppendError> {
        if self.run.seq > 0 {
            return self.go_on().await;
        }
        let ask = &self.claimed.ask;
        let as_of = match self.inner.settings.as_of {
            Some(day) => day,
            None => changes::last_day(&self.inner.db)
                .await?
                .unwrap_or_else(|| app::model::time::day_of(self.inner.world.now())),
        };
        let mut scope = ask.context.clone().unwrap_or_default();
        scope.customer_id = ask.customer_id.clone().or(scope.customer_id);
        let model = self.inner.model.as_deref();
        let strategy = Reasoner::choose(ask.strategy.unwrap_or(self.inner.settings.strategy), model);
        let name = model.filter(|_| strategy != Strategy::Rules).map_or(strategy.as_str(), |m| m.name());
        let started = RunEvent::Started {
            session_id: self.claimed.session_id.clone(),
            question: ask.query.clone(),
            strategy,
            model: name.into(),
            limits: self.inner.settings.limits(ask),
            as_of,
            scope,
        };
        self.emit(vec![started]).await
    }

    /// Says that another process began this run, and that it goes on; or that it does not, when it has stopped every
    /// process at the same point: what brings the program down would otherwise bring it down for ever.
    async fn go_on(&mut self) -> Result<(), AppendError> {
        let step = self.run.steps.len();
        // Interruptions with nothing between them: a result that came in between is progress, though no step of its own.
        let last = (1..=self.run.seq).rev().zip(self.run.steps.iter().rev());
        let in_vain = last.take_while(|(seq, step)| step.seq == *seq && is_interruption(&step.kind)).count();
        if in_vain < TRIES {
            let text = format!("The process that drove this run stopped after step {step}. It goes on from there.");
            return self.emit(vec![RunEvent::Interrupted { resumed: true, text }]).await;
        }
        let error = format!("The program stopped {} times at this point of the run, so it does not go on.", TRIES + 1);
        let advice = "What was found by then is kept in the trace. Ask again, or ask for less at once.".into();
        self.end(vec![RunEvent::Failed { error, advice }], RunStatus::Failed).await
    }
}

fn is_interruption(kind: &StepKind) -> bool {
    matches!(kind, StepKind::Note { label, .. } if label == "Interrupted")
}

//! Starts a run, or resumes it after another process left it.

use chrono::NaiveDate;
use model::run::{NoteKind, Run, RunEvent, RunStatus, StepKind, Strategy};
use model::session::Ask;
use model::session::taught::TaughtWord;
use model::support::Caller;
use reader::{Act, Reader};

use super::RunLoop;
use crate::Inner;
use crate::reasoner::Reasoner;
use crate::talk::router;
use query::values::Vocabulary;
use skills::forecast::SOURCE;
use store::events::AppendError;
use store::runs::Claimed;
use store::{history, sessions, taught};

/// How often in succession a run is resumed without making progress.
const MAX_RESUMES: usize = 5;

/// Words taught by the owner of a conversation for themselves; calls have no owner.
pub(super) async fn own_words(inner: &Inner, known: &Vocabulary, session: &str) -> store::Result<Vec<TaughtWord>> {
    let owner = sessions::owner(&inner.db, session).await?.filter(|owner| !owner.is_call);
    let Some(owner) = owner else { return Ok(Vec::new()) };
    Ok(known.own_words(&taught::memory::list(&inner.db, &owner.user_id).await?, &owner.user_id))
}

/// The run, folded from its stored events.
pub(super) async fn stored(inner: &Inner, claimed: &Claimed) -> Result<Run, AppendError> {
    let mut run = Run::new(&claimed.id);
    run.session_id.clone_from(&claimed.session_id);
    history::after(&inner.db, &claimed.id, 0).await?.iter().for_each(|e| run.apply(e));
    Ok(run)
}

/// The first event of a run.
pub(crate) fn started(inner: &Inner, ask: &Ask, session_id: &str, as_of: NaiveDate, call: Option<Caller>) -> RunEvent {
    let mut scope = ask.context.clone().unwrap_or_default();
    scope.customer_id = ask.customer_id.clone().or(scope.customer_id);
    let model = inner.model.as_deref();
    let wished = match ask.strategy.unwrap_or(inner.settings.strategy) {
        // A support call is a conversation, which is not planned in passes.
        Strategy::Plan if call.is_some() => Strategy::Auto,
        // Questions about deals need several analyses: a model that does not call tools natively plans them, unless a
        // strategy was asked for.
        Strategy::Auto if call.is_none() && about_deals(inner, ask) => Strategy::Plan,
        wished => wished,
    };
    let strategy = Reasoner::choose(wished, model);
    let name = model.filter(|_| strategy != Strategy::Rules).map_or(strategy.as_str(), |m| m.name());
    RunEvent::Started {
        session_id: session_id.to_owned(),
        question: ask.query.clone(),
        strategy,
        model: name.into(),
        limits: inner.settings.limits(ask, call.as_ref(), strategy),
        as_of,
        scope,
        change: ask.change.clone(),
        call,
    }
}

/// Whether a question is about deals, by its words or the request's domain, and a source of deals is declared.
fn about_deals(inner: &Inner, ask: &Ask) -> bool {
    let declared = || inner.vocabulary.sources().iter().any(|opened| opened.source.name.as_str() == SOURCE);
    let read = || {
        let act = Reader::shared().map(|reader| reader.read(&ask.query, "").act);
        act.is_ok_and(|act| matches!(act, Act::Deals | Act::Forecast | Act::Pipeline))
    };
    inner.model.as_ref().is_some_and(|model| !model.native_tools())
        && declared()
        && ask.domain.as_deref().map_or_else(read, |name| router::domain(name).is_some_and(|d| d.name == "pipeline"))
}

impl RunLoop<'_> {
    /// Records that another process began this run and that it resumes here. A run that has crashed the program too
    /// often at the same point fails instead: it would crash it for ever.
    pub(super) async fn go_on(&mut self) -> Result<(), AppendError> {
        let step = self.run.steps.len();
        // Interruptions with nothing between them: a result in between is progress, although not a step of its own.
        let last = (1..=self.run.seq).rev().zip(self.run.steps.iter().rev());
        let in_vain = last.take_while(|(seq, step)| step.seq == *seq && is_interruption(&step.kind)).count();
        if in_vain < MAX_RESUMES {
            let text = format!("The process that ran this stopped after step {step}. It resumes from there.");
            return self.emit(vec![RunEvent::Interrupted { resumed: true, text }]).await;
        }
        let error =
            format!("The program stopped {} times at this point of the run, so it was given up.", MAX_RESUMES + 1);
        let advice = "What was found by then is kept in the trace. Ask again, or ask for less at once.".into();
        let mut list = vec![RunEvent::Failed { error, advice }];
        // A caller is told that something went wrong; colleagues read why.
        let state = self.state().filter(|_| self.run.answer.is_none());
        list.extend(state.map(|state| RunEvent::Answered { answer: support::failed(&state) }));
        self.end(list, RunStatus::Failed).await
    }
}

fn is_interruption(kind: &StepKind) -> bool {
    matches!(kind, StepKind::Note { about: NoteKind::Interrupted, .. })
}

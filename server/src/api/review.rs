//! Reviewing sessions. Every call needs an admin (E-024).

use app::api::review::Review;
use async_trait::async_trait;
use model::account::Action;
use model::error::AppError;
use model::review::agreement::Agreement;
use model::review::case::{CaseItem, NewCase, Refused};
use model::review::correction::Correction;
use model::review::metrics::Metrics;
use model::review::two_runs::{NewFork, TwoRuns};
use model::review::{NewTurnRating, ReviewFilter, SessionDetail, SessionItem, TurnRating};
use model::run::Run;
use model::session::{Page, SubmittedRun};

use super::audit::{conversation, rated};
use super::{Api, check_page, check_range};
use crate::cases;
use crate::store::cases::{self as kept, KeptCase, corrections};
use crate::store::sessions::ratings;
use crate::store::{metrics, review, runs, sessions};

/// Maximum length of a note, in characters.
const MAX_NOTE: usize = 4_000;

/// How many of the latest unanswered questions are grouped.
const MAX_LATEST: i64 = 500;
/// How many runs of the same question are offered for comparison.
const SAME_QUESTION: i64 = 50;

/// Default and maximum number of days for service metrics.
const DAYS: (i64, i64) = (30, 3_650);

impl Api {
    /// Service metrics of the last days.
    ///
    /// # Errors
    /// `Forbidden` for callers who may not review; `Invalid` for an invalid number of days.
    pub async fn metrics(&self, days: Option<i64>) -> Result<Metrics, AppError> {
        self.must_review()?;
        let days = days.unwrap_or(DAYS.0);
        if !(1..=DAYS.1).contains(&days) {
            return Err(AppError::invalid("days", format!("days must be from 1 to {}.", DAYS.1)));
        }
        let since = self.services.world.now() - days * 86_400_000;
        let live_runs = i64::try_from(self.services.agent.live().len()).unwrap_or(i64::MAX);
        Ok(Metrics { live_runs, ..metrics::since(&self.services.db, since).await? })
    }
}

#[async_trait]
impl Review for Api {
    async fn review_sessions(&self, filter: ReviewFilter) -> Result<Page<SessionItem>, AppError> {
        self.must_review()?;
        check(&filter)?;
        match filter.sort.as_deref() {
            Some("queue") => Ok(review::queue(&self.services.db, &filter, &self.caller.name).await?),
            _ => Ok(review::sessions(&self.services.db, &filter).await?),
        }
    }

    async fn review_session(&self, id: &str) -> Result<SessionDetail, AppError> {
        self.must_review()?;
        let db = &self.services.db;
        let session = review::session(db, id).await?;
        self.opens(id).await?;
        Ok(SessionDetail {
            session,
            runs: runs::of_session(db, id).await?,
            ratings: ratings::of_session(db, id).await?,
            feedback: sessions::feedback::of_session(db, id).await?,
        })
    }

    async fn rate(&self, session_id: &str, new: NewTurnRating) -> Result<TurnRating, AppError> {
        self.must_review()?;
        check_note(new.note.as_deref())?;
        check_note(new.correct.as_deref())?;
        let db = &self.services.db;
        sessions::keep::kept(db, session_id, 0).await?;
        let run = match &new.run_id {
            Some(id) => id.clone(),
            None => only_turn(runs::of_session(db, session_id).await?)?,
        };
        self.audit(Action::Rated, conversation(session_id), rated(new.rating, &new.reasons)).await?;
        let (id, now) = (self.services.world.id(), self.services.world.now());
        Ok(ratings::rate(db, (session_id, &run), &id, &new, &self.caller.name, now).await?)
    }

    async fn agreement(&self) -> Result<Agreement, AppError> {
        self.must_review()?;
        Ok(Agreement::from_judgements(&ratings::judged(&self.services.db).await?))
    }

    async fn cases(&self) -> Result<Vec<CaseItem>, AppError> {
        self.must_review()?;
        Ok(kept::all(&self.services.db).await?.into_iter().map(item).collect())
    }

    async fn refused(&self) -> Result<Vec<Refused>, AppError> {
        self.must_review()?;
        let (questions, search) = (review::refused(&self.services.db, MAX_LATEST).await?, self.services.search.clone());
        let grouped = base::compute(move || cases::refused::clusters(&search, questions)).await;
        grouped.map_err(|_| AppError::internal())
    }

    async fn corrections(&self) -> Result<Vec<Correction>, AppError> {
        self.must_review()?;
        Ok(corrections::all(&self.services.db).await?)
    }

    async fn correct(&self, run_id: &str, rows: &str) -> Result<(), AppError> {
        self.must_review()?;
        let run = runs::get(&self.services.db, run_id).await?;
        cases::rows::check(rows, &run.question)?;
        self.audit(Action::Taught, format!("run:{run_id}"), "Corrected how a question was read").await?;
        let (id, now) = (self.services.world.id(), self.services.world.now());
        Ok(corrections::keep(&self.services.db, &id, run_id, rows.trim(), &self.caller.name, now).await?)
    }

    async fn settle_correction(&self, id: &str, agreed: bool) -> Result<(), AppError> {
        self.must_review()?;
        let what = if agreed { "Agreed to a corrected reading" } else { "Withdrew a corrected reading" };
        self.audit(Action::Taught, format!("correction:{id}"), what).await?;
        match agreed {
            true => corrections::agree(&self.services.db, id, &self.caller.name).await?,
            false => corrections::delete(&self.services.db, id).await?,
        }
        Ok(())
    }

    async fn make_case(&self, new: NewCase) -> Result<String, AppError> {
        self.must_review()?;
        check_note(Some(&format!("{}{}{}", new.says, new.not, new.correct.as_deref().unwrap_or_default())))?;
        let run = runs::get(&self.services.db, &new.run_id).await?;
        self.audit(Action::Rated, conversation(&run.session_id), "Made a case of a turn").await?;
        Ok(cases::make(&self.services, &new, &self.caller.name).await?.id)
    }

    async fn delete_case(&self, id: &str) -> Result<(), AppError> {
        self.must_review()?;
        self.audit(Action::Deleted, format!("case-of-review:{id}"), "A case of the review").await?;
        cases::delete(&self.services, id).await
    }

    async fn run_cases(&self, today: bool) -> Result<Vec<CaseItem>, AppError> {
        self.must_review()?;
        cases::sync(&self.services).await?;
        let replayer = self.services.agent.replayer().await?;
        let mut went = Vec::new();
        for case in kept::all(&self.services.db).await? {
            let outcome = cases::run(&self.services, &replayer, &case, today).await?;
            went.push(item(KeptCase { outcome: Some(outcome), ..case }));
        }
        Ok(went)
    }

    async fn two_runs(&self, a: &str, b: Option<&str>) -> Result<TwoRuns, AppError> {
        self.must_review()?;
        let db = &self.services.db;
        let one = runs::get(db, a).await?;
        self.opens_run(a).await?;
        let other = match b {
            Some(b) => {
                self.opens_run(b).await?;
                Some(runs::get(db, b).await?)
            }
            None => None,
        };
        let others = runs::of_question(db, &one.question, SAME_QUESTION).await?;
        let label =
            |told: runs::RunSummary| (told.id, format!("{}, {}", model::time::full_time(told.created_at), told.status));
        let others = others.into_iter().filter(|told| told.id != a).map(label).collect();
        Ok(TwoRuns { a: one, b: other, others, strategies: self.services.agent.strategies().collect() })
    }

    async fn fork(&self, run: &str, new: NewFork) -> Result<SubmittedRun, AppError> {
        self.must_review()?;
        self.may_ask(new.strategy).await?;
        self.opens_run(run).await?;
        let asked = self.services.agent.fork(run, new, &self.caller.name, self.channel).await?;
        self.asked(asked, 0).await
    }

    async fn tool_names(&self) -> Result<Vec<String>, AppError> {
        Ok(self.services.agent.tools().all().iter().map(|t| t.name.to_string()).collect())
    }
}

/// The turn that is meant if none is named.
fn only_turn(runs: Vec<Run>) -> Result<String, AppError> {
    let mut ids: Vec<String> = runs.into_iter().map(|run| run.id).collect();
    match (ids.pop(), ids.is_empty()) {
        (Some(id), true) => Ok(id),
        (None, _) => {
            Err(AppError::invalid("runId", "Nothing was asked in this conversation yet, so there is no turn to rate."))
        }
        (Some(last), false) => {
            let all = ids.into_iter().chain([last]).collect::<Vec<_>>().join(", ");
            Err(AppError::invalid("runId", format!("runId is missing. It must be one of the turns: {all}.")))
        }
    }
}

fn item(kept: KeptCase) -> CaseItem {
    let KeptCase { case, made_by, made_at, outcome } = kept;
    let expected = case.expected.iter().map(|expected| format!("The answer {expected}"));
    CaseItem {
        run_id: case.recorded.as_ref().and_then(|recording| recording.runs.last()).map(|run| run.id.clone()),
        expected: case.declined.then(|| "It is not answered".to_owned()).into_iter().chain(expected).collect(),
        answer: cases::before(&case).unwrap_or_default(),
        id: case.id,
        question: case.question,
        correct: case.correct,
        made_by,
        made_at,
        outcome,
    }
}

/// # Errors
/// `Invalid` for a note that is too long.
pub(super) fn check_note(note: Option<&str>) -> Result<(), AppError> {
    if note.is_some_and(|n| n.chars().count() > MAX_NOTE) {
        return Err(AppError::invalid("note", format!("The note is longer than {MAX_NOTE} characters. Shorten it.")));
    }
    Ok(())
}

fn check(filter: &ReviewFilter) -> Result<(), AppError> {
    let one_of = |field: &str, value: &Option<String>, known: &[&str]| match value.as_deref() {
        Some(v) if !v.is_empty() && !known.contains(&v) => {
            Err(AppError::invalid(field, format!("{field} is \"{v}\"; it must be one of {}.", known.join(", "))))
        }
        _ => Ok(()),
    };
    one_of("status", &filter.status, &["active", "completed", "error"])?;
    one_of("rating", &filter.rating, &["good", "partly", "bad", "none"])?;
    one_of("sort", &filter.sort, &["newest", "risk", "oldest", "slowest", "queue"])?;
    check_range(filter.from, filter.to)?;
    check_page(filter.limit, filter.offset)
}

//! Reviewing sessions. Every call needs an admin (E-024).

use app::api::review::Review;
use async_trait::async_trait;
use model::account::Action;
use model::error::AppError;
use model::review::metrics::Metrics;
use model::review::{NewRating, Rating, ReviewFilter, SessionDetail, SessionItem};
use model::session::Page;

use super::Api;
use super::audit::{conversation, rated};
use crate::store::{metrics, review, runs, sessions};

/// The longest note, in characters.
const MAX_NOTE: usize = 4_000;

/// Days that the figures of the service are counted over, when nothing is said and at most.
const DAYS: (i64, i64) = (30, 3_650);

impl Api {
    /// How the service has done in the last days.
    ///
    /// # Errors
    /// `Forbidden` for who may not review; `Invalid` for a number of days that is none.
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
        Ok(review::sessions(&self.services.db, &filter).await?)
    }

    async fn review_session(&self, id: &str) -> Result<SessionDetail, AppError> {
        self.must_review()?;
        let db = &self.services.db;
        let session = review::session(db, id).await?;
        self.opens(id).await?;
        Ok(SessionDetail {
            session,
            runs: runs::of_session(db, id).await?,
            ratings: sessions::ratings(db, id).await?,
            feedback: sessions::feedback::of_session(db, id).await?,
        })
    }

    async fn rate(&self, session_id: &str, rating: NewRating) -> Result<Rating, AppError> {
        self.must_review()?;
        check_note(rating.note.as_deref())?;
        sessions::keep::kept(&self.services.db, session_id).await?;
        self.audit(Action::Rated, conversation(session_id), rated(&rating)).await?;
        let id = self.services.world.id();
        let now = self.services.world.now();
        Ok(sessions::rate(&self.services.db, session_id, &id, &rating, &self.caller.name, now).await?)
    }

    async fn tool_names(&self) -> Result<Vec<String>, AppError> {
        Ok(self.services.agent.tools().all().iter().map(|t| t.name.to_string()).collect())
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
    one_of("rating", &filter.rating, &["good", "bad", "none"])?;
    one_of("sort", &filter.sort, &["newest", "risk", "oldest", "slowest"])?;
    if let (Some(from), Some(to)) = (filter.from, filter.to)
        && from > to
    {
        return Err(AppError::invalid("from", format!("The range is inverted: {from} lies after {to}.")));
    }
    if filter.limit.is_some_and(|n| !(1..=200).contains(&n)) {
        return Err(AppError::invalid("limit", "limit must be from 1 to 200."));
    }
    if filter.offset.is_some_and(|n| n < 0) {
        return Err(AppError::invalid("offset", "offset must be 0 or more."));
    }
    Ok(())
}

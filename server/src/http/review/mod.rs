//! The forms of the review pages: rating a turn, creating a case from it, running and deleting cases.

use app::api::review::Review;
use app::components::words::segment;
use axum::extract::Path;
use axum::response::Redirect;
use model::error::AppError;
use model::review::case::NewCase;
use model::review::two_runs::NewFork;
use model::review::{NewRating, NewTurnRating};

use super::body::{filled, word};
use super::caller::FromPage;
use super::error::FormProblem;

/// How long a page waits for a run that was asked again.
const FORK_TIMEOUT: std::time::Duration = std::time::Duration::from_secs(20);

/// `POST /review/{id}/rate`: the rating of a turn. Redirects to the session.
pub async fn rate(
    FromPage(api): FromPage,
    Path(id): Path<String>,
    body: bytes::Bytes,
) -> Result<Redirect, FormProblem> {
    let rating = rating_of(&body)?;
    let fault = filled(&body, "fault").map(|text| word("fault", &text)).transpose()?;
    let (run_id, correct) = (filled(&body, "run"), filled(&body, "correct"));
    let NewRating { rating, note, reasons } = rating;
    api.rate(&id, NewTurnRating { run_id, rating, note, reasons, fault, correct }).await?;
    Ok(Redirect::to(&format!("/review/{}?saved={rating}", segment(&id))))
}

/// `POST /review/{id}/case`: creates a case from a turn. Redirects to the list of cases.
pub async fn make(FromPage(api): FromPage, Path(_): Path<String>, body: bytes::Bytes) -> Result<Redirect, FormProblem> {
    let parts = form_urlencoded::parse(&body).filter(|(name, _)| name == "parts");
    let text = |name| filled(&body, name).unwrap_or_default();
    let new = NewCase {
        run_id: text("run"),
        parts: parts.filter_map(|(_, place)| place.parse().ok()).collect(),
        says: text("says"),
        not: text("not"),
        correct: filled(&body, "correct"),
    };
    let id = api.make_case(new).await?;
    Ok(Redirect::to(&format!("/quality#case-{}", segment(&id))))
}

/// `POST /quality`: runs the cases or deletes one, agrees to a correction or withdraws it.
pub async fn cases(FromPage(api): FromPage, body: bytes::Bytes) -> Result<Redirect, FormProblem> {
    match (filled(&body, "run").as_deref(), filled(&body, "delete")) {
        (_, Some(id)) => api.delete_case(&id).await?,
        (Some(against @ ("recorded" | "today")), _) => drop(api.run_cases(against == "today").await?),
        _ => match (filled(&body, "agree"), filled(&body, "take-back")) {
            (Some(id), _) => api.settle_correction(&id, true).await?,
            (_, Some(id)) => api.settle_correction(&id, false).await?,
            _ => return Err(AppError::invalid("run", "run must be recorded or today.").into()),
        },
    }
    Ok(Redirect::to("/quality"))
}

/// `POST /runs/{id}/correct`: the correct reading of a question. Redirects to corrections that wait for a second
/// reviewer.
pub async fn correct(
    FromPage(api): FromPage,
    Path(id): Path<String>,
    body: bytes::Bytes,
) -> Result<Redirect, FormProblem> {
    api.correct(&id, &filled(&body, "rows").unwrap_or_default()).await?;
    Ok(Redirect::to("/quality#corrections"))
}

/// `POST /runs/{id}/fork`: asks again from a step, and redirects to both runs once the new one is finished or takes
/// long.
pub async fn fork(
    FromPage(api): FromPage,
    Path(id): Path<String>,
    body: bytes::Bytes,
) -> Result<Redirect, FormProblem> {
    let args = filled(&body, "args").map(|text| serde_json::from_str(&text)).transpose();
    let new = NewFork {
        at: filled(&body, "at").and_then(|text| text.parse().ok()).unwrap_or_default(),
        strategy: filled(&body, "strategy").map(|text| word("strategy", &text)).transpose()?,
        model: filled(&body, "model"),
        args: args.map_err(|error| AppError::invalid("args", format!("args: this is no JSON: {error}.")))?,
    };
    let asked = api.fork(&id, new).await?;
    let _ = tokio::time::timeout(FORK_TIMEOUT, api.services.agent.finish(&asked.run_id)).await;
    Ok(Redirect::to(&format!("/runs/{}/compare?with={}", segment(&id), segment(&asked.run_id))))
}

/// The fields of a rating form.
pub(super) fn rating_of(body: &[u8]) -> Result<NewRating, AppError> {
    let (mut verdict, mut reasons) = (None, Vec::new());
    for (name, value) in form_urlencoded::parse(body) {
        match &*name {
            "rating" => verdict = Some(word("rating", &value)?),
            "reasons" => reasons.push(word("reasons", &value)?),
            _ => {}
        }
    }
    let rating = verdict.ok_or_else(|| AppError::invalid("rating", "Choose good, partly or bad first."))?;
    Ok(NewRating { rating, note: filled(body, "note"), reasons })
}

//! The forms of the review's pages: rating a turn, making a case of it, running and deleting cases.

use app::api::review::Review;
use app::components::words::segment;
use axum::extract::Path;
use axum::response::Redirect;
use model::error::AppError;
use model::review::case::NewCase;
use model::review::two_runs::NewFork;
use model::review::{NewRating, NewTurnRating};

use super::error::FormProblem;
use crate::api::Api;

/// How long a page waits for a run that was asked again.
const FORKED: std::time::Duration = std::time::Duration::from_secs(20);

/// `POST /review/{id}/rate`: the rating of a turn. Goes back to the session.
pub async fn rate(mut api: Api, Path(id): Path<String>, body: bytes::Bytes) -> Result<Redirect, FormProblem> {
    api.channel = "web";
    let rating = rating_of(&body)?;
    let fault = given(&body, "fault").map(|text| text.parse()).transpose();
    let fault = fault.map_err(|detail: String| AppError::invalid("fault", format!("fault: {detail}.")))?;
    let (run_id, correct) = (given(&body, "run"), given(&body, "correct"));
    let NewRating { rating, note, reasons } = rating;
    api.rate(&id, NewTurnRating { run_id, rating, note, reasons, fault, correct }).await?;
    Ok(Redirect::to(&format!("/review/{}?saved={rating}", segment(&id))))
}

/// `POST /review/{id}/case`: makes a case of a turn. Goes on to the list of cases.
pub async fn make(mut api: Api, Path(_): Path<String>, body: bytes::Bytes) -> Result<Redirect, FormProblem> {
    api.channel = "web";
    let parts = form_urlencoded::parse(&body).filter(|(name, _)| name == "parts");
    let text = |name| given(&body, name).unwrap_or_default();
    let new = NewCase {
        run_id: text("run"),
        parts: parts.filter_map(|(_, place)| place.parse().ok()).collect(),
        says: text("says"),
        not: text("not"),
        correct: given(&body, "correct"),
    };
    let id = api.make_case(new).await?;
    Ok(Redirect::to(&format!("/quality#case-{}", segment(&id))))
}

/// `POST /quality`: runs the cases or deletes one, agrees to a correction or takes it back.
pub async fn cases(mut api: Api, body: bytes::Bytes) -> Result<Redirect, FormProblem> {
    api.channel = "web";
    match (given(&body, "run").as_deref(), given(&body, "delete")) {
        (_, Some(id)) => api.delete_case(&id).await?,
        (Some(against @ ("recorded" | "today")), _) => drop(api.run_cases(against == "today").await?),
        _ => match (given(&body, "agree"), given(&body, "take-back")) {
            (Some(id), _) => api.settle_correction(&id, true).await?,
            (_, Some(id)) => api.settle_correction(&id, false).await?,
            _ => return Err(AppError::invalid("run", "run must be recorded or today.").into()),
        },
    }
    Ok(Redirect::to("/quality"))
}

/// `POST /runs/{id}/correct`: how a question should have been read. Goes on to what waits for a second reviewer.
pub async fn correct(mut api: Api, Path(id): Path<String>, body: bytes::Bytes) -> Result<Redirect, FormProblem> {
    api.channel = "web";
    api.correct(&id, &given(&body, "rows").unwrap_or_default()).await?;
    Ok(Redirect::to("/quality#corrections"))
}

/// `POST /runs/{id}/fork`: asks again from a step, and goes on to both runs once the new one is over or has taken a while.
pub async fn fork(mut api: Api, Path(id): Path<String>, body: bytes::Bytes) -> Result<Redirect, FormProblem> {
    api.channel = "web";
    let wrong = |field: &'static str, detail: String| AppError::invalid(field, format!("{field}: {detail}."));
    let strategy = given(&body, "strategy").map(|text| text.parse()).transpose();
    let args = given(&body, "args").map(|text| serde_json::from_str(&text)).transpose();
    let new = NewFork {
        at: given(&body, "at").and_then(|text| text.parse().ok()).unwrap_or_default(),
        strategy: strategy.map_err(|detail| wrong("strategy", detail))?,
        model: given(&body, "model"),
        args: args.map_err(|error| wrong("args", format!("this is not JSON: {error}")))?,
    };
    let asked = api.fork(&id, new).await?;
    let _ = tokio::time::timeout(FORKED, api.services.agent.finish(&asked.run_id)).await;
    Ok(Redirect::to(&format!("/runs/{}/compare?with={}", segment(&id), segment(&asked.run_id))))
}

/// A field that is filled in.
fn given(body: &[u8], name: &str) -> Option<String> {
    let value = form_urlencoded::parse(body).find(|(n, _)| n == name).map(|(_, value)| value.trim().to_owned());
    value.filter(|value| !value.is_empty())
}

/// The fields of a form that rates.
pub(super) fn rating_of(body: &[u8]) -> Result<NewRating, AppError> {
    let wrong = |field: &'static str| move |detail: String| AppError::invalid(field, format!("{field}: {detail}."));
    let (mut verdict, mut reasons) = (None, Vec::new());
    for (name, value) in form_urlencoded::parse(body) {
        match &*name {
            "rating" => verdict = Some(value.parse().map_err(wrong("rating"))?),
            "reasons" => reasons.push(value.parse().map_err(wrong("reasons"))?),
            _ => {}
        }
    }
    let rating = verdict.ok_or_else(|| AppError::invalid("rating", "Choose good, partly or bad first."))?;
    Ok(NewRating { rating, note: given(body, "note"), reasons })
}

//! Voice in a call: a recording is said as its words, and a reply is read aloud, where a speech server is set up.

use app::api::support::Support;
use axum::extract::{Multipart, Path};
use axum::http::header;
use axum::response::{IntoResponse, Redirect, Response};
use model::error::AppError;

use crate::api::Api;
use crate::http::error::{FormProblem, Problem};
use crate::speech::Speech;

/// The largest recording, in bytes: minutes of speech.
pub const MOST: usize = 8 << 20;

fn speech(api: &Api) -> Result<&Speech, AppError> {
    let none = || AppError::not_found("No speech server is set up (PLUMBLINE_SPEECH_URL).");
    api.services.speech.as_deref().ok_or_else(none)
}

/// `POST /desk/calls/{id}/voice`: a recording, in the field `audio`. Goes on to the page of the call.
pub async fn hear(
    api: Api,
    Path(id): Path<String>,
    multipart: Result<Multipart, axum::extract::multipart::MultipartRejection>,
) -> Result<Response, FormProblem> {
    let view = api.call(&id).await?;
    let language = view.state.map_or(view.call.language, |state| state.language);
    let speech = speech(&api)?;
    let missing = || AppError::invalid("audio", "Record something first, or choose a recording of at most 8 MiB.");
    let mut multipart = multipart.map_err(|_| missing())?;
    while let Some(field) = multipart.next_field().await.map_err(|_| missing())? {
        if field.name() != Some("audio") {
            continue;
        }
        let kind = field.content_type().unwrap_or_default().to_owned();
        let audio = field.bytes().await.map_err(|_| missing())?;
        if audio.is_empty() {
            break;
        }
        let boundary = format!("plumbline-{}", api.services.world.id());
        let said = speech.hear(&audio, &kind, language, &boundary).await?;
        api.say(&id, &said).await?;
        return Ok(Redirect::to(&format!("/support/{id}")).into_response());
    }
    Err(missing().into())
}

/// `GET /api/support/calls/{id}/speech/{run}`: the reply of a run as audio.
pub async fn speak(api: Api, Path((id, run)): Path<(String, String)>) -> Result<Response, Problem> {
    let view = api.call(&id).await?;
    let answer = view.runs.into_iter().find(|r| r.id == run).and_then(|run| run.answer);
    let text = answer.ok_or_else(|| AppError::not_found("This call has no such reply."))?.text;
    let (kind, bytes) = speech(&api)?.speak(&text).await?;
    Ok(([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "private, max-age=3600".into())], bytes).into_response())
}

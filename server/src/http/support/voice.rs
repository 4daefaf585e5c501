//! Voice in a call: a recording is transcribed and treated as a message, and a reply is read aloud, if a speech server
//! is configured.

use app::api::support::Support;
use axum::extract::{Multipart, Path};
use axum::http::header;
use axum::response::{IntoResponse, Redirect, Response};
use model::error::AppError;
use model::privacy::SentKind;

use crate::api::Api;
use crate::http::error::{FormProblem, Problem};
use crate::speech::Speech;
use crate::store::sent::NewSent;

/// Maximum size of a recording, in bytes: minutes of speech.
pub const MOST: usize = 8 << 20;

fn speech(api: &Api) -> Result<&Speech, AppError> {
    let none = || AppError::not_found("No speech server is set up (PLUMBLINE_SPEECH_URL).");
    api.services.speech.as_deref().ok_or_else(none)
}

/// What leaves this machine is recorded with everything else that left it for a run.
fn written_down(api: &Api, speech: &Speech, run_id: String, at: i64, purpose: &str, body: String) {
    let (kind, to, purpose) = (SentKind::Speech, "speech".to_owned(), purpose.to_owned());
    let (host, body) = (speech.host.clone(), body.into_bytes());
    api.services.agent.sent().add(NewSent {
        run_id,
        at,
        kind,
        to,
        host,
        purpose,
        roles: vec!["user"],
        tokens: 0,
        body,
    });
}

/// `POST /desk/calls/{id}/voice`: a recording, in the field `audio`. Redirects to the page of the call.
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
        let at = api.services.world.now();
        let said = speech.hear(&audio, &kind, language, &boundary).await?;
        if let Some(run) = api.say(&id, &said).await? {
            let body = format!("A recording of {} bytes, heard as: {said}", audio.len());
            written_down(&api, speech, run.run_id, at, "hear", body);
        }
        return Ok(Redirect::to(&format!("/support/{id}")).into_response());
    }
    Err(missing().into())
}

/// `GET /api/support/calls/{id}/speech/{run}`: the reply of a run as audio.
pub async fn speak(api: Api, Path((id, run)): Path<(String, String)>) -> Result<Response, Problem> {
    let view = api.call(&id).await?;
    let answer = view.runs.into_iter().find(|r| r.id == run).and_then(|found| found.answer);
    let text = answer.ok_or_else(|| AppError::not_found("This call has no such reply."))?.text;
    let speech = speech(&api)?;
    written_down(&api, speech, run, api.services.world.now(), "speak", text.clone());
    let (kind, bytes) = speech.speak(&text).await?;
    Ok(([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "private, max-age=3600".into())], bytes).into_response())
}

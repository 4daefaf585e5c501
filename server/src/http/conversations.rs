//! What people keep: conversations and actions on them, over REST and by forms that work without scripts.

use app::api::conversations::Conversations;
use app::components::words::segment;
use axum::extract::Path;
use axum::response::{IntoResponse, NoContent, Redirect, Response};
use model::approval::Waiting;
use model::error::AppError;
use model::review::NewRating;
use model::run::Usage;
use model::session::{Conversation, ConversationItem, Keep, Page, SharedLink};
use model::time::day_of;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::accounts::once;
use super::body::{Json, JsonReply, Query, parse_form};
use super::docs::Download;
use super::error::{FormProblem, Problem};
use super::guard::peer::Peer;
use super::research::scored;
use super::response::Spent;
use super::review::rating_of;
use crate::api::Api;
use crate::export::{self, Format};

#[derive(Deserialize, JsonSchema)]
pub struct Find {
    /// Searches questions, answers and names.
    q: Option<String>,
}

/// `GET /api/research/conversations?q=`: those that contain the words, at most 100.
pub async fn list(api: Api, Query(find): Query<Find>) -> JsonReply<Page<ConversationItem>> {
    Ok(axum::Json(Page::of(api.conversations(find.q.as_deref().unwrap_or_default(), 1).await?)))
}

/// `GET /api/research/conversation/{id}`: its runs, and their total cost (B-030).
pub async fn get(api: Api, Path(id): Path<String>) -> JsonReply<Whole> {
    Ok(axum::Json(whole(&api, api.conversation(&id).await?)))
}

/// A conversation with the total cost of its runs.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Whole {
    #[serde(flatten)]
    conversation: Conversation,
    usage: Spent,
}

fn whole(api: &Api, mut conversation: Conversation) -> Whole {
    conversation.runs = conversation.runs.into_iter().map(|run| scored(api, run)).collect();
    let mut spent = Usage::default();
    conversation.runs.iter().for_each(|run| spent.add(&run.usage));
    Whole { conversation, usage: Spent::from_usage(&spent) }
}

/// `PATCH …`: its name, and whether it is pinned.
pub async fn keep(api: Api, Path(id): Path<String>, Json(keep): Json<Keep>) -> Result<NoContent, Problem> {
    api.keep(&id, keep).await?;
    Ok(NoContent)
}

/// `DELETE …`: deletes it for everyone; it can be restored for an hour.
pub async fn delete(api: Api, Path(id): Path<String>) -> Result<NoContent, Problem> {
    api.delete_conversation(&id).await?;
    Ok(NoContent)
}

/// `POST …/restore`.
pub async fn restore(api: Api, Path(id): Path<String>) -> Result<NoContent, Problem> {
    api.restore(&id).await?;
    Ok(NoContent)
}

/// `POST …/share`: a link for reading it, shown only once; an earlier one becomes invalid.
pub async fn share(api: Api, Path(id): Path<String>) -> JsonReply<SharedLink> {
    Ok(axum::Json(api.share(&id).await?))
}

/// `DELETE …/share`: the link becomes invalid.
pub async fn unshare(api: Api, Path(id): Path<String>) -> Result<NoContent, Problem> {
    api.unshare(&id).await?;
    Ok(NoContent)
}

/// `GET /api/shared/{token}`: the shared conversation.
pub async fn shared(api: Api, Path(token): Path<String>) -> JsonReply<Whole> {
    Ok(axum::Json(whole(&api, api.shared(&token).await?)))
}

#[derive(Deserialize, JsonSchema)]
pub struct As {
    /// Default: `markdown`.
    format: Option<Format>,
}

/// `GET …/export?format=markdown|html`: the conversation as a self-contained file.
pub async fn file(api: Api, Path(id): Path<String>, Query(query): Query<As>) -> Result<Download, Problem> {
    let format = query.format.unwrap_or_default();
    let conversation = api.exported_conversation(&id, format).await?;
    let text = tokio::task::spawn_blocking(move || export::write(&conversation, format, || api.services.signer()))
        .await
        .map_err(|_| AppError::internal())?
        .map_err(|error| {
            tracing::error!(%error, "the signing key cannot be opened");
            AppError::internal()
        })?;
    let name = format!("conversation-{}.{}", segment(&id), format.ending());
    Ok(Download::new(format.media_type(), &name, text))
}

/// `POST /api/research/runs/{id}/feedback`: feedback on the answer by the person who asked.
pub async fn feedback(api: Api, Path(id): Path<String>, Json(rating): Json<NewRating>) -> Result<NoContent, Problem> {
    api.feedback(&id, rating).await?;
    Ok(NoContent)
}

/// `GET /api/research/approvals`: proposals that wait for a decision.
pub async fn waiting(api: Api) -> JsonReply<Page<Waiting>> {
    Ok(axum::Json(Page::of(api.waiting().await?)))
}

#[derive(Deserialize)]
struct Act {
    act: String,
    title: Option<String>,
}

/// `POST /desk/conversation/{id}`: the forms of the list and of the conversation's own page.
pub async fn act(api: Api, peer: Peer, Path(id): Path<String>, body: bytes::Bytes) -> Result<Response, FormProblem> {
    let to = format!("/c/{}", segment(&id));
    let form: Act = parse_form(&body)?;
    let pin = |pinned| Keep { pinned: Some(pinned), ..Keep::default() };
    match form.act.as_str() {
        "rename" => api.keep(&id, Keep { title: Some(form.title.unwrap_or_default()), ..Keep::default() }).await?,
        "pin" => api.keep(&id, pin(true)).await?,
        "unpin" => api.keep(&id, pin(false)).await?,
        "share" => {
            let SharedLink { path, until, .. } = api.share(&id).await?;
            let says = format!(
                "Anyone who can sign in here and has this link can read the conversation until {}. \
                The link is not shown again.",
                day_of(until)
            );
            return Ok(once("A link to read the conversation", &says, &format!("{}{path}", peer.origin), &to));
        }
        "unshare" => api.unshare(&id).await?,
        "restore" => api.restore(&id).await?,
        "delete" => {
            api.delete_conversation(&id).await?;
            return Ok(Redirect::to(&format!("/?deleted={}", segment(&id))).into_response());
        }
        other => {
            let known = "rename, pin, unpin, share, unshare, delete, restore";
            return Err(AppError::invalid("act", format!("act is \"{other}\"; it must be one of {known}.")).into());
        }
    }
    Ok(Redirect::to(&to).into_response())
}

/// `POST /desk/feedback/{run}`: the form under an answer. Redirects back to it.
pub async fn say(api: Api, Path(id): Path<String>, body: bytes::Bytes) -> Result<Redirect, FormProblem> {
    let rating = rating_of(&body)?;
    api.feedback(&id, rating).await?;
    let run = app::api::research::Research::run(&api, &id).await?;
    Ok(Redirect::to(&format!("/c/{}#said-{}", segment(&run.session_id), segment(&id))))
}

//! Watched figures over REST, and the forms of their pages.

use app::api::watches::Watches;
use app::components::words::segment;
use axum::extract::Path;
use axum::response::{NoContent, Redirect};
use model::error::AppError;
use model::session::Page;
use model::session::watch::{Chats, NewChat, NewWatch, Rule, WatchChoices, WatchItem, WatchTrial};

use super::body::{Json, JsonReply, Query, field, filled, word};
use super::caller::FromPage;
use super::error::{FormProblem, Problem};
use crate::api::Api;

/// `GET /api/watches`.
pub async fn list(api: Api) -> JsonReply<Page<WatchItem>> {
    Ok(axum::Json(Page::of(api.watches().await?)))
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
pub struct OfRun {
    /// The id of the run whose answer has the figures.
    run: String,
}

/// `GET /api/watches/choices?run=`: the figures of an answer, and the ways for messages.
pub async fn choices(api: Api, Query(query): Query<OfRun>) -> JsonReply<WatchChoices> {
    Ok(axum::Json(api.watch_choices(&query.run).await?))
}

/// `POST /api/watches`.
pub async fn begin(api: Api, Json(new): Json<NewWatch>) -> JsonReply<WatchItem> {
    Ok(axum::Json(api.begin_watch(new).await?))
}

/// `POST /api/watches/{id}/pause`.
pub async fn pause(api: Api, Path(id): Path<String>) -> Result<NoContent, Problem> {
    api.pause_watch(&id).await?;
    Ok(NoContent)
}

/// `POST /api/watches/{id}/resume`.
pub async fn resume(api: Api, Path(id): Path<String>) -> Result<NoContent, Problem> {
    api.resume_watch(&id).await?;
    Ok(NoContent)
}

/// `POST /api/watches/{id}/try`: sends the figure as it is now, as a trial.
pub async fn try_now(api: Api, Path(id): Path<String>) -> JsonReply<WatchTrial> {
    Ok(axum::Json(api.try_watch(&id).await?))
}

/// `DELETE /api/watches/{id}`.
pub async fn delete(api: Api, Path(id): Path<String>) -> Result<NoContent, Problem> {
    api.delete_watch(&id).await?;
    Ok(NoContent)
}

/// `GET /api/chats`.
pub async fn chats(api: Api) -> JsonReply<Chats> {
    Ok(axum::Json(api.chats().await?))
}

/// `POST /api/chats`.
pub async fn put_chat(api: Api, Json(new): Json<NewChat>) -> Result<NoContent, Problem> {
    api.put_chat(new).await?;
    Ok(NoContent)
}

/// `DELETE /api/chats/{name}`.
pub async fn delete_chat(api: Api, Path(name): Path<String>) -> Result<NoContent, Problem> {
    api.delete_chat(&name).await?;
    Ok(NoContent)
}

/// `POST /desk/chats`: the form of the page, and its buttons, which name the chat to remove.
pub async fn chats_form(FromPage(api): FromPage, body: bytes::Bytes) -> Result<Redirect, FormProblem> {
    match filled(&body, "remove") {
        Some(name) => api.delete_chat(&name).await?,
        None => {
            let text = |name: &str| filled(&body, name).unwrap_or_default();
            api.put_chat(NewChat { name: text("name"), kind: word("kind", &text("kind"))?, url: text("url") }).await?;
        }
    }
    Ok(Redirect::to("/settings/mail#chats"))
}

/// A number as people write it: "1,234.5", "5 %".
fn number(form: &[u8], name: &str) -> Result<f64, AppError> {
    let text = filled(form, name).unwrap_or_default();
    let plain: String = text.replace('−', "-").chars().filter(|c| !matches!(c, '%' | ' ' | '\u{a0}')).collect();
    let decimal_comma = !plain.contains('.') && plain.rsplit_once(',').is_some_and(|(_, digits)| digits.len() != 3);
    let plain = if decimal_comma { plain.replace(',', ".") } else { plain.replace(',', "") };
    plain.parse().map_err(|_| AppError::invalid(name, format!("\"{text}\" is not a number. Enter one such as 5.")))
}

/// The rule of the form: each kind has its own fields.
fn rule(form: &[u8]) -> Result<Rule, AppError> {
    let chosen = |name: &str| filled(form, name).unwrap_or_default();
    match chosen("when").as_str() {
        "changes" => Ok(Rule::Changes { by: number(form, "by")?, unit: word("unit", &chosen("unit"))? }),
        "passes" => Ok(Rule::Passes { level: number(form, "level")?, side: word("side", &chosen("side"))? }),
        "at" => {
            let hour = chosen("hour").parse().map_err(|_| AppError::invalid("hour", "Choose an hour from 0 to 23."))?;
            Ok(Rule::At { every: word("every", &chosen("every"))?, hour })
        }
        _ => Err(AppError::invalid("when", "Choose when to be told: changes, passes or at.")),
    }
}

/// `POST /watches`: the form of a new watch.
pub async fn begin_form(FromPage(api): FromPage, body: bytes::Bytes) -> Result<Redirect, FormProblem> {
    let new = NewWatch {
        run: field(&body, "run").unwrap_or_default(),
        figure: filled(&body, "figure"),
        rule: rule(&body)?,
        way: filled(&body, "way").unwrap_or_default(),
        to: filled(&body, "to"),
    };
    let watch = api.begin_watch(new).await?;
    Ok(Redirect::to(&format!("/watches?begun={}", segment(&watch.id))))
}

/// `POST /watches/{id}`: the buttons of the page.
pub async fn act(FromPage(api): FromPage, Path(id): Path<String>, body: bytes::Bytes) -> Result<Redirect, FormProblem> {
    match field(&body, "act").unwrap_or_default().as_str() {
        "pause" => api.pause_watch(&id).await?,
        "resume" => api.resume_watch(&id).await?,
        "delete" => api.delete_watch(&id).await?,
        "try" => {
            api.try_watch(&id).await?;
            return Ok(Redirect::to(&format!("/watches?tried={}", segment(&id))));
        }
        other => {
            let detail = format!("act is \"{other}\"; it must be one of pause, resume, try, delete.");
            return Err(AppError::invalid("act", detail).into());
        }
    }
    Ok(Redirect::to("/watches"))
}

#[cfg(test)]
mod tests {
    use model::session::watch::{Every, Side, Unit};

    use super::*;

    #[test]
    fn numbers_are_read_as_people_write_them() {
        for (text, want) in [("5", 5.0), ("1,234.5", 1234.5), ("1,234", 1234.0), ("2,5", 2.5), ("-3", -3.0)] {
            assert_eq!(number(format!("by={text}").as_bytes(), "by").unwrap(), want, "{text}");
        }
        assert!(number(b"by=many", "by").is_err() && number(b"", "by").is_err());
    }

    #[test]
    fn each_kind_of_rule_reads_its_own_fields() {
        let form = |when: &str| format!("when={when}&by=5&unit=percent&level=300&side=below&every=monday&hour=9");
        let all = [
            ("changes", Rule::Changes { by: 5.0, unit: Unit::Percent }),
            ("passes", Rule::Passes { level: 300.0, side: Side::Below }),
            ("at", Rule::At { every: Every::Monday, hour: 9 }),
        ];
        for (when, want) in all {
            assert_eq!(rule(form(when).as_bytes()).unwrap(), want);
        }
        assert!(rule(b"when=never").is_err() && rule(b"when=at&every=day&hour=late").is_err());
    }
}

//! Replies whose form is not told by their content alone, each with what it says of itself in the description.

use aide::OperationOutput;
use aide::generate::GenContext;
use aide::openapi::{MediaType, Operation, Response as Described, StatusCode as Code};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use model::session::SubmittedRun;
use schemars::JsonSchema;
use serde::Serialize;

use super::io::{content, described};

type Said = Vec<(Option<Code>, Described)>;

/// 202: it is under way.
pub struct Accepted;

/// 201 with what was made.
pub struct Created<T>(pub T);

/// A file to keep.
pub struct Download(pub Response);

/// Server-sent events.
pub struct EventStream(pub Response);

/// The whole, or with `?wait=false` the ids under which it goes on.
pub enum OrIds<T> {
    Whole(Box<T>),
    Ids(SubmittedRun),
}

/// A reply, or for who accepts `text/event-stream` its events.
pub enum OrEvents<R> {
    Reply(R),
    Events(EventStream),
}

impl IntoResponse for Accepted {
    fn into_response(self) -> Response {
        StatusCode::ACCEPTED.into_response()
    }
}

impl<T: Serialize> IntoResponse for Created<T> {
    fn into_response(self) -> Response {
        (StatusCode::CREATED, axum::Json(self.0)).into_response()
    }
}

impl IntoResponse for Download {
    fn into_response(self) -> Response {
        self.0
    }
}

impl IntoResponse for EventStream {
    fn into_response(self) -> Response {
        self.0
    }
}

impl<T: Serialize> IntoResponse for OrIds<T> {
    fn into_response(self) -> Response {
        match self {
            Self::Whole(whole) => axum::Json(whole).into_response(),
            Self::Ids(asked) => (StatusCode::ACCEPTED, axum::Json(asked)).into_response(),
        }
    }
}

impl<R: IntoResponse> IntoResponse for OrEvents<R> {
    fn into_response(self) -> Response {
        match self {
            Self::Reply(reply) => reply.into_response(),
            Self::Events(events) => events.into_response(),
        }
    }
}

impl OperationOutput for Accepted {
    type Inner = Self;

    fn inferred_responses(_: &mut GenContext, _: &mut Operation) -> Said {
        vec![(Some(Code::Code(202)), Described { description: "In progress.".into(), ..Described::default() })]
    }
}

impl<T: JsonSchema> OperationOutput for Created<T> {
    type Inner = Self;

    fn inferred_responses(ctx: &mut GenContext, _: &mut Operation) -> Said {
        vec![(Some(Code::Code(201)), described::<T>(ctx, "The created resource."))]
    }
}

impl OperationOutput for Download {
    type Inner = Self;

    fn inferred_responses(ctx: &mut GenContext, _: &mut Operation) -> Said {
        let kinds = ["text/*", "application/jsonl"];
        let content = kinds.into_iter().flat_map(|kind| content::<String>(ctx, kind)).collect();
        vec![(Some(Code::Code(200)), Described { description: "A file.".into(), content, ..Described::default() })]
    }
}

impl OperationOutput for EventStream {
    type Inner = Self;

    fn inferred_responses(_: &mut GenContext, _: &mut Operation) -> Said {
        // Without a schema: some readers take one for that of the whole text, others for that of each event.
        let content = [("text/event-stream".to_owned(), MediaType::default())].into_iter().collect();
        let description = "The run's events: `id` is the event's `seq`, `data` the event as JSON.".into();
        vec![(Some(Code::Code(200)), Described { description, content, ..Described::default() })]
    }
}

impl<T: JsonSchema> OperationOutput for OrIds<T> {
    type Inner = Self;

    fn inferred_responses(ctx: &mut GenContext, _: &mut Operation) -> Said {
        let ids = described::<SubmittedRun>(ctx, "With `?wait=false`: the ids of the conversation and the run.");
        vec![(Some(Code::Code(200)), described::<T>(ctx, "The whole.")), (Some(Code::Code(202)), ids)]
    }
}

impl<R: OperationOutput> OperationOutput for OrEvents<R> {
    type Inner = Self;

    fn inferred_responses(ctx: &mut GenContext, operation: &mut Operation) -> Said {
        let mut all = R::inferred_responses(ctx, operation);
        let events = EventStream::inferred_responses(ctx, operation);
        if let (Some((_, reply)), Some((_, events))) = (all.first_mut(), events.into_iter().next()) {
            reply.content.extend(events.content);
        }
        all
    }
}

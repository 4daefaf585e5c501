//! Replies whose form does not follow from their content alone, each with its description for the API description.

use aide::OperationOutput;
use aide::generate::GenContext;
use aide::openapi::{MediaType, Operation, Response as Described, StatusCode as Code};
use axum::body::Body;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures::{Stream, StreamExt, TryStreamExt, stream};
use model::session::SubmittedRun;
use schemars::JsonSchema;
use serde::Serialize;
use tokio_util::io::ReaderStream;

use super::io::{content, described, response};
use crate::export::table::{self, Rows, Table, TableFormat};
use crate::export::workbook;

type Said = Vec<(Option<Code>, Described)>;

/// 202: in progress.
pub struct Accepted;

/// 201 with the created object.
pub struct Created<T>(pub T);

/// A file to download.
pub struct Download(Response);

impl Download {
    /// A file with this media type and name.
    pub fn new(kind: &str, name: &str, body: impl Into<Body>) -> Self {
        let name = format!("attachment; filename=\"{name}\"");
        let head = [(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, name.as_str())];
        Self((head, body.into()).into_response())
    }

    /// Likewise without a name.
    pub fn unnamed(kind: &str, body: String) -> Self {
        Self(([(header::CONTENT_TYPE, kind)], body).into_response())
    }

    /// A table as CSV or as a workbook. CSV is sent while its rows are read.
    pub fn table<E>(
        format: TableFormat,
        table: Table,
        rows: impl Stream<Item = Result<Rows, E>> + Send + 'static,
    ) -> Self
    where
        E: std::error::Error + Send + Sync + 'static,
    {
        let name = format!("{}.{}", table.name, format.ending());
        let body = match format {
            TableFormat::Csv => {
                let head = table::lines([table.columns.into_iter().map(|(name, _)| name).collect()]);
                let lines = rows.map(|part| part.map(table::lines));
                Body::from_stream(stream::once(async { Ok(head) }).chain(lines))
            }
            TableFormat::Xlsx => {
                let file = stream::once(async { workbook::write(table, rows).await.map(tokio::fs::File::from_std) });
                Body::from_stream(file.map_ok(ReaderStream::new).try_flatten())
            }
        };
        Self::new(format.media_type(), &name, body)
    }
}

/// Server-sent events.
pub struct EventStream(pub Response);

/// The whole result, or with `?wait=false` the ids under which it continues.
pub enum OrIds<T> {
    Whole(Box<T>),
    Ids(SubmittedRun),
}

/// A reply, or its events if the client accepts `text/event-stream`.
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
        vec![(Some(Code::Code(202)), response("In progress."))]
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
        let kinds = ["text/*", "application/jsonl", TableFormat::Xlsx.media_type()];
        let content = kinds.into_iter().flat_map(|kind| content::<String>(ctx, kind)).collect();
        vec![(Some(Code::Code(200)), Described { content, ..response("A file.") })]
    }
}

impl OperationOutput for EventStream {
    type Inner = Self;

    fn inferred_responses(_: &mut GenContext, _: &mut Operation) -> Said {
        // Without a schema: some clients apply it to the whole text, others to each event.
        let content = [("text/event-stream".to_owned(), MediaType::default())].into_iter().collect();
        let events = response("Events as they happen, `data` as JSON. Those of a run have their `seq` as `id`.");
        vec![(Some(Code::Code(200)), Described { content, ..events })]
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

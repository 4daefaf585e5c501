//! How extractors and errors are described in the API description.

use aide::generate::GenContext;
use aide::openapi::{MediaType, Operation, RequestBody, Response, SchemaObject, StatusCode};
use aide::operation::{ParamLocation, add_parameters, parameters_from_schema, set_body};
use aide::{OperationInput, OperationOutput};
use schemars::{JsonSchema, Schema};

use crate::api::Api;
use crate::export::table::TableFormat;
use crate::http::body::{Json, OptionalJson, Query};
use crate::http::caller::FromPage;
use crate::http::error::{FormProblem, Problem, ProblemDetails};

/// Callers authenticate by headers; the calls that need it are marked.
impl OperationInput for Api {}

impl OperationInput for FromPage {}

/// The format of a table is the ending of its path.
impl OperationInput for TableFormat {}

impl<T: JsonSchema> OperationInput for Json<T> {
    fn operation_input(ctx: &mut GenContext, operation: &mut Operation) {
        let content = content::<T>(ctx, "application/json").into_iter().collect();
        set_body(ctx, operation, RequestBody { content, required: true, ..RequestBody::default() });
    }
}

impl<T: JsonSchema> OperationInput for OptionalJson<T> {
    fn operation_input(ctx: &mut GenContext, operation: &mut Operation) {
        let content = content::<T>(ctx, "application/json").into_iter().collect();
        set_body(ctx, operation, RequestBody { content, ..RequestBody::default() });
    }
}

impl<T: JsonSchema> OperationInput for Query<T> {
    fn operation_input(ctx: &mut GenContext, operation: &mut Operation) {
        let schema = ctx.schema.subschema_for::<T>();
        let parameters = parameters_from_schema(ctx, schema, ParamLocation::Query);
        add_parameters(ctx, operation, parameters);
    }
}

impl OperationOutput for Problem {
    type Inner = Self;

    fn inferred_responses(ctx: &mut GenContext, _: &mut Operation) -> Vec<(Option<StatusCode>, Response)> {
        let mut problem = described::<ProblemDetails>(ctx, "What is wrong, and how to fix it.");
        problem.content = content::<ProblemDetails>(ctx, "application/problem+json").into_iter().collect();
        vec![(None, problem)]
    }
}

impl OperationOutput for FormProblem {
    type Inner = Self;

    fn inferred_responses(ctx: &mut GenContext, _: &mut Operation) -> Vec<(Option<StatusCode>, Response)> {
        let page = content::<String>(ctx, "text/html").into_iter().collect();
        vec![(None, Response { content: page, ..response("A page that says what is wrong.") })]
    }
}

/// A body of this type.
pub fn content<T: JsonSchema + ?Sized>(ctx: &mut GenContext, kind: &str) -> [(String, MediaType); 1] {
    [media(kind, ctx.schema.subschema_for::<T>())]
}

/// A body of this schema.
pub fn media(kind: &str, json_schema: Schema) -> (String, MediaType) {
    (kind.to_owned(), MediaType { schema: Some(schema(json_schema)), ..MediaType::default() })
}

/// A schema without examples.
pub fn schema(json_schema: Schema) -> SchemaObject {
    SchemaObject { json_schema, example: None, external_docs: None }
}

/// A response without content.
pub fn response(description: &str) -> Response {
    Response { description: description.into(), ..Response::default() }
}

/// A JSON response of this type.
pub fn described<T: JsonSchema>(ctx: &mut GenContext, about: &str) -> Response {
    let content = content::<T>(ctx, "application/json").into_iter().collect();
    Response { content, ..response(about) }
}

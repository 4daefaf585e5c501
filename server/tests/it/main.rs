//! The whole server, started for real on port 0 and spoken to over HTTP, on SQLite and on Postgres.
#![allow(clippy::unwrap_used, clippy::expect_used)] // A test that cannot go on fails.

mod agent;
mod app;
mod approvals;
mod at_once;
mod bad_input;
mod clients;
mod conversations;
mod import;
mod llm;
mod model;
mod operations;
mod outside;
mod postgres;
mod privacy;
mod query;
mod recovery;
mod research;
mod rest;
mod review;
mod routing;
mod scripted_model;
mod site;
mod sources;
mod store_story;
mod support;
mod tools_story;

//! The whole server, started for real on port 0 and used over HTTP, on SQLite and on Postgres.
#![allow(clippy::unwrap_used, clippy::expect_used)] // A test that cannot go on fails.

mod accounts;
mod agent;
mod app;
mod approvals;
mod at_once;
mod audit;
mod backup;
mod bad_input;
mod clients;
mod cluster;
mod conversations;
mod day;
mod disk;
mod documents;
mod embed;
mod guard;
mod import;
mod injection;
mod install;
mod llm;
mod mariadb;
mod model;
mod observe;
mod oidc;
mod openai;
mod operations;
mod outbox;
mod outside;
mod pack;
mod postgres;
mod privacy;
mod query;
mod recovery;
mod research;
mod rest;
mod review;
mod routing;
mod scripted_model;
mod security;
mod seen;
mod settings;
mod site;
mod sources;
mod store_story;
mod support;
mod tools_story;
mod usage;
mod watching;

/// Counts allocations for `agent::cost`.
#[global_allocator]
static ALLOCATOR: &stats_alloc::StatsAlloc<std::alloc::System> = &stats_alloc::INSTRUMENTED_SYSTEM;

//! The whole server, started for real on port 0 and spoken to over HTTP, on SQLite and on Postgres.

mod app;
mod bad_input;
mod postgres;
mod research;
mod review;
mod store_story;

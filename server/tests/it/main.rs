//! The whole server, started for real on port 0 and spoken to over HTTP.
#![allow(clippy::unwrap_used, clippy::expect_used)] // A test that cannot go on fails.

mod tools_story;

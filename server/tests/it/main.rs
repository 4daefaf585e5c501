//! The whole server, started for real on port 0 and spoken to over HTTP.

mod import;
mod import_real;

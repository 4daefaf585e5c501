//! Telemetry for operators: metrics for Prometheus, spans for a collector.

mod collector;
mod metrics;
mod traces;

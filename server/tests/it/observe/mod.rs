//! What those who run a desk are told: counts for Prometheus, spans for a collector.

mod collector;
mod metrics;
mod traces;

//! Tests of the translator.

//! Checks an answer against what the tools returned. Pure code: no I/O, no model, no clock.

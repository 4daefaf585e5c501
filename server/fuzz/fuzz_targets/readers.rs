//! Throws bytes at every reader of text from outside; the first byte chooses which.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| evals::readers::read(data));

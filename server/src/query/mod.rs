//! From words to typed queries: time ranges so far.

//! A bank that never was: one coherent year of it, the same every time from one seed.

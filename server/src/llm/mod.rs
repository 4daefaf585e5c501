//! Models that reason: one client per wire format, a table of providers, retries and prices.

-- Tokens of a run that came from the provider's cache, part of its tokens. Twin of sqlite/0028_cached_tokens.sql.
ALTER TABLE runs ADD COLUMN cached_tokens BIGINT NOT NULL DEFAULT 0;

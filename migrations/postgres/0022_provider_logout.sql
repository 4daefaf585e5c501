-- What the firm's provider says when somebody has signed out there (OpenID Connect Back-Channel Logout 1.0). `sid` is its name of
-- a session, `signed_out_at` when it said so last; of each token that said so, that it was used. Twin of sqlite/0022_provider_logout.sql.
ALTER TABLE sign_ins ADD COLUMN sid TEXT;
CREATE INDEX sign_ins_sid ON sign_ins (sid) WHERE sid IS NOT NULL;
ALTER TABLE accounts ADD COLUMN signed_out_at BIGINT NOT NULL DEFAULT 0;
CREATE TABLE logout_tokens (
    token_hash TEXT PRIMARY KEY,
    expires_at BIGINT NOT NULL
);

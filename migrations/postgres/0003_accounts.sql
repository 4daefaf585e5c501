-- Accounts, what they sign in with, and the audit log. Twin of sqlite/0003_accounts.sql.
-- Secrets are kept as hashes: passwords as argon2id, tokens as SHA-256 in hexadecimal. Times are UTC milliseconds.

-- `subject` is the issuer and the subject of an account that signs in by OpenID Connect. `sees` is JSON.
-- `failures` counts wrong passwords of browsers that it does not know since the last right one; until `locked_until` none
-- of theirs is tried.
CREATE TABLE accounts (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    role TEXT NOT NULL,
    sees TEXT NOT NULL,
    password TEXT,
    subject TEXT UNIQUE,
    disabled BOOLEAN NOT NULL DEFAULT FALSE,
    failures BIGINT NOT NULL DEFAULT 0,
    locked_until BIGINT NOT NULL DEFAULT 0,
    created_at BIGINT NOT NULL,
    signed_in_at BIGINT
);

CREATE TABLE sign_ins (
    token_hash TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX sign_ins_account ON sign_ins (account_id);

-- Browsers that have signed in to an account with its password. What is tried from one is counted here, as in `accounts`:
-- so strangers who try passwords do not keep its owner out.
CREATE TABLE devices (
    token_hash TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    failures BIGINT NOT NULL DEFAULT 0,
    locked_until BIGINT NOT NULL DEFAULT 0,
    created_at BIGINT NOT NULL,
    used_at BIGINT NOT NULL
);
CREATE INDEX devices_account ON devices (account_id);

-- Links that make an account once, or give an account a new password.
CREATE TABLE invitations (
    token_hash TEXT PRIMARY KEY,
    name TEXT,
    role TEXT NOT NULL,
    sees TEXT NOT NULL,
    expires_at BIGINT NOT NULL
);

CREATE TABLE api_tokens (
    id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    token_hash TEXT NOT NULL UNIQUE,
    may TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    used_at BIGINT,
    revoked_at BIGINT
);
CREATE INDEX api_tokens_account ON api_tokens (account_id);

-- It refers to nothing, so that it outlives what it is about, and it is only added to.
CREATE TABLE audit (
    id TEXT PRIMARY KEY,
    at BIGINT NOT NULL,
    who TEXT NOT NULL,
    action TEXT NOT NULL,
    what TEXT NOT NULL,
    detail TEXT NOT NULL,
    address TEXT
);
CREATE INDEX audit_at ON audit (at DESC, id DESC);
CREATE INDEX audit_what ON audit (what, at DESC);
CREATE FUNCTION audit_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the audit log is only added to';
END $$;
CREATE TRIGGER audit_stays BEFORE UPDATE OR DELETE ON audit FOR EACH ROW EXECUTE FUNCTION audit_stays();

-- What was decided and rated before there was a log.
INSERT INTO audit (id, at, who, action, what, detail)
SELECT id, decided_at, decided_by, 'decided', 'run:' || run_id,
    status || ' ' || tool || ', proposal ' || id
FROM approvals WHERE decided_at IS NOT NULL AND decided_by IS NOT NULL;
INSERT INTO audit (id, at, who, action, what, detail)
SELECT id, rated_at, rated_by, 'rated', 'conversation:' || session_id, verdict FROM ratings;
-- Passages of a run's results that look like instructions to a model.
ALTER TABLE runs ADD COLUMN suspected BIGINT NOT NULL DEFAULT 0;
-- What left this machine for a run: each request to a model, and each call of a tool from outside. `body` is what was sent,
-- with stand-ins where they are on; NULL where only size and digest (SHA-256) are kept.
CREATE TABLE sent (
    run_id TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    seq BIGINT NOT NULL,
    at BIGINT NOT NULL,
    kind TEXT NOT NULL,
    recipient TEXT NOT NULL,
    host TEXT NOT NULL,
    purpose TEXT NOT NULL,
    roles TEXT NOT NULL,
    bytes BIGINT NOT NULL,
    tokens BIGINT NOT NULL,
    digest TEXT NOT NULL,
    body TEXT,
    PRIMARY KEY (run_id, seq)
);
CREATE INDEX sent_at ON sent (at);

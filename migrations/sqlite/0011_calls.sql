-- Tries to be verified that were wrong, counted over calls for an hour; who called, for a task. Twin of postgres/0012_calls.sql.
CREATE TABLE isp_tries (
    id TEXT PRIMARY KEY,
    session_id TEXT NOT NULL REFERENCES isp_calls (session_id) ON DELETE CASCADE,
    phone TEXT NOT NULL,
    account TEXT NOT NULL,
    at BIGINT NOT NULL
);
CREATE INDEX isp_tries_at ON isp_tries (at);
CREATE INDEX isp_tries_session ON isp_tries (session_id);

ALTER TABLE isp_tasks ADD COLUMN caller_name TEXT;

-- With which settings a call is answered, as JSON, and what was set for calls while the server runs: one row.
ALTER TABLE isp_calls ADD COLUMN settings TEXT NOT NULL DEFAULT '{}';
CREATE TABLE call_settings (
    id BIGINT PRIMARY KEY CHECK (id = 1),
    body TEXT NOT NULL
);

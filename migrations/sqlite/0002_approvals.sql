-- What tools propose to do, and what people decide. Twin of postgres/0002_approvals.sql.
-- `idempotency_key` names the one effect that an approval may have: it and `done` are written together with that effect.

CREATE TABLE approvals (
    id TEXT PRIMARY KEY,
    run_id TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    call TEXT NOT NULL,
    tool TEXT NOT NULL,
    args TEXT NOT NULL,
    edited TEXT,
    proposal TEXT NOT NULL,
    status TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    decided_by TEXT,
    decided_at BIGINT,
    note TEXT,
    idempotency_key TEXT NOT NULL UNIQUE,
    result TEXT,
    done_at BIGINT
);
CREATE INDEX approvals_run ON approvals (run_id);
CREATE INDEX approvals_status ON approvals (status, expires_at);

CREATE TABLE case_notes (
    id TEXT PRIMARY KEY,
    case_id TEXT NOT NULL,
    author TEXT NOT NULL,
    body TEXT NOT NULL,
    at BIGINT NOT NULL
);
CREATE INDEX case_notes_case ON case_notes (case_id, at);

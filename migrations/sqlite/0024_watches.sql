-- Watched figures of answers: each has a rule for when its owner is told, and the state of its last look. `query` is the tool call that
-- computes the figure, `rule` the rule, `parts` the counts by topic behind the figure `base` that later ones are compared with. A server
-- that looks holds the claim; what a look found and what is sent of it are written in one transaction. Twin of postgres/0024_watches.sql.
CREATE TABLE watches (
    id TEXT PRIMARY KEY,
    session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    run_id TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    owner TEXT NOT NULL,
    account TEXT,
    query TEXT NOT NULL,
    rule TEXT NOT NULL,
    way TEXT NOT NULL,
    address TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    paused BOOLEAN NOT NULL DEFAULT FALSE,
    stopped TEXT,
    next_at BIGINT NOT NULL,
    change_no BIGINT NOT NULL,
    by_clock BOOLEAN NOT NULL,
    claim TEXT,
    claimed_until BIGINT NOT NULL DEFAULT 0,
    looked_at BIGINT,
    figure DOUBLE PRECISION NOT NULL,
    shown TEXT NOT NULL,
    base DOUBLE PRECISION NOT NULL,
    base_shown TEXT NOT NULL,
    base_at BIGINT NOT NULL,
    parts TEXT,
    past BOOLEAN NOT NULL,
    sent BIGINT NOT NULL DEFAULT 0,
    sent_at BIGINT,
    delivery TEXT,
    error TEXT
);
CREATE INDEX watches_next ON watches (next_at) WHERE stopped IS NULL;
CREATE INDEX watches_session ON watches (session_id);

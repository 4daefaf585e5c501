-- The whole schema. Twin of postgres/0001_first.sql: same tables, same names; only the type of JSON differs.
-- Ids are text, times are UTC milliseconds, days are ISO text (they sort, and their month is their first 7 letters).
--
-- Large stores are counted by columns in memory, small ones are small. An index that is there for counting alone costs an
-- import more than it gives: here are those by which records are found.

CREATE TABLE counters (name TEXT PRIMARY KEY, value BIGINT NOT NULL);
INSERT INTO counters (name, value) VALUES ('change', 0);

CREATE TABLE datasets (
    source TEXT PRIMARY KEY,
    last_day TEXT NOT NULL,
    updated_at BIGINT NOT NULL
);

-- How the sentiment of a data set's texts was judged, in a sentence for people: answers repeat it. More than one where
-- parts of it were imported differently.
CREATE TABLE sentiment_methods (
    source TEXT NOT NULL,
    method TEXT NOT NULL,
    PRIMARY KEY (source, method)
);

CREATE TABLE products (slug TEXT PRIMARY KEY, name TEXT NOT NULL);

CREATE TABLE customers (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    tier TEXT NOT NULL,
    segment TEXT NOT NULL,
    region TEXT,
    relationship_manager TEXT,
    since TEXT,
    attributes TEXT NOT NULL,
    source TEXT NOT NULL,
    digest BIGINT NOT NULL,
    change_no BIGINT NOT NULL
);
CREATE INDEX customers_name ON customers (name);

CREATE TABLE communications (
    id TEXT PRIMARY KEY,
    customer_id TEXT NOT NULL,
    case_id TEXT,
    channel TEXT NOT NULL,
    chat_mode TEXT,
    escalated_from TEXT,
    status TEXT NOT NULL,
    kind TEXT NOT NULL,
    category TEXT,
    subcategory TEXT,
    product TEXT,
    sentiment TEXT,
    sentiment_score DOUBLE PRECISION,
    subject TEXT,
    body TEXT NOT NULL,
    at BIGINT NOT NULL,
    day TEXT NOT NULL,
    attributes TEXT NOT NULL,
    source TEXT NOT NULL,
    digest BIGINT NOT NULL,
    change_no BIGINT NOT NULL
);
CREATE INDEX communications_day ON communications (day);
CREATE INDEX communications_customer ON communications (customer_id, at);
CREATE INDEX communications_change ON communications (change_no);
-- What belongs to a case, and where messages stand in the life of their cases; the second holds all that is asked of them.
CREATE INDEX communications_case ON communications (case_id, at, channel, kind, sentiment) WHERE case_id IS NOT NULL;
CREATE INDEX communications_stage ON communications (day, case_id, at, product, channel, sentiment)
    WHERE case_id IS NOT NULL;

-- `sla_told`: whether the case was late is told by its source, so that no deadline is needed. A case with neither is not
-- counted.
CREATE TABLE cases (
    id TEXT PRIMARY KEY,
    customer_id TEXT NOT NULL,
    title TEXT NOT NULL,
    description TEXT NOT NULL,
    category TEXT,
    subcategory TEXT,
    product TEXT,
    status TEXT NOT NULL,
    priority TEXT NOT NULL,
    assigned_to TEXT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    resolved_at BIGINT,
    day TEXT NOT NULL,
    sla_deadline BIGINT,
    sla_breached BOOLEAN NOT NULL,
    sla_told BOOLEAN NOT NULL,
    tags TEXT NOT NULL,
    resolution TEXT,
    attributes TEXT NOT NULL,
    source TEXT NOT NULL,
    digest BIGINT NOT NULL,
    change_no BIGINT NOT NULL
);
CREATE INDEX cases_day ON cases (day);
CREATE INDEX cases_customer ON cases (customer_id, day);

CREATE TABLE documents (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    title TEXT NOT NULL,
    product TEXT,
    day TEXT NOT NULL,
    source TEXT NOT NULL,
    digest BIGINT NOT NULL,
    change_no BIGINT NOT NULL
);
CREATE INDEX documents_change ON documents (change_no);
CREATE TABLE chunks (
    id TEXT PRIMARY KEY,
    document_id TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    position BIGINT NOT NULL,
    heading TEXT,
    text TEXT NOT NULL
);
CREATE INDEX chunks_document ON chunks (document_id, position);

-- What has gone since: search follows `change_no` and must hear of deletions too.
CREATE TABLE deletions (
    kind TEXT NOT NULL,
    record_id TEXT NOT NULL,
    change_no BIGINT NOT NULL,
    PRIMARY KEY (kind, record_id)
);

-- How far each import has come, so that one that was stopped goes on where it was.
CREATE TABLE imports (
    id TEXT PRIMARY KEY,
    format TEXT NOT NULL,
    file TEXT NOT NULL,
    rows_read BIGINT NOT NULL,
    done BOOLEAN NOT NULL,
    updated_at BIGINT NOT NULL
);

-- `title` is the name that a person gave it. `share_token` opens it to be read. One with `deleted_at` is gone for everyone,
-- and its rows go a while later: until then deleting can be undone.
-- `recorded`: so many of its first runs were recorded elsewhere and came with the data.
CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL,
    channel TEXT NOT NULL,
    started_at BIGINT NOT NULL,
    ended_at BIGINT,
    message_count BIGINT NOT NULL,
    status TEXT NOT NULL,
    rating TEXT,
    rating_note TEXT,
    metadata TEXT NOT NULL,
    title TEXT,
    pinned BOOLEAN NOT NULL DEFAULT FALSE,
    share_token TEXT UNIQUE,
    deleted_at BIGINT,
    recorded BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX sessions_user ON sessions (user_id);
CREATE INDEX sessions_started ON sessions (started_at DESC);
CREATE INDEX sessions_status ON sessions (status);

CREATE TABLE session_messages (
    id TEXT PRIMARY KEY,
    session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    run_id TEXT,
    role TEXT NOT NULL,
    content TEXT NOT NULL,
    reasoning_trace TEXT,
    tool_calls TEXT,
    tokens_prompt BIGINT NOT NULL,
    tokens_completion BIGINT NOT NULL,
    latency_ms BIGINT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX session_messages_session ON session_messages (session_id, created_at);

-- Every rating that was ever given; `sessions.rating` repeats the newest.
CREATE TABLE ratings (
    id TEXT PRIMARY KEY,
    session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    verdict TEXT NOT NULL,
    reasons TEXT NOT NULL,
    note TEXT,
    rated_by TEXT NOT NULL,
    rated_at BIGINT NOT NULL
);
CREATE INDEX ratings_session ON ratings (session_id, rated_at DESC);

-- `request` is what was asked, so that another process can go on. `owner` holds the run until `lease_until`.
-- The figures repeat what the events say, for lists that must not read every event.
CREATE TABLE runs (
    id TEXT PRIMARY KEY,
    session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    request TEXT NOT NULL,
    question TEXT NOT NULL,
    status TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    owner TEXT,
    lease_until BIGINT NOT NULL,
    cancel_requested BOOLEAN NOT NULL,
    model TEXT NOT NULL,
    tool_calls BIGINT NOT NULL,
    failed_calls BIGINT NOT NULL,
    tokens BIGINT NOT NULL,
    duration_ms BIGINT NOT NULL,
    claims BIGINT NOT NULL,
    unverified BIGINT NOT NULL,
    refused BOOLEAN NOT NULL DEFAULT FALSE,
    gaps BIGINT NOT NULL DEFAULT 0,
    limits BIGINT NOT NULL DEFAULT 0,
    cost_usd DOUBLE PRECISION NOT NULL DEFAULT 0
);
CREATE INDEX runs_session ON runs (session_id, created_at);
CREATE INDEX runs_status ON runs (status, lease_until);

-- What the person who asked says of an answer; a later word takes the place of an earlier one.
CREATE TABLE feedback (
    run_id TEXT PRIMARY KEY REFERENCES runs (id) ON DELETE CASCADE,
    verdict TEXT NOT NULL,
    reasons TEXT NOT NULL,
    note TEXT,
    given_by TEXT NOT NULL,
    given_at BIGINT NOT NULL
);

CREATE TABLE run_events (
    run_id TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    seq BIGINT NOT NULL,
    at BIGINT NOT NULL,
    type TEXT NOT NULL,
    tool TEXT,
    payload TEXT NOT NULL,
    PRIMARY KEY (run_id, seq)
);

-- What tools propose to do, and what people decide.
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

-- What people said that a word means. A row changes once: when the word is taken back.
CREATE TABLE taught_words (
    id TEXT PRIMARY KEY,
    word TEXT NOT NULL,
    meaning TEXT NOT NULL,
    taught_by TEXT NOT NULL,
    taught_at BIGINT NOT NULL,
    run_id TEXT,
    revoked_by TEXT,
    revoked_at BIGINT
);
CREATE UNIQUE INDEX taught_words_in_use ON taught_words (LOWER(word)) WHERE revoked_at IS NULL;

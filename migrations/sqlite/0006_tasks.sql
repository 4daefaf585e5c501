-- What callers were promised: one row a promise, kept until a person has done it. `session_id` is the call, whose runs are
-- the transcript.
CREATE TABLE isp_tasks (
    id TEXT PRIMARY KEY,
    session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    customer_id TEXT,
    phone TEXT NOT NULL,
    queue TEXT NOT NULL,
    priority TEXT NOT NULL,
    reason TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    due_at BIGINT NOT NULL,
    taken_by TEXT,
    taken_at BIGINT,
    closed_at BIGINT,
    outcome TEXT
);
CREATE INDEX isp_tasks_open ON isp_tasks (closed_at, due_at);
CREATE INDEX isp_tasks_session ON isp_tasks (session_id);

-- What is said in a call since a person has taken over; `by_name` is null for the caller.
CREATE TABLE isp_call_lines (
    id TEXT PRIMARY KEY,
    session_id TEXT NOT NULL REFERENCES isp_calls (session_id) ON DELETE CASCADE,
    at BIGINT NOT NULL,
    by_name TEXT,
    text TEXT NOT NULL
);
CREATE INDEX isp_call_lines_session ON isp_call_lines (session_id, at);

ALTER TABLE isp_calls ADD COLUMN taken_by TEXT;
CREATE INDEX isp_calls_phone ON isp_calls (phone, started_at);

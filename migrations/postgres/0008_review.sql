-- A rating is of a turn, and says where it went wrong; a turn may become a case. Twin of sqlite/0008_review.sql.
ALTER TABLE ratings ADD COLUMN run_id TEXT;
ALTER TABLE ratings ADD COLUMN fault TEXT;
ALTER TABLE ratings ADD COLUMN correct TEXT;
-- One of a whole conversation was given with its last answer in view.
UPDATE ratings SET run_id = (SELECT r.id FROM runs r WHERE r.session_id = ratings.session_id
    ORDER BY r.created_at DESC, r.id DESC LIMIT 1);
DELETE FROM ratings WHERE run_id IS NULL;
CREATE INDEX ratings_run ON ratings (run_id, rated_by, rated_at);

-- `body` and `outcome` are JSON: the case, and how it went when it was run last.
CREATE TABLE review_cases (
    id TEXT PRIMARY KEY,
    body TEXT NOT NULL,
    made_by TEXT NOT NULL,
    made_at BIGINT NOT NULL,
    outcome TEXT
);

-- How a question should have been read: rows that train the reader, which hold once a second reviewer has agreed.
CREATE TABLE corrections (
    id TEXT PRIMARY KEY,
    run_id TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    rows_text TEXT NOT NULL,
    made_by TEXT NOT NULL,
    made_at BIGINT NOT NULL,
    agreed_by TEXT
);

-- The audit log as a chain: each line has a number and a hash over itself and the line before it, so that one that was
-- changed or taken out shows. Twin of postgres/0016_audit_chain.sql. Lines from before have neither.
-- `channel` is the way by which somebody called, `token` the id of the token that was shown, `records` how many were read.
ALTER TABLE audit ADD COLUMN channel TEXT;
ALTER TABLE audit ADD COLUMN token TEXT;
ALTER TABLE audit ADD COLUMN records BIGINT;
ALTER TABLE audit ADD COLUMN seq BIGINT;
ALTER TABLE audit ADD COLUMN hash TEXT;
CREATE UNIQUE INDEX audit_seq ON audit (seq);
CREATE TRIGGER audit_is_chained BEFORE INSERT ON audit WHEN NEW.seq IS NULL OR NEW.hash IS NULL
BEGIN SELECT RAISE(ABORT, 'the audit log is a chain'); END;

-- The last line of the chain, and how many lines are older than it.
CREATE TABLE audit_head (
    id BIGINT PRIMARY KEY CHECK (id = 1),
    seq BIGINT NOT NULL,
    hash TEXT NOT NULL,
    before BIGINT NOT NULL
);
INSERT INTO audit_head (id, seq, hash, before) SELECT 1, 0, '', COUNT(*) FROM audit;
CREATE TRIGGER audit_goes_on AFTER INSERT ON audit
BEGIN UPDATE audit_head SET seq = NEW.seq, hash = NEW.hash; END;
CREATE TRIGGER audit_head_stays BEFORE UPDATE ON audit_head WHEN NEW.seq < OLD.seq OR NEW.before <> OLD.before
BEGIN SELECT RAISE(ABORT, 'the audit log is only added to'); END;
CREATE TRIGGER audit_head_is_kept BEFORE DELETE ON audit_head
BEGIN SELECT RAISE(ABORT, 'the audit log is only added to'); END;

-- The audit log as a chain: each line has a number and a hash over itself and the line before it, so that one that was
-- changed or taken out shows. Twin of sqlite/0016_audit_chain.sql. Lines from before have neither.
-- `channel` is the way by which somebody called, `token` the id of the token that was shown, `records` how many were read.
ALTER TABLE audit ADD COLUMN channel TEXT;
ALTER TABLE audit ADD COLUMN token TEXT;
ALTER TABLE audit ADD COLUMN records BIGINT;
ALTER TABLE audit ADD COLUMN seq BIGINT;
ALTER TABLE audit ADD COLUMN hash TEXT;
CREATE UNIQUE INDEX audit_seq ON audit (seq);
CREATE FUNCTION audit_is_chained() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the audit log is a chain';
END $$;
CREATE TRIGGER audit_is_chained BEFORE INSERT ON audit FOR EACH ROW
WHEN (NEW.seq IS NULL OR NEW.hash IS NULL) EXECUTE FUNCTION audit_is_chained();

-- The last line of the chain, and how many lines are older than it.
CREATE TABLE audit_head (
    id BIGINT PRIMARY KEY CHECK (id = 1),
    seq BIGINT NOT NULL,
    hash TEXT NOT NULL,
    before BIGINT NOT NULL
);
INSERT INTO audit_head (id, seq, hash, before) SELECT 1, 0, '', COUNT(*) FROM audit;
CREATE FUNCTION audit_goes_on() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE audit_head SET seq = NEW.seq, hash = NEW.hash;
    RETURN NULL;
END $$;
CREATE TRIGGER audit_goes_on AFTER INSERT ON audit FOR EACH ROW EXECUTE FUNCTION audit_goes_on();
CREATE TRIGGER audit_head_stays BEFORE UPDATE ON audit_head FOR EACH ROW
WHEN (NEW.seq < OLD.seq OR NEW.before <> OLD.before) EXECUTE FUNCTION audit_stays();
CREATE TRIGGER audit_head_is_kept BEFORE DELETE ON audit_head FOR EACH ROW EXECUTE FUNCTION audit_stays();

-- A row's trigger does not hear of TRUNCATE. And the role that owns the tables has no right to change lines, so that a
-- statement of the program itself is refused before any trigger is asked.
CREATE TRIGGER audit_is_whole BEFORE TRUNCATE ON audit FOR EACH STATEMENT EXECUTE FUNCTION audit_stays();
CREATE TRIGGER audit_head_is_whole BEFORE TRUNCATE ON audit_head FOR EACH STATEMENT EXECUTE FUNCTION audit_stays();
REVOKE UPDATE, DELETE, TRUNCATE ON audit FROM CURRENT_USER;
REVOKE DELETE, TRUNCATE ON audit_head FROM CURRENT_USER;

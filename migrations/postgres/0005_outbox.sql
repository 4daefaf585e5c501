-- What goes out by itself: events that a webhook or an e-mail tells of. Twin of sqlite/0005_outbox.sql.
-- An event is written by a trigger, in the transaction of what it tells of: neither is there without the other. Its id is made
-- of what it tells of, so none is there twice. Then it is told once, as a delivery for each who is to hear of it.

CREATE TABLE outbox (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    run_id TEXT,
    session_id TEXT,
    at BIGINT NOT NULL,
    told BOOLEAN NOT NULL DEFAULT FALSE
);
CREATE INDEX outbox_untold ON outbox (at) WHERE told = FALSE;

-- `next_at` is when it is tried next, and NULL once it is over; `sent_at` is there where it arrived.
CREATE TABLE deliveries (
    id TEXT PRIMARY KEY,
    way TEXT NOT NULL,
    address TEXT NOT NULL,
    kind TEXT NOT NULL,
    body TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    tries BIGINT NOT NULL DEFAULT 0,
    next_at BIGINT,
    sent_at BIGINT,
    error TEXT
);
CREATE INDEX deliveries_due ON deliveries (next_at) WHERE next_at IS NOT NULL;

CREATE FUNCTION outbox_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.type = 'finished' THEN
        INSERT INTO outbox (id, kind, run_id, at) VALUES ('run-finished-' || NEW.run_id, 'run.finished', NEW.run_id, NEW.at)
        ON CONFLICT (id) DO NOTHING;
    ELSE
        INSERT INTO outbox (id, kind, run_id, at)
        VALUES ('approval-wanted-' || NEW.run_id || '-' || NEW.seq, 'approval.wanted', NEW.run_id, NEW.at)
        ON CONFLICT (id) DO NOTHING;
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER outbox_event AFTER INSERT ON run_events FOR EACH ROW
    WHEN (NEW.type IN ('finished', 'approval_requested')) EXECUTE FUNCTION outbox_event();

CREATE FUNCTION outbox_rating() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO outbox (id, kind, session_id, at)
    VALUES ('rating-bad-' || NEW.id, 'rating.bad', NEW.session_id, NEW.rated_at)
    ON CONFLICT (id) DO NOTHING;
    RETURN NULL;
END $$;
CREATE TRIGGER outbox_rating AFTER INSERT ON ratings FOR EACH ROW
    WHEN (NEW.verdict = 'bad') EXECUTE FUNCTION outbox_rating();

CREATE FUNCTION outbox_feedback() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO outbox (id, kind, run_id, at) VALUES ('rating-bad-' || NEW.run_id, 'rating.bad', NEW.run_id, NEW.given_at)
    ON CONFLICT (id) DO NOTHING;
    RETURN NULL;
END $$;
CREATE TRIGGER outbox_feedback AFTER INSERT OR UPDATE ON feedback FOR EACH ROW
    WHEN (NEW.verdict = 'bad') EXECUTE FUNCTION outbox_feedback();

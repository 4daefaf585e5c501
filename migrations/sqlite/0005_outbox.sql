-- What goes out by itself: events that a webhook or an e-mail tells of. Twin of postgres/0005_outbox.sql.
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

CREATE TRIGGER outbox_run AFTER INSERT ON run_events WHEN NEW.type = 'finished' BEGIN
    INSERT INTO outbox (id, kind, run_id, at) VALUES ('run-finished-' || NEW.run_id, 'run.finished', NEW.run_id, NEW.at)
    ON CONFLICT (id) DO NOTHING;
END;
CREATE TRIGGER outbox_approval AFTER INSERT ON run_events WHEN NEW.type = 'approval_requested' BEGIN
    INSERT INTO outbox (id, kind, run_id, at)
    VALUES ('approval-wanted-' || NEW.run_id || '-' || NEW.seq, 'approval.wanted', NEW.run_id, NEW.at)
    ON CONFLICT (id) DO NOTHING;
END;
CREATE TRIGGER outbox_rating AFTER INSERT ON ratings WHEN NEW.verdict = 'bad' BEGIN
    INSERT INTO outbox (id, kind, session_id, at)
    VALUES ('rating-bad-' || NEW.id, 'rating.bad', NEW.session_id, NEW.rated_at)
    ON CONFLICT (id) DO NOTHING;
END;
CREATE TRIGGER outbox_feedback AFTER INSERT ON feedback WHEN NEW.verdict = 'bad' BEGIN
    INSERT INTO outbox (id, kind, run_id, at) VALUES ('rating-bad-' || NEW.run_id, 'rating.bad', NEW.run_id, NEW.given_at)
    ON CONFLICT (id) DO NOTHING;
END;
CREATE TRIGGER outbox_feedback_changed AFTER UPDATE ON feedback WHEN NEW.verdict = 'bad' BEGIN
    INSERT INTO outbox (id, kind, run_id, at) VALUES ('rating-bad-' || NEW.run_id, 'rating.bad', NEW.run_id, NEW.given_at)
    ON CONFLICT (id) DO NOTHING;
END;

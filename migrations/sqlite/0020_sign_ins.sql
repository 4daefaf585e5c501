-- A sign-in is listed by an id, with its browser in short, and ends when it was not used for a while. Whoever was signed in before
-- signs in again. Twin of postgres/0020_sign_ins.sql.
DELETE FROM sign_ins;
ALTER TABLE sign_ins ADD COLUMN id TEXT NOT NULL DEFAULT '';
ALTER TABLE sign_ins ADD COLUMN used_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE sign_ins ADD COLUMN browser TEXT;

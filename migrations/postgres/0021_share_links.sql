-- A link to read a conversation is kept as the SHA-256 of its token, until a time (UTC milliseconds). Links from before open
-- nothing any more. Twin of sqlite/0021_share_links.sql.
ALTER TABLE sessions RENAME COLUMN share_token TO share_hash;
ALTER TABLE sessions ADD COLUMN share_until BIGINT;
UPDATE sessions SET share_hash = NULL;

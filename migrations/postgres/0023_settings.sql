-- Settings that an admin made on a page, by name. A secret is encrypted by the program. A NULL value was taken back. Times are
-- UTC milliseconds. Twin of sqlite/0023_settings.sql.
CREATE TABLE settings (
    name TEXT PRIMARY KEY,
    value TEXT,
    secret BOOLEAN NOT NULL,
    changed_by TEXT NOT NULL,
    changed_at BIGINT NOT NULL
);

-- The language in which an account reads the pages, by its ISO 639-1 code; NULL as the browser asks. Twin of postgres/0014_language.sql.
ALTER TABLE accounts ADD COLUMN language TEXT;

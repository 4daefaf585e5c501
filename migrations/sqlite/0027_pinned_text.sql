-- What an accepted tool of an MCP server said of itself, to compare a changed one with. Twin of postgres/0027_pinned_text.sql.
ALTER TABLE outside_tools ADD COLUMN accepted_description TEXT;
UPDATE outside_tools SET accepted_description = description WHERE accepted = seen;

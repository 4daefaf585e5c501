-- Who is known by an address is known by it alone, and letters are found by their Message-ID, of which the first 21 characters
-- of their ids are. Twin of postgres/0018_letters.sql.
ALTER TABLE customers ADD COLUMN address TEXT
    GENERATED ALWAYS AS (CASE WHEN source = 'mail' THEN LOWER(json_extract(attributes, '$.email')) END) VIRTUAL;
CREATE UNIQUE INDEX customers_address ON customers (address);
CREATE INDEX communications_letter ON communications (SUBSTR(id, 1, 21)) WHERE source = 'mail';

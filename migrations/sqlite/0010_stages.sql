-- Where messages stand in the life of their cases: the index holds what is asked of them, and only those that belong to
-- a case. Twin of postgres/0010_stages.sql.
CREATE INDEX communications_stage ON communications (day, case_id, at, product, channel, sentiment)
    WHERE case_id IS NOT NULL;

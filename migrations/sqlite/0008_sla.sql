-- Whether a case was late is told by its source, or by its deadline: a case with neither is not counted. Twin of
-- postgres/0008_sla.sql. The archive of the CFPB says of each complaint whether it was answered in time.
ALTER TABLE cases ADD COLUMN sla_told BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE cases SET sla_told = TRUE WHERE source = 'cfpb';
DROP INDEX cases_figures;
CREATE INDEX cases_figures ON cases (day, category, subcategory, product, status, sla_breached, sla_deadline, sla_told,
    customer_id, created_at, resolved_at, id);

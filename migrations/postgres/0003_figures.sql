-- Everything that records are counted by, in one index: counting reads it instead of the texts. Twin of
-- sqlite/0003_figures.sql. These begin with the day, so the indexes of the day alone are not needed any more.

DROP INDEX communications_day;
CREATE INDEX communications_figures ON communications (day) INCLUDE (product, category, subcategory, channel, kind, status,
    sentiment, sentiment_score, customer_id, escalated_from, chat_mode);
CREATE INDEX communications_label ON communications (category, subcategory);
CREATE INDEX communications_subcategory ON communications (subcategory);
CREATE INDEX communications_case ON communications (case_id, at, channel, kind, sentiment) WHERE case_id IS NOT NULL;

DROP INDEX cases_day;
CREATE INDEX cases_figures ON cases (day) INCLUDE (category, subcategory, product, status, sla_breached, customer_id,
    created_at, resolved_at, id);

-- Large stores are counted by columns in memory, small ones are small: indexes that were there for counting alone cost an
-- import a third of its time. Twin of postgres/0009_fewer.sql.

DROP INDEX communications_figures;
DROP INDEX communications_label;
DROP INDEX communications_subcategory;
DROP INDEX communications_escalated;
DROP INDEX communications_product;
CREATE INDEX communications_day ON communications (day);

DROP INDEX cases_figures;
DROP INDEX cases_product;
CREATE INDEX cases_day ON cases (day);

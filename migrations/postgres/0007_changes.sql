-- What follows the log of changes reads cases and customers by their change, too.
CREATE INDEX cases_change ON cases (change_no, id);
CREATE INDEX customers_change ON customers (change_no);

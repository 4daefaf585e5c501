-- Whether several customers share a name is asked for each name that is shown.
CREATE INDEX customers_name ON customers (name);

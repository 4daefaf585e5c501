-- A customer whom records only name has the digest 0: any data set may say more of them. Twin of sqlite/0019_only_named.sql.
UPDATE customers SET digest = 0 WHERE since IS NULL AND relationship_manager IS NULL AND CAST(attributes AS TEXT) = '{}';

-- PostgreSQL has found changed SKUs so since 00000000000009: nothing to do, and a migration cannot be empty.
SELECT 1;

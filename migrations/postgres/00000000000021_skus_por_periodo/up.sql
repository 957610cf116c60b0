-- PostgreSQL has found changed SKUs so since 00000000000009: nothing to do, but a migration cannot be
-- empty.
SELECT 1;

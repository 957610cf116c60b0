-- PostgreSQL finds changed SKUs by a column since migration 9. An empty query is an error here.
SELECT 1;

-- SQLite alone finds the ledger's entries by each other: here its key costs little. Nothing to do, but a
-- migration cannot be empty.
SELECT 1;

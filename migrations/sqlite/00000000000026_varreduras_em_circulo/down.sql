ALTER TABLE oferta_varreduras DROP COLUMN volta;

-- The SKU that a sweep ends behind; where it is not ahead, those up to it come once more after the last one.
ALTER TABLE oferta_varreduras ADD COLUMN volta BIGINT NOT NULL DEFAULT 0;

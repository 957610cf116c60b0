-- What was to come once more comes from the first SKU on.
UPDATE oferta_varreduras SET sku_num = 0 WHERE volta > 0;
ALTER TABLE oferta_varreduras DROP COLUMN volta;

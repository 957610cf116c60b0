-- PostgreSQL writes a changed row into every index of its table, unless no indexed column has changed and the page has
-- room (a HOT update). So what SKUs are found by when asked for those that changed is a stretch of ten minutes, and not
-- the instant, which is another with every change of stock; and pages are not filled to the brim.
-- The column is store::skus::periodo's affair; SQLite has none.
ALTER TABLE skus SET (fillfactor = 85);
ALTER TABLE skus ADD COLUMN alterado_periodo BIGINT GENERATED ALWAYS AS (alterado_em / 600000000) STORED;
DROP INDEX skus_alterado_em;
CREATE INDEX skus_alterado_periodo ON skus (aplicacao_id, loja_id, alterado_periodo, sku_num);

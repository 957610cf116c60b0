DROP TRIGGER skus_periodo;
DROP TRIGGER skus_periodo_novo;
DROP INDEX skus_alterado_periodo;
ALTER TABLE skus DROP COLUMN alterado_periodo;
CREATE INDEX skus_alterado_em ON skus (aplicacao_id, loja_id, alterado_em, sku_num);

DROP TRIGGER skus_excluido;
DROP TRIGGER skus_mudado;
DROP TRIGGER skus_novo;
DROP TABLE sku_periodos;
CREATE INDEX skus_alterado_em ON skus (aplicacao_id, loja_id, alterado_em, sku_num);

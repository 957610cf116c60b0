-- What a scanner reads off a shelf is looked up among all SKUs of a store.
CREATE INDEX skus_gtin ON skus (aplicacao_id, loja_id, gtin, sku_num);

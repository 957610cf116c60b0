-- When SKUs changed, by stretches of ten minutes: an index by the instant itself was rewritten in two places
-- with each change of a stock, and so with each order. A row moves only when its SKU changes in another
-- stretch than before. Kept by triggers, so that nothing that writes can forget it; store::skus::period reads
-- it. PostgreSQL has a column.
CREATE TABLE sku_periodos (
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    periodo INTEGER NOT NULL,
    sku_num INTEGER NOT NULL,
    PRIMARY KEY (aplicacao_id, loja_id, periodo, sku_num)
) STRICT, WITHOUT ROWID;
INSERT INTO sku_periodos
    SELECT aplicacao_id, loja_id, alterado_em / 600000000, sku_num FROM skus ORDER BY 1, 2, 3, 4;
DROP INDEX skus_alterado_em;

CREATE TRIGGER skus_novo AFTER INSERT ON skus BEGIN
    INSERT INTO sku_periodos (aplicacao_id, loja_id, periodo, sku_num)
        VALUES (new.aplicacao_id, new.loja_id, new.alterado_em / 600000000, new.sku_num);
END;

CREATE TRIGGER skus_mudado AFTER UPDATE OF alterado_em ON skus
    WHEN new.alterado_em / 600000000 <> old.alterado_em / 600000000
BEGIN
    UPDATE sku_periodos SET periodo = new.alterado_em / 600000000
        WHERE aplicacao_id = old.aplicacao_id AND loja_id = old.loja_id
        AND periodo = old.alterado_em / 600000000 AND sku_num = old.sku_num;
END;

CREATE TRIGGER skus_excluido AFTER DELETE ON skus BEGIN
    DELETE FROM sku_periodos
        WHERE aplicacao_id = old.aplicacao_id AND loja_id = old.loja_id
        AND periodo = old.alterado_em / 600000000 AND sku_num = old.sku_num;
END;

-- A change of stock changes alterado_em, and so it moved an entry of an index from one page to
-- another. The index holds a stretch of ten minutes now, as PostgreSQL's does: a SKU that changes
-- again within it leaves the index alone. SQLite writes an index of an expression, or of a column that
-- it computes, with every change of what it is made of, whether the result differs or not: so it is a
-- column like others, which triggers keep true whoever writes.
ALTER TABLE skus ADD COLUMN alterado_periodo INTEGER NOT NULL DEFAULT 0;
UPDATE skus SET alterado_periodo = alterado_em / 600000000;
DROP INDEX skus_alterado_em;
CREATE INDEX skus_alterado_periodo ON skus (aplicacao_id, loja_id, alterado_periodo, sku_num);
CREATE TRIGGER skus_periodo_novo AFTER INSERT ON skus
WHEN NEW.alterado_periodo <> NEW.alterado_em / 600000000
BEGIN
    UPDATE skus SET alterado_periodo = NEW.alterado_em / 600000000
    WHERE aplicacao_id = NEW.aplicacao_id AND loja_id = NEW.loja_id AND sku_num = NEW.sku_num;
END;
CREATE TRIGGER skus_periodo AFTER UPDATE OF alterado_em ON skus
WHEN OLD.alterado_periodo <> NEW.alterado_em / 600000000
BEGIN
    UPDATE skus SET alterado_periodo = NEW.alterado_em / 600000000
    WHERE aplicacao_id = NEW.aplicacao_id AND loja_id = NEW.loja_id AND sku_num = NEW.sku_num;
END;

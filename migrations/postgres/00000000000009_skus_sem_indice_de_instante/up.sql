-- PostgreSQL writes a changed row into every index of its table, unless no indexed column has changed and the page has
-- room (a HOT update). So what SKUs are found by when asked for those that changed is a stretch of ten minutes, and not
-- the instant, which is another with every change of stock; and pages are not filled to the brim.
-- The column is store::skus::periodo's affair; SQLite has none.
ALTER TABLE skus SET (fillfactor = 85);
DO $$
BEGIN
    EXECUTE 'ALTER TABLE skus ADD COLUMN alterado_periodo BIGINT GENERATED ALWAYS AS (alterado_em / 600000000) STORED';
EXCEPTION WHEN syntax_error THEN
    -- version 11 has no such columns
    ALTER TABLE skus ADD COLUMN alterado_periodo BIGINT;
    UPDATE skus SET alterado_periodo = alterado_em / 600000000;
    CREATE FUNCTION skus_periodo() RETURNS trigger LANGUAGE plpgsql AS $f$
    BEGIN
        NEW.alterado_periodo := NEW.alterado_em / 600000000;
        RETURN NEW;
    END
    $f$;
    CREATE TRIGGER skus_periodo BEFORE INSERT OR UPDATE ON skus
        FOR EACH ROW EXECUTE FUNCTION skus_periodo();
END
$$;
DROP INDEX skus_alterado_em;
CREATE INDEX skus_alterado_periodo ON skus (aplicacao_id, loja_id, alterado_periodo, sku_num);

-- A number that every change of a store's categories draws anew: what was made of them is good as long as this stays
-- the same. Drawn and not counted, so that not even a restored backup comes to a number twice. Kept by triggers, so
-- that nothing that writes can forget it. A store without a row has had no change since this came. No foreign key:
-- a user that is deleted takes its categories along, and their trigger would miss it.
CREATE TABLE categorias_loja_versoes (
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    versao BIGINT NOT NULL,
    PRIMARY KEY (aplicacao_id, loja_id)
);

-- Once per statement and store; the row keeps those who change one store's categories in a line until they commit.
CREATE FUNCTION categorias_loja_mudou() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO categorias_loja_versoes (aplicacao_id, loja_id, versao)
        SELECT m.aplicacao_id, m.loja_id, (random() * 9e15)::BIGINT FROM mudadas m GROUP BY 1, 2 ORDER BY 1, 2
        ON CONFLICT (aplicacao_id, loja_id) DO UPDATE SET versao = excluded.versao;
    RETURN NULL;
END
$$;

CREATE TRIGGER categorias_loja_nova AFTER INSERT ON categorias_loja
    REFERENCING NEW TABLE AS mudadas FOR EACH STATEMENT EXECUTE FUNCTION categorias_loja_mudou();

CREATE TRIGGER categorias_loja_mudada AFTER UPDATE ON categorias_loja
    REFERENCING NEW TABLE AS mudadas FOR EACH STATEMENT EXECUTE FUNCTION categorias_loja_mudou();

CREATE TRIGGER categorias_loja_excluida AFTER DELETE ON categorias_loja
    REFERENCING OLD TABLE AS mudadas FOR EACH STATEMENT EXECUTE FUNCTION categorias_loja_mudou();

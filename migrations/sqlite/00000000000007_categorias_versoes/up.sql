-- A number that every change of a store's categories draws anew: what was made of them is good as long as this stays
-- the same. Drawn and not counted, so that not even a restored backup comes to a number twice. Kept by triggers, so
-- that nothing that writes can forget it. A store without a row has had no change since this came. No foreign key:
-- a user that is deleted takes its categories along, and their trigger would miss it.
CREATE TABLE categorias_loja_versoes (
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    versao INTEGER NOT NULL,
    PRIMARY KEY (aplicacao_id, loja_id)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER categorias_loja_nova AFTER INSERT ON categorias_loja BEGIN
    INSERT INTO categorias_loja_versoes (aplicacao_id, loja_id, versao) VALUES (new.aplicacao_id, new.loja_id, random())
        ON CONFLICT (aplicacao_id, loja_id) DO UPDATE SET versao = excluded.versao;
END;

CREATE TRIGGER categorias_loja_mudada AFTER UPDATE ON categorias_loja BEGIN
    INSERT INTO categorias_loja_versoes (aplicacao_id, loja_id, versao) VALUES (new.aplicacao_id, new.loja_id, random())
        ON CONFLICT (aplicacao_id, loja_id) DO UPDATE SET versao = excluded.versao;
END;

CREATE TRIGGER categorias_loja_excluida AFTER DELETE ON categorias_loja BEGIN
    INSERT INTO categorias_loja_versoes (aplicacao_id, loja_id, versao) VALUES (old.aplicacao_id, old.loja_id, random())
        ON CONFLICT (aplicacao_id, loja_id) DO UPDATE SET versao = excluded.versao;
END;

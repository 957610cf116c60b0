-- Which orders' buyers have a word in their name, folded. No foreign key: orders are not deleted, and without
-- one no index by order is needed.
CREATE TABLE pedido_nomes (
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    palavra TEXT COLLATE "C" NOT NULL,
    pedido_id BIGINT NOT NULL,
    PRIMARY KEY (aplicacao_id, loja_id, palavra, pedido_id)
);

-- Stores with orders from before that table: those after `apos` are still to be looked at. Housekeeping does
-- it and removes the row.
CREATE TABLE nomes_pendentes (
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    apos BIGINT NOT NULL,
    PRIMARY KEY (aplicacao_id, loja_id)
);
INSERT INTO nomes_pendentes
    SELECT u.aplicacao_id, u.loja_id, 0
    FROM usuarios u
    WHERE EXISTS (SELECT 1 FROM pedidos p WHERE p.aplicacao_id = u.aplicacao_id AND p.loja_id = u.loja_id);

-- The CNPJ, hashed as in compradores, where somebody with a CPF has bought for a company: that buyer's number
-- follows from the CPF.
ALTER TABLE pedidos ADD COLUMN empresa BYTEA;
CREATE INDEX pedidos_empresa ON pedidos (aplicacao_id, loja_id, empresa, pedido_id) WHERE empresa IS NOT NULL;

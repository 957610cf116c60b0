-- Each order wrote into a page of its own of the ledger's key, for each of its SKUs. Entries stand in the
-- order in which they came (posicao) and each names the one before of the same SKU and centre (anterior); the
-- row of the stock, which changes with each entry, names the last. By number only every 64th is found
-- (marco), and those that no such row names: the last of a SKU whose centre was removed, or that came with
-- others, as here.
CREATE TABLE estoque_movimentos_novos (
    posicao INTEGER NOT NULL PRIMARY KEY,
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    sku_num INTEGER NOT NULL,
    centro_num INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    data INTEGER NOT NULL,
    causa INTEGER NOT NULL,
    pedido_id INTEGER,
    estoque INTEGER NOT NULL,
    estoque_variacao INTEGER NOT NULL,
    reservado INTEGER NOT NULL,
    reservado_variacao INTEGER NOT NULL,
    anterior INTEGER,
    marco INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO estoque_movimentos_novos
    SELECT m.rowid, m.aplicacao_id, m.loja_id, m.sku_num, m.centro_num, m.seq, m.data, m.causa, m.pedido_id,
        m.estoque, m.estoque_variacao, m.reservado, m.reservado_variacao,
        (SELECT b.rowid FROM estoque_movimentos b WHERE b.aplicacao_id = m.aplicacao_id
            AND b.loja_id = m.loja_id AND b.sku_num = m.sku_num AND b.centro_num = m.centro_num
            AND b.seq = m.seq - 1),
        m.seq % 64 = 0 OR NOT EXISTS (SELECT 1 FROM estoque_movimentos n
            WHERE n.aplicacao_id = m.aplicacao_id AND n.loja_id = m.loja_id AND n.sku_num = m.sku_num
            AND n.centro_num = m.centro_num AND n.seq = m.seq + 1)
    FROM estoque_movimentos m NOT INDEXED ORDER BY m.rowid;
ALTER TABLE skus ADD COLUMN ultimo_movimento INTEGER;
ALTER TABLE estoque_centros ADD COLUMN ultimo_movimento INTEGER;
DROP TABLE estoque_movimentos;
ALTER TABLE estoque_movimentos_novos RENAME TO estoque_movimentos;
CREATE UNIQUE INDEX estoque_movimentos_marcos
    ON estoque_movimentos (aplicacao_id, loja_id, sku_num, centro_num, seq) WHERE marco = 1;

CREATE TABLE estoque_movimentos_velhos (
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
    PRIMARY KEY (aplicacao_id, loja_id, sku_num, centro_num, seq)
) STRICT;
INSERT INTO estoque_movimentos_velhos
    SELECT aplicacao_id, loja_id, sku_num, centro_num, seq, data, causa, pedido_id, estoque,
        estoque_variacao, reservado, reservado_variacao
    FROM estoque_movimentos ORDER BY posicao;
DROP TABLE estoque_movimentos;
ALTER TABLE estoque_movimentos_velhos RENAME TO estoque_movimentos;
ALTER TABLE skus DROP COLUMN ultimo_movimento;
ALTER TABLE estoque_centros DROP COLUMN ultimo_movimento;

CREATE SEQUENCE seq_fila_consumidores;

-- Readers of the order queue. loja_id 0 = of all users of the application. Every order event up to posicao has been
-- taken over: it is confirmed, or has a row in fila_itens.
CREATE TABLE fila_consumidores (
    aplicacao_id INTEGER NOT NULL REFERENCES aplicacoes (id),
    consumidor_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    nome TEXT NOT NULL,
    posicao BIGINT NOT NULL,
    criado_em BIGINT NOT NULL,
    visto_em BIGINT NOT NULL,
    PRIMARY KEY (aplicacao_id, consumidor_id),
    UNIQUE (aplicacao_id, loja_id, nome)
);

-- What a reader has taken over and not confirmed. arrendado_ate 0 = never handed out since it came or was revived;
-- entregas counts from there, vez since it came: it is in the receipt. A place has one row: morto is in the key so that
-- the dead, however many there are, are not walked over.
CREATE TABLE fila_itens (
    aplicacao_id INTEGER NOT NULL,
    consumidor_id INTEGER NOT NULL,
    posicao BIGINT NOT NULL,
    pedido_id BIGINT NOT NULL,
    entregas INTEGER NOT NULL,
    vez INTEGER NOT NULL,
    arrendado_ate BIGINT NOT NULL,
    morto BOOLEAN NOT NULL,
    PRIMARY KEY (aplicacao_id, consumidor_id, morto, posicao),
    FOREIGN KEY (aplicacao_id, consumidor_id)
        REFERENCES fila_consumidores (aplicacao_id, consumidor_id) ON DELETE CASCADE
);
-- For the order of events of one order; covering, because SQLite without statistics would rather walk the whole key.
CREATE INDEX fila_itens_pedido ON fila_itens
    (aplicacao_id, consumidor_id, pedido_id, posicao, morto, arrendado_ate);

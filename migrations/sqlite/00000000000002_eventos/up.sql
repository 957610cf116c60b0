-- The log of every change. posicao counts from 1 per application; assunto is the service's number of the order, SKU,
-- channel or user concerned; sorteio is a random number that makes the event's identifier; corpo is the event as JSON
-- but for what follows from the other columns.
CREATE TABLE eventos (
    aplicacao_id INTEGER NOT NULL,
    posicao INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    tipo INTEGER NOT NULL,
    assunto INTEGER NOT NULL,
    sorteio INTEGER NOT NULL,
    data INTEGER NOT NULL,
    corpo TEXT NOT NULL,
    PRIMARY KEY (aplicacao_id, posicao)
) STRICT, WITHOUT ROWID;
-- For readers of one store's events.
CREATE INDEX eventos_loja ON eventos (aplicacao_id, loja_id, posicao);

-- Identifiers of users that are gone, for their events.
CREATE TABLE usuarios_excluidos (
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    usuario_id TEXT NOT NULL,
    PRIMARY KEY (aplicacao_id, loja_id)
) STRICT, WITHOUT ROWID;

-- The log of every change. posicao counts from 1 per application; assunto is the service's number of the order, SKU,
-- channel or user concerned; sorteio is a random number that makes the event's identifier; corpo is the event as JSON
-- but for what follows from the other columns.
CREATE TABLE eventos (
    aplicacao_id INTEGER NOT NULL,
    posicao BIGINT NOT NULL,
    loja_id INTEGER NOT NULL,
    tipo SMALLINT NOT NULL,
    assunto BIGINT NOT NULL,
    sorteio BIGINT NOT NULL,
    data BIGINT NOT NULL,
    corpo TEXT NOT NULL,
    PRIMARY KEY (aplicacao_id, posicao)
);
-- For readers of one store's events.
CREATE INDEX eventos_loja ON eventos (aplicacao_id, loja_id, posicao);

-- Where a transaction writes its events. Transactions end in another order than they began, so an event gets its place
-- in the log only once it is committed (store::eventos). Events of one subject are written under its lock: among them
-- the order of ids is the order of commits.
CREATE TABLE eventos_novos (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    tipo SMALLINT NOT NULL,
    assunto BIGINT NOT NULL,
    sorteio BIGINT NOT NULL,
    data BIGINT NOT NULL,
    corpo TEXT NOT NULL
);

-- Identifiers of users that are gone, for their events.
CREATE TABLE usuarios_excluidos (
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    usuario_id TEXT NOT NULL,
    PRIMARY KEY (aplicacao_id, loja_id)
);

CREATE SEQUENCE seq_notificacoes;
CREATE SEQUENCE seq_entregas;

-- Where events are sent, as signed HTTP calls: interface A's notifications (interface 1) and interface B's
-- subscriptions (interface 2). loja_id: only this store's events; null = all of the application's. url null = each
-- event goes to its own user's url_integracao. tipos and topicos have one bit per kind; tipos 0 = every kind. cadastro
-- is JSON, of interface B alone. The secrets stand in clear: whoever signs needs them.
CREATE TABLE notificacoes (
    aplicacao_id INTEGER NOT NULL,
    notificacao_id BIGINT NOT NULL,
    interface SMALLINT NOT NULL,
    loja_id INTEGER,
    url TEXT,
    tipos INTEGER NOT NULL,
    topicos SMALLINT NOT NULL,
    ativo BOOLEAN NOT NULL,
    cadastro TEXT,
    segredo TEXT NOT NULL,
    segredo_anterior TEXT,
    segredo_anterior_ate BIGINT,
    encerrada_em BIGINT,
    criado_em BIGINT NOT NULL,
    alterado_em BIGINT NOT NULL,
    PRIMARY KEY (aplicacao_id, notificacao_id),
    FOREIGN KEY (aplicacao_id, loja_id) REFERENCES usuarios (aplicacao_id, loja_id) ON DELETE CASCADE
);
CREATE INDEX notificacoes_loja ON notificacoes (aplicacao_id, loja_id);

-- How far the log has been made into deliveries. 0 = the notification's own cursor, which has no end; the others are
-- ranges to send again.
CREATE TABLE notificacao_cursores (
    aplicacao_id INTEGER NOT NULL,
    notificacao_id BIGINT NOT NULL,
    cursor_num BIGINT NOT NULL,
    posicao BIGINT NOT NULL,
    fim BIGINT,
    PRIMARY KEY (aplicacao_id, notificacao_id, cursor_num),
    FOREIGN KEY (aplicacao_id, notificacao_id) REFERENCES notificacoes (aplicacao_id, notificacao_id) ON DELETE CASCADE
);

-- The health of one address. loja_id 0 = the notification's own url, else that user's url_integracao. pausas > 0 =
-- paused; sonda = the delivery that tries whether the address is back.
CREATE TABLE notificacao_destinos (
    aplicacao_id INTEGER NOT NULL,
    notificacao_id BIGINT NOT NULL,
    loja_id INTEGER NOT NULL,
    falhas INTEGER NOT NULL,
    pausas INTEGER NOT NULL,
    pausado_ate BIGINT NOT NULL,
    sonda BIGINT,
    ultimo_sucesso BIGINT,
    ultima_falha BIGINT,
    PRIMARY KEY (aplicacao_id, notificacao_id, loja_id),
    FOREIGN KEY (aplicacao_id, notificacao_id) REFERENCES notificacoes (aplicacao_id, notificacao_id) ON DELETE CASCADE
);

-- One event to be sent to one address. fila: what keeps its order (the order, the SKU …); null = a test. devida_em:
-- when something is to be done with it (send it; take it from a server that died); null = it waits for an earlier one
-- of its fila, or it is finished. reserva: a random number of the server that is sending it. No foreign key: what
-- belongs to a notification that is gone is cleared away little by little.
CREATE TABLE entregas (
    aplicacao_id INTEGER NOT NULL,
    notificacao_id BIGINT NOT NULL,
    entrega_id BIGINT NOT NULL,
    destino_loja INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    posicao BIGINT NOT NULL,
    tipo SMALLINT NOT NULL,
    topico SMALLINT NOT NULL,
    assunto BIGINT NOT NULL,
    evento_id TEXT NOT NULL,
    fila BIGINT,
    estado SMALLINT NOT NULL,
    falhadas INTEGER NOT NULL,
    envios INTEGER NOT NULL,
    devida_em BIGINT,
    reserva BIGINT,
    primeira_em BIGINT,
    criado_em BIGINT NOT NULL,
    concluido_em BIGINT,
    PRIMARY KEY (aplicacao_id, notificacao_id, entrega_id)
);
CREATE INDEX entregas_devidas ON entregas (aplicacao_id, notificacao_id, destino_loja, devida_em)
    WHERE devida_em IS NOT NULL;
CREATE INDEX entregas_filas ON entregas (aplicacao_id, notificacao_id, destino_loja, fila, entrega_id)
    WHERE concluido_em IS NULL;
CREATE INDEX entregas_testes ON entregas (devida_em) WHERE fila IS NULL AND devida_em IS NOT NULL;
CREATE INDEX entregas_concluidas ON entregas (concluido_em) WHERE concluido_em IS NOT NULL;

-- What was tried. falha: a number of domain::entrega::Falha.
CREATE TABLE entrega_tentativas (
    aplicacao_id INTEGER NOT NULL,
    notificacao_id BIGINT NOT NULL,
    entrega_id BIGINT NOT NULL,
    numero INTEGER NOT NULL,
    em BIGINT NOT NULL,
    duracao_ms INTEGER NOT NULL,
    status SMALLINT,
    falha SMALLINT,
    resposta TEXT NOT NULL,
    PRIMARY KEY (aplicacao_id, notificacao_id, entrega_id, numero)
);

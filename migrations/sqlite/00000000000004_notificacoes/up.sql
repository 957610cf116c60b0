INSERT INTO sequencias (nome, valor) VALUES ('notificacoes', 0), ('entregas', 0);

-- Where events are sent, as signed HTTP calls: interface A's notifications (interface 1) and interface B's
-- subscriptions (interface 2). loja_id: only this store's events; null = all of the application's. url null = each
-- event goes to its own user's url_integracao. tipos and topicos have one bit per kind; tipos 0 = every kind. cadastro
-- is JSON, of interface B alone. The secrets stand in clear: whoever signs needs them.
CREATE TABLE notificacoes (
    aplicacao_id INTEGER NOT NULL,
    notificacao_id INTEGER NOT NULL,
    interface INTEGER NOT NULL,
    loja_id INTEGER,
    url TEXT,
    tipos INTEGER NOT NULL,
    topicos INTEGER NOT NULL,
    ativo INTEGER NOT NULL,
    cadastro TEXT,
    segredo TEXT NOT NULL,
    segredo_anterior TEXT,
    segredo_anterior_ate INTEGER,
    encerrada_em INTEGER,
    criado_em INTEGER NOT NULL,
    alterado_em INTEGER NOT NULL,
    PRIMARY KEY (aplicacao_id, notificacao_id),
    FOREIGN KEY (aplicacao_id, loja_id) REFERENCES usuarios (aplicacao_id, loja_id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX notificacoes_loja ON notificacoes (aplicacao_id, loja_id);

-- How far the log has been made into deliveries. 0 = the notification's own cursor, which has no end; the others are
-- ranges to send again.
CREATE TABLE notificacao_cursores (
    aplicacao_id INTEGER NOT NULL,
    notificacao_id INTEGER NOT NULL,
    cursor_num INTEGER NOT NULL,
    posicao INTEGER NOT NULL,
    fim INTEGER,
    PRIMARY KEY (aplicacao_id, notificacao_id, cursor_num),
    FOREIGN KEY (aplicacao_id, notificacao_id) REFERENCES notificacoes (aplicacao_id, notificacao_id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- The health of one address. loja_id 0 = the notification's own url, else that user's url_integracao. pausas > 0 =
-- paused; sonda = the delivery that tries whether the address is back.
CREATE TABLE notificacao_destinos (
    aplicacao_id INTEGER NOT NULL,
    notificacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    falhas INTEGER NOT NULL,
    pausas INTEGER NOT NULL,
    pausado_ate INTEGER NOT NULL,
    sonda INTEGER,
    ultimo_sucesso INTEGER,
    ultima_falha INTEGER,
    PRIMARY KEY (aplicacao_id, notificacao_id, loja_id),
    FOREIGN KEY (aplicacao_id, notificacao_id) REFERENCES notificacoes (aplicacao_id, notificacao_id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- One event to be sent to one address. fila: what keeps its order (the order, the SKU …); null = a test. devida_em:
-- when something is to be done with it (send it; take it from a server that died); null = it waits for an earlier one
-- of its fila, or it is finished. reserva: a random number of the server that is sending it. No foreign key: what
-- belongs to a notification that is gone is cleared away little by little.
CREATE TABLE entregas (
    aplicacao_id INTEGER NOT NULL,
    notificacao_id INTEGER NOT NULL,
    entrega_id INTEGER NOT NULL,
    destino_loja INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    posicao INTEGER NOT NULL,
    tipo INTEGER NOT NULL,
    topico INTEGER NOT NULL,
    assunto INTEGER NOT NULL,
    evento_id TEXT NOT NULL,
    fila INTEGER,
    estado INTEGER NOT NULL,
    falhadas INTEGER NOT NULL,
    envios INTEGER NOT NULL,
    devida_em INTEGER,
    reserva INTEGER,
    primeira_em INTEGER,
    criado_em INTEGER NOT NULL,
    concluido_em INTEGER,
    PRIMARY KEY (aplicacao_id, notificacao_id, entrega_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX entregas_devidas ON entregas (aplicacao_id, notificacao_id, destino_loja, devida_em)
    WHERE devida_em IS NOT NULL;
CREATE INDEX entregas_filas ON entregas (aplicacao_id, notificacao_id, destino_loja, fila, entrega_id)
    WHERE concluido_em IS NULL;
CREATE INDEX entregas_testes ON entregas (devida_em) WHERE fila IS NULL AND devida_em IS NOT NULL;
CREATE INDEX entregas_concluidas ON entregas (concluido_em) WHERE concluido_em IS NOT NULL;

-- What was tried. falha: a number of domain::entrega::Falha.
CREATE TABLE entrega_tentativas (
    aplicacao_id INTEGER NOT NULL,
    notificacao_id INTEGER NOT NULL,
    entrega_id INTEGER NOT NULL,
    numero INTEGER NOT NULL,
    em INTEGER NOT NULL,
    duracao_ms INTEGER NOT NULL,
    status INTEGER,
    falha INTEGER,
    resposta TEXT NOT NULL,
    PRIMARY KEY (aplicacao_id, notificacao_id, entrega_id, numero)
) STRICT, WITHOUT ROWID;

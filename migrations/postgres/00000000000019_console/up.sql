CREATE SEQUENCE seq_console_acessos;
CREATE SEQUENCE seq_console_atos;

-- Who may look at the console: each row is a link that was given out, and the session that it became once
-- somebody followed it. papel 1 = ver, 2 = operar. aplicacao_id null = the whole hub, loja_id null = the
-- whole application. Of link and session only hashes are kept.
CREATE TABLE console_acessos (
    acesso_id BIGINT NOT NULL PRIMARY KEY,
    nome TEXT NOT NULL,
    papel SMALLINT NOT NULL,
    aplicacao_id INTEGER REFERENCES aplicacoes (id),
    loja_id INTEGER,
    link_hash BYTEA NOT NULL UNIQUE,
    link_expira_em BIGINT NOT NULL,
    sessao_hash BYTEA UNIQUE,
    sessao_expira_em BIGINT,
    criado_em BIGINT NOT NULL,
    FOREIGN KEY (aplicacao_id, loja_id) REFERENCES usuarios (aplicacao_id, loja_id) ON DELETE CASCADE
);
CREATE INDEX console_acessos_loja ON console_acessos (aplicacao_id, loja_id);

-- What was done on the console. Names stand in it as they were, and it outlives whom it is about.
CREATE TABLE console_atos (
    ato_id BIGINT NOT NULL PRIMARY KEY,
    data BIGINT NOT NULL,
    acesso_id BIGINT NOT NULL,
    nome TEXT NOT NULL,
    aplicacao_id INTEGER,
    loja_id INTEGER,
    ato TEXT NOT NULL,
    assunto TEXT NOT NULL,
    detalhe TEXT NOT NULL
);
CREATE INDEX console_atos_loja ON console_atos (aplicacao_id, loja_id, ato_id);

INSERT INTO sequencias (nome, valor) VALUES ('console_acessos', 0), ('console_atos', 0);

-- Who may look at the console: each row is a link that was given out, and the session that it became once
-- somebody followed it. papel 1 = ver, 2 = operar. aplicacao_id null = the whole hub, loja_id null = the
-- whole application. Of link and session only hashes are kept.
CREATE TABLE console_acessos (
    acesso_id INTEGER NOT NULL PRIMARY KEY,
    nome TEXT NOT NULL,
    papel INTEGER NOT NULL,
    aplicacao_id INTEGER REFERENCES aplicacoes (id),
    loja_id INTEGER,
    link_hash BLOB NOT NULL UNIQUE,
    link_expira_em INTEGER NOT NULL,
    sessao_hash BLOB UNIQUE,
    sessao_expira_em INTEGER,
    criado_em INTEGER NOT NULL,
    FOREIGN KEY (aplicacao_id, loja_id) REFERENCES usuarios (aplicacao_id, loja_id) ON DELETE CASCADE
) STRICT;
CREATE INDEX console_acessos_loja ON console_acessos (aplicacao_id, loja_id);

-- What was done on the console. Names stand in it as they were, and it outlives whom it is about.
CREATE TABLE console_atos (
    ato_id INTEGER NOT NULL PRIMARY KEY,
    data INTEGER NOT NULL,
    acesso_id INTEGER NOT NULL,
    nome TEXT NOT NULL,
    aplicacao_id INTEGER,
    loja_id INTEGER,
    ato TEXT NOT NULL,
    assunto TEXT NOT NULL,
    detalhe TEXT NOT NULL
) STRICT;
CREATE INDEX console_atos_loja ON console_atos (aplicacao_id, loja_id, ato_id);

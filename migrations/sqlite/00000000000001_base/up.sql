-- Instants are microseconds since 1970 (UTC), money is ten-thousandths. The application and the store lead
-- every key. `…_num` is the service's number where the caller has an identifier of its own.
-- Rows with long texts keep a rowid (the number is unique over all stores); the others are WITHOUT ROWID.
-- The rowid tables take no foreign key: without an index of its own it would be checked by a scan.

CREATE TABLE sequencias (
    nome TEXT NOT NULL PRIMARY KEY,
    valor INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO sequencias (nome, valor) VALUES ('aplicacoes', 0), ('lojas', 0), ('tokens', 0), ('canais', 0), ('skus', 0), ('pedidos', 0), ('categorias_loja', 0), ('compradores', 0), ('atacados', 0);

CREATE TABLE aplicacoes (
    id INTEGER NOT NULL PRIMARY KEY,
    nome TEXT NOT NULL UNIQUE,
    criado_em INTEGER NOT NULL
) STRICT;

CREATE TABLE usuarios (
    aplicacao_id INTEGER NOT NULL REFERENCES aplicacoes (id),
    loja_id INTEGER NOT NULL,
    usuario_id TEXT NOT NULL,
    nome TEXT NOT NULL,
    email TEXT NOT NULL,
    ativo INTEGER NOT NULL,
    url_integracao TEXT NOT NULL,
    criado_em INTEGER NOT NULL,
    alterado_em INTEGER NOT NULL,
    PRIMARY KEY (aplicacao_id, loja_id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX usuarios_usuario_id ON usuarios (aplicacao_id, usuario_id);
CREATE INDEX usuarios_alterado_em ON usuarios (aplicacao_id, alterado_em, loja_id);

-- Keys. Only the SHA-256 of a key is kept. loja_id is null for an application's key.
CREATE TABLE tokens (
    id INTEGER NOT NULL PRIMARY KEY,
    aplicacao_id INTEGER NOT NULL REFERENCES aplicacoes (id),
    loja_id INTEGER,
    hash BLOB NOT NULL UNIQUE,
    rotulo TEXT NOT NULL,
    criado_em INTEGER NOT NULL,
    expira_em INTEGER,
    revogado_em INTEGER,
    usado_em INTEGER,
    FOREIGN KEY (aplicacao_id, loja_id) REFERENCES usuarios (aplicacao_id, loja_id) ON DELETE CASCADE
) STRICT;
CREATE INDEX tokens_loja ON tokens (aplicacao_id, loja_id);

CREATE TABLE canais (
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    canal_num INTEGER NOT NULL,
    canal_id TEXT NOT NULL,
    nome TEXT NOT NULL,
    tipo_canal TEXT NOT NULL,
    ativo INTEGER NOT NULL,
    prazo INTEGER NOT NULL,
    enviar_minimo_dimensao_zerada INTEGER NOT NULL,
    enviar_minimo_dimensao_menor INTEGER NOT NULL,
    percentual_estoque INTEGER NOT NULL,
    enviar_sku INTEGER NOT NULL,
    configuracoes TEXT NOT NULL,
    criado_em INTEGER NOT NULL,
    alterado_em INTEGER NOT NULL,
    PRIMARY KEY (aplicacao_id, loja_id, canal_num),
    FOREIGN KEY (aplicacao_id, loja_id) REFERENCES usuarios (aplicacao_id, loja_id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX canais_canal_id ON canais (aplicacao_id, loja_id, canal_id);

-- What changes often and is read in lists; the long texts stand apart so that a change of stock rewrites
-- a short row.
CREATE TABLE skus (
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    sku_num INTEGER NOT NULL,
    sku TEXT NOT NULL,
    parent_id TEXT NOT NULL,
    produto_num INTEGER NOT NULL,
    nome TEXT NOT NULL,
    marca TEXT NOT NULL,
    gtin TEXT NOT NULL,
    ativo INTEGER NOT NULL,
    largura INTEGER NOT NULL,
    altura INTEGER NOT NULL,
    comprimento INTEGER NOT NULL,
    peso INTEGER NOT NULL,
    prazo_despacho INTEGER NOT NULL,
    preco_de INTEGER NOT NULL,
    preco_por INTEGER NOT NULL,
    estoque INTEGER NOT NULL CHECK (estoque >= 0),
    preco_custo INTEGER NOT NULL DEFAULT 0,
    estoque_reservado INTEGER NOT NULL DEFAULT 0,
    alerta_estoque INTEGER NOT NULL DEFAULT 0,
    texto_busca TEXT NOT NULL,
    criado_em INTEGER NOT NULL,
    alterado_em INTEGER NOT NULL,
    PRIMARY KEY (aplicacao_id, loja_id, sku_num),
    FOREIGN KEY (aplicacao_id, loja_id) REFERENCES usuarios (aplicacao_id, loja_id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX skus_sku ON skus (aplicacao_id, loja_id, sku);
CREATE INDEX skus_parent_id ON skus (aplicacao_id, loja_id, parent_id, sku_num);
CREATE INDEX skus_produto_num ON skus (aplicacao_id, loja_id, produto_num, sku_num);
CREATE INDEX skus_alterado_em ON skus (aplicacao_id, loja_id, alterado_em, sku_num);

CREATE TABLE sku_textos (
    sku_num INTEGER NOT NULL PRIMARY KEY,
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    url_origem TEXT NOT NULL,
    descricao TEXT NOT NULL,
    categorias TEXT NOT NULL,
    imagens TEXT NOT NULL,
    atributos TEXT NOT NULL
) STRICT;

-- The number of a group of SKUs, from the sequence that numbers SKUs: a SKU without a group is one of its own
-- under its own number.
CREATE TABLE grupos (
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    parent_id TEXT NOT NULL,
    produto_num INTEGER NOT NULL,
    PRIMARY KEY (aplicacao_id, loja_id, parent_id),
    FOREIGN KEY (aplicacao_id, loja_id) REFERENCES usuarios (aplicacao_id, loja_id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- Wholesale prices of a SKU: from a quantity on.
CREATE TABLE sku_atacados (
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    sku_num INTEGER NOT NULL,
    atacado_num INTEGER NOT NULL,
    quantidade INTEGER NOT NULL,
    preco INTEGER NOT NULL,
    criado_em INTEGER NOT NULL,
    PRIMARY KEY (aplicacao_id, loja_id, sku_num, atacado_num),
    FOREIGN KEY (aplicacao_id, loja_id, sku_num)
        REFERENCES skus (aplicacao_id, loja_id, sku_num) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX sku_atacados_quantidade ON sku_atacados (aplicacao_id, loja_id, sku_num, quantidade);

CREATE TABLE sku_canais (
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    canal_num INTEGER NOT NULL,
    sku_num INTEGER NOT NULL,
    estoque INTEGER,
    preco_de INTEGER,
    preco_por INTEGER,
    ativo INTEGER NOT NULL,
    criado_em INTEGER NOT NULL,
    alterado_em INTEGER NOT NULL,
    PRIMARY KEY (aplicacao_id, loja_id, canal_num, sku_num),
    FOREIGN KEY (aplicacao_id, loja_id, canal_num)
        REFERENCES canais (aplicacao_id, loja_id, canal_num) ON DELETE CASCADE,
    FOREIGN KEY (aplicacao_id, loja_id, sku_num)
        REFERENCES skus (aplicacao_id, loja_id, sku_num) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX sku_canais_sku ON sku_canais (aplicacao_id, loja_id, sku_num, canal_num);

-- Categories of a channel; pai is empty on the first level.
CREATE TABLE categorias_canal (
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    canal_num INTEGER NOT NULL,
    categoria_id TEXT NOT NULL,
    pai TEXT NOT NULL,
    nome TEXT NOT NULL,
    texto_busca TEXT NOT NULL,
    criado_em INTEGER NOT NULL,
    alterado_em INTEGER NOT NULL,
    PRIMARY KEY (aplicacao_id, loja_id, canal_num, categoria_id),
    FOREIGN KEY (aplicacao_id, loja_id, canal_num)
        REFERENCES canais (aplicacao_id, loja_id, canal_num) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX categorias_canal_pai ON categorias_canal (aplicacao_id, loja_id, canal_num, pai, nome, categoria_id);

-- A store's own category tree; pai_num is 0 on the first level.
CREATE TABLE categorias_loja (
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    categoria_num INTEGER NOT NULL,
    pai_num INTEGER NOT NULL,
    nome TEXT NOT NULL,
    erp_id TEXT NOT NULL,
    ativo INTEGER NOT NULL,
    is_reseller INTEGER NOT NULL,
    exibir_matriz INTEGER NOT NULL,
    quantidade_maxima INTEGER NOT NULL,
    valor_minimo INTEGER NOT NULL,
    criado_em INTEGER NOT NULL,
    alterado_em INTEGER NOT NULL,
    PRIMARY KEY (aplicacao_id, loja_id, categoria_num),
    FOREIGN KEY (aplicacao_id, loja_id) REFERENCES usuarios (aplicacao_id, loja_id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE INDEX categorias_loja_erp_id ON categorias_loja (aplicacao_id, loja_id, erp_id);
CREATE INDEX categorias_loja_pai ON categorias_loja (aplicacao_id, loja_id, pai_num);

-- What the operator has set for a store; a store without a row has the defaults. formas_pagamento is JSON.
CREATE TABLE lojas_config (
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    fuso TEXT,
    datas_locais INTEGER NOT NULL,
    url_site TEXT NOT NULL,
    url_carrinho TEXT NOT NULL,
    cep TEXT NOT NULL,
    formas_pagamento TEXT,
    PRIMARY KEY (aplicacao_id, loja_id),
    FOREIGN KEY (aplicacao_id, loja_id) REFERENCES usuarios (aplicacao_id, loja_id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- Buyers as a store's own system numbers them. chave is a hash of CPF, CNPJ or e-mail.
CREATE TABLE compradores (
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    chave BLOB NOT NULL,
    comprador_num INTEGER NOT NULL,
    PRIMARY KEY (aplicacao_id, loja_id, chave),
    FOREIGN KEY (aplicacao_id, loja_id) REFERENCES usuarios (aplicacao_id, loja_id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- What orders are found, filtered and ordered by. status holds interface B's codes.
CREATE TABLE pedidos (
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    pedido_id INTEGER NOT NULL,
    canal_num INTEGER NOT NULL,
    source_id TEXT NOT NULL,
    status INTEGER NOT NULL,
    forma_pagamento INTEGER NOT NULL,
    data INTEGER NOT NULL,
    data_pagamento INTEGER,
    status_em INTEGER NOT NULL,
    comprador_num INTEGER NOT NULL,
    email TEXT NOT NULL,
    rastreado INTEGER NOT NULL,
    integrado INTEGER NOT NULL,
    impressao INTEGER NOT NULL,
    criado_em INTEGER NOT NULL,
    alterado_em INTEGER NOT NULL,
    PRIMARY KEY (aplicacao_id, loja_id, pedido_id),
    FOREIGN KEY (aplicacao_id, loja_id, canal_num) REFERENCES canais (aplicacao_id, loja_id, canal_num)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX pedidos_source_id ON pedidos (aplicacao_id, loja_id, source_id, canal_num);
CREATE INDEX pedidos_canal ON pedidos (aplicacao_id, loja_id, canal_num, data, pedido_id);
-- One per kind of date; status and payment method ride along, so that counting needs no rows.
CREATE INDEX pedidos_data ON pedidos (aplicacao_id, loja_id, data, pedido_id, status, forma_pagamento);
CREATE INDEX pedidos_data_pagamento ON pedidos (aplicacao_id, loja_id, data_pagamento, pedido_id, status, forma_pagamento);
CREATE INDEX pedidos_status_em ON pedidos (aplicacao_id, loja_id, status_em, pedido_id, status, forma_pagamento);
CREATE INDEX pedidos_criado_em ON pedidos (aplicacao_id, loja_id, criado_em, pedido_id, status, forma_pagamento);
CREATE INDEX pedidos_alterado_em ON pedidos (aplicacao_id, loja_id, alterado_em, pedido_id, status, forma_pagamento);
CREATE INDEX pedidos_email ON pedidos (aplicacao_id, loja_id, email, pedido_id);
CREATE INDEX pedidos_nao_integrados ON pedidos (aplicacao_id, loja_id, integrado, pedido_id) WHERE NOT integrado;

-- What a page of interface A sends, kept ready to send: the order, rewritten when it moves.
CREATE TABLE pedido_documentos (
    pedido_id INTEGER NOT NULL PRIMARY KEY,
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    documento TEXT NOT NULL,
    nota_fiscal TEXT,
    rastreio TEXT
) STRICT;

-- What a page of interface B sends: the part of the record that never changes, apart from what moves, so that a
-- move rewrites none of it. catalogo is what the SKUs were when the order came in, from which registro can be
-- made again; observacoes are the store's notes.
CREATE TABLE pedido_registros (
    pedido_id INTEGER NOT NULL PRIMARY KEY,
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    registro TEXT NOT NULL,
    registro_versao INTEGER NOT NULL,
    catalogo TEXT NOT NULL,
    observacoes TEXT
) STRICT;

-- Which orders hold a SKU, registered or not.
CREATE TABLE pedido_itens (
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    sku TEXT NOT NULL,
    pedido_id INTEGER NOT NULL,
    PRIMARY KEY (aplicacao_id, loja_id, sku, pedido_id),
    FOREIGN KEY (aplicacao_id, loja_id, pedido_id)
        REFERENCES pedidos (aplicacao_id, loja_id, pedido_id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX pedido_itens_pedido ON pedido_itens (aplicacao_id, loja_id, pedido_id);

CREATE TABLE pedido_historico (
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    pedido_id INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    status INTEGER NOT NULL,
    data INTEGER NOT NULL,
    registrado_em INTEGER NOT NULL,
    registro TEXT NOT NULL,
    PRIMARY KEY (aplicacao_id, loja_id, pedido_id, seq),
    FOREIGN KEY (aplicacao_id, loja_id, pedido_id)
        REFERENCES pedidos (aplicacao_id, loja_id, pedido_id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- Answers given under an Idempotency-Key, written with the change that they answer.
CREATE TABLE idempotencia (
    aplicacao_id INTEGER NOT NULL,
    token_id INTEGER NOT NULL,
    chave TEXT NOT NULL,
    impressao BLOB NOT NULL,
    status INTEGER NOT NULL,
    cabecalhos TEXT NOT NULL,
    corpo BLOB NOT NULL,
    criado_em INTEGER NOT NULL,
    PRIMARY KEY (aplicacao_id, token_id, chave)
) STRICT;
CREATE INDEX idempotencia_criado_em ON idempotencia (criado_em);

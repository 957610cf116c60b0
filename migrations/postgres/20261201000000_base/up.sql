-- Instants are microseconds since 1970 (UTC), money is ten-thousandths. The application and the store lead
-- every key. `…_num` is the service's number where the caller has an identifier of its own.
-- Text keys are COLLATE "C": the same order as SQLite's, byte by byte.

CREATE SEQUENCE seq_aplicacoes;
CREATE SEQUENCE seq_lojas;
CREATE SEQUENCE seq_tokens;
CREATE SEQUENCE seq_canais;
CREATE SEQUENCE seq_skus;
CREATE SEQUENCE seq_pedidos;
CREATE SEQUENCE seq_categorias_loja;
CREATE SEQUENCE seq_compradores;
CREATE SEQUENCE seq_atacados;
CREATE SEQUENCE seq_fila_consumidores;
CREATE SEQUENCE seq_notificacoes;
CREATE SEQUENCE seq_entregas;
CREATE SEQUENCE seq_fabricantes;
CREATE SEQUENCE seq_atributos;
CREATE SEQUENCE seq_console_acessos;
CREATE SEQUENCE seq_console_pessoas;
CREATE SEQUENCE seq_console_atos;
CREATE SEQUENCE seq_canal_erros;

-- ---- Accounts --------------------------------------------------------------------------------------------

CREATE TABLE aplicacoes (
    id INTEGER NOT NULL PRIMARY KEY,
    nome TEXT COLLATE "C" NOT NULL UNIQUE,
    criado_em BIGINT NOT NULL,
    -- Whether nobody gets into the console without a second factor whose scope reaches it.
    exige_segundo_fator BOOLEAN NOT NULL DEFAULT FALSE
);
CREATE INDEX aplicacoes_exigem ON aplicacoes (id) WHERE exige_segundo_fator;

-- Stores by number: what hangs on them may be much. One whose user is deleted (excluida) stays until all of that is
-- cleared away (store::accounts::clearing).
CREATE TABLE lojas (
    aplicacao_id INTEGER NOT NULL REFERENCES aplicacoes (id),
    loja_id INTEGER NOT NULL,
    excluida BOOLEAN NOT NULL DEFAULT FALSE,
    PRIMARY KEY (aplicacao_id, loja_id)
);
CREATE INDEX lojas_excluidas ON lojas (aplicacao_id, loja_id) WHERE excluida;

CREATE TABLE usuarios (
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    usuario_id TEXT COLLATE "C" NOT NULL,
    nome TEXT NOT NULL,
    email TEXT NOT NULL,
    ativo BOOLEAN NOT NULL,
    url_integracao TEXT NOT NULL,
    criado_em BIGINT NOT NULL,
    alterado_em BIGINT NOT NULL,
    -- Who keeps the store's stock: 0 nobody, 1 the store's own system, 2 the hub.
    controle_estoque SMALLINT NOT NULL DEFAULT 0,
    assumir_na_leitura BOOLEAN NOT NULL DEFAULT FALSE,
    -- While the stock changes its keeper: the number of the last SKU converted. Null when all are.
    estoque_convertido BIGINT,
    -- Whether changed offers are written into the event log.
    anunciar_ofertas BOOLEAN NOT NULL DEFAULT FALSE,
    PRIMARY KEY (aplicacao_id, loja_id),
    FOREIGN KEY (aplicacao_id, loja_id) REFERENCES lojas (aplicacao_id, loja_id)
);
CREATE UNIQUE INDEX usuarios_usuario_id ON usuarios (aplicacao_id, usuario_id);
CREATE INDEX usuarios_alterado_em ON usuarios (aplicacao_id, alterado_em, loja_id);

-- Identifiers of deleted stores, for the events that name them.
CREATE TABLE usuarios_excluidos (
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    usuario_id TEXT NOT NULL,
    PRIMARY KEY (aplicacao_id, loja_id)
);

-- API keys. Only the SHA-256 of a key is kept. loja_id is null for an application's key.
CREATE TABLE tokens (
    id BIGINT NOT NULL PRIMARY KEY,
    aplicacao_id INTEGER NOT NULL REFERENCES aplicacoes (id),
    loja_id INTEGER,
    hash BYTEA NOT NULL UNIQUE,
    rotulo TEXT NOT NULL,
    criado_em BIGINT NOT NULL,
    expira_em BIGINT,
    revogado_em BIGINT,
    usado_em BIGINT,
    FOREIGN KEY (aplicacao_id, loja_id) REFERENCES usuarios (aplicacao_id, loja_id) ON DELETE CASCADE
);
CREATE INDEX tokens_loja ON tokens (aplicacao_id, loja_id);

-- Limits that the operator sets for an application; null = no limit. …_contados is the present number, kept by
-- every creation and deletion while the row exists; setting a limit counts anew.
CREATE TABLE limites (
    aplicacao_id INTEGER NOT NULL PRIMARY KEY REFERENCES aplicacoes (id),
    usuarios BIGINT,
    usuarios_contados BIGINT NOT NULL,
    skus BIGINT,
    skus_contados BIGINT NOT NULL
);

-- Profiles of files that an application keeps for all its stores: what the columns of another system's sheet are,
-- as JSON.
CREATE TABLE perfis_arquivo (
    aplicacao_id INTEGER NOT NULL REFERENCES aplicacoes (id),
    nome TEXT NOT NULL,
    perfil TEXT NOT NULL,
    PRIMARY KEY (aplicacao_id, nome)
);

-- Settings of a store; a store without a row has the defaults. formas_pagamento is JSON.
CREATE TABLE lojas_config (
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    fuso TEXT,
    datas_locais BOOLEAN NOT NULL,
    url_site TEXT NOT NULL,
    url_carrinho TEXT NOT NULL,
    cep TEXT NOT NULL,
    formas_pagamento TEXT,
    -- Variant of interface B's answers (domain::loja_config::Perfil); null = the program's default.
    perfil TEXT,
    PRIMARY KEY (aplicacao_id, loja_id),
    FOREIGN KEY (aplicacao_id, loja_id) REFERENCES usuarios (aplicacao_id, loja_id) ON DELETE CASCADE
);

-- Answers given under an Idempotency-Key, written in the transaction of the change. corpo is packed.
CREATE TABLE idempotencia (
    aplicacao_id INTEGER NOT NULL,
    token_id BIGINT NOT NULL,
    chave TEXT COLLATE "C" NOT NULL,
    impressao BYTEA NOT NULL,
    status SMALLINT NOT NULL,
    cabecalhos TEXT NOT NULL,
    corpo BYTEA NOT NULL,
    -- What an answer was about that was too long to keep, as JSON: it is read again.
    assunto TEXT,
    criado_em BIGINT NOT NULL,
    PRIMARY KEY (aplicacao_id, token_id, chave)
);
CREATE INDEX idempotencia_criado_em ON idempotencia (criado_em);

-- ---- Catalogue -------------------------------------------------------------------------------------------

CREATE TABLE canais (
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    canal_num INTEGER NOT NULL,
    canal_id TEXT COLLATE "C" NOT NULL,
    nome TEXT NOT NULL,
    tipo_canal TEXT COLLATE "C" NOT NULL,
    ativo BOOLEAN NOT NULL,
    prazo INTEGER NOT NULL,
    enviar_minimo_dimensao_zerada BOOLEAN NOT NULL,
    enviar_minimo_dimensao_menor BOOLEAN NOT NULL,
    percentual_estoque INTEGER NOT NULL,
    enviar_sku BOOLEAN NOT NULL,
    configuracoes TEXT NOT NULL,
    criado_em BIGINT NOT NULL,
    alterado_em BIGINT NOT NULL,
    -- Stock that the channel leaves on the shelf, and the most that it shows.
    estoque_seguranca INTEGER NOT NULL DEFAULT 0,
    estoque_maximo INTEGER,
    -- Distribution centres that the channel sells from, a JSON list of numbers; null = all.
    centros TEXT,
    PRIMARY KEY (aplicacao_id, loja_id, canal_num),
    FOREIGN KEY (aplicacao_id, loja_id) REFERENCES lojas (aplicacao_id, loja_id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX canais_canal_id ON canais (aplicacao_id, loja_id, canal_id);

-- Fields that change often and that lists read. The long texts are in sku_textos, so that a change of stock
-- rewrites a short row.
CREATE TABLE skus (
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    sku_num BIGINT NOT NULL,
    sku TEXT COLLATE "C" NOT NULL,
    parent_id TEXT COLLATE "C" NOT NULL,
    produto_num BIGINT NOT NULL,
    nome TEXT NOT NULL,
    marca TEXT COLLATE "C" NOT NULL,
    gtin TEXT COLLATE "C" NOT NULL,
    ativo BOOLEAN NOT NULL,
    largura INTEGER NOT NULL,
    altura INTEGER NOT NULL,
    comprimento INTEGER NOT NULL,
    peso INTEGER NOT NULL,
    prazo_despacho INTEGER NOT NULL,
    preco_de BIGINT NOT NULL,
    preco_por BIGINT NOT NULL,
    estoque INTEGER NOT NULL CHECK (estoque >= 0),
    preco_custo BIGINT NOT NULL DEFAULT 0,
    estoque_reservado INTEGER NOT NULL DEFAULT 0,
    alerta_estoque INTEGER NOT NULL DEFAULT 0,
    texto_busca TEXT COLLATE "C" NOT NULL,
    criado_em BIGINT NOT NULL,
    alterado_em BIGINT NOT NULL,
    -- alterado_em in units of ten minutes, for the index: a change within them, with room in the page (fillfactor),
    -- writes no index (a HOT update).
    alterado_periodo BIGINT GENERATED ALWAYS AS (alterado_em / 600000000) STORED,
    -- Stock reserved by orders, the number of the last movement, and who keeps the SKU's stock.
    reservado BIGINT NOT NULL DEFAULT 0,
    movimentos BIGINT NOT NULL DEFAULT 0,
    controle SMALLINT NOT NULL DEFAULT 0,
    -- Number of distribution centres with stock of the SKU besides centre 1.
    centros SMALLINT NOT NULL DEFAULT 0,
    PRIMARY KEY (aplicacao_id, loja_id, sku_num),
    FOREIGN KEY (aplicacao_id, loja_id) REFERENCES lojas (aplicacao_id, loja_id) ON DELETE CASCADE
) WITH (fillfactor = 85);
CREATE UNIQUE INDEX skus_sku ON skus (aplicacao_id, loja_id, sku);
CREATE INDEX skus_parent_id ON skus (aplicacao_id, loja_id, parent_id, sku_num);
CREATE INDEX skus_produto_num ON skus (aplicacao_id, loja_id, produto_num, sku_num);
CREATE INDEX skus_alterado_periodo ON skus (aplicacao_id, loja_id, alterado_periodo, sku_num);
CREATE INDEX skus_marca ON skus (aplicacao_id, loja_id, marca, sku_num);
-- Barcode scanners look a GTIN up among all SKUs of a store.
CREATE INDEX skus_gtin ON skus (aplicacao_id, loja_id, gtin, sku_num);

CREATE TABLE sku_textos (
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    sku_num BIGINT NOT NULL,
    url_origem TEXT NOT NULL,
    descricao TEXT NOT NULL,
    categorias TEXT NOT NULL,
    imagens TEXT NOT NULL,
    atributos TEXT NOT NULL,
    -- Product data of interface B that interface A's Sku has no member for (Cadastro of interface_b).
    cadastro TEXT NOT NULL DEFAULT '{}',
    PRIMARY KEY (aplicacao_id, loja_id, sku_num),
    FOREIGN KEY (aplicacao_id, loja_id, sku_num)
        REFERENCES skus (aplicacao_id, loja_id, sku_num) ON DELETE CASCADE
);

-- Numbers of groups of SKUs (parent_id), from the sequence of SKU numbers: a SKU without a group is a group of its
-- own under its own number.
CREATE TABLE grupos (
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    parent_id TEXT COLLATE "C" NOT NULL,
    produto_num BIGINT NOT NULL,
    PRIMARY KEY (aplicacao_id, loja_id, parent_id),
    FOREIGN KEY (aplicacao_id, loja_id) REFERENCES lojas (aplicacao_id, loja_id) ON DELETE CASCADE
);

-- Wholesale prices of a SKU, each from a quantity on.
CREATE TABLE sku_atacados (
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    sku_num BIGINT NOT NULL,
    atacado_num BIGINT NOT NULL,
    quantidade INTEGER NOT NULL,
    preco BIGINT NOT NULL,
    criado_em BIGINT NOT NULL,
    PRIMARY KEY (aplicacao_id, loja_id, sku_num, atacado_num),
    FOREIGN KEY (aplicacao_id, loja_id, sku_num)
        REFERENCES skus (aplicacao_id, loja_id, sku_num) ON DELETE CASCADE
);
CREATE UNIQUE INDEX sku_atacados_quantidade ON sku_atacados (aplicacao_id, loja_id, sku_num, quantidade);

-- Files of images, by the last part of their address, which anybody may read who knows it.
CREATE TABLE imagens (
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    nome TEXT COLLATE "C" NOT NULL,
    tamanho INTEGER NOT NULL,
    conteudo BYTEA NOT NULL,
    PRIMARY KEY (aplicacao_id, nome),
    FOREIGN KEY (aplicacao_id, loja_id) REFERENCES lojas (aplicacao_id, loja_id) ON DELETE CASCADE
);
-- The formats of images are compressed already.
ALTER TABLE imagens ALTER COLUMN conteudo SET STORAGE EXTERNAL;
CREATE INDEX imagens_loja ON imagens (aplicacao_id, loja_id, tamanho);
CREATE INDEX imagens_nome ON imagens (nome);

-- Which SKUs name them, of any store of the application.
CREATE TABLE sku_imagens (
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    sku_num BIGINT NOT NULL,
    nome TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (aplicacao_id, loja_id, sku_num, nome),
    FOREIGN KEY (aplicacao_id, loja_id, sku_num)
        REFERENCES skus (aplicacao_id, loja_id, sku_num) ON DELETE CASCADE,
    FOREIGN KEY (aplicacao_id, nome) REFERENCES imagens (aplicacao_id, nome) ON DELETE CASCADE
);
CREATE INDEX sku_imagens_nome ON sku_imagens (aplicacao_id, nome);

CREATE TABLE sku_canais (
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    canal_num INTEGER NOT NULL,
    sku_num BIGINT NOT NULL,
    estoque INTEGER,
    preco_de BIGINT,
    preco_por BIGINT,
    ativo BOOLEAN NOT NULL,
    criado_em BIGINT NOT NULL,
    alterado_em BIGINT NOT NULL,
    PRIMARY KEY (aplicacao_id, loja_id, canal_num, sku_num),
    FOREIGN KEY (aplicacao_id, loja_id, canal_num)
        REFERENCES canais (aplicacao_id, loja_id, canal_num) ON DELETE CASCADE,
    FOREIGN KEY (aplicacao_id, loja_id, sku_num)
        REFERENCES skus (aplicacao_id, loja_id, sku_num) ON DELETE CASCADE
);
CREATE INDEX sku_canais_sku ON sku_canais (aplicacao_id, loja_id, sku_num, canal_num);

-- Brands that a store's SKUs name, numbered when first named.
CREATE TABLE fabricantes (
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    fabricante_num BIGINT NOT NULL,
    nome TEXT COLLATE "C" NOT NULL,
    ativo BOOLEAN NOT NULL,
    url_logotipo TEXT NOT NULL,
    url_link TEXT NOT NULL,
    url_carrossel TEXT NOT NULL,
    PRIMARY KEY (aplicacao_id, loja_id, fabricante_num),
    FOREIGN KEY (aplicacao_id, loja_id) REFERENCES lojas (aplicacao_id, loja_id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX fabricantes_nome ON fabricantes (aplicacao_id, loja_id, nome);

-- Names of attributes that SKUs have or had, numbered in the same way.
CREATE TABLE nomes_atributos (
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    atributo_num BIGINT NOT NULL,
    nome TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (aplicacao_id, loja_id, atributo_num),
    FOREIGN KEY (aplicacao_id, loja_id) REFERENCES lojas (aplicacao_id, loja_id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX nomes_atributos_nome ON nomes_atributos (aplicacao_id, loja_id, nome);

-- Categories of a channel; pai is empty at the first level.
CREATE TABLE categorias_canal (
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    canal_num INTEGER NOT NULL,
    categoria_id TEXT COLLATE "C" NOT NULL,
    pai TEXT COLLATE "C" NOT NULL,
    nome TEXT COLLATE "C" NOT NULL,
    texto_busca TEXT COLLATE "C" NOT NULL,
    criado_em BIGINT NOT NULL,
    alterado_em BIGINT NOT NULL,
    PRIMARY KEY (aplicacao_id, loja_id, canal_num, categoria_id),
    FOREIGN KEY (aplicacao_id, loja_id, canal_num)
        REFERENCES canais (aplicacao_id, loja_id, canal_num) ON DELETE CASCADE
);
CREATE INDEX categorias_canal_pai ON categorias_canal (aplicacao_id, loja_id, canal_num, pai, nome, categoria_id);

-- The store's own category tree; pai_num is 0 at the first level.
CREATE TABLE categorias_loja (
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    categoria_num BIGINT NOT NULL,
    pai_num BIGINT NOT NULL,
    nome TEXT NOT NULL,
    erp_id TEXT COLLATE "C" NOT NULL,
    ativo BOOLEAN NOT NULL,
    is_reseller BOOLEAN NOT NULL,
    exibir_matriz SMALLINT NOT NULL,
    quantidade_maxima BIGINT NOT NULL,
    valor_minimo BIGINT NOT NULL,
    criado_em BIGINT NOT NULL,
    alterado_em BIGINT NOT NULL,
    -- For the store's website: shown in menus, and the address of the category's page.
    exibe_menu BOOLEAN NOT NULL DEFAULT TRUE,
    url_hot_site TEXT NOT NULL DEFAULT '',
    -- While SKUs that name it still have to follow its last change: the path before, and the last SKU that has been
    -- looked at.
    caminho_anterior TEXT,
    seguida_ate BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (aplicacao_id, loja_id, categoria_num),
    FOREIGN KEY (aplicacao_id, loja_id) REFERENCES lojas (aplicacao_id, loja_id) ON DELETE CASCADE
);
CREATE INDEX categorias_loja_erp_id ON categorias_loja (aplicacao_id, loja_id, erp_id);
CREATE INDEX categorias_loja_pai ON categorias_loja (aplicacao_id, loja_id, pai_num);
CREATE INDEX categorias_loja_anterior ON categorias_loja (aplicacao_id, loja_id) WHERE caminho_anterior IS NOT NULL;

-- A random number renewed by triggers with every change of a store's categories: caches made from them are valid
-- while it stays the same. Random and not counted, so that a restored backup does not come to a number twice. No
-- foreign key: deleting a store deletes its categories, and their trigger would violate it.
CREATE TABLE categorias_loja_versoes (
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    versao BIGINT NOT NULL,
    PRIMARY KEY (aplicacao_id, loja_id)
);

-- Once per statement and store. The row lock lets one transaction at a time change a store's categories.
CREATE FUNCTION categorias_loja_mudou() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO categorias_loja_versoes (aplicacao_id, loja_id, versao)
        SELECT m.aplicacao_id, m.loja_id, (random() * 9e15)::BIGINT FROM mudadas m GROUP BY 1, 2 ORDER BY 1, 2
        ON CONFLICT (aplicacao_id, loja_id) DO UPDATE SET versao = excluded.versao;
    RETURN NULL;
END
$$;
CREATE TRIGGER categorias_loja_nova AFTER INSERT ON categorias_loja
    REFERENCING NEW TABLE AS mudadas FOR EACH STATEMENT EXECUTE FUNCTION categorias_loja_mudou();
CREATE TRIGGER categorias_loja_mudada AFTER UPDATE ON categorias_loja
    REFERENCING NEW TABLE AS mudadas FOR EACH STATEMENT EXECUTE FUNCTION categorias_loja_mudou();
CREATE TRIGGER categorias_loja_excluida AFTER DELETE ON categorias_loja
    REFERENCING OLD TABLE AS mudadas FOR EACH STATEMENT EXECUTE FUNCTION categorias_loja_mudou();

-- ---- Stock -----------------------------------------------------------------------------------------------

-- Distribution centres. Every store has centre 1; its row exists once the store has named or ranked it.
CREATE TABLE centros (
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    centro_num INTEGER NOT NULL,
    nome TEXT NOT NULL,
    prioridade INTEGER NOT NULL,
    PRIMARY KEY (aplicacao_id, loja_id, centro_num),
    FOREIGN KEY (aplicacao_id, loja_id) REFERENCES lojas (aplicacao_id, loja_id) ON DELETE CASCADE
);

-- Stock of a SKU in centres other than 1, which is in skus.
CREATE TABLE estoque_centros (
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    sku_num BIGINT NOT NULL,
    centro_num INTEGER NOT NULL,
    estoque INTEGER NOT NULL,
    reservado BIGINT NOT NULL,
    movimentos BIGINT NOT NULL,
    PRIMARY KEY (aplicacao_id, loja_id, sku_num, centro_num),
    FOREIGN KEY (aplicacao_id, loja_id, sku_num)
        REFERENCES skus (aplicacao_id, loja_id, sku_num) ON DELETE CASCADE
);

-- Safety stock and maximum of one SKU in a channel, where they differ from the channel's.
CREATE TABLE estoque_limites (
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    canal_num INTEGER NOT NULL,
    sku_num BIGINT NOT NULL,
    estoque_seguranca INTEGER,
    estoque_maximo INTEGER,
    PRIMARY KEY (aplicacao_id, loja_id, canal_num, sku_num),
    FOREIGN KEY (aplicacao_id, loja_id, canal_num)
        REFERENCES canais (aplicacao_id, loja_id, canal_num) ON DELETE CASCADE,
    FOREIGN KEY (aplicacao_id, loja_id, sku_num)
        REFERENCES skus (aplicacao_id, loja_id, sku_num) ON DELETE CASCADE
);
CREATE INDEX estoque_limites_sku ON estoque_limites (aplicacao_id, loja_id, sku_num);

-- Stock that an order reserves: reservada is still on the shelf, baixada has left the stock. assumida_em is when the
-- store's system took the order over; falta was missing when the order came in. linhas has the numbers by line of
-- the order as JSON ([[index among the order's lines of the SKU, reservada, baixada, informada], ...]); null = all
-- belong to the first line. informada: all that is still reserved is part of a fall that the store's system reported
-- before it took the order over.
-- Clustered by order; the indexes by SKU hold only those that a stock reported by the store's system may contain, and
-- those that it may fall by.
CREATE TABLE estoque_reservas (
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    pedido_id BIGINT NOT NULL,
    sku_num BIGINT NOT NULL,
    centro_num INTEGER NOT NULL,
    linhas TEXT,
    reservada BIGINT NOT NULL CHECK (reservada >= 0),
    baixada BIGINT NOT NULL CHECK (baixada >= 0),
    falta BIGINT NOT NULL,
    assumida_em BIGINT,
    informada BOOLEAN NOT NULL,
    encerrada BOOLEAN NOT NULL,
    PRIMARY KEY (aplicacao_id, loja_id, pedido_id, sku_num, centro_num)
);
CREATE INDEX estoque_reservas_assumida ON estoque_reservas (aplicacao_id, loja_id, sku_num)
    WHERE assumida_em IS NOT NULL AND reservada > 0;
CREATE INDEX estoque_reservas_espera ON estoque_reservas (aplicacao_id, loja_id, sku_num)
    WHERE reservada > 0 AND assumida_em IS NULL AND NOT informada;
CREATE INDEX estoque_reservas_falta ON estoque_reservas (aplicacao_id, loja_id, pedido_id, sku_num)
    WHERE falta > 0;

-- The stock ledger: every change of stock and reservation of a SKU in a centre, numbered without gaps (seq); estoque
-- and reservado are the values after it, motivo is the reason that somebody gave. Rows are in order of insertion.
CREATE TABLE estoque_movimentos (
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    sku_num BIGINT NOT NULL,
    centro_num INTEGER NOT NULL,
    seq BIGINT NOT NULL,
    data BIGINT NOT NULL,
    causa SMALLINT NOT NULL,
    pedido_id BIGINT,
    estoque INTEGER NOT NULL,
    estoque_variacao BIGINT NOT NULL,
    reservado BIGINT NOT NULL,
    reservado_variacao BIGINT NOT NULL,
    motivo TEXT,
    PRIMARY KEY (aplicacao_id, loja_id, sku_num, centro_num, seq)
);

-- ---- Orders ----------------------------------------------------------------------------------------------

-- Numbers of buyers in interface B. chave is a hash of CPF, CNPJ or e-mail.
CREATE TABLE compradores (
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    chave BYTEA NOT NULL,
    comprador_num BIGINT NOT NULL,
    PRIMARY KEY (aplicacao_id, loja_id, chave),
    FOREIGN KEY (aplicacao_id, loja_id) REFERENCES usuarios (aplicacao_id, loja_id) ON DELETE CASCADE
);
CREATE INDEX compradores_num ON compradores (aplicacao_id, loja_id, comprador_num);

-- Fields that orders are found, filtered and ordered by. status holds interface B's codes.
CREATE TABLE pedidos (
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    pedido_id BIGINT NOT NULL,
    canal_num INTEGER NOT NULL,
    source_id TEXT COLLATE "C" NOT NULL,
    status SMALLINT NOT NULL,
    forma_pagamento INTEGER NOT NULL,
    data BIGINT NOT NULL,
    data_pagamento BIGINT,
    status_em BIGINT NOT NULL,
    comprador_num BIGINT NOT NULL,
    email TEXT COLLATE "C" NOT NULL,
    rastreado BOOLEAN NOT NULL,
    integrado BOOLEAN NOT NULL,
    impressao BIGINT NOT NULL,
    criado_em BIGINT NOT NULL,
    alterado_em BIGINT NOT NULL,
    -- The order's total in ten-thousandths, so that sums need no document; and the carrier, for interface B's record.
    total BIGINT NOT NULL,
    transportadora TEXT,
    -- Status of items where it differs from the order's: `index:status` with commas between. Here and in status, a
    -- sub-status is in the hundreds.
    itens TEXT,
    -- Hash of the CNPJ (as in compradores) where a buyer with a CPF bought for a company: the buyer's number follows from
    -- the CPF.
    empresa BYTEA,
    PRIMARY KEY (aplicacao_id, loja_id, pedido_id),
    -- An order that comes in while its user is deleted has none to come to.
    FOREIGN KEY (aplicacao_id, loja_id) REFERENCES usuarios (aplicacao_id, loja_id),
    FOREIGN KEY (aplicacao_id, loja_id, canal_num) REFERENCES canais (aplicacao_id, loja_id, canal_num)
);
CREATE UNIQUE INDEX pedidos_source_id ON pedidos (aplicacao_id, loja_id, source_id, canal_num);
-- With the status, so that a channel's orders in a status are counted without reading rows.
CREATE INDEX pedidos_canal ON pedidos (aplicacao_id, loja_id, canal_num, data, pedido_id) INCLUDE (status);
-- One index per kind of date; with status and payment method, so that counting reads no rows.
CREATE INDEX pedidos_data ON pedidos (aplicacao_id, loja_id, data, pedido_id) INCLUDE (status, forma_pagamento);
CREATE INDEX pedidos_data_pagamento ON pedidos (aplicacao_id, loja_id, data_pagamento, pedido_id) INCLUDE (status, forma_pagamento);
CREATE INDEX pedidos_status_em ON pedidos (aplicacao_id, loja_id, status_em, pedido_id) INCLUDE (status, forma_pagamento);
CREATE INDEX pedidos_criado_em ON pedidos (aplicacao_id, loja_id, criado_em, pedido_id) INCLUDE (status, forma_pagamento);
CREATE INDEX pedidos_alterado_em ON pedidos (aplicacao_id, loja_id, alterado_em, pedido_id) INCLUDE (status, forma_pagamento);
CREATE INDEX pedidos_email ON pedidos (aplicacao_id, loja_id, email, pedido_id);
CREATE INDEX pedidos_nao_integrados ON pedidos (aplicacao_id, loja_id, integrado, pedido_id) WHERE NOT integrado;
CREATE INDEX pedidos_comprador ON pedidos (aplicacao_id, loja_id, comprador_num, pedido_id);
CREATE INDEX pedidos_empresa ON pedidos (aplicacao_id, loja_id, empresa, pedido_id) WHERE empresa IS NOT NULL;
-- Orders to be sent: paid (1) or invoiced (11), whatever the sub-status in the hundreds.
CREATE INDEX pedidos_a_enviar ON pedidos (aplicacao_id, loja_id, data, pedido_id) INCLUDE (canal_num)
    WHERE status % 100 IN (1, 11);

-- The order as interface A sends it (documento), and what status changes add (andamento): invoice, parcel, those of
-- its items, its history. Both are packed: the first byte names the dictionary, zstd follows (store::base::packed).
CREATE TABLE pedido_documentos (
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    pedido_id BIGINT NOT NULL,
    documento BYTEA NOT NULL,
    andamento BYTEA NOT NULL,
    PRIMARY KEY (aplicacao_id, loja_id, pedido_id),
    FOREIGN KEY (aplicacao_id, loja_id, pedido_id)
        REFERENCES pedidos (aplicacao_id, loja_id, pedido_id) ON DELETE CASCADE
);
-- Packed already: PostgreSQL need not try to compress them.
ALTER TABLE pedido_documentos ALTER COLUMN documento SET STORAGE EXTERNAL;
ALTER TABLE pedido_documentos ALTER COLUMN andamento SET STORAGE EXTERNAL;

-- registro is the part of interface B's record that never changes, catalogo the state of the SKUs when the order came
-- in, from which registro is rendered again after a change of its form. Both are packed. observacoes are the store's
-- notes.
CREATE TABLE pedido_registros (
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    pedido_id BIGINT NOT NULL,
    registro BYTEA NOT NULL,
    registro_versao SMALLINT NOT NULL,
    catalogo BYTEA NOT NULL,
    observacoes TEXT,
    PRIMARY KEY (aplicacao_id, loja_id, pedido_id),
    FOREIGN KEY (aplicacao_id, loja_id, pedido_id)
        REFERENCES pedidos (aplicacao_id, loja_id, pedido_id) ON DELETE CASCADE
) WITH (toast_tuple_target = 4080);
-- Packed already: PostgreSQL need not try to compress them.
ALTER TABLE pedido_registros ALTER COLUMN registro SET STORAGE EXTERNAL;
ALTER TABLE pedido_registros ALTER COLUMN catalogo SET STORAGE EXTERNAL;

-- Which orders contain a SKU, registered or not.
CREATE TABLE pedido_itens (
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    sku TEXT COLLATE "C" NOT NULL,
    pedido_id BIGINT NOT NULL,
    PRIMARY KEY (aplicacao_id, loja_id, sku, pedido_id),
    FOREIGN KEY (aplicacao_id, loja_id, pedido_id)
        REFERENCES pedidos (aplicacao_id, loja_id, pedido_id) ON DELETE CASCADE
);
CREATE INDEX pedido_itens_pedido ON pedido_itens (aplicacao_id, loja_id, pedido_id);

-- Folded words of the buyers' names, and the numbers in orders' codes (`1001` of `LOJA-1001`), for the search. No foreign
-- key: orders are not deleted, and it would need an index by order.
CREATE TABLE pedido_nomes (
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    palavra TEXT COLLATE "C" NOT NULL,
    pedido_id BIGINT NOT NULL,
    PRIMARY KEY (aplicacao_id, loja_id, palavra, pedido_id)
);

-- How many orders there are, by status and payment method, of spans of time, kept with every change of an order, so
-- that totals and far pages need no counting. tipo: 0 data, 1 data_pagamento, 2 status_em, 3 alterado_em, 4 criado_em,
-- 5 orders not taken over, by number. nivel is the length of the span: 0 = 32 days, 1 = six hours, 2 = a quarter of an
-- hour (of numbers 3,145,728, 24,576 and 1,024). partes is [[status,forma_pagamento,orders],...].
CREATE TABLE contagens (
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    tipo SMALLINT NOT NULL,
    nivel SMALLINT NOT NULL,
    inicio BIGINT NOT NULL,
    total BIGINT NOT NULL,
    partes TEXT NOT NULL,
    PRIMARY KEY (aplicacao_id, loja_id, tipo, nivel, inicio)
);

-- Changes that contagens does not hold yet, since a row that every writer updates would make them wait for each
-- other. A row is an order as it was (quantos -1) or as it is (1). Totals add them; they are merged continuously.
CREATE TABLE contagem_mudancas (
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    seq BIGINT GENERATED ALWAYS AS IDENTITY,
    pedido_id BIGINT NOT NULL,
    quantos BIGINT NOT NULL,
    status SMALLINT NOT NULL,
    forma_pagamento INTEGER NOT NULL,
    data BIGINT NOT NULL,
    data_pagamento BIGINT,
    status_em BIGINT NOT NULL,
    alterado_em BIGINT NOT NULL,
    criado_em BIGINT NOT NULL,
    pendente BOOLEAN NOT NULL,
    PRIMARY KEY (aplicacao_id, loja_id, seq)
);

-- ---- Event log -------------------------------------------------------------------------------------------

-- The event log. posicao counts from 1 per application; assunto is the number of the order, SKU, channel or store;
-- sorteio is a random number, part of the event's identifier; corpo is the event as packed JSON without what follows
-- from the other columns.
CREATE TABLE eventos (
    aplicacao_id INTEGER NOT NULL,
    posicao BIGINT NOT NULL,
    loja_id INTEGER NOT NULL,
    tipo SMALLINT NOT NULL,
    assunto BIGINT NOT NULL,
    sorteio BIGINT NOT NULL,
    data BIGINT NOT NULL,
    corpo BYTEA NOT NULL,
    -- Rows are only appended, so that index pages need no spare room.
    PRIMARY KEY (aplicacao_id, posicao) WITH (fillfactor = 100)
);
-- For readers of one store's events.
CREATE INDEX eventos_loja ON eventos (aplicacao_id, loja_id, posicao) WITH (fillfactor = 100);

-- Events of committed and running transactions that have no position in the log yet: transactions commit in another
-- order than they began, so a position is given after the commit (store::eventos). Events of one subject are written
-- under its lock: among them the order of ids is the order of commits.
CREATE TABLE eventos_novos (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    tipo SMALLINT NOT NULL,
    assunto BIGINT NOT NULL,
    sorteio BIGINT NOT NULL,
    data BIGINT NOT NULL,
    corpo BYTEA NOT NULL
);

-- ---- Order queue -----------------------------------------------------------------------------------------

-- Consumers of the order queue. loja_id 0 = all stores of the application. Every order event up to posicao has been
-- fetched: it is confirmed, or has a row in fila_itens.
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

-- Events fetched by a consumer and not confirmed. arrendado_ate is the end of the lease; 0 = not delivered since it
-- came or was revived. entregas counts deliveries since then, vez since it came (part of the receipt). morto is in the
-- key so that reading skips dead letters.
CREATE TABLE fila_itens (
    aplicacao_id INTEGER NOT NULL,
    consumidor_id INTEGER NOT NULL,
    posicao BIGINT NOT NULL,
    pedido_id BIGINT NOT NULL,
    entregas INTEGER NOT NULL,
    vez INTEGER NOT NULL,
    arrendado_ate BIGINT NOT NULL,
    morto BOOLEAN NOT NULL,
    -- Random number of the latest delivery, part of the receipt, so that nobody can make one up.
    acaso BIGINT NOT NULL,
    PRIMARY KEY (aplicacao_id, consumidor_id, morto, posicao),
    FOREIGN KEY (aplicacao_id, consumidor_id)
        REFERENCES fila_consumidores (aplicacao_id, consumidor_id) ON DELETE CASCADE
);
-- For the order of events of one order; covering, because SQLite without statistics would scan the whole key.
CREATE INDEX fila_itens_pedido ON fila_itens
    (aplicacao_id, consumidor_id, pedido_id, posicao, morto, arrendado_ate);

-- ---- Webhooks --------------------------------------------------------------------------------------------

-- Webhooks: interface A's notifications (interface 1) and interface B's subscriptions (interface 2). loja_id: only
-- this store's events; null = all of the application's. url null = each event goes to its own store's
-- url_integracao. tipos and topicos have one bit per kind; tipos 0 = every kind. cadastro is JSON, of interface B
-- alone. Secrets are in clear, since signing needs them.
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

-- Positions in the log up to which deliveries were made. cursor_num 0 = the webhook's own cursor, without an end; the
-- others are ranges to send again.
CREATE TABLE notificacao_cursores (
    aplicacao_id INTEGER NOT NULL,
    notificacao_id BIGINT NOT NULL,
    cursor_num BIGINT NOT NULL,
    posicao BIGINT NOT NULL,
    fim BIGINT,
    PRIMARY KEY (aplicacao_id, notificacao_id, cursor_num),
    FOREIGN KEY (aplicacao_id, notificacao_id) REFERENCES notificacoes (aplicacao_id, notificacao_id) ON DELETE CASCADE
);

-- Health of one address. loja_id 0 = the webhook's own url, else that store's url_integracao. pausas > 0 = paused;
-- sonda = the delivery that probes whether the address is back.
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
    -- The last failure (domain::entrega::Failure), and the status of the answer when there was one.
    ultimo_erro SMALLINT,
    ultimo_status SMALLINT,
    PRIMARY KEY (aplicacao_id, notificacao_id, loja_id),
    FOREIGN KEY (aplicacao_id, notificacao_id) REFERENCES notificacoes (aplicacao_id, notificacao_id) ON DELETE CASCADE
);

-- Deliveries of one event to one address. fila: deliveries with the same value go in order (of one order, one SKU …);
-- null = a test. devida_em: when to send it, or to take it over from a server that died; null = waits for an earlier
-- one of its fila, or finished. reserva: random number of the server that is sending it. No foreign key: deliveries
-- of a deleted webhook are removed in batches.
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
-- Deliveries being sent, to find a reservation with a wrong clock without a scan.
CREATE INDEX entregas_reservadas ON entregas (devida_em) WHERE reserva IS NOT NULL;

-- Attempts. falha: domain::entrega::Failure.
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

-- ---- Offers ----------------------------------------------------------------------------------------------

-- Position up to which the log has been read for changes of offers.
CREATE TABLE oferta_cursores (
    aplicacao_id INTEGER NOT NULL PRIMARY KEY REFERENCES aplicacoes (id),
    posicao BIGINT NOT NULL,
    -- Number of times that offers were emitted: a comparison made before another server emitted is stale.
    rodada BIGINT NOT NULL DEFAULT 0
);

-- Channels whose offers have all to be compared (0: all channels of the store), and the last SKU compared.
CREATE TABLE oferta_varreduras (
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    canal_num INTEGER NOT NULL,
    sku_num BIGINT NOT NULL,
    -- The SKU after which the sweep ends; when it is not ahead, the sweep starts again at the first SKU after the last.
    volta BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (aplicacao_id, loja_id, canal_num)
);

-- The offer as it was last emitted.
CREATE TABLE ofertas_ditas (
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    sku_num BIGINT NOT NULL,
    canal_num INTEGER NOT NULL,
    estoque INTEGER NOT NULL,
    preco_de BIGINT NOT NULL,
    preco_por BIGINT NOT NULL,
    publicavel BOOLEAN NOT NULL,
    PRIMARY KEY (aplicacao_id, loja_id, sku_num, canal_num),
    FOREIGN KEY (aplicacao_id, loja_id, canal_num)
        REFERENCES canais (aplicacao_id, loja_id, canal_num) ON DELETE CASCADE,
    FOREIGN KEY (aplicacao_id, loja_id, sku_num)
        REFERENCES skus (aplicacao_id, loja_id, sku_num) ON DELETE CASCADE
);
CREATE INDEX ofertas_ditas_canal ON ofertas_ditas (aplicacao_id, loja_id, canal_num);

-- ---- Connections of channels -----------------------------------------------------------------------------

-- A channel that the hub itself works: see store::channels. Times are microseconds since 1970; *_devida: when that work is
-- next due. modo, estado: domain::conexao.
CREATE TABLE conexoes (
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    canal_num INTEGER NOT NULL,
    modo SMALLINT NOT NULL,
    estado SMALLINT NOT NULL,
    -- Whether SKUs without a listing get one.
    publicar BOOLEAN NOT NULL,
    -- The account behind it, and what calls need to know of it (JSON).
    conta TEXT NOT NULL,
    conta_nome TEXT NOT NULL,
    fatos TEXT NOT NULL,
    -- The newest change of an order that the channel told, and when the last complete question for changes began.
    pedidos_ate BIGINT,
    pedidos_lidos BIGINT NOT NULL,
    conta_devida BIGINT NOT NULL,
    pedidos_devida BIGINT NOT NULL,
    varredura_devida BIGINT NOT NULL,
    conferencia_devida BIGINT NOT NULL,
    -- Failures in a row, and until when nothing is tried.
    falhas INTEGER NOT NULL,
    pausada_ate BIGINT NOT NULL,
    -- The server that works it: a random number, and until when.
    servidor BIGINT NOT NULL,
    servidor_ate BIGINT NOT NULL,
    alterado_em BIGINT NOT NULL,
    -- What the address of its notices ends in, and when the one that came last is answered; null: it was.
    aviso TEXT COLLATE "C" NOT NULL UNIQUE,
    avisada_em BIGINT,
    -- Tokens (JSON, sealed); null: nobody has consented, or access is by the settings.
    acesso TEXT,
    -- The consent that is awaited: the hash of its state, until when, and the console's access that asked for it (null: an application).
    consentimento_hash TEXT COLLATE "C" UNIQUE,
    consentimento_ate BIGINT,
    consentimento_sessao BIGINT,
    PRIMARY KEY (aplicacao_id, loja_id, canal_num),
    FOREIGN KEY (aplicacao_id, loja_id, canal_num)
        REFERENCES canais (aplicacao_id, loja_id, canal_num) ON DELETE CASCADE
);

-- What a connected channel shows of a SKU. What it should show is in ofertas_ditas.
CREATE TABLE anuncios (
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    canal_num INTEGER NOT NULL,
    sku_num BIGINT NOT NULL,
    estado SMALLINT NOT NULL,
    -- The channel's identifiers and page of the listing; null while there is none.
    externo TEXT COLLATE "C",
    endereco TEXT,
    -- What the channel has accepted: stock as it was sent, price, whether it is for sale. Null: not known.
    tem_estoque BIGINT,
    tem_preco BIGINT,
    tem_de BIGINT,
    tem_ativo BOOLEAN,
    -- What it showed when it was last read.
    visto_estoque BIGINT,
    visto_preco BIGINT,
    visto_ativo BOOLEAN,
    visto_em BIGINT,
    -- When the offer last changed, and when the channel had accepted all of it.
    quer_em BIGINT NOT NULL,
    tem_em BIGINT,
    -- When there is something to do; null: nothing is.
    devida_em BIGINT,
    tentativas INTEGER NOT NULL,
    PRIMARY KEY (aplicacao_id, loja_id, canal_num, sku_num),
    FOREIGN KEY (aplicacao_id, loja_id, canal_num)
        REFERENCES conexoes (aplicacao_id, loja_id, canal_num) ON DELETE CASCADE,
    FOREIGN KEY (aplicacao_id, loja_id, sku_num)
        REFERENCES skus (aplicacao_id, loja_id, sku_num) ON DELETE CASCADE
);
CREATE INDEX anuncios_sku ON anuncios (aplicacao_id, loja_id, sku_num);
CREATE INDEX anuncios_devidos ON anuncios (aplicacao_id, loja_id, canal_num, devida_em) WHERE devida_em IS NOT NULL;
CREATE INDEX anuncios_aceitos ON anuncios (aplicacao_id, loja_id, canal_num, tem_em) WHERE tem_em IS NOT NULL;

-- Orders as a connected channel has them.
CREATE TABLE pedidos_do_canal (
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    canal_num INTEGER NOT NULL,
    externo TEXT COLLATE "C" NOT NULL,
    -- Null while it is not taken in.
    pedido_id BIGINT,
    -- The channel's word, what it means (connector::OrderStep), and when the channel says that it changed.
    situacao TEXT NOT NULL,
    passo SMALLINT NOT NULL,
    alterado_em BIGINT NOT NULL,
    -- It may still change there.
    aberto BOOLEAN NOT NULL,
    -- Units by SKU (JSON) that are still part of the stock on hand there; null: none.
    unidades TEXT,
    -- What the channel was told: 1 invoice, 2 sent, 4 delivered, 8 cancelled.
    contado SMALLINT NOT NULL,
    lido_em BIGINT NOT NULL,
    devida_em BIGINT,
    tentativas INTEGER NOT NULL,
    PRIMARY KEY (aplicacao_id, loja_id, canal_num, externo),
    FOREIGN KEY (aplicacao_id, loja_id, canal_num)
        REFERENCES conexoes (aplicacao_id, loja_id, canal_num) ON DELETE CASCADE
);
CREATE INDEX pedidos_do_canal_pedido ON pedidos_do_canal (aplicacao_id, loja_id, pedido_id) WHERE pedido_id IS NOT NULL;
CREATE INDEX pedidos_do_canal_devidos ON pedidos_do_canal (aplicacao_id, loja_id, canal_num, devida_em)
    WHERE devida_em IS NOT NULL;
CREATE INDEX pedidos_do_canal_abertos ON pedidos_do_canal (aplicacao_id, loja_id, canal_num, lido_em) WHERE aberto;

-- What channels refused: one row as long as it stands. sobre, estado: domain::conexao; causa: the words of domain::conexao::Causa.
CREATE TABLE canal_erros (
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    canal_num INTEGER NOT NULL,
    erro_num BIGINT NOT NULL,
    sobre SMALLINT NOT NULL,
    -- The SKU, or the channel's identifier of the order; empty for the connection.
    chave TEXT COLLATE "C" NOT NULL,
    causa TEXT COLLATE "C" NOT NULL,
    membro TEXT COLLATE "C" NOT NULL,
    codigo TEXT NOT NULL,
    texto TEXT NOT NULL,
    primeiro_em BIGINT NOT NULL,
    ultimo_em BIGINT NOT NULL,
    vezes INTEGER NOT NULL,
    estado SMALLINT NOT NULL,
    PRIMARY KEY (aplicacao_id, loja_id, canal_num, erro_num),
    FOREIGN KEY (aplicacao_id, loja_id, canal_num)
        REFERENCES conexoes (aplicacao_id, loja_id, canal_num) ON DELETE CASCADE
);
CREATE UNIQUE INDEX canal_erros_chave ON canal_erros (aplicacao_id, loja_id, canal_num, sobre, chave, causa, membro);

-- ---- Console ---------------------------------------------------------------------------------------------

-- Persons of the console. email is in small letters; senha is an Argon2 hash, null = none was set yet. papel 1 = ve,
-- 2 = opera, 3 = dono. aplicacao_id null = the whole hub, loja_id null = the whole application. convite_hash is that of the
-- link by which a password is set. segundo_fator is the sealed secret of the codes, codigo_passo the last half minute whose
-- code was taken, reservas the hashes of the codes for a lost phone. identidade is who they are at the OpenID Connect provider
-- that they sign in by: its issuer, a blank, and its name for them; null = they have signed in by none.
CREATE TABLE console_pessoas (
    pessoa_id BIGINT NOT NULL PRIMARY KEY,
    nome TEXT NOT NULL,
    email TEXT COLLATE "C" NOT NULL UNIQUE,
    senha TEXT,
    identidade TEXT COLLATE "C" UNIQUE,
    papel SMALLINT NOT NULL,
    aplicacao_id INTEGER REFERENCES aplicacoes (id),
    loja_id INTEGER,
    ativo BOOLEAN NOT NULL,
    convite_hash BYTEA UNIQUE,
    convite_expira_em BIGINT,
    segundo_fator TEXT,
    codigo_passo BIGINT NOT NULL,
    reservas TEXT NOT NULL,
    criado_em BIGINT NOT NULL,
    FOREIGN KEY (aplicacao_id, loja_id) REFERENCES usuarios (aplicacao_id, loja_id) ON DELETE CASCADE
);
CREATE INDEX console_pessoas_loja ON console_pessoas (aplicacao_id, loja_id);

-- Attempts to sign in that count: by a hash of the e-mail, the address or the person.
CREATE TABLE console_tentativas (
    chave BYTEA NOT NULL PRIMARY KEY,
    falhas INTEGER NOT NULL,
    ultima_em BIGINT NOT NULL
);

-- Links to the console and the sessions that they become; with a pessoa_id, the sessions of that person, whose own row
-- says name, papel and scope, and a link that waits for their second factor. Only hashes of link and session are kept.
CREATE TABLE console_acessos (
    acesso_id BIGINT NOT NULL PRIMARY KEY,
    pessoa_id BIGINT,
    nome TEXT NOT NULL,
    papel SMALLINT NOT NULL,
    aplicacao_id INTEGER REFERENCES aplicacoes (id),
    loja_id INTEGER,
    link_hash BYTEA UNIQUE,
    link_expira_em BIGINT NOT NULL,
    sessao_hash BYTEA UNIQUE,
    sessao_expira_em BIGINT,
    navegador TEXT NOT NULL,
    criado_em BIGINT NOT NULL,
    FOREIGN KEY (aplicacao_id, loja_id) REFERENCES usuarios (aplicacao_id, loja_id) ON DELETE CASCADE
);
CREATE INDEX console_acessos_loja ON console_acessos (aplicacao_id, loja_id);
CREATE INDEX console_acessos_pessoa ON console_acessos (pessoa_id);

-- Audit log of the console. Names are stored as they were; rows outlive what they are about.
CREATE TABLE console_atos (
    ato_id BIGINT NOT NULL PRIMARY KEY,
    data BIGINT NOT NULL,
    acesso_id BIGINT NOT NULL,
    pessoa_id BIGINT,
    nome TEXT NOT NULL,
    aplicacao_id INTEGER,
    loja_id INTEGER,
    ato TEXT NOT NULL,
    assunto TEXT NOT NULL,
    detalhe TEXT NOT NULL
);
CREATE INDEX console_atos_loja ON console_atos (aplicacao_id, loja_id, ato_id);

-- Files that people brought in on the console, the latest of each store. `antes` is what was there before, as lines of
-- JSON, compressed; the counts are there once the import has come to its end.
CREATE TABLE importacoes (
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    importacao_id BIGINT NOT NULL,
    data BIGINT NOT NULL,
    nome TEXT NOT NULL,
    tipo TEXT NOT NULL,
    arquivo TEXT NOT NULL,
    criados BIGINT,
    gravados BIGINT,
    recusados BIGINT,
    antes BYTEA,
    PRIMARY KEY (aplicacao_id, loja_id, importacao_id),
    FOREIGN KEY (aplicacao_id, loja_id) REFERENCES lojas (aplicacao_id, loja_id) ON DELETE CASCADE
);
ALTER TABLE importacoes ALTER COLUMN antes SET STORAGE EXTERNAL;

-- Instants are microseconds since 1970 (UTC), money is ten-thousandths. The application and the store lead
-- every key. `…_num` is the service's number where the caller has an identifier of its own.
-- Rows with long texts keep a rowid (the number is unique over all stores); the others are WITHOUT ROWID.
-- The rowid tables have no foreign key: without an index of its own each check would be a scan.

-- ---- Accounts --------------------------------------------------------------------------------------------

-- Last number drawn, by name.
CREATE TABLE sequencias (
    nome TEXT NOT NULL PRIMARY KEY,
    valor INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO sequencias (nome, valor) VALUES
    ('aplicacoes', 0), ('lojas', 0), ('tokens', 0), ('canais', 0),
    ('skus', 0), ('pedidos', 0), ('categorias_loja', 0), ('compradores', 0),
    ('atacados', 0), ('fila_consumidores', 0), ('notificacoes', 0), ('entregas', 0),
    ('fabricantes', 0), ('atributos', 0), ('console_acessos', 0), ('console_pessoas', 0), ('console_atos', 0), ('canal_erros', 0);

CREATE TABLE aplicacoes (
    id INTEGER NOT NULL PRIMARY KEY,
    nome TEXT NOT NULL UNIQUE,
    criado_em INTEGER NOT NULL,
    -- Whether nobody gets into the console without a second factor whose scope reaches it.
    exige_segundo_fator INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX aplicacoes_exigem ON aplicacoes (id) WHERE exige_segundo_fator;

-- Stores by number: what hangs on them may be much. One whose user is deleted (excluida) stays until all of that is
-- cleared away (store::accounts::clearing).
CREATE TABLE lojas (
    aplicacao_id INTEGER NOT NULL REFERENCES aplicacoes (id),
    loja_id INTEGER NOT NULL,
    excluida INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (aplicacao_id, loja_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX lojas_excluidas ON lojas (aplicacao_id, loja_id) WHERE excluida;

CREATE TABLE usuarios (
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    usuario_id TEXT NOT NULL,
    nome TEXT NOT NULL,
    email TEXT NOT NULL,
    ativo INTEGER NOT NULL,
    url_integracao TEXT NOT NULL,
    criado_em INTEGER NOT NULL,
    alterado_em INTEGER NOT NULL,
    -- Who keeps the store's stock: 0 nobody, 1 the store's own system, 2 the hub.
    controle_estoque INTEGER NOT NULL DEFAULT 0,
    assumir_na_leitura INTEGER NOT NULL DEFAULT 0,
    -- While the stock changes its keeper: the number of the last SKU converted. Null when all are.
    estoque_convertido INTEGER,
    -- Whether changed offers are written into the event log.
    anunciar_ofertas INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (aplicacao_id, loja_id),
    FOREIGN KEY (aplicacao_id, loja_id) REFERENCES lojas (aplicacao_id, loja_id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX usuarios_usuario_id ON usuarios (aplicacao_id, usuario_id);
CREATE INDEX usuarios_alterado_em ON usuarios (aplicacao_id, alterado_em, loja_id);

-- Identifiers of deleted stores, for the events that name them.
CREATE TABLE usuarios_excluidos (
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    usuario_id TEXT NOT NULL,
    PRIMARY KEY (aplicacao_id, loja_id)
) STRICT, WITHOUT ROWID;

-- API keys. Only the SHA-256 of a key is kept. loja_id is null for an application's key.
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

-- Limits that the operator sets for an application; null = no limit. …_contados is the present number, kept by
-- every creation and deletion while the row exists; setting a limit counts anew.
CREATE TABLE limites (
    aplicacao_id INTEGER NOT NULL PRIMARY KEY REFERENCES aplicacoes (id),
    usuarios INTEGER,
    usuarios_contados INTEGER NOT NULL,
    skus INTEGER,
    skus_contados INTEGER NOT NULL
) STRICT;

-- Profiles of files that an application keeps for all its stores: what the columns of another system's sheet are,
-- as JSON.
CREATE TABLE perfis_arquivo (
    aplicacao_id INTEGER NOT NULL REFERENCES aplicacoes (id),
    nome TEXT NOT NULL,
    perfil TEXT NOT NULL,
    PRIMARY KEY (aplicacao_id, nome)
) STRICT, WITHOUT ROWID;

-- Settings of a store; a store without a row has the defaults. formas_pagamento is JSON.
CREATE TABLE lojas_config (
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    fuso TEXT,
    datas_locais INTEGER NOT NULL,
    url_site TEXT NOT NULL,
    url_carrinho TEXT NOT NULL,
    cep TEXT NOT NULL,
    formas_pagamento TEXT,
    -- Variant of interface B's answers (domain::loja_config::Perfil); null = the program's default.
    perfil TEXT,
    PRIMARY KEY (aplicacao_id, loja_id),
    FOREIGN KEY (aplicacao_id, loja_id) REFERENCES usuarios (aplicacao_id, loja_id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- Answers given under an Idempotency-Key, written in the transaction of the change. corpo is packed.
CREATE TABLE idempotencia (
    aplicacao_id INTEGER NOT NULL,
    token_id INTEGER NOT NULL,
    chave TEXT NOT NULL,
    impressao BLOB NOT NULL,
    status INTEGER NOT NULL,
    cabecalhos TEXT NOT NULL,
    corpo BLOB NOT NULL,
    -- What an answer was about that was too long to keep, as JSON: it is read again.
    assunto TEXT,
    criado_em INTEGER NOT NULL,
    PRIMARY KEY (aplicacao_id, token_id, chave)
) STRICT;
CREATE INDEX idempotencia_criado_em ON idempotencia (criado_em);

-- ---- Catalogue -------------------------------------------------------------------------------------------

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
    -- Stock that the channel leaves on the shelf, and the most that it shows.
    estoque_seguranca INTEGER NOT NULL DEFAULT 0,
    estoque_maximo INTEGER,
    -- Distribution centres that the channel sells from, a JSON list of numbers; null = all.
    centros TEXT,
    PRIMARY KEY (aplicacao_id, loja_id, canal_num),
    FOREIGN KEY (aplicacao_id, loja_id) REFERENCES lojas (aplicacao_id, loja_id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX canais_canal_id ON canais (aplicacao_id, loja_id, canal_id);

-- Fields that change often and that lists read. The long texts are in sku_textos, so that a change of stock
-- rewrites a short row.
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
    -- Stock reserved by orders, the number of the last movement, and who keeps the SKU's stock.
    reservado INTEGER NOT NULL DEFAULT 0,
    movimentos INTEGER NOT NULL DEFAULT 0,
    controle INTEGER NOT NULL DEFAULT 0,
    -- Number of distribution centres with stock of the SKU besides centre 1.
    centros INTEGER NOT NULL DEFAULT 0,
    -- alterado_em in units of ten minutes, for the index: a SKU that changes again within them leaves the index alone.
    -- An ordinary column kept by triggers, because SQLite writes an index of an expression or of a generated column
    -- with every change of what it is made of.
    alterado_periodo INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (aplicacao_id, loja_id, sku_num),
    FOREIGN KEY (aplicacao_id, loja_id) REFERENCES lojas (aplicacao_id, loja_id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX skus_sku ON skus (aplicacao_id, loja_id, sku);
CREATE INDEX skus_parent_id ON skus (aplicacao_id, loja_id, parent_id, sku_num);
CREATE INDEX skus_produto_num ON skus (aplicacao_id, loja_id, produto_num, sku_num);
CREATE INDEX skus_marca ON skus (aplicacao_id, loja_id, marca, sku_num);
CREATE INDEX skus_alterado_periodo ON skus (aplicacao_id, loja_id, alterado_periodo, sku_num);
-- Barcode scanners look a GTIN up among all SKUs of a store.
CREATE INDEX skus_gtin ON skus (aplicacao_id, loja_id, gtin, sku_num);
CREATE TRIGGER skus_periodo_novo AFTER INSERT ON skus
WHEN NEW.alterado_periodo <> NEW.alterado_em / 600000000
BEGIN
    UPDATE skus SET alterado_periodo = NEW.alterado_em / 600000000
    WHERE aplicacao_id = NEW.aplicacao_id AND loja_id = NEW.loja_id AND sku_num = NEW.sku_num;
END;
CREATE TRIGGER skus_periodo AFTER UPDATE OF alterado_em ON skus
WHEN OLD.alterado_periodo <> NEW.alterado_em / 600000000
BEGIN
    UPDATE skus SET alterado_periodo = NEW.alterado_em / 600000000
    WHERE aplicacao_id = NEW.aplicacao_id AND loja_id = NEW.loja_id AND sku_num = NEW.sku_num;
END;

CREATE TABLE sku_textos (
    sku_num INTEGER NOT NULL PRIMARY KEY,
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    url_origem TEXT NOT NULL,
    descricao TEXT NOT NULL,
    categorias TEXT NOT NULL,
    imagens TEXT NOT NULL,
    atributos TEXT NOT NULL,
    -- Product data of interface B that interface A's Sku has no member for (Cadastro of interface_b).
    cadastro TEXT NOT NULL DEFAULT '{}'
) STRICT;

-- Numbers of groups of SKUs (parent_id), from the sequence of SKU numbers: a SKU without a group is a group of its
-- own under its own number.
CREATE TABLE grupos (
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    parent_id TEXT NOT NULL,
    produto_num INTEGER NOT NULL,
    PRIMARY KEY (aplicacao_id, loja_id, parent_id),
    FOREIGN KEY (aplicacao_id, loja_id) REFERENCES lojas (aplicacao_id, loja_id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- Wholesale prices of a SKU, each from a quantity on.
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

-- Files of images, by the last part of their address, which anybody may read who knows it.
CREATE TABLE imagens (
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    nome TEXT NOT NULL,
    tamanho INTEGER NOT NULL,
    conteudo BLOB NOT NULL,
    PRIMARY KEY (aplicacao_id, nome),
    FOREIGN KEY (aplicacao_id, loja_id) REFERENCES lojas (aplicacao_id, loja_id) ON DELETE CASCADE
) STRICT;
CREATE INDEX imagens_loja ON imagens (aplicacao_id, loja_id, tamanho);
CREATE INDEX imagens_nome ON imagens (nome);

-- Which SKUs name them, of any store of the application.
CREATE TABLE sku_imagens (
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    sku_num INTEGER NOT NULL,
    nome TEXT NOT NULL,
    PRIMARY KEY (aplicacao_id, loja_id, sku_num, nome),
    FOREIGN KEY (aplicacao_id, loja_id, sku_num)
        REFERENCES skus (aplicacao_id, loja_id, sku_num) ON DELETE CASCADE,
    FOREIGN KEY (aplicacao_id, nome) REFERENCES imagens (aplicacao_id, nome) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX sku_imagens_nome ON sku_imagens (aplicacao_id, nome);

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

-- Brands that a store's SKUs name, numbered when first named.
CREATE TABLE fabricantes (
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    fabricante_num INTEGER NOT NULL,
    nome TEXT NOT NULL,
    ativo INTEGER NOT NULL,
    url_logotipo TEXT NOT NULL,
    url_link TEXT NOT NULL,
    url_carrossel TEXT NOT NULL,
    PRIMARY KEY (aplicacao_id, loja_id, fabricante_num),
    FOREIGN KEY (aplicacao_id, loja_id) REFERENCES lojas (aplicacao_id, loja_id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX fabricantes_nome ON fabricantes (aplicacao_id, loja_id, nome);

-- Names of attributes that SKUs have or had, numbered in the same way.
CREATE TABLE nomes_atributos (
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    atributo_num INTEGER NOT NULL,
    nome TEXT NOT NULL,
    PRIMARY KEY (aplicacao_id, loja_id, atributo_num),
    FOREIGN KEY (aplicacao_id, loja_id) REFERENCES lojas (aplicacao_id, loja_id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX nomes_atributos_nome ON nomes_atributos (aplicacao_id, loja_id, nome);

-- Categories of a channel; pai is empty at the first level.
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

-- The store's own category tree; pai_num is 0 at the first level.
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
    -- For the store's website: shown in menus, and the address of the category's page.
    exibe_menu INTEGER NOT NULL DEFAULT 1,
    url_hot_site TEXT NOT NULL DEFAULT '',
    -- While SKUs that name it still have to follow its last change: the path before, and the last SKU that has been
    -- looked at.
    caminho_anterior TEXT,
    seguida_ate INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (aplicacao_id, loja_id, categoria_num),
    FOREIGN KEY (aplicacao_id, loja_id) REFERENCES lojas (aplicacao_id, loja_id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX categorias_loja_erp_id ON categorias_loja (aplicacao_id, loja_id, erp_id);
CREATE INDEX categorias_loja_pai ON categorias_loja (aplicacao_id, loja_id, pai_num);
CREATE INDEX categorias_loja_anterior ON categorias_loja (aplicacao_id, loja_id) WHERE caminho_anterior IS NOT NULL;

-- A random number renewed by triggers with every change of a store's categories: caches made from them are valid
-- while it stays the same. Random and not counted, so that a restored backup does not come to a number twice. No
-- foreign key: deleting a store deletes its categories, and their trigger would violate it.
CREATE TABLE categorias_loja_versoes (
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    versao INTEGER NOT NULL,
    PRIMARY KEY (aplicacao_id, loja_id)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER categorias_loja_nova AFTER INSERT ON categorias_loja BEGIN
    INSERT INTO categorias_loja_versoes (aplicacao_id, loja_id, versao) VALUES (new.aplicacao_id, new.loja_id, random())
        ON CONFLICT (aplicacao_id, loja_id) DO UPDATE SET versao = excluded.versao;
END;
CREATE TRIGGER categorias_loja_mudada AFTER UPDATE ON categorias_loja BEGIN
    INSERT INTO categorias_loja_versoes (aplicacao_id, loja_id, versao) VALUES (new.aplicacao_id, new.loja_id, random())
        ON CONFLICT (aplicacao_id, loja_id) DO UPDATE SET versao = excluded.versao;
END;
CREATE TRIGGER categorias_loja_excluida AFTER DELETE ON categorias_loja BEGIN
    INSERT INTO categorias_loja_versoes (aplicacao_id, loja_id, versao) VALUES (old.aplicacao_id, old.loja_id, random())
        ON CONFLICT (aplicacao_id, loja_id) DO UPDATE SET versao = excluded.versao;
END;

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
) STRICT, WITHOUT ROWID;

-- Stock of a SKU in centres other than 1, which is in skus.
CREATE TABLE estoque_centros (
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    sku_num INTEGER NOT NULL,
    centro_num INTEGER NOT NULL,
    estoque INTEGER NOT NULL,
    reservado INTEGER NOT NULL,
    movimentos INTEGER NOT NULL,
    PRIMARY KEY (aplicacao_id, loja_id, sku_num, centro_num),
    FOREIGN KEY (aplicacao_id, loja_id, sku_num)
        REFERENCES skus (aplicacao_id, loja_id, sku_num) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- Safety stock and maximum of one SKU in a channel, where they differ from the channel's.
CREATE TABLE estoque_limites (
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    canal_num INTEGER NOT NULL,
    sku_num INTEGER NOT NULL,
    estoque_seguranca INTEGER,
    estoque_maximo INTEGER,
    PRIMARY KEY (aplicacao_id, loja_id, canal_num, sku_num),
    FOREIGN KEY (aplicacao_id, loja_id, canal_num)
        REFERENCES canais (aplicacao_id, loja_id, canal_num) ON DELETE CASCADE,
    FOREIGN KEY (aplicacao_id, loja_id, sku_num)
        REFERENCES skus (aplicacao_id, loja_id, sku_num) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
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
    pedido_id INTEGER NOT NULL,
    sku_num INTEGER NOT NULL,
    centro_num INTEGER NOT NULL,
    linhas TEXT,
    reservada INTEGER NOT NULL CHECK (reservada >= 0),
    baixada INTEGER NOT NULL CHECK (baixada >= 0),
    falta INTEGER NOT NULL,
    assumida_em INTEGER,
    informada INTEGER NOT NULL,
    encerrada INTEGER NOT NULL,
    PRIMARY KEY (aplicacao_id, loja_id, pedido_id, sku_num, centro_num)
) STRICT;
CREATE INDEX estoque_reservas_assumida ON estoque_reservas (aplicacao_id, loja_id, sku_num)
    WHERE assumida_em IS NOT NULL AND reservada > 0;
CREATE INDEX estoque_reservas_espera ON estoque_reservas (aplicacao_id, loja_id, sku_num)
    WHERE reservada > 0 AND assumida_em IS NULL AND NOT informada;
CREATE INDEX estoque_reservas_falta ON estoque_reservas (aplicacao_id, loja_id, pedido_id, sku_num)
    WHERE falta > 0;

-- The stock ledger: every change of stock and reservation of a SKU in a centre, numbered without gaps (seq); estoque
-- and reservado are the values after it, motivo is the reason that somebody gave. It stays when the centre is removed.
-- With a rowid: rows are appended, and what is written at random places is the small index alone.
CREATE TABLE estoque_movimentos (
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
    motivo TEXT,
    PRIMARY KEY (aplicacao_id, loja_id, sku_num, centro_num, seq)
) STRICT;

-- ---- Orders ----------------------------------------------------------------------------------------------

-- Numbers of buyers in interface B. chave is a hash of CPF, CNPJ or e-mail.
CREATE TABLE compradores (
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    chave BLOB NOT NULL,
    comprador_num INTEGER NOT NULL,
    PRIMARY KEY (aplicacao_id, loja_id, chave),
    FOREIGN KEY (aplicacao_id, loja_id) REFERENCES usuarios (aplicacao_id, loja_id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX compradores_num ON compradores (aplicacao_id, loja_id, comprador_num);

-- Fields that orders are found, filtered and ordered by. status holds interface B's codes.
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
    -- The order's total in ten-thousandths, so that sums need no document; and the carrier, for interface B's record.
    total INTEGER NOT NULL,
    transportadora TEXT,
    -- Status of items where it differs from the order's: `index:status` with commas between. Here and in status, a
    -- sub-status is in the hundreds.
    itens TEXT,
    -- Hash of the CNPJ (as in compradores) where a buyer with a CPF bought for a company: the buyer's number follows from
    -- the CPF.
    empresa BLOB,
    PRIMARY KEY (aplicacao_id, loja_id, pedido_id),
    -- An order that comes in while its user is deleted has none to come to.
    FOREIGN KEY (aplicacao_id, loja_id) REFERENCES usuarios (aplicacao_id, loja_id),
    FOREIGN KEY (aplicacao_id, loja_id, canal_num) REFERENCES canais (aplicacao_id, loja_id, canal_num)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX pedidos_source_id ON pedidos (aplicacao_id, loja_id, source_id, canal_num);
-- With the status, so that a channel's orders in a status are counted without reading rows.
CREATE INDEX pedidos_canal ON pedidos (aplicacao_id, loja_id, canal_num, data, pedido_id, status);
-- One index per kind of date; with status and payment method, so that counting reads no rows.
CREATE INDEX pedidos_data ON pedidos (aplicacao_id, loja_id, data, pedido_id, status, forma_pagamento);
CREATE INDEX pedidos_data_pagamento ON pedidos (aplicacao_id, loja_id, data_pagamento, pedido_id, status, forma_pagamento);
CREATE INDEX pedidos_status_em ON pedidos (aplicacao_id, loja_id, status_em, pedido_id, status, forma_pagamento);
CREATE INDEX pedidos_criado_em ON pedidos (aplicacao_id, loja_id, criado_em, pedido_id, status, forma_pagamento);
CREATE INDEX pedidos_alterado_em ON pedidos (aplicacao_id, loja_id, alterado_em, pedido_id, status, forma_pagamento);
CREATE INDEX pedidos_email ON pedidos (aplicacao_id, loja_id, email, pedido_id);
CREATE INDEX pedidos_nao_integrados ON pedidos (aplicacao_id, loja_id, integrado, pedido_id) WHERE NOT integrado;
CREATE INDEX pedidos_comprador ON pedidos (aplicacao_id, loja_id, comprador_num, pedido_id);
CREATE INDEX pedidos_empresa ON pedidos (aplicacao_id, loja_id, empresa, pedido_id) WHERE empresa IS NOT NULL;
-- Orders to be sent: paid (1) or invoiced (11), whatever the sub-status in the hundreds.
CREATE INDEX pedidos_a_enviar ON pedidos (aplicacao_id, loja_id, data, pedido_id, canal_num)
    WHERE status % 100 IN (1, 11);

-- The order as interface A sends it (documento), and what status changes add (andamento): invoice, parcel, those of
-- its items, its history. Both are packed: the first byte names the dictionary, zstd follows (store::base::packed).
CREATE TABLE pedido_documentos (
    pedido_id INTEGER NOT NULL PRIMARY KEY,
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    documento BLOB NOT NULL,
    andamento BLOB NOT NULL
) STRICT;

-- registro is the part of interface B's record that never changes, catalogo the state of the SKUs when the order came
-- in, from which registro is rendered again after a change of its form. Both are packed. observacoes are the store's
-- notes.
CREATE TABLE pedido_registros (
    pedido_id INTEGER NOT NULL PRIMARY KEY,
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    registro BLOB NOT NULL,
    registro_versao INTEGER NOT NULL,
    catalogo BLOB NOT NULL,
    observacoes TEXT
) STRICT;

-- Which orders contain a SKU, registered or not.
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

-- Folded words of the buyers' names, and the numbers in orders' codes (`1001` of `LOJA-1001`), for the search. No foreign
-- key: orders are not deleted, and it would need an index by order.
CREATE TABLE pedido_nomes (
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    palavra TEXT NOT NULL,
    pedido_id INTEGER NOT NULL,
    PRIMARY KEY (aplicacao_id, loja_id, palavra, pedido_id)
) STRICT, WITHOUT ROWID;

-- How many orders there are, by status and payment method, of spans of time, kept with every change of an order, so
-- that totals and far pages need no counting. tipo: 0 data, 1 data_pagamento, 2 status_em, 3 alterado_em, 4 criado_em,
-- 5 orders not taken over, by number. nivel is the length of the span: 0 = 32 days, 1 = six hours, 2 = a quarter of an
-- hour (of numbers 3,145,728, 24,576 and 1,024). partes is [[status,forma_pagamento,orders],...].
CREATE TABLE contagens (
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    tipo INTEGER NOT NULL,
    nivel INTEGER NOT NULL,
    inicio INTEGER NOT NULL,
    total INTEGER NOT NULL,
    partes TEXT NOT NULL,
    PRIMARY KEY (aplicacao_id, loja_id, tipo, nivel, inicio)
) STRICT, WITHOUT ROWID;

-- ---- Event log -------------------------------------------------------------------------------------------

-- The event log. posicao counts from 1 per application; assunto is the number of the order, SKU, channel or store;
-- sorteio is a random number, part of the event's identifier; corpo is the event as packed JSON without what follows
-- from the other columns.
CREATE TABLE eventos (
    aplicacao_id INTEGER NOT NULL,
    posicao INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    tipo INTEGER NOT NULL,
    assunto INTEGER NOT NULL,
    sorteio INTEGER NOT NULL,
    data INTEGER NOT NULL,
    corpo BLOB NOT NULL,
    PRIMARY KEY (aplicacao_id, posicao)
) STRICT, WITHOUT ROWID;
-- For readers of one store's events.
CREATE INDEX eventos_loja ON eventos (aplicacao_id, loja_id, posicao);

-- corpo is shorter from now on: what every event of a kind says is one control character there, and what
-- follows from other columns is left out (store::eventos). What is stored already stays readable as it is.
-- ---- Order queue -----------------------------------------------------------------------------------------

-- Consumers of the order queue. loja_id 0 = all stores of the application. Every order event up to posicao has been
-- fetched: it is confirmed, or has a row in fila_itens.
CREATE TABLE fila_consumidores (
    aplicacao_id INTEGER NOT NULL REFERENCES aplicacoes (id),
    consumidor_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    nome TEXT NOT NULL,
    posicao INTEGER NOT NULL,
    criado_em INTEGER NOT NULL,
    visto_em INTEGER NOT NULL,
    PRIMARY KEY (aplicacao_id, consumidor_id),
    UNIQUE (aplicacao_id, loja_id, nome)
) STRICT, WITHOUT ROWID;

-- Events fetched by a consumer and not confirmed. arrendado_ate is the end of the lease; 0 = not delivered since it
-- came or was revived. entregas counts deliveries since then, vez since it came (part of the receipt). morto is in the
-- key so that reading skips dead letters.
CREATE TABLE fila_itens (
    aplicacao_id INTEGER NOT NULL,
    consumidor_id INTEGER NOT NULL,
    posicao INTEGER NOT NULL,
    pedido_id INTEGER NOT NULL,
    entregas INTEGER NOT NULL,
    vez INTEGER NOT NULL,
    arrendado_ate INTEGER NOT NULL,
    morto INTEGER NOT NULL,
    -- Random number of the latest delivery, part of the receipt, so that nobody can make one up.
    acaso INTEGER NOT NULL,
    PRIMARY KEY (aplicacao_id, consumidor_id, morto, posicao),
    FOREIGN KEY (aplicacao_id, consumidor_id)
        REFERENCES fila_consumidores (aplicacao_id, consumidor_id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
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

-- Positions in the log up to which deliveries were made. cursor_num 0 = the webhook's own cursor, without an end; the
-- others are ranges to send again.
CREATE TABLE notificacao_cursores (
    aplicacao_id INTEGER NOT NULL,
    notificacao_id INTEGER NOT NULL,
    cursor_num INTEGER NOT NULL,
    posicao INTEGER NOT NULL,
    fim INTEGER,
    PRIMARY KEY (aplicacao_id, notificacao_id, cursor_num),
    FOREIGN KEY (aplicacao_id, notificacao_id) REFERENCES notificacoes (aplicacao_id, notificacao_id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- Health of one address. loja_id 0 = the webhook's own url, else that store's url_integracao. pausas > 0 = paused;
-- sonda = the delivery that probes whether the address is back.
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
    -- The last failure (domain::entrega::Failure), and the status of the answer when there was one.
    ultimo_erro INTEGER,
    ultimo_status INTEGER,
    PRIMARY KEY (aplicacao_id, notificacao_id, loja_id),
    FOREIGN KEY (aplicacao_id, notificacao_id) REFERENCES notificacoes (aplicacao_id, notificacao_id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- Deliveries of one event to one address. fila: deliveries with the same value go in order (of one order, one SKU …);
-- null = a test. devida_em: when to send it, or to take it over from a server that died; null = waits for an earlier
-- one of its fila, or finished. reserva: random number of the server that is sending it. No foreign key: deliveries
-- of a deleted webhook are removed in batches.
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
-- Deliveries being sent, to find a reservation with a wrong clock without a scan.
CREATE INDEX entregas_reservadas ON entregas (devida_em) WHERE reserva IS NOT NULL;

-- Attempts. falha: domain::entrega::Failure.
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

-- ---- Offers ----------------------------------------------------------------------------------------------

-- Position up to which the log has been read for changes of offers.
CREATE TABLE oferta_cursores (
    aplicacao_id INTEGER NOT NULL PRIMARY KEY REFERENCES aplicacoes (id),
    posicao INTEGER NOT NULL,
    -- Number of times that offers were emitted: a comparison made before another server emitted is stale.
    rodada INTEGER NOT NULL DEFAULT 0
) STRICT;

-- Channels whose offers have all to be compared (0: all channels of the store), and the last SKU compared.
CREATE TABLE oferta_varreduras (
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    canal_num INTEGER NOT NULL,
    sku_num INTEGER NOT NULL,
    -- The SKU after which the sweep ends; when it is not ahead, the sweep starts again at the first SKU after the last.
    volta INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (aplicacao_id, loja_id, canal_num)
) STRICT, WITHOUT ROWID;

-- The offer as it was last emitted.
CREATE TABLE ofertas_ditas (
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    sku_num INTEGER NOT NULL,
    canal_num INTEGER NOT NULL,
    estoque INTEGER NOT NULL,
    preco_de INTEGER NOT NULL,
    preco_por INTEGER NOT NULL,
    publicavel INTEGER NOT NULL,
    PRIMARY KEY (aplicacao_id, loja_id, sku_num, canal_num),
    FOREIGN KEY (aplicacao_id, loja_id, canal_num)
        REFERENCES canais (aplicacao_id, loja_id, canal_num) ON DELETE CASCADE,
    FOREIGN KEY (aplicacao_id, loja_id, sku_num)
        REFERENCES skus (aplicacao_id, loja_id, sku_num) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX ofertas_ditas_canal ON ofertas_ditas (aplicacao_id, loja_id, canal_num);

-- ---- Connections of channels -----------------------------------------------------------------------------

-- A channel that the hub itself works: see store::channels. Times are microseconds since 1970; *_devida: when that work is
-- next due. modo, estado: domain::conexao.
CREATE TABLE conexoes (
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    canal_num INTEGER NOT NULL,
    modo INTEGER NOT NULL,
    estado INTEGER NOT NULL,
    -- Whether SKUs without a listing get one.
    publicar INTEGER NOT NULL,
    -- The account behind it, and what calls need to know of it (JSON).
    conta TEXT NOT NULL,
    conta_nome TEXT NOT NULL,
    fatos TEXT NOT NULL,
    -- The newest change of an order that the channel told, and when the last complete question for changes began.
    pedidos_ate INTEGER,
    pedidos_lidos INTEGER NOT NULL,
    conta_devida INTEGER NOT NULL,
    pedidos_devida INTEGER NOT NULL,
    varredura_devida INTEGER NOT NULL,
    conferencia_devida INTEGER NOT NULL,
    -- Failures in a row, and until when nothing is tried.
    falhas INTEGER NOT NULL,
    pausada_ate INTEGER NOT NULL,
    -- The server that works it: a random number, and until when.
    servidor INTEGER NOT NULL,
    servidor_ate INTEGER NOT NULL,
    alterado_em INTEGER NOT NULL,
    -- What the address of its notices ends in, and when the one that came last is answered; null: it was.
    aviso TEXT NOT NULL UNIQUE,
    avisada_em INTEGER,
    -- Tokens (JSON, sealed); null: nobody has consented, or access is by the settings.
    acesso TEXT,
    -- The consent that is awaited: the hash of its state, until when, and the console's access that asked for it (null: an application).
    consentimento_hash TEXT UNIQUE,
    consentimento_ate INTEGER,
    consentimento_sessao INTEGER,
    PRIMARY KEY (aplicacao_id, loja_id, canal_num),
    FOREIGN KEY (aplicacao_id, loja_id, canal_num)
        REFERENCES canais (aplicacao_id, loja_id, canal_num) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- What a connected channel shows of a SKU. What it should show is in ofertas_ditas.
CREATE TABLE anuncios (
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    canal_num INTEGER NOT NULL,
    sku_num INTEGER NOT NULL,
    estado INTEGER NOT NULL,
    -- The channel's identifiers and page of the listing; null while there is none.
    externo TEXT,
    endereco TEXT,
    -- What the channel has accepted: stock as it was sent, price, whether it is for sale. Null: not known.
    tem_estoque INTEGER,
    tem_preco INTEGER,
    tem_de INTEGER,
    tem_ativo INTEGER,
    -- What it showed when it was last read.
    visto_estoque INTEGER,
    visto_preco INTEGER,
    visto_ativo INTEGER,
    visto_em INTEGER,
    -- When the offer last changed, and when the channel had accepted all of it.
    quer_em INTEGER NOT NULL,
    tem_em INTEGER,
    -- When there is something to do; null: nothing is.
    devida_em INTEGER,
    tentativas INTEGER NOT NULL,
    PRIMARY KEY (aplicacao_id, loja_id, canal_num, sku_num),
    FOREIGN KEY (aplicacao_id, loja_id, canal_num)
        REFERENCES conexoes (aplicacao_id, loja_id, canal_num) ON DELETE CASCADE,
    FOREIGN KEY (aplicacao_id, loja_id, sku_num)
        REFERENCES skus (aplicacao_id, loja_id, sku_num) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX anuncios_sku ON anuncios (aplicacao_id, loja_id, sku_num);
CREATE INDEX anuncios_devidos ON anuncios (aplicacao_id, loja_id, canal_num, devida_em) WHERE devida_em IS NOT NULL;
CREATE INDEX anuncios_aceitos ON anuncios (aplicacao_id, loja_id, canal_num, tem_em) WHERE tem_em IS NOT NULL;

-- Orders as a connected channel has them.
CREATE TABLE pedidos_do_canal (
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    canal_num INTEGER NOT NULL,
    externo TEXT NOT NULL,
    -- Null while it is not taken in.
    pedido_id INTEGER,
    -- The channel's word, what it means (connector::OrderStep), and when the channel says that it changed.
    situacao TEXT NOT NULL,
    passo INTEGER NOT NULL,
    alterado_em INTEGER NOT NULL,
    -- It may still change there.
    aberto INTEGER NOT NULL,
    -- Units by SKU (JSON) that are still part of the stock on hand there; null: none.
    unidades TEXT,
    -- What the channel was told: 1 invoice, 2 sent, 4 delivered, 8 cancelled.
    contado INTEGER NOT NULL,
    lido_em INTEGER NOT NULL,
    devida_em INTEGER,
    tentativas INTEGER NOT NULL,
    PRIMARY KEY (aplicacao_id, loja_id, canal_num, externo),
    FOREIGN KEY (aplicacao_id, loja_id, canal_num)
        REFERENCES conexoes (aplicacao_id, loja_id, canal_num) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX pedidos_do_canal_pedido ON pedidos_do_canal (aplicacao_id, loja_id, pedido_id) WHERE pedido_id IS NOT NULL;
CREATE INDEX pedidos_do_canal_devidos ON pedidos_do_canal (aplicacao_id, loja_id, canal_num, devida_em)
    WHERE devida_em IS NOT NULL;
CREATE INDEX pedidos_do_canal_abertos ON pedidos_do_canal (aplicacao_id, loja_id, canal_num, lido_em) WHERE aberto;

-- What channels refused: one row as long as it stands. sobre, estado: domain::conexao; causa: the words of domain::conexao::Causa.
CREATE TABLE canal_erros (
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    canal_num INTEGER NOT NULL,
    erro_num INTEGER NOT NULL,
    sobre INTEGER NOT NULL,
    -- The SKU, or the channel's identifier of the order; empty for the connection.
    chave TEXT NOT NULL,
    causa TEXT NOT NULL,
    membro TEXT NOT NULL,
    codigo TEXT NOT NULL,
    texto TEXT NOT NULL,
    primeiro_em INTEGER NOT NULL,
    ultimo_em INTEGER NOT NULL,
    vezes INTEGER NOT NULL,
    estado INTEGER NOT NULL,
    PRIMARY KEY (aplicacao_id, loja_id, canal_num, erro_num),
    FOREIGN KEY (aplicacao_id, loja_id, canal_num)
        REFERENCES conexoes (aplicacao_id, loja_id, canal_num) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX canal_erros_chave ON canal_erros (aplicacao_id, loja_id, canal_num, sobre, chave, causa, membro);

-- ---- Console ---------------------------------------------------------------------------------------------

-- Persons of the console. email is in small letters; senha is an Argon2 hash, null = none was set yet. papel 1 = ve,
-- 2 = opera, 3 = dono. aplicacao_id null = the whole hub, loja_id null = the whole application. convite_hash is that of the
-- link by which a password is set. segundo_fator is the sealed secret of the codes, codigo_passo the last half minute whose
-- code was taken, reservas the hashes of the codes for a lost phone. identidade is who they are at the OpenID Connect provider
-- that they sign in by: its issuer, a blank, and its name for them; null = they have signed in by none.
CREATE TABLE console_pessoas (
    pessoa_id INTEGER NOT NULL PRIMARY KEY,
    nome TEXT NOT NULL,
    email TEXT NOT NULL UNIQUE,
    senha TEXT,
    identidade TEXT UNIQUE,
    papel INTEGER NOT NULL,
    aplicacao_id INTEGER REFERENCES aplicacoes (id),
    loja_id INTEGER,
    ativo INTEGER NOT NULL,
    convite_hash BLOB UNIQUE,
    convite_expira_em INTEGER,
    segundo_fator TEXT,
    codigo_passo INTEGER NOT NULL,
    reservas TEXT NOT NULL,
    criado_em INTEGER NOT NULL,
    FOREIGN KEY (aplicacao_id, loja_id) REFERENCES usuarios (aplicacao_id, loja_id) ON DELETE CASCADE
) STRICT;
CREATE INDEX console_pessoas_loja ON console_pessoas (aplicacao_id, loja_id);

-- Attempts to sign in that count: by a hash of the e-mail, the address or the person.
CREATE TABLE console_tentativas (
    chave BLOB NOT NULL PRIMARY KEY,
    falhas INTEGER NOT NULL,
    ultima_em INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Links to the console and the sessions that they become; with a pessoa_id, the sessions of that person, whose own row
-- says name, papel and scope, and a link that waits for their second factor. Only hashes of link and session are kept.
CREATE TABLE console_acessos (
    acesso_id INTEGER NOT NULL PRIMARY KEY,
    pessoa_id INTEGER,
    nome TEXT NOT NULL,
    papel INTEGER NOT NULL,
    aplicacao_id INTEGER REFERENCES aplicacoes (id),
    loja_id INTEGER,
    link_hash BLOB UNIQUE,
    link_expira_em INTEGER NOT NULL,
    sessao_hash BLOB UNIQUE,
    sessao_expira_em INTEGER,
    navegador TEXT NOT NULL,
    criado_em INTEGER NOT NULL,
    FOREIGN KEY (aplicacao_id, loja_id) REFERENCES usuarios (aplicacao_id, loja_id) ON DELETE CASCADE
) STRICT;
CREATE INDEX console_acessos_loja ON console_acessos (aplicacao_id, loja_id);
CREATE INDEX console_acessos_pessoa ON console_acessos (pessoa_id);

-- Audit log of the console. Names are stored as they were; rows outlive what they are about.
CREATE TABLE console_atos (
    ato_id INTEGER NOT NULL PRIMARY KEY,
    data INTEGER NOT NULL,
    acesso_id INTEGER NOT NULL,
    pessoa_id INTEGER,
    nome TEXT NOT NULL,
    aplicacao_id INTEGER,
    loja_id INTEGER,
    ato TEXT NOT NULL,
    assunto TEXT NOT NULL,
    detalhe TEXT NOT NULL
) STRICT;
CREATE INDEX console_atos_loja ON console_atos (aplicacao_id, loja_id, ato_id);

-- Files that people brought in on the console, the latest of each store. `antes` is what was there before, as lines of
-- JSON, compressed; the counts are there once the import has come to its end.
CREATE TABLE importacoes (
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    importacao_id INTEGER NOT NULL,
    data INTEGER NOT NULL,
    nome TEXT NOT NULL,
    tipo TEXT NOT NULL,
    arquivo TEXT NOT NULL,
    criados INTEGER,
    gravados INTEGER,
    recusados INTEGER,
    antes BLOB,
    PRIMARY KEY (aplicacao_id, loja_id, importacao_id),
    FOREIGN KEY (aplicacao_id, loja_id) REFERENCES lojas (aplicacao_id, loja_id) ON DELETE CASCADE
) STRICT;

-- Who keeps a user's stock (0 nobody, 1 the owner's own system, 2 the hub), and whether reading an order by
-- its key counts as taking it over. Users that are there already stay as they are; new ones begin with 1.
ALTER TABLE usuarios ADD COLUMN controle_estoque INTEGER NOT NULL DEFAULT 0;
ALTER TABLE usuarios ADD COLUMN assumir_na_leitura INTEGER NOT NULL DEFAULT 0;
-- While the stock changes hands: the number of the last SKU that has. Null when all have.
ALTER TABLE usuarios ADD COLUMN estoque_convertido INTEGER;
-- Changes of offers are told. Users that are there already hear nothing new.
ALTER TABLE usuarios ADD COLUMN anunciar_ofertas INTEGER NOT NULL DEFAULT 0;

-- What orders hold of a SKU that is still on the shelf, the number of its last movement, and who keeps its
-- stock.
ALTER TABLE skus ADD COLUMN reservado INTEGER NOT NULL DEFAULT 0;
ALTER TABLE skus ADD COLUMN movimentos INTEGER NOT NULL DEFAULT 0;
ALTER TABLE skus ADD COLUMN controle INTEGER NOT NULL DEFAULT 0;
-- In how many distribution centres it lies besides the one that every user has.
ALTER TABLE skus ADD COLUMN centros INTEGER NOT NULL DEFAULT 0;

-- What a channel leaves on the shelf, and the most that it shows.
ALTER TABLE canais ADD COLUMN estoque_seguranca INTEGER NOT NULL DEFAULT 0;
ALTER TABLE canais ADD COLUMN estoque_maximo INTEGER;
-- The centres that it sells from, a list of numbers as JSON; null: all of them.
ALTER TABLE canais ADD COLUMN centros TEXT;

-- The same for one SKU, where it is not what the channel says of all.
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

-- Distribution centres. The one that every user has, number 1, is here once its user has said something of
-- it.
CREATE TABLE centros (
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    centro_num INTEGER NOT NULL,
    nome TEXT NOT NULL,
    prioridade INTEGER NOT NULL,
    PRIMARY KEY (aplicacao_id, loja_id, centro_num),
    FOREIGN KEY (aplicacao_id, loja_id) REFERENCES usuarios (aplicacao_id, loja_id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- What lies of a SKU in centres other than number 1, of which skus has it.
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

-- What an order holds of a SKU: reservada is on the shelf still, baixada is not in the stock any more.
-- assumida_em is when the owner took the order over; falta what was missing when the order came in. linhas
-- has both numbers by line ([[place among the order's lines of the SKU, reservada, baixada], ...] as JSON);
-- null: all are the first line's. Orders come in one behind the other, and so do these rows; by SKU only
-- those are found that a number of the owner's may contain.
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
    encerrada INTEGER NOT NULL,
    PRIMARY KEY (aplicacao_id, loja_id, pedido_id, sku_num, centro_num)
) STRICT;
CREATE INDEX estoque_reservas_assumida ON estoque_reservas (aplicacao_id, loja_id, sku_num)
    WHERE assumida_em IS NOT NULL AND reservada > 0;
CREATE INDEX estoque_reservas_falta ON estoque_reservas (aplicacao_id, loja_id, pedido_id, sku_num)
    WHERE falta > 0;

-- Every change of stock and reservations of a SKU in a centre that somebody keeps the stock of, numbered
-- without gaps. estoque and reservado are what they were afterwards. Rows stand in the order in which they
-- came: a ledger clustered by SKU would touch a page of its own for each entry.
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
    PRIMARY KEY (aplicacao_id, loja_id, sku_num, centro_num, seq)
) STRICT;

-- How far the log has been read for changes of offers: the place to go on from.
CREATE TABLE oferta_cursores (
    aplicacao_id INTEGER NOT NULL PRIMARY KEY REFERENCES aplicacoes (id),
    posicao INTEGER NOT NULL,
    -- how often something was told: what was worked out before another server told something is stale
    rodada INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO oferta_cursores (aplicacao_id, posicao)
    SELECT id, COALESCE((SELECT MAX(posicao) FROM eventos WHERE aplicacao_id = aplicacoes.id), 0) + 1
    FROM aplicacoes;

-- Channels of which every offer may have changed (0: all of a store's), and the last SKU that was looked at.
CREATE TABLE oferta_varreduras (
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    canal_num INTEGER NOT NULL,
    sku_num INTEGER NOT NULL,
    PRIMARY KEY (aplicacao_id, loja_id, canal_num)
) STRICT, WITHOUT ROWID;

-- What was told last of each offer.
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

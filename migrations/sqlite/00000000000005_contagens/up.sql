-- How many orders there are, kept with every change of one, so that a total or a far page needs no counting.
-- tipo: 0 data, 1 data_pagamento, 2 status_em, 3 alterado_em, 4 criado_em, 5 the orders not taken over (by number
-- alone: their inicio is 0). nivel: 0 = 32 days, 1 = a day, 2 = an hour, 3 = 15 seconds, 4 = 62,500 microseconds,
-- 5 = one microsecond, 6 and 7 = 1,048,576 and 1,024 numbers within it. The orders of a bucket that is dividido are
-- counted by the buckets of the next level as well. partes is `status:forma_pagamento:orders` for each pair that
-- occurs, with commas between.
CREATE TABLE contagens (
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    tipo INTEGER NOT NULL,
    nivel INTEGER NOT NULL,
    inicio INTEGER NOT NULL,
    inicio_id INTEGER NOT NULL,
    total INTEGER NOT NULL,
    dividido INTEGER NOT NULL,
    partes TEXT NOT NULL,
    PRIMARY KEY (aplicacao_id, loja_id, tipo, nivel, inicio, inicio_id)
) STRICT, WITHOUT ROWID;

-- The orders that are there already, level by level.
CREATE VIEW contagens_fonte AS
SELECT aplicacao_id, loja_id, 0 AS tipo, data AS data, pedido_id, status, forma_pagamento FROM pedidos
UNION ALL SELECT aplicacao_id, loja_id, 1 AS tipo, data_pagamento AS data, pedido_id, status, forma_pagamento FROM pedidos WHERE data_pagamento IS NOT NULL
UNION ALL SELECT aplicacao_id, loja_id, 2 AS tipo, status_em AS data, pedido_id, status, forma_pagamento FROM pedidos
UNION ALL SELECT aplicacao_id, loja_id, 3 AS tipo, alterado_em AS data, pedido_id, status, forma_pagamento FROM pedidos
UNION ALL SELECT aplicacao_id, loja_id, 4 AS tipo, criado_em AS data, pedido_id, status, forma_pagamento FROM pedidos
UNION ALL SELECT aplicacao_id, loja_id, 5 AS tipo, 0 AS data, pedido_id, status, forma_pagamento FROM pedidos WHERE NOT integrado;
INSERT INTO contagens
SELECT aplicacao_id, loja_id, tipo, 0, inicio, inicio_id, SUM(quantos), 0, group_concat(status || ':' || forma_pagamento || ':' || quantos, ',')
FROM (
    SELECT f.aplicacao_id, f.loja_id, f.tipo, f.data - (f.data % 2764800000000 + 2764800000000) % 2764800000000 AS inicio, 0 AS inicio_id, f.status, f.forma_pagamento, COUNT(*) AS quantos
    FROM contagens_fonte f WHERE f.tipo < 5
    GROUP BY 1, 2, 3, 4, 5, 6, 7
) por_par
GROUP BY aplicacao_id, loja_id, tipo, inicio, inicio_id;
UPDATE contagens SET dividido = 1 WHERE nivel = 0 AND total > 1024;
INSERT INTO contagens
SELECT aplicacao_id, loja_id, tipo, 1, inicio, inicio_id, SUM(quantos), 0, group_concat(status || ':' || forma_pagamento || ':' || quantos, ',')
FROM (
    SELECT f.aplicacao_id, f.loja_id, f.tipo, f.data - (f.data % 86400000000 + 86400000000) % 86400000000 AS inicio, 0 AS inicio_id, f.status, f.forma_pagamento, COUNT(*) AS quantos
    FROM contagens_fonte f
        JOIN contagens pai ON pai.aplicacao_id = f.aplicacao_id AND pai.loja_id = f.loja_id AND pai.tipo = f.tipo
            AND pai.nivel = 0 AND pai.inicio = f.data - (f.data % 2764800000000 + 2764800000000) % 2764800000000 AND pai.inicio_id = 0 AND pai.dividido
    GROUP BY 1, 2, 3, 4, 5, 6, 7
) por_par
GROUP BY aplicacao_id, loja_id, tipo, inicio, inicio_id;
UPDATE contagens SET dividido = 1 WHERE nivel = 1 AND total > 1024;
INSERT INTO contagens
SELECT aplicacao_id, loja_id, tipo, 2, inicio, inicio_id, SUM(quantos), 0, group_concat(status || ':' || forma_pagamento || ':' || quantos, ',')
FROM (
    SELECT f.aplicacao_id, f.loja_id, f.tipo, f.data - (f.data % 3600000000 + 3600000000) % 3600000000 AS inicio, 0 AS inicio_id, f.status, f.forma_pagamento, COUNT(*) AS quantos
    FROM contagens_fonte f
        JOIN contagens pai ON pai.aplicacao_id = f.aplicacao_id AND pai.loja_id = f.loja_id AND pai.tipo = f.tipo
            AND pai.nivel = 1 AND pai.inicio = f.data - (f.data % 86400000000 + 86400000000) % 86400000000 AND pai.inicio_id = 0 AND pai.dividido
    GROUP BY 1, 2, 3, 4, 5, 6, 7
) por_par
GROUP BY aplicacao_id, loja_id, tipo, inicio, inicio_id;
UPDATE contagens SET dividido = 1 WHERE nivel = 2 AND total > 1024;
INSERT INTO contagens
SELECT aplicacao_id, loja_id, tipo, 3, inicio, inicio_id, SUM(quantos), 0, group_concat(status || ':' || forma_pagamento || ':' || quantos, ',')
FROM (
    SELECT f.aplicacao_id, f.loja_id, f.tipo, f.data - (f.data % 15000000 + 15000000) % 15000000 AS inicio, 0 AS inicio_id, f.status, f.forma_pagamento, COUNT(*) AS quantos
    FROM contagens_fonte f
        JOIN contagens pai ON pai.aplicacao_id = f.aplicacao_id AND pai.loja_id = f.loja_id AND pai.tipo = f.tipo
            AND pai.nivel = 2 AND pai.inicio = f.data - (f.data % 3600000000 + 3600000000) % 3600000000 AND pai.inicio_id = 0 AND pai.dividido
    GROUP BY 1, 2, 3, 4, 5, 6, 7
) por_par
GROUP BY aplicacao_id, loja_id, tipo, inicio, inicio_id;
UPDATE contagens SET dividido = 1 WHERE nivel = 3 AND total > 1024;
INSERT INTO contagens
SELECT aplicacao_id, loja_id, tipo, 4, inicio, inicio_id, SUM(quantos), 0, group_concat(status || ':' || forma_pagamento || ':' || quantos, ',')
FROM (
    SELECT f.aplicacao_id, f.loja_id, f.tipo, f.data - (f.data % 62500 + 62500) % 62500 AS inicio, 0 AS inicio_id, f.status, f.forma_pagamento, COUNT(*) AS quantos
    FROM contagens_fonte f
        JOIN contagens pai ON pai.aplicacao_id = f.aplicacao_id AND pai.loja_id = f.loja_id AND pai.tipo = f.tipo
            AND pai.nivel = 3 AND pai.inicio = f.data - (f.data % 15000000 + 15000000) % 15000000 AND pai.inicio_id = 0 AND pai.dividido
    GROUP BY 1, 2, 3, 4, 5, 6, 7
) por_par
GROUP BY aplicacao_id, loja_id, tipo, inicio, inicio_id;
UPDATE contagens SET dividido = 1 WHERE nivel = 4 AND total > 1024;
INSERT INTO contagens
SELECT aplicacao_id, loja_id, tipo, 5, inicio, inicio_id, SUM(quantos), 0, group_concat(status || ':' || forma_pagamento || ':' || quantos, ',')
FROM (
    SELECT f.aplicacao_id, f.loja_id, f.tipo, f.data AS inicio, 0 AS inicio_id, f.status, f.forma_pagamento, COUNT(*) AS quantos
    FROM contagens_fonte f
        JOIN contagens pai ON pai.aplicacao_id = f.aplicacao_id AND pai.loja_id = f.loja_id AND pai.tipo = f.tipo
            AND pai.nivel = 4 AND pai.inicio = f.data - (f.data % 62500 + 62500) % 62500 AND pai.inicio_id = 0 AND pai.dividido
    GROUP BY 1, 2, 3, 4, 5, 6, 7
) por_par
GROUP BY aplicacao_id, loja_id, tipo, inicio, inicio_id;
UPDATE contagens SET dividido = 1 WHERE nivel = 5 AND total > 1024;
INSERT INTO contagens
SELECT aplicacao_id, loja_id, tipo, 6, inicio, inicio_id, SUM(quantos), 0, group_concat(status || ':' || forma_pagamento || ':' || quantos, ',')
FROM (
    SELECT f.aplicacao_id, f.loja_id, f.tipo, f.data AS inicio, (f.pedido_id >> 20) << 20 AS inicio_id, f.status, f.forma_pagamento, COUNT(*) AS quantos
    FROM contagens_fonte f
        LEFT JOIN contagens pai ON pai.aplicacao_id = f.aplicacao_id AND pai.loja_id = f.loja_id AND pai.tipo = f.tipo
            AND pai.nivel = 5 AND pai.inicio = f.data AND pai.inicio_id = 0 AND pai.dividido
    -- the tree of the orders not taken over begins here
    WHERE f.tipo = 5 OR pai.dividido
    GROUP BY 1, 2, 3, 4, 5, 6, 7
) por_par
GROUP BY aplicacao_id, loja_id, tipo, inicio, inicio_id;
UPDATE contagens SET dividido = 1 WHERE nivel = 6 AND total > 1024;
INSERT INTO contagens
SELECT aplicacao_id, loja_id, tipo, 7, inicio, inicio_id, SUM(quantos), 0, group_concat(status || ':' || forma_pagamento || ':' || quantos, ',')
FROM (
    SELECT f.aplicacao_id, f.loja_id, f.tipo, f.data AS inicio, (f.pedido_id >> 10) << 10 AS inicio_id, f.status, f.forma_pagamento, COUNT(*) AS quantos
    FROM contagens_fonte f
        JOIN contagens pai ON pai.aplicacao_id = f.aplicacao_id AND pai.loja_id = f.loja_id AND pai.tipo = f.tipo
            AND pai.nivel = 6 AND pai.inicio = f.data AND pai.inicio_id = (f.pedido_id >> 20) << 20 AND pai.dividido
    GROUP BY 1, 2, 3, 4, 5, 6, 7
) por_par
GROUP BY aplicacao_id, loja_id, tipo, inicio, inicio_id;
DROP VIEW contagens_fonte;

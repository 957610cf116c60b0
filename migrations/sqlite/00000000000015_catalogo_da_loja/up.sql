-- What interface B keeps of a product that interface A's Sku has no member for: Cadastro of interface_b.
ALTER TABLE sku_textos ADD COLUMN cadastro TEXT NOT NULL DEFAULT '{}';

-- The brands that a store's SKUs name, numbered; a number is drawn when a brand is first named.
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
    FOREIGN KEY (aplicacao_id, loja_id) REFERENCES usuarios (aplicacao_id, loja_id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX fabricantes_nome ON fabricantes (aplicacao_id, loja_id, nome);

-- The names that attributes of a store's SKUs have or had, numbered in the same way.
CREATE TABLE nomes_atributos (
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    atributo_num INTEGER NOT NULL,
    nome TEXT NOT NULL,
    PRIMARY KEY (aplicacao_id, loja_id, atributo_num),
    FOREIGN KEY (aplicacao_id, loja_id) REFERENCES usuarios (aplicacao_id, loja_id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX nomes_atributos_nome ON nomes_atributos (aplicacao_id, loja_id, nome);

CREATE INDEX skus_marca ON skus (aplicacao_id, loja_id, marca, sku_num);

INSERT INTO fabricantes
    SELECT
        aplicacao_id, loja_id, row_number() OVER (ORDER BY aplicacao_id, loja_id, marca), marca, 1, '', '', ''
    FROM (SELECT DISTINCT aplicacao_id, loja_id, marca FROM skus WHERE marca <> '');
INSERT INTO sequencias (nome, valor) SELECT 'fabricantes', COALESCE(MAX(fabricante_num), 0) FROM fabricantes;
INSERT INTO nomes_atributos
    SELECT aplicacao_id, loja_id, row_number() OVER (ORDER BY aplicacao_id, loja_id, nome), nome
    FROM (
        SELECT DISTINCT t.aplicacao_id, t.loja_id, json_extract(j.value, '$.nome') AS nome
        FROM sku_textos t, json_each(t.atributos) j
    );
INSERT INTO sequencias (nome, valor) SELECT 'atributos', COALESCE(MAX(atributo_num), 0) FROM nomes_atributos;

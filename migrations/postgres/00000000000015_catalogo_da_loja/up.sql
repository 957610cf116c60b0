-- What interface B keeps of a product that interface A's Sku has no member for: Cadastro of interface_b.
ALTER TABLE sku_textos ADD COLUMN cadastro TEXT NOT NULL DEFAULT '{}';

-- The brands that a store's SKUs name, numbered; a number is drawn when a brand is first named.
CREATE SEQUENCE seq_fabricantes;
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
    FOREIGN KEY (aplicacao_id, loja_id) REFERENCES usuarios (aplicacao_id, loja_id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX fabricantes_nome ON fabricantes (aplicacao_id, loja_id, nome);

-- The names that attributes of a store's SKUs have or had, numbered in the same way.
CREATE SEQUENCE seq_atributos;
CREATE TABLE nomes_atributos (
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    atributo_num BIGINT NOT NULL,
    nome TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (aplicacao_id, loja_id, atributo_num),
    FOREIGN KEY (aplicacao_id, loja_id) REFERENCES usuarios (aplicacao_id, loja_id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX nomes_atributos_nome ON nomes_atributos (aplicacao_id, loja_id, nome);

CREATE INDEX skus_marca ON skus (aplicacao_id, loja_id, marca, sku_num);

INSERT INTO fabricantes
    SELECT aplicacao_id, loja_id, nextval('seq_fabricantes'), marca, TRUE, '', '', ''
    FROM (
        SELECT DISTINCT aplicacao_id, loja_id, marca FROM skus WHERE marca <> '' ORDER BY 1, 2, 3
    ) AS marcas;
INSERT INTO nomes_atributos
    SELECT aplicacao_id, loja_id, nextval('seq_atributos'), nome
    FROM (
        SELECT DISTINCT t.aplicacao_id, t.loja_id, j.value ->> 'nome' COLLATE "C" AS nome
        FROM sku_textos t, json_array_elements(t.atributos::json) j ORDER BY 1, 2, 3
    ) AS nomes;

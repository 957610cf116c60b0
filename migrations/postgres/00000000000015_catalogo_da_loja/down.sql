DROP INDEX skus_marca;
DROP TABLE nomes_atributos;
DROP TABLE fabricantes;
DROP SEQUENCE seq_atributos;
DROP SEQUENCE seq_fabricantes;
ALTER TABLE sku_textos DROP COLUMN cadastro;

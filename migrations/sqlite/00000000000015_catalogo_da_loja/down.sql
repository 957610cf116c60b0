DELETE FROM sequencias WHERE nome IN ('fabricantes', 'atributos');
DROP INDEX skus_marca;
DROP TABLE nomes_atributos;
DROP TABLE fabricantes;
ALTER TABLE sku_textos DROP COLUMN cadastro;

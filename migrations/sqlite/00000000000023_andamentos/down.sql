-- No statement can take a packed text apart: where there are any, this stops here and changes nothing.
CREATE TEMP TABLE juntos (textos INTEGER CHECK (textos = 0));
INSERT INTO juntos
    SELECT count(*) FROM pedido_documentos WHERE andamento <> '' OR andamento_zstd IS NOT NULL;
DROP TABLE juntos;

ALTER TABLE pedido_documentos DROP COLUMN andamento_zstd;
ALTER TABLE pedido_documentos DROP COLUMN andamento;

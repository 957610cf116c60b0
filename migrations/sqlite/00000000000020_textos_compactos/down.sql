-- No statement can unpack a text: where there are any, this stops here and changes nothing.
CREATE TEMP TABLE compactos (textos INTEGER CHECK (textos = 0));
INSERT INTO compactos
    SELECT (SELECT count(*) FROM pedido_documentos WHERE documento_zstd IS NOT NULL)
         + (SELECT count(*) FROM pedido_registros
            WHERE registro_zstd IS NOT NULL OR catalogo_zstd IS NOT NULL);
DROP TABLE compactos;

DROP TABLE textos_pendentes;
ALTER TABLE pedido_registros DROP COLUMN catalogo_zstd;
ALTER TABLE pedido_registros DROP COLUMN registro_zstd;
ALTER TABLE pedido_documentos DROP COLUMN documento_zstd;

-- No statement can unpack a text: where there are any, this stops here and changes nothing.
DO $$
BEGIN
    IF EXISTS (SELECT 1 FROM pedido_documentos WHERE documento_zstd IS NOT NULL)
        OR EXISTS (SELECT 1 FROM pedido_registros
            WHERE registro_zstd IS NOT NULL OR catalogo_zstd IS NOT NULL)
    THEN
        RAISE EXCEPTION 'there are packed texts';
    END IF;
END
$$;

DROP TABLE textos_pendentes;
ALTER TABLE pedido_registros DROP COLUMN catalogo_zstd;
ALTER TABLE pedido_registros DROP COLUMN registro_zstd;
ALTER TABLE pedido_documentos DROP COLUMN documento_zstd;

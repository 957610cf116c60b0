-- No statement can take a packed text apart: where there are any, this stops here and changes nothing.
DO $$
BEGIN
    IF EXISTS (SELECT 1 FROM pedido_documentos WHERE andamento <> '' OR andamento_zstd IS NOT NULL)
    THEN
        RAISE EXCEPTION 'there are histories in one text';
    END IF;
END
$$;

ALTER TABLE pedido_documentos DROP COLUMN andamento_zstd;
ALTER TABLE pedido_documentos DROP COLUMN andamento;

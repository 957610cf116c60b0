-- The long texts of an order in few bytes: zstd, the first byte names the dictionary. Beside one the text
-- itself is empty. What is stored already stays readable as it is. PostgreSQL need not try to make them
-- smaller.
ALTER TABLE pedido_documentos ADD COLUMN documento_zstd BYTEA;
ALTER TABLE pedido_documentos ALTER COLUMN documento_zstd SET STORAGE EXTERNAL;
ALTER TABLE pedido_registros ADD COLUMN registro_zstd BYTEA;
ALTER TABLE pedido_registros ALTER COLUMN registro_zstd SET STORAGE EXTERNAL;
ALTER TABLE pedido_registros ADD COLUMN catalogo_zstd BYTEA;
ALTER TABLE pedido_registros ALTER COLUMN catalogo_zstd SET STORAGE EXTERNAL;

-- Stores with orders from before these columns: those after `apos` are still to be packed. Housekeeping does
-- it and removes the row.
CREATE TABLE textos_pendentes (
    aplicacao_id INTEGER NOT NULL,
    loja_id INTEGER NOT NULL,
    apos BIGINT NOT NULL,
    PRIMARY KEY (aplicacao_id, loja_id)
);
INSERT INTO textos_pendentes
    SELECT u.aplicacao_id, u.loja_id, 0
    FROM usuarios u
    WHERE EXISTS (SELECT 1 FROM pedidos p WHERE p.aplicacao_id = u.aplicacao_id AND p.loja_id = u.loja_id);

-- What moves bring into an order in one packed text, in the row that a move rewrites anyway: invoice, parcel,
-- those of its items, its history. Empty = as older versions have written it, in nota_fiscal, rastreio, itens
-- and pedido_historico.
ALTER TABLE pedido_documentos ADD COLUMN andamento TEXT NOT NULL DEFAULT '';
ALTER TABLE pedido_documentos ADD COLUMN andamento_zstd BLOB;

-- Housekeeping gathers them in the same pass in which it packs what is not packed yet: all orders once more.
DELETE FROM textos_pendentes;
INSERT INTO textos_pendentes
    SELECT u.aplicacao_id, u.loja_id, 0
    FROM usuarios u
    WHERE EXISTS (SELECT 1 FROM pedidos p WHERE p.aplicacao_id = u.aplicacao_id AND p.loja_id = u.loja_id);

DROP INDEX pedidos_empresa;
ALTER TABLE pedidos DROP COLUMN empresa;
DROP TABLE nomes_pendentes;
DROP TABLE pedido_nomes;

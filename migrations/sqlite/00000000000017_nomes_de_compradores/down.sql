DROP TABLE nomes_pendentes;
DROP TABLE pedido_nomes;

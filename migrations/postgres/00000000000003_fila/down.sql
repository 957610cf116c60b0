DROP TABLE fila_itens;
DROP TABLE fila_consumidores;
DROP SEQUENCE seq_fila_consumidores;

DROP TABLE fila_itens;
DROP TABLE fila_consumidores;
DELETE FROM sequencias WHERE nome = 'fila_consumidores';

ALTER TABLE fila_itens DROP COLUMN acaso;
DROP INDEX entregas_reservadas;
ALTER TABLE notificacao_destinos DROP COLUMN ultimo_status;
ALTER TABLE notificacao_destinos DROP COLUMN ultimo_erro;

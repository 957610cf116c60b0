DROP TABLE entrega_tentativas;
DROP TABLE entregas;
DROP TABLE notificacao_destinos;
DROP TABLE notificacao_cursores;
DROP TABLE notificacoes;
DROP SEQUENCE seq_notificacoes;
DROP SEQUENCE seq_entregas;

DROP TABLE entrega_tentativas;
DROP TABLE entregas;
DROP TABLE notificacao_destinos;
DROP TABLE notificacao_cursores;
DROP TABLE notificacoes;
DELETE FROM sequencias WHERE nome IN ('notificacoes', 'entregas');

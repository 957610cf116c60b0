-- What the last failure was: a number of domain::entrega::Failure, and the status of the answer when there
-- was one.
ALTER TABLE notificacao_destinos ADD COLUMN ultimo_erro INTEGER;
ALTER TABLE notificacao_destinos ADD COLUMN ultimo_status INTEGER;

-- What is being sent, which is little: a reservation that a wrong clock made is found without looking at all
-- else.
CREATE INDEX entregas_reservadas ON entregas (devida_em) WHERE reserva IS NOT NULL;

-- Drawn anew for each handing out, and part of the receipt, so that nobody can make one up; null = handed out
-- by a server from before there was one.
ALTER TABLE fila_itens ADD COLUMN acaso INTEGER;

-- corpo is shorter from now on: what every event of a kind says is one control character there, and what
-- follows from other columns is left out (store::eventos). What is stored already stays readable as it is.
-- Applications with events from before: those behind `apos`, up to `ate`, are still to be shortened.
-- Housekeeping does it and removes the row.
CREATE TABLE eventos_pendentes (
    aplicacao_id INTEGER NOT NULL PRIMARY KEY,
    apos INTEGER NOT NULL,
    ate INTEGER NOT NULL
) STRICT;
INSERT INTO eventos_pendentes
    SELECT id, 0, (SELECT MAX(posicao) FROM eventos WHERE aplicacao_id = aplicacoes.id)
    FROM aplicacoes
    WHERE EXISTS (SELECT 1 FROM eventos WHERE aplicacao_id = aplicacoes.id);

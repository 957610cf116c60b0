-- Without sub-statuses: an order counts as its status. A bucket may then name a pair twice, which are
-- added up.
UPDATE pedidos SET status = status % 100 WHERE status > 99;
UPDATE contagens SET partes = regexp_replace(partes, '(^|,)[0-9]{2}0?([0-9]{1,2}):', '\1\2:', 'g');
UPDATE contagem_mudancas SET status = status % 100 WHERE status > 99;
ALTER TABLE pedidos DROP COLUMN itens;
ALTER TABLE pedido_documentos DROP COLUMN itens;

-- Buyers in the order of their numbers, and each one's orders.
CREATE INDEX compradores_num ON compradores (aplicacao_id, loja_id, comprador_num);
CREATE INDEX pedidos_comprador ON pedidos (aplicacao_id, loja_id, comprador_num, pedido_id);

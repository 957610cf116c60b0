DROP INDEX pedidos_comprador;
DROP INDEX compradores_num;

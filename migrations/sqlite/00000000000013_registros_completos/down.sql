ALTER TABLE categorias_loja DROP COLUMN url_hot_site;
ALTER TABLE categorias_loja DROP COLUMN exibe_menu;
ALTER TABLE pedidos DROP COLUMN transportadora;
ALTER TABLE pedidos DROP COLUMN total;

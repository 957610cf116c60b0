-- The order's total in ten-thousandths, so that what a store earns is added up without reading documents;
-- and the carrier, which interface B's record shows. Null = not written yet: the order's document knows.
ALTER TABLE pedidos ADD COLUMN total BIGINT;
ALTER TABLE pedidos ADD COLUMN transportadora TEXT;

-- What a store's categories keep of its site: whether menus show them, and the address of their page.
ALTER TABLE categorias_loja ADD COLUMN exibe_menu BOOLEAN NOT NULL DEFAULT TRUE;
ALTER TABLE categorias_loja ADD COLUMN url_hot_site TEXT NOT NULL DEFAULT '';

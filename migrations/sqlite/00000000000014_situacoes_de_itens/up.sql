-- Where items of an order stand, and their invoices and parcels, where they are not their order's.
-- pedidos.itens is `place:status` with commas between. In both columns of statuses one may have the number of
-- a sub-status in its hundreds.
ALTER TABLE pedidos ADD COLUMN itens TEXT;
ALTER TABLE pedido_documentos ADD COLUMN itens TEXT;

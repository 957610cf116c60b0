-- Without sub-statuses: an order counts as its status. A bucket may then name a pair twice, which are
-- added up.
UPDATE pedidos SET status = status % 100 WHERE status > 99;
UPDATE contagens SET partes = substr(
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    replace(
    ',' || partes
    , ',1002:', ',2:') , ',1001:', ',1:') , ',1202:', ',2:') , ',1201:', ',1:')
    , ',1211:', ',11:') , ',1302:', ',2:') , ',1301:', ',1:') , ',1402:', ',2:')
    , ',1401:', ',1:') , ',1501:', ',1:') , ',1511:', ',11:') , ',1601:', ',1:')
    , ',1611:', ',11:') , ',1701:', ',1:') , ',1711:', ',11:') , ',1901:', ',1:')
    , ',1911:', ',11:') , ',1909:', ',9:') , ',2009:', ',9:') , ',2018:', ',18:')
    , ',2109:', ',9:') , ',2118:', ',18:') , ',2108:', ',8:') , ',2209:', ',9:')
    , ',2218:', ',18:') , ',2208:', ',8:') , ',2301:', ',1:') , ',2311:', ',11:')
    , ',2309:', ',9:') , ',2318:', ',18:') , ',2308:', ',8:'),
    2);
ALTER TABLE pedidos DROP COLUMN itens;
ALTER TABLE pedido_documentos DROP COLUMN itens;

-- Bodies of events as they were: first what follows from other columns, where orders' events name the order.
UPDATE eventos SET corpo = replace(corpo, char(1), '",'
    || CASE WHEN tipo IN (1, 2, 3, 13) THEN '"pedidoId":' || assunto || ',' ELSE '' END
    || '"data":"' || strftime('%Y-%m-%dT%H:%M:%SZ', data / 1000000, 'unixepoch')
    || '","dados":{');
UPDATE eventos SET corpo =
    replace(replace(replace(replace(replace(replace(replace(replace(replace(corpo,
    char(2), '{"canalId":"'),
    char(3), '{"sku":"'),
    char(4), '","sku":"'),
    char(5), '"statusAnterior":"'),
    char(6), '","status":"'),
    char(7), '"status":"'),
    char(8), 'AguardandoPagamento'),
    char(11), 'Pago'),
    char(12), 'Faturado');
UPDATE eventos SET corpo =
    replace(replace(replace(replace(replace(replace(replace(replace(replace(corpo,
    char(14), 'Enviado'),
    char(15), 'Entregue'),
    char(16), 'Cancelado'),
    char(17), '","pulados":["'),
    char(18), '"],"detalhes":["'),
    char(19), '","detalhes":["'),
    char(20), 'notaFiscal'),
    char(21), 'rastreio'),
    char(22), '","');
UPDATE eventos SET corpo =
    replace(replace(replace(replace(replace(replace(replace(replace(replace(corpo,
    char(23), '"]}}'),
    char(24), '"}}'),
    char(25), '","sourceId":"'),
    char(26), '","faltas":[{"sku":"'),
    char(27), '","falta":'),
    char(28), '}]}}'),
    char(29), '"estoqueAnterior":'),
    char(30), ',"estoque":'),
    char(31), ',"preco');

DROP TABLE eventos_pendentes;

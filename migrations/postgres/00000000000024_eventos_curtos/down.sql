-- Bodies of events as they were: first what follows from other columns, where orders' events name the order.
UPDATE eventos SET corpo = replace(corpo, chr(1), '",'
    || CASE WHEN tipo IN (1, 2, 3, 13) THEN '"pedidoId":' || assunto || ',' ELSE '' END
    || '"data":"' || to_char(
        to_timestamp(data / 1000000) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'
    )
    || '","dados":{');
UPDATE eventos SET corpo =
    replace(replace(replace(replace(replace(replace(replace(replace(replace(corpo,
    chr(2), '{"canalId":"'),
    chr(3), '{"sku":"'),
    chr(4), '","sku":"'),
    chr(5), '"statusAnterior":"'),
    chr(6), '","status":"'),
    chr(7), '"status":"'),
    chr(8), 'AguardandoPagamento'),
    chr(11), 'Pago'),
    chr(12), 'Faturado');
UPDATE eventos SET corpo =
    replace(replace(replace(replace(replace(replace(replace(replace(replace(corpo,
    chr(14), 'Enviado'),
    chr(15), 'Entregue'),
    chr(16), 'Cancelado'),
    chr(17), '","pulados":["'),
    chr(18), '"],"detalhes":["'),
    chr(19), '","detalhes":["'),
    chr(20), 'notaFiscal'),
    chr(21), 'rastreio'),
    chr(22), '","');
UPDATE eventos SET corpo =
    replace(replace(replace(replace(replace(replace(replace(replace(replace(corpo,
    chr(23), '"]}}'),
    chr(24), '"}}'),
    chr(25), '","sourceId":"'),
    chr(26), '","faltas":[{"sku":"'),
    chr(27), '","falta":'),
    chr(28), '}]}}'),
    chr(29), '"estoqueAnterior":'),
    chr(30), ',"estoque":'),
    chr(31), ',"preco');
UPDATE eventos_novos SET corpo = replace(corpo, chr(1), '",'
    || CASE WHEN tipo IN (1, 2, 3, 13) THEN '"pedidoId":' || assunto || ',' ELSE '' END
    || '"data":"' || to_char(
        to_timestamp(data / 1000000) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'
    )
    || '","dados":{');
UPDATE eventos_novos SET corpo =
    replace(replace(replace(replace(replace(replace(replace(replace(replace(corpo,
    chr(2), '{"canalId":"'),
    chr(3), '{"sku":"'),
    chr(4), '","sku":"'),
    chr(5), '"statusAnterior":"'),
    chr(6), '","status":"'),
    chr(7), '"status":"'),
    chr(8), 'AguardandoPagamento'),
    chr(11), 'Pago'),
    chr(12), 'Faturado');
UPDATE eventos_novos SET corpo =
    replace(replace(replace(replace(replace(replace(replace(replace(replace(corpo,
    chr(14), 'Enviado'),
    chr(15), 'Entregue'),
    chr(16), 'Cancelado'),
    chr(17), '","pulados":["'),
    chr(18), '"],"detalhes":["'),
    chr(19), '","detalhes":["'),
    chr(20), 'notaFiscal'),
    chr(21), 'rastreio'),
    chr(22), '","');
UPDATE eventos_novos SET corpo =
    replace(replace(replace(replace(replace(replace(replace(replace(replace(corpo,
    chr(23), '"]}}'),
    chr(24), '"}}'),
    chr(25), '","sourceId":"'),
    chr(26), '","faltas":[{"sku":"'),
    chr(27), '","falta":'),
    chr(28), '}]}}'),
    chr(29), '"estoqueAnterior":'),
    chr(30), ',"estoque":'),
    chr(31), ',"preco');

DROP TABLE eventos_pendentes;
ALTER INDEX eventos_loja RESET (fillfactor);
ALTER INDEX eventos_pkey RESET (fillfactor);

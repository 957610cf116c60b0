#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use super::*;
use crate::pedido::{Pedido, StatusPedido};
use crate::reading::json::read_json;
use crate::sku::Atributo;
use crate::values::dates::DateStyle;
use crate::values::dates::{Instante, Zone};
use crate::values::ids::PedidoId;
use serde_json::Value;

fn pedido() -> Pedido {
    read_json(
        br#"{"canalId":"c","sourceId":"S1","data":"2026-05-10T23:30:00Z","status":"Pago","total":30.01,
            "quantidadeParcelas":3,"desconto":1,"juros":0.01,
            "usuario":{"nome":"Ana","cpf":"52998224725","nascimento":"1990-02-28"},
            "frete":[{"valorNominal":9,"valorCobrado":5.5,"prazoEntrega":3,"prazoPreparacao":1}],
            "informacaoAdicional":[{"chave":"formaPagamentoId","valor":"20"}],
            "produtos":[{"sku":"A","quantidade":2,"preco":12.345,"desconto":0.5,"frete":2},
                        {"sku":"fora","quantidade":1,"preco":1}]}"#,
    )
    .unwrap()
}

fn registro(style: DateStyle) -> Value {
    let catalogue = [CatalogueItem {
        sku: "A".into(),
        variante: 7,
        nome: "Caneca".into(),
        peso: 300,
        altura: 2,
        largura: 3,
        comprimento: 4,
        atributos: vec![Atributo { nome: "Cor".into(), valor: "Azul".into() }],
        ..CatalogueItem::default()
    }];
    let pedido = pedido();
    let source = Source {
        pedido: &pedido,
        pedido_id: pedido.pedido_id,
        catalogo: &catalogue,
        canal_num: 4,
        tipo_canal: "Loja",
        comprador_num: 9,
    };
    let state = OrderState {
        pedido_id: PedidoId(1),
        status: StatusPedido::Enviado,
        data_pagamento: None,
        alterado_em: pedido.data,
        rastreado: true,
        canal_nome: r#""Minha \"loja\"""#,
    };
    let tail = tail(&[], &stable(&source, style).unwrap(), style).unwrap();
    let mut output = Vec::new();
    head(&mut output, &state, style).unwrap();
    output.extend_from_slice(&tail);
    serde_json::from_slice(&output).unwrap()
}

#[test]
fn the_head_is_the_documented_one_and_the_notes_follow() {
    let nota = Observacao {
        observacao: "frágil \"\n".into(),
        usuario: "ana".into(),
        data: Instante::from_micros(1_778_455_800_000_000),
        publica: true,
    };
    let zone = DateStyle::Local(Zone::America__Sao_Paulo);
    let dates = [None, Some(nota.data), Some(Instante::from_micros(i64::MAX / 64))];
    let notes = std::slice::from_ref(&nota);
    for (status, rastreado) in StatusPedido::ALL.iter().zip([true, false].into_iter().cycle()) {
        for (data_pagamento, style) in dates.into_iter().flat_map(|d| [(d, DateStyle::Utc), (d, zone)]) {
            let documented = Cabeca {
                pedido_id: i64::from(status.code()) << 32,
                situacao_pedido_id: status.code(),
                tipo_rastreamento_pedido: match rastreado {
                    true => TipoRastreamento::Rastreamento,
                    false => TipoRastreamento::SemRastreamento,
                },
                data_pagamento: data_pagamento.map(|d| style.date(d)),
                data_ultima_atualizacao: style.date(nota.data),
                canal_nome: "Ação \"1\"",
                valido: *status != StatusPedido::Cancelado,
                observacao: assembly::observacoes(notes, style),
            };
            let state = OrderState {
                pedido_id: PedidoId(documented.pedido_id),
                status: *status,
                data_pagamento,
                alterado_em: nota.data,
                rastreado,
                canal_nome: &serde_json::to_string(documented.canal_nome).unwrap(),
            };
            let mut output = Vec::new();
            head(&mut output, &state, style).unwrap();
            output.extend_from_slice(&tail(notes, "{\"b\":2}", style).unwrap());
            let expected = serde_json::to_string(&documented).unwrap();
            let expected = format!("{},\"b\":2}}", expected.strip_suffix('}').unwrap());
            assert_eq!(String::from_utf8(output).unwrap(), expected);
        }
    }
}

#[test]
fn the_two_parts_make_one_object() {
    let r = registro(DateStyle::Utc);
    assert_eq!(r["pedidoId"], 1);
    assert_eq!(r["situacaoPedidoId"], 9);
    assert_eq!(r["canalNome"], "Minha \"loja\"");
    assert_eq!(r["tipoRastreamentoPedido"], "Rastreamento");
    assert_eq!(r["dataPagamento"], Value::Null);
    assert_eq!(r["valido"], true);
    assert_eq!(r["marketPlacePedidoId"], "S1");
    assert_eq!(r["marketPlacePedidoSiteId"], Value::Null);
    assert_eq!(r["canalId"], 4);
    assert_eq!(r["usuario"]["usuarioId"], 9);
    assert_eq!(r["valorDebitoCC"], 0);
}

#[test]
fn money_adds_up() {
    let r = registro(DateStyle::Utc);
    assert_eq!(r["valorFrete"], 5.5);
    assert_eq!(r["valorDesconto"], 1.5);
    assert_eq!(r["valorSubTotalSemDescontos"], 25.69);
    assert_eq!(r["pagamento"][0]["formaPagamentoId"], 20);
    assert_eq!(r["pagamento"][0]["valorParcela"], 10);
    assert_eq!(r["itens"][0]["totais"]["precoVenda"], 24.69);
    assert_eq!(r["itens"][0]["valorItemArredondado"], 12.35);
    assert_eq!(r["itens"][0]["ajustes"].as_array().unwrap().len(), 2);
    assert_eq!(r["frete"]["peso"], 600);
    assert_eq!(r["frete"]["volume"], 48);
    assert_eq!(r["frete"]["prazoEnvio"], 4);
}

#[test]
fn an_unregistered_sku_is_shown_by_its_code() {
    let r = registro(DateStyle::Utc);
    assert_eq!(r["itens"][0]["produtoVarianteId"], 7);
    assert_eq!(r["itens"][1]["produtoVarianteId"], 0);
    assert_eq!(r["itens"][1]["nome"], "fora");
    assert_eq!(r["itens"][0]["atributos"][0]["produtoVarianteAtributoNome"], "Cor");
    assert_eq!(r["itens"][0]["atributos"][0]["produtoVarianteAtributoValor"], "Azul");
    assert_eq!(r["itens"][1]["atributos"], Value::Array(vec![]));
}

#[test]
fn local_dates_have_no_offset_and_birthdays_do_not_move() {
    let local = registro(DateStyle::Local(Zone::America__Sao_Paulo));
    assert_eq!(local["data"], "2026-05-10T20:30:00");
    assert_eq!(local["dataUltimaAtualizacao"], "2026-05-10T20:30:00");
    assert_eq!(local["usuario"]["dataNascimento"], "1990-02-28T00:00:00");
    assert_eq!(registro(DateStyle::Utc)["data"], "2026-05-10T23:30:00Z");
}

#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use super::*;
use crate::pedido::{ItemPedido, Lines, Pedido, Standing, StatusPedido, SubSituacao};
use crate::reading::json::read_json;
use crate::sku::Atributo;
use crate::values::dates::DateStyle;
use crate::values::dates::{Instante, Zone};
use crate::values::ids::PedidoId;
use crate::values::money::Dinheiro;
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
        standing: StatusPedido::Enviado.into(),
        data_pagamento: None,
        alterado_em: pedido.data,
        rastreado: true,
        canal_nome: r#""Minha \"loja\"""#,
    };
    let lines = Lines::read("1:8").unwrap();
    let tail = tail(&[], &stable(&source, style).unwrap(), (state.standing, &lines), style).unwrap();
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
                standing: (*status).into(),
                data_pagamento,
                alterado_em: nota.data,
                rastreado,
                canal_nome: &serde_json::to_string(documented.canal_nome).unwrap(),
            };
            let mut output = Vec::new();
            head(&mut output, &state, style).unwrap();
            output.extend_from_slice(
                &tail(notes, "{\"b\":2}", (state.standing, &Lines::default()), style).unwrap(),
            );
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
    for (item, code) in [(0, 9), (1, 8)] {
        assert_eq!(r["itens"][item]["situacaoPedidoProdutoId"], code);
        assert_eq!(r["itens"][item]["centroDistribuicao"][0]["situacaoProdutoId"], code);
    }
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
    assert_eq!(r["frete"]["peso"], 600);
    assert_eq!(r["frete"]["volume"], 0.000_048);
    assert_eq!(r["frete"]["prazoEnvio"], 4);
}

#[test]
fn discounts_are_negative_and_what_belongs_to_the_order_is_spread_over_its_lines() {
    let r = registro(DateStyle::Utc);
    let shown = |line: usize| -> Vec<(String, f64)> {
        let list = r["itens"][line]["ajustes"].as_array().unwrap().iter();
        list.map(|a| (format!("{} {}", a["tipo"], a["nome"]), a["valor"].as_f64().unwrap())).collect()
    };
    let named = |list: &[(&str, f64)]| -> Vec<(String, f64)> {
        list.iter().map(|(name, valor)| ((*name).to_owned(), *valor)).collect()
    };
    // 24.69 of 25.69 is the first line's
    assert_eq!(
        shown(0),
        named(&[
            ("\"Frete\" \"Frete\"", 5.28),
            ("\"Promocao\" \"Desconto\"", -0.5),
            ("\"Promocao\" \"Desconto do pedido\"", -0.96),
        ])
    );
    assert_eq!(
        shown(1),
        named(&[
            ("\"Frete\" \"Frete\"", 0.22),
            ("\"Promocao\" \"Desconto do pedido\"", -0.04),
            ("\"FormaPagamento\" \"Juros\"", 0.01),
            ("\"FormaPagamento\" \"Diferença do total\"", 0.31),
        ])
    );
    assert_eq!(sum_of_lines(&r), 300_100);
}

/// What a program makes of the lines, in ten-thousandths.
fn sum_of_lines(registro: &Value) -> i64 {
    let digits = |value: &Value| (value.as_f64().unwrap() * 10_000.0).round() as i64;
    let lines = registro["itens"].as_array().unwrap().iter();
    lines
        .map(|line| {
            let adjustments = line["ajustes"].as_array().unwrap().iter().map(|a| digits(&a["valor"]));
            line["quantidade"].as_i64().unwrap() * digits(&line["valorItem"]) + adjustments.sum::<i64>()
        })
        .sum()
}

proptest::proptest! {
    #[test]
    fn the_lines_of_any_order_make_its_total(
        lines in proptest::collection::vec(
            (1..=9_i32, 0..2_000_000_i64, 0..50_000_i64, 0..90_000_i64),
            1..=8,
        ),
        (discount, interest, charged, off) in
            (0..400_000_i64, 0..100_000_i64, proptest::option::of(0..200_000_i64), -70_000..70_000_i64),
    ) {
        let mut pedido = pedido();
        let model = pedido.produtos[0].clone();
        let money = Dinheiro::from_ten_thousandths;
        pedido.produtos = lines
            .iter()
            .map(|(quantidade, preco, desconto, frete)| ItemPedido {
                quantidade: *quantidade,
                preco: money(*preco),
                desconto: money(*desconto),
                frete: money(*frete),
                ..model.clone()
            })
            .collect();
        (pedido.desconto, pedido.juros) = (money(discount), money(interest));
        match charged {
            Some(charged) => pedido.frete[0].valor_cobrado = money(charged),
            None => pedido.frete.clear(),
        }
        let parts = pedido.computed_total().unwrap().ten_thousandths();
        pedido.total = money((parts + off).max(0));
        let source = Source {
            pedido: &pedido,
            pedido_id: pedido.pedido_id,
            catalogo: &[],
            canal_num: 4,
            tipo_canal: "Loja",
            comprador_num: 9,
        };
        let registro: Value = serde_json::from_str(&stable(&source, DateStyle::Utc).unwrap()).unwrap();
        proptest::prop_assert_eq!(sum_of_lines(&registro), pedido.total.ten_thousandths());
        let items = registro["itens"].as_array().unwrap().iter();
        for adjustment in items.flat_map(|item| item["ajustes"].as_array().unwrap()) {
            let discount = adjustment["tipo"] == "Promocao";
            proptest::prop_assert_eq!(adjustment["valor"].as_f64().unwrap() < 0.0, discount);
        }
    }
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

#[test]
fn a_text_that_looks_like_a_status_stays_a_text() {
    let mut pedido = pedido();
    pedido.usuario.nome = r#""situacaoProdutoId":7, "situacaoP"#.to_owned();
    let source = Source {
        pedido: &pedido,
        pedido_id: PedidoId(1),
        catalogo: &[],
        canal_num: 1,
        tipo_canal: "Loja",
        comprador_num: 1,
    };
    let stable = stable(&source, DateStyle::Utc).unwrap();
    let order = Standing::new(StatusPedido::Pago, SubSituacao::from_code(16)).unwrap();
    let lines = Lines::read("0:9").unwrap();
    let tail = tail(&[], &stable, (order, &lines), DateStyle::Utc).unwrap();
    let record: Value = serde_json::from_str(&format!("{{{}", String::from_utf8(tail).unwrap())).unwrap();
    assert_eq!(record["usuario"]["nome"], pedido.usuario.nome);
    let of = |item: usize| record["itens"][item]["situacaoPedidoProdutoId"].clone();
    assert_eq!((of(0), of(1)), (9.into(), 16.into()));
}

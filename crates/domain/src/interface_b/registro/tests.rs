#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use super::*;
use crate::loja_config::{Perfil, RecordStyle};
use crate::pedido::{ItemPedido, Lines, Pedido, StatusPedido};
use crate::reading::json::read_json;
use crate::sku::Atributo;
use crate::values::dates::{DateStyle, Instante, Zone};
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
            "produtos":[{"sku":"A","quantidade":2,"preco":12.345,"desconto":0.5},
                        {"sku":"fora","quantidade":1,"preco":1}]}"#,
    )
    .unwrap()
}

const UTC: RecordStyle = RecordStyle { dates: DateStyle::Utc, perfil: Perfil::Documento };

const LOCAL: RecordStyle =
    RecordStyle { dates: DateStyle::Local(Zone::America__Sao_Paulo), perfil: Perfil::Compativel };

fn filling(style: RecordStyle, lines: &Lines) -> Filling<'_> {
    Filling { style, carrier: "Trem \"expresso\"", order: StatusPedido::Enviado.into(), lines }
}

fn registro(style: RecordStyle) -> Value {
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
        comprador_num: 9,
    };
    let state = OrderState {
        pedido_id: PedidoId(1),
        standing: StatusPedido::Enviado.into(),
        data_pagamento: None,
        alterado_em: pedido.data,
        rastreado: true,
        canal_nome: "Loja \"própria\"",
        canal_origem: r#""Minha \"loja\"""#,
    };
    let lines = Lines::read("1:8").unwrap();
    let tail = tail(&[], &stable(&source).unwrap(), &filling(style, &lines)).unwrap();
    let mut output = Vec::new();
    head(&mut output, &state, style.dates).unwrap();
    output.extend_from_slice(&tail);
    serde_json::from_slice(&output).unwrap()
}

fn style_of(dates: DateStyle) -> RecordStyle {
    RecordStyle { dates, perfil: Perfil::Documento }
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
            let documented = RegistroHead {
                pedido_id: i64::from(status.code()) << 32,
                situacao_pedido_id: status.code(),
                tipo_rastreamento_pedido: match rastreado {
                    true => TipoRastreamento::Rastreamento,
                    false => TipoRastreamento::SemRastreamento,
                },
                data_pagamento: data_pagamento.map(|d| style.date(d)),
                data_ultima_atualizacao: style.date(nota.data),
                canal_nome: "Feira \"livre\"",
                canal_origem: "Ação \"1\"",
                valido: *status != StatusPedido::Cancelado,
                observacao: assembly::observacoes(notes, style),
            };
            let state = OrderState {
                pedido_id: PedidoId(documented.pedido_id),
                standing: (*status).into(),
                data_pagamento,
                alterado_em: nota.data,
                rastreado,
                canal_nome: documented.canal_nome,
                canal_origem: &serde_json::to_string(documented.canal_origem).unwrap(),
            };
            let mut output = Vec::new();
            head(&mut output, &state, style).unwrap();
            let tail = tail(notes, "{\"b\":2}", &filling(style_of(style), &Lines::default())).unwrap();
            output.extend_from_slice(&tail);
            let expected = serde_json::to_string(&documented).unwrap();
            let expected = format!("{},\"b\":2}}", expected.strip_suffix('}').unwrap());
            assert_eq!(String::from_utf8(output).unwrap(), expected);
        }
    }
}

#[test]
fn the_two_parts_make_one_object() {
    let r = registro(UTC);
    assert_eq!(r["pedidoId"], 1);
    assert_eq!(r["situacaoPedidoId"], 9);
    for (item, code) in [(0, 9), (1, 8)] {
        assert_eq!(r["itens"][item]["situacaoPedidoProdutoId"], code);
        assert_eq!(r["itens"][item]["centroDistribuicao"][0]["situacaoProdutoId"], code);
    }
    assert_eq!(r["canalNome"], "Loja \"própria\"");
    assert_eq!(r["canalOrigem"], "Minha \"loja\"");
    assert_eq!(r["frete"]["freteContrato"], "Trem \"expresso\"");
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
    let r = registro(UTC);
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
    let r = registro(UTC);
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

/// An unchanging part as a record of its own.
fn whole(stable: &str) -> Value {
    serde_json::from_slice(&super::filled(stable, &filling(UTC, &Lines::default())).unwrap()).unwrap()
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
            comprador_num: 9,
        };
        let registro: Value = whole(&stable(&source).unwrap());
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
    let r = registro(UTC);
    assert_eq!(r["itens"][0]["produtoVarianteId"], 7);
    assert_eq!(r["itens"][1]["produtoVarianteId"], 0);
    assert_eq!(r["itens"][1]["nome"], "fora");
    assert_eq!(r["itens"][0]["atributos"][0]["produtoVarianteAtributoNome"], "Cor");
    assert_eq!(r["itens"][0]["atributos"][0]["produtoVarianteAtributoValor"], "Azul");
    assert_eq!(r["itens"][1]["atributos"], Value::Array(vec![]));
}

#[test]
fn local_dates_have_no_offset_and_birthdays_do_not_move() {
    let local = registro(LOCAL);
    assert_eq!(local["data"], "2026-05-10T20:30:00");
    assert_eq!(local["dataUltimaAtualizacao"], "2026-05-10T20:30:00");
    assert_eq!(local["usuario"]["dataNascimento"], "1990-02-28T00:00:00");
    assert_eq!(registro(UTC)["data"], "2026-05-10T23:30:00Z");
}

#[test]
fn programs_in_the_field_read_the_kind_of_an_adjustment_as_its_number() {
    let kinds = |style| -> Vec<Value> {
        let r = registro(style);
        let items = r["itens"].as_array().unwrap().iter();
        let lists = items.map(|item| item["ajustes"].as_array().unwrap().clone());
        lists.flatten().map(|adjustment| adjustment["tipo"].clone()).collect()
    };
    let [words, numbers] = [kinds(UTC), kinds(LOCAL)];
    for (word, number) in words.iter().zip(&numbers) {
        let kind: TipoAjuste = word.as_str().unwrap().parse().unwrap();
        assert_eq!(*number, kind.number());
        assert_eq!(TipoAjuste::from_number(kind.number()), Some(kind));
    }
    assert_eq!(numbers.len(), 7);
    assert_eq!(TipoAjuste::from_number(2), None);
}

#[test]
fn no_text_of_an_order_is_taken_for_a_gap() {
    let mut pedido = pedido();
    pedido.usuario.nome = "\u{1}0\u{1} \\u0001".to_owned();
    let source = Source {
        pedido: &pedido,
        pedido_id: pedido.pedido_id,
        catalogo: &[],
        canal_num: 4,
        comprador_num: 9,
    };
    let stable = stable(&source).unwrap();
    assert_eq!(whole(&stable)["usuario"]["nome"], pedido.usuario.nome);
    for damaged in ["{\u{1}x\u{1}}", "{\u{1}2\u{1}}", "{\u{1}7\u{1}}", "{\u{1}"] {
        let outcome = tail(&[], damaged, &filling(UTC, &Lines::default()));
        assert!(matches!(outcome, Err(InvalidRecord::Gap(_))), "{damaged:?}");
    }
}

#[test]
fn one_stored_text_serves_every_style() {
    let [utc, local] = [registro(UTC), registro(LOCAL)];
    assert_eq!(utc["usuario"]["dataCriacao"], "2026-05-10T23:30:00Z");
    assert_eq!(local["usuario"]["dataCriacao"], "2026-05-10T20:30:00");
    // and what has no style is the same
    for member in ["pedidoEndereco", "pagamento", "valorTotalPedido", "omnichannel", "identificador"] {
        assert_eq!(utc[member], local[member], "{member}");
    }
    assert_eq!(utc["omnichannel"]["pedidoIdPublico"], "S1");
    assert_eq!(utc["omnichannel"]["integrador"]["pedidoId"], "0");
}

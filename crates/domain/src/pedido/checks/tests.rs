#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use super::*;
use crate::pedido::{Frete, ItemPedido};
use crate::reading::json::read_json;
use proptest::prelude::*;

fn pedido() -> Pedido {
    let text = br#"{"canalId":"ml","sourceId":"1","data":"2026-05-10","desconto":0.3,"juros":0.1,"total":0.3,
        "status":"Pago","usuario":{"nome":"M"},"produtos":[{"sku":"A","quantidade":3,"preco":0.1,"frete":0.2}]}"#;
    read_json(text).unwrap()
}

fn with_informacao(key: &str, value: &str) -> Pedido {
    let info = Informacao { chave: key.into(), valor: value.into() };
    Pedido { informacao_adicional: vec![info], ..pedido() }
}

#[test]
fn the_sum_is_exact() {
    let mut pedido = pedido();
    assert_eq!(pedido.computed_total(), Some(pedido.total));
    let larger = Dinheiro::from_ten_thousandths(999_999_999_999_999);
    pedido.produtos[0] = ItemPedido { quantidade: i32::MAX, preco: larger, ..pedido.produtos[0].clone() };
    assert_eq!(pedido.computed_total(), None);
    assert!(pedido.total_notice().is_some());
}

#[test]
fn freight_is_what_is_told() {
    let frete = |charged: i64| Frete { valor_cobrado: Dinheiro::from_cents(charged), ..Frete::default() };
    for (of_line, of_order, told) in [
        (0, vec![], 0),
        (0, vec![frete(1250)], 1250),
        (0, vec![frete(1), frete(2)], 3),
        (20, vec![], 20),
        (20, vec![frete(0)], 20),
        (20, vec![frete(15)], 20),
    ] {
        let mut order = Pedido { frete: of_order, ..pedido() };
        order.produtos[0].frete = Dinheiro::from_cents(of_line);
        assert_eq!(order.freight(), Some(Dinheiro::from_cents(told)));
    }
}

#[test]
fn payment_method() {
    assert_eq!(pedido().forma_pagamento_id(), 99);
    assert_eq!(with_informacao("formaPagamentoId", "20").forma_pagamento_id(), 20);
    assert_eq!(with_informacao("outra", "20").forma_pagamento_id(), 99);
}

#[test]
fn the_fingerprint_is_that_of_the_content() {
    let print = |pedido: &Pedido| pedido.fingerprint(&Content::of(pedido));
    let one = pedido();
    assert_eq!(print(&one), print(&Pedido { pedido_id: PedidoId(7), ..one.clone() }));
    assert_ne!(print(&one), print(&Pedido { source_site_id: "x".into(), ..one.clone() }));
    assert_ne!(print(&one), print(&with_informacao("a", "b")));
    // stored beside orders: it must not change from one version to the next
    assert_eq!(print(&one), FINGERPRINT_OF_EXAMPLE);
    let mut two = with_informacao("a", "b");
    two.produtos.push(ItemPedido { sku: "B".into(), ..one.produtos[0].clone() });
    two.informacao_adicional.push(Informacao { chave: "a".into(), valor: "a".into() });
    let mut other = two.clone();
    other.produtos.reverse();
    other.informacao_adicional.reverse();
    assert_eq!(print(&two), print(&other));
    other.informacao_adicional.pop();
    assert_ne!(print(&two), print(&other));
}

#[test]
fn the_number_is_put_in_later() {
    for id in [0, 7, -3, i64::MAX] {
        let numbered = Pedido { pedido_id: PedidoId(id), ..pedido() };
        let expected = serde_json::to_string(&numbered).unwrap();
        assert_eq!(Content::of(&pedido()).with_id(PedidoId(id)), expected);
        assert_eq!(Content::of(&numbered).with_id(PedidoId(id)), expected);
    }
}

const FINGERPRINT_OF_EXAMPLE: i64 = -6_695_625_300_361_198_231;

proptest! {
    #[test]
    fn the_sum_agrees_with_wide_arithmetic(
        items in proptest::collection::vec((1i32..10_000, 0i64..1_000_000_000, 0i64..1_000_000, 0i64..1_000_000), 1..20),
        desconto in 0i64..1_000_000, juros in 0i64..1_000_000,
    ) {
        let thousand = Dinheiro::from_ten_thousandths;
        let produtos = items.iter().map(|&(quantidade, preco, desconto, frete)| ItemPedido {
            sku: "A".into(), quantidade, preco: thousand(preco), desconto: thousand(desconto), frete: thousand(frete),
        });
        let pedido = Pedido { produtos: produtos.collect(), desconto: thousand(desconto), juros: thousand(juros), ..pedido() };
        let expected: i128 = items.iter().map(|&(q, p, d, f)| i128::from(q) * i128::from(p) - i128::from(d) + i128::from(f)).sum();
        let expected = expected - i128::from(desconto) + i128::from(juros);
        prop_assert_eq!(pedido.computed_total().map(|d| i128::from(d.ten_thousandths())), Some(expected));
    }
}

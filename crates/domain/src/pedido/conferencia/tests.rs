#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use super::*;
use crate::pedido::ItemPedido;
use crate::reading::json::ler_json;
use proptest::prelude::*;

fn pedido() -> Pedido {
    let texto = br#"{"canalId":"ml","sourceId":"1","data":"2026-05-10","desconto":0.3,"juros":0.1,"total":0.3,
        "status":"Pago","usuario":{"nome":"M"},"produtos":[{"sku":"A","quantidade":3,"preco":0.1,"frete":0.2}]}"#;
    ler_json(texto).unwrap()
}

fn com_informacao(chave: &str, valor: &str) -> Pedido {
    let info = Informacao { chave: chave.into(), valor: valor.into() };
    Pedido { informacao_adicional: vec![info], ..pedido() }
}

#[test]
fn the_sum_is_exact() {
    let mut pedido = pedido();
    assert_eq!(pedido.total_calculado(), Some(pedido.total));
    let maior = Dinheiro::from_dez_milesimos(999_999_999_999_999);
    pedido.produtos[0] = ItemPedido { quantidade: i32::MAX, preco: maior, ..pedido.produtos[0].clone() };
    assert_eq!(pedido.total_calculado(), None);
    assert!(pedido.aviso_de_total().is_some());
}

#[test]
fn payment_method() {
    assert_eq!(pedido().forma_pagamento_id(), 99);
    assert_eq!(com_informacao("formaPagamentoId", "20").forma_pagamento_id(), 20);
    assert_eq!(com_informacao("outra", "20").forma_pagamento_id(), 99);
}

#[test]
fn the_fingerprint_is_that_of_the_content() {
    let um = pedido();
    assert_eq!(um.impressao(), Pedido { pedido_id: PedidoId(7), ..um.clone() }.impressao());
    assert_ne!(um.impressao(), Pedido { source_site_id: "x".into(), ..um.clone() }.impressao());
    assert_ne!(um.impressao(), com_informacao("a", "b").impressao());
    // stored beside orders: it must not change from one version to the next
    assert_eq!(um.impressao(), IMPRESSAO_DO_EXEMPLO);
}

#[test]
fn the_number_is_put_in_later() {
    for id in [0, 7, -3, i64::MAX] {
        let numerado = Pedido { pedido_id: PedidoId(id), ..pedido() };
        let esperado = serde_json::to_string(&numerado).unwrap();
        assert_eq!(Conteudo::de(&pedido()).com_id(PedidoId(id)), esperado);
        assert_eq!(Conteudo::de(&numerado).com_id(PedidoId(id)), esperado);
    }
}

const IMPRESSAO_DO_EXEMPLO: i64 = -6_695_625_300_361_198_231;

proptest! {
    #[test]
    fn the_sum_agrees_with_wide_arithmetic(
        itens in proptest::collection::vec((1i32..10_000, 0i64..1_000_000_000, 0i64..1_000_000, 0i64..1_000_000), 1..20),
        desconto in 0i64..1_000_000, juros in 0i64..1_000_000,
    ) {
        let mil = Dinheiro::from_dez_milesimos;
        let produtos = itens.iter().map(|&(quantidade, preco, desconto, frete)| ItemPedido {
            sku: "A".into(), quantidade, preco: mil(preco), desconto: mil(desconto), frete: mil(frete),
        });
        let pedido = Pedido { produtos: produtos.collect(), desconto: mil(desconto), juros: mil(juros), ..pedido() };
        let esperado: i128 = itens.iter().map(|&(q, p, d, f)| i128::from(q) * i128::from(p) - i128::from(d) + i128::from(f)).sum();
        let esperado = esperado - i128::from(desconto) + i128::from(juros);
        prop_assert_eq!(pedido.total_calculado().map(|d| i128::from(d.dez_milesimos())), Some(esperado));
    }
}

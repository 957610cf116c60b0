#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use super::*;
use StatusPedido::*;
use proptest::prelude::*;

/// The table of the interface, row by row: `=` same, `+` step or jump, `m` with a reason, `-` never.
/// Columns: AguardandoPagamento, Pago, Faturado, Enviado, Entregue, Cancelado.
const TABLE: [(StatusPedido, &str); 6] = [
    (AguardandoPagamento, "=+---+"),
    (Pago, "-=++++"),
    (Faturado, "--=++m"),
    (Enviado, "---=+m"),
    (Entregue, "----=-"),
    (Cancelado, "-----="),
];

#[test]
fn every_move_follows_the_table() {
    for (de, row) in TABLE {
        for (to, cell) in StatusPedido::ALL.iter().copied().zip(row.chars()) {
            let (without, with) = (de.move_on(to, false), de.move_on(to, true));
            match cell {
                '=' => assert_eq!((without, with), (Ok(Movement::Same), Ok(Movement::Same))),
                '+' => {
                    assert!(matches!(without, Ok(Movement::Progress { .. })), "{de} {to}");
                    assert_eq!(without, with);
                }
                'm' => {
                    assert_eq!(without, Err(IllegalMovement::ReasonRequired { de, to }));
                    assert_eq!(with, Ok(Movement::Progress { pulados: vec![] }));
                }
                _ => {
                    let illegal = IllegalMovement::Forbidden { de, to, allowed: de.transicoes() };
                    assert_eq!((without, with), (Err(illegal.clone()), Err(illegal)));
                }
            }
        }
    }
}

#[test]
fn jumps_name_what_they_skip() {
    let pulados = |de: StatusPedido, to| match de.move_on(to, false) {
        Ok(Movement::Progress { pulados }) => pulados,
        other => panic!("{other:?}"),
    };
    assert_eq!(pulados(AguardandoPagamento, Pago), []);
    assert_eq!(pulados(Pago, Faturado), []);
    assert_eq!(pulados(Pago, Enviado), [Faturado]);
    assert_eq!(pulados(Pago, Entregue), [Faturado, Enviado]);
    assert_eq!(pulados(Faturado, Enviado), []);
    assert_eq!(pulados(Faturado, Entregue), [Enviado]);
    assert_eq!(pulados(Enviado, Entregue), []);
    assert_eq!(pulados(Pago, Cancelado), []);
}

#[test]
fn codes_are_those_of_interface_b() {
    let codes: Vec<_> = StatusPedido::ALL.iter().map(|s| s.code()).collect();
    assert_eq!(codes, [2, 1, 11, 9, 18, 8]);
    for status in StatusPedido::ALL {
        assert_eq!(StatusPedido::from_code(status.code()), Some(status));
    }
    assert_eq!(StatusPedido::from_code(3), None);
}

#[test]
fn words_are_exact_in_bodies_and_loose_in_queries() {
    assert_eq!("Pago".parse(), Ok(Pago));
    assert!("pago".parse::<StatusPedido>().is_err());
    assert_eq!(StatusPedido::parse_ignoring_case("aguardandopagamento"), Some(AguardandoPagamento));
    assert_eq!(StatusPedido::parse_ignoring_case("Devolvido"), None);
    let error = "Devolvido".parse::<StatusPedido>().unwrap_err().to_string();
    assert!(error.ends_with("AguardandoPagamento, Pago, Faturado, Enviado, Entregue, Cancelado"), "{error}");
}

#[test]
fn names_agree_with_serde() {
    for status in StatusPedido::ALL {
        assert_eq!(serde_json::to_string(&status).unwrap(), format!("\"{}\"", status.name()));
    }
}

#[test]
fn refusals_speak_portuguese() {
    assert_eq!(
        Entregue.move_on(Pago, true).unwrap_err().to_string(),
        "O pedido não pode passar de Entregue para Pago."
    );
    assert_eq!(
        Enviado.move_on(Cancelado, false).unwrap_err().to_string(),
        "O motivo é obrigatório para passar o pedido de Enviado para Cancelado."
    );
}

fn status() -> impl Strategy<Value = StatusPedido> {
    proptest::sample::select(StatusPedido::ALL.to_vec())
}

proptest! {
    /// Whatever is asked in whatever order, an order never leaves an end state and never goes back.
    #[test]
    fn orders_only_go_forward(start in status(), pedidos in proptest::collection::vec((status(), any::<bool>()), 0..20)) {
        let mut current = start;
        let mut seen = vec![start];
        for (to, motivo) in pedidos {
            match current.move_on(to, motivo) {
                Ok(Movement::Same) => prop_assert_eq!(current, to),
                Ok(Movement::Progress { pulados }) => {
                    prop_assert!(!seen.contains(&to));
                    prop_assert!(pulados.iter().all(|s| !seen.contains(s)));
                    prop_assert!(!current.transicoes().is_empty());
                    seen.push(to);
                    current = to;
                }
                Err(IllegalMovement::Forbidden { allowed, .. }) => prop_assert!(!allowed.contains(&to)),
                Err(IllegalMovement::ReasonRequired { .. }) => prop_assert!(!motivo && current.exige_motivo(to)),
                Err(illegal @ (IllegalMovement::OutOfPlace { .. } | IllegalMovement::HistoryFull(_))) => {
                    prop_assert!(false, "no matter of the status alone: {illegal}");
                }
            }
        }
        prop_assert!(seen.len() <= 6);
    }
}

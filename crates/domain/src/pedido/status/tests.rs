#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use super::*;
use StatusPedido::*;
use proptest::prelude::*;

/// The table of the interface, row by row: `=` same, `+` step or jump, `m` with a reason, `-` never.
/// Columns: AguardandoPagamento, Pago, Faturado, Enviado, Entregue, Cancelado.
const TABELA: [(StatusPedido, &str); 6] = [
    (AguardandoPagamento, "=+---+"),
    (Pago, "-=++++"),
    (Faturado, "--=++m"),
    (Enviado, "---=+m"),
    (Entregue, "----=-"),
    (Cancelado, "-----="),
];

#[test]
fn every_move_follows_the_table() {
    for (de, linha) in TABELA {
        for (para, celula) in StatusPedido::TODOS.iter().copied().zip(linha.chars()) {
            let (sem, com) = (de.mover(para, false), de.mover(para, true));
            match celula {
                '=' => assert_eq!((sem, com), (Ok(Movimento::Mesmo), Ok(Movimento::Mesmo))),
                '+' => {
                    assert!(matches!(sem, Ok(Movimento::Avanco { .. })), "{de} {para}");
                    assert_eq!(sem, com);
                }
                'm' => {
                    assert_eq!(sem, Err(MovimentoIlegal::MotivoObrigatorio { de, para }));
                    assert_eq!(com, Ok(Movimento::Avanco { pulados: vec![] }));
                }
                _ => {
                    let ilegal = MovimentoIlegal::Proibido { de, para, permitidos: de.transicoes() };
                    assert_eq!((sem, com), (Err(ilegal.clone()), Err(ilegal)));
                }
            }
        }
    }
}

#[test]
fn jumps_name_what_they_skip() {
    let pulados = |de: StatusPedido, para| match de.mover(para, false) {
        Ok(Movimento::Avanco { pulados }) => pulados,
        outro => panic!("{outro:?}"),
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
    let codigos: Vec<_> = StatusPedido::TODOS.iter().map(|s| s.codigo()).collect();
    assert_eq!(codigos, [2, 1, 11, 9, 18, 8]);
    for status in StatusPedido::TODOS {
        assert_eq!(StatusPedido::from_codigo(status.codigo()), Some(*status));
    }
    assert_eq!(StatusPedido::from_codigo(3), None);
}

#[test]
fn words_are_exact_in_bodies_and_loose_in_queries() {
    assert_eq!("Pago".parse(), Ok(Pago));
    assert!("pago".parse::<StatusPedido>().is_err());
    assert_eq!(StatusPedido::parse_sem_caixa("aguardandopagamento"), Some(AguardandoPagamento));
    assert_eq!(StatusPedido::parse_sem_caixa("Devolvido"), None);
    let erro = "Devolvido".parse::<StatusPedido>().unwrap_err().to_string();
    assert!(erro.ends_with("AguardandoPagamento, Pago, Faturado, Enviado, Entregue, Cancelado"), "{erro}");
}

#[test]
fn names_agree_with_serde() {
    for status in StatusPedido::TODOS {
        assert_eq!(serde_json::to_string(status).unwrap(), format!("\"{}\"", status.nome()));
    }
}

#[test]
fn refusals_speak_portuguese() {
    assert_eq!(
        Entregue.mover(Pago, true).unwrap_err().to_string(),
        "O pedido não pode passar de Entregue para Pago."
    );
    assert_eq!(
        Enviado.mover(Cancelado, false).unwrap_err().to_string(),
        "O motivo é obrigatório para passar o pedido de Enviado para Cancelado."
    );
}

fn status() -> impl Strategy<Value = StatusPedido> {
    proptest::sample::select(StatusPedido::TODOS)
}

proptest! {
    /// Whatever is asked in whatever order, an order never leaves an end state and never goes back.
    #[test]
    fn orders_only_go_forward(inicio in status(), pedidos in proptest::collection::vec((status(), any::<bool>()), 0..20)) {
        let mut atual = inicio;
        let mut vistos = vec![inicio];
        for (para, motivo) in pedidos {
            match atual.mover(para, motivo) {
                Ok(Movimento::Mesmo) => prop_assert_eq!(atual, para),
                Ok(Movimento::Avanco { pulados }) => {
                    prop_assert!(!vistos.contains(&para));
                    prop_assert!(pulados.iter().all(|s| !vistos.contains(s)));
                    prop_assert!(!atual.transicoes().is_empty());
                    vistos.push(para);
                    atual = para;
                }
                Err(MovimentoIlegal::Proibido { permitidos, .. }) => prop_assert!(!permitidos.contains(&para)),
                Err(MovimentoIlegal::MotivoObrigatorio { .. }) => prop_assert!(!motivo && atual.exige_motivo(para)),
            }
        }
        prop_assert!(vistos.len() <= 6);
    }
}

//! Many writers at once, some of whom fail: what counts is what was committed.

use std::thread;

use domain::values::ids::PedidoId;
use store::{StoreError, pedidos};

use super::mundo::{Dado, Mundo, escrever, pedido};

#[test]
fn writers_at_once_leave_exact_counters() {
    for mundo in Mundo::nos_dois(4) {
        let mut conhecidos = Vec::new();
        let mut dado = Dado(11);
        for _ in 0..20 {
            mundo.mexer(&mut dado, &mut conhecidos);
        }
        thread::scope(|s| {
            for n in 0..6 {
                // they share the orders: moves of one order meet
                let (mundo, mut conhecidos) = (&mundo, conhecidos.clone());
                s.spawn(move || {
                    let mut dado = Dado(100 + n);
                    for _ in 0..40 {
                        mundo.mexer(&mut dado, &mut conhecidos);
                    }
                });
            }
            for _ in 0..30 {
                mundo.conferir();
            }
        });
        let antes = mundo.conferir();
        mundo.dobrar();
        let depois = mundo.conferir();
        assert!(antes.baldes > 50 && depois.baldes > 50, "{antes:?} {depois:?}");
    }
}

#[test]
fn a_write_that_fails_leaves_no_trace_in_the_counters() {
    for mundo in Mundo::nos_dois(4) {
        let (mundo, store, loja) = (&mundo, &mundo.store, mundo.loja);
        thread::scope(|s| {
            // on SQLite they share groups, of which one half fails after it has written
            for n in 0..8u64 {
                s.spawn(move || {
                    let mut dado = Dado(200 + n);
                    for m in 0..15 {
                        let lote = [pedido(&mut dado), pedido(&mut dado)].map(pedidos::Entrada::from);
                        let falha = (n + m) % 2 == 0;
                        // a panic is a failed write where a thread runs all of them, and the caller's elsewhere
                        let entra_em_panico = mundo.banco.url.starts_with("sqlite") && (n + m) % 8 == 0;
                        let resultado = escrever(store, move |tx| {
                            let feitos = pedidos::create_lote(tx, loja, &lote)?;
                            assert!(!entra_em_panico || feitos.is_empty(), "on purpose");
                            if falha { Err(StoreError::Sobrecarga) } else { Ok(()) }
                        });
                        assert_eq!(resultado.is_err(), falha);
                    }
                });
            }
        });
        mundo.conferir();
        mundo.dobrar();
        let total = store
            .read_blocking(|conn| pedidos::nao_integrados(conn, loja, store::paging::PageRequest::first(1)))
            .unwrap()
            .total;
        assert!(mundo.conferir().baldes > 0 && total > 80, "{total}");
    }
}

/// An order that is made and moved in one transaction is counted as it ends up.
#[test]
fn changes_of_one_transaction_are_counted_once() {
    for mundo in Mundo::nos_dois(1) {
        let loja = mundo.loja;
        let mut dado = Dado(5);
        let lote: Vec<pedidos::Entrada> = (0..30).map(|_| pedido(&mut dado).into()).collect();
        let feitos = escrever(&mundo.store, move |tx| {
            let feitos = pedidos::create_lote(tx, loja, &lote)?;
            for feito in &feitos {
                if let pedidos::CriacaoPedido::Criado { pedido, .. } = feito {
                    let id = PedidoId(pedido.pedido_id.0);
                    assert!(pedidos::marcar_integrado(tx, loja, id)?);
                    assert!(pedidos::marcar_integrado(tx, loja, id)?);
                }
            }
            assert!(!pedidos::marcar_integrado(tx, loja, PedidoId(i64::MAX))?);
            Ok(feitos.len())
        });
        assert_eq!(feitos.unwrap(), 30);
        mundo.conferir();
        mundo.dobrar();
        mundo.conferir();
        let pendentes = mundo
            .store
            .read_blocking(|conn| pedidos::nao_integrados(conn, loja, store::paging::PageRequest::first(1)));
        assert_eq!(pendentes.unwrap().total, 0);
    }
}

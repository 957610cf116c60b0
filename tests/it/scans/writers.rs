//! Many writers at once, beside programs that page.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use actix_web::rt;
use serde_json::json;

use super::orders::{ids, waiting};
use crate::support::TestClient;

const WRITERS: usize = 20;
const STEPS: [&str; 4] = ["Pago", "Faturado", "Enviado", "Entregue"];

/// Moves its orders, each in turn, step by step, until told to stop or nothing is left to move.
async fn write(
    a: TestClient,
    mut orders: Vec<(i64, usize)>,
    (stop, moved): (Arc<AtomicBool>, Arc<AtomicUsize>),
) {
    while !stop.load(Ordering::Relaxed) {
        orders.retain(|(_, step)| *step < STEPS.len());
        if orders.is_empty() {
            break;
        }
        for (id, step) in &mut orders {
            let body = json!({ "status": STEPS[*step] });
            let answer = a.put(&format!("/Pedido/{id}/Status?usuarioId=u"), &body).await;
            if answer.status == 200 {
                *step += 1;
                moved.fetch_add(1, Ordering::Relaxed);
            } else {
                assert_eq!(answer.status, 503, "{answer:?}");
            }
            if stop.load(Ordering::Relaxed) {
                break;
            }
        }
    }
}

/// Page by page, by number, until one is empty.
async fn scan(b: &TestClient, question: &str) -> Vec<i64> {
    let mut seen = Vec::new();
    for number in 1.. {
        let of_this = ids(&b.get(&format!("{question}&pagina={number}")).await.json_of(200));
        if of_this.is_empty() {
            break;
        }
        seen.extend(of_this);
    }
    seen
}

on_both_databases! {
    async fn a_program_that_pages_by_number_while_twenty_write_loses_none_and_gets_none_twice(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        let all = waiting(&app, 600).await;
        let b = app.b_as(app.loja("u"));
        let (stop, moved) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
        let writers: Vec<_> = (0..WRITERS)
            .map(|n| {
                // scattered over the list
                let orders = all.iter().skip(n).step_by(WRITERS).map(|id| (*id, 0)).collect();
                let signs = (Arc::clone(&stop), Arc::clone(&moved));
                rt::spawn(write(app.a.clone(), orders, signs))
            })
            .collect();
        let range = "/pedidos?dataInicial=2020-01-01&dataFinal=2100-01-01&quantidadeRegistros=20";
        let dates = ["DataAlteracao", "DataStatus", "DataAprovacao", "DataPedido", "DataCriacao"];
        let mut scans = 0;
        // on a busy machine the writers get on more slowly than the program: then it scans again
        while scans < 10 || (moved.load(Ordering::Relaxed) <= 500 && scans < 1_000) {
            let both = ["DESC", "ASC"].into_iter().flat_map(|one| dates.map(|date| (one, date)));
            for (direction, date) in both {
                let question = format!("{range}&enumTipoFiltroData={date}&direcaoOrdenacao={direction}");
                let seen = scan(&b, &question).await;
                let distinct: BTreeSet<i64> = seen.iter().copied().collect();
                assert_eq!(seen.len(), distinct.len(), "{date} {direction}: one came twice");
                // those that were not paid when the scan began need not be in it
                if date != "DataAprovacao" {
                    assert_eq!(distinct.into_iter().collect::<Vec<_>>(), all, "{date} {direction}");
                }
                scans += 1;
            }
        }
        stop.store(true, Ordering::Relaxed);
        for writer in writers {
            writer.await.unwrap();
        }
        let moved = moved.load(Ordering::Relaxed);
        assert!(moved > 500, "only {moved} moves");
    }
}

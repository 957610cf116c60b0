//! Many writers at once, some of whom fail: what counts is what was committed.

use std::thread;

use domain::values::ids::PedidoId;
use store::{StoreError, orders};

use super::world::{Dice, World, pedido, write};

#[test]
fn writers_at_once_leave_exact_counts() {
    for world in World::on_both() {
        let mut known = Vec::new();
        let mut dice = Dice(11);
        for _ in 0..20 {
            world.touch(&mut dice, &mut known);
        }
        thread::scope(|s| {
            for n in 0..6 {
                // they share the orders: moves of one order meet
                let (world, mut known) = (&world, known.clone());
                s.spawn(move || {
                    let mut dice = Dice(100 + n);
                    for _ in 0..40 {
                        world.touch(&mut dice, &mut known);
                    }
                });
            }
            for _ in 0..30 {
                world.check();
            }
        });
        let before = world.check();
        world.fold();
        let after = world.check();
        assert!(before.counts > 50 && after.counts > 50, "{before:?} {after:?}");
    }
}

#[test]
fn a_write_that_fails_leaves_no_trace_in_the_counts() {
    for world in World::on_both() {
        let (world, store, loja) = (&world, &world.store, world.loja);
        thread::scope(|s| {
            // on SQLite they share groups, of which one half fails after it has written
            for n in 0..8u64 {
                s.spawn(move || {
                    let mut dice = Dice(200 + n);
                    for m in 0..15 {
                        let lote = [pedido(&mut dice), pedido(&mut dice)].map(orders::PedidoInput::from);
                        let failure = (n + m) % 2 == 0;
                        // a panic is a failed write where a thread runs all of them, and the caller's
                        // elsewhere
                        let panics = world.database.url.starts_with("sqlite") && (n + m) % 8 == 0;
                        let result = write(store, move |tx| {
                            let outcomes = orders::create_lote(tx, loja, &lote)?;
                            assert!(!panics || outcomes.is_empty(), "on purpose");
                            if failure { Err(StoreError::Overload) } else { Ok(()) }
                        });
                        assert_eq!(result.is_err(), failure);
                    }
                });
            }
        });
        world.check();
        world.fold();
        let total = store
            .read_blocking(|conn| orders::not_integrated(conn, loja, store::paging::PageRequest::first(1)))
            .unwrap()
            .total;
        assert!(world.check().counts > 0 && total > 80, "{total}");
    }
}

/// An order that is made and moved in one transaction is counted as it ends up.
#[test]
fn changes_of_one_transaction_are_counted_once() {
    for world in World::on_both() {
        let loja = world.loja;
        let mut dice = Dice(5);
        let lote: Vec<orders::PedidoInput> = (0..30).map(|_| pedido(&mut dice).into()).collect();
        let outcomes = write(&world.store, move |tx| {
            let outcomes = orders::create_lote(tx, loja, &lote)?;
            for done in &outcomes {
                if let orders::CreatePedidoOutcome::Created { pedido, .. } = done {
                    let id = PedidoId(pedido.pedido_id.0);
                    assert!(orders::mark_integrado(tx, loja, id)?);
                    assert!(orders::mark_integrado(tx, loja, id)?);
                }
            }
            assert!(!orders::mark_integrado(tx, loja, PedidoId(i64::MAX))?);
            Ok(outcomes.len())
        });
        assert_eq!(outcomes.unwrap(), 30);
        world.check();
        world.fold();
        world.check();
        let pending = world
            .store
            .read_blocking(|conn| orders::not_integrated(conn, loja, store::paging::PageRequest::first(1)));
        assert_eq!(pending.unwrap().total, 0);
    }
}

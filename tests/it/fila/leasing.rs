//! Leases, receipts and the order of events, at times of the test's choice.

use domain::fila::{Recibo, VISIBILIDADE_MAX};
use store::pruning::{self, Pruning};
use store::queue::ConfirmOutcome::{Confirmed, Expired, Unknown};
use store::queue::{self, Inicio, QueueReader, Wanted};

use super::{TestClock, create, move_on, recibos, triples};

on_both_databases! {
    async fn what_is_not_confirmed_in_time_comes_back(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        let (a, b) = (create(&app, "u", "A").await, create(&app, "u", "B").await);
        let reader = TestClock::of(&app, None, "erp");
        let first = reader.ask(0, 10).await;
        assert_eq!(triples(&first), [(a, "Pago", 1), (b, "Pago", 1)]);
        assert_eq!(reader.confirm(&recibos(&first)[..1]).await, [Confirmed]);
        assert!(reader.ask(59, 10).await.is_empty());
        let second = reader.ask(60, 10).await;
        assert_eq!(triples(&second), [(b, "Pago", 2)]);
        // the same event, by another receipt; the old one is worth nothing any more
        assert_eq!(second[0].item.evento, first[1].item.evento);
        assert_eq!(reader.confirm(&recibos(&first)).await, [Confirmed, Expired]);
        assert!(reader.ask(61, 10).await.is_empty());
        assert_eq!(reader.confirm(&recibos(&second)).await, [Confirmed]);
        assert!(reader.ask(1000, 10).await.is_empty());
        // done with: whatever receipt it had
        assert_eq!(reader.confirm(&recibos(&first)).await, [Confirmed, Confirmed]);
    }

    async fn a_late_confirmation_counts_until_somebody_else_has_the_event(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        create(&app, "u", "A").await;
        let reader = TestClock::of(&app, None, "erp");
        let items = reader.ask(0, 10).await;
        // an hour after the lease
        assert_eq!(reader.confirm(&recibos(&items)).await, [Confirmed]);
        assert!(reader.ask(3600, 10).await.is_empty());
    }

    async fn a_receipt_cannot_be_made_up(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        for source_id in ["1", "2"] {
            create(&app, "u", source_id).await;
        }
        let clock = TestClock::of(&app, None, "erp");
        let handed = recibos(&clock.ask(0, 2).await);
        let made_up =
            |acaso| handed.iter().map(move |recibo| Recibo { acaso, ..*recibo }).collect::<Vec<_>>();
        for acaso in [None, Some(0), handed[0].acaso.map(|n| n.wrapping_add(1))] {
            assert_eq!(clock.confirm(&made_up(acaso)).await, [Unknown; 2], "{acaso:?}");
        }
        // another handing out draws anew
        let again = recibos(&clock.ask(61, 2).await);
        assert_ne!(again[0].acaso, handed[0].acaso);
        let early = Recibo { vez: again[0].vez, ..handed[0] };
        assert_eq!(clock.confirm(&[early]).await, [Unknown]);
        assert_eq!(clock.confirm(&again[..1]).await, [Confirmed]);
    }

    async fn a_lease_made_under_a_clock_that_was_ahead_is_over(app: TestApp) {
        const YEAR: i64 = 365 * 86_400;
        app.loja_with_skus("u", &["S"]).await;
        let (one, other) = (create(&app, "u", "1").await, create(&app, "u", "2").await);
        let clock = TestClock::of(&app, None, "erp");
        assert_eq!(clock.ask(YEAR, 1).await.len(), 1);
        move_on(&app, "u", one, "Faturado").await;
        // what waits behind it is held up no longer either
        let items = clock.ask(0, 10).await;
        assert_eq!(
            triples(&items),
            [(one, "Pago", 2), (other, "Pago", 1), (one, "Faturado", 1)]
        );
        assert!(clock.confirm(&recibos(&items)).await.iter().all(|done| *done == Confirmed));
        // the longest lawful lease stands, also by the clock of a server that is a little behind
        let last = create(&app, "u", "3").await;
        let (fila, nome) = (clock.fila(), clock.nome.clone());
        let wanted = Wanted {
            quantidade: 1,
            visibilidade: VISIBILIDADE_MAX,
            inicio: Inicio::Inicio,
            agora: clock.inicio,
        };
        app.store.place_events().await.unwrap();
        let reader = move |tx: &mut store::Tx<'_>| queue::lease(tx, QueueReader { fila, nome: &nome }, wanted);
        let leased = app.store.write(reader).await;
        assert_eq!(triples(&leased.unwrap().itens), [(last, "Pago", 1)]);
        assert!(clock.ask(-5, 10).await.is_empty());
    }

    async fn a_reader_behind_the_end_of_its_log_goes_on_with_what_comes(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        create(&app, "u", "1").await;
        let clock = TestClock::of(&app, None, "erp");
        assert_eq!(clock.ask(0, 1).await.len(), 1);
        // the log begins anew, as after a backup from before the first event
        let (nome, late) = Default::default();
        let gone = Pruning { aplicacao: app.aplicacao, nome, first: 1, cutoff: 1000, late };
        app.store.write(move |tx| pruning::prune(tx, &gone, 1_000)).await.unwrap();
        assert!(clock.ask(1, 10).await.is_empty());
        let new = create(&app, "u", "2").await;
        assert_eq!(triples(&clock.ask(2, 10).await), [(new, "Pago", 1)]);
    }

    async fn receipts_that_nobody_was_given_are_unknown(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        create(&app, "u", "A").await;
        let reader = TestClock::of(&app, None, "erp");
        let recibo = reader.ask(0, 10).await[0].recibo;
        let mut others = [recibo; 3];
        others[0].consumidor += 1;
        others[1].posicao += 1000;
        others[2].vez += 1;
        assert_eq!(reader.confirm(&others).await, [Unknown; 3]);
        // of another user's queue, of another application
        app.loja_with_skus("v", &["S"]).await;
        let foreign = TestClock::of(&app, Some(app.loja("v")), "erp");
        assert_eq!(foreign.confirm(&[recibo]).await, [Unknown]);
        assert_eq!(reader.confirm(&[recibo, recibo]).await, [Confirmed, Confirmed]);
    }

    async fn events_of_an_order_keep_their_order_among_parallel_clients(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        let (a, b) = (create(&app, "u", "A").await, create(&app, "u", "B").await);
        move_on(&app, "u", a, "Faturado").await;
        move_on(&app, "u", a, "Enviado").await;
        move_on(&app, "u", b, "Faturado").await;
        let reader = TestClock::of(&app, None, "erp");
        // one client has the first event of A: its others wait, those of B do not
        let one = reader.ask(0, 1).await;
        assert_eq!(triples(&one), [(a, "Pago", 1)]);
        let other = reader.ask(1, 10).await;
        assert_eq!(triples(&other), [(b, "Pago", 1), (b, "Faturado", 1)]);
        assert!(reader.ask(2, 10).await.is_empty());
        // what comes new waits too
        move_on(&app, "u", a, "Entregue").await;
        assert!(reader.ask(3, 10).await.is_empty());
        // the way is free: one by one, or several at once
        reader.confirm(&recibos(&one)).await;
        let following = reader.ask(4, 1).await;
        assert_eq!(triples(&following), [(a, "Faturado", 1)]);
        assert!(reader.ask(5, 10).await.is_empty());
        reader.confirm(&recibos(&following)).await;
        let rest = reader.ask(6, 10).await;
        assert_eq!(triples(&rest), [(a, "Enviado", 1), (a, "Entregue", 1)]);
        // a later one confirmed does not free the earlier one
        reader.confirm(&recibos(&rest)[1..]).await;
        reader.confirm(&recibos(&other)).await;
        assert_eq!(triples(&reader.ask(66, 10).await), [(a, "Enviado", 2)]);
    }

    async fn what_came_back_goes_before_what_is_new(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        let a = create(&app, "u", "A").await;
        let reader = TestClock::of(&app, None, "erp");
        reader.ask(0, 10).await;
        let b = create(&app, "u", "B").await;
        move_on(&app, "u", a, "Faturado").await;
        let items = reader.ask(60, 10).await;
        assert_eq!(triples(&items), [(a, "Pago", 2), (b, "Pago", 1), (a, "Faturado", 1)]);
        // two from before, and room for no more
        assert_eq!(triples(&reader.ask(120, 2).await), [(a, "Pago", 3), (b, "Pago", 2)]);
        assert!(reader.ask(121, 2).await.is_empty());
    }

    /// Held-up events are many more than are asked for: those of other orders behind them still come.
    async fn an_order_that_is_held_up_holds_nobody_else_up(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        let a = create(&app, "u", "A").await;
        let reader = TestClock::of(&app, None, "erp");
        reader.ask(0, 1).await;
        for n in 0..70 {
            let body = serde_json::json!({ "status": "Pago", "motivo": format!("nota {n}") });
            app.a.put(&format!("/Pedido/{a}/Status?usuarioId=u"), &body).await.with_status(200);
        }
        let b = create(&app, "u", "B").await;
        let mut items = Vec::new();
        for second in 1..20 {
            items = reader.ask(second, 1).await;
            if !items.is_empty() {
                break;
            }
        }
        assert_eq!(triples(&items), [(b, "Pago", 1)]);
        // and then all of them, in their order
        let items = reader.ask(60, 250).await;
        assert_eq!(items.len(), 71);
        assert!(items.iter().all(|item| item.item.evento.pedido_id.unwrap().0 == a));
        assert!(items.is_sorted_by_key(|item| item.recibo.posicao));
    }

    async fn what_the_log_does_not_keep_leaves_the_queue(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        create(&app, "u", "A").await;
        create(&app, "u", "B").await;
        let reader = TestClock::of(&app, None, "erp");
        let parsed = reader.ask(0, 1).await;
        let c = create(&app, "u", "C").await;
        // all but the last event, which always stays
        app.store.place_events().await.unwrap();
        let until = reader.inicio.plus_seconds(3600);
        let prunings = app.store.read(move |conn| store::pruning::preview_pruning(conn, until, true)).await.unwrap();
        for pruning in prunings {
            let rest = app.store.write(move |tx| store::pruning::prune(tx, &pruning, 10_000)).await.unwrap();
            assert_eq!(rest, None);
        }
        let items = reader.ask(60, 10).await;
        assert_eq!(triples(&items), [(c, "Pago", 1)]);
        assert_eq!(reader.confirm(&recibos(&[parsed, items].concat())).await, [Confirmed, Confirmed]);
        let new = TestClock::of(&app, None, "novo");
        assert_eq!(triples(&new.ask(60, 10).await), [(c, "Pago", 1)]);
    }

    async fn an_event_is_leased_once_to_many_clients_at_once(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        for n in 0..40 {
            create(&app, "u", &format!("P{n}")).await;
        }
        let reader = TestClock::of(&app, None, "erp");
        let times = (0..8).map(|_| reader.ask(0, 7));
        let mut all: Vec<i64> = Vec::new();
        for items in futures_of(times).await {
            all.extend(items.iter().map(|item| item.recibo.posicao));
        }
        all.sort_unstable();
        let before = all.len();
        all.dedup();
        assert_eq!((before, all.len()), (40, 40));
    }
}

/// Runs all of them at once.
async fn futures_of<F: Future>(futures: impl Iterator<Item = F>) -> Vec<F::Output> {
    let mut futures: Vec<_> = futures.map(|f| (Box::pin(f), None)).collect();
    std::future::poll_fn(|cx| {
        for (future, output) in futures.iter_mut().filter(|(_, output)| output.is_none()) {
            if let std::task::Poll::Ready(ready) = future.as_mut().poll(cx) {
                *output = Some(ready);
            }
        }
        match futures.iter().all(|(_, output)| output.is_some()) {
            true => std::task::Poll::Ready(()),
            false => std::task::Poll::Pending,
        }
    })
    .await;
    futures.into_iter().filter_map(|(_, output)| output).collect()
}

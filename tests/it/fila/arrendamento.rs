//! Leases, receipts and the order of events, at times of the test's choice.

use store::eventos;
use store::fila::Confirmacao::{Confirmada, Desconhecida, Vencida};

use super::{Relogio, criar, mover, recibos, trincas};

nos_dois_bancos! {
    async fn what_is_not_confirmed_in_time_comes_back(app: TestApp) {
        app.loja_com_skus("u", &["S"]).await;
        let (a, b) = (criar(&app, "u", "A").await, criar(&app, "u", "B").await);
        let leitor = Relogio::de(&app, None, "erp");
        let primeira = leitor.pedir(0, 10).await;
        assert_eq!(trincas(&primeira), [(a, "Pago", 1), (b, "Pago", 1)]);
        assert_eq!(leitor.confirmar(&recibos(&primeira)[..1]).await, [Confirmada]);
        assert!(leitor.pedir(59, 10).await.is_empty());
        let segunda = leitor.pedir(60, 10).await;
        assert_eq!(trincas(&segunda), [(b, "Pago", 2)]);
        // the same event, by another receipt; the old one is worth nothing any more
        assert_eq!(segunda[0].item.evento, primeira[1].item.evento);
        assert_eq!(leitor.confirmar(&recibos(&primeira)).await, [Confirmada, Vencida]);
        assert!(leitor.pedir(61, 10).await.is_empty());
        assert_eq!(leitor.confirmar(&recibos(&segunda)).await, [Confirmada]);
        assert!(leitor.pedir(1000, 10).await.is_empty());
        // done with: whatever receipt it had
        assert_eq!(leitor.confirmar(&recibos(&primeira)).await, [Confirmada, Confirmada]);
    }

    async fn a_late_confirmation_counts_until_somebody_else_has_the_event(app: TestApp) {
        app.loja_com_skus("u", &["S"]).await;
        criar(&app, "u", "A").await;
        let leitor = Relogio::de(&app, None, "erp");
        let itens = leitor.pedir(0, 10).await;
        // an hour after the lease
        assert_eq!(leitor.confirmar(&recibos(&itens)).await, [Confirmada]);
        assert!(leitor.pedir(3600, 10).await.is_empty());
    }

    async fn receipts_that_nobody_was_given_are_unknown(app: TestApp) {
        app.loja_com_skus("u", &["S"]).await;
        criar(&app, "u", "A").await;
        let leitor = Relogio::de(&app, None, "erp");
        let recibo = leitor.pedir(0, 10).await[0].recibo;
        let mut outros = [recibo; 3];
        outros[0].consumidor += 1;
        outros[1].posicao += 1000;
        outros[2].vez += 1;
        assert_eq!(leitor.confirmar(&outros).await, [Desconhecida; 3]);
        // of another user's queue, of another application
        app.loja_com_skus("v", &["S"]).await;
        let alheio = Relogio::de(&app, Some(app.loja("v")), "erp");
        assert_eq!(alheio.confirmar(&[recibo]).await, [Desconhecida]);
        assert_eq!(leitor.confirmar(&[recibo, recibo]).await, [Confirmada, Confirmada]);
    }

    async fn events_of_an_order_keep_their_order_among_parallel_clients(app: TestApp) {
        app.loja_com_skus("u", &["S"]).await;
        let (a, b) = (criar(&app, "u", "A").await, criar(&app, "u", "B").await);
        mover(&app, "u", a, "Faturado").await;
        mover(&app, "u", a, "Enviado").await;
        mover(&app, "u", b, "Faturado").await;
        let leitor = Relogio::de(&app, None, "erp");
        // one client has the first event of A: its others wait, those of B do not
        let um = leitor.pedir(0, 1).await;
        assert_eq!(trincas(&um), [(a, "Pago", 1)]);
        let outro = leitor.pedir(1, 10).await;
        assert_eq!(trincas(&outro), [(b, "Pago", 1), (b, "Faturado", 1)]);
        assert!(leitor.pedir(2, 10).await.is_empty());
        // what comes new waits too
        mover(&app, "u", a, "Entregue").await;
        assert!(leitor.pedir(3, 10).await.is_empty());
        // the way is free: one by one, or several at once
        leitor.confirmar(&recibos(&um)).await;
        let seguinte = leitor.pedir(4, 1).await;
        assert_eq!(trincas(&seguinte), [(a, "Faturado", 1)]);
        assert!(leitor.pedir(5, 10).await.is_empty());
        leitor.confirmar(&recibos(&seguinte)).await;
        let resto = leitor.pedir(6, 10).await;
        assert_eq!(trincas(&resto), [(a, "Enviado", 1), (a, "Entregue", 1)]);
        // a later one confirmed does not free the earlier one
        leitor.confirmar(&recibos(&resto)[1..]).await;
        leitor.confirmar(&recibos(&outro)).await;
        assert_eq!(trincas(&leitor.pedir(66, 10).await), [(a, "Enviado", 2)]);
    }

    async fn what_came_back_goes_before_what_is_new(app: TestApp) {
        app.loja_com_skus("u", &["S"]).await;
        let a = criar(&app, "u", "A").await;
        let leitor = Relogio::de(&app, None, "erp");
        leitor.pedir(0, 10).await;
        let b = criar(&app, "u", "B").await;
        mover(&app, "u", a, "Faturado").await;
        let itens = leitor.pedir(60, 10).await;
        assert_eq!(trincas(&itens), [(a, "Pago", 2), (b, "Pago", 1), (a, "Faturado", 1)]);
        // two from before, and room for no more
        assert_eq!(trincas(&leitor.pedir(120, 2).await), [(a, "Pago", 3), (b, "Pago", 2)]);
        assert!(leitor.pedir(121, 2).await.is_empty());
    }

    /// Held-up events are many more than are asked for: those of other orders behind them still come.
    async fn an_order_that_is_held_up_holds_nobody_else_up(app: TestApp) {
        app.loja_com_skus("u", &["S"]).await;
        let a = criar(&app, "u", "A").await;
        let leitor = Relogio::de(&app, None, "erp");
        leitor.pedir(0, 1).await;
        for n in 0..70 {
            let corpo = serde_json::json!({ "status": "Pago", "motivo": format!("nota {n}") });
            app.a.put(&format!("/Pedido/{a}/Status?usuarioId=u"), &corpo).await.com_status(200);
        }
        let b = criar(&app, "u", "B").await;
        let mut itens = Vec::new();
        for segundo in 1..20 {
            itens = leitor.pedir(segundo, 1).await;
            if !itens.is_empty() {
                break;
            }
        }
        assert_eq!(trincas(&itens), [(b, "Pago", 1)]);
        // and then all of them, in their order
        let itens = leitor.pedir(60, 250).await;
        assert_eq!(itens.len(), 71);
        assert!(itens.iter().all(|item| item.item.evento.pedido_id.unwrap().0 == a));
        assert!(itens.is_sorted_by_key(|item| item.recibo.posicao));
    }

    async fn what_the_log_does_not_keep_leaves_the_queue(app: TestApp) {
        app.loja_com_skus("u", &["S"]).await;
        criar(&app, "u", "A").await;
        criar(&app, "u", "B").await;
        let leitor = Relogio::de(&app, None, "erp");
        let lido = leitor.pedir(0, 1).await;
        let c = criar(&app, "u", "C").await;
        // all but the last event, which always stays
        app.store.place_events().await.unwrap();
        let ate = leitor.inicio.mais_segundos(3600);
        let podas = app.store.read(move |conn| store::poda::prever_poda(conn, ate, true)).await.unwrap();
        for poda in podas {
            let resto = app.store.write(move |tx| store::poda::podar(tx, &poda)).await.unwrap();
            assert_eq!(resto, None);
        }
        let itens = leitor.pedir(60, 10).await;
        assert_eq!(trincas(&itens), [(c, "Pago", 1)]);
        assert_eq!(leitor.confirmar(&recibos(&[lido, itens].concat())).await, [Confirmada, Confirmada]);
        let novo = Relogio::de(&app, None, "novo");
        assert_eq!(trincas(&novo.pedir(60, 10).await), [(c, "Pago", 1)]);
    }

    async fn an_event_is_leased_once_to_many_clients_at_once(app: TestApp) {
        app.loja_com_skus("u", &["S"]).await;
        for n in 0..40 {
            criar(&app, "u", &format!("P{n}")).await;
        }
        let leitor = Relogio::de(&app, None, "erp");
        let vezes = (0..8).map(|_| leitor.pedir(0, 7));
        let mut todos: Vec<i64> = Vec::new();
        for itens in futures_de(vezes).await {
            todos.extend(itens.iter().map(|item| item.recibo.posicao));
        }
        todos.sort_unstable();
        let antes = todos.len();
        todos.dedup();
        assert_eq!((antes, todos.len()), (40, 40));
    }
}

/// Runs all of them at once.
async fn futures_de<F: Future>(futuros: impl Iterator<Item = F>) -> Vec<F::Output> {
    let mut futuros: Vec<_> = futuros.map(|f| (Box::pin(f), None)).collect();
    std::future::poll_fn(|cx| {
        for (futuro, saida) in futuros.iter_mut().filter(|(_, saida)| saida.is_none()) {
            if let std::task::Poll::Ready(pronta) = futuro.as_mut().poll(cx) {
                *saida = Some(pronta);
            }
        }
        match futuros.iter().all(|(_, saida)| saida.is_some()) {
            true => std::task::Poll::Ready(()),
            false => std::task::Poll::Pending,
        }
    })
    .await;
    futuros.into_iter().filter_map(|(_, saida)| saida).collect()
}

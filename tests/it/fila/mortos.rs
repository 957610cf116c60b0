//! What was handed out ten times in vain is dead: listed, and revived on demand.

use serde_json::{Value, json};
use store::queue::ConfirmOutcome::{Confirmed, Expired};

use super::{TestClock, ask, confirm, create, move_on, pairs, recibos, states, triples};
use crate::concurrency::following;
use crate::support::TestApp;

/// Lets everything that waits for a reader be handed out ten times, an hour ago.
async fn kill(reader: &TestClock<'_>) {
    for turn in 0..10 {
        reader.ask(turn * 60 - 3600, 250).await;
    }
}

async fn mortos(app: &TestApp, query: &str) -> Value {
    app.a.get(&format!("/Pedido/Fila/Mortos?{query}")).await.json_of(200)
}

async fn revive(app: &TestApp, query: &str, posicoes: &[Value]) -> Value {
    let body: Vec<Value> = posicoes.iter().map(|posicao| json!({ "posicao": posicao })).collect();
    app.a.post(&format!("/Pedido/Fila/Reviver?{query}"), &json!(body)).await.json_of(200)
}

on_both_databases! {
    async fn ten_times_in_vain_and_it_is_dead(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        let a = create(&app, "u", "A").await;
        let reader = TestClock::of(&app, None, "erp");
        let mut last = Vec::new();
        for turn in 0..10 {
            last = reader.ask(turn * 60, 1).await;
            assert_eq!(triples(&last), [(a, "Pago", turn as i32 + 1)]);
            move_once(&app, turn, a).await;
            assert!(reader.ask(turn * 60 + 59, 10).await.is_empty());
        }
        // dead, it does not hold up what came after it
        let after = reader.ask(600, 10).await;
        assert_eq!(triples(&after), [(a, "Faturado", 1)]);
        // it was not done in vain after all
        assert_eq!(reader.confirm(&recibos(&last)).await, [Confirmed]);
        assert!(reader.ask(601, 10).await.is_empty());
    }

    async fn the_dead_are_listed_and_can_be_revived(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        let a = create(&app, "u", "A").await;
        let reader = TestClock::of(&app, None, "erp");
        kill(&reader).await;
        let list = mortos(&app, "consumidor=erp").await;
        assert_eq!(list["metadados"], json!({ "pagina": 1, "quantidadeRegistros": 50, "total": 1 }));
        let morto = &list["resultado"][0];
        let evento = &app.a.get("/Evento?tipo=pedido.criado").await.json_of(200)["eventos"][0];
        assert_eq!(*morto, json!({
            "eventoId": evento["eventoId"], "posicao": evento["posicao"], "tipo": "pedido.criado",
            "usuarioId": "u", "pedidoId": a, "status": "Pago", "data": evento["data"], "entregas": 10,
        }));
        assert!(ask(&app.a, "consumidor=erp").await.is_empty());
        assert_eq!(mortos(&app, "consumidor=erp").await, list);

        let posicao = &morto["posicao"];
        let done = revive(&app, "consumidor=erp", &[posicao.clone(), json!(999_999), posicao.clone()]).await;
        assert_eq!(states(&done), [200, 404, 200]);
        assert_eq!((&done[0]["chave"], &done[0]["indice"]), (&json!(posicao.to_string()), &json!(0)));
        assert_eq!(mortos(&app, "consumidor=erp").await["metadados"]["total"], 0);
        let items = ask(&app.a, "consumidor=erp").await;
        assert_eq!((pairs(&items), &items[0]["entrega"]), (vec![(a, "Pago")], &json!(1)));
        // what lives is left alone
        assert_eq!(states(&revive(&app, "consumidor=erp", std::slice::from_ref(posicao)).await), [200]);
        assert!(ask(&app.a, "consumidor=erp").await.is_empty());
        assert_eq!(confirm(&app.a, &items).await, [200]);
        assert_eq!(states(&revive(&app, "consumidor=erp", std::slice::from_ref(posicao)).await), [404]);
    }

    /// The count starts anew, the receipts do not.
    async fn receipts_from_before_a_revival_are_stale(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        create(&app, "u", "A").await;
        let reader = TestClock::of(&app, None, "erp");
        let old = reader.ask(-7200, 10).await[0].recibo;
        kill(&reader).await;
        reader.ask(-60, 10).await;
        revive(&app, "consumidor=erp", &[json!(old.posicao)]).await;
        let new = reader.ask(0, 10).await;
        assert_eq!(new[0].item.entregas, 1);
        assert_eq!(reader.confirm(&[old]).await, [Expired]);
        assert_eq!(reader.confirm(&recibos(&new)).await, [Confirmed]);
    }

    async fn the_dead_come_by_the_page(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        for n in 0..5 {
            create(&app, "u", &format!("P{n}")).await;
        }
        let reader = TestClock::of(&app, None, "erp");
        kill(&reader).await;
        let all = mortos(&app, "consumidor=erp").await["resultado"].as_array().unwrap().clone();
        assert_eq!(all.len(), 5);
        let page = mortos(&app, "consumidor=erp&pagina=2&quantidade_registros=2").await;
        assert_eq!(page["resultado"], json!(all[2..4]));
        assert_eq!(page["metadados"], json!({ "pagina": 2, "quantidadeRegistros": 2, "total": 5 }));
        let beyond = mortos(&app, "consumidor=erp&pagina=9").await;
        assert_eq!((&beyond["resultado"], &beyond["metadados"]["total"]), (&json!([]), &json!(5)));
        // by cursor, while one of them is revived
        let mut next = Some("/Pedido/Fila/Mortos?consumidor=erp&quantidade_registros=2".to_owned());
        let mut seen = Vec::new();
        while let Some(path) = next {
            let answer = app.a.get(&path).await.with_status(200);
            seen.extend(answer.json()["resultado"].as_array().unwrap().iter().cloned());
            revive(&app, "consumidor=erp", &[all[0]["posicao"].clone()]).await;
            next = following(&answer);
        }
        assert_eq!(seen, all);
    }

    async fn readers_that_are_not_there_have_no_dead(app: TestApp) {
        for path in ["/Pedido/Fila/Mortos?consumidor=nada", "/Pedido/Fila/Mortos?consumidor=nada&usuarioId=nada"] {
            app.a.get(path).await.with_status(404);
        }
        app.a.post("/Pedido/Fila/Reviver?consumidor=nada", &json!([{ "posicao": 1 }])).await.with_status(404);
        app.a.post("/Pedido/Fila/Reviver", &json!([{ "posicao": 1 }])).await.with_status(400);
        create_reader(&app).await;
        let crooked = app.a.post("/Pedido/Fila/Reviver?consumidor=erp", &json!([{}, { "posicao": "x" }])).await;
        assert_eq!(states(&crooked.json_of(200)), [400, 400]);
        let many: Vec<Value> = (0..501).map(|n| json!({ "posicao": n })).collect();
        app.a.post("/Pedido/Fila/Reviver?consumidor=erp", &json!(many)).await.with_status(400);
    }
}

async fn create_reader(app: &TestApp) {
    ask(&app.a, "consumidor=erp").await;
}

/// The first time only: a second event of the order, to wait behind the first.
async fn move_once(app: &TestApp, turn: i64, pedido: i64) {
    if turn == 0 {
        move_on(app, "u", pedido, "Faturado").await;
    }
}

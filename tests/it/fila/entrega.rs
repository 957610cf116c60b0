//! The queue as clients see it.

use reqwest::Method;
use serde_json::{Value, json};
use store::Engine;

use super::{ask, confirm, create, move_on, pairs, states, wait};
use crate::support::{TestApp, models};

async fn situacao(app: &TestApp, query: &str) -> Vec<Value> {
    let list = app.a.get(&format!("/Pedido/Fila/Situacao?{query}")).await.json_of(200);
    list.as_array().unwrap().clone()
}

/// Of a reader: waiting, leased, dead, unread.
fn accounts(situacao: &Value) -> [i64; 4] {
    ["aguardando", "arrendados", "mortos", "naoLidos"].map(|name| situacao[name].as_i64().unwrap())
}

on_both_databases! {
    async fn events_are_handed_out_until_they_are_confirmed(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        let (a, b) = (create(&app, "u", "A").await, create(&app, "u", "B").await);
        move_on(&app, "u", a, "Faturado").await;
        let answer = app.a.get("/Pedido/Fila?consumidor=erp&visibilidade=1").await.with_status(200);
        assert_eq!(answer.header("cache-control"), "no-store");
        let items = answer.json().as_array().unwrap().clone();
        assert_eq!(pairs(&items), [(a, "Pago"), (b, "Pago"), (a, "Faturado")]);
        let evento = &app.a.get("/Evento?tipo=pedido.criado").await.json_of(200)["eventos"][0];
        assert_eq!(items[0], json!({
            "eventoId": evento["eventoId"], "tipo": "pedido.criado", "pedidoId": a, "status": "Pago",
            "data": evento["data"], "entrega": 1, "recibo": items[0]["recibo"], "usuarioId": "u",
            "posicao": evento["posicao"],
        }));
        assert_eq!(items[2]["tipo"], "pedido.status");
        let lote = json!([{ "recibo": items[0]["recibo"] }]);
        let done = app.a.post("/Pedido/Fila/Confirmar", &lote).await.json_of(200);
        assert_eq!(done, json!([{ "indice": 0, "chave": items[0]["recibo"], "status": 200, "erro": null }]));
        // after a second the others are back, by other receipts
        let again = wait(&app.a, "consumidor=erp&visibilidade=300").await;
        assert_eq!(pairs(&again), [(b, "Pago"), (a, "Faturado")]);
        assert!(again.iter().all(|item| item["entrega"] == 2));
        assert_eq!(again[0]["eventoId"], items[1]["eventoId"]);
        assert_eq!(confirm(&app.a, &items).await, [200, 409, 409]);
        assert_eq!(confirm(&app.a, &again).await, [200, 200]);
        assert_eq!(confirm(&app.a, &[items, again].concat()).await, [200; 5]);
        assert!(ask(&app.a, "consumidor=erp").await.is_empty());
        assert_eq!(accounts(&situacao(&app, "").await[0]), [0, 0, 0, 0]);
    }

    async fn events_come_with_their_orders_where_they_are_wanted(app: TestApp) {
        for usuario in ["u", "v"] {
            app.loja_with_skus(usuario, &["S"]).await;
        }
        let (a, b) = (create(&app, "u", "A").await, create(&app, "v", "B").await);
        move_on(&app, "u", a, "Faturado").await;
        let items = ask(&app.a, "consumidor=erp&incluirPedido=true&quantidade=500").await;
        assert_eq!(pairs(&items), [(a, "Pago"), (b, "Pago"), (a, "Faturado")]);
        for item in &items {
            let usuario = item["usuarioId"].as_str().unwrap();
            let path = format!("/Pedido/{}?usuarioId={usuario}", item["pedidoId"]);
            assert_eq!(item["pedido"], app.a.get(&path).await.json_of(200));
        }
        let without = ask(&app.a, "consumidor=outro&incluirPedido=false").await;
        assert!(without.iter().all(|item| item.get("pedido").is_none()));
    }

    async fn an_order_that_cannot_be_read_keeps_no_other_from_its_reader(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        let (a, b) = (create(&app, "u", "A").await, create(&app, "u", "B").await);
        let bytes = if app.store.engine() == Engine::Postgres { "'\\x01'" } else { "x'01'" };
        let damage = format!("UPDATE pedido_documentos SET documento = {bytes} WHERE pedido_id = {a}");
        app.database.execute(&damage);
        let items = ask(&app.a, "consumidor=erp&incluirPedido=true").await;
        assert_eq!(pairs(&items), [(a, "Pago"), (b, "Pago")]);
        assert!(items[0].get("pedido").is_none());
        assert_eq!(items[1]["pedido"]["pedidoId"], b);
    }

    async fn readers_do_not_know_of_each_other(app: TestApp) {
        for usuario in ["u", "v"] {
            app.loja_with_skus(usuario, &["S"]).await;
        }
        let (a, b) = (create(&app, "u", "A").await, create(&app, "v", "B").await);
        let all = [(a, "Pago"), (b, "Pago")];
        let items = ask(&app.a, "consumidor=erp").await;
        assert_eq!(pairs(&items), all);
        assert_eq!((&items[0]["usuarioId"], &items[1]["usuarioId"]), (&json!("u"), &json!("v")));
        assert_eq!(confirm(&app.a, &items).await, [200, 200]);
        // another name, the same name in another case, the same name in a user's queue
        assert_eq!(pairs(&ask(&app.a, "consumidor=bi&quantidade=1").await), all[..1]);
        assert_eq!(pairs(&ask(&app.a, "consumidor=bi&quantidade=1").await), all[1..]);
        assert_eq!(pairs(&ask(&app.a, "consumidor=ERP").await), all);
        let of_usuario = ask(&app.a, "consumidor=erp&usuarioId=v").await;
        assert_eq!(pairs(&of_usuario), all[1..]);
        assert!(ask(&app.a, "consumidor=erp").await.is_empty());
        // receipts of a user's queue are known there and to the application, not to another user's
        let recibo = json!([{ "recibo": of_usuario[0]["recibo"] }]);
        let of_other = app.a.post("/Pedido/Fila/Confirmar?usuarioId=u", &recibo).await.json_of(200);
        assert_eq!(states(&of_other), [404]);
        let its = app.a.post("/Pedido/Fila/Confirmar?usuarioId=v", &recibo).await.json_of(200);
        assert_eq!(states(&its), [200]);
        assert_eq!(confirm(&app.a, &of_usuario).await, [200]);
    }

    async fn nothing_is_seen_of_another_application(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        create(&app, "u", "A").await;
        let items = ask(&app.a, "consumidor=erp").await;
        let other = app.other_aplicacao("outra");
        assert!(ask(&other, "consumidor=erp").await.is_empty());
        assert_eq!(confirm(&other, &items).await, [404]);
        other.get("/Pedido/Fila?consumidor=erp&usuarioId=u").await.with_status(404);
        let its = other.get("/Pedido/Fila/Situacao").await.json_of(200);
        assert_eq!((its.as_array().unwrap().len(), &its[0]["naoLidos"]), (1, &json!(0)));
        assert_eq!(confirm(&app.a, &items).await, [200]);
    }

    async fn the_situation_tells_where_readers_stand(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        let a = create(&app, "u", "A").await;
        create(&app, "u", "B").await;
        move_on(&app, "u", a, "Faturado").await;
        assert!(situacao(&app, "").await.is_empty());
        ask(&app.a, "consumidor=erp&quantidade=1").await;
        ask(&app.a, "consumidor=so-u&usuarioId=u&quantidade=1").await;
        let eventos = app.a.get("/Evento?tipo=pedido.criado,pedido.status").await.json_of(200);
        let all = situacao(&app, "").await;
        let [erp, so_u] = &all[..] else { panic!("{all:?}") };
        assert_eq!((&erp["consumidor"], &so_u["consumidor"]), (&json!("erp"), &json!("so-u")));
        assert_eq!((erp.get("usuarioId"), &so_u["usuarioId"]), (None, &json!("u")));
        assert_eq!((accounts(erp), accounts(so_u)), ([0, 1, 0, 2], [0, 1, 0, 2]));
        assert_eq!(erp["posicao"], eventos["eventos"][0]["posicao"]);
        assert_eq!(erp["ultimaPosicao"], eventos["ultimaPosicao"]);
        assert_eq!(erp["maisAntigo"], eventos["eventos"][0]["data"]);
        assert_eq!(erp.get("naoLidosLimitado"), None);
        assert_eq!(situacao(&app, "consumidor=erp").await, all[..1]);
        assert_eq!(situacao(&app, "usuarioId=u").await, all[1..]);
        assert!(situacao(&app, "usuarioId=u&consumidor=erp").await.is_empty());
        // the second event of A is taken over, and waits
        assert_eq!(ask(&app.a, "consumidor=erp").await.len(), 1);
        assert_eq!(accounts(&situacao(&app, "consumidor=erp").await[0]), [1, 2, 0, 0]);
        // asking changes nothing
        assert_eq!(accounts(&situacao(&app, "consumidor=erp").await[0]), [1, 2, 0, 0]);
        app.a.get("/Pedido/Fila/Situacao?usuarioId=nada").await.with_status(404);
    }

    async fn a_queue_has_a_hundred_readers_at_most(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        for n in 0..100 {
            ask(&app.a, &format!("consumidor=c{n}&usuarioId=u")).await;
        }
        let excess = app.a.get("/Pedido/Fila?consumidor=c100&usuarioId=u").await.with_status(409);
        assert_eq!(
            excess.json()["message"],
            "A fila já tem 100 consumidores, o máximo. Exclua um deles para criar outro."
        );
        // those that are there go on, and another queue has its own hundred
        ask(&app.a, "consumidor=c7&usuarioId=u").await;
        ask(&app.a, "consumidor=c100").await;
        app.a.delete("/Pedido/Fila?consumidor=c7&usuarioId=u").await.with_status(204);
        ask(&app.a, "consumidor=c100&usuarioId=u").await;
    }

    async fn a_reader_starts_where_it_says(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        create(&app, "u", "A").await;
        assert!(ask(&app.a, "consumidor=novo&desde=AGORA").await.is_empty());
        assert_eq!(ask(&app.a, "consumidor=velho&desde=inicio").await.len(), 1);
        let b = create(&app, "u", "B").await;
        // it means nothing any more
        for since in ["agora", "inicio"] {
            let query = format!("consumidor=novo&desde={since}");
            let expected = if since == "agora" { vec![(b, "Pago")] } else { vec![] };
            assert_eq!(pairs(&ask(&app.a, &query).await), expected);
        }
    }

    async fn a_reader_is_forgotten_with_its_receipts(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        create(&app, "u", "A").await;
        let items = ask(&app.a, "consumidor=erp").await;
        app.a.delete("/Pedido/Fila?consumidor=erp&usuarioId=u").await.with_status(404);
        app.a.delete("/Pedido/Fila?consumidor=erp").await.with_status(204);
        app.a.delete("/Pedido/Fila?consumidor=erp").await.with_status(404);
        app.a.delete("/Pedido/Fila").await.with_status(400);
        assert!(situacao(&app, "").await.is_empty());
        assert_eq!(confirm(&app.a, &items).await, [404]);
        // a new one of the same name starts from the beginning; the old receipts are not its own
        let again = ask(&app.a, "consumidor=erp").await;
        assert_eq!((again.len(), &again[0]["entrega"]), (1, &json!(1)));
        assert_eq!(confirm(&app.a, &items).await, [404]);
    }

    async fn a_users_queues_go_with_the_user(app: TestApp) {
        for usuario in ["u", "v"] {
            app.a.post("/Usuario", &models::usuario(usuario)).await.with_status(201);
            ask(&app.a, &format!("consumidor=erp&usuarioId={usuario}")).await;
        }
        ask(&app.a, "consumidor=erp").await;
        app.a.delete("/Usuario/u").await.with_status(204);
        let remaining: Vec<Value> = situacao(&app, "").await.iter().map(|s| s["usuarioId"].clone()).collect();
        assert_eq!(remaining, [json!("v"), Value::Null]);
    }

    async fn an_inactive_user_is_still_read(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        create(&app, "u", "A").await;
        app.a.patch("/Usuario/u", &json!({ "ativo": false })).await.with_status(200);
        let items = ask(&app.a, "consumidor=erp&usuarioId=u").await;
        assert_eq!(confirm(&app.a, &items).await, [200]);
        app.a.delete("/Pedido/Fila?consumidor=erp&usuarioId=u").await.with_status(204);
    }

    async fn wrong_questions_are_refused(app: TestApp) {
        let long = "x".repeat(101);
        for (query, problem) in [
            ("", "consumidor: "),
            ("consumidor=", "consumidor: "),
            ("consumidor=a&consumidor=b", "consumidor: "),
            ("consumidor=%0A", "consumidor: "),
            (&format!("consumidor={long}"), "consumidor: deve ter de 1 a 100 caracteres"),
            ("consumidor=a&quantidade=0", "quantidade: deve ser um inteiro de 1 a 500"),
            ("consumidor=a&quantidade=501", "quantidade: deve ser um inteiro de 1 a 500"),
            ("consumidor=a&visibilidade=0", "visibilidade: deve ser um inteiro de 1 a 43200"),
            ("consumidor=a&visibilidade=43201", "visibilidade: deve ser um inteiro de 1 a 43200"),
            ("consumidor=a&desde=ontem", "desde: deve ser um destes valores: inicio, agora"),
        ] {
            let answer = app.a.get(&format!("/Pedido/Fila?{query}")).await.with_status(400);
            assert!(answer.problems()[0].starts_with(problem), "{query}: {answer:?}");
        }
        app.a.get("/Pedido/Fila?consumidor=a&usuarioId=nada").await.with_status(404);
        assert!(situacao(&app, "").await.is_empty());
        let lote = json!([{ "recibo": "x" }, {}, 7, { "recibo": "rcb_1_1_1" }, { "recibo": 1 }]);
        let done = app.a.post("/Pedido/Fila/Confirmar", &lote).await.json_of(200);
        assert_eq!(states(&done), [400, 400, 400, 404, 400]);
        assert_eq!(done[0]["erro"]["validationErrors"], json!(["recibo: não é um recibo da fila"]));
        for (body, status) in [(json!({}), 400), (json!([]), 200), (json!(vec![json!({}); 501]), 400)] {
            app.a.post("/Pedido/Fila/Confirmar", &body).await.with_status(status);
        }
        app.a.post("/Pedido/Fila/Confirmar?usuarioId=nada", &json!([])).await.with_status(404);
    }

    async fn the_queue_stands_where_a_number_would(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        let a = create(&app, "u", "A").await;
        for path in ["/Pedido/Fila", "/pedido/fila", "/PEDIDO/FILA"] {
            let items = app.a.get(&format!("{path}?consumidor={}", path.len())).await.json_of(200);
            assert!(items.is_array(), "{items}");
        }
        app.a.get(&format!("/Pedido/{a}?usuarioId=u")).await.with_status(200);
        for (method, path, allowed) in [
            (Method::PUT, "/pedido/FILA", "DELETE, GET, HEAD"),
            (Method::GET, "/Pedido/Fila/Confirmar", "POST"),
            (Method::DELETE, "/Pedido/Fila/Situacao", "GET, HEAD"),
            (Method::POST, "/Pedido/Fila/Mortos", "GET, HEAD"),
            (Method::GET, "/pedido/fila/reviver", "POST"),
        ] {
            let answer = app.a.send(method, path, &[], None::<Vec<u8>>).await.with_status(405);
            assert_eq!(answer.header("allow"), allowed, "{path}");
        }
    }

    /// Asking for headers alone would lose what is handed out, until its lease ends.
    async fn a_head_hands_nothing_out(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        create(&app, "u", "A").await;
        let head = app.a.send(Method::HEAD, "/Pedido/Fila?consumidor=erp", &[], None::<Vec<u8>>).await;
        assert_eq!((head.with_status(200).corpo.len(), situacao(&app, "").await.len()), (0, 0));
        assert_eq!(ask(&app.a, "consumidor=erp").await.len(), 1);
    }
}

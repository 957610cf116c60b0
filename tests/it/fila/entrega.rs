//! The queue as clients see it.

use reqwest::Method;
use serde_json::{Value, json};

use super::{confirmar, criar, esperar, estados, mover, pares, pedir};
use crate::suporte::{TestApp, modelos};

async fn situacao(app: &TestApp, consulta: &str) -> Vec<Value> {
    let lista = app.a.get(&format!("/Pedido/Fila/Situacao?{consulta}")).await.json_de(200);
    lista.as_array().unwrap().clone()
}

/// Of a reader: waiting, leased, dead, unread.
fn contas(situacao: &Value) -> [i64; 4] {
    ["aguardando", "arrendados", "mortos", "naoLidos"].map(|nome| situacao[nome].as_i64().unwrap())
}

nos_dois_bancos! {
    async fn events_are_handed_out_until_they_are_confirmed(app: TestApp) {
        app.loja_com_skus("u", &["S"]).await;
        let (a, b) = (criar(&app, "u", "A").await, criar(&app, "u", "B").await);
        mover(&app, "u", a, "Faturado").await;
        let resposta = app.a.get("/Pedido/Fila?consumidor=erp&visibilidade=1").await.com_status(200);
        assert_eq!(resposta.header("cache-control"), "no-store");
        let itens = resposta.json().as_array().unwrap().clone();
        assert_eq!(pares(&itens), [(a, "Pago"), (b, "Pago"), (a, "Faturado")]);
        let evento = &app.a.get("/Evento?tipo=pedido.criado").await.json_de(200)["eventos"][0];
        assert_eq!(itens[0], json!({
            "eventoId": evento["eventoId"], "tipo": "pedido.criado", "pedidoId": a, "status": "Pago",
            "data": evento["data"], "entrega": 1, "recibo": itens[0]["recibo"], "usuarioId": "u",
            "posicao": evento["posicao"],
        }));
        assert_eq!(itens[2]["tipo"], "pedido.status");
        let lote = json!([{ "recibo": itens[0]["recibo"] }]);
        let feito = app.a.post("/Pedido/Fila/Confirmar", &lote).await.json_de(200);
        assert_eq!(feito, json!([{ "indice": 0, "chave": itens[0]["recibo"], "status": 200, "erro": null }]));
        // after a second the others are back, by other receipts
        let de_novo = esperar(&app.a, "consumidor=erp&visibilidade=300").await;
        assert_eq!(pares(&de_novo), [(b, "Pago"), (a, "Faturado")]);
        assert!(de_novo.iter().all(|item| item["entrega"] == 2));
        assert_eq!(de_novo[0]["eventoId"], itens[1]["eventoId"]);
        assert_eq!(confirmar(&app.a, &itens).await, [200, 409, 409]);
        assert_eq!(confirmar(&app.a, &de_novo).await, [200, 200]);
        assert_eq!(confirmar(&app.a, &[itens, de_novo].concat()).await, [200; 5]);
        assert!(pedir(&app.a, "consumidor=erp").await.is_empty());
        assert_eq!(contas(&situacao(&app, "").await[0]), [0, 0, 0, 0]);
    }

    async fn readers_do_not_know_of_each_other(app: TestApp) {
        for usuario in ["u", "v"] {
            app.loja_com_skus(usuario, &["S"]).await;
        }
        let (a, b) = (criar(&app, "u", "A").await, criar(&app, "v", "B").await);
        let todos = [(a, "Pago"), (b, "Pago")];
        let itens = pedir(&app.a, "consumidor=erp").await;
        assert_eq!(pares(&itens), todos);
        assert_eq!((&itens[0]["usuarioId"], &itens[1]["usuarioId"]), (&json!("u"), &json!("v")));
        assert_eq!(confirmar(&app.a, &itens).await, [200, 200]);
        // another name, the same name in another case, the same name in a user's queue
        assert_eq!(pares(&pedir(&app.a, "consumidor=bi&quantidade=1").await), todos[..1]);
        assert_eq!(pares(&pedir(&app.a, "consumidor=bi&quantidade=1").await), todos[1..]);
        assert_eq!(pares(&pedir(&app.a, "consumidor=ERP").await), todos);
        let do_usuario = pedir(&app.a, "consumidor=erp&usuarioId=v").await;
        assert_eq!(pares(&do_usuario), todos[1..]);
        assert!(pedir(&app.a, "consumidor=erp").await.is_empty());
        // receipts of a user's queue are known there and to the application, not to another user's
        let recibo = json!([{ "recibo": do_usuario[0]["recibo"] }]);
        let de_outro = app.a.post("/Pedido/Fila/Confirmar?usuarioId=u", &recibo).await.json_de(200);
        assert_eq!(estados(&de_outro), [404]);
        let seu = app.a.post("/Pedido/Fila/Confirmar?usuarioId=v", &recibo).await.json_de(200);
        assert_eq!(estados(&seu), [200]);
        assert_eq!(confirmar(&app.a, &do_usuario).await, [200]);
    }

    async fn nothing_is_seen_of_another_application(app: TestApp) {
        app.loja_com_skus("u", &["S"]).await;
        criar(&app, "u", "A").await;
        let itens = pedir(&app.a, "consumidor=erp").await;
        let outra = app.outra_aplicacao("outra");
        assert!(pedir(&outra, "consumidor=erp").await.is_empty());
        assert_eq!(confirmar(&outra, &itens).await, [404]);
        outra.get("/Pedido/Fila?consumidor=erp&usuarioId=u").await.com_status(404);
        let suas = outra.get("/Pedido/Fila/Situacao").await.json_de(200);
        assert_eq!((suas.as_array().unwrap().len(), &suas[0]["naoLidos"]), (1, &json!(0)));
        assert_eq!(confirmar(&app.a, &itens).await, [200]);
    }

    async fn the_situation_tells_where_readers_stand(app: TestApp) {
        app.loja_com_skus("u", &["S"]).await;
        let a = criar(&app, "u", "A").await;
        criar(&app, "u", "B").await;
        mover(&app, "u", a, "Faturado").await;
        assert!(situacao(&app, "").await.is_empty());
        pedir(&app.a, "consumidor=erp&quantidade=1").await;
        pedir(&app.a, "consumidor=so-u&usuarioId=u&quantidade=1").await;
        let eventos = app.a.get("/Evento?tipo=pedido.criado,pedido.status").await.json_de(200);
        let todas = situacao(&app, "").await;
        let [erp, so_u] = &todas[..] else { panic!("{todas:?}") };
        assert_eq!((&erp["consumidor"], &so_u["consumidor"]), (&json!("erp"), &json!("so-u")));
        assert_eq!((erp.get("usuarioId"), &so_u["usuarioId"]), (None, &json!("u")));
        assert_eq!((contas(erp), contas(so_u)), ([0, 1, 0, 2], [0, 1, 0, 2]));
        assert_eq!(erp["posicao"], eventos["eventos"][0]["posicao"]);
        assert_eq!(erp["ultimaPosicao"], eventos["ultimaPosicao"]);
        assert_eq!(erp["maisAntigo"], eventos["eventos"][0]["data"]);
        assert_eq!(erp.get("naoLidosLimitado"), None);
        assert_eq!(situacao(&app, "consumidor=erp").await, todas[..1]);
        assert_eq!(situacao(&app, "usuarioId=u").await, todas[1..]);
        assert!(situacao(&app, "usuarioId=u&consumidor=erp").await.is_empty());
        // the second event of A is taken over, and waits
        assert_eq!(pedir(&app.a, "consumidor=erp").await.len(), 1);
        assert_eq!(contas(&situacao(&app, "consumidor=erp").await[0]), [1, 2, 0, 0]);
        // asking changes nothing
        assert_eq!(contas(&situacao(&app, "consumidor=erp").await[0]), [1, 2, 0, 0]);
        app.a.get("/Pedido/Fila/Situacao?usuarioId=nada").await.com_status(404);
    }

    async fn a_queue_has_a_hundred_readers_at_most(app: TestApp) {
        app.loja_com_skus("u", &["S"]).await;
        for n in 0..100 {
            pedir(&app.a, &format!("consumidor=c{n}&usuarioId=u")).await;
        }
        let demais = app.a.get("/Pedido/Fila?consumidor=c100&usuarioId=u").await.com_status(409);
        assert_eq!(
            demais.json()["message"],
            "A fila já tem 100 consumidores, o máximo. Exclua um deles para criar outro."
        );
        // those that are there go on, and another queue has its own hundred
        pedir(&app.a, "consumidor=c7&usuarioId=u").await;
        pedir(&app.a, "consumidor=c100").await;
        app.a.delete("/Pedido/Fila?consumidor=c7&usuarioId=u").await.com_status(204);
        pedir(&app.a, "consumidor=c100&usuarioId=u").await;
    }

    async fn a_reader_starts_where_it_says(app: TestApp) {
        app.loja_com_skus("u", &["S"]).await;
        criar(&app, "u", "A").await;
        assert!(pedir(&app.a, "consumidor=novo&desde=AGORA").await.is_empty());
        assert_eq!(pedir(&app.a, "consumidor=velho&desde=inicio").await.len(), 1);
        let b = criar(&app, "u", "B").await;
        // it means nothing any more
        for desde in ["agora", "inicio"] {
            let consulta = format!("consumidor=novo&desde={desde}");
            let esperados = if desde == "agora" { vec![(b, "Pago")] } else { vec![] };
            assert_eq!(pares(&pedir(&app.a, &consulta).await), esperados);
        }
    }

    async fn a_reader_is_forgotten_with_its_receipts(app: TestApp) {
        app.loja_com_skus("u", &["S"]).await;
        criar(&app, "u", "A").await;
        let itens = pedir(&app.a, "consumidor=erp").await;
        app.a.delete("/Pedido/Fila?consumidor=erp&usuarioId=u").await.com_status(404);
        app.a.delete("/Pedido/Fila?consumidor=erp").await.com_status(204);
        app.a.delete("/Pedido/Fila?consumidor=erp").await.com_status(404);
        app.a.delete("/Pedido/Fila").await.com_status(400);
        assert!(situacao(&app, "").await.is_empty());
        assert_eq!(confirmar(&app.a, &itens).await, [404]);
        // a new one of the same name starts from the beginning; the old receipts are not its own
        let de_novo = pedir(&app.a, "consumidor=erp").await;
        assert_eq!((de_novo.len(), &de_novo[0]["entrega"]), (1, &json!(1)));
        assert_eq!(confirmar(&app.a, &itens).await, [404]);
    }

    async fn a_users_queues_go_with_the_user(app: TestApp) {
        for usuario in ["u", "v"] {
            app.a.post("/Usuario", &modelos::usuario(usuario)).await.com_status(201);
            pedir(&app.a, &format!("consumidor=erp&usuarioId={usuario}")).await;
        }
        pedir(&app.a, "consumidor=erp").await;
        app.a.delete("/Usuario/u").await.com_status(204);
        let restantes: Vec<Value> = situacao(&app, "").await.iter().map(|s| s["usuarioId"].clone()).collect();
        assert_eq!(restantes, [json!("v"), Value::Null]);
    }

    async fn an_inactive_user_is_still_read(app: TestApp) {
        app.loja_com_skus("u", &["S"]).await;
        criar(&app, "u", "A").await;
        app.a.patch("/Usuario/u", &json!({ "ativo": false })).await.com_status(200);
        let itens = pedir(&app.a, "consumidor=erp&usuarioId=u").await;
        assert_eq!(confirmar(&app.a, &itens).await, [200]);
        app.a.delete("/Pedido/Fila?consumidor=erp&usuarioId=u").await.com_status(204);
    }

    async fn wrong_questions_are_refused(app: TestApp) {
        let longo = "x".repeat(101);
        for (consulta, problema) in [
            ("", "consumidor: "),
            ("consumidor=", "consumidor: "),
            ("consumidor=a&consumidor=b", "consumidor: "),
            ("consumidor=%0A", "consumidor: "),
            (&format!("consumidor={longo}"), "consumidor: deve ter de 1 a 100 caracteres"),
            ("consumidor=a&quantidade=0", "quantidade: deve ser um inteiro de 1 a 250"),
            ("consumidor=a&quantidade=251", "quantidade: deve ser um inteiro de 1 a 250"),
            ("consumidor=a&visibilidade=0", "visibilidade: deve ser um inteiro de 1 a 43200"),
            ("consumidor=a&visibilidade=43201", "visibilidade: deve ser um inteiro de 1 a 43200"),
            ("consumidor=a&desde=ontem", "desde: deve ser um destes valores: inicio, agora"),
        ] {
            let resposta = app.a.get(&format!("/Pedido/Fila?{consulta}")).await.com_status(400);
            assert!(resposta.problemas()[0].starts_with(problema), "{consulta}: {resposta:?}");
        }
        app.a.get("/Pedido/Fila?consumidor=a&usuarioId=nada").await.com_status(404);
        assert!(situacao(&app, "").await.is_empty());
        let lote = json!([{ "recibo": "x" }, {}, 7, { "recibo": "rcb_1_1_1" }, { "recibo": 1 }]);
        let feito = app.a.post("/Pedido/Fila/Confirmar", &lote).await.json_de(200);
        assert_eq!(estados(&feito), [400, 400, 400, 404, 400]);
        assert_eq!(feito[0]["erro"]["validationErrors"], json!(["recibo: não é um recibo da fila"]));
        for (corpo, status) in [(json!({}), 400), (json!([]), 200), (json!(vec![json!({}); 501]), 400)] {
            app.a.post("/Pedido/Fila/Confirmar", &corpo).await.com_status(status);
        }
        app.a.post("/Pedido/Fila/Confirmar?usuarioId=nada", &json!([])).await.com_status(404);
    }

    async fn the_queue_stands_where_a_number_would(app: TestApp) {
        app.loja_com_skus("u", &["S"]).await;
        let a = criar(&app, "u", "A").await;
        for caminho in ["/Pedido/Fila", "/pedido/fila", "/PEDIDO/FILA"] {
            let itens = app.a.get(&format!("{caminho}?consumidor={}", caminho.len())).await.json_de(200);
            assert!(itens.is_array(), "{itens}");
        }
        app.a.get(&format!("/Pedido/{a}?usuarioId=u")).await.com_status(200);
        for (metodo, caminho, permitidos) in [
            (Method::PUT, "/pedido/FILA", "DELETE, GET, HEAD"),
            (Method::GET, "/Pedido/Fila/Confirmar", "POST"),
            (Method::DELETE, "/Pedido/Fila/Situacao", "GET, HEAD"),
            (Method::POST, "/Pedido/Fila/Mortos", "GET, HEAD"),
            (Method::GET, "/pedido/fila/reviver", "POST"),
        ] {
            let resposta = app.a.enviar(metodo, caminho, &[], None::<Vec<u8>>).await.com_status(405);
            assert_eq!(resposta.header("allow"), permitidos, "{caminho}");
        }
    }

    /// Asking for headers alone would lose what is handed out, until its lease ends.
    async fn a_head_hands_nothing_out(app: TestApp) {
        app.loja_com_skus("u", &["S"]).await;
        criar(&app, "u", "A").await;
        let cabeca = app.a.enviar(Method::HEAD, "/Pedido/Fila?consumidor=erp", &[], None::<Vec<u8>>).await;
        assert_eq!((cabeca.com_status(200).corpo.len(), situacao(&app, "").await.len()), (0, 0));
        assert_eq!(pedir(&app.a, "consumidor=erp").await.len(), 1);
    }
}

//! What was handed out ten times in vain is dead: listed, and revived on demand.

use serde_json::{Value, json};
use store::fila::Confirmacao::{Confirmada, Vencida};

use super::{Relogio, confirmar, criar, estados, mover, pares, pedir, recibos, trincas};
use crate::concorrencia::seguinte;
use crate::suporte::TestApp;

/// Lets everything that waits for a reader be handed out ten times, an hour ago.
async fn matar(leitor: &Relogio<'_>) {
    for vez in 0..10 {
        leitor.pedir(vez * 60 - 3600, 250).await;
    }
}

async fn mortos(app: &TestApp, consulta: &str) -> Value {
    app.a.get(&format!("/Pedido/Fila/Mortos?{consulta}")).await.json_de(200)
}

async fn reviver(app: &TestApp, consulta: &str, posicoes: &[Value]) -> Value {
    let corpo: Vec<Value> = posicoes.iter().map(|posicao| json!({ "posicao": posicao })).collect();
    app.a.post(&format!("/Pedido/Fila/Reviver?{consulta}"), &json!(corpo)).await.json_de(200)
}

nos_dois_bancos! {
    async fn ten_times_in_vain_and_it_is_dead(app: TestApp) {
        app.loja_com_skus("u", &["S"]).await;
        let a = criar(&app, "u", "A").await;
        let leitor = Relogio::de(&app, None, "erp");
        let mut ultimo = Vec::new();
        for vez in 0..10 {
            ultimo = leitor.pedir(vez * 60, 1).await;
            assert_eq!(trincas(&ultimo), [(a, "Pago", vez as i32 + 1)]);
            mover_uma_vez(&app, vez, a).await;
            assert!(leitor.pedir(vez * 60 + 59, 10).await.is_empty());
        }
        // dead, it does not hold up what came after it
        let depois = leitor.pedir(600, 10).await;
        assert_eq!(trincas(&depois), [(a, "Faturado", 1)]);
        // it was not done in vain after all
        assert_eq!(leitor.confirmar(&recibos(&ultimo)).await, [Confirmada]);
        assert!(leitor.pedir(601, 10).await.is_empty());
    }

    async fn the_dead_are_listed_and_can_be_revived(app: TestApp) {
        app.loja_com_skus("u", &["S"]).await;
        let a = criar(&app, "u", "A").await;
        let leitor = Relogio::de(&app, None, "erp");
        matar(&leitor).await;
        let lista = mortos(&app, "consumidor=erp").await;
        assert_eq!(lista["metadados"], json!({ "pagina": 1, "quantidadeRegistros": 50, "total": 1 }));
        let morto = &lista["resultado"][0];
        let evento = &app.a.get("/Evento?tipo=pedido.criado").await.json_de(200)["eventos"][0];
        assert_eq!(*morto, json!({
            "eventoId": evento["eventoId"], "posicao": evento["posicao"], "tipo": "pedido.criado",
            "usuarioId": "u", "pedidoId": a, "status": "Pago", "data": evento["data"], "entregas": 10,
        }));
        assert!(pedir(&app.a, "consumidor=erp").await.is_empty());
        assert_eq!(mortos(&app, "consumidor=erp").await, lista);

        let posicao = &morto["posicao"];
        let feito = reviver(&app, "consumidor=erp", &[posicao.clone(), json!(999_999), posicao.clone()]).await;
        assert_eq!(estados(&feito), [200, 404, 200]);
        assert_eq!((&feito[0]["chave"], &feito[0]["indice"]), (&json!(posicao.to_string()), &json!(0)));
        assert_eq!(mortos(&app, "consumidor=erp").await["metadados"]["total"], 0);
        let itens = pedir(&app.a, "consumidor=erp").await;
        assert_eq!((pares(&itens), &itens[0]["entrega"]), (vec![(a, "Pago")], &json!(1)));
        // what lives is left alone
        assert_eq!(estados(&reviver(&app, "consumidor=erp", std::slice::from_ref(posicao)).await), [200]);
        assert!(pedir(&app.a, "consumidor=erp").await.is_empty());
        assert_eq!(confirmar(&app.a, &itens).await, [200]);
        assert_eq!(estados(&reviver(&app, "consumidor=erp", std::slice::from_ref(posicao)).await), [404]);
    }

    /// The count starts anew, the receipts do not.
    async fn receipts_from_before_a_revival_are_stale(app: TestApp) {
        app.loja_com_skus("u", &["S"]).await;
        criar(&app, "u", "A").await;
        let leitor = Relogio::de(&app, None, "erp");
        let antigo = leitor.pedir(-7200, 10).await[0].recibo;
        matar(&leitor).await;
        leitor.pedir(-60, 10).await;
        reviver(&app, "consumidor=erp", &[json!(antigo.posicao)]).await;
        let novo = leitor.pedir(0, 10).await;
        assert_eq!(novo[0].item.entregas, 1);
        assert_eq!(leitor.confirmar(&[antigo]).await, [Vencida]);
        assert_eq!(leitor.confirmar(&recibos(&novo)).await, [Confirmada]);
    }

    async fn the_dead_come_by_the_page(app: TestApp) {
        app.loja_com_skus("u", &["S"]).await;
        for n in 0..5 {
            criar(&app, "u", &format!("P{n}")).await;
        }
        let leitor = Relogio::de(&app, None, "erp");
        matar(&leitor).await;
        let todos = mortos(&app, "consumidor=erp").await["resultado"].as_array().unwrap().clone();
        assert_eq!(todos.len(), 5);
        let pagina = mortos(&app, "consumidor=erp&pagina=2&quantidade_registros=2").await;
        assert_eq!(pagina["resultado"], json!(todos[2..4]));
        assert_eq!(pagina["metadados"], json!({ "pagina": 2, "quantidadeRegistros": 2, "total": 5 }));
        let alem = mortos(&app, "consumidor=erp&pagina=9").await;
        assert_eq!((&alem["resultado"], &alem["metadados"]["total"]), (&json!([]), &json!(5)));
        // by cursor, while one of them is revived
        let mut proxima = Some("/Pedido/Fila/Mortos?consumidor=erp&quantidade_registros=2".to_owned());
        let mut vistos = Vec::new();
        while let Some(caminho) = proxima {
            let resposta = app.a.get(&caminho).await.com_status(200);
            vistos.extend(resposta.json()["resultado"].as_array().unwrap().iter().cloned());
            reviver(&app, "consumidor=erp", &[todos[0]["posicao"].clone()]).await;
            proxima = seguinte(&resposta);
        }
        assert_eq!(vistos, todos);
    }

    async fn readers_that_are_not_there_have_no_dead(app: TestApp) {
        for caminho in ["/Pedido/Fila/Mortos?consumidor=nada", "/Pedido/Fila/Mortos?consumidor=nada&usuarioId=nada"] {
            app.a.get(caminho).await.com_status(404);
        }
        app.a.post("/Pedido/Fila/Reviver?consumidor=nada", &json!([{ "posicao": 1 }])).await.com_status(404);
        app.a.post("/Pedido/Fila/Reviver", &json!([{ "posicao": 1 }])).await.com_status(400);
        criar_leitor(&app).await;
        let torto = app.a.post("/Pedido/Fila/Reviver?consumidor=erp", &json!([{}, { "posicao": "x" }])).await;
        assert_eq!(estados(&torto.json_de(200)), [400, 400]);
        let muitos: Vec<Value> = (0..501).map(|n| json!({ "posicao": n })).collect();
        app.a.post("/Pedido/Fila/Reviver?consumidor=erp", &json!(muitos)).await.com_status(400);
    }
}

async fn criar_leitor(app: &TestApp) {
    pedir(&app.a, "consumidor=erp").await;
}

/// The first time only: a second event of the order, to wait behind the first.
async fn mover_uma_vez(app: &TestApp, vez: i64, pedido: i64) {
    if vez == 0 {
        mover(app, "u", pedido, "Faturado").await;
    }
}

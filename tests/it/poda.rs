//! `server events prune`: says first what would go, keeps what a reader has not finished with.

use serde_json::{Value, json};

use crate::suporte::programa::Programa;
use crate::suporte::{TestApp, modelos};

/// Runs `events prune` over the application's database.
fn podar(app: &TestApp, opcoes: &[&str]) -> (i32, String) {
    let mut argumentos = vec!["events", "prune"];
    argumentos.extend_from_slice(opcoes);
    let saida = Programa::novo().env("DATABASE_URL", &app.banco.url).rodar(&argumentos);
    (saida.codigo, saida.stdout + &saida.stderr)
}

async fn posicoes(app: &TestApp) -> Vec<i64> {
    let eventos = app.a.get("/Evento?quantidade=1000").await.json_de(200);
    eventos["eventos"].as_array().unwrap().iter().map(|e| e["posicao"].as_i64().unwrap()).collect()
}

nos_dois_bancos! {
    async fn what_is_old_and_read_goes_but_for_the_last(app: TestApp) {
        app.loja_com_skus("u", &["S"]).await;
        app.criar_pedido("u", &modelos::pedido("canal", "1", "S")).await;
        assert_eq!(posicoes(&app).await, [1, 2, 3, 4]);
        let (codigo, dito) = podar(&app, &["--older-than", "1d", "--yes"]);
        assert!(codigo == 0 && dito.contains("nothing to delete"), "{dito}");
        let (codigo, dito) = podar(&app, &["--older-than", "0s", "--dry-run"]);
        assert!(codigo == 0 && dito.contains("3 (positions 1 to 3)"), "{dito}");
        // without a terminal nobody can be asked
        assert_eq!(podar(&app, &["--older-than", "0s"]).0, 2);
        assert_eq!(posicoes(&app).await.len(), 4);
        let (codigo, dito) = podar(&app, &["--older-than", "0s", "--yes"]);
        assert!(codigo == 0 && dito.contains("3 event(s) deleted"), "{dito}");
        assert_eq!(posicoes(&app).await, [4]);
        // places go on where they were
        app.criar_pedido("u", &modelos::pedido("canal", "2", "S")).await;
        assert_eq!(posicoes(&app).await, [4, 5]);
        let evento = app.a.get("/Evento?posicao=1").await.json_de(200);
        assert_eq!((&evento["primeiraPosicao"], &evento["proximaPosicao"]), (&json!(4), &json!(6)));
    }

    async fn readers_are_waited_for(app: TestApp) {
        app.loja_com_skus("u", &["S"]).await;
        for id in ["1", "2"] {
            app.criar_pedido("u", &modelos::pedido("canal", id, "S")).await;
        }
        let nova = json!({ "url": "https://loja.example/avisos", "tipos": ["sku.preco"], "ativo": false });
        app.a.post("/Notificacao", &nova).await.com_status(201);
        app.criar_pedido("u", &modelos::pedido("canal", "3", "S")).await;
        let fila = app.a.get("/Pedido/Fila?consumidor=erp&quantidade=1").await.json_de(200);
        let (codigo, dito) = podar(&app, &["--older-than", "0s", "--yes"]);
        assert!(codigo == 0 && dito.contains("consumer \"erp\" of the order queue"), "{dito}");
        assert!(dito.contains("3 (positions 1 to 3)"), "{dito}");
        assert_eq!(posicoes(&app).await, [4, 5, 6]);

        let recibos = json!([{ "recibo": fila[0]["recibo"] }]);
        app.a.post("/Pedido/Fila/Confirmar", &recibos).await.com_status(200);
        let dito = podar(&app, &["--older-than", "0s", "--yes"]).1;
        assert_eq!(posicoes(&app).await, [5, 6], "{dito}");
        let dito = podar(&app, &["--older-than", "0s", "--yes", "--even-unread"]).1;
        assert!(dito.contains("would miss"), "{dito}");
        assert_eq!(posicoes(&app).await, [6]);
        // the consumer goes on with what is kept
        let resto = app.a.get("/Pedido/Fila?consumidor=erp").await.json_de(200);
        let lidos: Vec<&Value> = resto.as_array().unwrap().iter().map(|item| &item["posicao"]).collect();
        assert_eq!(lidos, [&json!(6)]);
    }
}

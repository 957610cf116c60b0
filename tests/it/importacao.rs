//! Files sent to interface A: what comes of them, and what is sent back to be mended.

use std::time::Duration;

use actix_web::rt::time::timeout;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::wait::until;
use crate::support::{Answer, TestApp, models};

const STOCK: &[u8] = "sku;Saldo;obs\nS1;7;nada\nS9;1;\nS2;muitos;\n".as_bytes();

async fn send(app: &TestApp, query: &str, content: &[u8]) -> Answer {
    let path = format!("/Importacao?usuarioId=loja-1&{query}");
    let headers = [("content-type", "text/csv")];
    app.a.send(Method::POST, &path, &headers, Some(content.to_vec())).await
}

async fn stock(app: &TestApp, sku: &str) -> Value {
    app.a.get(&format!("/sku/{sku}?usuarioId=loja-1")).await.json_of(200)["estoque"].clone()
}

fn mended(answer: &Value) -> Vec<u8> {
    STANDARD.decode(answer["correcoes"]["conteudo"].as_str().unwrap()).unwrap()
}

on_both_databases! {
    async fn a_file_is_tried_then_brought_in_and_its_refused_rows_come_back(app: TestApp) {
        app.loja_with_skus("loja-1", &["S1", "S2"]).await;
        let before = stock(&app, "S1").await;
        let tried = send(&app, "tipo=estoque&simular=true", STOCK).await.json_of(200);
        assert_eq!((&tried["simulada"], &tried["interrupcao"]), (&json!(true), &Value::Null));
        assert_eq!(stock(&app, "S1").await, before);
        let done = send(&app, "tipo=estoque", STOCK).await.json_of(200);
        for member in ["criados", "conformeArquivo", "recusados", "recusas", "colunasNaoUsadas", "correcoes"] {
            assert_eq!(tried[member], done[member], "{member}");
        }
        assert_eq!((&done["conformeArquivo"], &done["recusados"]), (&json!(1), &json!(2)));
        assert_eq!(done["colunasNaoUsadas"], json!(["obs"]));
        assert_eq!(done["linhaTitulos"], 1);
        let cause = done["recusas"].as_array().unwrap().iter().find(|one| one["coluna"] == "Saldo").unwrap();
        assert_eq!((&cause["quantidade"], &cause["exemplo"]["linha"]), (&json!(1), &json!(4)), "{cause}");
        assert_eq!(cause["exemplo"]["valor"], "muitos");
        assert_eq!(stock(&app, "S1").await, 7);
        // what comes back is mended and sent
        let text = String::from_utf8(mended(&done)).unwrap();
        assert_eq!(done["correcoes"]["nome"], "correcoes.csv");
        let text = text.replace("muitos", "5");
        let again = send(&app, "tipo=estoque", text.as_bytes()).await.json_of(200);
        assert_eq!((&again["conformeArquivo"], &again["recusados"]), (&json!(1), &json!(1)), "{again}");
        assert_eq!(stock(&app, "S2").await, 5);
    }

    async fn sending_it_again_doubles_nothing_and_tells_nobody(app: TestApp) {
        app.loja_with_skus("loja-1", &["S1"]).await;
        let sheet = "Código;Descrição do item;Preço;Estoque;Peso\nN1;Mesa;R$ 10,50;3;2,5\n".as_bytes();
        let query = "tipo=skus&mapa=Descri%C3%A7%C3%A3o%20do%20item%3Dnome&mapa=Peso%3Dpeso:kg&constantes=marca%3DBoa";
        let first = send(&app, query, sheet).await.json_of(200);
        assert_eq!((&first["criados"], &first["recusados"]), (&json!(1), &json!(0)), "{first}");
        let sku = app.a.get("/sku/N1?usuarioId=loja-1").await.json_of(200);
        assert_eq!((&sku["nome"], &sku["peso"], &sku["marca"]), (&json!("Mesa"), &json!(2500), &json!("Boa")));
        let last = async || app.a.get("/Evento?posicao=1&quantidade=1").await.json_of(200)["ultima"].clone();
        let position = last().await;
        let again = send(&app, query, sheet).await.json_of(200);
        assert_eq!((&again["criados"], &again["conformeArquivo"]), (&json!(0), &json!(1)));
        assert_eq!(last().await, position);
        let ignored = send(&app, &format!("{query}&ignorar=Estoque&simular=1"), sheet).await.json_of(200);
        assert_eq!(ignored["recusados"], 0, "{ignored}");
    }

    async fn what_cannot_be_read_is_refused_whole_in_portuguese(app: TestApp) {
        app.loja_with_skus("loja-1", &["S1"]).await;
        let said = |answer: &Answer| answer.json()["validationErrors"].to_string();
        let empty = send(&app, "tipo=estoque", b"").await.with_status(400);
        assert!(said(&empty).contains("arquivo: O arquivo está vazio"), "{empty:?}");
        let other = send(&app, "tipo=estoque", b"nome;cor\nMesa;azul\n").await.with_status(400);
        assert!(said(&other).contains("sku, estoque"), "{other:?}");
        let open = send(&app, "tipo=estoque", b"sku;estoque\nS1;\"7\n").await.with_status(400);
        assert!(said(&open).contains("Linha 2: as aspas"), "{open:?}");
        for query in ["", "tipo=segredos", "tipo=estoque&mapa=Saldo", "tipo=estoque&fuso=Lua", "tipo=estoque&perfil=nada"] {
            send(&app, query, STOCK).await.with_status(400);
        }
        let path = "/Importacao?usuarioId=loja-1&tipo=estoque";
        let packed = [("content-encoding", "gzip")];
        app.a.send(Method::POST, path, &packed, Some(STOCK.to_vec())).await.with_status(415);
        app.a.send(Method::POST, "/Importacao?usuarioId=nada&tipo=estoque", &[], Some(STOCK.to_vec())).await.with_status(404);
    }

    async fn members_that_mean_nothing_are_told_as_columns_are(app: TestApp) {
        app.loja_with_skus("loja-1", &["S1"]).await;
        let lines = b"{\"sku\":\"N1\",\"nome\":\"Mesa\",\"preco\":10}\n{\"sku\":\"N2\",\"nome\":\"Vaso\",\"preco\":9,\"Estoque\":1}\n";
        for query in ["tipo=skus&simular=true", "tipo=skus"] {
            let answer = send(&app, query, lines).await.json_of(200);
            assert_eq!((&answer["criados"], &answer["colunasNaoUsadas"]), (&json!(2), &json!(["preco", "Estoque"])));
        }
    }

    async fn an_inactive_user_may_try_and_not_write(app: TestApp) {
        app.loja_with_skus("loja-1", &["S1"]).await;
        let off = models::with(models::usuario("loja-1"), "/ativo", false.into());
        app.a.put("/Usuario/loja-1", &off).await.with_status(200);
        send(&app, "tipo=estoque", STOCK).await.with_status(409);
        send(&app, "tipo=estoque&simular=true", STOCK).await.with_status(200);
    }

    async fn one_file_of_an_application_at_a_time_and_whoever_leaves_ends_it(app: TestApp) {
        app.loja_with_skus("loja-1", &["S1"]).await;
        let all: String = (0..30_000).map(|n| models::sku(&format!("N{n}")).to_string() + "\n").collect();
        let total = async || {
            let list = "/sku?usuarioId=loja-1&quantidade_registros=1";
            app.a.get(list).await.json_of(200)["metadados"]["total"].as_u64().unwrap()
        };
        let started = async {
            until("the first batch", async || total().await > 1).await;
            send(&app, "tipo=estoque", STOCK).await
        };
        let long = send(&app, "tipo=skus", all.as_bytes());
        let second = tokio::select! {
            answer = long => panic!("the file was too small: {answer:?}"),
            second = started => second,
        };
        assert_eq!(second.status, 409, "{second:?}");
        // nobody waits for the first any more: it ends, and its place is free
        let free = until("the place is free", async || {
            send(&app, "tipo=estoque&simular=true", STOCK).await.status == 200
        });
        timeout(Duration::from_secs(60), free).await.unwrap();
        assert!(total().await < 30_001);
    }
}

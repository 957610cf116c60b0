//! Orders and SKUs have a greatest length, and pages of long ones a greatest length of their own: no request
//! makes the server hold hundreds of megabytes.

use serde_json::{Value, json};

use crate::support::contract::Contract;
use crate::support::{Answer, TestApp, TestClient, models};

const MIB: usize = 1 << 20;

/// An order of about 250 KiB.
fn long_pedido(source_id: &str) -> Value {
    let mut pedido = models::pedido("canal", source_id, "S");
    let infos = (0..62).map(|n| json!({ "chave": format!("k{n}"), "valor": "x".repeat(4000) }));
    pedido["informacaoAdicional"] = infos.collect();
    pedido
}

/// A SKU of about 250 KiB.
fn long_sku(code: &str) -> Value {
    let mut sku = models::sku(code);
    sku["descricao"] = json!("d".repeat(100_000));
    sku["atributos"] =
        (0..38).map(|n| json!({ "nome": format!("n{n}"), "valor": "x".repeat(4000) })).collect();
    sku
}

/// `count` of them, posted by the batch.
async fn post_all(app: &TestApp, path: &str, count: usize, body: impl Fn(&str) -> Value) {
    let names: Vec<String> = (0..count).map(|n| format!("N{n}")).collect();
    for part in names.chunks(25) {
        let part: Vec<Value> = part.iter().map(|name| body(name)).collect();
        let done = app.a.post(path, &Value::Array(part)).await.json_of(200);
        assert!(done.as_array().unwrap().iter().all(|item| item["status"] == 201), "{}", done[0]);
    }
}

fn next(answer: &Answer) -> Option<String> {
    Some(answer.header("link").strip_prefix('<')?.split('>').next()?.to_owned())
}

/// The records of all pages from `path` on, by their links; each page is held against its greatest length.
async fn walk(client: &TestClient, path: &str, list: impl Fn(Value) -> Vec<Value>) -> (Vec<Value>, usize) {
    let (mut all, mut pages, mut path) = (Vec::new(), 0, Some(path.to_owned()));
    while let Some(at) = path {
        let answer = client.get(&at).await.with_status(200);
        assert!(answer.corpo.len() < 17 * MIB, "{} bytes", answer.corpo.len());
        path = next(&answer);
        let page = list(answer.json());
        assert!(!page.is_empty());
        all.extend(page);
        pages += 1;
    }
    (all, pages)
}

fn resultado(page: Value) -> Vec<Value> {
    page["resultado"].as_array().unwrap().clone()
}

fn array(page: Value) -> Vec<Value> {
    page.as_array().unwrap().clone()
}

fn distinct(records: &[Value], member: &str) -> usize {
    records.iter().map(|r| r[member].to_string()).collect::<std::collections::BTreeSet<_>>().len()
}

on_both_databases! {
    async fn a_page_of_long_orders_ends_early_and_its_link_goes_on(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        post_all(&app, "/Pedido/Lote?usuarioId=u", 75, long_pedido).await;
        let whole = "/Pedido?usuarioId=u&quantidade_registros=250";
        let (all, pages) = walk(&app.a, whole, resultado).await;
        assert_eq!((all.len(), distinct(&all, "pedidoId")), (75, 75));
        assert_eq!(pages, 2);
        // by its number a page is whole or refused: whoever counts would miss what it left out
        let refused = app.a.get(&format!("{whole}&pagina=1")).await.with_status(413);
        assert!(refused.json()["message"].as_str().unwrap().contains("quantidade_registros"), "{refused:?}");
        for page in 1..=2 {
            let path = format!("/Pedido?usuarioId=u&quantidade_registros=50&pagina={page}");
            let fewer = app.a.get(&path).await;
            let count = resultado(fewer.json_of(200)).len();
            assert_eq!(count, if page == 1 { 50 } else { 25 });
        }
    }

    async fn interface_b_refuses_a_page_that_would_leave_orders_out(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        post_all(&app, "/Pedido/Lote?usuarioId=u", 75, long_pedido).await;
        let b = app.b_as(app.loja("u")).with_contract(Contract::b());
        let range = "/pedidos?dataInicial=2026-05-01&dataFinal=2026-05-31";
        for page in ["", "&pagina=1"] {
            let refused = b.get(&format!("{range}&quantidadeRegistros=250{page}")).await.with_status(413);
            let said = refused.json()["mensagem"].as_str().unwrap().to_owned();
            assert!(said.contains("16777216") && said.contains("Link"), "{said}");
        }
        let (all, _) = walk(&b, &format!("{range}&quantidadeRegistros=40"), array).await;
        assert_eq!(distinct(&all, "pedidoId"), 75);
        // from a cursor on, whatever is asked for: there is no number to count by
        let first = b.get(&format!("{range}&quantidadeRegistros=1")).await;
        let rest = next(&first).unwrap().replace("quantidadeRegistros=1&", "quantidadeRegistros=250&");
        let (rest, pages) = walk(&b, &rest, array).await;
        assert_eq!((distinct(&rest, "pedidoId"), pages), (74, 2));
    }

    async fn pages_of_long_skus_are_bounded_alike(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        post_all(&app, "/sku/Lote?usuarioId=u", 75, long_sku).await;
        let whole = "/sku?usuarioId=u&quantidade_registros=250";
        let (all, pages) = walk(&app.a, whole, resultado).await;
        assert_eq!((distinct(&all, "sku"), pages), (76, 2));
        app.a.get(&format!("{whole}&pagina=1")).await.with_status(413);
        let b = app.b_as(app.loja("u")).with_contract(Contract::b());
        b.get("/produtos?quantidadeRegistros=250").await.with_status(413);
        let (all, _) = walk(&b, "/produtos?quantidadeRegistros=250&produtoVarianteIdDe=0", array).await;
        assert_eq!(distinct(&all, "sku"), 76);
    }

    async fn an_order_and_a_sku_have_a_greatest_length(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        let mut pedido = long_pedido("P");
        for n in 62..66 {
            let more = json!({ "chave": format!("k{n}"), "valor": "x".repeat(4000) });
            pedido["informacaoAdicional"].as_array_mut().unwrap().push(more);
        }
        let refused = app.send_pedido("u", &pedido).await.with_status(400);
        assert_eq!(refused.problems(), ["o pedido deve ter no máximo 262144 bytes de JSON"]);
        let both = json!([pedido, models::pedido("canal", "Q", "S")]);
        let lote = app.a.post("/Pedido/Lote?usuarioId=u", &both).await.json_of(200);
        assert_eq!((&lote[0]["status"], &lote[1]["status"]), (&json!(400), &json!(201)));
        // blanks, and what is not kept, do not count
        let mut spaced = models::pedido("canal", "R", "S");
        spaced["desconhecido"] = json!("x".repeat(300_000));
        app.send_pedido("u", &spaced).await.with_status(201);

        let mut sku = long_sku("L");
        let more = (0..4).map(|n| json!({ "nome": format!("m{n}"), "valor": "x".repeat(4000) }));
        sku["atributos"].as_array_mut().unwrap().extend(more);
        let refused = app.a.post("/sku?usuarioId=u", &sku).await.with_status(400);
        assert_eq!(refused.problems(), ["os textos do SKU devem ter juntos no máximo 262144 bytes"]);
        let patch = json!({ "atributos": sku["atributos"], "descricao": sku["descricao"] });
        app.a.patch("/sku/S?usuarioId=u", &patch).await.with_status(400);
    }

    async fn a_record_does_not_multiply_what_it_is_made_of(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        app.a.post("/sku?usuarioId=u", &long_sku("LONGO")).await.with_status(201);
        let mut pedido = models::pedido("canal", "P", "S");
        let line = |sku: &str| json!({ "sku": sku, "quantidade": 1, "preco": 1 });
        pedido["produtos"] = (0..40).map(|_| line("LONGO")).chain([line("S")]).collect();
        let id = app.create_pedido("u", &pedido).await["pedidoId"].as_i64().unwrap();
        let b = app.b_as(app.loja("u")).with_contract(Contract::b());
        let record = b.get(&format!("/pedidos/{id}")).await.with_status(200);
        assert!(record.corpo.len() < MIB / 2, "{} bytes", record.corpo.len());
        let items = record.json()["itens"].as_array().unwrap().clone();
        assert_eq!((&items[0]["atributos"], &items[0]["nome"]), (&json!([]), &json!("Produto LONGO")));
        assert_eq!(items[40]["atributos"].as_array().unwrap().len(), 1);

        let note = json!({ "observacao": "o".repeat(4000), "usuario": "ana", "publica": false });
        for _ in 0..32 {
            b.post(&format!("/pedidos/{id}/observacao"), &note).await.with_status(200);
        }
        let refused = b.post(&format!("/pedidos/{id}/observacao"), &note).await.with_status(422);
        assert!(refused.json()["mensagem"].as_str().unwrap().contains("131072"), "{refused:?}");
    }
}

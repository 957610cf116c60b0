//! Lists of a status that few of many orders have: all are found, in order, wherever they lie, on every page.

use chrono::{Duration, Utc};
use serde_json::json;

use crate::concurrency::following;
use crate::support::{TestApp, TestClient, models};

/// Copies of an order in another status, one every 36 minutes: 300 days.
const MANY: i64 = 12_000;

/// Copies an order by SQL, which is faster than posting it, and writes the counts anew, in the form that
/// `orders::counts` has.
fn copy_order(app: &TestApp, id: i64) {
    let numbers = format!("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {MANY})");
    for (table, columns) in [
        (
            "pedidos",
            "aplicacao_id, loja_id, pedido_id + i * 1000, canal_num, source_id || '-' || i, status, forma_pagamento,
             data - i * 2160000000, data_pagamento, status_em, comprador_num, email, rastreado, integrado, impressao,
             criado_em, alterado_em, total, transportadora, itens, empresa",
        ),
        (
            "pedido_documentos (aplicacao_id, loja_id, pedido_id, documento, andamento)",
            "aplicacao_id, loja_id, pedido_id + i * 1000, documento, andamento",
        ),
    ] {
        let from = table.split(' ').next().unwrap();
        app.database.execute(&format!(
            "INSERT INTO {table} {numbers} SELECT {columns} FROM {from} CROSS JOIN n WHERE pedido_id = {id}"
        ));
    }
    // PostgreSQL's changes that are not in the counts yet
    app.database.try_execute("DELETE FROM contagem_mudancas").ok();
    app.database.execute("DELETE FROM contagens WHERE tipo = 0");
    for (level, length) in [(0, 2_764_800_000_000_i64), (1, 21_600_000_000), (2, 900_000_000)] {
        app.database.execute(&format!(
            "INSERT INTO contagens
             SELECT aplicacao_id, loja_id, 0, {level}, data / {length} * {length}, COUNT(*),
                 '[[' || MIN(low) || ',' || MIN(forma_pagamento) || ',' || SUM(CASE WHEN status = low THEN 1 ELSE 0 END)
                 || '],[' || MIN(high) || ',' || MIN(forma_pagamento) || ','
                 || SUM(CASE WHEN status = high THEN 1 ELSE 0 END) || ']]'
             FROM pedidos CROSS JOIN (SELECT MIN(status) AS low, MAX(status) AS high FROM pedidos) AS codes
             GROUP BY aplicacao_id, loja_id, data / {length}"
        ));
    }
}

/// The numbers of all orders that a list has, page by page. `list` leads to the rows of a page.
async fn walked(client: &TestClient, path: String, list: &str) -> Vec<i64> {
    let (mut found, mut next) = (Vec::new(), Some(path));
    while let Some(path) = next {
        let page = client.get(&path).await.with_status(200);
        next = following(&page);
        let page = page.json();
        let rows = page.pointer(list).unwrap().as_array().unwrap();
        found.extend(rows.iter().map(|one| one["pedidoId"].as_i64().unwrap()));
    }
    found
}

on_both_databases! {
    async fn few_orders_of_a_status_among_many_are_found_wherever_they_lie(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        let mut rare = Vec::new();
        for (n, days) in [290, 200, 199, 30, 2].into_iter().enumerate() {
            let mut pedido = models::pedido("canal", &format!("R-{n}"), "S");
            pedido["status"] = json!("AguardandoPagamento");
            pedido["data"] = json!((Utc::now() - Duration::days(days)).to_rfc3339());
            rare.push(app.create_pedido("u", &pedido).await["pedidoId"].as_i64().unwrap());
        }
        let mut pedido = models::pedido("canal", "P", "S");
        pedido["data"] = json!(Utc::now().to_rfc3339());
        let id = app.create_pedido("u", &pedido).await["pedidoId"].as_i64().unwrap();
        copy_order(&app, id);

        let all = app.a.get("/Pedido?usuarioId=u&quantidade_registros=1").await.json_of(200);
        assert_eq!(all["metadados"]["total"], MANY + 6);
        let newest_first: Vec<i64> = rare.iter().rev().copied().collect();
        let query = "/Pedido?usuarioId=u&quantidade_registros=2&status=AguardandoPagamento";
        let of_a = async |more: &str| walked(&app.a, format!("{query}{more}"), "/resultado").await;
        assert_eq!(of_a("").await, newest_first);
        let day = |back: i64| (Utc::now() - Duration::days(back)).format("%Y-%m-%d");
        assert_eq!(of_a(&format!("&dataInicial={}", day(270))).await, newest_first[..4]);
        let second = app.a.get(&format!("{query}&pagina=2")).await.json_of(200);
        assert_eq!(second["resultado"][0]["pedidoId"], newest_first[2]);
        assert_eq!(second["resultado"][1]["pedidoId"], newest_first[3]);

        let query = format!(
            "/pedidos?quantidadeRegistros=2&situacoesPedido=2&dataInicial={}&dataFinal={}", day(295), day(0)
        );
        let b = app.b_as(app.loja("u"));
        for (direction, expected) in [("ASC", &rare), ("DESC", &newest_first)] {
            let path = format!("{query}&direcaoOrdenacao={direction}");
            assert_eq!(&walked(&b, path, "").await, expected, "{direction}");
        }
    }
}

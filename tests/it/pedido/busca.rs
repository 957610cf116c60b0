//! Orders found: by channel, status, SKU and `sourceId`, and by days.

use serde_json::json;
use server::config::Config;

use crate::suporte::app::config;
use crate::suporte::{Banco, BancoDeTeste, TestApp, modelos};

/// The `sourceId`s that a search finds, in order.
async fn achados(app: &TestApp, consulta: &str) -> Vec<String> {
    let pagina = app.a.get(&format!("/Pedido?usuarioId=u&{consulta}")).await.json_de(200);
    let lista: Vec<String> = pagina["resultado"]
        .as_array()
        .unwrap()
        .iter()
        .map(|p| p["sourceId"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(pagina["metadados"]["total"], lista.len(), "{consulta}");
    lista
}

nos_dois_bancos! {
    async fn filters(app: TestApp) {
        app.loja_com_skus("u", &["S", "T"]).await;
        app.a.post("/Canal?usuarioId=u", &modelos::canal("outro")).await.com_status(201);
        for (canal, source, sku, status, data) in [
            ("canal", "A", "S", "Pago", "2026-05-10T12:00:00Z"),
            ("canal", "B", "T", "Enviado", "2026-05-12T12:00:00Z"),
            ("outro", "A", "S", "Cancelado", "2026-05-11T12:00:00Z"),
            ("outro", "C", "X", "Pago", "2026-05-11T12:00:00Z"),
        ] {
            let mut pedido = modelos::com(modelos::pedido(canal, source, sku), "/status", json!(status));
            pedido["data"] = json!(data);
            pedido["sourceSiteId"] = json!(source);
            app.criar_pedido("u", &pedido).await;
        }
        for (consulta, esperados) in [
            // the newest first; of the same second, the one that came in last
            ("", vec!["B", "C", "A", "A"]),
            ("canalId=outro", vec!["C", "A"]),
            ("canal_id=nenhum", vec![]),
            ("sourceId=A", vec!["A", "A"]),
            ("sourceId=A&canalId=canal", vec!["A"]),
            ("sku=S", vec!["A", "A"]),
            ("sku=X", vec!["C"]),
            ("status=Pago", vec!["C", "A"]),
            ("status=pago,ENVIADO", vec!["B", "C", "A"]),
            ("status=pago%2Cenviado", vec!["B", "C", "A"]),
            ("status=Pago&status=Cancelado", vec!["C", "A", "A"]),
            ("status=Entregue", vec![]),
            ("status=", vec!["B", "C", "A", "A"]),
            ("status=Pago&dataInicial=2026-05-11", vec!["C"]),
        ] {
            assert_eq!(achados(&app, consulta).await, esperados, "{consulta}");
        }
        for (consulta, problema) in [
            ("status=Perdido", "status: deve ser um destes valores: AguardandoPagamento, Pago, Faturado, Enviado, Entregue, Cancelado"),
            ("dataInicial=ontem", "dataInicial: deve ser uma data e hora ISO 8601 (yyyy-MM-ddTHH:mm:ssZ)"),
            ("dataInicial=2026-05-12&dataFinal=2026-05-11", "dataInicial: não pode ser posterior a dataFinal"),
            ("canalId=a&canalId=b", "canalId: foi informado mais de uma vez"),
        ] {
            let recusada = app.a.get(&format!("/Pedido?usuarioId=u&{consulta}")).await.com_status(400);
            assert_eq!(recusada.problemas(), [problema], "{consulta}");
        }
    }

    async fn a_day_is_the_whole_day(app: TestApp) {
        app.loja_com_skus("u", &["S"]).await;
        for data in [
            "2026-05-09T23:59:59Z", "2026-05-10T00:00:00Z", "2026-05-10T02:59:59Z", "2026-05-10T03:00:00Z",
            "2026-05-10T23:59:59Z", "2026-05-11T00:00:00Z", "2026-05-11T02:59:59Z", "2026-05-11T03:00:00Z",
        ] {
            app.criar_pedido("u", &modelos::com(modelos::pedido("canal", data, "S"), "/data", json!(data))).await;
        }
        let entre = async |app: &TestApp, de: &str, ate: &str| {
            let mut achados = achados(app, &format!("dataInicial={de}&dataFinal={ate}")).await;
            achados.reverse();
            achados.iter().map(|data| data[8..19].to_owned()).collect::<Vec<_>>()
        };
        let dez = ["10T00:00:00", "10T02:59:59", "10T03:00:00", "10T23:59:59"];
        assert_eq!(entre(&app, "2026-05-10", "2026-05-10").await, dez);
        // a point in time is that second, at both ends
        assert_eq!(entre(&app, "2026-05-10T00:00:00Z", "2026-05-10T23:59:59Z").await, dez);
        assert_eq!(entre(&app, "2026-05-10T00:00:01Z", "2026-05-10T23:59:58Z").await, dez[1..3]);
        assert_eq!(entre(&app, "2026-05-10T03:00:00Z", "2026-05-10T03:00:00Z").await, dez[2..3]);
        // an offset, its plus sign escaped or not; without one it is UTC
        assert_eq!(entre(&app, "2026-05-10T00:00:00-03:00", "2026-05-10T23:59:59").await, dez[2..]);
        assert_eq!(entre(&app, "2026-05-10T03:00:00%2B03:00", "2026-05-10T02:59:59").await, dez[..2]);
        assert_eq!(entre(&app, "2026-05-10T03:00:00+03:00", "2026-05-10 02:59:59").await, dez[..2]);
        assert_eq!(entre(&app, "2026-05-11", "").await.len(), 3);
        assert_eq!(entre(&app, "", "2026-05-09").await.len(), 1);

        // the same orders where a day is one of São Paulo
        let la = em_sao_paulo(&app);
        la.loja_com_skus("u", &["S"]).await;
        let todos = app.a.get("/Pedido?usuarioId=u").await.json()["resultado"].clone();
        for pedido in todos.as_array().unwrap() {
            la.criar_pedido("u", pedido).await;
        }
        assert_eq!(entre(&la, "2026-05-10", "2026-05-10").await, [
            "10T03:00:00", "10T23:59:59", "11T00:00:00", "11T02:59:59",
        ]);
        // what names its time means that time
        assert_eq!(entre(&la, "2026-05-10T00:00:00", "2026-05-10T23:59:59Z").await, dez);
    }
}

/// Another server over another database of the same kind, whose days are those of São Paulo.
fn em_sao_paulo(app: &TestApp) -> TestApp {
    let tipo = if app.banco.url.starts_with("sqlite") { Banco::Sqlite } else { Banco::Postgres };
    let banco = BancoDeTeste::novo(tipo).unwrap();
    let config = Config { timezone: "America/Sao_Paulo".parse().unwrap(), ..config(&banco.url) };
    TestApp::com_config(banco, &config)
}

//! Orders found: by channel, status, SKU and `sourceId`, and by days.

use domain::titular::Titular;
use serde_json::json;
use server::config::Config;

use crate::support::{TestApp, models};

/// The `sourceId`s that a search finds, in order.
async fn found_rows(app: &TestApp, query: &str) -> Vec<String> {
    let page = app.a.get(&format!("/Pedido?usuarioId=u&{query}")).await.json_of(200);
    let list: Vec<String> = page["resultado"]
        .as_array()
        .unwrap()
        .iter()
        .map(|p| p["sourceId"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(page["metadados"]["total"], list.len(), "{query}");
    list
}

on_both_databases! {
    async fn what_somebody_has_at_hand_leads_to_orders(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        let mut ids = Vec::new();
        for (n, (source, cpf, email)) in [
            ("MLB-1", "52998224725", "ana@x.example"),
            ("MLB-2", "11144477735", "Bia@x.example"),
            ("mlb-1", "52998224725", "ana@y.example"),
            ("77_%", "", ""),
        ].into_iter().enumerate() {
            let mut pedido = models::pedido("canal", source, "S");
            pedido["data"] = json!(format!("2026-05-{:02}T12:00:00Z", 10 + n));
            pedido["usuario"]["cpf"] = json!(cpf);
            pedido["usuario"]["email"] = json!(email);
            ids.push(app.create_pedido("u", &pedido).await["pedidoId"].as_i64().unwrap());
        }
        let number = format!("busca={}", ids[1]);
        let list = format!("pedidoIds={},{}&pedidoIds={}", ids[3], ids[0], ids[3]);
        for (query, expected) in [
            ("busca=MLB-", vec!["MLB-2", "MLB-1"]),
            ("busca=MLB-2", vec!["MLB-2"]),
            ("busca=77_%25", vec!["77_%"]),
            ("busca=LB", vec![]),
            ("busca=529.982.247-25", vec!["mlb-1", "MLB-1"]),
            ("busca=52998224725", vec!["mlb-1", "MLB-1"]),
            ("busca=BIA@X.example", vec!["MLB-2"]),
            ("busca=x.example", vec![]),
            (number.as_str(), vec!["MLB-2"]),
            (list.as_str(), vec!["77_%", "MLB-1"]),
            (&format!("{list}&dataInicial=2030-01-01&dataFinal=2029-01-01"), vec!["77_%", "MLB-1"]),
            (&format!("{list}&busca=MLB"), vec!["MLB-1"]),
            (&format!("{list}&busca=MLB-2"), vec![]),
            ("busca=52998224725&dataFinal=2026-05-10", vec!["MLB-1"]),
            ("busca=", vec!["77_%", "mlb-1", "MLB-2", "MLB-1"]),
        ] {
            assert_eq!(found_rows(&app, query).await, expected, "{query}");
        }
        let many = vec!["1"; 251].join(",");
        let long = "x".repeat(201);
        for query in [format!("pedidoIds={many}"), "pedidoIds=x".to_owned(), format!("busca={long}")] {
            app.a.get(&format!("/Pedido?usuarioId=u&{query}")).await.with_status(400);
        }
        // and page by page
        let second = "/Pedido?usuarioId=u&busca=MLB-&quantidade_registros=1&pagina=2";
        let page = app.a.get(second).await.json_of(200);
        assert_eq!(page["metadados"]["total"], 2);
        assert_eq!(page["resultado"][0]["sourceId"], "MLB-1");
    }

    async fn the_name_of_a_buyer_leads_to_orders(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        let of = |source: &str, nome: &str| {
            let mut pedido = models::pedido("canal", source, "S");
            pedido["usuario"]["nome"] = json!(nome);
            pedido["data"] = json!(format!("2026-05-1{source}T12:00:00Z"));
            pedido
        };
        app.create_pedido("u", &of("1", "João da Silva Sá")).await;
        app.create_pedido("u", &of("2", "MARIA DA SILVA")).await;
        // those of a batch, too
        let lote = json!([of("3", "Silvana João D'Ávila"), of("4", "Comércio de Pães Silva & Filhos Ltda.")]);
        app.a.post("/Pedido/Lote?usuarioId=u", &lote).await.with_status(200);
        for (query, expected) in [
            ("busca=jo%C3%A3o", vec!["3", "1"]),
            ("busca=SILVA", vec!["4", "3", "2", "1"]),
            ("busca=silva+joao", vec!["3", "1"]),
            ("busca=Jo%C3%A3o%20da%20Silva", vec!["3", "1"]),
            ("busca=ilva", vec![]),
            ("busca=s%C3%A1", vec!["1"]),
            ("busca=jo", vec![]),
            ("busca=da", vec![]),
            ("busca=avi", vec!["3"]),
            ("busca=paes", vec!["4"]),
            ("busca=silva&dataFinal=2026-05-12", vec!["2", "1"]),
            ("busca=maria+joao", vec![]),
            ("busca=maria@silva", vec![]),
        ] {
            assert_eq!(found_rows(&app, query).await, expected, "{query}");
        }
    }

    async fn an_anonymised_buyer_is_not_found_by_name(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        let mut pedido = models::pedido("canal", "antiga", "S");
        pedido["usuario"]["nome"] = json!("Iara Antiga");
        app.create_pedido("u", &pedido).await;
        let cpf = pedido["usuario"]["cpf"].as_str().unwrap().to_owned();
        let mut other = models::pedido("canal", "nova", "S");
        other["usuario"] = json!({ "nome": "Iara Nova" });
        app.create_pedido("u", &other).await;
        assert_eq!(found_rows(&app, "busca=iara").await.len(), 2);
        let titular = Titular::default().with_documento(&cpf).unwrap();
        let (aplicacao, u) = (app.aplicacao, app.loja("u"));
        app.store.write(move |tx| {
            let found = store::orders::titular::find_orders(tx, aplicacao, &titular)?;
            let ids: Vec<_> = found.orders.iter().map(|(_, id)| *id).collect();
            store::orders::titular::anonymise(tx, u, &titular, &ids, &found.whole_buyers)
        }).await.unwrap();
        assert_eq!(found_rows(&app, "busca=iara").await, ["nova"]);
        assert_eq!(found_rows(&app, "busca=anonimizado").await, [""; 0]);
    }

    async fn parameters_that_mean_nothing_are_told(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        let told = async |path: &str| -> Vec<String> {
            let answer = app.a.get(path).await.with_status(200);
            answer.headers.get_all("x-aviso").iter().map(|v| v.to_str().unwrap().to_owned()).collect()
        };
        let misspelt = told("/Pedido?usuarioId=u&estatus=Pago&status=Pago").await;
        assert_eq!(misspelt, ["parametro-desconhecido; estatus"]);
        let list = "/Pedido?usuario_id=u&canal_id=&STATUS[]=Pago&pagina=1&quantidadeRegistros=5&busca=";
        assert_eq!(told(list).await, [""; 0]);
        let next = app.a.get("/sku?usuarioId=u&pagina=7&cursor=&x%20y=1&x+y=2").await.with_status(200);
        assert_eq!(next.header("x-aviso"), "parametro-desconhecido; x%20y");
        assert_eq!(told("/Usuario/u?usuarioId=u").await, ["parametro-desconhecido; usuarioId"]);
        let many: String = (0..12).map(|n| format!("&p{n}=1")).collect();
        let all = told(&format!("/sku/S?usuarioId=u{many}")).await;
        assert_eq!((all.len(), all[10].as_str()), (11, "mais-avisos; 2"));
        // a write tells its own notices, too, and what is wrong is told all the same
        let odd = models::with(models::pedido("canal", "P", "S"), "/total", json!(1));
        let created = app.a.post("/Pedido?usuarioId=u&modo=parcial", &odd).await.with_status(201);
        let notices = created.headers.get_all("x-aviso").iter();
        let notices: Vec<_> = notices.map(|v| v.to_str().unwrap()).collect();
        assert!(notices.len() == 2 && notices[1] == "parametro-desconhecido; modo", "{notices:?}");
        let wrong = app.a.get("/Pedido?usuarioId=u&status=x&y=1").await.with_status(400);
        assert_eq!(wrong.header("x-aviso"), "parametro-desconhecido; y");
        // interface B ignores them
        let b = app.b_as(app.loja("u"));
        assert_eq!(b.get("/situacoesPedido?x=1").await.with_status(200).header("x-aviso"), "");
        assert_eq!(b.get("/pedidos?sku=S&x=1").await.with_status(200).header("x-aviso"), "");
    }

    async fn filters(app: TestApp) {
        app.loja_with_skus("u", &["S", "T"]).await;
        app.a.post("/Canal?usuarioId=u", &models::canal("outro")).await.with_status(201);
        for (canal, source, sku, status, date) in [
            ("canal", "A", "S", "Pago", "2026-05-10T12:00:00Z"),
            ("canal", "B", "T", "Enviado", "2026-05-12T12:00:00Z"),
            ("outro", "A", "S", "Cancelado", "2026-05-11T12:00:00Z"),
            ("outro", "C", "X", "Pago", "2026-05-11T12:00:00Z"),
        ] {
            let mut pedido = models::with(models::pedido(canal, source, sku), "/status", json!(status));
            pedido["data"] = json!(date);
            pedido["sourceSiteId"] = json!(source);
            app.create_pedido("u", &pedido).await;
        }
        for (query, expected) in [
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
            assert_eq!(found_rows(&app, query).await, expected, "{query}");
        }
        for (query, problem) in [
            ("status=Perdido", "status: deve ser um destes valores: AguardandoPagamento, Pago, Faturado, Enviado, Entregue, Cancelado"),
            ("dataInicial=ontem", "dataInicial: deve ser uma data e hora ISO 8601 (yyyy-MM-ddTHH:mm:ssZ)"),
            ("dataInicial=2026-05-12&dataFinal=2026-05-11", "dataInicial: não pode ser posterior a dataFinal"),
            ("canalId=a&canalId=b", "canalId: foi informado mais de uma vez"),
        ] {
            let refused = app.a.get(&format!("/Pedido?usuarioId=u&{query}")).await.with_status(400);
            assert_eq!(refused.problems(), [problem], "{query}");
        }
    }

    async fn a_day_is_the_whole_day(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        for date in [
            "2026-05-09T23:59:59Z", "2026-05-10T00:00:00Z", "2026-05-10T02:59:59Z", "2026-05-10T03:00:00Z",
            "2026-05-10T23:59:59Z", "2026-05-11T00:00:00Z", "2026-05-11T02:59:59Z", "2026-05-11T03:00:00Z",
        ] {
            app.create_pedido("u", &models::with(models::pedido("canal", date, "S"), "/data", json!(date))).await;
        }
        let between = async |app: &TestApp, from: &str, until: &str| {
            let mut found_rows = found_rows(app, &format!("dataInicial={from}&dataFinal={until}")).await;
            found_rows.reverse();
            found_rows.iter().map(|date| date[8..19].to_owned()).collect::<Vec<_>>()
        };
        let ten = ["10T00:00:00", "10T02:59:59", "10T03:00:00", "10T23:59:59"];
        assert_eq!(between(&app, "2026-05-10", "2026-05-10").await, ten);
        // a point in time is that second, at both ends
        assert_eq!(between(&app, "2026-05-10T00:00:00Z", "2026-05-10T23:59:59Z").await, ten);
        assert_eq!(between(&app, "2026-05-10T00:00:01Z", "2026-05-10T23:59:58Z").await, ten[1..3]);
        assert_eq!(between(&app, "2026-05-10T03:00:00Z", "2026-05-10T03:00:00Z").await, ten[2..3]);
        // an offset, its plus sign escaped or not; without one it is UTC
        assert_eq!(between(&app, "2026-05-10T00:00:00-03:00", "2026-05-10T23:59:59").await, ten[2..]);
        assert_eq!(between(&app, "2026-05-10T03:00:00%2B03:00", "2026-05-10T02:59:59").await, ten[..2]);
        assert_eq!(between(&app, "2026-05-10T03:00:00+03:00", "2026-05-10 02:59:59").await, ten[..2]);
        assert_eq!(between(&app, "2026-05-11", "").await.len(), 3);
        assert_eq!(between(&app, "", "2026-05-09").await.len(), 1);

        // the same orders where a day is one of São Paulo
        let there = in_sao_paulo(&app);
        there.loja_with_skus("u", &["S"]).await;
        let all = app.a.get("/Pedido?usuarioId=u").await.json()["resultado"].clone();
        for pedido in all.as_array().unwrap() {
            there.create_pedido("u", pedido).await;
        }
        assert_eq!(between(&there, "2026-05-10", "2026-05-10").await, [
            "10T03:00:00", "10T23:59:59", "11T00:00:00", "11T02:59:59",
        ]);
        // what names its time means that time
        assert_eq!(between(&there, "2026-05-10T00:00:00", "2026-05-10T23:59:59Z").await, ten);
    }
}

/// Another server over another database of the same kind, whose days are those of São Paulo.
fn in_sao_paulo(app: &TestApp) -> TestApp {
    app.another(|config| Config { timezone: "America/Sao_Paulo".parse().unwrap(), ..config })
}

//! What spreadsheets and ERPs write: separators, letters, numbers, and columns that are not there.

use serde_json::json;

use super::support::{beside, import, ok};
use crate::support::models;

on_both_databases! {
    async fn what_excel_writes_in_brazil_is_understood(app: TestApp) {
        app.loja_with_skus("u", &[]).await;
        let p = beside(&app);
        let table = "sku;nome;precoPor;precoDe;ativo;imagens;atributos;Observação\r\n\
                     A;Camisão;1.234,56;1.500;Sim;https://l.example/1|https://l.example/2;Cor=Azul;x\r\n";
        // a thousand or one and a half: nobody can know
        let (report, good) = import(&p, "skus", table);
        assert!(!good);
        assert_eq!(report["wrong"][0]["line"], 2);
        assert_eq!(report["wrong"][0]["column"], "precoDe");
        assert_eq!(report["wrong"][0]["value"], "1.500");
        assert!(report["wrong"][0]["what"].as_str().unwrap().contains("1500 ou 1,5000"), "{report}");

        let table = table.replace("1.500", "1500");
        let latin: Vec<u8> = table.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect();
        let marked = [b"\xEF\xBB\xBF", table.as_bytes()].concat();
        for (n, bytes) in [latin, marked, table.replace("Sim", "1").into_bytes()].into_iter().enumerate() {
            let (report, good) = import(&p, "skus", bytes);
            assert!(good, "{report}");
            assert_eq!((&report["created"], &report["stored"]), (&json!(1 - n.min(1)), &json!(n.min(1))));
            assert_eq!(report["ignored"], json!(["Observação"]));
            let sku = app.a.get("/sku/A?usuarioId=u").await.json_of(200);
            assert_eq!(sku["nome"], "Camisão");
            assert_eq!((&sku["precoPor"], &sku["precoDe"]), (&json!(1234.56), &json!(1500)));
            assert_eq!(sku["imagens"].as_array().unwrap().len(), 2);
            assert_eq!(sku["atributos"], json!([{ "nome": "Cor", "valor": "Azul" }]));
        }
    }

    async fn measures_with_a_fraction_come_in_rounded_up(app: TestApp) {
        app.loja_with_skus("u", &[]).await;
        let p = beside(&app);
        let (report, good) = import(&p, "skus", "sku;nome;peso;altura\nA;N;35;2,5\nB;N;4;2\n");
        assert!(good, "{report}");
        let told = json!([{ "line": 2, "column": "altura", "what": "A medida altura foi arredondada para cima." }]);
        assert_eq!(report["noticed"], told);
        assert_eq!(app.a.get("/sku/A?usuarioId=u").await.json_of(200)["altura"], 3);
        // a weight with decimals is one in kilograms, or a mistake
        let (report, good) = import(&p, "skus", "sku;nome;peso\nC;N;0,35\nD;N;2\n");
        assert!(!good);
        assert_eq!(report["causes"][0]["count"], 2, "{report}");
        assert_eq!(report["causes"][0]["value"], "0,35", "{report}");
        let (report, good) = import(&p, "skus", "sku;nome;peso (kg)\nC;N;0,3505\nD;N;2\n");
        assert!(good, "{report}");
        assert_eq!(app.a.get("/sku/C?usuarioId=u").await.json_of(200)["peso"], 351);
        assert_eq!(app.a.get("/sku/D?usuarioId=u").await.json_of(200)["peso"], 2000);
    }

    async fn columns_that_are_not_there_and_empty_cells_leave_things_as_they_are(app: TestApp) {
        app.loja_with_skus("u", &["A", "B"]).await;
        let p = beside(&app);
        let before = app.a.get("/sku/A?usuarioId=u").await.json_of(200);
        let (report, good) = import(&p, "skus", "sku,precoPor,marca\nA,80.5,\nB,,-\n");
        assert!(good, "{report}");
        let mut expected = before.clone();
        expected["precoPor"] = json!(80.5);
        assert_eq!(app.a.get("/sku/A?usuarioId=u").await.json_of(200), expected);
        let b = app.a.get("/sku/B?usuarioId=u").await.json_of(200);
        assert_eq!((&b["marca"], &b["precoPor"]), (&json!(""), &before["precoPor"]));
        // the change is told as one of interface A is
        let events = app.a.get("/Evento?posicao=1&quantidade=50").await.json_of(200);
        assert!(events.to_string().contains("sku.preco"), "{events}");
    }

    async fn a_stock_of_thousands_or_of_one_is_asked_after(app: TestApp) {
        app.loja_with_skus("u", &["A"]).await;
        let p = beside(&app);
        let before = app.a.get("/sku/A?usuarioId=u").await.json_of(200);
        for table in ["sku;estoque\nA;1.000\n", "sku,estoque\nA,1.000\n", "sku;estoque\nA;2,000\n"] {
            let (report, good) = import(&p, "estoque", table);
            assert!(!good, "{table}: {report}");
            assert!(report["wrong"][0]["what"].as_str().unwrap().contains("000 ou "), "{report}");
            assert_eq!(app.a.get("/sku/A?usuarioId=u").await.json_of(200), before);
        }
        let (report, good) = import(&p, "estoque", "sku;estoque\nA;1.000,00\n");
        assert!(good, "{report}");
        assert_eq!(app.a.get("/sku/A?usuarioId=u").await.json_of(200)["estoque"], 1000);
    }

    async fn a_list_of_prices_keeps_the_price_from_that_it_does_not_name(app: TestApp) {
        app.loja_with_skus("u", &["A"]).await;
        let p = beside(&app);
        for canal in ["", "canal"] {
            let prices = async || {
                let whose = match canal {
                    "" => app.a.get("/sku/A?usuarioId=u").await.json_of(200),
                    _ => app.a.get("/sku/A/Canal/canal?usuarioId=u").await.json_of(200)["preco"].clone(),
                };
                (whose["precoDe"].clone(), whose["precoPor"].clone())
            };
            let set = |de: &str, por: &str| {
                let table = format!("sku;canalId;precoDe;precoPor\nA;{canal};{de};{por}\n");
                let (report, good) = import(&p, "precos", table.as_str());
                assert!(good, "{report}");
            };
            set("12", "10");
            let (report, good) =
                import(&p, "precos", format!("sku;canalId;precoPor\nA;{canal};9,99\n").as_str());
            assert!(good, "{report}");
            assert_eq!(prices().await, (json!(12), json!(9.99)));
            set("", "9,5");
            assert_eq!(prices().await, (json!(12), json!(9.5)));
            // named, and there is none
            set("-", "9");
            assert_eq!(prices().await, (json!(0), json!(9)));
            // as a list of interface B's: what sells for more than it was crossed out at is not crossed out
            set("12", "10");
            set("", "13");
            assert_eq!(prices().await, (json!(0), json!(13)));
            // and a second line of the same
            let table = format!("sku;canalId;precoDe;precoPor\nA;{canal};15;13\nA;{canal};;12\n");
            assert!(import(&p, "precos", table.as_str()).1);
            assert_eq!(prices().await, (json!(15), json!(12)));
        }
    }

    async fn stock_and_prices_of_channels_keep_what_else_is_set_there(app: TestApp) {
        app.loja_with_skus("u", &["A"]).await;
        let p = beside(&app);
        let (report, good) = import(&p, "estoque", "sku;canalId;estoque\nA;;7\nA;canal;3\n");
        assert!(good, "{report}");
        let (report, good) = import(&p, "precos", "sku;canalId;precoDe;precoPor\nA;canal;20;10,5\n");
        assert!(good, "{report}");
        assert_eq!(app.a.get("/sku/A?usuarioId=u").await.json_of(200)["estoque"], 7);
        let settings = app.a.get("/sku/A/Canal/canal?usuarioId=u").await.json_of(200);
        assert_eq!(settings["estoque"], 3);
        assert_eq!(settings["preco"], json!({ "precoDe": 20, "precoPor": 10.5 }));
        // as the SKU again
        assert!(import(&p, "precos", "sku;canalId;precoPor\nA;canal;-\n").1);
        assert!(import(&p, "estoque", "sku;canalId;estoque\nA;canal;-\n").1);
        let settings = app.a.get("/sku/A/Canal/canal?usuarioId=u").await.json_of(200);
        assert_eq!((&settings["estoque"], &settings["preco"]), (&json!(null), &json!(null)));
    }

    async fn an_order_has_a_row_for_each_item(app: TestApp) {
        app.loja_with_skus("u", &["A", "B"]).await;
        let p = beside(&app);
        let head = "canalId;sourceId;data;status;total;usuario.nome;usuario.email;entrega.cep;entrega.cidade;\
                    entrega.estado;frete.valorCobrado;produtos.sku;produtos.quantidade;produtos.preco\n";
        let table = format!(
            "{head}canal;P1;31/12/2025 10:00;Pago;112,50;Ana;a@a.example;01001-000;Santos;SP;12,50;A;1;50\n\
             canal;P1;;;;;;;;;;B;1;50,00\n\
             canal;P2;2026-01-02T00:00:00Z;Pago;10;Rui;;;;;;A;1;10\n"
        );
        let (report, good) = import(&p, "pedidos", &table);
        assert!(good, "{report}");
        assert_eq!(report["created"], 2);
        let orders = app.a.get("/Pedido?usuarioId=u").await.json_of(200);
        let first = &orders["resultado"][1];
        assert_eq!((&first["sourceId"], &first["data"]), (&json!("P1"), &json!("2025-12-31T13:00:00Z")));
        assert_eq!(first["produtos"].as_array().unwrap().len(), 2);
        assert_eq!(first["endereco"][0]["cep"], "01001000");
        assert_eq!(first["endereco"][0]["tipoEndereco"], "Entrega");
        assert_eq!(first["frete"][0]["valorCobrado"], 12.5);
        // the counters know
        assert_eq!(orders["metadados"]["total"], 2);
        let again = import(&p, "pedidos", &table).0;
        assert_eq!((&again["created"], &again["stored"]), (&json!(0), &json!(2)));
    }

    async fn what_buyers_write_is_no_formula_in_a_table(app: TestApp) {
        app.loja_with_skus("u", &["A"]).await;
        let p = beside(&app);
        let mut order = models::pedido("canal", "P1", "A");
        order["usuario"]["nome"] = json!("=HYPERLINK(\"http://evil.example\")");
        app.create_pedido("u", &order).await;
        let table = ok(&p, &["export", "pedidos", "--format", "csv-br"]);
        assert!(table.contains("\"'=HYPERLINK"), "{table}");
    }
}

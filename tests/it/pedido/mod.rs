//! Pedido: orders come in once and keep the source document's shape.

mod again;
mod concurrent;
mod freight;
mod movements;
mod packing;
mod rare_status;
mod search;

use serde_json::{Value, json};

use crate::support::contract::Contract;
use crate::support::{Answer, TestApp, models};

/// An order with one member changed.
fn with(pointer: &str, value: Value) -> Value {
    models::with(models::pedido("canal", "P", "S"), pointer, value)
}

async fn move_on(app: &TestApp, id: &Value, body: &Value) -> Answer {
    app.a.put(&format!("/Pedido/{id}/Status?usuarioId=u"), body).await
}

async fn read(app: &TestApp, id: &Value, part: &str) -> Answer {
    app.a.get(&format!("/Pedido/{id}{part}?usuarioId=u")).await
}

fn members(value: &Value) -> Vec<&str> {
    let mut names: Vec<&str> = value.as_object().unwrap().keys().map(String::as_str).collect();
    names.sort_unstable();
    names
}

fn avisos(answer: &Answer) -> Vec<String> {
    answer.headers.get_all("x-aviso").iter().map(|v| v.to_str().unwrap().to_owned()).collect()
}

on_both_databases! {
    async fn the_shape_is_the_source_documents(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        let created = app.send_pedido("u", &models::pedido("canal", "P", "S")).await.with_status(201);
        let pedido = created.json();
        assert_eq!(created.header("location"), format!("/Pedido/{}?usuarioId=u", pedido["pedidoId"]));
        assert!(pedido["pedidoId"].as_i64().is_some_and(|id| (1..1 << 53).contains(&id)));
        assert!(avisos(&created).is_empty());
        assert_eq!(members(&pedido), [
            "canalId", "data", "desconto", "endereco", "frete", "informacaoAdicional", "juros", "pedidoId",
            "produtos", "quantidadeParcelas", "sourceId", "sourceSiteId", "status", "total", "usuario",
        ]);
        assert_eq!(members(&pedido["usuario"]), [
            "cnpj", "cpf", "email", "inscricaoEstadual", "nascimento", "nome", "sexo",
        ]);
        assert_eq!(members(&pedido["frete"][0]), [
            "dataAgendamento", "dataPrevistaEntrega", "freteSourceId", "prazoEntrega", "prazoPreparacao",
            "valorCobrado", "valorNominal",
        ]);
        assert_eq!(members(&pedido["endereco"][0]), [
            "bairro", "cep", "cidade", "complemento", "estado", "numero", "pais", "referencia", "rua", "tipoEndereco",
        ]);
        assert_eq!(members(&pedido["produtos"][0]), ["desconto", "frete", "preco", "quantidade", "sku"]);
        // everything sent is kept as it was
        for (member, value) in models::pedido("canal", "P", "S").as_object().unwrap() {
            if !["usuario", "frete"].contains(&member.as_str()) {
                assert_eq!(pedido[member], *value, "{member}");
            }
        }
        assert_eq!(read(&app, &pedido["pedidoId"], "").await.json_of(200), pedido);
        assert_eq!(app.a.get("/Pedido?usuarioId=u").await.json()["resultado"], json!([pedido]));
        for missing in ["999999", "0", "-1"] {
            app.a.get(&format!("/Pedido/{missing}?usuarioId=u")).await.with_status(404);
        }
        let crooked = app.a.get("/Pedido/abc?usuarioId=u").await.with_status(400);
        assert_eq!(crooked.problems(), ["pedidoId: deve ser um número inteiro"]);
    }

    async fn what_is_not_said_has_a_default(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        let min = json!({
            "canalId": "canal", "sourceId": "P", "data": "2026-05-10T12:00:00Z", "status": "Pago", "total": 10,
            "usuario": { "nome": "Ana" }, "produtos": [{ "sku": "S", "quantidade": 1, "preco": 10 }],
            "frete": [{}], "pedidoId": 77,
        });
        let pedido = app.create_pedido("u", &min).await;
        assert_ne!(pedido["pedidoId"], 77);
        let expected = json!({
            "pedidoId": pedido["pedidoId"], "canalId": "canal", "sourceId": "P", "sourceSiteId": "", "desconto": 0,
            "data": "2026-05-10T12:00:00Z", "juros": 0, "quantidadeParcelas": 1, "total": 10, "status": "Pago",
            "usuario": {
                "nome": "Ana", "cpf": "", "cnpj": "", "inscricaoEstadual": "", "email": "", "sexo": null,
                "nascimento": null,
            },
            "frete": [{
                "valorNominal": 0, "valorCobrado": 0, "prazoEntrega": 0, "prazoPreparacao": 0,
                "dataAgendamento": null, "dataPrevistaEntrega": null, "freteSourceId": "",
            }],
            "endereco": [], "informacaoAdicional": [],
            "produtos": [{ "sku": "S", "quantidade": 1, "preco": 10, "desconto": 0, "frete": 0 }],
        });
        assert_eq!(pedido, expected);
    }

    async fn an_order_comes_in_once(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        app.a.post("/Canal?usuarioId=u", &models::canal("outro")).await.with_status(201);
        let pedido = models::pedido("canal", "P", "S");
        let created = app.create_pedido("u", &pedido).await;
        // the same content in another spelling: numbers as texts, another offset, members that nobody reads
        let mut equal = models::with(pedido.clone(), "/data", json!("2026-05-10T09:00:00.999-03:00"));
        equal["total"] = json!("207.30");
        equal["frete"][0]["prazoEntrega"] = json!("5");
        equal["pedidoId"] = json!(9);
        equal["observacao"] = json!("x");
        assert_eq!(app.send_pedido("u", &equal).await.json_of(200), created);
        for pointer in ["/produtos/0/quantidade", "/juros", "/endereco/0/numero"] {
            let different = models::with(pedido.clone(), pointer, json!("7"));
            let refused = app.send_pedido("u", &different).await.with_status(409);
            assert!(refused.json()["message"].as_str().unwrap().contains(&created["pedidoId"].to_string()));
        }
        // what has become of the order since does not make it another one
        move_on(&app, &created["pedidoId"], &json!({ "status": "Faturado" })).await.with_status(200);
        let repeated = app.send_pedido("u", &pedido).await.json_of(200);
        assert_eq!((&repeated["pedidoId"], &repeated["status"]), (&created["pedidoId"], &json!("Faturado")));
        // the key is user, channel and sourceId together
        let in_other = app.create_pedido("u", &models::pedido("outro", "P", "S")).await;
        app.loja_with_skus("v", &["S"]).await;
        let of_other = app.create_pedido("v", &pedido).await;
        assert!(in_other["pedidoId"] != created["pedidoId"] && of_other["pedidoId"] != created["pedidoId"]);
        app.a.get(&format!("/Pedido/{}?usuarioId=u", of_other["pedidoId"])).await.with_status(404);
    }

    async fn dates_are_read_in_any_offset_and_written_in_utc(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        for (i, (writing, parsed)) in [
            ("2026-05-10T12:00:00Z", "2026-05-10T12:00:00Z"),
            ("2026-05-10T09:00:00-03:00", "2026-05-10T12:00:00Z"),
            ("2026-05-10T21:30:00+05:30", "2026-05-10T16:00:00Z"),
            ("2026-05-10T12:00:00.987654Z", "2026-05-10T12:00:00Z"),
            ("2026-05-10T12:00:00", "2026-05-10T12:00:00Z"),
            ("2026-05-10 12:00:00", "2026-05-10T12:00:00Z"),
            ("2026-05-10", "2026-05-10T00:00:00Z"),
            ("2024-02-29T23:59:59-01:00", "2024-03-01T00:59:59Z"),
        ].into_iter().enumerate() {
            let pedido = models::with(models::pedido("canal", &format!("P{i}"), "S"), "/data", json!(writing));
            assert_eq!(app.create_pedido("u", &pedido).await["data"], parsed, "{writing}");
        }
        for bad in ["10/05/2026", "2026-02-30T00:00:00Z", "2026-05-10T25:00:00Z", "ontem", "", "20260510"] {
            let refused = app.send_pedido("u", &with("/data", json!(bad))).await.with_status(400);
            assert!(refused.problems()[0].starts_with("data: "), "{bad}: {refused:?}");
        }
    }

    async fn documents_and_addresses_are_checked(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        let comprador = |cpf: &str, cnpj: &str| with("/usuario", json!({ "nome": "N", "cpf": cpf, "cnpj": cnpj }));
        let address = |pais: &str, state: &str, cep: &str| {
            let address = json!({ "tipoEndereco": "Cobranca", "pais": pais, "estado": state, "cep": cep });
            with("/endereco", json!([address]))
        };
        for (i, (good, pointer, parsed)) in [
            (comprador("529.982.247-25", ""), "/usuario/cpf", "52998224725"),
            (comprador("", "11.222.333/0001-81"), "/usuario/cnpj", "11222333000181"),
            (comprador("", "12.abc.345/01de-35"), "/usuario/cnpj", "12ABC34501DE35"),
            (address("Brasil", "SP", "01001-000"), "/endereco/0/cep", "01001000"),
            (address("", "SP", "01001000"), "/endereco/0/estado", "SP"),
            (address("Portugal", "Lisboa", "1000-001"), "/endereco/0/cep", "1000-001"),
        ].into_iter().enumerate() {
            let good = models::with(good, "/sourceId", json!(format!("P{i}")));
            assert_eq!(*app.create_pedido("u", &good).await.pointer(pointer).unwrap(), parsed);
        }
        for (bad, path) in [
            (with("/usuario/cpf", json!(true)), "usuario.cpf"),
            (address("", "SP", &"0".repeat(101)), "endereco[0].cep"),
            (with("/usuario/sexo", json!(true)), "usuario.sexo"),
            (with("/endereco/0/tipoEndereco", json!("Casa")), "endereco[0].tipoEndereco"),
            (with("/quantidadeParcelas", json!(-1)), "quantidadeParcelas"),
            (with("/produtos/0/preco", json!(-1)), "produtos[0].preco"),
            (with("/frete/0/prazoEntrega", json!(1.5)), "frete[0].prazoEntrega"),
            (with("/canalId", json!("nenhum")), "canalId"),
        ] {
            let problems = app.send_pedido("u", &bad).await.with_status(400).problems();
            assert!(problems.len() == 1 && problems[0].starts_with(&format!("{path}: ")), "{problems:?}");
        }
    }

    async fn what_a_marketplace_has_sold_is_taken_in(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        let mut odd = with("/usuario/cnpj", json!("11.222.333/0001-81"));
        odd["informacaoAdicional"][0]["valor"] = json!("abc");
        odd["endereco"][0]["estado"] = json!("São Paulo");
        let created = app.send_pedido("u", &odd).await.with_status(201);
        assert_eq!(avisos(&created), [
            "cpf-e-cnpj; tipoPessoa%3DJuridica",
            "forma-de-pagamento-desconhecida; contada%3D99",
        ]);
        let pedido = created.json();
        assert_eq!((&pedido["informacaoAdicional"][0]["valor"], &pedido["endereco"][0]["estado"]),
            (&json!("abc"), &json!("SP")));
        let historico = read(&app, &pedido["pedidoId"], "/Historico").await.json_of(200);
        assert_eq!(historico[0]["avisos"].as_array().unwrap().len(), 2);
        // the same once more is the same order, and a batch tells its notices in its items
        app.send_pedido("u", &odd).await.with_status(200);
        odd["sourceId"] = json!("P2");
        odd["usuario"]["cpf"] = json!("***.982.247-**");
        let lote = app.a.post("/Pedido/Lote?usuarioId=u", &json!([odd])).await.json_of(200);
        assert_eq!((&lote[0]["status"], lote[0]["avisos"].as_array().unwrap().len()), (&json!(201), 2));

        let b = app.b_as(app.loja("u"));
        let record = b.get(&format!("/pedidos/{}", pedido["pedidoId"])).await.json_of(200);
        assert_eq!((&record["usuario"]["tipoPessoa"], &record["usuario"]["cpf"], &record["usuario"]["cnpj"]),
            (&json!("Juridica"), &json!("52998224725"), &json!("11222333000181")));
        assert_eq!(record["pagamento"][0]["formaPagamentoId"], 99);
    }

    async fn a_buyer_who_is_written_wrong_is_taken_in(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        let b = app.b_as(app.loja("u")).with_contract(Contract::b());
        let mut wrong = with("/usuario", json!({ "nome": "Ana", "cpf": "529.982.247-24", "cnpj": "1",
            "email": "ana@x.example", "sexo": "F", "nascimento": "31/02/1990" }));
        wrong["endereco"][0]["cep"] = json!("01001-00");
        wrong["endereco"][0]["estado"] = json!("XX");
        let created = app.send_pedido("u", &wrong).await.with_status(201);
        let members = ["usuario.cpf", "usuario.cnpj", "usuario.sexo", "usuario.nascimento",
            "endereco%5B0%5D.estado", "endereco%5B0%5D.cep"];
        assert_eq!(avisos(&created), members.map(|member| format!("valor-invalido; {member}")));
        let pedido = created.json();
        let usuario = json!({ "nome": "Ana", "cpf": "", "cnpj": "", "inscricaoEstadual": "",
            "email": "ana@x.example", "sexo": null, "nascimento": null });
        assert_eq!(pedido["usuario"], usuario);
        assert_eq!((&pedido["endereco"][0]["cep"], &pedido["endereco"][0]["estado"]),
            (&json!("01001-00"), &json!("XX")));
        let kept: Vec<_> = pedido["informacaoAdicional"].as_array().unwrap().iter().skip(1)
            .map(|info| (info["chave"].as_str().unwrap(), info["valor"].as_str().unwrap())).collect();
        assert_eq!(kept, [("recebido.usuario.cpf", "529.982.247-24"), ("recebido.usuario.cnpj", "1"),
            ("recebido.usuario.sexo", "F"), ("recebido.usuario.nascimento", "31/02/1990")]);
        let historico = read(&app, &pedido["pedidoId"], "/Historico").await.json_of(200);
        assert_eq!(historico[0]["avisos"][0],
            "O valor de usuario.cpf não é válido e está em informacaoAdicional.");
        assert_eq!(historico[0]["avisos"][5], "O valor de endereco[0].cep não é válido e ficou como veio.");
        // the store's own system reads it like any other, and a batch takes the same
        let record = b.get(&format!("/pedidos/{}", pedido["pedidoId"])).await.json_of(200);
        let usuario = &record["usuario"];
        assert_eq!((&usuario["cpf"], &usuario["tipoSexo"], &usuario["tipoPessoa"]),
            (&Value::Null, &json!("Undefined"), &json!("Fisica")));
        assert_eq!(record["pedidoEndereco"][0]["cep"], "01001-00");
        app.send_pedido("u", &wrong).await.with_status(200);
        wrong["sourceId"] = json!("P2");
        let lote = app.a.post("/Pedido/Lote?usuarioId=u", &json!([wrong])).await.json_of(200);
        assert_eq!((&lote[0]["status"], lote[0]["avisos"].as_array().unwrap().len()), (&json!(201), 6));
    }

    async fn what_is_odd_is_accepted_and_reported(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        let crooked = models::with(with("/total", json!(207.31)), "/produtos/0/sku", json!("Não há"));
        let created = app.send_pedido("u", &crooked).await.with_status(201);
        assert_eq!(avisos(&created), [
            "sku-nao-cadastrado; N%C3%A3o%20h%C3%A1",
            "total-divergente; informado%3D207.31%20calculado%3D207.3",
        ]);
        let pedido = created.json();
        assert_eq!((&pedido["total"], &pedido["produtos"][0]["sku"]), (&json!(207.31), &json!("Não há")));
        let historico = read(&app, &pedido["pedidoId"], "/Historico").await.json_of(200);
        assert_eq!(historico[0]["avisos"], json!([
            "O SKU Não há não está cadastrado.",
            "O total informado (207.31) difere do calculado (207.3).",
        ]));
        // headers stay few; the history has all
        let items: Vec<Value> =
            (0..12).map(|n| json!({ "sku": format!("X{n:02}"), "quantidade": 1, "preco": 1 })).collect();
        let mut many = models::with(with("/produtos", json!(items)), "/sourceId", json!("Q"));
        (many["total"], many["frete"]) = (json!(7), json!([]));
        let created = app.send_pedido("u", &many).await.with_status(201);
        let avisos = avisos(&created);
        assert_eq!((avisos.len(), avisos[10].as_str()), (11, "mais-avisos; 2"));
        let historico = read(&app, &created.json()["pedidoId"], "/Historico").await.json_of(200);
        assert_eq!(historico[0]["avisos"].as_array().unwrap().len(), 12);
    }
}

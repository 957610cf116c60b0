//! Pedido: orders come in once and keep the source document's shape.

mod busca;
mod movimentos;

use serde_json::{Value, json};

use crate::suporte::{Resposta, TestApp, modelos};

/// An order with one member changed.
fn com(ponteiro: &str, valor: Value) -> Value {
    modelos::com(modelos::pedido("canal", "P", "S"), ponteiro, valor)
}

async fn mover(app: &TestApp, id: &Value, corpo: &Value) -> Resposta {
    app.a.put(&format!("/Pedido/{id}/Status?usuarioId=u"), corpo).await
}

async fn ler(app: &TestApp, id: &Value, parte: &str) -> Resposta {
    app.a.get(&format!("/Pedido/{id}{parte}?usuarioId=u")).await
}

fn membros(valor: &Value) -> Vec<&str> {
    let mut nomes: Vec<&str> = valor.as_object().unwrap().keys().map(String::as_str).collect();
    nomes.sort_unstable();
    nomes
}

fn avisos(resposta: &Resposta) -> Vec<String> {
    resposta.headers.get_all("x-aviso").iter().map(|v| v.to_str().unwrap().to_owned()).collect()
}

nos_dois_bancos! {
    async fn the_shape_is_the_source_documents(app: TestApp) {
        app.loja_com_skus("u", &["S"]).await;
        let criado = app.enviar_pedido("u", &modelos::pedido("canal", "P", "S")).await.com_status(201);
        let pedido = criado.json();
        assert_eq!(criado.header("location"), format!("/Pedido/{}?usuarioId=u", pedido["pedidoId"]));
        assert!(pedido["pedidoId"].as_i64().is_some_and(|id| (1..1 << 53).contains(&id)));
        assert!(avisos(&criado).is_empty());
        assert_eq!(membros(&pedido), [
            "canalId", "data", "desconto", "endereco", "frete", "informacaoAdicional", "juros", "pedidoId",
            "produtos", "quantidadeParcelas", "sourceId", "sourceSiteId", "status", "total", "usuario",
        ]);
        assert_eq!(membros(&pedido["usuario"]), [
            "cnpj", "cpf", "email", "inscricaoEstadual", "nascimento", "nome", "sexo",
        ]);
        assert_eq!(membros(&pedido["frete"][0]), [
            "dataAgendamento", "dataPrevistaEntrega", "freteSourceId", "prazoEntrega", "prazoPreparacao",
            "valorCobrado", "valorNominal",
        ]);
        assert_eq!(membros(&pedido["endereco"][0]), [
            "bairro", "cep", "cidade", "complemento", "estado", "numero", "pais", "referencia", "rua", "tipoEndereco",
        ]);
        assert_eq!(membros(&pedido["produtos"][0]), ["desconto", "frete", "preco", "quantidade", "sku"]);
        // everything sent is kept as it was
        for (membro, valor) in modelos::pedido("canal", "P", "S").as_object().unwrap() {
            if !["usuario", "frete"].contains(&membro.as_str()) {
                assert_eq!(pedido[membro], *valor, "{membro}");
            }
        }
        assert_eq!(ler(&app, &pedido["pedidoId"], "").await.json_de(200), pedido);
        assert_eq!(app.a.get("/Pedido?usuarioId=u").await.json()["resultado"], json!([pedido]));
        for ausente in ["999999", "0", "-1"] {
            app.a.get(&format!("/Pedido/{ausente}?usuarioId=u")).await.com_status(404);
        }
        let torto = app.a.get("/Pedido/abc?usuarioId=u").await.com_status(400);
        assert_eq!(torto.problemas(), ["pedidoId: deve ser um número inteiro"]);
    }

    async fn what_is_not_said_has_a_default(app: TestApp) {
        app.loja_com_skus("u", &["S"]).await;
        let minimo = json!({
            "canalId": "canal", "sourceId": "P", "data": "2026-05-10T12:00:00Z", "status": "Pago", "total": 10,
            "usuario": { "nome": "Ana" }, "produtos": [{ "sku": "S", "quantidade": 1, "preco": 10 }],
            "frete": [{}], "pedidoId": 77,
        });
        let pedido = app.criar_pedido("u", &minimo).await;
        assert_ne!(pedido["pedidoId"], 77);
        let esperado = json!({
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
        assert_eq!(pedido, esperado);
    }

    async fn an_order_comes_in_once(app: TestApp) {
        app.loja_com_skus("u", &["S"]).await;
        app.a.post("/Canal?usuarioId=u", &modelos::canal("outro")).await.com_status(201);
        let pedido = modelos::pedido("canal", "P", "S");
        let criado = app.criar_pedido("u", &pedido).await;
        // the same content in another spelling: numbers as texts, another offset, members that nobody reads
        let mut igual = modelos::com(pedido.clone(), "/data", json!("2026-05-10T09:00:00.999-03:00"));
        igual["total"] = json!("207.30");
        igual["frete"][0]["prazoEntrega"] = json!("5");
        igual["pedidoId"] = json!(9);
        igual["observacao"] = json!("x");
        assert_eq!(app.enviar_pedido("u", &igual).await.json_de(200), criado);
        for ponteiro in ["/produtos/0/quantidade", "/juros", "/endereco/0/numero"] {
            let diferente = modelos::com(pedido.clone(), ponteiro, json!("7"));
            let recusado = app.enviar_pedido("u", &diferente).await.com_status(409);
            assert!(recusado.json()["message"].as_str().unwrap().contains(&criado["pedidoId"].to_string()));
        }
        // what has become of the order since does not make it another one
        mover(&app, &criado["pedidoId"], &json!({ "status": "Faturado" })).await.com_status(200);
        let repetido = app.enviar_pedido("u", &pedido).await.json_de(200);
        assert_eq!((&repetido["pedidoId"], &repetido["status"]), (&criado["pedidoId"], &json!("Faturado")));
        // the key is user, channel and sourceId together
        let em_outro = app.criar_pedido("u", &modelos::pedido("outro", "P", "S")).await;
        app.loja_com_skus("v", &["S"]).await;
        let de_outro = app.criar_pedido("v", &pedido).await;
        assert!(em_outro["pedidoId"] != criado["pedidoId"] && de_outro["pedidoId"] != criado["pedidoId"]);
        app.a.get(&format!("/Pedido/{}?usuarioId=u", de_outro["pedidoId"])).await.com_status(404);
    }

    async fn dates_are_read_in_any_offset_and_written_in_utc(app: TestApp) {
        app.loja_com_skus("u", &["S"]).await;
        for (i, (escrita, lida)) in [
            ("2026-05-10T12:00:00Z", "2026-05-10T12:00:00Z"),
            ("2026-05-10T09:00:00-03:00", "2026-05-10T12:00:00Z"),
            ("2026-05-10T21:30:00+05:30", "2026-05-10T16:00:00Z"),
            ("2026-05-10T12:00:00.987654Z", "2026-05-10T12:00:00Z"),
            ("2026-05-10T12:00:00", "2026-05-10T12:00:00Z"),
            ("2026-05-10 12:00:00", "2026-05-10T12:00:00Z"),
            ("2026-05-10", "2026-05-10T00:00:00Z"),
            ("2024-02-29T23:59:59-01:00", "2024-03-01T00:59:59Z"),
        ].into_iter().enumerate() {
            let pedido = modelos::com(modelos::pedido("canal", &format!("P{i}"), "S"), "/data", json!(escrita));
            assert_eq!(app.criar_pedido("u", &pedido).await["data"], lida, "{escrita}");
        }
        for ruim in ["10/05/2026", "2026-02-30T00:00:00Z", "2026-05-10T25:00:00Z", "ontem", "", "20260510"] {
            let recusado = app.enviar_pedido("u", &com("/data", json!(ruim))).await.com_status(400);
            assert!(recusado.problemas()[0].starts_with("data: "), "{ruim}: {recusado:?}");
        }
    }

    async fn documents_and_addresses_are_checked(app: TestApp) {
        app.loja_com_skus("u", &["S"]).await;
        let comprador = |cpf: &str, cnpj: &str| com("/usuario", json!({ "nome": "N", "cpf": cpf, "cnpj": cnpj }));
        let endereco = |pais: &str, estado: &str, cep: &str| {
            let endereco = json!({ "tipoEndereco": "Cobranca", "pais": pais, "estado": estado, "cep": cep });
            com("/endereco", json!([endereco]))
        };
        for (i, (bom, ponteiro, lido)) in [
            (comprador("529.982.247-25", ""), "/usuario/cpf", "52998224725"),
            (comprador("", "11.222.333/0001-81"), "/usuario/cnpj", "11222333000181"),
            (comprador("", "12.abc.345/01de-35"), "/usuario/cnpj", "12ABC34501DE35"),
            (endereco("Brasil", "SP", "01001-000"), "/endereco/0/cep", "01001000"),
            (endereco("", "SP", "01001000"), "/endereco/0/estado", "SP"),
            (endereco("Portugal", "Lisboa", "1000-001"), "/endereco/0/cep", "1000-001"),
        ].into_iter().enumerate() {
            let bom = modelos::com(bom, "/sourceId", json!(format!("P{i}")));
            assert_eq!(*app.criar_pedido("u", &bom).await.pointer(ponteiro).unwrap(), lido);
        }
        for (ruim, caminho) in [
            (comprador("52998224724", ""), "usuario.cpf"),
            (comprador("11111111111", ""), "usuario.cpf"),
            (comprador("5299822472", ""), "usuario.cpf"),
            (comprador("", "11222333000182"), "usuario.cnpj"),
            (comprador("", "12ABC34501DE36"), "usuario.cnpj"),
            (comprador("52998224725", "11222333000181"), "usuario.cnpj"),
            (endereco("Brazil", "XX", "01001000"), "endereco[0].estado"),
            (endereco("", "SP", "0100100"), "endereco[0].cep"),
            (com("/usuario/sexo", json!("masculino")), "usuario.sexo"),
            (com("/endereco/0/tipoEndereco", json!("Casa")), "endereco[0].tipoEndereco"),
            (com("/informacaoAdicional/0/valor", json!("boleto")), "informacaoAdicional[0].valor"),
            (com("/quantidadeParcelas", json!(0)), "quantidadeParcelas"),
            (com("/produtos/0/preco", json!(-1)), "produtos[0].preco"),
            (com("/frete/0/prazoEntrega", json!(1.5)), "frete[0].prazoEntrega"),
            (com("/canalId", json!("nenhum")), "canalId"),
        ] {
            let problemas = app.enviar_pedido("u", &ruim).await.com_status(400).problemas();
            assert!(problemas.len() == 1 && problemas[0].starts_with(&format!("{caminho}: ")), "{problemas:?}");
        }
    }

    async fn what_is_odd_is_accepted_and_reported(app: TestApp) {
        app.loja_com_skus("u", &["S"]).await;
        let torto = modelos::com(com("/total", json!(207.31)), "/produtos/0/sku", json!("Não há"));
        let criado = app.enviar_pedido("u", &torto).await.com_status(201);
        assert_eq!(avisos(&criado), [
            "sku-nao-cadastrado; N%C3%A3o%20h%C3%A1",
            "total-divergente; informado%3D207.31%20calculado%3D207.3",
        ]);
        let pedido = criado.json();
        assert_eq!((&pedido["total"], &pedido["produtos"][0]["sku"]), (&json!(207.31), &json!("Não há")));
        let historico = ler(&app, &pedido["pedidoId"], "/Historico").await.json_de(200);
        assert_eq!(historico[0]["avisos"], json!([
            "O SKU Não há não está cadastrado.",
            "O total informado (207.31) difere do calculado (207.3).",
        ]));
        // headers stay few; the history has all
        let itens: Vec<Value> =
            (0..12).map(|n| json!({ "sku": format!("X{n:02}"), "quantidade": 1, "preco": 1 })).collect();
        let mut muitos = modelos::com(com("/produtos", json!(itens)), "/sourceId", json!("Q"));
        muitos["total"] = json!(7);
        let criado = app.enviar_pedido("u", &muitos).await.com_status(201);
        let avisos = avisos(&criado);
        assert_eq!((avisos.len(), avisos[10].as_str()), (11, "mais-avisos; 2"));
        let historico = ler(&app, &criado.json()["pedidoId"], "/Historico").await.json_de(200);
        assert_eq!(historico[0]["avisos"].as_array().unwrap().len(), 12);
    }
}

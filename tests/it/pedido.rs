//! Pedido: orders come in once, keep the source document's shape, and move as the table says.

use reqwest::Method;
use serde_json::{Value, json};
use server::config::Config;

use crate::suporte::app::config;
use crate::suporte::{Banco, BancoDeTeste, Resposta, TestApp, modelos};

const STATUS: [&str; 6] = ["AguardandoPagamento", "Pago", "Faturado", "Enviado", "Entregue", "Cancelado"];
/// A valid NF-e key.
const CHAVE_NFE: &str = "35080599999090910270550010000000015180051273";

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

/// Creates an order in a status; answers its number.
async fn em(app: &TestApp, source_id: &str, status: &str) -> Value {
    let pedido = modelos::com(modelos::pedido("canal", source_id, "S"), "/status", json!(status));
    app.criar_pedido("u", &pedido).await["pedidoId"].clone()
}

fn membros(valor: &Value) -> Vec<&str> {
    let mut nomes: Vec<&str> = valor.as_object().unwrap().keys().map(String::as_str).collect();
    nomes.sort_unstable();
    nomes
}

fn avisos(resposta: &Resposta) -> Vec<String> {
    resposta.headers.get_all("x-aviso").iter().map(|v| v.to_str().unwrap().to_owned()).collect()
}

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

    async fn every_move_is_as_the_table_says(app: TestApp) {
        app.loja_com_skus("u", &["S"]).await;
        // "=" already there, "x" unlawful, "m" only with a reason, else the states that are passed over
        let tabela: [[&str; 6]; 6] = [
            ["=", "", "x", "x", "x", ""],
            ["x", "=", "", "Faturado", "Faturado Enviado", ""],
            ["x", "x", "=", "", "Enviado", "m"],
            ["x", "x", "x", "=", "", "m"],
            ["x", "x", "x", "x", "=", "x"],
            ["x", "x", "x", "x", "x", "="],
        ];
        for (de, linha) in STATUS.iter().zip(tabela) {
            for (para, celula) in STATUS.iter().zip(linha) {
                let caso = format!("{de} → {para}");
                let id = em(&app, &format!("{de}-{para}"), de).await;
                let mut resposta = mover(&app, &id, &json!({ "status": para })).await;
                if celula == "m" {
                    assert_eq!(resposta.com_status(409).problemas(), ["motivo: é obrigatório"], "{caso}");
                    let em_branco = json!({ "status": para, "motivo": "  " });
                    mover(&app, &id, &em_branco).await.com_status(409);
                    resposta = mover(&app, &id, &json!({ "status": para, "motivo": "Avaria" })).await;
                }
                let historico = ler(&app, &id, "/Historico").await.json_de(200);
                let registros = historico.as_array().unwrap();
                assert_eq!((&registros[0]["status"], &registros[0]["pulados"]), (&json!(de), &json!([])), "{caso}");
                if celula == "x" {
                    let legais: Vec<&str> =
                        STATUS.iter().zip(linha).filter(|(_, c)| !["x", "="].contains(c)).map(|(s, _)| *s).collect();
                    let dito = match legais.as_slice() {
                        [] => "status: o pedido está em um estado final".to_owned(),
                        legais => format!("status: pode passar para {}", legais.join(", ")),
                    };
                    assert_eq!(resposta.com_status(409).problemas(), [dito], "{caso}");
                    assert_eq!(ler(&app, &id, "").await.json()["status"], *de, "{caso}");
                    assert_eq!(registros.len(), 1, "{caso}");
                    continue;
                }
                let pedido = resposta.json_de(200);
                assert_eq!((&pedido["status"], &pedido["pedidoId"]), (&json!(para), &id), "{caso}");
                assert_eq!(ler(&app, &id, "").await.json(), pedido, "{caso}");
                if celula == "=" {
                    assert_eq!(registros.len(), 1, "{caso}");
                } else {
                    let pulados: Vec<&str> = celula.split(' ').filter(|c| !["", "m"].contains(c)).collect();
                    assert_eq!((registros.len(), &registros[1]["status"]), (2, &json!(para)), "{caso}");
                    assert_eq!(registros[1]["pulados"], json!(pulados), "{caso}");
                }
            }
            // the same table, as it is told to whoever asks
            let id = em(&app, &format!("{de}-?"), de).await;
            let permitidas: Vec<Value> = STATUS
                .iter()
                .zip(linha)
                .filter(|(_, celula)| !["x", "="].contains(celula))
                .map(|(para, celula)| json!({ "status": para, "exigeMotivo": celula == "m" }))
                .collect();
            let ditas = ler(&app, &id, "/Transicoes").await.json_de(200);
            assert_eq!(ditas, json!({ "status": de, "permitidas": permitidas }));
        }
    }

    async fn the_history_tells_what_when_and_why(app: TestApp) {
        app.loja_com_skus("u", &["S"]).await;
        let id = em(&app, "P", "Pago").await;
        let nota = json!({ "chave": CHAVE_NFE, "numero": 15, "serie": "1", "dataEmissao": "2026-05-11T08:00:00-03:00" });
        let faturado = json!({ "status": "Faturado", "data": "2026-05-11T11:30:00Z", "notaFiscal": nota });
        mover(&app, &id, &faturado).await.com_status(200);
        let rastreio = json!({ "transportadora": "Correios", "codigo": "BR1" });
        mover(&app, &id, &json!({ "status": "Enviado", "rastreio": rastreio })).await.com_status(200);
        mover(&app, &id, &json!({ "status": "Cancelado", "motivo": "Extravio" })).await.com_status(200);

        let historico = ler(&app, &id, "/Historico").await.json_de(200);
        let de = |membro: &str| -> Vec<Value> {
            historico.as_array().unwrap().iter().map(|r| r[membro].clone()).collect()
        };
        assert_eq!(de("status"), ["Pago", "Faturado", "Enviado", "Cancelado"]);
        assert_eq!(de("motivo"), ["", "", "", "Extravio"]);
        assert_eq!(de("data")[..2], ["2026-05-10T12:00:00Z", "2026-05-11T11:30:00Z"]);
        // without a date it happened when it was heard of
        assert_eq!(de("data")[2..], de("registradoEm")[2..]);
        let nota = json!({
            "chave": CHAVE_NFE, "numero": "15", "serie": "1", "dataEmissao": "2026-05-11T11:00:00Z",
        });
        assert_eq!(de("notaFiscal"), [Value::Null, nota.clone(), Value::Null, Value::Null]);
        assert_eq!(de("rastreio")[2]["codigo"], "BR1");
        // a later move does not take the details away
        assert_eq!(ler(&app, &id, "/NotaFiscal").await.json_de(200), nota);
        assert_eq!(ler(&app, &id, "/Rastreio").await.json_de(200), json!({
            "transportadora": "Correios", "codigo": "BR1", "url": "", "previsaoEntrega": null,
        }));
    }

    async fn the_same_status_again_merges_new_details(app: TestApp) {
        app.loja_com_skus("u", &["S"]).await;
        let id = em(&app, "P", "Pago").await;
        ler(&app, &id, "/NotaFiscal").await.com_status(404);
        ler(&app, &id, "/Rastreio").await.com_status(404);
        let quantos = async || ler(&app, &id, "/Historico").await.json().as_array().unwrap().len();
        let enviado = json!({ "status": "Enviado", "rastreio": { "transportadora": "Correios", "codigo": "BR1" } });
        mover(&app, &id, &enviado).await.com_status(200);
        assert_eq!(quantos().await, 2);
        // nothing new: nothing recorded
        mover(&app, &id, &enviado).await.com_status(200);
        mover(&app, &id, &json!({ "status": "Enviado" })).await.com_status(200);
        mover(&app, &id, &json!({ "status": "Enviado", "rastreio": {}, "notaFiscal": {} })).await.com_status(200);
        assert_eq!(quantos().await, 2);
        let mais = json!({
            "status": "Enviado", "notaFiscal": { "numero": "7" },
            "rastreio": { "codigo": "BR2", "url": "https://rastreio.example/BR2" },
        });
        mover(&app, &id, &mais).await.com_status(200);
        assert_eq!(quantos().await, 3);
        // what was not said again stays
        assert_eq!(ler(&app, &id, "/Rastreio").await.json_de(200), json!({
            "transportadora": "Correios", "codigo": "BR2", "url": "https://rastreio.example/BR2", "previsaoEntrega": null,
        }));
        assert_eq!(ler(&app, &id, "/NotaFiscal").await.json_de(200)["numero"], "7");
        // details come even to an order that will not move any more
        mover(&app, &id, &json!({ "status": "Entregue" })).await.com_status(200);
        mover(&app, &id, &json!({ "status": "Entregue", "notaFiscal": { "serie": "2" } })).await.com_status(200);
        assert_eq!(ler(&app, &id, "/NotaFiscal").await.json_de(200)["serie"], "2");
        assert_eq!(quantos().await, 5);
    }

    async fn a_bad_move_says_all_that_is_wrong(app: TestApp) {
        app.loja_com_skus("u", &["S"]).await;
        let id = em(&app, "P", "Pago").await;
        let ruim = json!({
            "status": "pago", "data": "ontem", "motivo": "x".repeat(501),
            "notaFiscal": { "chave": "123" }, "rastreio": { "url": "rastreio" },
        });
        let problemas = mover(&app, &id, &ruim).await.com_status(400).problemas();
        let caminhos: Vec<&str> = problemas.iter().map(|p| p.split(": ").next().unwrap()).collect();
        assert_eq!(caminhos, ["data", "motivo", "notaFiscal.chave", "rastreio.url", "status"]);
        // the key's check digit counts
        let errada = format!("{}4", &CHAVE_NFE[..43]);
        mover(&app, &id, &json!({ "status": "Faturado", "notaFiscal": { "chave": errada } })).await.com_status(400);
        mover(&app, &json!(999_999), &json!({ "status": "Pago" })).await.com_status(404);
        for parte in ["/Historico", "/Transicoes", "/NotaFiscal", "/Rastreio"] {
            ler(&app, &json!(999_999), parte).await.com_status(404);
        }
    }

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

    async fn nothing_but_its_status_changes_an_order(app: TestApp) {
        app.loja_com_skus("u", &["S"]).await;
        let id = em(&app, "P", "Pago").await;
        let caminho = format!("/Pedido/{id}?usuarioId=u");
        for metodo in [Method::PUT, Method::PATCH, Method::DELETE, Method::POST] {
            let recusado = app.a.json(metodo, &caminho, &json!({})).await.com_status(405);
            assert_eq!(recusado.header("allow"), "GET, HEAD");
        }
    }
}

/// Another server over another database of the same kind, whose days are those of São Paulo.
fn em_sao_paulo(app: &TestApp) -> TestApp {
    let tipo = if app.banco.url.starts_with("sqlite") { Banco::Sqlite } else { Banco::Postgres };
    let banco = BancoDeTeste::novo(tipo).unwrap();
    let config = Config { timezone: "America/Sao_Paulo".parse().unwrap(), ..config(&banco.url) };
    TestApp::com_config(banco, &config)
}

//! What a store's own system does with single orders, step by step.

use domain::loja_config::LojaConfig;
use serde_json::{Value, json};

use super::{configurar, ids, loja, pedido, recusa};
use crate::suporte::modelos;

const CHAVE: &str = "35080599999090910270550010000000015180051273";
const MAIO: &str = "dataInicial=2026-05-01&dataFinal=2026-05-31";

nos_dois_bancos! {
    async fn changes_of_interface_a_show_at_once(app: TestApp) {
        let b = loja(&app).await;
        let id = pedido(&app, "P1").await;
        let novo = b.get(&format!("/pedidos/{id}")).await.json_de(200);
        assert_eq!((&novo["situacaoPedidoId"], &novo["valido"]), (&json!(1), &json!(true)));
        assert_eq!(novo["dataPagamento"], "2026-05-10T12:00:00Z");
        assert_eq!(novo["tipoRastreamentoPedido"], "SemRastreamento");
        assert_eq!(b.get(&format!("/pedidos?{MAIO}")).await.json_de(200), json!([novo]));

        let passo = json!({"status": "Faturado", "notaFiscal": {"chave": CHAVE, "numero": "15", "serie": "1"}});
        app.a.put(&format!("/Pedido/{id}/Status?usuarioId=u"), &passo).await.com_status(200);
        let passo = json!({"status": "Enviado", "data": "2026-05-12T08:00:00Z",
            "rastreio": {"transportadora": "Correios", "codigo": "BR1", "url": "https://r.example/BR1"}});
        app.a.put(&format!("/Pedido/{id}/Status?usuarioId=u"), &passo).await.com_status(200);

        let registro = b.get(&format!("/pedidos/{id}")).await.json_de(200);
        assert_eq!((&registro["situacaoPedidoId"], &registro["tipoRastreamentoPedido"]),
            (&json!(9), &json!("Rastreamento")));
        let status = b.get(&format!("/pedidos/{id}/status")).await.json_de(200);
        let variante = novo["itens"][0]["produtoVarianteId"].clone();
        assert!(variante.as_i64().unwrap() > 0);
        assert_eq!(status, json!({"situacaoPedidoId": 9, "dataAtualizacao": registro["dataUltimaAtualizacao"],
            "notaFiscal": "15", "cfop": 0, "dataEnviado": "2026-05-12T08:00:00Z", "chaveAcessoNFE": CHAVE,
            "rastreamento": "BR1", "urlRastreamento": "https://r.example/BR1", "nomeTransportadora": "Correios",
            "produtos": [{"produtoVarianteId": variante, "situacaoProdutoId": 0, "quantidade": 2,
                "centroDistribuicaoId": 1}]}));
        let historico = b.get(&format!("/pedidos/{id}/historicoSituacao")).await.json_de(200);
        let nomes: Vec<&str> =
            historico["situacoes"].as_array().unwrap().iter().map(|s| s["nome"].as_str().unwrap()).collect();
        assert_eq!(nomes, ["Pago", "Faturado", "Enviado"]);
        for caminho in ["", "/status", "/historicoSituacao", "/rastreamento", "/observacao"] {
            assert_eq!(recusa(&b.get(&format!("/pedidos/999999{caminho}")).await, 404), "O pedido não foi encontrado.");
        }
    }

    async fn the_store_moves_orders_by_the_same_machine(app: TestApp) {
        let b = loja(&app).await;
        let id = pedido(&app, "P1").await;
        let mudar = async |id: i64, corpo: Value| b.put(&format!("/pedidos/{id}/status"), &corpo).await;
        assert_eq!(mudar(id, json!({"id": 11})).await.json_de(200), true);
        assert_eq!(mudar(id, json!({"id": "11"})).await.json_de(200), true);
        let mensagem = recusa(&mudar(id, json!({"id": 2})).await, 422);
        assert_eq!(mensagem, "O pedido não pode passar de Faturado para AguardandoPagamento.");
        assert!(recusa(&mudar(id, json!({"id": 8})).await, 422).contains("motivo é obrigatório"));
        assert!(recusa(&mudar(id, json!({"id": 16})).await, 422).contains("Separado"));
        for corpo in [json!({"id": 0}), json!({"id": 24}), json!({"id": "x"}), json!({}), json!([])] {
            recusa(&mudar(id, corpo).await, 400);
        }
        recusa(&mudar(999_999, json!({"id": 9})).await, 404);
        assert_eq!(mudar(id, json!({"id": 6})).await.json_de(200), true);
        let historico = app.a.get(&format!("/Pedido/{id}/Historico?usuarioId=u")).await.json_de(200);
        assert_eq!(historico[2]["motivo"], "suspeita de fraude");
        assert_eq!(historico.as_array().unwrap().len(), 3);
        let registro = b.get(&format!("/pedidos/{id}")).await.json_de(200);
        assert_eq!((&registro["situacaoPedidoId"], &registro["valido"]), (&json!(8), &json!(false)));

        let outro = pedido(&app, "P2").await;
        assert_eq!(mudar(outro, json!({"id": 11})).await.json_de(200), true);
        assert_eq!(mudar(outro, json!({"id": 8, "motivo": "desistência"})).await.json_de(200), true);
        let historico = app.a.get(&format!("/Pedido/{outro}/Historico?usuarioId=u")).await.json_de(200);
        assert_eq!(historico[2]["motivo"], "desistência");
    }

    async fn tracking_moves_an_order_and_keeps_what_it_says(app: TestApp) {
        let b = loja(&app).await;
        configurar(&app, app.loja("u"), LojaConfig {
            fuso: Some("America/Sao_Paulo".parse().unwrap()),
            ..LojaConfig::default()
        });
        let id = pedido(&app, "P1").await;
        let caminho = format!("/pedidos/{id}/rastreamento");
        let vazio = b.get(&caminho).await.json_de(200);
        assert_eq!((&vazio["pedidoRastreamentoId"], &vazio["rastreamento"], &vazio["dataEnviado"]),
            (&json!(id), &Value::Null, &Value::Null));
        let nota = json!({"situacaoPedidoId": 11, "centroDistribuicaoId": 1, "numeroNotaFiscal": 1015,
            "chaveAcessoNFE": CHAVE, "serieNFE": "2", "cfop": "5102", "urlNFE": "https://nf.example/1015",
            "rastreamento": "", "dataEvento": ""});
        assert_eq!(b.post(&caminho, &nota).await.json_de(200), true);
        let envio = json!({"situacaoPedidoId": 9, "centroDistribuicaoId": 1, "rastreamento": "BR1",
            "urlRastreamento": "https://r.example/BR1", "dataEvento": "2026-05-12 21:30:00"});
        assert_eq!(b.post(&caminho, &envio).await.json_de(200), true);
        let rastreio = b.get(&caminho).await.json_de(200);
        let esperado = json!({"pedidoRastreamentoId": id, "dataAtualizacao": rastreio["dataAtualizacao"],
            "notaFiscal": "1015", "serieNF": "2", "cfop": 5102, "dataEnviado": "2026-05-13T00:30:00Z",
            "urlNFE": "https://nf.example/1015", "chaveAcessoNFE": CHAVE, "rastreamento": "BR1",
            "urlRastreamento": "https://r.example/BR1", "transportadora": null, "dataEntrega": null});
        assert_eq!(rastreio, esperado);
        let nota = app.a.get(&format!("/Pedido/{id}/NotaFiscal?usuarioId=u")).await.json_de(200);
        assert_eq!((&nota["cfop"], &nota["url"]), (&json!(5102), &json!("https://nf.example/1015")));

        let com = |membro: &str, valor: Value| {
            let mut corpo = envio.clone();
            corpo[membro] = valor;
            corpo
        };
        recusa(&b.post(&caminho, &com("situacaoPedidoId", json!(11))).await, 422);
        assert!(recusa(&b.post(&caminho, &com("centroDistribuicaoId", json!(2))).await, 422).contains('2'));
        for (membro, valor) in [
            ("situacaoPedidoId", json!(99)),
            ("centroDistribuicaoId", Value::Null),
            ("chaveAcessoNFE", json!("0965")),
            ("dataEvento", json!("ontem")),
            ("cfop", json!(10_000)),
            ("urlNFE", json!("nf")),
            ("urlRastreamento", json!(1.5)),
            ("serieNFE", json!(true)),
        ] {
            let mensagem = recusa(&b.post(&caminho, &com(membro, valor)).await, 400);
            assert!(mensagem.contains(&format!("{membro}: ")), "{mensagem}");
        }
        assert_eq!(b.get(&caminho).await.json_de(200), esperado);
    }

    async fn an_acknowledged_order_comes_back_when_it_moves(app: TestApp) {
        let b = loja(&app).await;
        let mut todos = Vec::new();
        for n in 0..5 {
            todos.push(pedido(&app, &format!("P{n}")).await);
        }
        let pendentes = async || ids(&b.get("/pedidos/naoIntegrados").await.json_de(200));
        assert_eq!(pendentes().await, todos);
        let pagina = b.get("/pedidos/naointegrados?quantidadeRegistros=2&pagina=2").await.com_status(200);
        assert_eq!((pagina.header("x-total-count"), ids(&pagina.json())), ("5", todos[2..4].to_vec()));
        assert!(pagina.header("link").contains("rel=\"next\""));
        recusa(&b.get("/pedidos/naoIntegrados?pagina=0").await, 400);

        let completar = async |id: i64| b.post("/pedidos/complete", &json!({"pedidoId": id})).await;
        assert_eq!(completar(todos[1]).await.json_de(200), true);
        assert_eq!(completar(todos[1]).await.json_de(200), true);
        recusa(&completar(999_999).await, 404);
        recusa(&b.post("/pedidos/complete", &json!({"pedidoId": "x"})).await, 400);
        assert_eq!(pendentes().await, [todos[0], todos[2], todos[3], todos[4]]);
        // nothing new: it stays away; a move brings it back
        let mudar = async |status: &str| {
            let caminho = format!("/Pedido/{}/Status?usuarioId=u", todos[1]);
            app.a.put(&caminho, &json!({"status": status})).await.com_status(200);
        };
        mudar("Pago").await;
        assert_eq!(pendentes().await.len(), 4);
        mudar("Faturado").await;
        assert_eq!(pendentes().await, todos);
    }

    async fn notes_are_part_of_the_record(app: TestApp) {
        let b = loja(&app).await;
        let id = pedido(&app, "P1").await;
        let caminho = format!("/pedidos/{id}/observacao");
        assert_eq!(b.get(&caminho).await.json_de(200), json!([]));
        assert_eq!(b.post(&caminho, &json!({"observacao": "Ligar antes"})).await.json_de(200), true);
        let nota = json!({"observacao": "Embalar", "usuario": "Ana", "publica": true});
        assert_eq!(b.post(&caminho, &nota).await.json_de(200), true);
        let lista = b.get(&caminho).await.com_status(200);
        let notas = lista.json();
        assert_eq!(lista.header("x-total-count"), "2");
        let visto = |n: usize| (notas[n]["observacao"].clone(), notas[n]["usuario"].clone(), notas[n]["publica"].clone());
        assert_eq!(visto(0), (json!("Ligar antes"), json!(""), json!(false)));
        assert_eq!(visto(1), (json!("Embalar"), json!("Ana"), json!(true)));
        assert_eq!(b.get(&format!("/pedidos/{id}")).await.json_de(200)["observacao"], notas);
        for corpo in [json!({}), json!({"observacao": ""}), json!({"observacao": 1}), json!(true)] {
            recusa(&b.post(&caminho, &corpo).await, 400);
        }
        recusa(&b.post("/pedidos/999999/observacao", &nota).await, 404);
    }

    async fn statuses_and_payment_methods_are_listed(app: TestApp) {
        let b = loja(&app).await;
        let situacoes = b.get("/situacoesPedido").await.com_status(200);
        assert_eq!(situacoes.header("x-total-count"), "23");
        let situacoes = situacoes.json();
        assert_eq!(situacoes[0], json!({"situacaoPedidoId": 1, "nome": "Pago",
            "descricao": "O pagamento foi confirmado.", "observacao": ""}));
        let formas = b.get("/formasPagamento").await.json_de(200);
        assert_eq!(formas.as_array().unwrap().len(), 13);
        assert_eq!(formas[11], json!({"formaPagamentoId": 20, "nome": "Pix", "nomeExibicao": "Pix",
            "descricao": "Pagamento instantâneo Pix"}));

        let id = pedido(&app, "P1").await;
        let por = async |formas: &str| b.get(&format!("/pedidos/formaPagamento/{formas}?{MAIO}")).await;
        assert_eq!(ids(&por("20").await.json_de(200)), [id]);
        assert_eq!(ids(&por("1,2").await.json_de(200)), [0; 0]);
        let mensagem = recusa(&por("20,30").await, 400);
        assert!(mensagem.contains("30 não é uma forma de pagamento da loja"), "{mensagem}");
        let propria = domain::forma_pagamento::ler_formas(br#"[{"formaPagamentoId":30,"nome":"Vale"}]"#).unwrap();
        configurar(&app, app.loja("u"), LojaConfig { formas_pagamento: Some(propria), ..LojaConfig::default() });
        assert_eq!(ids(&por("30").await.json_de(200)), [0; 0]);
        recusa(&por("20").await, 400);
        assert_eq!(b.get("/formasPagamento").await.json_de(200)[0]["nomeExibicao"], "Vale");
    }

    async fn wrong_questions_are_refused(app: TestApp) {
        let b = loja(&app).await;
        pedido(&app, "P1").await;
        for consulta in [
            "",
            "dataInicial=2026-05-01",
            "dataFinal=2026-05-01",
            "dataInicial=&dataFinal=",
            "dataInicial=ontem&dataFinal=2026-05-01",
            "dataInicial=2026-02-29&dataFinal=2026-05-01",
            "dataInicial=2026-05-02&dataFinal=2026-05-01",
            "dataInicial=2026-05-01T10:00:01&dataFinal=2026-05-01T10:00:00",
            &format!("{MAIO}&enumTipoFiltroData=DataEntrega"),
            &format!("{MAIO}&direcaoOrdenacao=subindo"),
            &format!("{MAIO}&situacoesPedido=1,x"),
            &format!("{MAIO}&situacoesPedido=24"),
            &format!("{MAIO}&situacoesPedido=0"),
            &format!("{MAIO}&formasPagamento=98"),
            &format!("{MAIO}&formasPagamento=99999999999"),
            &format!("{MAIO}&valido=sim"),
            &format!("{MAIO}&quantidadeRegistros=251"),
            &format!("{MAIO}&pagina=0"),
            &format!("{MAIO}&cursor=x"),
            "listaPedidosIds=1,x",
            &format!("listaPedidosIds={}", vec!["1"; 51].join(",")),
        ] {
            recusa(&b.get(&format!("/pedidos?{consulta}")).await, 400);
        }
        recusa(&b.get("/pedidos").await, 400);
        recusa(&b.get(&format!("/pedidos/situacaoPedido/x?{MAIO}")).await, 400);
        recusa(&b.get("/pedidos/situacaoPedido/1").await, 400);
        recusa(&b.get("/pedidos/abc").await, 400);
        recusa(&app.b.get("/pedidos").await, 401);
        // words are no numbers of orders
        assert_eq!(ids(&b.get(&format!("/PEDIDOS/situacaopedido/1,10?{MAIO}")).await.json_de(200)).len(), 1);
        assert_eq!(ids(&b.get(&format!("/pedidos/situacaoPedido/10%2C%2012?{MAIO}")).await.json_de(200)).len(), 0);
        // the parameter that stands in the path counts nowhere else
        let caminho = format!("/pedidos/situacaoPedido/1?{MAIO}&situacoesPedido=99");
        assert_eq!(ids(&b.get(&caminho).await.json_de(200)).len(), 1);
    }

    async fn an_inactive_store_reads_and_does_not_write(app: TestApp) {
        let b = loja(&app).await;
        let id = pedido(&app, "P1").await;
        let inativo = json!({"ativo": false});
        app.a.patch("/Usuario/u", &inativo).await.com_status(200);
        assert_eq!(b.get(&format!("/pedidos/{id}")).await.status, 200);
        for (caminho, corpo) in [
            ("/pedidos/complete".to_owned(), json!({"pedidoId": id})),
            (format!("/pedidos/{id}/observacao"), json!({"observacao": "x"})),
            (format!("/pedidos/{id}/rastreamento"), json!({"situacaoPedidoId": 9, "centroDistribuicaoId": 1})),
        ] {
            recusa(&b.post(&caminho, &corpo).await, 422);
        }
        recusa(&b.put(&format!("/pedidos/{id}/status"), &json!({"id": 9})).await, 422);
    }

    async fn an_old_client_gets_dates_of_its_own_time_zone(app: TestApp) {
        let b = loja(&app).await;
        let mut noite = modelos::pedido("canal", "P1", "S");
        noite["data"] = json!("2026-05-11T01:30:00Z");
        let id = app.criar_pedido("u", &noite).await["pedidoId"].as_i64().unwrap();
        let utc = b.get(&format!("/pedidos/{id}")).await.json_de(200);
        configurar(&app, app.loja("u"), LojaConfig {
            fuso: Some("America/Sao_Paulo".parse().unwrap()),
            datas_locais: true,
            ..LojaConfig::default()
        });
        let local = b.get(&format!("/pedidos/{id}")).await.json_de(200);
        assert_eq!((&utc["data"], &local["data"]), (&json!("2026-05-11T01:30:00Z"), &json!("2026-05-10T22:30:00")));
        assert_eq!(local["usuario"]["dataNascimento"], "1990-02-28T00:00:00");
        let lista = b.get("/pedidos?dataInicial=2026-05-10&dataFinal=2026-05-10").await.json_de(200);
        assert_eq!(lista, json!([local]));
        let status = b.get(&format!("/pedidos/{id}/status")).await.json_de(200);
        let historico = b.get(&format!("/pedidos/{id}/historicoSituacao")).await.json_de(200);
        for data in [
            &status["dataAtualizacao"],
            &historico["situacoes"][0]["dataAtualizacao"],
            &local["dataPagamento"],
            &local["dataUltimaAtualizacao"],
            &local["usuario"]["dataCriacao"],
            &local["frete"]["informacoesAdicionais"][0]["valor"],
        ] {
            assert!(!data.as_str().unwrap().ends_with('Z'), "{data}");
        }
    }
}

//! Subscriptions of interface B: where a store's own system wants to hear of changes.

use reqwest::Method;
use serde_json::{Value, json};

use crate::concorrencia::seguinte;
use crate::suporte::contrato::Contrato;
use crate::suporte::{Cliente, Resposta, TestApp, modelos};

const LISTA: &str = "/webhook/inscricao";
const AUSENTE: &str = "A inscrição não foi encontrada.";

/// Interface B as a new store, held to its document.
fn nova_loja(app: &TestApp, usuario: &str) -> Cliente {
    app.b_como(app.criar_loja(usuario)).com_contrato(Contrato::b())
}

fn desligada() -> Value {
    modelos::com(modelos::inscricao(), "/ativo", json!(false))
}

async fn criar(b: &Cliente, corpo: &Value) -> i64 {
    b.post(LISTA, corpo).await.json_de(201)["id"].as_i64().expect("a number")
}

#[track_caller]
fn recusada(resposta: Resposta, status: u16, mensagem: &str) {
    let esperada = json!({ "resultadoOperacao": false, "codigo": status, "mensagem": mensagem });
    assert_eq!(resposta.json_de(status), esperada);
}

#[track_caller]
fn feita(resposta: Resposta) {
    assert_eq!(resposta.json_de(200), json!(true));
}

nos_dois_bancos! {
    async fn a_subscription_from_its_creation_on(app: TestApp) {
        let b = nova_loja(&app, "u");
        let topicos = b.get("/webhook/Topicos").await.com_status(200);
        let nomes: Vec<Value> = topicos.json().as_array().unwrap().iter().map(|t| t["nome"].clone()).collect();
        assert_eq!(topicos.header("x-total-count"), "5");
        assert_eq!(nomes, [
            "pedido.novo", "pedido.situacao.alterado", "pedido.rastreamento.alterado",
            "produto_variante.estoque.alterado", "produto_variante.preco.alterado",
        ]);

        let criada = b.post(LISTA, &desligada()).await.json_de(201);
        let segredo = criada["segredo"].as_str().unwrap();
        assert!(segredo.starts_with("whsec_") && criada.as_object().unwrap().len() == 2, "{criada}");
        let endereco = format!("{LISTA}/{}", criada["id"]);
        let esperada = json!({
            "id": criada["id"], "nome": "ERP", "appUrl": "https://erp.example/avisos", "ativo": false,
            "emailResponsavel": "ti@erp.example", "topico": ["pedido.novo"], "usuario": "maria",
            "header": [{ "chave": "X-Loja", "valor": "7" }],
        });
        assert_eq!(b.get(&endereco).await.json_de(200), esperada);

        // what is left out takes its default; topics count in any case, and once
        let minima = json!({
            "nome": "Outro", "appUrl": "http://erp.example/", "ativo": 0,
            "topicos": ["Produto_Variante.Preco.Alterado", "pedido.novo", "PEDIDO.NOVO"],
        });
        feita(b.put(&endereco, &minima).await);
        let reposta = json!({
            "id": criada["id"], "nome": "Outro", "appUrl": "http://erp.example/", "ativo": false,
            "emailResponsavel": "", "topico": ["pedido.novo", "produto_variante.preco.alterado"], "usuario": "",
            "header": [],
        });
        assert_eq!(b.get(&endereco).await.json_de(200), reposta);

        let ativar = format!("{endereco}/Ativar");
        feita(b.put(&ativar, &json!({ "ativo": true, "usuario": "joana", "observacao": "voltou" })).await);
        let ligada = modelos::com(modelos::com(reposta, "/ativo", json!(true)), "/usuario", json!("joana"));
        assert_eq!(b.get(&endereco).await.json_de(200), ligada);
        // who it was stays when nobody is named
        feita(b.put(&ativar, &json!({ "ativo": 0 })).await);
        assert_eq!(b.get(&endereco).await.json_de(200), modelos::com(ligada, "/ativo", json!(false)));
        assert!(!b.get(LISTA).await.texto().contains("whsec_"));
    }

    async fn lists_are_bare_and_lead_on(app: TestApp) {
        let b = nova_loja(&app, "u");
        let vazia = b.get(LISTA).await.com_status(200);
        assert_eq!((vazia.header("x-total-count"), vazia.json()), ("0", json!([])));
        let mut ids = Vec::new();
        for _ in 0..3 {
            ids.push(criar(&b, &desligada()).await);
        }
        let mut proximo = Some(format!("{LISTA}?quantidadeRegistros=2"));
        let mut vistas = Vec::new();
        while let Some(caminho) = proximo {
            let pagina = b.get(&caminho).await.com_status(200);
            assert_eq!(pagina.header("x-total-count"), "3");
            vistas.extend(pagina.json().as_array().unwrap().iter().map(|i| i["id"].as_i64().unwrap()));
            proximo = seguinte(&pagina);
        }
        assert_eq!(vistas, ids);
        b.get(&format!("{LISTA}?quantidadeRegistros=251")).await.com_status(400);
    }

    async fn what_was_read_can_be_sent_back(app: TestApp) {
        let b = nova_loja(&app, "u");
        let endereco = format!("{LISTA}/{}", criar(&b, &desligada()).await);
        let lida = b.get(&endereco).await.json_de(200);
        feita(b.put(&endereco, &lida).await);
        assert_eq!(b.get(&endereco).await.json_de(200), lida);
        let mista = modelos::com(modelos::com(lida.clone(), "/topicos", json!(["pedido.novo"])), "/nome", json!("Outro"));
        feita(b.put(&endereco, &mista).await);
        assert_eq!(b.get(&endereco).await.json_de(200), modelos::com(lida, "/nome", json!("Outro")));
    }

    async fn every_problem_is_named_at_once(app: TestApp) {
        let b = nova_loja(&app, "u");
        let endereco = format!("{LISTA}/{}", criar(&b, &desligada()).await);
        let ruim = json!({
            "nome": "", "appUrl": "erp.example", "topicos": ["pedido.novo", "nada"], "ativo": "sim",
            "usuario": "x".repeat(201), "emailResponsavel": "a@", "headers": [{ "chave": "Host" }, { "chave": "X", "valor": "a\nb" }],
        });
        for resposta in [b.post(LISTA, &ruim).await, b.put(&endereco, &ruim).await] {
            let mensagem = resposta.json_de(400)["mensagem"].as_str().unwrap().to_owned();
            for membro in [
                "nome:", "appUrl:", "topicos[1]:", "ativo:", "usuario:", "emailResponsavel:", "headers[0].chave:",
                "headers[1].valor:",
            ] {
                assert!(mensagem.contains(membro), "{membro} {mensagem}");
            }
        }
        let vazia = b.post(LISTA, &json!({})).await.json_de(400)["mensagem"].as_str().unwrap().to_owned();
        for membro in ["nome: é obrigatório", "appUrl: é obrigatório", "topicos: deve ter pelo menos um tópico"] {
            assert!(vazia.contains(membro), "{membro} {vazia}");
        }
        let ativar = format!("{endereco}/Ativar");
        recusada(b.put(&ativar, &json!({ "observacao": "x" })).await, 400, "O corpo da requisição tem dados inválidos. ativo: é obrigatório.");
        b.get(&format!("{LISTA}/x")).await.com_status(400);
        assert_eq!(b.get(LISTA).await.header("x-total-count"), "1");
    }

    async fn what_is_not_there_or_may_not_be(app: TestApp) {
        let b = nova_loja(&app, "u");
        let endereco = format!("{LISTA}/{}", criar(&b, &desligada()).await);
        let notificacao = json!({ "url": "https://erp.example", "usuarioId": "u", "ativo": false });
        let notificacao = app.a.post("/Notificacao", &notificacao).await.json_de(201)["id"].clone();
        let outra = nova_loja(&app, "v");
        // another store's, interface A's, nobody's: all the same
        for (cliente, caminho) in [
            (&outra, endereco.clone()), (&b, format!("{LISTA}/{notificacao}")), (&b, format!("{LISTA}/99")),
        ] {
            recusada(cliente.get(&caminho).await, 404, AUSENTE);
            recusada(cliente.put(&caminho, &modelos::inscricao()).await, 404, AUSENTE);
            recusada(cliente.put(&format!("{caminho}/Ativar"), &json!({ "ativo": true })).await, 404, AUSENTE);
        }
        assert_eq!(outra.get(LISTA).await.json_de(200), json!([]));
        assert_eq!(b.get(LISTA).await.header("x-total-count"), "1");
        assert_eq!(app.a.get("/Notificacao").await.json_de(200)["metadados"]["total"], 1);
        for (caminho, permitidos) in [
            (LISTA.to_owned(), "GET, HEAD, POST"),
            (endereco.clone(), "GET, HEAD, PUT"),
            (format!("{endereco}/ativar"), "PUT"),
            ("/webhook/topicos".to_owned(), "GET, HEAD"),
        ] {
            let metodo = b.enviar(Method::DELETE, &caminho, &[], None::<Vec<u8>>).await.com_status(405);
            assert_eq!(metodo.header("allow"), permitidos, "{caminho}");
        }

        for _ in 1..100 {
            criar(&b, &desligada()).await;
        }
        recusada(b.post(LISTA, &desligada()).await, 422, "A loja já tem 100 inscrições, o máximo.");
        app.a.patch("/Usuario/u", &json!({ "ativo": false })).await.com_status(200);
        let inativa = "A loja está inativa: seus dados podem ser lidos, mas não alterados.";
        recusada(b.put(&endereco, &desligada()).await, 422, inativa);
        b.get(&endereco).await.com_status(200);
    }
}

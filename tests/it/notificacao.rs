//! Notificacao: where an application wants its events sent. What is stored, what is shown of it and to whom; how events
//! are sent is the delivery engine's.

use domain::entrega::{Agenda, Falha};
use domain::values::dates::Instante;
use reqwest::Method;
use serde_json::{Value, json};
use store::entregas::{self, Desfecho, Resultado};

use crate::concorrencia::seguinte;
use crate::suporte::app::em_bloco;
use crate::suporte::{Resposta, TestApp, modelos};

const URL: &str = "https://erp.example/eventos";

/// Nothing is sent while it is off.
fn desligada() -> Value {
    json!({ "url": URL, "ativo": false })
}

async fn criar(app: &TestApp, corpo: &Value) -> Resposta {
    app.a.post("/Notificacao", corpo).await.com_status(201)
}

fn segredo(corpo: &Value) -> String {
    let texto = corpo["segredo"].as_str().expect("a secret").to_owned();
    assert!(texto.len() == 50 && texto.starts_with("whsec_") && texto.ends_with('='), "{texto}");
    texto
}

#[track_caller]
fn ausente(resposta: Resposta) {
    let esperado = json!({ "message": "A notificação não foi encontrada.", "validationErrors": [] });
    assert_eq!(resposta.json_de(404), esperado);
}

/// Takes the tests that are waiting, as an engine would, and notes the same end for each.
fn concluir_testes(app: &TestApp, status: i16, falha: Option<Falha>, resposta: &'static str) {
    em_bloco(&app.store, move |store| {
        store.write_blocking(move |tx| {
            let agora = Instante::agora();
            let tomadas = entregas::reservar_testes(tx, 10, agora, 7)?;
            let resultados: Vec<Resultado> = tomadas
                .iter()
                .map(|tomada| Resultado {
                    destino: tomada.destino,
                    id: tomada.id,
                    reserva: tomada.reserva,
                    inicio: agora,
                    duracao_ms: 12,
                    status: Some(status),
                    falha,
                    resposta: resposta.to_owned(),
                    sorte: 0.5,
                })
                .collect();
            let fim = if falha.is_none() { Desfecho::Entregue } else { Desfecho::Esgotada };
            let desfechos = entregas::concluir(tx, &resultados, &Agenda::default(), agora)?;
            assert!(!desfechos.is_empty() && desfechos.iter().all(|desfecho| *desfecho == fim));
            Ok::<_, store::StoreError>(())
        })
    });
}

nos_dois_bancos! {
    async fn what_is_created_is_there_and_its_secret_is_shown_once(app: TestApp) {
        app.criar_loja("u");
        let corpo = json!({ "url": URL, "tipos": ["pedido.status", "pedido.criado"], "usuarioId": "u", "ativo": false });
        let criada = criar(&app, &corpo).await;
        let mostrada = criada.json();
        segredo(&mostrada);
        assert_eq!(criada.header("location"), format!("/Notificacao/{}", mostrada["id"]));
        let lida = app.a.get(criada.header("location")).await.com_status(200);
        assert_eq!(lida.header("etag"), criada.header("etag"));
        assert_eq!(lida.json(), modelos::sem(mostrada.clone(), "segredo"));
        assert_eq!(lida.json(), json!({
            "id": mostrada["id"], "url": URL, "urlIntegracao": false, "tipos": ["pedido.criado", "pedido.status"],
            "usuarioId": "u", "ativo": false, "dataCriacao": mostrada["dataCriacao"],
            "dataAlteracao": mostrada["dataCriacao"], "situacao": { "pendentes": 0, "falhasSeguidas": 0 },
        }));
        let lista = app.a.get("/Notificacao").await.json_de(200);
        assert_eq!(lista["resultado"], json!([lida.json()]));
        // there is no natural key: the same again is another one
        let outra = criar(&app, &corpo).await.json();
        assert!(outra["id"].as_i64() > mostrada["id"].as_i64() && segredo(&outra) != segredo(&mostrada));
        assert_eq!(app.a.get("/Notificacao?ativo=true").await.json_de(200)["metadados"]["total"], 0);
        // to each user's own address
        let integracao = criar(&app, &json!({ "urlIntegracao": true, "ativo": 0 })).await.json();
        assert_eq!((&integracao["urlIntegracao"], integracao.get("url")), (&json!(true), None));
        // a walk sees each once
        let mut proximo = Some("/Notificacao?quantidade_registros=2".to_owned());
        let mut vistas = 0;
        while let Some(caminho) = proximo {
            let pagina = app.a.get(&caminho).await.com_status(200);
            assert_eq!(pagina.json()["metadados"]["total"], 3);
            vistas += pagina.json()["resultado"].as_array().unwrap().len();
            proximo = seguinte(&pagina);
        }
        assert_eq!(vistas, 3);
    }

    async fn every_problem_is_named_at_once(app: TestApp) {
        let criada = criar(&app, &desligada()).await.json();
        let endereco = format!("/Notificacao/{}", criada["id"]);
        let ruim = json!({ "url": "ftp://x", "tipos": ["pedido.novo", 1], "usuarioId": "", "ativo": "sim", "urlIntegracao": 2 });
        let problemas = app.a.post("/Notificacao", &ruim).await.com_status(400).problemas();
        let nomes: Vec<&str> = problemas.iter().map(|p| p.split(": ").next().unwrap()).collect();
        assert_eq!(nomes, ["ativo", "tipos[0]", "tipos[1]", "url", "urlIntegracao", "usuarioId"]);
        for (corpo, problema) in [
            (json!({}), "url: é obrigatório, a não ser que urlIntegracao seja true"),
            (json!({ "url": URL, "urlIntegracao": true }), "url: não pode ser informado quando urlIntegracao é true"),
            (json!({ "url": URL, "usuarioId": "ninguém" }), "usuarioId: não existe entre os usuários"),
        ] {
            assert_eq!(app.a.post("/Notificacao", &corpo).await.com_status(400).problemas(), [problema]);
            assert_eq!(app.a.put(&endereco, &corpo).await.com_status(400).problemas(), [problema]);
        }
        for (remendo, problema) in [
            (json!({ "url": null }), "url: é obrigatório, a não ser que urlIntegracao seja true"),
            (json!({ "usuarioId": "ninguém" }), "usuarioId: não existe entre os usuários"),
            (json!({ "id": 99 }), "id: deve ser igual ao do endereço"),
            (json!([]), "deve ser um objeto"),
        ] {
            assert_eq!(app.a.patch(&endereco, &remendo).await.com_status(400).problemas(), [problema]);
        }
        assert_eq!(app.a.get("/Notificacao").await.json()["resultado"], json!([modelos::sem(criada, "segredo")]));
    }

    async fn replaced_patched_and_deleted(app: TestApp) {
        app.criar_loja("u");
        let criada = criar(&app, &modelos::com(desligada(), "/tipos", json!(["sku.preco"]))).await;
        let (endereco, etag) = (criada.header("location").to_owned(), criada.header("etag").to_owned());
        // what was read may go back as it is, and changes nothing
        let lida = app.a.get(&endereco).await.json_de(200);
        let igual = app.a.put(&endereco, &lida).await.com_status(200);
        assert_eq!((igual.json(), igual.header("etag")), (lida.clone(), etag.as_str()));
        let outra = modelos::com(lida.clone(), "/id", json!(99));
        assert_eq!(app.a.put(&endereco, &outra).await.com_status(400).problemas(), ["id: deve ser igual ao do endereço"]);

        let reposta = app.a.put(&endereco, &json!({ "url": "http://erp.example/2", "ativo": false })).await;
        assert_eq!(reposta.json_de(200)["tipos"], json!([]));
        let velha = [("if-match", etag.as_str())];
        for (metodo, corpo) in [(Method::PUT, desligada()), (Method::PATCH, json!({})), (Method::DELETE, json!({}))] {
            app.a.json_com(metodo, &endereco, &velha, &corpo).await.com_status(412);
        }
        let remendada = app.a.patch(&endereco, &json!({ "url": null, "urlIntegracao": true, "usuarioId": "u" })).await;
        let remendada = remendada.json_de(200);
        assert_eq!(
            (&remendada["urlIntegracao"], remendada.get("url"), &remendada["usuarioId"]),
            (&json!(true), None, &json!("u"))
        );
        assert_eq!(app.a.get(&endereco).await.json_de(200), remendada);

        app.a.delete(&endereco).await.com_status(204);
        ausente(app.a.delete(&endereco).await);
        ausente(app.a.get(&endereco).await);
        ausente(app.a.put(&endereco, &desligada()).await);
        ausente(app.a.patch(&endereco, &json!({})).await);
        for (sufixo, metodo, permitidos) in [
            ("", Method::POST, "DELETE, GET, HEAD, PATCH, PUT"),
            ("/Segredo", Method::GET, "POST"),
            ("/Testar", Method::GET, "POST"),
            ("/Reenviar", Method::PUT, "POST"),
            ("/Entregas", Method::POST, "GET, HEAD"),
        ] {
            let recusada = app.a.json(metodo, &format!("{endereco}{sufixo}"), &json!({})).await.com_status(405);
            assert_eq!(recusada.header("allow"), permitidos);
        }
    }

    async fn a_secret_is_rotated_and_shown_once_more(app: TestApp) {
        let criada = criar(&app, &desligada()).await;
        let (endereco, primeiro) = (criada.header("location").to_owned(), segredo(&criada.json()));
        let rotacao = app.a.enviar(Method::POST, &format!("{endereco}/Segredo"), &[], None::<Vec<u8>>).await.json_de(200);
        assert_ne!(segredo(&rotacao), primeiro);
        assert!(rotacao["segredoAnteriorAte"].as_str().unwrap() > criada.json()["dataCriacao"].as_str().unwrap());
        let lida = app.a.get(&endereco).await.com_status(200);
        assert!(!lida.texto().contains("whsec_"), "{lida:?}");
        // what was promised for a day is not taken back by a second one
        let segunda = app.a.enviar(Method::POST, &format!("{endereco}/Segredo"), &[], None::<Vec<u8>>).await.com_status(409);
        assert!(segunda.texto().contains(rotacao["segredoAnteriorAte"].as_str().unwrap()), "{segunda:?}");
        ausente(app.a.enviar(Method::POST, "/Notificacao/99/Segredo", &[], None::<Vec<u8>>).await);
    }

    async fn the_same_request_under_one_key_makes_one_with_one_secret(app: TestApp) {
        let chave = [("idempotency-key", "k1")];
        let primeira = app.a.json_com(Method::POST, "/Notificacao", &chave, &desligada()).await.json_de(201);
        let repetida = app.a.json_com(Method::POST, "/Notificacao", &chave, &desligada()).await.com_status(201);
        assert_eq!((repetida.header("idempotent-replayed"), repetida.json()), ("true", primeira));
        let outra = json!({ "url": "https://erp.example/outro" });
        app.a.json_com(Method::POST, "/Notificacao", &chave, &outra).await.com_status(409);
        assert_eq!(app.a.get("/Notificacao").await.json()["metadados"]["total"], 1);
    }

    async fn there_is_a_limit(app: TestApp) {
        for _ in 0..100 {
            criar(&app, &desligada()).await;
        }
        let cheia = app.a.post("/Notificacao", &desligada()).await.com_status(409);
        assert_eq!(
            cheia.json()["message"],
            "A aplicação já tem 100 notificações, o máximo. Exclua uma delas para criar outra."
        );
        // another application has a hundred of its own
        app.outra_aplicacao("vizinha").post("/Notificacao", &desligada()).await.com_status(201);
    }

    async fn tests_are_sent_and_shown_with_what_was_tried(app: TestApp) {
        app.criar_loja("u");
        let endereco = criar(&app, &desligada()).await.header("location").to_owned();
        let testar = async |caminho: &str| app.a.enviar(Method::POST, caminho, &[], None::<Vec<u8>>).await;
        let entregas = async |consulta: &str| app.a.get(&format!("{endereco}/Entregas{consulta}")).await;
        let teste = testar(&format!("{endereco}/Testar")).await.json_de(200);
        assert_eq!(
            (&teste["tipo"], &teste["estado"], &teste["posicao"], &teste["tentativas"]),
            (&json!("teste"), &json!("Pendente"), &json!(0), &json!([]))
        );
        assert_eq!(entregas("").await.json_de(200)["resultado"], json!([teste]));
        assert_eq!(app.a.get(&endereco).await.json_de(200)["situacao"]["pendentes"], 1);

        concluir_testes(&app, 500, Some(Falha::Status), "Ai");
        let lida = entregas("?estado=esgotada").await.json_de(200)["resultado"][0].clone();
        assert_eq!(lida["tentativas"], json!([{
            "numero": 1, "data": lida["tentativas"][0]["data"], "duracaoMs": 12, "status": 500,
            "erro": "o endereço respondeu com um status que não é 2xx", "resposta": "Ai",
        }]));
        testar(&format!("{endereco}/Testar")).await.com_status(200);
        concluir_testes(&app, 204, None, "");
        let boa = entregas("?estado=Entregue").await.json_de(200);
        assert_eq!((&boa["metadados"]["total"], boa["resultado"][0]["tentativas"][0].get("erro")), (&json!(1), None));
        // newest first, and a walk sees each once
        let primeira = entregas("?quantidade_registros=1").await.com_status(200);
        assert_eq!(primeira.json()["resultado"], boa["resultado"]);
        let segunda = app.a.get(&seguinte(&primeira).unwrap()).await.com_status(200);
        assert_eq!((&segunda.json()["resultado"], seguinte(&segunda)), (&json!([lida]), None));
        assert_eq!(entregas("?tipo=pedido.criado").await.json_de(200)["metadados"]["total"], 0);
        assert_eq!(entregas("?tipo=x&estado=y").await.com_status(400).problemas().len(), 2);

        for _ in 0..10 {
            testar(&format!("{endereco}/Testar")).await.com_status(200);
        }
        testar(&format!("{endereco}/Testar")).await.com_status(409);
        ausente(testar("/Notificacao/99/Testar").await);
        ausente(app.a.get("/Notificacao/99/Entregas").await);

        // to whose address, where there are many
        let de_cada = criar(&app, &json!({ "urlIntegracao": true, "ativo": false })).await.header("location").to_owned();
        for (consulta, problema) in [
            ("", "destino: é obrigatório, porque a notificação envia à urlIntegracao de cada usuário"),
            ("?destino=v", "destino: não existe entre os usuários"),
        ] {
            let recusado = testar(&format!("{de_cada}/Testar{consulta}")).await.com_status(400);
            assert_eq!(recusado.problemas(), [problema]);
        }
        testar(&format!("{de_cada}/Testar?destino=u")).await.com_status(200);
    }

    async fn a_stretch_of_the_log_is_asked_for_again(app: TestApp) {
        let endereco = criar(&app, &desligada()).await.header("location").to_owned();
        let reenviar = async |de: Value, ate: Value| {
            app.a.post(&format!("{endereco}/Reenviar"), &json!({ "dePosicao": de, "atePosicao": ate })).await
        };
        let vazio = "dePosicao: o registro não tem eventos nesta faixa";
        assert_eq!(reenviar(json!(1), json!(9)).await.com_status(400).problemas(), [vazio]);
        app.loja_com_skus("u", &["S", "T"]).await;
        let ultima = app.a.get("/Evento").await.json_de(200)["proximaPosicao"].as_i64().unwrap() - 1;
        assert_eq!(reenviar(json!(2), json!("999")).await.json_de(200), json!({ "dePosicao": 2, "atePosicao": ultima }));
        for (de, ate, problemas) in [
            (json!(null), json!("x"), vec!["atePosicao: deve ser um número inteiro", "dePosicao: é obrigatório"]),
            (json!(0), json!(-1), vec!["atePosicao: deve ser 1 ou mais", "dePosicao: deve ser 1 ou mais"]),
            (json!(2), json!(1), vec!["atePosicao: não pode ser menor que dePosicao"]),
            (json!(ultima + 1), json!(ultima + 9), vec![vazio]),
        ] {
            assert_eq!(reenviar(de, ate).await.com_status(400).problemas(), problemas);
        }
        for _ in 1..10 {
            reenviar(json!(1), json!(1)).await.com_status(200);
        }
        reenviar(json!(1), json!(1)).await.com_status(409);
        let faixa = json!({ "dePosicao": 1, "atePosicao": 1 });
        ausente(app.a.post("/Notificacao/99/Reenviar", &faixa).await);
    }

    async fn another_application_s_and_a_store_s_are_not_there(app: TestApp) {
        let loja = app.criar_loja("u");
        let b = app.b_como(loja);
        let inscricao = b.post("/webhook/inscricao", &modelos::inscricao()).await.json_de(201)["id"].clone();
        let criada = criar(&app, &desligada()).await;
        let vizinha = app.outra_aplicacao("vizinha");
        for (cliente, id) in [(&vizinha, &criada.json()["id"]), (&vizinha, &inscricao), (&app.a, &inscricao)] {
            let endereco = format!("/Notificacao/{id}");
            ausente(cliente.get(&endereco).await);
            ausente(cliente.put(&endereco, &desligada()).await);
            ausente(cliente.patch(&endereco, &json!({ "ativo": true })).await);
            ausente(cliente.delete(&endereco).await);
            ausente(cliente.get(&format!("{endereco}/Entregas")).await);
            for acao in ["Segredo", "Testar"] {
                ausente(cliente.enviar(Method::POST, &format!("{endereco}/{acao}"), &[], None::<Vec<u8>>).await);
            }
            let faixa = json!({ "dePosicao": 1, "atePosicao": 1 });
            ausente(cliente.post(&format!("{endereco}/Reenviar"), &faixa).await);
        }
        assert_eq!(vizinha.get("/Notificacao").await.json()["metadados"]["total"], 0);
        assert_eq!(app.a.get("/Notificacao").await.json()["resultado"], json!([modelos::sem(criada.json(), "segredo")]));
        // a user that goes takes what was of it alone along
        let dela = criar(&app, &modelos::com(desligada(), "/usuarioId", json!("u"))).await.header("location").to_owned();
        app.a.delete("/Usuario/u").await.com_status(204);
        ausente(app.a.get(&dela).await);
    }
}

//! Notificacao: where an application wants its events sent. What is stored, what is shown of it and to whom;
//! how events are sent is the delivery engine's.

use domain::entrega::{Agenda, Failure};
use domain::values::dates::Instante;
use reqwest::Method;
use serde_json::{Value, json};
use store::entregas::{self, AttemptResult, Due, Outcome};
use store::notificacoes::{self, Owner};

use crate::concurrency::following;
use crate::support::app::run_blocking;
use crate::support::{Answer, TestApp, models};

const URL: &str = "https://erp.example/eventos";

/// Nothing is sent while it is off.
fn off() -> Value {
    json!({ "url": URL, "ativo": false })
}

async fn create(app: &TestApp, body: &Value) -> Answer {
    app.a.post("/Notificacao", body).await.with_status(201)
}

fn segredo(body: &Value) -> String {
    let text = body["segredo"].as_str().expect("a secret").to_owned();
    assert!(text.len() == 50 && text.starts_with("whsec_") && text.ends_with('='), "{text}");
    text
}

#[track_caller]
fn missing(answer: Answer) {
    let expected = json!({ "message": "A notificação não foi encontrada.", "validationErrors": [] });
    assert_eq!(answer.json_of(404), expected);
}

/// Takes the tests that are waiting, as an engine would, and notes the same end for each.
fn conclude_tests(app: &TestApp, status: i16, falha: Option<Failure>, answer: &'static str) {
    run_blocking(&app.store, move |store| {
        store.write_blocking(move |tx| {
            let now = Instante::now();
            let due = Due::at(now, &Agenda::default());
            let waiting: Vec<_> =
                entregas::due_tests(tx, due)?.into_iter().map(|d| (d.destino, 10)).collect();
            let taken_items = entregas::reserve_tests(tx, &waiting, due, 7)?;
            let results: Vec<AttemptResult> = taken_items
                .iter()
                .map(|taken| AttemptResult {
                    destino: taken.destino,
                    id: taken.id,
                    reserva: taken.reserva,
                    inicio: now,
                    duracao_ms: 12,
                    status: Some(status),
                    falha,
                    resposta: answer.to_owned(),
                    luck: 0.5,
                })
                .collect();
            let end = if falha.is_none() { Outcome::Delivered } else { Outcome::Exhausted };
            let outcomes = entregas::conclude(tx, &results, &Agenda::default(), now)?.outcomes;
            assert!(!outcomes.is_empty() && outcomes.iter().all(|outcome| *outcome == end));
            Ok::<_, store::StoreError>(())
        })
    });
}

on_both_databases! {
    async fn what_is_created_is_there_and_its_secret_is_shown_once(app: TestApp) {
        app.create_loja("u");
        let body = json!({ "url": URL, "tipos": ["pedido.status", "pedido.criado"], "usuarioId": "u", "ativo": false });
        let created = create(&app, &body).await;
        let shown = created.json();
        segredo(&shown);
        assert_eq!(created.header("location"), format!("/Notificacao/{}", shown["id"]));
        let parsed = app.a.get(created.header("location")).await.with_status(200);
        assert_eq!(parsed.header("etag"), created.header("etag"));
        assert_eq!(parsed.json(), models::without(shown.clone(), "segredo"));
        assert_eq!(parsed.json(), json!({
            "id": shown["id"], "url": URL, "urlIntegracao": false, "tipos": ["pedido.criado", "pedido.status"],
            "usuarioId": "u", "ativo": false, "dataCriacao": shown["dataCriacao"],
            "dataAlteracao": shown["dataCriacao"], "situacao": { "pendentes": 0, "falhasSeguidas": 0 },
        }));
        let list = app.a.get("/Notificacao").await.json_of(200);
        assert_eq!(list["resultado"], json!([parsed.json()]));
        // there is no natural key: the same again is another one
        let other = create(&app, &body).await.json();
        assert!(other["id"].as_i64() > shown["id"].as_i64() && segredo(&other) != segredo(&shown));
        assert_eq!(app.a.get("/Notificacao?ativo=true").await.json_of(200)["metadados"]["total"], 0);
        // to each user's own address
        let integration = create(&app, &json!({ "urlIntegracao": true, "ativo": 0 })).await.json();
        assert_eq!((&integration["urlIntegracao"], integration.get("url")), (&json!(true), None));
        // a walk sees each once
        let mut next = Some("/Notificacao?quantidade_registros=2".to_owned());
        let mut seen = 0;
        while let Some(path) = next {
            let page = app.a.get(&path).await.with_status(200);
            assert_eq!(page.json()["metadados"]["total"], 3);
            seen += page.json()["resultado"].as_array().unwrap().len();
            next = following(&page);
        }
        assert_eq!(seen, 3);
    }

    async fn every_problem_is_named_at_once(app: TestApp) {
        let created = create(&app, &off()).await.json();
        let address = format!("/Notificacao/{}", created["id"]);
        let bad = json!({ "url": "ftp://x", "tipos": ["pedido.novo", 1], "usuarioId": "", "ativo": "sim", "urlIntegracao": 2 });
        let problems = app.a.post("/Notificacao", &bad).await.with_status(400).problems();
        let names: Vec<&str> = problems.iter().map(|p| p.split(": ").next().unwrap()).collect();
        assert_eq!(names, ["ativo", "tipos[0]", "tipos[1]", "url", "urlIntegracao", "usuarioId"]);
        for (body, problem) in [
            (json!({}), "url: é obrigatório, a não ser que urlIntegracao seja true"),
            (json!({ "url": URL, "urlIntegracao": true }), "url: não pode ser informado quando urlIntegracao é true"),
            (json!({ "url": URL, "usuarioId": "ninguém" }), "usuarioId: não existe entre os usuários"),
        ] {
            assert_eq!(app.a.post("/Notificacao", &body).await.with_status(400).problems(), [problem]);
            assert_eq!(app.a.put(&address, &body).await.with_status(400).problems(), [problem]);
        }
        for (merge_patch, problem) in [
            (json!({ "url": null }), "url: é obrigatório, a não ser que urlIntegracao seja true"),
            (json!({ "usuarioId": "ninguém" }), "usuarioId: não existe entre os usuários"),
            (json!({ "id": 99 }), "id: deve ser igual ao do endereço"),
            (json!([]), "deve ser um objeto"),
        ] {
            assert_eq!(app.a.patch(&address, &merge_patch).await.with_status(400).problems(), [problem]);
        }
        assert_eq!(app.a.get("/Notificacao").await.json()["resultado"], json!([models::without(created, "segredo")]));
    }

    async fn replaced_patched_and_deleted(app: TestApp) {
        app.create_loja("u");
        let created = create(&app, &models::with(off(), "/tipos", json!(["sku.preco"]))).await;
        let (address, etag) = (created.header("location").to_owned(), created.header("etag").to_owned());
        // what was read may go back as it is, and changes nothing
        let parsed = app.a.get(&address).await.json_of(200);
        let equal = app.a.put(&address, &parsed).await.with_status(200);
        assert_eq!((equal.json(), equal.header("etag")), (parsed.clone(), etag.as_str()));
        let other = models::with(parsed.clone(), "/id", json!(99));
        assert_eq!(app.a.put(&address, &other).await.with_status(400).problems(), ["id: deve ser igual ao do endereço"]);

        let restored = app.a.put(&address, &json!({ "url": "http://erp.example/2", "ativo": false })).await;
        assert_eq!(restored.json_of(200)["tipos"], json!([]));
        let old = [("if-match", etag.as_str())];
        for (method, body) in [(Method::PUT, off()), (Method::PATCH, json!({})), (Method::DELETE, json!({}))] {
            app.a.json_with(method, &address, &old, &body).await.with_status(412);
        }
        let patched = app.a.patch(&address, &json!({ "url": null, "urlIntegracao": true, "usuarioId": "u" })).await;
        let patched = patched.json_of(200);
        assert_eq!(
            (&patched["urlIntegracao"], patched.get("url"), &patched["usuarioId"]),
            (&json!(true), None, &json!("u"))
        );
        assert_eq!(app.a.get(&address).await.json_of(200), patched);

        app.a.delete(&address).await.with_status(204);
        missing(app.a.delete(&address).await);
        missing(app.a.get(&address).await);
        missing(app.a.put(&address, &off()).await);
        missing(app.a.patch(&address, &json!({})).await);
        for (suffix, method, allowed) in [
            ("", Method::POST, "DELETE, GET, HEAD, PATCH, PUT"),
            ("/Segredo", Method::GET, "POST"),
            ("/Testar", Method::GET, "POST"),
            ("/Reenviar", Method::PUT, "POST"),
            ("/Entregas", Method::POST, "GET, HEAD"),
        ] {
            let refused = app.a.json(method, &format!("{address}{suffix}"), &json!({})).await.with_status(405);
            assert_eq!(refused.header("allow"), allowed);
        }
    }

    async fn a_secret_is_rotated_and_shown_once_more(app: TestApp) {
        let created = create(&app, &off()).await;
        let (address, first) = (created.header("location").to_owned(), segredo(&created.json()));
        let rotation = app.a.send(Method::POST, &format!("{address}/Segredo"), &[], None::<Vec<u8>>).await.json_of(200);
        assert_ne!(segredo(&rotation), first);
        assert!(rotation["segredoAnteriorAte"].as_str().unwrap() > created.json()["dataCriacao"].as_str().unwrap());
        let parsed = app.a.get(&address).await.with_status(200);
        assert!(!parsed.text().contains("whsec_"), "{parsed:?}");
        // what was promised for a day is not taken back by a second one
        let second = app.a.send(Method::POST, &format!("{address}/Segredo"), &[], None::<Vec<u8>>).await.with_status(409);
        assert!(second.text().contains(rotation["segredoAnteriorAte"].as_str().unwrap()), "{second:?}");
        missing(app.a.send(Method::POST, "/Notificacao/99/Segredo", &[], None::<Vec<u8>>).await);
    }

    async fn the_same_request_under_one_key_makes_one_with_one_secret(app: TestApp) {
        let key = [("idempotency-key", "k1")];
        let first = app.a.json_with(Method::POST, "/Notificacao", &key, &off()).await.json_of(201);
        let repeated = app.a.json_with(Method::POST, "/Notificacao", &key, &off()).await.with_status(201);
        assert_eq!((repeated.header("idempotent-replayed"), repeated.json()), ("true", first));
        let other = json!({ "url": "https://erp.example/outro" });
        app.a.json_with(Method::POST, "/Notificacao", &key, &other).await.with_status(409);
        assert_eq!(app.a.get("/Notificacao").await.json()["metadados"]["total"], 1);
    }

    async fn an_address_that_will_never_be_called_is_refused(app: TestApp) {
        const ADDRESS: &str = "url: não pode ser chamado: deve ser um endereço público";
        const PORT: &str = "url: não pode ser chamado: a porta deve ser 80, 443 ou de 1024 em diante";
        let address = create(&app, &off()).await.header("location").to_owned();
        for (url, problem) in [
            ("http://localhost/x", ADDRESS),
            ("http://127.0.0.1:8080/", ADDRESS),
            ("http://2130706433:8080/", ADDRESS),
            ("http://10.0.0.7/", ADDRESS),
            ("http://169.254.169.254/latest/meta-data", ADDRESS),
            ("http://[::1]/", ADDRESS),
            ("https://erp.example:22/", PORT),
        ] {
            let body = json!({ "url": url, "ativo": false });
            for answer in [
                app.a.post("/Notificacao", &body).await,
                app.a.put(&address, &body).await,
                app.a.patch(&address, &json!({ "url": url })).await,
            ] {
                assert_eq!(answer.with_status(400).problems(), [problem], "{url}");
            }
        }
        for url in ["http://erp.example:8080/", "http://8.8.8.8/"] {
            app.a.put(&address, &json!({ "url": url, "ativo": false })).await.with_status(200);
        }
        // one that was there before stays as it is, and can be switched off
        let new = notificacoes::New {
            loja: None,
            url: Some("http://10.0.0.7/".to_owned()),
            tipos: Default::default(),
            topicos: Default::default(),
            ativo: true,
            cadastro: None,
        };
        let owner = Owner::Aplicacao(app.aplicacao);
        let before: Result<_, store::StoreError> =
            app.store.write(move |tx| notificacoes::create(tx, owner, &new, Instante::now())).await;
        let address = format!("/Notificacao/{}", before.unwrap().unwrap().id);
        app.a.patch(&address, &json!({ "ativo": false })).await.with_status(200);
        app.a.put(&address, &json!({ "url": "http://10.0.0.7/", "ativo": true })).await.with_status(200);
    }

    async fn there_is_a_limit(app: TestApp) {
        for _ in 0..100 {
            create(&app, &off()).await;
        }
        let full = app.a.post("/Notificacao", &off()).await.with_status(409);
        assert_eq!(
            full.json()["message"],
            "A aplicação já tem 100 notificações, o máximo. Exclua uma delas para criar outra."
        );
        // another application has a hundred of its own
        app.other_aplicacao("vizinha").post("/Notificacao", &off()).await.with_status(201);
    }

    async fn tests_are_sent_and_shown_with_what_was_tried(app: TestApp) {
        app.create_loja("u");
        let address = create(&app, &off()).await.header("location").to_owned();
        let send_test = async |path: &str| app.a.send(Method::POST, path, &[], None::<Vec<u8>>).await;
        let entregas = async |query: &str| app.a.get(&format!("{address}/Entregas{query}")).await;
        let test = send_test(&format!("{address}/Testar")).await.json_of(200);
        assert_eq!(
            (&test["tipo"], &test["estado"], &test["posicao"], &test["tentativas"]),
            (&json!("teste"), &json!("Pendente"), &json!(0), &json!([]))
        );
        assert_eq!(entregas("").await.json_of(200)["resultado"], json!([test]));
        assert_eq!(app.a.get(&address).await.json_of(200)["situacao"]["pendentes"], 1);

        conclude_tests(&app, 500, Some(Failure::Status), "Ai");
        let parsed = entregas("?estado=esgotada").await.json_of(200)["resultado"][0].clone();
        assert_eq!(parsed["tentativas"], json!([{
            "numero": 1, "data": parsed["tentativas"][0]["data"], "duracaoMs": 12, "status": 500,
            "erro": "o endereço respondeu com um status que não é 2xx", "resposta": "Ai",
        }]));
        send_test(&format!("{address}/Testar")).await.with_status(200);
        conclude_tests(&app, 204, None, "");
        let good = entregas("?estado=Entregue").await.json_of(200);
        assert_eq!((&good["metadados"]["total"], good["resultado"][0]["tentativas"][0].get("erro")), (&json!(1), None));
        // newest first, and a walk sees each once
        let first = entregas("?quantidade_registros=1").await.with_status(200);
        assert_eq!(first.json()["resultado"], good["resultado"]);
        let second = app.a.get(&following(&first).unwrap()).await.with_status(200);
        assert_eq!((&second.json()["resultado"], following(&second)), (&json!([parsed]), None));
        assert_eq!(entregas("?tipo=pedido.criado").await.json_of(200)["metadados"]["total"], 0);
        assert_eq!(entregas("?tipo=x&estado=y").await.with_status(400).problems().len(), 2);

        for _ in 0..10 {
            send_test(&format!("{address}/Testar")).await.with_status(200);
        }
        send_test(&format!("{address}/Testar")).await.with_status(409);
        missing(send_test("/Notificacao/99/Testar").await);
        missing(app.a.get("/Notificacao/99/Entregas").await);

        // to whose address, where there are many
        let of_each = create(&app, &json!({ "urlIntegracao": true, "ativo": false })).await.header("location").to_owned();
        for (query, problem) in [
            ("", "destino: é obrigatório, porque a notificação envia à urlIntegracao de cada usuário"),
            ("?destino=v", "destino: não existe entre os usuários"),
        ] {
            let refused = send_test(&format!("{of_each}/Testar{query}")).await.with_status(400);
            assert_eq!(refused.problems(), [problem]);
        }
        send_test(&format!("{of_each}/Testar?destino=u")).await.with_status(200);
    }

    async fn a_stretch_of_the_log_is_asked_for_again(app: TestApp) {
        let address = create(&app, &off()).await.header("location").to_owned();
        let resend = async |from: Value, until: Value| {
            app.a.post(&format!("{address}/Reenviar"), &json!({ "dePosicao": from, "atePosicao": until })).await
        };
        let empty = "dePosicao: o registro não tem eventos nesta faixa";
        assert_eq!(resend(json!(1), json!(9)).await.with_status(400).problems(), [empty]);
        app.loja_with_skus("u", &["S", "T"]).await;
        let last = app.a.get("/Evento").await.json_of(200)["proximaPosicao"].as_i64().unwrap() - 1;
        assert_eq!(resend(json!(2), json!("999")).await.json_of(200), json!({ "dePosicao": 2, "atePosicao": last }));
        for (from, until, problems) in [
            (json!(null), json!("x"), vec!["atePosicao: deve ser um número inteiro", "dePosicao: é obrigatório"]),
            (json!(0), json!(-1), vec!["atePosicao: deve ser 1 ou mais", "dePosicao: deve ser 1 ou mais"]),
            (json!(2), json!(1), vec!["atePosicao: não pode ser menor que dePosicao"]),
            (json!(last + 1), json!(last + 9), vec![empty]),
        ] {
            assert_eq!(resend(from, until).await.with_status(400).problems(), problems);
        }
        for _ in 1..10 {
            resend(json!(1), json!(1)).await.with_status(200);
        }
        resend(json!(1), json!(1)).await.with_status(409);
        let range = json!({ "dePosicao": 1, "atePosicao": 1 });
        missing(app.a.post("/Notificacao/99/Reenviar", &range).await);
    }

    async fn another_application_s_and_a_store_s_are_not_there(app: TestApp) {
        let loja = app.create_loja("u");
        let b = app.b_as(loja);
        let inscricao = b.post("/webhook/inscricao", &models::inscricao()).await.with_status(200);
        let inscricao = json!(inscricao.header("x-inscricao-id").parse::<i64>().unwrap());
        let created = create(&app, &off()).await;
        let neighbour = app.other_aplicacao("vizinha");
        for (client, id) in [(&neighbour, &created.json()["id"]), (&neighbour, &inscricao), (&app.a, &inscricao)] {
            let address = format!("/Notificacao/{id}");
            missing(client.get(&address).await);
            missing(client.put(&address, &off()).await);
            missing(client.patch(&address, &json!({ "ativo": true })).await);
            missing(client.delete(&address).await);
            missing(client.get(&format!("{address}/Entregas")).await);
            for action in ["Segredo", "Testar"] {
                missing(client.send(Method::POST, &format!("{address}/{action}"), &[], None::<Vec<u8>>).await);
            }
            let range = json!({ "dePosicao": 1, "atePosicao": 1 });
            missing(client.post(&format!("{address}/Reenviar"), &range).await);
        }
        assert_eq!(neighbour.get("/Notificacao").await.json()["metadados"]["total"], 0);
        assert_eq!(app.a.get("/Notificacao").await.json()["resultado"], json!([models::without(created.json(), "segredo")]));
        // a user that goes takes what was of it alone along
        let its = create(&app, &models::with(off(), "/usuarioId", json!("u"))).await.header("location").to_owned();
        app.a.delete("/Usuario/u").await.with_status(204);
        missing(app.a.get(&its).await);
    }
}

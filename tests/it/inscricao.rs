//! Subscriptions of interface B: where a store's own system wants to hear of changes.

use reqwest::Method;
use serde_json::{Value, json};

use crate::concurrency::following;
use crate::entrega::helpers::Scene;
use crate::support::contract::Contract;
use crate::support::{Answer, TestApp, TestClient, models};

const LIST: &str = "/webhook/inscricao";
const MISSING: &str = "A inscrição não foi encontrada.";

/// Interface B as a new store, held to its document.
fn new_loja(app: &TestApp, usuario: &str) -> TestClient {
    app.b_as(app.create_loja(usuario)).with_contract(Contract::b())
}

fn off() -> Value {
    models::with(models::inscricao(), "/ativo", json!(false))
}

async fn create(b: &TestClient, body: &Value) -> i64 {
    let answer = b.post(LIST, body).await;
    let id = answer.header("x-inscricao-id").parse().expect("a number");
    done(answer);
    id
}

#[track_caller]
fn refused(answer: Answer, status: u16, message: &str) {
    let expected = json!({ "resultadoOperacao": false, "codigo": status, "mensagem": message });
    assert_eq!(answer.json_of(status), expected);
}

#[track_caller]
fn done(answer: Answer) {
    assert_eq!(answer.json_of(200), json!(true));
}

in_both_profiles! {
    async fn a_subscription_from_its_creation_on(app: TestApp) {
        let b = new_loja(&app, "u");
        let topicos = b.get("/webhook/Topicos").await.with_status(200);
        let names: Vec<Value> = topicos.json().as_array().unwrap().iter().map(|t| t["nome"].clone()).collect();
        assert_eq!(topicos.header("x-total-count"), "5");
        assert_eq!(names, [
            "pedido.novo", "pedido.situacao.alterado", "pedido.rastreamento.alterado",
            "produto_variante.estoque.alterado", "produto_variante.preco.alterado",
        ]);

        for topico in topicos.json().as_array().unwrap() {
            let payload: Value = serde_json::from_str(topico["payload"].as_str().unwrap()).unwrap();
            assert_eq!((&payload["topico"], payload["tentativa"].as_i64()), (&topico["nome"], Some(1)));
        }

        // programs read a bare true; the secret stands beside it, once
        let created = b.post(LIST, &off()).await;
        assert!(created.header("x-webhook-segredo").starts_with("whsec_"), "{created:?}");
        assert_eq!((created.header("cache-control"), created.json()), ("no-store", json!(true)));
        let id: i64 = created.header("x-inscricao-id").parse().unwrap();
        let address = format!("{LIST}/{id}");
        let expected = json!({
            "inscricaoId": id, "nome": "ERP", "appUrl": "https://erp.example/avisos", "ativo": false,
            "emailResponsavel": "ti@erp.example", "topico": ["pedido.novo"], "usuario": "maria",
            "header": [{ "headerId": id * 100 + 1, "chave": "X-Loja", "valor": "7" }],
        });
        assert_eq!(b.get(&address).await.json_of(200), expected);

        // what is left out takes its default; topics count in any case, and once
        let min = json!({
            "nome": "Outro", "appUrl": "http://erp.example/", "ativo": 0,
            "topicos": ["Produto_Variante.Preco.Alterado", "pedido.novo", "PEDIDO.NOVO"],
        });
        done(b.put(&address, &min).await);
        let restored = json!({
            "inscricaoId": id, "nome": "Outro", "appUrl": "http://erp.example/", "ativo": false,
            "emailResponsavel": "", "topico": ["pedido.novo", "produto_variante.preco.alterado"], "usuario": "",
            "header": [],
        });
        assert_eq!(b.get(&address).await.json_of(200), restored);

        let activate = format!("{address}/Ativar");
        done(b.put(&activate, &json!({ "ativo": true, "usuario": "joana", "observacao": "voltou" })).await);
        let on = models::with(models::with(restored, "/ativo", json!(true)), "/usuario", json!("joana"));
        assert_eq!(b.get(&address).await.json_of(200), on);
        // who it was stays when nobody is named
        done(b.put(&activate, &json!({ "ativo": 0 })).await);
        assert_eq!(b.get(&address).await.json_of(200), models::with(on, "/ativo", json!(false)));
        assert!(!b.get(LIST).await.text().contains("whsec_"));
    }

    async fn lists_are_bare_and_lead_on(app: TestApp) {
        let b = new_loja(&app, "u");
        let empty = b.get(LIST).await.with_status(200);
        assert_eq!((empty.header("x-total-count"), empty.json()), ("0", json!([])));
        let mut ids = Vec::new();
        for _ in 0..3 {
            ids.push(create(&b, &off()).await);
        }
        let mut next = Some(format!("{LIST}?quantidadeRegistros=2"));
        let mut seen = Vec::new();
        while let Some(path) = next {
            let page = b.get(&path).await.with_status(200);
            assert_eq!(page.header("x-total-count"), "3");
            let list = page.json();
            seen.extend(list.as_array().unwrap().iter().map(|i| i["inscricaoId"].as_i64().unwrap()));
            next = following(&page);
        }
        assert_eq!(seen, ids);
        b.get(&format!("{LIST}?quantidadeRegistros=251")).await.with_status(400);
    }

    async fn an_address_that_will_never_be_called_is_refused(app: TestApp) {
        let b = new_loja(&app, "u");
        let address = format!("{LIST}/{}", create(&b, &off()).await);
        for url in ["http://localhost/x", "http://192.168.0.1/", "http://[::1]:8080/"] {
            let body = models::with(off(), "/appUrl", json!(url));
            let message = "appUrl: não pode ser chamado: deve ser um endereço público.";
            refused(b.post(LIST, &body).await, 422, message);
            refused(b.put(&address, &body).await, 422, message);
        }
        let body = models::with(off(), "/appUrl", json!("https://erp.example:25/"));
        let message = "appUrl: não pode ser chamado: a porta deve ser 80, 443 ou de 1024 em diante.";
        refused(b.post(LIST, &body).await, 422, message);
        done(b.put(&address, &off()).await);
    }

}

on_both_databases! {
    async fn a_secret_that_was_lost_is_made_anew(app: TestApp) {
        let b = new_loja(&app, "u");
        let created = b.post(LIST, &off()).await;
        let address = format!("{LIST}/{}/Segredo", created.header("x-inscricao-id"));
        let ask = async |client: &TestClient| client.send(Method::POST, &address, &[], None::<Vec<u8>>).await;
        let new = ask(&b).await;
        assert_eq!(new.header("cache-control"), "no-store");
        let new = new.json_of(200);
        assert!(new["segredo"].as_str().unwrap().starts_with("whsec_"), "{new}");
        assert_ne!(new["segredo"], created.header("x-webhook-segredo"));
        // both sign for a day: a third one would end it early
        let until = new["segredoAnteriorAte"].as_str().unwrap();
        let refusal = ask(&b).await.json_of(422)["mensagem"].as_str().unwrap().to_owned();
        assert!(refusal.contains(until), "{refusal} {until}");
        refused(ask(&new_loja(&app, "v")).await, 404, MISSING);
        assert!(!b.get(LIST).await.text().contains("whsec_"));
    }
}

on_both_databases! {
    async fn why_sending_failed_is_shown(app: TestApp) {
        let mut scene = Scene::new(&app).await;
        let b = app.b_as(app.loja("u")).with_contract(Contract::b());
        let on = models::with(models::inscricao(), "/ativo", json!(true));
        let address = format!("{LIST}/{}", create(&b, &on).await);
        assert_eq!(b.get(&address).await.json_of(200).get("ultimoErro"), None);
        scene.postman.rule(|_| Some(503));
        scene.pedido("1").await;
        assert_eq!(scene.step().await, 1);
        let shown = b.get(&address).await.json_of(200);
        let text = "o endereço respondeu com um status que não é 2xx (status 503)";
        assert_eq!(shown["ultimoErro"]["texto"], text);
        assert!(shown["ultimoErro"]["data"].as_str().unwrap().ends_with('Z'), "{shown}");
        assert_eq!(b.get(LIST).await.json_of(200), json!([shown]));
    }
}

in_both_profiles! {
    async fn what_was_read_can_be_sent_back(app: TestApp) {
        let b = new_loja(&app, "u");
        let address = format!("{LIST}/{}", create(&b, &off()).await);
        let parsed = b.get(&address).await.json_of(200);
        done(b.put(&address, &parsed).await);
        assert_eq!(b.get(&address).await.json_of(200), parsed);
        let mixed = models::with(models::with(parsed.clone(), "/topicos", json!(["pedido.novo"])), "/nome", json!("Outro"));
        done(b.put(&address, &mixed).await);
        assert_eq!(b.get(&address).await.json_of(200), models::with(parsed, "/nome", json!("Outro")));
    }

    async fn every_problem_is_named_at_once(app: TestApp) {
        let b = new_loja(&app, "u");
        let address = format!("{LIST}/{}", create(&b, &off()).await);
        let bad = json!({
            "nome": "", "appUrl": "erp.example", "topicos": ["pedido.novo", "nada"], "ativo": "sim",
            "usuario": "x".repeat(201), "emailResponsavel": "a@", "headers": [{ "chave": "Host" }, { "chave": "X", "valor": "a\nb" }],
        });
        for answer in [b.post(LIST, &bad).await, b.put(&address, &bad).await] {
            let message = answer.json_of(400)["mensagem"].as_str().unwrap().to_owned();
            for member in [
                "nome:", "appUrl:", "topicos[1]:", "ativo:", "usuario:", "emailResponsavel:", "headers[0].chave:",
                "headers[1].valor:",
            ] {
                assert!(message.contains(member), "{member} {message}");
            }
        }
        let empty = b.post(LIST, &json!({})).await.json_of(400)["mensagem"].as_str().unwrap().to_owned();
        for member in ["nome: é obrigatório", "appUrl: é obrigatório", "topicos: deve ter pelo menos um tópico"] {
            assert!(empty.contains(member), "{member} {empty}");
        }
        let activate = format!("{address}/Ativar");
        refused(b.put(&activate, &json!({ "observacao": "x" })).await, 400, "O corpo da requisição tem dados inválidos. ativo: é obrigatório.");
        b.get(&format!("{LIST}/x")).await.with_status(400);
        assert_eq!(b.get(LIST).await.header("x-total-count"), "1");
    }

    async fn what_is_not_there_or_may_not_be(app: TestApp) {
        let b = new_loja(&app, "u");
        let address = format!("{LIST}/{}", create(&b, &off()).await);
        let notificacao = json!({ "url": "https://erp.example", "usuarioId": "u", "ativo": false });
        let notificacao = app.a.post("/Notificacao", &notificacao).await.json_of(201)["id"].clone();
        let other = new_loja(&app, "v");
        // another store's, interface A's, nobody's: all the same
        for (client, path) in [
            (&other, address.clone()), (&b, format!("{LIST}/{notificacao}")), (&b, format!("{LIST}/99")),
        ] {
            refused(client.get(&path).await, 404, MISSING);
            refused(client.put(&path, &models::inscricao()).await, 404, MISSING);
            refused(client.put(&format!("{path}/Ativar"), &json!({ "ativo": true })).await, 404, MISSING);
        }
        assert_eq!(other.get(LIST).await.json_of(200), json!([]));
        assert_eq!(b.get(LIST).await.header("x-total-count"), "1");
        assert_eq!(app.a.get("/Notificacao").await.json_of(200)["metadados"]["total"], 1);
        for (path, allowed) in [
            (LIST.to_owned(), "GET, HEAD, POST"),
            (address.clone(), "GET, HEAD, PUT"),
            (format!("{address}/ativar"), "PUT"),
            ("/webhook/topicos".to_owned(), "GET, HEAD"),
        ] {
            let method = b.send(Method::DELETE, &path, &[], None::<Vec<u8>>).await.with_status(405);
            assert_eq!(method.header("allow"), allowed, "{path}");
        }

        for _ in 1..100 {
            create(&b, &off()).await;
        }
        refused(b.post(LIST, &off()).await, 422, "A loja já tem 100 inscrições, o máximo.");
        app.a.patch("/Usuario/u", &json!({ "ativo": false })).await.with_status(200);
        let inactive = "A loja está inativa: seus dados podem ser lidos, mas não alterados.";
        refused(b.put(&address, &off()).await, 422, inactive);
        b.get(&address).await.with_status(200);
    }
}

//! Bodies and parameters with bad values: the path of every problem, all of them at once.

use reqwest::Method;
use serde_json::{Value, json};

use super::{JSON, one_in, problems, raw};
use crate::support::{Answer, TestApp, models};

async fn post(app: &TestApp, path: &str, body: &str) -> Answer {
    raw(&app.a, Method::POST, path, JSON, body.as_bytes()).await
}

on_both_databases! {
    async fn identifiers_that_cannot_be_seen_are_refused(app: TestApp) {
        const WHY: &str = "contém um caractere invisível ou que muda a direção do texto";
        app.loja_with_skus("u", &["S"]).await;
        for hidden in ["S\u{200B}", "\u{202E}S", "S\u{2066}", "S\u{FEFF}", "S\u{3164}", "S\u{FE0F}", "S\u{2028}"] {
            let answer = app.a.post("/sku?usuarioId=u", &models::sku(hidden)).await;
            problems(answer, &[&format!("sku: {WHY}")]);
            let mut pedido = models::pedido("canal", "P", "S");
            pedido["sourceId"] = json!(hidden);
            problems(app.send_pedido("u", &pedido).await, &[&format!("sourceId: {WHY}")]);
        }
        problems(app.a.get("/sku?usuarioId=u%E2%80%8B").await, &[&format!("usuarioId: {WHY}")]);
        for (lost, why) in [("  ", "não pode ser só de espaços"), (".", "não pode ser . nem .."), ("..", "não pode ser . nem ..")] {
            // an empty text counts as absent
            let of = |name: &str| format!("{name}: {}", if lost == "  " { "é obrigatório" } else { why });
            problems(app.a.post("/Usuario", &models::usuario(lost)).await, &[&of("usuarioId")]);
            problems(app.a.post("/Canal?usuarioId=u", &models::canal(lost)).await, &[&of("canalId")]);
            problems(app.a.post("/sku?usuarioId=u", &models::sku(lost)).await, &[&of("sku")]);
            let why = format!("sourceId: {why}");
            problems(app.send_pedido("u", &models::pedido("canal", lost, "S")).await, &[&why]);
        }
    }

    async fn all_problems_are_told_at_once(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        problems(post(&app, "/Usuario", "{}").await, &["nome: é obrigatório", "usuarioId: é obrigatório"]);
        problems(post(&app, "/sku?usuarioId=u", r#"{"sku": true, "nome": null, "estoque": "x", "imagens": [{}, "ftp://x"]}"#).await, &[
            "estoque: deve ser um número inteiro",
            "imagens[0]: deve ser um texto",
            "imagens[1]: deve ser um endereço http ou https completo",
            "nome: é obrigatório",
            "sku: deve ser um texto",
        ]);
        let mut pedido = models::pedido("canal", "P", "S");
        pedido["status"] = json!("Perdido");
        pedido["produtos"] = json!([{ "sku": "S", "quantidade": 1, "preco": 1 }, {}, { "sku": "", "quantidade": 0, "preco": "x" }]);
        problems(app.send_pedido("u", &pedido).await, &[
            "produtos[1].preco: é obrigatório",
            "produtos[1].quantidade: é obrigatório",
            "produtos[1].sku: é obrigatório",
            "produtos[2].preco: deve ser um número decimal",
            "produtos[2].quantidade: deve ser maior ou igual a 1",
            "produtos[2].sku: deve ter de 1 a 100 caracteres",
            "status: deve ser um destes valores: AguardandoPagamento, Pago, Faturado, Enviado, Entregue, Cancelado",
        ]);
        problems(app.a.get("/Pedido?pagina=0&quantidade_registros=251&status=x&dataInicial=y").await, &[
            "dataInicial: deve ser uma data e hora ISO 8601 (yyyy-MM-ddTHH:mm:ssZ)",
            "pagina: deve ser um inteiro a partir de 1",
            "quantidade_registros: deve ser um inteiro de 1 a 250",
            "status: deve ser um destes valores: AguardandoPagamento, Pago, Faturado, Enviado, Entregue, Cancelado",
            "usuarioId: é obrigatório",
        ]);
    }

    async fn each_kind_of_bad_value_has_its_path(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        let long = "x".repeat(300);
        for (member, value) in [
            ("sku", format!("\"{long}\"")),
            ("sku", "\"\"".to_owned()),
            ("sku", "\"a\\u0000b\"".to_owned()),
            ("sku", "\"a\\nb\"".to_owned()),
            ("nome", "\"a\\u0000b\"".to_owned()),
            ("nome", "\"\\ud800\"".to_owned()),
            ("nome", "[]".to_owned()),
            ("descricao", format!("\"{}\"", "x".repeat(100_001))),
            ("ativo", "\"true\"".to_owned()),
            ("estoque", "1e400".to_owned()),
            ("estoque", "99999999999999999999".to_owned()),
            ("precoPor", "1.00001".to_owned()),
            ("precoPor", "1e400".to_owned()),
            ("precoPor", "-1e400".to_owned()),
            ("precoPor", "1e-400".to_owned()),
            ("precoPor", "1e99999999999999999999".to_owned()),
            ("precoPor", "{}".to_owned()),
            ("atributos", "[[]]".to_owned()),
        ] {
            let body = match member {
                "sku" => format!("{{\"sku\": {value}, \"nome\": \"N\"}}"),
                "nome" => format!("{{\"sku\": \"X\", \"nome\": {value}}}"),
                other => format!("{{\"sku\": \"X\", \"nome\": \"N\", \"{other}\": {value}}}"),
            };
            let path = if member == "atributos" { "atributos[0]" } else { member };
            one_in(post(&app, "/sku?usuarioId=u", &body).await, path);
        }
        let pedido = models::pedido("canal", "P", "S").to_string();
        for (from, to, path) in [
            ("207.3", "1e400", "total"),
            ("207.3", "207.30001", "total"),
            ("\"preco\":99.9", "\"preco\":99.99999", "produtos[0].preco"),
            ("\"quantidade\":2", "\"quantidade\":2.5", "produtos[0].quantidade"),
            ("\"Pago\"", "1", "status"),
            ("\"Pago\"", "\"PAGO\"", "status"),
            ("\"rua\":\"Rua das Acácias\"", "\"rua\":\"a\\u0000\"", "endereco[0].rua"),
            ("\"valorNominal\":15", "\"valorNominal\":-15", "frete[0].valorNominal"),
            ("\"chave\":\"formaPagamentoId\"", "\"chave\":null", "informacaoAdicional[0].chave"),
        ] {
            assert!(pedido.contains(from), "{from}");
            one_in(post(&app, "/Pedido?usuarioId=u", &pedido.replace(from, to)).await, path);
        }
        assert_eq!(app.a.get("/sku?usuarioId=u").await.json()["metadados"]["total"], 1);
        assert_eq!(app.a.get("/Pedido?usuarioId=u").await.json()["metadados"]["total"], 0);
    }
}

/// Bodies with members of the wrong kind, made from the document: whatever stands in the place of a member,
/// it is read or it is refused with its path, and never anything else.
fn swaps() -> Vec<Value> {
    vec![
        json!(null),
        json!(true),
        json!(-1),
        json!(1.5),
        json!(""),
        json!("x\u{0}"),
        json!([]),
        json!([null]),
        json!({}),
        json!({ "a": 1 }),
    ]
}

on_both_databases! {
    async fn any_value_in_the_place_of_any_member(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        for (path, body) in [
            ("/Usuario", models::usuario("x")),
            ("/Canal?usuarioId=u", models::canal("x")),
            ("/sku?usuarioId=u", models::sku("x")),
            ("/Pedido?usuarioId=u", models::pedido("canal", "x", "S")),
        ] {
            for pointer in pointers(&body, "") {
                for swap in swaps() {
                    let answer = app.a.post(path, &models::with(body.clone(), &pointer, swap.clone())).await;
                    let case = format!("{path} {pointer} {swap}");
                    match answer.status {
                        200 | 201 | 409 => {}
                        400 => {
                            let name = pointer.rsplit('/').find(|p| p.parse::<usize>().is_err()).unwrap();
                            let said = answer.problems();
                            assert!(said.iter().all(|d| d.contains(name)), "{case}: {said:?}");
                        }
                        _ => panic!("{case}: {answer:?}"),
                    }
                }
            }
        }
    }
}

/// The JSON pointers of every member and item of a value.
fn pointers(value: &Value, here: &str) -> Vec<String> {
    let children: Vec<(String, &Value)> = match value {
        Value::Object(members) => members.iter().map(|(name, v)| (format!("{here}/{name}"), v)).collect(),
        Value::Array(items) => items.iter().enumerate().map(|(i, v)| (format!("{here}/{i}"), v)).collect(),
        _ => Vec::new(),
    };
    let below = children.iter().flat_map(|(path, v)| pointers(v, path)).collect::<Vec<_>>();
    children.into_iter().map(|(path, _)| path).chain(below).collect()
}

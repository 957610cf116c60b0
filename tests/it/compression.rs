//! Compressed answers: who gets them, that nothing else changes with them, and what is never compressed.

use std::collections::BTreeSet;

use futures_util::future::join_all;
use reqwest::Method;
use reqwest::header::{HeaderName, HeaderValue};
use serde_json::{Value, json};
use server::config::Config;

use crate::support::{Answer, Database, TestApp, TestClient, models, run, run_with};

const PEDIDOS: &str = "/pedidos?dataInicial=2026-05-01&dataFinal=2026-05-31";
const SKU: &str = "/sku/S?usuarioId=u";

async fn ask(client: &TestClient, method: Method, path: &str, headers: &[(&str, &str)]) -> Answer {
    // the one that reads every body as JSON would stumble over a coded one
    let client = TestClient::new(client.base.trim_start_matches("http://"), client.chave.as_deref());
    client.send(method, path, headers, None::<Vec<u8>>).await
}

async fn get(client: &TestClient, path: &str, accepted: &str) -> Answer {
    ask(client, Method::GET, path, &[("accept-encoding", accepted)]).await
}

/// The bytes behind an answer's coding.
fn plain(answer: &Answer) -> Vec<u8> {
    const ROOM: usize = 32 << 20;
    match answer.header("content-encoding") {
        "" => answer.corpo.clone(),
        "zstd" => zstd::bulk::decompress(&answer.corpo, ROOM).unwrap(),
        "gzip" => {
            let mut plain = vec![0; ROOM];
            let decoded = libdeflater::Decompressor::new().gzip_decompress(&answer.corpo, &mut plain);
            plain.truncate(decoded.unwrap());
            plain
        }
        other => panic!("{other}"),
    }
}

fn depends_on_coding(answer: &Answer) -> bool {
    let mut told = answer.headers.get_all("vary").iter().flat_map(|value| value.to_str().unwrap().split(','));
    told.any(|part| part.trim().eq_ignore_ascii_case("accept-encoding"))
}

/// A store with a SKU whose description fills more than a packet, and a page of orders.
async fn filled(app: &TestApp) -> TestClient {
    app.loja_with_skus("u", &["S", "T"]).await;
    let long = json!({ "descricao": "Tecido leve, costura dupla. ".repeat(60) });
    app.a.patch(SKU, &long).await.with_status(200);
    for n in 0..50 {
        app.create_pedido("u", &models::pedido("canal", &format!("P{n}"), "S")).await;
    }
    app.b_as(app.loja("u"))
}

/// Headers that are not of this one answer alone; their order says nothing.
fn lasting(answer: &Answer) -> BTreeSet<(String, String)> {
    let passing = ["content-length", "content-encoding", "date", "x-request-id", "etag"];
    let pair =
        |(name, value): (&HeaderName, &HeaderValue)| (name.to_string(), value.to_str().unwrap().to_owned());
    answer.headers.iter().map(pair).filter(|(name, _)| !passing.contains(&name.as_str())).collect()
}

on_both_databases! {
    async fn whoever_asks_gets_the_same_answer_in_fewer_bytes(app: TestApp) {
        let b = filled(&app).await;
        let orders = "/Pedido?usuarioId=u&quantidade_registros=40";
        for (client, path) in [(&app.a, orders), (&app.a, SKU), (&b, PEDIDOS), (&b, "/openapi.json")] {
            let whole = ask(client, Method::GET, path, &[]).await.with_status(200);
            assert!(whole.header("content-encoding").is_empty() && depends_on_coding(&whole), "{path}");
            for (accepted, coding) in
                [("gzip, deflate, br, zstd", "gzip"), ("zstd", "zstd"), ("zstd, gzip;q=0.5", "zstd")]
            {
                let coded = get(client, path, accepted).await.with_status(200);
                assert_eq!(coded.header("content-encoding"), coding, "{path}");
                assert_eq!(plain(&coded), whole.corpo, "{path}");
                assert!(coded.corpo.len() * 2 < whole.corpo.len(), "{path}: {}", coded.corpo.len());
                assert_eq!(coded.header("content-length"), coded.corpo.len().to_string());
                assert_eq!(lasting(&coded), lasting(&whole), "{path}");
            }
        }
        let page = get(&b, &format!("{PEDIDOS}&quantidadeRegistros=40"), "gzip").await.with_status(200);
        assert_eq!(page.header("x-total-count"), "50");
        assert!(page.header("link").contains("cursor=") && page.header("content-encoding") == "gzip");
    }

    async fn tags_name_bytes_and_conditions_mean_content(app: TestApp) {
        filled(&app).await;
        let whole = app.a.get(SKU).await.with_status(200).header("etag").to_owned();
        let coded = get(&app.a, SKU, "gzip").await.with_status(200).header("etag").to_owned();
        assert_eq!(coded, format!("{}-gzip\"", whole.trim_end_matches('"')));
        let zstd = get(&app.a, SKU, "zstd").await.header("etag").to_owned();
        assert!(zstd != coded && zstd != whole, "{zstd}");
        // whatever was held is still good, and the 304 names it
        let pairs = [(&whole, "gzip"), (&coded, "gzip"), (&coded, "zstd"), (&zstd, "zstd"), (&coded, "")];
        for (held, accepted) in pairs {
            let headers = [("if-none-match", held.as_str()), ("accept-encoding", accepted)];
            let same = ask(&app.a, Method::GET, SKU, &headers).await.with_status(304);
            assert!(same.header("etag") == held && same.corpo.is_empty(), "{same:?}");
            assert!(depends_on_coding(&same), "{same:?}");
            assert_eq!(same.header("content-encoding"), "");
        }
        // a write is made for what was read, in whatever coding
        let change = async |tag: &str, name: &str| {
            let headers = [("if-match", tag), ("accept-encoding", "gzip")];
            app.a.json_with(Method::PATCH, SKU, &headers, &json!({ "nome": name })).await.status
        };
        assert_eq!(change(&coded, "Um").await, 200);
        assert_eq!(change(&coded, "Dois").await, 412);
        let zstd = get(&app.a, SKU, "zstd").await.header("etag").to_owned();
        assert_eq!(change(&zstd, "Dois").await, 200);
        let headers = [("if-none-match", coded.as_str()), ("accept-encoding", "gzip")];
        ask(&app.a, Method::GET, SKU, &headers).await.with_status(200);
    }

    async fn what_is_not_worth_it_or_shows_a_secret_stays_plain(app: TestApp) {
        filled(&app).await;
        let small = get(&app.a, "/Usuario/u", "gzip").await.with_status(200);
        assert!(small.corpo.len() < 1024 && small.header("content-encoding").is_empty());
        assert!(!depends_on_coding(&small));
        let nothing = get(&app.a, "/Usuario/nenhum", "gzip").await.with_status(404);
        assert_eq!(nothing.header("content-encoding"), "");
        // only the head, which tells of the plain answer
        let head = ask(&app.a, Method::HEAD, SKU, &[("accept-encoding", "gzip")]).await.with_status(200);
        let whole = app.a.get(SKU).await;
        assert!(depends_on_coding(&head) && head.header("content-encoding").is_empty(), "{head:?}");
        for name in ["etag", "content-length"] {
            assert_eq!(head.header(name), whole.header(name));
        }
        // a new notification shows its secret, beside what its caller has written
        let long = format!("https://erp.example.com/{}", "a".repeat(1500));
        let body = json!({ "url": long, "ativo": false });
        let accepted = [("accept-encoding", "gzip")];
        let created = app.a.json_with(Method::POST, "/Notificacao", &accepted, &body).await;
        let created = created.with_status(201);
        assert!(created.json()["segredo"].is_string() && created.corpo.len() > 1024, "{created:?}");
        assert!(!depends_on_coding(&created));
        // without its secret it is compressed like any other
        let path = format!("/Notificacao/{}", created.json()["id"]);
        let shown = get(&app.a, &path, "gzip").await.with_status(200);
        assert_eq!(shown.header("content-encoding"), "gzip");
        assert!(serde_json::from_slice::<Value>(&plain(&shown)).unwrap()["segredo"].is_null());
    }
}

#[test]
fn no_value_of_the_header_is_an_error() {
    run(Database::Sqlite, async |app| {
        filled(&app).await;
        for (accepted, coding) in [
            ("", ""),
            ("br", ""),
            ("gzip;q=0", ""),
            ("identity;q=0", ""),
            ("gzip;q=tudo, ;;;=, \"", ""),
            ("*;q=0.1, gzip;q=0", "zstd"),
            ("identity;q=0.9, gzip;q=0.1", ""),
        ] {
            let answer = get(&app.a, SKU, accepted).await.with_status(200);
            assert_eq!(answer.header("content-encoding"), coding, "{accepted}");
        }
        let text = format!("{}gzip", "x,".repeat(3000));
        assert_eq!(get(&app.a, SKU, &text).await.with_status(200).header("content-encoding"), "gzip");
    });
}

#[test]
fn many_at_once_are_answered_compressed_or_plain() {
    run(Database::Sqlite, async |app| {
        let b = filled(&app).await;
        let whole = b.get(PEDIDOS).await.with_status(200).corpo;
        assert!(whole.len() > 100_000, "{}", whole.len());
        let answers = join_all((0..40).map(|_| get(&b, PEDIDOS, "gzip"))).await;
        let codings: Vec<_> = answers.iter().map(|answer| answer.header("content-encoding")).collect();
        assert!(codings.contains(&"gzip"), "{codings:?}");
        assert!(answers.iter().all(|answer| answer.status == 200 && plain(answer) == whole), "{codings:?}");
        // the turns have come back
        assert_eq!(get(&b, PEDIDOS, "gzip").await.header("content-encoding"), "gzip");
    });
}

#[test]
fn the_page_of_the_documentation_is_compressed_too() {
    run(Database::Sqlite, async |app| {
        for path in ["/docs/page.js", "/openapi.json"] {
            let whole = ask(&app.a, Method::GET, path, &[]).await.with_status(200);
            for _ in 0..2 {
                let coded = get(&app.a, path, "gzip").await.with_status(200);
                assert_eq!(coded.header("content-encoding"), "gzip", "{path}");
                assert!(plain(&coded) == whole.corpo, "{path}");
            }
        }
    });
}

#[test]
fn switched_off_nothing_is_compressed_and_nothing_said_of_it() {
    let uncompressed = |config| Config { compress: false, ..config };
    run_with(Database::Sqlite, uncompressed, async |app| {
        let b = filled(&app).await;
        for (client, path) in [(&app.a, SKU), (&b, PEDIDOS), (&app.a, "/openapi.json")] {
            let answer = get(client, path, "gzip, zstd").await.with_status(200);
            assert!(answer.header("content-encoding").is_empty() && !depends_on_coding(&answer), "{path}");
        }
    });
}

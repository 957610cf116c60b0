//! A file dropped on the console goes the way of `server import`.

use std::pin::pin;
use std::time::Duration;

use actix_web::rt;
use domain::console::Role;
use futures_util::future::{Either, select};
use serde_json::json;
use store::accesses::Scope;

use super::visitor::Visitor;
use crate::support::models;
use crate::support::program::Program;
use crate::support::wait::until;

const PATH: &str = "/console/1-1/importar";
const WRITE: &[(&str, &str)] = &[("tipo", "estoque"), ("como", "gravar")];
const CHECK: &[(&str, &str)] = &[("tipo", "estoque"), ("como", "conferir")];
const STOCK: &[u8] = "\u{feff}sku;estoque;obs\r\nS1;7;nada\r\nS9;1;\r\nS2;muitos;\r\n".as_bytes();

on_both_databases! {
    async fn a_file_is_checked_then_brought_in(app: TestApp) {
        app.loja_with_skus("loja-1", &["S1", "S2"]).await;
        let ana = Visitor::operator(&app).await;
        let stock = async |sku: &str| app.a.get(&format!("/sku/{sku}?usuarioId=loja-1")).await.json_of(200);
        let before = stock("S1").await["estoque"].clone();
        let text = ana.send_file(PATH, CHECK, "saldo.csv", STOCK).await.with_status(200).text();
        assert!(text.contains("nada foi gravado") && text.contains("recusados: 2"), "{text}");
        assert_eq!(stock("S1").await["estoque"], before);
        assert!(!ana.page("/console/1-1/atos").await.contains("saldo.csv"), "a check is no act");
        for _ in 0..2 {
            let text = ana.send_file(PATH, WRITE, "saldo.csv", STOCK).await.with_status(200).text();
            for part in ["Importado", "recusados: 2", "obs", "este SKU não existe", "estoque"] {
                assert!(text.contains(part), "{part}: {text}");
            }
        }
        assert_eq!(stock("S1").await["estoque"], 7);
        let acts = ana.page("/console/1-1/atos").await;
        assert_eq!(acts.matches("saldo.csv").count(), 2, "{acts}");
    }

    async fn new_skus_come_as_json_too(app: TestApp) {
        app.loja_with_skus("loja-1", &["S1"]).await;
        let ana = Visitor::operator(&app).await;
        let new = json!({
            "sku": "N1", "nome": "Caneca", "marca": "Boa", "descricao": "De louça", "categorias": ["Casa"],
            "largura": 10, "altura": 10, "comprimento": 10, "peso": 300, "ativo": true, "prazoDespacho": 1,
            "precoDe": 20, "precoPor": 19.9, "estoque": 4, "urlOrigem": "https://exemplo.com.br/n1",
        });
        let fields = [("tipo", "skus"), ("como", "gravar")];
        let content = new.to_string();
        let text = ana.send_file(PATH, &fields, "n.jsonl", content.as_bytes()).await.with_status(200).text();
        assert!(text.contains("Novos: 1"), "{text}");
        assert_eq!(app.a.get("/sku/N1?usuarioId=loja-1").await.json_of(200)["estoque"], 4);
    }

    async fn what_is_no_such_file_is_refused_whole(app: TestApp) {
        app.loja_with_skus("loja-1", &["S1"]).await;
        let ana = Visitor::operator(&app).await;
        let text = ana.send_file(PATH, WRITE, "x.csv", b"cor,tamanho\nS1,3\n").await.with_status(422).text();
        assert!(text.contains("sku, estoque. O arquivo tem: cor, tamanho"), "{text}");
        assert!(text.contains("value=\"estoque\" selected"), "{text}");
        for (no_table, said) in [
            (&b""[..], "está vazio"),
            (b"\xFF\xFEs\0k\0u\0", "falta nela: estoque"),
            (b"PK\x03\x04", "CSV"),
            (b"%PDF-1.7", "CSV"),
            (b"sku;estoque\n", "não há linhas abaixo"),
        ] {
            let text = ana.send_file(PATH, WRITE, "x.csv", no_table).await.with_status(422).text();
            assert!(text.contains(said), "{said}: {text}");
        }
        let wide = "sku;".repeat(5000);
        let text = ana.send_file(PATH, WRITE, "x.csv", wide.as_bytes()).await.with_status(422).text();
        assert!(text.contains("colunas demais"), "{text}");
        ana.send_file(PATH, &[("tipo", "segredos")], "x.csv", STOCK).await.with_status(400);
        ana.post(PATH, &[], &[("tipo", "estoque")]).await.with_status(400);
        let large = vec![b'x'; (32 << 20) + 1];
        let text = ana.send_file(PATH, WRITE, "grande.csv", &large).await.with_status(422).text();
        assert!(text.contains("32 MiB"), "{text}");
        assert!(!ana.page("/console/1-1/atos").await.contains("grande.csv"));
    }

    async fn a_quote_that_stays_open_is_named_and_what_was_before_it_is_in(app: TestApp) {
        app.loja_with_skus("loja-1", &["S1"]).await;
        let ana = Visitor::operator(&app).await;
        let open = b"sku;estoque\nS1;\"7\n";
        let text = ana.send_file(PATH, WRITE, "x.csv", open).await.with_status(422).text();
        assert!(text.contains("Linha 2: as aspas"), "{text}");
        let long = format!("sku;estoque\n{}S1;\"7\n", "S1;3\n".repeat(500));
        let text = ana.send_file(PATH, WRITE, "x.csv", long.as_bytes()).await.with_status(200).text();
        assert!(text.contains("Linha 502: as aspas") && text.contains("até a linha 501"), "{text}");
        assert_eq!(app.a.get("/sku/S1?usuarioId=loja-1").await.json_of(200)["estoque"], 3);
    }

    async fn a_file_that_drips_in_holds_up_nobody(app: TestApp) {
        app.loja_with_skus("loja-1", &["S1"]).await;
        let ana = Visitor::operator(&app).await;
        let mut slow: Vec<_> = (0..3).map(|_| ana.begin_file(PATH)).collect();
        // they have arrived in part, and hold up nobody
        rt::time::sleep(Duration::from_millis(300)).await;
        ana.send_file(PATH, WRITE, "saldo.csv", STOCK).await.with_status(200);
        let refused = async || ana.send_file(PATH, WRITE, "saldo.csv", STOCK).await.status == 409;
        // one that arrives while another is brought in takes no place: one more each time
        let full = async || {
            slow.push(ana.begin_file(PATH));
            refused().await
        };
        until("no further file may drip in", full).await;
        drop(slow);
        until("files that nobody sends any more are forgotten", async || !refused().await).await;
    }

    async fn only_who_may_act_here_brings_files_in(app: TestApp) {
        app.loja_with_skus("loja-1", &["S1"]).await;
        app.loja_with_skus("loja-2", &["S1"]).await;
        let ana = Visitor::operator(&app).await;
        let bia = Visitor::of(&app, Role::Look, Scope::All).await;
        let mark = bia.mark().await;
        assert!(!bia.page(PATH).await.contains("type=\"file\""));
        bia.send_file(PATH, WRITE, "saldo.csv", STOCK).await.with_status(403);
        ana.send_marked_file(PATH, &mark, WRITE, ("saldo.csv", STOCK)).await.with_status(403);
        let of_one = Visitor::of(&app, Role::Operate, Scope::Loja(app.loja("loja-2"))).await;
        of_one.send_file(PATH, WRITE, "saldo.csv", STOCK).await.with_status(404);
        let off = models::with(models::usuario("loja-1"), "/ativo", false.into());
        app.a.put("/Usuario/loja-1", &off).await.with_status(200);
        ana.send_file(PATH, WRITE, "saldo.csv", STOCK).await.with_status(409);
        app.a.put("/Usuario/loja-1", &models::usuario("loja-1")).await.with_status(200);
        let there = app.a.get("/sku/S1?usuarioId=loja-1").await.json_of(200);
        assert_ne!(there["estoque"], 7, "{there}");
    }

    async fn the_end_of_the_server_waits_for_a_batch_and_not_for_the_file(app: TestApp) {
        let mut app = app;
        app.loja_with_skus("loja-1", &["S1"]).await;
        let ana = Visitor::operator(&app).await;
        let all: String = (0..20_000).map(|n| models::sku(&format!("N{n}")).to_string() + "\n").collect();
        let fields = [("tipo", "skus"), ("como", "gravar")];
        let sending = Box::pin(ana.send_file(PATH, &fields, "n.jsonl", all.as_bytes()));
        let under_way = async {
            let list = "/sku?usuarioId=loja-1&quantidade_registros=1";
            let total = async || app.a.get(list).await.json_of(200)["metadados"]["total"].clone();
            until("the first batch", async || total().await != 1).await;
        };
        let sending = match select(sending, pin!(under_way)).await {
            Either::Left((answer, _)) => panic!("the file was too small: {answer:?}"),
            Either::Right(((), sending)) => sending,
        };
        drop(sending);
        app.stop();
        let limited = ["app", "limit", "testes", "--skus", "99999"];
        let said = Program::new().env("DATABASE_URL", &app.database.url).ok(&limited);
        let count: u32 = said.lines().last().unwrap().split('\t').nth(1).unwrap().parse().unwrap();
        assert!(count % 500 == 1 && (500..20_000).contains(&count), "{said}");
    }
}

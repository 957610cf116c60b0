//! Out of one database and into another: the second exports what the first did.

use std::collections::BTreeSet;
use std::fs;
use std::time::Duration;

use serde_json::{Value, json};
use store::canais;
use store::paging::PageRequest;

use super::support::{beside, ok, run};
use crate::support::app::run_blocking;
use crate::support::program::Program;
use crate::support::{Database, TestApp, TestDatabase};

const KINDS: &[&str] = &["skus", "estoque", "precos", "categorias", "pedidos"];

/// Another application with a user `u` that has the channels of the made-up store.
async fn target(database: Database, source: &Program, from: &str) -> Option<TestApp> {
    let app = TestApp::start(TestDatabase::new(database)?);
    app.a.post("/Usuario", &crate::support::models::usuario("u")).await.with_status(201);
    let store = store::Store::open(&store::StoreConfig::new(from), crate::support::secrets()).unwrap();
    let filter = canais::Filter::default();
    let made_up = run_blocking(&store, move |store| {
        store.read_blocking(|conn| {
            let app = store::aplicacoes::find(conn, "seed")?.unwrap().id;
            let id = domain::values::ids::UsuarioId::parse("loja-1").unwrap();
            let loja = store::usuarios::resolve(conn, app, &id)?.unwrap().id;
            canais::list(conn, loja, &filter, PageRequest::first(50))
        })
    });
    let loja = app.loja("u");
    for row in made_up.rows {
        run_blocking(&app.store, move |store| {
            store.write_blocking(move |tx| canais::create(tx, loja, &row.canal).map(drop))
        });
    }
    assert!(source.folder.path().exists());
    Some(app)
}

/// The things of a file, whatever their order; an order's number is the service's.
fn things(text: &str) -> BTreeSet<String> {
    let thing = |line: &str| {
        let mut thing: Value = serde_json::from_str(line).unwrap();
        thing.as_object_mut().unwrap().remove("pedidoId");
        thing.to_string()
    };
    text.lines().map(thing).collect()
}

#[test]
fn a_store_comes_back_from_its_files() {
    actix_web::rt::System::new().block_on(async {
        for (from, to, form) in [
            (Database::Sqlite, Database::Postgres, "jsonl"),
            (Database::Postgres, Database::Sqlite, "csv"),
            (Database::Sqlite, Database::Sqlite, "csv-br"),
            (Database::Sqlite, Database::Sqlite, "xlsx"),
        ] {
            let Some(from) = TestDatabase::empty(from) else { continue };
            let p = Program::new().env("DATABASE_URL", &from.url).env("ENTREPOSTO_LOG", "error");
            p.ok(&["seed", "--orders", "160", "--skus", "120"]);
            let Some(app) = target(to, &p, &from.url).await else { continue };
            let q = beside(&app);
            for kind in KINDS {
                let file = q.folder.path().join(format!("{kind}.{form}"));
                let file = file.to_str().unwrap();
                let of_seed = ["--app", "seed", "--user", "loja-1"];
                let export = [&["export", kind, file, "--format", form][..], &of_seed].concat();
                p.ok(&export);
                let again = p.failure(1, &export);
                assert!(again.contains("name one that is not there"), "{again}");
                let before = p.ok(&[&["export", kind, "--format", "jsonl"][..], &of_seed].concat());

                let tried = run(&q, &["import", kind, file, "--dry-run"]);
                assert!(!tried.stderr.contains("mean nothing"), "{kind}: {}", tried.stderr);
                let tried = tried.stdout.trim_end();
                assert!(tried.contains("refused: 0"), "{kind}: {tried}");
                let said = ok(&q, &["import", kind, file]);
                assert_eq!(tried.replace("would be ", ""), said, "{kind}");
                let after = ok(&q, &["export", kind, "--format", "jsonl"]);
                assert_eq!(things(&before), things(&after), "{kind} as {form}");

                // once more changes nothing and tells nobody
                let position = last_event(&app).await;
                let again = ok(&q, &["import", kind, file]);
                assert!(again.starts_with("created: 0, "), "{kind}: {again}");
                assert_eq!(last_event(&app).await, position, "{kind}");
            }
            assert!(q.run(&["check"]).codigo == 0);
        }
    });
}

async fn last_event(app: &TestApp) -> Value {
    app.a.get("/Evento?posicao=1&quantidade=1").await.with_status(200).json_of(200)["ultima"].clone()
}

#[test]
fn an_import_that_is_killed_is_finished_by_the_next() {
    actix_web::rt::System::new().block_on(async {
        for database in [Database::Sqlite, Database::Postgres] {
            let Some(app) = TestDatabase::new(database).map(TestApp::start) else { continue };
            app.loja_with_skus("u", &[]).await;
            let p = beside(&app);
            let sku = |n: usize| json!({ "sku": format!("S{n}"), "nome": "Mesa", "estoque": n }).to_string();
            let text: Vec<String> = (0..3000).map(sku).collect();
            fs::write(p.folder.path().join("skus.jsonl"), text.join("\n")).unwrap();
            // killed at some moments, wherever the import is then
            for wait in [30, 80, 150, 300] {
                let import = ["import", "skus", "skus.jsonl", "--app", "testes", "--user", "u"];
                let mut process = p.command(&import).spawn().unwrap();
                actix_web::rt::time::sleep(Duration::from_millis(wait)).await;
                process.kill().unwrap();
                process.wait().unwrap();
            }
            let said = ok(&p, &["import", "skus", "skus.jsonl"]);
            assert!(said.ends_with("refused: 0"), "{said}");
            let total = app.a.get("/sku?usuarioId=u&quantidade_registros=1").await.json_of(200);
            assert_eq!(total["metadados"]["total"], 3000);
            let exported = run(&p, &["export", "estoque"]).stdout;
            assert_eq!(exported.lines().count(), 3001);
        }
    });
}

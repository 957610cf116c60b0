//! The listeners: health, figures, documents, request ids, and what happens at their edges.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use reqwest::Method;
use serde_json::json;
use server::config::Config;
use server::interfaces::Addresses;

use crate::support::app::config;
use crate::support::contract::Contract;
use crate::support::wait::until;
use crate::support::{Database, TestClient, TestDatabase, models, run, run_with};

on_both_databases! {
    async fn health_and_figures(app: TestApp) {
        assert_eq!(app.admin.get("/live").await.with_status(200).text(), "live\n");
        let ready = app.admin.get("/ready").await.with_status(200).text();
        assert_eq!(ready, "ready\nreading: yes\nwriting: yes\n");
        app.a.get("/Usuario").await.with_status(200);
        app.a.get("/Usuario/nenhum").await.with_status(404);
        app.a.get("/nada").await.with_status(404);
        let figures = app.admin.get("/metrics").await.with_status(200).text();
        for row in [
            r#"entreposto_http_requests_total{interface="a",method="GET",route="/Usuario",status="200"} 1"#,
            r#"entreposto_http_requests_total{interface="a",method="GET",route="/Usuario/{usuarioId}",status="404"} 1"#,
            r#"route="unknown",status="404"} 1"#,
            r#"entreposto_http_request_duration_seconds_bucket{interface="a",method="GET",route="/Usuario",le="10"} 1"#,
            r#"entreposto_http_requests_in_flight{interface="a"} 0"#,
            "entreposto_build_info{",
        ] {
            assert!(figures.contains(row), "{row}\n{figures}");
        }
        // housekeeping writes, too
        until("the queue of writes is empty", async || {
            let figures = app.admin.get("/metrics").await.with_status(200).text();
            figures.contains("\nentreposto_store_write_queue 0\n")
        })
        .await;
    }
}

#[test]
fn readiness_wants_the_schema() {
    let database = TestDatabase::empty(Database::Sqlite).unwrap();
    let store =
        store::Store::open(&store::StoreConfig::new(database.url.as_str()), crate::support::secrets())
            .unwrap();
    let aplicacao = server::app::Application::with_store(&config(&database.url), store.clone()).unwrap();
    let (admin, stopper) = (TestClient::new(aplicacao.admin_address(), None), aplicacao.stopper());
    actix_web::rt::System::new().block_on(async {
        let server = actix_web::rt::spawn(aplicacao.run());
        assert!(admin.get("/ready").await.with_status(503).text().contains("migrations are pending"));
        admin.get("/live").await.with_status(200);
        store.migrate().unwrap();
        admin.get("/ready").await.with_status(200);
        stopper.stop(false).await;
        server.await.unwrap().unwrap();
    });
}

#[test]
fn request_ids_are_accepted_and_always_answered() {
    run(Database::Sqlite, async |app| {
        let with_id = async |id: &str, path: &str| {
            let answer = app.a.send(Method::GET, path, &[("x-request-id", id)], None::<Vec<u8>>).await;
            answer.header("x-request-id").to_owned()
        };
        assert_eq!(with_id("meu-id.1", "/Usuario").await, "meu-id.1");
        assert_eq!(with_id("meu-id.2", "/nada").await, "meu-id.2");
        let long = "x".repeat(300);
        for bad in ["", "dois ids", long.as_str()] {
            let done = with_id(bad, "/Usuario").await;
            assert!(done != bad && done.len() == 36, "{done}");
        }
        for path in ["/Usuario", "/nada", "/openapi.json"] {
            assert!(!app.a.with_key(None).get(path).await.header("x-request-id").is_empty(), "{path}");
        }
        assert!(!app.b.get("/nada").await.header("x-request-id").is_empty());
    });
}

#[test]
fn unknown_routes_and_wrong_methods() {
    run(Database::Sqlite, async |app| {
        let nothing = app.a.get("/nada").await.with_status(404);
        assert_eq!(nothing.header("content-type").split(';').next(), Some("application/json"));
        assert!(nothing.json()["message"].is_string());
        let wrong = app.a.json(Method::PATCH, "/Usuario", &json!({})).await.with_status(405);
        let allowed: Vec<&str> = wrong.header("allow").split(", ").collect();
        assert!(allowed.contains(&"GET") && allowed.contains(&"POST"), "{allowed:?}");
        assert!(wrong.json()["message"].is_string());
        assert_eq!(app.b.get("/nada").await.with_status(404).json()["resultadoOperacao"], false);
    });
}

#[test]
fn documents_need_no_key_and_no_other_machine() {
    run(Database::Sqlite, async |app| {
        for client in [app.a.with_key(None), app.b.clone()] {
            let document = client.get("/openapi.json").await.json_of(200);
            assert!(document["openapi"].as_str().unwrap().starts_with("3."));
            assert_eq!(client.get("/docs").await.status / 100, 3);
            let page = client.get("/docs/").await.with_status(200).text();
            assert!(page.contains("openapi-explorer") && !page.contains("https://"), "{page}");
        }
        let b = app.b.get("/openapi.json").await.json();
        assert!(b["paths"]["/categorias"].is_object() && b["paths"]["/Usuario"].is_null());
    });
}

/// Both interfaces have one address.
fn shared(config: Config) -> Config {
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    Config { listen: Addresses::all_at(port), ..config }
}

#[test]
fn one_listener_carries_both_interfaces() {
    run_with(Database::Sqlite, shared, async |app| {
        assert_eq!(app.addresses, Addresses::all_at(app.addresses.get("listen_a").unwrap()));
        let document = app.a.get("/openapi.json").await.json_of(200);
        let paths = document["paths"].as_object().unwrap();
        assert!(paths.contains_key("/Usuario") && paths.contains_key("/categorias"));
        app.a.get("/Usuario").await.with_status(200);
        let loja = app.create_loja("u1");
        app.b_as(loja).get("/categorias").await.with_status(200);
        // each interface takes its own keys only
        app.b_as(loja).get("/Usuario").await.with_status(401);
        app.a.get("/categorias").await.with_status(401);
        // a wrong method is refused in the shape of the interface whose path it is
        let wrong = app.b_as(loja).delete("/categorias").await.with_status(405);
        assert_eq!(wrong.json()["codigo"], 405);
        assert_eq!(wrong.header("allow"), "GET, HEAD, POST");
        assert!(app.a.delete("/Usuario").await.with_status(405).json()["message"].is_string());
        // and so is an unknown path below a word of it
        assert_eq!(app.b.get("/categorias/1/2/3").await.with_status(404).json()["codigo"], 404);
        // what nobody knows is answered in interface A's shape
        assert!(app.a.get("/nada").await.with_status(404).json()["message"].is_string());
    });
}

#[test]
fn the_paths_of_the_interfaces_are_disjoint() {
    let paths = |contract: &Contract| -> Vec<String> {
        contract.operations().iter().map(|operation| operation.model.to_lowercase()).collect()
    };
    let (a, b) = (paths(Contract::a()), paths(Contract::b()));
    let first = |c: &str| c.split('/').nth(1).unwrap().to_owned();
    for path in &b {
        assert!(!a.iter().any(|other| first(other) == first(path)), "{path}");
    }
}

#[test]
fn a_taken_port_is_an_error_that_says_what_to_do() {
    let database = TestDatabase::new(Database::Sqlite).unwrap();
    let busy = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let mut config = config(&database.url);
    config.listen = config.listen.with("listen_b", busy.local_addr().unwrap());
    let error = server::app::Application::build(&config).map(|_| ()).unwrap_err().to_string();
    assert!(error.contains("--listen-b") && error.contains("stop it or choose another"), "{error}");
}

/// Only a hang takes longer.
const PATIENCE: Duration = Duration::from_secs(60);

#[test]
fn a_head_that_drips_is_not_waited_for() {
    run(Database::Sqlite, async |app| {
        let mut connection = TcpStream::connect(app.addresses.get("listen_a").unwrap()).unwrap();
        connection.write_all(b"GET /Usuario HTTP/1.1\r\nHost: x\r\nX-A: ").unwrap();
        connection.set_read_timeout(Some(PATIENCE)).unwrap();
        let mut said = String::new();
        connection.read_to_string(&mut said).unwrap();
        assert!(said.is_empty() || said.starts_with("HTTP/1.1 408"), "{said}");
    });
}

#[test]
fn a_body_that_drips_is_not_waited_for() {
    let impatient = |config| Config { body_timeout: 1, ..config };
    run_with(Database::Sqlite, impatient, async |app| {
        let key = app.a.chave.clone().unwrap();
        let mut connection = TcpStream::connect(app.addresses.get("listen_a").unwrap()).unwrap();
        let head = format!(
            "POST /Usuario HTTP/1.1\r\nHost: x\r\nAuthorization: Basic {key}\r\n\
             Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{{"
        );
        connection.write_all(head.as_bytes()).unwrap();
        let mut drops = connection.try_clone().unwrap();
        // slow on purpose: a byte now and then, until nobody takes it any more
        let drip = std::thread::spawn(move || {
            while drops.write_all(b" ").is_ok() {
                std::thread::sleep(Duration::from_millis(100));
            }
        });
        let mut start = [0; 12];
        connection.set_read_timeout(Some(PATIENCE)).unwrap();
        connection.read_exact(&mut start).unwrap();
        assert_eq!(&start, b"HTTP/1.1 408");
        drop(connection);
        drip.join().unwrap();
    });
}

#[test]
fn nobody_but_the_operator_says_where_links_lead() {
    let public = vec![("public_url_a", "https://api.loja.example/a/".parse().unwrap())];
    run(Database::Sqlite, async |without| {
        let with = without.another(|config| Config { public_urls: public, ..config });
        let lies = [
            ("host", "outra.example"),
            ("x-forwarded-host", "outra.example"),
            ("x-forwarded-proto", "https"),
            ("forwarded", "host=outra.example;proto=https"),
        ];
        for (app, start) in [(&with, "<https://api.loja.example/a/Usuario?"), (&without, "</Usuario?")] {
            app.create_loja("u");
            app.create_loja("v");
            let path = "/Usuario?quantidade_registros=1";
            let page = app.a.send(Method::GET, path, &lies, None::<Vec<u8>>).await.with_status(200);
            assert!(page.header("link").starts_with(start), "{page:?}");
            // the other interface has an address of its own
            let b = app.b_as(app.loja("u"));
            for _ in 0..2 {
                b.post("/webhook/inscricao", &models::inscricao()).await.with_status(200);
            }
            let path = "/webhook/inscricao?quantidadeRegistros=1";
            let page = b.send(Method::GET, path, &lies, None::<Vec<u8>>).await.with_status(200);
            assert!(page.header("link").starts_with("</webhook/inscricao?"), "{page:?}");
        }
    });
}

#[test]
fn what_is_somebodys_is_kept_by_no_cache_and_framed_by_nobody() {
    run(Database::Sqlite, async |app| {
        app.loja_with_skus("u", &["S"]).await;
        let b = app.b_as(app.loja("u"));
        let one = app.a.get("/sku/S?usuarioId=u").await.with_status(200);
        assert_eq!(one.header("cache-control"), "private, no-cache");
        let tag = [("if-none-match", one.header("etag"))];
        let same =
            app.a.send(Method::GET, "/sku/S?usuarioId=u", &tag, None::<Vec<u8>>).await.with_status(304);
        assert_eq!(same.header("cache-control"), "private, no-cache");
        for answer in [
            app.a.get("/sku?usuarioId=u").await.with_status(200),
            app.a.get("/Pedido/Fila?consumidor=c").await.with_status(200),
            app.a.get("/nada").await.with_status(404),
            app.a.get("/sku").await.with_status(400),
            app.a.with_key(None).get("/sku?usuarioId=u").await.with_status(401),
            b.get("/loja").await.with_status(200),
            b.get("/produtos/X?tipoIdentificador=Sku").await.with_status(404),
        ] {
            assert_eq!(answer.header("cache-control"), "no-store", "{answer:?}");
            assert_eq!(answer.header("x-content-type-options"), "nosniff", "{answer:?}");
        }
        for client in [&app.a, &b] {
            for path in ["/docs/", "/docs/page.css", "/openapi.json"] {
                let page = client.get(path).await.with_status(200);
                assert!(page.header("content-security-policy").starts_with("default-src 'none'"), "{page:?}");
                assert_eq!(page.header("x-frame-options"), "DENY");
                assert_eq!(page.header("referrer-policy"), "no-referrer");
                assert_ne!(page.header("cache-control"), "no-store", "{path}");
            }
        }
    });
}

#[test]
fn a_browser_is_not_made_to_ask_for_a_password() {
    run(Database::Sqlite, async |app| {
        let stranger = app.a.with_key(None);
        let challenge = async |headers: &[(&str, &str)]| {
            let refused =
                stranger.send(Method::GET, "/Usuario", headers, None::<Vec<u8>>).await.with_status(401);
            refused.header("www-authenticate").to_owned()
        };
        assert_eq!(challenge(&[]).await, "Basic realm=\"entreposto\"");
        for mode in ["cors", "same-origin", "navigate"] {
            assert_eq!(challenge(&[("sec-fetch-mode", mode)]).await, "ApiKey realm=\"entreposto\"");
        }
    });
}

#[test]
fn the_documentation_can_be_hidden() {
    let undocumented = |config| Config { docs: false, ..config };
    run_with(Database::Sqlite, undocumented, async |app| {
        for client in [&app.a, &app.b] {
            for path in ["/docs", "/docs/", "/docs/page.css", "/openapi.json"] {
                client.get(path).await.with_status(404);
            }
        }
        app.a.get("/Usuario").await.with_status(200);
    });
}

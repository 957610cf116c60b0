//! The listeners: health, figures, documents, request ids, and what happens at their edges.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use reqwest::Method;
use serde_json::json;
use server::config::Config;
use server::interfaces::Addresses;

use crate::suporte::app::config;
use crate::suporte::{Banco, BancoDeTeste, Cliente, TestApp, rodar};

nos_dois_bancos! {
    async fn health_and_figures(app: TestApp) {
        assert_eq!(app.admin.get("/live").await.com_status(200).texto(), "live\n");
        assert_eq!(app.admin.get("/ready").await.com_status(200).texto(), "ready\n");
        app.a.get("/Usuario").await.com_status(200);
        app.a.get("/Usuario/nenhum").await.com_status(404);
        app.a.get("/nada").await.com_status(404);
        let figuras = app.admin.get("/metrics").await.com_status(200).texto();
        for linha in [
            r#"entreposto_http_requests_total{interface="a",method="GET",route="/Usuario",status="200"} 1"#,
            r#"entreposto_http_requests_total{interface="a",method="GET",route="/Usuario/{usuarioId}",status="404"} 1"#,
            r#"route="unknown",status="404"} 1"#,
            r#"entreposto_http_request_duration_seconds_bucket{interface="a",method="GET",route="/Usuario",le="10"} 1"#,
            r#"entreposto_http_requests_in_flight{interface="a"} 0"#,
            "entreposto_store_write_queue 0",
            "entreposto_build_info{",
        ] {
            assert!(figuras.contains(linha), "{linha}\n{figuras}");
        }
    }
}

#[test]
fn readiness_wants_the_schema() {
    let banco = BancoDeTeste::vazio(Banco::Sqlite).unwrap();
    let store = store::Store::open(&store::StoreConfig::new(banco.url.as_str())).unwrap();
    let aplicacao = server::app::Application::with_store(&config(&banco.url), store.clone()).unwrap();
    let (admin, stopper) = (Cliente::novo(aplicacao.admin_address(), None), aplicacao.stopper());
    actix_web::rt::System::new().block_on(async {
        let servidor = actix_web::rt::spawn(aplicacao.run());
        assert!(admin.get("/ready").await.com_status(503).texto().contains("migrations are pending"));
        admin.get("/live").await.com_status(200);
        store.migrate().unwrap();
        admin.get("/ready").await.com_status(200);
        stopper.stop(false).await;
        servidor.await.unwrap().unwrap();
    });
}

#[test]
fn request_ids_are_accepted_and_always_answered() {
    rodar(Banco::Sqlite, async |app| {
        let com_id = async |id: &str, caminho: &str| {
            let resposta = app.a.enviar(Method::GET, caminho, &[("x-request-id", id)], None::<Vec<u8>>).await;
            resposta.header("x-request-id").to_owned()
        };
        assert_eq!(com_id("meu-id.1", "/Usuario").await, "meu-id.1");
        assert_eq!(com_id("meu-id.2", "/nada").await, "meu-id.2");
        let longo = "x".repeat(300);
        for ruim in ["", "dois ids", longo.as_str()] {
            let feito = com_id(ruim, "/Usuario").await;
            assert!(feito != ruim && feito.len() == 36, "{feito}");
        }
        for caminho in ["/Usuario", "/nada", "/openapi.json"] {
            assert!(!app.a.com_chave(None).get(caminho).await.header("x-request-id").is_empty(), "{caminho}");
        }
        assert!(!app.b.get("/nada").await.header("x-request-id").is_empty());
    });
}

#[test]
fn unknown_routes_and_wrong_methods() {
    rodar(Banco::Sqlite, async |app| {
        let nada = app.a.get("/nada").await.com_status(404);
        assert_eq!(nada.header("content-type").split(';').next(), Some("application/json"));
        assert!(nada.json()["message"].is_string());
        let errado = app.a.json(Method::PATCH, "/Usuario", &json!({})).await.com_status(405);
        let permitidos: Vec<&str> = errado.header("allow").split(", ").collect();
        assert!(permitidos.contains(&"GET") && permitidos.contains(&"POST"), "{permitidos:?}");
        assert!(errado.json()["message"].is_string());
        assert_eq!(app.b.get("/nada").await.com_status(404).json()["resultadoOperacao"], false);
    });
}

#[test]
fn documents_need_no_key_and_no_other_machine() {
    rodar(Banco::Sqlite, async |app| {
        for cliente in [app.a.com_chave(None), app.b.clone()] {
            let documento = cliente.get("/openapi.json").await.json_de(200);
            assert!(documento["openapi"].as_str().unwrap().starts_with("3."));
            assert_eq!(cliente.get("/docs").await.status / 100, 3);
            let pagina = cliente.get("/docs/").await.com_status(200).texto();
            assert!(pagina.contains("swagger") && !pagina.contains("https://"), "{pagina}");
        }
        let b = app.b.get("/openapi.json").await.json();
        assert!(b["paths"]["/categorias"].is_object() && b["paths"]["/Usuario"].is_null());
    });
}

/// A configuration whose two interfaces have one address.
fn compartilhada(url: &str) -> Config {
    let porta = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    Config { listen: Addresses::all_at(porta), ..config(url) }
}

#[test]
fn one_listener_carries_both_interfaces() {
    let banco = BancoDeTeste::novo(Banco::Sqlite).unwrap();
    let config = compartilhada(&banco.url);
    actix_web::rt::System::new().block_on(async {
        let app = TestApp::com_config(banco, &config);
        assert_eq!(app.enderecos, Addresses::all_at(app.enderecos.get("listen_a").unwrap()));
        let documento = app.a.get("/openapi.json").await.json_de(200);
        let caminhos = documento["paths"].as_object().unwrap();
        assert!(caminhos.contains_key("/Usuario") && caminhos.contains_key("/categorias"));
        app.a.get("/Usuario").await.com_status(200);
        let loja = app.criar_loja("u1");
        app.b_como(loja).get("/categorias").await.com_status(200);
        // each interface takes its own keys only
        app.b_como(loja).get("/Usuario").await.com_status(401);
        app.a.get("/categorias").await.com_status(401);
        // a wrong method is refused in the shape of the interface whose path it is
        let errado = app.b_como(loja).delete("/categorias").await.com_status(405);
        assert_eq!(errado.json()["codigo"], 405);
        assert_eq!(errado.header("allow"), "GET, HEAD, POST");
        assert!(app.a.delete("/Usuario").await.com_status(405).json()["message"].is_string());
        // and so is an unknown path below a word of it
        assert_eq!(app.b.get("/categorias/1/2/3").await.com_status(404).json()["codigo"], 404);
        // what nobody knows is answered in interface A's shape
        assert!(app.a.get("/nada").await.com_status(404).json()["message"].is_string());
    });
}

#[test]
fn the_paths_of_the_interfaces_are_disjoint() {
    let caminhos = |doc: &utoipa::openapi::OpenApi| -> Vec<String> {
        doc.paths.paths.keys().map(|c| c.to_lowercase()).collect()
    };
    let (a, b) = (caminhos(&api_a::openapi()), caminhos(&api_b::openapi()));
    let primeira = |c: &str| c.split('/').nth(1).unwrap().to_owned();
    for caminho in &b {
        assert!(!a.iter().any(|outro| primeira(outro) == primeira(caminho)), "{caminho}");
    }
}

#[test]
fn a_taken_port_is_an_error_that_says_what_to_do() {
    let banco = BancoDeTeste::novo(Banco::Sqlite).unwrap();
    let ocupada = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let mut config = config(&banco.url);
    config.listen = config.listen.with("listen_b", ocupada.local_addr().unwrap());
    let erro = server::app::Application::build(&config).map(|_| ()).unwrap_err().to_string();
    assert!(erro.contains("--listen-b") && erro.contains("stop it or choose another"), "{erro}");
}

/// What the server still says on a connection, and how long it took to end it.
fn ate_o_fim(mut conexao: TcpStream) -> (String, Duration) {
    let inicio = Instant::now();
    conexao.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    let mut dito = Vec::new();
    let _ = conexao.read_to_end(&mut dito);
    (String::from_utf8_lossy(&dito).into_owned(), inicio.elapsed())
}

#[test]
fn a_head_that_drips_is_not_waited_for() {
    rodar(Banco::Sqlite, async |app| {
        let mut conexao = TcpStream::connect(app.enderecos.get("listen_a").unwrap()).unwrap();
        conexao.write_all(b"GET /Usuario HTTP/1.1\r\nHost: x\r\nX-A: ").unwrap();
        let (dito, demora) = ate_o_fim(conexao);
        assert!(demora < Duration::from_secs(9), "{demora:?}");
        assert!(dito.is_empty() || dito.starts_with("HTTP/1.1 408"), "{dito}");
    });
}

#[test]
fn a_body_that_drips_is_not_waited_for() {
    let banco = BancoDeTeste::novo(Banco::Sqlite).unwrap();
    let config = Config { body_timeout: 1, ..config(&banco.url) };
    actix_web::rt::System::new().block_on(async {
        let app = TestApp::com_config(banco, &config);
        let chave = app.a.chave.clone().unwrap();
        let mut conexao = TcpStream::connect(app.enderecos.get("listen_a").unwrap()).unwrap();
        let cabeca = format!(
            "POST /Usuario HTTP/1.1\r\nHost: x\r\nAuthorization: Basic {chave}\r\n\
             Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{{"
        );
        conexao.write_all(cabeca.as_bytes()).unwrap();
        let mut gotas = conexao.try_clone().unwrap();
        let gotejar = std::thread::spawn(move || {
            for _ in 0..40 {
                std::thread::sleep(Duration::from_millis(100));
                if gotas.write_all(b" ").is_err() {
                    break;
                }
            }
        });
        let mut inicio = [0; 12];
        conexao.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
        let antes = Instant::now();
        conexao.read_exact(&mut inicio).unwrap();
        assert_eq!(&inicio, b"HTTP/1.1 408");
        assert!(antes.elapsed() < Duration::from_secs(3));
        drop(conexao);
        gotejar.join().unwrap();
    });
}

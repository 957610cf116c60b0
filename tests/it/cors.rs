//! Web pages of other origins: whose may read answers, what their browsers ask beforehand, and that nothing
//! of it is there unless it was set up.

use reqwest::Method;
use server::config::Config;
use server::interfaces::Addresses;

use crate::support::program::Program;
use crate::support::{Answer, Database, TestApp, TestClient, run_with};

const PANEL: &str = "https://painel.example";
const STORE: &str = "http://localhost:5173";

/// Interface A is open to [`PANEL`] and to [`STORE`], interface B to everybody.
fn opened(config: Config) -> Config {
    let origins = |text: &str| text.parse().unwrap();
    let listed = format!("{PANEL}, {STORE}");
    let cors_origins = vec![("cors_origins_a", origins(&listed)), ("cors_origins_b", origins("*"))];
    Config { cors_origins, ..config }
}

/// Runs a test over an app of other settings, on both databases where these are there.
fn with_app(change: impl Fn(Config) -> Config, test: impl AsyncFn(&TestApp)) {
    for kind in [Database::Sqlite, Database::Postgres] {
        run_with(kind, &change, async |app| test(&app).await);
    }
}

async fn from(client: &TestClient, method: Method, path: &str, headers: &[(&str, &str)]) -> Answer {
    client.send(method, path, headers, None::<Vec<u8>>).await
}

/// What a browser asks before a page may send a request with a key.
async fn asked_beforehand(client: &TestClient, path: &str, origin: &str) -> Answer {
    let headers = [
        ("origin", origin),
        ("access-control-request-method", "PUT"),
        ("access-control-request-headers", "authorization,content-type,if-match"),
    ];
    // a browser sends no key with it
    from(&client.with_key(None), Method::OPTIONS, path, &headers).await
}

fn parts(answer: &Answer, header: &str) -> Vec<String> {
    let all = answer.headers.get_all(header).iter().flat_map(|value| value.to_str().unwrap().split(','));
    all.map(|part| part.trim().to_ascii_lowercase()).collect()
}

#[test]
fn a_browser_is_told_beforehand_without_a_key() {
    with_app(opened, async |app| {
        for (client, path, origin, told) in [
            (&app.a, "/sku/S/Estoque", PANEL, PANEL),
            (&app.a, "/SKU/S/estoque", STORE, STORE),
            (&app.b, "/pedidos", PANEL, "*"),
            (&app.b, "/nada", "null", "*"),
        ] {
            let answer = asked_beforehand(client, path, origin).await.with_status(204);
            assert_eq!(answer.header("access-control-allow-origin"), told, "{answer:?}");
            assert!(answer.corpo.is_empty() && !answer.header("x-request-id").is_empty(), "{answer:?}");
            let methods = parts(&answer, "access-control-allow-methods");
            assert!(
                ["get", "post", "put", "patch", "delete"].iter().all(|m| methods.contains(&m.to_string()))
            );
            let headers = parts(&answer, "access-control-allow-headers");
            for header in ["authorization", "content-type", "idempotency-key", "if-match", "if-none-match"] {
                assert!(headers.contains(&header.to_owned()), "{header}: {answer:?}");
            }
            assert_eq!(answer.header("access-control-allow-credentials"), "");
        }
    });
}

#[test]
fn pages_read_answers_and_refusals_alike() {
    let limited = |config| Config { rate_limit: 1, ..opened(config) };
    with_app(limited, async |app| {
        let loja = app.create_loja("u");
        let (stranger, b) = (app.a.with_key(Some("eap_errada")), app.b_as(loja));
        for (client, path, status, told) in [
            (&app.a, "/Usuario", 200, PANEL),
            (&stranger, "/Usuario", 401, PANEL),
            (&app.a, "/Usuario/nenhum", 404, PANEL),
            (&app.a, "/nada", 404, PANEL),
            (&app.a, "/Usuario?pagina=x", 400, PANEL),
            (&b, "/categorias", 200, "*"),
            (&b, "/categorias", 429, "*"),
            (&b, "/openapi.json", 200, "*"),
        ] {
            let answer = from(client, Method::GET, path, &[("origin", PANEL)]).await.with_status(status);
            assert_eq!(answer.header("access-control-allow-origin"), told, "{path}: {answer:?}");
            let exposed = parts(&answer, "access-control-expose-headers");
            // every header that is not shown to pages by itself, or is none of theirs
            let theirs = |name: &str| {
                let known = ["cache-control", "content-", "vary", "date", "access-control-", "connection"];
                let guards = ["x-content-type-options", "x-frame-options", "referrer-policy", "www-auth"];
                !known.iter().chain(&guards).any(|start| name.starts_with(start))
            };
            for name in answer.headers.keys().map(|name| name.as_str()).filter(|name| theirs(name)) {
                assert!(exposed.contains(&name.to_owned()), "{path}: {name}");
            }
            assert_eq!(parts(&answer, "vary").contains(&"origin".to_owned()), told == PANEL, "{answer:?}");
        }
        let wrong = from(&app.a, Method::PATCH, "/Usuario", &[("origin", STORE)]).await.with_status(405);
        assert_eq!(wrong.header("access-control-allow-origin"), STORE);
    });
}

#[test]
fn other_pages_find_nothing_and_caches_know() {
    with_app(opened, async |app| {
        let others = [Some("https://outra.example"), Some("https://painel.example.outra.example"), None];
        for origin in others {
            let headers: Vec<_> = origin.map(|origin| ("origin", origin)).into_iter().collect();
            let answer = from(&app.a, Method::GET, "/Usuario", &headers).await.with_status(200);
            assert_eq!(answer.header("access-control-allow-origin"), "", "{answer:?}");
            assert!(parts(&answer, "vary").contains(&"origin".to_owned()), "{answer:?}");
        }
        let answer = asked_beforehand(&app.a, "/Usuario", "https://outra.example").await.with_status(405);
        assert_eq!(answer.header("access-control-allow-origin"), "");
        // no question of a browser: an ordinary OPTIONS
        let plain = from(&app.a, Method::OPTIONS, "/Usuario", &[("origin", PANEL)]).await.with_status(405);
        assert_eq!(plain.header("access-control-allow-origin"), PANEL);
    });
}

on_both_databases! {
    async fn without_the_setting_there_is_no_word_of_it(app: TestApp) {
        let b = app.b_as(app.create_loja("u"));
        for (client, path) in [(&app.a, "/Usuario"), (&b, "/categorias")] {
            let asked = asked_beforehand(client, path, PANEL).await.with_status(405);
            let read = from(client, Method::GET, path, &[("origin", PANEL)]).await.with_status(200);
            for answer in [asked, read] {
                let told = |name: &str| name.starts_with("access-control-");
                assert!(!answer.headers.keys().any(|name| told(name.as_str())), "{answer:?}");
                assert!(!parts(&answer, "vary").contains(&"origin".to_owned()), "{answer:?}");
            }
        }
    }
}

#[test]
fn interfaces_that_share_an_address_have_origins_of_their_own() {
    let shared = |config| {
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let cors_origins = vec![("cors_origins_b", PANEL.parse().unwrap())];
        Config { listen: Addresses::all_at(port), cors_origins, ..config }
    };
    with_app(shared, async |app| {
        asked_beforehand(&app.a, "/Usuario", PANEL).await.with_status(405);
        asked_beforehand(&app.b, "/Categorias/1", PANEL).await.with_status(204);
    });
}

#[test]
fn a_wrong_origin_is_refused_at_the_start() {
    for (given, said) in [
        ("https://painel.example/", "which browsers write as https://painel.example"),
        ("painel.example", "is no origin"),
        (",,", "is no origin"),
        ("*,https://painel.example", "write * alone"),
    ] {
        let answer = Program::new().failure(2, &["config", "--cors-origins-a", given]);
        assert!(answer.contains("flag --cors-origins-a") && answer.contains(said), "{given}: {answer}");
    }
}

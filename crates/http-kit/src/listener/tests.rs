//! Interfaces side by side: what clashes, and who refuses what.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use actix_web::http::Method;
use actix_web::test::{TestRequest, call_service, init_service, read_body};
use actix_web::{HttpResponse, get, post};
use store::tokens::TokenKind;
use store::{Store, StoreConfig};
use utoipa::ToSchema;

use super::*;
use crate::error::Api;
use crate::error::KitError;
use crate::interface::Mount;
use actix_web::{HttpRequest, web};

/// Three interfaces that refuse with their own name.
enum One {}
enum Two {}
enum Three {}

macro_rules! named {
    ($($api:ident $name:literal),+) => {$(
        impl Api for $api {
            const KIND: TokenKind = TokenKind::Aplicacao;

            fn error(error: KitError) -> Error {
                let mut answer = HttpResponse::build(error.status());
                for header in error.headers() {
                    answer.insert_header(header);
                }
                actix_web::error::InternalError::from_response($name, answer.body($name)).into()
            }
        }
    )+};
}

named!(One "one", Two "two", Three "three");

/// Answers the route's template and the state.
#[utoipa::path(responses((status = 200)))]
#[get("/sku/{sku}")]
async fn sku(req: HttpRequest, state: Data<&'static str>) -> String {
    format!("{} {}", req.match_pattern().unwrap_or_default(), **state)
}

#[utoipa::path(responses((status = 200)))]
#[post("/Pedido")]
async fn pedido() -> &'static str {
    "pedido"
}

#[utoipa::path(responses((status = 200)))]
#[get("/Pedido/Fila")]
async fn queue() -> &'static str {
    "fila"
}

#[utoipa::path(responses((status = 200)))]
#[get("/SKU/Lote")]
async fn batch_route() -> &'static str {
    "lote"
}

macro_rules! put {
    ($handler:ident) => {
        |cfg| {
            cfg.service($handler);
        }
    };
}

fn interface<I: Api>(name: &'static str, register: fn(&mut Mount<'_>)) -> Interface {
    Interface::new::<I>(name, OpenApi::default(), register)
}

fn one() -> Interface {
    interface::<One>("1", put!(sku)).with_state("state of one")
}

fn two() -> Interface {
    interface::<Two>("2", put!(pedido))
}

fn three() -> Interface {
    interface::<Three>("3", put!(queue))
}

fn kit() -> (Kit, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite://{}", folder.path().join("teste.db").display());
    let store = Store::open(&StoreConfig::new(url), store::Secrets::of_key([7; 32])).unwrap();
    (Kit::new(store), folder)
}

#[actix_web::test]
async fn whoever_has_the_path_refuses_in_whatever_order_they_stand() {
    let (kit, _folder) = kit();
    for (interfaces, stranger, name) in [
        (vec![one(), two(), three()], "one", "123"),
        (vec![three(), two(), one()], "three", "321"),
        (vec![two(), one(), three()], "two", "213"),
    ] {
        let listener = Listener::new(&kit, interfaces).unwrap();
        assert_eq!(listener.name(), name);
        let app = init_service(listener.app().route("/propria", web::get().to(async || "propria"))).await;
        for (method, path, status, body, allow) in [
            (Method::GET, "/SKU/x", 200, "/sku/{sku} state of one", ""),
            (Method::POST, "/pedido", 200, "pedido", ""),
            (Method::GET, "/pedido/FILA", 200, "fila", ""),
            (Method::DELETE, "/sku/x", 405, "one", "GET, HEAD"),
            (Method::GET, "/Pedido", 405, "two", "POST"),
            (Method::DELETE, "/Pedido/fila", 405, "three", "GET, HEAD"),
            (Method::GET, "/sku/x/y", 404, "one", ""),
            (Method::GET, "/Pedido/x", 404, "two", ""),
            (Method::GET, "/Pedido/fila/x", 404, "three", ""),
            (Method::GET, "/nada", 404, stranger, ""),
            (Method::GET, "/propria", 200, "propria", ""),
        ] {
            let request = TestRequest::with_uri(path).method(method.clone()).to_request();
            let answer = call_service(&app, request).await;
            assert_eq!(answer.status(), status, "{name} {method} {path}");
            let header = |name| answer.headers().get(name).map_or("", |v| v.to_str().unwrap()).to_owned();
            assert_eq!(header("allow"), allow, "{name} {method} {path}");
            assert!(!header("x-request-id").is_empty(), "{name} {method} {path}");
            assert_eq!(read_body(answer).await, body, "{name} {method} {path}");
        }
    }
}

#[actix_web::test]
async fn interfaces_that_share_a_path_are_refused() {
    let (kit, _folder) = kit();
    let batch = || interface::<Two>("2", put!(batch_route));
    for interfaces in [vec![one(), batch()], vec![batch(), three(), one()]] {
        let clash = Listener::new(&kit, interfaces).err().unwrap();
        assert!(matches!(clash, Clash::Path { .. }), "{clash}");
    }
    assert!(
        matches!(Listener::new(&kit, vec![two(), two()]), Err(Clash::Path { path, .. }) if path == "/Pedido")
    );
    assert!(matches!(Listener::new(&kit, Vec::new()), Err(Clash::NoInterface)));
}

#[actix_web::test]
async fn two_shapes_of_one_name_are_refused_and_the_same_one_twice_is_not() {
    #[derive(ToSchema)]
    #[schema(as = Thing)]
    #[allow(dead_code, reason = "for the document alone")]
    struct Text {
        nome: String,
    }
    #[derive(ToSchema)]
    #[schema(as = Thing)]
    #[allow(dead_code, reason = "for the document alone")]
    struct Number {
        nome: i32,
    }
    fn with<T: ToSchema + utoipa::PartialSchema>(
        name: &'static str,
        register: fn(&mut Mount<'_>),
    ) -> Interface {
        let mut base = OpenApi::default();
        base.components.get_or_insert_default().schemas.insert("Coisa".to_owned(), T::schema());
        Interface::new::<One>(name, base, register)
    }
    let (kit, _folder) = kit();
    let text = || with::<Text>("1", put!(sku));
    let other = with::<Number>("2", put!(pedido));
    let clash = Listener::new(&kit, vec![text(), other]).err().unwrap();
    assert!(matches!(clash, Clash::Schema { schema, .. } if schema == "Coisa"));
    let same = with::<Text>("2", put!(pedido));
    assert!(Listener::new(&kit, vec![text(), same]).is_ok());
}

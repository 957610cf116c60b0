//! Who gets in, and how far.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use domain::console::Role;
use domain::values::dates::Instante;
use serde_json::json;
use store::accesses::Scope;

use super::visitor::{Visitor, enter, enter_with, link, link_until};
use server::config::Config;

use crate::support::{Database, TestApp, TestDatabase, app, models};

/// Every page, for a store.
fn all_pages(loja: &str) -> Vec<String> {
    let of_loja = [
        "",
        "/pedidos",
        "/ofertas",
        "/skus",
        "/skus?faltas=sim",
        "/notificacoes",
        "/fila",
        "/canais",
        "/importar",
        "/atos",
    ];
    let of_hub = ["lojas", "chaves", "sistema", "atos"];
    let loja = of_loja.iter().map(|rest| format!("/console/{loja}{rest}"));
    loja.chain(of_hub.iter().map(|rest| format!("/console/{rest}"))).collect()
}

on_both_databases! {
    async fn a_link_lets_one_in_once(app: TestApp) {
        let link = link(&app, Role::Look, Scope::All);
        // looking at it changes nothing
        for _ in 0..2 {
            let door = app.admin.get(&link).await.with_status(200).text();
            assert!(door.contains("Entrar"), "{door}");
        }
        let (one, other) = tokio::join!(enter(&app, &link), enter(&app, &link));
        let mut seen = [one.status, other.status];
        seen.sort_unstable();
        assert_eq!(seen, [303, 410], "two at once");
        enter(&app, &link).await.with_status(410);
        enter(&app, "?codigo=").await.with_status(410);
        let old = link_until(&app, Role::Look, Scope::All, Instante::now().plus_seconds(-1));
        enter(&app, &old).await.with_status(410);
    }

    async fn without_a_session_every_page_says_so_and_shows_nothing(app: TestApp) {
        app.loja_with_skus("loja-1", &["S1"]).await;
        for page in all_pages("1-1") {
            let text = app.admin.get(&page).await.with_status(401).text();
            assert!(text.contains("server console link") && !text.contains("S1"), "{page}: {text}");
        }
        let ended = Visitor::operator(&app).await;
        ended.act("/console/sair", &[]).await.with_status(303);
        let text = ended.get("/console/lojas").await.with_status(401).text();
        assert!(text.contains("A sessão terminou") && text.contains("server console link"), "{text}");
        for path in ["/", "/console"] {
            assert_eq!(app.admin.get(path).await.with_status(307).header("location"), "/console/");
        }
    }

    async fn answers_are_shielded_and_kept_by_nobody(app: TestApp) {
        let visitor = Visitor::operator(&app).await;
        for answer in [visitor.get("/console/lojas").await, visitor.get("/console/nada").await,
            app.admin.get("/console/chaves").await, app.admin.get("/console/entrar").await,
            app.admin.get("/").await, app.admin.get("/console").await] {
            let policy = answer.header("content-security-policy");
            let own = "default-src 'none'; script-src 'self'; style-src 'self'";
            assert!(policy.starts_with(own), "{policy}");
            assert!(!policy.contains("unsafe"), "{policy}");
            assert_eq!(answer.header("x-frame-options"), "DENY");
            assert_eq!(answer.header("cache-control"), "no-store");
        }
        let cookie = enter(&app, &link(&app, Role::Look, Scope::All)).await;
        let cookie = cookie.header("set-cookie");
        for part in ["HttpOnly", "SameSite=Strict", "Path=/console", "Max-Age=43200"] {
            assert!(cookie.contains(part), "{cookie}");
        }
        // figures and health stay as they were
        app.admin.get("/live").await.with_status(200);
    }

    async fn whoever_comes_by_tls_has_a_cookie_for_tls_alone(app: TestApp) {
        let own = app.admin.base.replace("http:", "https:");
        for (headers, secure) in [
            (vec![], false),
            (vec![("x-forwarded-proto", "https")], true),
            (vec![("x-forwarded-proto", "https, http"), ("origin", &own)], true),
            (vec![("x-forwarded-proto", "http, https")], false),
            // the proxy says nothing: the browser does
            (vec![("origin", own.as_str())], true),
        ] {
            let link = link(&app, Role::Look, Scope::All);
            let entered = enter_with(&app, &link, &headers).await.with_status(303);
            let cookie = entered.header("set-cookie");
            let seen = (cookie.contains("; Secure"), cookie.starts_with("__Secure-"));
            assert_eq!(seen, (secure, secure), "{headers:?}: {cookie}");
            let visitor = Visitor::with(&app, cookie);
            let mark = visitor.mark().await;
            let leave = [("marca", mark.as_str())];
            let other = if secure { &app.admin.base } else { &own };
            visitor.post("/console/sair", &[("origin", other)], &leave).await.with_status(403);
            let origin = if secure { &own } else { &app.admin.base };
            visitor.post("/console/sair", &[("origin", origin)], &leave).await.with_status(303);
        }
        let told = [("x-forwarded-proto", "http"), ("origin", own.as_str())];
        enter_with(&app, &link(&app, Role::Look, Scope::All), &told).await.with_status(403);
    }

    async fn the_page_of_a_link_keeps_it_in_the_other_language(app: TestApp) {
        let link = link(&app, Role::Look, Scope::All);
        let door = app.admin.get(&link).await.text();
        let other = door.split("href=\"/console/idioma").nth(1).unwrap().split('"').next().unwrap();
        let other = format!("/console/idioma{}", other.replace("&amp;", "&"));
        assert_eq!(app.admin.get(&other).await.with_status(303).header("location"), link);
    }

    async fn strangers_who_send_nothing_keep_health_from_nobody(app: TestApp) {
        let address = app.admin.base.strip_prefix("http://").unwrap().to_owned();
        let begin = || {
            let mut stream = TcpStream::connect(&address).unwrap();
            stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
            let head = "POST /console/entrar HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\
                        content-type: application/x-www-form-urlencoded\r\n\r\n";
            stream.write_all(head.as_bytes()).unwrap();
            stream
        };
        let mut silent: Vec<TcpStream> = (0..120).map(|_| begin()).collect();
        let said = app.admin.get("/live").await.with_status(200);
        assert_eq!(said.header("connection"), "close");
        enter(&app, &link(&app, Role::Look, Scope::All)).await.with_status(303);
        // whoever has waited longest had to give way
        let mut answer = [0; 12];
        silent[0].read_exact(&mut answer).unwrap();
        assert_eq!(&answer, b"HTTP/1.1 408");
        assert_eq!(app.admin.get("/console/entrar").await.header("connection"), "close");
        assert_ne!(Visitor::operator(&app).await.get("/console/lojas").await.header("connection"), "close");
    }

    async fn the_head_of_a_page_is_answered_as_the_page(app: TestApp) {
        app.loja_with_skus("loja-1", &["S1"]).await;
        let visitor = Visitor::operator(&app).await;
        for page in all_pages("1-1").into_iter().chain(["/".to_owned(), "/console/nada".to_owned()]) {
            let (page, head) = (visitor.get(&page).await, visitor.head(&page).await);
            let kind = |answer: &crate::support::Answer| answer.header("content-type").to_owned();
            assert_eq!((head.status, kind(&head)), (page.status, kind(&page)));
            assert_eq!(head.text(), "");
        }
    }

    async fn a_scope_hides_what_is_beyond_it(app: TestApp) {
        app.loja_with_skus("loja-1", &["S1"]).await;
        app.loja_with_skus("loja-2", &["S2"]).await;
        let (first, second) = (app.loja("loja-1"), app.loja("loja-2"));
        let path = |id: domain::values::ids::LojaId| format!("{}-{}", id.aplicacao.0, id.loja);
        let own = Visitor::of(&app, Role::Operate, Scope::Loja(first)).await;
        assert_eq!(own.get("/console/").await.header("location"), format!("/console/{}", path(first)));
        for page in all_pages(&path(second)) {
            let status = own.get(&page).await.status;
            assert_eq!(status, if page.ends_with("/lojas") { 200 } else { 404 }, "{page}");
        }
        assert!(!own.page("/console/lojas").await.contains("Loja loja-2"));
        let form = [("codigo", "S2"), ("como", "variacao"), ("unidades", "1"), ("motivo", "x")];
        own.act(&format!("/console/{}/skus/ajustar", path(second)), &form).await.with_status(404);
        own.act("/console/chaves/revogar", &[("numero", "1")]).await.with_status(404);
        let whole = Visitor::of(&app, Role::Look, Scope::Aplicacao(first.aplicacao)).await;
        whole.get(&format!("/console/{}", path(second))).await.with_status(200);
        whole.get("/console/sistema").await.with_status(404);
        let stranger = app.other_aplicacao("outra");
        stranger.post("/Usuario", &models::usuario("loja-3")).await.with_status(201);
        assert!(!whole.page("/console/lojas").await.contains("loja-3"));
    }

    async fn what_an_application_shares_is_not_one_stores(app: TestApp) {
        app.loja_with_stock("loja-1", &["S1"], 100).await;
        app.loja_with_stock("loja-2", &["S2"], 100).await;
        let new = json!({"url": "https://u:senha@erp.example/x?token=9", "tipos": ["pedido.criado"]});
        let id = app.a.post("/Notificacao", &new).await.json_of(201)["id"].clone();
        app.create_pedido("loja-2", &models::pedido("canal", "P2", "S2")).await;
        app.a.get("/Pedido/Fila?consumidor=erp").await.with_status(200);
        let own = Visitor::of(&app, Role::Operate, Scope::Loja(app.loja("loja-1"))).await;
        let page = own.page(&format!("/console/1-1/notificacoes/{id}")).await;
        assert!(!page.contains("Entregas") && !page.contains("Trocar segredo"), "{page}");
        for page in [page, own.page("/console/1-1/notificacoes").await] {
            assert!(page.contains("erp.example") && !page.contains("senha") && !page.contains("token=9"), "{page}");
        }
        for what in ["testar", "segredo", "pausar"] {
            let path = format!("/console/1-1/notificacoes/{id}/{what}");
            own.act(&path, &[]).await.with_status(403);
        }
        assert!(!own.page("/console/1-1/fila").await.contains(">erp<"));
        own.get("/console/1-1/fila?leitor=erp&de=aplicacao").await.with_status(404);
        let revive = [("leitor", "erp"), ("de", "aplicacao")];
        own.act("/console/1-1/fila/reviver", &revive).await.with_status(404);
        // whoever sees the application does
        let scope = Scope::Aplicacao(app.aplicacao);
        let whole = Visitor::of(&app, Role::Operate, scope).await;
        assert!(whole.page("/console/1-1/notificacoes").await.contains("u:senha@erp.example"));
        assert!(whole.page("/console/1-1/fila").await.contains(">erp<"));
        whole.act("/console/1-1/fila/reviver", &revive).await.with_status(303);
        whole.act(&format!("/console/1-1/notificacoes/{id}/pausar"), &[]).await.with_status(303);
    }

    async fn a_form_from_elsewhere_does_nothing(app: TestApp) {
        app.loja_with_skus("loja-1", &["S1"]).await;
        let visitor = Visitor::operator(&app).await;
        let (mark, path) = (visitor.mark().await, "/console/1-1/skus/ajustar");
        let form = |mark| {
            let how = [("como", "estoque"), ("unidades", "99"), ("visto", "10")];
            [[("codigo", "S1"), ("motivo", "x"), ("marca", mark)], how].concat()
        };
        visitor.post(path, &[], &form("")).await.with_status(403);
        visitor.post(path, &[], &form("inventada")).await.with_status(403);
        let other = Visitor::operator(&app).await.mark().await;
        visitor.post(path, &[], &form(&other)).await.with_status(403);
        let own = app.admin.base.clone();
        let by_tls = own.replace("http:", "https:");
        for origin in ["https://mau.example", "null", "http://127.0.0.1:1", &by_tls] {
            visitor.post(path, &[("origin", origin)], &form(&mark)).await.with_status(403);
        }
        assert!(app.a.get("/sku/S1?usuarioId=loja-1").await.json()["estoque"] == 10);
        visitor.post(path, &[("origin", &own)], &form(&mark)).await.with_status(303);
        assert!(app.a.get("/sku/S1?usuarioId=loja-1").await.json()["estoque"] == 99);
    }

    async fn a_session_ends_when_somebody_ends_it(app: TestApp) {
        let (visitor, other) = (Visitor::operator(&app).await, Visitor::operator(&app).await);
        let list = visitor.page("/console/pessoas").await;
        assert_eq!(list.matches("/console/acessos/encerrar").count(), 2, "{list}");
        // the second one's
        visitor.act("/console/acessos/encerrar", &[("numero", "2")]).await.with_status(303);
        visitor.act("/console/acessos/encerrar", &[("numero", "2")]).await.with_status(404);
        other.get("/console/lojas").await.with_status(401);
        visitor.act("/console/sair", &[]).await.with_status(303);
        visitor.get("/console/lojas").await.with_status(401);
    }
}

#[test]
fn a_form_that_does_not_arrive_is_given_up() {
    let Some(database) = TestDatabase::new(Database::Sqlite) else { return };
    let config = Config { body_timeout: 1, ..app::config(&database.url) };
    actix_web::rt::System::new().block_on(async {
        let app = TestApp::with_config(database, &config);
        let mut stream = TcpStream::connect(app.admin.base.strip_prefix("http://").unwrap()).unwrap();
        let head = "POST /console/entrar HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\
                    content-type: application/x-www-form-urlencoded\r\n\r\n";
        stream.write_all(head.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 408"), "{answer}");
    });
}

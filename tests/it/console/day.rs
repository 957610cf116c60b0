//! The day's work: what is to be sent, what happened, and who lags.

use std::fs;

use domain::console::Role;
use serde_json::json;
use server::config::Config;
use store::accesses::Scope;
use store::orders::to_send;

use super::visitor::Visitor;
use crate::support::app;
use crate::support::{Database, TestApp, TestDatabase, models};

/// What stands between two texts, the second after the first.
fn between<'a>(page: &'a str, from: &str, to: &str) -> &'a str {
    let after = page.split_once(from).unwrap_or_else(|| panic!("{from}: {page}")).1;
    after.split_once(to).unwrap_or_else(|| panic!("{to}: {page}")).0
}

on_both_databases! {
    async fn what_waits_is_gathered_by_sku_and_by_order(app: TestApp) {
        app.loja_with_stock("loja-1", &["S1", "S2", "S3"], 100).await;
        let named = json!({"nome": "Caneca de louça", "gtin": "7891000315507"});
        app.a.patch("/sku/S1?usuarioId=loja-1", &named).await.with_status(200);
        let order = |source: &str, sku: &str, status: &str, promised: &str| {
            let one = models::with(models::pedido("canal", source, sku), "/status", status.into());
            models::with(one, "/frete/0/dataPrevistaEntrega", promised.into())
        };
        let mut ids = Vec::new();
        for one in [
            order("LONGE", "S1", "Faturado", "2999-01-01T12:00:00Z"),
            order("TARDE", "S1", "Pago", "2026-05-16T12:00:00Z"),
            order("NAO-PAGO", "S2", "AguardandoPagamento", "2026-05-16T12:00:00Z"),
            order("FOI", "S2", "Enviado", "2026-05-16T12:00:00Z"),
            order("EM-PARTE", "S3", "Pago", "2999-01-01T12:00:00Z"),
        ] {
            ids.push(app.create_pedido("loja-1", &one).await["pedidoId"].as_i64().unwrap());
        }
        // its one item has gone already
        app.database.execute(&format!("UPDATE pedidos SET itens = '0:9' WHERE pedido_id = {}", ids[4]));
        let ana = Visitor::operator(&app).await;
        let page = ana.page("/console/1-1/expedicao").await;
        assert!(page.contains("Todos · 2") && page.contains("Até hoje · 1") && page.contains("Atrasados · 1"), "{page}");
        let picked = between(&page, "Separar, por SKU", "</table>");
        assert!(picked.contains("data-sku=\"S1\" data-unidades=\"4\""), "{picked}");
        assert!(picked.contains("Caneca de louça") && picked.contains("7891000315507"), "{picked}");
        assert_eq!(picked.matches("data-sku").count(), 1, "{picked}");
        let sent = between(&page, "Enviar, por pedido", "</table>");
        let place = |id: i64| sent.find(&format!("/pedidos/{id}\""));
        assert!(place(ids[1]) < place(ids[0]) && place(ids[1]).is_some(), "what was promised first: {sent}");
        assert_eq!(sent.matches("atrasado").count(), 1, "{sent}");
        for gone in &ids[2..] {
            assert_eq!(place(*gone), None, "{sent}");
        }
        let late = ana.page("/console/1-1/expedicao?ate=ontem").await;
        assert!(late.contains("TARDE") && !late.contains("LONGE"), "{late}");
        assert!(ana.page("/console/1-1/expedicao?canal=canal").await.contains("Todos · 2"));
        ana.get("/console/1-1/expedicao?canal=outro").await.with_status(404);
        // with zeros before it or without, as scanners read it
        for (code, told) in [
            ("7891000315507", "4 × Caneca de louça"),
            ("07891000315507", "4 × Caneca de louça"),
            ("S1", "4 × Caneca de louça"),
            ("S2", "Ninguém espera"),
            ("7891000000000", "Nenhum SKU tem este código"),
            ("%3Cb%3E", "Nenhum SKU tem este código"),
        ] {
            let page = ana.page(&format!("/console/1-1/expedicao?codigo={code}")).await;
            let said = between(&page, "data-lido", "</div>");
            assert!(said.contains(told), "{code}: {said}");
            assert_eq!(page.contains("<tr class=\"found\""), told.starts_with('4'), "{code}: {page}");
        }
        let loja = app.loja("loja-1");
        let (some, more) = app.store.read_blocking(|conn| to_send(conn, loja, None, 1)).unwrap();
        // those that were placed first
        assert!(more && some[0].pedido.pedido_id.0 == ids[0], "{some:?}");
    }

    async fn units_are_picked_where_their_order_holds_them(app: TestApp) {
        app.loja_with_stock("loja-1", &["S1"], 1).await;
        app.a.put("/Usuario/loja-1/Estoque", &json!({"controleEstoque": "hub"})).await.with_status(200);
        app.a.put("/Centro/7?usuarioId=loja-1", &json!({"nome": "Anexo", "prioridade": 9})).await.with_status(201);
        app.a.put("/sku/S1/Centro/7?usuarioId=loja-1", &json!({"estoque": 5})).await.with_status(200);
        let id = app.create_pedido("loja-1", &models::pedido("canal", "P1", "S1")).await["pedidoId"].clone();
        let strange = app.create_pedido("loja-1", &models::pedido("canal", "P2", "NAO-CADASTRADO")).await;
        let ana = Visitor::operator(&app).await;
        let seen = async |rest: &str| {
            let page = ana.page(&format!("/console/1-1/expedicao{rest}")).await;
            page.matches("data-sku=\"S1\" data-unidades=\"1\"").count()
        };
        assert_eq!([seen("").await, seen("?centro=7").await, seen("?centro=1").await, seen("?centro=0").await], [2, 1, 1, 0]);
        let nowhere = ana.page("/console/1-1/expedicao?centro=0").await;
        assert!(nowhere.contains("NAO-CADASTRADO"), "{nowhere}");
        assert!(nowhere.contains(&format!("/pedidos/{}\"", strange["pedidoId"])), "{nowhere}");
        // invoiced, its units have left the stock and lie where they lay
        let moved = json!({"status": "Faturado"});
        app.a.put(&format!("/Pedido/{id}/Status?usuarioId=loja-1"), &moved).await.with_status(200);
        assert_eq!([seen("").await, seen("?centro=7").await], [2, 1]);
        app.a.put(&format!("/Pedido/{id}/Status?usuarioId=loja-1"), &json!({"status": "Enviado"})).await.with_status(200);
        assert_eq!(seen("").await, 0);
    }

    async fn events_are_told_by_kind_and_order_and_followed_back(app: TestApp) {
        app.loja_with_stock("loja-1", &["S1"], 100).await;
        let order = app.create_pedido("loja-1", &models::pedido("canal", "P1", "S1")).await;
        let moved = json!({"status": "Faturado"});
        app.a.put(&format!("/Pedido/{}/Status?usuarioId=loja-1", order["pedidoId"]), &moved).await.with_status(200);
        app.create_pedido("loja-1", &models::pedido("canal", "P2", "S1")).await;
        for n in 0..50 {
            let stock = json!({"estoque": 200 + n});
            app.a.put("/sku/S1/Estoque?usuarioId=loja-1", &stock).await.with_status(200);
        }
        app.a.post("/Usuario", &models::usuario("loja-2")).await.with_status(201);
        let ana = Visitor::operator(&app).await;
        let page = ana.page(&format!("/console/1-1/eventos?pedido={}", order["pedidoId"])).await;
        assert_eq!(page.matches("<tbody>").count(), 1, "{page}");
        assert_eq!(page.matches("<summary>").count(), 2, "{page}");
        assert!(page.contains("pedido.criado") && page.contains("pedido.status"), "{page}");
        let page = ana.page("/console/1-1/eventos?tipo=pedido.criado").await;
        assert_eq!(page.matches("<summary>").count(), 2, "{page}");
        assert!(ana.page("/console/1-1/eventos?pedido=999999").await.contains("Nenhum evento"));
        let (mut address, mut seen) = ("/console/1-1/eventos".to_owned(), Vec::new());
        loop {
            let page = ana.page(&address).await;
            let places = page.split("<td class=\"num\">").skip(1);
            seen.extend(places.map(|rest| rest.split('<').next().unwrap().parse::<i64>().unwrap()));
            let Some(next) = page.split("rel=\"next\" href=\"").nth(1) else { break };
            address = next.split('"').next().unwrap().replace("&amp;", "&");
        }
        assert!(seen.len() > 53 && seen.is_sorted_by(|one, next| one > next), "{seen:?}");
        // the other store's first event is told among all of the application's alone
        let all = ana.page("/console/1-1/eventos?lojas=todas&tipo=usuario.alterado").await;
        assert!(all.contains("href=\"/console/1-2\""), "{all}");
        assert!(!ana.page("/console/1-1/eventos?tipo=usuario.alterado").await.contains("/console/1-2"));
    }

    async fn a_store_sees_its_own_day_alone(app: TestApp) {
        app.loja_with_stock("loja-1", &["S1"], 100).await;
        app.create_pedido("loja-1", &models::pedido("canal", "P1", "S1")).await;
        let new = json!({"url": "https://erp.example/eventos", "tipos": ["pedido.criado"]});
        app.a.post("/Notificacao", &new).await.with_status(201);
        app.loja_with_stock("loja-2", &["S1"], 100).await;
        let own = Visitor::of(&app, Role::Look, Scope::Loja(app.loja("loja-1"))).await;
        for page in ["expedicao", "eventos", "eventos?tipo=pedido.criado"] {
            let text = own.page(&format!("/console/1-1/{page}")).await;
            assert!(!text.contains("lojas=todas"), "{text}");
            // to leave is all that somebody who only looks can do
            assert_eq!(text.matches("method=\"post\"").count(), 1, "{text}");
            own.get(&format!("/console/1-2/{page}")).await.with_status(404);
        }
        own.get("/console/1-1/eventos?lojas=todas").await.with_status(404);
        own.get("/console/1-1/notificacoes/1/entregas/1").await.with_status(404);
        own.get("/console/sistema").await.with_status(404);
    }

    async fn a_delivery_shows_what_is_sent_and_what_was_answered(app: TestApp) {
        app.loja_with_stock("loja-1", &["S1"], 100).await;
        let new = json!({"url": "https://erp.example/eventos", "tipos": ["pedido.criado"]});
        let id = app.a.post("/Notificacao", &new).await.json_of(201)["id"].clone();
        let order = app.create_pedido("loja-1", &models::pedido("canal", "P-77", "S1")).await;
        app.store.place_events().await.unwrap();
        let all = app.a.get("/Evento?tipo=pedido.criado").await.json_of(200);
        let event = all["eventos"].as_array().or(all["resultado"].as_array()).unwrap()[0].clone();
        let (place, number) = (&event["posicao"], &order["pedidoId"]);
        app.database.execute(&format!(
            "INSERT INTO entregas VALUES (1, {id}, 900, 0, 1, {place}, 1, 0, {number}, 'evt', 1, 0, 1, 1, 5, NULL, 1, 1, NULL)"
        ));
        app.database.execute(&format!(
            "INSERT INTO entrega_tentativas VALUES (1, {id}, 900, 1, 1, 42, 503, NULL, 'em manutencao')"
        ));
        let path = format!("/console/1-1/notificacoes/{id}/entregas/900");
        let ana = Visitor::operator(&app).await;
        let page = ana.page(&path).await;
        for part in ["P-77", "em manutencao", "503", "42 ms", "Enviar agora"] {
            assert!(page.contains(part), "{part}: {page}");
        }
        ana.act(&format!("{path}/reenviar"), &[]).await.with_status(303);
        let rui = Visitor::of(&app, Role::Look, Scope::All).await;
        let page = rui.page(&path).await;
        assert!(page.contains("P-77") && !page.contains("Enviar agora"), "{page}");
        let list = format!("/console/1-1/notificacoes/{id}");
        assert!(ana.page(&list).await.contains(&path));
        assert!(ana.page(&format!("{list}?estado=Pendente")).await.contains(&path));
        assert!(!ana.page(&format!("{list}?estado=Entregue")).await.contains(&path));
        ana.get(&format!("{list}/entregas/901")).await.with_status(404);
        // one that is done with is sent once more by a page, however often its button is pressed
        app.database.execute("UPDATE entregas SET estado = 2, concluido_em = 6");
        let page = ana.page(&path).await;
        assert!(page.contains("Reenviar"), "{page}");
        let vez = page.split_once("name=\"vez\" value=\"").unwrap().1.split('"').next().unwrap();
        let sent = async || ana.page("/console/1-1/atos").await.matches("reenviou").count();
        let before = sent().await;
        for _ in 0..3 {
            ana.act(&format!("{path}/reenviar"), &[("vez", vez)]).await.with_status(303);
        }
        assert_eq!(sent().await, before + 1);
    }

    async fn whoever_lags_is_named_at_the_start(app: TestApp) {
        app.loja_with_stock("loja-1", &["S1"], 100).await;
        app.a.get("/Pedido/Fila?consumidor=erp").await.with_status(200);
        let new = json!({"url": "https://erp.example/eventos", "tipos": ["pedido.criado"]});
        app.a.post("/Notificacao", &new).await.with_status(201);
        app.create_pedido("loja-1", &models::pedido("canal", "P1", "S1")).await;
        app.store.place_events().await.unwrap();
        let ana = Visitor::operator(&app).await;
        let text = ana.page("/console/1-1").await;
        assert!(!text.contains("atrasad") && text.contains("evento aguarda leitura"), "{text}");
        app.database.execute("UPDATE eventos SET data = data - 7200000000");
        let text = ana.page("/console/1-1").await;
        for told in ["leitor erp atrasado", "notificação 1 atrasada", "há 2 h"] {
            assert!(text.contains(told), "{told}: {text}");
        }
        assert!(!text.contains("aguarda leitura"), "{text}");
    }
}

#[test]
fn the_system_tells_of_backups_and_of_whoever_made_a_setting() {
    let Some(database) = TestDatabase::new(Database::Sqlite) else { return };
    let folder = tempfile::tempdir().unwrap();
    let config = Config { backup_folder: Some(folder.path().to_owned()), ..app::config(&database.url) };
    actix_web::rt::System::new().block_on(async {
        let app = TestApp::with_config(database, &config);
        let ana = Visitor::operator(&app).await;
        let page = ana.page("/console/sistema").await;
        assert!(page.contains("nenhum ainda"), "{page}");
        assert!(page.contains("events_retention") && page.contains("padrão"), "{page}");
        fs::write(folder.path().join("entreposto-20261128T031500Z.jsonl.zst"), "x").unwrap();
        let page = ana.page("/console/sistema").await;
        assert!(page.contains("em dia") && !page.contains("nenhum ainda"), "{page}");
    });
}

//! What is done on the console happens once, by the rules of the interfaces, and is written down.

use domain::console::Role;
use serde_json::json;
use store::accesses::Scope;

use super::visitor::Visitor;
use crate::fila::TestClock;
use crate::support::models;

on_both_databases! {
    async fn an_order_moves_by_the_rules_of_interface_a(app: TestApp) {
        app.loja_with_stock("loja-1", &["S1"], 100).await;
        let order = app.create_pedido("loja-1", &models::pedido("canal", "P1", "S1")).await;
        let path = format!("/console/1-1/pedidos/{}/mover", order["pedidoId"]);
        let ana = Visitor::operator(&app).await;
        let invoice = [("status", "Faturado"), ("numero", "1661"), ("serie", "1")];
        ana.act(&path, &invoice).await.with_status(303);
        // pressed twice, or in a tab that shows it as it was
        ana.act(&path, &[("status", "Faturado"), ("numero", "9")]).await.with_status(409);
        let wrong_key = [("status", "Enviado"), ("chave", "123")];
        let text = ana.act(&path, &wrong_key).await.with_status(409).text();
        assert!(text.contains("notaFiscal.chave"), "{text}");
        // nothing that cannot be seen comes into the record
        for hidden in ["x\u{202e}y", "a\r\nb", "\u{7}"] {
            ana.act(&path, &[("status", "Cancelado"), ("motivo", hidden)]).await.with_status(409);
        }
        // cancelling what is invoiced needs a reason
        ana.act(&path, &[("status", "Cancelado")]).await.with_status(409);
        ana.act(&path, &[("status", "Cancelado"), ("motivo", "desistiu")]).await.with_status(303);
        let text = ana.act(&path, &[("status", "Entregue")]).await.with_status(409).text();
        assert!(text.contains("Cancelado"), "{text}");
        let path = format!("/Pedido/{}/Historico?usuarioId=loja-1", order["pedidoId"]);
        let history = app.a.get(&path).await.json_of(200);
        let entries = history.as_array().unwrap().iter();
        let seen: Vec<&str> = entries.map(|one| one["status"].as_str().unwrap()).collect();
        assert_eq!(seen, ["Pago", "Faturado", "Cancelado"]);
        let acts = ana.page("/console/1-1/atos").await;
        assert_eq!(acts.matches("moveu o pedido").count(), 2, "refusals are no acts: {acts}");
        assert!(acts.contains("→ Faturado, NF-e 1661") && acts.contains("desistiu"), "{acts}");
    }

    async fn a_stock_is_adjusted_with_a_reason_in_each_centre(app: TestApp) {
        app.loja_with_skus("loja-1", &["S1"]).await;
        app.a.put("/Centro/7?usuarioId=loja-1", &json!({"nome": "Anexo"})).await.with_status(201);
        app.a.put("/sku/S1/Centro/7?usuarioId=loja-1", &json!({"estoque": 5})).await.with_status(200);
        let ana = Visitor::operator(&app).await;
        let path = "/console/1-1/skus/ajustar";
        let form = |centro, how, units, reason| {
            [("codigo", "S1"), ("centro", centro), ("como", how), ("unidades", units), ("motivo", reason)]
        };
        ana.act(path, &form("1", "variacao", "−3", "quebraram")).await.with_status(303);
        ana.act(path, &form("7", "estoque", "9", "contados")).await.with_status(303);
        ana.act(path, &form("7", "variacao", "+1", "achada")).await.with_status(303);
        for refused in [
            form("1", "variacao", "-8", "abaixo de zero"),
            form("1", "estoque", "-1", "negativo"),
            form("1", "estoque", "muitas", "letras"),
            form("1", "variacao", "1", "  "),
            form("1", "variacao", "1", "a\0b"),
            form("1", "variacao", "1", "a\u{202e}b"),
        ] {
            ana.act(path, &refused).await.with_status(409);
        }
        ana.act(path, &form("8", "estoque", "1", "sem centro")).await.with_status(404);
        let there = app.a.get("/sku/S1/Centro?usuarioId=loja-1").await.json();
        let centres = there.as_array().unwrap().iter();
        let stocks: Vec<i64> = centres.map(|one| one["estoque"].as_i64().unwrap()).collect();
        assert_eq!(stocks, [7, 10]);
        let acts = ana.page("/console/1-1/atos").await;
        for told in ["−3 → 7: quebraram", "→ 9 (centro 7): contados", "+1 → 10 (centro 7): achada"] {
            assert!(acts.contains(told), "{told}: {acts}");
        }
        assert_eq!(acts.matches("ajustou").count(), 3, "{acts}");
    }

    async fn nothing_of_an_inactive_store_changes(app: TestApp) {
        app.loja_with_skus("loja-1", &["S1"]).await;
        let off = models::with(models::usuario("loja-1"), "/ativo", false.into());
        app.a.put("/Usuario/loja-1", &off).await.with_status(200);
        let ana = Visitor::operator(&app).await;
        let form = [("codigo", "S1"), ("como", "variacao"), ("unidades", "1"), ("motivo", "x")];
        let text = ana.act("/console/1-1/skus/ajustar", &form).await.with_status(409).text();
        assert!(text.contains("inativa"), "{text}");
        assert!(ana.page("/console/1-1").await.contains("inativa"));
    }

    async fn who_only_looks_changes_nothing(app: TestApp) {
        app.loja_with_skus("loja-1", &["S1"]).await;
        let order = app.create_pedido("loja-1", &models::pedido("canal", "P1", "S1")).await;
        let rui = Visitor::of(&app, Role::Look, Scope::All).await;
        for (path, form) in [
            (format!("1-1/pedidos/{}/mover", order["pedidoId"]), vec![("status", "Faturado")]),
            ("1-1/skus/ajustar".to_owned(), vec![("codigo", "S1"), ("unidades", "1"), ("motivo", "x")]),
            ("1-1/notificacoes/1/pausar".to_owned(), vec![]),
            ("1-1/fila/reviver".to_owned(), vec![("leitor", "erp")]),
            ("chaves/revogar".to_owned(), vec![("numero", "1")]),
            ("acessos/encerrar".to_owned(), vec![("numero", "1")]),
        ] {
            rui.act(&format!("/console/{path}"), &form).await.with_status(403);
        }
        app.a.get("/Usuario").await.with_status(200);
        // the head, and that he came in
        assert_eq!(rui.page("/console/atos").await.matches("<tr>").count(), 2);
    }

    async fn a_notification_is_cared_for(app: TestApp) {
        app.loja_with_skus("loja-1", &["S1"]).await;
        let new = json!({"url": "https://erp.example/eventos", "tipos": ["sku.alterado"]});
        let id = app.a.post("/Notificacao", &new).await.json_of(201)["id"].clone();
        let ana = Visitor::operator(&app).await;
        let act = |what: &str| format!("/console/1-1/notificacoes/{id}/{what}");
        ana.act(&act("testar"), &[]).await.with_status(303);
        ana.act(&act("reenviar"), &[("de", "1"), ("ate", "2")]).await.with_status(303);
        ana.act(&act("reenviar"), &[("de", "900"), ("ate", "901")]).await.with_status(409);
        ana.act(&act("reenviar"), &[]).await.with_status(409);
        let secret = ana.act(&act("segredo"), &[]).await.with_status(200).text();
        assert!(secret.contains("whsec_"), "{secret}");
        ana.act(&act("segredo"), &[]).await.with_status(409);
        ana.act(&act("pausar"), &[]).await.with_status(303);
        assert_eq!(app.a.get(&format!("/Notificacao/{id}")).await.json()["ativo"], json!(false));
        ana.act(&act("retomar"), &[]).await.with_status(303);
        assert_eq!(app.a.get(&format!("/Notificacao/{id}")).await.json()["ativo"], json!(true));
        ana.act("/console/1-1/notificacoes/999/pausar", &[]).await.with_status(404);
        let page = ana.page(&format!("/console/1-1/notificacoes/{id}")).await;
        assert!(page.contains("erp.example") && !page.contains("whsec_"), "{page}");
        assert_eq!(ana.page("/console/1-1/atos").await.matches("notificação").count(), 5);
    }

    async fn dead_events_are_handed_out_again(app: TestApp) {
        app.loja_with_stock("loja-1", &["S1"], 100).await;
        app.create_pedido("loja-1", &models::pedido("canal", "P1", "S1")).await;
        let reader = TestClock::of(&app, Some(app.loja("loja-1")), "erp");
        for turn in 0..10 {
            reader.ask(turn * 60 - 3600, 250).await;
        }
        let ana = Visitor::operator(&app).await;
        let page = ana.page("/console/1-1/fila?leitor=erp&de=loja").await;
        assert!(page.contains("Reviver") && page.contains("pedido.criado"), "{page}");
        assert!(ana.page("/console/1-1").await.contains("evento morto"));
        ana.act("/console/1-1/fila/reviver", &[("leitor", "erp"), ("de", "loja")]).await.with_status(303);
        assert!(!ana.page("/console/1-1/fila?leitor=erp&de=loja").await.contains("pedido.criado"));
        ana.act("/console/1-1/fila/reviver", &[("leitor", "ninguem")]).await.with_status(404);
    }

    async fn a_key_is_revoked(app: TestApp) {
        let ana = Visitor::operator(&app).await;
        ana.act("/console/chaves/revogar", &[("numero", "999")]).await.with_status(404);
        ana.act("/console/chaves/revogar", &[("numero", "1")]).await.with_status(303);
        assert!(ana.page("/console/chaves").await.contains("revogada"));
        // again: nothing more to do, and nothing more to write down
        ana.act("/console/chaves/revogar", &[("numero", "1")]).await.with_status(303);
        assert_eq!(ana.page("/console/atos").await.matches("revogou").count(), 1);
    }
}

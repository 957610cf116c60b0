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
        let text = ana.act(&path, &wrong_key).await.with_status(422).text();
        assert!(text.contains("role=\"alert\""), "{text}");
        // nothing that cannot be seen comes into the record
        for hidden in ["x\u{202e}y", "a\r\nb", "\u{7}"] {
            ana.act(&path, &[("status", "Cancelado"), ("motivo", hidden)]).await.with_status(409);
        }
        ana.act(&path, &[("status", "Cancelado")]).await.with_status(422);
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

    async fn an_order_ends_with_a_word_about_why(app: TestApp) {
        app.loja_with_stock("loja-1", &["S1"], 100).await;
        let order = app.create_pedido("loja-1", &models::pedido("canal", "P1", "S1")).await;
        let page = format!("/console/1-1/pedidos/{}", order["pedidoId"]);
        let path = format!("{page}/mover");
        let ana = Visitor::operator(&app).await;
        for (form, field, said) in [
            (vec![("status", "Cancelado"), ("motivo", " ")], "motivo", "por que o pedido é cancelado"),
            (vec![("status", "Faturado"), ("serie", "7")], "numero", "Sem nota"),
            (vec![("status", "Faturado"), ("numero", "1"), ("serie", "7"), ("chave", "123")], "chave", "44"),
        ] {
            let text = ana.act(&path, &form).await.with_status(422).text();
            let beside = format!("id=\"erro-{field}\" role=\"alert\"");
            let told = text.split(&beside).nth(1).unwrap_or_else(|| panic!("{field}: {text}"));
            assert!(told.split("</p>").next().unwrap().contains(said), "{told}");
            let typed = form.iter().filter(|(name, _)| ["serie", "chave"].contains(name));
            for (name, value) in typed {
                assert!(text.contains(&format!("name=\"{name}\" type=\"text\" value=\"{value}\"")), "{text}");
            }
            assert!(text.contains("<details class=\"action\" open>"), "{text}");
        }
        let text = ana.page(&page).await;
        assert!(text.contains(&format!("data-question=\"Pedido {}: Cancelar?", order["pedidoId"])), "{text}");
        ana.act(&path, &[("status", "Faturado"), ("semnota", "sim")]).await.with_status(303);
    }

    async fn a_stock_is_adjusted_with_a_reason_in_each_centre(app: TestApp) {
        app.loja_with_skus("loja-1", &["S1"]).await;
        app.a.put("/Usuario/loja-1/Estoque", &json!({"controleEstoque": "hub"})).await.with_status(200);
        app.a.put("/Centro/7?usuarioId=loja-1", &json!({"nome": "Anexo"})).await.with_status(201);
        app.a.put("/sku/S1/Centro/7?usuarioId=loja-1", &json!({"estoque": 5})).await.with_status(200);
        let ana = Visitor::operator(&app).await;
        let path = "/console/1-1/skus/ajustar";
        let form = |(centro, seen), how, units, reason| {
            let what = [("codigo", "S1"), ("centro", centro), ("visto", seen)];
            [what, [("como", how), ("unidades", units), ("motivo", reason)]].concat()
        };
        // without a script, and where the stock has changed since: what will come out is shown first
        for seen in ["", "11"] {
            let unseen = form(("1", seen), "variacao", "−3", "quebraram");
            let text = ana.act(path, &unseen).await.with_status(200).text();
            assert!(text.contains("10 → 7") && text.contains("name=\"visto\" value=\"10\""), "{text}");
        }
        ana.act(path, &form(("1", "10"), "variacao", "−3", "quebraram")).await.with_status(303);
        ana.act(path, &form(("7", "5"), "estoque", "9", "contados")).await.with_status(303);
        ana.act(path, &form(("7", "9"), "variacao", "+1", "achada")).await.with_status(303);
        for (refused, field) in [
            (form(("1", "7"), "variacao", "-8", "abaixo de zero"), "unidades"),
            (form(("1", ""), "variacao", "-8", "abaixo de zero"), "unidades"),
            (form(("1", "7"), "estoque", "-1", "negativo"), "unidades"),
            (form(("1", "7"), "estoque", "muitas", "letras"), "unidades"),
            (form(("1", "7"), "variacao", "1", "  "), "motivo"),
            (form(("1", "7"), "variacao", "1", "a\0b"), "motivo"),
            (form(("1", "7"), "variacao", "1", "a\u{202e}b"), "motivo"),
        ] {
            let text = ana.act(path, &refused).await.with_status(422).text();
            assert!(text.contains(&format!("id=\"erro-{field}\"")), "{text}");
            assert!(text.contains(&format!("type=\"text\" value=\"{}\"", refused[4].1)), "{text}");
        }
        ana.act(path, &form(("1", "7"), "", "1", "nem um nem outro")).await.with_status(422);
        ana.act(path, &form(("8", "0"), "estoque", "1", "sem centro")).await.with_status(404);
        // the reason stands in the ledger, for people and programs
        let moved = app.a.get("/sku/S1/Movimento?usuarioId=loja-1&centroId=7").await.json_of(200);
        let moved = moved["resultado"].as_array().unwrap().iter();
        let reasons: Vec<_> = moved.map(|one| one["motivo"].clone()).collect();
        assert_eq!(reasons[..2], ["achada", "contados"]);
        assert!(reasons[2..].iter().all(|one| one.is_null()), "{reasons:?}");
        assert!(ana.page("/console/1-1/skus/ver?codigo=S1").await.contains("variação: quebraram"));
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
        let form = [("codigo", "S1"), ("como", "variacao"), ("unidades", "1"), ("motivo", "x"), ("visto", "10")];
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
        ana.act(&act("reenviar"), &[("desde", "2020-01-01T00:00")]).await.with_status(303);
        ana.act(&act("reenviar"), &[("desde", "2999-01-01T00:00")]).await.with_status(409);
        let text = ana.act(&act("reenviar"), &[("de", "1"), ("ate", "x")]).await.with_status(422).text();
        assert!(text.contains("id=\"erro-ate\"") && text.contains("value=\"x\""), "{text}");
        ana.act(&act("reenviar"), &[("desde", "ontem")]).await.with_status(422);
        ana.act(&act("entregas/999/reenviar"), &[]).await.with_status(404);
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
        assert_eq!(ana.page("/console/1-1/atos").await.matches("notificação").count(), 6);
    }

    async fn a_page_sends_again_once_however_often_its_button_is_pressed(app: TestApp) {
        app.loja_with_skus("loja-1", &["S1"]).await;
        let new = json!({"url": "https://erp.example/eventos", "tipos": ["sku.estoque"]});
        let id = app.a.post("/Notificacao", &new).await.json_of(201)["id"].clone();
        app.a.put("/sku/S1/Estoque?usuarioId=loja-1", &json!({"estoque": 3})).await.with_status(200);
        app.store.place_events().await.unwrap();
        let ana = Visitor::operator(&app).await;
        let page = format!("/console/1-1/notificacoes/{id}");
        let once = async || {
            let text = ana.page(&page).await;
            text.split_once("name=\"vez\" value=\"").unwrap().1.split('"').next().unwrap().to_owned()
        };
        let records = async |word: &str| ana.page("/console/1-1/atos").await.matches(word).count();
        for (what, form, word) in [
            ("testar", vec![], "testou a notificação"),
            ("reenviar", vec![("de", "1"), ("ate", "1")], "reenviou"),
        ] {
            let (path, vez) = (format!("{page}/{what}"), once().await);
            let sent: Vec<(&str, &str)> = [&form[..], &[("vez", &*vez)]].concat();
            for _ in 0..3 {
                ana.act(&path, &sent).await.with_status(303);
            }
            let both = futures_util::future::join(ana.act(&path, &sent), ana.act(&path, &sent)).await;
            both.0.with_status(303);
            both.1.with_status(303);
            assert_eq!(records(word).await, 1, "{what}");
            // the page once more is another wish
            let vez = once().await;
            ana.act(&path, &[&form[..], &[("vez", &*vez)]].concat()).await.with_status(303);
            assert_eq!(records(word).await, 2, "{what}");
        }
        // what is wrong is told each time, and what is mended then is done
        let vez = once().await;
        for (ate, status) in [("x", 422), ("1", 303), ("1", 303)] {
            let form = [("de", "1"), ("ate", ate), ("vez", &*vez)];
            ana.act(&format!("{page}/reenviar"), &form).await.with_status(status);
        }
        assert_eq!(records("reenviou").await, 3);
        // and what the page that was gone back to says otherwise is another wish
        let other = [("de", "1"), ("ate", "2"), ("vez", &*vez)];
        ana.act(&format!("{page}/reenviar"), &other).await.with_status(303);
        assert_eq!(records("reenviou").await, 4);
        // of two who see one store alone none has a say, and each learns why
        let eva = Visitor::of(&app, Role::Operate, Scope::Loja(app.loja("loja-1"))).await;
        for what in ["testar", "reenviar", "pausar"] {
            let text = eva.act(&format!("{page}/{what}"), &[("de", "1"), ("ate", "1")]).await.with_status(403).text();
            assert!(text.contains("uma loja só") && !text.contains("só para ver"), "{text}");
        }
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

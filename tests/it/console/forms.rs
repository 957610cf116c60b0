//! Stores, channels and SKUs are made and changed by people, by the rules of interface A, and two of them at once do not
//! overwrite each other.

use domain::console::Role;
use serde_json::{Value, json};
use store::accesses::Scope;

use super::channels::seen;
use super::visitor::Visitor;
use crate::support::{Answer, TestApp};

/// Sends the form of a page as somebody does who changes some fields of it.
async fn change(who: &Visitor, page: &str, fields: &[(&str, &str)]) -> Answer {
    send(who, page, &who.page(page).await, fields).await
}

/// The same of a page that was opened before.
async fn send(who: &Visitor, address: &str, page: &str, fields: &[(&str, &str)]) -> Answer {
    let visto = seen(page);
    let (path, query) = address.split_once('?').unwrap_or((address, ""));
    let named = query.split('&').filter_map(|pair| pair.split_once('='));
    let mut form = vec![("visto", visto.as_str())];
    form.extend(named.chain(fields.iter().copied()));
    who.act(path, &form).await
}

async fn sku(app: &TestApp, code: &str) -> Value {
    app.a.get(&format!("/sku/{code}?usuarioId=u")).await.json_of(200)
}

on_both_databases! {
    async fn a_hub_gets_its_store_its_channel_and_its_first_sku_from_pages_alone(app: TestApp) {
        let ana = Visitor::operator(&app).await;
        let page = ana.page("/console/lojas/nova").await;
        assert!(page.contains("value=\"loja-1\"") && page.contains("<option value=\"hub\" selected"), "{page}");
        let new = |code| [("aplicacao", "1"), ("nome", "Feira <1>"), ("usuarioId", code), ("email", ""), ("controle", "hub")];
        let text = ana.act("/console/lojas/nova", &new("")).await.with_status(422).text();
        assert!(text.contains("erro-usuarioId") && text.contains("Feira &lt;1&gt;"), "{text}");
        let made = ana.act("/console/lojas/nova", &new("u")).await.with_status(303);
        assert_eq!(made.header("location"), "/console/1-1?feito=criada");
        ana.act("/console/lojas/nova", &new("u")).await.with_status(422);
        assert_eq!(app.a.get("/Usuario/u/Estoque").await.json_of(200)["controleEstoque"], "hub");
        let start = ana.page("/console/1-1?feito=criada").await;
        assert!(start.contains("/console/1-1/canais/novo") && start.contains("/console/1-1/skus/novo"), "{start}");

        let page = ana.page("/console/1-1/canais/novo?tipo=Loja").await;
        assert!(page.contains("value=\"Loja própria\"") && page.contains("(o hub conecta)"), "{page}");
        let new = [("tipo", "Loja"), ("canalId", "feira"), ("nome", "Feira"), ("config.urlLoja", "https://feira.example")];
        let made = ana.act("/console/1-1/canais/novo", &new).await.with_status(303);
        assert_eq!(made.header("location"), "/console/1-1/canais/configurar?canal=feira&feito=criado");
        assert_eq!(app.a.get("/Canal/feira?usuarioId=u").await.json_of(200)["tipoCanal"], "Loja");

        let new = |price, gtin| [("sku", "CAM-1"), ("nome", "Camiseta"), ("ativo", "sim"), ("precoPor", price), ("estoque", "7"),
            ("gtin", gtin), ("peso", "200"), ("imagens", "https://feira.example/1.jpg\r\nhttps://feira.example/2.jpg")];
        for (price, gtin, field) in [("1.234", "", "erro-precoPor"), ("1", "123", "erro-gtin")] {
            let text = ana.act("/console/1-1/skus/novo", &new(price, gtin)).await.with_status(422).text();
            assert!(text.contains(field) && text.contains("1.jpg"), "{field}: {text}");
        }
        let made = ana.act("/console/1-1/skus/novo", &new("1.234,50", "")).await.with_status(303);
        assert_eq!(made.header("location"), "/console/1-1/skus/ver?codigo=CAM-1&feito=criado");
        let stored = sku(&app, "CAM-1").await;
        assert_eq!((&stored["precoPor"], &stored["estoque"], &stored["peso"]), (&json!(1234.5), &json!(7), &json!(200)));
        assert_eq!(stored["imagens"], json!(["https://feira.example/1.jpg", "https://feira.example/2.jpg"]));
        assert!(ana.page("/console/1-1/ofertas?ver=publicaveis").await.contains("Camiseta"));
        ana.act("/console/1-1/skus/novo", &new("1", "")).await.with_status(422);
        let acts = ana.page("/console/atos").await;
        for words in ["gravou a loja", "criado: Loja", "gravou o SKU"] {
            assert!(acts.contains(words), "{words}: {acts}");
        }
    }

    async fn what_was_not_typed_over_stays_and_what_was_is_read_as_interface_a_does(app: TestApp) {
        app.loja_with_skus("u", &["A"]).await;
        let odd = json!({"descricao": "um\r\ndois", "categorias": ["a\nb"], "precoPor": 1.2345});
        app.a.patch("/sku/A?usuarioId=u", &odd).await.with_status(200);
        let (ana, path) = (Visitor::operator(&app).await, "/console/1-1/skus/editar?codigo=A");
        assert!(ana.page(path).await.contains("value=\"1,2345\""));
        let all = [("nome", "Novo"), ("descricao", "um\r\ndois"), ("precoPor", "1,2345"), ("ativo", "")];
        let answer = change(&ana, path, &all).await.with_status(303);
        assert_eq!(answer.header("location"), "/console/1-1/skus/ver?codigo=A&feito=gravado");
        let stored = sku(&app, "A").await;
        assert_eq!((&stored["nome"], &stored["ativo"], &stored["precoPor"]), (&json!("Novo"), &json!(false), &json!(1.2345)));
        assert_eq!((&stored["descricao"], &stored["categorias"]), (&odd["descricao"], &odd["categorias"]));
        let text = change(&ana, path, &[("nome", ""), ("precoDe", "1,00"), ("marca", "M")]).await.with_status(422).text();
        for words in ["erro-nome", "erro-precoDe", "value=\"M\"", "value=\"1,00\""] {
            assert!(text.contains(words), "{words}: {text}");
        }
        let long = "ç".repeat(60_000);
        change(&ana, path, &[("descricao", &long)]).await.with_status(303);
        assert_eq!(sku(&app, "A").await["descricao"], long);
        assert!(ana.page("/console/1-1/atos").await.contains("nome, ativo"));
    }

    async fn of_two_at_once_the_second_sees_what_the_first_has_changed(app: TestApp) {
        app.loja_with_skus("u", &["A"]).await;
        let ana = Visitor::operator(&app).await;
        for (path, ours, theirs) in [
            ("/console/1-1/skus/editar?codigo=A", "nome", "marca"),
            ("/console/1-1/canais/configurar?canal=canal", "percentualEstoque", "prazo"),
            ("/console/1-1/skus/canal?codigo=A&canal=canal", "precoPor", "estoqueMaximo"),
            ("/console/1-1/loja", "nome", "email"),
        ] {
            let before = ana.page(path).await;
            let said = if theirs == "email" { "a@b.example" } else { "17" };
            change(&ana, path, &[(ours, "21"), (theirs, said)]).await.with_status(303);
            // the second has changed another field than the first, and one that the first has changed, too
            let text = send(&ana, path, &before, &[(ours, "33")]).await.with_status(409).text();
            for words in ["Outra pessoa mudou", "value=\"33\"", "<b>21"] {
                assert!(text.contains(words), "{path}: {words}: {text}");
            }
            assert!(text.contains(&format!("name=\"{theirs}\"")) && text.contains(&format!("value=\"{said}\"")), "{path}: {text}");
            send(&ana, path, &text, &[(ours, "33")]).await.with_status(303);
            assert!(ana.page(path).await.contains("value=\"33"), "{path}");
        }
        // a sale in between is nobody's change
        let page = ana.page("/console/1-1/skus/editar?codigo=A").await;
        app.a.put("/sku/A/Estoque?usuarioId=u", &json!({"estoque": 3})).await.with_status(200);
        send(&ana, "/console/1-1/skus/editar?codigo=A", &page, &[("marca", "Z")]).await.with_status(303);
    }

    async fn what_keeps_an_offer_back_leads_to_the_field_that_mends_it(app: TestApp) {
        app.loja_with_skus("u", &["A"]).await;
        let (ana, offer) = (Visitor::operator(&app).await, "/console/1-1/ofertas?canal=canal&sku=A");
        let of = "oferta=canal&amp;de=A";
        for (method_path, body, words, link, mended) in [
            ("/sku/A", json!({"ativo": false}), "O SKU está inativo.", "skus/editar?codigo=A&amp;campo=ativo", ("ativo", "sim")),
            ("/sku/A", json!({"precoDe": 0, "precoPor": 0}), "precoPor", "skus/editar?codigo=A&amp;campo=precoPor", ("precoPor", "9,90")),
            ("/Canal/canal", json!({"ativo": false}), "O canal está inativo.", "canais/configurar?canal=canal&amp;campo=ativo", ("ativo", "sim")),
            ("/Usuario/u", json!({"ativo": false}), "O usuário está inativo.", "loja?campo=ativo", ("ativo", "sim")),
        ] {
            app.a.patch(&format!("{method_path}?usuarioId=u"), &body).await.with_status(200);
            let page = ana.page(offer).await;
            let link = format!("/console/1-1/{link}&amp;{of}");
            assert!(page.contains(words) && page.contains(&format!("href=\"{link}\"")), "{link}: {page}");
            let form = link.replace("&amp;", "&");
            let page = ana.page(&form).await;
            assert!(page.contains("autofocus"), "{page}");
            let answer = change(&ana, &form, &[mended]).await.with_status(303);
            assert_eq!(answer.header("location"), format!("{offer}&feito=gravado"));
            assert!(ana.page(offer).await.contains("publicável"));
        }
        let own = "/console/1-1/skus/canal?codigo=A&canal=canal";
        change(&ana, own, &[("ativo", ""), ("estoqueSeguranca", "2"), ("precoPor", "8"), ("precoDe", "9")]).await.with_status(303);
        let stored = app.a.get("/sku/A/Canal/canal?usuarioId=u").await.json_of(200);
        assert_eq!(stored, json!({"canalId": "canal", "estoque": null, "preco": {"precoDe": 9, "precoPor": 8}, "ativo": false}));
        let limits = app.a.get("/sku/A/Canal/canal/Estoque?usuarioId=u").await.json_of(200);
        assert_eq!(limits, json!({"estoqueSeguranca": 2, "estoqueMaximo": null}));
        assert!(ana.page(offer).await.contains("skus/canal?codigo=A&amp;canal=canal&amp;campo=ativo"));
        change(&ana, own, &[("ativo", "sim"), ("precoPor", ""), ("precoDe", "")]).await.with_status(303);
        assert_eq!(app.a.get("/sku/A/Canal/canal?usuarioId=u").await.json_of(200)["preco"], Value::Null);
    }

    async fn who_looks_or_sees_one_store_changes_no_more_than_that(app: TestApp) {
        app.loja_with_skus("u", &["A"]).await;
        let scope = Scope::Loja(app.loja("u"));
        let rui = Visitor::of(&app, Role::Look, Scope::All).await;
        let pages = ["lojas/nova", "1-1/loja", "1-1/canais/novo?tipo=Loja", "1-1/canais/configurar?canal=canal", "1-1/skus/novo",
            "1-1/skus/editar?codigo=A", "1-1/skus/canal?codigo=A&canal=canal", "1-1/ofertas", "1-1/skus"];
        for page in pages {
            let text = rui.page(&format!("/console/{page}")).await;
            assert_eq!(text.matches("<form method=\"post\"").count(), 1, "signing out alone: {page}: {text}");
            let path = format!("/console/{}", page.split('?').next().unwrap());
            if !page.ends_with("ofertas") && !page.ends_with("skus") {
                rui.act(&path, &[("codigo", "A"), ("canal", "canal")]).await.with_status(403);
            }
        }
        let eva = Visitor::of(&app, Role::Operate, scope).await;
        eva.get("/console/lojas/nova").await.with_status(404);
        eva.act("/console/lojas/nova", &[("nome", "x")]).await.with_status(403);
        change(&eva, "/console/1-1/loja", &[("nome", "Outra"), ("ativo", ""), ("controle", "hub")]).await.with_status(303);
        let stored = app.a.get("/Usuario/u").await.json_of(200);
        assert_eq!((&stored["nome"], &stored["ativo"]), (&json!("Outra"), &json!(true)), "its application says that");
        assert_eq!(app.a.get("/Usuario/u/Estoque").await.json_of(200)["controleEstoque"], "erp");
        // an inactive store takes no change but that it is active again
        let ana = Visitor::operator(&app).await;
        change(&ana, "/console/1-1/loja", &[("ativo", "")]).await.with_status(303);
        for page in ["skus/editar?codigo=A", "canais/configurar?canal=canal", "skus/canal?codigo=A&canal=canal"] {
            change(&ana, &format!("/console/1-1/{page}"), &[("nome", "x")]).await.with_status(409);
        }
    }
}

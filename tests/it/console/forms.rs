//! Stores, channels and SKUs are made and changed by people, by the rules of interface A, and two of them at once do not
//! overwrite each other.

use domain::console::Role;
use serde_json::{Value, json};
use store::accesses::Scope;

use super::channels::seen;
use super::visitor::Visitor;
use crate::support::{Answer, TestApp};

/// Sends the form of a page as somebody does who changes some fields of it.
pub(super) async fn change(who: &Visitor, page: &str, fields: &[(&str, &str)]) -> Answer {
    send(who, page, &who.page(page).await, fields).await
}

/// The same of a page that was opened before.
pub(super) async fn send(who: &Visitor, address: &str, page: &str, fields: &[(&str, &str)]) -> Answer {
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
        let text = change(&ana, path, &[("nome", ""), ("precoDe", "1,00"), ("marcaDoSku", "M")]).await.with_status(422).text();
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
            ("/console/1-1/skus/editar?codigo=A", "nome", "marcaDoSku"),
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
        send(&ana, "/console/1-1/skus/editar?codigo=A", &page, &[("marcaDoSku", "Z")]).await.with_status(303);
    }

    async fn what_keeps_an_offer_back_leads_to_the_field_that_mends_it(app: TestApp) {
        app.loja_with_skus("u", &["A"]).await;
        let (ana, offer) = (Visitor::operator(&app).await, "/console/1-1/ofertas?canal=canal&sku=A");
        let of = "oferta=canal&amp;de=A";
        for (of_what, body, words, link, mended) in [
            ("/sku/A?usuarioId=u", json!({"ativo": false}), "O SKU está inativo.", "skus/editar?codigo=A&amp;campo=ativo", ("ativo", "sim")),
            ("/sku/A?usuarioId=u", json!({"precoDe": 0, "precoPor": 0}), "precoPor", "skus/editar?codigo=A&amp;campo=precoPor", ("precoPor", "9,90")),
            ("/Canal/canal?usuarioId=u", json!({"ativo": false}), "O canal está inativo.", "canais/configurar?canal=canal&amp;campo=ativo", ("ativo", "sim")),
            ("/Usuario/u", json!({"ativo": false}), "O usuário está inativo.", "loja?campo=ativo", ("ativo", "sim")),
        ] {
            app.a.patch(of_what, &body).await.with_status(200);
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

    async fn many_skus_are_changed_at_once_after_what_will_come_out_was_shown(app: TestApp) {
        app.loja_with_skus("u", &["A", "B", "C"]).await;
        app.a.put("/sku/C/Preco?usuarioId=u", &json!({"precoPor": 0})).await.with_status(200);
        app.a.put("/sku/B/Preco?usuarioId=u", &json!({"precoDe": 20.01, "precoPor": 10.01})).await.with_status(200);
        let (ana, path) = (Visitor::operator(&app).await, "/console/1-1/skus/massa");
        let by = |percent| vec![("ato", "preco"), ("quais", "lista"), ("percentual", percent)];
        for (percent, said) in [("", "não é um número"), ("-100", "acima de -100"), ("0", "acima de -100"), ("1.234", "milhar")] {
            let text = ana.act(path, &by(percent)).await.with_status(422).text();
            assert!(text.contains(said), "{percent}: {text}");
        }
        let preview = ana.act(path, &by("-50")).await.with_status(200).text();
        for words in ["Ainda não foi feito", "R$ 10,01", "R$ 5,01", "não tem preço"] {
            assert!(preview.contains(words), "{words}: {preview}");
        }
        let prices = async |code| {
            let sku = sku(&app, code).await;
            (sku["precoDe"].clone(), sku["precoPor"].clone())
        };
        assert_eq!(prices("B").await, (json!(20.01), json!(10.01)), "nothing is done yet");
        let visto = seen(&preview);
        let mut confirmed = by("-50");
        confirmed.push(("visto", &visto));
        // what comes out is not what was shown: it is shown anew
        app.a.put("/sku/B/Preco?usuarioId=u", &json!({"precoDe": 20.01, "precoPor": 10.03})).await.with_status(200);
        let preview = ana.act(path, &confirmed).await.with_status(200).text();
        assert!(preview.contains("R$ 5,02"), "{preview}");
        let visto = seen(&preview);
        let mut confirmed = by("-50");
        confirmed.push(("visto", &visto));
        let text = ana.act(path, &confirmed).await.with_status(200).text();
        assert!(text.contains("Feito em 2 SKUs") && text.contains("recusados: 1") && text.contains("não tem preço"), "{text}");
        assert_eq!(prices("B").await, (json!(10.01), json!(5.02)), "halves away from zero");

        let ticked = [("ato", "desativar"), ("quais", "marcados"), ("sku", "A"), ("sku", "B"), ("sku", "X")];
        let preview = ana.act(path, &ticked).await.text();
        let mut confirmed = ticked.to_vec();
        let visto = seen(&preview);
        confirmed.push(("visto", &visto));
        let text = ana.act(path, &confirmed).await.with_status(200).text();
        assert!(text.contains("Feito em 2 SKUs") && text.contains("não existe"), "{text}");
        let events = app.a.get("/Evento?tipo=sku.alterado&quantidade=1000").await.json_of(200).to_string();
        assert!(events.contains("ativo"), "{events}");
        let list = ana.page("/console/1-1/skus?ativo=nao").await;
        assert!(list.contains("codigo=A\"") && !list.contains("codigo=C\""), "{list}");
        // a channel that is not connected is sent nothing
        let send = [("ato", "reenviar:canal"), ("quais", "lista")];
        let visto = seen(&ana.act(path, &send).await.text());
        ana.act(path, &[send[0], send[1], ("visto", &visto)]).await.with_status(404);
        let acts = ana.page("/console/1-1/atos").await;
        assert!(acts.contains("mudou muitos SKUs") && acts.contains("Desativar") && acts.contains("2 SKUs"), "{acts}");
        let rui = Visitor::of(&app, Role::Look, Scope::All).await;
        rui.act(path, &ticked).await.with_status(403);
    }

    async fn centres_keys_and_notifications_are_made_and_changed(app: TestApp) {
        app.loja_with_skus("u", &["A"]).await;
        let ana = Visitor::operator(&app).await;
        let centre = "/console/1-1/centros/editar";
        ana.act(centre, &[("numero", "1"), ("nome", "Casa")]).await.with_status(422);
        ana.act(centre, &[("numero", "2"), ("nome", ""), ("prioridade", "0")]).await.with_status(422);
        ana.act(centre, &[("numero", "2"), ("nome", "Galpão"), ("prioridade", "0")]).await.with_status(303);
        let page = ana.page("/console/1-1/centros/editar?centro=2").await;
        change(&ana, "/console/1-1/centros/editar?centro=2", &[("nome", "Depósito")]).await.with_status(303);
        send(&ana, "/console/1-1/centros/editar?centro=2", &page, &[("nome", "Loja")]).await.with_status(409);
        let stored = app.a.get("/Centro/2?usuarioId=u").await.json_of(200);
        assert_eq!(stored, json!({"centroId": 2, "nome": "Depósito", "prioridade": 0}));
        change(&ana, "/console/1-1/canais/configurar?canal=canal", &[("centros", "2"), ("estoqueSeguranca", "4")]).await.with_status(303);
        assert_eq!(app.a.get("/Canal/canal/Centro?usuarioId=u").await.json_of(200)["centros"], json!([2]));
        assert_eq!(app.a.get("/Canal/canal/Estoque?usuarioId=u").await.json_of(200)["estoqueSeguranca"], 4);
        let refused = ana.act("/console/1-1/centros/remover", &[("centro", "2")]).await.with_status(409).text();
        assert!(refused.contains("não pode ser removido"), "{refused}");
        change(&ana, "/console/1-1/canais/configurar?canal=canal", &[("centros", "")]).await.with_status(303);
        ana.act("/console/1-1/centros/remover", &[("centro", "2")]).await.with_status(303);

        let key = "/console/chaves/nova";
        let eli = Visitor::of(&app, Role::Operate, Scope::All).await;
        eli.act(key, &[("abre", "1-1"), ("rotulo", "x")]).await.with_status(403);
        assert!(ana.page(key).await.contains("<option value=\"1-1\""));
        for form in [[("abre", ""), ("rotulo", "x"), ("dias", "")], [("abre", "1-1"), ("rotulo", "x"), ("dias", "0")]] {
            ana.act(key, &form).await.with_status(422);
        }
        ana.act(key, &[("abre", "9"), ("rotulo", "x")]).await.with_status(404);
        let text = ana.act(key, &[("abre", "1-1"), ("rotulo", "ERP da matriz"), ("dias", "30")]).await.with_status(200).text();
        assert!(text.contains("data-segredo"), "{text}");
        assert!(ana.page("/console/chaves").await.contains("ERP da matriz"));

        let new = "/console/1-1/notificacoes/nova";
        let with = |url| [("url", url), ("lojas", "esta"), ("tipos", "pedido.criado"), ("tipos", "sku.preco")];
        for url in ["ftp://x", "http://127.0.0.1/"] {
            let text = ana.act(new, &with(url)).await.with_status(422).text();
            assert!(text.contains("erro-url") && text.contains(url), "{text}");
        }
        let text = ana.act(new, &with("https://erp.example/a")).await.with_status(200).text();
        assert!(text.contains("whsec_"), "{text}");
        let edit = "/console/1-1/notificacoes/1/editar";
        change(&ana, edit, &[("url", "https://erp.example/b"), ("tipos", "")]).await.with_status(303);
        let stored = app.a.get("/Notificacao/1").await.json_of(200);
        assert_eq!((&stored["url"], &stored["tipos"], &stored["usuarioId"]), (&json!("https://erp.example/b"), &json!([]), &json!("u")));
        let eva = Visitor::of(&app, Role::Operate, Scope::Loja(app.loja("u"))).await;
        for page in [new, edit, key] {
            eva.get(page).await.with_status(404);
        }
        eva.act(new, &with("https://erp.example/c")).await.with_status(403);
        let acts = ana.page("/console/atos").await;
        for words in ["gravou o centro", "criou a chave", "gravou a notificação"] {
            assert!(acts.contains(words), "{words}: {acts}");
        }
    }
}

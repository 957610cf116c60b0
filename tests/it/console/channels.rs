//! A channel is made, connected and cared for from the console alone.

use domain::conexao::{Causa, EstadoAnuncio, SobreErro};
use domain::console::Role;
use domain::values::ids::{CanalId, SkuId};
use serde_json::json;
use store::accesses::Scope;
use store::canais;
use store::channels::{self, AtChannel, CanalKey, NewErro, Settled};
use store::paging::PageRequest;

use super::visitor::Visitor;
use crate::estoque::announcing::announce_all;
use crate::support::TestApp;
use crate::support::app::run_blocking;

const NEW: [(&str, &str); 6] = [
    ("tipo", "Vendure"),
    ("canalId", "loja"),
    ("nome", "Loja <um>"),
    ("config.endereco", "http://loja.example/admin-api"),
    ("config.usuario", "ana"),
    ("config.senha", "abre-te"),
];

/// Store `u` with SKUs `A`, `B` and `C`, and somebody who has made and connected channel `loja` of it.
async fn connected(app: &TestApp) -> (Visitor, CanalKey) {
    app.loja_with_skus("u", &["A", "B", "C"]).await;
    let ana = Visitor::operator(app).await;
    let made = ana.act("/console/1-1/canais/novo", &NEW).await.with_status(303);
    assert_eq!(made.header("location"), "/console/1-1/canais/conexao?canal=loja&feito=criado");
    run_blocking(&app.store, announce_all);
    let loja = app.loja("u");
    let row = app.store.read_blocking(|conn| canais::find(conn, loja, &CanalId::parse("loja").unwrap()));
    (ana, CanalKey { loja, canal: row.unwrap().unwrap().num })
}

/// As an engine would leave it: `A` bound and shown otherwise, `B` absent, and an error about each and an order.
fn worked(app: &TestApp, key: CanalKey) {
    run_blocking(&app.store, move |store| {
        store.write_blocking(move |tx| {
            let until = tx.now().plus_seconds(60);
            channels::take(tx, key, 1, until)?;
            let page = channels::list_listings(tx, key, &Default::default(), PageRequest::first(10))?;
            let mut settled = Vec::new();
            for before in page.rows.into_iter().take(2) {
                let mut after = before.clone();
                after.devida_em = None;
                after.estado = EstadoAnuncio::Ausente;
                if before.sku.as_str() == "A" {
                    after.estado = EstadoAnuncio::Ativo;
                    after.externo = Some("77".to_owned());
                    after.tem = AtChannel {
                        estoque: Some(4321),
                        preco: Some(before.quer.preco.preco_por),
                        ativo: Some(true),
                    };
                }
                settled.push(Settled { before, after });
            }
            channels::settle(tx, key, &settled)?;
            let error = |causa| NewErro {
                causa,
                membro: "nome".to_owned(),
                codigo: "E-9".to_owned(),
                texto: "<b>nope</b>".to_owned(),
            };
            channels::settle_errors(tx, key, (SobreErro::Sku, "B"), &[error(Causa::NotListed)])?;
            channels::settle_errors(tx, key, (SobreErro::Sku, "A"), &[error(Causa::NotListed)])?;
            channels::settle_errors(tx, key, (SobreErro::Pedido, "EXT-1"), &[error(Causa::UnknownSku)])?;
            channels::settle_errors(tx, key, (SobreErro::Conexao, ""), &[error(Causa::NoAccess)])?;
            channels::release(tx, key, 1)
        })
    });
}

/// The hidden field of a page's forms that says what was seen.
pub fn seen(page: &str) -> String {
    let after = page.split_once("name=\"visto\" value=\"").unwrap().1;
    after.split('"').next().unwrap().to_owned()
}

on_both_databases! {
    async fn a_channel_is_made_and_set_up_by_the_rules_of_interface_a(app: TestApp) {
        let (ana, _) = connected(&app).await;
        let stored = app.a.get("/Canal/loja?usuarioId=u").await.json_of(200);
        assert_eq!(stored["configuracoesAdicionais"][2], json!({"codigo": "senha", "valor": "********"}));
        let path = "/console/1-1/canais/configurar";
        let page = ana.page(&format!("{path}?canal=loja")).await;
        assert!(page.contains("name=\"config.senha\" type=\"password\" value=\"********\""), "{page}");
        assert!(page.contains("Loja &lt;um&gt;") && !page.contains("abre-te"), "{page}");
        let visto = seen(&page);
        let form = |user, password| {
            vec![("canal", "loja"), ("visto", visto.as_str()), ("nome", "Loja"), ("config.usuario", user),
                ("config.endereco", "http://outra.example/admin-api"), ("config.senha", password)]
        };
        for (user, password, said) in [("", "********", "erro-config.usuario"), ("bia", "", "erro-config.senha")] {
            let text = ana.act(path, &form(user, password)).await.with_status(422).text();
            assert!(text.contains(said) && text.contains("http://outra.example"), "{text}");
        }
        ana.act(path, &form("bia", "********")).await.with_status(303);
        // the page of before
        ana.act(path, &form("rui", "********")).await.with_status(409);
        let (loja, id) = (app.loja("u"), CanalId::parse("loja").unwrap());
        let row = app.store.read_blocking(|conn| canais::find(conn, loja, &id)).unwrap().unwrap();
        let values: Vec<&str> = row.canal.configuracoes_adicionais.iter().map(|one| one.valor.as_str()).collect();
        assert_eq!(values, ["http://outra.example/admin-api", "bia", "abre-te"], "the secret stays");
        let acts = ana.page("/console/1-1/atos").await;
        assert!(acts.contains("criado: Vendure, leitura") && acts.contains("nome, config.endereco, config.usuario"), "{acts}");
        // its identifier is taken, and a refused form never shows a secret
        let text = ana.act("/console/1-1/canais/novo", &NEW).await.with_status(422).text();
        assert!(text.contains("Já há um canal") && !text.contains("abre-te"), "{text}");
    }

    async fn a_connection_is_told_decided_about_and_ended(app: TestApp) {
        let (ana, key) = connected(&app).await;
        worked(&app, key);
        let page = ana.page("/console/1-1/canais/conexao?canal=loja").await;
        for words in ["verificando", "Confira os dados de acesso", "E-9", "&lt;b&gt;nope", "Só lê", "Erros abertos"] {
            assert!(page.contains(words), "{words}: {page}");
        }
        let outside = ana.page("/console/1-1/canais/conexao?canal=canal").await;
        assert!(outside.contains("um programa de fora"), "{outside}");
        let act = async |what: &str, visto: &str, more: &[(&str, &str)]| {
            let form = [&[("canal", "loja"), ("visto", visto)][..], more].concat();
            ana.act(&format!("/console/1-1/canais/conexao/{what}"), &form).await.status
        };
        let visto = seen(&page);
        assert_eq!(act("modo", &visto, &[("modo", "pedidos")]).await, 303);
        assert_eq!(act("modo", &visto, &[("modo", "total")]).await, 409, "it is not what was seen");
        let page = ana.page("/console/1-1/canais/conexao/total?canal=loja").await;
        assert!(page.contains("4.321") && page.contains("Passar para total"), "{page}");
        assert_eq!(act("modo", &seen(&page), &[("modo", "total"), ("publicar", "sim")]).await, 303);
        let one = app.store.read_blocking(|conn| channels::find(conn, key)).unwrap().unwrap();
        assert_eq!((one.settings.modo.name(), one.settings.publicar), ("total", true));
        assert_eq!(act("verificar", "", &[]).await, 303);
        assert_eq!(act("sincronizar", "", &[]).await, 303);
        let page = ana.page("/console/1-1/canais/conexao/desconectar?canal=loja").await;
        assert!(page.contains("podem continuar vendendo"), "{page}");
        assert_eq!(act("desconectar", "", &[]).await, 303);
        assert_eq!(act("verificar", "", &[]).await, 404);
        assert!(ana.page("/console/1-1/canais/conexao?canal=loja").await.contains("Não conectado"));
        let acts = ana.page("/console/1-1/atos").await;
        for words in ["leitura → pedidos", "pedidos → total, publica", "mandou verificar", "mandou sincronizar",
            "desconectou o canal"] {
            assert!(acts.contains(words), "{words}: {acts}");
        }
    }

    async fn errors_are_grouped_tried_again_and_set_aside(app: TestApp) {
        let (ana, key) = connected(&app).await;
        worked(&app, key);
        assert!(ana.page("/console/1-1").await.contains("erros de canal"));
        let path = "/console/1-1/canais/erros";
        let page = ana.page(&format!("{path}?canal=loja")).await;
        for words in ["<b class=\"bad\">2</b>", "ligue a publicação", "ver?codigo=B", "EXT-1", "&lt;b&gt;nope"] {
            assert!(page.contains(words), "{words}: {page}");
        }
        assert!(!page.contains("<b>nope"), "{page}");
        let again = [("canal", "loja"), ("causa", "anuncio-faltando")];
        ana.act(&format!("{path}/reprocessar"), &again).await.with_status(303);
        let due = app.store.read_blocking(|conn| channels::find_listing(conn, key, &SkuId::parse("B").unwrap()));
        assert!(due.unwrap().unwrap().devida_em.is_some());
        let number = page.split_once("name=\"numero\" value=\"").unwrap().1.split('"').next().unwrap();
        let one = [("canal", "loja"), ("numero", number)];
        ana.act(&format!("{path}/ignorar"), &one).await.with_status(303);
        let ignored = ana.page(&format!("{path}?canal=loja&ver=ignorados")).await;
        assert!(ignored.contains("ver?codigo=B") && ignored.contains("Retomar"), "{ignored}");
        ana.act(&format!("{path}/ignorar"), &[("canal", "loja"), ("numero", "999")]).await.with_status(404);
        let acts = ana.page("/console/1-1/atos").await;
        assert!(acts.contains("anuncio-faltando: 2") && acts.contains(&format!("ignorado {number}")), "{acts}");
    }

    async fn listings_are_compared_bound_and_unbound(app: TestApp) {
        let (ana, key) = connected(&app).await;
        worked(&app, key);
        let path = "/console/1-1/canais/anuncios";
        let page = ana.page(&format!("{path}?canal=loja&ver=ativo")).await;
        assert!(page.contains("4.321") && page.contains(">77<") && !page.contains("codigo=B"), "{page}");
        let page = ana.page("/console/1-1/canais/diferencas?canal=loja").await;
        let row = page.split("<tbody>").nth(1).unwrap().split("</tr>").next().unwrap();
        assert!(row.contains("estoque") && row.contains("4.321") && row.contains("10"), "{row}");
        let bind = async |sku: &'static str, externo: &'static str| {
            let form = [("canal", "loja"), ("sku", sku), ("externo", externo)];
            ana.act(&format!("{path}/vincular"), &form).await.status
        };
        assert_eq!([bind("B", "77").await, bind("B", "").await, bind("X", "1").await], [409, 422, 404]);
        assert_eq!(bind("B", "88").await, 303);
        let page = ana.page(&format!("{path}?canal=loja&sku=B")).await;
        assert!(page.contains(">88<") && !page.contains("codigo=A"), "{page}");
        ana.act(&format!("{path}/desvincular"), &[("canal", "loja"), ("sku", "B")]).await.with_status(303);
        assert!(!ana.page(&format!("{path}?canal=loja&sku=B")).await.contains(">88<"));
        let again = [("ato", "reenviar:loja"), ("quais", "marcados"), ("sku", "A"), ("sku", "X")];
        let visto = seen(&ana.act("/console/1-1/skus/massa", &again).await.with_status(200).text());
        let confirmed = [&again[..], &[("visto", visto.as_str())]].concat();
        let text = ana.act("/console/1-1/skus/massa", &confirmed).await.with_status(200).text();
        assert!(text.contains("Feito em 1 SKUs") && text.contains("não existe"), "{text}");
        let due = app.store.read_blocking(|conn| channels::find_listing(conn, key, &SkuId::parse("A").unwrap()));
        assert!(due.unwrap().unwrap().devida_em.is_some());
        let acts = ana.page("/console/1-1/atos").await;
        assert!(acts.contains("vinculou a um anúncio") && acts.contains("desvinculou do anúncio"), "{acts}");
    }

    async fn who_only_looks_sees_channels_and_changes_none(app: TestApp) {
        let (_, key) = connected(&app).await;
        worked(&app, key);
        let rui = Visitor::of(&app, Role::Look, Scope::Loja(app.loja("u"))).await;
        for page in ["conexao", "conexao/total", "conexao/desconectar", "anuncios", "diferencas", "erros", "configurar"] {
            let text = rui.page(&format!("/console/1-1/canais/{page}?canal=loja")).await;
            assert_eq!(text.matches("<form method=\"post\"").count(), 1, "signing out alone: {page}: {text}");
        }
        rui.page("/console/1-1/canais/novo").await;
        for act in ["novo", "configurar", "conexao/modo", "conexao/desconectar", "erros/reprocessar", "erros/ignorar",
            "anuncios/vincular", "anuncios/desvincular"] {
            rui.act(&format!("/console/1-1/canais/{act}"), &[("canal", "loja")]).await.with_status(403);
        }
        rui.get("/console/1-1/canais/erros?canal=canal").await.with_status(404);
    }
}

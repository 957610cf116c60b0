//! What the pages show is what the interfaces say.

use domain::console::Role;
use serde_json::json;
use store::accesses::Scope;

use super::visitor::Visitor;
use crate::support::models;

on_both_databases! {
    async fn the_start_counts_what_there_is(app: TestApp) {
        app.loja_with_skus("loja-1", &["S1", "S2"]).await;
        let today = chrono::Utc::now().format("%Y-%m-%dT%H:%M:%SZ").to_string();
        for (n, units) in [(1, 2), (2, 20)] {
            let order = models::pedido("canal", &format!("P{n}"), "S1");
            let order = models::with(order, "/data", today.clone().into());
            app.create_pedido("loja-1", &models::with(order, "/produtos/0/quantidade", units.into())).await;
        }
        let page = Visitor::operator(&app).await.page("/console/1-1").await;
        assert!(page.contains("R$ 414,60"), "two orders of 207.30: {page}");
        assert!(page.contains("venda acima do estoque"), "{page}");
        assert!(page.contains("Canal canal"), "{page}");
        assert!(page.contains("de 2"), "offers: {page}");
    }

    async fn an_offer_that_cannot_be_published_says_why(app: TestApp) {
        app.loja_with_skus("loja-1", &["bom", "parado", "caro"]).await;
        app.a.patch("/sku/parado?usuarioId=loja-1", &json!({"ativo": false})).await.with_status(200);
        let free = json!({"precoDe": 0, "precoPor": 0});
        app.a.put("/sku/caro/Preco?usuarioId=loja-1", &free).await.with_status(200);
        let ana = Visitor::operator(&app).await;
        let page = ana.page("/console/1-1/ofertas").await;
        for words in ["Impedidas · 2", "SKU inativo · 1", "sem preço · 1", "Publicáveis · 1"] {
            assert!(page.contains(words), "{words}: {page}");
        }
        let rows = |page: &str| {
            let after = page.split("<tbody>").nth(1).unwrap();
            after.split("</tbody>").next().unwrap().to_owned()
        };
        let unpriced = rows(&ana.page("/console/1-1/ofertas?canal=canal&ver=sem-preco").await);
        assert!(unpriced.contains("caro"), "{unpriced}");
        assert!(!unpriced.contains("parado") && !unpriced.contains("bom"), "{unpriced}");
        let inactive = rows(&ana.page("/console/1-1/ofertas?canal=canal&ver=sku-inativo").await);
        assert!(inactive.contains("parado") && !inactive.contains("caro"), "{inactive}");
        // its own price in the channel mends it there
        let own = json!({"ativo": true, "preco": {"precoDe": 9, "precoPor": 9}});
        app.a.put("/sku/caro/Canal/canal?usuarioId=loja-1", &own).await.with_status(201);
        assert!(ana.page("/console/1-1/ofertas").await.contains("Impedidas · 1"));
        // and switching it off there impedes it anew, by that alone
        let off = json!({"ativo": false, "preco": {"precoDe": 9, "precoPor": 9}});
        app.a.put("/sku/caro/Canal/canal?usuarioId=loja-1", &off).await.with_status(200);
        let page = ana.page("/console/1-1/ofertas").await;
        assert!(page.contains("inativo no canal · 1") && !page.contains("sem preço"), "{page}");
    }

    async fn the_search_box_finds_by_whatever_is_at_hand(app: TestApp) {
        app.loja_with_stock("loja-1", &["S1"], 100).await;
        let order = app.create_pedido("loja-1", &models::pedido("canal", "MLB-77", "S1")).await;
        let ana = Visitor::operator(&app).await;
        let leads = async |text: &str| {
            let answer = ana.get(&format!("/console/1-1/buscar?q={text}")).await.with_status(303);
            answer.header("location").to_owned()
        };
        let id = order["pedidoId"].to_string();
        assert_eq!(leads(&id).await, format!("/console/1-1/pedidos/{id}"));
        assert_eq!(leads("S1").await, "/console/1-1/skus/ver?codigo=S1");
        for text in ["MLB-77", "Concei%C3%A7%C3%A3o", "52998224725", "maria@correio.example"] {
            let list = leads(text).await;
            assert!(list.starts_with("/console/1-1/pedidos?q="), "{list}");
            assert!(ana.page(&list).await.contains("MLB-77"), "{list}");
        }
    }

    async fn pages_follow_each_other_without_loss(app: TestApp) {
        let skus: Vec<String> = (0..95).map(|n| format!("SKU-{n:03}")).collect();
        app.loja_with_skus("loja-1", &skus.iter().map(String::as_str).collect::<Vec<_>>()).await;
        let ana = Visitor::operator(&app).await;
        let (mut address, mut seen) = ("/console/1-1/skus".to_owned(), Vec::new());
        loop {
            let page = ana.page(&address).await;
            let codes = page.split("ver?codigo=").skip(1);
            seen.extend(codes.map(|rest| rest.split('"').next().unwrap().to_owned()));
            let next = page.split("rel=\"next\" href=\"").nth(1);
            let Some(next) = next else { break };
            address = next.split('"').next().unwrap().replace("&amp;", "&");
        }
        assert_eq!(seen, skus);
    }

    async fn an_order_is_shown_as_both_interfaces_send_it(app: TestApp) {
        app.loja_with_stock("loja-1", &["S1"], 100).await;
        let order = app.create_pedido("loja-1", &models::pedido("canal", "P1", "S1")).await;
        let ana = Visitor::operator(&app).await;
        let page = ana.page(&format!("/console/1-1/pedidos/{}", order["pedidoId"])).await;
        let forms = ["&quot;sourceId&quot;: &quot;P1&quot;", "&quot;situacaoPedidoId&quot;"];
        for text in ["Maria da Concei", "207,30"].iter().chain(&forms) {
            assert!(page.contains(text), "{text}: {page}");
        }
        let none = ["/pedidos/999999", "/skus/ver?codigo=nada", "/skus/ver", "/notificacoes/9", "/nada"];
        for missing in none.iter().chain(&["/canais/categorias?canal=x", "/ofertas?canal=x"]) {
            ana.get(&format!("/console/1-1{missing}")).await.with_status(404);
        }
    }

    async fn an_order_says_what_support_is_asked_for(app: TestApp) {
        app.loja_with_stock("loja-1", &["S1"], 100).await;
        let named = json!({"nome": "Caneca de louça"});
        app.a.patch("/sku/S1?usuarioId=loja-1", &named).await.with_status(200);
        let order = models::pedido("canal", "P1", "S1");
        let infos = json!([{"chave": "formaPagamentoId", "valor": "20"}, {"chave": "presente", "valor": "sim, de Ana"}]);
        let order = models::with(order, "/informacaoAdicional", infos);
        let order = app.create_pedido("loja-1", &order).await;
        let ana = Visitor::operator(&app).await;
        let path = format!("/console/1-1/pedidos/{}", order["pedidoId"]);
        let page = ana.page(&path).await;
        let channel = app.a.get("/Canal/canal?usuarioId=loja-1").await.json_of(200);
        for part in ["Caneca de louça", "529.982.247-25", "Pix", "normal", "12,50", "presente", "sim, de Ana",
            channel["nome"].as_str().unwrap(), "16 mai"]
        {
            assert!(page.contains(part), "{part}: {page}");
        }
        let sought = ana.get("/console/1-1/buscar?q=caneca").await.with_status(303);
        assert_eq!(sought.header("location"), "/console/1-1/skus?q=caneca");
        let sought = ana.get("/console/1-1/buscar?q=maria").await.with_status(303);
        assert_eq!(sought.header("location"), "/console/1-1/pedidos?q=maria");
        for (asked, there) in [
            ("dia=2026-05-09&ate=2026-05-11", true),
            ("dia=2026-05-10", true),
            ("dia=2026-05-11&ate=2026-05-12", false),
            ("ate=2026-05-09", false),
            ("dia=2026-05-11", false),
            ("dia=2026-05-01&canal=canal", false),
            ("dia=2026-05-01&ate=2026-05-31&canal=canal&status=Pago", true),
        ] {
            let list = ana.page(&format!("/console/1-1/pedidos?{asked}")).await;
            assert_eq!(list.contains(&path), there, "{asked}");
        }
    }

    async fn an_address_is_shown_for_what_it_is_for(app: TestApp) {
        app.loja_with_stock("loja-1", &["S1"], 100).await;
        let ana = Visitor::operator(&app).await;
        let address = |kind: &str, street: &str| {
            json!({"tipoEndereco": kind, "rua": street, "referencia": format!("perto de {street}")})
        };
        let (delivery, billing) = (address("Entrega", "Rua A"), address("Cobranca", "Rua B"));
        for (name, all, kept) in [("P1", json!([billing, delivery]), true), ("P2", json!([billing]), false)] {
            let order = models::with(models::pedido("canal", name, "S1"), "/endereco", all);
            let order = app.create_pedido("loja-1", &order).await;
            let page = ana.page(&format!("/console/1-1/pedidos/{}", order["pedidoId"])).await;
            let of = |heading: &str| {
                let after = page.split(&format!("<h2>{heading}</h2>")).nth(1).unwrap();
                after.split("</section>").next().unwrap().to_owned()
            };
            let (buyer, sent) = (of("Comprador"), of("Entrega"));
            assert!(buyer.contains("Endereço de cobrança") && buyer.contains("Rua B"), "{buyer}");
            assert!(!sent.contains("Rua B"), "{sent}");
            assert_eq!(sent.contains("perto de Rua A"), kept, "{sent}");
            assert_eq!(sent.contains("não tem endereço de entrega"), !kept, "{sent}");
        }
    }

    async fn the_start_tells_what_is_missing_and_what_fails(app: TestApp) {
        let ana = Visitor::operator(&app).await;
        let text = ana.page("/console/lojas").await;
        assert!(!text.contains("server token create app") && text.contains("/console/lojas/nova"), "{text}");
        app.a.post("/Usuario", &models::usuario("loja-1")).await.with_status(201);
        let text = ana.page("/console/1-1").await;
        assert!(!text.contains("Nada agora") && text.contains("/canais/novo") && text.contains("/skus/novo"), "{text}");
        app.a.post("/Canal?usuarioId=loja-1", &models::canal("canal")).await.with_status(201);
        app.a.post("/sku?usuarioId=loja-1", &models::sku("S1")).await.with_status(201);
        let new = json!({"url": "https://erp.example/eventos", "tipos": ["pedido.criado"]});
        app.a.post("/Notificacao", &new).await.with_status(201);
        assert!(ana.page("/console/1-1").await.contains("Nada agora"));
        app.a.get("/Pedido/Fila?consumidor=erp").await.with_status(200);
        app.create_pedido("loja-1", &models::pedido("canal", "P1", "S1")).await;
        app.store.place_events().await.unwrap();
        let failing = "INSERT INTO notificacao_destinos (aplicacao_id, notificacao_id, loja_id, falhas, \
                       pausas, pausado_ate) VALUES (1, 1, 0, 2, 0, 0) \
                       ON CONFLICT (aplicacao_id, notificacao_id, loja_id) DO UPDATE SET falhas = 2";
        app.database.execute(failing);
        let text = ana.page("/console/1-1").await;
        assert!(text.contains("notificação falhando") && text.contains("da loja e da aplicação"), "{text}");
        let own = Visitor::of(&app, Role::Look, Scope::Loja(app.loja("loja-1"))).await;
        // the application's readers are not one store's
        assert!(!own.page("/console/1-1").await.contains("aguarda"));
    }

    async fn the_system_is_told_to_whoever_runs_it(app: TestApp) {
        let page = Visitor::operator(&app).await.page("/console/sistema").await;
        for text in [app.store.stats().backend, "grava", "Endereços em pausa", "UTC"] {
            assert!(page.contains(text), "{text}: {page}");
        }
    }
}

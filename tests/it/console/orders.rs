//! Orders of support: typed by hand, found by what people have at hand, the oldest first; and the page that helps.

use domain::console::Role;
use domain::values::dates::Instante;
use serde_json::{Value, json};
use store::accesses::Scope;

use super::visitor::Visitor;
use crate::support::{TestApp, models};

const NEW: &str = "/console/1-1/pedidos/novo";

/// A store with a counter, and three products of which two are called alike.
async fn shop(app: &TestApp) -> Visitor {
    app.loja_with_skus("loja-1", &["CAM-1", "CAM-2", "CAN-1"]).await;
    let own = [("CAM-1", "Camiseta azul", 19.9), ("CAM-2", "Camiseta verde", 21.5), ("CAN-1", "Caneca", 0.0)];
    for (code, name, price) in own {
        let what = json!({"nome": name, "precoDe": 0, "precoPor": price, "gtin": ""});
        app.a.patch(&format!("/sku/{code}?usuarioId=loja-1"), &what).await.with_status(200);
    }
    let own = json!({"ativo": true, "preco": {"precoDe": 30, "precoPor": 24.9}});
    app.a.put("/sku/CAM-2/Canal/canal?usuarioId=loja-1", &own).await.with_status(201);
    Visitor::operator(app).await
}

/// What a form of an order carries: the instant at which it was opened.
fn opened(page: &str) -> String {
    let after = page.split_once("name=\"aberto\" value=\"").unwrap().1;
    after.split('"').next().unwrap().to_owned()
}

async fn order(app: &TestApp, address: &str) -> Value {
    let id = address.split(['/', '?']).find_map(|part| part.parse::<i64>().ok()).unwrap();
    app.a.get(&format!("/Pedido/{id}?usuarioId=loja-1")).await.json_of(200)
}

on_both_databases! {
    async fn an_order_that_is_typed_is_one_as_any_other(app: TestApp) {
        let ana = shop(&app).await;
        let page = ana.page(NEW).await;
        let opened = opened(&page);
        let who = [("canal", "canal"), ("codigo", "C-77"), ("status", "Pago"), ("aberto", &*opened), ("nome", "Gabriela Sá"),
            ("documento", "529.982.247-25"), ("pagamento", "20"), ("frete", "5,00"), ("rua", "Rua A"), ("cidade", "Recife")];
        let lines = [("sku1", "camiseta azul"), ("quantidade1", "2"), ("sku2", "CAM-2"), ("sku4", "CAN-1"), ("preco4", "10,50")];
        let all = [&who[..], &lines[..]].concat();
        // added up: what each line means and costs, and nothing is saved
        let text = ana.act(NEW, &[&all[..], &[("conferir", "sim")]].concat()).await.with_status(200).text();
        for words in ["value=\"CAM-1\"", "Camiseta azul", "value=\"19,90\"", "value=\"24,90\"", "R$ 80,20", "sku7"] {
            assert!(text.contains(words), "{words}: {text}");
        }
        assert_eq!(app.a.get("/Pedido?usuarioId=loja-1").await.json_of(200)["metadados"]["total"], 0);
        let made = ana.act(NEW, &all).await.with_status(303).header("location").to_owned();
        assert!(made.ends_with("?feito=criado"), "{made}");
        let stored = order(&app, &made).await;
        assert_eq!((&stored["sourceId"], &stored["status"], &stored["total"]), (&json!("C-77"), &json!("Pago"), &json!(80.2)));
        assert_eq!((&stored["usuario"]["cpf"], &stored["endereco"][0]["cidade"]), (&json!("52998224725"), &json!("Recife")));
        let price = |n: usize| (stored["produtos"][n]["sku"].clone(), stored["produtos"][n]["preco"].clone());
        assert_eq!([price(0), price(1)], [(json!("CAM-1"), json!(19.9)), (json!("CAM-2"), json!(24.9))]);
        // its stock is reserved, and programs learn of it
        let stock = app.a.get("/sku/CAM-1/Centro?usuarioId=loja-1").await.json_of(200).to_string();
        assert!(stock.contains("\"reservado\":2"), "{stock}");
        app.store.place_events().await.unwrap();
        let told = app.a.get("/Evento?tipo=pedido.criado&quantidade=10").await.json_of(200).to_string();
        assert!(told.contains("C-77"), "{told}");
        let page = ana.page(&made).await;
        assert!(page.contains("O pedido foi criado") && page.contains("Pix"), "{page}");
        assert!(ana.page("/console/1-1/atos").await.contains("digitou o pedido"));
        // what costs nothing still does when it is added up
        let gift = [&who[..], &[("sku1", "CAM-1"), ("preco1", "0"), ("conferir", "sim")]].concat();
        let text = ana.act(NEW, &gift).await.with_status(200).text();
        assert!(text.contains("value=\"0,00\"") && text.contains("R$ 5,00"), "{text}");
        // sent twice, it is the same order; with something else, its code is taken
        let again = ana.act(NEW, &all).await.with_status(303).header("location").to_owned();
        assert_eq!(again, made.replace("criado", "ja-gravado"));
        assert!(ana.page(&again).await.contains("já estava gravado"));
        // a part of a code is a guess, which is shown and not stored
        let guess = [("canal", "canal"), ("codigo", "C-78"), ("status", "Pago"), ("sku1", "AN-1"), ("preco1", "3,00")];
        let text = ana.act(NEW, &guess).await.with_status(200).text();
        assert!(text.contains("value=\"CAN-1\"") && text.contains("R$ 3,00"), "{text}");
        assert_eq!(app.a.get("/Pedido?usuarioId=loja-1").await.json_of(200)["metadados"]["total"], 1);
        let other = [&who[..], &[("sku1", "CAM-2")]].concat();
        let text = ana.act(NEW, &other).await.with_status(422).text();
        assert!(text.contains("erro-codigo") && text.contains("de outro pedido"), "{text}");
    }

    async fn what_is_wrong_with_a_typed_order_stands_beside_its_field(app: TestApp) {
        let ana = shop(&app).await;
        let who = [("canal", "canal"), ("codigo", "C-1"), ("status", "Pago")];
        for (line, field, said) in [
            (vec![], "sku1", "o que foi vendido"),
            (vec![("sku2", "nada <b>")], "sku2", "Não há este produto"),
            (vec![("sku1", "camiseta")], "sku1", "CAM-1 (Camiseta azul)"),
            (vec![("sku1", "CAM-1"), ("quantidade1", "0")], "quantidade1", "a partir de 1"),
            (vec![("sku1", "CAM-1"), ("quantidade1", "1,5")], "quantidade1", "número inteiro"),
            (vec![("sku1", "\u{0}")], "sku1", "Não há este produto"),
            (vec![("sku1", "CAM-1"), ("preco1", "1.234")], "preco1", "milhar"),
            (vec![("sku1", "CAM-1"), ("preco1", "-1")], "preco1", "0 ou mais"),
            (vec![("sku1", "CAN-1")], "preco1", "sem preço"),
            (vec![("sku1", "CAM-1"), ("frete", "x")], "frete", "número"),
            (vec![("sku1", "CAM-1"), ("documento", "123")], "documento", "nem um CNPJ"),
            (vec![("sku1", "CAM-1"), ("codigo", "\u{202e}")], "codigo", ""),
            (vec![("sku1", "CAM-1"), ("canal", "x")], "canal", "Escolha o canal"),
            (vec![("sku1", "CAM-1"), ("status", "Outro")], "status", "da lista"),
            (vec![("sku1", "CAM-1"), ("status", "Entregue")], "status", "da lista"),
            (vec![("sku1", "CAM-1"), ("pagamento", "999999")], "pagamento", "da lista"),
        ] {
            let mut form: Vec<(&str, &str)> = line.clone();
            form.extend(who.iter().filter(|(name, _)| !line.iter().any(|(known, _)| known == name)));
            let text = ana.act(NEW, &form).await.with_status(422).text();
            let said = said.replace("sem preço", "Não tem preço");
            assert!(text.contains(&format!("erro-{field}")) && text.contains(&said), "{field}, {said}: {text}");
        }
        assert_eq!(app.a.get("/Pedido?usuarioId=loja-1").await.json_of(200)["metadados"]["total"], 0);
        let form = [&who[..], &[("sku1", "CAM-1")]].concat();
        app.a.patch("/Usuario/loja-1", &json!({"ativo": false})).await.with_status(200);
        ana.act(NEW, &form).await.with_status(409);
        let rui = Visitor::of(&app, Role::Look, Scope::All).await;
        assert!(rui.page(NEW).await.contains("só para ver"));
        rui.act(NEW, &form).await.with_status(403);
        // whoever sees that store alone is told who makes it active
        let eva = Visitor::of(&app, Role::Operate, Scope::Loja(app.loja("loja-1"))).await;
        let offer = "/console/1-1/ofertas?canal=canal&sku=CAM-1";
        let text = eva.page(offer).await;
        assert!(text.contains("Quem opera a empresa ou o hub a ativa") && !text.contains("campo=ativo"), "{text}");
        assert!(ana.page(offer).await.contains("loja?campo=ativo"));
    }

    async fn a_sum_beyond_what_an_order_may_have_is_refused_when_it_is_added_up(app: TestApp) {
        let ana = shop(&app).await;
        let who = [("canal", "canal"), ("codigo", "C-1"), ("status", "Pago"), ("sku1", "CAM-1"), ("quantidade1", "11")];
        for more in [&[("preco1", "9999999999,99"), ("conferir", "sim")][..], &[("preco1", "9999999999,99")], &[("preco1", "99999999999"), ("frete", "99999999999"), ("conferir", "sim")]] {
            let text = ana.act(NEW, &[&who[..], more].concat()).await.with_status(422).text();
            assert!(text.contains("A soma passa") && text.contains("99.999.999.999,99"), "{text}");
        }
    }

    async fn a_form_of_yesterday_says_so(app: TestApp) {
        let ana = shop(&app).await;
        let old = (Instante::now().micros() - 25 * 3_600_000_000).to_string();
        let form = [("canal", "canal"), ("codigo", "C-1"), ("status", "Pago"), ("sku1", "CAM-1")];
        let sent = async |aberto: &str| ana.act(NEW, &[&form[..], &[("aberto", aberto)]].concat()).await;
        let text = sent(&old).await.with_status(409).text();
        assert!(text.contains("mais de 24 horas") && !text.contains("de outro pedido"), "{text}");
        assert!(text.contains("value=\"CAM-1\""), "{text}");
        // the page that says so is a new one
        let aberto = opened(&text);
        assert!(aberto > old);
        let made = sent(&aberto).await.with_status(303).header("location").to_owned();
        assert_eq!(sent(&aberto).await.header("location"), made.replace("criado", "ja-gravado"));
        assert!(sent(&old).await.with_status(409).text().contains("mais de 24 horas"));
    }

    async fn each_line_may_name_its_product_otherwise(app: TestApp) {
        let ana = shop(&app).await;
        let gtin = json!({"gtin": "7891000315507"});
        app.a.patch("/sku/CAM-2?usuarioId=loja-1", &gtin).await.with_status(200);
        let number = models::with(models::sku("0123"), "/nome", "Número".into());
        app.a.post("/sku?usuarioId=loja-1", &models::with(number, "/gtin", "".into())).await.with_status(201);
        let form = [("canal", "canal"), ("codigo", "C-1"), ("status", "Pago"), ("sku1", "07891000315507"), ("sku2", "CAM-1"),
            ("sku3", "camiseta VERDE"), ("sku4", "0123"), ("sku5", "CAM-1"), ("conferir", "sim")];
        let text = ana.act(NEW, &form).await.with_status(200).text();
        let codes: Vec<&str> = ["sku1", "sku2", "sku3", "sku4", "sku5"]
            .map(|name| {
                let after = text.split_once(&format!("name=\"{name}\"")).unwrap().1;
                after.split_once("value=\"").unwrap().1.split('"').next().unwrap()
            })
            .to_vec();
        assert_eq!(codes, ["CAM-2", "CAM-1", "CAM-2", "0123", "CAM-1"]);
    }

    async fn a_store_without_a_counter_is_led_to_one(app: TestApp) {
        app.a.post("/Usuario", &models::usuario("loja-1")).await.with_status(201);
        let ana = Visitor::operator(&app).await;
        assert!(ana.page(NEW).await.contains("/console/1-1/canais/novo?tipo=Loja"));
    }

    async fn orders_are_found_by_parts_of_names_and_by_codes_without_their_prefix(app: TestApp) {
        app.loja_with_stock("loja-1", &["S1"], 100).await;
        let mut paths = Vec::new();
        for (code, name, day) in [
            ("LOJA-1000001667", "Gabriela de Souza", "03"),
            ("AMZ 702-1234567-7654321", "João Gabriel", "01"),
            ("1000001668", "Ana", "02"),
        ] {
            let order = models::with(models::pedido("canal", code, "S1"), "/usuario/nome", name.into());
            let order = models::with(order, "/data", format!("2026-05-{day}T12:00:00Z").into());
            let made = app.create_pedido("loja-1", &order).await;
            paths.push(format!("/console/1-1/pedidos/{}\"", made["pedidoId"]));
        }
        let ana = Visitor::operator(&app).await;
        let found = async |asked: &str| {
            let page = ana.page(&format!("/console/1-1/pedidos?{asked}")).await;
            let at: Vec<Option<usize>> = paths.iter().map(|path| page.find(path.as_str())).collect();
            let mut there: Vec<usize> = (0..3).filter(|n| at[*n].is_some()).collect();
            there.sort_by_key(|n| at[*n]);
            there
        };
        for (sought, expected) in [
            ("gabi", vec![0, 1]),
            ("gabr", vec![0, 1]),
            ("souz", vec![0]),
            ("GABRIEL joa", vec![1]),
            ("briela", vec![]),
            ("1000001667", vec![0]),
            ("702-1234567-7654321", vec![1]),
            ("702", vec![]),
            ("1000001668", vec![2]),
            ("LOJA", vec![0]),
        ] {
            assert_eq!(found(&format!("q={}", sought.replace(' ', "%20"))).await, expected, "{sought}");
        }
        assert_eq!(found("").await, [0, 2, 1]);
        assert_eq!(found("ordem=antigos").await, [1, 2, 0]);
        assert_eq!(found("ordem=antigos&q=gabi").await, [1, 0]);
        assert_eq!(found("ordem=antigos&dia=2026-05-02&ate=2026-05-03&canal=canal").await, [2, 0]);
        // the status of the choices and the page of the export keep the order
        assert!(ana.page("/console/1-1/pedidos?ordem=antigos").await.contains("ordem=antigos&amp;status=Pago"));
    }

    async fn pages_of_the_oldest_first_follow_each_other_without_loss(app: TestApp) {
        app.loja_with_stock("loja-1", &["S1"], 1000).await;
        let orders: Vec<Value> = (0..95)
            .map(|n| {
                let order = models::pedido("canal", &format!("P{n:03}"), "S1");
                // several of one instant
                models::with(order, "/data", format!("2026-05-{:02}T12:00:00Z", 1 + n / 10).into())
            })
            .collect();
        let done = app.a.post("/Pedido/Lote?usuarioId=loja-1", &Value::from(orders)).await.json_of(200);
        let all: Vec<i64> = done.as_array().unwrap().iter().map(|one| one["pedidoId"].as_i64().unwrap()).collect();
        let ana = Visitor::operator(&app).await;
        for asked in ["", "&dia=2026-05-01&ate=2026-05-31", "&canal=canal&status=Pago"] {
            let (mut address, mut seen) = (format!("/console/1-1/pedidos?ordem=antigos{asked}"), Vec::new());
            loop {
                let page = ana.page(&address).await;
                let rows = page.split("class=\"strong code\" href=\"/console/1-1/pedidos/").skip(1);
                seen.extend(rows.map(|rest| rest.split('"').next().unwrap().parse::<i64>().unwrap()));
                let Some(next) = page.split("rel=\"next\" href=\"").nth(1) else { break };
                address = next.split('"').next().unwrap().replace("&amp;", "&");
            }
            assert_eq!(seen, all, "{asked}");
        }
    }

    async fn the_keyboard_and_the_words_are_told(app: TestApp) {
        let ana = Visitor::operator(&app).await;
        let text = ana.page("/console/ajuda").await;
        for words in ["<kbd>g</kbd> <kbd>p</kbd>", "Esc", "impedimento", "impediment", "o que não deixa uma oferta"] {
            assert!(text.contains(words), "{words}: {text}");
        }
        assert!(ana.page("/console/lojas").await.contains("href=\"/console/ajuda\""));
        // the guide has the same words
        let guide = include_str!("../../../docs/guia/src/palavras.md");
        let rows = guide.lines().filter(|line| line.starts_with("| ")).skip(1);
        let mut shown = 0;
        for row in rows {
            let parts: Vec<&str> = row.trim_matches(['|', ' ']).split(" | ").collect();
            let [pt, means, en, _] = parts[..] else { panic!("{row}") };
            let row = format!("lang=\"pt-BR\">{pt}</th><td lang=\"en\">{en}</td><td>{means}</td>");
            assert!(text.contains(&row), "{row}: {text}");
            shown += 1;
        }
        assert_eq!(text.matches("<th scope=\"row\"").count(), shown);
    }
}

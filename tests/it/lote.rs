//! `…/Lote`: up to 500 items, each with its own outcome in the order of the input; or all, or none.

use serde_json::{Value, json};

use crate::suporte::contrato::Contrato;
use crate::suporte::{Resposta, TestApp, modelos};

/// What an answer says of each item: key, status, and the problems of the refused.
fn resultados(resposta: Resposta) -> Vec<(String, u64, Vec<String>)> {
    let lista = resposta.json_de(200);
    let lista = lista.as_array().unwrap();
    lista
        .iter()
        .enumerate()
        .map(|(i, item)| {
            assert_eq!(item["indice"], i);
            let status = item["status"].as_u64().unwrap();
            assert_eq!(item["erro"].is_null(), status < 300, "{item}");
            let problemas = item["erro"]["validationErrors"].as_array().into_iter().flatten();
            let problemas = problemas.map(|p| p.as_str().unwrap().to_owned()).collect();
            (item["chave"].as_str().unwrap().to_owned(), status, problemas)
        })
        .collect()
}

fn status(resposta: Resposta) -> Vec<u64> {
    resultados(resposta).into_iter().map(|(_, status, _)| status).collect()
}

/// The batches of the document, addressed to what [`encher`] has made.
fn lotes() -> Vec<String> {
    let operacoes = Contrato::a().operacoes();
    let com_modo = operacoes.iter().filter(|o| o.parametros("query").contains(&"modo"));
    let lotes: Vec<String> =
        com_modo.map(|o| format!("{}?usuarioId=u", o.modelo.replace("{canalId}", "canal"))).collect();
    assert!(lotes.iter().all(|l| l.contains("/Lote?") && !l.contains('{')), "{lotes:?}");
    lotes
}

/// A batch of three items, the second of which is refused; and where to see whether the first was done.
struct Caso {
    caminho: &'static str,
    itens: Value,
    chaves: [String; 3],
    status: [u64; 3],
    visto: String,
}

/// A store with two SKUs, a channel and an order, and a batch of every kind for it.
async fn encher(app: &TestApp) -> Vec<Caso> {
    app.loja_com_skus("u", &["S", "T"]).await;
    let pedido = app.criar_pedido("u", &modelos::pedido("canal", "P", "S")).await["pedidoId"].clone();
    let outro = app.criar_pedido("u", &modelos::pedido("canal", "Q", "S")).await["pedidoId"].clone();
    let chaves = |chaves: [&str; 3]| chaves.map(str::to_owned);
    vec![
        Caso {
            caminho: "/sku/Lote?usuarioId=u",
            itens: json!([
                modelos::com(modelos::sku("S"), "/estoque", json!(99)), { "sku": "ruim", "nome": "" }, modelos::sku("novo"),
            ]),
            chaves: chaves(["S", "ruim", "novo"]),
            status: [200, 400, 201],
            visto: "/sku/S?usuarioId=u".to_owned(),
        },
        Caso {
            caminho: "/sku/Estoque/Lote?usuarioId=u",
            itens: json!([{ "sku": "S", "variacao": 1 }, { "sku": "T", "variacao": -999 }, { "sku": "T", "estoque": 7 }]),
            chaves: chaves(["S", "T", "T"]),
            // the key stands there a second time
            status: [200, 409, 400],
            visto: "/sku/S?usuarioId=u".to_owned(),
        },
        Caso {
            caminho: "/sku/Preco/Lote?usuarioId=u",
            itens: json!([{ "sku": "S", "precoPor": 1.5 }, { "sku": "nenhum", "precoPor": 1 }, { "sku": "T", "precoDe": 0, "precoPor": 2 }]),
            chaves: chaves(["S", "nenhum", "T"]),
            status: [200, 404, 200],
            visto: "/sku/S?usuarioId=u".to_owned(),
        },
        Caso {
            caminho: "/Canal/canal/sku/Lote?usuarioId=u",
            itens: json!([{ "sku": "S", "estoque": 3 }, { "sku": "nenhum" }, { "sku": "T", "canalId": "canal" }]),
            chaves: chaves(["S", "nenhum", "T"]),
            status: [201, 404, 201],
            visto: "/Canal/canal/sku?usuarioId=u".to_owned(),
        },
        Caso {
            caminho: "/Pedido/Lote?usuarioId=u",
            itens: json!([
                modelos::pedido("canal", "N", "S"),
                modelos::pedido("nenhum", "M", "S"),
                modelos::pedido("canal", "P", "S"),
            ]),
            chaves: chaves(["N", "M", "P"]),
            status: [201, 400, 200],
            visto: "/Pedido?usuarioId=u".to_owned(),
        },
        Caso {
            caminho: "/Pedido/Status/Lote?usuarioId=u",
            itens: json!([
                { "pedidoId": pedido, "status": "Enviado" }, { "pedidoId": outro, "status": "AguardandoPagamento" },
                { "pedidoId": 999_999, "status": "Pago" },
            ]),
            chaves: [pedido.to_string(), outro.to_string(), "999999".to_owned()],
            status: [200, 409, 404],
            visto: format!("/Pedido/{pedido}?usuarioId=u"),
        },
    ]
}

nos_dois_bancos! {
    async fn one_bad_item_does_not_hide_the_others(app: TestApp) {
        for Caso { caminho, itens, chaves, status, visto } in encher(&app).await {
            let antes = app.a.get(&visto).await.com_status(200).corpo;
            // the default, and in any case of letters
            let modo = if caminho.contains("sku") { "" } else { "&modo=PARCIAL" };
            let feitos = resultados(app.a.post(&format!("{caminho}{modo}"), &itens).await);
            for (i, (chave, dito, _)) in feitos.iter().enumerate() {
                assert_eq!((chave, *dito), (&chaves[i], status[i]), "{caminho}: {feitos:?}");
            }
            assert_ne!(app.a.get(&visto).await.com_status(200).corpo, antes, "{caminho}");
        }
    }

    async fn all_or_nothing_does_nothing_when_one_is_bad(app: TestApp) {
        for Caso { caminho, itens, status, visto, .. } in encher(&app).await {
            let antes = app.a.get(&visto).await.com_status(200).corpo;
            let desfeito = app.a.post(&format!("{caminho}&modo=tudoOuNada"), &itens).await;
            for (item, dito) in resultados(desfeito).iter().zip(status) {
                // the good ones are told that it was not them
                assert_eq!(item.1, if dito < 300 { 424 } else { dito }, "{caminho}: {item:?}");
            }
            assert_eq!(app.a.get(&visto).await.com_status(200).corpo, antes, "{caminho}");
            // without the bad ones all of it is done
            let bons: Vec<&Value> =
                itens.as_array().unwrap().iter().zip(status).filter(|(_, s)| *s < 300).map(|(item, _)| item).collect();
            let feitos = resultados(app.a.post(&format!("{caminho}&modo=tudoOuNada"), &json!(bons)).await);
            assert!(feitos.iter().all(|(_, dito, _)| *dito < 300), "{caminho}: {feitos:?}");
            assert_ne!(app.a.get(&visto).await.com_status(200).corpo, antes, "{caminho}");
        }
    }

    async fn problems_are_told_item_by_item_from_the_item_on(app: TestApp) {
        encher(&app).await;
        let itens = json!([
            { "sku": "A", "nome": "", "estoque": -1, "imagens": ["x"] }, 7, { "nome": "sem chave" }, { "sku": 5, "nome": "N" }, null,
        ]);
        let nada = Vec::<String>::new;
        let textos = |t: &[&str]| t.iter().map(|t| (*t).to_owned()).collect::<Vec<_>>();
        assert_eq!(resultados(app.a.post("/sku/Lote?usuarioId=u", &itens).await), [
            ("A".to_owned(), 400, textos(&[
                "nome: deve ter de 1 a 300 caracteres", "estoque: deve ser maior ou igual a zero",
                "imagens[0]: deve ser um endereço http ou https completo",
            ])),
            (String::new(), 400, textos(&["deve ser um objeto"])),
            (String::new(), 400, textos(&["sku: é obrigatório"])),
            ("5".to_owned(), 400, textos(&["sku: deve ser um texto"])),
            (String::new(), 400, textos(&["deve ser um objeto"])),
        ]);
        let mut pedido = modelos::pedido("canal", "N", "S");
        pedido["produtos"] = json!([{ "sku": "S", "quantidade": 1, "preco": 1 }, { "sku": "S", "quantidade": 0, "preco": 1 }]);
        let dito = resultados(app.a.post("/Pedido/Lote?usuarioId=u", &json!([pedido])).await);
        assert_eq!(dito[0].2, ["produtos[1].quantidade: deve ser maior ou igual a 1"]);
        let ilegal = resultados(app.a.post("/Pedido/Status/Lote?usuarioId=u", &json!([{ "pedidoId": 1, "status": "AguardandoPagamento" }])).await);
        assert_eq!(ilegal[0].2, ["status: pode passar para Faturado, Enviado, Entregue, Cancelado"]);
        assert_eq!(nada(), ilegal[0].2[1..]);
    }

    async fn a_key_twice_is_refused_the_second_time(app: TestApp) {
        encher(&app).await;
        let itens = json!([{ "sku": "S", "variacao": 1 }, { "sku": "S", "variacao": 1 }, { "sku": "s", "variacao": 1 }]);
        assert_eq!(status(app.a.post("/sku/Estoque/Lote?usuarioId=u", &itens).await), [200, 400, 404]);
        assert_eq!(app.a.get("/sku/S?usuarioId=u").await.json()["estoque"], 11);
        // the same sourceId in two channels is two orders
        app.a.post("/Canal?usuarioId=u", &modelos::canal("outro")).await.com_status(201);
        let pedido = |canal: &str| modelos::pedido(canal, "N", "S");
        let itens = json!([pedido("canal"), pedido("outro"), pedido("canal")]);
        assert_eq!(status(app.a.post("/Pedido/Lote?usuarioId=u", &itens).await), [201, 201, 400]);
    }

    async fn orders_get_their_numbers(app: TestApp) {
        encher(&app).await;
        let outro = modelos::com(modelos::pedido("canal", "Q", "S"), "/juros", json!(1));
        let itens = json!([modelos::pedido("canal", "N", "S"), modelos::pedido("canal", "P", "S"), outro]);
        let feitos = app.a.post("/Pedido/Lote?usuarioId=u", &itens).await.json_de(200);
        let (novo, velho) = (&feitos[0]["pedidoId"], &feitos[1]["pedidoId"]);
        // what is odd about one of them is said beside it
        let estranho = json!([modelos::pedido("canal", "W", "fora do catálogo")]);
        let aceitos = app.a.post("/Pedido/Lote?usuarioId=u", &estranho).await.json_de(200);
        assert_eq!(aceitos[0]["avisos"], json!(["O SKU fora do catálogo não está cadastrado."]));
        assert_eq!(feitos[0].get("avisos"), None);
        assert_eq!(app.a.get(&format!("/Pedido/{novo}?usuarioId=u")).await.json_de(200)["sourceId"], "N");
        assert_eq!((&feitos[1]["status"], velho), (&json!(200), &json!(1)));
        // other content under the same key
        assert_eq!((&feitos[2]["status"], feitos[2].get("pedidoId")), (&json!(409), None));
        let movidos = json!([{ "pedidoId": novo, "status": "Faturado" }, { "pedidoId": velho, "status": "Faturado" }]);
        let feitos = app.a.post("/Pedido/Status/Lote?usuarioId=u", &movidos).await.json_de(200);
        assert_eq!((&feitos[0]["pedidoId"], &feitos[1]["pedidoId"]), (novo, velho));
        // what came in together is as what came in alone
        let juntos = app.a.get(&format!("/Pedido/{novo}?usuarioId=u")).await.json();
        let so = app.criar_pedido("u", &modelos::pedido("canal", "O", "S")).await;
        for membro in ["usuario", "endereco", "produtos", "frete", "informacaoAdicional", "total", "data"] {
            assert_eq!(juntos[membro], so[membro], "{membro}");
        }
        let historico = |id: &Value| format!("/Pedido/{id}/Historico?usuarioId=u");
        assert_eq!(app.a.get(&historico(novo)).await.json().as_array().unwrap().len(), 2);
    }

    async fn five_hundred_and_not_one_more(app: TestApp) {
        encher(&app).await;
        for lote in lotes() {
            let itens = |n: usize| json!(vec![json!({}); n]);
            // bad, but as many as may be
            let cheio = status(app.a.post(&lote, &itens(500)).await);
            assert_eq!((cheio.len(), cheio.iter().all(|s| *s == 400)), (500, true), "{lote}");
            let demais = app.a.post(&lote, &itens(501)).await.com_status(400);
            assert_eq!(demais.problemas(), ["deve ter no máximo 500 itens"], "{lote}");
            assert_eq!(app.a.post(&lote, &json!([])).await.json_de(200), json!([]), "{lote}");
            let torto = app.a.post(&lote, &json!({ "sku": "S" })).await.com_status(400);
            assert_eq!(torto.problemas(), ["deve ser uma lista"], "{lote}");
            let modo = app.a.post(&format!("{lote}&modo=tudo"), &json!([])).await.com_status(400);
            assert_eq!(modo.problemas(), ["modo: deve ser um destes valores: parcial, tudoOuNada"], "{lote}");
        }
        let muitos: Vec<Value> = (0..500).map(|n| modelos::sku(&format!("M{n:03}"))).collect();
        let feitos = resultados(app.a.post("/sku/Lote?usuarioId=u", &json!(muitos)).await);
        assert!(feitos.iter().enumerate().all(|(n, f)| f.0 == format!("M{n:03}") && f.1 == 201));
        let lista = app.a.get("/sku?usuarioId=u&quantidade_registros=250&pagina=3").await.json();
        assert_eq!((&lista["metadados"]["total"], &lista["resultado"][0]["sku"]), (&json!(502), &json!("M498")));
        assert!(status(app.a.post("/sku/Lote?usuarioId=u", &json!(muitos)).await).iter().all(|s| *s == 200));
        let pedidos: Vec<Value> = (0..500).map(|n| modelos::pedido("canal", &format!("L{n}"), "S")).collect();
        assert!(status(app.a.post("/Pedido/Lote?usuarioId=u", &json!(pedidos)).await).iter().all(|s| *s == 201));
        assert_eq!(app.a.get("/Pedido?usuarioId=u").await.json()["metadados"]["total"], 502);
    }

    async fn a_batch_may_be_larger_than_another_body(app: TestApp) {
        encher(&app).await;
        let grande = |codigo: &str| modelos::com(modelos::sku(codigo), "/descricao", json!("x".repeat(99_000)));
        let itens: Vec<Value> = (0..30).map(|n| grande(&format!("G{n}"))).collect();
        assert!(json!(itens).to_string().len() > 2 << 20);
        assert!(status(app.a.post("/SKU/lote?usuarioId=u", &json!(itens)).await).iter().all(|s| *s == 201));
        let enorme = vec![b' '; (8 << 20) + 1];
        let headers = [("content-type", "application/json")];
        for lote in lotes() {
            let metodo = reqwest::Method::POST;
            app.a.enviar(metodo, &lote, &headers, Some(enorme.clone())).await.com_status(413);
        }
    }
}

//! The event log as the store keeps it: what each change tells, what tells nothing, places without gaps.

use std::sync::mpsc;
use std::thread;

use domain::evento::Tipos;
use domain::pedido::Pedido;
use domain::reading::json::ler_json;
use domain::sku::AjusteEstoque;
use domain::values::ids::SkuId;
use serde_json::{Value, json};
use store::eventos::{self, Filtro, Trecho};
use store::{Store, StoreError, pedidos, skus};

use crate::suporte::app::em_bloco;
use crate::suporte::{Cliente, TestApp, modelos};

/// The whole log of the application, brought up to date.
async fn registro(app: &TestApp) -> Vec<Value> {
    app.store.place_events().await.unwrap();
    let trecho = trecho(app, 1);
    for (lugar, evento) in trecho.eventos.iter().enumerate() {
        assert_eq!(evento.posicao, lugar as i64 + 1);
    }
    trecho.eventos.iter().map(|evento| serde_json::from_str(&evento.documento).unwrap()).collect()
}

fn trecho(app: &TestApp, posicao: i64) -> Trecho {
    let (aplicacao, filtro) = (app.aplicacao, Filtro { loja: None, tipos: Tipos::default() });
    em_bloco(&app.store, move |store| {
        store.read_blocking(|conn| eventos::list(conn, aplicacao, filtro, posicao, 100_000))
    })
}

/// What has happened since the last question: kind and `dados` of each event.
struct Leitor<'a> {
    app: &'a TestApp,
    lidos: usize,
}

impl Leitor<'_> {
    async fn novos(&mut self) -> Vec<Value> {
        let todos = registro(self.app).await;
        let novos = todos[self.lidos..].iter().map(|e| json!([e["tipo"], e["dados"]])).collect();
        self.lidos = todos.len();
        novos
    }
}

async fn mudar(a: &Cliente, metodo: reqwest::Method, caminho: &str, corpo: Value) {
    let separador = if caminho.contains('?') { '&' } else { '?' };
    let resposta = a.json(metodo, &format!("{caminho}{separador}usuarioId=u"), &corpo).await;
    assert!(resposta.status < 300, "{caminho}: {resposta:?}");
}

nos_dois_bancos! {
    async fn every_change_of_a_sku_is_told_once(app: TestApp) {
        use reqwest::Method;
        app.loja_com_skus("u", &["S"]).await;
        let mut leitor = Leitor { app: &app, lidos: 0 };
        assert_eq!(leitor.novos().await, [
            json!(["usuario.alterado", { "criado": true }]),
            json!(["canal.alterado", { "criado": true }]),
            json!(["sku.criado", { "estoque": 10, "precoDe": 129.9, "precoPor": 99.9 }]),
        ]);

        mudar(&app.a, Method::PUT, "/sku/S/Estoque", json!({ "estoque": 7 })).await;
        mudar(&app.a, Method::PUT, "/sku/S/Estoque", json!({ "variacao": -2 })).await;
        mudar(&app.a, Method::PUT, "/sku/S/Preco", json!({ "precoDe": 100, "precoPor": 80.5 })).await;
        assert_eq!(leitor.novos().await, [
            json!(["sku.estoque", { "estoqueAnterior": 10, "estoque": 7 }]),
            json!(["sku.estoque", { "estoqueAnterior": 7, "estoque": 5 }]),
            json!(["sku.preco", {
                "precoDeAnterior": 129.9, "precoPorAnterior": 99.9, "precoDe": 100, "precoPor": 80.5
            }]),
        ]);

        // one request, three kinds of change
        mudar(&app.a, Method::PATCH, "/sku/S", json!({ "nome": "N", "peso": 1, "imagens": [], "estoque": 6, "precoPor": 81 })).await;
        assert_eq!(leitor.novos().await, [
            json!(["sku.alterado", { "campos": ["nome", "peso", "imagens"] }]),
            json!(["sku.estoque", { "estoqueAnterior": 5, "estoque": 6 }]),
            json!(["sku.preco", { "precoDeAnterior": 100, "precoPorAnterior": 80.5, "precoDe": 100, "precoPor": 81 }]),
        ]);

        let mut lote = app.a.get("/sku/S?usuarioId=u").await.json();
        lote["estoque"] = json!(9);
        mudar(&app.a, Method::POST, "/sku/Lote", json!([modelos::sku("T"), lote, modelos::sku("A")])).await;
        mudar(&app.a, Method::POST, "/sku/Estoque/Lote", json!([{ "sku": "T", "estoque": 3 }])).await;
        assert_eq!(leitor.novos().await, [
            json!(["sku.criado", { "estoque": 10, "precoDe": 129.9, "precoPor": 99.9 }]),
            json!(["sku.estoque", { "estoqueAnterior": 6, "estoque": 9 }]),
            json!(["sku.criado", { "estoque": 10, "precoDe": 129.9, "precoPor": 99.9 }]),
            json!(["sku.estoque", { "estoqueAnterior": 10, "estoque": 3 }]),
        ]);

        app.a.delete("/sku/T?usuarioId=u").await.com_status(204);
        assert_eq!(leitor.novos().await, [json!(["sku.excluido", {}])]);
        let ultimo = registro(&app).await.pop().unwrap();
        assert_eq!((&ultimo["sku"], &ultimo["usuarioId"], ultimo.get("canalId")), (&json!("T"), &json!("u"), None));
    }

    async fn what_changes_nothing_tells_nothing(app: TestApp) {
        use reqwest::Method;
        app.loja_com_skus("u", &["S"]).await;
        mudar(&app.a, Method::PUT, "/sku/S/Canal/canal", json!({ "estoque": 1 })).await;
        app.criar_pedido("u", &modelos::pedido("canal", "1", "S")).await;
        let antes = registro(&app).await;
        let sku = app.a.get("/sku/S?usuarioId=u").await.json();
        mudar(&app.a, Method::PUT, "/sku/S", modelos::sku("S")).await;
        mudar(&app.a, Method::POST, "/sku/Lote", json!([modelos::sku("S")])).await;
        mudar(&app.a, Method::PUT, "/sku/S/Estoque", json!({ "estoque": 10 })).await;
        mudar(&app.a, Method::PUT, "/sku/S/Preco", json!({ "precoDe": 129.9, "precoPor": "99.90" })).await;
        mudar(&app.a, Method::PUT, "/sku/S/Canal/canal", json!({ "estoque": 1 })).await;
        mudar(&app.a, Method::PUT, "/Canal/canal", modelos::canal("canal")).await;
        mudar(&app.a, Method::PUT, "/Usuario/u", modelos::usuario("u")).await;
        app.enviar_pedido("u", &modelos::pedido("canal", "1", "S")).await.com_status(200);
        let recusada = app.a.put("/sku/S/Estoque?usuarioId=u", &json!({ "variacao": -11 })).await;
        assert_eq!(recusada.status, 409);
        assert_eq!(registro(&app).await, antes);
        assert_eq!(app.a.get("/sku/S?usuarioId=u").await.json(), sku);
    }

    async fn channels_and_users_are_told_of_without_their_secrets(app: TestApp) {
        use reqwest::Method;
        app.loja_com_skus("u", &["S"]).await;
        let mut leitor = Leitor { app: &app, lidos: 3 };
        mudar(&app.a, Method::PATCH, "/Canal/canal", json!({ "percentualEstoque": 50, "enviarSku": false })).await;
        mudar(&app.a, Method::PUT, "/sku/S/Canal/canal", json!({ "estoque": 4, "preco": { "precoDe": 0, "precoPor": 5 } })).await;
        mudar(&app.a, Method::POST, "/Canal/canal/sku/Lote", json!([{ "sku": "S", "ativo": false }])).await;
        mudar(&app.a, Method::PUT, "/sku/S/Canal", json!([])).await;
        mudar(&app.a, Method::PATCH, "/Usuario/u", json!({ "email": "outro@loja.example" })).await;
        let preco = json!({ "precoDe": 0, "precoPor": 5 });
        assert_eq!(leitor.novos().await, [
            json!(["canal.alterado", { "campos": ["percentualEstoque", "enviarSku"] }]),
            json!(["skucanal.alterado", { "atual": { "estoque": 4, "preco": preco, "ativo": true } }]),
            json!(["skucanal.alterado", {
                "anterior": { "estoque": 4, "preco": preco, "ativo": true },
                "atual": { "estoque": null, "preco": null, "ativo": false },
            }]),
            json!(["skucanal.alterado", { "anterior": { "estoque": null, "preco": null, "ativo": false } }]),
            json!(["usuario.alterado", { "campos": ["email"] }]),
        ]);
        app.a.delete("/Canal/canal?usuarioId=u").await.com_status(204);
        app.a.delete("/Usuario/u").await.com_status(204);
        assert_eq!(leitor.novos().await, [
            json!(["canal.excluido", {}]), json!(["usuario.alterado", { "excluido": true }]),
        ]);
        // a user that is gone still has its name in the log
        assert!(registro(&app).await.iter().all(|evento| evento["usuarioId"] == "u"));
    }

    async fn orders_tell_their_story_and_nothing_of_the_buyer(app: TestApp) {
        use reqwest::Method;
        app.loja_com_skus("u", &["S"]).await;
        let mut leitor = Leitor { app: &app, lidos: 3 };
        let pedido = app.criar_pedido("u", &modelos::pedido("canal", "ml-1", "S")).await;
        let id = &pedido["pedidoId"];
        let caminho = format!("/Pedido/{id}/Status");
        let mover = |corpo: Value| mudar(&app.a, Method::PUT, &caminho, corpo);
        mover(json!({ "status": "Enviado", "rastreio": { "codigo": "BR1" } })).await;
        mover(json!({ "status": "Enviado", "rastreio": { "codigo": "BR1" } })).await;
        mover(json!({ "status": "Enviado", "rastreio": { "codigo": "BR2" }, "notaFiscal": { "numero": 5 } })).await;
        let b = app.b_como(app.loja("u"));
        b.post(&format!("/pedidos/{id}/observacao"), &json!({ "observacao": "frágil", "usuario": "joana" })).await.com_status(200);
        mudar(&app.a, Method::POST, "/Pedido/Lote", json!([modelos::pedido("canal", "ml-2", "S")])).await;
        let novos = leitor.novos().await;
        assert_eq!(novos[..3], [
            json!(["pedido.criado", { "status": "Pago", "sourceId": "ml-1" }]),
            json!(["pedido.status", {
                "statusAnterior": "Pago", "status": "Enviado", "pulados": ["Faturado"], "detalhes": ["rastreio"]
            }]),
            json!(["pedido.detalhe", { "status": "Enviado", "detalhes": ["notaFiscal", "rastreio"] }]),
        ]);
        assert_eq!(novos[3], json!(["pedido.detalhe", { "status": "Enviado", "detalhes": ["observacao"] }]));
        assert_eq!(*novos.last().unwrap(), json!(["pedido.criado", { "status": "Pago", "sourceId": "ml-2" }]));
        let todos = registro(&app).await;
        assert_eq!((&todos[3]["pedidoId"], &todos[3]["canalId"]), (id, &json!("canal")));
        let texto = json!(todos).to_string();
        for dado in ["Maria", "52998224725", "maria@correio", "joana", "frágil"] {
            assert!(!texto.contains(dado), "{dado} in {texto}");
        }
    }

    async fn a_store_s_own_system_changes_are_told_too(app: TestApp) {
        app.loja_com_skus("u", &["S"]).await;
        let mut leitor = Leitor { app: &app, lidos: 3 };
        let b = app.b_como(app.loja("u"));
        let estoque = json!([{ "identificador": "S", "listaEstoque": [{ "estoqueFisico": 4 }] }]);
        let resposta = b.put("/produtos/estoques?tipoIdentificador=Sku", &estoque).await;
        assert_eq!(resposta.status, 200, "{resposta:?}");
        assert_eq!(leitor.novos().await, [json!(["sku.estoque", { "estoqueAnterior": 10, "estoque": 4 }])]);
    }

    async fn a_write_that_fails_leaves_no_event(app: TestApp) {
        app.loja_com_skus("u", &["S"]).await;
        let antes = registro(&app).await.len();
        let loja = app.loja("u");
        let desfeita: Result<(), StoreError> = {
            let store = app.store.clone();
            thread::spawn(move || store.write_blocking(move |tx| {
                skus::ajustar_estoque(tx, loja, &SkuId::parse("S").unwrap(), AjusteEstoque::Absoluto(1))?;
                Err(StoreError::Interno("on purpose".into()))
            })).join().unwrap()
        };
        assert!(desfeita.is_err());
        assert_eq!(registro(&app).await.len(), antes);
    }

    /// Transactions end in another order than they began: a reader that follows the log sees what comes late.
    async fn what_commits_late_is_not_passed_over(app: TestApp) {
        app.loja_com_skus("u", &["S"]).await;
        let (loja, de) = (app.loja("u"), registro(&app).await.len() as i64 + 1);
        let pedido = |id: &str| -> pedidos::Entrada {
            // each its own buyer: the second order of a new buyer waits until the first is there
            let corpo = modelos::com(modelos::pedido("canal", id, "S"), "/usuario", json!({ "nome": id, "email": id }));
            pedidos::Entrada::from(ler_json::<Pedido>(corpo.to_string().as_bytes()).unwrap())
        };
        let (pausa, continua) = (mpsc::channel::<()>(), mpsc::channel::<()>());
        let tardia = {
            let (store, escrita, novo) = (app.store.clone(), pausa.0, pedido("tardio"));
            let espera = std::sync::Mutex::new(continua.1);
            thread::spawn(move || {
                store.write_blocking(move |tx| {
                    let criado = pedidos::create(tx, loja, &novo);
                    let _ = escrita.send(());
                    let _ = espera.lock().unwrap().recv();
                    criado.map(|_| ())
                })
            })
        };
        pausa.1.recv().unwrap();
        let escrever = |store: &Store, id: &str| {
            let (store, novo) = (store.clone(), pedido(id));
            thread::spawn(move || store.write_blocking(move |tx| pedidos::create(tx, loja, &novo).map(|_| ())))
        };
        // on SQLite these wait for the one writer; on PostgreSQL they overtake
        let rapidas: Vec<_> = (0..5).map(|n| escrever(&app.store, &format!("rapido-{n}"))).collect();
        let mut vistos = Vec::new();
        let mut posicao = de;
        if app.store.stats().backend == "postgres" {
            for rapida in rapidas {
                rapida.join().unwrap().unwrap();
            }
            app.store.place_events().await.unwrap();
            let lido = trecho(&app, posicao);
            assert_eq!((lido.eventos.len(), lido.proxima), (5, de + 5));
            posicao = lido.proxima;
            vistos.extend(lido.eventos);
        }
        continua.0.send(()).unwrap();
        tardia.join().unwrap().unwrap();
        while vistos.len() < 6 {
            app.store.place_events().await.unwrap();
            let lido = trecho(&app, posicao);
            posicao = lido.proxima;
            vistos.extend(lido.eventos);
        }
        let lugares: Vec<i64> = vistos.iter().map(|evento| evento.posicao).collect();
        assert_eq!(lugares, (de..de + 6).collect::<Vec<_>>());
        assert_eq!(vistos.iter().filter(|evento| evento.documento.contains("tardio")).count(), 1);
    }
}

/// Changes that are sent at once, of which every third fails and every seventh panics after it has written.
async fn de_uma_vez(app: &TestApp, rodada: i64) -> i64 {
    let loja = app.loja("u");
    let escritas = (0..42).map(|n| {
        let pedido = ler_json::<Pedido>(
            modelos::pedido("canal", &format!("R{rodada}N{n}"), "S").to_string().as_bytes(),
        );
        let entrada = pedidos::Entrada::from(pedido.unwrap());
        app.store.write(move |tx| {
            let sku = SkuId::parse("S").unwrap();
            skus::ajustar_estoque(tx, loja, &sku, AjusteEstoque::Variacao(1))?;
            pedidos::create(tx, loja, &entrada)?;
            assert_ne!(n % 7, 6, "a panic that is meant");
            if n % 3 == 2 { Err(StoreError::Interno("a failure that is meant".to_owned())) } else { Ok(()) }
        })
    });
    let feitas = futures_util::future::join_all(escritas).await;
    feitas.iter().filter(|feita| feita.is_ok()).count() as i64
}

nos_dois_bancos! {
    async fn a_write_that_fails_takes_nobody_with_it(app: TestApp) {
        app.loja_com_skus("u", &["S"]).await;
        let loja = app.loja("u");
        let antes = registro(&app).await.len();
        let estoque = async || app.a.get("/sku/S?usuarioId=u").await.json_de(200)["estoque"].as_i64().unwrap();
        let inicial = estoque().await;
        let mut feitas = 0;
        for rodada in 0..4 {
            feitas += de_uma_vez(&app, rodada).await;
        }
        assert_eq!(feitas, 4 * 24);
        assert_eq!(estoque().await, inicial + feitas);
        let pedidos_a = app.a.get("/Pedido?usuarioId=u").await.json_de(200);
        assert_eq!(pedidos_a["metadados"]["total"], feitas);
        let conferencia = em_bloco(&app.store, move |store| {
            store.read_blocking(|conn| store::pedidos::conferir_contagens(conn, loja))
        });
        assert_eq!(conferencia.divergencias, []);
        // the places are consecutive: `registro` looks
        let eventos = registro(&app).await;
        let de = |tipo: &str| eventos[antes..].iter().filter(|e| e["tipo"] == tipo).count() as i64;
        assert_eq!((de("sku.estoque"), de("pedido.criado")), (feitas, feitas), "{:?}", eventos.last());
    }
}

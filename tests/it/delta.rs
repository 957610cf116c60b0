//! Delta: every list answers what changed in a range of time, its start included and its end not.

use domain::values::dates::Instante;
use domain::values::ids::{CanalId, PedidoId};
use reqwest::Method;
use serde_json::{Value, json};
use store::{canais, pedidos};

use crate::suporte::app::em_bloco;
use crate::suporte::contrato::Contrato;
use crate::suporte::{TestApp, modelos};

/// An instant to the microsecond, as a filter takes it.
fn exato(instante: Instante) -> String {
    instante.utc().format("%Y-%m-%dT%H:%M:%S%.6fZ").to_string()
}

/// The keys of the rows that a list has, a member of each.
async fn linhas(
    app: &TestApp,
    caminho: &str,
    chave: &str,
    de: Option<&str>,
    ate: Option<&str>,
) -> Vec<String> {
    let mut caminho = caminho.to_owned();
    for (nome, valor) in [("dataAlteracaoInicial", de), ("data_alteracao_final", ate)] {
        if let Some(valor) = valor {
            let separador = if caminho.contains('?') { '&' } else { '?' };
            caminho = format!("{caminho}{separador}{nome}={valor}");
        }
    }
    let corpo = app.a.get(&caminho).await.json_de(200);
    let lista = corpo.get("resultado").unwrap_or(&corpo).as_array().unwrap();
    if let Some(total) = corpo.pointer("/metadados/total") {
        assert_eq!(*total, lista.len(), "{caminho}");
    }
    lista.iter().map(|linha| linha[chave].as_str().unwrap().to_owned()).collect()
}

/// A list, the member that names its rows, and how one of its rows (named `1`) is changed.
struct Lista {
    caminho: &'static str,
    chave: &'static str,
    mudar: (Method, String, Value),
    /// The same, without a change.
    repetir: Option<(Method, String, Value)>,
}

async fn fazer(app: &TestApp, (metodo, caminho, corpo): &(Method, String, Value)) {
    let resposta = app.a.json(metodo.clone(), caminho, corpo).await;
    assert!(resposta.status < 300, "{caminho}: {resposta:?}");
}

/// Two of everything, named `1` and `2`, and the lists that show them.
async fn encher(app: &TestApp) -> Vec<Lista> {
    let u = "usuarioId=1";
    for id in ["1", "2"] {
        fazer(app, &(Method::PUT, format!("/Usuario/{id}"), modelos::usuario(id))).await;
    }
    for id in ["1", "2"] {
        fazer(app, &(Method::PUT, format!("/Canal/{id}?{u}"), modelos::canal(id))).await;
        fazer(app, &(Method::PUT, format!("/sku/{id}?{u}"), modelos::sku(id))).await;
    }
    let categorias = json!([
        { "categoriaId": "0", "nome": "0" },
        { "categoriaId": "1", "nome": "1", "categoriaPaiId": "0" }, { "categoriaId": "2", "nome": "2", "categoriaPaiId": "0" },
    ]);
    fazer(app, &(Method::POST, format!("/Canal/1/Categoria/Lote?{u}"), categorias)).await;
    for (sku, canal) in [("1", "1"), ("1", "2"), ("2", "1")] {
        fazer(app, &(Method::PUT, format!("/sku/{sku}/Canal/{canal}?{u}"), json!({ "estoque": 1 }))).await;
    }
    let notificacao =
        |id: &str, ativo: bool| json!({ "url": "https://erp.example", "usuarioId": id, "ativo": ativo });
    for id in ["1", "2"] {
        fazer(app, &(Method::POST, "/Notificacao".to_owned(), notificacao(id, false))).await;
    }
    let mut pedido = json!(0);
    for id in ["2", "1"] {
        pedido = app.criar_pedido("1", &modelos::pedido("1", id, "1")).await["pedidoId"].clone();
    }
    let status =
        |status: &str| (Method::PUT, format!("/Pedido/{pedido}/Status?{u}"), json!({ "status": status }));
    let put = |caminho: &str, corpo: &Value| (Method::PUT, format!("{caminho}?{u}"), corpo.clone());
    let nova = |corpo: Value| modelos::com(corpo, "/nome", json!("Outro"));
    let (usuario, canal, sku) =
        (nova(modelos::usuario("1")), nova(modelos::canal("1")), nova(modelos::sku("1")));
    let (no_canal, categoria) = (json!({ "estoque": 2 }), json!({ "nome": "Outra", "categoriaPaiId": "0" }));
    let lista = |caminho, chave, mudar: (Method, String, Value)| Lista {
        caminho,
        chave,
        repetir: Some(mudar.clone()),
        mudar,
    };
    vec![
        lista("/Usuario", "usuarioId", (Method::PUT, "/Usuario/1".to_owned(), usuario)),
        lista("/Canal", "canalId", put("/Canal/1", &canal)),
        lista("/sku", "sku", put("/sku/1", &sku)),
        Lista { repetir: None, ..lista("/sku", "sku", put("/sku/1/Estoque", &json!({ "variacao": 1 }))) },
        Lista { repetir: None, ..lista("/sku", "sku", put("/sku/1/Preco", &json!({ "precoPor": 1 }))) },
        lista("/Canal/{canalId}/sku", "sku", put("/sku/1/Canal/1", &no_canal)),
        lista("/sku/{sku}/Canal", "canalId", put("/sku/1/Canal/1", &json!({ "estoque": 3 }))),
        lista("/Canal/{canalId}/Oferta", "sku", put("/sku/1/Canal/1", &json!({ "estoque": 4 }))),
        lista("/Canal/{canalId}/Oferta", "sku", put("/sku/1", &modelos::sku("1"))),
        lista(
            "/Canal/{canalId}/Categoria",
            "categoriaId",
            put("/Canal/1/Categoria/0", &json!({ "nome": "Outra" })),
        ),
        lista(
            "/Canal/{canalId}/Categoria/{categoriaId}/Subcategorias",
            "categoriaId",
            put("/Canal/1/Categoria/1", &categoria),
        ),
        lista("/Pedido", "sourceId", status("Faturado")),
        lista(
            "/Notificacao",
            "usuarioId",
            (Method::PUT, "/Notificacao/1".to_owned(), notificacao("1", true)),
        ),
    ]
}

/// The address of a list: the parameters are those of [`encher`].
fn endereco(modelo: &str) -> String {
    let caminho = modelo.replace("{canalId}", "1").replace("{sku}", "1").replace("{categoriaId}", "0");
    if caminho == "/Usuario" { caminho } else { format!("{caminho}?usuarioId=1") }
}

nos_dois_bancos! {
    async fn every_list_shows_what_has_changed_since(app: TestApp) {
        let listas = encher(&app).await;
        // every list of the document that takes a range is here
        let mut documentadas: Vec<&str> = Contrato::a()
            .operacoes()
            .iter()
            .filter(|o| o.parametros("query").contains(&"dataAlteracaoInicial"))
            .map(|o| o.modelo)
            .collect();
        documentadas.retain(|modelo| !listas.iter().any(|lista| lista.caminho == *modelo));
        assert!(documentadas.is_empty(), "{documentadas:?}");

        for Lista { caminho, chave, mudar, repetir } in listas {
            let (lista, caso) = (endereco(caminho), format!("{caminho} after {mudar:?}"));
            let todas = linhas(&app, &lista, chave, None, None).await;
            let antes = exato(Instante::agora());
            assert!(linhas(&app, &lista, chave, Some(&antes), None).await.is_empty(), "{caso}");
            assert_eq!(linhas(&app, &lista, chave, None, Some(&antes)).await, todas, "{caso}");
            fazer(&app, &mudar).await;
            let depois = exato(Instante::agora());
            let mudada = [if caminho.ends_with("/Categoria") { "0" } else { "1" }];
            assert_eq!(linhas(&app, &lista, chave, Some(&antes), None).await, mudada, "{caso}");
            assert_eq!(linhas(&app, &lista, chave, Some(&antes), Some(&depois)).await, mudada, "{caso}");
            assert_eq!(linhas(&app, &lista, chave, None, Some(&antes)).await.len(), todas.len() - 1, "{caso}");
            assert!(linhas(&app, &lista, chave, Some(&depois), None).await.is_empty(), "{caso}");
            // what is replaced by itself has not changed
            if let Some(repetir) = repetir {
                fazer(&app, &repetir).await;
                assert!(linhas(&app, &lista, chave, Some(&depois), None).await.is_empty(), "{caso}");
            }
        }
    }

    async fn the_start_is_included_and_the_end_is_not(app: TestApp) {
        app.loja_com_skus("u", &["S"]).await;
        let pedido = app.criar_pedido("u", &modelos::pedido("canal", "P", "S")).await["pedidoId"].as_i64().unwrap();
        let (loja, canal) = (app.loja("u"), CanalId::parse("canal").unwrap());
        let do_canal = em_bloco(&app.store, move |store| {
            store.read_blocking(|conn| canais::find(conn, loja, &canal))
        });
        let do_pedido = em_bloco(&app.store, move |store| {
            store.read_blocking(|conn| pedidos::find(conn, loja, PedidoId(pedido)))
        });
        for (lista, chave, alterado_em) in [
            ("/Canal?usuarioId=u", "canalId", do_canal.unwrap().alterado_em),
            ("/Pedido?usuarioId=u", "sourceId", do_pedido.unwrap().alterado_em),
        ] {
            let (justo, seguinte) = (exato(alterado_em), exato(Instante::from_micros(alterado_em.micros() + 1)));
            for (de, ate, quantas) in [
                (Some(&justo), None, 1),
                (Some(&seguinte), None, 0),
                (None, Some(&justo), 0),
                (None, Some(&seguinte), 1),
                (Some(&justo), Some(&seguinte), 1),
                (Some(&justo), Some(&justo), 0),
                (Some(&seguinte), Some(&justo), 0),
            ] {
                let (de, ate) = (de.map(String::as_str), ate.map(String::as_str));
                assert_eq!(linhas(&app, lista, chave, de, ate).await.len(), quantas, "{lista} {de:?} {ate:?}");
            }
            // a day as a whole, at both ends
            let dia = |dias: i64| alterado_em.mais_segundos(dias * 86_400).utc().format("%Y-%m-%d").to_string();
            for (de, ate, quantas) in [(0, 0, 1), (-1, 1, 1), (1, 1, 0), (-1, -1, 0)] {
                assert_eq!(linhas(&app, lista, chave, Some(&dia(de)), Some(&dia(ate))).await.len(), quantas);
            }
        }
        let ruim = app.a.get("/Canal?usuarioId=u&dataAlteracaoInicial=ontem&dataAlteracaoFinal=1").await;
        assert_eq!(ruim.com_status(400).problemas(), [
            "dataAlteracaoFinal: deve ser uma data e hora ISO 8601 (yyyy-MM-ddTHH:mm:ssZ)",
            "dataAlteracaoInicial: deve ser uma data e hora ISO 8601 (yyyy-MM-ddTHH:mm:ssZ)",
        ]);
    }

    async fn an_offer_changes_with_all_that_it_follows_from(app: TestApp) {
        app.loja_com_skus("u", &["S", "T"]).await;
        app.a.put("/sku/S/Canal/canal?usuarioId=u", &json!({})).await.com_status(201);
        let lista = "/Canal/canal/Oferta?usuarioId=u";
        for (caminho, corpo, mudadas) in [
            ("/sku/S", json!({ "estoque": 1 }), vec!["S"]),
            ("/sku/S/Canal/canal", json!({ "estoque": 1 }), vec!["S"]),
            ("/Canal/canal", json!({ "percentualEstoque": 50 }), vec!["S", "T"]),
            ("/Usuario/u", json!({ "ativo": false }), vec!["S", "T"]),
        ] {
            let antes = exato(Instante::agora());
            let caminho = format!("{caminho}?usuarioId=u");
            app.a.patch(&caminho, &corpo).await.com_status(200);
            let depois = exato(Instante::agora());
            assert_eq!(linhas(&app, lista, "sku", Some(&antes), None).await, mudadas, "{caminho}");
            assert_eq!(linhas(&app, lista, "sku", Some(&antes), Some(&depois)).await, mudadas, "{caminho}");
            assert!(linhas(&app, lista, "sku", Some(&depois), None).await.is_empty(), "{caminho}");
        }
    }

    async fn a_range_and_a_walk_go_together(app: TestApp) {
        app.loja_com_skus("u", &["A", "B", "C", "D"]).await;
        let antes = exato(Instante::agora());
        for sku in ["D", "B", "A"] {
            app.a.put(&format!("/sku/{sku}/Estoque?usuarioId=u"), &json!({ "estoque": 1 })).await.com_status(200);
        }
        let mut proximo = Some(format!("/sku?usuarioId=u&quantidade_registros=2&dataAlteracaoInicial={antes}"));
        let mut vistos = Vec::new();
        while let Some(caminho) = proximo {
            let pagina = app.a.get(&caminho).await.com_status(200);
            assert_eq!(pagina.json()["metadados"]["total"], 3);
            vistos.extend(pagina.json()["resultado"].as_array().unwrap().iter().map(|s| s["sku"].clone()));
            proximo = crate::concorrencia::seguinte(&pagina);
        }
        assert_eq!(vistos, ["A", "B", "D"]);
    }
}

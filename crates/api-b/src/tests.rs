//! The interface over a database of its own: its keys, its errors, and the two forms of the categories.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use actix_web::http::Method;
use actix_web::test::{TestRequest, call_service, init_service, read_body};
use domain::categoria_loja::{CategoriaLoja, ExibirMatriz};
use domain::usuario::Usuario;
use domain::values::ids::{AplicacaoId, LojaId, UsuarioId};
use domain::values::money::Dinheiro;
use http_kit::{Kit, Listener};
use serde_json::{Value, json};
use store::tokens::{NewToken, TokenKind};
use store::{CreateOutcome, Store, StoreConfig, StoreError, Tx, categorias_loja, tokens, usuarios};

use crate::{State, interface, openapi};

struct Scenario {
    store: Store,
    aplicacao: AplicacaoId,
    loja: LojaId,
    key: String,
    _folder: tempfile::TempDir,
}

struct Answer {
    status: u16,
    total: String,
    allow: String,
    corpo: Value,
}

impl Scenario {
    async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}", folder.path().join("teste.db").display());
        let store = Store::open(&StoreConfig::new(url), store::Secrets::of_key([7; 32])).unwrap();
        store.migrate().unwrap();
        let aplicacao = write(&store, |tx| store::aplicacoes::create(tx, "teste")).await.unwrap().id;
        let loja = create_loja(&store, aplicacao, "loja").await;
        let key = create_key(&store, aplicacao, Some(loja)).await;
        Self { store, aplicacao, loja, key, _folder: folder }
    }

    async fn ask(&self, method: Method, uri: &str, key: Option<&str>) -> Answer {
        let kit = Kit::new(self.store.clone());
        let listener = Listener::new(&kit, vec![interface(State::new(&kit))]).unwrap();
        let app = init_service(listener.app()).await;
        let mut pedido = TestRequest::with_uri(uri).method(method);
        if let Some(key) = key {
            pedido = pedido.insert_header(("Authorization", format!("Basic {key}")));
        }
        let answer = call_service(&app, pedido.to_request()).await;
        let header = |name| answer.headers().get(name).map_or("", |v| v.to_str().unwrap()).to_owned();
        assert_eq!(header("content-type"), "application/json");
        Answer {
            status: answer.status().as_u16(),
            total: header("x-total-count"),
            allow: header("allow"),
            corpo: serde_json::from_slice(&read_body(answer).await).unwrap(),
        }
    }

    async fn get(&self, uri: &str) -> Answer {
        self.ask(Method::GET, uri, Some(&self.key)).await
    }
}

async fn write<T: Send + 'static>(
    store: &Store,
    f: impl FnMut(&mut Tx<'_>) -> Result<T, StoreError> + Send + 'static,
) -> T {
    store.write(f).await.unwrap()
}

async fn create_loja(store: &Store, aplicacao: AplicacaoId, id: &str) -> LojaId {
    let usuario = Usuario {
        usuario_id: UsuarioId::parse(id).unwrap(),
        nome: id.to_owned(),
        email: String::new(),
        ativo: true,
        url_integracao: String::new(),
    };
    write(store, move |tx| {
        assert!(matches!(usuarios::create(tx, aplicacao, &usuario)?, CreateOutcome::Created(_)));
        Ok(usuarios::resolve(tx, aplicacao, &usuario.usuario_id)?.unwrap().id)
    })
    .await
}

async fn create_key(store: &Store, aplicacao: AplicacaoId, loja: Option<LojaId>) -> String {
    let kind = if loja.is_some() { TokenKind::Loja } else { TokenKind::Aplicacao };
    let (key, hash) = http_kit::api_keys::generate(kind).unwrap();
    let new = NewToken { aplicacao, loja, rotulo: String::new(), hash, expira_em: None };
    write(store, move |tx| tokens::create(tx, &new)).await;
    key
}

/// Casa > Mesa and a garden for resellers; parents count within the list, from 1.
fn categorias() -> Vec<CategoriaLoja> {
    [("Casa", 0, false), ("Mesa", 1, false), ("Jardim", 0, true)]
        .into_iter()
        .map(|(name, parent, is_reseller)| CategoriaLoja {
            id: 0,
            nome: name.to_owned(),
            categoria_pai_id: parent,
            categoria_erp_id: String::new(),
            ativo: name != "Mesa",
            is_reseller,
            exibir_matriz_atributos: ExibirMatriz::Sim,
            quantidade_maxima_compra_unidade: Dinheiro::ZERO,
            valor_minimo_compra: Dinheiro::from_cents(1050),
            exibe_menu: true,
            url_hot_site: String::new(),
        })
        .collect()
}

#[actix_web::test]
async fn categories_in_both_forms() {
    let scenario = Scenario::new().await;
    let empty = scenario.get("/categorias").await;
    assert_eq!((empty.status, empty.total.as_str(), empty.corpo), (200, "0", json!([])));

    let other = create_loja(&scenario.store, scenario.aplicacao, "outra").await;
    let loja = scenario.loja;
    write(&scenario.store, move |tx| categorias_loja::insert(tx, other, &categorias())).await;
    let ids = write(&scenario.store, move |tx| categorias_loja::insert(tx, loja, &categorias())).await;

    let registro = |i: usize, name: &str, parent: i64| {
        json!({"id": ids[i], "nome": name, "categoriaPaiId": parent, "categoriaERPId": "", "ativo": i != 1,
            "isReseller": i == 2, "exibirMatrizAtributos": "Sim", "quantidadeMaximaCompraUnidade": 0,
            "valorMinimoCompra": 10.5, "exibeMenu": true, "urlHotSite": ""})
    };
    let with = |mut registro: Value, member: &str, value: Value| {
        registro[member] = value;
        registro
    };
    let (house, table, garden) =
        (registro(0, "Casa", 0), registro(1, "Mesa", ids[0]), registro(2, "Jardim", 0));

    let list = scenario.get("/categorias?hierarquia=").await;
    assert_eq!((list.status, list.total.as_str()), (200, "3"));
    let expected = json!([
        with(house.clone(), "caminhoHierarquia", json!("Casa")),
        with(table.clone(), "caminhoHierarquia", json!("Casa > Mesa")),
        with(garden.clone(), "caminhoHierarquia", json!("Jardim")),
    ]);
    assert_eq!(list.corpo, expected);

    let leaf = |registro: &Value| with(registro.clone(), "subCategorias", Value::Null);
    let tree = scenario.get("/categorias?HIERARQUIA=1").await;
    assert_eq!((tree.status, tree.total.as_str()), (200, "3"));
    assert_eq!(tree.corpo, json!([with(house, "subCategorias", json!([leaf(&table)])), leaf(&garden)]));

    for (query, expected_items) in [
        ("apenasReseller=true", json!([leaf(&garden)])),
        ("apenas_ultimo_nivel=TRUE", json!([leaf(&table), leaf(&garden)])),
        ("somenteFilhos=true&apenasUltimoNivel=1", json!([leaf(&table)])),
        ("somenteFilhos=true&apenasReseller=true", json!([])),
    ] {
        let answer = scenario.get(&format!("/categorias?hierarquia=true&{query}")).await;
        assert_eq!(answer.corpo, expected_items, "{query}");
        assert_eq!(answer.total, expected_items.as_array().unwrap().len().to_string());
    }
}

#[actix_web::test]
async fn refusals_have_this_interface_s_shape() {
    let scenario = Scenario::new().await;
    let of_aplicacao = create_key(&scenario.store, scenario.aplicacao, None).await;
    let error =
        |code: u16, message: &str| json!({"resultadoOperacao": false, "codigo": code, "mensagem": message});

    let invalid = scenario.get("/categorias?hierarquia=sim&apenasReseller=1&apenasReseller=0&outro=x").await;
    let message = "A consulta tem parâmetros inválidos. hierarquia: deve ser true ou false; \
        apenasReseller: foi informado mais de uma vez.";
    assert_eq!((invalid.status, invalid.corpo), (400, error(400, message)));

    let other = scenario.ask(Method::GET, "/categorias", Some(&of_aplicacao)).await;
    assert_eq!(
        (other.status, other.corpo),
        (401, error(401, "A chave informada pertence a outra interface."))
    );
    // who has no key is not told what else is wrong
    let without_key = scenario.ask(Method::GET, "/categorias?hierarquia=sim", None).await;
    assert_eq!(without_key.status, 401);

    let unknown = scenario.get("/nada").await;
    assert_eq!((unknown.status, unknown.corpo), (404, error(404, "A rota solicitada não existe.")));
    let method = scenario.ask(Method::DELETE, "/categorias", Some(&scenario.key)).await;
    assert_eq!((method.status, method.allow.as_str()), (405, "GET, HEAD, POST"));
    assert_eq!(method.corpo, error(405, "O método não é permitido nesta rota."));
}

#[test]
fn the_document_shows_both_forms() {
    let doc = openapi().unwrap();
    let schemas = &doc["components"]["schemas"];
    let both = schemas["CategoriaLida"].to_string();
    assert!(both.contains("caminhoHierarquia") && both.contains("subCategorias"), "{both}");
    let parameters = doc["paths"]["/categorias"]["get"]["parameters"].as_array().unwrap();
    let named = |place: &str| {
        let those = parameters.iter().filter(|p| p["in"] == place);
        those.map(|p| p["name"].as_str().unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(named("query"), ["hierarquia", "apenasReseller", "apenasUltimoNivel", "somenteFilhos"]);
    assert_eq!(named("header"), ["X-Request-Id"]);
    assert!(parameters.iter().all(|p| p["required"] == false));
}

#[test]
fn every_shape_that_the_document_names_is_in_it() {
    let doc = openapi().unwrap();
    let text = doc.to_string();
    let names: Vec<&str> =
        text.split("\"#/components/schemas/").skip(1).map(|rest| rest.split('"').next().unwrap()).collect();
    assert!(names.contains(&"ResultadoOperacao"));
    for name in names {
        assert!(doc["components"]["schemas"].get(name).is_some(), "{name}");
    }
}

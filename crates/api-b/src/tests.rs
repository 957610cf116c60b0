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
use store::tokens::{NovoToken, TipoToken};
use store::{Criacao, Store, StoreConfig, StoreError, Tx, categorias_loja, tokens, usuarios};

use crate::{State, interface, openapi};

struct Cenario {
    store: Store,
    aplicacao: AplicacaoId,
    loja: LojaId,
    chave: String,
    _pasta: tempfile::TempDir,
}

struct Resposta {
    status: u16,
    total: String,
    allow: String,
    corpo: Value,
}

impl Cenario {
    async fn new() -> Self {
        let pasta = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}", pasta.path().join("teste.db").display());
        let store = Store::open(&StoreConfig::new(url)).unwrap();
        store.migrate().unwrap();
        let aplicacao = gravar(&store, |tx| store::aplicacoes::create(tx, "teste")).await.unwrap().id;
        let loja = criar_loja(&store, aplicacao, "loja").await;
        let chave = criar_chave(&store, aplicacao, Some(loja)).await;
        Self { store, aplicacao, loja, chave, _pasta: pasta }
    }

    async fn pedir(&self, metodo: Method, uri: &str, chave: Option<&str>) -> Resposta {
        let kit = Kit::new(self.store.clone());
        let listener = Listener::new(&kit, vec![interface(State::new(&kit))]).unwrap();
        let app = init_service(listener.app()).await;
        let mut pedido = TestRequest::with_uri(uri).method(metodo);
        if let Some(chave) = chave {
            pedido = pedido.insert_header(("Authorization", format!("Basic {chave}")));
        }
        let resposta = call_service(&app, pedido.to_request()).await;
        let header = |nome| resposta.headers().get(nome).map_or("", |v| v.to_str().unwrap()).to_owned();
        assert_eq!(header("content-type"), "application/json");
        Resposta {
            status: resposta.status().as_u16(),
            total: header("x-total-count"),
            allow: header("allow"),
            corpo: serde_json::from_slice(&read_body(resposta).await).unwrap(),
        }
    }

    async fn get(&self, uri: &str) -> Resposta {
        self.pedir(Method::GET, uri, Some(&self.chave)).await
    }
}

async fn gravar<T: Send + 'static>(
    store: &Store,
    f: impl FnMut(&mut Tx<'_>) -> Result<T, StoreError> + Send + 'static,
) -> T {
    store.write(f).await.unwrap()
}

async fn criar_loja(store: &Store, aplicacao: AplicacaoId, id: &str) -> LojaId {
    let usuario = Usuario {
        usuario_id: UsuarioId::parse(id).unwrap(),
        nome: id.to_owned(),
        email: String::new(),
        ativo: true,
        url_integracao: String::new(),
    };
    gravar(store, move |tx| {
        assert!(matches!(usuarios::create(tx, aplicacao, &usuario)?, Criacao::Criado(_)));
        Ok(usuarios::resolver(tx, aplicacao, &usuario.usuario_id)?.unwrap().id)
    })
    .await
}

async fn criar_chave(store: &Store, aplicacao: AplicacaoId, loja: Option<LojaId>) -> String {
    let tipo = if loja.is_some() { TipoToken::Loja } else { TipoToken::Aplicacao };
    let (chave, hash) = http_kit::chaves::gerar(tipo).unwrap();
    let novo = NovoToken { aplicacao, loja, rotulo: String::new(), hash, expira_em: None };
    gravar(store, move |tx| tokens::create(tx, &novo)).await;
    chave
}

/// Casa > Mesa and a garden for resellers; parents count within the list, from 1.
fn categorias() -> Vec<CategoriaLoja> {
    [("Casa", 0, false), ("Mesa", 1, false), ("Jardim", 0, true)]
        .into_iter()
        .map(|(nome, pai, is_reseller)| CategoriaLoja {
            id: 0,
            nome: nome.to_owned(),
            categoria_pai_id: pai,
            categoria_erp_id: String::new(),
            ativo: nome != "Mesa",
            is_reseller,
            exibir_matriz_atributos: ExibirMatriz::Sim,
            quantidade_maxima_compra_unidade: Dinheiro::ZERO,
            valor_minimo_compra: Dinheiro::from_centavos(1050),
        })
        .collect()
}

#[actix_web::test]
async fn categories_in_both_forms() {
    let cenario = Cenario::new().await;
    let vazia = cenario.get("/categorias").await;
    assert_eq!((vazia.status, vazia.total.as_str(), vazia.corpo), (200, "0", json!([])));

    let outra = criar_loja(&cenario.store, cenario.aplicacao, "outra").await;
    let loja = cenario.loja;
    gravar(&cenario.store, move |tx| categorias_loja::insert(tx, outra, &categorias())).await;
    let ids = gravar(&cenario.store, move |tx| categorias_loja::insert(tx, loja, &categorias())).await;

    let registro = |i: usize, nome: &str, pai: i64| {
        json!({"id": ids[i], "nome": nome, "categoriaPaiId": pai, "categoriaERPId": "", "ativo": i != 1,
            "isReseller": i == 2, "exibirMatrizAtributos": "Sim", "quantidadeMaximaCompraUnidade": 0,
            "valorMinimoCompra": 10.5})
    };
    let com = |mut registro: Value, membro: &str, valor: Value| {
        registro[membro] = valor;
        registro
    };
    let (casa, mesa, jardim) =
        (registro(0, "Casa", 0), registro(1, "Mesa", ids[0]), registro(2, "Jardim", 0));

    let lista = cenario.get("/categorias?hierarquia=").await;
    assert_eq!((lista.status, lista.total.as_str()), (200, "3"));
    let esperada = json!([
        com(casa.clone(), "caminhoHierarquia", json!("Casa")),
        com(mesa.clone(), "caminhoHierarquia", json!("Casa > Mesa")),
        com(jardim.clone(), "caminhoHierarquia", json!("Jardim")),
    ]);
    assert_eq!(lista.corpo, esperada);

    let folha = |registro: &Value| com(registro.clone(), "subCategorias", Value::Null);
    let arvore = cenario.get("/categorias?HIERARQUIA=1").await;
    assert_eq!((arvore.status, arvore.total.as_str()), (200, "3"));
    assert_eq!(arvore.corpo, json!([com(casa, "subCategorias", json!([folha(&mesa)])), folha(&jardim)]));

    for (consulta, esperadas) in [
        ("apenasReseller=true", json!([folha(&jardim)])),
        ("apenas_ultimo_nivel=TRUE", json!([folha(&mesa), folha(&jardim)])),
        ("somenteFilhos=true&apenasUltimoNivel=1", json!([folha(&mesa)])),
        ("somenteFilhos=true&apenasReseller=true", json!([])),
    ] {
        let resposta = cenario.get(&format!("/categorias?hierarquia=true&{consulta}")).await;
        assert_eq!(resposta.corpo, esperadas, "{consulta}");
        assert_eq!(resposta.total, esperadas.as_array().unwrap().len().to_string());
    }
}

#[actix_web::test]
async fn refusals_have_this_interface_s_shape() {
    let cenario = Cenario::new().await;
    let da_aplicacao = criar_chave(&cenario.store, cenario.aplicacao, None).await;
    let erro = |codigo: u16, mensagem: &str| json!({"resultadoOperacao": false, "codigo": codigo, "mensagem": mensagem});

    let invalida = cenario.get("/categorias?hierarquia=sim&apenasReseller=1&apenasReseller=0&outro=x").await;
    let mensagem = "A consulta tem parâmetros inválidos. hierarquia: deve ser true ou false; \
        apenasReseller: foi informado mais de uma vez.";
    assert_eq!((invalida.status, invalida.corpo), (400, erro(400, mensagem)));

    let outra = cenario.pedir(Method::GET, "/categorias", Some(&da_aplicacao)).await;
    assert_eq!(
        (outra.status, outra.corpo),
        (401, erro(401, "A chave informada pertence a outra interface."))
    );
    // who has no key is not told what else is wrong
    let sem_chave = cenario.pedir(Method::GET, "/categorias?hierarquia=sim", None).await;
    assert_eq!(sem_chave.status, 401);

    let desconhecida = cenario.get("/nada").await;
    assert_eq!((desconhecida.status, desconhecida.corpo), (404, erro(404, "A rota solicitada não existe.")));
    let metodo = cenario.pedir(Method::DELETE, "/categorias", Some(&cenario.chave)).await;
    assert_eq!((metodo.status, metodo.allow.as_str()), (405, "GET, HEAD, POST"));
    assert_eq!(metodo.corpo, erro(405, "O método não é permitido nesta rota."));
}

#[test]
fn the_document_shows_both_forms() {
    let doc = serde_json::to_value(openapi()).unwrap();
    let esquemas = &doc["components"]["schemas"];
    assert_eq!(esquemas["UmaCategoria"]["oneOf"].as_array().unwrap().len(), 2);
    let parametros = doc["paths"]["/categorias"]["get"]["parameters"].as_array().unwrap();
    let nomes: Vec<&str> = parametros.iter().map(|p| p["name"].as_str().unwrap()).collect();
    assert_eq!(nomes, ["hierarquia", "apenasReseller", "apenasUltimoNivel", "somenteFilhos"]);
    assert!(parametros.iter().all(|p| p["required"] == false));
}

#[test]
fn every_shape_that_the_document_names_is_in_it() {
    let doc = serde_json::to_value(openapi()).unwrap();
    let texto = doc.to_string();
    let nomes: Vec<&str> = texto
        .split("\"#/components/schemas/")
        .skip(1)
        .map(|resto| resto.split('"').next().unwrap())
        .collect();
    assert!(nomes.contains(&"ResultadoOperacao"));
    for nome in nomes {
        assert!(doc["components"]["schemas"].get(nome).is_some(), "{nome}");
    }
}

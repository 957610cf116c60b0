//! Every documented operation is hit: the tables here must name exactly the operations of the documents, each
//! with a request that succeeds.

use std::collections::{BTreeMap, BTreeSet};

use domain::conexao::{Causa, SobreErro};
use reqwest::Method;
use serde_json::{Value, json};
use store::channels::AtChannel;

use crate::parameters;
use crate::support::connected::Connected;
use crate::support::contract::{Contract, Operation};
use crate::support::{Answer, TestApp, TestClient, models};

/// An operation, a request for it, and the status of its answer.
type Step<'a> = (&'a str, &'a str, Value, u16);

/// Parameters whose effect takes more than a few requests to see: `fila::mortos` shows it.
const SHOWN_ELSEWHERE: [&str; 2] = ["GET /Pedido/Fila/Mortos: consumidor", "GET /Pedido/Fila/Mortos: cursor"];

/// Makes the requests one after the other; fails unless they are, operation by operation, the document's.
async fn traverse(contract: &'static Contract, client: &TestClient, steps: &[Step<'_>]) {
    let client = client.clone().with_contract(contract);
    let (mut outcomes, mut obeyed) = (BTreeSet::new(), BTreeMap::<String, bool>::new());
    for (method, path, body, status) in steps {
        let kind = Method::from_bytes(method.as_bytes()).unwrap();
        let operation =
            contract.find(method, path).unwrap_or_else(|| panic!("{method} {path}: not documented"));
        let name = operation.name();
        parameters::are_refused(&operation, &client, path, body).await;
        let answer = match operation.body() {
            Some(_) => client.json(kind, path, body).await,
            None => client.send(kind, path, &[], None::<Vec<u8>>).await,
        };
        assert_eq!(answer.status, *status, "{name}: {answer:?}");
        assert!(!answer.header("x-request-id").is_empty(), "{name}");
        // interface B answers the number of what is new
        if answer.status == 201 && std::ptr::eq(contract, Contract::a()) {
            created(&name, &answer, &client).await;
        }
        for (parameter, changed) in parameters::obeyed(&operation, &client, path, &answer).await {
            *obeyed.entry(format!("{name}: {parameter}")).or_default() |= changed;
        }
        if operation.promises(304) {
            did_not_change(&name, path, &answer, &client).await;
        }
        outcomes.insert(name);
    }
    let documented: BTreeSet<String> = contract.operations().iter().map(Operation::name).collect();
    let lacking: Vec<_> = documented.difference(&outcomes).collect();
    assert!(lacking.is_empty(), "in the document, but without a request here: {lacking:#?}");
    let ignored = obeyed.iter().filter(|(_, changed)| !**changed).map(|(name, _)| name.as_str());
    let ignored: Vec<_> = ignored.filter(|name| !SHOWN_ELSEWHERE.contains(name)).collect();
    assert!(ignored.is_empty(), "in the document, but no other value changes an answer here: {ignored:#?}");
}

/// What was created says where it is, and is there.
async fn created(name: &str, answer: &Answer, client: &TestClient) {
    let there = client.get(answer.header("location")).await;
    let mut shown = answer.json();
    // what is shown once is not there any more
    shown.as_object_mut().unwrap().remove("segredo");
    assert_eq!(there.json_of(200), shown, "{name}");
}

/// A read with a tag: the same again is a 304 with the tag and without a body.
async fn did_not_change(name: &str, path: &str, answer: &Answer, client: &TestClient) {
    let etag = answer.header("etag");
    assert!(etag.starts_with('"') && etag.ends_with('"') && etag.len() > 8, "{name}: {etag:?}");
    let again = client.send(Method::GET, path, &[("if-none-match", etag)], None::<Vec<u8>>).await;
    assert_eq!((again.status, again.header("etag"), again.corpo.len()), (304, etag, 0), "{name}");
}

/// A user whose channel is connected, with two listings, two errors and the first order.
async fn with_connection(app: &TestApp) {
    app.loja_with_skus("w", &["S", "T"]).await;
    app.a.post("/Canal?usuarioId=w", &models::vendure("v")).await.with_status(201);
    app.create_pedido("w", &models::pedido("v", "P1", "S")).await;
    let canal = Connected::new(app, "w", "v");
    canal.listed("S", "1", AtChannel { estoque: Some(3), ..AtChannel::default() });
    canal.failed((SobreErro::Sku, "S"), &[(Causa::PriceRefused, "alto"), (Causa::TextRefused, "longo")]);
    canal.ordered("1001", Some(1));
}

/// Every operation of interface A.
#[rustfmt::skip]
pub async fn walk_a(app: &TestApp) {
    with_connection(app).await;
    let canal = models::canal("c");
    let sku = models::sku("S");
    let pedido = models::pedido("c", "P1", "S");
    let in_canal = json!({ "canalId": "c", "estoque": 4, "preco": { "precoDe": 20, "precoPor": 10 } });
    let nothing = Value::Null;
    // the number of the user's first order is asked for below, the second's is only written to
    let done = json!({
        "status": "Enviado", "notaFiscal": { "numero": 7 }, "rastreio": { "codigo": "BR1" },
    });
    let steps: Vec<Step<'_>> = vec![
        ("POST", "/Usuario", models::usuario("u"), 201),
        ("PUT", "/Usuario/v", models::usuario("v"), 201),
        ("PATCH", "/Usuario/v", json!({ "nome": "V" }), 200),
        ("GET", "/Usuario", nothing.clone(), 200),
        ("GET", "/Usuario/u", nothing.clone(), 200),
        ("DELETE", "/Usuario/v", nothing.clone(), 204),
        ("GET", "/Canal/Tipo_Canal", nothing.clone(), 200),
        ("GET", "/Canal/Tipo_Canal/MercadoLivre", nothing.clone(), 200),
        ("POST", "/Canal?usuarioId=u", canal.clone(), 201),
        ("PUT", "/Canal/d?usuarioId=u", models::canal("d"), 201),
        ("PATCH", "/Canal/d?usuarioId=u", json!({ "prazo": 3 }), 200),
        ("GET", "/Canal?usuarioId=u", nothing.clone(), 200),
        ("GET", "/Canal/c?usuarioId=u", nothing.clone(), 200),
        ("DELETE", "/Canal/d?usuarioId=u", nothing.clone(), 204),
        ("POST", "/sku?usuarioId=u", sku.clone(), 201),
        ("PUT", "/sku/T?usuarioId=u", models::sku("T"), 201),
        ("PATCH", "/sku/T?usuarioId=u", json!({ "marca": null }), 200),
        ("GET", "/sku?usuarioId=u", nothing.clone(), 200),
        ("GET", "/sku/S?usuarioId=u", nothing.clone(), 200),
        ("DELETE", "/sku/T?usuarioId=u", nothing.clone(), 204),
        ("POST", "/sku/Lote?usuarioId=u", json!([models::sku("L")]), 200),
        ("PUT", "/sku/S/Estoque?usuarioId=u", json!({ "variacao": -1 }), 200),
        ("PUT", "/sku/S/Preco?usuarioId=u", json!({ "precoDe": 9.99, "precoPor": 9.9 }), 200),
        ("POST", "/sku/Estoque/Lote?usuarioId=u", json!([{ "sku": "S", "estoque": 9 }]), 200),
        ("POST", "/Importacao?usuarioId=u&tipo=estoque", json!({ "sku": "S", "estoque": 9 }), 200),
        ("POST", "/sku/Preco/Lote?usuarioId=u", json!([{ "sku": "S", "precoPor": 8 }]), 200),
        ("PUT", "/sku/S/Canal?usuarioId=u", json!([in_canal]), 200),
        ("GET", "/sku/S/Canal?usuarioId=u", nothing.clone(), 200),
        ("PUT", "/sku/L/Canal/c?usuarioId=u", in_canal.clone(), 201),
        ("PATCH", "/sku/L/Canal/c?usuarioId=u", json!({ "preco": null }), 200),
        ("DELETE", "/sku/L/Canal/c?usuarioId=u", nothing.clone(), 204),
        ("GET", "/sku/S/Canal/c?usuarioId=u", nothing.clone(), 200),
        ("GET", "/Canal/c/sku?usuarioId=u", nothing.clone(), 200),
        ("POST", "/Canal/c/sku/Lote?usuarioId=u", json!([{ "sku": "L", "estoque": 2 }]), 200),
        ("GET", "/Canal/c/sku?usuarioId=u", nothing.clone(), 200),
        ("GET", "/sku/S/Canal/c/Oferta?usuarioId=u", nothing.clone(), 200),
        ("GET", "/Canal/c/Oferta?usuarioId=u", nothing.clone(), 200),
        ("POST", "/Canal/c/Categoria/Lote?usuarioId=u", json!([{ "categoriaId": "1", "nome": "Um" }]),
            200),
        ("PUT", "/Canal/c/Categoria/2?usuarioId=u", json!({ "nome": "Dois", "categoriaPaiId": "1" }),
            201),
        ("GET", "/Canal/c/Categoria?usuarioId=u", nothing.clone(), 200),
        ("GET", "/Canal/c/Categoria/1?usuarioId=u", nothing.clone(), 200),
        ("GET", "/Canal/c/Categoria/1/Subcategorias?usuarioId=u", nothing.clone(), 200),
        ("DELETE", "/Canal/c/Categoria/2?usuarioId=u", nothing.clone(), 204),
        ("POST", "/Pedido?usuarioId=u", pedido, 201),
        ("POST", "/Pedido/Lote?usuarioId=u", json!([models::pedido("c", "P2", "S")]), 200),
        ("GET", "/Pedido?usuarioId=u", nothing.clone(), 200),
        ("GET", "/Pedido/2?usuarioId=u", nothing.clone(), 200),
        ("PUT", "/Pedido/2/Status?usuarioId=u", done, 200),
        ("POST", "/Pedido/Status/Lote?usuarioId=u", json!([{ "pedidoId": 2, "status": "Entregue" }]),
            200),
        ("GET", "/Pedido/2/Historico?usuarioId=u", nothing.clone(), 200),
        ("GET", "/Pedido/2/Transicoes?usuarioId=u", nothing.clone(), 200),
        ("GET", "/Pedido/2/NotaFiscal?usuarioId=u", nothing.clone(), 200),
        ("GET", "/Pedido/2/Rastreio?usuarioId=u", nothing.clone(), 200),
        ("GET", "/Pedido/Fila?consumidor=erp", nothing.clone(), 200),
        ("POST", "/Pedido/Fila/Confirmar", json!([{ "recibo": "rcb_1_1_1" }]), 200),
        ("GET", "/Pedido/Fila/Situacao", nothing.clone(), 200),
        ("GET", "/Pedido/Fila/Mortos?consumidor=erp", nothing.clone(), 200),
        ("POST", "/Pedido/Fila/Reviver?consumidor=erp", json!([{ "posicao": 1 }]), 200),
        ("DELETE", "/Pedido/Fila?consumidor=erp", nothing.clone(), 204),
        ("PUT", "/Usuario/u/Estoque", json!({ "controleEstoque": "hub" }), 200),
        ("GET", "/Usuario/u/Estoque", nothing.clone(), 200),
        ("PUT", "/Canal/c/Estoque?usuarioId=u", json!({ "estoqueSeguranca": 1 }), 200),
        ("GET", "/Canal/c/Estoque?usuarioId=u", nothing.clone(), 200),
        ("PUT", "/sku/S/Canal/c/Estoque?usuarioId=u", json!({ "estoqueMaximo": 1 }), 200),
        ("GET", "/sku/S/Canal/c/Estoque?usuarioId=u", nothing.clone(), 200),
        ("PUT", "/sku/S/Estoque?usuarioId=u", json!({ "estoque": 0 }), 200),
        ("GET", "/Centro?usuarioId=u", nothing.clone(), 200),
        ("PUT", "/Centro/2?usuarioId=u", json!({ "nome": "Galpão", "prioridade": 2 }), 201),
        ("GET", "/Centro/2?usuarioId=u", nothing.clone(), 200),
        ("PUT", "/sku/S/Centro/2?usuarioId=u", json!({ "variacao": 0 }), 200),
        ("GET", "/sku/S/Centro?usuarioId=u", nothing.clone(), 200),
        ("PUT", "/Canal/c/Centro?usuarioId=u", json!({ "centros": [1] }), 200),
        ("GET", "/Canal/c/Centro?usuarioId=u", nothing.clone(), 200),
        ("DELETE", "/Centro/2?usuarioId=u", nothing.clone(), 204),
        ("POST", "/Pedido?usuarioId=u", models::pedido("c", "P3", "S"), 201),
        ("POST", "/Pedido?usuarioId=u", models::pedido("c", "P4", "S"), 201),
        ("GET", "/sku/S/Estoque?usuarioId=u", nothing.clone(), 200),
        ("GET", "/sku/S/Movimento?usuarioId=u", nothing.clone(), 200),
        ("GET", "/Falta?usuarioId=u", nothing.clone(), 200),
        ("PUT", "/Centro/2?usuarioId=u", json!({ "nome": "Recife" }), 201),
        ("GET", "/Centro?usuarioId=u", nothing.clone(), 200),
        ("GET", "/Centro/2?usuarioId=u", nothing.clone(), 200),
        ("PUT", "/sku/S/Centro/2?usuarioId=u", json!({ "estoque": 0 }), 200),
        ("GET", "/sku/S/Centro?usuarioId=u", nothing.clone(), 200),
        ("PUT", "/Canal/c/Centro?usuarioId=u", json!({ "centros": [1] }), 200),
        ("GET", "/Canal/c/Centro?usuarioId=u", nothing.clone(), 200),
        ("DELETE", "/Centro/2?usuarioId=u", nothing.clone(), 204),
        ("GET", "/Canal/v/Conexao?usuarioId=w", nothing.clone(), 200),
        ("POST", "/Canal/v/Conexao/Verificar?usuarioId=w", nothing.clone(), 202),
        ("POST", "/Canal/v/Sincronizar?usuarioId=w", json!({ "skus": ["S"] }), 202),
        ("GET", "/Canal/v/Anuncio?usuarioId=w", nothing.clone(), 200),
        ("GET", "/Canal/v/Diferenca?usuarioId=w", nothing.clone(), 200),
        ("GET", "/sku/S/Canal/v/Anuncio?usuarioId=w", nothing.clone(), 200),
        ("PUT", "/sku/S/Canal/v/Anuncio?usuarioId=w", json!({ "externo": "2" }), 200),
        ("DELETE", "/sku/S/Canal/v/Anuncio?usuarioId=w", nothing.clone(), 204),
        ("GET", "/Canal/v/Erro?usuarioId=w", nothing.clone(), 200),
        ("GET", "/Erro?usuarioId=w", nothing.clone(), 200),
        ("GET", "/Canal/v/Erro/Causa?usuarioId=w", nothing.clone(), 200),
        ("POST", "/Canal/v/Erro/Reprocessar?usuarioId=w", json!({ "causa": "preco-recusado" }), 202),
        ("PUT", "/Canal/v/Erro/1/Ignorar?usuarioId=w", nothing.clone(), 204),
        ("DELETE", "/Canal/v/Erro/1/Ignorar?usuarioId=w", nothing.clone(), 204),
        ("GET", "/Pedido/1/Canal?usuarioId=w", nothing.clone(), 200),
        ("DELETE", "/Canal/v/Conexao?usuarioId=w", nothing.clone(), 204),
        ("PUT", "/Canal/v/Conexao?usuarioId=w", json!({ "modo": "total" }), 201),
        ("GET", "/Evento", nothing, 200),
        ("POST", "/Notificacao", json!({ "url": "https://erp.example/eventos", "ativo": false }), 201),
        ("PUT", "/Notificacao/1", json!({ "url": "https://erp.example/avisos", "ativo": false }), 200),
        ("PATCH", "/Notificacao/1", json!({ "tipos": ["pedido.criado"] }), 200),
        ("POST", "/Notificacao", json!({ "url": "https://erp.example/outro", "ativo": false }), 201),
        ("GET", "/Notificacao", Value::Null, 200),
        ("GET", "/Notificacao/1", Value::Null, 200),
        ("POST", "/Notificacao/1/Segredo", Value::Null, 200),
        ("POST", "/Notificacao/1/Testar", Value::Null, 200),
        ("POST", "/Notificacao/1/Testar", Value::Null, 200),
        ("POST", "/Notificacao/1/Reenviar", json!({ "dePosicao": 1, "atePosicao": 2 }), 200),
        ("GET", "/Notificacao/1/Entregas", Value::Null, 200),
        ("DELETE", "/Notificacao/1", Value::Null, 204),
    ];
    traverse(Contract::a(), &app.a, &steps).await;
}

/// Every operation of interface B.
#[rustfmt::skip]
pub async fn walk_b(app: &TestApp) {
    app.loja_with_skus("u", &["S", "R"]).await;
    // inactive, with texts, images and categories of its own
    let mut other = models::with(models::sku("T"), "/ativo", false.into());
    other["atributos"] = json!([{ "nome": "Cor", "valor": "Azul" }, { "nome": "Tamanho", "valor": "M" }]);
    other["imagens"] = json!(["https://imagens.example/2.jpg"]);
    other["categorias"] = json!(["Casa", "Casa > Mesa"]);
    app.a.post("/sku?usuarioId=u", &other).await.with_status(201);
    for (source_id, data) in [("P", "2026-05-10T10:00:00Z"), ("Q", "2026-05-11T10:00:00Z")] {
        let pedido = models::with(models::pedido("canal", source_id, "S"), "/data", data.into());
        app.create_pedido("u", &pedido).await;
    }
    let company = json!({ "nome": "Loja", "cnpj": "11222333000181" });
    app.create_pedido("u", &models::with(models::pedido("canal", "C", "S"), "/usuario", company)).await;
    // the first order of the one buyer, and the only one of the other
    app.database.execute(
        "UPDATE pedidos SET criado_em = data \
         WHERE aplicacao_id = 1 AND loja_id = 1 AND source_id IN ('P', 'C')",
    );
    let nothing = || Value::Null;
    let preco = json!([{ "identificador": "S", "precoDe": 20, "precoPor": 10 }, { "identificador": "Z",
        "precoDe": 0, "precoPor": 1 }]);
    let in_centro = json!([{ "centroDistribuicaoId": 1, "estoqueFisico": 5 }]);
    let estoque = json!([{ "identificador": "S", "listaEstoque": in_centro }]);
    // an image's number follows from its address
    let imagem = "/produtos/N/imagens/1299931368?tipoIdentificador=Sku";
    let categoria = |erp: &str| json!({ "nome": "Casa", "categoriaERPId": erp });
    let steps: Vec<Step<'_>> = vec![
        ("POST", "/categorias", categoria("E1"), 201),
        ("PUT", "/categorias/1", categoria("E1"), 200),
        ("PUT", "/categorias/erp/E1", categoria("E1"), 200),
        ("GET", "/categorias", nothing(), 200),
        ("GET", "/categorias?hierarquia=true", nothing(), 200),
        ("GET", "/categorias/1", nothing(), 200),
        ("GET", "/categorias/erp/E1", nothing(), 200),
        ("DELETE", "/categorias/erp/E1", nothing(), 200),
        ("POST", "/categorias", categoria("E2"), 201),
        ("DELETE", "/categorias/2", nothing(), 200),
        ("POST", "/categorias", categoria("E3"), 201),
        ("POST", "/categorias", json!({ "nome": "Mesa", "categoriaPaiId": 3 }), 201),
        ("GET", "/categorias", nothing(), 200),
        ("GET", "/loja", nothing(), 200),
        ("GET", "/centrosdistribuicao", nothing(), 200),
        ("GET", "/formasPagamento", nothing(), 200),
        ("GET", "/situacoesPedido", nothing(), 200),
        ("GET", "/pedidos?dataInicial=2026-05-01&dataFinal=2026-05-31", nothing(), 200),
        ("GET", "/pedidos/formaPagamento/20?dataInicial=2026-05-01&dataFinal=2026-05-31", nothing(), 200),
        ("GET", "/pedidos/situacaoPedido/1,9?dataInicial=2026-05-01&dataFinal=2026-05-31", nothing(),
            200),
        ("GET", "/pedidos/naoIntegrados", nothing(), 200),
        ("POST", "/pedidos/complete", json!({ "pedidoId": 1 }), 200),
        ("GET", "/pedidos/1", nothing(), 200),
        ("POST", "/pedidos/1/observacao", json!({ "observacao": "Conferido" }), 200),
        ("GET", "/pedidos/1/observacao", nothing(), 200),
        ("POST", "/pedidos/1/rastreamento", json!({ "situacaoPedidoId": 9, "centroDistribuicaoId": 1 }),
            200),
        ("GET", "/pedidos/1/rastreamento", nothing(), 200),
        ("PUT", "/pedidos/1/rastreamento", json!({ "transportadora": "T" }), 200),
        ("PUT", "/pedidos/1/rastreamento/1", json!({ "dataEntrega": "10/05/2026 12:00:00" }), 200),
        ("PUT", "/pedidos/1/rastreamento/1/parcial", json!({ "rastreamento": "BR1" }), 200),
        ("POST", "/pedidos/1/produtos/1/rastreamento", json!({ "situacaoPedidoId": 9 }), 200),
        ("PUT", "/pedidos/1/produtos/1/rastreamento/1", json!({ "transportadora": "T" }), 200),
        ("PUT", "/pedidos/1/produtos/1/rastreamento/1/parcial", json!({ "rastreamento": "BR2" }), 200),
        ("GET", "/pedidos/1/rastreamento/produtos", nothing(), 200),
        ("GET", "/pedidos/1/produtos/1/rastreamento", nothing(), 200),
        ("GET", "/pedidos/1/produtos/1/rastreamento/1", nothing(), 200),
        ("PUT", "/pedidos/1/1/status", json!({ "situacaoPedidoProdutoId": 20 }), 200),
        ("PUT", "/pedidos/1/status", json!({ "id": 18 }), 200),
        ("GET", "/pedidos/1/status", nothing(), 200),
        ("GET", "/pedidos/1/historicoSituacao", nothing(), 200),
        ("PUT", "/produtos/estoques?tipoIdentificador=Sku", estoque, 200),
        ("PUT", "/produtos/precos?tipoIdentificador=Sku", preco.clone(), 200),
        ("GET", "/produtos", nothing(), 200),
        ("GET", "/produtos/alteracoes", nothing(), 200),
        ("GET", "/produtos/S?tipoIdentificador=Sku", nothing(), 200),
        ("POST", "/produtos/S/atacarejo?tipoIdentificador=Sku", json!([{ "precoAtacado": 9,
            "quantidade": 10 }]), 200),
        ("GET", "/produtos/S/atacarejo?tipoIdentificador=Sku", nothing(), 200),
        ("GET", "/produtos/S/atacarejo/1?tipoIdentificador=Sku", nothing(), 200),
        ("PUT", "/produtos/S/atacarejo/1?tipoIdentificador=Sku", json!({ "quantidade": 12 }), 201),
        ("DELETE", "/produtos/S/atacarejo/1?tipoIdentificador=Sku", nothing(), 200),
        ("GET", "/produtos/S/categorias?tipoIdentificador=Sku", nothing(), 200),
        ("GET", "/produtos/T/categorias?tipoIdentificador=Sku", nothing(), 200),
        ("GET", "/produtos/S/disponibilidade?tipoIdentificador=Sku", nothing(), 200),
        ("GET", "/produtos/S/estoque?tipoIdentificador=Sku", nothing(), 200),
        ("GET", "/produtos/S/imagens?tipoIdentificador=Sku", nothing(), 200),
        ("GET", "/produtos/S/informacoes?tipoIdentificador=Sku", nothing(), 200),
        ("GET", "/produtos/S/preco?tipoIdentificador=Sku", nothing(), 200),
        ("GET", "/produtos/S/precos?tipoIdentificador=Sku", nothing(), 200),
        ("GET", "/produtos/S/relacionados?tipoIdentificador=Sku", nothing(), 200),
        ("PUT", "/produtos/precos/lote?tipoIdentificador=Sku", preco, 200),
        ("POST", "/produtos", json!({ "sku": "N", "nome": "Novo", "fabricante": "Nova", "precoPor": 10 }),
            201),
        ("PUT", "/produtos/N?tipoIdentificador=Sku", json!({ "garantia": 12 }), 200),
        ("PUT", "/produtos/N/situacao?tipoIdentificador=Sku", json!({ "status": false }), 200),
        ("POST", "/produtos/N/informacoes?tipoIdentificador=Sku&tipoRetorno=Id", json!({ "texto": "Um" }),
            201),
        ("PUT", "/produtos/N/informacoes/5?tipoIdentificador=Sku", json!({ "texto": "Dois" }), 200),
        ("DELETE", "/produtos/N/informacoes/5?tipoIdentificador=Sku", nothing(), 200),
        ("POST", "/produtos/N/imagens?tipoIdentificador=Sku", json!([{ "url": "https://i.example/1" }]),
            201),
        ("DELETE", imagem, nothing(), 200),
        ("POST", "/produtos/N/categorias?tipoIdentificador=Sku", json!({ "listaCategoriaId": [3] }), 200),
        ("PUT", "/produtos/N/categoriaPrincipal?tipoIdentificador=Sku", json!({ "categoriaId": 3 }), 200),
        ("DELETE", "/produtos/N/categorias/3?tipoIdentificador=Sku", nothing(), 200),
        ("POST", "/produtos/N/seo?tipoIdentificador=Sku", json!({ "title": "Novo", "metaTags": [{ "name": "a" }] }),
            200),
        ("PUT", "/produtos/N/seo?tipoIdentificador=Sku", json!({ "tagCanonical": "https://l.example/n" }), 200),
        ("GET", "/produtos/N/seo?tipoIdentificador=Sku", nothing(), 200),
        ("POST", "/produtos/N/seo/metaTag?tipoIdentificador=Sku", json!({ "metas": [{ "name": "b" }] }), 200),
        ("GET", "/produtos/N/seo/metaTag?tipoIdentificador=Sku", nothing(), 200),
        ("DELETE", "/produtos/N/seo/metaTag?tipoIdentificador=Sku", json!({ "metatags": [{ "metatagId": 1 }] }),
            200),
        ("DELETE", "/produtos/N/seo?tipoIdentificador=Sku", nothing(), 200),
        ("GET", "/produtos/categorias", nothing(), 200),
        ("GET", "/fabricantes", nothing(), 200),
        ("POST", "/fabricantes", json!({ "nome": "Outra" }), 201),
        ("GET", "/fabricantes/1", nothing(), 200),
        ("PUT", "/fabricantes/1", json!({ "ativo": false }), 200),
        ("GET", "/atributos", nothing(), 200),
        ("POST", "/atributos", json!({ "nome": "Voltagem" }), 201),
        ("GET", "/atributos/Cor", nothing(), 200),
        ("GET", "/tabelaPrecos", nothing(), 200),
        ("GET", "/tabelaPrecos/1", nothing(), 200),
        ("POST", "/tabelaPrecos", nothing(), 422),
        ("PUT", "/tabelaPrecos/1", nothing(), 422),
        ("DELETE", "/tabelaPrecos/1", nothing(), 422),
        ("POST", "/tabelaPrecos/1/produtos",
            json!([{ "sku": "S", "precoPor": 5 }, { "sku": "R", "precoPor": 5 }]), 200),
        ("GET", "/tabelaPrecos/1/produtos", nothing(), 200),
        ("PUT", "/tabelaPrecos/1/produtos", json!([{ "sku": "S", "precoPor": 6 }]), 200),
        ("PUT", "/tabelaPrecos/1/produto", json!([{ "sku": "S", "precoPor": 7 }]), 200),
        ("DELETE", "/tabelaPrecos/1/S", nothing(), 200),
        ("PUT", "/centrosdistribuicao/1/prioridade", json!({ "incrementoOrdem": 1 }), 200),
        ("GET", "/webhook/Topicos", nothing(), 200),
        ("POST", "/webhook/inscricao", models::inscricao(), 200),
        ("POST", "/webhook/inscricao", models::inscricao(), 200),
        ("GET", "/webhook/inscricao", nothing(), 200),
        ("GET", "/webhook/inscricao/1", nothing(), 200),
        ("PUT", "/webhook/inscricao/1", models::inscricao(), 200),
        ("PUT", "/webhook/inscricao/1/Ativar", json!({ "ativo": false }), 200),
        ("POST", "/webhook/inscricao/1/Segredo", nothing(), 200),
        ("GET", "/pedidos/1/frete", nothing(), 200),
        ("GET", "/pedidos/transacoes/1", nothing(), 200),
        ("GET", "/origensPedido", nothing(), 200),
        ("GET", "/dashboard/faturamento?dataInicial=2026-05-01&dataFinal=2026-05-31&\
            dataInicialComparativo=2026-05-01&dataFinalComparativo=2026-05-31", nothing(), 200),
        ("GET", "/dashboard/pedidos?dataInicial=2026-05-01&dataFinal=2026-05-31", nothing(), 200),
        ("GET", "/assinaturas/pedido/1", nothing(), 200),
        ("GET", "/usuarios", nothing(), 200),
        ("GET", "/usuarios?dataInicial=2026-05-01&dataFinal=2026-05-31", nothing(), 200),
        ("GET", "/usuarios/cnpj/11222333000181", nothing(), 200),
        ("GET", "/usuarios/cpf/52998224725", nothing(), 200),
        ("GET", "/usuarios/documento/52998224725/pedidos", nothing(), 200),
        ("GET", "/usuarios/email/maria@correio.example", nothing(), 200),
        ("GET", "/usuarios/usuarioId/1", nothing(), 200),
        ("GET", "/usuarios/1/enderecos", nothing(), 200),
        ("GET", "/usuarios/maria@correio.example/pedidos", nothing(), 200),
        ("GET", "/lojasFisicas", nothing(), 200),
        ("GET", "/resellers/token", nothing(), 200),
        // what a hub cannot do never succeeds
        ("POST", "/pedidos/estorno/1", nothing(), 422),
        ("GET", "/fretes/cotacoes", nothing(), 422),
        ("POST", "/fretes/cotacoes", nothing(), 422),
    ];
    traverse(Contract::b(), &app.b_as(app.loja("u")), &steps).await;
}

on_both_databases! {
    async fn every_operation_of_interface_a(app: TestApp) {
        walk_a(&app).await;
    }
}

in_both_profiles! {
    async fn every_operation_of_interface_b(app: TestApp) {
        walk_b(&app).await;
    }
}

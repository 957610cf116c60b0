//! Every documented operation is hit: the tables here must name exactly the operations of the documents, each
//! with a request that succeeds.

use std::collections::BTreeSet;

use reqwest::Method;
use serde_json::{Value, json};

use crate::suporte::contrato::Contrato;
use crate::suporte::{Cliente, Resposta, modelos};

/// An operation, a request for it, and the status of its answer.
type Passo<'a> = (&'a str, &'a str, Value, u16);

/// Makes the requests one after the other; fails unless they are, operation by operation, the document's.
async fn percorrer(contrato: &'static Contrato, cliente: &Cliente, passos: &[Passo<'_>]) {
    let cliente = cliente.clone().com_contrato(contrato);
    let mut feitas = BTreeSet::new();
    for (metodo, caminho, corpo, status) in passos {
        let tipo = Method::from_bytes(metodo.as_bytes()).unwrap();
        let operacao =
            contrato.achar(metodo, caminho).unwrap_or_else(|| panic!("{metodo} {caminho}: not documented"));
        let nome = format!("{metodo} {}", operacao.modelo);
        let resposta = match operacao.corpo() {
            Some(_) => cliente.json(tipo, caminho, corpo).await,
            None => cliente.enviar(tipo, caminho, &[], None::<Vec<u8>>).await,
        };
        assert_eq!(resposta.status, *status, "{nome}: {resposta:?}");
        assert!(!resposta.header("x-request-id").is_empty(), "{nome}");
        // interface B answers the number of what is new
        if resposta.status == 201 && std::ptr::eq(contrato, Contrato::a()) {
            criado(&nome, &resposta, &cliente).await;
        }
        if operacao.promete(304) {
            nao_mudou(&nome, caminho, &resposta, &cliente).await;
        }
        feitas.insert(nome);
    }
    let documentadas: BTreeSet<String> =
        contrato.operacoes().iter().map(|o| format!("{} {}", o.metodo, o.modelo)).collect();
    let faltam: Vec<_> = documentadas.difference(&feitas).collect();
    assert!(faltam.is_empty(), "in the document, but without a request here: {faltam:#?}");
}

/// What was created says where it is, and is there.
async fn criado(nome: &str, resposta: &Resposta, cliente: &Cliente) {
    let la = cliente.get(resposta.header("location")).await;
    let mut mostrado = resposta.json();
    // what is shown once is not there any more
    mostrado.as_object_mut().unwrap().remove("segredo");
    assert_eq!(la.json_de(200), mostrado, "{nome}");
}

/// A read with a tag: the same again is a 304 with the tag and without a body.
async fn nao_mudou(nome: &str, caminho: &str, resposta: &Resposta, cliente: &Cliente) {
    let etag = resposta.header("etag");
    assert!(etag.starts_with('"') && etag.ends_with('"') && etag.len() > 8, "{nome}: {etag:?}");
    let de_novo = cliente.enviar(Method::GET, caminho, &[("if-none-match", etag)], None::<Vec<u8>>).await;
    assert_eq!((de_novo.status, de_novo.header("etag"), de_novo.corpo.len()), (304, etag, 0), "{nome}");
}

nos_dois_bancos! {
    async fn every_operation_of_interface_a(app: TestApp) {
        let canal = modelos::canal("c");
        let sku = modelos::sku("S");
        let pedido = modelos::pedido("c", "P1", "S");
        let no_canal = json!({ "canalId": "c", "estoque": 4, "preco": { "precoDe": 20, "precoPor": 10 } });
        let nada = Value::Null;
        // the first order's number is asked for below, the second's is only written to
        let feito = json!({
            "status": "Enviado", "notaFiscal": { "numero": 7 }, "rastreio": { "codigo": "BR1" },
        });
        let passos: Vec<Passo<'_>> = vec![
            ("POST", "/Usuario", modelos::usuario("u"), 201),
            ("PUT", "/Usuario/v", modelos::usuario("v"), 201),
            ("PATCH", "/Usuario/v", json!({ "nome": "V" }), 200),
            ("GET", "/Usuario", nada.clone(), 200),
            ("GET", "/Usuario/u", nada.clone(), 200),
            ("DELETE", "/Usuario/v", nada.clone(), 204),
            ("GET", "/Canal/Tipo_Canal", nada.clone(), 200),
            ("GET", "/Canal/Tipo_Canal/MercadoLivre", nada.clone(), 200),
            ("POST", "/Canal?usuarioId=u", canal.clone(), 201),
            ("PUT", "/Canal/d?usuarioId=u", modelos::canal("d"), 201),
            ("PATCH", "/Canal/d?usuarioId=u", json!({ "prazo": 3 }), 200),
            ("GET", "/Canal?usuarioId=u", nada.clone(), 200),
            ("GET", "/Canal/c?usuarioId=u", nada.clone(), 200),
            ("DELETE", "/Canal/d?usuarioId=u", nada.clone(), 204),
            ("POST", "/sku?usuarioId=u", sku.clone(), 201),
            ("PUT", "/sku/T?usuarioId=u", modelos::sku("T"), 201),
            ("PATCH", "/sku/T?usuarioId=u", json!({ "marca": null }), 200),
            ("GET", "/sku?usuarioId=u", nada.clone(), 200),
            ("GET", "/sku/S?usuarioId=u", nada.clone(), 200),
            ("DELETE", "/sku/T?usuarioId=u", nada.clone(), 204),
            ("POST", "/sku/Lote?usuarioId=u", json!([modelos::sku("L")]), 200),
            ("PUT", "/sku/S/Estoque?usuarioId=u", json!({ "variacao": -1 }), 200),
            ("PUT", "/sku/S/Preco?usuarioId=u", json!({ "precoDe": 9.99, "precoPor": 9.9 }), 200),
            ("POST", "/sku/Estoque/Lote?usuarioId=u", json!([{ "sku": "S", "estoque": 9 }]), 200),
            ("POST", "/sku/Preco/Lote?usuarioId=u", json!([{ "sku": "S", "precoPor": 8 }]), 200),
            ("PUT", "/sku/S/Canal?usuarioId=u", json!([no_canal]), 200),
            ("GET", "/sku/S/Canal?usuarioId=u", nada.clone(), 200),
            ("PUT", "/sku/L/Canal/c?usuarioId=u", no_canal.clone(), 201),
            ("PATCH", "/sku/L/Canal/c?usuarioId=u", json!({ "preco": null }), 200),
            ("DELETE", "/sku/L/Canal/c?usuarioId=u", nada.clone(), 204),
            ("GET", "/sku/S/Canal/c?usuarioId=u", nada.clone(), 200),
            ("GET", "/Canal/c/sku?usuarioId=u", nada.clone(), 200),
            ("POST", "/Canal/c/sku/Lote?usuarioId=u", json!([{ "sku": "L", "estoque": 2 }]), 200),
            ("GET", "/sku/S/Canal/c/Oferta?usuarioId=u", nada.clone(), 200),
            ("GET", "/Canal/c/Oferta?usuarioId=u", nada.clone(), 200),
            ("POST", "/Canal/c/Categoria/Lote?usuarioId=u", json!([{ "categoriaId": "1", "nome": "Um" }]), 200),
            ("PUT", "/Canal/c/Categoria/2?usuarioId=u", json!({ "nome": "Dois", "categoriaPaiId": "1" }), 201),
            ("GET", "/Canal/c/Categoria?usuarioId=u", nada.clone(), 200),
            ("GET", "/Canal/c/Categoria/1?usuarioId=u", nada.clone(), 200),
            ("GET", "/Canal/c/Categoria/1/Subcategorias?usuarioId=u", nada.clone(), 200),
            ("DELETE", "/Canal/c/Categoria/2?usuarioId=u", nada.clone(), 204),
            ("POST", "/Pedido?usuarioId=u", pedido, 201),
            ("POST", "/Pedido/Lote?usuarioId=u", json!([modelos::pedido("c", "P2", "S")]), 200),
            ("GET", "/Pedido?usuarioId=u", nada.clone(), 200),
            ("GET", "/Pedido/1?usuarioId=u", nada.clone(), 200),
            ("PUT", "/Pedido/1/Status?usuarioId=u", feito, 200),
            ("POST", "/Pedido/Status/Lote?usuarioId=u", json!([{ "pedidoId": 1, "status": "Entregue" }]), 200),
            ("GET", "/Pedido/1/Historico?usuarioId=u", nada.clone(), 200),
            ("GET", "/Pedido/1/Transicoes?usuarioId=u", nada.clone(), 200),
            ("GET", "/Pedido/1/NotaFiscal?usuarioId=u", nada.clone(), 200),
            ("GET", "/Pedido/1/Rastreio?usuarioId=u", nada.clone(), 200),
            ("GET", "/Pedido/Fila?consumidor=erp", nada.clone(), 200),
            ("POST", "/Pedido/Fila/Confirmar", json!([{ "recibo": "rcb_1_1_1" }]), 200),
            ("GET", "/Pedido/Fila/Situacao", nada.clone(), 200),
            ("GET", "/Pedido/Fila/Mortos?consumidor=erp", nada.clone(), 200),
            ("POST", "/Pedido/Fila/Reviver?consumidor=erp", json!([{ "posicao": 1 }]), 200),
            ("DELETE", "/Pedido/Fila?consumidor=erp", nada.clone(), 204),
            ("GET", "/Evento", nada, 200),
            ("POST", "/Notificacao", json!({ "url": "https://erp.example/eventos", "ativo": false }), 201),
            ("PUT", "/Notificacao/1", json!({ "url": "https://erp.example/avisos", "ativo": false }), 200),
            ("PATCH", "/Notificacao/1", json!({ "tipos": ["pedido.criado"] }), 200),
            ("GET", "/Notificacao", Value::Null, 200),
            ("GET", "/Notificacao/1", Value::Null, 200),
            ("POST", "/Notificacao/1/Segredo", Value::Null, 200),
            ("POST", "/Notificacao/1/Testar", Value::Null, 200),
            ("POST", "/Notificacao/1/Reenviar", json!({ "dePosicao": 1, "atePosicao": 2 }), 200),
            ("GET", "/Notificacao/1/Entregas", Value::Null, 200),
            ("DELETE", "/Notificacao/1", Value::Null, 204),
        ];
        percorrer(Contrato::a(), &app.a, &passos).await;
    }

    async fn every_operation_of_interface_b(app: TestApp) {
        app.loja_com_skus("u", &["S"]).await;
        app.criar_pedido("u", &modelos::pedido("canal", "P", "S")).await;
        let nada = || Value::Null;
        let preco = json!([{ "identificador": "S", "precoDe": 20, "precoPor": 10 }, { "identificador": "Z", "precoDe": 0, "precoPor": 1 }]);
        let no_centro = json!([{ "centroDistribuicaoId": 1, "estoqueFisico": 5 }]);
        let estoque = json!([{ "identificador": "S", "listaEstoque": no_centro }]);
        let categoria = |erp: &str| json!({ "nome": "Casa", "categoriaERPId": erp });
        let passos: Vec<Passo<'_>> = vec![
            ("POST", "/categorias", categoria("E1"), 201),
            ("PUT", "/categorias/1", categoria("E1"), 200),
            ("PUT", "/categorias/erp/E1", categoria("E1"), 200),
            ("GET", "/categorias", nada(), 200),
            ("GET", "/categorias?hierarquia=true", nada(), 200),
            ("GET", "/categorias/1", nada(), 200),
            ("GET", "/categorias/erp/E1", nada(), 200),
            ("DELETE", "/categorias/erp/E1", nada(), 200),
            ("POST", "/categorias", categoria("E2"), 201),
            ("DELETE", "/categorias/2", nada(), 200),
            ("GET", "/categorias", nada(), 200),
            ("GET", "/loja", nada(), 200),
            ("GET", "/centrosdistribuicao", nada(), 200),
            ("GET", "/formasPagamento", nada(), 200),
            ("GET", "/situacoesPedido", nada(), 200),
            ("GET", "/pedidos?dataInicial=2026-05-01&dataFinal=2026-05-31", nada(), 200),
            ("GET", "/pedidos/formaPagamento/20?dataInicial=2026-05-01&dataFinal=2026-05-31", nada(), 200),
            ("GET", "/pedidos/situacaoPedido/1,9?dataInicial=2026-05-01&dataFinal=2026-05-31", nada(), 200),
            ("GET", "/pedidos/naoIntegrados", nada(), 200),
            ("POST", "/pedidos/complete", json!({ "pedidoId": 1 }), 200),
            ("GET", "/pedidos/1", nada(), 200),
            ("POST", "/pedidos/1/observacao", json!({ "observacao": "Conferido" }), 200),
            ("GET", "/pedidos/1/observacao", nada(), 200),
            ("POST", "/pedidos/1/rastreamento", json!({ "situacaoPedidoId": 9, "centroDistribuicaoId": 1 }), 200),
            ("GET", "/pedidos/1/rastreamento", nada(), 200),
            ("PUT", "/pedidos/1/status", json!({ "id": 18 }), 200),
            ("GET", "/pedidos/1/status", nada(), 200),
            ("GET", "/pedidos/1/historicoSituacao", nada(), 200),
            ("PUT", "/produtos/estoques?tipoIdentificador=Sku", estoque, 200),
            ("PUT", "/produtos/precos?tipoIdentificador=Sku", preco, 200),
            ("GET", "/produtos", nada(), 200),
            ("GET", "/produtos/alteracoes", nada(), 200),
            ("GET", "/produtos/S?tipoIdentificador=Sku", nada(), 200),
            ("POST", "/produtos/S/atacarejo?tipoIdentificador=Sku", json!([{ "precoAtacado": 9, "quantidade": 10 }]), 201),
            ("GET", "/produtos/S/atacarejo?tipoIdentificador=Sku", nada(), 200),
            ("GET", "/produtos/S/atacarejo/1?tipoIdentificador=Sku", nada(), 200),
            ("PUT", "/produtos/S/atacarejo/1?tipoIdentificador=Sku", json!({ "quantidade": 12 }), 200),
            ("DELETE", "/produtos/S/atacarejo/1?tipoIdentificador=Sku", nada(), 200),
            ("GET", "/produtos/S/categorias?tipoIdentificador=Sku", nada(), 200),
            ("GET", "/produtos/S/disponibilidade?tipoIdentificador=Sku", nada(), 200),
            ("GET", "/produtos/S/estoque?tipoIdentificador=Sku", nada(), 200),
            ("GET", "/produtos/S/imagens?tipoIdentificador=Sku", nada(), 200),
            ("GET", "/produtos/S/informacoes?tipoIdentificador=Sku", nada(), 200),
            ("GET", "/produtos/S/preco?tipoIdentificador=Sku", nada(), 200),
            ("GET", "/produtos/S/precos?tipoIdentificador=Sku", nada(), 200),
            ("GET", "/produtos/S/relacionados?tipoIdentificador=Sku", nada(), 200),
            ("GET", "/webhook/Topicos", nada(), 200),
            ("POST", "/webhook/inscricao", modelos::inscricao(), 201),
            ("GET", "/webhook/inscricao", nada(), 200),
            ("GET", "/webhook/inscricao/1", nada(), 200),
            ("PUT", "/webhook/inscricao/1", modelos::inscricao(), 200),
            ("PUT", "/webhook/inscricao/1/Ativar", json!({ "ativo": false }), 200),
        ];
        percorrer(Contrato::b(), &app.b_como(app.loja("u")), &passos).await;
    }
}

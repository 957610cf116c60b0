//! Sample bodies: valid as they are, to be changed by the test that needs something else.

use serde_json::{Value, json};

/// A user.
pub fn usuario(id: &str) -> Value {
    json!({
        "usuarioId": id,
        "nome": format!("Loja {id}"),
        "email": "contato@loja.example",
        "ativo": true,
        "urlIntegracao": "https://loja.example/integracao",
    })
}

/// A channel of the type that asks for nothing.
pub fn canal(id: &str) -> Value {
    json!({
        "canalId": id,
        "nome": format!("Canal {id}"),
        "tipoCanal": "Loja",
        "ativo": true,
        "prazo": 1,
        "enviarMinimoDimensaoZerada": false,
        "enviarMinimoDimensaoMenor": false,
        "percentualEstoque": 100,
        "enviarSku": true,
        "configuracoesAdicionais": [],
    })
}

/// A channel of a type with a connector; its `senha` is a secret.
pub fn vendure(id: &str) -> Value {
    let settings = [("endereco", "https://loja.example/admin-api"), ("usuario", "hub"), ("senha", "segredo")];
    let settings = settings.map(|(codigo, valor)| json!({ "codigo": codigo, "valor": valor }));
    with(with(canal(id), "/tipoCanal", "Vendure".into()), "/configuracoesAdicionais", json!(settings))
}

/// A SKU with a stock of 10.
pub fn sku(code: &str) -> Value {
    json!({
        "parentId": "GRUPO",
        "sku": code,
        "nome": format!("Produto {code}"),
        "marca": "Marca",
        "urlOrigem": "https://loja.example/produto",
        "descricao": "<p>Descrição</p>",
        "categorias": ["Casa > Cozinha"],
        "largura": 10,
        "altura": 20,
        "comprimento": 30,
        "peso": 400,
        "ativo": true,
        "prazoDespacho": 2,
        "precoDe": 129.9,
        "precoPor": 99.9,
        "gtin": "7891000315507",
        "estoque": 10,
        "imagens": ["https://imagens.example/1.jpg"],
        "atributos": [{"nome": "Cor", "valor": "Azul"}],
    })
}

/// A paid order of one item in a channel.
pub fn pedido(canal: &str, source_id: &str, sku: &str) -> Value {
    json!({
        "canalId": canal,
        "sourceId": source_id,
        "sourceSiteId": "",
        "desconto": 5,
        "data": "2026-05-10T12:00:00Z",
        "juros": 0,
        "quantidadeParcelas": 1,
        "total": 207.3,
        "status": "Pago",
        "usuario": {
            "nome": "Maria da Conceição",
            "cpf": "52998224725",
            "email": "maria@correio.example",
            "sexo": "Feminino",
            "nascimento": "1990-02-28T00:00:00Z",
        },
        "frete": [{
            "valorNominal": 15,
            "valorCobrado": 12.5,
            "prazoEntrega": 5,
            "prazoPreparacao": 1,
            "dataPrevistaEntrega": "2026-05-16T00:00:00Z",
            "freteSourceId": "normal",
        }],
        "endereco": [{
            "tipoEndereco": "Entrega",
            "rua": "Rua das Acácias",
            "numero": "100",
            "complemento": "",
            "bairro": "Centro",
            "referencia": "",
            "cidade": "São Paulo",
            "estado": "SP",
            "pais": "Brasil",
            "cep": "01001000",
        }],
        "informacaoAdicional": [{"chave": "formaPagamentoId", "valor": "20"}],
        "produtos": [{"sku": sku, "quantidade": 2, "preco": 99.9, "desconto": 0, "frete": 12.5}],
    })
}

/// A subscription to new orders.
pub fn inscricao() -> Value {
    json!({
        "nome": "ERP",
        "appUrl": "https://erp.example/avisos",
        "topicos": ["pedido.novo"],
        "usuario": "maria",
        "ativo": true,
        "emailResponsavel": "ti@erp.example",
        "headers": [{"chave": "X-Loja", "valor": "7"}],
    })
}

/// A body with one member changed; `pointer` is a JSON pointer (`/produtos/0/preco`).
pub fn with(mut body: Value, pointer: &str, value: Value) -> Value {
    let (parent, name) = pointer.rsplit_once('/').expect("a JSON pointer");
    let parent = body.pointer_mut(parent).unwrap_or_else(|| panic!("{pointer} leads nowhere"));
    match parent {
        Value::Array(items) => items[name.parse::<usize>().expect("an index")] = value,
        other => other[name] = value,
    }
    body
}

/// A body without one of its members.
pub fn without(mut body: Value, name: &str) -> Value {
    body.as_object_mut().and_then(|members| members.remove(name)).expect("the member was there");
    body
}

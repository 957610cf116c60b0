//! Every documented path refuses every method that it has not: 405 with the methods that it has.

use std::collections::BTreeSet;

use reqwest::Method;

use crate::support::contract::Contract;
use crate::support::shown::Example;
use crate::support::{Database, TestClient, run};

/// Words where other paths have a text: whoever calls a SKU `Lote` reaches it by its name. Where the others
/// have a number, a word is nothing but itself.
const NAMES: [(&str, &str); 9] = [
    ("/Canal/Tipo_Canal", "/Canal/{canalId}"),
    ("/Canal/{canalId}/Categoria/Lote", "/Canal/{canalId}/Categoria/{categoriaId}"),
    ("/sku/Lote", "/sku/{sku}"),
    ("/produtos/alteracoes", "/produtos/{identificador}"),
    ("/produtos/categorias", "/produtos/{identificador}"),
    ("/produtos/estoques", "/produtos/{identificador}"),
    ("/produtos/precos", "/produtos/{identificador}"),
    ("/tabelaPrecos/{tabelaPrecoId}/produto", "/tabelaPrecos/{tabelaPrecoId}/{sku}"),
    ("/tabelaPrecos/{tabelaPrecoId}/produtos", "/tabelaPrecos/{tabelaPrecoId}/{sku}"),
];

/// In the order of the header; reading without a body is reading.
fn allowed(contract: &Contract, model: &str) -> BTreeSet<String> {
    let name = NAMES.iter().find(|(word, _)| *word == model).map(|(_, name)| *name);
    let of_these = |one: &&str| *one == model || Some(*one) == name;
    let operations = contract.operations().into_iter().filter(|one| of_these(&one.model));
    let mut methods: BTreeSet<String> = operations.map(|one| one.method).collect();
    if methods.contains("GET") {
        methods.insert("HEAD".to_owned());
    }
    methods
}

async fn refuses_all_others(contract: &'static Contract, client: &TestClient) -> usize {
    let mut tried = 0;
    for operation in contract.operations() {
        let path = Example::of(&operation).path;
        let methods = allowed(contract, operation.model);
        for method in ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] {
            if methods.contains(method) {
                continue;
            }
            let method = Method::from_bytes(method.as_bytes()).unwrap();
            let refused = client.send(method.clone(), &path, &[], None::<Vec<u8>>).await;
            assert_eq!(refused.status, 405, "{method} {path}: {refused:?}");
            let told: BTreeSet<String> = refused.header("allow").split(", ").map(str::to_owned).collect();
            assert_eq!(told, methods, "{method} {path}");
            tried += 1;
        }
    }
    tried
}

#[test]
fn a_method_that_a_path_has_not_is_refused_with_those_that_it_has() {
    run(Database::Sqlite, async |app| {
        let loja = app.create_loja("u");
        assert!(refuses_all_others(Contract::a(), &app.a).await > 200);
        let b = app.b_as(loja);
        assert!(refuses_all_others(Contract::b(), &b).await > 200);
        // in whatever case the word is written
        for (client, path) in [(&app.a, "/Pedido/lote"), (&app.a, "/pedido/LOTE"), (&b, "/pedidos/COMPLETE")]
        {
            let refused = client.send(Method::GET, path, &[], None::<Vec<u8>>).await.with_status(405);
            assert_eq!(refused.header("allow"), "POST", "{path}");
        }
    });
}

//! The schemas must ask for no more than the readers do, and must state the readers' limits.

#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use serde_json::Value;
use utoipa::PartialSchema;

use crate::canal::{Canal, ValorConfiguracao};
use crate::categoria::Categoria;
use crate::categoria_loja::DadosCategoria;
use crate::pedido::{
    Comprador, Endereco, Frete, Informacao, ItemPedido, MudancaStatus, NotaFiscal, Pedido, Rastreio,
};
use crate::sku::{Atributo, Sku};
use crate::sku_canal::{Preco, SkuCanal};
use crate::usuario::Usuario;

fn esquema<T: PartialSchema>() -> Value {
    serde_json::to_value(T::schema()).unwrap()
}

fn exigidos<T: PartialSchema>() -> Vec<String> {
    let esquema = esquema::<T>();
    let nomes = esquema["required"].as_array().cloned().unwrap_or_default();
    nomes.iter().map(|nome| nome.as_str().unwrap().to_owned()).collect()
}

#[test]
fn only_what_an_input_must_have_is_required() {
    assert_eq!(exigidos::<Usuario>(), ["usuarioId", "nome"]);
    assert_eq!(exigidos::<Canal>(), ["canalId", "nome", "tipoCanal"]);
    assert_eq!(exigidos::<ValorConfiguracao>(), ["codigo", "valor"]);
    assert_eq!(exigidos::<Sku>(), ["sku", "nome"]);
    assert_eq!(exigidos::<Atributo>(), ["nome"]);
    assert_eq!(exigidos::<SkuCanal>(), ["canalId"]);
    assert_eq!(exigidos::<Preco>(), ["precoPor"]);
    assert_eq!(exigidos::<Categoria>(), ["categoriaId", "nome"]);
    assert_eq!(exigidos::<DadosCategoria>(), ["nome"]);
    let pedido = ["canalId", "sourceId", "data", "total", "status", "usuario", "produtos"];
    assert_eq!(exigidos::<Pedido>(), pedido);
    assert_eq!(exigidos::<Comprador>(), ["nome"]);
    assert_eq!(exigidos::<Frete>(), [""; 0]);
    assert_eq!(exigidos::<Endereco>(), ["tipoEndereco"]);
    assert_eq!(exigidos::<Informacao>(), ["chave"]);
    assert_eq!(exigidos::<ItemPedido>(), ["sku", "quantidade", "preco"]);
    assert_eq!(exigidos::<MudancaStatus>(), ["status"]);
    assert_eq!(exigidos::<NotaFiscal>(), [""; 0]);
    assert_eq!(exigidos::<Rastreio>(), [""; 0]);
}

#[test]
fn limits_are_stated() {
    let sku = esquema::<Sku>();
    assert_eq!(sku["properties"]["nome"]["maxLength"], 300);
    assert_eq!(sku["properties"]["estoque"]["minimum"], 0);
    assert_eq!(sku["properties"]["precoPor"]["minimum"], 0);
    let pedido = esquema::<Pedido>();
    assert_eq!(pedido["properties"]["produtos"]["minItems"], 1);
    assert_eq!(pedido["properties"]["pedidoId"]["readOnly"], true);
    assert_eq!(esquema::<Canal>()["properties"]["percentualEstoque"]["maximum"], 100);
}

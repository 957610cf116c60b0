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

fn schema<T: PartialSchema>() -> Value {
    serde_json::to_value(T::schema()).unwrap()
}

fn required<T: PartialSchema>() -> Vec<String> {
    let schema = schema::<T>();
    let names = schema["required"].as_array().cloned().unwrap_or_default();
    names.iter().map(|name| name.as_str().unwrap().to_owned()).collect()
}

#[test]
fn only_what_an_input_must_have_is_required() {
    assert_eq!(required::<Usuario>(), ["usuarioId", "nome"]);
    assert_eq!(required::<Canal>(), ["canalId", "nome", "tipoCanal"]);
    assert_eq!(required::<ValorConfiguracao>(), ["codigo", "valor"]);
    assert_eq!(required::<Sku>(), ["sku", "nome"]);
    assert_eq!(required::<Atributo>(), ["nome"]);
    assert_eq!(required::<SkuCanal>(), ["canalId"]);
    assert_eq!(required::<Preco>(), ["precoPor"]);
    assert_eq!(required::<Categoria>(), ["categoriaId", "nome"]);
    assert_eq!(required::<DadosCategoria>(), ["nome"]);
    let pedido = ["canalId", "sourceId", "data", "total", "status", "produtos"];
    assert_eq!(required::<Pedido>(), pedido);
    assert_eq!(required::<Comprador>(), [""; 0]);
    assert_eq!(required::<Frete>(), [""; 0]);
    assert_eq!(required::<Endereco>(), ["tipoEndereco"]);
    assert_eq!(required::<Informacao>(), ["chave"]);
    assert_eq!(required::<ItemPedido>(), ["sku", "quantidade", "preco"]);
    assert_eq!(required::<MudancaStatus>(), ["status"]);
    assert_eq!(required::<NotaFiscal>(), [""; 0]);
    assert_eq!(required::<Rastreio>(), [""; 0]);
}

#[test]
fn limits_are_stated() {
    let sku = schema::<Sku>();
    assert_eq!(sku["properties"]["nome"]["maxLength"], 300);
    assert_eq!(sku["properties"]["precoPor"]["minimum"], 0);
    let pedido = schema::<Pedido>();
    assert_eq!(pedido["properties"]["produtos"]["minItems"], 1);
    assert_eq!(pedido["properties"]["pedidoId"]["readOnly"], true);
    assert_eq!(schema::<Canal>()["properties"]["percentualEstoque"]["maximum"], 100);
}

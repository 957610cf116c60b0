//! What an order record is made from.

use std::cmp::Reverse;

use serde::{Deserialize, Serialize};

use crate::pedido::{ANONYMISED, LineIndex, Pedido, Standing};
use crate::sku::Atributo;
use crate::values::dates::Instante;
use crate::values::ids::PedidoId;
use crate::values::money::Dinheiro;

/// What a SKU was when an order that holds it came in. Later changes of the catalogue do not rewrite orders.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CatalogueItem {
    /// Its code.
    pub sku: String,
    /// The service's number of it.
    pub variante: i64,
    /// Name.
    pub nome: String,
    /// GTIN; empty when it had none.
    pub gtin: String,
    /// Cost.
    pub preco_custo: Dinheiro,
    /// Weight, grams.
    pub peso: i32,
    /// Height, centimetres.
    pub altura: i32,
    /// Width, centimetres.
    pub largura: i32,
    /// Length, centimetres.
    pub comprimento: i32,
    /// Attributes.
    pub atributos: Vec<Atributo>,
    /// The distribution centres that the order takes it from, as they were when it came in; nothing: the one
    /// that every store has.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub centros: Vec<Placed>,
}

/// Units of a line of an order that lie in one distribution centre.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Placed {
    /// The line's place among the order's lines of the SKU, from 0.
    pub line: usize,
    /// The centre.
    pub centro: i32,
    /// How many.
    pub units: i64,
}

/// Where the units of one of an order's lines lie, the centre with most of them first; nothing: all in the
/// centre that every store has.
pub fn lying(catalogo: &[CatalogueItem], pedido: &Pedido, line: LineIndex) -> Vec<Placed> {
    let Some(item) = pedido.produtos.get(line) else { return Vec::new() };
    let known = catalogo.iter().find(|known| known.sku == item.sku);
    let Some(known) = known.filter(|known| !known.centros.is_empty()) else { return Vec::new() };
    let place = pedido.produtos.iter().take(line).filter(|before| before.sku == item.sku).count();
    let mut parts: Vec<Placed> = known.centros.iter().copied().filter(|part| part.line == place).collect();
    parts.sort_by_key(|part| (Reverse(part.units), part.centro));
    parts
}

/// Attributes of all lines of a record are at most this long together.
const ATRIBUTOS_BYTES: usize = 256 << 10;

/// What an order keeps of the catalogue: each line of its record shows its SKU's attributes, so that a few
/// long ones in many lines would make it as long as one likes. Those that would lead too far are left out,
/// SKU by SKU.
pub fn bounded(catalogo: Vec<CatalogueItem>, pedido: &Pedido) -> Vec<CatalogueItem> {
    let length = |item: &CatalogueItem| -> usize {
        item.atributos.iter().map(|atributo| atributo.nome.len() + atributo.valor.len()).sum()
    };
    let all: usize = catalogo.iter().map(length).sum();
    if all.saturating_mul(pedido.produtos.len()) <= ATRIBUTOS_BYTES {
        return catalogo;
    }
    let mut left = ATRIBUTOS_BYTES;
    let keep = |mut item: CatalogueItem| {
        let lines = pedido.produtos.iter().filter(|line| line.sku == item.sku).count();
        match left.checked_sub(length(&item).saturating_mul(lines)) {
            Some(rest) => left = rest,
            None => item.atributos = Vec::new(),
        }
        item
    };
    catalogo.into_iter().map(keep).collect()
}

/// The inputs of the part that never changes.
#[derive(Debug, Clone, Copy)]
pub struct Source<'a> {
    /// The order. Its status is not looked at.
    pub pedido: &'a Pedido,
    /// Its number, whatever the order itself says.
    pub pedido_id: PedidoId,
    /// Its SKUs, those that were registered.
    pub catalogo: &'a [CatalogueItem],
    /// The service's number of the channel.
    pub canal_num: i32,
    /// The service's number of the buyer.
    pub comprador_num: i64,
}

/// The inputs of the part that changes.
#[derive(Debug, Clone, Copy)]
pub struct OrderState<'a> {
    /// The order.
    pub pedido_id: PedidoId,
    /// Where it stands.
    pub standing: Standing,
    /// When it was paid.
    pub data_pagamento: Option<Instante>,
    /// When anything of it last changed.
    pub alterado_em: Instante,
    /// It has a parcel that can be followed.
    pub rastreado: bool,
    /// The marketplace's name.
    pub canal_nome: &'a str,
    /// The channel's name, as a JSON string.
    pub canal_origem: &'a str,
}

/// A note on an order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Observacao {
    /// The text.
    pub observacao: String,
    /// Who wrote it.
    pub usuario: String,
    /// When.
    pub data: Instante,
    /// The buyer may see it.
    pub publica: bool,
}

impl Observacao {
    /// That there was a note, when, and by whom of the store.
    pub fn anonymised(self) -> Self {
        Self { observacao: ANONYMISED.to_owned(), ..self }
    }
}

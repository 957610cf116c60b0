//! Rows that an order is stored in, and the order that they are made of.

use std::collections::BTreeSet;

use diesel::prelude::*;
use domain::pedido::aviso::Aviso;
use domain::pedido::{Content, Pedido, Standing, StatusPedido};
use domain::titular::folded_email;
use domain::values::ids::{LojaId, PedidoId};
use domain::values::name_words;

use crate::base::schema::{pedido_documentos, pedido_itens, pedido_nomes, pedido_registros, pedidos};
use crate::base::{Conn, CountedState, Packed, StoreError, StoredEvent, on};
use crate::inventory::StockRows;
use crate::orders::buyers::numbers::{CompradorKey, company_of};

/// An order to be stored. What needs no database is computed beforehand, which keeps the transaction short.
#[derive(Debug, Clone)]
pub struct PedidoInput {
    pub(super) pedido: Pedido,
    pub(super) content: Content,
    pub(super) documento: Packed,
    pub(super) impressao: i64,
    pub(super) names: BTreeSet<String>,
}

impl From<Pedido> for PedidoInput {
    fn from(pedido: Pedido) -> Self {
        let content = Content::of(&pedido);
        let impressao = pedido.fingerprint(&content);
        let mut names = pedido.usuario.name_words();
        names.extend(name_words::number_of(&pedido.source_id).map(str::to_owned));
        let documento = Packed::document(&content);
        Self { pedido, content, documento, impressao, names }
    }
}

impl PedidoInput {
    /// The order.
    pub fn pedido(&self) -> &Pedido {
        &self.pedido
    }
}

/// A row of `pedidos`: the columns that orders are found, filtered and sorted by.
#[derive(Debug, Clone, Queryable, Selectable, Insertable)]
#[diesel(treat_none_as_default_value = false)]
#[diesel(table_name = pedidos, primary_key(aplicacao_id, loja_id, pedido_id))]
pub(super) struct PedidoColumns {
    pub aplicacao_id: i32,
    pub loja_id: i32,
    pub pedido_id: i64,
    pub canal_num: i32,
    pub source_id: String,
    /// Status and sub-status ([`Standing`]), as one number.
    pub status: i16,
    pub forma_pagamento: i32,
    pub data: i64,
    pub data_pagamento: Option<i64>,
    pub status_em: i64,
    pub comprador_num: i64,
    pub email: String,
    pub rastreado: bool,
    pub integrado: bool,
    /// Fingerprint of the content: tells a repeated order from a different one.
    pub impressao: i64,
    pub criado_em: i64,
    pub alterado_em: i64,
    /// In ten-thousandths.
    pub total: i64,
    /// The statuses of items that differ from the order's.
    pub itens: Option<String>,
    /// Key of the company that a buyer with a CPF bought for.
    pub empresa: Option<CompradorKey>,
}

/// The numbers that the service gave to an order, its channel and its buyer.
pub(super) struct Numbers {
    pub pedido: PedidoId,
    pub canal: i32,
    pub comprador: i64,
}

impl PedidoColumns {
    /// The row of a new order, in any status.
    pub fn new(loja: LojaId, numbers: &Numbers, input: &PedidoInput, now: i64) -> Self {
        let pedido = &input.pedido;
        let data = pedido.data.micros();
        Self {
            aplicacao_id: loja.aplicacao.0,
            loja_id: loja.loja,
            pedido_id: numbers.pedido.0,
            canal_num: numbers.canal,
            source_id: pedido.source_id.clone(),
            status: Standing::from(pedido.status).stored(),
            forma_pagamento: pedido.forma_pagamento_id(),
            data,
            data_pagamento: match pedido.status {
                StatusPedido::AguardandoPagamento | StatusPedido::Cancelado => None,
                // paid before it reached the service: the date of the order is the best estimate
                StatusPedido::Pago
                | StatusPedido::Faturado
                | StatusPedido::Enviado
                | StatusPedido::Entregue => Some(data),
            },
            // the time of arrival, so that clients asking for later status changes miss nothing
            status_em: now,
            comprador_num: numbers.comprador,
            email: folded_email(&pedido.usuario.email),
            rastreado: false,
            integrado: false,
            impressao: input.impressao,
            criado_em: now,
            alterado_em: now,
            total: pedido.total.ten_thousandths(),
            itens: None,
            empresa: company_of(&pedido.usuario),
        }
    }
}

impl PedidoColumns {
    /// The columns that the counts depend on.
    pub fn counted_state(&self) -> CountedState {
        CountedState {
            status: self.status,
            forma: self.forma_pagamento,
            data: self.data,
            data_pagamento: self.data_pagamento,
            status_em: self.status_em,
            alterado_em: self.alterado_em,
            criado_em: self.criado_em,
            pendente: !self.integrado,
        }
    }
}

/// The columns that a move may change.
#[derive(Queryable, Selectable)]
#[diesel(table_name = pedidos)]
pub(super) struct MovableColumns {
    pub status: i16,
    pub status_em: i64,
    pub data_pagamento: Option<i64>,
    pub rastreado: bool,
    pub integrado: bool,
    pub alterado_em: i64,
    /// The carrier, if there is a parcel.
    pub transportadora: Option<String>,
    pub itens: Option<String>,
}

impl MovableColumns {
    /// The counted columns after the move.
    pub fn counted_state(&self, before: CountedState) -> CountedState {
        CountedState {
            status: self.status,
            data_pagamento: self.data_pagamento,
            status_em: self.status_em,
            alterado_em: self.alterado_em,
            pendente: !self.integrado,
            ..before
        }
    }
}

/// The counted columns of an order.
pub(super) fn counted_state(
    conn: &mut Conn<'_>,
    loja: LojaId,
    id: PedidoId,
) -> Result<Option<CountedState>, StoreError> {
    let row: Option<PedidoColumns> = on!(conn, c => pedidos::table
        .find((loja.aplicacao.0, loja.loja, id.0))
        .select(PedidoColumns::as_select())
        .first(c)
        .optional())?;
    Ok(row.map(|row| row.counted_state()))
}

/// One SKU of an order.
#[derive(Insertable)]
#[diesel(treat_none_as_default_value = false)]
#[diesel(table_name = pedido_itens)]
pub(super) struct ItemRow {
    pub aplicacao_id: i32,
    pub loja_id: i32,
    pub sku: String,
    pub pedido_id: i64,
}

/// A row of `pedido_documentos`: the texts of an order.
#[derive(Insertable)]
#[diesel(treat_none_as_default_value = false)]
#[diesel(table_name = pedido_documentos)]
pub(super) struct DocumentRow {
    pub aplicacao_id: i32,
    pub loja_id: i32,
    pub pedido_id: i64,
    pub documento: Packed,
    pub andamento: Packed,
}

/// A row of `pedido_registros`: the record for interface B, and the catalogue data it was rendered from.
#[derive(Insertable)]
#[diesel(treat_none_as_default_value = false)]
#[diesel(table_name = pedido_registros)]
pub(super) struct RegistroInsert {
    pub aplicacao_id: i32,
    pub loja_id: i32,
    pub pedido_id: i64,
    pub registro: Packed,
    pub registro_versao: i16,
    pub catalogo: Packed,
}

/// Orders whose own rows are inserted, with all that remains to be written for them.
pub(super) struct NewOrders<'a> {
    /// The store, the dependent rows and the counted columns of each order.
    pub orders: Vec<(LojaId, &'a NewOrderRows, CountedState)>,
    /// Changed stock levels, reservations and ledger entries.
    pub stock: StockRows,
    /// Events, in the order in which they are appended to the log.
    pub events: Vec<(LojaId, StoredEvent)>,
}

/// All rows of a new order except the one in `pedidos`.
pub(super) struct NewOrderRows {
    pub documento: DocumentRow,
    /// The order's JSON.
    pub text: String,
    pub registro: RegistroInsert,
    pub itens: Vec<ItemRow>,
    pub names: Vec<NameRow>,
    pub avisos: Vec<Aviso>,
}

/// New values of the rows of an order that has moved.
pub(super) struct MovedRow<'a> {
    pub pedido_id: i64,
    pub columns: &'a MovableColumns,
    pub documento: Packed,
    /// History, invoices and parcels.
    pub andamento: Packed,
}

/// A row of `pedido_nomes`: one word of the buyer's name, or the number in the order's code.
#[derive(Debug, Insertable)]
#[diesel(treat_none_as_default_value = false)]
#[diesel(table_name = pedido_nomes)]
pub(super) struct NameRow {
    pub aplicacao_id: i32,
    pub loja_id: i32,
    pub palavra: String,
    pub pedido_id: i64,
}

impl NameRow {
    /// The rows of an order.
    pub fn of(loja: LojaId, id: PedidoId, words: BTreeSet<String>) -> impl Iterator<Item = Self> {
        words.into_iter().map(move |palavra| Self {
            aplicacao_id: loja.aplicacao.0,
            loja_id: loja.loja,
            palavra,
            pedido_id: id.0,
        })
    }
}

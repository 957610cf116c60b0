//! The rows that an order is stored in.

use diesel::prelude::*;
use domain::pedido::{Standing, StatusPedido};
use domain::titular::folded_email;
use domain::values::ids::{LojaId, PedidoId};

use crate::base::CountedState;
use crate::base::StoreError;
use crate::base::schema::{pedido_documentos, pedido_itens, pedido_registros, pedidos};
use crate::base::{Conn, Packed, on};
use crate::orders::compradores::{CompradorKey, bought_for};
use crate::orders::input::PedidoInput;

/// What orders are found, filtered and ordered by.
#[derive(Debug, Clone, Queryable, Selectable, Insertable)]
#[diesel(treat_none_as_default_value = false)]
#[diesel(table_name = pedidos, primary_key(aplicacao_id, loja_id, pedido_id))]
pub(super) struct PedidoColumns {
    pub aplicacao_id: i32,
    pub loja_id: i32,
    pub pedido_id: i64,
    pub canal_num: i32,
    pub source_id: String,
    pub status: i16,
    pub forma_pagamento: i32,
    pub data: i64,
    pub data_pagamento: Option<i64>,
    pub status_em: i64,
    pub comprador_num: i64,
    pub email: String,
    pub rastreado: bool,
    pub integrado: bool,
    pub impressao: i64,
    pub criado_em: i64,
    pub alterado_em: i64,
    /// Ten-thousandths.
    pub total: i64,
    /// Where items stand that do not stand with it.
    pub itens: Option<String>,
    /// The company that somebody with a number of another kind has bought for.
    pub empresa: Option<CompradorKey>,
}

/// The numbers that the service gave an order and what it refers to.
pub(super) struct Numbers {
    pub pedido: PedidoId,
    pub canal: i32,
    pub comprador: i64,
}

/// An e-mail as it is compared.
pub(super) fn email(text: &str) -> String {
    folded_email(text)
}

impl PedidoColumns {
    /// The row of an order that comes in now, in whatever state.
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
                // paid before it came in: the day it was placed is the best that is known
                StatusPedido::Pago
                | StatusPedido::Faturado
                | StatusPedido::Enviado
                | StatusPedido::Entregue => Some(data),
            },
            // when the service heard of it, so that whoever asks for what moved since then misses nothing
            status_em: now,
            comprador_num: numbers.comprador,
            email: email(&pedido.usuario.email),
            rastreado: false,
            integrado: false,
            impressao: input.impressao,
            criado_em: now,
            alterado_em: now,
            total: pedido.total.ten_thousandths(),
            itens: None,
            empresa: bought_for(&pedido.usuario),
        }
    }
}

impl PedidoColumns {
    /// As it is counted.
    pub fn state(&self) -> CountedState {
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

/// What a move changes.
#[derive(Queryable, Selectable)]
#[diesel(table_name = pedidos)]
pub(super) struct Movable {
    pub status: i16,
    pub status_em: i64,
    pub data_pagamento: Option<i64>,
    pub rastreado: bool,
    pub integrado: bool,
    pub alterado_em: i64,
    /// The carrier, if the order has a parcel.
    pub transportadora: Option<String>,
    pub itens: Option<String>,
}

impl Movable {
    /// As an order is counted after the move.
    pub fn state(&self, before: CountedState) -> CountedState {
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

/// As an order is counted, out of its row.
pub(super) fn state(
    conn: &mut Conn<'_>,
    loja: LojaId,
    id: PedidoId,
) -> Result<Option<CountedState>, StoreError> {
    let row: Option<PedidoColumns> = on!(conn, c => pedidos::table
        .find((loja.aplicacao.0, loja.loja, id.0))
        .select(PedidoColumns::as_select())
        .first(c)
        .optional())?;
    Ok(row.map(|row| row.state()))
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

/// What a page of orders sends.
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

/// What a page of records sends, and what it can be made again from.
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

/// What a move has changed of an order, as it is stored.
pub(super) struct Moved<'a> {
    pub pedido_id: i64,
    pub movable: &'a Movable,
    pub documento: Packed,
    /// What moves have brought into it.
    pub andamento: Packed,
}

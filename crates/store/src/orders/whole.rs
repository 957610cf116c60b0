//! Orders whose content changes: read whole, and written whole with all that is made of it.

use diesel::prelude::*;
use domain::interface_b::registro::{self, CatalogueItem, Observacao, Source};
use domain::pedido::{Content, Pedido};
use domain::values::ids::{LojaId, PedidoId};

use crate::base::schema::{pedido_documentos, pedido_registros, pedidos};
use crate::base::{
    Conn, CountedState, Packed, StoreError, Tx, from_json, load_by_key, of_store, on, to_json,
};
use crate::orders::counts;
use crate::orders::history::Progress;
use crate::orders::order::with_document;
use crate::orders::records::stored::with_record;
use crate::orders::rows::PedidoColumns;

/// An order with everything that is stored of it but its name words.
pub(super) struct WholeOrder {
    pub row: PedidoColumns,
    pub pedido: Pedido,
    pub progress: Progress,
    pub catalogo: Vec<CatalogueItem>,
    pub observacoes: Option<Vec<Observacao>>,
}

type Texts = (PedidoColumns, Packed, Packed, Packed, Option<String>);

/// Reads the orders that exist.
pub(super) fn read(conn: &mut Conn<'_>, loja: LojaId, ids: &[i64]) -> Result<Vec<WholeOrder>, StoreError> {
    let found: Vec<Texts> =
        load_by_key!(conn, pedidos::pedido_id, ids, |of_them| with_record!(with_document!())
            .filter(pedidos::aplicacao_id.eq(loja.aplicacao.0))
            .filter(pedidos::loja_id.eq(loja.loja))
            .filter(of_them)
            .select((
                PedidoColumns::as_select(),
                pedido_documentos::documento,
                pedido_documentos::andamento,
                pedido_registros::catalogo,
                pedido_registros::observacoes,
            )));
    let read = |(row, documento, andamento, catalogo, observacoes): Texts| {
        let observacoes =
            observacoes.map(|text| from_json("pedido_registros.observacoes", &text)).transpose()?;
        Ok(WholeOrder {
            pedido: documento.read_document(PedidoId(row.pedido_id))?,
            progress: Progress::read(&andamento)?,
            row,
            catalogo: catalogo.read("pedido_registros.catalogo")?,
            observacoes,
        })
    };
    found.into_iter().map(read).collect()
}

impl WholeOrder {
    /// The order's number.
    pub fn id(&self) -> PedidoId {
        PedidoId(self.row.pedido_id)
    }

    /// Writes what may have changed. `before` is what was counted of it.
    pub fn write(self, tx: &mut Tx<'_>, loja: LojaId, before: CountedState) -> Result<(), StoreError> {
        let (id, after) = (self.id(), self.row.counted_state());
        let Self { row, pedido, progress, catalogo, observacoes } = self;
        let source = Source {
            pedido: &pedido,
            pedido_id: id,
            catalogo: &catalogo,
            canal_num: row.canal_num,
            comprador_num: row.comprador_num,
        };
        let stable = registro::stable(&source).map_err(|e| StoreError::Internal(e.to_string()))?;
        let stable = Packed::new(&stable);
        let documento = Packed::document(&Content::of(&pedido));
        let andamento = progress.packed()?;
        let observacoes = observacoes.as_ref().map(to_json).transpose()?;
        on!(tx, c => {
            diesel::update(pedidos::table.find((loja.aplicacao.0, loja.loja, id.0)))
                .set((
                    pedidos::forma_pagamento.eq(row.forma_pagamento),
                    pedidos::comprador_num.eq(row.comprador_num),
                    pedidos::email.eq(row.email),
                    pedidos::empresa.eq(row.empresa),
                    pedidos::integrado.eq(row.integrado),
                    pedidos::impressao.eq(row.impressao),
                    pedidos::alterado_em.eq(row.alterado_em),
                ))
                .execute(c)?;
            diesel::update(of_store!(pedido_documentos, loja)
                .filter(pedido_documentos::pedido_id.eq(id.0)))
                .set((
                    pedido_documentos::documento.eq(documento),
                    pedido_documentos::andamento.eq(andamento),
                ))
                .execute(c)?;
            diesel::update(of_store!(pedido_registros, loja)
                .filter(pedido_registros::pedido_id.eq(id.0)))
                .set((
                    pedido_registros::registro.eq(stable),
                    pedido_registros::registro_versao.eq(registro::VERSION),
                    pedido_registros::observacoes.eq(observacoes),
                ))
                .execute(c)?;
        });
        counts::changed(tx, loja, id, Some(before), Some(after));
        Ok(())
    }
}

//! What a store's own system keeps about an order: that it has taken it over, and notes.

use diesel::prelude::*;
use domain::datas::Instante;
use domain::evento::{Detalhe, Mudanca};
use domain::ids::{LojaId, PedidoId};
use domain::registro::Observacao;

use super::exclusivo;
use super::linhas::{self, de_json, em_json};
use crate::conexao::{Conn, Tx, on};
use crate::erro::StoreError;
use crate::eventos::{self, Novo};
use crate::paging::{Page, PageRequest};
use crate::schema::{canais, pedido_registros, pedidos};

/// The orders that the store has not taken over since they last changed status, the oldest first.
pub fn nao_integrados(
    conn: &mut Conn<'_>,
    loja: LojaId,
    pagina: PageRequest,
) -> Result<Page<PedidoId>, StoreError> {
    let (ids, total): (Vec<i64>, i64) = on!(conn, c => {
        macro_rules! pendentes {
            () => {
                pedidos::table
                    .filter(pedidos::aplicacao_id.eq(loja.aplicacao.0))
                    .filter(pedidos::loja_id.eq(loja.loja))
                    // written out, not bound: a partial index serves only a condition that it can read
                    .filter(diesel::dsl::not(pedidos::integrado))
                    // and bound as well: without statistics SQLite takes the index that more columns lead into
                    .filter(pedidos::integrado.eq(false))
            };
        }
        let ids = pendentes!()
            .filter(pedidos::pedido_id.gt(pagina.apos().map_or(i64::MIN, |[id, _]| id)))
            .order(pedidos::pedido_id)
            .select(pedidos::pedido_id)
            .limit(pagina.limit())
            .offset(pagina.offset())
            .load(c)?;
        (ids, pendentes!().count().get_result(c)?)
    });
    pagina.page(ids, total, |id| [*id, 0], |id| Ok(PedidoId(id)))
}

/// Notes that the store has taken an order over; false when there is no such order.
pub fn marcar_integrado(tx: &mut Tx<'_>, loja: LojaId, id: PedidoId) -> Result<bool, StoreError> {
    let marcados = on!(tx, c => diesel::update(pedidos::table.find((loja.aplicacao.0, loja.loja, id.0)))
        .set(pedidos::integrado.eq(true))
        .execute(c))?;
    Ok(marcados == 1)
}

/// The notes on an order, the oldest first; `None` when there is no such order.
pub fn observacoes(
    conn: &mut Conn<'_>,
    loja: LojaId,
    id: PedidoId,
) -> Result<Option<Vec<Observacao>>, StoreError> {
    let achadas: Option<Option<String>> = on!(conn, c => pedido_registros::table
        .filter(pedido_registros::aplicacao_id.eq(loja.aplicacao.0))
        .filter(pedido_registros::loja_id.eq(loja.loja))
        .filter(pedido_registros::pedido_id.eq(id.0))
        .select(pedido_registros::observacoes)
        .first(c)
        .optional())?;
    match achadas {
        None => Ok(None),
        Some(None) => Ok(Some(Vec::new())),
        Some(Some(texto)) => de_json("pedido_registros.observacoes", &texto).map(Some),
    }
}

/// Adds a note; false when there is no such order.
pub fn observar(tx: &mut Tx<'_>, loja: LojaId, id: PedidoId, nova: Observacao) -> Result<bool, StoreError> {
    exclusivo(tx, loja, id)?;
    let Some(mut todas) = observacoes(tx, loja, id)? else { return Ok(false) };
    todas.push(nova);
    let texto = em_json(&todas)?;
    let agora = Instante::agora();
    on!(tx, c => {
        diesel::update(pedido_registros::table
            .filter(pedido_registros::aplicacao_id.eq(loja.aplicacao.0))
            .filter(pedido_registros::loja_id.eq(loja.loja))
            .filter(pedido_registros::pedido_id.eq(id.0)))
            .set(pedido_registros::observacoes.eq(texto))
            .execute(c)?;
        diesel::update(pedidos::table.find((loja.aplicacao.0, loja.loja, id.0)))
            .set(pedidos::alterado_em.eq(agora.micros()))
            .execute(c)?;
    });
    let (status, canal): (i16, String) = on!(tx, c => pedidos::table
        .inner_join(canais::table.on(canais::aplicacao_id
            .eq(pedidos::aplicacao_id)
            .and(canais::loja_id.eq(pedidos::loja_id))
            .and(canais::canal_num.eq(pedidos::canal_num))))
        .filter(pedidos::aplicacao_id.eq(loja.aplicacao.0))
        .filter(pedidos::loja_id.eq(loja.loja))
        .filter(pedidos::pedido_id.eq(id.0))
        .select((pedidos::status, canais::canal_id))
        .first(c))?;
    let mudanca =
        Mudanca::PedidoDetalhe { status: linhas::status(status)?, detalhes: vec![Detalhe::Observacao] };
    let novo = Novo { assunto: id.0, canal: Some(&canal), sku: None, mudanca };
    eventos::registrar(tx, loja, agora, [novo])?;
    Ok(true)
}

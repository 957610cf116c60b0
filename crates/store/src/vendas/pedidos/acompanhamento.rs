//! What a store's own system keeps about an order: that it has taken it over, and notes.

use diesel::prelude::*;
use domain::evento::{Detalhe, Mudanca};
use domain::interface_b::registro::Observacao;
use domain::values::dates::Instante;
use domain::values::ids::{LojaId, PedidoId};

use super::linhas::{self, estado};
use super::movimento::exclusivo;
use crate::base::CountedState;
use crate::base::StoreError;
use crate::base::paging::{Page, PageRequest};
use crate::base::schema::{canais, pedido_registros, pedidos};
use crate::base::{Conn, Tx, on};
use crate::base::{de_json, em_json};
use crate::eventos::{self, Novo};
use crate::vendas::contagens::{self, Contador, Salto, Seletor, Tipo};

/// The orders that the store has not taken over since they last changed status, the oldest first.
pub fn nao_integrados(
    conn: &mut Conn<'_>,
    loja: LojaId,
    pagina: PageRequest,
) -> Result<Page<PedidoId>, StoreError> {
    // they stand by number alone, which a range of dates does not cut
    let contador = Contador::novo(conn, loja, Tipo::Pendentes, Seletor::default(), &|_, _, _| Ok(0))?;
    let (de, ate) = (i64::MIN, i64::MAX);
    let total = contador.total(conn, de, ate)?;
    let inicio = match pagina.apos() {
        Some([id, _]) => Some(Salto { data: 0, id: id.saturating_add(1), resto: 0 }),
        None => contador.saltar(conn, (de, ate), true, pagina.offset())?,
    };
    let Some(inicio) = inicio else {
        return pagina.page(Vec::new(), total, |id| [*id, 0], |id| Ok(PedidoId(id)));
    };
    let ids: Vec<i64> = on!(conn, c => pedidos::table
        .filter(pedidos::aplicacao_id.eq(loja.aplicacao.0))
        .filter(pedidos::loja_id.eq(loja.loja))
        // written out, not bound: a partial index serves only a condition that it can read
        .filter(diesel::dsl::not(pedidos::integrado))
        // and bound as well: without statistics SQLite takes the index that more columns lead into
        .filter(pedidos::integrado.eq(false))
        .filter(pedidos::pedido_id.ge(inicio.id))
        .order(pedidos::pedido_id)
        .select(pedidos::pedido_id)
        .limit(pagina.limit())
        .offset(inicio.resto)
        .load(c))?;
    pagina.page(ids, total, |id| [*id, 0], |id| Ok(PedidoId(id)))
}

/// Notes that the store has taken an order over; false when there is no such order.
pub fn marcar_integrado(tx: &mut Tx<'_>, loja: LojaId, id: PedidoId) -> Result<bool, StoreError> {
    exclusivo(tx, loja, id)?;
    let Some(antes) = estado(tx, loja, id)? else { return Ok(false) };
    if antes.pendente {
        on!(tx, c => diesel::update(pedidos::table.find((loja.aplicacao.0, loja.loja, id.0)))
            .set(pedidos::integrado.eq(true))
            .execute(c))?;
        contagens::mudou(tx, loja, id, Some(antes), Some(CountedState { pendente: false, ..antes }));
    }
    Ok(true)
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
    let Some(antes) = estado(tx, loja, id)? else { return Ok(false) };
    todas.push(nova);
    let texto = em_json(&todas)?;
    let agora = Instante::agora_depois_de(Instante::from_micros(antes.alterado_em));
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
    let canal: String = on!(tx, c => pedidos::table
        .inner_join(canais::table.on(canais::aplicacao_id
            .eq(pedidos::aplicacao_id)
            .and(canais::loja_id.eq(pedidos::loja_id))
            .and(canais::canal_num.eq(pedidos::canal_num))))
        .filter(pedidos::aplicacao_id.eq(loja.aplicacao.0))
        .filter(pedidos::loja_id.eq(loja.loja))
        .filter(pedidos::pedido_id.eq(id.0))
        .select(canais::canal_id)
        .first(c))?;
    let status = linhas::status(antes.status)?;
    let mudanca = Mudanca::PedidoDetalhe { status, detalhes: vec![Detalhe::Observacao] };
    let novo = Novo { assunto: id.0, canal: Some(&canal), sku: None, mudanca };
    eventos::registrar(tx, loja, agora, [novo])?;
    contagens::mudou(tx, loja, id, Some(antes), Some(CountedState { alterado_em: agora.micros(), ..antes }));
    Ok(true)
}

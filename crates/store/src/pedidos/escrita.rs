//! Orders come in, once each. They move in [`super::movimento`]; nothing else changes them.

use diesel::prelude::*;
use domain::ids::{LojaId, PedidoId};
use domain::pedido::aviso::Aviso;

use super::linhas::{Linha, Numeros};
use super::partes::{Entrada, Partes, codigos, evento_de_criacao};
use super::{PedidoRow, find};
use crate::base::StoreError;
use crate::base::schema::pedidos;
use crate::base::schema::{pedido_documentos, pedido_historico, pedido_itens, pedido_registros};
use crate::base::{Backend, Tx, on};
use crate::contagens;
use crate::eventos;
use crate::eventos::Novo;
use crate::eventos::Unplaced;

/// What became of a new order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CriacaoPedido {
    /// It is new.
    Criado {
        /// As stored.
        pedido: PedidoRow,
        /// What was odd about it.
        avisos: Vec<Aviso>,
    },
    /// The same content came before.
    Igual(PedidoRow),
    /// Another order came before under the same channel and `sourceId`.
    Diferente(PedidoId),
    /// There is no such channel.
    CanalAusente,
}

/// Stores an order under (store, channel, `sourceId`): a repeat changes nothing.
pub fn create(tx: &mut Tx<'_>, loja: LojaId, entrada: &Entrada) -> Result<CriacaoPedido, StoreError> {
    let pedido = &entrada.pedido;
    let Some((canal_num, tipo_canal)) = crate::canais::resumo(tx, loja, &pedido.canal_id)? else {
        return Ok(CriacaoPedido::CanalAusente);
    };
    if let Some(repetido) = repetido(tx, loja, canal_num, entrada)? {
        return Ok(repetido);
    }
    let (comprador, id) = crate::compradores::numero_e_pedido(tx, loja, &pedido.usuario)?;
    let numeros = Numeros { pedido: PedidoId(id), canal: canal_num, comprador };
    let agora = tx.agora();
    let linha = Linha::nova(loja, &numeros, entrada, agora.micros());
    let inseridas = on!(tx, c => diesel::insert_into(pedidos::table)
        .values(&linha)
        .on_conflict((pedidos::aplicacao_id, pedidos::loja_id, pedidos::source_id, pedidos::canal_num))
        .do_nothing()
        .execute(c))?;
    if inseridas == 0 {
        // another transaction was faster; it has committed by now, so its order is there to be seen
        return repetido(tx, loja, canal_num, entrada)?
            .ok_or_else(|| StoreError::Concorrencia("an order vanished".to_owned()));
    }
    let catalogo = crate::skus::catalogo(tx, loja, &codigos(pedido))?;
    let partes = Partes::novas(loja, &numeros, &tipo_canal, entrada, &catalogo, agora)?;
    gravar(tx, loja, &linha, &partes, evento_de_criacao(numeros.pedido, pedido))?;
    Ok(partes.criado(pedido.status, agora))
}

/// Stores what hangs on a new order's row, and tells of it.
fn gravar(
    tx: &mut Tx<'_>,
    loja: LojaId,
    linha: &Linha,
    partes: &Partes,
    evento: Novo<'_>,
) -> Result<(), StoreError> {
    let (id, agora) = (partes.pedido_id(), tx.agora());
    match &mut tx.conn.backend {
        Backend::Sqlite(c) => {
            diesel::insert_into(pedido_documentos::table).values(&partes.documento).execute(*c)?;
            diesel::insert_into(pedido_registros::table).values(&partes.registro).execute(*c)?;
            diesel::insert_into(pedido_historico::table).values(&partes.historico).execute(*c)?;
            for item in &partes.itens {
                diesel::insert_into(pedido_itens::table).values(item).execute(*c)?;
            }
            contagens::mudou(tx, loja, id, None, Some(linha.estado()));
            eventos::registrar(tx, loja, agora, [evento])
        }
        Backend::Postgres(c) => {
            let pendente = contagens::new_order(tx.pending, loja, id, linha.estado());
            let evento = eventos::stored(evento, agora)?;
            super::de_uma_vez::gravar(c, partes, &pendente, &Unplaced::new(&evento, loja, agora))
        }
    }
}

/// The order that came before under the same natural key, if any.
pub(super) fn repetido(
    tx: &mut Tx<'_>,
    loja: LojaId,
    canal_num: i32,
    Entrada { pedido, impressao, .. }: &Entrada,
) -> Result<Option<CriacaoPedido>, StoreError> {
    let anterior: Option<(i64, i64)> = on!(tx, c => pedidos::table
        .filter(pedidos::aplicacao_id.eq(loja.aplicacao.0))
        .filter(pedidos::loja_id.eq(loja.loja))
        .filter(pedidos::source_id.eq(&pedido.source_id))
        .filter(pedidos::canal_num.eq(canal_num))
        .select((pedidos::pedido_id, pedidos::impressao))
        .first(c)
        .optional())?;
    let Some((id, anterior)) = anterior else { return Ok(None) };
    let id = PedidoId(id);
    if anterior != *impressao {
        return Ok(Some(CriacaoPedido::Diferente(id)));
    }
    Ok(find(tx, loja, id)?.map(CriacaoPedido::Igual))
}

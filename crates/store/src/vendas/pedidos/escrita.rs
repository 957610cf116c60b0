//! Orders come in, once each. They move in [`super::movimento`]; nothing else changes them.

use diesel::prelude::*;
use domain::values::ids::{LojaId, PedidoId};

use super::entrada::Entrada;
use super::linhas::{Linha, Numeros};
use super::order::find;
use super::outcome::CriacaoPedido;
use super::partes::{Partes, codigos, evento_de_criacao};
use super::statements;
use crate::base::StoreError;
use crate::base::schema::pedidos;
use crate::base::schema::{pedido_documentos, pedido_historico, pedido_itens, pedido_registros};
use crate::base::{Tx, inserir, on};
use crate::eventos;
use crate::eventos::Novo;
use crate::vendas::contagens;

/// Stores an order under (store, channel, `sourceId`): a repeat changes nothing.
pub fn create(tx: &mut Tx<'_>, loja: LojaId, entrada: &Entrada) -> Result<CriacaoPedido, StoreError> {
    let pedido = &entrada.pedido;
    let Some((canal_num, tipo_canal)) = crate::catalogo::canais::resumo(tx, loja, &pedido.canal_id)? else {
        return Ok(CriacaoPedido::CanalAusente);
    };
    if let Some(repetido) = repetido(tx, loja, canal_num, entrada)? {
        return Ok(repetido);
    }
    let (comprador, id) = crate::vendas::compradores::numero_e_pedido(tx, loja, &pedido.usuario)?;
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
    let catalogo = crate::catalogo::skus::catalogo(tx, loja, &codigos(pedido))?;
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
    let agora = tx.agora();
    let event = eventos::stored(evento, agora)?;
    if statements::store_at_once(tx, loja, partes, linha.estado(), &event, agora)? {
        return Ok(());
    }
    inserir!(tx, pedido_documentos::table, std::iter::once(&partes.documento));
    inserir!(tx, pedido_registros::table, std::iter::once(&partes.registro));
    inserir!(tx, pedido_historico::table, std::iter::once(&partes.historico));
    inserir!(tx, pedido_itens::table, partes.itens.iter());
    contagens::mudou(tx, loja, partes.pedido_id(), None, Some(linha.estado()));
    eventos::append(tx, loja, agora, vec![event])
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

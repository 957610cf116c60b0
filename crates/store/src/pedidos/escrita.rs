//! The only place where orders change: created, moved, and their documents rewritten.

use std::collections::BTreeSet;

use diesel::prelude::*;
use domain::datas::Instante;
use domain::ids::{LojaId, PedidoId};
use domain::pedido::aviso::Aviso;
use domain::pedido::historico::RegistroHistorico;
use domain::pedido::{Movimento, MovimentoIlegal, MudancaStatus, NotaFiscal, Pedido, Rastreio, StatusPedido};
use domain::registro::{self, EstiloData, Fonte, ItemCatalogo};

use super::linhas::{Linha, LinhaHistorico, LinhaItem, Mudadas, Numeros, de_json, em_json};
use super::{Detalhes, PedidoRow, detalhes, find, historico};
use crate::conexao::{Backend, Tx, on};
use crate::erro::StoreError;
use crate::schema::{pedido_documentos, pedido_historico, pedido_itens, pedidos};
use crate::sequencias::{Sequencia, proximo};

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

/// What became of a move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MudancaPedido {
    /// Moved, or already there with its details merged; the order as it is now.
    Feita(PedidoRow),
    /// There is no such order.
    Ausente,
    /// The machine refuses the move.
    Ilegal(MovimentoIlegal),
}

/// Stores an order under (store, channel, `sourceId`): a repeat changes nothing.
pub fn create(tx: &mut Tx<'_>, loja: LojaId, pedido: &Pedido) -> Result<CriacaoPedido, StoreError> {
    let Some((canal_num, tipo_canal)) = crate::canais::resumo(tx, loja, &pedido.canal_id)? else {
        return Ok(CriacaoPedido::CanalAusente);
    };
    if let Some(repetido) = repetido(tx, loja, canal_num, pedido)? {
        return Ok(repetido);
    }
    let id = PedidoId(proximo(tx, Sequencia::Pedidos)?);
    let comprador = crate::compradores::numero(tx, loja, &pedido.usuario)?;
    let agora = tx.agora();
    let numeros = Numeros { pedido: id, canal: canal_num, comprador };
    let linha = Linha::nova(loja, &numeros, pedido, agora.micros());
    let inseridas = on!(tx, c => diesel::insert_into(pedidos::table)
        .values(&linha)
        .on_conflict((pedidos::aplicacao_id, pedidos::loja_id, pedidos::source_id, pedidos::canal_num))
        .do_nothing()
        .execute(c))?;
    if inseridas == 0 {
        // another transaction was faster; it has committed by now, so its order is there to be seen
        return repetido(tx, loja, canal_num, pedido)?
            .ok_or_else(|| StoreError::Concorrencia("an order vanished".to_owned()));
    }
    let pedido = &Pedido { pedido_id: id, ..pedido.clone() };
    let catalogo = inserir_itens(tx, loja, pedido)?;
    let documento = em_json(pedido)?;
    let fonte = Fonte {
        pedido,
        catalogo: &catalogo,
        canal_num,
        tipo_canal: &tipo_canal,
        comprador_num: comprador,
    };
    let estavel = registro::estavel(&fonte, EstiloData::Utc).map_err(|e| StoreError::Interno(e.to_string()))?;
    on!(tx, c => diesel::insert_into(pedido_documentos::table)
        .values((
            pedido_documentos::aplicacao_id.eq(loja.aplicacao.0),
            pedido_documentos::loja_id.eq(loja.loja),
            pedido_documentos::pedido_id.eq(id.0),
            pedido_documentos::documento.eq(&documento),
            pedido_documentos::catalogo.eq(em_json(&catalogo)?),
            pedido_documentos::registro.eq(estavel),
            pedido_documentos::registro_versao.eq(registro::VERSAO),
        ))
        .execute(c))?;
    let avisos = avisos(pedido, &catalogo);
    registrar(tx, loja, id, 1, &RegistroHistorico {
        status: pedido.status,
        data: pedido.data,
        registrado_em: agora,
        pulados: Vec::new(),
        motivo: String::new(),
        nota_fiscal: None,
        rastreio: None,
        avisos: avisos.iter().map(ToString::to_string).collect(),
    })?;
    let pedido = PedidoRow { pedido_id: id, status: pedido.status, documento, alterado_em: agora };
    Ok(CriacaoPedido::Criado { pedido, avisos })
}

/// The order that came before under the same natural key, if any.
fn repetido(
    tx: &mut Tx<'_>,
    loja: LojaId,
    canal_num: i32,
    pedido: &Pedido,
) -> Result<Option<CriacaoPedido>, StoreError> {
    let anterior: Option<(i64, i64)> = on!(tx, c => pedidos::table
        .filter(pedidos::aplicacao_id.eq(loja.aplicacao.0))
        .filter(pedidos::loja_id.eq(loja.loja))
        .filter(pedidos::source_id.eq(&pedido.source_id))
        .filter(pedidos::canal_num.eq(canal_num))
        .select((pedidos::pedido_id, pedidos::impressao))
        .first(c)
        .optional())?;
    let Some((id, impressao)) = anterior else { return Ok(None) };
    let id = PedidoId(id);
    if impressao != pedido.impressao() {
        return Ok(Some(CriacaoPedido::Diferente(id)));
    }
    Ok(find(tx, loja, id)?.map(CriacaoPedido::Igual))
}

/// Notes which SKUs the order holds; answers what those that are registered are right now.
fn inserir_itens(tx: &mut Tx<'_>, loja: LojaId, pedido: &Pedido) -> Result<Vec<ItemCatalogo>, StoreError> {
    let codigos: BTreeSet<&str> = pedido.produtos.iter().map(|item| item.sku.as_str()).collect();
    let codigos: Vec<&str> = codigos.into_iter().collect();
    let itens: Vec<LinhaItem<'_>> = codigos
        .iter()
        .map(|sku| LinhaItem {
            aplicacao_id: loja.aplicacao.0,
            loja_id: loja.loja,
            sku,
            pedido_id: pedido.pedido_id.0,
        })
        .collect();
    on!(tx, c => diesel::insert_into(pedido_itens::table).values(&itens).execute(c))?;
    crate::skus::catalogo(tx, loja, &codigos)
}

/// What is odd about an order.
fn avisos(pedido: &Pedido, catalogo: &[ItemCatalogo]) -> Vec<Aviso> {
    let desconhecidos: BTreeSet<&str> = pedido
        .produtos
        .iter()
        .map(|item| item.sku.as_str())
        .filter(|sku| !catalogo.iter().any(|conhecido| conhecido.sku == *sku))
        .collect();
    let mut avisos: Vec<Aviso> =
        desconhecidos.into_iter().map(|sku| Aviso::SkuNaoCadastrado(sku.to_owned())).collect();
    avisos.extend(pedido.aviso_de_total());
    avisos
}

/// Keeps other moves of the same order waiting until this transaction ends. The row itself is locked: a batch
/// of orders would fill the server's table of advisory locks.
pub fn exclusivo(tx: &mut Tx<'_>, loja: LojaId, id: PedidoId) -> Result<(), StoreError> {
    match &mut tx.backend {
        // one writer: nothing else can be under way
        #[cfg(feature = "sqlite")]
        Backend::Sqlite(_) => {}
        #[cfg(feature = "postgres")]
        Backend::Postgres(c) => {
            pedidos::table
                .find((loja.aplicacao.0, loja.loja, id.0))
                .select(pedidos::pedido_id)
                .for_no_key_update()
                .first::<i64>(*c)
                .optional()?;
        }
    }
    Ok(())
}

/// Moves an order, or merges new details into one that is already there.
pub fn mover(
    tx: &mut Tx<'_>,
    loja: LojaId,
    id: PedidoId,
    mudanca: &MudancaStatus,
) -> Result<MudancaPedido, StoreError> {
    exclusivo(tx, loja, id)?;
    let (Some(atual), Some(antigos)) = (find(tx, loja, id)?, detalhes(tx, loja, id)?) else {
        return Ok(MudancaPedido::Ausente);
    };
    let movimento = match atual.status.mover(mudanca.status, mudanca.tem_motivo()) {
        Ok(movimento) => movimento,
        Err(ilegal) => return Ok(MudancaPedido::Ilegal(ilegal)),
    };
    let novos = mesclados(&antigos, mudanca);
    let pulados = match movimento {
        Movimento::Avanco { pulados } => pulados,
        Movimento::Mesmo if novos == antigos && !motivo_novo(tx, loja, id, mudanca)? => {
            return Ok(MudancaPedido::Feita(atual));
        }
        Movimento::Mesmo => Vec::new(),
    };
    // not when the transaction began: it may have waited here for another move, which then came first
    let agora = Instante::agora().max(atual.alterado_em);
    let data = mudanca.data.unwrap_or(agora.truncado());
    let avancou = atual.status != mudanca.status;
    let documento = if avancou { com_status(&atual.documento, mudanca.status)? } else { atual.documento };
    let mudadas = Mudadas {
        status: avancou.then_some(mudanca.status.codigo()),
        status_em: avancou.then_some(agora.micros()),
        data_pagamento: (avancou && mudanca.status == StatusPedido::Pago).then_some(data.micros()),
        rastreado: novos.rastreio.is_some().then_some(true),
        // the store has to hear of it again
        integrado: avancou.then_some(false),
        alterado_em: agora.micros(),
    };
    let nota_fiscal = novos.nota_fiscal.as_ref().map(em_json).transpose()?;
    let rastreio = novos.rastreio.as_ref().map(em_json).transpose()?;
    on!(tx, c => {
        diesel::update(pedidos::table.find((loja.aplicacao.0, loja.loja, id.0))).set(&mudadas).execute(c)?;
        diesel::update(pedido_documentos::table
            .filter(pedido_documentos::aplicacao_id.eq(loja.aplicacao.0))
            .filter(pedido_documentos::loja_id.eq(loja.loja))
            .filter(pedido_documentos::pedido_id.eq(id.0)))
            .set((
                pedido_documentos::documento.eq(&documento),
                pedido_documentos::nota_fiscal.eq(nota_fiscal),
                pedido_documentos::rastreio.eq(rastreio),
            ))
            .execute(c)?
    });
    let seq = proxima_seq(tx, loja, id)?;
    registrar(tx, loja, id, seq, &RegistroHistorico {
        status: mudanca.status,
        data,
        registrado_em: agora,
        pulados,
        motivo: mudanca.motivo.clone(),
        nota_fiscal: mudanca.nota_fiscal.clone().filter(|nota| *nota != NotaFiscal::default()),
        rastreio: mudanca.rastreio.clone().filter(|rastreio| *rastreio != Rastreio::default()),
        avisos: Vec::new(),
    })?;
    Ok(MudancaPedido::Feita(PedidoRow { pedido_id: id, status: mudanca.status, documento, alterado_em: agora }))
}

/// The details with those of a move laid over them; details that say nothing are none.
fn mesclados(antigos: &Detalhes, mudanca: &MudancaStatus) -> Detalhes {
    let sobre = antigos.clone();
    Detalhes {
        nota_fiscal: match &mudanca.nota_fiscal {
            Some(nova) => Some(sobre.nota_fiscal.unwrap_or_default().mesclar(nova.clone()))
                .filter(|nota| *nota != NotaFiscal::default()),
            None => sobre.nota_fiscal,
        },
        rastreio: match &mudanca.rastreio {
            Some(novo) => Some(sobre.rastreio.unwrap_or_default().mesclar(novo.clone()))
                .filter(|rastreio| *rastreio != Rastreio::default()),
            None => sobre.rastreio,
        },
    }
}

/// True when the move gives a reason that this status has not been given yet: it would be lost otherwise.
fn motivo_novo(
    tx: &mut Tx<'_>,
    loja: LojaId,
    id: PedidoId,
    mudanca: &MudancaStatus,
) -> Result<bool, StoreError> {
    Ok(mudanca.tem_motivo()
        && !historico(tx, loja, id)?
            .iter()
            .any(|registro| registro.status == mudanca.status && registro.motivo == mudanca.motivo))
}

fn com_status(documento: &str, status: StatusPedido) -> Result<String, StoreError> {
    let mut pedido: Pedido = de_json("pedido_documentos.documento", documento)?;
    pedido.status = status;
    em_json(&pedido)
}

fn proxima_seq(tx: &mut Tx<'_>, loja: LojaId, id: PedidoId) -> Result<i32, StoreError> {
    let ultima: Option<i32> = on!(tx, c => pedido_historico::table
        .filter(pedido_historico::aplicacao_id.eq(loja.aplicacao.0))
        .filter(pedido_historico::loja_id.eq(loja.loja))
        .filter(pedido_historico::pedido_id.eq(id.0))
        .select(diesel::dsl::max(pedido_historico::seq))
        .first(c))?;
    Ok(ultima.unwrap_or(0).saturating_add(1))
}

fn registrar(
    tx: &mut Tx<'_>,
    loja: LojaId,
    id: PedidoId,
    seq: i32,
    registro: &RegistroHistorico,
) -> Result<(), StoreError> {
    let linha = LinhaHistorico {
        aplicacao_id: loja.aplicacao.0,
        loja_id: loja.loja,
        pedido_id: id.0,
        seq,
        status: registro.status.codigo(),
        data: registro.data.micros(),
        registrado_em: registro.registrado_em.micros(),
        registro: em_json(registro)?,
    };
    on!(tx, c => diesel::insert_into(pedido_historico::table).values(&linha).execute(c))?;
    Ok(())
}

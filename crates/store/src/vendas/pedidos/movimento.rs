//! Orders move: their status, their details, and the documents rewritten accordingly.

mod escrita;
mod leitura;

use std::collections::BTreeSet;

use diesel::prelude::*;
use domain::evento;
use domain::evento::Detalhe;
use domain::pedido::historico::RegistroHistorico;
use domain::pedido::{Movimento, MovimentoIlegal, MudancaStatus, NotaFiscal, Pedido, Rastreio, StatusPedido};
use domain::values::dates::Instante;
use domain::values::ids::{LojaId, PedidoId};

use super::linhas::{LinhaHistorico, Movel};
use super::order::{Detalhes, PedidoRow, historico};
use super::statements;
use crate::base::StoreError;
use crate::base::schema::pedido_historico;
use crate::base::{Tx, inserir};
use crate::base::{de_json, em_json};
use crate::eventos::{self, Novo};
use crate::vendas::contagens;
use leitura::Atual;

pub use leitura::exclusivo;

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

/// Moves an order, or merges new details into one that is already there.
pub fn mover(
    tx: &mut Tx<'_>,
    loja: LojaId,
    id: PedidoId,
    mudanca: &MudancaStatus,
) -> Result<MudancaPedido, StoreError> {
    let feitas = mover_lote(tx, loja, &[(id, std::slice::from_ref(mudanca))])?;
    feitas.into_iter().next().ok_or_else(|| StoreError::Interno("a move was lost".to_owned()))
}

/// [`mover`] for many orders, each of them once with its moves in turn; answers for each what became of its last
/// move, or of the first that was refused: those behind it are left out.
pub fn mover_lote(
    tx: &mut Tx<'_>,
    loja: LojaId,
    lote: &[(PedidoId, &[MudancaStatus])],
) -> Result<Vec<MudancaPedido>, StoreError> {
    let ids: BTreeSet<i64> = lote.iter().map(|(id, _)| id.0).collect();
    let ids: Vec<i64> = ids.into_iter().collect();
    statements::lock(tx, loja, &ids)?;
    let mut atuais = leitura::atuais(tx, loja, &ids)?;
    // not when the transaction began: it may have waited here for other moves, which then came first
    let mut ultimo = Instante::agora();
    let mut feitas = Vec::with_capacity(lote.len());
    let (mut mudados, mut passos) = (Vec::with_capacity(lote.len()), Vec::new());
    for (id, mudancas) in lote {
        let Some(mut atual) = atuais.remove(&id.0) else {
            feitas.push(MudancaPedido::Ausente);
            continue;
        };
        let antes = atual.estado;
        // of its own: `caudas` knows what is read of an order by this instant
        let agora = Instante::agora_depois_de(atual.pedido.alterado_em);
        ultimo = ultimo.max(agora);
        let mut dele = Vec::with_capacity(mudancas.len());
        let mut feita = Ok(());
        for mudanca in *mudancas {
            feita = mover_um(tx, loja, &mut atual, mudanca, agora, &mut dele)?;
            if feita.is_err() {
                break;
            }
        }
        feitas.push(match feita {
            Ok(()) => MudancaPedido::Feita(atual.pedido.clone()),
            Err(ilegal) => MudancaPedido::Ilegal(ilegal),
        });
        if !dele.is_empty() {
            contagens::mudou(tx, loja, *id, Some(antes), Some(atual.estado));
            mudados.push(atual);
            passos.append(&mut dele);
        }
    }
    escrita::gravar(tx, loja, &mudados)?;
    contar(tx, loja, ultimo, passos)?;
    Ok(feitas)
}

/// A move that was made, as it is told.
struct Passo {
    id: PedidoId,
    canal_id: String,
    seq: i32,
    registro: RegistroHistorico,
    evento: evento::Mudanca,
}

/// Writes moves into the event log and into the histories of their orders.
fn contar(tx: &mut Tx<'_>, loja: LojaId, agora: Instante, passos: Vec<Passo>) -> Result<(), StoreError> {
    let historico: Vec<LinhaHistorico> = passos
        .iter()
        .map(|passo| LinhaHistorico::nova(loja, passo.id, passo.seq, &passo.registro))
        .collect::<Result<_, _>>()?;
    inserir!(tx, pedido_historico::table, historico.iter());
    let eventos = passos.iter().map(|passo| Novo {
        assunto: passo.id.0,
        canal: Some(&passo.canal_id),
        sku: None,
        mudanca: passo.evento.clone(),
    });
    eventos::registrar(tx, loja, agora, eventos)
}

/// Moves an order that is locked and read, without writing; `passos` are its earlier moves, to which this one is
/// added when it changes something.
fn mover_um(
    tx: &mut Tx<'_>,
    loja: LojaId,
    atual: &mut Atual,
    mudanca: &MudancaStatus,
    agora: Instante,
    passos: &mut Vec<Passo>,
) -> Result<Result<(), MovimentoIlegal>, StoreError> {
    let anterior = atual.pedido.status;
    let movimento = match anterior.mover(mudanca.status, mudanca.tem_motivo()) {
        Ok(movimento) => movimento,
        Err(ilegal) => return Ok(Err(ilegal)),
    };
    let novos = mesclados(&atual.detalhes, mudanca);
    let pulados = match movimento {
        Movimento::Avanco { pulados } => pulados,
        Movimento::Mesmo if novos == atual.detalhes && !motivo_novo(tx, loja, atual, mudanca, passos)? => {
            return Ok(Ok(()));
        }
        Movimento::Mesmo => Vec::new(),
    };
    let data = mudanca.data.unwrap_or(agora.truncado());
    let detalhes = acrescentados(&atual.detalhes, &novos, mudanca);
    let evento = match anterior != mudanca.status {
        true => {
            atual.pedido.documento = com_status(&atual.pedido.documento, mudanca.status)?;
            let pulados = pulados.clone();
            evento::Mudanca::PedidoStatus { anterior, status: mudanca.status, pulados, detalhes }
        }
        false => evento::Mudanca::PedidoDetalhe { status: mudanca.status, detalhes },
    };
    atual.movel = movido(&atual.movel, mudanca, data, agora, novos.rastreio.is_some());
    atual.estado = atual.movel.estado(atual.estado);
    atual.detalhes = novos;
    atual.pedido.status = mudanca.status;
    atual.pedido.alterado_em = agora;
    atual.seq = atual.seq.saturating_add(1);
    passos.push(Passo {
        id: atual.pedido.pedido_id,
        canal_id: atual.canal_id.clone(),
        seq: atual.seq,
        registro: RegistroHistorico {
            status: mudanca.status,
            data,
            registrado_em: agora,
            pulados,
            motivo: mudanca.motivo.clone(),
            nota_fiscal: mudanca.nota_fiscal.clone().filter(|nota| *nota != NotaFiscal::default()),
            rastreio: mudanca.rastreio.clone().filter(|rastreio| *rastreio != Rastreio::default()),
            avisos: Vec::new(),
        },
        evento,
    });
    Ok(Ok(()))
}

fn movido(movel: &Movel, mudanca: &MudancaStatus, data: Instante, agora: Instante, rastreado: bool) -> Movel {
    let alterado_em = agora.micros();
    let rastreado = movel.rastreado || rastreado;
    if movel.status == mudanca.status.codigo() {
        return Movel { rastreado, alterado_em, ..*movel };
    }
    Movel {
        status: mudanca.status.codigo(),
        status_em: alterado_em,
        data_pagamento: match mudanca.status {
            StatusPedido::Pago => Some(data.micros()),
            _ => movel.data_pagamento,
        },
        rastreado,
        // the store has to hear of it again
        integrado: false,
        alterado_em,
    }
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

/// What a move adds to the order, as its event tells it.
fn acrescentados(antigos: &Detalhes, novos: &Detalhes, mudanca: &MudancaStatus) -> Vec<Detalhe> {
    [
        (Detalhe::NotaFiscal, antigos.nota_fiscal != novos.nota_fiscal),
        (Detalhe::Rastreio, antigos.rastreio != novos.rastreio),
        (Detalhe::Motivo, mudanca.tem_motivo()),
    ]
    .into_iter()
    .filter_map(|(detalhe, novo)| novo.then_some(detalhe))
    .collect()
}

/// True when the move gives a reason that this status has not been given yet: it would be lost otherwise.
fn motivo_novo(
    tx: &mut Tx<'_>,
    loja: LojaId,
    atual: &Atual,
    mudanca: &MudancaStatus,
    passos: &[Passo],
) -> Result<bool, StoreError> {
    let dado =
        |registro: &RegistroHistorico| registro.status == mudanca.status && registro.motivo == mudanca.motivo;
    Ok(mudanca.tem_motivo()
        && !passos.iter().any(|passo| dado(&passo.registro))
        && !historico(tx, loja, atual.pedido.pedido_id)?.iter().any(dado))
}

fn com_status(documento: &str, status: StatusPedido) -> Result<String, StoreError> {
    let mut pedido: Pedido = de_json("pedido_documentos.documento", documento)?;
    pedido.status = status;
    em_json(&pedido)
}

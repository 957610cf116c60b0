//! Orders move: their status, their details, and the documents rewritten accordingly.

mod reading;
mod writing;

use std::collections::BTreeSet;

use diesel::prelude::*;
use domain::evento;
use domain::evento::Detalhe;
use domain::pedido::historico::RegistroHistorico;
use domain::pedido::{IllegalMovement, Movement, MudancaStatus, NotaFiscal, Pedido, Rastreio, StatusPedido};
use domain::values::dates::Instante;
use domain::values::ids::{LojaId, PedidoId};

use super::order::{Detalhes, PedidoRow, historico};
use super::rows::{HistoricoRow, Movable};
use super::statements;
use crate::base::StoreError;
use crate::base::schema::pedido_historico;
use crate::base::{Tx, insert};
use crate::base::{from_json, to_json};
use crate::eventos::{self, NewEvento};
use crate::sales::contagens;
use reading::Current;

pub use reading::exclusive;

/// What became of a move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MovePedidoOutcome {
    /// Moved, or already there with its details merged; the order as it is now.
    Done(PedidoRow),
    /// There is no such order.
    Missing,
    /// The machine refuses the move.
    Illegal(IllegalMovement),
}

/// Moves an order, or merges new details into one that is already there.
pub fn move_on(
    tx: &mut Tx<'_>,
    loja: LojaId,
    id: PedidoId,
    change: &MudancaStatus,
) -> Result<MovePedidoOutcome, StoreError> {
    let outcomes = move_lote(tx, loja, &[(id, std::slice::from_ref(change))])?;
    outcomes.into_iter().next().ok_or_else(|| StoreError::Internal("a move was lost".to_owned()))
}

/// [`move_on`] for many orders, each of them once with its moves in turn; answers for each what became of its
/// last move, or of the first that was refused: those behind it are left out.
pub fn move_lote(
    tx: &mut Tx<'_>,
    loja: LojaId,
    lote: &[(PedidoId, &[MudancaStatus])],
) -> Result<Vec<MovePedidoOutcome>, StoreError> {
    let ids: BTreeSet<i64> = lote.iter().map(|(id, _)| id.0).collect();
    let ids: Vec<i64> = ids.into_iter().collect();
    statements::lock(tx, loja, &ids)?;
    let mut current_ones = reading::current_ones(tx, loja, &ids)?;
    // not when the transaction began: it may have waited here for other moves, which then came first
    let mut last = Instante::now();
    let mut outcomes = Vec::with_capacity(lote.len());
    let (mut changed_ones, mut steps) = (Vec::with_capacity(lote.len()), Vec::new());
    for (id, changes) in lote {
        let Some(mut current) = current_ones.remove(&id.0) else {
            outcomes.push(MovePedidoOutcome::Missing);
            continue;
        };
        let before = current.estado;
        // of its own: `tails` knows what is read of an order by this instant
        let now = Instante::now_after(current.pedido.alterado_em);
        last = last.max(now);
        let mut its = Vec::with_capacity(changes.len());
        let mut done = Ok(());
        for change in *changes {
            done = move_one(tx, loja, &mut current, change, now, &mut its)?;
            if done.is_err() {
                break;
            }
        }
        outcomes.push(match done {
            Ok(()) => MovePedidoOutcome::Done(current.pedido.clone()),
            Err(illegal) => MovePedidoOutcome::Illegal(illegal),
        });
        if !its.is_empty() {
            contagens::changed(tx, loja, *id, Some(before), Some(current.estado));
            changed_ones.push(current);
            steps.append(&mut its);
        }
    }
    writing::write(tx, loja, &changed_ones)?;
    tell(tx, loja, last, steps)?;
    Ok(outcomes)
}

/// A move that was made, as it is told.
struct Step {
    id: PedidoId,
    canal_id: String,
    seq: i32,
    registro: RegistroHistorico,
    evento: evento::Change,
}

/// Writes moves into the event log and into the histories of their orders.
fn tell(tx: &mut Tx<'_>, loja: LojaId, now: Instante, steps: Vec<Step>) -> Result<(), StoreError> {
    let historico: Vec<HistoricoRow> = steps
        .iter()
        .map(|step| HistoricoRow::new(loja, step.id, step.seq, &step.registro))
        .collect::<Result<_, _>>()?;
    insert!(tx, pedido_historico::table, historico.iter());
    let eventos = steps.iter().map(|step| NewEvento {
        assunto: step.id.0,
        canal: Some(&step.canal_id),
        sku: None,
        change: step.evento.clone(),
    });
    eventos::record(tx, loja, now, eventos)
}

/// Moves an order that is locked and read, without writing; `steps` are its earlier moves, to which this one
/// is added when it changes something.
fn move_one(
    tx: &mut Tx<'_>,
    loja: LojaId,
    current: &mut Current,
    change: &MudancaStatus,
    now: Instante,
    steps: &mut Vec<Step>,
) -> Result<Result<(), IllegalMovement>, StoreError> {
    let anterior = current.pedido.status;
    let movement = match anterior.move_on(change.status, change.has_motivo()) {
        Ok(movement) => movement,
        Err(illegal) => return Ok(Err(illegal)),
    };
    let new_ones = merged(&current.detalhes, change);
    let pulados = match movement {
        Movement::Progress { pulados } => pulados,
        Movement::Same
            if new_ones == current.detalhes && !motivo_is_new(tx, loja, current, change, steps)? =>
        {
            return Ok(Ok(()));
        }
        Movement::Same => Vec::new(),
    };
    let data = change.data.unwrap_or(now.truncated());
    let detalhes = appended(&current.detalhes, &new_ones, change);
    let evento = match anterior != change.status {
        true => {
            current.pedido.documento = with_status(&current.pedido.documento, change.status)?;
            let pulados = pulados.clone();
            evento::Change::PedidoStatus { anterior, status: change.status, pulados, detalhes }
        }
        false => evento::Change::PedidoDetalhe { status: change.status, detalhes },
    };
    current.movable = moved(&current.movable, change, data, now, new_ones.rastreio.as_ref());
    current.estado = current.movable.state(current.estado);
    current.detalhes = new_ones;
    current.pedido.status = change.status;
    current.pedido.alterado_em = now;
    current.seq = current.seq.saturating_add(1);
    steps.push(Step {
        id: current.pedido.pedido_id,
        canal_id: current.canal_id.clone(),
        seq: current.seq,
        registro: RegistroHistorico {
            status: change.status,
            data,
            registrado_em: now,
            pulados,
            motivo: change.motivo.clone(),
            nota_fiscal: change.nota_fiscal.clone().filter(|nota| *nota != NotaFiscal::default()),
            rastreio: change.rastreio.clone().filter(|rastreio| *rastreio != Rastreio::default()),
            avisos: Vec::new(),
        },
        evento,
    });
    Ok(Ok(()))
}

fn moved(
    movable: &Movable,
    change: &MudancaStatus,
    data: Instante,
    now: Instante,
    rastreio: Option<&Rastreio>,
) -> Movable {
    let alterado_em = now.micros();
    let rastreado = movable.rastreado || rastreio.is_some();
    let transportadora = rastreio.map(|rastreio| rastreio.transportadora.clone());
    if movable.status == change.status.code() {
        return Movable { rastreado, alterado_em, transportadora, ..*movable };
    }
    Movable {
        status: change.status.code(),
        status_em: alterado_em,
        data_pagamento: match change.status {
            StatusPedido::Pago => Some(data.micros()),
            _ => movable.data_pagamento,
        },
        rastreado,
        // the store has to hear of it again
        integrado: false,
        alterado_em,
        transportadora,
    }
}

/// The details with those of a move laid over them; details that say nothing are none.
fn merged(old_ones: &Detalhes, change: &MudancaStatus) -> Detalhes {
    let about = old_ones.clone();
    Detalhes {
        nota_fiscal: match &change.nota_fiscal {
            Some(new_one) => Some(about.nota_fiscal.unwrap_or_default().merge(new_one.clone()))
                .filter(|nota| *nota != NotaFiscal::default()),
            None => about.nota_fiscal,
        },
        rastreio: match &change.rastreio {
            Some(new) => Some(about.rastreio.unwrap_or_default().merge(new.clone()))
                .filter(|rastreio| *rastreio != Rastreio::default()),
            None => about.rastreio,
        },
    }
}

/// What a move adds to the order, as its event tells it.
fn appended(old_ones: &Detalhes, new_ones: &Detalhes, change: &MudancaStatus) -> Vec<Detalhe> {
    [
        (Detalhe::NotaFiscal, old_ones.nota_fiscal != new_ones.nota_fiscal),
        (Detalhe::Rastreio, old_ones.rastreio != new_ones.rastreio),
        (Detalhe::Motivo, change.has_motivo()),
    ]
    .into_iter()
    .filter_map(|(detail, new)| new.then_some(detail))
    .collect()
}

/// True when the move gives a reason that this status has not been given yet: it would be lost otherwise.
fn motivo_is_new(
    tx: &mut Tx<'_>,
    loja: LojaId,
    current: &Current,
    change: &MudancaStatus,
    steps: &[Step],
) -> Result<bool, StoreError> {
    let given =
        |registro: &RegistroHistorico| registro.status == change.status && registro.motivo == change.motivo;
    Ok(change.has_motivo()
        && !steps.iter().any(|step| given(&step.registro))
        && !historico(tx, loja, current.pedido.pedido_id)?.iter().any(given))
}

fn with_status(document: &str, status: StatusPedido) -> Result<String, StoreError> {
    let mut pedido: Pedido = from_json("pedido_documentos.documento", document)?;
    pedido.status = status;
    to_json(&pedido)
}

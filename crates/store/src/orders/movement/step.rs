//! One move of an order that is locked and read: what it changes, without writing.

use domain::evento;
use domain::evento::Detalhe;
use domain::interface_b::situacao_pedido::DEFAULT_MOTIVO;
use domain::pedido::historico::RegistroHistorico;
use domain::pedido::{
    IllegalMovement, ItemMovido, ItemPedido, LineIndex, Lines, NotaFiscal, Pedido, Rastreio, Standing,
    StatusPedido, SubSituacao, Target, Transition,
};
use domain::values::dates::Instante;
use domain::values::ids::PedidoId;

use crate::base::StoreError;
use crate::base::{from_json, to_json};
use crate::orders::details::{Detalhes, LineDetails};
use crate::orders::movement::reading::Current;
use crate::orders::rows::Movable;

/// A move that was made, as it is told.
pub(super) struct Step {
    pub id: PedidoId,
    pub canal_id: String,
    pub evento: evento::Change,
}

/// What a move would leave.
struct After {
    standing: Standing,
    lines: Lines,
    pulados: Vec<StatusPedido>,
    detalhes: Detalhes,
    line_details: LineDetails,
    /// The items that it changes, where it is about items.
    itens: Vec<ItemMovido>,
}

/// Moves an order; to `steps` the move is added when it changes something.
pub(super) fn move_one(
    current: &mut Current,
    change: &Transition,
    now: Instante,
    steps: &mut Vec<Step>,
) -> Result<Result<(), IllegalMovement>, StoreError> {
    let data = change.data.unwrap_or(now.truncated());
    let after = match &change.lines {
        None => of_order(current, change),
        Some(lines) => of_lines(current, change, lines, data)?,
    };
    let after = match after {
        Ok(after) => after,
        Err(illegal) => return Ok(Err(illegal)),
    };
    let before = current.standing;
    let unchanged = after.standing == before
        && after.lines == current.lines
        && after.detalhes == current.progress.detalhes
        && after.line_details == current.progress.itens;
    if unchanged && !motivo_is_new(current, change) {
        return Ok(Ok(()));
    }
    let detalhes = appended(current, &after, change);
    if after.standing.status != before.status {
        current.pedido.documento = with_status(&current.pedido.documento, after.standing.status)?;
    }
    current.movable = moved(&current.movable, (before, &after), change, data, now);
    current.estado = current.movable.state(current.estado);
    current.pedido.status = after.standing.status;
    current.pedido.alterado_em = now;
    current.progress.historico.push(registro(&after, change, data, now));
    steps.push(Step {
        id: current.pedido.pedido_id,
        canal_id: current.canal_id.clone(),
        evento: evento::Change::PedidoStatus {
            anterior: before,
            atual: after.standing,
            pulados: after.pulados,
            detalhes,
            itens: after.itens,
        },
    });
    current.standing = after.standing;
    current.lines = after.lines;
    current.progress.detalhes = after.detalhes;
    current.progress.itens = after.line_details;
    Ok(Ok(()))
}

/// A move of the order as a whole.
fn of_order(current: &Current, change: &Transition) -> Result<After, IllegalMovement> {
    let (standing, pulados) = current.standing.move_on(change.to, change.has_motivo())?;
    let moves = standing.status != current.standing.status && !change.has_motivo();
    if let Some(de) = current.lines.needing_motivo(standing.status).filter(|_| moves) {
        return Err(IllegalMovement::ReasonRequired { de, to: standing.status });
    }
    let lines = match change.to {
        Target::Here => current.lines.clone(),
        // a repeat of interface A's says nothing new
        Target::Status(_) if standing == current.standing => current.lines.clone(),
        Target::Status(_) | Target::Plain(_) | Target::Sub(_) => current.lines.clone().after(standing),
    };
    Ok(After {
        standing,
        lines,
        pulados,
        detalhes: current
            .progress
            .detalhes
            .clone()
            .merge(change.nota_fiscal.as_ref(), change.rastreio.as_ref()),
        line_details: current.progress.itens.clone(),
        itens: Vec::new(),
    })
}

/// A move of some of its items.
fn of_lines(
    current: &Current,
    change: &Transition,
    which: &[LineIndex],
    data: Instante,
) -> Result<Result<After, IllegalMovement>, StoreError> {
    let pedido: Pedido = from_json("pedido_documentos.documento", &current.pedido.documento)?;
    let before = current.standing;
    let order = (before, pedido.produtos.len());
    let (lines, standing) = match current.lines.move_on(order, which, change.to, change.has_motivo()) {
        Ok(moved) => moved,
        Err(illegal) => return Ok(Err(illegal)),
    };
    let (mut line_details, mut itens) = (current.progress.itens.clone(), Vec::new());
    for index in which {
        let (was, is) = (current.lines.standing(*index, before), lines.standing(*index, standing));
        let old = line_details.get(index).cloned().unwrap_or_default();
        let rastreio = dated(change.rastreio.clone(), (was, is), data);
        let new = old.clone().merge(change.nota_fiscal.as_ref(), rastreio.as_ref());
        if was != is || old != new {
            itens.push(item(*index, pedido.produtos.get(*index), is));
        }
        if new != Detalhes::default() {
            line_details.insert(*index, new);
        }
    }
    let pulados = match standing.status == before.status {
        true => Vec::new(),
        false => before.status.skipped(standing.status),
    };
    let detalhes = current.progress.detalhes.clone();
    Ok(Ok(After { standing, lines, pulados, detalhes, line_details, itens }))
}

/// An item's parcel with the days on which it was handed over and arrived, where this move says so.
fn dated(rastreio: Option<Rastreio>, (was, is): (Standing, Standing), data: Instante) -> Option<Rastreio> {
    if was.status == is.status {
        return rastreio;
    }
    let known = rastreio.clone().unwrap_or_default();
    match is.status {
        StatusPedido::Enviado => Some(Rastreio { data_envio: known.data_envio.or(Some(data)), ..known }),
        StatusPedido::Entregue => Some(Rastreio { data_entrega: known.data_entrega.or(Some(data)), ..known }),
        StatusPedido::AguardandoPagamento
        | StatusPedido::Pago
        | StatusPedido::Faturado
        | StatusPedido::Cancelado => rastreio,
    }
}

fn item(index: LineIndex, item: Option<&ItemPedido>, standing: Standing) -> ItemMovido {
    ItemMovido {
        item: i64::try_from(index).unwrap_or(i64::MAX).saturating_add(1),
        sku: item.map(|item| item.sku.clone()).unwrap_or_default(),
        situacao_pedido_id: standing.code(),
    }
}

fn registro(after: &After, change: &Transition, data: Instante, now: Instante) -> RegistroHistorico {
    RegistroHistorico {
        status: after.standing.status,
        data,
        registrado_em: now,
        pulados: after.pulados.clone(),
        motivo: change.motivo.clone(),
        nota_fiscal: change.nota_fiscal.clone().filter(|nota| *nota != NotaFiscal::default()),
        rastreio: change.rastreio.clone().filter(|rastreio| *rastreio != Rastreio::default()),
        avisos: Vec::new(),
        situacao_pedido_id: after.standing.sub.map(SubSituacao::code),
        itens: after.itens.clone(),
    }
}

fn moved(
    movable: &Movable,
    (before, after): (Standing, &After),
    change: &Transition,
    data: Instante,
    now: Instante,
) -> Movable {
    let alterado_em = now.micros();
    let rastreado = movable.rastreado || after.detalhes.rastreio.is_some() || change.rastreio.is_some();
    let itens = after.lines.text();
    // where items alone have parcels, the last one's
    let parcel = after.detalhes.rastreio.as_ref().or(change.rastreio.as_ref());
    let transportadora =
        parcel.map_or_else(|| movable.transportadora.clone(), |parcel| Some(parcel.transportadora.clone()));
    if before == after.standing {
        return Movable { rastreado, alterado_em, transportadora, itens, ..*movable };
    }
    Movable {
        status: after.standing.stored(),
        status_em: alterado_em,
        data_pagamento: match after.standing.status {
            StatusPedido::AguardandoPagamento | StatusPedido::Cancelado => movable.data_pagamento,
            StatusPedido::Pago | StatusPedido::Faturado | StatusPedido::Enviado | StatusPedido::Entregue => {
                movable.data_pagamento.or(Some(data.micros()))
            }
        },
        rastreado,
        // the store has to hear of what it did not do itself
        integrado: movable.integrado && change.by_store,
        alterado_em,
        transportadora,
        itens,
    }
}

/// What a move adds to the order, as its event tells it.
fn appended(before: &Current, after: &After, change: &Transition) -> Vec<Detalhe> {
    let invoice = |details: &LineDetails| {
        details.values().filter_map(|own| own.nota_fiscal.clone()).collect::<Vec<_>>()
    };
    let parcels =
        |details: &LineDetails| details.values().filter_map(|own| own.rastreio.clone()).collect::<Vec<_>>();
    let (old, new) = (&before.progress.detalhes, &after.detalhes);
    let (old_lines, new_lines) = (&before.progress.itens, &after.line_details);
    [
        (Detalhe::NotaFiscal, old.nota_fiscal != new.nota_fiscal || invoice(old_lines) != invoice(new_lines)),
        (Detalhe::Rastreio, old.rastreio != new.rastreio || parcels(old_lines) != parcels(new_lines)),
        (Detalhe::Motivo, change.has_motivo()),
    ]
    .into_iter()
    .filter_map(|(detail, new)| new.then_some(detail))
    .collect()
}

/// True when the move gives a reason that this status has not been given yet: it would be lost otherwise. The
/// usual reason of a store that gives none says nothing.
fn motivo_is_new(current: &Current, change: &Transition) -> bool {
    let given = |registro: &RegistroHistorico| {
        registro.status == current.standing.status && registro.motivo == change.motivo
    };
    change.has_motivo()
        && change.lines.is_none()
        && change.motivo != DEFAULT_MOTIVO
        && !current.progress.historico.iter().any(given)
}

fn with_status(document: &str, status: StatusPedido) -> Result<String, StoreError> {
    let mut pedido: Pedido = from_json("pedido_documentos.documento", document)?;
    pedido.status = status;
    to_json(&pedido)
}

//! One move of a locked order: computes what it changes and writes nothing.

use domain::evento;
use domain::evento::Detalhe;
use domain::interface_b::situacao_pedido::DEFAULT_MOTIVO;
use domain::pedido::aviso::Aviso;
use domain::pedido::historico::{HISTORICO_MAX, RegistroHistorico};
use domain::pedido::{
    IllegalMovement, ItemMovido, ItemPedido, LineIndex, Lines, NotaFiscal, Pedido, Rastreio, Standing,
    StatusPedido, SubSituacao, Target, Transition,
};
use domain::values::dates::Instante;
use domain::values::ids::PedidoId;

use crate::base::StoreError;
use crate::base::{from_json, to_json};
use crate::orders::history::{Detalhes, LineDetails};
use crate::orders::movement::LockedOrder;
use crate::orders::rows::MovableColumns;

/// A move that was made, with its event.
pub(super) struct Step {
    pub id: PedidoId,
    pub canal_id: String,
    pub evento: evento::Change,
}

/// The state of an order after a move.
struct OrderAfter {
    standing: Standing,
    lines: Lines,
    pulados: Vec<StatusPedido>,
    detalhes: Detalhes,
    line_details: LineDetails,
    /// The changed items, for a move of items.
    itens: Vec<ItemMovido>,
}

/// Applies a move to `current`, and appends it to `steps` if it changes anything.
pub(super) fn apply(
    current: &mut LockedOrder,
    change: &Transition,
    now: Instante,
    steps: &mut Vec<Step>,
) -> Result<Result<(), IllegalMovement>, StoreError> {
    let data = change.data.unwrap_or(now.truncated());
    let after = match &change.lines {
        None => order_move(current, change),
        Some(lines) => items_move(current, change, lines, data)?,
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
    if current.progress.historico.len() >= HISTORICO_MAX && !changes_status(current, &after) {
        return Ok(Err(IllegalMovement::HistoryFull(HISTORICO_MAX)));
    }
    let detalhes = added_details(current, &after, change);
    if after.standing.status != before.status {
        current.pedido.documento = with_status(&current.pedido.documento, after.standing.status)?;
    }
    current.movable = moved_columns(&current.movable, (before, &after), change, data, now);
    current.counted = current.movable.counted_state(current.counted);
    current.pedido.status = after.standing.status;
    current.pedido.alterado_em = now;
    current.progress.historico.push(new_entry(&after, change, data, now));
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

/// Whether the order or one of its items gets another status. These ends: no status comes back.
fn changes_status(current: &LockedOrder, after: &OrderAfter) -> bool {
    let status = current.standing.status;
    after.standing.status != status || !after.lines.same_statuses(&current.lines, status)
}

/// A move of the order as a whole.
fn order_move(current: &LockedOrder, change: &Transition) -> Result<OrderAfter, IllegalMovement> {
    let (standing, pulados) = current.standing.move_on(change.to, change.has_motivo())?;
    let needs_reason = standing.status != current.standing.status && !change.has_motivo();
    if let Some(de) = current.lines.needing_motivo(standing.status).filter(|_| needs_reason) {
        return Err(IllegalMovement::ReasonRequired { de, to: standing.status });
    }
    let lines = match change.to {
        Target::Here => current.lines.clone(),
        // interface A repeats the status: the items keep theirs
        Target::Status(_) if standing == current.standing => current.lines.clone(),
        Target::Status(_) | Target::Plain(_) | Target::Sub(_) => current.lines.clone().after(standing),
    };
    Ok(OrderAfter {
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
fn items_move(
    current: &LockedOrder,
    change: &Transition,
    which: &[LineIndex],
    data: Instante,
) -> Result<Result<OrderAfter, IllegalMovement>, StoreError> {
    let pedido: Pedido = from_json("pedido_documentos.documento", &current.pedido.documento)?;
    let before = current.standing;
    let order = (before, pedido.produtos.len());
    let (lines, standing) = match current.lines.move_on(order, which, change.to, change.has_motivo()) {
        Ok(moved) => moved,
        Err(illegal) => return Ok(Err(illegal)),
    };
    let (mut line_details, mut itens) = (current.progress.itens.clone(), Vec::new());
    for index in which {
        let (old_standing, new_standing) =
            (current.lines.standing(*index, before), lines.standing(*index, standing));
        let old = line_details.get(index).cloned().unwrap_or_default();
        let rastreio = dated(change.rastreio.clone(), (old_standing, new_standing), data);
        let new = old.clone().merge(change.nota_fiscal.as_ref(), rastreio.as_ref());
        if old_standing != new_standing || old != new {
            itens.push(moved_item(*index, pedido.produtos.get(*index), new_standing));
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
    Ok(Ok(OrderAfter { standing, lines, pulados, detalhes, line_details, itens }))
}

/// An item's parcel with its dispatch and delivery dates, where this move sets them.
fn dated(rastreio: Option<Rastreio>, (old, new): (Standing, Standing), data: Instante) -> Option<Rastreio> {
    if old.status == new.status {
        return rastreio;
    }
    let known = rastreio.clone().unwrap_or_default();
    match new.status {
        StatusPedido::Enviado => Some(Rastreio { data_envio: known.data_envio.or(Some(data)), ..known }),
        StatusPedido::Entregue => Some(Rastreio { data_entrega: known.data_entrega.or(Some(data)), ..known }),
        StatusPedido::AguardandoPagamento
        | StatusPedido::Pago
        | StatusPedido::Faturado
        | StatusPedido::Cancelado => rastreio,
    }
}

fn moved_item(index: LineIndex, item: Option<&ItemPedido>, standing: Standing) -> ItemMovido {
    ItemMovido {
        item: i64::try_from(index).unwrap_or(i64::MAX).saturating_add(1),
        sku: item.map(|item| item.sku.clone()).unwrap_or_default(),
        situacao_pedido_id: standing.code(),
    }
}

fn new_entry(after: &OrderAfter, change: &Transition, data: Instante, now: Instante) -> RegistroHistorico {
    RegistroHistorico {
        status: after.standing.status,
        data,
        registrado_em: now,
        pulados: after.pulados.clone(),
        motivo: change.motivo.clone(),
        nota_fiscal: change.nota_fiscal.clone().filter(|nota| *nota != NotaFiscal::default()),
        rastreio: change.rastreio.clone().filter(|rastreio| *rastreio != Rastreio::default()),
        avisos: Aviso::left_out(&change.left_out).iter().map(ToString::to_string).collect(),
        situacao_pedido_id: after.standing.sub.map(SubSituacao::code),
        itens: after.itens.clone(),
    }
}

fn moved_columns(
    movable: &MovableColumns,
    (before, after): (Standing, &OrderAfter),
    change: &Transition,
    data: Instante,
    now: Instante,
) -> MovableColumns {
    let alterado_em = now.micros();
    let rastreado = movable.rastreado || after.detalhes.rastreio.is_some() || change.rastreio.is_some();
    let itens = after.lines.text();
    // when only items have parcels, the carrier of the last one
    let parcel = after.detalhes.rastreio.as_ref().or(change.rastreio.as_ref());
    let transportadora =
        parcel.map_or_else(|| movable.transportadora.clone(), |parcel| Some(parcel.transportadora.clone()));
    if before == after.standing {
        return MovableColumns { rastreado, alterado_em, transportadora, itens, ..*movable };
    }
    MovableColumns {
        status: after.standing.stored(),
        status_em: alterado_em,
        data_pagamento: match after.standing.status {
            StatusPedido::AguardandoPagamento | StatusPedido::Cancelado => movable.data_pagamento,
            StatusPedido::Pago | StatusPedido::Faturado | StatusPedido::Enviado | StatusPedido::Entregue => {
                movable.data_pagamento.or(Some(data.micros()))
            }
        },
        rastreado,
        // the store has to take over every change that it did not make itself
        integrado: movable.integrado && change.by_store,
        alterado_em,
        transportadora,
        itens,
    }
}

/// The details that a move adds to the order, for its event.
fn added_details(before: &LockedOrder, after: &OrderAfter, change: &Transition) -> Vec<Detalhe> {
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

/// Whether the move gives a reason that the history does not have for this status. Such a move is recorded even
/// if it changes nothing else. The default reason does not count.
fn motivo_is_new(current: &LockedOrder, change: &Transition) -> bool {
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

//! Making a group of changes: what is read is changed in memory, change by change, and written at once.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use domain::estoque::{CENTRO_PADRAO, CausaMovimento, ControleEstoque};
use domain::evento::Change;
use domain::values::dates::Instante;
use domain::values::ids::LojaId;

use super::change::{Gathered, GatheredChange};
use super::rows::{Asked, Changes, Row};
use crate::accounts::keeping;
use crate::base::{StoreError, Tx, dialect};
use crate::catalogue::skus::changes;
use crate::eventos;
use crate::ledger::MovimentoRow;

/// Makes changes in their order, as far as they are plain; answers for each. On SQLite none is: each costs as
/// little by itself.
pub fn change_gathered(tx: &mut Tx<'_>, changes: &[GatheredChange]) -> Result<Vec<Gathered>, StoreError> {
    let fresh = keeping::fresh(tx, changes.iter().map(|change| change.keep.as_ref()))?;
    let now = tx.now();
    let asked: Vec<Asked<'_>> = changes.iter().map(|change| change.asked(now.micros())).collect();
    let rows = dialect!(tx => lock(&asked))?;
    let mut found: Vec<Option<Row>> = Vec::new();
    found.resize_with(changes.len(), || None);
    for row in rows {
        if let Some(place) = usize::try_from(row.place).ok().and_then(|place| found.get_mut(place)) {
            *place = Some(row);
        }
    }
    let mut made = Made::default();
    let mut outcomes = Vec::with_capacity(changes.len());
    for ((change, fresh), row) in changes.iter().zip(fresh).zip(found) {
        outcomes.push(match row.filter(|_| fresh) {
            Some(row) => made.take(tx, change, row)?,
            None => Gathered::Alone,
        });
    }
    let made = made.into_changes();
    dialect!(tx => write(&made, now))?;
    keeping::keep(
        tx,
        changes.iter().zip(&outcomes).map(|(change, outcome)| (change.keep.as_ref(), outcome)),
    )?;
    Ok(outcomes)
}

/// What a group has made so far.
#[derive(Default)]
struct Made {
    /// SKUs as they are now, by store and number; whether one has changed.
    rows: HashMap<(LojaId, i64), (Row, bool)>,
    changes: Changes,
}

impl Made {
    /// Makes one change of a SKU, of which `row` is what there was before the group.
    fn take(&mut self, tx: &Tx<'_>, change: &GatheredChange, row: Row) -> Result<Gathered, StoreError> {
        let loja = LojaId { aplicacao: change.aplicacao, loja: row.loja_id };
        let holding = row.holding;
        let (current, changed) = match self.rows.entry((loja, row.sku_num)) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => entry.insert((row, false)),
        };
        // as of when its stock was counted is the request's own
        current.holding = holding;
        let (mut after, causa) = match change.apply(current) {
            Ok(applied) => applied,
            Err(outcome) => return Ok(outcome),
        };
        let now = tx.now();
        if let Some(movimento) = enter(loja, current, &mut after, (causa, now)) {
            self.changes.movimentos.push(movimento);
        }
        for told in told(current, &after) {
            let event = eventos::stored(changes::new((after.sku_num, change.sku.as_str()), told))?;
            self.changes.events.push((loja, event));
            *changed = true;
        }
        *current = after;
        Ok(Gathered::Done(current.estoque))
    }

    fn into_changes(self) -> Changes {
        let Self { rows, mut changes } = self;
        let changed = rows.into_iter().filter(|(_, (_, changed))| *changed);
        changes.rows = changed.map(|((loja, _), (row, _))| (loja, row)).collect();
        changes
    }
}

/// The entry of the ledger of a change of stock, where somebody keeps it.
fn enter(
    loja: LojaId,
    before: &Row,
    after: &mut Row,
    (causa, now): (CausaMovimento, Instante),
) -> Option<MovimentoRow> {
    if before.estoque == after.estoque || before.controle == ControleEstoque::Nenhum.code() {
        return None;
    }
    after.movimentos += 1;
    Some(MovimentoRow {
        aplicacao_id: loja.aplicacao.0,
        loja_id: loja.loja,
        sku_num: after.sku_num,
        centro_num: CENTRO_PADRAO,
        seq: after.movimentos,
        data: now.micros(),
        causa: causa.code(),
        pedido_id: None,
        estoque: after.estoque,
        estoque_variacao: i64::from(after.estoque) - i64::from(before.estoque),
        reservado: after.reservado,
        reservado_variacao: 0,
    })
}

/// What the event log is told.
fn told(before: &Row, after: &Row) -> impl Iterator<Item = Change> {
    let preco = |row: &Row| changes::preco_de(row.preco_de, row.preco_por);
    let of_estoque = changes::of_estoque(before.estoque, after.estoque);
    of_estoque.into_iter().chain(changes::of_preco(preco(before), preco(after)))
}

//! Distribution centres of a store, and those a channel sells from.
//!
//! Stock in the main centre, which every user has, is in the row of the SKU; stock in others has rows of its
//! own (`docs/decisions/0035-distribution-centres.md`).

use std::collections::{BTreeSet, HashMap};

use diesel::prelude::*;
use domain::estoque::{CENTRO_PADRAO, CENTROS_MAX, Centro, DadosCentro, SaldoEmCentro};
use domain::evento::{Change, UsuarioChange};
use domain::values::ids::LojaId;

use crate::base::schema::{canais, centros, estoque_centros, estoque_reservas, skus};
use crate::base::{Conn, StoreError, Tx, load_among, locked, of_store, on, stored};
use crate::events::{self, NewEvento};

/// Lock of registrations of centres.
const LOCK: &str = "centro";

/// A store's centres, in the order in which orders take from them.
pub fn list(conn: &mut Conn<'_>, loja: LojaId) -> Result<Vec<Centro>, StoreError> {
    let found: Vec<(i32, String, i32)> = on!(conn, c => of_store!(centros, loja)
        .select((centros::centro_num, centros::nome, centros::prioridade))
        .load(c))?;
    let centro =
        |(centro_id, nome, prioridade)| Centro { centro_id, dados: DadosCentro { nome, prioridade } };
    let mut all: Vec<Centro> = found.into_iter().map(centro).collect();
    if all.iter().all(|one| one.centro_id != CENTRO_PADRAO) {
        all.push(Centro { centro_id: CENTRO_PADRAO, dados: DadosCentro::padrao() });
    }
    all.sort_by_key(|one| (one.dados.prioridade, one.centro_id));
    Ok(all)
}

/// One centre.
pub fn find(conn: &mut Conn<'_>, loja: LojaId, centro: i32) -> Result<Option<Centro>, StoreError> {
    Ok(list(conn, loja)?.into_iter().find(|one| one.centro_id == centro))
}

/// The index of the first centre that does not exist.
pub fn unknown(
    conn: &mut Conn<'_>,
    loja: LojaId,
    wanted: impl IntoIterator<Item = i32>,
) -> Result<Option<usize>, StoreError> {
    let wanted: Vec<i32> = wanted.into_iter().collect();
    let there = there(conn, loja, wanted.iter().copied())?;
    Ok(wanted.iter().position(|centro| !there.contains(centro)))
}

/// The centres that exist among some; the main one always does.
pub fn there(
    conn: &mut Conn<'_>,
    loja: LojaId,
    wanted: impl IntoIterator<Item = i32>,
) -> Result<BTreeSet<i32>, StoreError> {
    let asked: BTreeSet<i32> = wanted.into_iter().filter(|centro| *centro != CENTRO_PADRAO).collect();
    let mut there = BTreeSet::from([CENTRO_PADRAO]);
    if !asked.is_empty() {
        let asked = Vec::from_iter(asked);
        let found: Vec<i32> = on!(conn, c => of_store!(centros, loja)
            .filter(centros::centro_num.eq_any(&asked))
            .select(centros::centro_num)
            .load(c))?;
        there.extend(found);
    }
    Ok(there)
}

/// Locks registrations of the store's centres; see [`Tx::exclusive`].
pub fn exclusive(tx: &mut Tx<'_>, loja: LojaId) -> Result<(), StoreError> {
    tx.exclusive(LOCK, loja, "")
}

/// Outcome of a registration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SetCentroOutcome {
    /// It was not there before.
    Created,
    /// It was.
    Replaced,
    /// The store has as many as it may have.
    Excess,
}

/// Creates or replaces a centre. An equal one changes nothing.
pub fn set(tx: &mut Tx<'_>, loja: LojaId, new: &Centro) -> Result<SetCentroOutcome, StoreError> {
    exclusive(tx, loja)?;
    let all = list(tx, loja)?;
    let current = all.iter().find(|one| one.centro_id == new.centro_id);
    if current.is_none() && all.len() >= CENTROS_MAX {
        return Ok(SetCentroOutcome::Excess);
    }
    let outcome = if current.is_none() { SetCentroOutcome::Created } else { SetCentroOutcome::Replaced };
    if current == Some(new) {
        return Ok(outcome);
    }
    let DadosCentro { nome, prioridade } = &new.dados;
    on!(tx, c => diesel::insert_into(centros::table)
        .values((
            centros::aplicacao_id.eq(loja.aplicacao.0),
            centros::loja_id.eq(loja.loja),
            centros::centro_num.eq(new.centro_id),
            centros::nome.eq(nome),
            centros::prioridade.eq(*prioridade),
        ))
        .on_conflict((centros::aplicacao_id, centros::loja_id, centros::centro_num))
        .do_update()
        .set((centros::nome.eq(nome), centros::prioridade.eq(*prioridade)))
        .execute(c))?;
    record(tx, loja)?;
    Ok(outcome)
}

/// Prevents the removal of centres of a store until this transaction ends. Called before SKUs are locked: a
/// removal locks the centres first, then the SKUs.
pub fn hold(tx: &mut Tx<'_>, loja: LojaId) -> Result<(), StoreError> {
    tx.shared(LOCK, loja, "")
}

/// Takes a centre out of the list.
pub(crate) fn delete(tx: &mut Tx<'_>, loja: LojaId, centro: i32) -> Result<(), StoreError> {
    on!(tx, c => diesel::delete(centros::table.find((loja.aplicacao.0, loja.loja, centro))).execute(c))?;
    record(tx, loja)
}

/// The centres that an order of a channel takes from, the first one first.
pub(crate) fn for_order(conn: &mut Conn<'_>, loja: LojaId, canal: i32) -> Result<Vec<i32>, StoreError> {
    let found: Option<Option<String>> = on!(conn, c => canais::table
        .find((loja.aplicacao.0, loja.loja, canal))
        .select(canais::centros)
        .first(c)
        .optional())?;
    let own = stored::centros(found.flatten().as_deref())?;
    let all = list(conn, loja)?.into_iter().map(|one| one.centro_id);
    Ok(all.filter(|centro| own.contains(*centro)).collect())
}

/// Stock of some SKUs in centres besides the main one, by their numbers.
pub(crate) fn elsewhere(
    conn: &mut Conn<'_>,
    skus: &[(LojaId, i64)],
) -> Result<HashMap<i64, Vec<SaldoEmCentro>>, StoreError> {
    let mut by_sku: HashMap<i64, Vec<SaldoEmCentro>> = HashMap::new();
    if skus.is_empty() {
        return Ok(by_sku);
    }
    let found: Vec<(i64, i32, i32, i64)> =
        load_among!(conn, estoque_centros, sku_num, skus, |of_them| estoque_centros::table
            .filter(of_them)
            .order((estoque_centros::sku_num, estoque_centros::centro_num))
            .select((
                estoque_centros::sku_num,
                estoque_centros::centro_num,
                estoque_centros::estoque,
                estoque_centros::reservado,
            )));
    for (sku, centro, estoque, reservado) in found {
        by_sku.entry(sku).or_default().push(SaldoEmCentro::new(centro, estoque, reservado));
    }
    Ok(by_sku)
}

fn record(tx: &mut Tx<'_>, loja: LojaId) -> Result<(), StoreError> {
    let now = tx.now();
    let change = Change::UsuarioAlterado(UsuarioChange::Changed(vec!["centros"]));
    events::record(tx, loja, now, [NewEvento { assunto: loja.loja.into(), canal: None, sku: None, change }])
}

/// Outcome of a removal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RemoveCentroOutcome {
    /// Done.
    Removed,
    /// There is no such centre.
    Missing,
    /// It holds stock or reservations, a channel names it, or it is the main one.
    InUse,
}

/// SKUs that are stocked in a centre, if only with a stock of zero.
macro_rules! stocked {
    ($loja:expr, $centro:expr) => {
        $crate::base::of_store!(skus, $loja).filter(
            skus::sku_num.eq_any(
                $crate::base::of_store!(estoque_centros, $loja)
                    .filter(estoque_centros::centro_num.eq($centro))
                    .select(estoque_centros::sku_num),
            ),
        )
    };
}

/// Removes a centre that holds no stock.
pub fn remove_centro(tx: &mut Tx<'_>, loja: LojaId, centro: i32) -> Result<RemoveCentroOutcome, StoreError> {
    exclusive(tx, loja)?;
    if unknown(tx, loja, [centro])?.is_some() {
        return Ok(RemoveCentroOutcome::Missing);
    }
    if centro == CENTRO_PADRAO {
        return Ok(RemoveCentroOutcome::InUse);
    }
    // no order allocates units there meanwhile
    let stocked = stocked!(loja, centro).order(skus::sku).select(skus::sku_num);
    let _: Vec<i64> = locked!(tx, stocked, load)?;
    if in_use(tx, loja, centro)? {
        return Ok(RemoveCentroOutcome::InUse);
    }
    // their ledgers stay
    on!(tx, c => diesel::update(stocked!(loja, centro)).set(skus::centros.eq(skus::centros - 1)).execute(c))?;
    on!(tx, c => diesel::delete(of_store!(estoque_centros, loja)
        .filter(estoque_centros::centro_num.eq(centro)))
        .execute(c))?;
    delete(tx, loja, centro)?;
    Ok(RemoveCentroOutcome::Removed)
}

fn in_use(conn: &mut Conn<'_>, loja: LojaId, centro: i32) -> Result<bool, StoreError> {
    let (a, l) = (loja.aplicacao.0, loja.loja);
    let there: bool = on!(conn, c => diesel::select(diesel::dsl::exists(estoque_centros::table
        .filter(estoque_centros::aplicacao_id.eq(a))
        .filter(estoque_centros::loja_id.eq(l))
        .filter(estoque_centros::centro_num.eq(centro))
        .filter(estoque_centros::estoque.ne(0).or(estoque_centros::reservado.ne(0)))))
        .get_result(c))?;
    let held: bool = on!(conn, c => diesel::select(diesel::dsl::exists(estoque_reservas::table
        .filter(estoque_reservas::aplicacao_id.eq(a))
        .filter(estoque_reservas::loja_id.eq(l))
        .filter(estoque_reservas::centro_num.eq(centro))))
        .get_result(c))?;
    if there || held {
        return Ok(true);
    }
    let named: Vec<Option<String>> = on!(conn, c => canais::table
        .filter(canais::aplicacao_id.eq(a))
        .filter(canais::loja_id.eq(l))
        .filter(canais::centros.is_not_null())
        .select(canais::centros)
        .load(c))?;
    for text in named {
        if stored::centros(text.as_deref())?.centros.contains(&centro) {
            return Ok(true);
        }
    }
    Ok(false)
}

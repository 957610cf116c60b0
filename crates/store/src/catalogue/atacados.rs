//! Wholesale prices of SKUs: from a quantity on.

use diesel::prelude::*;
use domain::interface_b::produto::{Atacado, AtacadoChange, NovoAtacado};
use domain::values::ids::LojaId;
use domain::values::money::Dinheiro;

use crate::base::StoreError;
use crate::base::schema::sku_atacados;
use crate::base::sequences::{Sequence, next_many};
use crate::base::{Conn, Tx, of_store, on};
use crate::catalogue::skus::touch;

/// Most wholesale prices of one SKU.
pub const ATACADOS_MAX: usize = 100;

#[derive(Queryable, Selectable, Insertable)]
#[diesel(treat_none_as_default_value = false)]
#[diesel(table_name = sku_atacados, primary_key(aplicacao_id, loja_id, sku_num, atacado_num))]
struct AtacadoRow {
    aplicacao_id: i32,
    loja_id: i32,
    sku_num: i64,
    atacado_num: i64,
    quantidade: i32,
    preco: i64,
    criado_em: i64,
}

impl AtacadoRow {
    fn atacado(&self) -> Atacado {
        Atacado {
            produto_variante_atacado_id: self.atacado_num,
            preco_atacado: Dinheiro::from_ten_thousandths(self.preco),
            quantidade: self.quantidade,
        }
    }
}

/// Outcome of a creation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CreateAtacadoOutcome {
    /// Done; their numbers, in order.
    Done(Vec<i64>),
    /// There is no such SKU.
    Missing,
    /// The SKU has a price for this quantity already: nothing was created.
    Repeated(i32),
    /// The SKU would have more than [`ATACADOS_MAX`]: nothing was created.
    Excess,
}

/// Outcome of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChangeAtacadoOutcome {
    /// Done.
    Done,
    /// There is no such price.
    Missing,
    /// Another price of the SKU has this quantity: nothing was changed.
    Repeated(i32),
}

/// The wholesale prices of some SKUs, by SKU and quantity.
pub fn list(conn: &mut Conn<'_>, loja: LojaId, variants: &[i64]) -> Result<Vec<(i64, Atacado)>, StoreError> {
    let rows: Vec<AtacadoRow> = on!(conn, c => of_store!(sku_atacados, loja)
        .filter(sku_atacados::sku_num.eq_any(variants))
        .order((sku_atacados::sku_num, sku_atacados::quantidade))
        .select(AtacadoRow::as_select())
        .load(c))?;
    Ok(rows.iter().map(|row| (row.sku_num, row.atacado())).collect())
}

/// One wholesale price of a SKU.
pub fn find(
    conn: &mut Conn<'_>,
    loja: LojaId,
    variante: i64,
    num: i64,
) -> Result<Option<Atacado>, StoreError> {
    let row: Option<AtacadoRow> = on!(conn, c => sku_atacados::table
        .find((loja.aplicacao.0, loja.loja, variante, num))
        .select(AtacadoRow::as_select())
        .first(c)
        .optional())?;
    Ok(row.map(|row| row.atacado()))
}

/// Creates wholesale prices of distinct quantities for a SKU: all of them or none.
pub fn create(
    tx: &mut Tx<'_>,
    loja: LojaId,
    variante: i64,
    added: &[NovoAtacado],
) -> Result<CreateAtacadoOutcome, StoreError> {
    exclusive(tx, loja, variante)?;
    let current_rows = list(tx, loja, &[variante])?;
    let already_has = |new: &&NovoAtacado| current_rows.iter().any(|(_, a)| a.quantidade == new.quantidade);
    if let Some(repeated) = added.iter().find(already_has) {
        return Ok(CreateAtacadoOutcome::Repeated(repeated.quantidade));
    }
    if current_rows.len() + added.len() > ATACADOS_MAX {
        return Ok(CreateAtacadoOutcome::Excess);
    }
    if !changed(tx, loja, variante)? {
        return Ok(CreateAtacadoOutcome::Missing);
    }
    let numbers = next_many(tx, Sequence::Atacados, added.len())?;
    let now = tx.now().micros();
    let rows: Vec<AtacadoRow> = added
        .iter()
        .zip(&numbers)
        .map(|(new, num)| AtacadoRow {
            aplicacao_id: loja.aplicacao.0,
            loja_id: loja.loja,
            sku_num: variante,
            atacado_num: *num,
            quantidade: new.quantidade,
            preco: new.preco.ten_thousandths(),
            criado_em: now,
        })
        .collect();
    on!(tx, c => diesel::insert_into(sku_atacados::table).values(&rows).execute(c))?;
    Ok(CreateAtacadoOutcome::Done(numbers))
}

/// Changes a wholesale price. What is already there changes nothing.
pub fn update(
    tx: &mut Tx<'_>,
    loja: LojaId,
    (variante, num): (i64, i64),
    change: AtacadoChange,
) -> Result<ChangeAtacadoOutcome, StoreError> {
    exclusive(tx, loja, variante)?;
    let current_rows = list(tx, loja, &[variante])?;
    let Some((_, current)) = current_rows.iter().find(|(_, a)| a.produto_variante_atacado_id == num) else {
        return Ok(ChangeAtacadoOutcome::Missing);
    };
    let quantidade = change.quantidade.unwrap_or(current.quantidade);
    let other = |a: &Atacado| a.produto_variante_atacado_id != num && a.quantidade == quantidade;
    if current_rows.iter().any(|(_, a)| other(a)) {
        return Ok(ChangeAtacadoOutcome::Repeated(quantidade));
    }
    let preco = change.preco.unwrap_or(current.preco_atacado);
    if (quantidade, preco) == (current.quantidade, current.preco_atacado) {
        return Ok(ChangeAtacadoOutcome::Done);
    }
    let key = (loja.aplicacao.0, loja.loja, variante, num);
    on!(tx, c => diesel::update(sku_atacados::table.find(key))
        .set((sku_atacados::quantidade.eq(quantidade), sku_atacados::preco.eq(preco.ten_thousandths())))
        .execute(c))?;
    changed(tx, loja, variante)?;
    Ok(ChangeAtacadoOutcome::Done)
}

/// Makes some wholesale prices of distinct quantities those of a SKU; what is already there stays.
pub fn replace(
    tx: &mut Tx<'_>,
    loja: LojaId,
    variante: i64,
    wanted: &[NovoAtacado],
) -> Result<CreateAtacadoOutcome, StoreError> {
    exclusive(tx, loja, variante)?;
    let mut added = wanted.to_vec();
    for (_, current) in list(tx, loja, &[variante])? {
        let num = current.produto_variante_atacado_id;
        match added.iter().position(|new| new.quantidade == current.quantidade) {
            Some(place) => {
                let new = added.swap_remove(place);
                let change = AtacadoChange { preco: Some(new.preco), quantidade: None };
                update(tx, loja, (variante, num), change)?;
            }
            None => {
                delete(tx, loja, variante, num)?;
            }
        }
    }
    if added.is_empty() {
        return Ok(CreateAtacadoOutcome::Done(Vec::new()));
    }
    create(tx, loja, variante, &added)
}

/// Deletes a wholesale price; false when there is no such price.
pub fn delete(tx: &mut Tx<'_>, loja: LojaId, variante: i64, num: i64) -> Result<bool, StoreError> {
    let key = (loja.aplicacao.0, loja.loja, variante, num);
    let removed = on!(tx, c => diesel::delete(sku_atacados::table.find(key)).execute(c))?;
    Ok(removed == 1 && changed(tx, loja, variante)?)
}

/// Marks the SKU as changed, since its wholesale prices are part of it; false when there is no such SKU.
fn changed(tx: &mut Tx<'_>, loja: LojaId, variante: i64) -> Result<bool, StoreError> {
    touch(tx, loja, variante, Some("atacado"))
}

/// Keeps other changes of the wholesale prices of the same SKU waiting.
fn exclusive(tx: &mut Tx<'_>, loja: LojaId, variante: i64) -> Result<(), StoreError> {
    tx.exclusive("atacados", loja, &variante.to_string())
}

//! Brands of a store: those that its SKUs name or have named, and those it has registered.

use std::collections::BTreeSet;

use diesel::prelude::*;
use domain::interface_b::fabricante::{Fabricante, FabricanteChange};
use domain::values::ids::LojaId;

use super::naming::new_names;
use crate::base::StoreError;
use crate::base::paging::{Page, PageRequest};
use crate::base::schema::{fabricantes, skus};
use crate::base::sequences::{Sequence, next_number};
use crate::base::{Conn, Rare, Tx, of_store, on};

type Row = (i64, String, bool, String, String, String);

fn fabricante((fabricante_id, nome, ativo, logo, link, carrossel): Row) -> Fabricante {
    let filled = |text: String| Some(text).filter(|text| !text.is_empty());
    Fabricante {
        fabricante_id,
        ativo,
        nome,
        url_logo_tipo: filled(logo),
        url_link: filled(link),
        url_carrossel: filled(carrossel),
    }
}

macro_rules! brands_of {
    ($loja:ident) => {
        $crate::base::of_store!(fabricantes, $loja)
    };
}

macro_rules! columns {
    () => {
        (
            fabricantes::fabricante_num,
            fabricantes::nome,
            fabricantes::ativo,
            fabricantes::url_logotipo,
            fabricantes::url_link,
            fabricantes::url_carrossel,
        )
    };
}

/// Identifier of a brand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Which {
    /// The one of this number.
    Number(i64),
    /// The one of this name.
    Name(String),
}

/// Brands in the order of their numbers.
pub fn list(conn: &mut Conn<'_>, loja: LojaId, page: PageRequest) -> Result<Page<Fabricante>, StoreError> {
    let (rows, total): (Vec<Row>, i64) = on!(conn, c => {
        let rows = brands_of!(loja)
            .filter(fabricantes::fabricante_num.gt(page.after().map_or(0, |[num, _]| num)))
            .order(fabricantes::fabricante_num)
            .select(columns!())
            .limit(page.limit())
            .offset(page.offset())
            .load(c)?;
        (rows, brands_of!(loja).count().get_result(c)?)
    });
    page.page(rows, total, |(num, ..)| [*num, 0], |row| Ok(fabricante(row)))
}

/// One brand.
pub fn find(conn: &mut Conn<'_>, loja: LojaId, which: &Which) -> Result<Option<Fabricante>, StoreError> {
    let row: Option<Row> = on!(conn, c => match which {
        Which::Number(num) => brands_of!(loja)
            .filter(fabricantes::fabricante_num.eq(num))
            .select(columns!())
            .first(c)
            .optional()?,
        Which::Name(name) => brands_of!(loja)
            .filter(fabricantes::nome.eq(name))
            .select(columns!())
            .first(c)
            .optional()?,
    });
    Ok(row.map(fabricante))
}

/// The names of some brands; missing ones are left out.
pub fn names(conn: &mut Conn<'_>, loja: LojaId, numbers: &[i64]) -> Result<Vec<String>, StoreError> {
    Ok(on!(conn, c => brands_of!(loja)
        .filter(fabricantes::fabricante_num.eq_any(numbers))
        .select(fabricantes::nome)
        .load(c))?)
}

/// Outcome of a change of a brand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WriteOutcome {
    /// Done; its number.
    Done(i64),
    /// There is no such brand.
    Missing,
    /// The name is another brand's, of this number.
    Taken(i64),
    /// SKUs use its name.
    Named,
}

/// Registers a brand, unless the name is taken.
pub fn create(
    tx: &mut Tx<'_>,
    loja: LojaId,
    name: &str,
    change: &FabricanteChange,
) -> Result<WriteOutcome, StoreError> {
    exclusive(tx, loja)?;
    if let Some(taken) = find(tx, loja, &Which::Name(name.to_owned()))? {
        return Ok(WriteOutcome::Taken(taken.fabricante_id));
    }
    let number = next_number(tx, Sequence::Fabricantes)?;
    let row = (
        fabricantes::aplicacao_id.eq(loja.aplicacao.0),
        fabricantes::loja_id.eq(loja.loja),
        fabricantes::fabricante_num.eq(number),
        fabricantes::nome.eq(name),
        fabricantes::ativo.eq(change.ativo.unwrap_or(true)),
        fabricantes::url_logotipo.eq(change.url_logo_tipo.as_deref().unwrap_or_default()),
        fabricantes::url_link.eq(change.url_link.as_deref().unwrap_or_default()),
        fabricantes::url_carrossel.eq(change.url_carrossel.as_deref().unwrap_or_default()),
    );
    on!(tx, c => diesel::insert_into(fabricantes::table).values(row).execute(c))?;
    Ok(WriteOutcome::Done(number))
}

/// Changes the given fields of a brand. It cannot be renamed while SKUs use its name.
pub fn update(
    tx: &mut Tx<'_>,
    loja: LojaId,
    number: i64,
    change: &FabricanteChange,
) -> Result<WriteOutcome, StoreError> {
    exclusive(tx, loja)?;
    let Some(before) = find(tx, loja, &Which::Number(number))? else { return Ok(WriteOutcome::Missing) };
    let name = change.nome.as_ref().unwrap_or(&before.nome);
    if *name != before.nome {
        if let Some(taken) = find(tx, loja, &Which::Name(name.clone()))? {
            return Ok(WriteOutcome::Taken(taken.fabricante_id));
        }
        if in_use(tx, loja, &before.nome)? {
            return Ok(WriteOutcome::Named);
        }
    }
    let text = |new: &Option<String>, before: Option<String>| new.clone().or(before).unwrap_or_default();
    let key = (loja.aplicacao.0, loja.loja, number);
    on!(tx, c => diesel::update(fabricantes::table.find(key))
        .set((
            fabricantes::nome.eq(name),
            fabricantes::ativo.eq(change.ativo.unwrap_or(before.ativo)),
            fabricantes::url_logotipo.eq(text(&change.url_logo_tipo, before.url_logo_tipo)),
            fabricantes::url_link.eq(text(&change.url_link, before.url_link)),
            fabricantes::url_carrossel.eq(text(&change.url_carrossel, before.url_carrossel)),
        ))
        .execute(c))?;
    Ok(WriteOutcome::Done(number))
}

/// Whether a SKU has this brand.
fn in_use(conn: &mut Conn<'_>, loja: LojaId, marca: &str) -> Result<bool, StoreError> {
    Ok(on!(conn, c => diesel::select(diesel::dsl::exists(of_store!(skus, loja)
        .filter(Rare(skus::marca.eq(marca)))))
        .get_result(c))?)
}

/// Notes brands that SKUs name.
pub(crate) fn note(tx: &mut Tx<'_>, loja: LojaId, names: &BTreeSet<&str>) -> Result<(), StoreError> {
    for (number, name) in new_names!(tx, loja, names, fabricantes, Sequence::Fabricantes) {
        let row = (
            fabricantes::aplicacao_id.eq(loja.aplicacao.0),
            fabricantes::loja_id.eq(loja.loja),
            fabricantes::fabricante_num.eq(number),
            fabricantes::nome.eq(name),
            fabricantes::ativo.eq(true),
            fabricantes::url_logotipo.eq(""),
            fabricantes::url_link.eq(""),
            fabricantes::url_carrossel.eq(""),
        );
        on!(tx, c => diesel::insert_into(fabricantes::table)
            .values(row)
            .on_conflict_do_nothing()
            .execute(c))?;
    }
    Ok(())
}

/// Keeps other changes of the store's brands waiting.
fn exclusive(tx: &mut Tx<'_>, loja: LojaId) -> Result<(), StoreError> {
    tx.exclusive("fabricantes", loja, "")
}

//! Comparing every counter with a count of the orders themselves.

use std::collections::BTreeMap;

use diesel::prelude::*;
use domain::values::ids::LojaId;

use super::division::pedidos_between;
use super::kinds::{Tree, TreeKind};
use super::levels::{self, Position};
use super::parts::Parts;
use super::rows::{self, ContagemRow, Item};
use super::writing::items;
use crate::base::StoreError;
use crate::base::schema::contagens;
use crate::base::{Conn, on};

/// Which counter: kind of date, level, and where its bucket begins (a date in microseconds, a number).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Bucket {
    /// 0 to 4 for the kinds of date, 5 for the orders not taken over.
    pub tipo: i16,
    /// 0 for the largest buckets.
    pub nivel: i16,
    /// Microseconds.
    pub inicio: i64,
    /// A number, within an instant.
    pub inicio_id: i64,
}

/// A counter that is not what counting gives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContagemDivergence {
    /// Which.
    pub bucket: Bucket,
    /// As stored; `None` when it is missing.
    pub kept: Option<String>,
    /// As counted: `status:forma_pagamento:orders`, after commas; `None` when there is nothing to count.
    pub counted: Option<String>,
}

/// What a comparison of the counters with the orders found.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ContagensCheck {
    /// Counters that were compared.
    pub buckets: usize,
    /// The lowest level that has one.
    pub deepest_level: i16,
    /// Those that differ.
    pub divergences: Vec<ContagemDivergence>,
}

/// Compares every counter of a store with a count of its orders, which it reads all.
pub fn check_contagens(conn: &mut Conn<'_>, loja: LojaId) -> Result<ContagensCheck, StoreError> {
    let mut checks = ContagensCheck::default();
    let to_fold = rows::unfolded(conn, loja)?;
    for tipo in TreeKind::ALL {
        let tree = Tree { loja, tipo };
        let (from, until) = match tipo {
            TreeKind::Pending => (Position { data: 0, id: i64::MIN }, Position { data: 0, id: i64::MAX }),
            _ => (Position::of_date(i64::MIN), Position::of_date(i64::MAX)),
        };
        let mut pedidos = pedidos_between(conn, tree, from, until)?;
        pedidos.extend(items(&to_fold, tipo).into_iter().map(|item| Item { quantos: -item.quantos, ..item }));
        pedidos.sort_unstable();
        compare(tree, &kept_rows(conn, tree)?, &pedidos, &mut checks);
    }
    Ok(checks)
}

type Buckets<T> = BTreeMap<(i16, Position), T>;

fn kept_rows(conn: &mut Conn<'_>, tree: Tree) -> Result<Buckets<ContagemRow>, StoreError> {
    let rows: Vec<ContagemRow> = on!(conn, c => contagens::table
        .filter(contagens::aplicacao_id.eq(tree.loja.aplicacao.0))
        .filter(contagens::loja_id.eq(tree.loja.loja))
        .filter(contagens::tipo.eq(tree.tipo.code()))
        .select(ContagemRow::as_select())
        .load(c))?;
    Ok(rows.into_iter().map(|row| ((row.nivel, row.position()), row)).collect())
}

/// The counters that there should be: all of the highest level, and those below a divided one.
fn expected(tree: Tree, kept_rows: &Buckets<ContagemRow>, pedidos: &[Item]) -> Buckets<Parts> {
    let mut expected: Buckets<Parts> = BTreeMap::new();
    for item in pedidos {
        for nivel in tree.tipo.root()..=levels::LAST {
            let bucket = (nivel, levels::start(nivel, item.position));
            expected.entry(bucket).or_default().add_up(item.status, item.forma, item.quantos);
            if !kept_rows.get(&bucket).is_some_and(|row| row.dividido) {
                break;
            }
        }
    }
    expected.retain(|_, parts| !parts.empty());
    expected
}

fn compare(tree: Tree, kept_rows: &Buckets<ContagemRow>, pedidos: &[Item], checks: &mut ContagensCheck) {
    let expected = expected(tree, kept_rows, pedidos);
    let mut all: Vec<(i16, Position)> = kept_rows.keys().chain(expected.keys()).copied().collect();
    all.sort_unstable();
    all.dedup();
    for (nivel, position) in all {
        let kept = kept_rows.get(&(nivel, position));
        let counted = expected.get(&(nivel, position));
        checks.buckets += 1;
        checks.deepest_level = checks.deepest_level.max(nivel);
        let equal = match (kept, counted) {
            (Some(g), Some(c)) => {
                g.total == c.total() && Parts::read(&g.partes).is_ok_and(|parts| parts == *c)
            }
            _ => false,
        };
        if !equal {
            checks.divergences.push(ContagemDivergence {
                bucket: Bucket {
                    tipo: tree.tipo.code(),
                    nivel,
                    inicio: position.data,
                    inicio_id: position.id,
                },
                kept: kept.map(|g| format!("{} = {}", g.total, g.partes)),
                counted: counted.map(|c| format!("{} = {}", c.total(), c.text())),
            });
        }
    }
}

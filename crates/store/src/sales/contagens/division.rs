//! Dividing a bucket that holds too many orders: they are read once, out of an index, and counted by smaller
//! ones.

use diesel::prelude::*;

use super::kinds::{Tree, TreeKind};
use super::levels::{self, Position};
use super::parts::Parts;
use super::rows::{ContagemRow, Item, Writes};
use crate::base::schema::pedidos;
use crate::base::{Conn, StoreError, on};

/// Makes the buckets below one, and those below them where they hold too many as well.
pub(super) fn divide(
    conn: &mut Conn<'_>,
    tree: Tree,
    (level, start): (i16, Position),
    per_bucket: u32,
    writes: &mut Writes,
) -> Result<(), StoreError> {
    let pedidos = pedidos_between(conn, tree, start, levels::end(level, start))?;
    plant(tree, level + 1, &pedidos, per_bucket, &mut writes.inserts);
    Ok(())
}

/// The buckets of a level and of those below that orders, in order, fall into.
pub(super) fn plant(tree: Tree, level: i16, pedidos: &[Item], per_bucket: u32, rows: &mut Vec<ContagemRow>) {
    for of_bucket in
        pedidos.chunk_by(|a, b| levels::start(level, a.position) == levels::start(level, b.position))
    {
        let Some(start) = of_bucket.first().map(|item| levels::start(level, item.position)) else { continue };
        let mut parts = Parts::default();
        for item in of_bucket {
            parts.add_up(item.status, item.forma, item.quantos);
        }
        let divided = level < levels::LAST && parts.total() > i64::from(per_bucket);
        rows.push(ContagemRow::new(tree, level, start, &parts, divided));
        if divided {
            plant(tree, level + 1, of_bucket, per_bucket, rows);
        }
    }
}

/// The orders of a tree between two places, in order.
pub(super) fn pedidos_between(
    conn: &mut Conn<'_>,
    tree: Tree,
    from: Position,
    until: Position,
) -> Result<Vec<Item>, StoreError> {
    let loja = tree.loja;
    let loaded: Vec<(Option<i64>, i64, i16, i32)> = on!(conn, c => {
        macro_rules! of_loja {
            () => {
                pedidos::table
                    .filter(pedidos::aplicacao_id.eq(loja.aplicacao.0))
                    .filter(pedidos::loja_id.eq(loja.loja))
            };
        }
        macro_rules! by {
            ($date:expr) => {{
                macro_rules! loaded {
                    ($q:expr) => {
                        $q.order(($date, pedidos::pedido_id))
                            .select(($date.nullable(), pedidos::pedido_id, pedidos::status, pedidos::forma_pagamento))
                            .load(c)?
                    };
                }
                if from.data == until.data {
                    // within an instant: equality lets the index lead on to the numbers
                    loaded!(of_loja!()
                        .filter($date.eq(from.data))
                        .filter(pedidos::pedido_id.ge(from.id))
                        .filter(pedidos::pedido_id.lt(until.id)))
                } else {
                    loaded!(of_loja!().filter($date.ge(from.data)).filter($date.lt(until.data)))
                }
            }};
        }
        match tree.tipo {
            TreeKind::Pedido => by!(pedidos::data),
            TreeKind::Approval => by!(pedidos::data_pagamento),
            TreeKind::StatusChange => by!(pedidos::status_em),
            TreeKind::Alteracao => by!(pedidos::alterado_em),
            TreeKind::CreatedAt => by!(pedidos::criado_em),
            TreeKind::Pending => {
                let found: Vec<(i64, i16, i32)> = of_loja!()
                    // written out for the partial index, bound for SQLite to choose it
                    .filter(diesel::dsl::not(pedidos::integrado))
                    .filter(pedidos::integrado.eq(false))
                    .filter(pedidos::pedido_id.ge(from.id))
                    .filter(pedidos::pedido_id.lt(until.id))
                    .order(pedidos::pedido_id)
                    .select((pedidos::pedido_id, pedidos::status, pedidos::forma_pagamento))
                    .load(c)?;
                found.into_iter().map(|(id, status, forma)| (Some(0), id, status, forma)).collect()
            }
        }
    });
    Ok(loaded
        .into_iter()
        .map(|(date, id, status, forma)| Item {
            position: Position { data: date.unwrap_or_default(), id },
            status,
            forma,
            quantos: 1,
        })
        .collect())
}

//! Consistency check of a database, whatever it contains: an operator runs it before an upgrade, after a
//! restore or a bad disk.

use std::collections::HashMap;

use db::tables;
use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::sql_types::BigInt;
use domain::values::ids::{AplicacaoId, LojaId};

use crate::accounts::{aplicacoes, limites};
use crate::base::schema::usuarios;
use crate::base::{Conn, StoreError, on, sequences};
use crate::inventory::ledger;
use crate::orders::counts::check_counts;
use crate::orders::{Wrong, check_registros};

/// Result of a check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Examined {
    /// What it was.
    pub subject: &'static str,
    /// How many there were.
    pub looked_at: u64,
    /// Problems, a sentence each.
    pub wrong: Vec<String>,
}

/// References without a foreign key: each row of the first table has one in the second.
const COMPANIONS: &[(&str, &str, &str)] = &[
    ("skus", "sku_textos", "sku_num"),
    ("sku_textos", "skus", "sku_num"),
    ("pedidos", "pedido_documentos", "pedido_id"),
    ("pedido_documentos", "pedidos", "pedido_id"),
    ("pedidos", "pedido_registros", "pedido_id"),
    ("pedido_registros", "pedidos", "pedido_id"),
];

/// Where the numbers of each sequence are used.
const NUMBERED: &[(&str, &str, &str)] = &[
    ("aplicacoes", "aplicacoes", "id"),
    ("lojas", "lojas", "loja_id"),
    ("tokens", "tokens", "id"),
    ("canais", "canais", "canal_num"),
    ("skus", "skus", "sku_num"),
    ("skus", "grupos", "produto_num"),
    ("pedidos", "pedidos", "pedido_id"),
    ("categorias_loja", "categorias_loja", "categoria_num"),
    ("compradores", "compradores", "comprador_num"),
    ("atacados", "sku_atacados", "atacado_num"),
    ("fila_consumidores", "fila_consumidores", "consumidor_id"),
    ("notificacoes", "notificacoes", "notificacao_id"),
    ("entregas", "entregas", "entrega_id"),
    ("fabricantes", "fabricantes", "fabricante_num"),
    ("atributos", "nomes_atributos", "atributo_num"),
];

/// Wrong things of one kind that are named one by one.
const NAMED: usize = 20;

/// Examines everything; reads every row. `conn` has to be in a transaction that sees one moment. Where
/// something cannot be read, that is reported as a problem of its part, and the other parts are checked.
pub fn examine(conn: &mut Conn<'_>) -> Result<Vec<Examined>, StoreError> {
    tables::without_limits(conn.backend.reborrow())?;
    Ok(vec![
        part("tables and indexes", |examined| {
            examined.wrong = tables::integrity_problems(conn.backend.reborrow())?;
            examined.looked_at = tables::tables(conn.backend.reborrow())?.len() as u64;
            Ok(())
        })?,
        part("rows that belong together", |examined| companions(conn, examined))?,
        part("numbers given out", |examined| numbers(conn, examined))?,
        part("limits of applications", |examined| limits(conn, examined))?,
        part("movements of stock", |examined| stocks(conn, examined))?,
        part("counters of orders", |examined| counts(conn, examined))?,
        part("records of orders", |examined| records(conn, examined))?,
    ])
}

/// One part, with what was found before `look` came to what cannot be read.
fn part(
    subject: &'static str,
    look: impl FnOnce(&mut Examined) -> Result<(), StoreError>,
) -> Result<Examined, StoreError> {
    let mut examined = Examined { subject, looked_at: 0, wrong: Vec::new() };
    match look(&mut examined) {
        Err(error) if error.is_damage() => {
            examined.wrong.push(format!("the {subject} cannot be examined to the end: {error}"));
        }
        done => done?,
    }
    Ok(examined)
}

fn lojas(conn: &mut Conn<'_>) -> Result<Vec<LojaId>, StoreError> {
    let rows: Vec<(i32, i32)> = on!(conn, c => usuarios::table
        .select((usuarios::aplicacao_id, usuarios::loja_id))
        .order((usuarios::aplicacao_id, usuarios::loja_id))
        .load(c))?;
    Ok(rows.into_iter().map(|(a, loja)| LojaId { aplicacao: AplicacaoId(a), loja }).collect())
}

fn number(conn: &mut Conn<'_>, text: &str) -> Result<i64, StoreError> {
    Ok(on!(conn, c => diesel::select(sql::<BigInt>(text)).get_result(c))?)
}

fn companions(conn: &mut Conn<'_>, examined: &mut Examined) -> Result<(), StoreError> {
    for (table, other, key) in COMPANIONS {
        examined.looked_at += number(conn, &format!("(SELECT count(*) FROM {table})"))?.unsigned_abs();
        let alone = number(
            conn,
            &format!(
                "(SELECT count(*) FROM {table} a WHERE NOT EXISTS (SELECT 1 FROM {other} b \
                 WHERE b.aplicacao_id = a.aplicacao_id AND b.loja_id = a.loja_id AND b.{key} = a.{key}))"
            ),
        )?;
        if alone > 0 {
            examined.wrong.push(format!("{alone} row(s) of {table} have none in {other}"));
        }
    }
    Ok(())
}

fn numbers(conn: &mut Conn<'_>, examined: &mut Examined) -> Result<(), StoreError> {
    let given: HashMap<String, i64> = sequences::all(conn)?.into_iter().collect();
    for (sequence, table, column) in NUMBERED {
        let greatest = format!("(SELECT CAST(coalesce(max({column}), 0) AS BIGINT) FROM {table})");
        let greatest = number(conn, &greatest)?;
        let last = given.get(*sequence).copied().unwrap_or_default();
        examined.looked_at += 1;
        if greatest > last {
            examined.wrong.push(format!(
                "the sequence {sequence} stands at {last}, but {table}.{column} has {greatest} already"
            ));
        }
    }
    Ok(())
}

fn limits(conn: &mut Conn<'_>, examined: &mut Examined) -> Result<(), StoreError> {
    for app in aplicacoes::list(conn)? {
        let Some(limits) = limites::find(conn, app.id)? else { continue };
        examined.looked_at += 1;
        for (table, noted) in [("usuarios", limits.usuarios_contados), ("skus", limits.skus_contados)] {
            // what deleted users had is cleared away by and by, and counts no more
            let of_app = format!(
                "(SELECT count(*) FROM {table} t WHERE aplicacao_id = {} AND EXISTS (SELECT 1 FROM usuarios u \
                 WHERE u.aplicacao_id = t.aplicacao_id AND u.loja_id = t.loja_id))",
                app.id.0
            );
            let counted = number(conn, &of_app)?;
            if counted != noted {
                examined.wrong.push(format!(
                    "the application {:?} has {counted} {table}, but {noted} are noted: \
                     `server app limit` with its limit counts anew",
                    app.nome
                ));
            }
        }
    }
    Ok(())
}

/// Problems of the stock ledger, each with the number of SKUs that have it.
const LEDGER: &[(&str, &str)] = &[
    (
        "SKU(s) have more or less reserved than their orders hold",
        "SELECT count(*) FROM skus s LEFT JOIN (SELECT aplicacao_id, loja_id, sku_num, \
         sum(reservada) AS held FROM estoque_reservas WHERE centro_num = 1 \
         GROUP BY aplicacao_id, loja_id, sku_num) r ON r.aplicacao_id = s.aplicacao_id \
         AND r.loja_id = s.loja_id AND r.sku_num = s.sku_num WHERE s.reservado <> coalesce(r.held, 0)",
    ),
    (
        "SKU(s) have more or less reserved in a distribution centre than their orders hold",
        "SELECT count(*) FROM estoque_centros s LEFT JOIN (SELECT aplicacao_id, loja_id, sku_num, \
         centro_num, sum(reservada) AS held FROM estoque_reservas WHERE centro_num <> 1 \
         GROUP BY aplicacao_id, loja_id, sku_num, centro_num) r ON r.aplicacao_id = s.aplicacao_id \
         AND r.loja_id = s.loja_id AND r.sku_num = s.sku_num AND r.centro_num = s.centro_num \
         WHERE s.reservado <> coalesce(r.held, 0)",
    ),
    (
        "reservation(s) are of an order or of a SKU that is not there",
        "SELECT count(*) FROM estoque_reservas r WHERE NOT EXISTS (SELECT 1 FROM skus s \
         WHERE s.aplicacao_id = r.aplicacao_id AND s.loja_id = r.loja_id AND s.sku_num = r.sku_num) \
         OR NOT EXISTS (SELECT 1 FROM pedidos p WHERE p.aplicacao_id = r.aplicacao_id \
         AND p.loja_id = r.loja_id AND p.pedido_id = r.pedido_id)",
    ),
    (
        "reservation(s) lie in a distribution centre that does not have the SKU",
        "SELECT count(*) FROM estoque_reservas r WHERE r.centro_num <> 1 AND NOT EXISTS (SELECT 1 \
         FROM estoque_centros s WHERE s.aplicacao_id = r.aplicacao_id AND s.loja_id = r.loja_id \
         AND s.sku_num = r.sku_num AND s.centro_num = r.centro_num)",
    ),
    (
        "SKU(s) lie in more or fewer distribution centres than they say",
        "SELECT count(*) FROM skus s WHERE s.centros <> (SELECT count(*) FROM estoque_centros c \
         WHERE c.aplicacao_id = s.aplicacao_id AND c.loja_id = s.loja_id AND c.sku_num = s.sku_num)",
    ),
    (
        "stock(s) lie in a distribution centre that is not there",
        "SELECT count(*) FROM estoque_centros s WHERE NOT EXISTS (SELECT 1 FROM centros c \
         WHERE c.aplicacao_id = s.aplicacao_id AND c.loja_id = s.loja_id AND c.centro_num = s.centro_num)",
    ),
];

fn stocks(conn: &mut Conn<'_>, examined: &mut Examined) -> Result<(), StoreError> {
    examined.looked_at = number(conn, "(SELECT count(*) FROM estoque_movimentos)")?.unsigned_abs();
    for (what, question) in LEDGER.iter().chain(ledger::CHECKS) {
        let found = number(conn, &format!("({question})"))?;
        if found > 0 {
            examined.wrong.push(format!("{found} {what}"));
        }
    }
    Ok(())
}

fn counts(conn: &mut Conn<'_>, examined: &mut Examined) -> Result<(), StoreError> {
    for loja in lojas(conn)? {
        let checked = check_counts(conn, loja)?;
        examined.looked_at += checked.counts as u64;
        for wrong in checked.divergences.into_iter().take(NAMED) {
            examined.wrong.push(format!("store {} of application {}: {wrong}", loja.loja, loja.aplicacao.0));
        }
    }
    Ok(())
}

fn records(conn: &mut Conn<'_>, examined: &mut Examined) -> Result<(), StoreError> {
    for loja in lojas(conn)? {
        let checked = check_registros(conn, loja)?;
        examined.looked_at += checked.read as u64;
        for found in checked.divergences.into_iter().take(NAMED) {
            // what they hold is personal
            let what = match found.wrong {
                Wrong::Different { .. } => "is not what its document gives".to_owned(),
                Wrong::Unreadable(why) => format!("cannot be read: {why}"),
            };
            examined.wrong.push(format!(
                "the record of order {} (store {} of application {}) {what}",
                found.pedido_id.0, loja.loja, loja.aplicacao.0
            ));
        }
    }
    Ok(())
}

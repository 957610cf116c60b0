//! Stock and prices of SKUs of any stores: locked and read by one statement, written by another.

use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::query_builder::QueryFragment;
use diesel::sql_types::{BigInt, Bool, Integer, SmallInt};
use domain::values::dates::Instante;
use domain::values::ids::LojaId;

use super::rows::{Asked, Changes, OfLoja, Row};
use crate::base::schema::{sku_textos, skus};
use crate::base::{List, OverLists, StoreError, StoredEvent, Together, among, column};
use crate::catalogue::skus::rows::{SkuRow, Texts};
use crate::catalogue::skus::with_texts;
use crate::ledger;

type Columns = (Integer, Integer, BigInt, BigInt, BigInt, Integer, BigInt, BigInt, SmallInt, Bool);

/// A SKU that another transaction has is left out: a group waits for nobody, and so cannot be held up, nor
/// hold up another group that waits for it in turn. Each row is looked up by its key, whatever the planner
/// thinks of the lists (`OFFSET 0` and the lock keep the subqueries from being flattened).
const LOCK: &str = "SELECT n.place, s.loja_id, s.sku_num, s.preco_de, s.preco_por, s.estoque, s.reservado, \
     s.movimentos, s.controle, s.holding \
     FROM unnest(?, ?, ?, ?, ?) AS n (place, aplicacao_id, usuario_id, sku, as_of), \
     LATERAL (SELECT u.loja_id FROM usuarios u WHERE u.aplicacao_id = n.aplicacao_id \
     AND u.usuario_id = n.usuario_id AND u.ativo OFFSET 0) u, \
     LATERAL (SELECT k.loja_id, k.sku_num, k.preco_de, k.preco_por, k.estoque, k.reservado, k.movimentos, \
     k.controle, k.controle = 1 AND k.reservado > 0 AND EXISTS (SELECT 1 FROM estoque_reservas r \
     WHERE r.aplicacao_id = k.aplicacao_id AND r.loja_id = k.loja_id AND r.sku_num = k.sku_num \
     AND r.assumida_em < n.as_of AND r.reservada > 0) AS holding \
     FROM skus k WHERE k.aplicacao_id = n.aplicacao_id AND k.loja_id = u.loja_id AND k.sku = n.sku \
     FOR NO KEY UPDATE OF k SKIP LOCKED) s";

/// Locks and reads SKUs of active users; those that cannot be had now are left out.
pub(super) fn lock(c: &mut PgConnection, asked: &[Asked<'_>]) -> Result<Vec<Row>, StoreError> {
    let places = 0..i32::try_from(asked.len()).unwrap_or(i32::MAX);
    let lists = vec![
        List::from(places.collect::<Vec<_>>()),
        column(asked, |one| one.aplicacao),
        column(asked, |one| one.usuario),
        column(asked, |one| one.sku),
        column(asked, |one| one.as_of),
    ];
    Ok(OverLists { text: LOCK, lists }.answering::<Columns>().load(c)?)
}

const UPDATE: &str = "UPDATE skus s SET preco_de = n.preco_de, preco_por = n.preco_por, \
     estoque = n.estoque, movimentos = n.movimentos, alterado_em = n.alterado_em \
     FROM unnest(?, ?, ?, ?, ?, ?, ?, ?) \
     AS n (aplicacao_id, loja_id, sku_num, preco_de, preco_por, estoque, movimentos, alterado_em) \
     WHERE s.aplicacao_id = n.aplicacao_id AND s.loja_id = n.loja_id AND s.sku_num = n.sku_num";

const TELL: &str = "INSERT INTO eventos_novos (aplicacao_id, loja_id, tipo, assunto, sorteio, corpo, data) \
     SELECT * FROM unnest(?, ?, ?, ?, ?, ?, ?)";

/// Writes SKUs, their events and the entries of their ledgers.
pub(super) fn write(c: &mut PgConnection, changes: &Changes, now: Instante) -> Result<(), StoreError> {
    let Changes { rows, events, movimentos } = changes;
    if rows.is_empty() {
        return Ok(());
    }
    let update = OverLists { text: UPDATE, lists: of_rows(rows, now) };
    let tell = OverLists { text: TELL, lists: of_events(events, now) };
    let enter = ledger::enter_together(movimentos);
    let mut statements: Vec<&dyn QueryFragment<Pg>> = vec![&update, &tell];
    if !movimentos.is_empty() {
        statements.push(&enter);
    }
    Together(statements).execute(c)?;
    Ok(())
}

fn of_rows(rows: &[(LojaId, Row)], now: Instante) -> Vec<List<'_>> {
    vec![
        column(rows, |(loja, _)| loja.aplicacao.0),
        column(rows, |(loja, _)| loja.loja),
        column(rows, |(_, row)| row.sku_num),
        column(rows, |(_, row)| row.preco_de),
        column(rows, |(_, row)| row.preco_por),
        column(rows, |(_, row)| row.estoque),
        column(rows, |(_, row)| row.movimentos),
        column(rows, |_| now.micros()),
    ]
}

fn of_events(events: &[(LojaId, StoredEvent)], now: Instante) -> Vec<List<'_>> {
    vec![
        column(events, |(loja, _)| loja.aplicacao.0),
        column(events, |(loja, _)| loja.loja),
        column(events, |(_, event)| event.tipo),
        column(events, |(_, event)| event.assunto),
        column(events, |(_, event)| event.sorteio),
        column(events, |(_, event)| event.corpo.as_bytes()),
        column(events, |_| now.micros()),
    ]
}

/// What is stored of some SKUs.
pub(super) fn find(c: &mut PgConnection, asked: &[(LojaId, &str)]) -> Result<Vec<OfLoja>, StoreError> {
    Ok(with_texts!()
        .filter(among!(skus, sku, asked))
        .select((skus::aplicacao_id, skus::loja_id, SkuRow::as_select(), Texts::as_select()))
        .load(c)?)
}

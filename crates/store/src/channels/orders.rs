//! Orders as a connected channel has them: what was read of them, what the channel was told, and when something is due.

use std::collections::{BTreeMap, HashMap};

use diesel::prelude::*;
use domain::values::dates::Instante;
use domain::values::ids::{LojaId, PedidoId};

use super::{CanalKey, of_canal};
use crate::base::schema::pedidos_do_canal::dsl;
use crate::base::schema::{conexoes, pedidos_do_canal};
use crate::base::{Conn, StoreError, Tx, from_json, locked, of_store, on, to_json};

/// An order of a channel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PedidoDoCanal {
    /// The channel's identifier.
    pub externo: String,
    /// The hub's order; `None` while it is not taken in.
    pub pedido: Option<PedidoId>,
    /// The channel's word for its state.
    pub situacao: String,
    /// What that means, as the engine numbers it.
    pub passo: i16,
    /// When the channel says that it changed.
    pub alterado_em: Instante,
    /// It may still change there.
    pub aberto: bool,
    /// Units by SKU that are still part of the channel's stock on hand.
    pub unidades: BTreeMap<String, i64>,
    /// What the channel was told: a bit for each kind of news.
    pub contado: i16,
    /// When it was last read.
    pub lido_em: Instante,
    /// When it is to be read, or the channel told.
    pub devida_em: Option<Instante>,
    /// Failures in a row.
    pub tentativas: i32,
}

#[derive(Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = pedidos_do_canal, treat_none_as_null = true, treat_none_as_default_value = false)]
#[diesel(primary_key(aplicacao_id, loja_id, canal_num, externo))]
struct Row {
    aplicacao_id: i32,
    loja_id: i32,
    canal_num: i32,
    externo: String,
    pedido_id: Option<i64>,
    situacao: String,
    passo: i16,
    alterado_em: i64,
    aberto: bool,
    unidades: Option<String>,
    contado: i16,
    lido_em: i64,
    devida_em: Option<i64>,
    tentativas: i32,
}

impl Row {
    fn of(key: CanalKey, one: &PedidoDoCanal) -> Result<Self, StoreError> {
        Ok(Self {
            aplicacao_id: key.loja.aplicacao.0,
            loja_id: key.loja.loja,
            canal_num: key.canal,
            externo: one.externo.clone(),
            pedido_id: one.pedido.map(|id| id.0),
            situacao: one.situacao.clone(),
            passo: one.passo,
            alterado_em: one.alterado_em.micros(),
            aberto: one.aberto,
            unidades: (!one.unidades.is_empty()).then(|| to_json(&one.unidades)).transpose()?,
            contado: one.contado,
            lido_em: one.lido_em.micros(),
            devida_em: one.devida_em.map(|at| at.micros()),
            tentativas: one.tentativas,
        })
    }

    fn pedido(self) -> Result<PedidoDoCanal, StoreError> {
        let units = self.unidades.map(|text| from_json("pedidos_do_canal.unidades", &text)).transpose()?;
        Ok(PedidoDoCanal {
            externo: self.externo,
            pedido: self.pedido_id.map(PedidoId),
            situacao: self.situacao,
            passo: self.passo,
            alterado_em: Instante::from_micros(self.alterado_em),
            aberto: self.aberto,
            unidades: units.unwrap_or_default(),
            contado: self.contado,
            lido_em: Instante::from_micros(self.lido_em),
            devida_em: self.devida_em.map(Instante::from_micros),
            tentativas: self.tentativas,
        })
    }
}

/// Notes orders as the channel lists them (identifier, state, time of change): those that are new, or differ from what
/// was read, are due.
pub fn seen(tx: &mut Tx<'_>, key: CanalKey, marks: &[(String, String, Instante)]) -> Result<(), StoreError> {
    let now = tx.now();
    let ids: Vec<&str> = marks.iter().map(|(externo, ..)| &**externo).collect();
    let known: Vec<(String, String, i64)> = on!(tx, c => of_canal!(pedidos_do_canal, key)
        .filter(pedidos_do_canal::externo.eq_any(ids))
        .select((pedidos_do_canal::externo, pedidos_do_canal::situacao, pedidos_do_canal::alterado_em))
        .load(c))?;
    let known: HashMap<String, (String, i64)> =
        known.into_iter().map(|(externo, situacao, at)| (externo, (situacao, at))).collect();
    let (mut new, mut changed) = (BTreeMap::new(), Vec::new());
    for (externo, situacao, alterado_em) in marks {
        match known.get(externo) {
            Some((before, at)) if before == situacao && *at == alterado_em.micros() => {}
            Some(_) => changed.push((externo, situacao, alterado_em.micros())),
            None => {
                let one = PedidoDoCanal {
                    externo: externo.clone(),
                    pedido: None,
                    situacao: situacao.clone(),
                    passo: 0,
                    alterado_em: *alterado_em,
                    aberto: true,
                    unidades: BTreeMap::new(),
                    contado: 0,
                    lido_em: Instante::from_micros(0),
                    devida_em: Some(now),
                    tentativas: 0,
                };
                new.insert(externo, Row::of(key, &one)?);
            }
        }
    }
    if !new.is_empty() {
        let rows: Vec<Row> = new.into_values().collect();
        on!(tx, c => diesel::insert_into(pedidos_do_canal::table).values(&rows).execute(c))?;
    }
    for (externo, situacao, at) in changed {
        on!(tx, c => diesel::update(of_canal!(pedidos_do_canal, key)
            .filter(pedidos_do_canal::externo.eq(externo)))
            .set((
                dsl::situacao.eq(situacao),
                dsl::alterado_em.eq(at),
                dsl::devida_em.eq(Some(now.micros())),
                dsl::tentativas.eq(0),
            ))
            .execute(c))?;
    }
    Ok(())
}

/// The orders that are due, the longest waiting first.
pub fn due_orders(
    conn: &mut Conn<'_>,
    key: CanalKey,
    now: Instante,
    most: i64,
) -> Result<Vec<PedidoDoCanal>, StoreError> {
    let rows: Vec<Row> = on!(conn, c => of_canal!(pedidos_do_canal, key)
        .filter(pedidos_do_canal::devida_em.le(now.micros()))
        .order((pedidos_do_canal::devida_em, pedidos_do_canal::externo))
        .select(Row::as_select())
        .limit(most)
        .load(c))?;
    rows.into_iter().map(Row::pedido).collect()
}

/// Open orders that are not due and were last read before an instant, the oldest reading first.
pub fn unread_orders(
    conn: &mut Conn<'_>,
    key: CanalKey,
    before: Instante,
    most: i64,
) -> Result<Vec<PedidoDoCanal>, StoreError> {
    let rows: Vec<Row> = on!(conn, c => of_canal!(pedidos_do_canal, key)
        .filter(pedidos_do_canal::aberto)
        .filter(pedidos_do_canal::lido_em.lt(before.micros()))
        .filter(pedidos_do_canal::devida_em.is_null())
        .order(pedidos_do_canal::lido_em)
        .select(Row::as_select())
        .limit(most)
        .load(c))?;
    rows.into_iter().map(Row::pedido).collect()
}

/// Notes that some orders were read and stand as they are stored.
pub fn read_again(tx: &mut Tx<'_>, key: CanalKey, of: &[String], now: Instante) -> Result<(), StoreError> {
    on!(tx, c => diesel::update(of_canal!(pedidos_do_canal, key)
        .filter(pedidos_do_canal::externo.eq_any(of)))
        .set(dsl::lido_em.eq(now.micros()))
        .execute(c))?;
    Ok(())
}

/// One order, by the channel's identifier.
pub fn find_order(
    conn: &mut Conn<'_>,
    key: CanalKey,
    externo: &str,
) -> Result<Option<PedidoDoCanal>, StoreError> {
    let row: Option<Row> = on!(conn, c => of_canal!(pedidos_do_canal, key)
        .filter(pedidos_do_canal::externo.eq(externo))
        .select(Row::as_select())
        .first(c)
        .optional())?;
    row.map(Row::pedido).transpose()
}

/// The hub's orders of some of a channel's, by the channel's identifiers.
pub fn pedidos_of(
    conn: &mut Conn<'_>,
    key: CanalKey,
    externos: &[&str],
) -> Result<HashMap<String, PedidoId>, StoreError> {
    let rows: Vec<(String, i64)> = on!(conn, c => of_canal!(pedidos_do_canal, key)
        .filter(pedidos_do_canal::externo.eq_any(externos))
        .filter(pedidos_do_canal::pedido_id.is_not_null())
        .select((pedidos_do_canal::externo, pedidos_do_canal::pedido_id.assume_not_null()))
        .load(c))?;
    Ok(rows.into_iter().map(|(externo, pedido)| (externo, PedidoId(pedido))).collect())
}

/// How the channel has an order of the hub's, with the number of the channel.
pub fn of_pedido(
    conn: &mut Conn<'_>,
    loja: LojaId,
    pedido: PedidoId,
) -> Result<Option<(i32, PedidoDoCanal)>, StoreError> {
    let row: Option<Row> = on!(conn, c => of_store!(pedidos_do_canal, loja)
        .filter(pedidos_do_canal::pedido_id.eq(Some(pedido.0)))
        .select(Row::as_select())
        .first(c)
        .optional())?;
    row.map(|row| Ok((row.canal_num, row.pedido()?))).transpose()
}

/// Stores an order as it stands now. What became due since `before` was read stays due.
pub fn save_order(
    tx: &mut Tx<'_>,
    key: CanalKey,
    before: &PedidoDoCanal,
    after: &PedidoDoCanal,
) -> Result<(), StoreError> {
    let stored = of_canal!(pedidos_do_canal, key)
        .filter(pedidos_do_canal::externo.eq(&after.externo))
        .select(pedidos_do_canal::devida_em);
    // behind whoever makes it due at this moment
    let Some(due): Option<Option<i64>> = locked!(tx, stored, first).optional()? else { return Ok(()) };
    let mut row = Row::of(key, after)?;
    if due != before.devida_em.map(|at| at.micros()) {
        row.devida_em = due;
    }
    on!(tx, c => diesel::update(of_canal!(pedidos_do_canal, key)
        .filter(pedidos_do_canal::externo.eq(&after.externo)))
        .set(&row)
        .execute(c))?;
    Ok(())
}

/// The open orders that hold units of some SKUs at the channel and were last read before an instant.
pub fn holders(
    conn: &mut Conn<'_>,
    key: CanalKey,
    skus: &[String],
    before: Instante,
) -> Result<Vec<PedidoDoCanal>, StoreError> {
    let rows: Vec<Row> = on!(conn, c => of_canal!(pedidos_do_canal, key)
        .filter(pedidos_do_canal::aberto)
        .filter(pedidos_do_canal::unidades.is_not_null())
        .filter(pedidos_do_canal::lido_em.lt(before.micros()))
        .select(Row::as_select())
        .load(c))?;
    let held: Vec<PedidoDoCanal> = rows.into_iter().map(Row::pedido).collect::<Result<_, _>>()?;
    Ok(held.into_iter().filter(|one| skus.iter().any(|sku| one.unidades.contains_key(sku))).collect())
}

/// Units by SKU that a channel still counts as stock on hand, of orders that the hub has.
pub fn held_units(conn: &mut Conn<'_>, key: CanalKey) -> Result<HashMap<String, i64>, StoreError> {
    let texts: Vec<Option<String>> = on!(conn, c => of_canal!(pedidos_do_canal, key)
        .filter(pedidos_do_canal::aberto)
        .filter(pedidos_do_canal::pedido_id.is_not_null())
        .filter(pedidos_do_canal::unidades.is_not_null())
        .select(pedidos_do_canal::unidades)
        .load(c))?;
    let mut held: HashMap<String, i64> = HashMap::new();
    for text in texts.iter().flatten() {
        let units: BTreeMap<String, i64> = from_json("pedidos_do_canal.unidades", text)?;
        for (sku, units) in units {
            *held.entry(sku).or_default() += units;
        }
    }
    Ok(held)
}

/// How many orders of a channel are open.
pub fn open_orders(conn: &mut Conn<'_>, key: CanalKey) -> Result<i64, StoreError> {
    Ok(on!(conn, c => of_canal!(pedidos_do_canal, key)
        .filter(pedidos_do_canal::aberto)
        .count()
        .get_result(c))?)
}

/// Makes some orders of a channel due now; returns how many of them there are.
pub fn hurry_orders(tx: &mut Tx<'_>, key: CanalKey, of: &[String]) -> Result<usize, StoreError> {
    let now = tx.now().micros();
    Ok(on!(tx, c => diesel::update(of_canal!(pedidos_do_canal, key)
        .filter(pedidos_do_canal::externo.eq_any(of)))
        .set((dsl::devida_em.eq(Some(now)), dsl::tentativas.eq(0)))
        .execute(c))?)
}

/// Notes that orders of the hub moved: their channels are to be told.
pub(crate) fn mark_moved(tx: &mut Tx<'_>, loja: LojaId, moved: &[i64]) -> Result<(), StoreError> {
    // nearly all stores have no connection: one look instead of a statement for each order
    let is_connected = || of_store!(conexoes, loja).select(conexoes::canal_num).limit(1);
    if moved.is_empty() || on!(tx, c => is_connected().first::<i32>(c).optional())?.is_none() {
        return Ok(());
    }
    let now = tx.now().micros();
    on!(tx, c => diesel::update(of_store!(pedidos_do_canal, loja)
        .filter(pedidos_do_canal::pedido_id.is_not_null())
        .filter(pedidos_do_canal::pedido_id.eq_any(moved.iter().copied().map(Some))))
        .set(dsl::devida_em.eq(Some(now)))
        .execute(c))?;
    Ok(())
}

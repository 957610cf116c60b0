//! Rows of SKUs' settings in channels: what they hold, how they are written, and the events of their changes.

use std::collections::{BTreeSet, HashMap};

use diesel::prelude::*;
use diesel::upsert::excluded;
use domain::evento::{Change, NoCanal};
use domain::sku_canal::{Preco, SkuCanal};
use domain::values::ids::{CanalId, LojaId};
use domain::values::money::Dinheiro;

use crate::base::schema::{canais, sku_canais, skus};
use crate::base::{Backend, OverLists, StoreError, Tx, column, load_by_key, of_store};
use crate::events::{self, NewEvento};

#[derive(Debug, Clone, PartialEq, Queryable, Selectable, Insertable)]
#[diesel(treat_none_as_default_value = false)]
#[diesel(table_name = sku_canais, primary_key(aplicacao_id, loja_id, canal_num, sku_num))]
pub(super) struct SkuCanalRow {
    pub aplicacao_id: i32,
    pub loja_id: i32,
    pub canal_num: i32,
    pub sku_num: i64,
    pub estoque: Option<i32>,
    pub preco_de: Option<i64>,
    pub preco_por: Option<i64>,
    pub ativo: bool,
    pub criado_em: i64,
    pub alterado_em: i64,
}

impl SkuCanalRow {
    pub fn new(loja: LojaId, canal_num: i32, sku_num: i64, value: &SkuCanal, now: i64) -> Self {
        Self {
            aplicacao_id: loja.aplicacao.0,
            loja_id: loja.loja,
            canal_num,
            sku_num,
            estoque: value.estoque,
            preco_de: value.preco.map(|p| p.preco_de.ten_thousandths()),
            preco_por: value.preco.map(|p| p.preco_por.ten_thousandths()),
            ativo: value.ativo,
            criado_em: now,
            alterado_em: now,
        }
    }

    /// Whether nothing but the times is another in `new`: of the whole row, so that no column is forgotten.
    pub fn equal(&self, new: &Self) -> bool {
        Self { criado_em: self.criado_em, alterado_em: self.alterado_em, ..new.clone() } == *self
    }

    pub fn value(&self, canal_id: CanalId) -> SkuCanal {
        SkuCanal {
            canal_id,
            estoque: self.estoque,
            preco: preco(self.preco_de, self.preco_por),
            ativo: self.ativo,
        }
    }

    pub fn in_canal(&self) -> NoCanal {
        NoCanal { estoque: self.estoque, preco: preco(self.preco_de, self.preco_por), ativo: self.ativo }
    }
}

/// A price of a channel is there as a whole or not at all.
pub(crate) fn preco(preco_de: Option<i64>, preco_por: Option<i64>) -> Option<Preco> {
    Some(Preco {
        preco_de: Dinheiro::from_ten_thousandths(preco_de?),
        preco_por: Dinheiro::from_ten_thousandths(preco_por?),
    })
}

const UPSERT: &str = "INSERT INTO sku_canais (aplicacao_id, loja_id, canal_num, sku_num, estoque, preco_de, \
     preco_por, ativo, criado_em, alterado_em) SELECT * FROM unnest(?, ?, ?, ?, ?, ?, ?, ?, ?, ?) \
     ON CONFLICT (aplicacao_id, loja_id, canal_num, sku_num) DO UPDATE SET estoque = excluded.estoque, \
     preco_de = excluded.preco_de, preco_por = excluded.preco_por, ativo = excluded.ativo, \
     alterado_em = excluded.alterado_em";

/// Inserts or replaces rows: on SQLite one by one, on PostgreSQL by one statement.
pub(super) fn write(tx: &mut Tx<'_>, rows: &[SkuCanalRow]) -> Result<(), StoreError> {
    use crate::base::schema::sku_canais::*;
    if rows.is_empty() {
        return Ok(());
    }
    match tx.either() {
        Backend::Sqlite(c) => {
            for row in rows {
                diesel::insert_into(sku_canais::table)
                    .values(row)
                    .on_conflict((aplicacao_id, loja_id, canal_num, sku_num))
                    .do_update()
                    .set((
                        estoque.eq(excluded(estoque)),
                        preco_de.eq(excluded(preco_de)),
                        preco_por.eq(excluded(preco_por)),
                        ativo.eq(excluded(ativo)),
                        alterado_em.eq(excluded(alterado_em)),
                    ))
                    .execute(*c)?;
            }
        }
        Backend::Postgres(c) => {
            let lists = vec![
                column(rows, |row| row.aplicacao_id),
                column(rows, |row| row.loja_id),
                column(rows, |row| row.canal_num),
                column(rows, |row| row.sku_num),
                column(rows, |row| row.estoque),
                column(rows, |row| row.preco_de),
                column(rows, |row| row.preco_por),
                column(rows, |row| row.ativo),
                column(rows, |row| row.criado_em),
                column(rows, |row| row.alterado_em),
            ];
            OverLists { text: UPSERT, lists }.execute(*c)?;
        }
    }
    Ok(())
}

/// A change of the settings of one SKU in one channel.
pub(super) struct Changed {
    canal_num: i32,
    sku_num: i64,
    change: Change,
}

impl Changed {
    /// The change from one state to the next, if it is one.
    pub(super) fn between(before: Option<&SkuCanalRow>, after: Option<&SkuCanalRow>) -> Option<Self> {
        let row = after.or(before)?;
        if let (Some(before), Some(after)) = (before, after)
            && before.equal(after)
        {
            return None;
        }
        let (anterior, atual) = (before.map(SkuCanalRow::in_canal), after.map(SkuCanalRow::in_canal));
        let change = Change::SkuCanalAlterado { anterior, atual };
        Some(Self { canal_num: row.canal_num, sku_num: row.sku_num, change })
    }
}

/// Writes changes into the event log.
pub(super) fn record(tx: &mut Tx<'_>, loja: LojaId, changes: Vec<Changed>) -> Result<(), StoreError> {
    if changes.is_empty() {
        return Ok(());
    }
    let of_canal: BTreeSet<i32> = changes.iter().map(|m| m.canal_num).collect();
    let of_canal: Vec<i32> = of_canal.into_iter().collect();
    let canais: Vec<(i32, String)> =
        load_by_key!(tx, canais::canal_num, &of_canal, |of_them| of_store!(canais, loja)
            .filter(of_them)
            .select((canais::canal_num, canais::canal_id)));
    let canais: HashMap<i32, String> = canais.into_iter().collect();
    let of_sku: BTreeSet<i64> = changes.iter().map(|m| m.sku_num).collect();
    let of_sku: Vec<i64> = of_sku.into_iter().collect();
    let skus: Vec<(i64, String)> = load_by_key!(tx, skus::sku_num, &of_sku, |of_them| of_store!(skus, loja)
        .filter(of_them)
        .select((skus::sku_num, skus::sku)));
    let skus: HashMap<i64, String> = skus.into_iter().collect();
    let added = changes.into_iter().map(|m| NewEvento {
        assunto: m.sku_num,
        canal: canais.get(&m.canal_num).map(String::as_str),
        sku: skus.get(&m.sku_num).map(String::as_str),
        change: m.change,
    });
    let now = tx.now();
    events::record(tx, loja, now, added)
}

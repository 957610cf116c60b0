//! Comparison of offers with their last emitted state, for any stores of an application at once: each query
//! runs once for all of them, so that 10,000 stores cost as many round trips as one.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use diesel::prelude::*;
use domain::evento::ToldOffer;
use domain::oferta::Oferta;
use domain::sku_canal::Preco;
use domain::tipo_canal::TypeCatalogue;
use domain::values::dates::Instante;
use domain::values::ids::{AplicacaoId, CanalId, LojaId, SkuId};
use domain::values::money::Dinheiro;

use crate::base::schema::{estoque_limites, ofertas_ditas, sku_canais, skus, usuarios};
use crate::base::{Conn, Loja, StoreError, load_among, load_by_key};
use crate::catalogue::canais::{self, CanalRow};
use crate::offers::showcase::{CanalPart, Elsewhere, LimitsPart, Showcase, SkuRow, elsewhere};

/// SKUs whose offers may have changed, each with the channels; `None`: all channels of its store.
pub(super) type Suspects = BTreeMap<(LojaId, i64), BTreeSet<Option<i32>>>;

/// Compares offers that may have changed with their last emitted state; returns those that differ, of
/// subscribed stores.
pub(super) fn compare(
    conn: &mut Conn<'_>,
    aplicacao: AplicacaoId,
    suspects: &Suspects,
    kinds: &TypeCatalogue,
) -> Result<Vec<OfferChange>, StoreError> {
    let lojas = subscribed(conn, aplicacao, suspects.keys().map(|(loja, _)| loja.loja))?;
    let channels =
        canais::of_lojas(conn, aplicacao, &lojas.keys().map(|loja| loja.loja).collect::<Vec<_>>())?;
    let showcases = showcases(&lojas, &channels, kinds);
    let wanted: Vec<(LojaId, i64)> =
        suspects.keys().filter(|(loja, _)| lojas.contains_key(loja)).copied().collect();
    if showcases.is_empty() || wanted.is_empty() {
        return Ok(Vec::new());
    }
    let mut parts = Parts::load(conn, aplicacao, &wanted)?;
    let mut changed = Vec::new();
    for ((loja, sku), channels) in suspects {
        let Some(row) = parts.skus.remove(sku) else { continue };
        for (canal_num, showcase) in of_loja(&showcases, *loja, channels) {
            let key = (*sku, canal_num);
            let oferta = showcase.oferta(
                (row.clone(), parts.in_canais.remove(&key), parts.limits.remove(&key)),
                &parts.elsewhere,
            )?;
            let (before, now) = (parts.emitted.get(&key).copied(), emitted_part(&oferta));
            if before != Some(now) {
                let (loja, canal_id) = (*loja, showcase.canal.canal.canal_id.clone());
                changed.push(OfferChange {
                    loja,
                    canal_num,
                    canal_id,
                    sku_num: *sku,
                    sku: oferta.sku,
                    before,
                    now,
                });
            }
        }
    }
    Ok(changed)
}

/// The inputs of offers, by SKU and channel, whose numbers are unique in the whole database. Table by table:
/// joined, PostgreSQL's query planner goes by the average store and looks through all rows of a large one for
/// each SKU.
pub(super) struct Parts {
    skus: HashMap<i64, SkuRow>,
    in_canais: HashMap<(i64, i32), CanalPart>,
    limits: HashMap<(i64, i32), LimitsPart>,
    emitted: HashMap<(i64, i32), ToldOffer>,
    elsewhere: Elsewhere,
}

impl Parts {
    pub(super) fn load(
        conn: &mut Conn<'_>,
        aplicacao: AplicacaoId,
        wanted: &[(LojaId, i64)],
    ) -> Result<Self, StoreError> {
        let skus: Vec<(i32, SkuRow)> = load_among!(conn, skus, sku_num, wanted, |of_them| skus::table
            .filter(of_them)
            .select((skus::loja_id, SkuRow::as_select())));
        let in_canais: Vec<(i64, i32, CanalPart)> =
            load_among!(conn, sku_canais, sku_num, wanted, |of_them| sku_canais::table
                .filter(of_them)
                .select((sku_canais::sku_num, sku_canais::canal_num, CanalPart::as_select())));
        let limits: Vec<(i64, i32, LimitsPart)> =
            load_among!(conn, estoque_limites, sku_num, wanted, |of_them| estoque_limites::table
                .filter(of_them)
                .select((estoque_limites::sku_num, estoque_limites::canal_num, LimitsPart::as_select())));
        let emitted: Vec<EmittedOfferRow> =
            load_among!(conn, ofertas_ditas, sku_num, wanted, |of_them| ofertas_ditas::table
                .filter(of_them)
                .select(EmittedOfferRow::as_select()));
        Ok(Self {
            elsewhere: elsewhere(
                conn,
                skus.iter().map(|(loja, sku)| (LojaId { aplicacao, loja: *loja }, sku)),
            )?,
            skus: skus.into_iter().map(|(_, sku)| (sku.sku_num, sku)).collect(),
            in_canais: in_canais.into_iter().map(|(sku, canal, part)| ((sku, canal), part)).collect(),
            limits: limits.into_iter().map(|(sku, canal, part)| ((sku, canal), part)).collect(),
            emitted: emitted.iter().map(|row| (row.key(), row.offer())).collect(),
        })
    }
}

/// The stores among some that subscribe to offer events.
pub(super) fn subscribed(
    conn: &mut Conn<'_>,
    aplicacao: AplicacaoId,
    lojas: impl Iterator<Item = i32>,
) -> Result<BTreeMap<LojaId, Loja>, StoreError> {
    let lojas: Vec<i32> = lojas.collect::<BTreeSet<_>>().into_iter().collect();
    if lojas.is_empty() {
        return Ok(BTreeMap::new());
    }
    let rows: Vec<(i32, bool, i64)> =
        load_by_key!(conn, usuarios::loja_id, &lojas, |of_them| usuarios::table
            .filter(usuarios::aplicacao_id.eq(aplicacao.0))
            .filter(usuarios::anunciar_ofertas)
            .filter(of_them)
            .select((usuarios::loja_id, usuarios::ativo, usuarios::alterado_em)));
    let loja = |(loja, ativo, alterado_em)| {
        let id = LojaId { aplicacao, loja };
        (id, Loja { id, ativo, alterado_em: Instante::from_micros(alterado_em) })
    };
    Ok(rows.into_iter().map(loja).collect())
}

/// The channels of stores, except those whose type the operator removed from the catalogue.
fn showcases<'a>(
    lojas: &BTreeMap<LojaId, Loja>,
    channels: &'a [(LojaId, CanalRow)],
    kinds: &'a TypeCatalogue,
) -> BTreeMap<(LojaId, i32), Showcase<'a>> {
    let showcase = |(loja, canal): &'a (LojaId, CanalRow)| {
        let (found, tipo) = (*lojas.get(loja)?, kinds.find(&canal.canal.tipo_canal)?);
        Some(((*loja, canal.num), Showcase { loja: found, canal, tipo }))
    };
    channels.iter().filter_map(showcase).collect()
}

/// The selected channels of a store.
fn of_loja<'s, 'a>(
    showcases: &'s BTreeMap<(LojaId, i32), Showcase<'a>>,
    loja: LojaId,
    meant: &'s BTreeSet<Option<i32>>,
) -> impl Iterator<Item = (i32, &'s Showcase<'a>)> {
    showcases
        .range((loja, i32::MIN)..=(loja, i32::MAX))
        .map(|((_, canal), showcase)| (*canal, showcase))
        .filter(|(canal, _)| meant.contains(&None) || meant.contains(&Some(*canal)))
}

/// The emitted part of an offer.
fn emitted_part(oferta: &Oferta) -> ToldOffer {
    ToldOffer { estoque: oferta.estoque, preco: oferta.preco, publicavel: oferta.publicavel }
}

/// A change of an offer.
#[derive(Debug)]
pub(super) struct OfferChange {
    pub loja: LojaId,
    pub canal_num: i32,
    pub canal_id: CanalId,
    pub sku_num: i64,
    pub sku: SkuId,
    pub before: Option<ToldOffer>,
    pub now: ToldOffer,
}

/// The last emitted state of an offer.
#[derive(Insertable, Queryable, Selectable)]
#[diesel(table_name = ofertas_ditas, treat_none_as_default_value = false)]
pub(super) struct EmittedOfferRow {
    aplicacao_id: i32,
    loja_id: i32,
    sku_num: i64,
    canal_num: i32,
    estoque: i32,
    preco_de: i64,
    preco_por: i64,
    publicavel: bool,
}

impl EmittedOfferRow {
    pub fn new(change: &OfferChange) -> Self {
        Self {
            aplicacao_id: change.loja.aplicacao.0,
            loja_id: change.loja.loja,
            sku_num: change.sku_num,
            canal_num: change.canal_num,
            estoque: change.now.estoque,
            preco_de: change.now.preco.preco_de.ten_thousandths(),
            preco_por: change.now.preco.preco_por.ten_thousandths(),
            publicavel: change.now.publicavel,
        }
    }

    /// SKU and channel.
    pub fn key(&self) -> (i64, i32) {
        (self.sku_num, self.canal_num)
    }

    pub fn offer(&self) -> ToldOffer {
        let preco = Preco {
            preco_de: Dinheiro::from_ten_thousandths(self.preco_de),
            preco_por: Dinheiro::from_ten_thousandths(self.preco_por),
        };
        ToldOffer { estoque: self.estoque, preco, publicavel: self.publicavel }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::base::paging::Range;
    use crate::base::plans::Plans;
    use crate::catalogue::sku_canais;

    const LOJA: LojaId = LojaId { aplicacao: AplicacaoId(1), loja: 1 };

    #[test]
    fn what_offers_depend_on_is_found_by_the_sku() {
        let plans = Plans::of("", |conn| {
            Parts::load(conn, LOJA.aplicacao, &[(LOJA, 1)]).unwrap();
            sku_canais::list_by_sku(conn, LOJA, 1, Range::default()).unwrap();
        });
        plans.narrow();
    }
}

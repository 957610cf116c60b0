//! What differs of offers from what was told last, of any stores of an application at once: each question is
//! asked once for all of them, so that 10,000 stores cost as many round trips as one.

use std::collections::{BTreeMap, BTreeSet};

use diesel::prelude::*;
use domain::evento::ToldOffer;
use domain::oferta::Oferta;
use domain::tipo_canal::TypeCatalogue;
use domain::values::dates::Instante;
use domain::values::ids::{AplicacaoId, LojaId};

use super::rows::{Compared, Told, ToldRow};
use super::showcase::{Showcase, elsewhere};
use crate::base::schema::usuarios;
use crate::base::{Conn, Loja, StoreError, dialect, load_by_key};
use crate::catalogue::canais::{self, CanalRow};

/// SKUs of which offers may have changed, each with the channels; `None`: all of its store's.
pub(super) type Suspects = BTreeMap<(LojaId, i64), BTreeSet<Option<i32>>>;

/// Compares the offers that may have changed with what was told last: what differs, of the stores that want
/// to hear of it.
pub(super) fn compare(
    conn: &mut Conn<'_>,
    aplicacao: AplicacaoId,
    suspects: &Suspects,
    kinds: &TypeCatalogue,
) -> Result<Vec<Told>, StoreError> {
    let lojas: BTreeSet<i32> = suspects.keys().map(|(loja, _)| loja.loja).collect();
    let lojas = wanting(conn, aplicacao, lojas.into_iter().collect())?;
    let channels =
        canais::of_lojas(conn, aplicacao, &lojas.keys().map(|loja| loja.loja).collect::<Vec<_>>())?;
    let showcases = showcases(&lojas, &channels, kinds);
    let offers = offers(suspects, &showcases);
    if offers.is_empty() {
        return Ok(Vec::new());
    }
    let rows: Vec<Compared> = dialect!(conn => offers(&offers))?;
    let of_row = |loja: i32| LojaId { aplicacao, loja };
    let elsewhere = elsewhere(conn, rows.iter().map(|(loja, _, sku, ..)| (of_row(*loja), sku)))?;
    let mut changed = Vec::new();
    for (loja, canal_num, sku, in_canal, limits, before) in rows {
        let loja = of_row(loja);
        let Some(showcase) = showcases.get(&(loja, canal_num)) else { continue };
        let sku_num = sku.sku_num;
        let oferta = showcase.oferta((sku, in_canal, limits), &elsewhere)?;
        let (before, now) = (before.map(ToldRow::offer), said(&oferta));
        if before != Some(now) {
            let (sku, canal_id) = (oferta.sku, showcase.canal.canal.canal_id.clone());
            changed.push(Told { loja, canal_num, canal_id, sku_num, sku, before, now });
        }
    }
    changed.sort_by_key(|one| (one.loja, one.sku_num, one.canal_num));
    Ok(changed)
}

/// The stores among some that want to hear of their offers.
fn wanting(
    conn: &mut Conn<'_>,
    aplicacao: AplicacaoId,
    lojas: Vec<i32>,
) -> Result<BTreeMap<LojaId, Loja>, StoreError> {
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

/// The channels of stores, but for those whose type the operator has taken out of the catalogue.
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

/// The offers that may have changed: store, channel, SKU.
fn offers(suspects: &Suspects, showcases: &BTreeMap<(LojaId, i32), Showcase<'_>>) -> Vec<(LojaId, i32, i64)> {
    let mut offers = Vec::new();
    for ((loja, sku), wanted) in suspects {
        let channels = showcases.range((*loja, i32::MIN)..=(*loja, i32::MAX)).map(|((_, canal), _)| *canal);
        let channels = channels.filter(|canal| wanted.contains(&None) || wanted.contains(&Some(*canal)));
        offers.extend(channels.map(|canal| (*loja, canal, *sku)));
    }
    offers
}

/// What is told of an offer.
fn said(oferta: &Oferta) -> ToldOffer {
    ToldOffer { estoque: oferta.estoque, preco: oferta.preco, publicavel: oferta.publicavel }
}

//! Lists and counts of offers: what a channel should show of each SKU, computed when it is read.
//!
//! The conditions of publication are the only domain rule that is repeated here in SQL, so that a list can be
//! filtered and counted; a property test compares the two.

use diesel::dsl::{case_when, not, sum};
use diesel::prelude::*;
use diesel::sql_types::{Bool, Integer};
use domain::oferta::CodigoImpedimento::{
    CanalInativo, DimensaoAbaixoDoMinimo, SemPreco, SkuCanalInativo, SkuInativo, UsuarioInativo,
};
use domain::oferta::{CodigoImpedimento, Oferta};
use domain::values::ids::SkuId;

use crate::base::paging::{Page, PageRequest, Range};
use crate::base::schema::{estoque_limites, sku_canais, skus};
use crate::base::{Conn, StoreError, on};
use crate::offers::showcase::{CanalPart, LimitsPart, OfertaRow, Showcase, SkuRow, elsewhere, with_canal};

/// The SKU is not switched off in the channel.
macro_rules! in_canal {
    () => {
        sku_canais::ativo.nullable().is_null().or(sku_canais::ativo.nullable().assume_not_null())
    };
}

/// It has a price, its own in the channel or the SKU's.
macro_rules! priced {
    () => {
        sku_canais::preco_por
            .nullable()
            .is_null()
            .and(skus::preco_por.gt(0))
            // never NULL, so that it can be turned round
            .or(sku_canais::preco_por
                .nullable()
                .is_not_null()
                .and(sku_canais::preco_por.nullable().assume_not_null().gt(0)))
    };
}

/// Its dimensions are those that the channel's type takes.
macro_rules! sized {
    ($showcase:expr) => {{
        let (canal, min) = (&$showcase.canal.canal, $showcase.tipo.dimensoes_minimas);
        let (smaller, zeroed) = (canal.enviar_minimo_dimensao_menor, canal.enviar_minimo_dimensao_zerada);
        macro_rules! fits {
            ($dimension:expr, $min:expr) => {
                $dimension.ge($min).or($dimension.le(0).and(zeroed.into_sql::<Bool>()))
            };
        }
        smaller.into_sql::<Bool>().or(fits!(skus::largura, min.largura)
            .and(fits!(skus::altura, min.altura))
            .and(fits!(skus::comprimento, min.comprimento))
            .and(fits!(skus::peso, min.peso)))
    }};
}

/// All of them.
macro_rules! publishable {
    ($showcase:expr) => {
        skus::ativo.and(in_canal!()).and(priced!()).and(sized!($showcase))
    };
}

/// Which offers are wanted.
#[derive(Debug, Clone, Copy, Default)]
pub struct Filter {
    /// Publishable or not.
    pub publicavel: Option<bool>,
    /// Those not publishable for this reason.
    pub impedimento: Option<CodigoImpedimento>,
    /// Changed in this range, whatever changed: the SKU, its settings in the channel, the channel, the user.
    pub changed: Range,
}

/// One offer; `None` when there is no such SKU.
pub fn find(conn: &mut Conn<'_>, showcase: &Showcase<'_>, sku: &SkuId) -> Result<Option<Oferta>, StoreError> {
    let row: Option<OfertaRow> = on!(conn, c => with_canal!(showcase.loja.id, showcase.canal.num)
        .filter(skus::sku.eq(sku.as_str()))
        .select((SkuRow::as_select(), Option::<CanalPart>::as_select(), Option::<LimitsPart>::as_select()))
        .first(c)
        .optional())?;
    let Some(row) = row else { return Ok(None) };
    let elsewhere = elsewhere(conn, std::iter::once((showcase.loja.id, &row.0)))?;
    showcase.oferta(row, &elsewhere).map(Some)
}

/// The offers of a channel, in the order of the SKUs' creation.
pub fn list(
    conn: &mut Conn<'_>,
    showcase: &Showcase<'_>,
    filter: Filter,
    page: PageRequest,
) -> Result<Page<Oferta>, StoreError> {
    let general = showcase.loja.ativo && showcase.canal.canal.ativo;
    let base = showcase.base().micros();
    let (from, until) = (filter.changed.start_micros(), filter.changed.end_micros());
    if base >= until || (filter.publicavel == Some(true) && !general) {
        return Ok(page.empty());
    }
    if let (true, Some(UsuarioInativo | CanalInativo)) = (general, filter.impedimento) {
        return Ok(page.empty());
    }
    let (rows, total): (Vec<OfertaRow>, i64) = on!(conn, c => {
        let filtered = || {
            let mut q = with_canal!(showcase.loja.id, showcase.canal.num).into_boxed();
            match filter.publicavel {
                Some(true) => q = q.filter(publishable!(showcase)),
                Some(false) if general => q = q.filter(not(publishable!(showcase))),
                _ => {}
            }
            match filter.impedimento {
                Some(SkuInativo) => q = q.filter(not(skus::ativo)),
                Some(SkuCanalInativo) => q = q.filter(not(in_canal!())),
                Some(SemPreco) => q = q.filter(not(priced!())),
                Some(DimensaoAbaixoDoMinimo) => q = q.filter(not(sized!(showcase))),
                // of every offer of the channel, or of none
                _ => {}
            }
            if from > base {
                q = q.filter(skus::alterado_em.ge(from).or(sku_canais::sku_num.is_not_null()
                    .and(sku_canais::alterado_em.ge(from))));
            }
            if until < i64::MAX {
                q = q.filter(skus::alterado_em.lt(until))
                    .filter(sku_canais::sku_num.is_null().or(sku_canais::alterado_em.lt(until)));
            }
            q
        };
        let mut q = filtered();
        if let Some([after, _]) = page.after() {
            q = q.filter(skus::sku_num.gt(after));
        }
        let rows = q
            .order(skus::sku_num)
            .select((
                SkuRow::as_select(),
                Option::<CanalPart>::as_select(),
                Option::<LimitsPart>::as_select(),
            ))
            .limit(page.limit())
            .offset(page.offset())
            .load(c)?;
        (rows, filtered().count().get_result(c)?)
    });
    let elsewhere = elsewhere(conn, rows.iter().map(|(sku, ..)| (showcase.loja.id, sku)))?;
    page.page(rows, total, |(sku, ..)| [sku.sku_num, 0], |row| showcase.oferta(row, &elsewhere))
}

/// How many of a channel's offers are publishable.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Impediments {
    /// Every offer.
    pub all: i64,
    /// Those that can be published.
    pub publishable: i64,
    /// Those not publishable, by reason; one may count for several reasons.
    pub by_code: Vec<(CodigoImpedimento, i64)>,
}

impl Impediments {
    /// With those of another channel.
    pub fn add(&mut self, other: Self) {
        self.all += other.all;
        self.publishable += other.publishable;
        for (code, count) in other.by_code {
            match self.by_code.iter_mut().find(|(known, _)| *known == code) {
                Some((_, sum)) => *sum += count,
                None => self.by_code.push((code, count)),
            }
        }
    }
}

/// Counts a channel's offers: one pass over the store's SKUs.
pub fn impediments(conn: &mut Conn<'_>, showcase: &Showcase<'_>) -> Result<Impediments, StoreError> {
    use CodigoImpedimento::{DimensaoAbaixoDoMinimo, SemPreco, SkuCanalInativo, SkuInativo};
    type Counted = (i64, [Option<i64>; 5]);
    let (all, counts): Counted = on!(conn, c => {
        macro_rules! those {
            ($condition:expr) => {
                sum(case_when($condition, 1_i32.into_sql::<Integer>())
                    .otherwise(0_i32.into_sql::<Integer>()))
            };
        }
        let (all, ok, inactive, off, unpriced, small): (i64, _, _, _, _, _) =
            with_canal!(showcase.loja.id, showcase.canal.num)
                .select((
                    diesel::dsl::count_star(),
                    those!(publishable!(showcase)),
                    those!(not(skus::ativo)),
                    those!(not(in_canal!())),
                    those!(not(priced!())),
                    those!(not(sized!(showcase))),
                ))
                .get_result(c)?;
        (all, [ok, inactive, off, unpriced, small])
    });
    let [ok, inactive, off, unpriced, small] = counts.map(|count| count.unwrap_or(0));
    let mut by_code = vec![
        (SkuInativo, inactive),
        (SkuCanalInativo, off),
        (SemPreco, unpriced),
        (DimensaoAbaixoDoMinimo, small),
    ];
    let general = showcase.loja.ativo && showcase.canal.canal.ativo;
    if !showcase.loja.ativo {
        by_code.push((CodigoImpedimento::UsuarioInativo, all));
    }
    if !showcase.canal.canal.ativo {
        by_code.push((CodigoImpedimento::CanalInativo, all));
    }
    by_code.retain(|(_, count)| *count > 0);
    Ok(Impediments { all, publishable: if general { ok } else { 0 }, by_code })
}

//! Offers: what a channel should show of each SKU, worked out on reading.
//!
//! The only rule of the domain's that is said again here, in SQL, is what keeps an offer from being
//! published, so that a list can be filtered and counted; a property test holds the two together.

use diesel::dsl::not;
use diesel::prelude::*;
use diesel::sql_types::Bool;
use domain::oferta::CodigoImpedimento::{
    CanalInativo, DimensaoAbaixoDoMinimo, SemPreco, SkuCanalInativo, SkuInativo, UsuarioInativo,
};
use domain::oferta::{CodigoImpedimento, Oferta};
use domain::values::ids::SkuId;

use crate::base::paging::{Page, PageRequest, Range};
use crate::base::schema::{estoque_limites, sku_canais, skus};
use crate::base::{Conn, StoreError, on};
use crate::offers::conditions::{in_canal, priced, publishable, sized};
use crate::offers::showcase::{CanalPart, LimitsPart, OfertaRow, Showcase, SkuRow, elsewhere, with_canal};

/// Which offers are wanted.
#[derive(Debug, Clone, Copy, Default)]
pub struct Filter {
    /// Those that can be published, or those that cannot.
    pub publicavel: Option<bool>,
    /// Those that this keeps from being published.
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

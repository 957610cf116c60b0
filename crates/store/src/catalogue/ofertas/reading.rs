//! Offers: what a channel should show of each SKU, worked out on reading.
//!
//! The rules are the domain's. The only one said again here, in SQL, is what keeps an offer from being
//! published, so that a list can be filtered and counted; a property test holds the two together.

use std::collections::HashMap;

use diesel::dsl::not;
use diesel::prelude::*;
use diesel::sql_types::Bool;
use domain::estoque::{CENTRO_PADRAO, ControleEstoque, EstoqueCanal, SaldoEmCentro};
use domain::oferta::CodigoImpedimento::{
    CanalInativo, DimensaoAbaixoDoMinimo, SemPreco, SkuCanalInativo, SkuInativo, UsuarioInativo,
};
use domain::oferta::{CodigoImpedimento, Oferta, OfertaInput, Place, SkuOferta};
use domain::sku_canal::SkuCanal;
use domain::tipo_canal::TipoCanal;
use domain::values::dates::Instante;
use domain::values::ids::{LojaId, SkuId};
use domain::values::money::Dinheiro;

use super::conditions::{in_canal, priced, publishable, sized};
use crate::accounts::usuarios::Loja;
use crate::base::StoreError;
use crate::base::paging::{Page, PageRequest, Range};
use crate::base::schema::{estoque_limites, sku_canais, skus};
use crate::base::{Conn, load_by_key, on};
use crate::catalogue::canais::CanalRow;
use crate::catalogue::centros;
use crate::catalogue::skus::rows::sku_id;

/// The channel whose offers are wanted, with all that they follow from besides the SKUs.
#[derive(Debug, Clone, Copy)]
pub struct Showcase<'a> {
    /// The store.
    pub loja: Loja,
    /// The channel.
    pub canal: &'a CanalRow,
    /// The channel's type.
    pub tipo: &'a TipoCanal,
}

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

#[derive(Queryable, Selectable)]
#[diesel(table_name = skus)]
struct SkuRow {
    sku_num: i64,
    sku: String,
    parent_id: String,
    ativo: bool,
    largura: i32,
    altura: i32,
    comprimento: i32,
    peso: i32,
    prazo_despacho: i32,
    preco_de: i64,
    preco_por: i64,
    estoque: i32,
    reservado: i64,
    controle: i16,
    centros: i16,
    alterado_em: i64,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = estoque_limites)]
struct LimitsPart {
    estoque_seguranca: Option<i32>,
    estoque_maximo: Option<i32>,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = sku_canais)]
struct CanalPart {
    estoque: Option<i32>,
    preco_de: Option<i64>,
    preco_por: Option<i64>,
    ativo: bool,
    alterado_em: i64,
}

type OfertaRow = (SkuRow, Option<CanalPart>, Option<LimitsPart>);

/// Every SKU of the store with its settings in the channel, if any.
macro_rules! with_canal {
    ($loja:expr, $canal_num:expr) => {
        skus::table
            .left_join(
                sku_canais::table.on(sku_canais::aplicacao_id
                    .eq(skus::aplicacao_id)
                    .and(sku_canais::loja_id.eq(skus::loja_id))
                    .and(sku_canais::sku_num.eq(skus::sku_num))
                    .and(sku_canais::canal_num.eq($canal_num))),
            )
            .left_join(
                estoque_limites::table.on(estoque_limites::aplicacao_id
                    .eq(skus::aplicacao_id)
                    .and(estoque_limites::loja_id.eq(skus::loja_id))
                    .and(estoque_limites::sku_num.eq(skus::sku_num))
                    .and(estoque_limites::canal_num.eq($canal_num))),
            )
            .filter(skus::aplicacao_id.eq($loja.aplicacao.0))
            .filter(skus::loja_id.eq($loja.loja))
    };
}

pub(super) use with_canal;

impl Showcase<'_> {
    /// The last change of what every offer of the channel depends on.
    fn base(&self) -> Instante {
        self.loja.alterado_em.max(self.canal.alterado_em)
    }

    /// What lies of a SKU in the centres that the channel sells from, and what orders hold of it there.
    fn for_sale(&self, sku: &SkuRow, elsewhere: &Elsewhere) -> (i64, i64) {
        let main = SaldoEmCentro::new(CENTRO_PADRAO, sku.estoque, sku.reservado);
        let others = elsewhere.get(&sku.sku_num).into_iter().flatten();
        let mut there = (0_i64, 0_i64);
        for one in others.chain([&main]).filter(|one| self.canal.centros.contains(one.centro_id)) {
            there = (there.0 + i64::from(one.estoque), there.1 + one.reservado);
        }
        there
    }

    /// Where what is for sale of a SKU lies.
    fn place(&self, sku: &SkuRow) -> Place {
        match (self.canal.centros.centros.is_empty(), sku.centros) {
            (true, 0) => Place::Main,
            (true, _) => Place::All,
            (false, _) => Place::OfChannel,
        }
    }

    fn oferta(&self, row: OfertaRow, elsewhere: &Elsewhere) -> Result<Oferta, StoreError> {
        let (sku, canal, own) = row;
        let (on_hand, reservado) = self.for_sale(&sku, elsewhere);
        let place = self.place(&sku);
        let own = own.map(|own| EstoqueCanal {
            estoque_seguranca: own.estoque_seguranca,
            estoque_maximo: own.estoque_maximo,
        });
        let changed = canal.as_ref().map_or(sku.alterado_em, |c| c.alterado_em.max(sku.alterado_em));
        let sku_canal = canal.map(|c| SkuCanal {
            canal_id: self.canal.canal.canal_id.clone(),
            estoque: c.estoque,
            preco: crate::catalogue::sku_canais::preco(c.preco_de, c.preco_por),
            ativo: c.ativo,
        });
        let data = SkuOferta {
            sku: sku_id(sku.sku)?,
            parent_id: sku.parent_id,
            ativo: sku.ativo,
            largura: sku.largura,
            altura: sku.altura,
            comprimento: sku.comprimento,
            peso: sku.peso,
            prazo_despacho: sku.prazo_despacho,
            preco_de: Dinheiro::from_ten_thousandths(sku.preco_de),
            preco_por: Dinheiro::from_ten_thousandths(sku.preco_por),
            estoque: on_hand,
            reservado,
            place,
            controlled: sku.controle != ControleEstoque::Nenhum.code(),
        };
        Ok(Oferta::compute(&OfertaInput {
            usuario_active: self.loja.ativo,
            canal: &self.canal.canal,
            tipo: self.tipo,
            sku: &data,
            codigo_interno: &codigo_interno(sku.sku_num),
            sku_canal: sku_canal.as_ref(),
            limits: self.canal.estoque.overlaid(own.unwrap_or_default()),
            alterado_em: Instante::from_micros(changed).max(self.base()),
        }))
    }
}

/// What lies of SKUs in centres besides the one that every user has.
type Elsewhere = HashMap<i64, Vec<SaldoEmCentro>>;

/// What lies of some SKUs elsewhere, of those that do.
fn elsewhere(conn: &mut Conn<'_>, loja: LojaId, rows: &[OfertaRow]) -> Result<Elsewhere, StoreError> {
    let spread = rows.iter().filter(|(sku, ..)| sku.centros > 0).map(|(sku, ..)| sku.sku_num);
    centros::elsewhere(conn, loja, &spread.collect::<Vec<_>>())
}

/// The code that a channel gets instead of the SKU's own. It follows from the service's number of the SKU,
/// which is given out once, belongs to no other SKU and never changes; so does the code.
fn codigo_interno(sku_num: i64) -> String {
    format!("EP{sku_num:010}")
}

/// One offer; `None` when there is no such SKU.
pub fn find(conn: &mut Conn<'_>, showcase: &Showcase<'_>, sku: &SkuId) -> Result<Option<Oferta>, StoreError> {
    let row: Option<OfertaRow> = on!(conn, c => with_canal!(showcase.loja.id, showcase.canal.num)
        .filter(skus::sku.eq(sku.as_str()))
        .select((SkuRow::as_select(), Option::<CanalPart>::as_select(), Option::<LimitsPart>::as_select()))
        .first(c)
        .optional())?;
    let Some(row) = row else { return Ok(None) };
    let elsewhere = elsewhere(conn, showcase.loja.id, std::slice::from_ref(&row))?;
    showcase.oferta(row, &elsewhere).map(Some)
}

/// The offers of some SKUs, by their numbers, with those.
pub(super) fn some(
    conn: &mut Conn<'_>,
    showcase: &Showcase<'_>,
    skus: &[i64],
) -> Result<Vec<(i64, Oferta)>, StoreError> {
    let rows: Vec<OfertaRow> =
        load_by_key!(conn, skus::sku_num, skus, |of_them| with_canal!(showcase.loja.id, showcase.canal.num)
            .filter(of_them)
            .select((
                SkuRow::as_select(),
                Option::<CanalPart>::as_select(),
                Option::<LimitsPart>::as_select()
            )));
    let elsewhere = elsewhere(conn, showcase.loja.id, &rows)?;
    rows.into_iter().map(|row| Ok((row.0.sku_num, showcase.oferta(row, &elsewhere)?))).collect()
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
    let elsewhere = elsewhere(conn, showcase.loja.id, &rows)?;
    page.page(rows, total, |(sku, ..)| [sku.sku_num, 0], |row| showcase.oferta(row, &elsewhere))
}

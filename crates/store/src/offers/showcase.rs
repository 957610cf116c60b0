//! What a channel shows of a SKU, from the rows that it follows from. The rules are the domain's.

use std::collections::{BTreeSet, HashMap};

use diesel::prelude::*;
use domain::estoque::{CENTRO_PADRAO, ControleEstoque, EstoqueCanal, SaldoEmCentro};
use domain::oferta::{Oferta, OfertaInput, Place, SkuOferta};
use domain::sku::codigo_interno;
use domain::sku_canal::SkuCanal;
use domain::tipo_canal::TipoCanal;
use domain::values::dates::Instante;
use domain::values::ids::LojaId;
use domain::values::money::Dinheiro;

use crate::accounts::usuarios::Loja;
use crate::base::schema::{estoque_limites, sku_canais, skus};
use crate::base::{Conn, StoreError};
use crate::catalogue::canais::CanalRow;
use crate::catalogue::skus::rows::sku_id;
use crate::inventory::centros;

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

#[derive(Clone, Queryable, Selectable)]
#[diesel(table_name = skus)]
pub(super) struct SkuRow {
    pub sku_num: i64,
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
    pub centros: i16,
    alterado_em: i64,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = estoque_limites)]
pub(super) struct LimitsPart {
    estoque_seguranca: Option<i32>,
    estoque_maximo: Option<i32>,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = sku_canais)]
pub(super) struct CanalPart {
    estoque: Option<i32>,
    preco_de: Option<i64>,
    preco_por: Option<i64>,
    ativo: bool,
    alterado_em: i64,
}

pub(super) type OfertaRow = (SkuRow, Option<CanalPart>, Option<LimitsPart>);

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
    pub(super) fn base(&self) -> Instante {
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

    /// The centres a SKU is for sale from.
    fn place(&self, sku: &SkuRow) -> Place {
        match (self.canal.centros.centros.is_empty(), sku.centros) {
            (true, 0) => Place::Main,
            (true, _) => Place::All,
            (false, _) => Place::OfChannel,
        }
    }

    pub(super) fn oferta(&self, row: OfertaRow, elsewhere: &Elsewhere) -> Result<Oferta, StoreError> {
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
            codigo_interno: &codigo_interno::of(sku.sku_num),
            sku_canal: sku_canal.as_ref(),
            limits: self.canal.estoque.overlaid(own.unwrap_or_default()),
            alterado_em: Instante::from_micros(changed).max(self.base()),
        }))
    }
}

/// What lies of SKUs in centres besides the one that every user has.
pub(super) type Elsewhere = HashMap<i64, Vec<SaldoEmCentro>>;

/// What lies of some SKUs elsewhere, of those that do.
pub(super) fn elsewhere<'a>(
    conn: &mut Conn<'_>,
    skus: impl Iterator<Item = (LojaId, &'a SkuRow)>,
) -> Result<Elsewhere, StoreError> {
    // once each: a SKU is in as many offers as there are channels
    let spread: BTreeSet<(LojaId, i64)> =
        skus.filter(|(_, sku)| sku.centros > 0).map(|(loja, sku)| (loja, sku.sku_num)).collect();
    centros::elsewhere(conn, &spread.into_iter().collect::<Vec<_>>())
}

//! Offers: what a channel should show of each SKU, worked out on reading.
//!
//! The rules are the domain's. The only one said again here, in SQL, is what keeps an offer from being
//! published, so that a list can be filtered and counted; a property test holds the two together.

use diesel::prelude::*;
use diesel::sql_types::Bool;
use domain::oferta::{DadosOferta, Oferta, SkuOferta};
use domain::sku_canal::SkuCanal;
use domain::tipo_canal::TipoCanal;
use domain::values::dates::Instante;
use domain::values::ids::SkuId;
use domain::values::money::Dinheiro;

use crate::base::StoreError;
use crate::base::paging::{Faixa, Page, PageRequest};
use crate::base::schema::{sku_canais, skus};
use crate::base::{Conn, on};
use crate::catalogo::canais::CanalRow;
use crate::catalogo::skus::linhas::sku_id;
use crate::contas::usuarios::Loja;

/// The channel whose offers are wanted, with all that they follow from besides the SKUs.
#[derive(Debug, Clone, Copy)]
pub struct Vitrine<'a> {
    /// The store.
    pub loja: Loja,
    /// The channel.
    pub canal: &'a CanalRow,
    /// The channel's type.
    pub tipo: &'a TipoCanal,
}

/// Which offers are wanted.
#[derive(Debug, Clone, Copy, Default)]
pub struct Filtro {
    /// Those that can be published, or those that cannot.
    pub publicavel: Option<bool>,
    /// Changed in this range, whatever changed: the SKU, its settings in the channel, the channel, the user.
    pub alterado: Faixa,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = skus)]
struct LinhaSku {
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
    alterado_em: i64,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = sku_canais)]
struct LinhaCanal {
    estoque: Option<i32>,
    preco_de: Option<i64>,
    preco_por: Option<i64>,
    ativo: bool,
    alterado_em: i64,
}

type Linha = (LinhaSku, Option<LinhaCanal>);

/// Every SKU of the store with its settings in the channel, if any.
macro_rules! com_canal {
    ($loja:expr, $canal_num:expr) => {
        skus::table
            .left_join(
                sku_canais::table.on(sku_canais::aplicacao_id
                    .eq(skus::aplicacao_id)
                    .and(sku_canais::loja_id.eq(skus::loja_id))
                    .and(sku_canais::sku_num.eq(skus::sku_num))
                    .and(sku_canais::canal_num.eq($canal_num))),
            )
            .filter(skus::aplicacao_id.eq($loja.aplicacao.0))
            .filter(skus::loja_id.eq($loja.loja))
    };
}

impl Vitrine<'_> {
    /// The last change of what every offer of the channel depends on.
    fn base(&self) -> Instante {
        self.loja.alterado_em.max(self.canal.alterado_em)
    }

    fn oferta(&self, (sku, canal): Linha) -> Result<Oferta, StoreError> {
        let alterado = canal.as_ref().map_or(sku.alterado_em, |c| c.alterado_em.max(sku.alterado_em));
        let sku_canal = canal.map(|c| SkuCanal {
            canal_id: self.canal.canal.canal_id.clone(),
            estoque: c.estoque,
            preco: crate::catalogo::sku_canais::preco(c.preco_de, c.preco_por),
            ativo: c.ativo,
        });
        let dados = SkuOferta {
            sku: sku_id(sku.sku)?,
            parent_id: sku.parent_id,
            ativo: sku.ativo,
            largura: sku.largura,
            altura: sku.altura,
            comprimento: sku.comprimento,
            peso: sku.peso,
            prazo_despacho: sku.prazo_despacho,
            preco_de: Dinheiro::from_dez_milesimos(sku.preco_de),
            preco_por: Dinheiro::from_dez_milesimos(sku.preco_por),
            estoque: sku.estoque,
        };
        Ok(Oferta::calcular(&DadosOferta {
            usuario_ativo: self.loja.ativo,
            canal: &self.canal.canal,
            tipo: self.tipo,
            sku: &dados,
            codigo_interno: &codigo_interno(sku.sku_num),
            sku_canal: sku_canal.as_ref(),
            alterado_em: Instante::from_micros(alterado).max(self.base()),
        }))
    }
}

/// The code that a channel gets instead of the SKU's own. It follows from the service's number of the SKU,
/// which is given out once, belongs to no other SKU and never changes; so does the code.
fn codigo_interno(sku_num: i64) -> String {
    format!("EP{sku_num:010}")
}

/// One offer; `None` when there is no such SKU.
pub fn find(conn: &mut Conn<'_>, vitrine: &Vitrine<'_>, sku: &SkuId) -> Result<Option<Oferta>, StoreError> {
    let linha: Option<Linha> = on!(conn, c => com_canal!(vitrine.loja.id, vitrine.canal.num)
        .filter(skus::sku.eq(sku.as_str()))
        .select((LinhaSku::as_select(), Option::<LinhaCanal>::as_select()))
        .first(c)
        .optional())?;
    linha.map(|linha| vitrine.oferta(linha)).transpose()
}

/// The offers of a channel, in the order of the SKUs' creation.
pub fn list(
    conn: &mut Conn<'_>,
    vitrine: &Vitrine<'_>,
    filtro: Filtro,
    pagina: PageRequest,
) -> Result<Page<Oferta>, StoreError> {
    let canal = &vitrine.canal.canal;
    let geral = vitrine.loja.ativo && canal.ativo;
    let base = vitrine.base().micros();
    let (de, ate) = (filtro.alterado.de_micros(), filtro.alterado.ate_micros());
    if base >= ate || (filtro.publicavel == Some(true) && !geral) {
        return Ok(pagina.vazia());
    }
    let minimas = vitrine.tipo.dimensoes_minimas;
    let (menor, zerada) = (canal.enviar_minimo_dimensao_menor, canal.enviar_minimo_dimensao_zerada);
    let (linhas, total): (Vec<Linha>, i64) = on!(conn, c => {
        macro_rules! cabe {
            ($dimensao:expr, $minima:expr) => {
                $dimensao.ge($minima).or($dimensao.le(0).and(zerada.into_sql::<Bool>()))
            };
        }
        macro_rules! publicavel {
            () => {
                skus::ativo
                    .and(sku_canais::sku_num.is_null().or(sku_canais::ativo))
                    .and(skus::preco_por.gt(0).and(sku_canais::preco_por.is_null())
                        .or(sku_canais::preco_por.is_not_null().and(sku_canais::preco_por.assume_not_null().gt(0))))
                    .and(menor.into_sql::<Bool>().or(cabe!(skus::largura, minimas.largura)
                        .and(cabe!(skus::altura, minimas.altura))
                        .and(cabe!(skus::comprimento, minimas.comprimento))
                        .and(cabe!(skus::peso, minimas.peso))))
            };
        }
        let filtradas = || {
            let mut q = com_canal!(vitrine.loja.id, vitrine.canal.num).into_boxed();
            match filtro.publicavel {
                Some(true) => q = q.filter(publicavel!()),
                Some(false) if geral => q = q.filter(diesel::dsl::not(publicavel!())),
                _ => {}
            }
            if de > base {
                q = q.filter(skus::alterado_em.ge(de).or(sku_canais::sku_num.is_not_null()
                    .and(sku_canais::alterado_em.ge(de))));
            }
            if ate < i64::MAX {
                q = q.filter(skus::alterado_em.lt(ate))
                    .filter(sku_canais::sku_num.is_null().or(sku_canais::alterado_em.lt(ate)));
            }
            q
        };
        let mut q = filtradas();
        if let Some([apos, _]) = pagina.apos() {
            q = q.filter(skus::sku_num.gt(apos));
        }
        let linhas = q
            .order(skus::sku_num)
            .select((LinhaSku::as_select(), Option::<LinhaCanal>::as_select()))
            .limit(pagina.limit())
            .offset(pagina.offset())
            .load(c)?;
        (linhas, filtradas().count().get_result(c)?)
    });
    pagina.page(linhas, total, |(sku, _)| [sku.sku_num, 0], |linha| vitrine.oferta(linha))
}

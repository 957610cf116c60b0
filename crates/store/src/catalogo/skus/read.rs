//! Reading SKUs: one, or those that fit.

use diesel::prelude::*;
use domain::sku::Sku;
use domain::values::ids::{LojaId, SkuId};

use super::like::contem;
use super::linhas::{Linha, Textos, juntar};
use super::parts::com_textos;
use super::periodo::NosPeriodos;
use crate::base::StoreError;
use crate::base::dialect;
use crate::base::paging::{Faixa, Page, PageRequest};
use crate::base::schema::{sku_textos, skus};
use crate::base::{Conn, on};

/// Which SKUs are wanted.
#[derive(Debug, Clone, Default)]
pub struct Filtro {
    /// With exactly this code.
    pub sku: Option<String>,
    /// Of this group.
    pub parent_id: Option<String>,
    /// With exactly this GTIN.
    pub gtin: Option<String>,
    /// Of exactly this brand.
    pub marca: Option<String>,
    /// Active ones, or the others.
    pub ativo: Option<bool>,
    /// Whose code, name, brand or GTIN holds this text, whatever its case and accents.
    pub busca: Option<String>,
    /// Changed in this range.
    pub alterado: Faixa,
}

pub(super) fn linhas(
    conn: &mut Conn<'_>,
    loja: LojaId,
    sku: &SkuId,
) -> Result<Option<(Linha, Textos)>, StoreError> {
    Ok(on!(conn, c => com_textos!()
        .filter(skus::aplicacao_id.eq(loja.aplicacao.0))
        .filter(skus::loja_id.eq(loja.loja))
        .filter(skus::sku.eq(sku.as_str()))
        .select((Linha::as_select(), Textos::as_select()))
        .first(c)
        .optional())?)
}

/// One SKU.
pub fn find(conn: &mut Conn<'_>, loja: LojaId, sku: &SkuId) -> Result<Option<Sku>, StoreError> {
    linhas(conn, loja, sku)?.map(juntar).transpose()
}

/// The service's numbers of some SKUs, with their codes.
pub fn numeros(
    conn: &mut Conn<'_>,
    loja: LojaId,
    codigos: &[&str],
) -> Result<Vec<(String, i64)>, StoreError> {
    dialect!(conn => numbers(loja, codigos))
}

/// The service's number of a SKU.
pub fn numero(conn: &mut Conn<'_>, loja: LojaId, sku: &SkuId) -> Result<Option<i64>, StoreError> {
    Ok(on!(conn, c => skus::table
        .filter(skus::aplicacao_id.eq(loja.aplicacao.0))
        .filter(skus::loja_id.eq(loja.loja))
        .filter(skus::sku.eq(sku.as_str()))
        .select(skus::sku_num)
        .first(c)
        .optional())?)
}

/// SKUs in the order of their creation.
pub fn list(
    conn: &mut Conn<'_>,
    loja: LojaId,
    filtro: &Filtro,
    pagina: PageRequest,
) -> Result<Page<Sku>, StoreError> {
    let (linhas, total): (Vec<(Linha, Textos)>, i64) = on!(conn, c => {
        macro_rules! filtrados {
            ($base:expr) => {{
                let mut q = $base
                    .filter(skus::aplicacao_id.eq(loja.aplicacao.0))
                    .filter(skus::loja_id.eq(loja.loja))
                    .into_boxed();
                if let Some(sku) = &filtro.sku {
                    q = q.filter(skus::sku.eq(sku.as_str()));
                }
                if let Some(parent_id) = &filtro.parent_id {
                    q = q.filter(skus::parent_id.eq(parent_id.as_str()));
                }
                if let Some(gtin) = &filtro.gtin {
                    q = q.filter(skus::gtin.eq(gtin.as_str()));
                }
                if let Some(marca) = &filtro.marca {
                    q = q.filter(skus::marca.eq(marca.as_str()));
                }
                if let Some(ativo) = filtro.ativo {
                    q = q.filter(skus::ativo.eq(ativo));
                }
                if let Some(busca) = &filtro.busca {
                    q = q.filter(skus::texto_busca.like(contem(busca)).escape('\\'));
                }
                if !filtro.alterado.aberta() {
                    let (de, ate) = (filtro.alterado.de_micros(), filtro.alterado.ate_micros());
                    q = q.filter(NosPeriodos::de(de, ate))
                        .filter(skus::alterado_em.ge(de))
                        .filter(skus::alterado_em.lt(ate));
                }
                q
            }};
        }
        let mut q = filtrados!(com_textos!());
        if let Some([apos, _]) = pagina.apos() {
            q = q.filter(skus::sku_num.gt(apos));
        }
        let linhas = q
            .order(skus::sku_num)
            .select((Linha::as_select(), Textos::as_select()))
            .limit(pagina.limit())
            .offset(pagina.offset())
            .load(c)?;
        (linhas, filtrados!(skus::table).count().get_result(c)?)
    });
    pagina.page(linhas, total, |(l, _)| [l.sku_num, 0], juntar)
}

//! What differs for a SKU in one channel.

use std::collections::HashMap;

use diesel::prelude::*;
use diesel::upsert::excluded;
use domain::sku_canal::SkuCanal;
use domain::values::ids::{CanalId, LojaId, SkuId};

use super::mudancas::{Mudou, registrar};
use super::row::Linha;
use crate::base::StoreError;
use crate::base::paging::{Faixa, Page, PageRequest};
use crate::base::schema::{canais, sku_canais, skus};
use crate::base::{Conn, Tx, on};
use crate::catalogo::skus::linhas::sku_id;
use crate::catalogo::skus::touch;

fn canal_id(texto: String) -> Result<CanalId, StoreError> {
    CanalId::parse(texto).map_err(|e| StoreError::corrompido("canais.canal_id", e))
}

/// The settings of a SKU in every channel that has some, in the order of the channels' creation.
pub fn list_por_sku(
    conn: &mut Conn<'_>,
    loja: LojaId,
    sku_num: i64,
    alterado: Faixa,
) -> Result<Vec<SkuCanal>, StoreError> {
    let linhas: Vec<(Linha, String)> = on!(conn, c => sku_canais::table
        .inner_join(canais::table.on(canais::aplicacao_id
            .eq(sku_canais::aplicacao_id)
            .and(canais::loja_id.eq(sku_canais::loja_id))
            .and(canais::canal_num.eq(sku_canais::canal_num))))
        .filter(sku_canais::aplicacao_id.eq(loja.aplicacao.0))
        .filter(sku_canais::loja_id.eq(loja.loja))
        .filter(sku_canais::sku_num.eq(sku_num))
        .filter(sku_canais::alterado_em.ge(alterado.de_micros()))
        .filter(sku_canais::alterado_em.lt(alterado.ate_micros()))
        .order(sku_canais::canal_num)
        .select((Linha::as_select(), canais::canal_id))
        .load(c))?;
    linhas.into_iter().map(|(linha, id)| Ok(linha.valor(canal_id(id)?))).collect()
}

/// Which rows of a channel are wanted.
#[derive(Debug, Clone, Default)]
pub struct Filtro {
    /// Active ones, or the others.
    pub ativo: Option<bool>,
    /// Changed in this range.
    pub alterado: Faixa,
}

/// The settings of every SKU that has some in a channel, in the order of the SKUs' creation.
pub fn list_por_canal(
    conn: &mut Conn<'_>,
    loja: LojaId,
    (canal_num, canal): (i32, &CanalId),
    filtro: &Filtro,
    pagina: PageRequest,
) -> Result<Page<(SkuId, SkuCanal)>, StoreError> {
    let (linhas, total): (Vec<(Linha, String)>, i64) = on!(conn, c => {
        macro_rules! filtrados {
            ($base:expr) => {{
                let mut q = $base
                    .filter(sku_canais::aplicacao_id.eq(loja.aplicacao.0))
                    .filter(sku_canais::loja_id.eq(loja.loja))
                    .filter(sku_canais::canal_num.eq(canal_num))
                    .into_boxed();
                if let Some(ativo) = filtro.ativo {
                    q = q.filter(sku_canais::ativo.eq(ativo));
                }
                if !filtro.alterado.aberta() {
                    q = q.filter(sku_canais::alterado_em.ge(filtro.alterado.de_micros()))
                        .filter(sku_canais::alterado_em.lt(filtro.alterado.ate_micros()));
                }
                q
            }};
        }
        let mut q = filtrados!(sku_canais::table.inner_join(skus::table.on(skus::aplicacao_id
            .eq(sku_canais::aplicacao_id)
            .and(skus::loja_id.eq(sku_canais::loja_id))
            .and(skus::sku_num.eq(sku_canais::sku_num)))));
        if let Some([apos, _]) = pagina.apos() {
            q = q.filter(sku_canais::sku_num.gt(apos));
        }
        let linhas = q
            .order(sku_canais::sku_num)
            .select((Linha::as_select(), skus::sku))
            .limit(pagina.limit())
            .offset(pagina.offset())
            .load(c)?;
        (linhas, filtrados!(sku_canais::table).count().get_result(c)?)
    });
    pagina.page(
        linhas,
        total,
        |(l, _)| [l.sku_num, 0],
        |(linha, sku)| Ok((sku_id(sku)?, linha.valor(canal.clone()))),
    )
}

fn linha(
    conn: &mut Conn<'_>,
    loja: LojaId,
    canal_num: i32,
    sku_num: i64,
) -> Result<Option<Linha>, StoreError> {
    Ok(on!(conn, c => sku_canais::table
        .find((loja.aplicacao.0, loja.loja, canal_num, sku_num))
        .select(Linha::as_select())
        .first(c)
        .optional())?)
}

/// The settings of one SKU in one channel.
pub fn find(
    conn: &mut Conn<'_>,
    loja: LojaId,
    (canal_num, canal): (i32, &CanalId),
    sku_num: i64,
) -> Result<Option<SkuCanal>, StoreError> {
    Ok(linha(conn, loja, canal_num, sku_num)?.map(|l| l.valor(canal.clone())))
}

/// Creates or replaces the settings of one SKU in one channel; true when they are new. What is unchanged
/// keeps its time of change.
pub fn upsert(
    tx: &mut Tx<'_>,
    loja: LojaId,
    canal_num: i32,
    sku_num: i64,
    valor: &SkuCanal,
) -> Result<bool, StoreError> {
    let nova = Linha::nova(loja, canal_num, sku_num, valor, tx.agora().micros());
    let atual = linha(tx, loja, canal_num, sku_num)?;
    let Some(mudanca) = Mudou::entre(atual.as_ref(), Some(&nova)) else { return Ok(false) };
    gravar(tx, &[nova])?;
    registrar(tx, loja, vec![mudanca])?;
    Ok(atual.is_none())
}

/// Creates or replaces the settings of SKUs (distinct numbers) in one channel; answers for each, in order,
/// whether they are new.
pub fn upsert_lote(
    tx: &mut Tx<'_>,
    loja: LojaId,
    canal_num: i32,
    lote: &[(i64, SkuCanal)],
) -> Result<Vec<bool>, StoreError> {
    let nums: Vec<i64> = lote.iter().map(|(num, _)| *num).collect();
    let existentes: HashMap<i64, Linha> = on!(tx, c => sku_canais::table
        .filter(sku_canais::aplicacao_id.eq(loja.aplicacao.0))
        .filter(sku_canais::loja_id.eq(loja.loja))
        .filter(sku_canais::canal_num.eq(canal_num))
        .filter(sku_canais::sku_num.eq_any(&nums))
        .select(Linha::as_select())
        .load::<Linha>(c))?
    .into_iter()
    .map(|linha| (linha.sku_num, linha))
    .collect();
    let agora = tx.agora().micros();
    let mut linhas: Vec<Linha> =
        lote.iter().map(|(num, valor)| Linha::nova(loja, canal_num, *num, valor, agora)).collect();
    linhas.sort_unstable_by_key(|l| l.sku_num);
    let mut mudancas = Vec::with_capacity(linhas.len());
    linhas.retain(|nova| {
        let mudanca = Mudou::entre(existentes.get(&nova.sku_num), Some(nova));
        let mudou = mudanca.is_some();
        mudancas.extend(mudanca);
        mudou
    });
    gravar(tx, &linhas)?;
    registrar(tx, loja, mudancas)?;
    Ok(nums.iter().map(|num| !existentes.contains_key(num)).collect())
}

fn gravar(tx: &mut Tx<'_>, linhas: &[Linha]) -> Result<(), StoreError> {
    use crate::base::schema::sku_canais::*;
    on!(tx, c => diesel::insert_into(sku_canais::table)
        .values(linhas)
        .on_conflict((aplicacao_id, loja_id, canal_num, sku_num))
        .do_update()
        .set((
            estoque.eq(excluded(estoque)),
            preco_de.eq(excluded(preco_de)),
            preco_por.eq(excluded(preco_por)),
            ativo.eq(excluded(ativo)),
            alterado_em.eq(excluded(alterado_em)),
        ))
        .execute(c))?;
    Ok(())
}

/// Removes the settings of one SKU in one channel; false when there were none.
pub fn delete(tx: &mut Tx<'_>, loja: LojaId, canal_num: i32, sku_num: i64) -> Result<bool, StoreError> {
    let apagadas: Vec<Linha> = on!(tx, c => diesel::delete(
        sku_canais::table.find((loja.aplicacao.0, loja.loja, canal_num, sku_num))
    ).returning(Linha::as_returning()).get_results(c))?;
    removidas(tx, loja, sku_num, &apagadas)?;
    Ok(!apagadas.is_empty())
}

/// Makes `valores` (each with its channel's number) the settings of one SKU: what is not among them goes.
pub fn replace_por_sku(
    tx: &mut Tx<'_>,
    loja: LojaId,
    sku_num: i64,
    valores: &[(i32, SkuCanal)],
) -> Result<(), StoreError> {
    let ficam: Vec<i32> = valores.iter().map(|(num, _)| *num).collect();
    let apagadas: Vec<Linha> = on!(tx, c => diesel::delete(sku_canais::table
        .filter(sku_canais::aplicacao_id.eq(loja.aplicacao.0))
        .filter(sku_canais::loja_id.eq(loja.loja))
        .filter(sku_canais::sku_num.eq(sku_num))
        .filter(sku_canais::canal_num.ne_all(ficam)))
        .returning(Linha::as_returning())
        .get_results(c))?;
    removidas(tx, loja, sku_num, &apagadas)?;
    for (canal_num, valor) in valores {
        upsert(tx, loja, *canal_num, sku_num, valor)?;
    }
    Ok(())
}

/// A removed row leaves nothing to see its removal by: the SKU itself counts as changed.
fn removidas(tx: &mut Tx<'_>, loja: LojaId, sku_num: i64, apagadas: &[Linha]) -> Result<(), StoreError> {
    if apagadas.is_empty() {
        return Ok(());
    }
    touch(tx, loja, sku_num, None)?;
    registrar(tx, loja, apagadas.iter().filter_map(|linha| Mudou::entre(Some(linha), None)).collect())
}

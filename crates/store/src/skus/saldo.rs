//! Stock and prices of a SKU, changed by themselves.

#[cfg(feature = "postgres")]
mod de_uma_vez;

use diesel::prelude::*;
#[cfg(feature = "sqlite")]
use diesel::sql_types::{BigInt, Integer};
use domain::ids::{LojaId, SkuId};
use domain::sku::AjusteEstoque;
use domain::sku_canal::Preco;

use super::{mudancas, travar};
use crate::conexao::{Backend, Comando, Tx, Valor, on};
use crate::erro::StoreError;
use crate::schema::skus;

/// What became of a change of stock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MudancaEstoque {
    /// Done; the stock now.
    Feita(i32),
    /// There is no such SKU.
    Ausente,
    /// It would leave the lawful range (below zero, or above a 32-bit integer); the stock as it is.
    Recusada(i32),
}

/// A SKU's row, by its code.
macro_rules! alvo {
    ($loja:expr, $sku:expr) => {
        skus::table
            .filter(skus::aplicacao_id.eq($loja.aplicacao.0))
            .filter(skus::loja_id.eq($loja.loja))
            .filter(skus::sku.eq($sku.as_str()))
    };
}

/// Sets or varies the stock: concurrent changes add up and none goes below zero. Setting what is already there
/// changes nothing.
pub fn ajustar_estoque(
    tx: &mut Tx<'_>,
    loja: LojaId,
    sku: &SkuId,
    ajuste: AjusteEstoque,
) -> Result<MudancaEstoque, StoreError> {
    let feita = match ajuste {
        AjusteEstoque::Absoluto(n) => fixar(tx, loja, sku, n)?,
        AjusteEstoque::Variacao(v) => variar(tx, loja, sku, v)?,
    };
    Ok(match (feita, ajuste) {
        (Some(estoque), _) => MudancaEstoque::Feita(estoque),
        (None, AjusteEstoque::Absoluto(_)) => MudancaEstoque::Ausente,
        (None, AjusteEstoque::Variacao(_)) => {
            atual(tx, loja, sku)?.map_or(MudancaEstoque::Ausente, |(_, n)| MudancaEstoque::Recusada(n))
        }
    })
}

/// Number and stock of a SKU, which stay as they are until this transaction changes them.
fn atual(tx: &mut Tx<'_>, loja: LojaId, sku: &SkuId) -> Result<Option<(i64, i32)>, StoreError> {
    let travados = travar(tx, loja, &[sku.as_str()])?;
    let achado: Option<(i64, i32)> =
        on!(tx, c => alvo!(loja, sku).select((skus::sku_num, skus::estoque)).first(c).optional())?;
    Ok(achado.filter(|(num, _)| travados.tem(*num)))
}

/// Sets the stock unless it is that already, and tells of it; `None` when there is no such SKU.
fn fixar(tx: &mut Tx<'_>, loja: LojaId, sku: &SkuId, n: i32) -> Result<Option<i32>, StoreError> {
    let agora = tx.agora();
    match &mut tx.backend {
        #[cfg(feature = "sqlite")]
        Backend::Sqlite(_) => {
            let Some((num, anterior)) = atual(tx, loja, sku)? else { return Ok(None) };
            if anterior != n {
                let mudanca: Comando<'_, (), 5> = Comando::novo(
                    "UPDATE skus SET estoque = ?, alterado_em = ? \
                     WHERE aplicacao_id = ? AND loja_id = ? AND sku_num = ?",
                    [
                        Valor::Inteiro(n),
                        Valor::Longo(agora.micros()),
                        Valor::Inteiro(loja.aplicacao.0),
                        Valor::Inteiro(loja.loja),
                        Valor::Longo(num),
                    ],
                );
                on!(tx, c => mudanca.execute(c))?;
            }
            mudancas::registrar(tx, loja, (num, sku.as_str()), mudancas::de_estoque(anterior, n))?;
            Ok(Some(n))
        }
        #[cfg(feature = "postgres")]
        Backend::Postgres(c) => de_uma_vez::fixar(c, loja, sku, n, agora),
    }
}

/// Varies the stock and tells of it; `None` when there is no such SKU or the stock does not allow it.
fn variar(tx: &mut Tx<'_>, loja: LojaId, sku: &SkuId, v: i32) -> Result<Option<i32>, StoreError> {
    let agora = tx.agora();
    // any stock would be below zero afterwards, and -v does not fit
    if v == i32::MIN {
        return Ok(None);
    }
    let licito = if v < 0 { (-v, i32::MAX) } else { (0, i32::MAX - v) };
    match &mut tx.backend {
        #[cfg(feature = "sqlite")]
        Backend::Sqlite(c) => {
            let mudanca: Comando<'_, (BigInt, Integer), 7> = Comando::novo(
                "UPDATE skus SET estoque = estoque + ?, alterado_em = ? \
                 WHERE aplicacao_id = ? AND loja_id = ? AND sku = ? AND estoque BETWEEN ? AND ? \
                 RETURNING sku_num, estoque",
                [
                    Valor::Inteiro(v),
                    Valor::Longo(agora.micros()),
                    Valor::Inteiro(loja.aplicacao.0),
                    Valor::Inteiro(loja.loja),
                    Valor::Texto(sku.as_str()),
                    Valor::Inteiro(licito.0),
                    Valor::Inteiro(licito.1),
                ],
            );
            let mudado: Option<(i64, i32)> = mudanca.get_result(*c).optional()?;
            let Some((num, novo)) = mudado else { return Ok(None) };
            let evento = mudancas::de_estoque(novo.saturating_sub(v), novo);
            mudancas::registrar(tx, loja, (num, sku.as_str()), evento)?;
            Ok(Some(novo))
        }
        #[cfg(feature = "postgres")]
        Backend::Postgres(c) => de_uma_vez::variar(c, loja, sku, (v, licito), agora),
    }
}

/// Sets the prices; false when there is no such SKU. Setting what is already there changes nothing.
pub fn definir_preco(tx: &mut Tx<'_>, loja: LojaId, sku: &SkuId, preco: Preco) -> Result<bool, StoreError> {
    let travados = travar(tx, loja, &[sku.as_str()])?;
    let achado: Option<(i64, i64, i64)> = on!(tx, c => alvo!(loja, sku)
        .select((skus::sku_num, skus::preco_de, skus::preco_por))
        .first(c)
        .optional())?;
    let Some((num, de, por)) = achado.filter(|(num, ..)| travados.tem(*num)) else { return Ok(false) };
    let Some(mudanca) = mudancas::de_preco(mudancas::preco_de(de, por), preco) else { return Ok(true) };
    let agora = tx.agora().micros();
    let linha: Comando<'_, (), 6> = Comando::novo(
        "UPDATE skus SET preco_de = ?, preco_por = ?, alterado_em = ? \
         WHERE aplicacao_id = ? AND loja_id = ? AND sku_num = ?",
        [
            Valor::Longo(preco.preco_de.dez_milesimos()),
            Valor::Longo(preco.preco_por.dez_milesimos()),
            Valor::Longo(agora),
            Valor::Inteiro(loja.aplicacao.0),
            Valor::Inteiro(loja.loja),
            Valor::Longo(num),
        ],
    );
    on!(tx, c => linha.execute(c))?;
    mudancas::registrar(tx, loja, (num, sku.as_str()), [mudanca])?;
    Ok(true)
}

//! Stock and prices of a SKU, changed by themselves.

use diesel::prelude::*;
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
    let (num, anterior, estoque) = match ajuste {
        AjusteEstoque::Absoluto(n) => {
            let Some((num, anterior)) = fixar(tx, loja, sku, n)? else { return Ok(MudancaEstoque::Ausente) };
            if anterior == n {
                return Ok(MudancaEstoque::Feita(n));
            }
            (num, anterior, n)
        }
        AjusteEstoque::Variacao(v) => match variar(tx, loja, sku, v)? {
            Some((num, novo)) => (num, novo.saturating_sub(v), novo),
            None => {
                let atual = atual(tx, loja, sku)?;
                return Ok(atual.map_or(MudancaEstoque::Ausente, |(_, n)| MudancaEstoque::Recusada(n)));
            }
        },
    };
    mudancas::registrar(tx, loja, (num, sku.as_str()), mudancas::de_estoque(anterior, estoque))?;
    Ok(MudancaEstoque::Feita(estoque))
}

/// Number and stock of a SKU, which stay as they are until this transaction changes them.
fn atual(tx: &mut Tx<'_>, loja: LojaId, sku: &SkuId) -> Result<Option<(i64, i32)>, StoreError> {
    travar(tx, loja, &[sku.as_str()])?;
    Ok(on!(tx, c => alvo!(loja, sku).select((skus::sku_num, skus::estoque)).first(c).optional())?)
}

/// Sets the stock unless it is that already; answers the number of the SKU and its stock before.
fn fixar(tx: &mut Tx<'_>, loja: LojaId, sku: &SkuId, n: i32) -> Result<Option<(i64, i32)>, StoreError> {
    let agora = tx.agora().micros();
    let (aplicacao, da_loja) = (Valor::Inteiro(loja.aplicacao.0), Valor::Inteiro(loja.loja));
    match &mut tx.backend {
        #[cfg(feature = "sqlite")]
        Backend::Sqlite(_) => {
            let Some((num, anterior)) = atual(tx, loja, sku)? else { return Ok(None) };
            if anterior != n {
                let mudanca: Comando<'_, (), 5> = Comando::novo(
                    "UPDATE skus SET estoque = ?, alterado_em = ? \
                     WHERE aplicacao_id = ? AND loja_id = ? AND sku_num = ?",
                    [Valor::Inteiro(n), Valor::Longo(agora), aplicacao, da_loja, Valor::Longo(num)],
                );
                on!(tx, c => mudanca.execute(c))?;
            }
            Ok(Some((num, anterior)))
        }
        // locked, read and changed in one trip; what `atual` waits for is what `mudado` then finds
        #[cfg(feature = "postgres")]
        Backend::Postgres(c) => {
            let mudanca: Comando<'_, (BigInt, Integer), 8> = Comando::novo(
                "WITH atual AS (SELECT sku_num, estoque FROM skus \
                 WHERE aplicacao_id = ? AND loja_id = ? AND sku = ? FOR NO KEY UPDATE), \
                 mudado AS (UPDATE skus s SET estoque = ?, alterado_em = ? FROM atual \
                 WHERE s.aplicacao_id = ? AND s.loja_id = ? AND s.sku_num = atual.sku_num AND atual.estoque <> ?) \
                 SELECT sku_num, estoque FROM atual",
                [
                    aplicacao,
                    da_loja,
                    Valor::Texto(sku.as_str()),
                    Valor::Inteiro(n),
                    Valor::Longo(agora),
                    aplicacao,
                    da_loja,
                    Valor::Inteiro(n),
                ],
            );
            Ok(mudanca.get_result(*c).optional()?)
        }
    }
}

/// Varies the stock in one statement; `None` when there is no such SKU or the stock does not allow it.
fn variar(tx: &mut Tx<'_>, loja: LojaId, sku: &SkuId, v: i32) -> Result<Option<(i64, i32)>, StoreError> {
    let agora = tx.agora().micros();
    // -i32::MIN does not fit: no stock is that large either way
    let (minimo, maximo) = if v < 0 { (v.saturating_neg(), i32::MAX) } else { (0, i32::MAX - v) };
    let mudanca: Comando<'_, (BigInt, Integer), 7> = Comando::novo(
        "UPDATE skus SET estoque = estoque + ?, alterado_em = ? WHERE aplicacao_id = ? AND loja_id = ? AND sku = ? \
         AND estoque BETWEEN ? AND ? RETURNING sku_num, estoque",
        [
            Valor::Inteiro(v),
            Valor::Longo(agora),
            Valor::Inteiro(loja.aplicacao.0),
            Valor::Inteiro(loja.loja),
            Valor::Texto(sku.as_str()),
            Valor::Inteiro(minimo),
            Valor::Inteiro(maximo),
        ],
    );
    Ok(on!(tx, c => mudanca.get_result(c).optional())?)
}

/// Sets the prices; false when there is no such SKU. Setting what is already there changes nothing.
pub fn definir_preco(tx: &mut Tx<'_>, loja: LojaId, sku: &SkuId, preco: Preco) -> Result<bool, StoreError> {
    travar(tx, loja, &[sku.as_str()])?;
    let achado: Option<(i64, i64, i64)> = on!(tx, c => alvo!(loja, sku)
        .select((skus::sku_num, skus::preco_de, skus::preco_por))
        .first(c)
        .optional())?;
    let Some((num, de, por)) = achado else { return Ok(false) };
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

//! A change of stock or prices that may be made together with others.

use domain::estoque::CausaMovimento;
use domain::sku::{AjusteDatado, AjusteEstoque};
use domain::sku_canal::Preco;
use domain::values::ids::{AplicacaoId, SkuId, UsuarioId};

use super::rows::{Asked, Row};
use crate::accounts::keeping::Keep;

/// A change of one SKU that may be made together with others.
pub struct GatheredChange {
    /// Whose user it is.
    pub aplicacao: AplicacaoId,
    /// Whose SKU it is.
    pub usuario: UsuarioId,
    /// The SKU.
    pub sku: SkuId,
    /// What is to be done.
    pub change: NewBalance,
    /// The key that it comes under.
    pub keep: Option<Keep<Gathered>>,
}

/// Stock or prices.
#[derive(Debug, Clone, Copy)]
pub enum NewBalance {
    /// A stock is set or varied.
    Estoque(AjusteDatado),
    /// Prices are set.
    Preco(Preco),
}

/// What came of a change among others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gathered {
    /// Done; the stock now.
    Done(i32),
    /// It would leave the lawful range (below zero, or above a 32-bit integer); the stock as it is.
    Refused(i32),
    /// Nothing: it has to be made by itself, for whatever there is to be said of it.
    Alone,
}

impl GatheredChange {
    pub(super) fn asked(&self, now: i64) -> Asked<'_> {
        let as_of = match &self.change {
            NewBalance::Estoque(AjusteDatado { data_referencia: Some(as_of), .. }) => as_of.micros().min(now),
            NewBalance::Estoque(_) | NewBalance::Preco(_) => now,
        };
        let Self { aplicacao, usuario, sku, .. } = self;
        Asked { aplicacao: aplicacao.0, usuario: usuario.as_str(), sku: sku.as_str(), as_of }
    }

    /// The row after the change; or why there is none.
    pub(super) fn apply(&self, row: &Row) -> Result<(Row, CausaMovimento), Gathered> {
        let mut after = row.clone();
        let causa = match self.change {
            NewBalance::Preco(preco) => {
                after.preco_de = preco.preco_de.ten_thousandths();
                after.preco_por = preco.preco_por.ten_thousandths();
                CausaMovimento::Cadastro
            }
            NewBalance::Estoque(AjusteDatado { ajuste: AjusteEstoque::Absolute(n), .. }) => {
                if row.holding {
                    return Err(Gathered::Alone);
                }
                after.estoque = n;
                CausaMovimento::Saldo
            }
            NewBalance::Estoque(AjusteDatado { ajuste: AjusteEstoque::Variacao(v), .. }) => {
                let varied = row.estoque.checked_add(v).filter(|after| *after >= 0);
                after.estoque = varied.ok_or(Gathered::Refused(row.estoque))?;
                CausaMovimento::Variacao
            }
        };
        Ok((after, causa))
    }
}

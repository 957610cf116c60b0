//! What changed of SKUs in channels, as the event log tells it.

use std::collections::HashMap;

use diesel::prelude::*;
use domain::evento::Mudanca;
use domain::values::ids::LojaId;

use super::row::Linha;
use crate::base::StoreError;
use crate::base::schema::{canais, skus};
use crate::base::{Tx, on};
use crate::eventos::{self, Novo};

/// A change of the settings of one SKU in one channel.
pub(super) struct Mudou {
    canal_num: i32,
    sku_num: i64,
    mudanca: Mudanca,
}

impl Mudou {
    /// The change from one state to the next, if it is one.
    pub(super) fn entre(antes: Option<&Linha>, depois: Option<&Linha>) -> Option<Self> {
        let linha = depois.or(antes)?;
        if let (Some(antes), Some(depois)) = (antes, depois)
            && antes.igual(depois)
        {
            return None;
        }
        let (anterior, atual) = (antes.map(Linha::no_canal), depois.map(Linha::no_canal));
        let mudanca = Mudanca::SkuCanalAlterado { anterior, atual };
        Some(Self { canal_num: linha.canal_num, sku_num: linha.sku_num, mudanca })
    }
}

/// Writes changes into the event log.
pub(super) fn registrar(tx: &mut Tx<'_>, loja: LojaId, mudancas: Vec<Mudou>) -> Result<(), StoreError> {
    let do_canal: Vec<i32> = mudancas.iter().map(|m| m.canal_num).collect();
    let canais: HashMap<i32, String> = on!(tx, c => canais::table
        .filter(canais::aplicacao_id.eq(loja.aplicacao.0))
        .filter(canais::loja_id.eq(loja.loja))
        .filter(canais::canal_num.eq_any(do_canal))
        .select((canais::canal_num, canais::canal_id))
        .load::<(i32, String)>(c))?
    .into_iter()
    .collect();
    let do_sku: Vec<i64> = mudancas.iter().map(|m| m.sku_num).collect();
    let skus: HashMap<i64, String> = on!(tx, c => skus::table
        .filter(skus::aplicacao_id.eq(loja.aplicacao.0))
        .filter(skus::loja_id.eq(loja.loja))
        .filter(skus::sku_num.eq_any(do_sku))
        .select((skus::sku_num, skus::sku))
        .load::<(i64, String)>(c))?
    .into_iter()
    .collect();
    let novos = mudancas.into_iter().map(|m| Novo {
        assunto: m.sku_num,
        canal: canais.get(&m.canal_num).map(String::as_str),
        sku: skus.get(&m.sku_num).map(String::as_str),
        mudanca: m.mudanca,
    });
    let agora = tx.agora();
    eventos::registrar(tx, loja, agora, novos)
}

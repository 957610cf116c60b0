//! SKUs that follow a category: they name it by its path or its name, which a change of the category has changed.
//! They are rewritten in batches, each in a transaction of its own; until the last one the store's tree stays as it
//! is otherwise.

use std::collections::HashMap;

use diesel::prelude::*;
use domain::categoria_loja::LojaTree;
use domain::values::ids::{AplicacaoId, LojaId};

use super::{list, lock, of_loja};
use crate::base::schema::{categorias_loja, sku_textos, skus};
use crate::base::{Conn, Implied, StoreError, Tx, from_json, on};
use crate::catalogue::skus::{edit_lote, with_texts};

/// Stores with SKUs that have yet to follow.
pub fn followed(conn: &mut Conn<'_>) -> Result<Vec<LojaId>, StoreError> {
    let found: Vec<(i32, i32)> = on!(conn, c => categorias_loja::table
        .filter(categorias_loja::caminho_anterior.is_not_null())
        .select((categorias_loja::aplicacao_id, categorias_loja::loja_id))
        .load(c))?;
    Ok(found.into_iter().map(|(a, loja)| LojaId { aplicacao: AplicacaoId(a), loja }).collect())
}

/// Has the next `most` SKUs of a store follow the category that was changed; false when none is left to.
pub fn follow(tx: &mut Tx<'_>, loja: LojaId, most: i64) -> Result<bool, StoreError> {
    lock(tx, loja)?;
    let changed: Option<(i64, Option<String>, i64)> = on!(tx, c => of_loja!(loja)
        .filter(categorias_loja::caminho_anterior.is_not_null())
        .select((
            categorias_loja::categoria_num,
            categorias_loja::caminho_anterior,
            categorias_loja::seguida_ate,
        ))
        .first(c)
        .optional())?;
    let Some((categoria, Some(before), after)) = changed else { return Ok(false) };
    let part: Vec<(i64, String, String)> = on!(tx, c => with_texts!()
        .filter(skus::aplicacao_id.eq(loja.aplicacao.0))
        .filter(skus::loja_id.eq(loja.loja))
        .filter(skus::sku_num.gt(after))
        .filter(Implied(sku_textos::sku_num.gt(after)))
        .order(skus::sku_num)
        .select((skus::sku_num, skus::sku, sku_textos::categorias))
        .limit(most)
        .load(c))?;
    let tree = LojaTree::new(list(tx, loja)?);
    let renamed = |names: &[String]| tree.renamed(names, categoria, &before);
    // stores write the same few lists over and over
    let mut judged: HashMap<&str, bool> = HashMap::new();
    let mut codes = Vec::new();
    for (_, code, text) in &part {
        let follows = match judged.get(text.as_str()) {
            Some(follows) => *follows,
            None => {
                let names: Vec<String> = from_json("sku_textos.categorias", text)?;
                renamed(&names).is_some()
            }
        };
        judged.insert(text, follows);
        codes.extend(follows.then_some(code.as_str()));
    }
    edit_lote(tx, loja, &codes, |_, produto| {
        let names = renamed(&produto.sku.categorias);
        names.map(|names| produto.sku.categorias = names).is_some()
    })?;
    let last = part.last().map(|(num, ..)| *num).filter(|_| part.len() as i64 == most);
    on!(tx, c => diesel::update(of_loja!(loja).filter(categorias_loja::categoria_num.eq(categoria)))
        .set((
            categorias_loja::caminho_anterior.eq(last.map(|_| before.as_str())),
            categorias_loja::seguida_ate.eq(last.unwrap_or(0)),
        ))
        .execute(c))?;
    Ok(true)
}

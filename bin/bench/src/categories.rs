//! A large tree of categories, planted level by level through interface B: made-up data have a small one.

use anyhow::{Context, Result};
use serde_json::json;

use crate::http::Http;
use crate::keys::Keys;
use crate::server::Server;

/// Categories on the first level; each of them branches as widely as it must.
const ROOTS: usize = 20;
/// Categories on the second level.
const BRANCHES: usize = 600;

/// Plants `count` categories on three levels.
pub fn plant(http: &Http, server: &Server, keys: &Keys, count: u32) -> Result<()> {
    let mut parents: Vec<i64> = vec![0];
    let mut left = count as usize;
    for width in [ROOTS, BRANCHES, usize::MAX] {
        let width = width.min(left);
        let bodies =
            (0..width).filter_map(|n| Some(body(*parents.get(n % parents.len())?, width, n))).collect();
        let answers = http.post_all(&format!("{}/categorias", server.b), bodies, keys.store_key())?;
        let ids: Result<Vec<i64>> =
            answers.iter().map(|a| a.json()?.as_i64().context("a new category has a number")).collect();
        left -= width;
        if left == 0 {
            break;
        }
        parents = ids?;
    }
    Ok(())
}

fn body(parent: i64, level: usize, n: usize) -> String {
    json!({
        "nome": format!("Categoria {n} de {level}"),
        "categoriaPaiId": parent,
        "categoriaERPId": format!("ERP-{level}-{n}"),
        "ativo": !n.is_multiple_of(17),
        "isReseller": n.is_multiple_of(4),
        "exibirMatrizAtributos": "Neutro",
        "quantidadeMaximaCompraUnidade": 0,
        "valorMinimoCompra": 0,
    })
    .to_string()
}

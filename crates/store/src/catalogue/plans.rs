//! How SQLite finds what few rows of a store have, without statistics to guide it: by its index, and not by
//! going through the store.
#![allow(clippy::unwrap_used)]

use domain::interface_b::produto::Identifier;
use domain::values::dates::Instante;
use domain::values::ids::{AplicacaoId, CategoriaId, LojaId};

use super::categorias::{self, Tree};
use super::categorias_loja::{self, Which};
use super::produtos;
use super::skus;
use crate::base::Conn;
use crate::base::paging::{PageRequest, Range};
use crate::base::plans::plans;

const LOJA: LojaId = LojaId { aplicacao: AplicacaoId(1), loja: 1 };

/// All statements on a table that `f` runs go by that index.
fn by(index: &str, table: &str, f: impl FnOnce(&mut Conn<'_>)) {
    let plans = plans(&[table], "", f);
    assert!(!plans.is_empty());
    assert!(plans.iter().all(|plan| plan.contains(index)), "{plans:?}");
}

#[test]
fn a_product_is_found_by_its_number() {
    by("skus_produto_num (aplicacao_id=? AND loja_id=? AND produto_num=?", "skus", |conn| {
        produtos::find(conn, LOJA, &Identifier::Produto(1)).unwrap();
    });
}

#[test]
fn skus_are_found_by_their_group_their_brand_and_their_gtin() {
    let group = skus::Filter { parent_id: Some("P".into()), ..skus::Filter::default() };
    let brand = skus::Filter { marca: Some("M".into()), ..skus::Filter::default() };
    let both = skus::Filter { marca: Some("M".into()), ..group.clone() };
    let gtin = skus::Filter { gtin: Some("7891000315507".into()), ..skus::Filter::default() };
    let since = Range { de: Some(Instante::now()), ate: None };
    let changed = skus::Filter { changed: since, ..brand.clone() };
    for (filter, index) in [
        (group, "skus_parent_id (aplicacao_id=? AND loja_id=? AND parent_id=?"),
        (brand, "skus_marca (aplicacao_id=? AND loja_id=? AND marca=?"),
        (both, "skus_parent_id (aplicacao_id=? AND loja_id=? AND parent_id=?"),
        (gtin, "skus_gtin (aplicacao_id=? AND loja_id=? AND gtin=?"),
        (changed, "skus_alterado_periodo (aplicacao_id=? AND loja_id=? AND alterado_periodo>?"),
    ] {
        by(index, "skus", |conn| {
            skus::list(conn, LOJA, &filter, PageRequest::first(10)).unwrap();
        });
    }
}

#[test]
fn categories_are_found_by_what_they_hang_below_and_by_their_code() {
    let tree = Tree { loja: LOJA, canal_num: 1 };
    let below = "categorias_canal_pai (aplicacao_id=? AND loja_id=? AND canal_num=? AND pai=?";
    by(below, "categorias_canal", |conn| {
        categorias::has_subcategorias(conn, tree, &CategoriaId::stored("C".to_owned()).unwrap()).unwrap();
    });
    by("categorias_loja_erp_id (aplicacao_id=? AND loja_id=? AND erp_id=?", "categorias_loja", |conn| {
        categorias_loja::find(conn, LOJA, &Which::Erp("E".into())).unwrap();
    });
}

//! Tests of plans: selective columns are found without reading the whole store.
#![allow(clippy::unwrap_used)]

use domain::interface_b::produto::Identifier;
use domain::values::dates::Instante;
use domain::values::ids::{AplicacaoId, CategoriaId, LojaId};

use super::categorias::{self, Tree};
use super::categorias_loja::{self, Which};
use super::produtos;
use super::skus;
use crate::base::paging::{PageRequest, Range};
use crate::base::plans::Plans;

const LOJA: LojaId = LojaId { aplicacao: AplicacaoId(1), loja: 1 };

#[test]
fn products_and_categories_are_found_by_their_numbers_and_codes() {
    let tree = Tree { loja: LOJA, canal_num: 1 };
    let plans = Plans::of("", |conn| {
        produtos::find(conn, LOJA, &Identifier::Produto(1)).unwrap();
        categorias::has_subcategorias(conn, tree, &CategoriaId::stored("C".to_owned()).unwrap()).unwrap();
        categorias_loja::find(conn, LOJA, &Which::Erp("E".into())).unwrap();
    });
    plans
        .narrow()
        .without("categorias_canal USING PRIMARY KEY (aplicacao_id=? AND loja_id=? AND canal_num=?)");
}

#[test]
fn skus_are_found_by_their_group_their_brand_their_gtin_and_their_change() {
    let group = skus::Filter { parent_id: Some("P".into()), ..skus::Filter::default() };
    let brand = skus::Filter { marca: Some("M".into()), ..skus::Filter::default() };
    let both = skus::Filter { marca: Some("M".into()), ..group.clone() };
    let gtin = skus::Filter { gtin: Some("7891000315507".into()), ..skus::Filter::default() };
    let since = Range { de: Some(Instante::now()), ate: None };
    let changed = skus::Filter { changed: since, ..brand.clone() };
    let plans = |filter: &skus::Filter| {
        Plans::of("", |conn| {
            skus::list(conn, LOJA, filter, PageRequest::first(10)).unwrap();
        })
    };
    Plans::of("", |conn| {
        skus::by_codes(conn, LOJA, &["A", "7891000315507", "10000000017"]).unwrap();
    })
    .narrow();
    for filter in [group, brand, gtin] {
        plans(&filter).narrow();
    }
    // a store may have a single brand: the other filters are more selective
    for filter in [both, changed] {
        plans(&filter).narrow().without("marca=?");
    }
}

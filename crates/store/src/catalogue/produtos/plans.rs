//! Tests of plans: products are found by selective columns, or listed in the order of an index.
#![allow(clippy::unwrap_used)]

use domain::categoria_loja::LojaTree;
use domain::values::dates::Instante;
use domain::values::ids::{AplicacaoId, LojaId};

use super::{Filter, in_categories, list};
use crate::base::paging::PageRequest;
use crate::base::plans::Plans;

const LOJA: LojaId = LojaId { aplicacao: AplicacaoId(1), loja: 1 };

fn listed(filter: &Filter) -> Plans {
    Plans::of("", |conn| {
        list(conn, LOJA, filter, PageRequest::first(10)).unwrap();
    })
}

#[test]
fn a_group_and_changes_are_found_without_reading_all_skus() {
    listed(&Filter { produto: Some(1), ..Filter::default() }).narrow();
    listed(&Filter { changed_since: Some(Instante::now()), ..Filter::default() }).narrow();
}

#[test]
fn brands_and_categories_are_listed_in_the_order_of_skus() {
    listed(&Filter { brands: Some(vec!["X".into(), "Y".into()]), ..Filter::default() }).unsorted();
    let tree = LojaTree::new(Vec::new());
    let categories = Plans::of("", |conn| {
        in_categories(conn, LOJA, &Filter::default(), (&tree, &[1])).unwrap();
    });
    categories.unsorted();
}

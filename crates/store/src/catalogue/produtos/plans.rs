//! How SQLite finds products: from which index it starts, without statistics to guide it.
#![allow(clippy::unwrap_used, clippy::panic)]

use domain::categoria_loja::LojaTree;
use domain::values::dates::Instante;
use domain::values::ids::{AplicacaoId, LojaId};

use super::{Filter, in_categories, list};
use crate::base::Conn;
use crate::base::paging::PageRequest;

const LOJA: LojaId = LojaId { aplicacao: AplicacaoId(1), loja: 1 };

/// The plans of all statements on SKUs that `f` runs, one line each.
fn plans(f: impl FnOnce(&mut Conn<'_>)) -> Vec<String> {
    crate::base::plans::plans(&["skus"], "", f)
}

#[test]
fn brands_and_groups_are_counted_by_their_indexes_and_listed_out_of_one_store() {
    let brands = Filter { brands: Some(vec!["X".into(), "Y".into()]), ..Filter::default() };
    let group = Filter { produto: Some(1), ..Filter::default() };
    let of_group = "skus_produto_num (aplicacao_id=? AND loja_id=? AND produto_num=?";
    for (filter, by_rows, index) in [
        (
            brands,
            "SEARCH skus USING PRIMARY KEY (aplicacao_id=? AND loja_id=?",
            "skus_marca (aplicacao_id=? AND loja_id=? AND marca=?)",
        ),
        (group, of_group, of_group),
    ] {
        let plans = plans(|conn| {
            list(conn, LOJA, &filter, PageRequest::first(10)).unwrap();
        });
        let [rows, total] = plans.as_slice() else { panic!("{plans:?}") };
        assert!(rows.contains(by_rows), "{rows}");
        assert!(total.contains(index), "{total}");
    }
}

#[test]
fn changed_ones_are_found_by_the_stretch_of_time() {
    let since = Filter { changed_since: Some(Instante::now()), ..Filter::default() };
    let plans = plans(|conn| {
        list(conn, LOJA, &since, PageRequest::first(10)).unwrap();
    });
    let stretch =
        "skus_alterado_periodo (aplicacao_id=? AND loja_id=? AND alterado_periodo>? AND alterado_periodo<?)";
    let [_, total] = plans.as_slice() else { panic!("{plans:?}") };
    assert!(total.contains(stretch), "{total}");
}

#[test]
fn categories_are_looked_for_in_one_store_alone() {
    let tree = LojaTree::new(Vec::new());
    let plans = plans(|conn| {
        in_categories(conn, LOJA, &Filter::default(), (&tree, &[1])).unwrap();
    });
    assert_eq!(plans.len(), 1, "{plans:?}");
    assert!(
        plans.iter().all(|plan| plan.contains("PRIMARY KEY (aplicacao_id=? AND loja_id=? AND sku_num>?)")),
        "{plans:?}"
    );
}

//! The tree against a plain model of it: quadratic, recursive, and easy to believe.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;
use crate::categoria_loja::ExibirMatriz;
use crate::values::money::Dinheiro;

fn categoria(id: i64, parent: i64, name: &str) -> CategoriaLoja {
    CategoriaLoja {
        id,
        nome: name.to_owned(),
        categoria_pai_id: parent,
        categoria_erp_id: String::new(),
        ativo: true,
        is_reseller: false,
        exibir_matriz_atributos: ExibirMatriz::Neutro,
        quantidade_maxima_compra_unidade: Dinheiro::ZERO,
        valor_minimo_compra: Dinheiro::from_cents(1050),
        exibe_menu: true,
        url_hot_site: String::new(),
    }
}

/// 1 Casa > (3 Mesa, 4 Banho > 5 Toalhas), 2 Jardim; the towels and the garden for resellers.
fn house() -> Vec<CategoriaLoja> {
    let mut all = vec![
        categoria(1, 0, "Casa"),
        categoria(2, 0, "Jardim"),
        categoria(3, 1, "Mesa"),
        categoria(4, 1, "Banho"),
        categoria(5, 4, "Toalhas"),
    ];
    all[1].is_reseller = true;
    all[4].is_reseller = true;
    all
}

fn value(json: serde_json::Result<Vec<u8>>) -> Value {
    serde_json::from_slice(&json.unwrap()).unwrap()
}

fn paths(all: &[CategoriaLoja], filter: CategoriasFilter) -> Vec<String> {
    let list = value(LojaTree::new(all.to_vec()).choose(filter).list());
    let registros = list.as_array().unwrap().iter();
    registros.map(|r| r["caminhoHierarquia"].as_str().unwrap().to_owned()).collect()
}

/// The tree as `1(3,4(5)),2`.
fn forma(tree: &Value) -> String {
    let parts = tree.as_array().unwrap().iter().map(|r| match &r["subCategorias"] {
        Value::Null => r["id"].to_string(),
        children => format!("{}({})", r["id"], forma(children)),
    });
    parts.collect::<Vec<_>>().join(",")
}

fn formas(all: &[CategoriaLoja], filter: CategoriasFilter) -> String {
    forma(&value(LojaTree::new(all.to_vec()).choose(filter).tree()))
}

const ALL: CategoriasFilter =
    CategoriasFilter { apenas_reseller: false, apenas_ultimo_nivel: false, somente_filhos: false };

#[test]
fn records_have_the_members_of_their_form() {
    let tree = LojaTree::new(vec![categoria(7, 0, "Mesa & \"Banho\"")]);
    let registro = r#"{"id":7,"nome":"Mesa & \"Banho\"","categoriaPaiId":0,"categoriaERPId":"","ativo":true,"isReseller":false,"exibirMatrizAtributos":"Neutro","quantidadeMaximaCompraUnidade":0,"valorMinimoCompra":10.5,"exibeMenu":true,"urlHotSite":"""#;
    let text = |json: serde_json::Result<Vec<u8>>| String::from_utf8(json.unwrap()).unwrap();
    assert_eq!(
        text(tree.choose(ALL).list()),
        format!(r#"[{registro},"caminhoHierarquia":"Mesa & \"Banho\""}}]"#)
    );
    assert_eq!(text(tree.choose(ALL).tree()), format!(r#"[{registro},"subCategorias":null}}]"#));
}

#[test]
fn a_category_with_all_that_lies_below_it() {
    let tree = LojaTree::new(house());
    let below = |id: i64| tree.below(id).map(|choice| forma(&json!([value(choice.single())])));
    assert_eq!(below(1).as_deref(), Some("1(3,4(5))"));
    assert_eq!(below(4).as_deref(), Some("4(5)"));
    assert_eq!(below(2).as_deref(), Some("2"));
    assert_eq!(below(9), None);
}

#[test]
fn a_store_without_categories() {
    let empty = LojaTree::new(Vec::new());
    let choice = empty.choose(ALL);
    assert_eq!(choice.total(), 0);
    assert_eq!((value(choice.list()), value(choice.tree())), (json!([]), json!([])));
}

#[test]
fn both_forms_in_ascending_order_whatever_the_input_s() {
    let mut all = house();
    all.reverse();
    assert_eq!(paths(&all, ALL), ["Casa", "Jardim", "Casa > Mesa", "Casa > Banho", "Casa > Banho > Toalhas"]);
    assert_eq!(formas(&all, ALL), "1(3,4(5)),2");
}

#[test]
fn filters_choose_and_the_rest_of_the_tree_still_counts() {
    let reseller = CategoriasFilter { apenas_reseller: true, ..ALL };
    let last = CategoriasFilter { apenas_ultimo_nivel: true, ..ALL };
    let children = CategoriasFilter { somente_filhos: true, ..ALL };
    let cases = [
        (reseller, vec!["Jardim", "Casa > Banho > Toalhas"], "2,5"),
        (last, vec!["Jardim", "Casa > Mesa", "Casa > Banho > Toalhas"], "2,3,5"),
        (children, vec!["Casa > Mesa", "Casa > Banho", "Casa > Banho > Toalhas"], "3,4(5)"),
        (
            CategoriasFilter { apenas_reseller: true, apenas_ultimo_nivel: true, somente_filhos: true },
            vec!["Casa > Banho > Toalhas"],
            "5",
        ),
    ];
    for (filter, expected, tree) in cases {
        assert_eq!(paths(&house(), filter), expected, "{filter:?}");
        assert_eq!(formas(&house(), filter), tree, "{filter:?}");
        assert_eq!(LojaTree::new(house()).choose(filter).total(), expected.len());
    }
    // the bath is for resellers now, but its only child is not: a parent still, and childless in the answer
    let mut all = house();
    all[3].is_reseller = true;
    all[4].is_reseller = false;
    assert_eq!(formas(&all, reseller), "2,4");
    let both = CategoriasFilter { apenas_ultimo_nivel: true, ..reseller };
    assert_eq!(formas(&all, both), "2");
}

#[test]
fn what_no_store_should_hold_is_shown_all_the_same() {
    // 2 and 3 are each other's parent, 4 its own, and 9 is not there
    let ruins = [categoria(1, 9, "a"), categoria(2, 3, "b"), categoria(3, 2, "c"), categoria(4, 4, "d")];
    assert_eq!(formas(&ruins, ALL), "1,2(3),4");
    assert_eq!(paths(&ruins, ALL), ["a", "b", "b > c", "d"]);
}

#[test]
fn a_large_tree_fifty_levels_deep() {
    let all: Vec<_> =
        (1..=20_000).map(|id| categoria(id, if (id - 1) % 50 == 0 { 0 } else { id - 1 }, "nome")).collect();
    let tree = LojaTree::new(all);
    let choice = tree.choose(ALL);
    assert_eq!(choice.total(), 20_000);
    let list = value(choice.list());
    assert_eq!(list[49]["caminhoHierarquia"], ["nome"; 50].join(" > "));
    assert_eq!(value(choice.tree()).as_array().unwrap().len(), 400);
}

#[test]
fn no_depth_exhausts_the_stack() {
    let depth = 200_000;
    let all = (1..=depth).map(|id| categoria(id, id - 1, "")).collect();
    let tree = LojaTree::new(all);
    let writing = on_small_stack(move || tree.choose(ALL).tree().unwrap());
    assert_eq!(writing.iter().filter(|b| **b == b'[').count(), depth as usize);
    assert!(writing.ends_with(b"]}]}]}]"));

    let shallow = (1..=2_000).map(|id| categoria(id, id - 1, "x")).collect();
    let list = on_small_stack(move || LojaTree::new(shallow).choose(ALL).list().unwrap());
    assert!(list.len() > 2_000 * 2_000 * 4 / 2);
}

fn on_small_stack<T: Send + 'static>(f: impl FnOnce() -> T + Send + 'static) -> T {
    std::thread::Builder::new().stack_size(128 * 1024).spawn(f).unwrap().join().unwrap()
}

/// The rules, as they are told.
struct Model<'a> {
    all: &'a [CategoriaLoja],
    filter: CategoriasFilter,
}

impl Model<'_> {
    fn is_chosen(&self, c: &CategoriaLoja) -> bool {
        let last_level = !self.all.iter().any(|other| other.categoria_pai_id == c.id);
        (c.is_reseller || !self.filter.apenas_reseller)
            && (last_level || !self.filter.apenas_ultimo_nivel)
            && (c.categoria_pai_id != 0 || !self.filter.somente_filhos)
    }

    fn parent(&self, c: &CategoriaLoja) -> Option<&CategoriaLoja> {
        self.all.iter().find(|other| other.id == c.categoria_pai_id)
    }

    fn chosen(&self) -> Vec<&CategoriaLoja> {
        let mut chosen: Vec<_> = self.all.iter().filter(|c| self.is_chosen(c)).collect();
        chosen.sort_by_key(|c| c.id);
        chosen
    }

    fn path(&self, c: &CategoriaLoja) -> String {
        match self.parent(c) {
            Some(parent) => format!("{} > {}", self.path(parent), c.nome),
            None => c.nome.clone(),
        }
    }

    fn list(&self) -> Value {
        let with_path = |c: &&CategoriaLoja| {
            let mut registro = serde_json::to_value(c).unwrap();
            registro["caminhoHierarquia"] = json!(self.path(c));
            registro
        };
        self.chosen().iter().map(with_path).collect()
    }

    fn tree(&self) -> Value {
        self.below(None)
    }

    fn below(&self, from: Option<i64>) -> Value {
        let children = self.chosen().into_iter().filter(|c| {
            let parent = self.parent(c).filter(|parent| self.is_chosen(parent)).map(|parent| parent.id);
            parent == from
        });
        let with_children = |c: &CategoriaLoja| {
            let mut registro = serde_json::to_value(c).unwrap();
            let children = self.below(Some(c.id));
            registro["subCategorias"] = if children == json!([]) { Value::Null } else { children };
            registro
        };
        children.map(with_children).collect()
    }
}

/// A tree whose parents stand anywhere: each category hangs below an earlier one of a shuffled row, or none.
fn trees() -> impl Strategy<Value = Vec<CategoriaLoja>> {
    let ids = Just((1..=12i64).collect::<Vec<_>>()).prop_shuffle();
    let rest =
        proptest::collection::vec((any::<prop::sample::Index>(), any::<bool>(), "[a-z>\"é ]{0,4}"), 0..12);
    (ids, rest).prop_map(|(ids, rest)| {
        let create = |(i, (above, is_reseller, name)): (usize, &(prop::sample::Index, bool, String))| {
            let parent = above.index(i + 1).checked_sub(1).map_or(0, |position| ids[position]);
            CategoriaLoja { is_reseller: *is_reseller, ..categoria(ids[i], parent, name) }
        };
        rest.iter().enumerate().map(create).collect()
    })
}

proptest! {
    #[test]
    fn agrees_with_the_model(all in trees(), [apenas_reseller, apenas_ultimo_nivel, somente_filhos]: [bool; 3]) {
        let filter = CategoriasFilter { apenas_reseller, apenas_ultimo_nivel, somente_filhos };
        let model = Model { all: &all, filter };
        let tree = LojaTree::new(all.clone());
        let choice = tree.choose(filter);
        prop_assert_eq!(choice.total(), model.chosen().len());
        prop_assert_eq!(value(choice.list()), model.list());
        prop_assert_eq!(value(choice.tree()), model.tree());
    }

    /// Whatever the parents are, each chosen category is sent once in either form.
    #[test]
    fn nothing_is_lost_and_nothing_is_sent_twice(pais in proptest::collection::vec(0i64..14, 0..12)) {
        let all: Vec<_> = pais.iter().zip(1..).map(|(parent, id)| categoria(id, *parent, "x")).collect();
        let tree = LojaTree::new(all);
        let choice = tree.choose(ALL);
        prop_assert_eq!(value(choice.list()).as_array().unwrap().len(), pais.len());
        let text = String::from_utf8(choice.tree().unwrap()).unwrap();
        let mut ids: Vec<i64> = text
            .split("{\"id\":")
            .skip(1)
            .map(|rest| rest.split(',').next().unwrap().parse().unwrap())
            .collect();
        ids.sort_unstable();
        prop_assert_eq!(ids, (1..=pais.len() as i64).collect::<Vec<_>>());
    }
}

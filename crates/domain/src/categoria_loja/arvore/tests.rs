//! The tree against a plain model of it: quadratic, recursive, and easy to believe.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;
use crate::categoria_loja::ExibirMatriz;
use crate::values::money::Dinheiro;

fn categoria(id: i64, pai: i64, nome: &str) -> CategoriaLoja {
    CategoriaLoja {
        id,
        nome: nome.to_owned(),
        categoria_pai_id: pai,
        categoria_erp_id: String::new(),
        ativo: true,
        is_reseller: false,
        exibir_matriz_atributos: ExibirMatriz::Neutro,
        quantidade_maxima_compra_unidade: Dinheiro::ZERO,
        valor_minimo_compra: Dinheiro::from_centavos(1050),
    }
}

/// 1 Casa > (3 Mesa, 4 Banho > 5 Toalhas), 2 Jardim; the towels and the garden for resellers.
fn casa() -> Vec<CategoriaLoja> {
    let mut todas = vec![
        categoria(1, 0, "Casa"),
        categoria(2, 0, "Jardim"),
        categoria(3, 1, "Mesa"),
        categoria(4, 1, "Banho"),
        categoria(5, 4, "Toalhas"),
    ];
    todas[1].is_reseller = true;
    todas[4].is_reseller = true;
    todas
}

fn valor(json: serde_json::Result<Vec<u8>>) -> Value {
    serde_json::from_slice(&json.unwrap()).unwrap()
}

fn caminhos(todas: &[CategoriaLoja], filtro: FiltroCategorias) -> Vec<String> {
    let lista = valor(ArvoreLoja::nova(todas.to_vec()).escolher(filtro).lista());
    let registros = lista.as_array().unwrap().iter();
    registros.map(|r| r["caminhoHierarquia"].as_str().unwrap().to_owned()).collect()
}

/// The tree as `1(3,4(5)),2`.
fn forma(arvore: &Value) -> String {
    let partes = arvore.as_array().unwrap().iter().map(|r| match &r["subCategorias"] {
        Value::Null => r["id"].to_string(),
        filhas => format!("{}({})", r["id"], forma(filhas)),
    });
    partes.collect::<Vec<_>>().join(",")
}

fn formas(todas: &[CategoriaLoja], filtro: FiltroCategorias) -> String {
    forma(&valor(ArvoreLoja::nova(todas.to_vec()).escolher(filtro).arvore()))
}

const TODAS: FiltroCategorias =
    FiltroCategorias { apenas_reseller: false, apenas_ultimo_nivel: false, somente_filhos: false };

#[test]
fn records_have_the_members_of_their_form() {
    let arvore = ArvoreLoja::nova(vec![categoria(7, 0, "Mesa & \"Banho\"")]);
    let registro = r#"{"id":7,"nome":"Mesa & \"Banho\"","categoriaPaiId":0,"categoriaERPId":"","ativo":true,"isReseller":false,"exibirMatrizAtributos":"Neutro","quantidadeMaximaCompraUnidade":0,"valorMinimoCompra":10.5"#;
    let texto = |json: serde_json::Result<Vec<u8>>| String::from_utf8(json.unwrap()).unwrap();
    assert_eq!(
        texto(arvore.escolher(TODAS).lista()),
        format!(r#"[{registro},"caminhoHierarquia":"Mesa & \"Banho\""}}]"#)
    );
    assert_eq!(texto(arvore.escolher(TODAS).arvore()), format!(r#"[{registro},"subCategorias":null}}]"#));
}

#[test]
fn a_store_without_categories() {
    let vazia = ArvoreLoja::nova(Vec::new());
    let escolha = vazia.escolher(TODAS);
    assert_eq!(escolha.total(), 0);
    assert_eq!((valor(escolha.lista()), valor(escolha.arvore())), (json!([]), json!([])));
}

#[test]
fn both_forms_in_ascending_order_whatever_the_input_s() {
    let mut todas = casa();
    todas.reverse();
    assert_eq!(
        caminhos(&todas, TODAS),
        ["Casa", "Jardim", "Casa > Mesa", "Casa > Banho", "Casa > Banho > Toalhas"]
    );
    assert_eq!(formas(&todas, TODAS), "1(3,4(5)),2");
}

#[test]
fn filters_choose_and_the_rest_of_the_tree_still_counts() {
    let reseller = FiltroCategorias { apenas_reseller: true, ..TODAS };
    let ultimo = FiltroCategorias { apenas_ultimo_nivel: true, ..TODAS };
    let filhos = FiltroCategorias { somente_filhos: true, ..TODAS };
    let casos = [
        (reseller, vec!["Jardim", "Casa > Banho > Toalhas"], "2,5"),
        (ultimo, vec!["Jardim", "Casa > Mesa", "Casa > Banho > Toalhas"], "2,3,5"),
        (filhos, vec!["Casa > Mesa", "Casa > Banho", "Casa > Banho > Toalhas"], "3,4(5)"),
        (
            FiltroCategorias { apenas_reseller: true, apenas_ultimo_nivel: true, somente_filhos: true },
            vec!["Casa > Banho > Toalhas"],
            "5",
        ),
    ];
    for (filtro, esperados, arvore) in casos {
        assert_eq!(caminhos(&casa(), filtro), esperados, "{filtro:?}");
        assert_eq!(formas(&casa(), filtro), arvore, "{filtro:?}");
        assert_eq!(ArvoreLoja::nova(casa()).escolher(filtro).total(), esperados.len());
    }
    // the bath is for resellers now, but its only child is not: a parent still, and childless in the answer
    let mut todas = casa();
    todas[3].is_reseller = true;
    todas[4].is_reseller = false;
    assert_eq!(formas(&todas, reseller), "2,4");
    let ambos = FiltroCategorias { apenas_ultimo_nivel: true, ..reseller };
    assert_eq!(formas(&todas, ambos), "2");
}

#[test]
fn what_no_store_should_hold_is_shown_all_the_same() {
    // 2 and 3 are each other's parent, 4 its own, and 9 is not there
    let ruins = [categoria(1, 9, "a"), categoria(2, 3, "b"), categoria(3, 2, "c"), categoria(4, 4, "d")];
    assert_eq!(formas(&ruins, TODAS), "1,2(3),4");
    assert_eq!(caminhos(&ruins, TODAS), ["a", "b", "b > c", "d"]);
}

#[test]
fn a_large_tree_fifty_levels_deep() {
    let todas: Vec<_> =
        (1..=20_000).map(|id| categoria(id, if (id - 1) % 50 == 0 { 0 } else { id - 1 }, "nome")).collect();
    let arvore = ArvoreLoja::nova(todas);
    let escolha = arvore.escolher(TODAS);
    assert_eq!(escolha.total(), 20_000);
    let lista = valor(escolha.lista());
    assert_eq!(lista[49]["caminhoHierarquia"], ["nome"; 50].join(" > "));
    assert_eq!(valor(escolha.arvore()).as_array().unwrap().len(), 400);
}

#[test]
fn no_depth_exhausts_the_stack() {
    let fundo = 200_000;
    let todas = (1..=fundo).map(|id| categoria(id, id - 1, "")).collect();
    let arvore = ArvoreLoja::nova(todas);
    let escrita = em_pilha_pequena(move || arvore.escolher(TODAS).arvore().unwrap());
    assert_eq!(escrita.iter().filter(|b| **b == b'[').count(), fundo as usize);
    assert!(escrita.ends_with(b"]}]}]}]"));

    let rasos = (1..=2_000).map(|id| categoria(id, id - 1, "x")).collect();
    let lista = em_pilha_pequena(move || ArvoreLoja::nova(rasos).escolher(TODAS).lista().unwrap());
    assert!(lista.len() > 2_000 * 2_000 * 4 / 2);
}

fn em_pilha_pequena<T: Send + 'static>(f: impl FnOnce() -> T + Send + 'static) -> T {
    std::thread::Builder::new().stack_size(128 * 1024).spawn(f).unwrap().join().unwrap()
}

/// The rules, as they are told.
struct Modelo<'a> {
    todas: &'a [CategoriaLoja],
    filtro: FiltroCategorias,
}

impl Modelo<'_> {
    fn escolhida(&self, c: &CategoriaLoja) -> bool {
        let ultimo_nivel = !self.todas.iter().any(|outra| outra.categoria_pai_id == c.id);
        (c.is_reseller || !self.filtro.apenas_reseller)
            && (ultimo_nivel || !self.filtro.apenas_ultimo_nivel)
            && (c.categoria_pai_id != 0 || !self.filtro.somente_filhos)
    }

    fn pai(&self, c: &CategoriaLoja) -> Option<&CategoriaLoja> {
        self.todas.iter().find(|outra| outra.id == c.categoria_pai_id)
    }

    fn escolhidas(&self) -> Vec<&CategoriaLoja> {
        let mut escolhidas: Vec<_> = self.todas.iter().filter(|c| self.escolhida(c)).collect();
        escolhidas.sort_by_key(|c| c.id);
        escolhidas
    }

    fn caminho(&self, c: &CategoriaLoja) -> String {
        match self.pai(c) {
            Some(pai) => format!("{} > {}", self.caminho(pai), c.nome),
            None => c.nome.clone(),
        }
    }

    fn lista(&self) -> Value {
        let com_caminho = |c: &&CategoriaLoja| {
            let mut registro = serde_json::to_value(c).unwrap();
            registro["caminhoHierarquia"] = json!(self.caminho(c));
            registro
        };
        self.escolhidas().iter().map(com_caminho).collect()
    }

    fn arvore(&self) -> Value {
        self.abaixo(None)
    }

    fn abaixo(&self, de: Option<i64>) -> Value {
        let filhas = self.escolhidas().into_iter().filter(|c| {
            let pai = self.pai(c).filter(|pai| self.escolhida(pai)).map(|pai| pai.id);
            pai == de
        });
        let com_filhas = |c: &CategoriaLoja| {
            let mut registro = serde_json::to_value(c).unwrap();
            let filhas = self.abaixo(Some(c.id));
            registro["subCategorias"] = if filhas == json!([]) { Value::Null } else { filhas };
            registro
        };
        filhas.map(com_filhas).collect()
    }
}

/// A tree whose parents stand anywhere: each category hangs below an earlier one of a shuffled row, or none.
fn arvores() -> impl Strategy<Value = Vec<CategoriaLoja>> {
    let ids = Just((1..=12i64).collect::<Vec<_>>()).prop_shuffle();
    let resto =
        proptest::collection::vec((any::<prop::sample::Index>(), any::<bool>(), "[a-z>\"é ]{0,4}"), 0..12);
    (ids, resto).prop_map(|(ids, resto)| {
        let criar = |(i, (acima, is_reseller, nome)): (usize, &(prop::sample::Index, bool, String))| {
            let pai = acima.index(i + 1).checked_sub(1).map_or(0, |lugar| ids[lugar]);
            CategoriaLoja { is_reseller: *is_reseller, ..categoria(ids[i], pai, nome) }
        };
        resto.iter().enumerate().map(criar).collect()
    })
}

proptest! {
    #[test]
    fn agrees_with_the_model(todas in arvores(), [apenas_reseller, apenas_ultimo_nivel, somente_filhos]: [bool; 3]) {
        let filtro = FiltroCategorias { apenas_reseller, apenas_ultimo_nivel, somente_filhos };
        let modelo = Modelo { todas: &todas, filtro };
        let arvore = ArvoreLoja::nova(todas.clone());
        let escolha = arvore.escolher(filtro);
        prop_assert_eq!(escolha.total(), modelo.escolhidas().len());
        prop_assert_eq!(valor(escolha.lista()), modelo.lista());
        prop_assert_eq!(valor(escolha.arvore()), modelo.arvore());
    }

    /// Whatever the parents are, each chosen category is sent once in either form.
    #[test]
    fn nothing_is_lost_and_nothing_is_sent_twice(pais in proptest::collection::vec(0i64..14, 0..12)) {
        let todas: Vec<_> = pais.iter().zip(1..).map(|(pai, id)| categoria(id, *pai, "x")).collect();
        let arvore = ArvoreLoja::nova(todas);
        let escolha = arvore.escolher(TODAS);
        prop_assert_eq!(valor(escolha.lista()).as_array().unwrap().len(), pais.len());
        let texto = String::from_utf8(escolha.arvore().unwrap()).unwrap();
        let mut ids: Vec<i64> = texto
            .split("{\"id\":")
            .skip(1)
            .map(|resto| resto.split(',').next().unwrap().parse().unwrap())
            .collect();
        ids.sort_unstable();
        prop_assert_eq!(ids, (1..=pais.len() as i64).collect::<Vec<_>>());
    }
}

//! Parts of a product, changed one by one.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use super::*;
use crate::categoria_loja::{CategoriaLoja, DadosCategoria};
use crate::reading::json::read_json;
use crate::sku::Sku;
use proptest::prelude::*;

fn source(sku: &str) -> Source {
    Source { variante: 7, ..Source::new(read_json::<Sku>(sku.as_bytes()).unwrap()) }
}

fn tree() -> LojaTree {
    let rows = [(1, 0, "Casa", "10"), (2, 1, "Mesa", ""), (3, 0, "Jardim", ""), (4, 3, "Mesa", "")];
    let categoria = |(id, parent, name, erp): (i64, i64, &str, &str)| -> CategoriaLoja {
        let text = format!(r#"{{"nome":"{name}","categoriaPaiId":{parent},"categoriaERPId":"{erp}"}}"#);
        read_json::<DadosCategoria>(text.as_bytes()).unwrap().categoria(id)
    };
    LojaTree::new(rows.map(categoria).into())
}

fn images(text: &str) -> NewImagens {
    read_json(text.as_bytes()).unwrap()
}

#[test]
fn a_sku_has_one_text() {
    let mut produto = source(r#"{"sku":"A","nome":"A"}"#);
    let new: NewInformacao = read_json(br#"{"titulo":"x","texto":"<p>1</p>","exibirSite":false}"#).unwrap();
    assert_eq!(new.not_taken, ["titulo", "exibirSite"]);
    assert_eq!(produto.create_text(&new), Ok(()));
    assert_eq!(produto.create_text(&new), Ok(()));
    let other: NewInformacao = read_json(br#"{"texto":"2"}"#).unwrap();
    assert_eq!(produto.create_text(&other), Err(EditRefusal::HasText(7)));
    let change: InformacaoChange = read_json(br#"{"texto":"2"}"#).unwrap();
    assert_eq!(produto.change_text(8, &change), Err(EditRefusal::NoText));
    assert_eq!(produto.change_text(7, &change), Ok(()));
    assert_eq!(produto.sku.descricao, "2");
    assert_eq!((produto.remove_text(7), produto.remove_text(7)), (Ok(()), Err(EditRefusal::NoText)));
}

#[test]
fn images_come_go_and_move() {
    let mut produto = source(r#"{"sku":"A","nome":"A","imagens":["https://i.example/1"]}"#);
    let new = r#"[{"url":"https://i.example/2"},{"url":"https://i.example/3","ordem":1,"estampa":true}]"#;
    assert_eq!(images(new).not_taken, ["estampa"]);
    produto.add_images(&images(new)).unwrap();
    let expected = ["https://i.example/3", "https://i.example/1", "https://i.example/2"];
    assert_eq!(produto.sku.imagens, expected);
    // the same again is no further image
    produto.add_images(&images(new)).unwrap();
    assert_eq!(produto.sku.imagens, expected);
    let error = |text: &str| read_json::<NewImagens>(text.as_bytes()).unwrap_err().to_string();
    assert_eq!(
        (error("{}"), error("[]")),
        ("url: é obrigatório onde não há base64".into(), "deve ter pelo menos um item".into())
    );
}

#[test]
fn categories_are_named_by_their_paths() {
    let tree = tree();
    let mut produto = source(r#"{"sku":"A","nome":"A","categorias":["mesa"]}"#);
    // into those that it names already it stays as it is
    produto.add_categories(&tree, &[2, 1]).unwrap();
    assert_eq!(produto.sku.categorias, ["mesa", "Casa"]);
    produto.remove_category(&tree, 2).unwrap();
    assert_eq!(produto.sku.categorias, ["Jardim > Mesa", "Casa"]);
    produto.set_main_category(&tree, 1).unwrap();
    assert_eq!(produto.sku.categorias, ["Casa", "Jardim > Mesa"]);
    produto.set_main_category(&tree, 2).unwrap();
    assert_eq!(produto.sku.categorias, ["Casa > Mesa", "Casa", "Jardim > Mesa"]);
    assert_eq!(produto.remove_category(&tree, 3), Err(EditRefusal::NotInCategory));
    assert_eq!(produto.add_categories(&tree, &[9]), Err(EditRefusal::UnknownCategory(9)));
}

proptest! {
    /// Whatever is taken away, the numbers of the others stay: a client that deletes one after the other, by
    /// the numbers that it has listed before, deletes those.
    #[test]
    fn the_number_of_an_image_stays_when_others_go(count in 1usize..30, gone in 0usize..30) {
        let list: Vec<String> = (0..count).map(|n| format!("https://i.example/{n}")).collect();
        let mut produto = source(r#"{"sku":"A","nome":"A"}"#);
        produto.sku.imagens = list;
        let mut numbers = produto.image_numbers();
        let number = numbers.remove(gone % count);
        prop_assert_eq!(produto.remove_image(number), Ok(()));
        prop_assert_eq!(produto.image_numbers(), numbers);
        prop_assert_eq!(produto.remove_image(number), Err(EditRefusal::NoImage));
    }
}

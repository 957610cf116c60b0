//! Validates a whole category tree before it replaces another.

use std::collections::HashMap;

use super::category::Categoria;
use crate::reading::problems::{JsonPath, Problems};

/// Refuses repeated identifiers, parents that are not in the list, and cycles. Linear in the
/// number of categories, whatever their depth.
pub fn check_tree(categorias: &[Categoria]) -> Result<(), Problems> {
    let mut p = Problems::new();
    let mut indices = HashMap::with_capacity(categorias.len());
    for (i, categoria) in categorias.iter().enumerate() {
        if indices.contains_key(&categoria.categoria_id) {
            problem(&mut p, i, "categoriaId", "está repetida");
        } else {
            indices.insert(&categoria.categoria_id, i);
        }
    }
    let pais: Vec<Option<usize>> = categorias
        .iter()
        .enumerate()
        .map(|(i, categoria)| {
            let parent = categoria.categoria_pai_id.as_ref()?;
            let index = indices.get(parent).copied();
            if index.is_none() {
                problem(&mut p, i, "categoriaPaiId", "não existe entre as categorias enviadas");
            }
            index
        })
        .collect();
    for i in cycles(&pais) {
        problem(&mut p, i, "categoriaPaiId", "forma um ciclo");
    }
    p.or(Some(()))
}

fn problem(p: &mut Problems, index: usize, member: &str, message: &str) {
    p.push(JsonPath::Member(&JsonPath::Item(&JsonPath::Root, index), member), message);
}

/// One node of each cycle. Each walk towards the root marks its nodes with its own number and stops at a
/// marked node: if the mark is its own, it has found a cycle.
pub(crate) fn cycles(pais: &[Option<usize>]) -> Vec<usize> {
    let mut marks: Vec<Option<usize>> = vec![None; pais.len()];
    let mut found = Vec::new();
    for start in 0..pais.len() {
        let mut current = Some(start);
        while let Some(node) = current {
            match marks.get_mut(node) {
                Some(marca @ None) => *marca = Some(start),
                Some(Some(marca)) if *marca == start => {
                    found.push(node);
                    break;
                }
                _ => break,
            }
            current = pais.get(node).copied().flatten();
        }
    }
    found
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::indexing_slicing)]

    use super::*;
    use crate::reading::json::{ReadError, read_list};
    use proptest::prelude::*;

    fn tree(pairs: &[(usize, Option<usize>)]) -> Vec<Categoria> {
        let items: Vec<String> = pairs
            .iter()
            .map(|(id, parent)| {
                let parent = parent.map_or("null".to_owned(), |parent| format!("\"{parent}\""));
                format!(r#"{{"categoriaId":"{id}","nome":"x","categoriaPaiId":{parent}}}"#)
            })
            .collect();
        read_list(format!("[{}]", items.join(",")).as_bytes(), 100_000).unwrap()
    }

    fn check(pairs: &[(usize, Option<usize>)]) -> String {
        check_tree(&tree(pairs)).map_or_else(|p| p.to_string(), |()| String::new())
    }

    #[test]
    fn reads_a_category() {
        let read =
            |text: &str| read_list::<Categoria>(text.as_bytes(), 9).map_err(|e: ReadError| e.to_string());
        let parsed =
            read(r#"[{"categoriaId":"1","nome":"A","categoriaPaiId":"","contemSubcategorias":true}]"#)
                .unwrap();
        assert!(parsed[0].categoria_pai_id.is_none() && !parsed[0].contem_subcategorias);
        assert_eq!(
            read(r#"[{"categoriaId":"1","nome":"A","categoriaPaiId":"1"},{"categoriaId":"2"}]"#).unwrap_err(),
            "[0].categoriaPaiId: não pode ser a própria categoria; [1].nome: é obrigatório"
        );
    }

    #[test]
    fn trees() {
        assert_eq!(check(&[]), "");
        assert_eq!(check(&[(2, Some(1)), (1, None), (3, Some(2))]), "");
        assert_eq!(check(&[(1, None), (1, None)]), "[1].categoriaId: está repetida");
        assert_eq!(check(&[(1, Some(9))]), "[0].categoriaPaiId: não existe entre as categorias enviadas");
        assert_eq!(
            check(&[(0, Some(1)), (1, Some(2)), (2, Some(1)), (3, None)]),
            "[1].categoriaPaiId: forma um ciclo"
        );
    }

    #[test]
    fn large_and_deep_trees_are_quick() {
        let current: Vec<_> = (0..20_000).map(|i| (i, (i + 1 < 20_000).then_some(i + 1))).collect();
        assert_eq!(check(&current), "");
        let ring: Vec<_> = (0..20_000).map(|i| (i, Some((i + 1) % 20_000))).collect();
        assert_eq!(check(&ring), "[0].categoriaPaiId: forma um ciclo");
    }

    proptest! {
        /// Agrees with the plain test: a cycle is where the way up is longer than the list.
        #[test]
        fn cycles_are_found(jumps in proptest::collection::vec(proptest::option::of(1usize..12), 12)) {
            let pais: Vec<_> = jumps.iter().enumerate().map(|(i, jump)| jump.map(|n| (i + n) % 12)).collect();
            let pairs: Vec<_> = pais.iter().copied().enumerate().collect();
            let mut cyclic = false;
            for start in 0..12 {
                let mut current = Some(start);
                let mut steps = 0;
                while let Some(node) = current && steps <= 12 {
                    current = pais[node];
                    steps += 1;
                }
                cyclic |= current.is_some();
            }
            prop_assert_eq!(check(&pairs).contains("ciclo"), cyclic);
        }
    }
}

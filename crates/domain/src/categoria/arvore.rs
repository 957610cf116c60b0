//! Validates a whole category tree before it replaces another.

use std::collections::HashMap;

use super::category::Categoria;
use crate::reading::problems::{Caminho, Problemas};

/// Refuses repeated identifiers, parents that are not in the list, and cycles. Linear in the
/// number of categories, whatever their depth.
pub fn conferir_arvore(categorias: &[Categoria]) -> Result<(), Problemas> {
    let mut p = Problemas::new();
    let mut indices = HashMap::with_capacity(categorias.len());
    for (i, categoria) in categorias.iter().enumerate() {
        if indices.contains_key(&categoria.categoria_id) {
            problema(&mut p, i, "categoriaId", "está repetida");
        } else {
            indices.insert(&categoria.categoria_id, i);
        }
    }
    let pais: Vec<Option<usize>> = categorias
        .iter()
        .enumerate()
        .map(|(i, categoria)| {
            let pai = categoria.categoria_pai_id.as_ref()?;
            let indice = indices.get(pai).copied();
            if indice.is_none() {
                problema(&mut p, i, "categoriaPaiId", "não existe entre as categorias enviadas");
            }
            indice
        })
        .collect();
    for i in ciclos(&pais) {
        problema(&mut p, i, "categoriaPaiId", "forma um ciclo");
    }
    p.or(Some(()))
}

fn problema(p: &mut Problemas, indice: usize, membro: &str, mensagem: &str) {
    p.push(Caminho::Membro(&Caminho::Item(&Caminho::Raiz, indice), membro), mensagem);
}

/// One node of each cycle. Each walk towards the root marks its nodes with its own number and stops at a
/// marked node: if the mark is its own, it has found a cycle.
pub(crate) fn ciclos(pais: &[Option<usize>]) -> Vec<usize> {
    let mut marcas: Vec<Option<usize>> = vec![None; pais.len()];
    let mut achados = Vec::new();
    for inicio in 0..pais.len() {
        let mut atual = Some(inicio);
        while let Some(no) = atual {
            match marcas.get_mut(no) {
                Some(marca @ None) => *marca = Some(inicio),
                Some(Some(marca)) if *marca == inicio => {
                    achados.push(no);
                    break;
                }
                _ => break,
            }
            atual = pais.get(no).copied().flatten();
        }
    }
    achados
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::indexing_slicing)]

    use super::*;
    use crate::reading::json::{ErroLeitura, ler_lista};
    use proptest::prelude::*;

    fn arvore(pares: &[(usize, Option<usize>)]) -> Vec<Categoria> {
        let itens: Vec<String> = pares
            .iter()
            .map(|(id, pai)| {
                let pai = pai.map_or("null".to_owned(), |pai| format!("\"{pai}\""));
                format!(r#"{{"categoriaId":"{id}","nome":"x","categoriaPaiId":{pai}}}"#)
            })
            .collect();
        ler_lista(format!("[{}]", itens.join(",")).as_bytes(), 100_000).unwrap()
    }

    fn conferir(pares: &[(usize, Option<usize>)]) -> String {
        conferir_arvore(&arvore(pares)).map_or_else(|p| p.to_string(), |()| String::new())
    }

    #[test]
    fn reads_a_category() {
        let ler =
            |texto: &str| ler_lista::<Categoria>(texto.as_bytes(), 9).map_err(|e: ErroLeitura| e.to_string());
        let lida = ler(r#"[{"categoriaId":"1","nome":"A","categoriaPaiId":"","contemSubcategorias":true}]"#)
            .unwrap();
        assert!(lida[0].categoria_pai_id.is_none() && !lida[0].contem_subcategorias);
        assert_eq!(
            ler(r#"[{"categoriaId":"1","nome":"A","categoriaPaiId":"1"},{"categoriaId":"2"}]"#).unwrap_err(),
            "[0].categoriaPaiId: não pode ser a própria categoria; [1].nome: é obrigatório"
        );
    }

    #[test]
    fn trees() {
        assert_eq!(conferir(&[]), "");
        assert_eq!(conferir(&[(2, Some(1)), (1, None), (3, Some(2))]), "");
        assert_eq!(conferir(&[(1, None), (1, None)]), "[1].categoriaId: está repetida");
        assert_eq!(conferir(&[(1, Some(9))]), "[0].categoriaPaiId: não existe entre as categorias enviadas");
        assert_eq!(
            conferir(&[(0, Some(1)), (1, Some(2)), (2, Some(1)), (3, None)]),
            "[1].categoriaPaiId: forma um ciclo"
        );
    }

    #[test]
    fn large_and_deep_trees_are_quick() {
        let corrente: Vec<_> = (0..20_000).map(|i| (i, (i + 1 < 20_000).then_some(i + 1))).collect();
        assert_eq!(conferir(&corrente), "");
        let anel: Vec<_> = (0..20_000).map(|i| (i, Some((i + 1) % 20_000))).collect();
        assert_eq!(conferir(&anel), "[0].categoriaPaiId: forma um ciclo");
    }

    proptest! {
        /// Agrees with the plain test: a cycle is where the way up is longer than the list.
        #[test]
        fn cycles_are_found(saltos in proptest::collection::vec(proptest::option::of(1usize..12), 12)) {
            let pais: Vec<_> = saltos.iter().enumerate().map(|(i, salto)| salto.map(|n| (i + n) % 12)).collect();
            let pares: Vec<_> = pais.iter().copied().enumerate().collect();
            let mut ciclico = false;
            for inicio in 0..12 {
                let mut atual = Some(inicio);
                let mut passos = 0;
                while let Some(no) = atual && passos <= 12 {
                    atual = pais[no];
                    passos += 1;
                }
                ciclico |= atual.is_some();
            }
            prop_assert_eq!(conferir(&pares).contains("ciclo"), ciclico);
        }
    }
}

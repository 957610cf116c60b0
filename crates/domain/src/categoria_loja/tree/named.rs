//! The categories that a SKU names.

use std::collections::HashSet;

use super::{Choice, LojaTree};
use crate::values::search_text::fold;

impl LojaTree {
    /// The categories that these texts name: by name or by path, whatever the case, the accents and the
    /// spaces around `>`, or by the identifier in the store's ERP as it is.
    pub fn named(&self, names: &[String]) -> Choice<'_> {
        let literals: HashSet<&str> =
            names.iter().map(|name| name.trim()).filter(|n| !n.is_empty()).collect();
        let paths: HashSet<String> = literals.iter().map(|name| comparable(name)).collect();
        let ends: HashSet<&str> = paths.iter().map(|path| end(path)).collect();
        let all = Choice { nodes: &self.nodes, chosen: Vec::new() };
        let chosen = self.nodes.iter().enumerate().map(|(i, node)| {
            let name = comparable(&node.categoria.nome);
            // a path is as long as the tree is deep: only those that can match are written out
            literals.contains(node.categoria.categoria_erp_id.trim())
                || paths.contains(&name)
                || (ends.contains(end(&name)) && paths.contains(&comparable(&all.path(i))))
        });
        Choice { nodes: &self.nodes, chosen: chosen.collect() }
    }
}

impl LojaTree {
    /// The path of a category; `None` when there is no such category.
    pub fn path_of(&self, id: i64) -> Option<String> {
        let place = self.nodes.binary_search_by_key(&id, |node| node.categoria.id).ok()?;
        Some(Choice { nodes: &self.nodes, chosen: Vec::new() }.path(place))
    }
}

impl Choice<'_> {
    /// Those of these numbers alone, which are ascending.
    #[must_use]
    pub fn only(mut self, ids: &[i64]) -> Self {
        for (node, chosen) in self.nodes.iter().zip(&mut self.chosen) {
            *chosen = *chosen && ids.binary_search(&node.categoria.id).is_ok();
        }
        self
    }

    /// Their numbers, ascending.
    pub fn ids(&self) -> Vec<i64> {
        let chosen = self.nodes.iter().zip(&self.chosen).filter(|(_, chosen)| **chosen);
        chosen.map(|(node, _)| node.categoria.id).collect()
    }
}

/// A name or path as it counts for comparison.
fn comparable(text: &str) -> String {
    let parts: Vec<&str> = text.split('>').map(str::trim).collect();
    fold(&parts.join(">"))
}

/// The last name of a path.
fn end(path: &str) -> &str {
    path.rsplit('>').next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::categoria_loja::{CategoriaLoja, ExibirMatriz};
    use crate::values::money::Dinheiro;

    fn tree() -> LojaTree {
        let rows = [(1, 0, "Casa", "10"), (2, 1, "Mesa", ""), (3, 0, "Jardim", "A>B"), (4, 3, "Mesa", " ")];
        let categorias = rows.map(|(id, parent, name, erp)| CategoriaLoja {
            id,
            nome: name.to_owned(),
            categoria_pai_id: parent,
            categoria_erp_id: erp.to_owned(),
            ativo: true,
            is_reseller: false,
            exibir_matriz_atributos: ExibirMatriz::Neutro,
            quantidade_maxima_compra_unidade: Dinheiro::ZERO,
            valor_minimo_compra: Dinheiro::ZERO,
        });
        LojaTree::new(categorias.into())
    }

    #[test]
    fn by_name_path_or_erp_id() {
        for (names, expected_ones) in [
            (vec!["casa"], vec![1]),
            (vec!["MESA"], vec![2, 4]),
            (vec!["Casa>mesa"], vec![2]),
            (vec!["Jardim >  Mesa", "10"], vec![1, 4]),
            (vec!["A>B"], vec![3]),
            (vec!["a>b", "Mesa > Casa", "", " ", "0"], vec![]),
            (vec![], vec![]),
        ] {
            let names: Vec<String> = names.into_iter().map(str::to_owned).collect();
            let tree = tree();
            let json: serde_json::Value =
                serde_json::from_slice(&tree.named(&names).list().unwrap()).unwrap();
            let ids: Vec<i64> = json.as_array().unwrap().iter().filter_map(|c| c["id"].as_i64()).collect();
            assert_eq!(ids, expected_ones, "{names:?}");
        }
    }
}

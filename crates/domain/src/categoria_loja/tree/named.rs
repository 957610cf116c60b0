//! The categories that a SKU names.

use std::collections::HashSet;

use super::{Choice, LojaTree, Node};
use crate::values::search_text::fold;

/// Names as a SKU gives them, ready to be compared.
struct Names<'a> {
    literals: HashSet<&'a str>,
    paths: HashSet<String>,
}

impl<'a> Names<'a> {
    fn of(names: &'a [String]) -> Self {
        let literals: HashSet<&str> =
            names.iter().map(|name| name.trim()).filter(|n| !n.is_empty()).collect();
        let paths = literals.iter().map(|name| comparable(name)).collect();
        Self { literals, paths }
    }

    /// The categories of a tree that are named so, among those that may be.
    fn choose(&self, all: &Choice<'_>, may: impl Fn(usize) -> bool) -> Vec<bool> {
        let ends: HashSet<&str> = self.paths.iter().map(|path| end(path)).collect();
        let named = |(i, node): (usize, &Node)| {
            let name = comparable(&node.categoria.nome);
            // a path is as long as the tree is deep: only those that can match are written out
            may(i)
                && (self.literals.contains(node.categoria.categoria_erp_id.trim())
                    || self.paths.contains(&name)
                    || (ends.contains(end(&name)) && self.paths.contains(&comparable(&all.path(i)))))
        };
        all.nodes.iter().enumerate().map(named).collect()
    }
}

impl LojaTree {
    /// The categories that these texts name: by name or by path, whatever the case, the accents and the
    /// spaces around `>`, or by the identifier in the store's ERP as it is. The main one is the first that
    /// the first of them names, or else the next.
    pub fn named(&self, names: &[String]) -> Choice<'_> {
        let all = Choice { nodes: &self.nodes, chosen: Vec::new(), main: None };
        let chosen = Names::of(names).choose(&all, |_| true);
        let is_chosen = |i: usize| chosen.get(i).is_some_and(|is_chosen| *is_chosen);
        let first = |name: &String| {
            let named = Names::of(std::slice::from_ref(name)).choose(&all, is_chosen);
            named.iter().position(|is_named| *is_named)
        };
        let main = names.iter().find_map(first);
        Choice { nodes: &self.nodes, chosen, main }
    }
}

impl LojaTree {
    /// The path of a category; `None` when there is no such category.
    pub fn path_of(&self, id: i64) -> Option<String> {
        let place = self.nodes.binary_search_by_key(&id, |node| node.categoria.id).ok()?;
        Some(Choice { nodes: &self.nodes, chosen: Vec::new(), main: None }.path(place))
    }
}

impl LojaTree {
    /// Names as they have to be after a category's path has changed, so that they name all that they named before it:
    /// the category and those below it. `None`: as they are.
    pub fn renamed(&self, names: &[String], id: i64, before: &str) -> Option<Vec<String>> {
        let now = self.path_of(id)?;
        let named = |name: &String| self.named(std::slice::from_ref(name)).ids();
        let (mut all, mut changed) = (Vec::with_capacity(names.len()), false);
        for name in names {
            let new = new_path(name, before, &now).map(|new| (named(&new), new));
            let still = named(name);
            match new.filter(|(means, _)| means.iter().any(|id| !still.contains(id))) {
                None => all.push(name.clone()),
                Some((_, new)) => {
                    changed = true;
                    all.push(new);
                    // it means another one as well
                    all.extend((!still.is_empty()).then(|| name.clone()));
                }
            }
        }
        changed.then_some(all)
    }
}

/// The path that takes the place of a name, when one path has become another.
fn new_path(name: &str, before: &str, now: &str) -> Option<String> {
    let (named, old) = (comparable(name), comparable(before));
    if named == old || named == end(&old) {
        return Some(now.to_owned());
    }
    let below = named.strip_prefix(&old)?.starts_with('>');
    let rest = name.split('>').skip(before.split('>').count()).map(str::trim);
    below.then(|| super::path(&std::iter::once(now).chain(rest).collect::<Vec<_>>()))
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
        tree_of([(1, 0, "Casa", "10"), (2, 1, "Mesa", ""), (3, 0, "Jardim", "A>B"), (4, 3, "Mesa", " ")])
    }

    fn tree_of(rows: [(i64, i64, &str, &str); 4]) -> LojaTree {
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
            exibe_menu: true,
            url_hot_site: String::new(),
        });
        LojaTree::new(categorias.into())
    }

    #[test]
    fn by_name_path_or_erp_id() {
        for (names, expected, main) in [
            (vec!["casa"], vec![1], Some(1)),
            (vec!["MESA"], vec![2, 4], Some(2)),
            (vec!["Casa>mesa"], vec![2], Some(2)),
            (vec!["Jardim >  Mesa", "10"], vec![1, 4], Some(4)),
            (vec!["nada", "A>B", "casa"], vec![1, 3], Some(3)),
            (vec!["a>b", "Mesa > Casa", "", " ", "0"], vec![], None),
            (vec![], vec![], None),
        ] {
            let names: Vec<String> = names.into_iter().map(str::to_owned).collect();
            let tree = tree();
            let json: serde_json::Value =
                serde_json::from_slice(&tree.named(&names).list().unwrap()).unwrap();
            let ids: Vec<i64> = json.as_array().unwrap().iter().filter_map(|c| c["id"].as_i64()).collect();
            assert_eq!(ids, expected, "{names:?}");
            let mains = json.as_array().unwrap().iter().filter(|c| c["categoriaPrincipal"] == true);
            assert_eq!(mains.map(|c| c["id"].as_i64().unwrap()).collect::<Vec<_>>(), Vec::from_iter(main));
        }
    }

    #[test]
    fn names_follow_a_category() {
        let rows = [(1, 0, "Lar", "10"), (2, 1, "Mesa", ""), (3, 1, "Jardim", ""), (4, 3, "Mesinha", "M")];
        let tree = tree_of(rows);
        // the category and its path before; names before and after
        for (id, before, names, after) in [
            (
                1,
                "Casa",
                vec!["casa", "CASA>Mesa", "Casa > Jardim >  Mesinha"],
                vec!["Lar", "Lar > Mesa", "Lar > Jardim > Mesinha"],
            ),
            (4, "Lar > Jardim > Mesa", vec!["Lar > Jardim > Mesa", "X"], vec!["Lar > Jardim > Mesinha", "X"]),
            // by its name alone, which still means another one
            (4, "Lar > Jardim > Mesa", vec!["mesa"], vec!["Lar > Jardim > Mesinha", "mesa"]),
            (3, "Jardim", vec!["Jardim > Mesinha", "Mesa"], vec!["Lar > Jardim > Mesinha", "Mesa"]),
            // what means the same as before stays as it is: a name that has moved, an identifier, what is gone
            (3, "Jardim", vec!["jardim", "M", "10", "Jardim > Rede", "Jardim2"], vec![]),
            (9, "Casa", vec!["Casa"], vec![]),
        ] {
            let names: Vec<String> = names.into_iter().map(str::to_owned).collect();
            let found = tree.renamed(&names, id, before).unwrap_or_default();
            assert_eq!(found, after, "{names:?}");
        }
    }
}

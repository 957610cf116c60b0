//! A store's whole tree, the categories of it that are wanted, and the two forms in which they are sent.
//!
//! Nothing here is recursive, so that no depth of a tree can overflow the stack. All is linear in the number
//! of categories, except the paths, which are as long as the tree is deep.

mod named;

use std::borrow::Borrow;
use std::collections::HashMap;

use serde::Serialize;

use super::category::CategoriaLoja;
use crate::categoria::cycles;

/// Separates the names of a path.
const SEPARATOR: &str = " > ";

/// The path that these names make, the first level's first.
pub fn path(names: &[impl Borrow<str>]) -> String {
    names.join(SEPARATOR)
}

/// Which categories are wanted: those that meet every condition that is set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CategoriasFilter {
    /// Available to the Reseller feature.
    pub apenas_reseller: bool,
    /// Parent of no other category, wanted or not.
    pub apenas_ultimo_nivel: bool,
    /// Not of the first level.
    pub somente_filhos: bool,
}

/// Every category of a store, each knowing its parent.
#[derive(Debug, Clone)]
pub struct LojaTree {
    /// In ascending order of their numbers.
    nodes: Vec<Node>,
}

#[derive(Debug, Clone)]
struct Node {
    categoria: CategoriaLoja,
    /// Place of the parent.
    pai: Option<usize>,
    has_children: bool,
}

impl LojaTree {
    /// Builds the tree from all categories of a store. A missing parent counts as none, and a cycle is cut at
    /// one of its categories: stored trees have neither, and if one had, no category would be lost.
    pub fn new(mut categorias: Vec<CategoriaLoja>) -> Self {
        categorias.sort_by_key(|c| c.id);
        let positions: HashMap<i64, usize> = categorias.iter().enumerate().map(|(i, c)| (c.id, i)).collect();
        let mut pais: Vec<Option<usize>> = categorias
            .iter()
            .map(|c| positions.get(&c.categoria_pai_id).copied().filter(|_| c.categoria_pai_id != 0))
            .collect();
        let mut has_children = vec![false; categorias.len()];
        for pai in pais.iter().flatten() {
            if let Some(marca) = has_children.get_mut(*pai) {
                *marca = true;
            }
        }
        for node in cycles(&pais) {
            if let Some(pai) = pais.get_mut(node) {
                *pai = None;
            }
        }
        let nodes = categorias.into_iter().zip(pais).zip(has_children);
        Self {
            nodes: nodes
                .map(|((categoria, pai), has_children)| Node { categoria, pai, has_children })
                .collect(),
        }
    }

    /// The categories that are wanted. Each is judged by itself, whatever becomes of its parent.
    pub fn choose(&self, filter: CategoriasFilter) -> Choice<'_> {
        let chosen = self.nodes.iter().map(|node| node.serve(filter)).collect();
        Choice { nodes: &self.nodes, chosen, main: None }
    }
}

impl LojaTree {
    /// A category and all that lie below it; `None` when the store has no such category.
    pub fn below(&self, id: i64) -> Option<Choice<'_>> {
        let first = self.nodes.iter().position(|node| node.categoria.id == id)?;
        let mut children = vec![Vec::new(); self.nodes.len()];
        for (i, node) in self.nodes.iter().enumerate() {
            if let Some(siblings) = node.pai.and_then(|pai| children.get_mut(pai)) {
                siblings.push(i);
            }
        }
        let mut chosen = vec![false; self.nodes.len()];
        let mut open_items = vec![first];
        while let Some(i) = open_items.pop() {
            if let Some(mark) = chosen.get_mut(i) {
                *mark = true;
            }
            open_items.extend(children.get(i).into_iter().flatten());
        }
        Some(Choice { nodes: &self.nodes, chosen, main: None })
    }
}

impl Node {
    fn serve(&self, filter: CategoriasFilter) -> bool {
        (!filter.apenas_reseller || self.categoria.is_reseller)
            && (!filter.apenas_ultimo_nivel || !self.has_children)
            && (!filter.somente_filhos || self.categoria.categoria_pai_id != 0)
    }
}

/// Some categories of a tree.
#[derive(Debug, Clone)]
pub struct Choice<'a> {
    nodes: &'a [Node],
    /// One mark per category of the tree.
    chosen: Vec<bool>,
    /// The one that comes before the others, where they were named for something.
    main: Option<usize>,
}

impl Choice<'_> {
    /// How many they are.
    pub fn total(&self) -> usize {
        self.chosen.iter().filter(|is_chosen| **is_chosen).count()
    }

    /// Flat, as JSON: an array in ascending order of their numbers, each record with its
    /// `caminhoHierarquia`, the names from the first level down to its own; with `categoriaPrincipal` where
    /// they were named for a SKU.
    ///
    /// # Errors
    /// None in practice: every record can be written.
    pub fn list(&self) -> serde_json::Result<Vec<u8>> {
        let mut output = Writer::with_room_for(self.total());
        output.text("[");
        for (i, node) in self.nodes.iter().enumerate().filter(|(i, _)| self.is_chosen(*i)) {
            output.separate();
            output.open_record(&node.categoria)?;
            output.text(",\"caminhoHierarquia\":");
            output.json(&self.path(i))?;
            if let Some(main) = self.main {
                output.text(",\"categoriaPrincipal\":");
                output.json(&(main == i))?;
            }
            output.text("}");
        }
        output.text("]");
        Ok(output.0)
    }

    /// Nested, as JSON: an array of those whose parent was not chosen or is none, each record with
    /// its `subCategorias`, null where there are none; siblings in ascending order of their numbers.
    ///
    /// # Errors
    /// None in practice: every record can be written.
    pub fn tree(&self) -> serde_json::Result<Vec<u8>> {
        let (links, first) = self.links();
        let link = |i: usize| links.get(i).copied().unwrap_or_default();
        let mut output = Writer::with_room_for(self.total());
        output.text("[");
        let mut open_items = Vec::new();
        let mut current = first;
        loop {
            if let Some((i, node)) = current.and_then(|i| Some((i, self.nodes.get(i)?))) {
                output.separate();
                output.open_record(&node.categoria)?;
                if link(i).child.is_some() {
                    output.text(",\"subCategorias\":[");
                    open_items.push(i);
                    current = link(i).child;
                } else {
                    output.text(",\"subCategorias\":null}");
                    current = link(i).sibling;
                }
            } else if let Some(i) = open_items.pop() {
                output.text("]}");
                current = link(i).sibling;
            } else {
                output.text("]");
                return Ok(output.0);
            }
        }
    }

    /// [`Choice::tree`] of one category and what lies below it: the record alone, without the array.
    ///
    /// # Errors
    /// None in practice: every record can be written.
    pub fn single(&self) -> serde_json::Result<Vec<u8>> {
        let mut array = self.tree()?;
        array.pop();
        array.drain(..array.len().min(1));
        Ok(array)
    }

    fn is_chosen(&self, i: usize) -> bool {
        self.chosen.get(i).is_some_and(|is_chosen| *is_chosen)
    }

    /// What follows each category in a tree, and the first of the roots.
    fn links(&self) -> (Vec<Link>, Option<usize>) {
        let mut links = vec![Link::default(); self.nodes.len()];
        let mut first = None;
        // from the last to the first, so that each one goes before the siblings that it finds
        for (i, node) in self.nodes.iter().enumerate().rev().filter(|(i, _)| self.is_chosen(*i)) {
            let pai = node.pai.filter(|pai| self.is_chosen(*pai)).and_then(|pai| links.get_mut(pai));
            let sibling = pai.map_or(&mut first, |pai| &mut pai.child).replace(i);
            if let Some(link) = links.get_mut(i) {
                link.sibling = sibling;
            }
        }
        (links, first)
    }

    fn path(&self, i: usize) -> String {
        let above = std::iter::successors(self.nodes.get(i), |node| self.nodes.get(node.pai?));
        let mut names: Vec<&str> = above.map(|node| node.categoria.nome.as_str()).collect();
        names.reverse();
        path(&names)
    }
}

/// What follows a category: the first one below it, and the next one beside it.
#[derive(Debug, Clone, Copy, Default)]
struct Link {
    child: Option<usize>,
    sibling: Option<usize>,
}

/// JSON text written piece by piece.
struct Writer(Vec<u8>);

impl Writer {
    /// A record is some 250 bytes long.
    fn with_room_for(registros: usize) -> Self {
        Self(Vec::with_capacity(registros * 256 + 2))
    }

    fn text(&mut self, text: &str) {
        self.0.extend_from_slice(text.as_bytes());
    }

    /// A comma, unless an array has just been opened.
    fn separate(&mut self) {
        if self.0.last() != Some(&b'[') {
            self.0.push(b',');
        }
    }

    fn json<T: Serialize + ?Sized>(&mut self, value: &T) -> serde_json::Result<()> {
        serde_json::to_writer(&mut self.0, value)
    }

    /// A record to which a member can still be added.
    fn open_record(&mut self, categoria: &CategoriaLoja) -> serde_json::Result<()> {
        self.json(categoria)?;
        self.0.pop();
        Ok(())
    }
}

#[cfg(test)]
mod tests;

//! A store's whole tree, the categories of it that are wanted, and the two forms in which they are sent.
//!
//! Nothing here is recursive, so that no depth of a tree can overflow the stack. All is linear in the number
//! of categories, except the paths, which are as long as the tree is deep.

mod nomeadas;

use std::borrow::Borrow;
use std::collections::HashMap;

use serde::Serialize;

use super::category::CategoriaLoja;
use crate::categoria::ciclos;

/// Separates the names of a path.
const SEPARADOR: &str = " > ";

/// The path that these names make, the first level's first.
pub fn caminho(nomes: &[impl Borrow<str>]) -> String {
    nomes.join(SEPARADOR)
}

/// Which categories are wanted: those that meet every condition that is set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct FiltroCategorias {
    /// Available to the Reseller feature.
    pub apenas_reseller: bool,
    /// Parent of no other category, wanted or not.
    pub apenas_ultimo_nivel: bool,
    /// Not of the first level.
    pub somente_filhos: bool,
}

/// Every category of a store, each knowing its parent.
#[derive(Debug, Clone)]
pub struct ArvoreLoja {
    /// In ascending order of their numbers.
    nos: Vec<No>,
}

#[derive(Debug, Clone)]
struct No {
    categoria: CategoriaLoja,
    /// Place of the parent.
    pai: Option<usize>,
    tem_filhos: bool,
}

impl ArvoreLoja {
    /// Builds the tree from all categories of a store. A missing parent counts as none, and a cycle is cut at
    /// one of its categories: stored trees have neither, and if one had, no category would be lost.
    pub fn nova(mut categorias: Vec<CategoriaLoja>) -> Self {
        categorias.sort_by_key(|c| c.id);
        let lugares: HashMap<i64, usize> = categorias.iter().enumerate().map(|(i, c)| (c.id, i)).collect();
        let mut pais: Vec<Option<usize>> = categorias
            .iter()
            .map(|c| lugares.get(&c.categoria_pai_id).copied().filter(|_| c.categoria_pai_id != 0))
            .collect();
        let mut tem_filhos = vec![false; categorias.len()];
        for pai in pais.iter().flatten() {
            if let Some(marca) = tem_filhos.get_mut(*pai) {
                *marca = true;
            }
        }
        for no in ciclos(&pais) {
            if let Some(pai) = pais.get_mut(no) {
                *pai = None;
            }
        }
        let nos = categorias.into_iter().zip(pais).zip(tem_filhos);
        Self { nos: nos.map(|((categoria, pai), tem_filhos)| No { categoria, pai, tem_filhos }).collect() }
    }

    /// The categories that are wanted. Each is judged by itself, whatever becomes of its parent.
    pub fn escolher(&self, filtro: FiltroCategorias) -> Escolha<'_> {
        let escolhidas = self.nos.iter().map(|no| no.serve(filtro)).collect();
        Escolha { nos: &self.nos, escolhidas }
    }
}

impl No {
    fn serve(&self, filtro: FiltroCategorias) -> bool {
        (!filtro.apenas_reseller || self.categoria.is_reseller)
            && (!filtro.apenas_ultimo_nivel || !self.tem_filhos)
            && (!filtro.somente_filhos || self.categoria.categoria_pai_id != 0)
    }
}

/// Some categories of a tree.
#[derive(Debug, Clone)]
pub struct Escolha<'a> {
    nos: &'a [No],
    /// One mark per category of the tree.
    escolhidas: Vec<bool>,
}

impl Escolha<'_> {
    /// How many they are.
    pub fn total(&self) -> usize {
        self.escolhidas.iter().filter(|escolhida| **escolhida).count()
    }

    /// Flat, as JSON: an array in ascending order of their numbers, each record with its
    /// `caminhoHierarquia`, the names from the first level down to its own.
    ///
    /// # Errors
    /// None in practice: every record can be written.
    pub fn lista(&self) -> serde_json::Result<Vec<u8>> {
        let mut saida = Escritor::com_lugar_para(self.total());
        saida.texto("[");
        for (i, no) in self.nos.iter().enumerate().filter(|(i, _)| self.escolhida(*i)) {
            saida.separar();
            saida.registro_aberto(&no.categoria)?;
            saida.texto(",\"caminhoHierarquia\":");
            saida.json(&self.caminho(i))?;
            saida.texto("}");
        }
        saida.texto("]");
        Ok(saida.0)
    }

    /// Nested, as JSON: an array of those whose parent was not chosen or is none, each record with
    /// its `subCategorias`, null where there are none; siblings in ascending order of their numbers.
    ///
    /// # Errors
    /// None in practice: every record can be written.
    pub fn arvore(&self) -> serde_json::Result<Vec<u8>> {
        let (elos, primeira) = self.elos();
        let elo = |i: usize| elos.get(i).copied().unwrap_or_default();
        let mut saida = Escritor::com_lugar_para(self.total());
        saida.texto("[");
        let mut abertas = Vec::new();
        let mut atual = primeira;
        loop {
            if let Some((i, no)) = atual.and_then(|i| Some((i, self.nos.get(i)?))) {
                saida.separar();
                saida.registro_aberto(&no.categoria)?;
                if elo(i).filha.is_some() {
                    saida.texto(",\"subCategorias\":[");
                    abertas.push(i);
                    atual = elo(i).filha;
                } else {
                    saida.texto(",\"subCategorias\":null}");
                    atual = elo(i).irma;
                }
            } else if let Some(i) = abertas.pop() {
                saida.texto("]}");
                atual = elo(i).irma;
            } else {
                saida.texto("]");
                return Ok(saida.0);
            }
        }
    }

    fn escolhida(&self, i: usize) -> bool {
        self.escolhidas.get(i).is_some_and(|escolhida| *escolhida)
    }

    /// What follows each category in a tree, and the first of the roots.
    fn elos(&self) -> (Vec<Elo>, Option<usize>) {
        let mut elos = vec![Elo::default(); self.nos.len()];
        let mut primeira = None;
        // from the last to the first, so that each one goes before the siblings that it finds
        for (i, no) in self.nos.iter().enumerate().rev().filter(|(i, _)| self.escolhida(*i)) {
            let pai = no.pai.filter(|pai| self.escolhida(*pai)).and_then(|pai| elos.get_mut(pai));
            let irma = pai.map_or(&mut primeira, |pai| &mut pai.filha).replace(i);
            if let Some(elo) = elos.get_mut(i) {
                elo.irma = irma;
            }
        }
        (elos, primeira)
    }

    fn caminho(&self, i: usize) -> String {
        let acima = std::iter::successors(self.nos.get(i), |no| self.nos.get(no.pai?));
        let mut nomes: Vec<&str> = acima.map(|no| no.categoria.nome.as_str()).collect();
        nomes.reverse();
        caminho(&nomes)
    }
}

/// What follows a category: the first one below it, and the next one beside it.
#[derive(Debug, Clone, Copy, Default)]
struct Elo {
    filha: Option<usize>,
    irma: Option<usize>,
}

/// JSON text written piece by piece.
struct Escritor(Vec<u8>);

impl Escritor {
    /// A record is some 250 bytes long.
    fn com_lugar_para(registros: usize) -> Self {
        Self(Vec::with_capacity(registros * 256 + 2))
    }

    fn texto(&mut self, texto: &str) {
        self.0.extend_from_slice(texto.as_bytes());
    }

    /// A comma, unless an array has just been opened.
    fn separar(&mut self) {
        if self.0.last() != Some(&b'[') {
            self.0.push(b',');
        }
    }

    fn json<T: Serialize + ?Sized>(&mut self, valor: &T) -> serde_json::Result<()> {
        serde_json::to_writer(&mut self.0, valor)
    }

    /// A record to which a member can still be added.
    fn registro_aberto(&mut self, categoria: &CategoriaLoja) -> serde_json::Result<()> {
        self.json(categoria)?;
        self.0.pop();
        Ok(())
    }
}

#[cfg(test)]
mod tests;

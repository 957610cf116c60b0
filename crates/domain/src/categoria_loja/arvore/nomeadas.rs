//! The categories that a SKU names.

use std::collections::HashSet;

use super::{ArvoreLoja, Escolha};
use crate::values::search_text::fold;

impl ArvoreLoja {
    /// The categories that these texts name: by name or by path, whatever the case, the accents and the
    /// spaces around `>`, or by the identifier in the store's ERP as it is.
    pub fn nomeadas(&self, nomes: &[String]) -> Escolha<'_> {
        let literais: HashSet<&str> =
            nomes.iter().map(|nome| nome.trim()).filter(|n| !n.is_empty()).collect();
        let caminhos: HashSet<String> = literais.iter().map(|nome| comparavel(nome)).collect();
        let fins: HashSet<&str> = caminhos.iter().map(|caminho| fim(caminho)).collect();
        let todas = Escolha { nos: &self.nos, escolhidas: Vec::new() };
        let escolhidas = self.nos.iter().enumerate().map(|(i, no)| {
            let nome = comparavel(&no.categoria.nome);
            // a path is as long as the tree is deep: only those that can match are written out
            literais.contains(no.categoria.categoria_erp_id.trim())
                || caminhos.contains(&nome)
                || (fins.contains(fim(&nome)) && caminhos.contains(&comparavel(&todas.caminho(i))))
        });
        Escolha { nos: &self.nos, escolhidas: escolhidas.collect() }
    }
}

/// A name or path as it counts for comparison.
fn comparavel(texto: &str) -> String {
    let partes: Vec<&str> = texto.split('>').map(str::trim).collect();
    fold(&partes.join(">"))
}

/// The last name of a path.
fn fim(caminho: &str) -> &str {
    caminho.rsplit('>').next().unwrap_or(caminho)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::categoria_loja::{CategoriaLoja, ExibirMatriz};
    use crate::values::money::Dinheiro;

    fn arvore() -> ArvoreLoja {
        let linhas = [(1, 0, "Casa", "10"), (2, 1, "Mesa", ""), (3, 0, "Jardim", "A>B"), (4, 3, "Mesa", " ")];
        let categorias = linhas.map(|(id, pai, nome, erp)| CategoriaLoja {
            id,
            nome: nome.to_owned(),
            categoria_pai_id: pai,
            categoria_erp_id: erp.to_owned(),
            ativo: true,
            is_reseller: false,
            exibir_matriz_atributos: ExibirMatriz::Neutro,
            quantidade_maxima_compra_unidade: Dinheiro::ZERO,
            valor_minimo_compra: Dinheiro::ZERO,
        });
        ArvoreLoja::nova(categorias.into())
    }

    #[test]
    fn by_name_path_or_erp_id() {
        for (nomes, esperadas) in [
            (vec!["casa"], vec![1]),
            (vec!["MESA"], vec![2, 4]),
            (vec!["Casa>mesa"], vec![2]),
            (vec!["Jardim >  Mesa", "10"], vec![1, 4]),
            (vec!["A>B"], vec![3]),
            (vec!["a>b", "Mesa > Casa", "", " ", "0"], vec![]),
            (vec![], vec![]),
        ] {
            let nomes: Vec<String> = nomes.into_iter().map(str::to_owned).collect();
            let arvore = arvore();
            let json: serde_json::Value =
                serde_json::from_slice(&arvore.nomeadas(&nomes).lista().unwrap()).unwrap();
            let ids: Vec<i64> = json.as_array().unwrap().iter().filter_map(|c| c["id"].as_i64()).collect();
            assert_eq!(ids, esperadas, "{nomes:?}");
        }
    }
}

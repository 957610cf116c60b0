//! Changes of a SKU's stock, and bodies that say which SKU they mean.

use serde::Serialize;

use crate::reading::json::{Leitura, Valor};
use crate::reading::problems::Problemas;
use crate::values::ids::SkuId;

/// A change of stock: to a number, or by one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AjusteEstoque {
    /// The stock is this now.
    Absoluto(i32),
    /// The stock rises by this; negative = falls.
    Variacao(i32),
}

/// A change that the stock cannot take: it would fall below zero, or leave 32 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("O estoque atual é {atual} e não comporta a variação de {variacao}.")]
pub struct EstoqueInsuficiente {
    /// The stock before.
    pub atual: i32,
    /// The change that was asked for.
    pub variacao: i32,
}

impl AjusteEstoque {
    /// The stock after the change.
    pub fn aplicar(self, atual: i32) -> Result<i32, EstoqueInsuficiente> {
        match self {
            Self::Absoluto(n) => Ok(n),
            Self::Variacao(variacao) => {
                atual.checked_add(variacao).filter(|n| *n >= 0).ok_or(EstoqueInsuficiente { atual, variacao })
            }
        }
    }
}

impl Leitura for AjusteEstoque {
    /// `{"estoque": n}` or `{"variacao": n}`.
    fn ler(valor: &Valor<'_>, p: &mut Problemas) -> Option<Self> {
        let obj = valor.objeto(p)?;
        let estoque = match obj.opcional::<i32>("estoque", p) {
            Some(Some(n)) if n < 0 => obj.problema("estoque", p, "deve ser maior ou igual a zero"),
            lido => lido,
        };
        let variacao = obj.opcional::<i32>("variacao", p);
        match (estoque?, variacao?) {
            (Some(n), None) => Some(Self::Absoluto(n)),
            (None, Some(n)) => Some(Self::Variacao(n)),
            (None, None) => obj.problema("estoque", p, "é obrigatório quando variacao não é informada"),
            (Some(_), Some(_)) => obj.problema("variacao", p, "não pode ser informada junto com estoque"),
        }
    }
}

/// One item of a bulk body: the SKU beside what is to be done with it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PorSku<T> {
    /// The SKU.
    pub sku: SkuId,
    /// What the same object says besides.
    #[serde(flatten)]
    pub valor: T,
}

impl<T: Leitura> Leitura for PorSku<T> {
    fn ler(valor: &Valor<'_>, p: &mut Problemas) -> Option<Self> {
        let sku = valor.objeto(p)?.obrigatorio("sku", p);
        let lido = T::ler(valor, p);
        Some(Self { sku: sku?, valor: lido? })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::reading::json::{ErroLeitura, ler_json};
    use crate::sku_canal::Preco;
    use proptest::prelude::*;

    fn ler<T: Leitura>(texto: &str) -> Result<T, String> {
        ler_json(texto.as_bytes()).map_err(|e: ErroLeitura| e.to_string())
    }

    #[test]
    fn exactly_one_member() {
        assert_eq!(ler(r#"{"estoque":5}"#), Ok(AjusteEstoque::Absoluto(5)));
        assert_eq!(ler(r#"{"variacao":-5,"estoque":null}"#), Ok(AjusteEstoque::Variacao(-5)));
        let erro = |texto| ler::<AjusteEstoque>(texto).unwrap_err();
        assert_eq!(erro("{}"), "estoque: é obrigatório quando variacao não é informada");
        assert_eq!(
            erro(r#"{"estoque":1,"variacao":1}"#),
            "variacao: não pode ser informada junto com estoque"
        );
        assert_eq!(erro(r#"{"estoque":-1}"#), "estoque: deve ser maior ou igual a zero");
        assert_eq!(
            erro(r#"{"variacao":99999999999}"#),
            "variacao: está fora do intervalo de um inteiro de 32 bits"
        );
    }

    #[test]
    fn a_sku_beside_it() {
        let lido: PorSku<Preco> = ler(r#"{"sku":"a","precoDe":2,"precoPor":1}"#).unwrap();
        assert_eq!(serde_json::to_string(&lido).unwrap(), r#"{"sku":"a","precoDe":2,"precoPor":1}"#);
        assert_eq!(ler::<PorSku<Preco>>("{}"), Err("sku: é obrigatório; precoPor: é obrigatório".into()));
    }

    proptest! {
        #[test]
        fn stock_never_falls_below_zero(atual in 0i32.., variacao: i32) {
            let soma = i64::from(atual) + i64::from(variacao);
            match AjusteEstoque::Variacao(variacao).aplicar(atual) {
                Ok(novo) => prop_assert!(i64::from(novo) == soma && novo >= 0),
                Err(e) => {
                    prop_assert_eq!(e, EstoqueInsuficiente { atual, variacao });
                    prop_assert!(soma < 0 || soma > i64::from(i32::MAX));
                }
            }
        }
    }
}

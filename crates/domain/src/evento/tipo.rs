//! The kinds of events, and sets of them.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::reading::json::{Leitura, Valor};
use crate::reading::problems::Problemas;

/// A word that is no kind of event; displays the words that are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TipoDesconhecido;

impl fmt::Display for TipoDesconhecido {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let nomes: Vec<&str> = TipoEvento::TODOS.iter().map(|tipo| tipo.nome()).collect();
        write!(f, "deve ser um destes valores: {}", nomes.join(", "))
    }
}

/// Declares the kinds with their stored numbers and their words. The words are plain tokens: utoipa does not
/// see a
/// `literal` inside `serde(rename)`.
macro_rules! tipos {
    ($($(#[$doc:meta])* $variante:ident = $codigo:literal, $nome:tt;)+) => {
        /// What kind of change an event tells of (this project's own).
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
        pub enum TipoEvento {
            $($(#[$doc])* #[serde(rename = $nome)] $variante,)+
        }

        impl TipoEvento {
            /// Every kind, in order.
            pub const TODOS: &'static [Self] = &[$(Self::$variante),+];

            /// Its word in JSON.
            pub const fn nome(self) -> &'static str {
                match self { $(Self::$variante => $nome),+ }
            }

            /// The number that is stored; below 32, for [`Tipos`].
            pub const fn codigo(self) -> i16 {
                match self { $(Self::$variante => $codigo),+ }
            }

            /// The kind with this stored number.
            pub const fn from_codigo(codigo: i16) -> Option<Self> {
                match codigo { $($codigo => Some(Self::$variante),)+ _ => None }
            }
        }
    };
}

tipos! {
    /// An order came in.
    PedidoCriado = 1, "pedido.criado";
    /// An order changed its status.
    PedidoStatus = 2, "pedido.status";
    /// Something was added to an order that stays in its status.
    PedidoDetalhe = 3, "pedido.detalhe";
    /// A SKU was created.
    SkuCriado = 4, "sku.criado";
    /// Something of a SKU changed besides stock and price.
    SkuAlterado = 5, "sku.alterado";
    /// The stock of a SKU changed.
    SkuEstoque = 6, "sku.estoque";
    /// A price of a SKU changed.
    SkuPreco = 7, "sku.preco";
    /// A SKU was deleted.
    SkuExcluido = 8, "sku.excluido";
    /// What differs for a SKU in a channel changed.
    SkuCanalAlterado = 9, "skucanal.alterado";
    /// A channel was created or changed.
    CanalAlterado = 10, "canal.alterado";
    /// A channel was deleted.
    CanalExcluido = 11, "canal.excluido";
    /// A user was created, changed or deleted.
    UsuarioAlterado = 12, "usuario.alterado";
}

impl TipoEvento {
    /// Reads a word without regard to case, as query strings are read.
    pub fn parse_sem_caixa(texto: &str) -> Option<Self> {
        Self::TODOS.iter().copied().find(|tipo| tipo.nome().eq_ignore_ascii_case(texto))
    }

    /// True when it tells of an order.
    pub const fn de_pedido(self) -> bool {
        matches!(self, Self::PedidoCriado | Self::PedidoStatus | Self::PedidoDetalhe)
    }
}

impl fmt::Display for TipoEvento {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.nome())
    }
}

impl Leitura for TipoEvento {
    fn ler(valor: &Valor<'_>, p: &mut Problemas) -> Option<Self> {
        let texto = valor.string(p)?;
        match Self::TODOS.iter().copied().find(|tipo| tipo.nome() == texto) {
            Some(tipo) => Some(tipo),
            None => valor.problema(p, TipoDesconhecido),
        }
    }
}

/// A set of kinds. The empty one lets every kind through, as a list that was not given does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tipos(i32);

impl Tipos {
    /// As stored: one bit per kind.
    pub const fn bits(self) -> i32 {
        self.0
    }

    /// From what is stored.
    pub const fn from_bits(bits: i32) -> Self {
        Self(bits)
    }

    /// True when the set holds nothing, and so lets everything through.
    pub const fn todos(self) -> bool {
        self.0 == 0
    }

    /// True when a kind gets through.
    pub const fn aceita(self, tipo: TipoEvento) -> bool {
        self.todos() || self.0 & (1 << tipo.codigo()) != 0
    }

    /// The kinds that the set holds, in order; none when it lets everything through.
    pub fn lista(self) -> Vec<TipoEvento> {
        TipoEvento::TODOS.iter().copied().filter(|tipo| !self.todos() && self.aceita(*tipo)).collect()
    }
}

impl FromIterator<TipoEvento> for Tipos {
    fn from_iter<I: IntoIterator<Item = TipoEvento>>(tipos: I) -> Self {
        Self(tipos.into_iter().fold(0, |bits, tipo| bits | (1 << tipo.codigo())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_numbers_go_both_ways() {
        for tipo in TipoEvento::TODOS {
            assert_eq!(TipoEvento::parse_sem_caixa(&tipo.nome().to_uppercase()), Some(*tipo));
            assert_eq!(TipoEvento::from_codigo(tipo.codigo()), Some(*tipo));
            assert!((1..32).contains(&tipo.codigo()));
        }
        assert_eq!(TipoEvento::parse_sem_caixa("pedido"), None);
        assert_eq!(TipoEvento::from_codigo(0), None);
    }

    #[test]
    fn an_empty_set_lets_everything_through() {
        let estoque: Tipos = [TipoEvento::SkuEstoque].into_iter().collect();
        assert!(estoque.aceita(TipoEvento::SkuEstoque) && !estoque.aceita(TipoEvento::SkuPreco));
        assert_eq!(Tipos::from_bits(estoque.bits()).lista(), [TipoEvento::SkuEstoque]);
        assert!(TipoEvento::TODOS.iter().all(|tipo| Tipos::default().aceita(*tipo)));
        assert!(Tipos::default().lista().is_empty());
    }
}

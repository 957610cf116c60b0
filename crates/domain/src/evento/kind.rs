//! The kinds of events, and sets of them.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::reading::json::{FromJson, InputValue};
use crate::reading::problems::Problems;

/// A word that is no kind of event; displays the words that are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnknownKind;

impl fmt::Display for UnknownKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = TipoEvento::ALL.iter().map(|kind| kind.name()).collect();
        write!(f, "deve ser um destes valores: {}", names.join(", "))
    }
}

/// Declares the kinds with their stored numbers and their words. The words are plain tokens: utoipa does not
/// see a
/// `literal` inside `serde(rename)`.
macro_rules! kinds {
    ($($(#[$doc:meta])* $variante:ident = $code:literal, $name:tt;)+) => {
        /// What kind of change an event tells of (this project's own).
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
        pub enum TipoEvento {
            $($(#[$doc])* #[serde(rename = $name)] $variante,)+
        }

        impl TipoEvento {
            /// Every kind, in order.
            pub const ALL: &'static [Self] = &[$(Self::$variante),+];

            /// Its word in JSON.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variante => $name),+ }
            }

            /// The number that is stored; below 32, for [`KindSet`].
            pub const fn code(self) -> i16 {
                match self { $(Self::$variante => $code),+ }
            }

            /// The kind with this stored number.
            pub const fn from_code(code: i16) -> Option<Self> {
                match code { $($code => Some(Self::$variante),)+ _ => None }
            }
        }
    };
}

kinds! {
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
    /// An order came in of which not everything is there.
    PedidoFalta = 13, "pedido.falta";
    /// What a channel should show of a SKU changed: its number, its price, or whether it shows it at all.
    OfertaAlterada = 14, "oferta.alterada";
    /// The listing of a SKU at a connected channel stands otherwise.
    AnuncioAlterado = 15, "anuncio.alterado";
    /// A connected channel refused something, or what it refused has succeeded.
    CanalErro = 16, "canal.erro";
    /// The connection of a channel stands otherwise.
    CanalConexao = 17, "canal.conexao";
}

impl TipoEvento {
    /// Reads a word without regard to case, as query strings are read.
    pub fn parse_ignoring_case(text: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.name().eq_ignore_ascii_case(text))
    }

    /// True when it tells of an order.
    pub const fn of_pedido(self) -> bool {
        matches!(self, Self::PedidoCriado | Self::PedidoStatus | Self::PedidoDetalhe | Self::PedidoFalta)
    }
}

impl fmt::Display for TipoEvento {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromJson for TipoEvento {
    fn read(value: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        let text = value.string(p)?;
        match Self::ALL.iter().copied().find(|kind| kind.name() == text) {
            Some(kind) => Some(kind),
            None => value.problem(p, UnknownKind),
        }
    }
}

/// A set of kinds. The empty one lets every kind through, as a list that was not given does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct KindSet(i32);

impl KindSet {
    /// As stored: one bit per kind.
    pub const fn bits(self) -> i32 {
        self.0
    }

    /// From what is stored.
    pub const fn from_bits(bits: i32) -> Self {
        Self(bits)
    }

    /// True when the set holds nothing, and so lets everything through.
    pub const fn all(self) -> bool {
        self.0 == 0
    }

    /// True when a kind gets through.
    pub const fn accepts(self, kind: TipoEvento) -> bool {
        self.all() || self.0 & (1 << kind.code()) != 0
    }

    /// The kinds that the set holds, in order; none when it lets everything through.
    pub fn list(self) -> Vec<TipoEvento> {
        TipoEvento::ALL.iter().copied().filter(|kind| !self.all() && self.accepts(*kind)).collect()
    }
}

impl FromIterator<TipoEvento> for KindSet {
    fn from_iter<I: IntoIterator<Item = TipoEvento>>(kinds: I) -> Self {
        Self(kinds.into_iter().fold(0, |bits, kind| bits | (1 << kind.code())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_numbers_go_both_ways() {
        for kind in TipoEvento::ALL {
            assert_eq!(TipoEvento::parse_ignoring_case(&kind.name().to_uppercase()), Some(*kind));
            assert_eq!(TipoEvento::from_code(kind.code()), Some(*kind));
            assert!((1..32).contains(&kind.code()));
        }
        assert_eq!(TipoEvento::parse_ignoring_case("pedido"), None);
        assert_eq!(TipoEvento::from_code(0), None);
    }

    #[test]
    fn an_empty_set_lets_everything_through() {
        let estoque: KindSet = [TipoEvento::SkuEstoque].into_iter().collect();
        assert!(estoque.accepts(TipoEvento::SkuEstoque) && !estoque.accepts(TipoEvento::SkuPreco));
        assert_eq!(KindSet::from_bits(estoque.bits()).list(), [TipoEvento::SkuEstoque]);
        assert!(TipoEvento::ALL.iter().all(|kind| KindSet::default().accepts(*kind)));
        assert!(KindSet::default().list().is_empty());
    }
}

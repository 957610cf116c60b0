//! A channel's connection to its marketplace: what the hub may do there, and how things stand.

mod causa;

use serde::{Deserialize, Serialize};

pub use causa::{Causa, Retry};

use crate::reading::words::enumeration;

/// Gives stored numbers to the variants of a wire enumeration, from 0 in their order.
macro_rules! numbered {
    ($kind:ident) => {
        impl $kind {
            /// The number that is stored.
            pub const fn code(self) -> i16 {
                self as i16
            }

            /// The value with this stored number.
            pub fn from_code(code: i16) -> Option<Self> {
                Self::ALL.iter().copied().find(|one| one.code() == code)
            }
        }
    };
}

/// What the hub does at the channel (this project's own).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum ModoConexao {
    /// Reads listings, binds them to SKUs and shows what differs. Writes nothing, takes no orders.
    Leitura,
    /// Takes orders in too, and tells the channel what becomes of them.
    Pedidos,
    /// Sends stock and prices too.
    Total,
}
enumeration!(ModoConexao { Leitura = "leitura", Pedidos = "pedidos", Total = "total" });
numbered!(ModoConexao);

/// How a connection stands (this project's own).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum EstadoConexao {
    /// Not tried yet, or its settings changed since.
    Verificando,
    /// The account answers.
    Conectada,
    /// The channel refuses access, or the account cannot be used: nothing is sent until that is mended.
    SemAcesso,
    /// The channel does not answer: it is tried again by itself.
    Indisponivel,
}
enumeration!(EstadoConexao {
    Verificando = "verificando",
    Conectada = "conectada",
    SemAcesso = "semAcesso",
    Indisponivel = "indisponivel"
});
numbered!(EstadoConexao);

/// How the listing of a SKU stands at a channel (this project's own).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum EstadoAnuncio {
    /// Not looked for yet.
    Procurando,
    /// The channel has none.
    Ausente,
    /// It is bound and for sale.
    Ativo,
    /// It is bound and not for sale.
    Pausado,
    /// It was bound and is gone.
    Perdido,
    /// Several have the SKU's code: none is touched.
    Ambiguo,
}
enumeration!(EstadoAnuncio {
    Procurando = "procurando",
    Ausente = "ausente",
    Ativo = "ativo",
    Pausado = "pausado",
    Perdido = "perdido",
    Ambiguo = "ambiguo"
});
numbered!(EstadoAnuncio);

impl EstadoAnuncio {
    /// It is bound to a listing.
    pub const fn is_bound(self) -> bool {
        matches!(self, Self::Ativo | Self::Pausado)
    }
}

/// What a channel error is about (this project's own).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum SobreErro {
    /// The connection itself.
    Conexao,
    /// A SKU.
    Sku,
    /// An order, by the channel's identifier.
    Pedido,
}
enumeration!(SobreErro { Conexao = "conexao", Sku = "sku", Pedido = "pedido" });
numbered!(SobreErro);

/// How a channel error stands (this project's own).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum EstadoErro {
    /// It failed, and has not succeeded since.
    Aberto,
    /// Somebody wants to see it no more; it ends as any other.
    Ignorado,
    /// It succeeded since.
    Resolvido,
}
enumeration!(EstadoErro { Aberto = "aberto", Ignorado = "ignorado", Resolvido = "resolvido" });
numbered!(EstadoErro);

//! The topics of subscriptions, and which an event has.

use serde::{Deserialize, Serialize};

use crate::evento::{Detalhe, Evento, KindSet, TipoEvento};
use crate::reading::json::{FromJson, InputValue};
use crate::reading::problems::Problems;
use crate::reading::words::UnknownValue;

/// Declares the topics with their stored numbers, their words and what they tell of. The words are plain
/// tokens: utoipa does not see a `literal` inside `serde(rename)`.
macro_rules! topicos {
    ($($(#[$doc:meta])* $variante:ident = $code:literal, $name:tt, $descricao:literal;)+) => {
        /// What a store's own system may subscribe to.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
        pub enum Topico {
            $($(#[$doc])* #[serde(rename = $name)] $variante,)+
        }

        impl Topico {
            /// Every topic, in order.
            pub const ALL: &'static [Self] = &[$(Self::$variante),+];
            /// Every topic's word, in order.
            pub const NAMES: &'static [&'static str] = &[$($name),+];

            /// Its word.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variante => $name),+ }
            }

            /// What it tells of, in a sentence for clients.
            pub const fn descricao(self) -> &'static str {
                match self { $(Self::$variante => $descricao),+ }
            }

            /// The number that is stored, from 1 to 15.
            pub const fn code(self) -> i16 {
                match self { $(Self::$variante => $code),+ }
            }

            /// The topic with this stored number.
            pub const fn from_code(code: i16) -> Option<Self> {
                match code { $($code => Some(Self::$variante),)+ _ => None }
            }
        }
    };
}

topicos! {
    /// An order came in.
    PedidoNew = 1, "pedido.novo", "Um pedido entrou.";
    /// An order changed its status.
    PedidoSituacao = 2, "pedido.situacao.alterado", "A situação de um pedido mudou.";
    /// An order got a parcel, or other data of it.
    PedidoRastreamento = 3, "pedido.rastreamento.alterado", "O rastreamento de um pedido mudou.";
    /// The stock of a product changed, or the product is new.
    Estoque = 4, "produto_variante.estoque.alterado", "O estoque de um produto mudou.";
    /// A price of a product changed, or the product is new.
    Preco = 5, "produto_variante.preco.alterado", "O preço de um produto mudou.";
}

impl Topico {
    /// The topics of an event. A new SKU has stock and price where there were none.
    pub fn of_evento(evento: &Evento) -> Vec<Self> {
        let rastreio = evento.dados.detalhes.contains(&Detalhe::Rastreio);
        // to interface A a change of these is a detail
        let situacao = evento.dados.situacao_pedido_id_anterior.is_some() || !evento.dados.itens.is_empty();
        // the stock in a centre besides the one that every store has
        let elsewhere = evento.dados.campos.iter().any(|name| name == "estoqueCentro");
        match evento.tipo {
            TipoEvento::PedidoCriado => vec![Self::PedidoNew],
            TipoEvento::PedidoStatus if rastreio => vec![Self::PedidoSituacao, Self::PedidoRastreamento],
            TipoEvento::PedidoStatus => vec![Self::PedidoSituacao],
            TipoEvento::PedidoDetalhe if rastreio && situacao => {
                vec![Self::PedidoSituacao, Self::PedidoRastreamento]
            }
            TipoEvento::PedidoDetalhe if rastreio => vec![Self::PedidoRastreamento],
            TipoEvento::PedidoDetalhe if situacao => vec![Self::PedidoSituacao],
            TipoEvento::SkuCriado => vec![Self::Estoque, Self::Preco],
            TipoEvento::SkuEstoque => vec![Self::Estoque],
            TipoEvento::SkuAlterado if elsewhere => vec![Self::Estoque],
            TipoEvento::SkuPreco => vec![Self::Preco],
            TipoEvento::PedidoDetalhe
            | TipoEvento::PedidoFalta
            | TipoEvento::OfertaAlterada
            | TipoEvento::SkuAlterado
            | TipoEvento::SkuExcluido
            | TipoEvento::SkuCanalAlterado
            | TipoEvento::CanalAlterado
            | TipoEvento::CanalExcluido
            | TipoEvento::AnuncioAlterado
            | TipoEvento::CanalErro
            | TipoEvento::CanalConexao
            | TipoEvento::UsuarioAlterado => Vec::new(),
        }
    }

    /// The kinds of events that may have the topic.
    const fn kinds(self) -> &'static [TipoEvento] {
        match self {
            Self::PedidoNew => &[TipoEvento::PedidoCriado],
            Self::PedidoSituacao => &[TipoEvento::PedidoStatus, TipoEvento::PedidoDetalhe],
            Self::PedidoRastreamento => &[TipoEvento::PedidoStatus, TipoEvento::PedidoDetalhe],
            Self::Estoque => &[TipoEvento::SkuCriado, TipoEvento::SkuEstoque, TipoEvento::SkuAlterado],
            Self::Preco => &[TipoEvento::SkuCriado, TipoEvento::SkuPreco],
        }
    }
}

impl FromJson for Topico {
    /// A word, without regard to case: public clients write topics in more than one way.
    fn read(value: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        let text = value.string(p)?;
        match Self::ALL.iter().copied().find(|topico| topico.name().eq_ignore_ascii_case(text.trim())) {
            Some(topico) => Some(topico),
            None => value.problem(p, UnknownValue(Self::NAMES)),
        }
    }
}

/// A set of topics.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Topicos(i16);

impl Topicos {
    /// As stored: one bit per topic.
    pub const fn bits(self) -> i16 {
        self.0
    }

    /// From what is stored.
    pub const fn from_bits(bits: i16) -> Self {
        Self(bits)
    }

    /// True when the set holds the topic.
    pub const fn contains(self, topico: Topico) -> bool {
        self.0 & (1 << topico.code()) != 0
    }

    /// The topics of the set, in order.
    pub fn list(self) -> Vec<Topico> {
        Topico::ALL.iter().copied().filter(|topico| self.contains(*topico)).collect()
    }

    /// The kinds of events that may have one of the topics.
    pub fn kinds(self) -> KindSet {
        self.list().into_iter().flat_map(|topico| topico.kinds().iter().copied()).collect()
    }
}

impl FromIterator<Topico> for Topicos {
    fn from_iter<I: IntoIterator<Item = Topico>>(topicos: I) -> Self {
        Self(topicos.into_iter().fold(0, |bits, topico| bits | (1 << topico.code())))
    }
}

//! What happened: a change, and how an event tells of it.

use serde::{Deserialize, Serialize};

use super::kind::TipoEvento;
use crate::conexao::{Causa, EstadoAnuncio, EstadoConexao, EstadoErro, SobreErro};
use crate::pedido::{ItemMovido, Standing, StatusPedido};
use crate::sku_canal::{Preco, SkuCanal};
use crate::values::money::Dinheiro;

/// A change, with what was and what is. It never holds anything of a buyer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// An order came in.
    PedidoCriado {
        /// Its status.
        status: StatusPedido,
        /// Its identifier in the marketplace.
        source_id: String,
    },
    /// An order moved, or some of its items did: into another status, or only into a sub-status.
    PedidoStatus {
        /// Where it stood.
        anterior: Standing,
        /// Where it stands.
        atual: Standing,
        /// The states that a jump passed over.
        pulados: Vec<StatusPedido>,
        /// What came with the move.
        detalhes: Vec<Detalhe>,
        /// The items that it is about; none = the order as a whole.
        itens: Vec<ItemMovido>,
    },
    /// Something was added to an order.
    PedidoDetalhe {
        /// Where it stands.
        status: StatusPedido,
        /// What was added.
        detalhes: Vec<Detalhe>,
    },
    /// An order came in of which not everything is there.
    PedidoFalta {
        /// Where it stands.
        status: StatusPedido,
        /// What is missing.
        faltas: Vec<ItemEmFalta>,
    },
    /// A SKU was created.
    SkuCriado {
        /// Its stock.
        estoque: i32,
        /// Its prices.
        preco: Preco,
    },
    /// Other members of a SKU changed.
    SkuAlterado {
        /// Their names.
        campos: Vec<&'static str>,
    },
    /// The stock of a SKU changed.
    SkuEstoque {
        /// What it was.
        anterior: i32,
        /// What it is.
        estoque: i32,
    },
    /// The prices of a SKU changed.
    SkuPreco {
        /// What they were.
        anterior: Preco,
        /// What they are.
        preco: Preco,
    },
    /// A SKU was deleted.
    SkuExcluido,
    /// The settings of a SKU in a channel changed; `None` = there are none.
    SkuCanalAlterado {
        /// What they were.
        anterior: Option<NoCanal>,
        /// What they are.
        atual: Option<NoCanal>,
    },
    /// A channel was created or changed.
    CanalAlterado {
        /// It is new.
        criado: bool,
        /// The members that changed; none when it is new.
        campos: Vec<&'static str>,
    },
    /// A channel was deleted.
    CanalExcluido,
    /// What a channel should show of a SKU changed.
    OfertaAlterada {
        /// What was told of it last; `None` = nothing yet.
        anterior: Option<ToldOffer>,
        /// What it is.
        atual: ToldOffer,
    },
    /// The listing of a SKU at a connected channel stands otherwise.
    AnuncioAlterado {
        /// How it stood.
        anterior: EstadoAnuncio,
        /// How it stands.
        atual: EstadoAnuncio,
    },
    /// A connected channel refused something, or what it refused has succeeded.
    CanalErro {
        /// The error's number.
        erro_id: i64,
        /// What it is about.
        sobre: SobreErro,
        /// Which one.
        chave: String,
        /// Why.
        causa: Causa,
        /// How it stands.
        estado: EstadoErro,
    },
    /// The connection of a channel stands otherwise; `None` = it has ended.
    CanalConexao {
        /// How it stands.
        estado: Option<EstadoConexao>,
        /// Why, where something is in the way.
        causa: Option<Causa>,
    },
    /// A user was created, changed or deleted.
    UsuarioAlterado(UsuarioChange),
}

/// What happened to a user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UsuarioChange {
    /// It is new.
    Created,
    /// These members changed.
    Changed(Vec<&'static str>),
    /// It is gone.
    Deleted,
}

/// What may be added to an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Detalhe {
    /// An invoice.
    NotaFiscal,
    /// A parcel.
    Rastreio,
    /// A reason.
    Motivo,
    /// A note of the store's.
    Observacao,
    /// The buyer's data are gone.
    Anonimizacao,
    /// The buyer, or more of what is known of the buyer.
    Comprador,
    /// Addresses.
    Endereco,
    /// Freight.
    Frete,
    /// The payment method.
    Pagamento,
    /// Further values.
    InformacaoAdicional,
}

impl Detalhe {
    /// In the words of an order's history.
    pub const fn words(self) -> &'static str {
        match self {
            Self::NotaFiscal => "nota fiscal",
            Self::Rastreio => "rastreio",
            Self::Motivo => "motivo",
            Self::Observacao => "observação",
            Self::Anonimizacao => "anonimização",
            Self::Comprador => "comprador",
            Self::Endereco => "endereço",
            Self::Frete => "frete",
            Self::Pagamento => "forma de pagamento",
            Self::InformacaoAdicional => "informações adicionais",
        }
    }
}

/// What is told of an offer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ToldOffer {
    /// Stock to show.
    pub estoque: i32,
    /// Prices to show.
    pub preco: Preco,
    /// It can be published.
    pub publicavel: bool,
}

/// A SKU of which an order has sold more than is there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ItemEmFalta {
    /// The SKU.
    pub sku: String,
    /// How many units of the order's were missing when it came in.
    #[cfg_attr(feature = "openapi", schema(minimum = 1))]
    pub falta: i64,
}

/// Stock and price of a SKU in a channel; null = as the SKU says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NoCanal {
    /// Stock in the channel.
    pub estoque: Option<i32>,
    /// Price in the channel.
    pub preco: Option<Preco>,
    /// The SKU is active in the channel.
    pub ativo: bool,
}

impl From<&SkuCanal> for NoCanal {
    fn from(value: &SkuCanal) -> Self {
        Self { estoque: value.estoque, preco: value.preco, ativo: value.ativo }
    }
}

/// Content of a `canal.erro` event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ErroDito {
    /// Its number.
    pub erro_id: i64,
    /// What it is about.
    pub sobre: SobreErro,
    /// Which one: the SKU, the channel's identifier of the order; empty for the connection.
    pub chave: String,
    /// How it stands.
    pub estado: EstadoErro,
}

/// What an event tells of a change. Which members are there follows from the kind of the event; buyers' data
/// never.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Dados {
    /// `pedido.status`: where the order stood.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub status_anterior: Option<StatusPedido>,
    /// `pedido.*`: where the order stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub status: Option<StatusPedido>,
    /// `pedido.criado`: the order's identifier in the marketplace.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub source_id: Option<String>,
    /// `pedido.status`: the states that a jump passed over.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "openapi", schema(required = false))]
    pub pulados: Vec<StatusPedido>,
    /// `pedido.status`, `pedido.detalhe`: what came along.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "openapi", schema(required = false))]
    pub detalhes: Vec<Detalhe>,
    /// `pedido.status`, `pedido.detalhe`: the number of the order's status in the store's own system before,
    /// where that says more than `statusAnterior` and has changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false, minimum = 1, maximum = 23))]
    pub situacao_pedido_id_anterior: Option<i16>,
    /// `pedido.status`, `pedido.detalhe`: the same as it is, where that says more than `status`, or did.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false, minimum = 1, maximum = 23))]
    pub situacao_pedido_id: Option<i16>,
    /// `pedido.status`, `pedido.detalhe`: the items that it is about; absent when about the order as a whole.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "openapi", schema(required = false))]
    pub itens: Vec<ItemMovido>,
    /// `pedido.falta`: what is missing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "openapi", schema(required = false))]
    pub faltas: Vec<ItemEmFalta>,
    /// `oferta.alterada`: whether the offer could be published before; absent, like everything that was,
    /// where nothing has been told of it yet.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub publicavel_anterior: Option<bool>,
    /// `oferta.alterada`: whether the offer can be published.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub publicavel: Option<bool>,
    /// `sku.estoque`, `oferta.alterada`: what the stock was.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub estoque_anterior: Option<i32>,
    /// `sku.estoque`, `sku.criado`, `oferta.alterada`: what the stock is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub estoque: Option<i32>,
    /// `sku.preco`, `oferta.alterada`: what the "from" price was.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<f64>, nullable = false))]
    pub preco_de_anterior: Option<Dinheiro>,
    /// `sku.preco`, `oferta.alterada`: what the selling price was.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<f64>, nullable = false))]
    pub preco_por_anterior: Option<Dinheiro>,
    /// `sku.preco`, `sku.criado`, `oferta.alterada`: the "from" price.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<f64>, nullable = false))]
    pub preco_de: Option<Dinheiro>,
    /// `sku.preco`, `sku.criado`: the selling price.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<f64>, nullable = false))]
    pub preco_por: Option<Dinheiro>,
    /// `skucanal.alterado`: the settings before; absent when there were none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub anterior: Option<NoCanal>,
    /// `skucanal.alterado`: the settings now; absent when there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub atual: Option<NoCanal>,
    /// `anuncio.alterado`: how the listing stood.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub anuncio_anterior: Option<EstadoAnuncio>,
    /// `anuncio.alterado`: how it stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub anuncio: Option<EstadoAnuncio>,
    /// `canal.conexao`: how the connection stands; absent when it has ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub conexao: Option<EstadoConexao>,
    /// `canal.erro`: the error, what it is about and how it stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub erro: Option<ErroDito>,
    /// `canal.erro`, `canal.conexao`: why; absent where nothing is in the way.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub causa: Option<String>,
    /// `canal.alterado`, `usuario.alterado`: true when it is new; absent otherwise.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "openapi", schema(required = false))]
    pub criado: bool,
    /// `usuario.alterado`: true when it is gone; absent otherwise.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "openapi", schema(required = false))]
    pub excluido: bool,
    /// `sku.alterado`, `canal.alterado`, `usuario.alterado`: the members that changed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "openapi", schema(required = false))]
    pub campos: Vec<String>,
}

impl Change {
    /// The kind of event that tells of it.
    pub fn kind(&self) -> TipoEvento {
        match self {
            Self::PedidoCriado { .. } => TipoEvento::PedidoCriado,
            // to interface A a sub-status is a detail
            Self::PedidoStatus { anterior, atual, .. } => match anterior.status == atual.status {
                false => TipoEvento::PedidoStatus,
                true => TipoEvento::PedidoDetalhe,
            },
            Self::PedidoDetalhe { .. } => TipoEvento::PedidoDetalhe,
            Self::PedidoFalta { .. } => TipoEvento::PedidoFalta,
            Self::SkuCriado { .. } => TipoEvento::SkuCriado,
            Self::SkuAlterado { .. } => TipoEvento::SkuAlterado,
            Self::SkuEstoque { .. } => TipoEvento::SkuEstoque,
            Self::SkuPreco { .. } => TipoEvento::SkuPreco,
            Self::SkuExcluido => TipoEvento::SkuExcluido,
            Self::SkuCanalAlterado { .. } => TipoEvento::SkuCanalAlterado,
            Self::CanalAlterado { .. } => TipoEvento::CanalAlterado,
            Self::CanalExcluido => TipoEvento::CanalExcluido,
            Self::OfertaAlterada { .. } => TipoEvento::OfertaAlterada,
            Self::AnuncioAlterado { .. } => TipoEvento::AnuncioAlterado,
            Self::CanalErro { .. } => TipoEvento::CanalErro,
            Self::CanalConexao { .. } => TipoEvento::CanalConexao,
            Self::UsuarioAlterado(_) => TipoEvento::UsuarioAlterado,
        }
    }

    /// What the event tells.
    pub fn data(self) -> Dados {
        let nothing = Dados::default();
        match self {
            Self::PedidoCriado { status, source_id } => {
                Dados { status: Some(status), source_id: Some(source_id), ..nothing }
            }
            Self::PedidoStatus { anterior, atual, pulados, detalhes, itens } => Dados {
                status_anterior: Some(anterior.status).filter(|status| *status != atual.status),
                status: Some(atual.status),
                pulados,
                detalhes,
                situacao_pedido_id_anterior: Some(anterior.code())
                    .filter(|_| anterior != atual && (anterior.sub.is_some() || atual.sub.is_some())),
                situacao_pedido_id: atual.sub.or(anterior.sub).map(|_| atual.code()),
                itens,
                ..nothing
            },
            Self::PedidoDetalhe { status, detalhes } => Dados { status: Some(status), detalhes, ..nothing },
            Self::PedidoFalta { status, faltas } => Dados { status: Some(status), faltas, ..nothing },
            Self::SkuCriado { estoque, preco } => Dados { estoque: Some(estoque), ..Dados::preco(preco) },
            Self::SkuAlterado { campos } => Dados { campos: names(&campos), ..nothing },
            Self::SkuEstoque { anterior, estoque } => {
                Dados { estoque_anterior: Some(anterior), estoque: Some(estoque), ..nothing }
            }
            Self::SkuPreco { anterior, preco } => Dados {
                preco_de_anterior: Some(anterior.preco_de),
                preco_por_anterior: Some(anterior.preco_por),
                ..Dados::preco(preco)
            },
            Self::SkuExcluido | Self::CanalExcluido => nothing,
            Self::SkuCanalAlterado { anterior, atual } => Dados { anterior, atual, ..nothing },
            Self::CanalAlterado { criado, campos } => Dados { criado, campos: names(&campos), ..nothing },
            Self::OfertaAlterada { anterior, atual } => Dados {
                estoque_anterior: anterior.map(|one| one.estoque),
                estoque: Some(atual.estoque),
                preco_de_anterior: anterior.map(|one| one.preco.preco_de),
                preco_por_anterior: anterior.map(|one| one.preco.preco_por),
                publicavel_anterior: anterior.map(|one| one.publicavel),
                publicavel: Some(atual.publicavel),
                ..Dados::preco(atual.preco)
            },
            Self::AnuncioAlterado { anterior, atual } => {
                Dados { anuncio_anterior: Some(anterior), anuncio: Some(atual), ..nothing }
            }
            Self::CanalErro { erro_id, sobre, chave, causa, estado } => Dados {
                erro: Some(ErroDito { erro_id, sobre, chave, estado }),
                causa: Some(causa.word().to_owned()),
                ..nothing
            },
            Self::CanalConexao { estado, causa } => {
                Dados { conexao: estado, causa: causa.map(|causa| causa.word().to_owned()), ..nothing }
            }
            Self::UsuarioAlterado(UsuarioChange::Created) => Dados { criado: true, ..nothing },
            Self::UsuarioAlterado(UsuarioChange::Changed(campos)) => {
                Dados { campos: names(&campos), ..nothing }
            }
            Self::UsuarioAlterado(UsuarioChange::Deleted) => Dados { excluido: true, ..nothing },
        }
    }
}

impl Dados {
    fn preco(preco: Preco) -> Self {
        Self { preco_de: Some(preco.preco_de), preco_por: Some(preco.preco_por), ..Self::default() }
    }
}

fn names(campos: &[&'static str]) -> Vec<String> {
    campos.iter().map(|name| (*name).to_owned()).collect()
}

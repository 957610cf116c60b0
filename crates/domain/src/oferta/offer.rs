//! An offer, and all that it follows from.

use std::borrow::Cow;

use serde::Serialize;

use crate::canal::Canal;
use crate::estoque::EstoqueCanal;
use crate::sku::Sku;
use crate::sku_canal::{Preco, SkuCanal};
use crate::tipo_canal::TipoCanal;
use crate::values::dates::Instante;
use crate::values::ids::{CanalId, SkuId};
use crate::values::money::Dinheiro;

/// What a channel should show of a SKU. Wire form: this project's own Oferta.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct Oferta {
    /// The SKU.
    pub sku: SkuId,
    /// The channel.
    pub canal_id: CanalId,
    /// The code to send to the channel: the SKU's own, or the internal one.
    pub codigo: String,
    /// Stock to show; 0 does not keep an offer from being published.
    #[cfg_attr(feature = "openapi", schema(minimum = 0))]
    pub estoque: i32,
    /// Prices to show.
    pub preco: Preco,
    /// User, channel, SKU and the SKU in the channel are all active.
    pub ativo: bool,
    /// Width to send, centimetres.
    #[cfg_attr(feature = "openapi", schema(minimum = 0))]
    pub largura: i32,
    /// Height to send, centimetres.
    #[cfg_attr(feature = "openapi", schema(minimum = 0))]
    pub altura: i32,
    /// Length to send, centimetres.
    #[cfg_attr(feature = "openapi", schema(minimum = 0))]
    pub comprimento: i32,
    /// Weight to send, grams.
    #[cfg_attr(feature = "openapi", schema(minimum = 0))]
    pub peso: i32,
    /// Extra days: the channel's and the SKU's together.
    #[cfg_attr(feature = "openapi", schema(minimum = 0))]
    pub prazo: i32,
    /// The group of SKUs to be shown together; empty when alone.
    pub grupo: String,
    /// Which rule gave each value.
    pub motivos: Vec<Motivo>,
    /// What keeps the offer from being published.
    pub impedimentos: Vec<Impedimento>,
    /// True when nothing does.
    pub publicavel: bool,
    /// When something that this offer depends on last changed.
    pub data_alteracao: Instante,
}

/// The rule that gave a value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct Motivo {
    /// The member of the offer.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub campo: &'static str,
    /// The rule.
    pub regra: RegraOferta,
    /// The rule in words.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub mensagem: Cow<'static, str>,
}

/// The rules by which an offer gets its values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub enum RegraOferta {
    /// The SKU's own code.
    CodigoDoSku,
    /// The code that the service made.
    CodigoInterno,
    /// The stock set for the channel.
    EstoqueDoCanal,
    /// The channel's share of what is available of the SKU.
    PercentualDoEstoque,
    /// What is available: the stock set for the channel is higher.
    EstoqueDisponivel,
    /// The most that the channel shows.
    EstoqueMaximo,
    /// The prices set for the channel.
    PrecoDoCanal,
    /// The SKU's prices.
    PrecoDoSku,
    /// All that must be active is.
    TudoAtivo,
    /// Something that must be active is not.
    AlgoInativo,
    /// The dimension is not registered: the type's minimum.
    MinimoDimensaoZerada,
    /// The dimension is below the type's minimum: the minimum.
    MinimoDimensaoMenor,
    /// The dimension as registered.
    DimensaoDoSku,
    /// The channel's extra days and the SKU's.
    SomaDosPrazos,
    /// The SKU's group.
    GrupoDoSku,
}

/// Something that keeps an offer from being published.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct Impedimento {
    /// What it is.
    pub codigo: CodigoImpedimento,
    /// What it is, in words.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub mensagem: Cow<'static, str>,
    /// The member of the offer that it is about.
    #[serde(skip)]
    pub campo: &'static str,
}

/// What can keep an offer from being published.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub enum CodigoImpedimento {
    /// The user is not active.
    UsuarioInativo,
    /// The channel is not active.
    CanalInativo,
    /// The SKU is not active.
    SkuInativo,
    /// The SKU is not active in the channel.
    SkuCanalInativo,
    /// The selling price is zero.
    SemPreco,
    /// A dimension is below the type's minimum.
    DimensaoAbaixoDoMinimo,
}

/// What an offer needs to know of a SKU: everything but its texts and lists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SkuOferta {
    /// Identifier.
    pub sku: SkuId,
    /// Group; empty when alone.
    pub parent_id: String,
    /// The SKU is active.
    pub ativo: bool,
    /// Width, centimetres.
    pub largura: i32,
    /// Height, centimetres.
    pub altura: i32,
    /// Length, centimetres.
    pub comprimento: i32,
    /// Weight, grams.
    pub peso: i32,
    /// Extra days.
    pub prazo_despacho: i32,
    /// "From" price.
    pub preco_de: Dinheiro,
    /// Selling price.
    pub preco_por: Dinheiro,
    /// Stock, where the channel sells from.
    pub estoque: i64,
    /// What orders hold of it there.
    pub reservado: i64,
    /// Where that is.
    pub place: Place,
    /// Orders move it.
    pub controlled: bool,
}

/// Where the stock lies that a channel shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// In the distribution centre that every user has: the SKU's own stock.
    Main,
    /// In several, and the channel sells from all of them.
    All,
    /// In those that the channel names.
    OfChannel,
}

impl Place {
    /// What the stock there is called.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Main => "do estoque do SKU",
            Self::All => "do estoque do SKU em todos os centros",
            Self::OfChannel => "do estoque do SKU nos centros do canal",
        }
    }
}

impl From<&Sku> for SkuOferta {
    fn from(sku: &Sku) -> Self {
        Self {
            sku: sku.sku.clone(),
            parent_id: sku.parent_id.clone(),
            ativo: sku.ativo,
            largura: sku.largura,
            altura: sku.altura,
            comprimento: sku.comprimento,
            peso: sku.peso,
            prazo_despacho: sku.prazo_despacho,
            preco_de: sku.preco_de,
            preco_por: sku.preco_por,
            estoque: sku.estoque.into(),
            reservado: 0,
            place: Place::Main,
            controlled: false,
        }
    }
}

/// The inputs of an offer.
#[derive(Debug, Clone, Copy)]
pub struct OfertaInput<'a> {
    /// The user is active.
    pub usuario_active: bool,
    /// The channel.
    pub canal: &'a Canal,
    /// The channel's type.
    pub tipo: &'a TipoCanal,
    /// The SKU.
    pub sku: &'a SkuOferta,
    /// The code that the service made for the SKU in the channel.
    pub codigo_interno: &'a str,
    /// What the channel says of the SKU; without it everything is as the SKU says, and active.
    pub sku_canal: Option<&'a SkuCanal>,
    /// What the channel leaves on the shelf of the SKU and the most that it shows.
    pub limits: EstoqueCanal,
    /// When any of these last changed.
    pub alterado_em: Instante,
}

impl<'a> OfertaInput<'a> {
    /// Of an active user, without settings of the SKU in the channel and without an internal code. Meant for
    /// `OfertaInput { sku_canal: Some(&own), ..OfertaInput::new(&channel, &kind, &sku) }`.
    pub fn new(canal: &'a Canal, tipo: &'a TipoCanal, sku: &'a SkuOferta) -> Self {
        Self {
            usuario_active: true,
            canal,
            tipo,
            sku,
            codigo_interno: "",
            sku_canal: None,
            limits: EstoqueCanal::default(),
            alterado_em: Instante::default(),
        }
    }
}

//! The members of a product record, as interface B's clients read them.

use serde::Serialize;

use crate::categoria_loja::ExibirMatriz;
use crate::values::dates::Data;
use crate::values::money::Dinheiro;

/// A product. The five lists at its end are there only when `camposAdicionais` asked for them; in the profile
/// `compativel` they are empty otherwise.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct Produto<'a> {
    /// Number of the SKU; never changes.
    pub produto_variante_id: i64,
    /// Number of the SKU's group; that of the SKU when it has none.
    pub produto_id: i64,
    /// Number of the SKU's group, as `produtoId`.
    pub parent_id: i64,
    /// The group's identifier in the caller's system; null without a group.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub id_pai_externo: Option<&'a str>,
    /// Always null: SKUs have no further identifier.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub id_vinculo_externo: Option<&'a str>,
    /// The SKU's code.
    pub sku: &'a str,
    /// Name.
    pub nome: &'a str,
    /// The SKU's own name: groups have none.
    pub nome_produto_pai: &'a str,
    /// Address in the store; empty when it has none.
    pub url_produto: &'a str,
    /// Always `Neutro`: as the store does by default.
    pub exibir_matriz_atributos: ExibirMatriz,
    /// Always false: prices are not haggled over.
    pub contra_proposta: bool,
    /// Brand; empty when it has none.
    pub fabricante: &'a str,
    /// Value of the attribute `Autor`, whatever the case and accents of its name; null without it.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub autor: Option<&'a str>,
    /// Value of the attribute `Editora`; null without it.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub editora: Option<&'a str>,
    /// Value of the attribute `Coleção`; null without it.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub colecao: Option<&'a str>,
    /// Value of the attribute `Gênero`; null without it.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub genero: Option<&'a str>,
    /// Cost; 0 when the store has not told it.
    pub preco_custo: Dinheiro,
    /// "From" price; 0 = none.
    pub preco_de: Dinheiro,
    /// Selling price.
    pub preco_por: Dinheiro,
    /// Always 1: prices are per unit.
    pub fator_multiplicador_preco: i32,
    /// Extra days of dispatch.
    pub prazo_entrega: i32,
    /// The SKU is active.
    pub valido: bool,
    /// Shown on the site: whenever it is active.
    pub exibir_site: bool,
    /// Always `Neutro`: freight is charged as the store does by default.
    pub frete_gratis: FreteGratis,
    /// Always false.
    pub troca_gratis: bool,
    /// Weight, grams.
    pub peso: i32,
    /// Height, centimetres.
    pub altura: i32,
    /// Length, centimetres.
    pub comprimento: i32,
    /// Width, centimetres.
    pub largura: i32,
    /// Months of warranty beyond the law's; always 0, not known.
    pub garantia: i32,
    /// Always false: not sold by telephone.
    pub is_televendas: bool,
    /// GTIN; null without one.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub ean: Option<&'a str>,
    /// Always null: places in the warehouse are not known.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub localizacao_estoque: Option<&'a str>,
    /// Always 0: no limit.
    pub quantidade_maxima_compra_unidade: i32,
    /// Always 1.
    pub quantidade_minima_compra_unidade: i32,
    /// Always `Novo`.
    pub condicao: Condicao,
    /// When it was created.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub data_criacao: Data,
    /// When anything of it last changed, stock and prices included.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub data_atualizacao: Data,
    /// Always null: SKUs have no video.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub url_video: Option<&'a str>,
    /// Always true: shown in lists.
    pub spot: bool,
    /// Always true: has a page of its own.
    pub pagina_produto: bool,
    /// Always true: what is registered here may be sold on marketplaces.
    pub marketplace: bool,
    /// Always false: for everybody, not for partners alone.
    pub somente_parceiros: bool,
    /// Always null: not known for single products.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub reseller: Option<bool>,
    /// Always false.
    pub buy_box: bool,
    /// How long it lasts.
    pub consumo: Consumo,
    /// Days until it spoils; always 0, not known.
    pub prazo_validade: i32,
    /// The first image; null without one.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub url_imagem: Option<&'a str>,
    /// Wholesale prices, by quantity.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub lista_atacado: Option<Vec<AtacadoProduto>>,
    /// Stock by distribution centre.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub estoque: Option<Vec<EstoqueProduto>>,
    /// Attributes.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub atributos: Option<Vec<AtributoProduto<'a>>>,
    /// Descriptions.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub informacoes: Option<Vec<InformacaoProduto<'a>>>,
    /// The store's own price list, then the channels in which it has a price of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub tabelas_preco: Option<Vec<TabelaPreco>>,
}

/// Whether freight is free.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub enum FreteGratis {
    /// As the store does by default.
    Neutro,
}

/// The state that a product is sold in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub enum Condicao {
    /// New.
    Novo,
}

/// How long a product lasts its buyer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct Consumo {
    /// Days; always 0, not known.
    pub quantidade_dias: i32,
    /// Always false: buyers are not reminded.
    pub enviar_email: bool,
}

/// A wholesale price inside a product.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct AtacadoProduto {
    /// Price per unit.
    pub preco_por: Dinheiro,
    /// From this quantity on.
    #[cfg_attr(feature = "openapi", schema(minimum = 1))]
    pub quantidade: i32,
}

/// A wholesale price by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Atacado {
    /// Its number.
    pub produto_variante_atacado_id: i64,
    /// Price per unit.
    pub preco_atacado: Dinheiro,
    /// From this quantity on.
    #[cfg_attr(feature = "openapi", schema(minimum = 1))]
    pub quantidade: i32,
}

/// The stock of a product in a distribution centre.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct EstoqueProduto {
    /// What is there.
    #[cfg_attr(feature = "openapi", schema(minimum = 0))]
    pub estoque_fisico: i32,
    /// Of that, what is promised already.
    #[cfg_attr(feature = "openapi", schema(minimum = 0))]
    pub estoque_reservado: i32,
    /// The distribution centre; always 1.
    pub centro_distribuicao_id: i32,
    /// The stock at which the store wants to be warned.
    #[cfg_attr(feature = "openapi", schema(minimum = 0))]
    pub alerta_estoque: i32,
}

/// An attribute of a product.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct AtributoProduto<'a> {
    /// Always `Selecao`: what tells the SKUs of a group apart.
    pub tipo_atributo: TipoAtributo,
    /// Always false: not a filter of the site.
    pub is_filtro: bool,
    /// Name.
    pub nome: &'a str,
    /// Value.
    pub valor: &'a str,
    /// Always true: shown.
    pub exibir: bool,
}

/// What an attribute is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub enum TipoAtributo {
    /// Buyers choose by it.
    Selecao,
}

/// A text about a product.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct InformacaoProduto<'a> {
    /// Its number: that of the SKU, which has one text.
    pub informacao_id: i64,
    /// Always `Descrição`.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub titulo: &'static str,
    /// The text, in HTML.
    pub texto: &'a str,
    /// Always 1: what the product is.
    pub tipo_informacao: i32,
    /// Always true: shown on the site.
    pub exibir_site: bool,
}

/// The price of a product in a price list: the store's own, or a channel's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TabelaPreco {
    /// Number of the channel; 0 of the store's own list.
    pub tabela_preco_id: i32,
    /// Name of the channel; `Loja` of the store's own list.
    pub nome: String,
    /// "From" price; 0 = none.
    pub preco_de: Dinheiro,
    /// Selling price.
    pub preco_por: Dinheiro,
}

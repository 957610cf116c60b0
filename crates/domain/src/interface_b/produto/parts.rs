//! The members of a product record, as interface B's clients read them.

use serde::{Deserialize, Serialize};

use crate::categoria_loja::ExibirMatriz;
use crate::reading::words::enumeration;
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
    /// A further identifier in the caller's system; null without one.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub id_vinculo_externo: Option<&'a str>,
    /// The SKU's code.
    pub sku: &'a str,
    /// Name.
    pub nome: &'a str,
    /// The group's name; the SKU's own where the store has not told one.
    pub nome_produto_pai: &'a str,
    /// Address in the store; empty when it has none.
    pub url_produto: &'a str,
    /// How the attribute matrix is shown; `Neutro` where the store has not told.
    pub exibir_matriz_atributos: ExibirMatriz,
    /// The price may be haggled over; false where the store has not told.
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
    /// Shown on the site: as the store has told, else whenever it is active.
    pub exibir_site: bool,
    /// Whether freight is free; `Neutro` where the store has not told.
    pub frete_gratis: FreteGratis,
    /// Exchanges are free; false where the store has not told.
    pub troca_gratis: bool,
    /// Weight, grams.
    pub peso: i32,
    /// Height, centimetres.
    pub altura: i32,
    /// Length, centimetres.
    pub comprimento: i32,
    /// Width, centimetres.
    pub largura: i32,
    /// Months of warranty; 0 where the store has not told.
    pub garantia: i32,
    /// Sold by telephone; false where the store has not told.
    pub is_televendas: bool,
    /// GTIN; null without one.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub ean: Option<&'a str>,
    /// Its place in the warehouse; null where the store has not told.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub localizacao_estoque: Option<&'a str>,
    /// Largest quantity of one purchase; 0 = no limit.
    pub quantidade_maxima_compra_unidade: i32,
    /// Smallest quantity of one purchase; 1 where the store has not told.
    pub quantidade_minima_compra_unidade: i32,
    /// The state that it is sold in; `Novo` where the store has not told.
    pub condicao: Condicao,
    /// When it was created.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub data_criacao: Data,
    /// When anything of it last changed, stock and prices included.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub data_atualizacao: Data,
    /// Address of a video; null without one.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub url_video: Option<&'a str>,
    /// Shown in lists; true where the store has not told.
    pub spot: bool,
    /// Has a page of its own; true where the store has not told.
    pub pagina_produto: bool,
    /// Meant for marketplaces; true where the store has not told. Offers do not follow it.
    pub marketplace: bool,
    /// For partners alone; false where the store has not told.
    pub somente_parceiros: bool,
    /// Always null: not known for single products.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub reseller: Option<bool>,
    /// Takes part in the choice among sellers; false where the store has not told.
    pub buy_box: bool,
    /// How long it lasts.
    pub consumo: Consumo,
    /// Days until it spoils; 0 where the store has not told.
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
    pub informacoes: Option<Vec<InformacaoNoProduto<'a>>>,
    /// The store's own price list, then the channels in which it has a price of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub tabelas_preco: Option<Vec<TabelaPreco>>,
}

/// Whether freight is free.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[non_exhaustive]
#[allow(non_camel_case_types, reason = "a word of the wire")]
pub enum FreteGratis {
    /// Always.
    Sempre,
    /// Never.
    Nunca,
    /// As the store does by default.
    Neutro,
    /// Whatever the store's rules say.
    Desconsiderar_Regras,
}

enumeration!(FreteGratis { Sempre, Nunca, Neutro, Desconsiderar_Regras });

/// The state that a product is sold in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub enum Condicao {
    /// New.
    Novo,
    /// Used.
    Usado,
    /// Refurbished.
    Renovado,
    /// Damaged.
    Danificado,
}

enumeration!(Condicao { Novo, Usado, Renovado, Danificado });

/// How long a product lasts its buyer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct Consumo {
    /// Days; 0 when not known.
    #[cfg_attr(feature = "openapi", schema(minimum = 0))]
    pub quantidade_dias: i32,
    /// Buyers are to be reminded.
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
    /// The distribution centre.
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

/// A text about a product inside its record, where its kind is a word.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct InformacaoNoProduto<'a> {
    /// Its number: that of the SKU, which has one text.
    pub informacao_id: i64,
    /// Always `Descrição`.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub titulo: &'static str,
    /// The text, in HTML.
    pub texto: &'a str,
    /// Always `Informacoes`: what the product is.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub tipo_informacao: &'static str,
    /// Always true: shown on the site.
    pub exibir_site: bool,
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
